// The 9x9 engine: solves many puzzles at once, one in each lane of a vector register.
//
// `solve_many` solves an array of puzzles, `count` counts the solutions of one, `Tree` finds them one by one. All three
// walk the same tree of guesses, so their results agree, and are the same for every version (`versions`), number of
// threads and order of work.
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

#include "measure/views.hpp"
#include "search.hpp"

namespace ninefold::lanes {

inline constexpr std::size_t cells = 81;
inline constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

using Puzzle = std::span<const std::uint8_t, cells>;  // row by row, 0 for empty, else 1…9; clashes are allowed

// Lets the caller end the work early. It is checked at least every few milliseconds.
struct Stop {
    const std::atomic<bool>* cancelled = nullptr;
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();

    [[nodiscard]] bool now() const;
};

// Output columns, one entry per puzzle. A null column is not written.
struct Answers {
    std::uint64_t* counts = nullptr;    // solutions found: all of them, or as many as the limit
    std::uint8_t* solutions = nullptr;  // 81 digits per puzzle: the first solution, or zeros
    std::uint64_t* guesses = nullptr;
    std::uint8_t* ended = nullptr;             // 1: the count is final; 0: stopped before the limit or the end
    std::atomic<std::size_t>* done = nullptr;  // puzzles answered so far, for a progress bar
};

// Solves every puzzle of `digits` (81 values each) up to `limit` solutions; `threads` 0 means one per core. `excluded`,
// if not empty, holds one candidate per puzzle as 9 * cell + digit - 1: only solutions without that candidate count,
// and the first of them is enough. This tests whether a clue is redundant: remove it and exclude its digit.
void solve_many(std::span<const std::uint8_t> digits, std::uint64_t limit, unsigned threads, const Answers& answers,
                const Stop& stop = {}, std::span<const std::uint16_t> excluded = {});

inline constexpr std::uint16_t none_excluded = 0xFFFF;

struct Count {
    std::uint64_t solutions = 0;  // at most the limit
    bool ended = false;           // false: stopped before the limit or the end
    bool saturated = false;       // the count does not fit in 64 bits
};

// Counts the solutions of one puzzle, sharing its tree among lanes and threads.
Count count(Puzzle puzzle, std::uint64_t limit, unsigned threads, const Stop& stop = {});

// The solutions of one puzzle in their stable order, found slice by slice.
class Tree {
  public:
    explicit Tree(Puzzle puzzle);
    ~Tree();
    Tree(Tree&&) noexcept;
    Tree& operator=(Tree&&) noexcept;

    // Continues for at most `nodes` nodes (guesses and backtracks), or until the next solution.
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

// Looks at sixteen positions at once; see measure/look.hpp.
void look(measure::Views& views);

// The version in use: the best, or the one named by the environment variable NINEFOLD_LANES. A name that is unknown, or
// that this CPU cannot run, throws std::runtime_error.
std::string_view version();

}  // namespace ninefold::lanes
