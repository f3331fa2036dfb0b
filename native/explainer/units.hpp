// The rows, columns and boxes of the 9x9 board. Each program numbers them in an order of its own.
#pragma once

#include "bits.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

inline constexpr int kinds = 3;

// The kinds of unit are numbered 0, 1, 2; units 0-8 are of the first kind, and so on.
template <int RowKind, int ColumnKind, int BoxKind>
struct Units {
    std::uint8_t cell[27][9] = {};       // of each unit, in reading order
    std::uint8_t unit[81][kinds] = {};   // of each kind: the unit of a cell …
    std::uint8_t place[81][kinds] = {};  // … and its place in it
    Cells peers[81];
    Cells cells_of[27];

    constexpr Units() {
        for (int i = 0; i < 81; ++i) {
            const int row = i / 9, column = i % 9;
            enter(i, RowKind, row, column);
            enter(i, ColumnKind, column, row);
            enter(i, BoxKind, row / 3 * 3 + column / 3, row % 3 * 3 + column % 3);
        }
        for (int i = 0; i < 81; ++i) {
            for (const int own : unit[i]) {
                for (const int other : cell[own]) {
                    if (other != i) add(peers[i], other);
                }
            }
        }
    }

    constexpr bool sees(int a, int b) const { return peers[a].words[b >> 6] >> (b & 63) & 1; }

  protected:
    static constexpr void add(Cells& set, int i) { set.words[i >> 6] |= Word{1} << (i & 63); }

  private:
    constexpr void enter(int i, int kind, int number, int where) {
        const int own = 9 * kind + number;
        cell[own][where] = static_cast<std::uint8_t>(i);
        unit[i][kind] = static_cast<std::uint8_t>(own);
        place[i][kind] = static_cast<std::uint8_t>(where);
        add(cells_of[own], i);
    }
};

}  // namespace ninefold::explainer::NINEFOLD_VERSION
