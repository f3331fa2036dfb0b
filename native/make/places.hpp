// The positions of the digits of a full grid, and which of their cells are connected by units.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "make.hpp"

namespace ninefold::make {

// Population count of ten bits: a table, because not every CPU the baseline supports has an instruction for it.
inline constexpr auto bits_of = [] {
    std::array<std::uint8_t, 1024> table{};
    for (std::size_t k = 1; k < table.size(); ++k) table[k] = static_cast<std::uint8_t>(table[k / 2] + k % 2);
    return table;
}();

// The positions of one digit: its column and box in each row, and its row (as a bit) in each column and box.
struct DigitPlaces {
    std::array<std::uint8_t, 9> column{}, box{};
    std::array<std::uint16_t, 9> row_in_column{}, row_in_box{};

    void put(std::size_t row, std::uint8_t at, std::uint8_t in) {
        column[row] = at;
        box[row] = in;
        row_in_column[at] = row_in_box[in] = static_cast<std::uint16_t>(1u << row);
    }
};

// The positions of all digits; two of them connect row to row.
struct Places {
    std::array<DigitPlaces, 10> of{};

    explicit Places(const Digits& digits) {
        constexpr std::array<std::uint8_t, 9> third{0, 0, 0, 1, 1, 1, 2, 2, 2};
        for (std::uint8_t row = 0, cell = 0; row < 9; ++row) {
            for (std::uint8_t column = 0; column < 9; ++column, ++cell) {
                of[digits[cell]].put(row, column, static_cast<std::uint8_t>(3u * third[row] + third[column]));
            }
        }
    }

    // The rows that a row is connected to, a bit each. A row connects its two cells with these digits; from the first
    // digit's cell, its column and its box lead to the second digit in other rows. Following these links returns to the
    // start, so the reverse links need not be followed.
    [[nodiscard]] std::uint32_t next(std::size_t row, std::uint8_t one, std::uint8_t two) const {
        return of[two].row_in_column[of[one].column[row]] | std::uint32_t{of[two].row_in_box[of[one].box[row]]};
    }

    void swap(std::size_t row, std::uint8_t one, std::uint8_t two) {
        DigitPlaces &first = of[one], &second = of[two];
        const std::uint8_t column = first.column[row], box = first.box[row];
        first.put(row, second.column[row], second.box[row]);
        second.put(row, column, box);
    }
};

// All nodes reachable from a start; `next` returns the neighbours of a node, a bit each.
template <class Next>
std::uint32_t connected(std::size_t start, Next next) {
    std::uint32_t found = 1u << start;
    for (std::uint32_t fresh = found; fresh;) {
        const std::uint32_t more = next(static_cast<std::size_t>(std::countr_zero(fresh)));
        fresh = (fresh & (fresh - 1)) | (more & ~found);
        found |= more;
    }
    return found;
}

}  // namespace ninefold::make
