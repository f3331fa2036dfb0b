// Random full grids (rules 2 and 3 of make.hpp).
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "make.hpp"
#include "make/mixing.hpp"
#include "make/places.hpp"
#include "threads.hpp"

namespace ninefold::make {

namespace {

constexpr std::uint32_t max_tries = 600;
// Rounds of mixing. After 27 rounds, none of the shares and means measured on a million grids differs from those after
// 300; more are for safety, and cost 0.12 µs each. A pattern is far from random, so it takes more.
constexpr std::size_t rounds_after_filling = 36, rounds_per_digit = 40;
constexpr std::size_t min_per_thread = 256;
constexpr std::uint32_t all_digits = 0x3FE;

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

// A full grid of any box shape to start mixing from (rule 2): rows are shifted by one column more in each band, and by
// the width of a box from row to row inside a band.
void pattern(Shape shape, std::span<std::uint8_t> digits) {
    for (std::size_t row = 0; row < shape.size; ++row) {
        const std::size_t shift = row % shape.rows * shape.columns + row / shape.rows;
        for (std::size_t column = 0; column < shape.size; ++column) {
            digits[row * shape.size + column] = static_cast<std::uint8_t>(1 + (column + shift) % shape.size);
        }
    }
}

}  // namespace

Digits full_grid(SplitMix& rng) {
    Digits digits{};
    while (!fill(digits, rng)) {}
    Mixer(FixedShape<3, 3>{}, digits).mix(rounds_after_filling, rng);
    return digits;
}

void full_grids(Shape shape, std::span<const std::uint64_t> seeds, unsigned threads, std::uint8_t* digits,
                std::atomic<std::size_t>* done, const lanes::Stop& stop) {
    const std::size_t cells_of_grid = shape.size * shape.size;
    std::atomic<std::size_t> next = 0;
    run_threads(threads, seeds.size() / min_per_thread, [&] {
        for (std::size_t k = next.fetch_add(1); k < seeds.size() && !stop.now(); k = next.fetch_add(1)) {
            SplitMix rng(seeds[k]);
            const std::span<std::uint8_t> grid(digits + k * cells_of_grid, cells_of_grid);
            if (shape.rows == 3 && shape.columns == 3) {
                std::ranges::copy(full_grid(rng), grid.begin());
            } else {
                pattern(shape, grid);
                Mixer(shape, grid).mix(rounds_per_digit * shape.size, rng);
            }
            if (done) done->fetch_add(1);
        }
    });
}

}  // namespace ninefold::make
