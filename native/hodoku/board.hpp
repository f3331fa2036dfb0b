// The 9x9 board as HoDoKu counts it: rows are units 0-8, columns 9-17, boxes 18-26. Digits are 0…8.
#pragma once

#include "explainer/bits.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

using namespace ninefold::explainer::NINEFOLD_VERSION;  // the sets of bits of this version

inline constexpr int rows = 0, columns = 9, boxes = 18;
inline constexpr int padded_cells = 96, padded_units = 32;

struct Frame {
    std::uint8_t cell[27][9];   // of each unit, in reading order
    std::uint8_t unit[81][3];   // row, column and box of a cell …
    std::uint8_t place[81][3];  // … and its place in each of them
    Cells peers[81];
    Cells cells_of[27];
    alignas(16) Nine kept[81][padded_units];  // by cell: the places of each unit that it neither takes nor sees

    constexpr Frame() : cell{}, unit{}, place{}, peers{}, cells_of{}, kept{} {
        for (int i = 0; i < 81; ++i) {
            const int row = i / 9, column = i % 9;
            enter(i, 0, rows + row, column);
            enter(i, 1, columns + column, row);
            enter(i, 2, boxes + row / 3 * 3 + column / 3, row % 3 * 3 + column % 3);
        }
        for (int i = 0; i < 81; ++i) find_peers(i);
    }

    constexpr bool sees(int a, int b) const { return peers[a].words[b >> 6] >> (b & 63) & 1; }
    constexpr int row(int i) const { return i / 9; }
    constexpr int column(int i) const { return i % 9; }
    constexpr int box(int i) const { return unit[i][2] - boxes; }

  private:
    constexpr void enter(int i, int kind, int number, int where) {
        cell[number][where] = static_cast<std::uint8_t>(i);
        unit[i][kind] = static_cast<std::uint8_t>(number);
        place[i][kind] = static_cast<std::uint8_t>(where);
        cells_of[number].words[i >> 6] |= Word{1} << (i & 63);
    }
    constexpr void find_peers(int i) {
        for (const int own : unit[i]) {
            for (const int other : cell[own]) {
                if (other == i) continue;
                peers[i].words[other >> 6] |= Word{1} << (other & 63);
            }
        }
        for (int u = 0; u < 27; ++u) {
            for (int p = 0; p < 9; ++p) {
                const int other = cell[u][p];
                if (other != i && !sees(i, other)) kept[i][u] = static_cast<Nine>(kept[i][u] | 1U << p);
            }
        }
    }
};

inline constexpr Frame frame;

inline bool is_single(Bits set) { return set && !(set & (set - 1)); }

// The cells of a set in ascending order: `for (int cell : cells_in(set))`.
class cells_in {
  public:
    explicit cells_in(const Cells& set) : low_(set.words[0]), high_(set.words[1]) {}
    cells_in begin() const { return *this; }
    cells_in end() const { return cells_in(Cells{}); }
    int operator*() const { return low_ ? lowest(low_) : 64 + lowest(high_); }
    cells_in& operator++() {
        low_ ? low_ &= low_ - 1 : high_ &= high_ - 1;
        return *this;
    }
    bool operator!=(const cells_in& other) const { return low_ != other.low_ || high_ != other.high_; }

  private:
    Word low_, high_;
};

inline Cells one_cell(int cell) {
    Cells set;
    set.set(cell);
    return set;
}

// The cells that see all of these; every cell if there are none.
inline Cells seen_by_all(const Cells& set) {
    Cells seen{{~Word{0}, (Word{1} << 17) - 1}};
    for (const int cell : cells_in(set)) seen &= frame.peers[cell];
    return seen;
}

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
