// The judge of many 9x9 grids: what became of each puzzle in one word, and whether each solution is one.
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

// What is known of a puzzle with so many solutions found up to a limit, and whether that count stands.
Status status_of(std::uint64_t count, bool ended, std::uint64_t limit);

// Whether a digit stands twice in a row, column or box.
bool has_clash(Puzzle puzzle);

// Whether a grid is full and correct, and keeps every clue of the puzzle.
bool is_solution(Puzzle puzzle, Puzzle grid);

// The first puzzle whose solution is none, where it is said to have one; the number of puzzles if all is right.
// `threads` as in `lanes::solve_many`. Who cancels it wants no answers: what it then says means nothing.
std::size_t first_wrong(std::span<const std::uint8_t> puzzles, std::span<const std::uint8_t> solutions,
                        std::span<const Status> statuses, unsigned threads = 1,
                        const std::atomic<bool>* cancelled = nullptr);

// The same for the second solutions of those that have several: each is a solution, and another one.
std::size_t first_wrong_second(std::span<const std::uint8_t> puzzles, std::span<const std::uint8_t> solutions,
                               std::span<const std::uint8_t> second_solutions, std::span<const Status> statuses);

}  // namespace ninefold
