// The native search without Python: exact counts, unusual boards, slices, and random boards against brute force.
// Built with the address and undefined-behaviour sanitizers by `make native`.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search.hpp"

using ninefold::Board;
using ninefold::Cell;
using ninefold::Progress;
using ninefold::Search;

namespace {

using Grid = std::vector<std::uint8_t>;
using Units = std::vector<std::vector<Cell>>;

int failures = 0;

void expect(bool condition, const std::string& what) {
    if (!condition) {
        ++failures;
        std::printf("FAILED: %s\n", what.c_str());
    }
}

// Rows, columns and boxes of `box_rows` by `box_columns`.
Units standard_units(Cell box_rows, Cell box_columns) {
    const Cell n = box_rows * box_columns;
    Units units(3UL * n);
    for (Cell cell = 0; cell < n * n; ++cell) {
        const Cell row = cell / n;
        const Cell column = cell % n;
        units[row].push_back(cell);
        units[n + column].push_back(cell);
        units[2UL * n + row / box_rows * box_rows + column / box_columns].push_back(cell);
    }
    return units;
}

Board standard_board(Cell box_rows, Cell box_columns) {
    return {static_cast<int>(box_rows * box_columns), standard_units(box_rows, box_columns)};
}

Board diagonal_board(Cell box_rows, Cell box_columns) {
    const Cell n = box_rows * box_columns;
    Units units = standard_units(box_rows, box_columns);
    units.resize(units.size() + 2);
    for (Cell i = 0; i < n; ++i) {
        units[units.size() - 2].push_back(i * n + i);
        units[units.size() - 1].push_back(i * n + n - 1 - i);
    }
    return {static_cast<int>(n), units};
}

// Rows, columns, and regions given as one letter per cell.
Board jigsaw_board(std::string_view drawn) {
    Cell n = 1;
    while (n * n < drawn.size()) ++n;
    Units units(3UL * n);
    for (Cell cell = 0; cell < n * n; ++cell) {
        units[cell / n].push_back(cell);
        units[n + cell % n].push_back(cell);
        units[2UL * n + static_cast<Cell>(drawn[cell] - 'a')].push_back(cell);
    }
    return {static_cast<int>(n), units};
}

// A full grid with boxes of `rows` by `columns`: each row is the previous one shifted.
Grid pattern(Cell rows, Cell columns) {
    const Cell n = rows * columns;
    Grid digits;
    for (Cell cell = 0; cell < n * n; ++cell) {
        const Cell row = cell / n;
        digits.push_back(static_cast<std::uint8_t>((row % rows * columns + row / rows + cell % n) % n + 1));
    }
    return digits;
}

Grid digits_of(std::string_view line) {
    Grid digits;
    for (const char c : line) digits.push_back(c == '.' ? std::uint8_t{0} : static_cast<std::uint8_t>(c - '0'));
    return digits;
}

bool fits(const Board& board, const Grid& digits, Cell cell, std::uint8_t digit) {
    for (const Cell peer : board.peers[cell]) {
        if (digits[peer] == digit) return false;
    }
    return true;
}

bool is_solution(const Board& board, const Grid& clues, const Grid& digits) {
    for (Cell cell = 0; cell < board.cells; ++cell) {
        if (digits[cell] == 0 || (clues[cell] != 0 && clues[cell] != digits[cell])) return false;
        if (!fits(board, digits, cell, digits[cell])) return false;
    }
    return true;
}

// All solutions in the order they are found, each checked.
std::vector<Grid> solutions(const Board& board, const Grid& clues, std::uint64_t slice = 7) {
    Search search(std::make_shared<const Board>(board), clues);
    std::vector<Grid> found;
    for (Progress progress = search.advance(slice); progress != Progress::ended; progress = search.advance(slice)) {
        if (progress != Progress::found) continue;
        found.push_back(search.digits());
        expect(is_solution(board, clues, search.digits()), "every grid found is a solution");
    }
    expect(search.advance(slice) == Progress::ended, "a finished search stays finished");
    return found;
}

std::size_t count(const Board& board, const Grid& clues, std::uint64_t slice = 7) {
    const std::vector<Grid> found = solutions(board, clues, slice);
    expect(std::set<Grid>(found.begin(), found.end()).size() == found.size(), "each solution is found once");
    return found.size();
}

// Counts up to a limit by backtracking on the empty cell with the fewest digits; shares no code with the search.
std::size_t count_by_brute_force(const Board& board, Grid& digits, std::size_t limit) {
    Cell best = 0;
    std::vector<std::uint8_t> best_digits(static_cast<std::size_t>(board.size) + 1, 0);
    for (Cell cell = 0; cell < board.cells; ++cell) {
        if (digits[cell] != 0) continue;
        std::vector<std::uint8_t> here;
        for (std::uint8_t digit = 1; digit <= board.size; ++digit) {
            if (fits(board, digits, cell, digit)) here.push_back(digit);
        }
        if (here.size() >= best_digits.size()) continue;
        best = cell;
        best_digits = here;
    }
    if (best_digits.size() > static_cast<std::size_t>(board.size)) return 1;  // no cell is empty
    std::size_t found = 0;
    for (const std::uint8_t digit : best_digits) {
        digits[best] = digit;
        found += count_by_brute_force(board, digits, limit - found);
        if (found >= limit) break;
    }
    digits[best] = 0;
    return found;
}

bool clashes(const Board& board, const Grid& clues) {
    for (Cell cell = 0; cell < board.cells; ++cell) {
        if (clues[cell] != 0 && !fits(board, clues, cell, clues[cell])) return true;
    }
    return false;
}

void known_counts() {
    const Board small = standard_board(2, 2);
    expect(count(small, digits_of("................")) == 288, "288 grids of 4x4");
    expect(count(small, digits_of("...1..2..3..4...")) == 2, "two solutions of the Shidoku");
    expect(count(small, digits_of("12....3........4")) == 0, "no solution");
    expect(count(small, digits_of("11..............")) == 0, "clashing clues");
    expect(count(small, digits_of("1234341221434321")) == 1, "a full grid");
    expect(count(diagonal_board(2, 2), Grid(16, 0)) == 48, "4x4 with diagonals");
    expect(count(jigsaw_board("aaaabbbbccccdddd"), Grid(16, 0)) == 576, "Latin squares of 4");
    expect(count(jigsaw_board("aaabbbbaccccdddd"), Grid(16, 0)) == 0, "a jigsaw that cannot be filled");
    expect(count(standard_board(2, 3), digits_of("123456" + std::string(30, '.'))) == 39168, "6x6 under a fixed row");
    expect(count(diagonal_board(2, 3), Grid(36, 0), 1000) == 8640, "6x6 with diagonals");
}

void nine_by_nine() {
    const Board nine = standard_board(3, 3);
    expect(count(nine, digits_of(
               "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179")) == 2,
           "77 clues and two solutions");
    expect(count(nine, digits_of(
               "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")) == 1,
           "a hard one");
    Search impossible(std::make_shared<const Board>(nine),
                      digits_of(".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."));
    expect(impossible.advance(10'000) == Progress::ended, "Norvig's impossible puzzle takes few nodes");
}

void unusual_boards() {
    expect(count({1, {}}, {0}) == 1, "a board of one digit");
    expect(count({1, {{0}}}, {1}) == 1, "a board of one digit and one unit, full");
    expect(count({2, {}}, {0, 0, 0, 0}) == 16, "a board without units");
    expect(count({2, {{0, 1}}}, {0, 0, 0, 0}) == 8, "a single unit");
    expect(count({2, {{0, 1}, {2, 3}, {0, 2}, {1, 3}}}, {0, 0, 0, 0}) == 2, "Latin squares of 2");
    expect(count({3, {{0, 1}, {1, 2}}}, Grid(9, 0)) == 12 * 729, "units shorter than the board");
    expect(count({2, {{0, 1, 2}}}, Grid(4, 0)) == 0, "a unit with more cells than digits");
    expect(count({2, {{}, {3}}}, Grid(4, 0)) == 16, "units that say nothing");
    const auto refuses = [](int size, const Units& units) {
        try {
            const Board board(size, units);
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    expect(refuses(0, {}) && refuses(65, {}), "sizes outside 1 to 64 are refused");
    expect(refuses(2, {{4}}), "cells outside the board are refused");
    expect(refuses(2, {{1, 1}}), "a cell twice in a unit is refused");
}

void large_boards() {
    const auto board = std::make_shared<const Board>(standard_board(8, 8));
    Grid clues = pattern(8, 8);
    expect(is_solution(*board, Grid(4096, 0), clues), "the pattern is a grid");
    std::mt19937 random(64);
    for (auto& digit : clues) digit = random() % 10 < 3 ? std::uint8_t{0} : digit;
    Search search(board, clues);
    expect(search.advance(100'000) == Progress::found && is_solution(*board, clues, search.digits()), "64 digits");
    Search empty(board, Grid(4096, 0));
    expect(empty.advance(3) == Progress::paused && empty.nodes() == 3, "64 digits, nothing given");
    clues.assign(4096, 0);
    clues[0] = clues[9] = 64;
    Search clash(board, clues);
    expect(clash.advance(1) == Progress::ended, "64 digits, two clues that clash in a box");
}

void slices_do_not_matter() {
    const Board board = diagonal_board(2, 3);
    Grid clues(36, 0);
    clues[0] = 1;
    clues[20] = 5;
    const std::vector<Grid> found = solutions(board, clues, 1'000'000);
    expect(found.size() > 100 && found == solutions(board, clues, 1), "the same solutions in the same order");
    Search search(std::make_shared<const Board>(board), clues);
    expect(search.advance(0) == Progress::paused && search.nodes() == 0, "a slice of 0 nodes");
}

// Hard boards: the first solution is far away, so the search learns and restarts on the way.
void learning_finds_solutions() {
    const auto board = std::make_shared<const Board>(standard_board(5, 5));
    std::mt19937 random(5);
    std::uint64_t most = 0;
    for (int round = 0; round < 6; ++round) {
        Grid clues = pattern(5, 5);
        for (auto& digit : clues) digit = random() % 100 < 52 ? std::uint8_t{0} : digit;
        Search search(board, clues);
        expect(search.advance(1'000'000) == Progress::found, "a 25x25 with 48 % of its digits");
        expect(is_solution(*board, clues, search.digits()), "and it is a solution");
        most = std::max(most, search.conflicts());
    }
    expect(most > 2'000, "these boards are hard enough to delete learnt clauses");
}

Units with_extra_units(Units units, Cell n, std::mt19937& random) {
    for (auto extra = random() % 3; extra > 0; --extra) {  // any sets of cells that must differ
        std::vector<Cell> unit;
        for (Cell cell = 0; cell < n * n && unit.size() < n; ++cell) {
            if (random() % (2 * n) == 0) unit.push_back(cell);
        }
        units.push_back(unit);
    }
    return units;
}

void random_boards_agree_with_brute_force() {
    const std::vector<std::pair<Cell, Cell>> boxes{{2, 2}, {1, 5}, {2, 3}, {3, 3}, {3, 4}, {4, 4}};
    constexpr std::size_t limit = 400;
    std::mt19937 random(2024);
    for (int round = 0; round < 600; ++round) {
        const auto [rows, columns] = boxes[random() % boxes.size()];
        const Cell n = rows * columns;
        const Board board(static_cast<int>(n), with_extra_units(standard_units(rows, columns), n, random));
        Grid clues = pattern(rows, columns);
        const auto share = n < 9 ? 20 + random() % 50 : 60 + random() % 25;
        for (auto& digit : clues) {
            if (random() % 100 >= share) digit = 0;
            if (random() % (20 * n) == 0) digit = static_cast<std::uint8_t>(random() % n + 1);
        }
        Grid digits = clues;
        const std::size_t plain = clashes(board, clues) ? 0 : count_by_brute_force(board, digits, limit);
        if (plain < limit) expect(count(board, clues, random() % 9 + 1) == plain, "round " + std::to_string(round));
    }
}

}  // namespace

int main() {
    known_counts();
    nine_by_nine();
    unusual_boards();
    large_boards();
    slices_do_not_matter();
    learning_finds_solutions();
    random_boards_agree_with_brute_force();
    std::printf(failures == 0 ? "native: all passed\n" : "native: %d failed\n", failures);
    return failures == 0 ? 0 : 1;
}
