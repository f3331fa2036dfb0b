// Unique and avoidable rectangles.
//
// HoDoKu looks at each rectangle once and keeps the first step of every type it meets; then it goes through the types
// in order. A rectangle it has looked at for one pair of digits is not looked at again for another. Digits that were
// removed from a cell of the rectangle by earlier steps still count, if no placed digit excludes them.
#pragma once

#include "hodoku/basics.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

class Rectangles {
  public:
    Rectangles(const Position& position, const FewCandidates& few) : p_(position), few_(few) {}

    // Types 1 to 6 and hidden: found[0…6]. A type that was not found has an empty step.
    void find_unique() {
        find_allowed();
        for (const int cell : cells_in(few_.at_most[2])) {
            const Bits digits = p_.candidates[cell];
            a_ = lowest(digits);
            b_ = lowest(digits & (digits - 1));
            start_unique(cell);
        }
    }

    // Avoidable rectangles of types 1 and 2: found[7], found[8].
    void find_avoidable() {
        placed_ = every_cell - p_.open - p_.given;
        for (const int cell : cells_in(placed_)) start_avoidable(cell);
    }

    static constexpr int types = 9;
    Step found[types];

  private:
    void find_allowed() {
        for (Cells& cells : allowed_) cells = p_.open;
        for (const int cell : cells_in(every_cell - p_.open)) allowed_[p_.values[cell] - 1] -= frame.peers[cell];
    }
    bool takes(int cell, int digit) const { return allowed_[digit].has(cell); }

    // Calls `visit` for every rectangle that has `cell` and one of these cells of its box on one side: with that cell,
    // and the two on the other side.
    template <class Visit>
    static void each_rectangle(int cell, const Cells& sides, Visit visit) {
        const Cells lines = frame.cells_of[frame.unit[cell][0]] | frame.cells_of[frame.unit[cell][1]];
        for (const int next : cells_in((sides & frame.cells_of[frame.unit[cell][2]] & lines) - one_cell(cell))) {
            const bool in_row = frame.row(next) == frame.row(cell);
            for (int i = 0; i < 9; ++i) {
                const int c = in_row ? i * 9 + frame.column(cell) : frame.row(cell) * 9 + i;
                const int d = in_row ? i * 9 + frame.column(next) : frame.row(next) * 9 + i;
                if (frame.box(c) != frame.box(cell)) visit(next, c, d);
            }
        }
    }

    void start_unique(int cell) {
        each_rectangle(cell, allowed_[a_] & allowed_[b_], [&](int next, int c, int d) {
            if (!takes(c, a_) || !takes(d, a_) || !takes(d, b_)) return;
            if (!is_new(cell, next, c, d)) return;
            rectangle_ = one_cell(cell) | one_cell(next) | one_cell(c) | one_cell(d);
            check_unique();
        });
    }

    // HoDoKu's own key, under which a few different rectangles look the same.
    bool is_new(int a, int b, int c, int d) {
        int cells[] = {a, b, c, d};
        std::sort(cells, cells + 4);
        const int key = ((cells[0] * 10 + cells[1]) * 10 + cells[2]) * 10 + cells[3];
        for (const int old : seen_) {
            if (old == key) return false;
        }
        seen_.push(key);
        return true;
    }

    // The step to fill for a type, if it has none yet.
    Step* wanted(int type) {
        fresh_.clear();
        type_ = type;
        return &fresh_;
    }
    void keep() {
        if (fresh_.useful() && !found[type_].useful()) std::swap(found[type_], fresh_);
    }

    void check_unique() {
        const Bits pair = bit(a_) | bit(b_);
        plain_ = extra_ = {};
        Bits extras = 0;
        for (const int cell : cells_in(rectangle_)) {
            const Bits more = p_.candidates[cell] & ~pair;
            (more ? extra_ : plain_).set(cell);
            extras |= more;
        }
        const int plain = plain_.size();
        if (plain == 3) type_1();
        if (plain != 2 && plain != 1) return;
        if (is_single(extras)) type_2_or_5(lowest(extras));
        if (plain == 2) {
            first_ = *cells_in(extra_);
            second_ = *++cells_in(extra_);
            type_3(extras, pair);
            type_4_or_6();
        }
        hidden(plain);
    }

    void type_1() {
        Step* step = wanted(0);
        const int cell = *cells_in(extra_);
        for (const int digit : {a_, b_}) {
            if (p_.has(cell, digit)) step->remove(cell, digit);
        }
        keep();
    }

    void type_2_or_5(int digit) {
        const Cells gone = seen_by_all(extra_) & p_.at[digit];
        const int x = *cells_in(extra_), y = *++cells_in(extra_);
        const bool is_5 = extra_.size() == 3 || (frame.row(x) != frame.row(y) && frame.column(x) != frame.column(y));
        wanted(is_5 ? 4 : 1)->remove(gone, digit);
        keep();
    }

    void type_3(Bits extras, Bits pair) {
        for (int kind = 0; kind < 3; ++kind) {
            const int unit = frame.unit[first_][kind];
            if (frame.unit[second_][kind] != unit) continue;
            int others[9], amount = 0;
            for (const int cell : cells_in((frame.cells_of[unit] & p_.open) - rectangle_)) {
                if (!(p_.candidates[cell] & pair)) others[amount++] = cell;
            }
            extend_3(unit, others, amount, 0, extra_, extras);
        }
    }

    // Cells of the unit that form a naked subset with the extra digits.
    void extend_3(int unit, const int* others, int amount, int from, const Cells& cells, Bits digits) {
        for (int i = from; i < amount; ++i) {
            Cells more = cells;
            more.set(others[i]);
            const Bits all = digits | p_.candidates[others[i]];
            if ((unit < boxes || !in_one_line(more)) && count(all) == more.size() - 1) use_3(unit, more, all);
            extend_3(unit, others, amount, i + 1, more, all);
        }
    }

    static bool in_one_line(const Cells& cells) {
        const int first = *cells_in(cells);
        return !frame.cells_of[rows + frame.row(first)].lacks(cells) ||
               !frame.cells_of[columns + frame.column(first)].lacks(cells);
    }

    void use_3(int unit, const Cells& cells, Bits digits) {
        Step* step = wanted(2);
        remove_from(unit, cells, digits, *step);
        if (!step->useful()) return;
        const int box = frame.unit[*cells_in(cells)][2];
        if (unit < boxes && !frame.cells_of[box].lacks(cells)) remove_from(box, cells, digits, *step);
        keep();
    }

    void remove_from(int unit, const Cells& cells, Bits digits, Step& step) const {
        for (const int cell : cells_in((frame.cells_of[unit] & p_.open) - cells)) {
            step.remove_digits(cell, p_.candidates[cell] & digits);
        }
    }

    void type_4_or_6() {
        const bool in_line = frame.row(first_) == frame.row(second_) || frame.column(first_) == frame.column(second_);
        Cells around = frame.peers[first_] & frame.peers[second_];
        if (!in_line) {
            around = {};
            for (const int cell : {first_, second_}) {
                around |= frame.cells_of[rows + frame.row(cell)] | frame.cells_of[columns + frame.column(cell)];
            }
            around -= rectangle_;
        }
        const bool a_free = (around & p_.at[a_]).empty(), b_free = (around & p_.at[b_]).empty();
        if (!a_free && !b_free) return;
        const int gone = in_line == a_free ? b_ : a_;
        Step* step = wanted(in_line ? 3 : 5);
        for (const int cell : {first_, second_}) {
            if (p_.has(cell, gone)) step->remove(cell, gone);
        }
        keep();
    }

    void hidden(int plain) {
        const int x = *cells_in(plain_);
        if (plain == 2) {
            const int y = *++cells_in(plain_);
            if (frame.row(x) == frame.row(y) || frame.column(x) == frame.column(y)) return;
        }
        for (const int corner : cells_in(plain_)) hidden_from(corner);
    }

    // Opposite the corner, one digit of the pair has no other place in the row and column of the rectangle.
    void hidden_from(int corner) {
        const int x = *cells_in(extra_), y = *++cells_in(extra_);
        const int row = frame.row(frame.row(x) == frame.row(corner) ? y : x);
        const int column = frame.column(frame.column(x) == frame.column(corner) ? y : x);
        for (const auto [stays, goes] : {Pair2{a_, b_}, Pair2{b_, a_}}) {
            const Cells lines = frame.cells_of[rows + row] | frame.cells_of[columns + column];
            if (!((p_.at[stays] & lines) - rectangle_).empty()) continue;
            Step* step = wanted(6);
            if (p_.has(row * 9 + column, goes)) step->remove(row * 9 + column, goes);
            keep();
        }
    }

    struct Pair2 {
        int stays, goes;
    };

    // Three or two of the cells were filled by the solver; the others must not complete the exchange.
    void start_avoidable(int cell) {
        a_ = p_.values[cell] - 1;
        each_rectangle(cell, placed_, [&](int next, int c, int d) {
            b_ = p_.values[next] - 1;
            const bool c_placed = p_.values[c] == b_ + 1 && placed_.has(c);
            const bool d_placed = p_.values[d] == a_ + 1 && placed_.has(d);
            const bool c_open = is_pair_with(c, b_), d_open = is_pair_with(d, a_);
            if (!((c_placed && d_open) || (d_placed && c_open) || (c_open && d_open))) return;
            if (is_new(cell, next, c, d)) use_avoidable(c, d);
        });
    }
    bool is_pair_with(int cell, int digit) const {
        return p_.has(cell, digit) && count(Bits{p_.candidates[cell]}) == 2;
    }

    void use_avoidable(int c, int d) {
        if (p_.values[c] || p_.values[d]) {
            Step* step = wanted(7);
            if (p_.values[c]) {
                step->remove(d, a_);
            } else {
                step->remove(c, b_);
            }
        } else {
            const int other = lowest(p_.candidates[c] & ~bit(b_));
            if (!p_.has(d, other)) return;
            wanted(8)->remove(frame.peers[c] & frame.peers[d] & p_.at[other], other);
        }
        keep();
    }

    const Position& p_;
    const FewCandidates& few_;
    Cells allowed_[9], placed_, rectangle_, plain_, extra_;
    int a_ = 0, b_ = 0, first_ = 0, second_ = 0, type_ = 0;
    List<int> seen_;
    Step fresh_;
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
