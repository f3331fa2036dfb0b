// A partial symmetry: what is fixed after the first rows of the smallest line, and what is still open (rules 1 and 2 of
// canon/search.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace ninefold::canon {

using Index = std::uint8_t;
using Row = std::array<std::uint8_t, 9>;

inline constexpr Index unseen = 0xff;
inline constexpr std::array<std::uint64_t, 4> factorial{1, 1, 2, 6};
inline constexpr std::array<Index, 9> stack_of{0, 0, 0, 1, 1, 1, 2, 2, 2};
inline constexpr std::uint64_t above_any_row = ~std::uint64_t{0};

// A subset of three things: bit i is the i-th.
using Subset = std::uint8_t;

inline constexpr std::array<Index, 8> sizes{0, 1, 1, 2, 1, 2, 2, 3};
inline constexpr std::array<Index, 8> firsts{3, 0, 1, 0, 2, 0, 1, 0};
// A 1 in the two-bit field of each member.
inline constexpr std::array<Index, 8> fields{0, 1, 4, 5, 16, 17, 20, 21};

constexpr unsigned size(Subset some) { return sizes[some]; }
constexpr std::size_t first(Subset some) { return firsts[some]; }
constexpr Subset without_first(Subset some) { return static_cast<Subset>(some & (some - 1)); }
constexpr Subset only(std::size_t one) { return static_cast<Subset>(1U << one); }

// For each code of an Order and each place, the class that begins there.
using Classes = std::array<std::array<Subset, 4>, 64>;

constexpr Classes make_classes() {
    Classes prefix{};
    for (std::size_t code = 0; code < prefix.size(); ++code)
        for (std::size_t one = 0; one < 3; ++one) {
            Subset& some = prefix[code][code >> (2 * one) & 3U];
            some = static_cast<Subset>(some | only(one));
        }
    return prefix;
}

inline constexpr Classes classes = make_classes();

// A partial order of three things. Two bits per thing say where its class begins (rule 2):
//
//     bit   5 4   3 2   1 0
//           third second first      0, 1 or 2: the first place of its class
//
// All fields 0 means one class of three; 0, 1, 2 in some order means all are fixed.
class Order {
  public:
    std::size_t place(std::size_t one) const { return code_ >> (2 * one) & 3U; }
    Subset at(std::size_t place) const { return classes[code_][place]; }

    // Moves a subset back within its class, behind `places` others.
    void move(Subset some, unsigned places) { code_ = static_cast<Index>(code_ + fields[some] * places); }

    // Puts one first in its class.
    void fix(std::size_t one) { move(static_cast<Subset>(at(place(one)) & ~only(one)), 1); }

  private:
    Index code_ = 0;
};

// One partial symmetry that produces the rows so far (rules 1 and 2).
struct Partial {
    std::array<Index, 10> label{};   // of each digit: its label, 0 if it has none yet
    std::array<Index, 10> column{};  // the column in which it was first seen
    std::array<Index, 10> row{};     // and the row of the line
    Order stacks;
    std::array<Order, 3> columns{};     // of each stack
    Row rows{};                         // the rows used so far
    std::uint16_t unused_rows = 0x1ff;  // a bit for each row still available
    Index transposed = 0;               // 1 if rows and columns are swapped
    std::uint32_t multiplicity = 1;     // the number of equivalent choices it represents
};

// The columns of a class by their content in the current row (rule 3).
struct Split {
    Subset empty = 0, seen = 0, fresh = 0;
};

// A row being built: the cells so far, four bits each, and the labels assigned up to there.
struct RowPrefix {
    std::size_t cells;
    std::uint64_t row;
    unsigned labels;
};

inline bool is_full(const Row& row) {
    return std::none_of(row.begin(), row.end(), [](Index digit) { return digit == 0; });
}

inline Partial start(Index transposed) {
    Partial partial;
    partial.column.fill(unseen);
    partial.transposed = transposed;
    return partial;
}

}  // namespace ninefold::canon
