// A board as the finders see it: units, peers, crossings and rectangles. Made once per layout and shared.
//
// Units come from the layout of the puzzle: rows, columns, boxes (or jigsaw regions), then diagonals, windows and extra
// sets, whose kind is `other`. A unit of N cells holds every digit: it is full. A smaller one only keeps its digits
// different, so "digit d has a place in it" is not a truth there, and finders check `full` before they rely on it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "logic/cells.hpp"

namespace ninefold::logic {

enum class Kind : std::uint8_t { row, column, box, other };

constexpr bool is_line(Kind kind) { return kind == Kind::row || kind == Kind::column; }

// What a board of W words can hold. The tables of a position have exactly these sizes.
template <int W>
struct Limits {
    static constexpr int digits = W == 2 ? 9 : W == 4 ? 16 : 25;
    static constexpr int cells = digits * digits;
    static constexpr int units = W == 2 ? 40 : W == 4 ? 80 : 128;
    static constexpr int padded_cells = (cells + 7) / 8 * 8;
    static constexpr int padded_units = (units + 15) / 16 * 16;
    using Word = std::conditional_t<(digits <= 16), std::uint16_t, std::uint32_t>;  // a stored set of digits or positions
    static constexpr bool fit(int n, std::size_t unit_count) { return n <= digits && unit_count <= units; }
};

// A layout as it comes from outside: N, and the kind and cells of every unit.
struct Shape {
    int n = 0;
    std::vector<Kind> kinds;
    std::vector<std::vector<int>> units;
};

// The position of a cell in one of its units, and whether that unit is full.
struct Seat {
    std::uint8_t unit;
    std::uint8_t position;
    std::uint16_t full;
};

template <int W>
struct Layout {
    using Set = Cells<W>;
    using Limit = Limits<W>;
    using Word = typename Limit::Word;

    // An ordered pair of units that share at least two cells: what is locked into them by `from` leaves `into`.
    struct Crossing {
        int from, into;
        Set cells;
        Digits positions;  // of the cells, in `from`
    };

    // Four cells in a ring, two in each of two rows and two columns. Exchanging two digits between the cells 0 and 2 and
    // the cells 1 and 3 leaves every unit with the same digits: that is what makes the pattern deadly.
    using Ring = std::array<int, 4>;
    struct Rectangle {
        Ring ring;
        Set cells;
    };

    int n = 0;      // digits, and cells in a row
    int cells = 0;  // n²
    Digits all_digits = 0;
    Set all_cells;
    std::vector<Set> units;
    std::vector<Kind> kinds;
    std::vector<std::vector<int>> members;   // the cells of each unit, in order
    std::vector<std::int16_t> cell_table;    // the same in one piece, N entries a unit
    std::vector<std::uint8_t> full;          // whether the unit has N cells and so holds every digit
    std::vector<Set> singletons, peers;      // of each cell: itself, and what it sees,
    std::vector<Set> line_peers, other_peers;  // in its row and column, and in its other units
    std::vector<Crossing> crossings;         // by `from`, then `into`
    std::vector<int> widest;                 // of each unit: the cells of its widest crossing
    std::vector<std::size_t> first_crossing;  // of each unit in `crossings`, and the end
    std::array<Cells<2>, 4> of_kind{};       // the units of each kind, as a set
    Cells<2> full_units;                     // those that are full
    std::vector<int> by_ease;                // the units as people search them: boxes, rows, columns, others
    std::vector<Rectangle> rectangles;
    std::vector<Seat> seats;                 // of each cell, by unit
    std::vector<std::uint32_t> first_seat;   // of each cell in `seats`, and the end

    // For whole-row updates of a position (position.hpp), one row per cell c:
    //   peer_mask[c][x]  all ones if x sees c;   kept[c][u]  the positions of unit u that c neither takes nor sees
    std::vector<std::array<Word, Limit::padded_cells>> peer_mask;
    std::vector<std::array<Word, Limit::padded_units>> kept;

    explicit Layout(const Shape& shape) : n(shape.n), cells(shape.n * shape.n), all_digits(bit(shape.n) - 1) {
        if (!Limit::fit(shape.n, shape.units.size()) || shape.kinds.size() != shape.units.size()) {
            throw std::invalid_argument("a layout of " + std::to_string(shape.n) + " digits and " +
                                        std::to_string(shape.units.size()) + " units does not fit");
        }
        for (std::size_t u = 0; u < shape.units.size(); ++u) add_unit(shape.kinds[u], shape.units[u]);
        for (int cell = 0; cell < cells; ++cell) all_cells.add(cell);
        find_seats();
        find_crossings();
        find_rectangles();
        find_rows();
    }

    [[nodiscard]] int unit_count() const { return static_cast<int>(units.size()); }
    [[nodiscard]] const Set& unit(int u) const { return units[index(u)]; }
    [[nodiscard]] Kind kind(int u) const { return kinds[index(u)]; }
    [[nodiscard]] const Cells<2>& all_of(Kind wanted) const { return of_kind[static_cast<std::size_t>(wanted)]; }
    [[nodiscard]] Cells<2> all_units() const { return of_kind[0] | of_kind[1] | of_kind[2] | of_kind[3]; }
    [[nodiscard]] const Cells<2>& all_full() const { return full_units; }
    [[nodiscard]] bool is_full(int u) const { return full[index(u)]; }
    [[nodiscard]] const std::vector<int>& cells_of(int u) const { return members[index(u)]; }
    [[nodiscard]] int cell_at(int u, int position) const { return cell_table[index(u * n + position)]; }
    // Rows are the first N units and columns the next, so they come first among the seats.
    [[nodiscard]] int row_of(int cell) const { return seats_of(cell)[0].unit; }
    [[nodiscard]] int column_of(int cell) const { return seats_of(cell)[1].unit - n; }
    [[nodiscard]] const Set& only(int cell) const { return singletons[index(cell)]; }
    [[nodiscard]] std::span<const Seat> seats_of(int cell) const {
        const std::uint32_t begin = first_seat[index(cell)];
        return {seats.data() + begin, first_seat[index(cell) + 1] - begin};
    }
    [[nodiscard]] const Set& peers_of(int cell) const { return peers[index(cell)]; }
    [[nodiscard]] bool sees(int a, int b) const { return peers[index(a)].has(b); }

    [[nodiscard]] std::span<const Crossing> crossings_from(int u) const {
        const std::size_t begin = first_crossing[index(u)];
        return {crossings.data() + begin, first_crossing[index(u) + 1] - begin};
    }
    // A unit of this kind that holds the cell; -1 if there is none.
    [[nodiscard]] int unit_of(int cell, Kind wanted) const {
        for (const Seat seat : seats_of(cell)) {
            if (kind(seat.unit) == wanted) return seat.unit;
        }
        return -1;
    }

    // The cells that see all of these (all cells of the board, if there are none).
    [[nodiscard]] Set seen_by_all(const Set& set) const {
        Set seen = all_cells;
        for (const int cell : set) seen &= peers_of(cell);
        return seen;
    }
    [[nodiscard]] Set seen_by_any(const Set& set) const {
        Set seen;
        for (const int cell : set) seen |= peers_of(cell);
        return seen;
    }
    // The cells at these positions of a unit.
    [[nodiscard]] Set at_positions(int u, Digits positions) const {
        Set set;
        for (const int position : each(positions)) set.add(cell_at(u, position));
        return set;
    }
    // Whether this is the standard 9×9 board: rows, columns and boxes of 3×3 cells, and nothing else.
    [[nodiscard]] bool is_standard() const {
        if (n != 9 || unit_count() != 27) return false;
        for (int cell = 0; cell < cells; ++cell) {
            const int box = unit_of(cell, Kind::box), corner = cell / 27 * 27 + cell % 9 / 3 * 3;
            if (box < 0 || !unit(box).has(corner) || !unit(box).has(corner + 20)) return false;
        }
        return true;
    }
    // Whether exchanging two digits between these sets leaves every unit with the same digits.
    [[nodiscard]] bool balanced(const Set& one, const Set& two) const {
        return std::all_of(units.begin(), units.end(),
                           [&](const Set& u) { return (u & one).size() == (u & two).size(); });
    }

  private:
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    void add_unit(Kind kind, const std::vector<int>& unit_cells) {
        Set set;
        for (const int cell : unit_cells) {
            if (cell < 0 || cell >= cells || set.has(cell)) throw std::invalid_argument("a unit has a wrong cell");
            set.add(cell);
        }
        if (static_cast<int>(unit_cells.size()) > n) throw std::invalid_argument("a unit has more cells than digits");
        units.push_back(set);
        of_kind[static_cast<std::size_t>(kind)].add(static_cast<int>(kinds.size()));
        kinds.push_back(kind);
        members.push_back(unit_cells);
        if (static_cast<int>(unit_cells.size()) == n) full_units.add(static_cast<int>(full.size()));
        full.push_back(static_cast<int>(unit_cells.size()) == n);
        for (const int cell : unit_cells) cell_table.push_back(static_cast<std::int16_t>(cell));
        cell_table.resize(units.size() * index(n), -1);
    }

    void find_seats() {
        for (auto* sets : {&peers, &line_peers, &other_peers}) sets->resize(index(cells));
        for (int cell = 0; cell < cells; ++cell) {
            first_seat.push_back(static_cast<std::uint32_t>(seats.size()));
            for (std::size_t u = 0; u < units.size(); ++u) {
                if (!units[u].has(cell)) continue;
                const auto position = std::find(members[u].begin(), members[u].end(), cell) - members[u].begin();
                seats.push_back({static_cast<std::uint8_t>(u), static_cast<std::uint8_t>(position), full[u]});
                (is_line(kinds[u]) ? line_peers : other_peers)[index(cell)] |= units[u];
            }
            peers[index(cell)] = line_peers[index(cell)] | other_peers[index(cell)];
            for (auto* sets : {&peers, &line_peers, &other_peers}) (*sets)[index(cell)].drop(cell);
            singletons.push_back(Set::of(cell));
        }
        first_seat.push_back(static_cast<std::uint32_t>(seats.size()));
    }

    void find_crossings() {
        for (int from = 0; from < unit_count(); ++from) {
            first_crossing.push_back(crossings.size());
            widest.push_back(0);
            for (int into = 0; into < unit_count(); ++into) {
                const Set common = unit(from) & unit(into);
                if (from == into || common.size() < 2) continue;
                Digits positions = 0;
                for (std::size_t p = 0; p < cells_of(from).size(); ++p) {
                    if (common.has(cells_of(from)[p])) positions |= bit(static_cast<int>(p));
                }
                crossings.push_back({from, into, common, positions});
                widest.back() = std::max(widest.back(), common.size());
            }
        }
        first_crossing.push_back(crossings.size());
        for (const Kind wanted : {Kind::box, Kind::row, Kind::column, Kind::other}) {
            for (int u = 0; u < unit_count(); ++u) {
                if (kind(u) == wanted) by_ease.push_back(u);
            }
        }
    }

    void find_rectangles() {
        for (int top = 0; top < n; ++top) {
            for (int bottom = top + 1; bottom < n; ++bottom) {
                for (int left = 0; left < n; ++left) {
                    for (int right = left + 1; right < n; ++right) {
                        const Ring ring{top * n + left, top * n + right, bottom * n + right, bottom * n + left};
                        if (is_deadly(ring)) rectangles.push_back({ring, Set::of(ring[0], ring[1]) | Set::of(ring[2], ring[3])});
                    }
                }
            }
        }
    }

    // `balanced` for the few units that a ring of four cells meets.
    [[nodiscard]] bool is_deadly(const Ring& ring) const {
        const Set one = Set::of(ring[0], ring[2]);
        const Set two = Set::of(ring[1], ring[3]);
        for (const int cell : ring) {
            for (const Seat seat : seats_of(cell)) {
                if ((unit(seat.unit) & one).size() != (unit(seat.unit) & two).size()) return false;
            }
        }
        return true;
    }

    void find_rows() {
        peer_mask.resize(index(cells));
        kept.resize(index(cells));
        for (int cell = 0; cell < cells; ++cell) {
            for (const int peer : peers_of(cell)) peer_mask[index(cell)][index(peer)] = static_cast<Word>(~Word{0});
            for (std::size_t u = 0; u < units.size(); ++u) {
                Digits positions = 0;
                for (std::size_t p = 0; p < members[u].size(); ++p) {
                    const int x = members[u][p];
                    if (x != cell && !sees(cell, x)) positions |= bit(static_cast<int>(p));
                }
                kept[index(cell)][u] = static_cast<Word>(positions);
            }
        }
    }
};

}  // namespace ninefold::logic
