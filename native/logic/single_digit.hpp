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

#include <array>
#include <cstddef>

#include "logic/finder.hpp"

namespace ninefold::logic {

template <int W>
class TwoLinks {
  public:
    using Set = Cells<W>;
    using Units = typename Position<W>::Units;

    TwoLinks(Finder<W>& finder, Technique technique) : f_(finder), technique_(technique) {}

    void find() {
        const Units rows = f_.l.all_of(Kind::row), columns = f_.l.all_of(Kind::column);
        const Digits digits = f_.digits_left(technique_);
        if (technique_ == Technique::skyscraper) {
            find_for(digits, rows);
            if (!f_.done()) find_for(digits, columns);
        } else if (technique_ == Technique::two_string_kite) {
            find_for(digits, rows | columns);
        } else {
            find_for(digits, rows | columns | f_.l.all_of(Kind::box) | f_.l.all_of(Kind::other));
        }
        if (!f_.done()) f_.in_vain(technique_, digits);
    }

    void find_empty_rectangles() {
        for (const int digit : each(f_.digits_left(technique_))) {
            digit_ = digit;
            collect(f_.l.all_of(Kind::row) | f_.l.all_of(Kind::column));
            for (const int box : f_.l.all_of(Kind::box)) {
                if (pairs_) try_box(box);
                if (f_.done()) return;
            }
            f_.in_vain(technique_, bit(digit));
        }
    }

  private:
    struct Pair {
        int unit;
        std::array<int, 2> ends;
        Digits places;
    };

    // Units of the digit with two places.
    void collect(const Units& wanted) {
        pairs_ = 0;
        for (const int unit : f_.few().pairs(digit_) & wanted) {
            const Digits places = f_.p.positions(unit, digit_);
            const int one = f_.l.cell_at(unit, first(places)), two = f_.l.cell_at(unit, first(without_first(places)));
            pair_[pairs_++] = {unit, {one, two}, places};
        }
    }

    void find_for(Digits digits, const Units& wanted) {
        for (const int digit : each(digits)) {
            digit_ = digit;
            collect(wanted);
            for (std::size_t i = 0; i < pairs_; ++i) {
                for (std::size_t j = i + 1; j < pairs_; ++j) {
                    if (fits(pair_[i], pair_[j])) join(pair_[i], pair_[j]);
                    if (f_.enough()) return;
                }
            }
            if (f_.done()) return;
        }
    }

    [[nodiscard]] bool fits(const Pair& u, const Pair& v) const {
        const Kind a = f_.l.kind(u.unit);
        const Kind b = f_.l.kind(v.unit);
        if (technique_ == Technique::skyscraper) return a == b && (u.places & v.places);  // position p: the same cross line
        if (technique_ == Technique::two_string_kite) return a != b && is_line(a) && is_line(b);
        return !is_line(a) || !is_line(b);
    }

    // Tries the four ways to join two links: way & 1 says which end of the first is near the second, way >> 1 which end
    // of that is next.
    void join(const Pair& a, const Pair& b) {
        for (const int way : each(ways(a, b))) {
            const auto i = static_cast<std::size_t>(way & 1), j = static_cast<std::size_t>(way >> 1);
            const int near = a.ends[i], far = a.ends[1 - i], next = b.ends[j], end = b.ends[1 - j];
            if (!joined(near, next)) continue;
            const Set gone = (f_.l.peers_of(far) & f_.l.peers_of(end) & f_.p.at(digit_)) - Set::of(near, next);
            if (gone.any()) give(a.unit, b.unit, {far, near, next, end}, gone);
            if (f_.enough()) return;
        }
    }
    // Those in which the near ends see each other, and no end is in both links. All four are tested, because the CPU
    // cannot foresee the result of any.
    [[nodiscard]] Digits ways(const Pair& a, const Pair& b) const {
        const Set &one = f_.l.peers_of(a.ends[0]), &two = f_.l.peers_of(a.ends[1]);
        const auto seen = [](const Set& peers, int cell, int way) { return Digits{peers.has(cell)} << way; };
        const Digits near = seen(one, b.ends[0], 0) | seen(two, b.ends[0], 1) | seen(one, b.ends[1], 2) | seen(two, b.ends[1], 3);
        const bool apart = (a.ends[0] != b.ends[0]) & (a.ends[0] != b.ends[1]) & (a.ends[1] != b.ends[0]) & (a.ends[1] != b.ends[1]);
        return apart ? near : 0;
    }
    [[nodiscard]] bool joined(int near, int next) const {
        if (technique_ == Technique::turbot_fish) return true;
        for (const Seat seat : f_.l.seats_of(near)) {
            const bool by_line = is_line(f_.l.kind(seat.unit));
            if (by_line == (technique_ == Technique::skyscraper) && f_.l.unit(seat.unit).has(next)) return true;
        }
        return false;
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
        for (int row = 0; row < f_.l.n; ++row) {
            const Set in_row = places & f_.l.unit(row);
            if (!in_row.any() || in_row == places) continue;
            for (int column = f_.l.n; column < 2 * f_.l.n; ++column) {
                const Set in_column = places & f_.l.unit(column);
                if (!in_column.any() || in_column == places || !places.in(f_.l.unit(row) | f_.l.unit(column))) continue;
                try_lines(box, row, column);
                try_lines(box, column, row);
                if (f_.done()) return;
            }
        }
    }

    // The link's near end in `along`; its far end sees, along its own parallel to `along`, a cell of `across`.
    void try_lines(int box, int along, int across) {
        for (std::size_t i = 0; i < pairs_ && !f_.done(); ++i) {
            const int unit = pair_[i].unit;
            const auto [one, two] = pair_[i].ends;
            if (f_.l.kind(unit) != f_.l.kind(across)) continue;
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
    int digit_ = 0;
    std::size_t pairs_ = 0;
    std::array<Pair, Limits<W>::units> pair_{};
};

template <int W>
void find_two_links(Finder<W>& f, Technique technique) {
    TwoLinks<W> links(f, technique);
    technique == Technique::empty_rectangle ? links.find_empty_rectangles() : links.find();
}

}  // namespace ninefold::logic
