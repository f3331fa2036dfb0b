// The end of a count: how many solutions a puzzle has of which few cells are open, by a search of its own.
//
// Most of the nodes in the tree of a puzzle with many solutions have a handful of open cells and two or three
// solutions. There a whole sweep is too much. Up to sixteen open cells with up to four candidates each are one word
// of 64 bits, four bits a cell; for every candidate there is a word of those it rules out.
//
//   alive   cell 15 … cell 1  cell 0       gone[4 i + k]   what goes when cell i takes its candidate k:
//           dcba      dcba    dcba                         the same digit in the cells that are peers of it
#pragma once

#include "sweep.hpp"

namespace ninefold::lanes::NINEFOLD_VERSION {

class Endgame {
  public:
    // Takes the open cells of a puzzle, of which word(row, stack) are the words. False: there are too many.
    template <class WordOf>
    bool take(WordOf word) {
        if (!look(word)) return false;
        if (!possible_) return true;
        return list();
    }

    [[nodiscard]] std::uint64_t solutions() const { return possible_ ? count(alive_, every_) : 0; }

  private:
    using Bits = std::uint64_t;

    static constexpr int most_cells = 16, most_candidates = 4;
    static constexpr Bits nibble = 0xF, lowest = 0x1111111111111111;

    // Which digits are settled in each unit, and which cells are open. Settled cells that clash make it impossible.
    template <class WordOf>
    bool look(WordOf word) {
        int opened = 0;
        Word columns[3] = {}, filled = guards;
        for (int row = 0; row < 9; ++row) {
            Word in_row = 0;
            for (int stack = 0; stack < 3; ++stack) {
                const Word cells = word(row, stack), less_one = cells - ones;
                const Word several = ((cells & less_one) - ones) & guards;
                filled &= less_one;
                const Word single = cells & ~below(several) & all_digits;
                opened += count_bits(several);
                open_[row][stack] = cells & below(several);
                in_row |= single;
                columns[stack] |= single;
                boxes_[row / 3 * 3 + stack] = (row % 3 ? boxes_[row / 3 * 3 + stack] : 0) | single;
            }
            rows_[row] = folded(in_row);
            if (opened > most_cells) return false;
        }
        int in_rows = 0, in_columns = 0, in_boxes = 0;
        for (int k = 0; k < 9; ++k) {
            columns_[k] = columns[k / 3] >> k % 3 * field & 0x1FF;
            boxes_[k] = folded(boxes_[k]);
            in_rows += count_bits(rows_[k]);
            in_columns += count_bits(columns_[k]);
            in_boxes += count_bits(boxes_[k]);
        }
        const int settled = 81 - opened;
        possible_ = filled == guards && in_rows == settled && in_columns == settled && in_boxes == settled;
        return true;
    }

    // Numbers the open cells and their candidates.
    bool list() {
        Word cells_of[27] = {};   // by unit: rows, columns, boxes
        Bits bits_of[9] = {};     // by digit
        int unit[most_cells][3];
        Word candidates[most_cells];
        int n = 0;
        alive_ = 0;
        for (int row = 0; row < 9; ++row) {
            for (int stack = 0; stack < 3; ++stack) {
                for (int place = 0; place < 3; ++place) {
                    const Word open = open_[row][stack] >> place * field & 0x1FF;
                    if (!open) continue;
                    const int column = 3 * stack + place, box = row / 3 * 3 + stack;
                    const Word left = open & ~(rows_[row] | columns_[column] | boxes_[box]);
                    const int several = count_bits(left);
                    if (several > most_candidates) return false;
                    if (!several) return possible_ = false, true;
                    unit[n][0] = row, unit[n][1] = 9 + column, unit[n][2] = 18 + box;
                    for (const int u : unit[n]) cells_of[u] |= Word{1} << n;
                    candidates[n] = left;
                    Bits bit = Bits{1} << 4 * n;
                    for (Word digits = left; digits; digits &= digits - 1, bit <<= 1) bits_of[__builtin_ctz(digits)] |= bit;
                    alive_ |= ((Bits{1} << several) - 1) << 4 * n;
                    ++n;
                }
            }
        }
        every_ = n == most_cells ? lowest : lowest & ((Bits{1} << 4 * n) - 1);
        for (int cell = 0; cell < n; ++cell) {
            const Word together = cells_of[unit[cell][0]] | cells_of[unit[cell][1]] | cells_of[unit[cell][2]];
            const Bits peers = spread(together & ~(Word{1} << cell)) * nibble;
            int k = 4 * cell;
            for (Word digits = candidates[cell]; digits; digits &= digits - 1) {
                gone_[k++] = bits_of[__builtin_ctz(digits)] & peers;
            }
        }
        return true;
    }

    // `todo` are the lowest bits of the cells that have not yet ruled out anything.
    Bits count(Bits alive, Bits todo) const {
        for (;;) {
            const Bits either = alive | alive >> 1, both = alive & alive >> 1;
            if (((either | either >> 2) & every_) != every_) return 0;
            const Bits several = (both | both >> 2 | (either & either >> 2)) & every_;
            Bits single = todo & ~several;
            if (!single) return several ? split(alive, todo, several) : 1;
            todo &= several;
            for (; single; single &= single - 1) {
                const Bits candidate = alive & nibble << __builtin_ctzll(single);
                if (!candidate) return 0;
                alive &= ~gone_[__builtin_ctzll(candidate)];
            }
        }
    }

    Bits split(Bits alive, Bits todo, Bits several) const {
        const Bits cell = nibble << __builtin_ctzll(several);
        Bits sum = 0;
        for (Bits candidates = alive & cell; candidates; candidates &= candidates - 1) {
            sum += count((alive & ~cell) | (candidates & (~candidates + 1)), todo);
        }
        return sum;
    }

    static Word folded(Word word) { return (word | word >> field | word >> 2 * field) & 0x1FF; }

    // Bit i to bit 4 i.
    static Bits spread(Word word) {
        Bits bits = word;
        bits = (bits | bits << 24) & 0x000000FF000000FF;
        bits = (bits | bits << 12) & 0x000F000F000F000F;
        bits = (bits | bits << 6) & 0x0303030303030303;
        return (bits | bits << 3) & lowest;
    }

    bool possible_;
    Word rows_[9], columns_[9], boxes_[9];
    Word open_[9][3];
    Bits alive_, every_;
    Bits gone_[most_cells * most_candidates];
};

}  // namespace ninefold::lanes::NINEFOLD_VERSION
