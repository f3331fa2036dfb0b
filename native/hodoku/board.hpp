// The 9x9 board as HoDoKu counts it: rows are units 0-8, columns 9-17, boxes 18-26. Digits are 0…8.
#pragma once

#include "explainer/units.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

using namespace ninefold::explainer::NINEFOLD_VERSION;  // the sets of bits of this version, and the units

inline constexpr int rows = 0, columns = 9, boxes = 18;
inline constexpr Bits all_digits = 0x1FF, all_units = (1U << 27) - 1;
inline constexpr Bits in_rows = 0x1FF << rows, in_columns = 0x1FF << columns, in_boxes = 0x1FF << boxes;
inline constexpr int padded_cells = 96, padded_units = 32;

struct Frame : Units<0, 1, 2> {
    Bits units[81] = {};                           // of each cell, as a set
    Nine before[81][27] = {};                      // by cell: the places of each unit in cells before it …
    alignas(16) Nine kept[81][padded_units] = {};  // … and those that it neither takes nor sees
    alignas(16) Nine seen[81][padded_cells] = {};  // by cell: all bits of the cells that it sees

    constexpr Frame() {
        for (int i = 0; i < 81; ++i) {
            for (const int own : unit[i]) units[i] |= bit(own);
            for (int other = 0; other < 81; ++other) seen[i][other] = sees(i, other) ? 0xFFFF : 0;
            for (int u = 0; u < 27; ++u) {
                for (int p = 0; p < 9; ++p) compare(i, u, p);
            }
        }
    }

    constexpr int row(int i) const { return i / 9; }
    constexpr int column(int i) const { return i % 9; }
    constexpr int box(int i) const { return unit[i][2] - boxes; }

  private:
    constexpr void compare(int i, int u, int p) {
        const int other = cell[u][p];
        if (other < i) before[i][u] = static_cast<Nine>(before[i][u] | 1U << p);
        if (other != i && !sees(i, other)) kept[i][u] = static_cast<Nine>(kept[i][u] | 1U << p);
    }
};

inline constexpr Frame frame;

inline int highest(Bits set) { return 31 - __builtin_clz(set); }
inline int last_cell(const Cells& set) {  // of some cells
    return set.words[1] ? 127 - __builtin_clzll(set.words[1]) : 63 - __builtin_clzll(set.words[0]);
}
inline bool is_single(Bits set) { return set && !(set & (set - 1)); }

// The cells of a set in ascending order: `for (int cell : cells_in(set))`. Which word has the next cell is not asked with
// a branch, as the CPU could not foresee it.
class cells_in {
  public:
    explicit cells_in(const Cells& set) : low_(set.words[0]), high_(set.words[1]) {}
    cells_in begin() const { return *this; }
    cells_in end() const { return cells_in(Cells{}); }
    int operator*() const { return lowest(low_ ? low_ : high_) + 64 * !low_; }
    cells_in& operator++() {
        high_ &= high_ - !low_;
        low_ &= low_ - 1;
        return *this;
    }
    bool operator!=(const cells_in& other) const { return (low_ ^ other.low_) | (high_ ^ other.high_); }

  private:
    Word low_, high_;
};

inline constexpr Cells every_cell{{~Word{0}, (Word{1} << 17) - 1}};

inline int first_cell(const Cells& set) {  // of some cells
    return set.words[0] ? lowest(set.words[0]) : 64 + lowest(set.words[1]);
}

inline Cells one_cell(int cell) {
    Cells set;
    set.set(cell);
    return set;
}

// The cells that see all of these; every cell if there are none.
inline Cells seen_by_all(const Cells& set) {
    Cells seen = every_cell;
    for (const int cell : cells_in(set)) seen &= frame.peers[cell];
    return seen;
}

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
