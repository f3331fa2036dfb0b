// The 9x9 board: its units, the place of each cell in them, peers, and where two units meet.
//
//     units 0-8    boxes
//     units 9-17   rows
//     units 18-26  columns
//
// The kinds of unit are numbered 0, 1, 2 in that order. Digits are 0…8.
#pragma once

#include "techniques.hpp"
#include "units.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

inline constexpr int first_row = 9, first_column = 18;
// Sudoku Explainer looks at boxes, then at columns, then at rows.
inline constexpr int search_order[kinds] = {0, first_column, first_row};

inline constexpr bool is_box(int unit) { return unit < first_row; }
inline constexpr int first_of_kind(int unit) { return unit / 9 * 9; }

struct Board : Units<1, 2, 0> {
    std::uint8_t peer[81][20] = {};  // those in the box, then the rest of the row, then of the column
    std::uint8_t sorted_peer[81][20] = {};
    bool sees[81][81] = {};
    Nine common[27][27] = {};  // places of the first unit that lie in the second
    Cells later_peers[81];     // those of higher number

    constexpr Board() {
        for (int i = 0; i < 81; ++i) sort_peers(i);
        for (int a = 0; a < 27; ++a) {
            for (int b = 0; b < 27; ++b) {
                for (int k = 0; k < 9; ++k) {
                    if (unit[cell[a][k]][b / 9] == b) common[a][b] = static_cast<Nine>(common[a][b] | 1U << k);
                }
            }
        }
    }

  private:
    constexpr void sort_peers(int i) {
        int found = 0, sorted = 0;
        for (int kind = 0; kind < kinds; ++kind) {
            for (const int other : cell[unit[i][kind]]) {
                if (other == i || sees[i][other]) continue;
                sees[i][other] = true;
                peer[i][found++] = static_cast<std::uint8_t>(other);
                if (other > i) add(later_peers[i], other);
            }
        }
        for (int other = 0; other < 81; ++other) {
            if (sees[i][other]) sorted_peer[i][sorted++] = static_cast<std::uint8_t>(other);
        }
    }
};

inline constexpr Board board;

// The peers of a cell in the order in which a program looks at them.
inline const std::uint8_t (&peers_in_order(int cell, Program program))[20] {
    return program == Program::sukaku ? board.sorted_peer[cell] : board.peer[cell];
}

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
