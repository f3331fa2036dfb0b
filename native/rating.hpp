// Ratings of many 9x9 puzzles at once, on several threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "lanes.hpp"
#include "rating/version.hpp"

namespace ninefold::rating {

enum class State : std::uint8_t { open, rated, clashing };

// One entry per puzzle.
struct Explanation {
    State state;
    Explained rating;
};
static_assert(sizeof(Explanation) == 7);

// Rates puzzles of 81 digits each as a program does; `threads` 0 means one per core. Those that need the slow techniques
// are put aside and finished last, so that a hard puzzle does not hold up the others. Puzzles must have one solution.
// Returns whether all were rated; if stopped, the others have the state `open`.
bool explain_many(std::span<const std::uint8_t> digits, Program program, unsigned threads,
                  std::span<Explanation> explanations, std::atomic<std::size_t>& done, const lanes::Stop& stop);

// Measures puzzles with one solution, given with it; symmetric copies give the same. A brief measure is enough for the
// level. Returns false if stopped.
bool measure_many(std::span<const std::uint8_t> digits, std::span<const std::uint8_t> solutions, unsigned threads,
                  bool is_brief, std::span<Measured> measured, std::atomic<std::size_t>& done, const lanes::Stop& stop);

// Scores puzzles with one solution, given with it, as HoDoKu 2.2.0 does, and finds their backdoors if wanted. Returns
// false if stopped.
bool score_many(std::span<const std::uint8_t> digits, std::span<const std::uint8_t> solutions, unsigned threads,
                bool backdoors, std::span<Scored> scored, std::atomic<std::size_t>& done, const lanes::Stop& stop);

// The version in use: "popcount" or "baseline".
std::string_view version();

}  // namespace ninefold::rating
