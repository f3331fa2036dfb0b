// One position among the sixteen of a look: what is kept for it, and how it is read and changed.
#pragma once

#include <cstring>

#include "explainer/position.hpp"
#include "measure/views.hpp"
#include "rating/version.hpp"

namespace ninefold::measure::NINEFOLD_VERSION {

namespace explainer = ninefold::explainer::NINEFOLD_VERSION;
using namespace explainer;

// What a run counts.
struct Run {
    int entries, locked, subsets, hard, singles;
    std::uint16_t empty[81], total[81];  // at each single: the empty cells, and the visibility of all singles

    void clear() { entries = locked = subsets = hard = singles = 0; }
    // Adds the time to look for each single. The divisions are independent and can be vectorised; the sum of floats
    // depends on the order.
    void add_search(float& sum) const {
        float times[81];
        for (int k = 0; k < singles; ++k) times[k] = static_cast<float>(empty[k]) / static_cast<float>(total[k]);
        for (int k = 0; k < singles; ++k) sum += times[k];
    }
};

// The run in a lane, if any.
struct Seat {
    Run* run = nullptr;
    const std::uint8_t* solution = nullptr;
    rating::Measured* first = nullptr;  // in the first run of a puzzle: where stages are recorded
    int number = 0, row = 0;
    int empty = 0, drawn = 0;  // cells to fill, and random numbers used so far
};

// The cells seen by each cell, in the words of the bands.
struct PeerWords {
    Views::Word of[81][3];

    constexpr PeerWords() : of{} {
        for (int cell = 0; cell < 81; ++cell) {
            for (const int peer : explainer::board.peer[cell]) of[cell][band_of(peer)] |= bit_of(peer);
        }
    }
};

inline constexpr PeerWords peer_words;

// Where a puzzle begins: the cells that can take each digit.
struct Start {
    Views::Word places[9][3];
    int empty;

    // Reads 81 digits, 0 for empty; returns false if clues clash.
    bool read(const std::uint8_t* digits) {
        constexpr Views::Word line = 0x1FF, all = line | line << 10 | line << 20;
        Views::Word filled[3] = {};
        std::memset(places, 0, sizeof places);
        empty = 81;
        for (int cell = 0; cell < 81; ++cell) {
            if (!digits[cell]) continue;
            Views::Word* gone = places[digits[cell] - 1];
            if (gone[band_of(cell)] & bit_of(cell)) return false;
            for (int band = 0; band < 3; ++band) gone[band] |= peer_words.of[cell][band];
            filled[band_of(cell)] |= bit_of(cell);
            --empty;
        }
        for (auto& digit : places) {
            for (int band = 0; band < 3; ++band) digit[band] = all & ~(digit[band] | filled[band]);
        }
        return true;
    }

    void copy_to(Views& views, int lane) const {
        for (int digit = 0; digit < 9; ++digit) {
            for (int band = 0; band < 3; ++band) views.places[digit][band][lane] = places[digit][band];
        }
    }
};

// A set of cells that was seen.
struct Spotted {
    Word low;   // the first two bands
    Word high;  // the third
    int amount;

    // The cell at this place in reading order, from 0.
    int cell(int place) const {
        const int in_low = count(low);
        const bool is_low = place < in_low;
        Word set = is_low ? low : high;
        for (int k = is_low ? place : place - in_low; k > 0; --k) set &= set - 1;
        return measure::places.cell[(is_low ? 0 : 64) + lowest(set)];
    }
};

inline Spotted spotted(const Views::Cells& cells, int lane) {
    const Word low = Word{cells[0][lane]} | Word{cells[1][lane]} << 32, high = cells[2][lane];
    return {low, high, count(low) + count(high)};
}

inline bool is_in(const Views::Cells& cells, int lane, int cell) { return cells[band_of(cell)][lane] & bit_of(cell); }

inline void clear_cell(Views& views, int lane) {
    for (auto& band : views.cell) band[lane] = 0;
}
inline void fill_cell(Views& views, int lane, int cell, int digit) {
    clear_cell(views, lane);
    views.cell[band_of(cell)][lane] = bit_of(cell);
    views.digit[lane] = static_cast<Views::Word>(digit);
}
inline void drop(Views& views, int lane, int cell, int digit) {
    views.places[digit][band_of(cell)][lane] &= ~bit_of(cell);
}

// The same position for the finders of harder steps.
inline void copy_position(const Views& views, int lane, explainer::Position& position) {
    std::memset(&position, 0, sizeof position);
    Bits open[9] = {};  // the cells of each row
    for (int digit = 0; digit < 9; ++digit) {
        int left = 0;
        for (int row = 0; row < 9; ++row) {
            const Bits cells = views.places[digit][row / 3][lane] >> row % 3 * 10 & 0x1FF;
            left += cells != 0;
            open[row] |= cells;
            position.places[explainer::first_row + row][digit] = static_cast<Nine>(cells);
            for (int stack = 0; stack < 3; ++stack) {
                add(position.places[row / 3 * 3 + stack][digit], (cells >> 3 * stack & 7) << row % 3 * 3);
            }
            for (const int column : each(cells)) {
                add(position.places[explainer::first_column + column][digit], bit(row));
                add(position.candidates[9 * row + column], bit(digit));
            }
        }
        position.placed[digit] = static_cast<std::uint8_t>(9 - left);
    }
    for (int row = 0; row < 9; ++row) {
        for (const int column : each(open[row])) {
            ++position.unsolved;
            for (const int unit : explainer::board.unit[9 * row + column]) ++position.empty[unit];
        }
    }
}

}  // namespace ninefold::measure::NINEFOLD_VERSION
