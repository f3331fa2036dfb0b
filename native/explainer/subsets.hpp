// Hidden and naked sets, and fish. Limits on empty cells and missing digits are those of Sudoku Explainer.
#pragma once

#include "position.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

// Calls found(unit, digits, places) for each hidden set of `size` digits, until it returns true.
template <class Found>
bool each_hidden_set(const Position& position, int size, bool direct, Found&& found) {
    for (const int first : search_order) {
        for (int unit = first; unit < first + 9; ++unit) {
            if (position.empty[unit] <= (direct ? size : 2 * size)) continue;
            Bits usable = 0;
            for (int digit = 0; digit < 9; ++digit) {
                const int places = count(Bits{position.places[unit][digit]});
                if (places > 1 && places <= size) usable |= bit(digit);
            }
            if (count(usable) < size) continue;
            for (const Bits digits : subsets(9, size)) {
                if (digits & ~usable) continue;
                Bits places = 0;
                for (const int digit : each(digits)) places |= position.places[unit][digit];
                if (count(places) == size && found(unit, digits, places)) return true;
            }
        }
    }
    return false;
}

// A hidden set that leaves another digit of the unit with a single place.
inline bool direct_hidden_set(const Position& position, int size, Step& step) {
    return each_hidden_set(position, size, true, [&](int unit, Bits digits, Bits taken) {
        for (int digit = 0; digit < 9; ++digit) {
            if (digits & bit(digit)) continue;
            const Bits places = position.places[unit][digit], left = places & ~taken;
            if (count(places) < 2 || count(left) != 1) continue;
            step.place(board.cell[unit][lowest(left)], digit);
            return size == 2 ? step.set(Technique::direct_hidden_pair, 2.0)
                             : step.set(Technique::direct_hidden_triplet, 2.5);
        }
        return false;
    });
}

// The name and rating of a set or fish by its size, 2 to 4.
struct BySize {
    Technique technique;
    double rating;
};

inline bool hidden_set(const Position& position, int size, Step& step) {
    static constexpr BySize by_size[] = {
        {Technique::hidden_pair, 3.4}, {Technique::hidden_triplet, 4.0}, {Technique::hidden_quad, 5.4}};
    return each_hidden_set(position, size, false, [&](int unit, Bits digits, Bits places) {
        for (const int place : each(places)) {
            const int cell = board.cell[unit][place];
            step.remove(cell, position.candidates[cell] & ~digits);
        }
        return step.set_if_useful(by_size[size - 2].technique, by_size[size - 2].rating);
    });
}

// Calls found(unit, places, digits) for each naked set of `size` cells, until it returns true.
template <class Found>
bool each_naked_set(const Position& position, int size, Found&& found) {
    for (const int first : search_order) {
        for (int unit = first; unit < first + 9; ++unit) {
            if (position.empty[unit] < 2 * size) continue;
            Bits usable = 0;
            for (int place = 0; place < 9; ++place) {
                const int digits = count(Bits{position.candidates[board.cell[unit][place]]});
                if (digits > 1 && digits <= size) usable |= bit(place);
            }
            if (count(usable) < size) continue;
            for (const Bits places : subsets(9, size)) {
                if (places & ~usable) continue;
                Bits digits = 0;
                for (const int place : each(places)) digits |= position.candidates[board.cell[unit][place]];
                if (count(digits) == size && found(unit, places, digits)) return true;
            }
        }
    }
    return false;
}

inline bool naked_set(const Position& position, int size, Step& step) {
    static constexpr BySize by_size[] = {
        {Technique::naked_pair, 3.0}, {Technique::naked_triplet, 3.6}, {Technique::naked_quad, 5.0}};
    return each_naked_set(position, size, [&](int unit, Bits places, Bits digits) {
        for (const int place : each(0x1FF & ~places)) {
            const int cell = board.cell[unit][place];
            step.remove(cell, position.candidates[cell] & digits);
        }
        return step.set_if_useful(by_size[size - 2].technique, by_size[size - 2].rating);
    });
}

// A fish: `lines` and `covers` are sets of lines of one direction each, counted from `base` and `cover`.
struct Fish {
    int base;
    Bits lines;
    int cover;
    Bits covers;
    int digit;
};

// Calls found(fish) for each fish of `size` lines, until it returns true: with columns as its base first.
template <class Found>
bool each_fish(const Position& position, int size, Found&& found) {
    for (const int base : {first_column, first_row}) {
        const int cover = first_column + first_row - base;
        Bits usable[9];
        bool any = false;
        for (int digit = 0; digit < 9; ++digit) {
            usable[digit] = 0;
            if (position.placed[digit] + 2 * size > 9) continue;
            for (int line = 0; line < 9; ++line) {
                const int places = count(Bits{position.places[base + line][digit]});
                if (places > 1 && places <= size) usable[digit] |= bit(line);
            }
            if (count(usable[digit]) < size) usable[digit] = 0;
            any |= usable[digit] != 0;
        }
        if (!any) continue;
        for (const Bits lines : subsets(9, size)) {
            for (int digit = 0; digit < 9; ++digit) {
                if (lines & ~usable[digit]) continue;
                Bits covers = 0;
                for (const int line : each(lines)) covers |= position.places[base + line][digit];
                if (count(covers) == size && found(Fish{base, lines, cover, covers, digit})) return true;
            }
        }
    }
    return false;
}

// Calls act(cell) for each cell from which a fish removes its digit.
template <class Act>
void each_victim(const Position& position, const Fish& fish, Act&& act) {
    for (const int line : each(fish.covers)) {
        const int unit = fish.cover + line;
        for (const int place : each(position.places[unit][fish.digit] & ~fish.lines)) act(board.cell[unit][place]);
    }
}

inline bool fish(const Position& position, int size, Step& step) {
    static constexpr BySize by_size[] = {
        {Technique::x_wing, 3.2}, {Technique::swordfish, 3.8}, {Technique::jellyfish, 5.2}};
    return each_fish(position, size, [&](const Fish& found) {
        each_victim(position, found, [&](int cell) { step.remove(cell, bit(found.digit)); });
        return step.set_if_useful(by_size[size - 2].technique, by_size[size - 2].rating);
    });
}

}  // namespace ninefold::explainer::NINEFOLD_VERSION
