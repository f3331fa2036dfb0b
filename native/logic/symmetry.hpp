// Symmetries of the clues on the standard 9×9 board, and what they say about the solution (Gurth's theorem).
//
// If turning or mirroring the board and exchanging digits leaves the clues as they are, the same change makes another
// solution out of a solution. A puzzle with one solution has a solution that does not change either. So a candidate goes
// if its image is not a candidate; on the axis, every digit goes that is exchanged with another one.
//
// Evidence: colour: a part for every group of digits that are exchanged, with the clues that have them; truth: pattern.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "logic/position.hpp"
#include "logic/step.hpp"

namespace ninefold::logic {

// A change of the board, and what it does to the digits.
struct Symmetry {
    enum class Turn { half, quarter, diagonal, other_diagonal };
    static constexpr std::array turns{Turn::half, Turn::diagonal, Turn::other_diagonal, Turn::quarter};

    Turn turn;
    std::array<int, 9> digit_to{};

    [[nodiscard]] static int image(Turn turn, int cell) {
        const int row = cell / 9, column = cell % 9;
        switch (turn) {
            case Turn::half: return (8 - row) * 9 + 8 - column;
            case Turn::quarter: return column * 9 + 8 - row;
            case Turn::diagonal: return column * 9 + row;
            default: return (8 - column) * 9 + 8 - row;
        }
    }

    // Whether the image of a candidate cannot hold.
    template <int W>
    [[nodiscard]] bool excludes(const Position<W>& p, Candidate c) const {
        const int cell = image(turn, c.cell), digit = digit_to[static_cast<std::size_t>(c.digit)];
        if (cell == c.cell) return digit != c.digit;
        return p.value(cell) ? p.value(cell) != digit + 1 : !p.can(cell, digit);
    }
};

// The digits' part of a symmetry of the givens, if they have it. At most one digit may be missing among them.
template <int W>
std::optional<Symmetry> symmetry_of(const Position<W>& p, Symmetry::Turn turn) {
    Symmetry found{turn, {}};
    found.digit_to.fill(-1);
    Digits from = 0, to = 0;
    for (const int cell : p.givens()) {
        const int image = Symmetry::image(turn, cell);
        if (!p.givens().has(image)) return std::nullopt;
        const int digit = p.value(cell) - 1, other = p.value(image) - 1;
        int& known = found.digit_to[static_cast<std::size_t>(digit)];
        if ((known >= 0 && known != other) || (known < 0 && (to >> other & 1))) return std::nullopt;
        known = other;
        from |= bit(digit), to |= bit(other);
    }
    if (count(from) < 8) return std::nullopt;
    const Digits last_from = 511 & ~from, last_to = 511 & ~to;
    if (last_from) found.digit_to[static_cast<std::size_t>(first(last_from))] = first(last_to);
    return found;
}

// The groups of digits that a symmetry exchanges, each with the givens that have them.
template <int W>
std::vector<Part<W>> exchanged(const Position<W>& p, const Symmetry& symmetry) {
    std::vector<Part<W>> groups;
    Digits done = 0;
    for (int digit = 0; digit < 9; ++digit) {
        if (done >> digit & 1) continue;
        Part<W> group{Role::colour, 0, {}, -1};
        for (int d = digit; !(group.digits >> d & 1); d = symmetry.digit_to[static_cast<std::size_t>(d)]) group.digits |= bit(d);
        for (const int cell : p.givens()) {
            if (group.digits >> (p.value(cell) - 1) & 1) group.cells.add(cell);
        }
        done |= group.digits;
        if (group.cells.any()) groups.push_back(group);
    }
    return groups;
}

}  // namespace ninefold::logic
