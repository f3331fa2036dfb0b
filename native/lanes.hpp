// The 9x9 engine: many puzzles at once, one in each lane of a vector register.
//
// `solve_many` answers an array of puzzles, `count` counts the solutions of one, `Tree` finds them one after
// the other. All three walk the same tree of guesses, so their answers are equal, and they are the same for
// every version (`versions`), every number of threads and every order of work.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "search.hpp"

namespace ninefold::lanes {

inline constexpr std::size_t cells = 81;
inline constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

using Puzzle = std::span<const std::uint8_t, cells>;  // row by row, 0 for empty, else 1…9; clashes are allowed

// How whoever asks can end the work early. It is looked at at least every few milliseconds.
struct Stop {
    const std::atomic<bool>* cancelled = nullptr;
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();

    [[nodiscard]] bool now() const;
};

// Where the answers go: columns with a place for each puzzle. A column that is null is not wanted.
struct Answers {
    std::uint64_t* counts = nullptr;    // the solutions found: all there are, or as many as the limit
    std::uint8_t* solutions = nullptr;  // 81 digits for each puzzle: the first solution, or zeros
    std::uint64_t* guesses = nullptr;
    std::uint8_t* ended = nullptr;      // 1: the count stands; 0: stopped before the limit or the end was reached
    std::atomic<std::size_t>* done = nullptr;  // how many puzzles are answered so far, for a progress bar
};

// Answers every puzzle of `digits` (81 values each) with up to `limit` solutions; `threads` 0 means one a core.
// `excluded`, if it is not empty, has a candidate for each puzzle, as 9 * cell + digit - 1: only solutions without it
// count, and the first of them is enough. So it is asked whether a clue can be spared: take it out and bar its digit.
void solve_many(std::span<const std::uint8_t> digits, std::uint64_t limit, unsigned threads, const Answers& answers,
                const Stop& stop = {}, std::span<const std::uint16_t> excluded = {});

inline constexpr std::uint16_t none_excluded = 0xFFFF;

struct Count {
    std::uint64_t solutions = 0;  // at most the limit
    bool ended = false;           // false: stopped before the limit or the end was reached
    bool saturated = false;       // there are more than 64 bits can tell
};

// Counts the solutions of one puzzle, sharing its tree among lanes and threads.
Count count(Puzzle puzzle, std::uint64_t limit, unsigned threads, const Stop& stop = {});

// The solutions of one puzzle in their stable order, found in stretches.
class Tree {
  public:
    explicit Tree(Puzzle puzzle);
    ~Tree();
    Tree(Tree&&) noexcept;
    Tree& operator=(Tree&&) noexcept;

    // Goes on for at most so many nodes (guesses and ways back), or until the next solution.
    Progress advance(std::uint64_t nodes);

    [[nodiscard]] const std::array<std::uint8_t, cells>& digits() const;  // the solution last found
    [[nodiscard]] std::uint64_t nodes() const;
    [[nodiscard]] std::uint64_t guesses() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// The versions this CPU can run, best first: of "avx512", "avx2", "baseline".
std::vector<std::string_view> versions();

// The version in use: the best, or the one the environment variable NINEFOLD_LANES names.
// An unknown name, or one this CPU cannot run, throws std::runtime_error that says so.
std::string_view version();

}  // namespace ninefold::lanes
