// What fuzzing makes of the bytes of an input: numbers and puzzles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <span>
#include <string>

#include "harness.hpp"

namespace fuzz {

using harness::cells;
using harness::Digits;

inline void expect(bool condition, const std::string& what) {
    if (condition) return;
    std::fprintf(stderr, "FAILED: %s\n", what.c_str());
    std::abort();
}

// The bytes of an input, one by one, followed by zeros.
class Bytes {
  public:
    explicit Bytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    std::uint8_t next() {
        if (bytes_.empty()) return 0;
        const std::uint8_t byte = bytes_.front();
        bytes_ = bytes_.subspan(1);
        return byte;
    }

    std::size_t below(std::size_t n) { return next() % n; }
    [[nodiscard]] bool empty() const { return bytes_.empty(); }
    [[nodiscard]] std::span<const std::uint8_t> rest() const { return bytes_; }

  private:
    std::span<const std::uint8_t> bytes_;
};

// Arbitrary digits, or a symmetric copy of a known puzzle or grid with clues removed and changed.
inline Digits puzzle_from(Bytes& bytes) {
    static const char* const known[] = {
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        "..2...7...1.....6.5......18....37.......49.....41.23....3.2.9...8.....5.6.......2",
    };
    Digits digits{};
    const std::uint8_t kind = bytes.next();
    if (kind % 8 == 7) {
        for (std::uint8_t& digit : digits) {
            const std::uint8_t byte = bytes.next();
            digit = byte < 10 ? byte : byte < 160 ? std::uint8_t{0} : static_cast<std::uint8_t>(byte % 10);
        }
        return digits;
    }
    digits = harness::digits_of(known[kind % 8 % std::size(known)]);
    if (kind & 8) digits = harness::Symmetry([&bytes](std::size_t n) { return bytes.below(n); }).of(digits);
    if (kind & 16) {  // one bit per cell: whether it stays
        for (std::size_t cell = 0; cell < cells; cell += 8) {
            const std::uint8_t stay = bytes.next();
            for (std::size_t k = 0; k < 8 && cell + k < cells; ++k) {
                if (!(stay >> k & 1)) digits[cell + k] = 0;
            }
        }
    }
    for (std::size_t changes = kind >> 5; changes; --changes) {
        const std::size_t cell = bytes.below(cells);
        digits[cell] = static_cast<std::uint8_t>(bytes.below(10));
    }
    return digits;
}

inline constexpr std::uint64_t max_nodes = 2'000;

// Whether finding `limit` solutions takes few nodes.
inline bool is_easy(harness::Puzzle puzzle, std::uint64_t limit) {
    harness::Walk walk(ninefold::lanes::baseline, puzzle);
    for (std::uint64_t found = 0; found < limit && !walk.ended() && walk.nodes() < max_nodes;) {
        found += walk.advance(max_nodes - walk.nodes());
        expect(walk.depth() < harness::max_depth, "a scratch frame is always left");
    }
    return walk.nodes() < max_nodes;
}

}  // namespace fuzz
