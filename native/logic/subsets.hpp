// Subsets: k cells and k digits that belong to each other.
//
// 1. Naked: k cells of a unit have only k digits between them. Every unit that holds all these cells loses the digits
//    in its other cells.
// 2. Locked: a naked pair or triple in a box and a line at once, where the box loses something, and so does the line
//    outside the box.
// 3. Hidden: k digits of a full unit have only k places between them. Those cells lose all other digits.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "logic/finder.hpp"

namespace ninefold::logic {

template <int W>
class NakedSubsets {
  public:
    using Set = Cells<W>;

    NakedSubsets(Finder<W>& finder, Technique technique, int size, bool locked)
        : f_(finder), technique_(technique), size_(size), locked_(locked) {}

    void find() {
        for (const int unit : f_.l.by_ease) {
            if (locked_ && f_.l.kind(unit) != Kind::box) continue;
            const Set open = f_.p.open() & f_.l.unit(unit);
            count_ = 0;
            for (const int cell : open) {
                const int n = count(f_.p.candidates(cell));
                if (n >= 2 && n <= size_) cells_[count_++] = cell;
            }
            if (static_cast<int>(count_) < size_ || open.size() <= size_) continue;
            choose(unit, 0, 0, 0, {});
            if (f_.done()) return;
        }
    }

  private:
    void choose(int unit, std::size_t from, int chosen, Digits digits, const Set& cells) {
        if (chosen == size_) return check(unit, digits, cells);
        for (std::size_t i = from; i < count_ && !f_.done(); ++i) {
            const Digits more = digits | f_.p.candidates(cells_[i]);
            if (count(more) <= size_) choose(unit, i + 1, chosen + 1, more, cells | Set::of(cells_[i]));
        }
    }

    // Whether this unit is the first that holds all the cells: others would only repeat the step.
    [[nodiscard]] bool is_first_home(int unit, const Set& cells) const {
        for (const int u : f_.l.by_ease) {
            if (cells.in(f_.l.unit(u))) return u == unit;
        }
        return false;
    }

    void check(int unit, Digits digits, const Set& cells) {
        if (count(digits) != size_ || !is_first_home(unit, cells)) return;
        Set with;  // other cells with these digits
        for (const int digit : each(digits)) with |= f_.p.at(digit);
        with -= cells;
        Set homes;
        Set outside;  // what lines lose outside the box
        for (const Seat seat : f_.l.seats_of(cells.first())) {
            const Set& home = f_.l.unit(seat.unit);
            if (!cells.in(home)) continue;
            homes |= home;
            if (seat.unit != unit) outside |= home - f_.l.unit(unit);
        }
        const bool in_box = f_.l.kind(unit) == Kind::box;
        const bool locked = in_box && size_ < 4 && with.meets(f_.l.unit(unit)) && with.meets(outside);
        if (locked != locked_ || !with.meets(homes)) return;
        give(unit, digits, cells, homes & with);
    }

    void give(int unit, Digits digits, const Set& cells, const Set& losing) {
        auto& step = f_.start(technique_);
        for (const int digit : each(digits)) step.remove(losing & f_.p.at(digit), digit);
        if (f_.evidence()) {
            step.add(Role::subset, digits, cells, unit);
            for (const int cell : cells) step.truths.push_back(cell_truth(cell));
        }
        f_.give();
    }

    Finder<W>& f_;
    Technique technique_;
    int size_;
    bool locked_;
    std::array<int, Limits<W>::digits> cells_{};
    std::size_t count_ = 0;
};

template <int W>
class HiddenSubsets {
  public:
    HiddenSubsets(Finder<W>& finder, Technique technique, int size)
        : f_(finder), technique_(technique), size_(size) {}

    void find() {
        for (const int unit : f_.l.by_ease) {
            if (!f_.l.is_full(unit) || f_.p.open_in(unit) <= size_) continue;
            count_ = 0;
            for (int digit = 0; digit < f_.l.n; ++digit) {
                const int n = count(f_.p.positions(unit, digit));
                if (n >= 2 && n <= size_) digits_[count_++] = digit;
            }
            if (static_cast<int>(count_) >= size_) choose(unit, 0, 0, 0, 0);
            if (f_.done()) return;
        }
    }

  private:
    void choose(int unit, std::size_t from, int chosen, Digits digits, Digits positions) {
        if (chosen == size_) return check(unit, digits, positions);
        for (std::size_t i = from; i < count_ && !f_.done(); ++i) {
            const Digits more = positions | f_.p.positions(unit, digits_[i]);
            if (count(more) <= size_) choose(unit, i + 1, chosen + 1, digits | bit(digits_[i]), more);
        }
    }

    void check(int unit, Digits digits, Digits positions) {
        const Cells<W> cells = f_.l.at_positions(unit, positions);
        if ((f_.p.candidates_in(cells) & ~digits) == 0) return;
        auto& step = f_.start(technique_);
        for (const int cell : cells) {
            for (const int digit : each(f_.p.candidates(cell) & ~digits)) step.remove(cell, digit);
        }
        if (f_.evidence()) {
            step.add(Role::subset, digits, cells, unit);
            for (const int digit : each(digits)) step.truths.push_back(unit_truth(unit, digit));
        }
        f_.give();
    }

    Finder<W>& f_;
    Technique technique_;
    int size_;
    std::array<int, Limits<W>::digits> digits_{};
    std::size_t count_ = 0;
};

template <int W>
void find_subset(Finder<W>& f, Technique technique) {
    using enum Technique;
    const int number = static_cast<int>(technique);
    if (technique >= hidden_pair) return HiddenSubsets<W>(f, technique, number - static_cast<int>(hidden_pair) + 2).find();
    if (technique >= naked_pair) return NakedSubsets<W>(f, technique, number - static_cast<int>(naked_pair) + 2, false).find();
    NakedSubsets<W>(f, technique, number - static_cast<int>(locked_pair) + 2, true).find();
}

}  // namespace ninefold::logic
