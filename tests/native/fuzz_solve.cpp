// Fuzzing of what solves and makes puzzles: all versions of the engine, the general search on any board, canonical forms,
// and random puzzles. Bytes become puzzles, on which everything must agree. `make fuzz` runs it.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "fuzz_input.hpp"
#include "harness.hpp"
#include "canon.hpp"
#include "few_clues.hpp"
#include "finding.hpp"
#include "lanes.hpp"
#include "make.hpp"
#include "search.hpp"

namespace {

using fuzz::Bytes;
using fuzz::expect;
using fuzz::is_easy;
using fuzz::puzzle_from;
using harness::cells;
using harness::Columns;
using harness::Digits;
using harness::no_limit;
using harness::Puzzle;
using ninefold::Progress;
namespace lanes = ninefold::lanes;
namespace make = ninefold::make;

using Units = std::vector<std::vector<ninefold::Cell>>;

Units units_of(ninefold::Cell rows, ninefold::Cell columns) {
    const ninefold::Cell size = rows * columns;
    Units units(3 * size);
    for (ninefold::Cell cell = 0; cell < size * size; ++cell) {
        const ninefold::Cell row = cell / size, column = cell % size;
        units[row].push_back(cell);
        units[size + column].push_back(cell);
        units[2 * size + row / rows * rows + column / columns].push_back(cell);
    }
    return units;
}

// Finds up to `limit` solutions by the search; whether these are all.
bool search_for(ninefold::Search& search, std::uint64_t limit, std::uint64_t& found) {
    for (found = 0; found < limit;) {
        const Progress progress = search.advance(3'000);
        if (progress != Progress::found) return progress == Progress::ended;
        ++found;
    }
    return false;
}

void agree_with_search(Puzzle puzzle, std::uint64_t count, std::uint64_t limit) {
    static const auto board = std::make_shared<const ninefold::Board>(9, units_of(3, 3));
    ninefold::Search search(board, puzzle);
    std::uint64_t found = 0;
    const bool ended = search_for(search, limit, found);
    const std::string line = harness::line_of(puzzle);
    if (found == limit || ended) expect(found == std::min(count, limit), "the search counts otherwise: " + line);
    else expect(found <= count, "the search found more: " + line);
}

// One puzzle: the engine, its tree, its count and its second solution agree, and the search with them.
void solve_one(Bytes& bytes) {
    const Digits puzzle = puzzle_from(bytes);
    const std::uint64_t limit = 1 + bytes.below(3);
    if (!is_easy(puzzle, limit)) return;
    const std::string line = harness::line_of(puzzle);
    Columns one(1);
    std::uint8_t status = 0;
    std::atomic<std::size_t> done = 0;
    const bool is_all = ninefold::solve_with_status(
        puzzle, limit, 1, {{&status, 1}, one.ended, one.counts, one.solutions, one.guesses}, done, {});
    expect(is_all && done == 1 && one.counts[0] <= limit, "an answer to " + line);
    expect(!one.counts[0] || harness::is_solution(puzzle, one.solution(0)), "a solution of " + line);
    lanes::Tree tree(puzzle);
    std::uint64_t found = 0;
    while (found < limit) {
        const Progress progress = tree.advance(1 + bytes.below(20));
        if (progress == Progress::ended) break;
        found += progress == Progress::found;
    }
    expect(found == one.counts[0], "the tree of " + line);
    const auto counted = lanes::count(puzzle, limit, 1);
    expect(counted.ended && counted.solutions == found, "the count of " + line);
    Digits second{};
    const auto known = static_cast<ninefold::Status>(status);
    expect(ninefold::find_second(puzzle, {&known, 1}, second, {}), "the second solution of " + line);
    expect(ninefold::first_wrong_second(puzzle, one.solutions, second, {&known, 1}) == 1, "another one of " + line);
    agree_with_search(puzzle, found, limit);
    if (!found) return;
    // Excluding a candidate of the solution leaves the others.
    const std::size_t cell = bytes.below(cells);
    const auto excluded = static_cast<std::uint16_t>(9 * cell + one.solutions[cell] - 1);
    Columns other(1);
    lanes::solve_many(puzzle, 1, 1, {other.counts.data(), other.solutions.data()}, {}, {&excluded, 1});
    expect(!other.counts[0] || (harness::is_solution(puzzle, other.solution(0)) &&
                                other.solutions[cell] != one.solutions[cell]),
           "a solution without a candidate of " + line);
}

// Many puzzles: every version gives the same columns.
void solve_many(Bytes& bytes) {
    static constexpr std::uint64_t limits[] = {1, 2, 3, 10, 70, no_limit};
    const std::uint64_t limit = limits[bytes.below(std::size(limits))];
    const std::size_t some = 1 + bytes.below(20);
    std::vector<std::uint8_t> puzzles;
    for (int row = 0; row < 24 && (row == 0 || !bytes.empty()); ++row) {
        const Digits digits = puzzle_from(bytes);
        if (is_easy(digits, limit)) puzzles.insert(puzzles.end(), digits.begin(), digits.end());
    }
    const std::size_t n = puzzles.size() / cells;
    Columns first(n);
    lanes::solve_many(puzzles, limit, 1,
                      {first.counts.data(), first.solutions.data(), first.guesses.data(), first.ended.data()});
    std::uint64_t total = 0;
    for (std::size_t row = 0; row < n; ++row) {
        const Puzzle puzzle(&puzzles[row * cells], cells);
        const std::string line = harness::line_of(puzzle);
        expect(first.ended[row] && first.counts[row] <= limit, "an answer to " + line);
        expect(!first.counts[row] || harness::is_solution(puzzle, first.solution(row)), "a solution of " + line);
        agree_with_search(puzzle, first.counts[row], std::min<std::uint64_t>(limit, 70));
        total += first.counts[row];
    }
    static auto runners = [] {
        std::vector<harness::VersionRunner> result;
        for (const auto* version : harness::every_version()) result.emplace_back(*version);
        return result;
    }();
    for (harness::VersionRunner& runner : runners) {
        expect(runner.many(puzzles, limit, some) == first, std::string("the answers of ") + runner.name());
        expect(runner.found == total, std::string("the solutions reported by ") + runner.name());
        if (limit == no_limit) {
            expect(runner.count(puzzles, some) == total, std::string("the count by ") + runner.name());
        }
        expect(runner.frames_suffice(), "a scratch frame is always left");
    }
}

// The search on a small board with any further units, or with units that it must refuse.
void search_any(Bytes& bytes) {
    const auto rows = static_cast<ninefold::Cell>(1 + bytes.below(3)), columns = static_cast<ninefold::Cell>(1 + bytes.below(3));
    const std::size_t size = rows * columns;
    Units units = units_of(rows, columns);
    for (std::size_t more = bytes.below(4); more; --more) {
        auto& unit = units.emplace_back();
        for (std::size_t n = bytes.below(size + 2); n; --n) unit.push_back(bytes.next());
    }
    std::vector<std::uint8_t> digits(size * size);
    for (std::uint8_t& digit : digits) digit = static_cast<std::uint8_t>(bytes.below(3) ? 0 : bytes.below(size + 1));
    try {
        const auto board = std::make_shared<const ninefold::Board>(static_cast<int>(size), units);
        ninefold::Search search(board, digits);
        std::uint64_t found = 0, others = 0;
        const bool ended = search_for(search, 20, found);
        if (!found) return;
        const auto last = search.digits();
        expect(std::ranges::none_of(last, [&](auto digit) { return digit < 1 || digit > size; }), "a full grid");
        for (std::size_t cell = 0; cell < digits.size(); ++cell) expect(!digits[cell] || digits[cell] == last[cell], "a clue");
        ninefold::Search again(board, digits);
        std::vector<ninefold::Cell> everywhere(digits.size());
        for (ninefold::Cell cell = 0; cell < everywhere.size(); ++cell) everywhere[cell] = cell;
        again.require_difference(last, everywhere);
        if (search_for(again, 20, others) && ended) expect(others + 1 == found, "all solutions but one");
    } catch (const std::invalid_argument&) {
    }
}

// A canonical form is its own form, that of every symmetric copy, and the result of the returned symmetry.
void canonicalise(Bytes& bytes) {
    const Digits digits = puzzle_from(bytes);
    const auto found = ninefold::canon::canonical(digits.data());
    const std::string line = harness::line_of(digits);
    for (std::size_t cell = 0; cell < cells; ++cell) {
        expect(found.by.digit[digits[found.by.from[cell]]] == found.line[cell], "the symmetry of " + line);
    }
    if (!found.automorphisms) return;  // clues clash
    const Digits copy = harness::Symmetry([&bytes](std::size_t n) { return bytes.below(n); }).of(digits);
    std::vector<std::uint8_t> both(copy.begin(), copy.end()), lines(2 * cells);
    both.insert(both.end(), found.line.begin(), found.line.end());
    std::uint64_t automorphisms[2];
    ninefold::canon::canonical_rows(both, 1, lines.data(), automorphisms);
    expect(std::equal(found.line.begin(), found.line.end(), lines.begin()), "the form of a copy of " + line);
    expect(std::equal(found.line.begin(), found.line.end(), lines.begin() + cells), "the form of the form of " + line);
    expect(automorphisms[0] == found.automorphisms && automorphisms[1] == found.automorphisms, "as many of " + line);
    expect(!std::ranges::lexicographical_compare(digits, found.line), "the form of " + line + " is not greater than it");
}

// A puzzle by any recipe has one solution, and each group that was removed is gone.
void make_puzzles(Bytes& bytes) {
    std::array<std::uint8_t, cells> groups;
    const std::size_t kinds = 1 + bytes.below(255);
    for (std::uint8_t& group : groups) {
        group = static_cast<std::uint8_t>(bytes.below(16) == 15 ? make::never_clue : bytes.below(kinds));
    }
    make::Recipe recipe = make::recipe_from(groups);
    const std::uint64_t seeds[2] = {bytes.next(), bytes.next() * 0x9E3779B97F4A7C15u};
    Digits start;
    if (bytes.below(2)) {
        make::SplitMix rng(seeds[1]);
        start = make::full_grid(rng);
        recipe.solution = start.data();
    }
    std::vector<std::uint8_t> solutions(2 * cells), removed(2 * cells);
    std::uint8_t proper[2];
    make::make_many(seeds, recipe, 1, {solutions.data(), removed.data(), proper});
    for (std::size_t row = 0; row < 2; ++row) {
        if (!proper[row]) continue;
        Digits puzzle{};
        for (std::size_t cell = 0; cell < cells; ++cell) {
            if (!removed[row * cells + cell]) puzzle[cell] = solutions[row * cells + cell];
        }
        expect(lanes::count(puzzle, 2, 1).solutions == 1, "one solution of " + harness::line_of(puzzle));
    }
}

void make_others(Bytes& bytes) {
    const make::Shape shape{1 + bytes.below(5), 1 + bytes.below(5)};
    const std::uint64_t seed = bytes.next();
    if (shape.size > 1) {
        std::vector<std::uint8_t> grid(shape.size * shape.size);
        make::full_grids(shape, {&seed, 1}, 1, grid.data());
        expect(std::ranges::none_of(grid, [&](auto digit) { return digit < 1 || digit > shape.size; }), "a full grid");
    }
    Digits puzzle;
    std::uint8_t clues = 0;
    make::make_few_clues({&seed, 1}, 17 + static_cast<unsigned>(bytes.below(10)), 1 + bytes.below(4), 1, {puzzle.data(), &clues});
    expect(clues && lanes::count(puzzle, 2, 1).solutions == 1, "one solution of " + harness::line_of(puzzle));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes({data, size});
    switch (bytes.below(16)) {
        case 0: solve_many(bytes); break;
        case 1: make_puzzles(bytes); break;
        case 2: make_others(bytes); break;
        case 3: case 4: canonicalise(bytes); break;
        case 5: case 6: case 7: case 8: search_any(bytes); break;
        default: solve_one(bytes);
    }
    return 0;
}
