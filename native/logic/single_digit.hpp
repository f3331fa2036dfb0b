// Two strong links of one digit: a = b is a full unit with two places for the digit, so one of them holds.
//
// Ends a and d of a = b – c = d, where b sees c: one end holds, so what sees both ends loses the digit.
//
// 1. Skyscraper: two rows whose links share a column at one end (or two columns that share a row).
// 2. Two-string kite: a row and a column whose links have an end each in one box.
// 3. Turbot fish: any other pair of links, at least one of them in a box or another unit that is not a line.
// 4. Empty rectangle: a box whose places lie in one row and one column, not all in one of them, and a line with two places. If
//    one end of the line's link is in the box's row, the cell where the box's column meets the other end's row loses
//    the digit (or with rows and columns exchanged).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "logic/finder.hpp"

namespace ninefold::logic {

template <int W>
class TwoLinks {
  public:
    using Set = Cells<W>;

    TwoLinks(Finder<W>& finder, Technique technique)
        : f_(finder), technique_(technique),
          peers_(technique == Technique::skyscraper        ? finder.l.line_peers
                 : technique == Technique::two_string_kite ? finder.l.other_peers
                                                           : finder.l.peers) {}

    void find() {
        const Digits digits = f_.digits_left(technique_);
        if (technique_ == Technique::skyscraper) {
            find_for(digits, [&](const List& list) { skyscrapers(list, 0, list.rows); });
            if (!f_.done()) find_for(digits, [&](const List& list) { skyscrapers(list, list.rows, list.lines); });
        } else if (technique_ == Technique::two_string_kite) {
            find_for(digits, [&](const List& list) { join_each(list, 0, list.rows, list.rows, list.lines); });
        } else {
            find_for(digits, [&](const List& list) { join_each(list, 0, list.all, list.lines, list.all); });
        }
        if (!f_.done()) f_.in_vain(technique_, digits);
    }

    void find_empty_rectangles() {
        for (const int digit : each(f_.digits_left(technique_))) {
            digit_ = digit;
            if (f_.two_places(digit).lines) {
                for (const int box : f_.l.all_of(Kind::box)) {
                    try_box(box);
                    if (f_.done()) return;
                }
            }
            f_.in_vain(technique_, bit(digit));
        }
    }

  private:
    using List = typename TwoPlacesLists<W>::List;

    template <class Work>
    void find_for(Digits digits, const Work& work) {
        for (const int digit : each(digits)) {
            digit_ = digit;
            work(f_.two_places(digit));
            if (f_.done()) return;
        }
    }

    void skyscrapers(const List& list, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            for (std::size_t j = i + 1; j < end && !f_.enough(); ++j) {
                const TwoPlaces &a = list.units[i], &b = list.units[j];
                if (a.positions & b.positions) join(a, b);  // position p: the same cross line
            }
        }
    }
    // Each of these with each of those that comes later.
    void join_each(const List& list, std::size_t begin, std::size_t end, std::size_t other_begin, std::size_t other_end) {
        for (std::size_t i = begin; i < end; ++i) {
            for (std::size_t j = std::max(i + 1, other_begin); j < other_end && !f_.enough(); ++j) {
                join(list.units[i], list.units[j]);
            }
        }
    }

    // Tries the four ways to join two links: way & 1 says which end of the first is near the second, way >> 1 which end
    // of that is next.
    void join(const TwoPlaces& a, const TwoPlaces& b) {
        for (const int way : each(ways(a.cells, b.cells))) {
            const auto i = static_cast<std::size_t>(way & 1), j = static_cast<std::size_t>(way >> 1);
            const int near = a.cells[i], far = a.cells[1 - i], next = b.cells[j], end = b.cells[1 - j];
            const Set gone = (f_.l.peers_of(far) & f_.l.peers_of(end) & f_.p.at(digit_)) - f_.l.only(near) - f_.l.only(next);
            if (gone.any()) give(a.unit, b.unit, {far, near, next, end}, gone);
            if (f_.enough()) return;
        }
    }
    // Those in which the near ends see each other as the technique wants it, and no end is in both links. All four are
    // tested, because the CPU cannot foresee the result of any.
    [[nodiscard]] Digits ways(const std::array<int, 2>& a, const std::array<int, 2>& b) const {
        const Set &one = peers_[static_cast<std::size_t>(a[0])], &two = peers_[static_cast<std::size_t>(a[1])];
        const auto seen = [](const Set& peers, int cell, int way) { return Digits{peers.has(cell)} << way; };
        const Digits near = seen(one, b[0], 0) | seen(two, b[0], 1) | seen(one, b[1], 2) | seen(two, b[1], 3);
        const bool apart = (a[0] != b[0]) & (a[0] != b[1]) & (a[1] != b[0]) & (a[1] != b[1]);
        return apart ? near : 0;
    }

    void give(int first_unit, int second_unit, const std::array<int, 4>& ends, const Set& gone) {
        auto& step = f_.start(technique_);
        step.remove(gone, digit_);
        step.length = 3;
        if (f_.evidence()) {
            for (const int cell : ends) step.add(Role::node, bit(digit_), Set::of(cell));
            step.strong(0, 1, unit_truth(first_unit, digit_));
            step.weak(1, 2);
            step.strong(2, 3, unit_truth(second_unit, digit_));
        }
        f_.give();
    }

    void try_box(int box) {
        const Set places = f_.p.places(box, digit_);
        if (!f_.l.is_full(box) || places.size() < (f_.wide ? 2 : 3)) return;
        Digits rows = 0, columns = 0;
        for (const int cell : places) {
            rows |= bit(f_.l.row_of(cell));
            columns |= bit(f_.l.column_of(cell));
        }
        if (is_single(rows) || is_single(columns)) return;
        for (const int row : each(rows)) {
            const Set others = places - f_.l.unit(row);
            for (const int i : each(columns)) {
                const int column = f_.l.n + i;
                if (!others.in(f_.l.unit(column))) continue;
                try_lines(box, row, column);
                try_lines(box, column, row);
                if (f_.done()) return;
            }
        }
    }

    // The link's near end in `along`; its far end sees, along its own parallel to `along`, a cell of `across`.
    void try_lines(int box, int along, int across) {
        const List& list = f_.two_places(digit_);
        const bool in_rows = across < f_.l.n;
        for (std::size_t i = in_rows ? 0 : list.rows; i < (in_rows ? list.rows : list.lines) && !f_.done(); ++i) {
            const int unit = list.units[i].unit;
            const auto [one, two] = list.units[i].cells;
            const bool swapped = !f_.l.unit(along).has(one);
            const int near = swapped ? two : one;
            const int far = swapped ? one : two;
            if (!f_.l.unit(along).has(near) || f_.l.unit(box).has(near) || f_.l.unit(box).has(far)) continue;
            const int parallel = f_.l.unit_of(far, f_.l.kind(along));
            const Set gone = (f_.l.unit(parallel) & f_.l.unit(across) & f_.p.at(digit_)) - f_.l.unit(box);
            if (gone.any()) give_rectangle(box, along, across, unit, near, far, gone);
        }
    }

    void give_rectangle(int box, int along, int across, int unit, int near, int far, const Set& gone) {
        auto& step = f_.start(Technique::empty_rectangle);
        step.remove(gone, digit_);
        step.length = 3;
        if (f_.evidence()) {
            const Set places = f_.p.places(box, digit_);
            const Set in_along = places & f_.l.unit(along);
            step.add(Role::node, bit(digit_), Set::of(far));
            step.add(Role::node, bit(digit_), Set::of(near));
            step.add(Role::node, bit(digit_), in_along, box);
            step.add(Role::node, bit(digit_), places & f_.l.unit(across), box);
            step.strong(0, 1, unit_truth(unit, digit_));
            step.weak(1, 2);
            step.strong(2, 3, unit_truth(box, digit_));
        }
        f_.give();
    }

    Finder<W>& f_;
    Technique technique_;
    const std::vector<Set>& peers_;  // in which near ends see each other
    int digit_ = 0;
};

template <int W>
void find_two_links(Finder<W>& f, Technique technique) {
    TwoLinks<W> links(f, technique);
    technique == Technique::empty_rectangle ? links.find_empty_rectangles() : links.find();
}

}  // namespace ninefold::logic
