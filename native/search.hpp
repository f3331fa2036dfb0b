// The search: finds the solutions of any layout up to 64 digits, one after the other.
//
// It learns from conflicts, as solvers of clauses (SAT) do, but keeps the rules of Sudoku as words of bits, not as
// clauses. Its parts, from the ground up:
//
//   search/board.hpp      the units of a board, and how candidates and words are numbered
//   search/marks.hpp      what is known of every candidate and why; singles (rules 1 to 3)
//   search/clauses.hpp    where clauses are kept
//   search/order.hpp      which candidate to guess
//   search/learning.hpp   what a conflict teaches (rules 4 to 7)
//   search/engine.hpp     guessing, going back, beginning again, the next solution (rules 8 to 11)
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

// It is asked in stretches (`advance`), so that whoever asks can look at the clock in between. The solutions and their
// order are the same however long the stretches are.
class Search {
  public:
    // `digits` holds N² values, 0 for empty. Clashing digits are allowed: the search then just ends.
    Search(std::shared_ptr<const Board> board, std::span<const std::uint8_t> digits);
    Search(Search&&) noexcept;
    Search& operator=(Search&&) noexcept;
    ~Search();

    // From now on only solutions that differ from `grid` in at least one of some cells count. Before the first `advance`.
    void differ(std::span<const std::uint8_t> grid, std::span<const Cell> cells);

    // Searches on for at most `nodes` nodes, or until the next solution. A node is a round of deduction: one before the
    // first guess, and one after each guess or conflict.
    Progress advance(std::uint64_t nodes);

    // The solution last found.
    [[nodiscard]] const std::vector<std::uint8_t>& digits() const;
    [[nodiscard]] std::uint64_t nodes() const;
    [[nodiscard]] std::uint64_t guesses() const;
    [[nodiscard]] std::uint64_t conflicts() const;

  private:
    std::shared_ptr<const Board> board_;
    std::unique_ptr<search::Engine> engine_;
};

}  // namespace ninefold
