// Where the digits of a full grid stand, and which of their cells are joined by units.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "make.hpp"

namespace ninefold::make {

// How many bits the ten lowest are: a table, for not every CPU that the baseline serves can count them.
inline constexpr auto bits_of = [] {
    std::array<std::uint8_t, 1024> table{};
    for (std::size_t k = 1; k < table.size(); ++k) table[k] = static_cast<std::uint8_t>(table[k / 2] + k % 2);
    return table;
}();

// Where each digit stands: in each row its column and its box, in each column and each box its row, as a bit.
struct Places {
    std::array<std::array<std::uint8_t, 9>, 10> column{}, box{};
    std::array<std::array<std::uint16_t, 9>, 10> row_in_column{}, row_in_box{};

    explicit Places(const Digits& digits) {
        for (std::size_t cell = 0; cell < cells; ++cell) put(digits[cell], cell / 9, cell % 9);
    }

    void put(std::uint8_t digit, std::size_t row, std::size_t at) {
        constexpr std::array<std::uint8_t, 9> third{0, 0, 0, 1, 1, 1, 2, 2, 2};
        const auto bit = static_cast<std::uint16_t>(1u << row);
        column[digit][row] = static_cast<std::uint8_t>(at);
        box[digit][row] = static_cast<std::uint8_t>(3u * third[row] + third[at]);
        row_in_column[digit][at] = row_in_box[digit][box[digit][row]] = bit;
    }

    // The rows whose cells of two digits are joined to those of a row, a bit each. The two cells of a row are joined
    // by it; from the first digit's cell its column and its box lead to the second digit in other rows, and going on
    // and on comes round to the start, so that the ways back need not be followed.
    [[nodiscard]] std::uint32_t joined(std::size_t start, std::uint8_t one, std::uint8_t two) const {
        std::uint32_t found = 1u << start;
        for (std::uint32_t fresh = found; fresh;) {
            const auto row = static_cast<std::size_t>(std::countr_zero(fresh));
            const std::uint32_t next = row_in_column[two][column[one][row]] | std::uint32_t{row_in_box[two][box[one][row]]};
            fresh = (fresh & (fresh - 1)) | (next & ~found);
            found |= next;
        }
        return found;
    }
};

}  // namespace ninefold::make
