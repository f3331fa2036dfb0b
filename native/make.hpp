// Making 9x9 puzzles: full grids by lot, and their clues taken away while exactly one solution is left.
//
// Every puzzle has a key, a number of 64 bits from which all its lots are drawn. What is made depends on the key and
// the wishes alone: not on the machine, the number of threads, or what else is made beside it.
//
//   1. Numbers are drawn by splitmix64 from the key; a lot below n is the upper half of number * n.
//   2. A full grid: cell by cell and row by row, the digits that fit are tried in a random order. More than
//      `max_tries` digits without an end, and the filling begins anew.
//   3. It is stirred: two digits are drawn, and a cell with one of them; the cells that are joined to it by units in
//      which both digits stand swap their digits. Every grid that this leads to leads back as easily, so that stirring
//      only ever brings the grids nearer to equal chances.
//   4. Its parts (cells that are clues together or not at all) are put in a random order, and each in turn is taken
//      away if exactly one solution is left without it.
//
// Taking away more never leaves fewer solutions. So a run of parts can be taken away at once, and how long it may be
// found by halving; and a set of cells whose digits can be changed for others (an unavoidable set) shows without a
// search that its last clue must stay.
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

// Numbers by lot (rule 1).
class SplitMix {
  public:
    explicit SplitMix(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15u;
        std::uint64_t mixed = (state_ ^ (state_ >> 30)) * 0xBF58476D1CE4E5B9u;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
        return mixed ^ (mixed >> 31);
    }

    // A whole number from 0, below `n`, which has at most 32 bits.
    std::uint32_t below(std::uint32_t n) {
        return static_cast<std::uint32_t>(((next() >> 32) * n) >> 32);
    }

    // The first `n` values in a random order, by Fisher and Yates.
    void shuffle(std::uint8_t* values, std::uint32_t n) {
        for (std::uint32_t last = n; last > 1; --last) std::swap(values[last - 1], values[below(last)]);
    }

  private:
    std::uint64_t state_;
};

using Digits = std::array<std::uint8_t, cells>;

// A full grid (rules 2 and 3).
Digits full_grid(SplitMix& rng);

// What is wanted of every puzzle.
struct Recipe {
    std::vector<std::vector<std::uint8_t>> groups;  // cells that may be taken away, those of a part together
    std::vector<std::uint8_t> excluded;              // cells that may not be clues at all
    const std::uint8_t* solution = nullptr;        // 81 digits to start from; null for full grids by lot
};

// Where the puzzles go, a place for each key.
struct Output {
    std::uint8_t* solutions = nullptr;
    // For each cell when its clue was taken away: 0 never, else the number of its part among those taken, from 1;
    // `never_clue` for a cell that may not be a clue. Putting the last ones back makes puzzles with more clues.
    std::uint8_t* removed_at = nullptr;
    std::uint8_t* proper = nullptr;  // 1: made; 0: barred cells leave several solutions, or stopped
    std::atomic<std::size_t>* done = nullptr;
};

inline constexpr std::uint8_t never_clue = 255;

// A recipe from one number per cell: 0 is always a clue, `never_clue` never one, and cells with the same number in between
// form a group.
Recipe recipe_from(std::span<const std::uint8_t, cells> group_of);

// Makes a puzzle of each key, as many side by side as suits the lanes.
void make_many(std::span<const std::uint64_t> seeds, const Recipe& recipe, unsigned threads, const Output& output,
               const lanes::Stop& stop = {});

}  // namespace ninefold::make
