// Generating 9x9 puzzles: random full grids whose clues are removed while the solution stays unique.
//
// Every puzzle has a seed, a 64-bit number from which all its random numbers are drawn. The result depends on the seed
// and the recipe alone: not on the machine, the number of threads, or what else is generated at the same time.
//
//   1. Random numbers come from splitmix64, started at the seed; a number below n is the upper half of number * n.
//   2. A full 9x9 grid is filled cell by cell, row by row, trying the digits that fit in random order. After `max_tries`
//      digits without success, filling starts over. Other boards start from a fixed pattern.
//   3. The grid is mixed by random moves (make/mixing.hpp). Each is as likely as its reverse, so mixing only brings the
//      distribution closer to uniform.
//   4. The groups (cells that are clues together or not at all) are shuffled, and each in turn is removed if the
//      solution stays unique without it.
//
// Removing more clues never leaves fewer solutions. So a run of groups can be removed at once, and its length found by
// bisection; and a set of cells whose digits can be exchanged for others (an unavoidable set) proves without a search
// that its last clue must stay.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lanes.hpp"

namespace ninefold::make {

using lanes::cells;

// The random number generator (rule 1).
class SplitMix {
  public:
    explicit SplitMix(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15u;
        std::uint64_t mixed = (state_ ^ (state_ >> 30)) * 0xBF58476D1CE4E5B9u;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
        return mixed ^ (mixed >> 31);
    }

    // A number from 0 to n-1; `n` has at most 32 bits.
    std::uint32_t below(std::uint32_t n) {
        return static_cast<std::uint32_t>(((next() >> 32) * n) >> 32);
    }

    // Shuffles the first `n` values (Fisher-Yates).
    void shuffle(std::uint8_t* values, std::uint32_t n) {
        for (std::uint32_t last = n; last > 1; --last) std::swap(values[last - 1], values[below(last)]);
    }

  private:
    std::uint64_t state_;
};

using Digits = std::array<std::uint8_t, cells>;

// A full 9x9 grid (rules 2 and 3).
Digits full_grid(SplitMix& rng);

inline constexpr std::size_t max_size = 32;  // digits of a full grid: rows are bits of a word while it is mixed

// The boxes of a board.
struct Shape {
    std::size_t rows, columns, size = rows * columns;
};

// A full grid from each seed (rules 1 to 3), one after the other in `digits`.
void full_grids(Shape shape, std::span<const std::uint64_t> seeds, unsigned threads, std::uint8_t* digits,
                std::atomic<std::size_t>* done = nullptr, const lanes::Stop& stop = {});

// The constraints on every puzzle.
struct Recipe {
    std::vector<std::vector<std::uint8_t>> groups;  // cells that may be removed, those of a group together
    std::vector<std::uint8_t> excluded;             // cells that may not hold clues at all
    const std::uint8_t* solution = nullptr;         // 81 digits to start from; null for random grids
};

// Output columns, one entry per seed.
struct Output {
    std::uint8_t* solutions = nullptr;
    // When the clue of each cell was removed: 0 never, else the number of its group among those removed, from 1;
    // `never_clue` for an excluded cell. Restoring the last ones gives puzzles with more clues.
    std::uint8_t* removed_at = nullptr;
    std::uint8_t* proper = nullptr;  // 1: made; 0: several solutions with the excluded cells empty, or stopped
    std::atomic<std::size_t>* done = nullptr;
};

inline constexpr std::uint8_t never_clue = 255;

// A recipe from one number per cell: 0 is always a clue, `never_clue` never one, and cells that share any other number
// form a group.
Recipe recipe_from(std::span<const std::uint8_t, cells> group_of);

// Makes a puzzle from each seed, many at a time to fill the lanes.
void make_many(std::span<const std::uint64_t> seeds, const Recipe& recipe, unsigned threads, const Output& output,
               const lanes::Stop& stop = {});

}  // namespace ninefold::make
