// Looks at the positions of sixteen puzzles: which singles there are, and how visible each is.
//
// 1. A single's visibility is 6 for each box that has one place for its digit and for each unit of which it is the last
//    cell, 3 for each other row or column with one place for its digit, and 1 if it is the only candidate of its cell
//    (and that cell is not the last of a unit).
// 2. So a visibility is three times a number of three bits, which add up bit by bit for all cells at once, plus a last
//    bit; and the sets of equally visible cells follow from these bits.
// 3. Everything is seen again at each look. That is cheaper than keeping it up to date, as there is nothing to decide.
#pragma once

#include "lanes/vector.hpp"
#include "measure/views.hpp"

namespace ninefold::measure::NINEFOLD_VERSION {

using lanes::NINEFOLD_VERSION::Vector;

template <unsigned Lanes>
class Look {
    using V = Vector<Lanes>;
    using Word = Views::Word;

    struct Cells {
        V band[3];

        static NINEFOLD_INLINE Cells load(const Views::Cells& from, unsigned lane) {
            return {{V::load(from[0] + lane), V::load(from[1] + lane), V::load(from[2] + lane)}};
        }
        NINEFOLD_INLINE void store(Views::Cells& to, unsigned lane) const {
            for (int b = 0; b < 3; ++b) band[b].store(to[b] + lane);
        }
    };

  public:
    NINEFOLD_INLINE Look(Views& views, unsigned lane) : views_(views), lane_(lane) {}

    NINEFOLD_INLINE void run() {
        find_singles();
        find_last();
        add_up();
        rank();
    }

  private:
    static constexpr Word line = 0x1FF, rows = line | line << 10 | line << 20, spare = 1U << 9 | 1U << 19 | 1U << 29;
    static constexpr Word box_starts = 1 | 1 << 3 | 1 << 6;

    static NINEFOLD_INLINE V none() { return V::all(0); }
    // From the tenth bit of each row to its nine others, from the first row to all, from the first of three to all.
    static NINEFOLD_INLINE V in_whole_rows(V tenths) { return tenths - (tenths >> 9); }
    static NINEFOLD_INLINE V in_all_rows(V first) { return any(first, first << 10, first << 20); }
    static NINEFOLD_INLINE V in_three_columns(V starts) { return (starts << 3) - starts; }

    // All cells of the rows, columns or boxes in which a set has two cells or more.
    static NINEFOLD_INLINE V crowded_rows(V set) {
        const V all = V::all(rows), others = set & (set + all);  // without the lowest of each row
        return in_whole_rows((others + all) & V::all(spare));
    }
    static NINEFOLD_INLINE V crowded_columns(const Cells& set) {
        const V one = any(set.band[0], set.band[1], set.band[2]), two = two_of(set.band[0], set.band[1], set.band[2]);
        const V more = two_of(one, one >> 10, one >> 20) | any(two, two >> 10, two >> 20);
        return in_all_rows(more & V::all(line));
    }
    static NINEFOLD_INLINE V crowded_boxes(V set) {
        const V one = any(set, set >> 10, set >> 20), two = two_of(set, set >> 10, set >> 20);
        const V more = two_of(one, one >> 1, one >> 2) | any(two, two >> 1, two >> 2);
        return in_all_rows(in_three_columns(more & V::all(box_starts)));
    }

    // The units of at most one cell.
    static NINEFOLD_INLINE Cells units_of(const Cells& cell) {
        const V column = any(cell.band[0], cell.band[1], cell.band[2]);
        const V columns = in_all_rows(any(column, column >> 10, column >> 20) & V::all(line));
        Cells units;
        for (int b = 0; b < 3; ++b) {
            const V set = cell.band[b], first = any(set, set >> 10, set >> 20);
            const V starts = any(first, first >> 1, first >> 2) & V::all(box_starts);
            const V row = in_whole_rows((set + V::all(rows)) & V::all(spare));
            units.band[b] = any(row, columns, in_all_rows(in_three_columns(starts)));
        }
        return units;
    }

    // Fills the cell that is given; then finds the only places of all digits, and the cells with one candidate.
    NINEFOLD_INLINE void find_singles() {
        const Cells cell = Cells::load(views_.cell, lane_), units = units_of(cell);
        const V digit = V::load(views_.digit + lane_);
        Cells two;
        for (int b = 0; b < 3; ++b) open_.band[b] = two.band[b] = row_.band[b] = column_.band[b] = box_.band[b] = none();
        for (int d = 0; d < 9; ++d) {
            const V here = equal(digit, V::all(static_cast<Word>(d)));
            Cells set = Cells::load(views_.places[d], lane_);
            for (int b = 0; b < 3; ++b) set.band[b] = without(set.band[b], or_both(cell.band[b], here, units.band[b]));
            set.store(views_.places[d], lane_);
            const V columns = crowded_columns(set);
            for (int b = 0; b < 3; ++b) {
                const V own = set.band[b];
                two.band[b] = or_both(two.band[b], open_.band[b], own);
                open_.band[b] = open_.band[b] | own;
                row_.band[b] = unless(own, crowded_rows(own), row_.band[b]);
                column_.band[b] = unless(own, columns, column_.band[b]);
                box_.band[b] = unless(own, crowded_boxes(own), box_.band[b]);
            }
        }
        for (int b = 0; b < 3; ++b) naked_.band[b] = without(open_.band[b], two.band[b]);
    }

    // Finds the units with one open cell, and separates the singles of rows and columns by these.
    NINEFOLD_INLINE void find_last() {
        const V columns = crowded_columns(open_);
        Cells last;
        for (int b = 0; b < 3; ++b) {
            const V open = open_.band[b], crowded = crowded_rows(open);
            last.band[b] = without(open, crowded & columns & crowded_boxes(open));
            naked_.band[b] = without(naked_.band[b], last.band[b]);
            in_last_row_.band[b] = without(row_.band[b], crowded);
            in_last_column_.band[b] = without(column_.band[b], columns);
            row_.band[b] = row_.band[b] & crowded;
            column_.band[b] = column_.band[b] & columns;
        }
        last.store(views_.last, lane_);
        row_.store(views_.in_rows, lane_);
        column_.store(views_.in_columns, lane_);
    }

    // Rule 2: a row or column counts 1, or 2 if this is its last cell, and a box 2.
    NINEFOLD_INLINE void add_up() {
        Cells hidden, seen;
        for (int b = 0; b < 3; ++b) {
            const V row = row_.band[b], column = column_.band[b];
            const V two = in_last_row_.band[b], other = or_both(in_last_column_.band[b], row, column);
            ones_.band[b] = row ^ column;
            twos_.band[b] = odd(two, other, box_.band[b]);
            fours_.band[b] = two_of(two, other, box_.band[b]);
            hidden.band[b] = any(ones_.band[b], twos_.band[b], fours_.band[b]);
            seen.band[b] = hidden.band[b] | naked_.band[b];
        }
        hidden.store(views_.hidden, lane_);
        seen.store(views_.seen, lane_);
        const V by_eight = eighths(ones_) + (eighths(twos_) << 1) + (eighths(fours_) << 2);
        const V hidden_total = sum_of_bytes(by_eight);
        (hidden_total + (hidden_total << 1) + sum_of_bytes(eighths(naked_))).store(views_.total + lane_);
    }

    // The number of cells in each eight bits of the words of all bands.
    static NINEFOLD_INLINE V eighths(const Cells& set) {
        V fours = none();
        for (const V word : set.band) {
            const V twos = word - ((word >> 1) & V::all(0x55555555));
            fours = fours + (twos & V::all(0x33333333)) + ((twos >> 2) & V::all(0x33333333));
        }
        return (fours & V::all(0x0F0F0F0F)) + ((fours >> 4) & V::all(0x0F0F0F0F));
    }
    static NINEFOLD_INLINE V sum_of_bytes(V bytes) {
        const V pairs = (bytes & V::all(0x00FF00FF)) + ((bytes >> 8) & V::all(0x00FF00FF));
        return (pairs + (pairs >> 16)) & V::all(0xFFFF);
    }

    // Goes through the sets of equally visible cells, the most visible first.
    NINEFOLD_INLINE void rank() {
        for (int b = 0; b < 3; ++b) {
            before_.band[b] = V::all(~Word{0});
            best_.band[b] = ties_.band[b] = none();
        }
        is_fresh_ = V::all(~Word{0});
        offer([this](int b) { return fours_.band[b] & twos_.band[b]; });
        offer([this](int b) { return fours_.band[b] & ones_.band[b]; });
        offer_both([this](int b) { return without(fours_.band[b], ones_.band[b], twos_.band[b]); });
        offer_both([this](int b) { return without(ones_.band[b] & twos_.band[b], fours_.band[b]); });
        offer_both([this](int b) { return without(twos_.band[b], ones_.band[b], fours_.band[b]); });
        offer_both([this](int b) { return without(ones_.band[b], twos_.band[b], fours_.band[b]); });
        offer([this](int b) { return without(naked_.band[b], ones_.band[b] | twos_.band[b], fours_.band[b]); });
        best_.store(views_.best, lane_);
        ties_.store(views_.ties, lane_);
    }

    template <class Set>
    NINEFOLD_INLINE void offer_both(Set set) {
        offer([=, this](int b) { return set(b) & naked_.band[b]; });
        offer([=, this](int b) { return without(set(b), naked_.band[b]); });
    }

    // Less visible cells matter only before the first of the more visible ones.
    template <class Set>
    NINEFOLD_INLINE void offer(Set set) {
        V hit[3];
        for (int b = 0; b < 3; ++b) hit[b] = set(b) & before_.band[b];
        const V hits = any(hit[0], hit[1], hit[2]), one = V::all(1);
        if (!lanes_that_differ(hits, none())) return;
        const V not_0 = equal(hit[0], none()), not_01 = not_0 & equal(hit[1], none());
        const V first[3] = {lowest(hit[0]), lowest(hit[1]) & not_0, lowest(hit[2]) & not_01};
        before_.band[0] = before_.band[0] & (first[0] - one);
        before_.band[1] = before_.band[1] & not_0 & (first[1] - one);
        before_.band[2] = before_.band[2] & not_01 & (first[2] - one);
        for (int b = 0; b < 3; ++b) {
            ties_.band[b] = or_differ(ties_.band[b], hit[b], first[b]);
            best_.band[b] = or_both(best_.band[b], hit[b], is_fresh_);
        }
        is_fresh_ = is_fresh_ & not_01 & equal(hit[2], none());
    }
    static NINEFOLD_INLINE V lowest(V set) { return set & (none() - set); }

    Views& views_;
    const unsigned lane_;
    Cells open_, row_, column_, box_, naked_;  // what there are singles of
    Cells in_last_row_, in_last_column_;
    Cells ones_, twos_, fours_;
    Cells before_, best_, ties_;
    V is_fresh_;
};

template <unsigned Lanes>
void look(Views& views) {
    for (unsigned lane = 0; lane < Views::lanes; lane += Lanes) Look<Lanes>(views, lane).run();
}

}  // namespace ninefold::measure::NINEFOLD_VERSION
