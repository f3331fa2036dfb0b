// The least second row that two full rows make.
//
// In a full grid every pair of rows of a band can begin 123456789 45, and most ways would be left only after that. But
// for two full rows the second one is soon told: two cells of the first stack come from the same other stack; that one
// comes next; and every column has its place by the time it is reached.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "canon/way.hpp"

namespace ninefold::canon {

inline constexpr std::array<std::array<Index, 3>, 6> all_orders{{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

// The second row if the first stack is this one with its columns in this order.
inline std::uint64_t second_row(Row columns, const std::array<Index, 10>& column, const Row& lower,
                                std::uint64_t bound) {
    std::array<Index, 9> name{};  // of the digit that a column has in the upper row
    for (std::size_t place = 0; place < 3; ++place) name[columns[place]] = static_cast<Index>(place + 1);
    const std::size_t before = stack_of[columns[0]], second = stack_of[column[lower[columns[0]]]];
    std::array<Index, 3> next{6, 6, 6};  // in each stack the place of the next column that is named
    next[before] = 0;
    next[second] = 3;
    const auto name_of = [&](std::size_t at) {
        if (!name[at]) {
            columns[next[stack_of[at]]] = static_cast<Index>(at);
            name[at] = ++next[stack_of[at]];
        }
        return name[at];
    };
    std::uint64_t row = 0;
    for (std::size_t place = 0; place < 9; ++place) {
        if (place == next[second])  // one column is left for this place
            for (std::size_t at = 3 * second; at < 3 * second + 3; ++at) name_of(at);
        row = row << 4 | name_of(column[lower[columns[place]]]);
        if (row > bound >> (4 * (8 - place))) return more_than_any_row;
    }
    return row;
}

// The least second row that two full rows make, or more than any if it is above the bound.
inline std::uint64_t least_second_row(const Row& upper, const Row& lower, std::uint64_t bound) {
    std::array<Index, 10> column{};  // of each digit in the upper row
    for (std::size_t at = 0; at < 9; ++at) column[upper[at]] = static_cast<Index>(at);
    std::uint64_t least = more_than_any_row;
    for (std::size_t stack = 0; stack < 3; ++stack)
        for (const auto& order : all_orders) {
            const Row columns{static_cast<Index>(3 * stack + order[0]), static_cast<Index>(3 * stack + order[1]),
                              static_cast<Index>(3 * stack + order[2])};
            if (stack_of[column[lower[columns[0]]]] != stack_of[column[lower[columns[1]]]]) continue;
            least = std::min(least, second_row(columns, column, lower, std::min(least, bound)));
        }
    return least;
}

}  // namespace ninefold::canon
