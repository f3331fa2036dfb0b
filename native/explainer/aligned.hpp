// Aligned pair and triplet exclusion: combinations of digits in a few cells that leave an "excluder", a cell that sees
// all of them, without candidates.
//
// 1. Base cells have two candidates or more, see no cell with one candidate, and see an excluder: a cell with 2 to k.
// 2. At least two excluders are common to all k cells.
// 3. A combination is out if cells that see each other repeat a digit, or if it covers an excluder.
// 4. Pairs by growing mask; the third cell is an excluder of one of the first two, in the order of their peers.
//
// `last` is the latest position of the same puzzle where the search found nothing: only sets that touch a cell changed
// since then need another look.
#pragma once

#include "position.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

class AlignedExclusion {
  public:
    AlignedExclusion(const Position& position, int size, Step& step, const Position* last, Program program)
        : position_(position), size_(size), step_(step), program_(program) {
        Cells single;
        for (int cell = 0; cell < 81; ++cell) {
            const int candidates = count(Bits{position.candidates[cell]});
            if (candidates == 1) single.set(cell);
            if (candidates >= 2 && candidates <= size) small_.set(cell);
            if (!last || last->candidates[cell] != position.candidates[cell]) changed_.set(cell);
        }
        for (int cell = 0; cell < 81; ++cell) {  // rule 1
            if (count(Bits{position.candidates[cell]}) < 2 || !(board.peers[cell] & single).empty()) continue;
            excluders_[cell] = board.peers[cell] & small_;
            if (excluders_[cell].empty()) continue;
            cell_[cells_++] = cell;
            bases_.set(cell);
        }
    }

    bool find() {
        if (cells_ < size_) return false;
        for (int j = 1; j < cells_; ++j) {
            for (int i = 0; i < j; ++i) {
                const int a = cell_[i], b = cell_[j];
                const Cells common = excluders_[a] & excluders_[b];
                if (common.size() < 2) continue;  // rule 2; a third cell can only narrow it
                if (size_ == 2 ? pair(a, b, common) : triplet(a, b, common)) return true;
            }
        }
        return false;
    }

  private:
    struct Excluders {
        Bits digits[81];
        int amount = 0;

        bool forbid(Bits combination) const {
            for (int i = 0; i < amount; ++i) {
                if (!(digits[i] & ~combination)) return true;
            }
            return false;
        }
    };

    Excluders excluders(const Cells& cells) const {
        Excluders found;
        cells.each([&](int cell) { found.digits[found.amount++] = position_.candidates[cell]; });
        return found;
    }

    bool touched(const Cells& common, int a, int b) const {
        return changed_.has(a) || changed_.has(b) || !(common & changed_).empty();
    }

    // An allowed combination clears a digit of each cell at once, so few need to be tried.
    bool pair(int a, int b, const Cells& common) {
        if (!touched(common, a, b)) return false;
        const Excluders excluding = excluders(common);
        const bool see = board.sees[a][b];
        const Bits all_a = position_.candidates[a], all_b = position_.candidates[b];
        Bits allowed_a = 0, allowed_b = 0;
        const auto allow = [&](int x, int y) {
            if ((x == y && see) || excluding.forbid(bit(x) | bit(y))) return false;
            allowed_a |= bit(x);
            allowed_b |= bit(y);
            return true;
        };
        for (const int x : each(all_a)) {
            for (const int y : each(all_b)) {
                if (allow(x, y)) break;
            }
        }
        for (const int y : each(all_b & ~allowed_b)) {
            for (const int x : each(all_a)) {
                if (allow(x, y)) break;
            }
        }
        step_.remove(a, all_a & ~allowed_a);
        step_.remove(b, all_b & ~allowed_b);
        return step_.set_if_useful(Technique::aligned_pair, 6.2);
    }

    // Rule 4: of the third cells that remove something, the first in order.
    bool triplet(int a, int b, const Cells& common) {
        Cells once, twice;  // the third cell must see two common excluders as well
        common.each([&](int cell) {
            twice |= once & board.peers[cell];
            once |= board.peers[cell];
        });
        int first = none;
        const Cells third = (excluders_[a] | excluders_[b]) & bases_ & twice;
        third.each([&](int c) {
            if (c == a || c == b || was_tried(a, b, c)) return;
            const Cells all = common & excluders_[c];
            if (all.size() < 2 || !(changed_.has(c) || touched(all, a, b))) return;
            const int cells[3] = {a, b, c};
            Bits allowed[3] = {0, 0, 0};
            allow(cells, excluders(all), allowed);
            const int order = order_of(a, b, c);
            if (order > first || !removes(cells, allowed)) return;
            first = order;
            step_.clear();
            for (int i = 0; i < 3; ++i) step_.remove(cells[i], position_.candidates[cells[i]] & ~allowed[i]);
        });
        return first < none && step_.set(Technique::aligned_triplet, 7.5);
    }

    // Whether the same three cells came up as an earlier pair with a later third cell.
    bool was_tried(int a, int b, int c) const {
        const auto led_to = [&](int last, int other) {
            return c < last && small_.has(last) && (board.sees[other][last] || board.sees[c][last]);
        };
        return led_to(b, a) || led_to(a, b);
    }

    bool removes(const int* cells, const Bits* allowed) const {
        for (int i = 0; i < 3; ++i) {
            if (position_.candidates[cells[i]] != allowed[i]) return true;
        }
        return false;
    }

    int order_of(int a, int b, int c) const {
        const bool from_a = excluders_[a].has(c);
        const auto& peers = peers_in_order(from_a ? a : b, program_);
        int place = 0;
        while (peers[place] != c) ++place;
        return from_a ? place : place + 20;
    }

    // Rule 3: fills the digits of each cell that occur in an allowed combination.
    void allow(const int* cells, const Excluders& excluding, Bits* allowed) const {
        const Bits all[3] = {position_.candidates[cells[0]], position_.candidates[cells[1]],
                             position_.candidates[cells[2]]};
        const auto attempt = [&](Bits xs, Bits ys, Bits zs) { allow_first(cells, excluding, xs, ys, zs, allowed); };
        for (const int x : each(all[0])) {
            if (allowed[0] & bit(x)) continue;
            attempt(bit(x), all[1] & ~allowed[1], all[2] & ~allowed[2]);
            if (!(allowed[0] & bit(x))) attempt(bit(x), all[1], all[2]);
        }
        for (const int y : each(all[1])) {
            if (!(allowed[1] & bit(y))) attempt(all[0], bit(y), all[2]);
        }
        for (const int z : each(all[2])) {
            if (!(allowed[2] & bit(z))) attempt(all[0], all[1], bit(z));
        }
    }

    // The first allowed combination of these digits, if there is one.
    static void allow_first(const int* cells, const Excluders& excluding, Bits xs, Bits ys, Bits zs, Bits* allowed) {
        const bool ab = board.sees[cells[0]][cells[1]], ac = board.sees[cells[0]][cells[2]],
                   bc = board.sees[cells[1]][cells[2]];
        for (const int x : each(xs)) {
            for (const int y : each(ys)) {
                const Bits two = bit(x) | bit(y);
                if ((x == y && ab) || excluding.forbid(two)) continue;
                for (const int z : each(zs)) {
                    if ((z == x && ac) || (z == y && bc) || excluding.forbid(two | bit(z))) continue;
                    allowed[0] |= bit(x);
                    allowed[1] |= bit(y);
                    allowed[2] |= bit(z);
                    return;
                }
            }
        }
    }

    static constexpr int none = 1000;

    const Position& position_;
    const int size_;
    Step& step_;
    const Program program_;
    Cells changed_, small_, bases_;
    Cells excluders_[81];
    int cell_[81], cells_ = 0;
};

}  // namespace ninefold::explainer::NINEFOLD_VERSION
