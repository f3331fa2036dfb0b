// The search for the smallest line, row by row; a header for canon.cpp alone.
//
// 1. `kept_` holds every partial symmetry that produces the smallest rows so far.
// 2. A partial symmetry fixes as little as possible. Columns of a stack that are still interchangeable form a class, as
//    do such stacks; an Order says where each class begins. Empty cells are interchangeable, and so are digits not
//    seen before.
// 3. Within a class, empty cells come first, then digits already seen, then new ones, because a new digit gets a label
//    greater than all before it.
// 4. A digit first seen inside a class has no label yet. When it appears again, it gets the smallest label it can have,
//    which fixes its stack and its column.
// 5. If several stacks or columns give the same smallest value, all of them are tried. A partial symmetry whose row
//    exceeds the smallest so far is dropped at once.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "canon.hpp"
#include "canon/partial.hpp"
#include "canon/second_row.hpp"

namespace ninefold::canon {

class Search {
  public:
    void run(const std::uint8_t* digits);
    void write(std::uint8_t* line) const;
    Symmetry symmetry() const;
    std::uint64_t automorphisms() const;

  private:
    void make_row();
    void try_rows(const Partial& partial);
    void try_row(const Partial& partial, std::size_t source, std::uint32_t multiplicity);
    void keep(const Partial& partial, const RowPrefix& prefix);

    void fill(Partial& partial, RowPrefix prefix);
    void fill_stacks(Partial& partial, RowPrefix prefix, Subset stacks);
    void fill_class(Partial& partial, RowPrefix prefix, std::size_t stack, Subset columns);
    void fill_seen(Partial& partial, RowPrefix prefix, std::size_t stack, Subset seen);
    bool put(RowPrefix& prefix, unsigned value) const;
    bool put_fixed(Partial& partial, RowPrefix& prefix, std::size_t column) const;
    bool put_interchangeable(Partial& partial, RowPrefix& prefix, std::size_t stack) const;

    bool bound_second_row();

    bool is_empty(const Partial& partial, std::size_t source) const;
    Split split(const Partial& partial, std::size_t stack, Subset columns) const;
    unsigned kinds(const Partial& partial, std::size_t stack) const;
    unsigned least_label(const Partial& partial, unsigned digit) const;
    unsigned label_if_first(const Partial& partial, std::size_t column) const;
    void fix(Partial& partial, unsigned digit, unsigned label) const;
    void mark_seen(Partial& partial, std::size_t column) const;
    Row columns_of(const Partial& partial) const;

    std::array<std::array<Row, 9>, 2> grid_{};  // as given, and transposed
    std::array<Row, 9> line_{};
    std::vector<Partial> kept_, next_;
    std::size_t row_ = 0;          // the row of the line being built
    const Row* source_ = nullptr;  // the row of the grid tried for it
    unsigned labels_ = 0;           // labels assigned in earlier rows
    std::uint64_t least_ = 0;      // the smallest row so far, four bits per cell
    unsigned least_labels_ = 0;     // and the labels assigned with it
    bool is_made_ = false;         // whether `least_` is set
    bool has_bound_ = false;       // whether it was known before anything was tried
    std::array<std::array<std::array<std::uint64_t, 3>, 9>, 2> second_{};  // of each pair of rows, with a bound
};

// --- rows ---------------------------------------------------------------------------------------------------------

inline void Search::run(const std::uint8_t* digits) {
    for (std::size_t cell = 0; cell < cells; ++cell) {
        grid_[0][cell / 9][cell % 9] = digits[cell];
        grid_[1][cell % 9][cell / 9] = digits[cell];
    }
    kept_.assign({start(0), start(1)});
    labels_ = 0;
    for (row_ = 0; row_ < 9; ++row_) make_row();
}

inline void Search::make_row() {
    next_.clear();
    is_made_ = has_bound_ = row_ == 1 && bound_second_row();
    for (const Partial& partial : kept_) try_rows(partial);
    for (std::size_t cell = 0; cell < 9; ++cell) {
        line_[row_][cell] = static_cast<Index>(least_ >> (4 * (8 - cell)) & 15);
    }
    labels_ = least_labels_;
    kept_.swap(next_);
}

// Tries every row that may come next. The empty rows of a band are interchangeable, so one represents all.
inline void Search::try_rows(const Partial& partial) {
    const bool is_first = row_ % 3 == 0;
    const std::size_t from = is_first ? 0 : partial.rows[row_ - 1] / 3U, to = is_first ? 3 : from + 1;
    for (std::size_t band = from; band < to; ++band) {
        Subset empty = 0;
        for (std::size_t row = 0; row < 3; ++row) {
            const std::size_t source = 3 * band + row;
            if (!(partial.unused_rows >> source & 1)) continue;
            if (is_empty(partial, source))
                empty = static_cast<Subset>(empty | only(row));
            else
                try_row(partial, source, 1);
        }
        if (empty) try_row(partial, 3 * band + first(empty), size(empty));
    }
}

inline bool Search::is_empty(const Partial& partial, std::size_t source) const {
    for (const Index digit : grid_[partial.transposed][source])
        if (digit) return false;
    return true;
}

inline void Search::try_row(const Partial& partial, std::size_t source, std::uint32_t multiplicity) {
    if (has_bound_ && second_[partial.transposed][partial.rows[0]][source % 3] > least_) return;
    Partial next = partial;
    next.rows[row_] = static_cast<Index>(source);
    next.unused_rows = static_cast<std::uint16_t>(next.unused_rows & ~(1U << source));
    next.multiplicity *= multiplicity;
    source_ = &grid_[partial.transposed][source];
    fill(next, {0, 0, labels_});
}

// If all rows concerned are full, sets the smallest second row that any pair of rows produces as the bound.
inline bool Search::bound_second_row() {
    std::uint64_t bound = above_any_row;
    for (const Partial& partial : kept_) {
        const std::size_t above = partial.rows[0], band = above / 3;
        for (std::size_t source = 3 * band; source < 3 * band + 3; ++source) {
            const Row &upper = grid_[partial.transposed][above], &lower = grid_[partial.transposed][source];
            if (source == above) continue;
            if (!is_full(upper) || !is_full(lower)) return false;
            const std::uint64_t second = SecondRows::all().of(upper, lower);
            second_[partial.transposed][above][source % 3] = second;
            bound = std::min(bound, second);
        }
    }
    least_ = bound;
    return true;
}

inline void Search::keep(const Partial& partial, const RowPrefix& prefix) {
    if (!is_made_ || prefix.row < least_) {
        next_.clear();
        least_ = prefix.row;
        least_labels_ = prefix.labels;
        is_made_ = true;
    }
    next_.push_back(partial);
}

// --- cells --------------------------------------------------------------------------------------------------------

inline void Search::fill(Partial& partial, RowPrefix prefix) {
    while (prefix.cells < 9) {
        const Subset stacks = partial.stacks.at(prefix.cells / 3);
        if (size(stacks) > 1) return fill_stacks(partial, prefix, stacks);
        const std::size_t stack = first(stacks);
        const Subset columns = partial.columns[stack].at(prefix.cells % 3);
        if (size(columns) > 1) return fill_class(partial, prefix, stack, columns);
        if (!put_fixed(partial, prefix, 3 * stack + first(columns))) return;
    }
    keep(partial, prefix);
}

// Appends a cell; returns false if the row now exceeds the smallest one (rule 5).
inline bool Search::put(RowPrefix& prefix, unsigned value) const {
    prefix.row = prefix.row << 4 | value;
    ++prefix.cells;
    return !is_made_ || prefix.row <= least_ >> (4 * (9 - prefix.cells));
}

inline bool Search::put_fixed(Partial& partial, RowPrefix& prefix, std::size_t column) const {
    const unsigned digit = (*source_)[column];
    if (partial.label[digit] || !digit) return put(prefix, partial.label[digit]);
    if (partial.column[digit] == unseen) {
        mark_seen(partial, column);
        return put(prefix, ++prefix.labels);
    }
    const unsigned label = least_label(partial, digit);
    if (!put(prefix, label)) return false;
    fix(partial, digit, label);
    return true;
}

// Several stacks may come next: takes those that start smallest. Without a digit seen before, they stay a class (rule
// 2).
inline void Search::fill_stacks(Partial& partial, RowPrefix prefix, Subset stacks) {
    unsigned least = ~0U;
    Subset best = 0;
    for (Subset rest = stacks; rest; rest = without_first(rest)) {
        const unsigned found = kinds(partial, first(rest));
        if (found < least) best = 0;
        if (found <= least) {
            least = found;
            best = static_cast<Subset>(best | only(first(rest)));
        }
    }
    if (least & 0b010101) {
        for (; best; best = without_first(best)) {
            Partial next = partial;
            next.stacks.fix(first(best));
            fill(next, prefix);
        }
        return;
    }
    partial.stacks.move(static_cast<Subset>(stacks & ~best), size(best));
    for (; best; best = without_first(best))
        if (!put_interchangeable(partial, prefix, first(best))) return;
    fill(partial, prefix);
}

// The kind of each place of a stack, two bits each: 0 empty, 1 seen, 2 new (rule 3). Places after a seen digit are
// ignored: its label decides first.
inline unsigned Search::kinds(const Partial& partial, std::size_t stack) const {
    unsigned found = 0, shift = 6;
    for (std::size_t place = 0; place < 3;) {
        const Subset columns = partial.columns[stack].at(place);
        const Split parts = split(partial, stack, columns);
        shift -= 2 * size(parts.empty);
        if (parts.seen) return found | 1U << (shift - 2);
        for (unsigned i = 0; i < size(parts.fresh); ++i) found |= 2U << (shift -= 2);
        place += size(columns);
    }
    return found;
}

// Appends a whole stack that has only empty cells and new digits. Its classes are split, but nothing is fixed.
inline bool Search::put_interchangeable(Partial& partial, RowPrefix& prefix, std::size_t stack) const {
    for (std::size_t place = 0; place < 3;) {
        const Subset columns = partial.columns[stack].at(place);
        const Split parts = split(partial, stack, columns);
        partial.columns[stack].move(parts.fresh, size(parts.empty));
        for (unsigned i = 0; i < size(parts.empty); ++i)
            if (!put(prefix, 0)) return false;
        for (Subset fresh = parts.fresh; fresh; fresh = without_first(fresh)) {
            mark_seen(partial, 3 * stack + first(fresh));
            if (!put(prefix, ++prefix.labels)) return false;
        }
        place += size(columns);
    }
    return true;
}

// The next cells of a class: the empty ones, else one seen digit, else all new ones (rule 3).
inline void Search::fill_class(Partial& partial, RowPrefix prefix, std::size_t stack, Subset columns) {
    const Split parts = split(partial, stack, columns);
    if (parts.empty) {
        partial.columns[stack].move(static_cast<Subset>(parts.seen | parts.fresh), size(parts.empty));
        for (unsigned i = 0; i < size(parts.empty); ++i)
            if (!put(prefix, 0)) return;
    } else if (parts.seen) {
        partial.columns[stack].move(parts.fresh, size(parts.seen));
        return fill_seen(partial, prefix, stack, parts.seen);
    } else {
        for (; columns; columns = without_first(columns)) {
            mark_seen(partial, 3 * stack + first(columns));
            if (!put(prefix, ++prefix.labels)) return;
        }
    }
    fill(partial, prefix);
}

// One cell with a seen digit: the smallest label, through each column that gives it (rules 4 and 5).
inline void Search::fill_seen(Partial& partial, RowPrefix prefix, std::size_t stack, Subset seen) {
    unsigned least = ~0U;
    Subset best = 0;
    for (; seen; seen = without_first(seen)) {
        const unsigned label = label_if_first(partial, 3 * stack + first(seen));
        if (label < least) best = 0;
        if (label <= least) {
            least = label;
            best = static_cast<Subset>(best | only(first(seen)));
        }
    }
    if (!put(prefix, least)) return;
    for (; best; best = without_first(best)) {
        Partial copy;
        Partial& next = size(best) > 1 ? copy = partial : partial;  // the last one needs no copy
        next.columns[stack].fix(first(best));
        fix(next, (*source_)[3 * stack + first(best)], least);
        fill(next, prefix);
    }
}

// --- classes ------------------------------------------------------------------------------------------------------

inline Split Search::split(const Partial& partial, std::size_t stack, Subset columns) const {
    Split parts;
    for (; columns; columns = without_first(columns)) {
        const unsigned digit = (*source_)[3 * stack + first(columns)];
        Subset& part = digit == 0 ? parts.empty : partial.column[digit] == unseen ? parts.fresh : parts.seen;
        part = static_cast<Subset>(part | only(first(columns)));
    }
    return parts;
}

inline void Search::mark_seen(Partial& partial, std::size_t column) const {
    const unsigned digit = (*source_)[column];
    partial.column[digit] = static_cast<Index>(column);
    partial.row[digit] = static_cast<Index>(row_);
}

// The smallest label of a seen digit: as if its stack and its column came first in their classes (rule 4).
inline unsigned Search::least_label(const Partial& partial, unsigned digit) const {
    const std::size_t stack = partial.column[digit] / 3U, column = partial.column[digit] % 3U;
    return line_[partial.row[digit]][3 * partial.stacks.place(stack) + partial.columns[stack].place(column)];
}

// The smallest label of the digit in this column if the column comes first in its class. If the digit was seen in
// another column of the same class, that column can come second at best.
inline unsigned Search::label_if_first(const Partial& partial, std::size_t column) const {
    const unsigned digit = (*source_)[column];
    if (partial.label[digit]) return partial.label[digit];
    const std::size_t stack = partial.column[digit] / 3U;
    const std::size_t place = partial.columns[stack].place(partial.column[digit] % 3U);
    const bool is_in_same_class = stack == column / 3 && place == partial.columns[stack].place(column % 3);
    return line_[partial.row[digit]][3 * partial.stacks.place(stack) + place + (is_in_same_class ? 1 : 0)];
}

// Labels a digit, and fixes the places of its stack and column (rule 4).
inline void Search::fix(Partial& partial, unsigned digit, unsigned label) const {
    if (partial.label[digit]) return;
    partial.label[digit] = static_cast<Index>(label);
    partial.stacks.fix(partial.column[digit] / 3U);
    partial.columns[partial.column[digit] / 3U].fix(partial.column[digit] % 3U);
}

// --- what comes of it ---------------------------------------------------------------------------------------------

inline void Search::write(std::uint8_t* line) const {
    for (const Row& row : line_)
        for (const Index digit : row) *line++ = digit;
}

// Each partial symmetry kept represents every order of what is still interchangeable.
inline std::uint64_t Search::automorphisms() const {
    std::uint64_t sum = 0;
    for (const Partial& partial : kept_) {
        std::uint64_t orders = partial.multiplicity;
        for (std::size_t place = 0; place < 3; ++place) {
            orders *= factorial[size(partial.stacks.at(place))];
            for (const Order& columns : partial.columns) orders *= factorial[size(columns.at(place))];
        }
        sum += orders;
    }
    return sum;
}

// The column for each place; interchangeable ones in the order of the grid.
inline Row Search::columns_of(const Partial& partial) const {
    Row columns{};
    std::array<std::size_t, 3> stacks_placed{};
    for (std::size_t stack = 0; stack < 3; ++stack) {
        const std::size_t out = partial.stacks.place(stack) + stacks_placed[partial.stacks.place(stack)]++;
        std::array<std::size_t, 3> placed{};
        for (std::size_t column = 0; column < 3; ++column) {
            const std::size_t place = partial.columns[stack].place(column);
            columns[3 * out + place + placed[place]++] = static_cast<Index>(3 * stack + column);
        }
    }
    return columns;
}

inline Symmetry Search::symmetry() const {
    const Partial& partial = kept_.front();
    const Row columns = columns_of(partial);
    Symmetry found;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        const std::size_t row = partial.rows[cell / 9], column = columns[cell % 9];
        found.from[cell] = static_cast<Index>(partial.transposed ? 9 * column + row : 9 * row + column);
        found.digit[grid_[partial.transposed][row][column]] = line_[cell / 9][cell % 9];
    }
    unsigned label = labels_;
    for (std::size_t digit = 1; digit < 10; ++digit)
        if (!found.digit[digit]) found.digit[digit] = static_cast<Index>(++label);
    return found;
}

}  // namespace ninefold::canon
