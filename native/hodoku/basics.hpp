// Locked candidates and subsets, each the first that HoDoKu comes to.
#pragma once

#include "hodoku/position.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

// Which row or column of a box, or which third of a line, holds all these places; -1 if none does.
struct Confined {
    std::int8_t row[512], column[512], third[512];

    constexpr Confined() : row{}, column{}, third{} {
        for (unsigned set = 0; set < 512; ++set) {
            row[set] = third[set] = column[set] = -1;
            for (int k = 0; k < 3; ++k) {
                if (set && !(set & ~(7U << 3 * k))) row[set] = third[set] = static_cast<std::int8_t>(k);
                if (set && !(set & ~(0x49U << k))) column[set] = static_cast<std::int8_t>(k);
            }
        }
    }
};

inline constexpr Confined confined;

inline bool remove_outside(const Position& p, int digit, int from, int into, Step& step) {
    step.remove(p.cells_for(into, digit) - frame.cells_of[from], digit);
    return true;
}

// The digit has two or three places in a box, all in one line that has more.
inline bool find_pointing(const Position& p, Step& step) {
    for (int box = 0; box < 9; ++box) {
        for (int digit = 0; digit < 9; ++digit) {
            const Bits set = p.places[digit][boxes + box];
            if (!set || is_single(set)) continue;
            const int row = confined.row[set], column = confined.column[set];
            if (row < 0 && column < 0) continue;
            const int into = row >= 0 ? rows + box / 3 * 3 + row : columns + box % 3 * 3 + column;
            if (p.number_of_places(into, digit) > count(set)) return remove_outside(p, digit, boxes + box, into, step);
        }
    }
    return false;
}

inline bool find_claiming(const Position& p, Step& step) {
    for (int line = rows; line < boxes; ++line) {
        for (int digit = 0; digit < 9; ++digit) {
            const Bits set = p.places[digit][line];
            if (!set || is_single(set) || confined.third[set] < 0) continue;
            const int into = frame.unit[frame.cell[line][lowest(set)]][2];
            if (p.number_of_places(into, digit) > count(set)) return remove_outside(p, digit, line, into, step);
        }
    }
    return false;
}

// Open cells by their number of candidates: at most two, three, four.
struct FewCandidates {
    Cells at_most[5];

    explicit FewCandidates(const Position& p) {
        Cells ones, twos, fours, eights;  // the bits of the number, for all cells at once
        for (const Cells& digit : p.at) {
            const Cells to_twos = ones & digit;
            ones = (ones | digit) - to_twos;
            const Cells to_fours = twos & to_twos;
            twos = (twos | to_twos) - to_fours;
            const Cells to_eights = fours & to_fours;
            fours = (fours | to_fours) - to_eights;
            eights |= to_eights;
        }
        const Cells many = fours | eights;
        at_most[3] = p.open - many;
        at_most[2] = at_most[3] - (ones & twos);
        at_most[4] = at_most[3] | (fours - eights - ones - twos);
    }
    Cells exactly(int size) const { return size == 2 ? at_most[2] : at_most[size] - at_most[size - 1]; }
};

class NakedSubsets {
  public:
    NakedSubsets(const Position& position, Step& step) : p_(position), step_(step), few_(position) {}

    // A locked subset removes something from its box, and from its line outside the box.
    bool find(int size, bool locked) {
        size_ = size;
        locked_ = locked;
        for (int unit = boxes; unit < boxes + 9; ++unit) {
            if (find_in(unit)) return true;
        }
        for (int unit = rows; !locked && unit < boxes; ++unit) {
            if (find_in(unit)) return true;
        }
        return false;
    }

  private:
    bool find_in(int unit) {
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
        Cells set;
        for (int i = 0; i < size_; ++i) set.set(chosen_[i]);
        bool shares[3], reaches[3] = {};
        const int box = frame.unit[chosen_[0]][2];
        bool useful = false;
        for (int kind = 0; kind < 3; ++kind) {
            const int unit = frame.unit[chosen_[0]][kind];
            shares[kind] = !frame.cells_of[unit].lacks(set);
            if (!shares[kind]) continue;
            for (const int cell : cells_in((frame.cells_of[unit] & p_.open) - set)) {
                if (!(p_.candidates[cell] & digits)) continue;
                useful = true;
                reaches[kind] |= kind == 2 || frame.unit[cell][2] != box;
            }
        }
        if (!useful) return false;
        const bool in_both = shares[2] && (shares[0] || shares[1]);
        const bool is_locked = size_ < 4 && in_both && reaches[2] && (reaches[0] || reaches[1]);
        if (is_locked != locked_) return false;
        for (int kind = 0; kind < 3; ++kind) {
            if (!shares[kind]) continue;
            for (const int cell : cells_in((frame.cells_of[frame.unit[chosen_[0]][kind]] & p_.open) - set)) {
                step_.remove_digits(cell, p_.candidates[cell] & digits);
            }
        }
        return true;
    }

    const Position& p_;
    Step& step_;
    const FewCandidates few_;
    int size_ = 0, amount_ = 0;
    bool locked_ = false;
    int cells_[9], chosen_[9];
};

class HiddenSubsets {
  public:
    HiddenSubsets(const Position& position, Step& step) : p_(position), step_(step) {}

    bool find(int size) {
        size_ = size;
        for (int unit = boxes; unit < boxes + 9; ++unit) {
            if (find_in(unit)) return true;
        }
        for (int unit = rows; unit < boxes; ++unit) {
            if (find_in(unit)) return true;
        }
        return false;
    }

  private:
    bool find_in(int unit) {
        if (p_.open_in[unit] <= size_) return false;
        unit_ = unit;
        amount_ = 0;
        for (int digit = 0; digit < 9; ++digit) {
            const int places = p_.number_of_places(unit, digit);
            if (places && places <= size_) digits_[amount_++] = digit;
        }
        return amount_ >= size_ && extend(0, 0, 0, 0);
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
    Step& step_;
    int size_ = 0, amount_ = 0, unit_ = 0;
    int digits_[9];
};

// All open cells have two candidates but one, and without one of its three every digit has two places in every unit.
inline bool find_bug_1(const Position& p, Step& step) {
    const FewCandidates few(p);
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
