// What is done by finding solutions one after the other: counting them, and the second ones of many puzzles.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "judging.hpp"
#include "lanes.hpp"

namespace ninefold {

// Counts the solutions that a search (`Search`, `lanes::Tree`) has not found yet, up to the limit.
template <class Searcher>
lanes::Count count_found(Searcher& searcher, std::uint64_t limit, const lanes::Stop& stop) {
    static constexpr std::uint64_t stretch = 64;  // nodes, or solutions, between two looks at the clock
    lanes::Count count;
    for (std::uint64_t turn = 1; count.solutions < limit; ++turn) {
        const Progress progress = searcher.advance(stretch);
        if (progress == Progress::ended) {
            count.ended = true;
            return count;
        }
        if (progress == Progress::found) ++count.solutions;
        if ((progress == Progress::paused || turn % stretch == 0) && stop.now()) return count;
    }
    count.ended = true;
    return count;
}

// Finds the second solution of each puzzle that has several; false: stopped.
inline bool find_second(std::span<const std::uint8_t> puzzles, std::span<const Status> statuses,
                        std::span<std::uint8_t> second_solutions, const lanes::Stop& stop) {
    static constexpr std::uint64_t stretch = 256;
    for (std::size_t row = 0; row < statuses.size(); ++row) {
        if (statuses[row] != Status::multiple) continue;
        lanes::Tree tree(puzzles.subspan(row * cells).first<cells>());
        for (int found = 0; found < 2;) {
            const Progress progress = tree.advance(stretch);
            if (progress == Progress::ended) break;  // it cannot be; the judge will tell
            if (progress == Progress::found) ++found;
            else if (stop.now()) return false;
        }
        std::ranges::copy(tree.digits(), second_solutions.subspan(row * cells).begin());
    }
    return !stop.now();
}

}  // namespace ninefold
