// Plain lines: a 9x9 puzzle in 81 characters a line, read and written many at a time.
//
// A line is known as one of these; at any other the reading stops, for whoever reads all forms to go on:
//
//   1. 81 characters, each 1…9 or a blank (. 0 * _): a puzzle. It begins a list.
//   2. In a list, the same with a separator (blank, tab , ; : | #) and anything behind it: a puzzle.
//   3. Blanks and then # with anything behind it: a comment, left out.
//   4. Blanks alone: an empty line, which ends a list.
//
// Lines end with \n or \r\n.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "judging.hpp"

namespace ninefold::lines {

// Longer lines are left to the general reader, which refuses the longest.
inline constexpr std::size_t max_line_length = 60'000;

struct Reading {
    std::size_t rows = 0;   // puzzles read
    std::size_t lines = 0;  // lines read, also comments and empty ones
    std::size_t bytes = 0;  // how far into the text
    bool in_list = false;   // whether the next line stands in a list
};

// Reads from the start of `text` until a line that is not known, one that is not all there (unless the text
// ends with it: `is_end`), or until `digits` is full. 81 digits a puzzle, 0 for a blank.
Reading read(std::string_view text, bool is_end, bool in_list, std::span<std::uint8_t> digits);

// The form of an answer: text in which four characters stand for what differs from puzzle to puzzle.
struct Form {
    static constexpr char puzzle = '\1';
    static constexpr char solution = '\2';
    static constexpr char guesses = '\3';
    static constexpr char second = '\4';

    std::string_view found;  // for a puzzle with a solution
    std::string_view two;    // for one with a second solution
    std::string_view none;   // for an impossible one
};

// Columns of puzzles and their answers, a place for each.
struct AnswerColumns {
    std::span<const std::uint8_t> puzzles;
    std::span<const std::uint8_t> solutions;
    std::span<const Status> statuses;
    std::span<const std::uint64_t> guesses;
    std::span<const std::uint8_t> second_solutions;  // second solutions; empty where they are not known
};

// Where plain answers end: a solution found, or two that are known, or impossible. What has more to it is further
// solutions, an unknown answer, clashing clues, and a solution not proved the only one, unless `accept_solved`.
std::size_t plain_end(const AnswerColumns& answers, std::size_t row, std::size_t end, bool accept_solved);

// Writes the answers of the rows from `row` to `end`, all of them plain, into as many bytes as `length` says.
std::size_t length(const AnswerColumns& answers, std::size_t row, std::size_t end, const Form& form);
void write(const AnswerColumns& answers, std::size_t row, std::size_t end, const Form& form, char* place);

// The first cell whose digit is above 9; the number of cells if there is none.
std::size_t first_odd_cell(std::span<const std::uint8_t> digits);

}  // namespace ninefold::lines
