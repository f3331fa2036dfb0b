// The search: finds the solutions of any layout up to 64 digits, one by one.
//
// It learns from conflicts as SAT solvers do, but represents the rules of Sudoku as bit words, not as clauses. Its
// parts, from the bottom up:
//
//   search/board.hpp      the units of a board, and how candidates and words are numbered
//   search/marks.hpp      what is known of every candidate and why; singles (rules 1 to 3)
//   search/clauses.hpp    storage of clauses
//   search/order.hpp      which candidate to guess
//   search/learning.hpp   what a conflict teaches (rules 4 to 7)
//   search/engine.hpp     guessing, backtracking, restarts, the next solution (rules 8 to 11)
//
// The parts are headers for search.cpp alone.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "search/board.hpp"

namespace ninefold {

enum class Progress { paused, found, ended };

namespace search {
class Engine;
}

// Runs in slices (`advance`), so that the caller can check the clock in between. The solutions and their order do not
// depend on the length of the slices.
class Search {
  public:
    // `digits` holds N² values, 0 for empty. Clashing digits are allowed: the search then just ends.
    Search(std::shared_ptr<const Board> board, std::span<const std::uint8_t> digits);
    Search(Search&&) noexcept;
    Search& operator=(Search&&) noexcept;
    ~Search();

    // Restricts the search to solutions that differ from `grid` in at least one of `cells`. Call before the first
    // `advance`.
    void require_difference(std::span<const std::uint8_t> grid, std::span<const Cell> cells);

    // Searches for at most `nodes` nodes, or until the next solution. A node is a round of deduction: one before the
    // first guess, and one after each guess or conflict.
    Progress advance(std::uint64_t nodes);

    // The latest solution.
    [[nodiscard]] const std::vector<std::uint8_t>& digits() const;
    [[nodiscard]] std::uint64_t nodes() const;
    [[nodiscard]] std::uint64_t guesses() const;
    [[nodiscard]] std::uint64_t conflicts() const;

  private:
    std::shared_ptr<const Board> board_;
    std::unique_ptr<search::Engine> engine_;
};

}  // namespace ninefold
