// Plain lines: one 9x9 puzzle of 81 characters per line, read and written in bulk.
//
// Reading accepts the following lines and stops at any other, which the caller passes to the general reader:
//
//   1. 81 characters, each 1…9 or a blank (. 0 * _): a puzzle. It starts a list.
//   2. Within a list, the same followed by a separator (blank, tab , ; : | #) and anything else: a puzzle.
//   3. Optional blanks, then # and anything else: a comment, skipped.
//   4. Only blanks: an empty line, which ends a list.
//
// Lines end with \n or \r\n.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "judging.hpp"

namespace ninefold::lines {

// Longer lines go to the general reader, which rejects overlong ones.
inline constexpr std::size_t max_line_length = 60'000;

struct Reading {
    std::size_t rows = 0;   // puzzles read
    std::size_t lines = 0;  // lines read, including comments and empty lines
    std::size_t bytes = 0;  // bytes consumed
    bool in_list = false;   // whether the next line continues a list
};

// Reads from the start of `text` until `digits` is full, or until a line that is not accepted or is incomplete (unless
// the text ends with it: `is_last`). 81 digits per puzzle, 0 for a blank.
Reading read(std::string_view text, bool is_last, bool in_list, std::span<std::uint8_t> digits);

// Templates of an answer: text in which four control characters are placeholders; `second` only in `two`.
struct Templates {
    static constexpr char puzzle = '\1';
    static constexpr char solution = '\2';
    static constexpr char guesses = '\3';
    static constexpr char second = '\4';

    std::string_view found;  // for a puzzle with a solution
    std::string_view two;    // for one with a second solution
    std::string_view none;   // for an impossible one
};

// Columns of puzzles and their answers, one entry per puzzle.
struct AnswerColumns {
    std::span<const std::uint8_t> puzzles;
    std::span<const std::uint8_t> solutions;
    std::span<const Status> statuses;
    std::span<const std::uint64_t> guesses;
    std::span<const std::uint8_t> second_solutions;  // empty if they are not known
};

// The end of the run of plain answers that starts at `row`. Plain are: solved, two known solutions, impossible. Not
// plain are further solutions, unknown answers, clashing clues and, unless `accept_solved`, a solution not proved
// unique.
std::size_t plain_end(const AnswerColumns& answers, std::size_t row, std::size_t end, bool accept_solved);

// Writes the answers of rows [row, end), all of them plain, into exactly as many bytes as `length` returns. Both throw
// std::invalid_argument for a template with a placeholder that it may not have.
std::size_t length(const AnswerColumns& answers, std::size_t row, std::size_t end, const Templates& templates);
void write(const AnswerColumns& answers, std::size_t row, std::size_t end, const Templates& templates, char* place);

// The first cell with a digit above 9, or the number of cells if there is none.
std::size_t first_invalid_digit(std::span<const std::uint8_t> digits);

}  // namespace ninefold::lines
