// 1. The line is made row by row. `kept_` are all the ways to make the least rows so far.
// 2. A way settles no more than it must. Columns of a stack that look alike so far are a class, and so are stacks that
//    look alike; an Order says where each class begins. Empty cells look alike, and so do digits not seen before.
// 3. Within a class empty cells come first, then digits that were seen, then new ones, since a new digit gets a name
//    greater than all before it.
// 4. A digit that was seen in a class has no name yet. Where it is met again, it gets the least name it can have, and
//    that settles its stack and its column.
// 5. Where several stacks or columns give the same least value, each is gone on with. A way that makes a row greater
//    than the least one so far is left at once.

#include "canon.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "canon/second_row.hpp"
#include "canon/way.hpp"

namespace ninefold::canon {
namespace {

class Search {
  public:
    void run(const std::uint8_t* digits);
    void write(std::uint8_t* line) const;
    Symmetry symmetry() const;
    std::uint64_t automorphisms() const;

  private:
    void make_row();
    void take_rows(const Way& way);
    void take(const Way& way, std::size_t source, std::uint32_t alike);
    void keep(const Way& way, const Made& made);

    void fill(Way& way, Made made);
    void fill_stacks(Way& way, Made made, Some stacks);
    void fill_class(Way& way, Made made, std::size_t stack, Some columns);
    void fill_seen(Way& way, Made made, std::size_t stack, Some seen);
    bool put(Made& made, unsigned value) const;
    bool put_settled(Way& way, Made& made, std::size_t column) const;
    bool put_alike(Way& way, Made& made, std::size_t stack) const;

    bool bound_second_row();

    bool is_empty(const Way& way, std::size_t source) const;
    Split split(const Way& way, std::size_t stack, Some columns) const;
    unsigned kinds(const Way& way, std::size_t stack) const;
    unsigned least_name(const Way& way, unsigned digit) const;
    unsigned name_beside(const Way& way, std::size_t column) const;
    void settle(Way& way, unsigned digit, unsigned name) const;
    void see(Way& way, std::size_t column) const;
    Row columns_of(const Way& way) const;

    std::array<std::array<Row, 9>, 2> grid_{};  // as it is, and turned
    std::array<Row, 9> line_{};
    std::vector<Way> kept_, next_;
    std::size_t row_ = 0;          // the row of the line that is made
    const Row* source_ = nullptr;  // the row of the grid that is taken for it
    unsigned names_ = 0;           // given in the rows before
    std::uint64_t least_ = 0;      // the least row so far, four bits a cell
    unsigned least_names_ = 0;     // and the names given with it
    bool is_made_ = false;         // whether there is one
    bool has_bound_ = false;       // whether it was told before any way was tried
    std::array<std::array<std::array<std::uint64_t, 3>, 9>, 2> second_{};  // the second row of each pair, if told
};

// --- rows ---------------------------------------------------------------------------------------------------------

void Search::run(const std::uint8_t* digits) {
    for (std::size_t cell = 0; cell < cells; ++cell) {
        grid_[0][cell / 9][cell % 9] = digits[cell];
        grid_[1][cell % 9][cell / 9] = digits[cell];
    }
    kept_.assign({start(0), start(1)});
    names_ = 0;
    for (row_ = 0; row_ < 9; ++row_) make_row();
}

void Search::make_row() {
    next_.clear();
    is_made_ = has_bound_ = row_ == 1 && bound_second_row();
    for (const Way& way : kept_) take_rows(way);
    for (std::size_t cell = 0; cell < 9; ++cell) line_[row_][cell] = static_cast<Index>(least_ >> (4 * (8 - cell)) & 15);
    names_ = least_names_;
    kept_.swap(next_);
}

// Each row that may come next; of the empty rows of a band any one will do.
void Search::take_rows(const Way& way) {
    const bool is_first = row_ % 3 == 0;
    const std::size_t from = is_first ? 0 : way.rows[row_ - 1] / 3U, to = is_first ? 3 : from + 1;
    for (std::size_t band = from; band < to; ++band) {
        Some empty = 0;
        for (std::size_t row = 0; row < 3; ++row) {
            const std::size_t source = 3 * band + row;
            if (!(way.left >> source & 1)) continue;
            if (is_empty(way, source))
                empty = static_cast<Some>(empty | only(row));
            else
                take(way, source, 1);
        }
        if (empty) take(way, 3 * band + first(empty), size(empty));
    }
}

bool Search::is_empty(const Way& way, std::size_t source) const {
    for (const Index digit : grid_[way.turned][source])
        if (digit) return false;
    return true;
}

void Search::take(const Way& way, std::size_t source, std::uint32_t alike) {
    if (has_bound_ && second_[way.turned][way.rows[0]][source % 3] > least_) return;
    Way next = way;
    next.rows[row_] = static_cast<Index>(source);
    next.left = static_cast<std::uint16_t>(next.left & ~(1U << source));
    next.alike *= alike;
    source_ = &grid_[way.turned][source];
    fill(next, {0, 0, names_});
}

// Sets the least second row that any pair of rows makes as the one not to be exceeded, if all these rows are full.
bool Search::bound_second_row() {
    std::uint64_t bound = more_than_any_row;
    for (const Way& way : kept_) {
        const std::size_t above = way.rows[0], band = above / 3;
        for (std::size_t source = 3 * band; source < 3 * band + 3; ++source) {
            const Row &upper = grid_[way.turned][above], &lower = grid_[way.turned][source];
            if (source == above) continue;
            if (!is_full(upper) || !is_full(lower)) return false;
            const std::uint64_t second = SecondRows::all().of(upper, lower);
            second_[way.turned][above][source % 3] = second;
            bound = std::min(bound, second);
        }
    }
    least_ = bound;
    return true;
}

void Search::keep(const Way& way, const Made& made) {
    if (!is_made_ || made.row < least_) {
        next_.clear();
        least_ = made.row;
        least_names_ = made.names;
        is_made_ = true;
    }
    next_.push_back(way);
}

// --- cells --------------------------------------------------------------------------------------------------------

void Search::fill(Way& way, Made made) {
    while (made.cells < 9) {
        const Some stacks = way.stacks.at(made.cells / 3);
        if (size(stacks) > 1) return fill_stacks(way, made, stacks);
        const std::size_t stack = first(stacks);
        const Some columns = way.columns[stack].at(made.cells % 3);
        if (size(columns) > 1) return fill_class(way, made, stack, columns);
        if (!put_settled(way, made, 3 * stack + first(columns))) return;
    }
    keep(way, made);
}

// One cell more; false if the row is now greater than the least one (rule 5).
bool Search::put(Made& made, unsigned value) const {
    made.row = made.row << 4 | value;
    ++made.cells;
    return !is_made_ || made.row <= least_ >> (4 * (9 - made.cells));
}

bool Search::put_settled(Way& way, Made& made, std::size_t column) const {
    const unsigned digit = (*source_)[column];
    if (way.name[digit] || !digit) return put(made, way.name[digit]);
    if (way.column[digit] == unseen) {
        see(way, column);
        return put(made, ++made.names);
    }
    const unsigned name = least_name(way, digit);
    if (!put(made, name)) return false;
    settle(way, digit, name);
    return true;
}

// Several stacks may come here: those that look best. Without a digit seen before they stay alike (rule 2).
void Search::fill_stacks(Way& way, Made made, Some stacks) {
    unsigned least = ~0U;
    Some best = 0;
    for (Some rest = stacks; rest; rest = without_first(rest)) {
        const unsigned found = kinds(way, first(rest));
        if (found < least) best = 0;
        if (found <= least) {
            least = found;
            best = static_cast<Some>(best | only(first(rest)));
        }
    }
    if (least & 0b010101) {
        for (; best; best = without_first(best)) {
            Way next = way;
            next.stacks.settle(first(best));
            fill(next, made);
        }
        return;
    }
    way.stacks.move(static_cast<Some>(stacks & ~best), size(best));
    for (; best; best = without_first(best))
        if (!put_alike(way, made, first(best))) return;
    fill(way, made);
}

// What each place of a stack would have, two bits each: 0 empty, 1 seen, 2 fresh (rule 3). What follows a digit that was
// seen says nothing: its name decides first.
unsigned Search::kinds(const Way& way, std::size_t stack) const {
    unsigned found = 0, shift = 6;
    for (std::size_t place = 0; place < 3;) {
        const Some columns = way.columns[stack].at(place);
        const Split parts = split(way, stack, columns);
        shift -= 2 * size(parts.empty);
        if (parts.seen) return found | 1U << (shift - 2);
        for (unsigned i = 0; i < size(parts.fresh); ++i) found |= 2U << (shift -= 2);
        place += size(columns);
    }
    return found;
}

// The cells of a whole stack that has only empty and fresh ones. Its classes are split, and nothing is settled.
bool Search::put_alike(Way& way, Made& made, std::size_t stack) const {
    for (std::size_t place = 0; place < 3;) {
        const Some columns = way.columns[stack].at(place);
        const Split parts = split(way, stack, columns);
        way.columns[stack].move(parts.fresh, size(parts.empty));
        for (unsigned i = 0; i < size(parts.empty); ++i)
            if (!put(made, 0)) return false;
        for (Some fresh = parts.fresh; fresh; fresh = without_first(fresh)) {
            see(way, 3 * stack + first(fresh));
            if (!put(made, ++made.names)) return false;
        }
        place += size(columns);
    }
    return true;
}

// The next cells of a class: the empty ones, else one that was seen, else all the fresh ones (rule 3).
void Search::fill_class(Way& way, Made made, std::size_t stack, Some columns) {
    const Split parts = split(way, stack, columns);
    if (parts.empty) {
        way.columns[stack].move(static_cast<Some>(parts.seen | parts.fresh), size(parts.empty));
        for (unsigned i = 0; i < size(parts.empty); ++i)
            if (!put(made, 0)) return;
    } else if (parts.seen) {
        way.columns[stack].move(parts.fresh, size(parts.seen));
        return fill_seen(way, made, stack, parts.seen);
    } else {
        for (; columns; columns = without_first(columns)) {
            see(way, 3 * stack + first(columns));
            if (!put(made, ++made.names)) return;
        }
    }
    fill(way, made);
}

// One cell with a digit seen before: the least name, by each column that gives it (rules 4 and 5).
void Search::fill_seen(Way& way, Made made, std::size_t stack, Some seen) {
    unsigned least = ~0U;
    Some best = 0;
    for (; seen; seen = without_first(seen)) {
        const unsigned name = name_beside(way, 3 * stack + first(seen));
        if (name < least) best = 0;
        if (name <= least) {
            least = name;
            best = static_cast<Some>(best | only(first(seen)));
        }
    }
    if (!put(made, least)) return;
    for (; best; best = without_first(best)) {
        Way copy;
        Way& next = size(best) > 1 ? copy = way : way;  // the last one needs no copy
        next.columns[stack].settle(first(best));
        settle(next, (*source_)[3 * stack + first(best)], least);
        fill(next, made);
    }
}

// --- classes ------------------------------------------------------------------------------------------------------

Split Search::split(const Way& way, std::size_t stack, Some columns) const {
    Split parts;
    for (; columns; columns = without_first(columns)) {
        const unsigned digit = (*source_)[3 * stack + first(columns)];
        Some& part = digit == 0 ? parts.empty : way.column[digit] == unseen ? parts.fresh : parts.seen;
        part = static_cast<Some>(part | only(first(columns)));
    }
    return parts;
}

void Search::see(Way& way, std::size_t column) const {
    const unsigned digit = (*source_)[column];
    way.column[digit] = static_cast<Index>(column);
    way.row[digit] = static_cast<Index>(row_);
}

// The least name of a digit that was seen: as if its stack and its column came first in their classes (rule 4).
unsigned Search::least_name(const Way& way, unsigned digit) const {
    const std::size_t stack = way.column[digit] / 3U, column = way.column[digit] % 3U;
    return line_[way.row[digit]][3 * way.stacks.place(stack) + way.columns[stack].place(column)];
}

// The least name of the digit in this column if the column comes first in its class. If the digit was seen in another
// column of that same class, then that one can come no sooner than second.
unsigned Search::name_beside(const Way& way, std::size_t column) const {
    const unsigned digit = (*source_)[column];
    if (way.name[digit]) return way.name[digit];
    const std::size_t stack = way.column[digit] / 3U;
    const std::size_t place = way.columns[stack].place(way.column[digit] % 3U);
    const bool is_beside = stack == column / 3 && place == way.columns[stack].place(column % 3);
    return line_[way.row[digit]][3 * way.stacks.place(stack) + place + (is_beside ? 1 : 0)];
}

// A digit gets its name, and its stack and column their places (rule 4).
void Search::settle(Way& way, unsigned digit, unsigned name) const {
    if (way.name[digit]) return;
    way.name[digit] = static_cast<Index>(name);
    way.stacks.settle(way.column[digit] / 3U);
    way.columns[way.column[digit] / 3U].settle(way.column[digit] % 3U);
}

// --- what comes of it ---------------------------------------------------------------------------------------------

void Search::write(std::uint8_t* line) const {
    for (const Row& row : line_)
        for (const Index digit : row) *line++ = digit;
}

// Every way that is kept stands for as many as there are orders of what still looks alike.
std::uint64_t Search::automorphisms() const {
    std::uint64_t sum = 0;
    for (const Way& way : kept_) {
        std::uint64_t orders = way.alike;
        for (std::size_t place = 0; place < 3; ++place) {
            orders *= factorial[size(way.stacks.at(place))];
            for (const Order& columns : way.columns) orders *= factorial[size(columns.at(place))];
        }
        sum += orders;
    }
    return sum;
}

// For each place the column that comes there, what still looks alike in the order of the grid.
Row Search::columns_of(const Way& way) const {
    Row columns{};
    std::array<std::size_t, 3> stacks_placed{};
    for (std::size_t stack = 0; stack < 3; ++stack) {
        const std::size_t out = way.stacks.place(stack) + stacks_placed[way.stacks.place(stack)]++;
        std::array<std::size_t, 3> placed{};
        for (std::size_t column = 0; column < 3; ++column) {
            const std::size_t place = way.columns[stack].place(column);
            columns[3 * out + place + placed[place]++] = static_cast<Index>(3 * stack + column);
        }
    }
    return columns;
}

Symmetry Search::symmetry() const {
    const Way& way = kept_.front();
    const Row columns = columns_of(way);
    Symmetry found;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        const std::size_t row = way.rows[cell / 9], column = columns[cell % 9];
        found.from[cell] = static_cast<Index>(way.turned ? 9 * column + row : 9 * row + column);
        found.digit[grid_[way.turned][row][column]] = line_[cell / 9][cell % 9];
    }
    unsigned name = names_;
    for (std::size_t digit = 1; digit < 10; ++digit)
        if (!found.digit[digit]) found.digit[digit] = static_cast<Index>(++name);
    return found;
}

Canonical unchanged(const std::uint8_t* digits) {
    Canonical found;
    std::copy_n(digits, cells, found.line.begin());
    std::iota(found.by.from.begin(), found.by.from.end(), Index{0});
    std::iota(found.by.digit.begin(), found.by.digit.end(), Index{0});
    return found;
}

}  // namespace

Canonical canonical(const std::uint8_t* digits) {
    if (has_clash(Puzzle(digits, cells))) return unchanged(digits);
    Search search;
    search.run(digits);
    Canonical found;
    search.write(found.line.data());
    found.by = search.symmetry();
    found.automorphisms = search.automorphisms();
    return found;
}

void canonical_lines(const std::uint8_t* digits, std::size_t grids, std::uint8_t* lines) {
    Search search;
    for (std::size_t grid = 0; grid < grids; ++grid, digits += cells, lines += cells) {
        if (has_clash(Puzzle(digits, cells))) {
            std::copy_n(digits, cells, lines);
        } else {
            search.run(digits);
            search.write(lines);
        }
    }
}

}  // namespace ninefold::canon
