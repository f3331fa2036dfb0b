// Work on the rows of an array, on any board: levels, scores of answers, legal digits, and random symmetries.
//
// A row holds the N*N digits of a grid, 0 for an empty cell. `threads` 0 means one per core. Rows do not depend on each
// other, nor on the number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace ninefold::bulk {

inline constexpr std::size_t max_size = 32;  // digits of a board: sets of digits are words of 32 bits

// A board as its units. `whole` units have N cells and hold every digit once; smaller ones only forbid repeats.
class Board {
  public:
    // Throws std::invalid_argument if a size is too large or a unit has a cell outside the board.
    Board(std::size_t size, std::vector<std::vector<std::uint16_t>> units);

    std::size_t size() const { return size_; }
    std::size_t cells() const { return size_ * size_; }
    const std::vector<std::vector<std::uint16_t>>& units() const { return units_; }
    const std::vector<std::vector<std::uint16_t>>& whole() const { return whole_; }
    const std::vector<std::uint16_t>& peers(std::size_t cell) const { return peers_[cell]; }

    // A whole unit and another unit that shares at least two cells with it: a digit that fits the first only in the
    // cells they share is ruled out in the rest of the second (a locked candidate).
    struct Overlap {
        std::vector<std::uint16_t> outside, rest;
    };
    const std::vector<Overlap>& overlaps() const { return overlaps_; }

  private:
    std::size_t size_;
    std::vector<std::vector<std::uint16_t>> units_, whole_, peers_;
    std::vector<Overlap> overlaps_;
};

// 0: singles solve the puzzle; 1: singles and locked candidates do; 2: neither is enough, or the digits clash.
void levels(const Board& board, std::span<const std::uint8_t> digits, unsigned threads, std::span<std::uint8_t> found);

// What is right about an answer. Digits above N count as empty.
struct Scores {
    std::span<std::uint8_t> solved;     // full, without clashes, every clue kept
    std::span<std::uint8_t> kept;       // every clue kept
    std::span<std::uint16_t> correct;   // cells without a clue that agree with `solutions`
    std::span<std::uint16_t> clashing;  // units in which a digit is repeated
};
void scores(const Board& board, std::span<const std::uint8_t> puzzles, std::span<const std::uint8_t> answers,
            std::span<const std::uint8_t> solutions, unsigned threads, const Scores& found);

// 1 for each candidate (cell, digit) of an empty cell that no peer has: N*N*N bytes per row, digits of a cell together.
void legal(const Board& board, std::span<const std::uint8_t> digits, unsigned threads, std::span<std::uint8_t> found);

// Random symmetries of a board with boxes of rows*columns cells, one per seed: the source line of each of the N rows
// and then N columns of the result (lines N to 2N-1 are columns; rows from columns mean a transposed grid), and the new
// names of 0 to N.
void draw_symmetries(std::size_t box_rows, std::size_t box_columns, std::span<const std::uint64_t> seeds,
                     unsigned threads, std::span<std::uint8_t> lines, std::span<std::uint8_t> names);

// Applies such symmetries, a row each, or undoes them. Digits above N throw std::invalid_argument.
void apply_symmetries(std::size_t size, std::span<const std::uint8_t> digits, std::span<const std::uint8_t> lines,
                      std::span<const std::uint8_t> names, bool undo, unsigned threads, std::span<std::uint8_t> moved);

// The smallest line of each row over the moves of its board, as in canonical.py, and how many moves give it; 0 if its
// digits clash. A move lists, for each cell of the line, the cell it comes from: `cells` numbers each.
void least_forms(const Board& board, std::span<const std::uint16_t> moves, std::span<const std::uint8_t> digits,
                 unsigned threads, std::span<std::uint8_t> lines, std::span<std::uint64_t> automorphisms);

}  // namespace ninefold::bulk
