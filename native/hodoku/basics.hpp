// Locked candidates and subsets, each the first that HoDoKu comes to.
#pragma once

#include "hodoku/units.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

inline bool remove_outside(const Position& p, int digit, int from, int into, Step& step) {
    step.remove(p.cells_for(into, digit) - frame.cells_of[from], digit);
    return true;
}

// The digit has two or three places in a box, all in one line that has more.
inline bool find_pointing(const Position& p, const Confined& confined, Step& step) {
    for (const int unit : each(confined.units() & in_boxes)) {
        for (const int digit : each(confined.digits(unit))) {
            const Bits set = p.places[digit][unit];
            const int box = unit - boxes, first = lowest(set);
            const bool in_row = !(set & ~(7U << first / 3 * 3));
            const int into = in_row ? rows + box / 3 * 3 + first / 3 : columns + box % 3 * 3 + first % 3;
            if (p.number_of_places(into, digit) > count(set)) return remove_outside(p, digit, unit, into, step);
        }
    }
    return false;
}

inline bool find_claiming(const Position& p, const Confined& confined, Step& step) {
    for (const int line : each(confined.units() & ~in_boxes)) {
        for (const int digit : each(confined.digits(line))) {
            const Bits set = p.places[digit][line];
            const int into = frame.unit[frame.cell[line][lowest(set)]][2];
            if (p.number_of_places(into, digit) > count(set)) return remove_outside(p, digit, line, into, step);
        }
    }
    return false;
}

// Open cells by their number of candidates: at most two, three, four.
struct FewCandidates {
    Cells at_most[5];

    void count(const Position& p) {
        const auto& [ones, twos, fours, eights] = p.counts;
        const Cells many = fours | eights;
        at_most[3] = p.open - many;
        at_most[2] = at_most[3] - (ones & twos);
        at_most[4] = at_most[3] | (fours - eights - ones - twos);
    }
    Cells exactly(int size) const { return size == 2 ? at_most[2] : at_most[size] - at_most[size - 1]; }
};

// A naked subset of some of a unit's open cells is a hidden subset of the others, with the same effect. So where smaller
// ones of the other kind were looked for in vain, only units with enough other cells need to be searched.
class NakedSubsets {
  public:
    NakedSubsets(const Position& position, const FewCandidates& few, Step& step)
        : p_(position), few_(few), step_(step) {}

    // A locked subset removes something from its box, and from its line outside the box.
    bool find(int size, bool locked, Bits units) {
        size_ = size;
        locked_ = locked;
        for (const int unit : each(units & in_boxes)) {
            if (find_in(unit)) return true;
        }
        for (const int unit : each(locked ? 0 : units & ~in_boxes)) {
            if (find_in(unit)) return true;
        }
        return false;
    }

  private:
    bool find_in(int unit) {
        if (size_ == 4 && p_.open_in[unit] - size_ <= 3) return false;  // hidden pairs and triples come before quads
        const Cells there = few_.at_most[size_] & frame.cells_of[unit];
        if (there.size() < size_) return false;
        amount_ = 0;
        for (const int cell : cells_in(there)) cells_[amount_++] = cell;
        return extend(0, 0, 0);
    }

    bool extend(int from, int taken, Bits digits) {
        if (taken == size_) return count(digits) == size_ && use(digits);
        for (int i = from; i <= amount_ - size_ + taken; ++i) {
            const Bits more = digits | p_.candidates[cells_[i]];
            if (count(more) > size_) continue;
            chosen_[taken] = cells_[i];
            if (extend(i + 1, taken + 1, more)) return true;
        }
        return false;
    }

    bool use(Bits digits) {
        Cells set, with;  // with: other cells with these digits
        for (int i = 0; i < size_; ++i) set.set(chosen_[i]);
        for (const int digit : each(digits)) with |= p_.at[digit];
        with -= set;
        const auto& units = frame.unit[chosen_[0]];
        Cells losing[3];
        bool reaches[3], useful = false;
        for (int kind = 0; kind < 3; ++kind) {
            if (!frame.cells_of[units[kind]].lacks(set)) losing[kind] = with & frame.cells_of[units[kind]];
            reaches[kind] = !(kind == 2 ? losing[2] : losing[kind] - frame.cells_of[units[2]]).empty();
            useful |= !losing[kind].empty();
        }
        if (!useful) return false;
        const bool is_locked = size_ < 4 && reaches[2] && (reaches[0] || reaches[1]);
        if (is_locked != locked_) return false;
        for (const Cells& cells : losing) {
            for (const int cell : cells_in(cells)) step_.remove_digits(cell, p_.candidates[cell] & digits);
        }
        return true;
    }

    const Position& p_;
    const FewCandidates& few_;
    Step& step_;
    int size_ = 0, amount_ = 0;
    bool locked_ = false;
    int cells_[9], chosen_[9];
};

class HiddenSubsets {
  public:
    HiddenSubsets(const Position& position, const FewPlaces& few, Step& step) : p_(position), few_(few), step_(step) {}

    bool find(int size, Bits units) {
        size_ = size;
        for (const int unit : each(units & in_boxes)) {
            if (find_in(unit)) return true;
        }
        for (const int unit : each(units & ~in_boxes)) {
            if (find_in(unit)) return true;
        }
        return false;
    }

  private:
    bool find_in(int unit) {
        const Bits few = few_.digits(size_, unit);
        const int searched = size_ == 4 ? 4 : 3;  // the size up to which naked subsets come before these
        if (p_.open_in[unit] - size_ <= searched || count(few) < size_) return false;
        unit_ = unit;
        amount_ = 0;
        for (const int digit : each(few)) digits_[amount_++] = digit;
        return extend(0, 0, 0, 0);
    }

    bool extend(int from, int taken, Bits digits, Bits places) {
        if (taken == size_) return count(places) == size_ && use(digits, places);
        for (int i = from; i <= amount_ - size_ + taken; ++i) {
            const Bits more = places | p_.places[digits_[i]][unit_];
            if (count(more) > size_) continue;
            if (extend(i + 1, taken + 1, digits | bit(digits_[i]), more)) return true;
        }
        return false;
    }

    bool use(Bits digits, Bits places) {
        for (const int place : each(places)) {
            const int cell = frame.cell[unit_][place];
            step_.remove_digits(cell, p_.candidates[cell] & ~digits);
        }
        return step_.useful();
    }

    const Position& p_;
    const FewPlaces& few_;
    Step& step_;
    int size_ = 0, amount_ = 0, unit_ = 0;
    int digits_[9];
};

// All open cells have two candidates but one, and without one of its three every digit has two places in every unit.
inline bool find_bug_1(const Position& p, const FewCandidates& few, Step& step) {
    const Cells three = p.open - few.at_most[2];
    if (p.open != few.at_most[3] || three.size() != 1) return false;
    const int cell = *cells_in(three);
    int extra = -1, with_three[3] = {-1, -1, -1};
    for (int unit = 0; unit < 27; ++unit) {
        for (int digit = 0; digit < 9; ++digit) {
            const int places = p.number_of_places(unit, digit);
            if (places < 3) continue;
            if (places > 3 || with_three[unit / 9] >= 0 || (extra >= 0 && extra != digit)) return false;
            extra = digit;
            with_three[unit / 9] = unit;
        }
    }
    if (extra < 0 || !p.has(cell, extra)) return false;
    for (int kind = 0; kind < 3; ++kind) {
        if (frame.unit[cell][kind] != with_three[kind]) return false;
    }
    step.remove_digits(cell, p.candidates[cell] & ~bit(extra));
    return true;
}

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
