// A board as the search needs it: its units, and the position of every cell in them. Built once per layout and shared
// by all searches on it.
//
// The search keeps two kinds of word, each a set of remaining places:
//
//   word of a cell             bit d: digit d+1 can go into it
//   word of a unit and digit   bit p: the digit can go to the cell at position p of the unit
//
//   [ cell 0 … cell N²-1 | unit 0: digit 1 … digit N, unused | unit 1: … ]
//                         ^ word `cells`; every unit has 2^shift words, the smallest power of two that is at least N
//
// Candidates are numbered likewise: cell << shift | digit - 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ninefold {

using Digits = std::uint64_t;  // a set of digits, or of places
using Cell = std::uint32_t;
using Candidate = std::uint32_t;  // a (cell, digit) pair

inline constexpr int max_size = 64;

// The position of a cell in one of its units.
struct Membership {
    std::uint32_t word;     // of digit 1 in the unit; the other digits follow
    std::uint8_t position;
    bool full;              // the unit has N cells, so it contains every digit
};

struct Board {
    // Throws std::invalid_argument for a size outside 1 to 64, and for a unit with a cell outside the board or a
    // repeated cell. A unit of more than N cells is allowed, but no grid fills it.
    Board(int size, std::vector<std::vector<Cell>> units);

    [[nodiscard]] std::span<const Membership> memberships(Cell cell) const {
        return {all_memberships.data() + first_membership[cell], all_memberships.data() + first_membership[cell + 1]};
    }
    [[nodiscard]] std::size_t words() const { return cells + (units.size() << shift); }
    [[nodiscard]] std::size_t candidates() const { return cells << shift; }
    [[nodiscard]] Cell cell_of(Candidate candidate) const { return candidate >> shift; }
    [[nodiscard]] std::uint32_t digit_of(Candidate candidate) const { return candidate & ((1U << shift) - 1); }

    // The candidate represented by bit `bit` of word `word`.
    [[nodiscard]] Candidate candidate(std::uint32_t word, std::uint32_t bit) const {
        if (word < cells) return word << shift | bit;
        const std::uint32_t at = word - static_cast<std::uint32_t>(cells);
        const std::uint32_t digit = digit_of(at);
        return members[at - digit + bit] << shift | digit;
    }

    int size;
    std::size_t cells;
    std::uint32_t shift;
    std::vector<std::vector<Cell>> units;
    std::vector<std::vector<Cell>> peers;
    std::vector<Cell> members;                    // the units again, one after the other, each in 2^shift places
    std::vector<Membership> all_memberships;      // those of cell 0, those of cell 1, …
    std::vector<std::uint32_t> first_membership;  // one per cell, and the end
    Digits all;
    bool fillable = true;  // no unit has more cells than there are digits

  private:
    void check(const std::vector<Cell>& unit) const;
    void find_peers();
    void find_memberships();
};

}  // namespace ninefold
