// Fireworks: digits that leave a box through one cell of a row and one cell of a column.
//
// A row and a column cross in a cell x of a box. In the row a digit fits only into the box and one cell p outside it, in
// the column only into the box and one cell q. If the digit is neither in p nor in q, then row and column both have it
// in the box, which is possible only in x. So one of x, p and q holds it.
//
//   1. Triple: three such digits with the same x, p and q fill these cells.
//   2. Quad: two digits with x, p and q, and two others with y, q and p, where y is the fourth corner of the rectangle
//      and in another box: four digits fill the four cells.
//
// All other candidates of the cells go. Evidence: crossing: x (and y); pincer: p with the row, q with the column; truths:
// row and column of x (and of y) for their digits.
#pragma once

#include <cstddef>
#include <vector>

#include "logic/finder.hpp"

namespace ninefold::logic {

template <int W>
class Fireworks {
  public:
    using Set = Cells<W>;

    Fireworks(Finder<W>& finder, Technique technique) : f_(finder), technique_(technique) {
        for (const int x : f_.p.open()) look_at(x);
    }

    void find() {
        const bool triple = technique_ == Technique::fireworks_triple;
        for (std::size_t i = 0; i < found_.size() && !f_.done(); ++i) {
            if (count(found_[i].digits) < (triple ? 3 : 2)) continue;
            triple ? give_triples(found_[i]) : find_opposite(i);
        }
    }

  private:
    // The digits of a crossing whose only cells outside the box are p and q.
    struct Firework {
        int x, p, q, row, column, box;
        Digits digits;
    };

    void look_at(int x) {
        const int row = f_.l.unit_of(x, Kind::row), column = f_.l.unit_of(x, Kind::column), box = f_.l.unit_of(x, Kind::box);
        if (row < 0 || column < 0 || box < 0) return;
        const Set inside = f_.l.unit(box);
        for (const int p : (f_.l.unit(row) & f_.p.open()) - inside) {
            const Digits with_p = leaving(row, inside, p);
            if (count(with_p) < 2) continue;
            for (const int q : (f_.l.unit(column) & f_.p.open()) - inside) {
                const Digits digits = with_p & leaving(column, inside, q);
                if (count(digits) >= 2) found_.push_back({x, p, q, row, column, box, digits});
            }
        }
    }
    // The digits that fit in the unit only into the box and this cell.
    [[nodiscard]] Digits leaving(int unit, const Set& box, int cell) const {
        Digits found = 0;
        for (int digit = 0; digit < f_.l.n; ++digit) {
            if (f_.p.lacks(unit, digit) && (f_.p.places(unit, digit) - box).in(Set::of(cell))) found |= bit(digit);
        }
        return found;
    }

    void give_triples(const Firework& one) {
        for (const int a : each(one.digits)) {
            for (const int b : each(one.digits & ~(bit(a + 1) - 1))) {
                for (const int c : each(one.digits & ~(bit(b + 1) - 1))) {
                    if (give(one, nullptr, bit(a) | bit(b) | bit(c), 0)) return;
                }
            }
        }
    }

    // Rule 2.
    void find_opposite(std::size_t i) {
        const Firework& one = found_[i];
        for (std::size_t j = i + 1; j < found_.size(); ++j) {
            const Firework& other = found_[j];
            if (other.p != one.q || other.q != one.p || other.box == one.box) continue;
            for (const int a : each(one.digits)) {
                for (const int b : each(one.digits & ~(bit(a + 1) - 1))) {
                    const Digits rest = other.digits & ~bit(a) & ~bit(b);
                    for (const int c : each(rest)) {
                        for (const int d : each(rest & ~(bit(c + 1) - 1))) {
                            if (give(one, &other, bit(a) | bit(b), bit(c) | bit(d))) return;
                        }
                    }
                }
            }
        }
    }

    bool give(const Firework& one, const Firework* other, Digits digits, Digits others) {
        auto& step = f_.start(technique_);
        Set cells = Set::of(one.p, one.q);
        cells.add(one.x);
        if (other) cells.add(other->x);
        for (const int cell : cells) {
            for (const int gone : each(f_.p.candidates(cell) & ~digits & ~others)) step.remove(cell, gone);
        }
        if (f_.evidence() && !step.empty()) {
            step.add(Role::crossing, digits, Set::of(one.x), one.box);
            step.add(Role::pincer, digits | others, Set::of(one.p), one.row);
            step.add(Role::pincer, digits | others, Set::of(one.q), one.column);
            if (other) step.add(Role::crossing, others, Set::of(other->x), other->box);
            add_truths(step, one, digits);
            if (other) add_truths(step, *other, others);
        }
        return f_.give();
    }
    static void add_truths(Step<W>& step, const Firework& one, Digits digits) {
        for (const int digit : each(digits)) {
            step.truths.push_back(unit_truth(one.row, digit));
            step.truths.push_back(unit_truth(one.column, digit));
        }
    }

    Finder<W>& f_;
    Technique technique_;
    std::vector<Firework> found_;
};

}  // namespace ninefold::logic
