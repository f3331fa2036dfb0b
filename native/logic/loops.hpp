// Unique loops: a ring of six or more cells that all have the same two digits, each cell in one unit with the next, and
// every unit with as many cells of the even places of the ring as of the odd ones. Exchanging the digits leaves every
// unit as it was, so the ring is a deadly pattern; types 1 to 4 are those of deadly.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "logic/deadly.hpp"

namespace ninefold::logic {

template <int W>
class UniqueLoops : DeadlyPattern<W> {
    using Base = DeadlyPattern<W>;
    using Base::f_, Base::technique_, Base::more_, Base::extra_;

  public:
    using Set = Cells<W>;
    using Base::Base;

    // Starts at every cell with just two candidates. The ring has no such cell before its start.
    void find() {
        for (const int cell : f_.p.open()) {
            digits_ = f_.p.candidates(cell);
            if (!is_pair(digits_)) continue;
            able_ = {};
            for (const int other : f_.p.at(first(digits_)) & f_.p.at(first(without_first(digits_)))) {
                if (other > cell || f_.p.candidates(other) != digits_) able_.add(other);
            }
            start_ = cell;
            found_.clear();
            extend(cell, 1, Set::of(cell), {});
            if (f_.done()) return;
        }
    }

  private:
    static constexpr int max_size = 14;

    // `cell` is the last of the ring; `own` has the cells of its place's parity, and `other` the rest.
    void extend(int cell, int size, const Set& own, const Set& other) {
        if (size >= 6 && size % 2 == 0 && f_.l.sees(cell, start_)) check(own, other);
        if (size == max_size || f_.done()) return;
        for (const int next : (f_.l.peers_of(cell) & able_) - own - other) {
            if (crowded(next, own, other) || too_many_extras(own | other | Set::of(next))) continue;
            extend(next, size + 1, other | Set::of(next), own);
            if (f_.done()) return;
        }
    }

    // Whether a unit would have two cells of the new cell's parity (`other`), or three in all.
    [[nodiscard]] bool crowded(int next, const Set& own, const Set& other) const {
        for (const Seat seat : f_.l.seats_of(next)) {
            const Set& unit = f_.l.unit(seat.unit);
            if (unit.meets(other) || (unit & own).size() > 1) return true;
        }
        return false;
    }
    // More than two cells with guardians of more than one digit lead to no type.
    [[nodiscard]] bool too_many_extras(const Set& cells) const {
        int extras = 0;
        Digits more = 0;
        for (const int cell : cells) {
            const Digits others = f_.p.candidates(cell) & ~digits_;
            extras += others != 0;
            more |= others;
        }
        return extras > 2 && !is_single(more);
    }

    void check(const Set& one, const Set& two) {
        const Set whole = one | two;
        if (std::find(found_.begin(), found_.end(), whole) != found_.end() || !f_.l.balanced(one, two)) return;
        found_.push_back(whole);
        if (!this->read(digits_, one, two)) return;
        using enum Technique;
        if (technique_ == unique_loop_1) return this->type_1();
        if (technique_ == unique_loop_2) return extra_.size() > 1 ? this->type_2() : void();
        if (!this->in_line()) return;
        technique_ == unique_loop_3 ? this->type_3() : this->type_4();
    }

    Digits digits_ = 0;
    Set able_;
    int start_ = 0;
    std::vector<Set> found_;
};

}  // namespace ninefold::logic
