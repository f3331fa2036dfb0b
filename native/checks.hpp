// Checks of arguments that come from outside the core; each throws std::invalid_argument.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "judging.hpp"
#include "lines.hpp"

namespace ninefold {

inline void check_length(std::size_t length, std::size_t expected, const char* name) {
    if (length != expected) {
        throw std::invalid_argument(std::string(name) + ": " + std::to_string(length) + " values, expected " +
                                    std::to_string(expected));
    }
}

inline void check_digits(std::span<const std::uint8_t> digits) {
    if (digits.size() % cells != 0) throw std::invalid_argument("a puzzle has 81 digits");
    if (lines::first_invalid_digit(digits) != digits.size()) throw std::invalid_argument("a digit is above 9");
}

inline Puzzle checked_puzzle(std::span<const std::uint8_t> digits) {
    check_length(digits.size(), cells, "digits");
    check_digits(digits);
    return digits.first<cells>();
}

inline void check_ascii(std::string_view text) {
    const bool is_ascii = std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 128; });
    if (!is_ascii) throw std::invalid_argument("a template must be ASCII");
}

}  // namespace ninefold
