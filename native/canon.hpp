// The canonical form of a 9×9 grid: the least of all lines that its symmetries make of it.
//
// The symmetries are those of the usual 9×9 board: turning rows into columns, moving bands, rows within a band, stacks
// and columns within a stack, and giving the digits other names. Lines are compared cell by cell, an empty cell below
// every digit. This is the true least line ("minlex"), for puzzles and for full grids multiplicity.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "judging.hpp"

namespace ninefold::canon {

// How a grid becomes its canonical form: the cell that moves to each place, and the name each digit gets there.
struct Symmetry {
    std::array<std::uint8_t, cells> from{};
    std::array<std::uint8_t, 10> digit{};
};

struct Canonical {
    std::array<std::uint8_t, cells> line{};
    Symmetry by{};
    std::uint64_t automorphisms = 0;  // the moves of cells that leave the grid as it is but for the names of its digits
};

// Digits 0 (empty) to 9, row by row. Where they clash there is no form: the grid is left as it is, with no automorphisms.
Canonical canonical(const std::uint8_t* digits);

// Many grids, only their lines.
void canonical_lines(const std::uint8_t* digits, std::size_t grids, std::uint8_t* lines);

}  // namespace ninefold::canon
