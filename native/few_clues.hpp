// Puzzles with few clues: some are taken out and fewer put back, again and again.
//
// From a minimal puzzle of a key:
//
//   1. One, two or three clues are taken out by lot, and the solutions without them found, up to `max_solutions`; with
//      more, the clues go back.
//   2. For one or two, a digit is put back that only one of the solutions has in its cell; for three, two digits that
//      only one has together. Where there are none, the clues go back. One for one leads to other puzzles nearby, often
//      with another solution; the others lead down.
//   3. Clues that are to spare then are taken out as well. A puzzle with two clues more than the best is left for it.
#pragma once

#include <cstdint>
#include <span>

#include "make.hpp"

namespace ninefold::make {

struct FewCluesOutput {
    std::uint8_t* puzzles = nullptr;          // 81 digits for each key: the puzzle with the fewest clues
    std::uint8_t* clues = nullptr;            // how many it has; 0 where it was stopped before there was one
    std::atomic<std::size_t>* done = nullptr;
};

// Searches from each key until so many clues are reached, or for so many steps (rules 1 to 3).
void make_few_clues(std::span<const std::uint64_t> seeds, unsigned clues, std::uint64_t steps, unsigned threads,
                    const FewCluesOutput& output, const lanes::Stop& stop = {});

}  // namespace ninefold::make
