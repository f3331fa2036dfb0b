// Sets of digits and sets of cells, as bits.
//
//   Digits    bit d: digit d+1. The same type holds a set of positions in a unit (bit p: its p-th cell).
//   Cells<W>  W words of 64 bits; bit c % 64 of word c / 64: cell c. Cells count from 0, row by row.
//
// W = 2 is for boards up to 9×9, 4 for boards up to 16×16, 10 for boards up to 25×25 (layout.hpp). Every finder is a
// template on W, so that the sets of a 9×9 board stay in two registers.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace ninefold::logic {

using Digits = std::uint32_t;

constexpr Digits bit(int digit) { return Digits{1} << digit; }
constexpr bool is_single(Digits set) { return set != 0 && (set & (set - 1)) == 0; }
constexpr int first(Digits set) { return std::countr_zero(set); }
constexpr int last(Digits set) { return 31 - std::countl_zero(set); }
constexpr Digits without_first(Digits set) { return set & (set - 1); }
constexpr bool is_pair(Digits set) { return is_single(without_first(set)); }

// The number of bits. Spelled out, because without a popcount instruction std::popcount is a call; compilers that may
// use the instruction recognise this form.
constexpr int count(std::uint64_t set) {
    set -= set >> 1 & 0x5555555555555555;
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return static_cast<int>(set * 0x0101010101010101 >> 56);
}

// Whether a set has at most this many members; fast for few. It does not end early: how often it goes round depends on
// the number alone, which the CPU foresees.
constexpr bool at_most(Digits set, int number) {
    for (; number > 0; --number) set = without_first(set);
    return set == 0;
}

// Iterates over the digits of a set: for (const int digit : each(mask)).
struct each {
    Digits set;
    struct iterator {
        Digits left;
        int operator*() const { return first(left); }
        iterator& operator++() { return left &= left - 1, *this; }
        bool operator!=(const iterator& other) const { return left != other.left; }
    };
    constexpr explicit each(Digits digits) : set(digits) {}
    [[nodiscard]] iterator begin() const { return {set}; }
    [[nodiscard]] iterator end() const { return {0}; }
};

template <int W>
struct Cells {
    std::array<std::uint64_t, static_cast<std::size_t>(W)> words{};

    static constexpr Cells of(int cell) {
        Cells set;
        set.add(cell);
        return set;
    }
    static constexpr Cells of(int a, int b) {
        Cells set = of(a);
        set.add(b);
        return set;
    }

    constexpr void add(int cell) { words[word(cell)] |= std::uint64_t{1} << (cell & 63); }
    constexpr void drop(int cell) { words[word(cell)] &= ~(std::uint64_t{1} << (cell & 63)); }
    [[nodiscard]] constexpr bool has(int cell) const { return words[word(cell)] >> (cell & 63) & 1; }
    [[nodiscard]] constexpr bool any() const {
        std::uint64_t all = 0;
        for (const std::uint64_t w : words) all |= w;
        return all != 0;
    }
    [[nodiscard]] constexpr int size() const {
        int n = 0;
        for (const std::uint64_t w : words) n += count(w);
        return n;
    }
    // The least cell; -1 if there is none.
    [[nodiscard]] constexpr int first() const {
        for (std::size_t i = 0; i < W; ++i) {
            if (words[i]) return static_cast<int>(i) * 64 + std::countr_zero(words[i]);
        }
        return -1;
    }
    // The greatest cell; -1 if there is none.
    [[nodiscard]] constexpr int last() const {
        for (std::size_t i = W; i-- > 0;) {
            if (words[i]) return static_cast<int>(i) * 64 + 63 - std::countl_zero(words[i]);
        }
        return -1;
    }
    // Those of its cells that come after this one.
    [[nodiscard]] constexpr Cells after(int cell) const {
        Cells rest = *this;
        for (std::size_t i = 0; i < word(cell); ++i) rest.words[i] = 0;
        rest.words[word(cell)] &= ~std::uint64_t{1} << (cell & 63);
        return rest;
    }
    [[nodiscard]] constexpr bool in(const Cells& other) const {
        std::uint64_t outside = 0;
        for (std::size_t i = 0; i < W; ++i) outside |= words[i] & ~other.words[i];
        return outside == 0;
    }
    [[nodiscard]] constexpr bool meets(const Cells& other) const {
        std::uint64_t common = 0;
        for (std::size_t i = 0; i < W; ++i) common |= words[i] & other.words[i];
        return common != 0;
    }

    constexpr Cells& operator|=(const Cells& other) {
        for (std::size_t i = 0; i < W; ++i) words[i] |= other.words[i];
        return *this;
    }
    constexpr Cells& operator&=(const Cells& other) {
        for (std::size_t i = 0; i < W; ++i) words[i] &= other.words[i];
        return *this;
    }
    constexpr Cells& operator-=(const Cells& other) {
        for (std::size_t i = 0; i < W; ++i) words[i] &= ~other.words[i];
        return *this;
    }
    constexpr Cells& operator^=(const Cells& other) {
        for (std::size_t i = 0; i < W; ++i) words[i] ^= other.words[i];
        return *this;
    }
    friend constexpr Cells operator^(Cells a, const Cells& b) { return a ^= b; }
    friend constexpr Cells operator|(Cells a, const Cells& b) { return a |= b; }
    friend constexpr Cells operator&(Cells a, const Cells& b) { return a &= b; }
    friend constexpr Cells operator-(Cells a, const Cells& b) { return a -= b; }
    friend constexpr bool operator==(const Cells&, const Cells&) = default;
    friend constexpr auto operator<=>(const Cells&, const Cells&) = default;

    // Iterates over the cells, least first: for (const int cell : cells). Which of two words has the next cell is not asked
    // with a branch, as the CPU could not foresee it.
    struct iterator {
        Cells left;
        std::size_t at;
        void settle() {
            if constexpr (W == 2) {
                at = static_cast<std::size_t>(left.words[0] == 0) + ((left.words[0] | left.words[1]) == 0);
            } else {
                while (at < W && left.words[at] == 0) ++at;
            }
        }
        int operator*() const {
            const std::uint64_t word = W > 2 ? left.words[at] : at ? left.words[1] : left.words[0];
            return static_cast<int>(at) * 64 + std::countr_zero(word);
        }
        iterator& operator++() {
            if constexpr (W == 2) {
                left.words[1] &= left.words[1] - at;
                left.words[0] &= left.words[0] - 1;
            } else {
                left.words[at] &= left.words[at] - 1;
            }
            settle();
            return *this;
        }
        bool operator!=(const iterator& other) const { return at != other.at; }
    };
    [[nodiscard]] iterator begin() const {
        iterator start{*this, 0};
        start.settle();
        return start;
    }
    [[nodiscard]] iterator end() const { return {{}, W}; }

  private:
    static constexpr std::size_t word(int cell) { return static_cast<std::size_t>(cell) >> 6; }
};

}  // namespace ninefold::logic
