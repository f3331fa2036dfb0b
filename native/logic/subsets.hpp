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
        const Set few = size_ == 2 ? f_.twins() : with_few();
        if (!few.any()) return f_.in_vain(technique_);
        const auto left = f_.units_left(technique_);
        for (const Kind kind : {Kind::box, Kind::row, Kind::column, Kind::other}) {
            for (const int unit : left & f_.l.all_of(kind)) {
                if (!is_hidden(unit)) search(unit, few & f_.l.unit(unit));
                if (f_.done()) return;
                note(unit);
            }
            if (locked_) return;  // only in boxes
        }
    }

  private:
    [[nodiscard]] Set with_few() const {
        Set few;
        for (int number = 2; number <= size_; ++number) few |= f_.p.with(number);
        return few;
    }
    // A naked quad of a unit that was searched for the hidden subset of its other cells. (A smaller one may lie in a
    // crossing, and remove something from the other unit.)
    [[nodiscard]] bool is_hidden(int unit) {
        if (size_ < 4) return false;
        const int others = f_.p.open_in(unit) - size_;
        if (others < 1 || others > 3 || f_.l.widest[static_cast<std::size_t>(unit)] >= size_) return false;
        if (others > 1 && f_.digits_left(after(Technique::hidden_pair, others - 2), unit)) return false;
        return f_.few().is_regular(unit);  // then none of its digits is a hidden single
    }
    // A locked subset may turn into one that is not, but not the other way round.
    void note(int unit) {
        if (locked_ || !left_out_) f_.in_vain(technique_, unit, f_.l.all_digits);
        if (locked_ && !left_out_) f_.in_vain(after(Technique::naked_pair, size_ - 2), unit, f_.l.all_digits);
        left_out_ = false;
    }
    void search(int unit, const Set& few) {
        const int open = f_.l.is_full(unit) ? f_.p.open_in(unit) : (f_.p.open() & f_.l.unit(unit)).size();
        if (open <= size_) return;
        count_ = 0;
        for (const int cell : few) {
            digits_[count_] = f_.p.candidates(cell);
            cells_[count_++] = cell;
        }
        if (static_cast<int>(count_) >= size_) choose(unit, 0, 0, 0, 0);
    }

    // Chooses cells; `chosen_cells` are the places of those in the list.
    void choose(int unit, std::size_t from, int chosen, Digits digits, Digits chosen_cells) {
        if (chosen == size_) return check(unit, digits, cells_at(chosen_cells));
        const std::size_t end = count_ + static_cast<std::size_t>(chosen + 1 - size_);  // enough have to be left
        for (std::size_t i = from; i < end && !f_.enough(); ++i) {
            const Digits more = digits | digits_[i];
            if (at_most(more, size_)) choose(unit, i + 1, chosen + 1, more, chosen_cells | bit(static_cast<int>(i)));
        }
    }
    [[nodiscard]] Set cells_at(Digits places) const {
        Set cells;
        for (const int i : each(places)) cells |= f_.l.only(cells_[static_cast<std::size_t>(i)]);
        return cells;
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
        if (!with.meets(homes)) return;
        if (locked != locked_) {
            left_out_ = true;
            return;
        }
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
    bool left_out_ = false;  // a subset of the other kind
    std::array<int, Limits<W>::digits> cells_{};      // those with few candidates in the unit,
    std::array<Digits, Limits<W>::digits> digits_{};  // and these
    std::size_t count_ = 0;
};

template <int W>
class HiddenSubsets {
  public:
    HiddenSubsets(Finder<W>& finder, Technique technique, int size)
        : f_(finder), technique_(technique), size_(size) {}

    void find() {
        const auto left = f_.units_left(technique_);
        if (!left.any()) return;
        const auto units = f_.few().units_with_few(size_) & left;
        if (!units.any()) return;
        for (const int others : {2, 3, 4}) no_naked_[others] = !f_.units_left(after(Technique::naked_pair, others - 2)).any();
        for (const Kind kind : {Kind::box, Kind::row, Kind::column, Kind::other}) {
            for (const int unit : units & f_.l.all_of(kind)) {
                if (f_.p.open_in(unit) <= size_) continue;
                if (!is_naked(unit)) search(unit);
                if (f_.done()) return;
                f_.in_vain(technique_, unit, f_.l.all_digits);
            }
        }
    }

  private:
    // A hidden subset where the naked ones were looked for that its other cells would be.
    [[nodiscard]] bool is_naked(int unit) {
        const int others = f_.p.open_in(unit) - size_;
        return (others < 2 || (others < 5 && no_naked_[others])) && f_.few().is_regular(unit);
    }
    void search(int unit) {
        count_ = 0;
        for (int digit = 0; digit < f_.l.n; ++digit) {
            const Digits places = f_.p.positions(unit, digit);
            digits_[count_] = digit;
            places_[count_] = places;
            count_ += static_cast<std::size_t>(without_first(places) != 0) & static_cast<std::size_t>(at_most(places, size_));
        }
        if (static_cast<int>(count_) >= size_) choose(unit, 0, 0, 0, 0);
    }

    void choose(int unit, std::size_t from, int chosen, Digits digits, Digits positions) {
        if (chosen == size_) return check(unit, digits, positions);
        const std::size_t end = count_ + static_cast<std::size_t>(chosen + 1 - size_);  // enough have to be left
        for (std::size_t i = from; i < end && !f_.enough(); ++i) {
            const Digits more = positions | places_[i];
            if (at_most(more, size_)) choose(unit, i + 1, chosen + 1, digits | bit(digits_[i]), more);
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
    bool no_naked_[5] = {};  // subsets of this size, anywhere
    std::array<int, Limits<W>::digits> digits_{};     // those with few places in the unit,
    std::array<Digits, Limits<W>::digits> places_{};  // and these
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
