// The least second row that two full rows make.
//
// In a full grid every pair of rows of a band can begin 123456789 45, and most ways would be left only after that. But
// for two full rows the second one is soon told: two cells of the first stack come from the same other stack; that one
// comes next; and every column has its place by the time it is reached.
//
// All that counts of two rows is `to`: for each column, in which column the upper row has the digit that the lower row
// has here.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "canon/way.hpp"

namespace ninefold::canon {

// The second row if the first stack has its columns in this order, or more than any if it is above the bound. The
// first two go to one stack.
inline std::uint64_t second_row(const std::array<Index, 3>& order, const Row& to, std::uint64_t bound) {
    const std::size_t before = stack_of[order[0]], second = stack_of[to[order[0]]];
    Row columns{order[0], order[1], order[2]};
    std::array<Index, 9> name{};         // of the digit that a column has in the upper row
    std::array<Index, 3> next{6, 6, 6};  // in each stack the place of the next column that is named
    next[before] = 3;
    next[second] = 3;
    for (std::size_t place = 0; place < 3; ++place) name[columns[place]] = static_cast<Index>(place + 1);
    const auto name_of = [&](std::size_t at) {
        if (!name[at]) {
            Index& place = next[stack_of[at]];
            columns[place] = static_cast<Index>(at);
            name[at] = ++place;
        }
        return name[at];
    };
    std::uint64_t row = 0;
    for (std::size_t place = 0; place < 9; ++place) {
        if (place == next[second])  // one column is left for this place
            for (std::size_t at = 3 * second; at < 3 * second + 3; ++at) name_of(at);
        row = row << 4 | name_of(to[columns[place]]);
        if (row > bound >> (4 * (8 - place))) return more_than_any_row;
    }
    return row;
}

// The least second row that two full rows make, or more than any if it is above the bound.
inline std::uint64_t least_second_row(const Row& upper, const Row& lower, std::uint64_t bound) {
    constexpr std::uint64_t pure = 0x456, mixed = 0x457;  // how the row begins if its first stack goes to one, or to two
    std::array<Index, 10> column{};                       // of each digit in the upper row
    for (std::size_t at = 0; at < 9; ++at) column[upper[at]] = static_cast<Index>(at);
    Row to{};
    for (std::size_t at = 0; at < 9; ++at) to[at] = column[lower[at]];
    std::uint64_t least = more_than_any_row;
    for (Index a = 0; a < 9; a += 3) {
        const Index b = static_cast<Index>(a + 1), c = static_cast<Index>(a + 2);
        const bool ab = stack_of[to[a]] == stack_of[to[b]], bc = stack_of[to[b]] == stack_of[to[c]],
                   ac = stack_of[to[a]] == stack_of[to[c]];
        const auto look = [&](Index first, Index second, Index third) {
            bound = std::min(bound, least);
            least = std::min(least, second_row({first, second, third}, to, bound));
            bound = std::min(bound, least);
            least = std::min(least, second_row({second, first, third}, to, bound));
        };
        if (bound >> 24 < (ab && bc ? pure : mixed)) continue;
        if (ab) look(a, b, c);
        if (ac) look(a, c, b);
        if (bc) look(b, c, a);
    }
    return least;
}

}  // namespace ninefold::canon
