// Strong links of one digit and their ends, as SukakuExplainer 1.18.1 sees them (strong_links.hpp).
//
// 1. A unit with two places for the digit is a link between them; not a box where both are in one line.
// 2. A unit with three to six places is a grouped link if they fall into two groups. In a box: the two arms of a cross,
//    or else, with four places or more, two parallel lines. In a line: two boxes.
// 3. The cross or the empty line that comes first decides, even if a group is then empty; there is no link then.
// 4. The centre of a cross goes with the longer arm; with both, if both have two places and it is a place; if
//    each has one, with the arm in the column.
// 5. Four places at the corners of a rectangle are two links: between its rows, and between its columns.
#pragma once

#include "position.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

// One end of a strong link: up to three cells.
struct LinkEnd {
    Cells sees;                          // what all its cells see
    int unit[kinds] = {-1, -1, -1};      // the box, row and column that hold all its cells, or -1
    bool is_empty = true;

    void add(int cell) {
        for (int kind = 0; kind < kinds; ++kind) {
            const int here = board.unit[cell][kind];
            unit[kind] = is_empty || unit[kind] == here ? here : -1;
        }
        sees = is_empty ? board.peers[cell] : sees & board.peers[cell];
        is_empty = false;
    }

    // The first unit that holds this end and another, of column, row and box; or -1.
    int joint(const LinkEnd& other) const {
        for (int kind = kinds - 1; kind >= 0; --kind) {
            if (unit[kind] >= 0 && unit[kind] == other.unit[kind]) return unit[kind];
        }
        return -1;
    }
};

struct StrongLink {
    int unit;
    bool is_grouped;
    Cells places;
    LinkEnd end[2];

    int kind() const { return unit / 9; }
};

class LinkFinder {
  public:
    // Adds the links of a unit to `links`.
    LinkFinder(const Position& position, int unit, int digit, List<StrongLink>& links)
        : unit_(unit), places_(position.places[unit][digit]), links_(links) {
        const int amount = count(places_);
        if (amount < 2 || amount > 6) return;
        if (amount == 2)
            pair();
        else if (is_box(unit))
            grouped_in_box();
        else
            grouped_in_line();
    }

  private:
    static constexpr Bits box_row = 0b111, box_column = 0b1001001;

    void add(Bits one, Bits other) {
        StrongLink link{unit_, count(places_) > 2, {}, {}};
        for (const int place : each(places_)) link.places.set(board.cell[unit_][place]);
        for (const int place : each(one)) link.end[0].add(board.cell[unit_][place]);
        for (const int place : each(other)) link.end[1].add(board.cell[unit_][place]);
        links_.push(link);
    }

    static bool in_one_line(int a, int b) { return a / 3 == b / 3 || a % 3 == b % 3; }  // places of a box

    void pair() {
        const int first = lowest(places_), second = lowest(places_ & (places_ - 1));
        if (!is_box(unit_) || !in_one_line(first, second)) add(bit(first), bit(second));
    }

    void grouped_in_line() {
        for (int out = 0; out < 3; ++out) {
            if (places_ & (box_row << 3 * out)) continue;
            const Bits one = places_ & (box_row << (out == 0 ? 3 : 0)), other = places_ & ~one;
            if (!one || !other) return;
            if (count(one) > 1 && count(other) == 1)
                add(other, one);
            else
                add(one, other);
            return;
        }
    }

    void grouped_in_box() {
        for (int centre = 0; centre < 9; ++centre) {
            const Bits column = box_column << centre % 3, row = box_row << centre / 3 * 3;
            if (!(places_ & ~(column | row))) return cross(bit(centre), places_ & column, places_ & row);
        }
        if (count(places_) < 4) return;
        for (int out = 2; out >= 0; --out) {
            if (!(places_ & (box_row << 3 * out))) return parallel(box_row << (out == 0 ? 3 : 0));
        }
        for (int out = 2; out >= 0; --out) {
            if (!(places_ & (box_column << out))) return parallel(box_column << (out == 0 ? 1 : 0));
        }
    }

    // Rule 4.
    void cross(Bits centre, Bits column, Bits row) {
        column &= ~centre;
        row &= ~centre;
        if (!column || !row) return;
        if (count(row) == 1)
            add(row, column | centre);
        else if (count(column) == 1)
            add(column, row | centre);
        else
            add(column | (places_ & centre), row | (places_ & centre));
    }

    // Rule 5; the groups have two places or more, or this would be a cross.
    void parallel(Bits line) {
        const Bits one = places_ & line, other = places_ & ~line;
        if (!one || !other) return;
        add(one, other);
        if (count(one) != 2 || count(other) != 2) return;
        const int a = lowest(one), b = lowest(one & (one - 1)), c = lowest(other), d = lowest(other & (other - 1));
        if (in_one_line(a, c) && in_one_line(b, d)) add(bit(a) | bit(c), bit(b) | bit(d));
    }

    const int unit_;
    const Bits places_;
    List<StrongLink>& links_;
};

}  // namespace ninefold::explainer::NINEFOLD_VERSION
