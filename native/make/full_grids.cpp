// Full grids by lot (rules 2 and 3 of make.hpp).
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "make.hpp"
#include "make/places.hpp"

namespace ninefold::make {

namespace {

constexpr std::uint32_t most_tries = 600;
constexpr int stirs = 27;
constexpr std::uint32_t all_digits = 0x3FE;

constexpr int row_of(std::size_t cell) { return static_cast<int>(cell / 9); }
constexpr int column_of(std::size_t cell) { return static_cast<int>(cell % 9); }
constexpr int box_of(std::size_t cell) { return row_of(cell) / 3 * 3 + column_of(cell) / 3; }

// Fills a grid (rule 2); false: too many tries.
bool fill(Digits& digits, Chance& chance) {
    std::array<std::uint32_t, 9> rows{}, columns{}, boxes{};
    std::array<std::uint32_t, cells> left{};  // for each cell on the way, the digits not tried yet
    std::uint32_t tries = 0;
    const auto open = [&](std::size_t cell) {
        return all_digits & ~(rows[static_cast<std::size_t>(row_of(cell))] |
                              columns[static_cast<std::size_t>(column_of(cell))] |
                              boxes[static_cast<std::size_t>(box_of(cell))]);
    };
    const auto flip = [&](std::size_t cell, std::uint32_t bit) {
        rows[static_cast<std::size_t>(row_of(cell))] ^= bit;
        columns[static_cast<std::size_t>(column_of(cell))] ^= bit;
        boxes[static_cast<std::size_t>(box_of(cell))] ^= bit;
    };
    std::size_t cell = 0;
    left[0] = all_digits;
    while (true) {
        while (!left[cell]) {  // all digits tried: the cell before gets another one
            --cell;
            flip(cell, std::uint32_t{1} << digits[cell]);
        }
        if (++tries > most_tries) return false;
        std::uint32_t rest = left[cell];
        for (std::uint32_t skip = chance.below(bits_of[rest]); skip; --skip) {
            rest &= rest - 1;
        }
        const std::uint32_t bit = rest & (~rest + 1);
        left[cell] ^= bit;
        digits[cell] = static_cast<std::uint8_t>(std::countr_zero(bit));
        if (cell + 1 == cells) return true;
        flip(cell, bit);
        ++cell;
        left[cell] = open(cell);
    }
}

// Rule 3.
void stir(Digits& digits, Chance& chance) {
    Places places(digits);
    for (int turn = 0; turn < stirs; ++turn) {
        const auto one = static_cast<std::uint8_t>(1 + chance.below(9));
        auto two = static_cast<std::uint8_t>(1 + chance.below(8));
        two = static_cast<std::uint8_t>(two + (two >= one));
        for (std::uint32_t rows = places.joined(chance.below(9), one, two); rows; rows &= rows - 1) {
            const auto row = static_cast<std::size_t>(std::countr_zero(rows));
            const std::size_t first = places.column[one][row], second = places.column[two][row];
            places.put(one, row, second);
            places.put(two, row, first);
        }
    }
    for (std::uint8_t digit = 1; digit <= 9; ++digit) {
        for (std::size_t row = 0; row < 9; ++row) digits[row * 9 + places.column[digit][row]] = digit;
    }
}

}  // namespace

Digits full_grid(Chance& chance) {
    Digits digits{};
    while (!fill(digits, chance)) {}
    stir(digits, chance);
    return digits;
}

}  // namespace ninefold::make
