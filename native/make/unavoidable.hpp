// Unavoidable sets of a full grid: cells whose digits can be changed for others. A puzzle needs a clue in each.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "make.hpp"
#include "make/cell_set.hpp"
#include "make/places.hpp"

namespace ninefold::make {

inline constexpr int most_rows = 5;  // of a set of two digits; larger ones seldom tell anything

// A set of cells, and the last of their places in the order in which clues are to be taken away.
struct Placed {
    Set set;
    std::uint8_t last = 0;

    void add(std::size_t cell, const Digits& places) {
        set.add(cell);
        last = std::max(last, places[cell]);
    }
};

// The cells of two lines of a band or stack in which the same digits stand, in as small sets as there are.
template <class At, class Add>
void find_line_sets(const Digits& digits, const Digits& places, At at, Add add) {
    std::array<std::size_t, 10> where{};  // each digit stands in the first line
    for (std::size_t i = 0; i < 9; ++i) where[digits[at(0, i)]] = i;
    for (std::uint32_t left = 0x1FF; left;) {
        Placed found;
        for (auto i = static_cast<std::size_t>(std::countr_zero(left)); left >> i & 1; i = where[digits[at(1, i)]]) {
            left ^= 1u << i;
            found.add(at(0, i), places);
            found.add(at(1, i), places);
        }
        add(found);
    }
}

// Unavoidable sets that are quick to find: those of two digits, two rows of a band, or two columns of a stack.
template <class Add>
void find_sets(const Digits& digits, const Digits& places, Add add) {
    const Places digit_places(digits);
    for (std::uint8_t one = 1; one < 9; ++one) {
        for (auto two = static_cast<std::uint8_t>(one + 1); two <= 9; ++two) {
            for (std::uint32_t left = 0x1FF; left;) {
                const auto first = static_cast<std::size_t>(std::countr_zero(left));
                const std::uint32_t rows = digit_places.joined(first, one, two);
                left &= ~rows;
                if (bits_of[rows] > most_rows) continue;
                Placed found;
                for (std::uint32_t rest = rows; rest; rest &= rest - 1) {
                    const auto row = static_cast<std::size_t>(std::countr_zero(rest));
                    found.add(row * 9 + digit_places.column[one][row], places);
                    found.add(row * 9 + digit_places.column[two][row], places);
                }
                add(found);
            }
        }
    }
    for (std::size_t band = 0; band < 9; band += 3) {
        for (const auto& [one, two] : {std::pair<std::size_t, std::size_t>{0, 1}, {0, 2}, {1, 2}}) {
            const std::array<std::size_t, 2> line{band + one, band + two};
            find_line_sets(digits, places, [&](std::size_t k, std::size_t i) { return line[k] * 9 + i; }, add);
            find_line_sets(digits, places, [&](std::size_t k, std::size_t i) { return i * 9 + line[k]; }, add);
        }
    }
}

}  // namespace ninefold::make
