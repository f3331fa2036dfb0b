// Sets of cells of the 9x9 board.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace ninefold::make {

// A set of cells, one bit each: cells 0 to 63 in `low`, 64 to 80 in `high`.
struct Set {
    std::uint64_t low = 0, high = 0;

    void add(std::size_t cell) { (cell < 64 ? low : high) |= std::uint64_t{1} << (cell & 63); }
    [[nodiscard]] bool has(std::size_t cell) const { return (cell < 64 ? low : high) >> (cell & 63) & 1; }
    [[nodiscard]] bool meets(const Set& other) const { return ((low & other.low) | (high & other.high)) != 0; }
    [[nodiscard]] bool is_single() const { return low ? !high && !(low & (low - 1)) : high && !(high & (high - 1)); }
    [[nodiscard]] bool operator==(const Set&) const = default;
    [[nodiscard]] Set without(const Set& other) const { return {low & ~other.low, high & ~other.high}; }
};

template <class Visit>
void for_each_cell(Set set, Visit visit) {
    for (; set.low; set.low &= set.low - 1) visit(static_cast<std::size_t>(std::countr_zero(set.low)));
    for (; set.high; set.high &= set.high - 1) visit(static_cast<std::size_t>(std::countr_zero(set.high)) + 64);
}

}  // namespace ninefold::make
