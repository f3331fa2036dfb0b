// Sixteen positions side by side, and what there is to see in each: the memory that a look works on.
//
// The cells of a band are 30 bits of a word: three rows of nine columns, each with a tenth bit that is always 0.
#pragma once

#include <cstdint>

namespace ninefold::measure {

struct Views {
    static constexpr int lanes = 16;

    using Word = std::uint32_t;
    using Lanes = Word[lanes];
    using Cells = Lanes[3];  // a set of cells in each position, by band

    alignas(64) Cells places[9];  // by digit: the cells that can take it
    // The cell that a look fills first, if any, and its digit (0…8).
    alignas(64) Cells cell;
    alignas(64) Lanes digit;
    // Then the look sees: the cells with a single; those whose single is hidden; those that are the last of a unit; the
    // hidden singles of rows and of columns that have other open cells; and the visibility of all singles together.
    alignas(64) Cells seen, hidden, last, in_rows, in_columns;
    alignas(64) Lanes total;
    // The most visible cells. At each of the ties, a person who compares cells one by one, in order, meets a cell that
    // is as visible as the best so far.
    alignas(64) Cells best, ties;
};

using LookFunction = void (*)(Views& views);

// Where each cell is in the words of the bands, and the cell at each bit of the three words.
struct Places {
    std::uint8_t band[81], bit[81], cell[3 * 32];

    constexpr Places() : band{}, bit{}, cell{} {
        for (int i = 0; i < 81; ++i) {
            band[i] = static_cast<std::uint8_t>(i / 27);
            bit[i] = static_cast<std::uint8_t>(i % 27 / 9 * 10 + i % 9);
            cell[32 * band[i] + bit[i]] = static_cast<std::uint8_t>(i);
        }
    }
};

inline constexpr Places places;

constexpr int band_of(int cell) { return places.band[cell]; }
constexpr Views::Word bit_of(int cell) { return Views::Word{1} << places.bit[cell]; }

}  // namespace ninefold::measure
