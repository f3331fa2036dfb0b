// Unavoidable sets of a full grid: cells whose digits can be exchanged for others. A puzzle needs a clue in each.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "make.hpp"
#include "make/cell_set.hpp"
#include "make/places.hpp"

namespace ninefold::make {

inline constexpr int max_lines = 5;  // rows or columns of a set; larger sets are rarely useful
inline constexpr std::uint32_t all_lines = 0x1FF;

// A set of cells, and the last of their places in the order of removal.
struct PlacedSet {
    Set set;
    std::uint8_t last = 0;

    void add(std::size_t cell, const Digits& places) {
        set.add(cell);
        last = std::max(last, places[cell]);
    }
};

// Visits the small connected components of nine nodes; `next` returns the neighbours of a node, a bit each.
template <class Next, class Visit>
void for_each_component(Next next, Visit visit) {
    std::array<std::uint16_t, 9> neighbours;
    for (std::size_t k = 0; k < 9; ++k) neighbours[k] = static_cast<std::uint16_t>(next(k));
    for (std::uint32_t left = all_lines; left;) {
        const auto first = static_cast<std::size_t>(std::countr_zero(left));
        const std::uint32_t found = connected(first, [&](std::size_t k) { return std::uint32_t{neighbours[k]}; });
        left &= ~found;
        if (bits_of[found] <= max_lines) visit(found);
    }
}

// The cells of two lines of a band or stack that hold the same digits.
template <class At, class Add>
void find_line_sets(const Digits& digits, const Digits& places, At at, Add add) {
    std::array<std::uint16_t, 10> where{};  // the position of each digit in the first line, as a bit
    for (std::size_t i = 0; i < 9; ++i) where[digits[at(0, i)]] = static_cast<std::uint16_t>(1u << i);
    for_each_component([&](std::size_t i) { return where[digits[at(1, i)]]; }, [&](std::uint32_t found) {
        PlacedSet set;
        for (; found; found &= found - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(found));
            set.add(at(0, i), places);
            set.add(at(1, i), places);
        }
        add(set);
    });
}

// Finds the unavoidable sets that are cheap to find: those of two digits, two rows of a band, or two columns of a
// stack.
template <class Add>
void find_sets(const Digits& digits, const Digits& places, Add add) {
    const Places digit_places(digits);
    for (std::uint8_t one = 1; one < 9; ++one) {
        for (auto two = static_cast<std::uint8_t>(one + 1); two <= 9; ++two) {
            const auto next = [&](std::size_t row) { return digit_places.next(row, one, two); };
            for_each_component(next, [&](std::uint32_t rows) {
                PlacedSet found;
                for (; rows; rows &= rows - 1) {
                    const auto row = static_cast<std::size_t>(std::countr_zero(rows));
                    found.add(row * 9 + digit_places.of[one].column[row], places);
                    found.add(row * 9 + digit_places.of[two].column[row], places);
                }
                add(found);
            });
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

// Unavoidable sets of one full grid, collected while many puzzles are made from it: the cheap ones, and those that
// other solutions reveal. The more are known, the fewer tests a puzzle needs; the puzzles themselves do not depend on
// it.
class KnownSets {
  public:
    explicit KnownSets(const std::uint8_t* solution) {
        Digits digits;
        std::copy_n(solution, cells, digits.begin());
        find_sets(digits, Digits{}, [&](const PlacedSet& one) { add(one.set); });
    }

    [[nodiscard]] bool is_full() const { return sets_.size() == max_sets; }

    void add(const Set& set) {
        if (is_full() || std::ranges::find(sets_, set) != sets_.end()) return;
        Cells in{};
        std::size_t size = 0;
        for_each_cell(set, [&](std::size_t cell) {
            if (size < max_cells) in[size] = static_cast<std::uint8_t>(cell);
            ++size;
        });
        if (size > max_cells) return;
        std::fill(in.begin() + static_cast<std::ptrdiff_t>(size), in.end(), in[0]);
        sets_.push_back(set);
        cells_.push_back(in);
    }

    [[nodiscard]] const Set* sets() const { return sets_.data(); }

    // Visits the last place of each set, in order.
    template <class Visit>
    void for_each(const Digits& places, Visit visit) const {
        for (const Cells& in : cells_) {
            std::uint8_t last = 0;
            for (const std::uint8_t cell : in) last = std::max(last, places[cell]);
            visit(last);
        }
    }

    static constexpr std::uint8_t max_sets = 160;

  private:
    static constexpr std::size_t max_cells = 12;
    using Cells = std::array<std::uint8_t, max_cells>;  // padded with the first cell

    std::vector<Set> sets_;
    std::vector<Cells> cells_;
};

}  // namespace ninefold::make
