// The native search without Python: exact counts, odd boards, and random ones against a plain filling.
// Built with the address and undefined-behaviour sanitizers by `make native`.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "search.hpp"

using ninefold::Board;
using ninefold::Cell;
using ninefold::Progress;
using ninefold::Search;

namespace {

int failures = 0;

void expect(bool condition, const std::string& what) {
    if (!condition) {
        ++failures;
        std::printf("FAILED: %s\n", what.c_str());
    }
}

// Rows, columns and boxes of `box_rows` by `box_columns`.
Board usual_board(Cell box_rows, Cell box_columns) {
    const Cell n = box_rows * box_columns;
    std::vector<std::vector<Cell>> units(3UL * n);
    for (Cell cell = 0; cell < n * n; ++cell) {
        const Cell row = cell / n;
        const Cell column = cell % n;
        units[row].push_back(cell);
        units[n + column].push_back(cell);
        units[2UL * n + row / box_rows * box_rows + column / box_columns].push_back(cell);
    }
    return {static_cast<int>(n), units};
}

std::vector<std::uint8_t> digits_of(std::string_view line) {
    std::vector<std::uint8_t> digits;
    for (const char c : line) digits.push_back(c == '.' ? std::uint8_t{0} : static_cast<std::uint8_t>(c - '0'));
    return digits;
}

bool is_solution(const Board& board, const std::vector<std::uint8_t>& clues, const std::vector<std::uint8_t>& digits) {
    for (Cell cell = 0; cell < board.cells; ++cell) {
        if (digits[cell] == 0 || (clues[cell] != 0 && clues[cell] != digits[cell])) return false;
        for (const Cell peer : board.peers[cell]) {
            if (digits[peer] == digits[cell]) return false;
        }
    }
    return true;
}

// Counts by the search, in stretches of an odd length, checking every grid on the way.
long count(const Board& board, const std::vector<std::uint8_t>& clues, std::uint64_t stretch = 7) {
    Search search(std::make_shared<const Board>(board), clues);
    long found = 0;
    for (Progress progress = search.advance(stretch); progress != Progress::ended; progress = search.advance(stretch)) {
        if (progress != Progress::found) continue;
        ++found;
        expect(is_solution(board, clues, search.digits()), "a grid that was found is a solution");
    }
    return found;
}

// Counts by trying every digit in every cell, in order.
long count_plainly(const Board& board, std::vector<std::uint8_t>& digits, Cell cell = 0) {
    if (cell == board.cells) return 1;
    if (digits[cell] != 0) return count_plainly(board, digits, cell + 1);
    long found = 0;
    for (int digit = 1; digit <= board.size; ++digit) {
        bool fits = true;
        for (const Cell peer : board.peers[cell]) fits = fits && digits[peer] != digit;
        if (!fits) continue;
        digits[cell] = static_cast<std::uint8_t>(digit);
        found += count_plainly(board, digits, cell + 1);
    }
    digits[cell] = 0;
    return found;
}

void known_counts() {
    const Board small = usual_board(2, 2);
    expect(count(small, digits_of("................")) == 288, "288 grids of 4x4");
    expect(count(small, digits_of("...1..2..3..4...")) == 2, "two solutions of the Shidoku");
    expect(count(small, digits_of("12....3........4")) == 0, "no solution");
    expect(count(small, digits_of("11..............")) == 0, "clashing clues");
    expect(count(small, digits_of("1234341221434321")) == 1, "a full grid");
    const std::string row = "123456";
    expect(count(usual_board(2, 3), digits_of(row + std::string(30, '.'))) == 39168, "6x6 under a fixed row");
    const Board nine = usual_board(3, 3);
    expect(count(nine, digits_of("534..8912672195348198342567859..1423426853791713924856961537284287419635345286179")) == 2,
           "77 clues and two solutions");
    expect(count(nine, digits_of("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")) == 1,
           "a hard one");
}

void odd_boards() {
    expect(count({1, {}}, {0}) == 1, "a board of one digit");
    expect(count({2, {}}, {0, 0, 0, 0}) == 16, "a board without units");
    expect(count({2, {{0, 1}}}, {0, 0, 0, 0}) == 8, "a single unit");
    expect(count({3, {{0, 1}, {1, 2}}}, std::vector<std::uint8_t>(9, 0)) == 12 * 729, "units shorter than the board");
    Search large(std::make_shared<const Board>(usual_board(8, 8)), std::vector<std::uint8_t>(4096, 0));
    expect(large.advance(3) == Progress::paused, "64 digits");
}

void random_boards_agree_with_plain_counting() {
    std::mt19937 random(2024);
    for (int round = 0; round < 400; ++round) {
        Board board = usual_board(2, 2);
        if (round % 2 == 0) {  // any extra sets of cells that must differ
            std::vector<Cell> extra;
            for (Cell cell = 0; cell < 16 && extra.size() < 4; ++cell) {
                if (random() % 5 == 0) extra.push_back(cell);
            }
            board.units.push_back(extra);
            board = Board(4, board.units);
        }
        std::vector<std::uint8_t> clues(16, 0);
        bool clash = false;
        for (Cell cell = 0; cell < 16; ++cell) {
            if (random() % 3 == 0) clues[cell] = static_cast<std::uint8_t>(random() % 4 + 1);
            for (const Cell peer : board.peers[cell]) clash = clash || (clues[cell] != 0 && clues[peer] == clues[cell]);
        }
        std::vector<std::uint8_t> digits = clues;
        const long plain = clash ? 0 : count_plainly(board, digits);
        expect(count(board, clues, random() % 9 + 1) == plain, "a random board, round " + std::to_string(round));
    }
}

}  // namespace

int main() {
    known_counts();
    odd_boards();
    random_boards_agree_with_plain_counting();
    std::printf(failures == 0 ? "native: all passed\n" : "native: %d failed\n", failures);
    return failures == 0 ? 0 : 1;
}
