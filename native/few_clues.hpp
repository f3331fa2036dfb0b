// Puzzles with few clues: remove some clues and put fewer back, again and again.
//
// Starting from the minimal puzzle of a seed:
//
//   1. Remove one, two or three clues at random and find the solutions without them. If there are more than
//      `max_solutions`, restore the clues.
//   2. After removing one or two, add a digit that only one of the solutions has in its cell; after removing three, add
//      two digits that only one solution has together. If there are none, restore the clues. One for one leads to
//      neighbouring puzzles, often with another solution; the others reduce the number of clues.
//   3. Remove clues that have become redundant. A puzzle with two clues more than the best is dropped in favour of the
//      best.
#pragma once

#include <cstdint>
#include <span>

#include "make.hpp"

namespace ninefold::make {

struct FewCluesOutput {
    std::uint8_t* puzzles = nullptr;  // 81 digits per seed: the puzzle with the fewest clues
    std::uint8_t* clues = nullptr;    // its number of clues; 0 if stopped before there was one
    std::atomic<std::size_t>* done = nullptr;
};

// Searches from each seed until `clues` is reached, or for `steps` steps (rules 1 to 3).
void make_few_clues(std::span<const std::uint64_t> seeds, unsigned clues, std::uint64_t steps, unsigned threads,
                    const FewCluesOutput& output, const lanes::Stop& stop = {});

}  // namespace ninefold::make
