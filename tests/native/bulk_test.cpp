// Rows of an array: symmetries are drawn within bands and undone, levels and scores agree with the rules.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "bulk.hpp"

using namespace ninefold;

namespace {

void expect(bool is_true, const char* what) {
    if (is_true) return;
    std::printf("bulk_test: %s\n", what);
    std::exit(1);
}

using Bytes = std::vector<std::uint8_t>;

bulk::Board four() {
    std::vector<std::vector<std::uint16_t>> units(12);
    for (std::uint16_t cell = 0; cell < 16; ++cell) {
        const auto row = static_cast<std::size_t>(cell / 4), column = static_cast<std::size_t>(cell % 4);
        units[row].push_back(cell);
        units[4 + column].push_back(cell);
        units[8 + row / 2 * 2 + column / 2].push_back(cell);
    }
    return {4, units};
}

Bytes read(std::string_view text) {
    Bytes digits;
    for (const char c : text) digits.push_back(c == '.' ? std::uint8_t{0} : static_cast<std::uint8_t>(c - '0'));
    return digits;
}

void symmetries_are_undone() {
    const std::size_t rows = 500, size = 6;
    std::vector<std::uint64_t> seeds(rows);
    std::iota(seeds.begin(), seeds.end(), 1u);
    Bytes lines(rows * 2 * size), names(rows * (size + 1)), digits(rows * size * size), moved(digits), back(digits);
    for (std::size_t k = 0; k < digits.size(); ++k) digits[k] = static_cast<std::uint8_t>(k * 7 % 11 % 7);
    bulk::draw_symmetries(2, 3, seeds, 2, lines, names);
    bulk::apply_symmetries(size, digits, lines, names, false, 2, moved);
    bulk::apply_symmetries(size, moved, lines, names, true, 1, back);
    expect(moved != digits, "symmetries change nothing");
    expect(back == digits, "a symmetry is not undone");
    lines[0] = 12;
    try {
        bulk::apply_symmetries(size, digits, lines, names, false, 1, moved);
        expect(false, "a line outside the board is accepted");
    } catch (const std::invalid_argument&) {
    }
}

void levels_and_scores() {
    const auto board = four();
    const Bytes puzzle = read("..4.1......3.1.."), answer = read("3142142321343412");
    Bytes two = puzzle, level(2);
    const Bytes clash = read("11..............");
    two.insert(two.end(), clash.begin(), clash.end());
    bulk::levels(board, two, 1, level);
    expect(level == Bytes{0, 2}, "a level is wrong");
    Bytes solved(1), kept(1);
    std::vector<std::uint16_t> correct(1), clashing(1);
    bulk::scores(board, puzzle, answer, answer, 1, {solved, kept, correct, clashing});
    expect(!solved[0] && !kept[0] && correct[0] == 12 && clashing[0] > 0, "a score is wrong");
    Bytes legal(64);
    bulk::legal(board, puzzle, 1, legal);
    expect(legal[0] == 0 && legal[1] == 1 && legal[2] == 1 && legal[3] == 0, "legal digits of the first cell");
}

}  // namespace

void least_forms_are_the_smallest_lines() {
    // The identity, and the board upside down: "...." starts the second line.
    std::vector<std::uint16_t> moves(32);
    std::iota(moves.begin(), moves.begin() + 16, std::uint16_t{0});
    for (std::size_t cell = 0; cell < 16; ++cell) moves[16 + cell] = static_cast<std::uint16_t>(15 - cell);
    const Bytes digits = read("3..............." "1..............1" "11.............." "................");
    Bytes lines(digits.size());
    std::vector<std::uint64_t> equal(4);
    bulk::least_forms(four(), moves, digits, 2, lines, equal);
    expect(Bytes(lines.begin(), lines.begin() + 32) == read("...............1" "1..............1"), "not the smallest line");
    expect(equal == std::vector<std::uint64_t>({1, 2, 0, 2}), "automorphisms are not counted");
}

int main() {
    least_forms_are_the_smallest_lines();
    symmetries_are_undone();
    levels_and_scores();
    std::puts("bulk_test: passed");
}
