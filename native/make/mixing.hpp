// Mixing a full grid by random moves, each of which is as likely as its reverse (rule 3 of make.hpp).
//
//   digits    Draw two digits and a row. The cells of both digits that are connected to that row through columns and
//             boxes exchange the two digits.
//   lines     Draw two rows of a band (or two columns of a stack) and a place in them. The two lines exchange what they
//             hold there, and at every further place that is needed so that both stay complete: a cycle.
//
// Digits alone are not enough. A band is pure if its boxes have the same three mini-rows, as sets; exchanging two digits
// never makes a band pure or impure, so how the grid was filled would decide it for good.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "make.hpp"

namespace ninefold::make {

// A board with boxes of `rows` × `columns` cells. The compiler unrolls the loops over a fixed one.
template <std::size_t Rows, std::size_t Columns>
struct FixedShape {
    static constexpr std::size_t rows = Rows, columns = Columns, size = Rows * Columns;
};

// The grid twice: the digit of each cell, and the column of each digit in each row.
template <class Boxes>
class Mixer {
  public:
    Mixer(Boxes shape, std::span<std::uint8_t> digits) : shape_(shape), digits_(digits) {
        for (std::size_t row = 0; row < shape_.size; ++row) {
            for (std::size_t column = 0; column < shape_.size; ++column) {
                column_of_[at(row, column)][row] = static_cast<std::uint8_t>(column);
            }
        }
    }

    // A round is one move of each kind.
    void mix(std::size_t rounds, SplitMix& rng) {
        for (std::size_t round = 0; round < rounds; ++round) {
            exchange_digits(rng);
            if (shape_.rows > 1) exchange_rows(rng);
            if (shape_.columns > 1) exchange_columns(rng);
        }
    }

  private:
    std::uint8_t& at(std::size_t row, std::size_t column) { return digits_[row * shape_.size + column]; }
    std::size_t box(std::size_t row, std::size_t column) const {
        return row / shape_.rows * shape_.rows + column / shape_.columns;
    }

    // Two different numbers below n.
    static std::pair<std::size_t, std::size_t> two_of(std::size_t n, SplitMix& rng) {
        const std::size_t one = rng.below(static_cast<std::uint32_t>(n));
        const std::size_t two = rng.below(static_cast<std::uint32_t>(n - 1));
        return {one, two + (two >= one)};
    }

    void exchange_digits(SplitMix& rng) {
        const auto [first, second] = two_of(shape_.size, rng);
        const auto one = static_cast<std::uint8_t>(first + 1), two = static_cast<std::uint8_t>(second + 1);
        auto &columns_of_one = column_of_[one], &columns_of_two = column_of_[two];
        std::array<std::uint8_t, max_size> row_in_column, row_in_box;  // of the second digit
        for (std::size_t row = 0; row < shape_.size; ++row) {
            const std::size_t column = columns_of_two[row];
            row_in_column[column] = row_in_box[box(row, column)] = static_cast<std::uint8_t>(row);
        }
        std::uint32_t rows = 1u << rng.below(static_cast<std::uint32_t>(shape_.size));
        // Links are followed from the first digit to the second only: they lead in circles, so the rest is found too.
        for (std::uint32_t fresh = rows; fresh;) {
            const auto row = static_cast<std::size_t>(std::countr_zero(fresh));
            const std::size_t column = columns_of_one[row];
            const std::uint32_t linked = 1u << row_in_column[column] | 1u << row_in_box[box(row, column)];
            fresh = (fresh & (fresh - 1)) | (linked & ~rows);
            rows |= linked;
        }
        for (; rows; rows &= rows - 1) {
            const auto row = static_cast<std::size_t>(std::countr_zero(rows));
            at(row, columns_of_one[row]) = two;
            at(row, columns_of_two[row]) = one;
            std::swap(columns_of_one[row], columns_of_two[row]);
        }
    }

    void exchange_rows(SplitMix& rng) {
        const std::size_t band = rng.below(static_cast<std::uint32_t>(shape_.columns)) * shape_.rows;
        const auto [one, two] = two_of(shape_.rows, rng);
        const std::size_t upper = band + one, lower = band + two;
        const std::size_t start = rng.below(static_cast<std::uint32_t>(shape_.size));
        std::size_t column = start;
        do {
            const std::uint8_t down = at(upper, column), up = at(lower, column);
            const std::size_t next = column_of_[up][upper];  // where the upper row has the digit it now gets twice
            put(upper, column, up);
            put(lower, column, down);
            column = next;
        } while (column != start);
    }

    void exchange_columns(SplitMix& rng) {
        const std::size_t stack = rng.below(static_cast<std::uint32_t>(shape_.rows)) * shape_.columns;
        const auto [one, two] = two_of(shape_.columns, rng);
        const std::size_t left = stack + one, right = stack + two;
        std::array<std::uint8_t, max_size + 1> row_of;  // of each digit in the left column
        for (std::size_t row = 0; row < shape_.size; ++row) row_of[at(row, left)] = static_cast<std::uint8_t>(row);
        const std::size_t start = rng.below(static_cast<std::uint32_t>(shape_.size));
        std::size_t row = start;
        do {
            const std::uint8_t to_right = at(row, left), to_left = at(row, right);
            put(row, left, to_left);
            put(row, right, to_right);
            row = row_of[to_left];
        } while (row != start);
    }

    void put(std::size_t row, std::size_t column, std::uint8_t digit) {
        at(row, column) = digit;
        column_of_[digit][row] = static_cast<std::uint8_t>(column);
    }

    [[no_unique_address]] Boxes shape_;
    std::span<std::uint8_t> digits_;
    std::array<std::array<std::uint8_t, max_size>, max_size + 1> column_of_{};
};

}  // namespace ninefold::make
