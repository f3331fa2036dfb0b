// Work built on finding solutions one by one: counting, statuses, and second solutions of many puzzles.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "judging.hpp"
#include "lanes.hpp"

namespace ninefold {

// Counts the solutions that a search (`Search`, `lanes::Tree`) has not found yet, up to the limit.
template <class Searcher>
lanes::Count count_found(Searcher& searcher, std::uint64_t limit, const lanes::Stop& stop) {
    static constexpr std::uint64_t slice = 64;  // nodes, or solutions, between two checks of the clock
    lanes::Count count;
    for (std::uint64_t turn = 1; count.solutions < limit; ++turn) {
        const Progress progress = searcher.advance(slice);
        if (progress == Progress::ended) {
            count.ended = true;
            return count;
        }
        if (progress == Progress::found) ++count.solutions;
        if ((progress == Progress::paused || turn % slice == 0) && stop.now()) return count;
    }
    count.ended = true;
    return count;
}

// Output columns of `solve_with_status`, one entry per puzzle (81 per puzzle for `solutions`).
struct SolveColumns {
    std::span<std::uint8_t> statuses;
    std::span<std::uint8_t> ended;
    std::span<std::uint64_t> counts;
    std::span<std::uint8_t> solutions;
    std::span<std::uint64_t> guesses;
};

// Solves many puzzles and derives the status of each; returns whether all were answered. `ended` is narrower here than
// in `lanes::solve_many`: it is set only if the puzzle was searched to its end, not if the limit stopped it.
inline bool solve_with_status(std::span<const std::uint8_t> digits, std::uint64_t limit, unsigned threads,
                              const SolveColumns& columns, std::atomic<std::size_t>& done, const lanes::Stop& stop) {
    std::ranges::fill(columns.ended, std::uint8_t{0});
    lanes::solve_many(digits, limit, threads,
                      {columns.counts.data(), columns.solutions.data(), columns.guesses.data(), columns.ended.data(),
                       &done},
                      stop);
    bool is_all = true;
    for (std::size_t row = 0; row < columns.ended.size(); ++row) {
        const bool is_answered = columns.ended[row] != 0;
        is_all = is_all && is_answered;
        columns.statuses[row] = static_cast<std::uint8_t>(status_of(columns.counts[row], is_answered, limit));
        columns.ended[row] = is_answered && columns.counts[row] < limit;
    }
    return is_all;
}

// Finds the second solution of each puzzle that has several; returns false if stopped.
inline bool find_second(std::span<const std::uint8_t> puzzles, std::span<const Status> statuses,
                        std::span<std::uint8_t> second_solutions, const lanes::Stop& stop) {
    static constexpr std::uint64_t slice = 256;
    for (std::size_t row = 0; row < statuses.size(); ++row) {
        if (statuses[row] != Status::multiple) continue;
        lanes::Tree tree(puzzles.subspan(row * cells).first<cells>());
        for (int found = 0; found < 2;) {
            const Progress progress = tree.advance(slice);
            if (progress == Progress::ended) break;  // cannot happen; the check of the answers would report it
            if (progress == Progress::found) ++found;
            else if (stop.now()) return false;
        }
        std::ranges::copy(tree.digits(), second_solutions.subspan(row * cells).begin());
    }
    return !stop.now();
}

}  // namespace ninefold
