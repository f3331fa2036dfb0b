// Uniqueness: a deadly pattern is a set of cells, none of them given, in which two digits could be exchanged without
// any unit noticing. A puzzle with one solution cannot end in it, so one of the guardians holds: the candidates in the
// pattern's cells that are not its two digits.
//
// Unique rectangles, by where the guardians are:
// 1 to 4. As in deadly.hpp; type 2 in two cells of a line.
// 5. As type 2, but in two diagonal cells or in three.
// 6. In two diagonal cells whose rows, or whose columns, have no other place for a digit: both cells lose that digit.
// Hidden: opposite a cell with just the two digits, the row and the column have no other place for one of them: that
//    corner loses the other.
// Avoidable, with cells that were placed but not given, and count with their digit:
// 1. One cell is open: it loses the digit that would complete the pattern.
// 2. Two are open, each with the completing digit and the same other one: what sees both loses the other one.
//
// Unique loops are in loops.hpp, bivalue universal graves in bug.hpp.
#pragma once

#include <array>
#include <cstddef>

#include "logic/bug.hpp"
#include "logic/deadly.hpp"
#include "logic/finder.hpp"
#include "logic/loops.hpp"

namespace ninefold::logic {

template <int W>
class UniqueRectangles : DeadlyPattern<W> {
    using Base = DeadlyPattern<W>;
    using Base::f_, Base::technique_, Base::two_, Base::whole_, Base::extra_;
    using Base::in_line, Base::start, Base::type_1, Base::type_2, Base::type_3, Base::type_4;

  public:
    using Set = Cells<W>;
    using Ring = typename Layout<W>::Ring;
    using Base::Base;

    void find() {
        for (const auto& [ring, two] : f_.rectangles().with_two()) {
            ring_ = *ring;
            if (this->read(two, Set::of(ring_[0], ring_[2]), Set::of(ring_[1], ring_[3]))) try_type();
            if (f_.done()) return;
        }
    }

  private:

    [[nodiscard]] bool on_diagonal() const { return extra_.size() == 2 && !in_line(); }

    void try_type() {
        using enum Technique;
        switch (technique_) {
            case unique_rectangle_1: return type_1();
            case unique_rectangle_2:
                if (in_line()) type_2();
                return;
            case unique_rectangle_3:
                if (in_line()) type_3();
                return;
            case unique_rectangle_4:
                if (in_line()) type_4();
                return;
            case unique_rectangle_5:
                if (on_diagonal() || extra_.size() == 3) type_2();
                return;
            case unique_rectangle_6:
                if (on_diagonal()) type_6();
                return;
            default: return hidden();
        }
    }

    void type_6() {
        for (const int digit : each(two_)) {
            for (const Kind kind : {Kind::row, Kind::column}) {
                bool tied = true;
                for (const int cell : extra_) tied &= confined(f_.l.unit_of(cell, kind), digit);
                if (!tied) continue;
                auto& step = start();
                step.remove(extra_ & f_.p.at(digit), digit);
                if (f_.evidence()) {
                    for (const int cell : extra_) step.truths.push_back(unit_truth(f_.l.unit_of(cell, kind), digit));
                }
                if (f_.give()) return;
            }
        }
    }
    [[nodiscard]] bool confined(int unit, int digit) const {
        return f_.p.lacks(unit, digit) && f_.p.places(unit, digit).in(whole_);
    }

    void hidden() {
        for (std::size_t i = 0; i < 4; ++i) {
            if (f_.p.candidates(ring_[i]) != two_) continue;
            const int corner = ring_[(i + 2) % 4];
            const int row = f_.l.unit_of(corner, Kind::row);
            const int column = f_.l.unit_of(corner, Kind::column);
            for (const int digit : each(two_)) {
                if (!confined(row, digit) || !confined(column, digit)) continue;
                const int other = first(two_ & ~bit(digit));
                auto& step = start();
                step.remove(Set::of(corner) & f_.p.at(other), other);
                if (f_.evidence()) {
                    step.truths.push_back(unit_truth(row, digit));
                    step.truths.push_back(unit_truth(column, digit));
                    step.truths.push_back(cell_truth(ring_[i]));
                }
                if (f_.give()) return;
            }
        }
    }

    Ring ring_{};
};

template <int W>
class AvoidableRectangles {
  public:
    using Set = Cells<W>;
    AvoidableRectangles(Finder<W>& finder, Technique technique) : f_(finder), technique_(technique) {}

    void find() {
        for (const auto* ring : f_.rectangles().avoidable()) {
            if (read(*ring)) technique_ == Technique::avoidable_rectangle_1 ? type_1(*ring) : type_2(*ring);
            if (f_.done()) return;
        }
    }

  private:
    // The digit of each diagonal from what is placed there; false if that makes no pattern.
    bool read(const typename Layout<W>::Ring& ring) {
        open_ = {};
        digit_ = {-1, -1};
        for (std::size_t i = 0; i < 4; ++i) {
            if (f_.p.givens().has(ring[i])) return false;
            const int placed = f_.p.value(ring[i]) - 1;
            if (placed < 0) {
                open_.add(ring[i]);
                continue;
            }
            if (digit_[i % 2] >= 0 && digit_[i % 2] != placed) return false;
            digit_[i % 2] = placed;
        }
        return digit_[0] >= 0 && digit_[1] >= 0 && digit_[0] != digit_[1];
    }

    Step<W>& start(const typename Layout<W>::Ring& ring) {
        auto& step = f_.start(technique_);
        if (!f_.evidence()) return step;
        for (std::size_t c = 0; c < 2; ++c) step.add(Role::rectangle, bit(digit_[c]), Set::of(ring[c], ring[c + 2]));
        for (std::size_t i = 0; i < 4; ++i) {
            const Digits others = f_.p.candidates(ring[i]) & ~bit(digit_[i % 2]);
            if (others) step.add(Role::guardian, others, Set::of(ring[i]));
        }
        step.truths.push_back(pattern_truth());
        return step;
    }

    void type_1(const typename Layout<W>::Ring& ring) {
        if (open_.size() != 1) return;
        for (std::size_t i = 0; i < 4; ++i) {
            if (!open_.has(ring[i]) || !f_.p.can(ring[i], digit_[i % 2])) continue;
            start(ring).remove(ring[i], digit_[i % 2]);
            f_.give();
        }
    }

    void type_2(const typename Layout<W>::Ring& ring) {
        if (open_.size() != 2) return;
        Digits more = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            if (!open_.has(ring[i])) continue;
            const Digits own = f_.p.candidates(ring[i]);
            if (!is_pair(own) || !(own & bit(digit_[i % 2]))) return;
            more |= own & ~bit(digit_[i % 2]);
        }
        if (!is_single(more) || !f_.l.sees(open_.first(), (open_ - Set::of(open_.first())).first())) return;
        start(ring).remove(f_.l.seen_by_all(open_) & f_.p.at(first(more)), first(more));
        f_.give();
    }

    Finder<W>& f_;
    Technique technique_;
    Set open_;
    std::array<int, 2> digit_{};
};

template <int W>
void find_unique(Finder<W>& f, Technique technique) {
    using enum Technique;
    if (technique <= hidden_rectangle) return UniqueRectangles<W>(f, technique).find();
    if (technique <= avoidable_rectangle_2) return AvoidableRectangles<W>(f, technique).find();
    if (technique <= unique_loop_4) return UniqueLoops<W>(f, technique).find();
    Bug<W>(f, technique).find();
}

}  // namespace ninefold::logic
