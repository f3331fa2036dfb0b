// The digits that are fixed on a board, found without a sweep.
#pragma once

#include "sweep.hpp"

namespace ninefold::lanes::NINEFOLD_VERSION {

// The guards of cells with two candidates or more, if every cell has at least one.
NINEFOLD_INLINE Word several_in(Word word) { return ((word & (word - ones)) - ones) & guards; }

// The digits fixed in each unit of a board.
struct FixedDigits {
    Word rows[9], columns[3], boxes[9];  // in `columns` a field for each
    bool sound;                          // every cell has a candidate, and no two fixed cells clash

    explicit FixedDigits(const Node& board) : columns{}, boxes{} {
        Word filled = guards;
        int cells = 0, digits = 0;
        for (int row = 0; row < 9; ++row) {
            Word in_row = 0;
            for (int stack = 0; stack < 3; ++stack) {
                const Word word = board.words[row][stack];
                const Word single = word & ~below(several_in(word)) & all_digits;
                filled &= word - ones;
                cells += count_bits(single);
                in_row |= single;
                columns[stack] |= single;
                boxes[row / 3 * 3 + stack] |= single;
            }
            rows[row] = folded(in_row);
        }
        for (int k = 0; k < 9; ++k) {
            boxes[k] = folded(boxes[k]);
            digits += count_bits(rows[k]) + count_bits(boxes[k]);
        }
        for (const Word stack : columns) digits += count_bits(stack);
        sound = filled == guards && digits == 3 * cells;
    }

    // The candidates that the fixed digits rule out in three cells.
    [[nodiscard]] Word gone(int row, int stack) const {
        return columns[stack] | (rows[row] | boxes[row / 3 * 3 + stack]) * ones;
    }

  private:
    static NINEFOLD_INLINE Word folded(Word word) { return (word | word >> field | word >> 2 * field) & 0x1FF; }
};

}  // namespace ninefold::lanes::NINEFOLD_VERSION
