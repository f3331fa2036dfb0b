// Shared by lanes_test.cpp and versions_test.cpp: known puzzles, random mixtures, and invariants of the answers.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "harness.hpp"
#include "lanes.hpp"
#include "search.hpp"

namespace lanes = ninefold::lanes;

namespace harness {

using ninefold::Progress;

inline int failures = 0;

inline void expect(bool condition, const std::string& what) {
    if (!condition) {
        ++failures;
        std::printf("FAILED: %s\n", what.c_str());
    }
}

struct Known {
    const char* line;
    std::uint64_t count;
    std::uint64_t guesses;  // to find all solutions; a change here means that the tree changed
};

inline constexpr Known known[] = {
    {"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", 1, 0},
    {"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 1, 85},
    {"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9", 1, 0},
    {"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", 1, 29},
    {"........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3", 1, 91},
    {"..2...7...1.....6.5......18....37.......49.....41.23....3.2.9...8.....5.6.......2", 1, 204},
    {"12..4......5.69.1...9...5.........7.7...52.9..3......2.9.6...5.4..9..8.1..3...9.4", 1, 3},
    {".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........", 0, 0},
    {"..9.7...5..21..9..1...28....7...5..1..851.....5....3.......3..68........21.....87", 0, 0},
    {".4.1..35.............2.5......4.89..26.....12.5.3....7..4...16.6....7....1..8..2.", 0, 0},
    {"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...4..", 35, 58},
    {"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9.......", 849, 1048},
    {"5...7....6..1.5....98....6.........34..8.3...7...2...6.6....28.....19.......8..7.", 1610, 1832},
};

// Puzzles of every kind, repeated under random symmetries.
class Mixture {
  public:
    explicit Mixture(std::uint32_t seed) : random_(seed) {}

    std::vector<std::uint8_t> puzzles(std::size_t n) {
        std::vector<std::uint8_t> result;
        for (std::size_t row = 0; row < n; ++row) {
            Digits digits = digits_of(known[below(std::size(known))].line);
            const auto kind = below(8);
            if (kind == 0) digits[below(cells)] = static_cast<std::uint8_t>(below(10));
            if (kind == 1) digits[below(cells)] = 0;
            if (kind == 2) digits = full();
            if (kind == 3) digits = thinned(full(), 20 + below(50));
            if (kind == 4) {  // a full grid with one digit changed
                digits = full();
                digits[below(cells)] = static_cast<std::uint8_t>(1 + below(9));
            }
            if (kind == 5) {
                digits = thinned(full(), 25 + below(10));
                digits[below(cells)] = static_cast<std::uint8_t>(1 + below(9));
            }
            digits = symmetry().of(digits);
            result.insert(result.end(), digits.begin(), digits.end());
        }
        return result;
    }

    // A full grid reduced to `clues` clues.
    Digits thin(std::size_t clues) { return symmetry().of(thinned(full(), clues)); }

    Symmetry symmetry() {
        return Symmetry([this](std::size_t n) { return below(n); });
    }

    std::size_t below(std::size_t n) { return random_() % n; }

    static Digits full() {
        return digits_of("534678912672195348198342567859761423426853791713924856961537284287419635345286179");
    }

    Digits thinned(Digits digits, std::size_t clues) {
        for (std::size_t left = cells; left > clues;) {
            std::uint8_t& cell = digits[below(cells)];
            left -= cell != 0;
            cell = 0;
        }
        return digits;
    }

  private:
    std::mt19937 random_;
};

inline Puzzle at(const std::vector<std::uint8_t>& puzzles, std::size_t row) {
    return Puzzle(&puzzles[row * cells], cells);
}

inline Columns solve_many(const std::vector<std::uint8_t>& puzzles, std::uint64_t limit, unsigned threads,
                   const lanes::Stop& stop = {}) {
    Columns columns(puzzles.size() / cells);
    std::ranges::fill(columns.counts, 77);  // stale values must not matter
    std::ranges::fill(columns.solutions, std::uint8_t{77});
    std::ranges::fill(columns.guesses, 77);
    std::ranges::fill(columns.ended, std::uint8_t{77});
    std::atomic<std::size_t> done = 0;
    lanes::solve_many(puzzles, limit, threads,
                      {columns.counts.data(), columns.solutions.data(), columns.guesses.data(), columns.ended.data(),
                       &done},
                      stop);
    const auto answered = static_cast<std::size_t>(std::ranges::count(columns.ended, 1));
    expect(done <= answered, "no more puzzles are reported as done than are");
    if (limit && answered == columns.ended.size()) expect(done == answered, "in the end all are reported as done");
    return columns;
}

inline std::uint64_t total(const Columns& columns) {
    return std::accumulate(columns.counts.begin(), columns.counts.end(), std::uint64_t{0});
}

// Invariants of all answers.
inline void judge(const std::vector<std::uint8_t>& puzzles, const Columns& columns, std::uint64_t limit,
           const std::string& who) {
    for (std::size_t row = 0; row < columns.counts.size(); ++row) {
        const Puzzle solution = columns.solution(row);
        expect(columns.counts[row] <= limit, who + ": no more solutions than the limit");
        if (columns.counts[row]) {
            expect(is_solution(at(puzzles, row), solution), who + ": a solution of " + line_of(at(puzzles, row)));
        } else {
            expect(line_of(solution) == std::string(cells, '.'), who + ": zeros if unsolvable");
        }
    }
}

// All solutions in order, in slices of `slice` nodes.
inline std::vector<Digits> enumerate(Puzzle puzzle, std::uint64_t slice, std::size_t limit = 100'000) {
    lanes::Tree tree(puzzle);
    std::vector<Digits> found;
    for (Progress now = Progress::paused; now != Progress::ended && found.size() < limit;) {
        const std::uint64_t before = tree.nodes();
        now = tree.advance(slice);
        expect(tree.nodes() - before <= slice, "a slice is at most as long as requested");
        if (now == Progress::found) found.push_back(tree.digits());
    }
    return found;
}

inline std::vector<Digits> walk(const Version& version, Puzzle puzzle, std::uint64_t slice,
                                std::size_t limit = 100'000) {
    Walk tree(version, puzzle);
    std::vector<Digits> found;
    while (!tree.ended() && found.size() < limit) {
        if (tree.advance(slice)) found.push_back(tree.digits);
        expect(tree.depth() < max_depth, "a scratch frame is always left");
    }
    return found;
}

// Prints the outcome of a test program and returns its exit code.
inline int report(const std::string& name) {
    if (failures == 0) std::printf("%s: all passed\n", name.c_str());
    else std::printf("%s: %d failed\n", name.c_str(), failures);
    return failures == 0 ? 0 : 1;
}

}  // namespace harness
