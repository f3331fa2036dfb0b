// The bivalue universal grave (BUG): but for a few extra candidates, every cell has two and every digit two places in
// every unit, which no puzzle with one solution can reach.
#pragma once

#include "position.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

class UniversalGrave {
  public:
    UniversalGrave(const Position& position, Step& step, Program program)
        : position_(position), rest_(position), step_(step), is_sukaku_(program == Program::sukaku) {}

    bool find() {
        if (!collect()) return false;
        if (is_sukaku_ && count(odd_digits_) == 1) add_undecided();
        if (!is_grave() || !cells_) return false;
        if (cells_ == 1) {
            step_.remove(cell_[0], position_.candidates[cell_[0]] & ~digits_);
            return name(5.6);
        }
        if (count(digits_) == 1) return type_two() || (cells_ == 2 && type_four());
        if (shared_.empty()) return false;
        return (cells_ == 2 && type_four()) || (count(digits_) > 1 && type_three());
    }

  private:
    bool name(double rating) { return step_.set(Technique::universal_grave, rating); }

    // Finds the extra candidates: where a digit has neither none nor two places in a unit, one of its cells has three
    // or more candidates. If none has, this is not a grave; if several have, another unit must decide between them.
    bool collect() {
        for (int unit = 0; unit < 27; ++unit) {
            for (int digit = 0; digit < 9; ++digit) {
                const Bits places = position_.places[unit][digit];
                if (count(places) == 0 || count(places) == 2) continue;
                odd_digits_ |= bit(digit);
                int cell = -1, amount = 0;
                for (const int place : each(places)) {
                    const int here = board.cell[unit][place];
                    if (count(Bits{position_.candidates[here]}) < 3) continue;
                    odd_cells_.set(here);
                    cell = here;
                    ++amount;
                }
                if (amount == 0 || (amount == 1 && !add_extra(cell, digit))) return false;
            }
        }
        return true;
    }

    bool add_extra(int cell, int digit) {
        shared_ = cells_ ? shared_ & board.peers[cell] : board.peers[cell];
        if (!in_cells_.has(cell)) {
            cell_[cells_++] = cell;
            in_cells_.set(cell);
        }
        extra_[cell] |= bit(digit);
        digits_ |= bit(digit);
        rest_.drop(cell, digit);
        shared_ -= in_cells_;
        return cells_ == 1 || count(digits_) == 1 || !shared_.empty();
    }

    // SukakuExplainer: if a single digit is in excess, all its cells are extra, even those that no unit singles out. It
    // then takes the digit for known only if some unit did.
    void add_undecided() {
        const Bits known = digits_;
        (odd_cells_ - in_cells_).each([&](int cell) { add_extra(cell, lowest(odd_digits_)); });
        digits_ = known;
    }

    bool is_grave() const {
        for (const Nine candidates : rest_.candidates) {
            if (candidates && count(Bits{candidates}) != 2) return false;
        }
        for (const auto& unit : rest_.places) {
            for (const Nine places : unit) {
                if (places && count(Bits{places}) != 2) return false;
            }
        }
        return true;
    }

    bool type_two() {
        const int digit = lowest(digits_);
        shared_.each([&](int cell) {
            if (position_.has(cell, digit)) step_.remove(cell, bit(digit));
        });
        return !step_.removals.empty() && name(5.7);
    }

    bool type_four() {
        const int a = cell_[0], b = cell_[1];
        const Bits locked = position_.candidates[a] & position_.candidates[b] & ~digits_;
        if (count(locked) != 1 || shared_kind(a, b) == kinds) return false;
        for (const int cell : {a, b}) step_.remove(cell, position_.candidates[cell] & ~extra_[cell] & ~locked);
        return name(5.7);
    }

    // Sudoku Explainer tries all sizes in one unit after another, SukakuExplainer one size after another.
    bool type_three() {
        if (!is_sukaku_) return type_three(2, 6);
        for (int size = 2; size <= 6; ++size) {
            if (type_three(size, size)) return true;
        }
        return false;
    }

    bool type_three(int least, int most) {
        for (int kind = 0; kind < kinds; ++kind) {
            const int unit = board.unit[cell_[0]][kind];
            bool in_unit = true;
            for (int i = 1; i < cells_; ++i) in_unit &= board.unit[cell_[i]][kind] == unit;
            if (!in_unit) continue;
            int others[9], amount = 0;  // in the order of the peers of the first cell
            for (const int peer : peers_in_order(cell_[0], is_sukaku_ ? Program::sukaku : Program::explainer)) {
                if (shared_.has(peer) && board.unit[peer][kind] == unit) others[amount++] = peer;
            }
            for (int size = least; size <= most && size <= amount; ++size) {
                if (naked(others, amount, size)) return true;
            }
        }
        return false;
    }

    // The extra digits form a naked set with size - 1 of the other cells.
    bool naked(const int* others, int amount, int size) {
        for (const Bits chosen : subsets(amount, size - 1)) {
            Bits digits = 0;
            bool fits = true;
            for (const int index : each(chosen)) {
                const Bits here = position_.candidates[others[index]];
                fits &= count(here) > 1;
                digits |= here;
            }
            if (!fits || count(digits) != size || count(digits | digits_) != size) continue;
            for (int i = 0; i < amount; ++i) {
                if (!(chosen & bit(i))) step_.remove(others[i], position_.candidates[others[i]] & digits);
            }
            if (!step_.removals.empty()) return name(5.7 + (size - 1) * 0.1);
        }
        return false;
    }

    const Position& position_;
    Position rest_;  // without the extra candidates
    Step& step_;
    const bool is_sukaku_;
    int cell_[81], cells_ = 0;  // cells with extra candidates
    Cells in_cells_, shared_;   // the same as a set; what all of them see
    Bits extra_[81] = {}, digits_ = 0;
    Bits odd_digits_ = 0;  // those with neither none nor two places in a unit …
    Cells odd_cells_;      // … and their cells there with three candidates or more
};

}  // namespace ninefold::explainer::NINEFOLD_VERSION
