// Random full grids (rules 2 and 3 of make.hpp).
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "make.hpp"
#include "make/places.hpp"

namespace ninefold::make {

namespace {

constexpr std::uint32_t max_tries = 600;
constexpr int mix_steps = 27;
constexpr std::uint32_t all_digits = 0x3FE, all_rows = 0x1FF;

// The k-th digit of a set, from 0. A table, because the trip count of a loop would be random and mispredicted.
constexpr auto digit_of = [] {
    std::array<std::array<std::uint8_t, 9>, 512> table{};
    for (std::uint32_t set = 0; set < table.size(); ++set) {
        std::size_t found = 0;
        for (std::uint8_t digit = 1; digit <= 9; ++digit) {
            if (set << 1 >> digit & 1) table[set][found++] = digit;
        }
    }
    return table;
}();

struct Units {
    std::uint8_t row, column, box;
};

constexpr auto units_of = [] {
    std::array<Units, cells> table{};
    for (std::size_t cell = 0; cell < cells; ++cell) {
        const std::size_t row = cell / 9, column = cell % 9;
        table[cell] = {static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column),
                       static_cast<std::uint8_t>(row / 3 * 3 + column / 3)};
    }
    return table;
}();

// Fills a grid (rule 2); returns false after too many tries.
bool fill(Digits& digits, SplitMix& rng) {
    std::array<std::uint32_t, 9> rows{}, columns{}, boxes{};
    std::array<std::uint32_t, cells> left{};  // for each cell on the path: the digits not tried yet
    std::uint32_t tries = 0;
    const auto open = [&](std::size_t cell) {
        const auto [row, column, box] = units_of[cell];
        return all_digits & ~(rows[row] | columns[column] | boxes[box]);
    };
    const auto flip = [&](std::size_t cell, std::uint32_t bit) {
        const auto [row, column, box] = units_of[cell];
        rows[row] ^= bit;
        columns[column] ^= bit;
        boxes[box] ^= bit;
    };
    std::size_t cell = 0;
    left[0] = all_digits;
    while (true) {
        while (!left[cell]) {  // all digits tried: backtrack to the previous cell
            --cell;
            flip(cell, std::uint32_t{1} << digits[cell]);
        }
        if (++tries > max_tries) return false;
        const std::uint32_t set = left[cell];
        digits[cell] = digit_of[set >> 1][rng.below(bits_of[set])];
        const std::uint32_t bit = std::uint32_t{1} << digits[cell];
        left[cell] = set ^ bit;
        if (cell + 1 == cells) return true;
        flip(cell, bit);
        ++cell;
        left[cell] = open(cell);
    }
}

// Rule 3.
void mix(Digits& digits, SplitMix& rng) {
    Places places(digits);
    for (int turn = 0; turn < mix_steps; ++turn) {
        const auto one = static_cast<std::uint8_t>(1 + rng.below(9));
        auto two = static_cast<std::uint8_t>(1 + rng.below(8));
        two = static_cast<std::uint8_t>(two + (two >= one));
        const auto next = [&](std::size_t row) { return places.next(row, one, two); };
        const std::uint32_t rows = connected(rng.below(9), next);
        if (rows == all_rows) {
            std::swap(places.of[one], places.of[two]);
            continue;
        }
        for (std::uint32_t left = rows; left; left &= left - 1) {
            places.swap(static_cast<std::size_t>(std::countr_zero(left)), one, two);
        }
    }
    for (std::uint8_t digit = 1; digit <= 9; ++digit) {
        for (std::size_t row = 0; row < 9; ++row) digits[row * 9 + places.of[digit].column[row]] = digit;
    }
}

}  // namespace

Digits full_grid(SplitMix& rng) {
    Digits digits{};
    while (!fill(digits, rng)) {}
    mix(digits, rng);
    return digits;
}

}  // namespace ninefold::make
