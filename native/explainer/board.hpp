// The 9x9 board: its units, the place of each cell in them, peers, and where two units meet.
//
//     units 0-8    boxes
//     units 9-17   rows
//     units 18-26  columns
//
// The kinds of unit are numbered 0, 1, 2 in that order. Digits are 0…8.
#pragma once

#include "bits.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

inline constexpr int kinds = 3;
inline constexpr int first_row = 9, first_column = 18;
// Sudoku Explainer looks at boxes, then at columns, then at rows.
inline constexpr int search_order[kinds] = {0, first_column, first_row};

inline constexpr bool is_box(int unit) { return unit < first_row; }
inline constexpr int first_of_kind(int unit) { return unit / 9 * 9; }

struct Board {
    std::uint8_t cell[27][9];       // of each unit, in reading order
    std::uint8_t unit[81][kinds];   // box, row, column of a cell …
    std::uint8_t place[81][kinds];  // … and its place in each of them
    std::uint8_t peer[81][20];      // those in the box, then the rest of the row, then of the column
    bool sees[81][81];
    Nine common[27][27];  // places of the first unit that lie in the second
    Cells peers[81];
    Cells cells_of[27];

    constexpr Board() : cell{}, unit{}, place{}, peer{}, sees{}, common{}, peers{}, cells_of{} {
        for (int i = 0; i < 81; ++i) {
            const int row = i / 9, column = i % 9;
            enter(i, 0, row / 3 * 3 + column / 3, row % 3 * 3 + column % 3);
            enter(i, 1, first_row + row, column);
            enter(i, 2, first_column + column, row);
        }
        for (int i = 0; i < 81; ++i) find_peers(i);
        for (int a = 0; a < 27; ++a) {
            for (int b = 0; b < 27; ++b) {
                for (int k = 0; k < 9; ++k) {
                    if (unit[cell[a][k]][b / 9] == b) common[a][b] = static_cast<Nine>(common[a][b] | 1U << k);
                }
            }
        }
    }

  private:
    constexpr void enter(int i, int kind, int number, int where) {
        cell[number][where] = static_cast<std::uint8_t>(i);
        unit[i][kind] = static_cast<std::uint8_t>(number);
        place[i][kind] = static_cast<std::uint8_t>(where);
        cells_of[number].words[i >> 6] |= Word{1} << (i & 63);
    }
    constexpr void find_peers(int i) {
        int found = 0;
        for (int kind = 0; kind < kinds; ++kind) {
            for (const int other : cell[unit[i][kind]]) {
                if (other == i || sees[i][other]) continue;
                sees[i][other] = true;
                peer[i][found++] = static_cast<std::uint8_t>(other);
                peers[i].words[other >> 6] |= Word{1} << (other & 63);
            }
        }
    }
};

inline constexpr Board board;

// The subsets of `size` of the numbers 0…n-1, by growing value of their bits.
struct Subsets {
    Nine sets[126];
    int amount = 0;

    constexpr Subsets() : sets{} {}
    constexpr const Nine* begin() const { return sets; }
    constexpr const Nine* end() const { return sets + amount; }
};

struct SubsetTable {
    Subsets of[10][10];  // [n][size]

    constexpr SubsetTable() : of{} {
        for (unsigned n = 0; n < 10; ++n) {
            for (unsigned bits = 0; bits < 1U << n; ++bits) {
                int size = 0;
                for (unsigned rest = bits; rest; rest &= rest - 1) ++size;
                Subsets& subsets = of[n][size];
                subsets.sets[subsets.amount++] = static_cast<Nine>(bits);
            }
        }
    }
};

inline constexpr SubsetTable subset_table;
inline const Subsets& subsets(int n, int size) { return subset_table.of[n][size]; }

// The kind of unit that two cells share first (box, row, column); none: 3.
inline int shared_kind(int a, int b, int from = 0) {
    int kind = from;
    while (kind < kinds && board.unit[a][kind] != board.unit[b][kind]) ++kind;
    return kind;
}

}  // namespace ninefold::explainer::NINEFOLD_VERSION
