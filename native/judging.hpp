// Checking 9x9 grids in bulk: the status of each puzzle, and whether each solution is correct.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lanes.hpp"

namespace ninefold {

using lanes::cells;
using lanes::Puzzle;

// In the order of `Status` in Python.
enum class Status : std::uint8_t { unique, solved, multiple, impossible, unknown };

// The status of a puzzle with `count` solutions found up to `limit`; `ended` says whether that count is final.
Status status_of(std::uint64_t count, bool ended, std::uint64_t limit);

// Whether a digit appears twice in a row, column or box.
bool has_clash(Puzzle puzzle);

// Whether a grid is full and correct, and keeps every clue of the puzzle.
bool is_solution(Puzzle puzzle, Puzzle grid);

// The index of the first puzzle whose claimed solution is wrong, or the number of puzzles if there is none. `threads`
// as in `lanes::solve_many`. After cancellation the result is meaningless.
std::size_t first_wrong(std::span<const std::uint8_t> puzzles, std::span<const std::uint8_t> solutions,
                        std::span<const Status> statuses, unsigned threads = 1,
                        const std::atomic<bool>* cancelled = nullptr);

// The same for the second solutions of puzzles with several: each must be a solution, and differ from the first.
std::size_t first_wrong_second(std::span<const std::uint8_t> puzzles, std::span<const std::uint8_t> solutions,
                               std::span<const std::uint8_t> second_solutions, std::span<const Status> statuses);

}  // namespace ninefold
