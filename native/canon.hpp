// The canonical form of a 9×9 grid: the smallest line among all its symmetric copies.
//
// The symmetries are those of the standard 9×9 board: transposing, permuting bands, rows within a band, stacks and
// columns within a stack, and relabelling the digits. Lines are compared cell by cell; an empty cell is smaller than
// every digit. This is the true smallest line ("minlex"), for puzzles and full grids alike.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "judging.hpp"

namespace ninefold::canon {

// The symmetry that turns a grid into its canonical form: the source cell of each position, and the new label of each
// digit.
struct Symmetry {
    std::array<std::uint8_t, cells> from{};
    std::array<std::uint8_t, 10> digit{};
};

struct Canonical {
    std::array<std::uint8_t, cells> line{};
    Symmetry by{};
    std::uint64_t automorphisms = 0;  // cell permutations that leave the grid unchanged up to relabelling
};

// Takes digits 0 (empty) to 9, row by row. Clashing digits have no canonical form: the grid is returned unchanged, with
// 0 automorphisms.
Canonical canonical(const std::uint8_t* digits);

// The lines and automorphisms of many grids; `threads` 0 means one per core.
void canonical_rows(std::span<const std::uint8_t> digits, unsigned threads, std::uint8_t* lines,
                    std::uint64_t* automorphisms);

}  // namespace ninefold::canon
