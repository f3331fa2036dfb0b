// All units at once: which digits have few places in them, and which have all in one third.
#pragma once

#include "hodoku/position.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

// The numbers of places up to four, which is as far as subsets and fish go.
class FewPlaces {
  public:
    static constexpr int most = 4;

    // Counts the places of these digits; those of the others are as before.
    void count(const Position& p, Bits digits) {
        for (const int digit : each(digits)) count_digit(p, digit);
    }

    // The units with one to `number` places for the digit; those with two.
    Bits units(int number, int digit) const { return units_[number][digit]; }
    Bits pairs(int digit) const { return units_[2][digit] & ~units_[1][digit]; }
    bool is_pair(int unit, int digit) const { return pairs(digit) >> unit & 1; }
    // The digits with one to `number` places in the unit.
    Bits digits(int number, int unit) const { return digits_[number][unit]; }

  private:
    void count_digit(const Position& p, int digit) {
        UnitVector rest = UnitVector::load(p.places[digit]);
        const UnitVector none = rest.is_zero();
        for (int number = 1; number <= most; ++number) {
            rest = rest.without_lowest();
            const UnitVector few = rest.is_zero() - none;
            units_[number][digit] = few.to_bits();
            few.store_bit(digits_[number], digit);
        }
    }

    Bits units_[most + 1][9] = {};
    alignas(16) Nine digits_[most + 1][padded_units] = {};
};

struct EveryBox {
    Nine units[padded_units];  // all bits of the boxes

    constexpr EveryBox() : units{} {
        for (int box = boxes; box < boxes + 9; ++box) units[box] = 0xFFFF;
    }
};

inline constexpr EveryBox every_box;

// The digits with two or more places in a unit, all in one third: a row or column of a box, or the box of a line.
class Confined {
  public:
    void find(const Position& p, Bits digits) {
        for (const int digit : each(digits)) find_digit(p, digit);
    }
    Bits digits(int unit) const { return digits_[unit]; }
    // The units that have any.
    Bits units() const { return all_units & ~UnitVector::load(digits_).is_zero().to_bits(); }

  private:
    void find_digit(const Position& p, int digit) {
        const UnitVector places = UnitVector::load(p.places[digit]);
        const UnitVector third = within(places, 7, 3), column = within(places, 0x49, 1);
        const UnitVector confined = third | (column & UnitVector::load(every_box.units));
        (confined - places.without_lowest().is_zero()).store_bit(digits_, digit);
    }
    static UnitVector within(const UnitVector& places, Bits first, int shift) {
        UnitVector result = UnitVector::all(0);
        for (int k = 0; k < 3; ++k) result = result | (places - UnitVector::all(first << k * shift)).is_zero();
        return result;
    }

    alignas(16) Nine digits_[padded_units] = {};
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
