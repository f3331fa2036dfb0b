// Every version of the lanes in one program: they agree with each other, with known counts and with brute force.
// Built with the address and undefined-behaviour sanitizers by `make native`, and with the thread sanitizer by
// `make thread`.

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fixtures.hpp"
#include "lanes.hpp"
#include "search.hpp"

using harness::at;
using harness::cells;
using harness::Columns;
using harness::Digits;
using harness::digits_of;
using harness::enumerate;
using harness::every_version;
using harness::expect;
using harness::is_solution;
using harness::judge;
using harness::known;
using harness::line_of;
using harness::Mixture;
using harness::no_limit;
using harness::Puzzle;
using harness::solve_many;
using harness::total;
using harness::Version;
using harness::VersionRunner;
using harness::walk;
using ninefold::Progress;

namespace {

void known_counts_and_guesses() {
    for (const auto& [line, count, guesses] : known) {
        const Digits puzzle = digits_of(line);
        for (const Version* version : every_version()) {
            VersionRunner runner(*version);
            const Columns answer = runner.many(puzzle, no_limit);
            expect(answer.counts[0] == count && answer.ended[0], std::string(version->name) + " counts " + line + ": " +
                                                                     std::to_string(answer.counts[0]));
            expect(runner.count(puzzle) == count, std::string(version->name) + " only counts " + line);
            expect(answer.guesses[0] == guesses, std::string(version->name) + " guesses in " + line + ": " +
                                                     std::to_string(answer.guesses[0]));
        }
        for (const unsigned threads : {1u, 2u, 3u}) {
            const auto counted = lanes::count(puzzle, no_limit, threads);
            expect(counted.solutions == count && counted.ended && !counted.saturated, std::string("count of ") + line);
        }
    }
}

// Full boards on which two of the three kinds of units are correct: each kind must be checked.
void one_kind_of_unit_is_wrong() {
    Digits rows = digits_of("123456789456789123789123456231564897564897231897231564312645978645978312978312645");
    for (std::size_t column = 0; column < 3; ++column) std::swap(rows[column], rows[9 + column]);
    Digits columns{}, boxes{};
    for (std::size_t cell = 0; cell < cells; ++cell) {
        columns[cell % 9 * 9 + cell / 9] = rows[cell];
        boxes[cell] = static_cast<std::uint8_t>((cell / 9 + cell % 9) % 9 + 1);
    }
    Mixture mixture(9);
    std::vector<std::uint8_t> puzzles;
    for (const Digits& wrong : {rows, columns, boxes}) {
        for (std::size_t copy = 0; copy < 100; ++copy) {
            Digits digits = mixture.symmetry().of(wrong);
            for (std::size_t k = copy % 4; k; --k) digits[mixture.below(cells)] = 0;
            if (copy < 50 || copy % 4 == 0) puzzles.insert(puzzles.end(), digits.begin(), digits.end());
        }
    }
    const std::size_t n = puzzles.size() / cells;
    for (const Version* version : every_version()) {
        const Columns answers = VersionRunner(*version).many(puzzles, 2);
        judge(puzzles, answers, 2, version->name);
        for (std::size_t row = 0; row < n; ++row) {
            expect(answers.counts[row] == 0 && answers.ended[row], "no solution: " + line_of(at(puzzles, row)));
        }
    }
    for (std::size_t row = 0; row < n; row += 7) {
        expect(lanes::count(at(puzzles, row), 2, 1).solutions == 0, "counted: " + line_of(at(puzzles, row)));
        expect(enumerate(at(puzzles, row), 100).empty(), "enumerated: " + line_of(at(puzzles, row)));
    }
}

// However many lanes are filled, and however few puzzles are handed out at a time.
void any_number_of_puzzles() {
    const auto puzzles = Mixture(1).puzzles(40);
    for (const std::uint64_t limit : {1u, 2u, 7u}) {
        const Columns all = solve_many(puzzles, limit, 1);
        judge(puzzles, all, limit, "40 puzzles");
        for (const Version* version : every_version()) {
            for (std::size_t n = 1; n <= 40; ++n) {
                VersionRunner runner(*version);
                const Columns some = runner.many(std::span(puzzles).first(n * cells), limit, n % 9 + 1);
                Columns first(n);
                std::copy_n(all.counts.begin(), n, first.counts.begin());
                std::copy_n(all.solutions.begin(), n * cells, first.solutions.begin());
                std::copy_n(all.guesses.begin(), n, first.guesses.begin());
                std::copy_n(all.ended.begin(), n, first.ended.begin());
                expect(some == first, std::string(version->name) + ": " + std::to_string(n) + " puzzles");
                expect(runner.found == total(some), std::string(version->name) + " reports what it finds");
                expect(runner.frames_suffice(), "a scratch frame is always left");
            }
        }
    }
}

void all_versions_and_threads_agree() {
    const auto puzzles = Mixture(2).puzzles(1600);
    for (const std::uint64_t limit : {1u, 2u, 20u}) {
        const Columns one = solve_many(puzzles, limit, 1);
        judge(puzzles, one, limit, "one thread");
        expect(std::accumulate(one.ended.begin(), one.ended.end(), 0) == 1600, "all of them are answered");
        const auto guesses = std::accumulate(one.guesses.begin(), one.guesses.end(), std::uint64_t{0});
        if (limit == 2) expect(guesses == 24'866, "the guesses of all trees together: " + std::to_string(guesses));
        for (const unsigned threads : {0u, 2u, 3u, 200u}) {
            if (limit == 2) expect(solve_many(puzzles, limit, threads) == one, std::to_string(threads) + " threads");
        }
        for (const Version* version : every_version()) {
            VersionRunner runner(*version);
            expect(runner.many(puzzles, limit) == one, version->name);
            expect(runner.found == total(one), std::string(version->name) + " reports what it finds");
        }
    }
    std::vector<std::uint8_t> countable;
    std::uint64_t sum = 0;
    const Columns up_to_20 = solve_many(puzzles, 20, 1);
    for (std::size_t row = 0; row < 1600; ++row) {
        if (up_to_20.counts[row] == 20) continue;
        sum += up_to_20.counts[row];
        countable.insert(countable.end(), &puzzles[row * cells], &puzzles[row * cells] + cells);
        expect(lanes::count(at(puzzles, row), no_limit, 1).solutions == up_to_20.counts[row], "the same by counting");
    }
    for (const Version* version : every_version()) {
        expect(VersionRunner(*version).count(countable) == sum, std::string(version->name) + " only counts");
    }
}

// The tree of one puzzle: the same in any slices and every version, with the count and first solution of `solve_many`.
void the_same_tree_in_any_slices() {
    const auto mixture = Mixture(3).puzzles(60);
    std::vector<Digits> puzzles{digits_of(known[12].line), Digits{}};
    for (std::size_t row = 0; row < 60; ++row) {
        Digits digits{};
        std::copy_n(&mixture[row * cells], cells, digits.begin());
        puzzles.push_back(digits);
    }
    for (const Digits& puzzle : puzzles) {
        const std::size_t limit = 1000;
        const auto all = enumerate(puzzle, no_limit, limit);
        for (const Digits& solution : all) expect(is_solution(puzzle, solution), "every solution is one");
        expect(std::set<Digits>(all.begin(), all.end()).size() == all.size(), "each is found once");
        expect(enumerate(puzzle, 1, limit) == all, "in slices of one node");
        expect(enumerate(puzzle, 7, limit) == all, "in slices of seven");
        for (const Version* version : every_version()) expect(walk(*version, puzzle, 5, limit) == all, version->name);
        const std::vector<std::uint8_t> one(puzzle.begin(), puzzle.end());
        const Columns answer = solve_many(one, limit, 1);
        expect(answer.counts[0] == all.size(), "as many as solve_many finds");
        if (!all.empty()) expect(std::ranges::equal(answer.solution(0), all.front()), "first that of solve_many");
        for (const unsigned threads : {1u, 3u}) {
            expect(lanes::count(puzzle, limit, threads).solutions == all.size(), "as many as are counted");
        }
        lanes::Tree tree(puzzle);
        for (std::size_t k = 0; k <= all.size() && k < limit; ++k) tree.advance(no_limit);
        expect(all.size() == limit || tree.guesses() == answer.guesses[0], "with as many guesses");
        expect(all.size() == limit || tree.nodes() == 2 * tree.guesses() + 1, "every guess has two halves");
        expect(all.size() == limit || tree.advance(5) == Progress::ended, "an end stays an end");
    }
    lanes::Tree first((Puzzle(puzzles[0])));
    first.advance(no_limit);
    lanes::Tree second = std::move(first);
    second.advance(no_limit);
    expect(second.digits() == enumerate(puzzles[0], no_limit, 2)[1], "a moved tree continues");
    expect(lanes::Tree(Puzzle(puzzles[0])).advance(0) == Progress::paused, "a slice of 0 nodes");
}

// Counts below the nodes at which the tree of a puzzle is at least `wide` nodes wide.
std::uint64_t count_by_nodes(const Version& version, Puzzle puzzle, std::size_t wide) {
    std::vector<harness::Node> nodes(1), next;
    version.start(nodes[0], puzzle.data());
    const harness::Node root = nodes[0];
    std::uint64_t counted = 0;
    for (; nodes.size() < wide && !nodes.empty(); std::swap(nodes, next)) {
        next.clear();
        for (harness::Node& node : nodes) {
            harness::Node other;
            const auto found = version.fork(node, other);
            counted += found == lanes::Fork::solved;
            if (found == lanes::Fork::split) next.insert(next.end(), {node, other});
        }
    }
    return nodes.empty() ? counted : counted + VersionRunner(version).count(nodes, 1 + wide % 3, &root);
}

// Enough solutions to need many polls, frames and shared subtrees.
void larger_counts() {
    for (const auto& [line, count] : std::initializer_list<std::pair<const char*, std::uint64_t>>{
             {"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4....", 7265},
             {"........26..1.5....9.....67..9.........85.....1.92.8.6.61.37..4..74..............", 38142},
             {"......91...2.......9....5.....76.4...2.8...9...3..4.5.....3.....8....6......861..", 136598},
             {"5...7.....7.....4819.......8.......342...3.....3.2.....6........8.4...3...5.....9", 989013}}) {
        const Digits puzzle = digits_of(line);
        for (const unsigned threads : {1u, 2u, 3u}) {
            const auto counted = lanes::count(puzzle, no_limit, threads);
            expect(counted.solutions == count && counted.ended && !counted.saturated,
                   std::string("the count of ") + line + ": " + std::to_string(counted.solutions));
            for (const std::uint64_t limit : {count - 1, count, count + 1}) {
                if (threads == 2 || count > 100'000) continue;
                const auto limited = lanes::count(puzzle, limit, threads);
                expect(limited.solutions == std::min(limit, count) && limited.ended && !limited.saturated,
                       "a count up to a limit");
            }
        }
        for (const Version* version : every_version()) {
            VersionRunner runner(*version);
            const std::string who = std::string(version->name) + ": " + line;
            if (version->lanes == 8 && count < 500'000) {
                expect(count_by_nodes(*version, puzzle, 100) == count, who + ", by nodes");
            }
            if (count > 10'000) continue;
            expect(runner.count(puzzle) == count, who + ", only counted");
            std::vector<std::uint8_t> many;
            for (int copy = 0; copy < 3; ++copy) many.insert(many.end(), puzzle.begin(), puzzle.end());
            expect(runner.many(many, no_limit, 2).counts == std::vector<std::uint64_t>(3, count), who);
            expect(runner.found == 3 * count, who + ", as reported");
        }
    }
}

// Every way of counting gives the count of the tree.
void counts_are_those_of_the_tree() {
    Mixture mixture(11);
    std::vector<std::uint8_t> puzzles;
    for (std::size_t row = 0; row < 40; ++row) {
        const Digits puzzle = mixture.thin(22 + row % 8);
        puzzles.insert(puzzles.end(), puzzle.begin(), puzzle.end());
    }
    const Columns trees = solve_many(puzzles, 4'000, 1);
    for (const Version* version : every_version()) {
        VersionRunner runner(*version);
        for (std::size_t row = 0; row < 40; ++row) {
            const Puzzle puzzle = at(puzzles, row);
            const std::uint64_t count = trees.counts[row];
            if (count == 4'000) continue;
            const std::string who = std::string(version->name) + ": " + line_of(puzzle);
            expect(runner.count(puzzle) == count, who);
            const unsigned threads = row % 2 ? 1 : 3;
            expect(lanes::count(puzzle, no_limit, threads).solutions == count, "the count of " + line_of(puzzle));
            // A stopped count never exceeds the true one.
            expect(runner.count(puzzle, 1, 1 + row % 4) <= count, who + ", stopped");
            expect(count_by_nodes(*version, puzzle, 1 + row) == count, who + ", by nodes");
        }
        expect(runner.frames_suffice(), "a scratch frame is always left");
    }
}

// The number of ways to fill open cells from their candidates without a clash.
std::uint64_t fillings(Digits& grid, const std::vector<std::pair<std::size_t, std::vector<std::uint8_t>>>& open,
                       std::size_t next = 0) {
    if (next == open.size()) return is_solution(Digits{}, grid);
    std::uint64_t found = 0;
    for (const std::uint8_t digit : open[next].second) {
        grid[open[next].first] = digit;
        found += fillings(grid, open, next + 1);
    }
    return found;
}

// Nodes with few open cells: some solvable, some with fixed cells that clash or candidates without a solution.
void endgames_agree_with_brute_force() {
    Mixture mixture(10);
    const auto versions = harness::every_version();
    int solvable = 0;
    for (int round = 0; round < 3000; ++round) {
        Digits grid = mixture.symmetry().of(
            digits_of("534678912672195348198342567859761423426853791713924856961537284287419635345286179"));
        std::vector<std::size_t> places;
        const std::size_t wanted = mixture.below(round % 10 ? 7 : 22);
        const std::size_t first = 1 + mixture.below(9), second = 1 + mixture.below(9);
        for (std::size_t cell = 0; cell < cells && places.size() < wanted; ++cell) {  // cells of two digits, or any
            if (round % 3 ? grid[cell] == first || grid[cell] == second : mixture.below(8) == 0) places.push_back(cell);
        }
        std::vector<std::pair<std::size_t, std::vector<std::uint8_t>>> open;
        std::array<unsigned, cells> candidates{};
        for (std::size_t cell = 0; cell < cells; ++cell) candidates[cell] = 1u << (grid[cell] - 1);
        for (const std::size_t cell : places) {
            if (round % 3) candidates[cell] = 1u << (first - 1) | 1u << (second - 1);
            for (std::size_t more = mixture.below(3) + (round % 3 == 0); more; --more) {
                candidates[cell] |= 1u << mixture.below(9);
            }
            if (candidates[cell] & (candidates[cell] - 1)) {
                open.push_back({cell, {}});
                for (std::uint8_t digit = 1; digit <= 9; ++digit) {
                    if (candidates[cell] >> (digit - 1) & 1) open.back().second.push_back(digit);
                }
            }
        }
        if (round % 5 == 0) {  // a fixed cell that is wrong, or without a candidate
            const std::size_t cell = mixture.below(cells);
            if (std::ranges::find(places, cell) == places.end()) {
                grid[cell] = static_cast<std::uint8_t>(mixture.below(10));
                candidates[cell] = grid[cell] ? 1u << (grid[cell] - 1) : 0;
            }
        }
        harness::Node node{};
        for (std::size_t cell = 0; cell < cells; ++cell) {
            node.words[cell / 9][cell % 9 / 3] |= (candidates[cell] | 0x200u) << cell % 3 * 10;
        }
        for (auto& row : node.words) row[3] = 0x3FFFFFFF;
        if (open.size() > 6) continue;
        VersionRunner runner(*versions[static_cast<std::size_t>(round) % versions.size()]);
        const std::uint64_t solutions = runner.count(std::span(&node, 1));
        const std::uint64_t plain = fillings(grid, open);
        solvable += plain > 0;
        expect(solutions == plain, "an endgame, round " + std::to_string(round) + ": " + std::to_string(solutions) +
                                       " and by brute force " + std::to_string(plain));
    }
    expect(solvable > 500, "endgames of all kinds");
}

// Stopped at any poll: partial answers are true, and finished ones are complete.
void stopped_at_any_poll() {
    auto puzzles = Mixture(8).puzzles(300);
    for (std::size_t row = 0; row < 300; row += 30) std::fill_n(&puzzles[row * cells], cells, std::uint8_t{0});
    const std::uint64_t limit = 1000;
    for (const Version* version : every_version()) {
        VersionRunner runner(*version);
        const Columns all = runner.many(puzzles, limit);
        for (std::uint64_t poll = 1; poll < 40; poll += poll < 5 ? 1 : 7) {
            const Columns some = runner.many(puzzles, limit, 10, poll);
            judge(puzzles, some, limit, "stopped");
            expect(runner.found == total(some), std::string(version->name) + " reports what it found until then");
            for (std::size_t row = 0; row < 300; ++row) {
                expect(some.counts[row] <= all.counts[row] && some.guesses[row] <= all.guesses[row], "a part of it");
                if (!some.ended[row]) continue;
                expect(some.counts[row] == all.counts[row] && some.guesses[row] == all.guesses[row] &&
                           std::ranges::equal(some.solution(row), all.solution(row)),
                       "what has ended is the answer");
            }
            expect(std::ranges::count(some.ended, 0) > 0, "it stopped early");
        }
        const std::vector<std::uint8_t> one(cells, 0);  // a puzzle that is alone from the start
        const Columns some = runner.many(one, no_limit, 1, 3);
        expect(!some.ended[0] && some.counts[0] && runner.found == some.counts[0], "stopped alone");
        expect(some.guesses[0] >= some.counts[0] - 1, "all but the first solution took a guess");
        judge(one, some, no_limit, "stopped alone");
    }
}

}  // namespace

int main() {
    alarm(600);  // a call that never returns is a failure too
    known_counts_and_guesses();
    one_kind_of_unit_is_wrong();
    any_number_of_puzzles();
    all_versions_and_threads_agree();
    the_same_tree_in_any_slices();
    larger_counts();
    counts_are_those_of_the_tree();
    endgames_agree_with_brute_force();
    stopped_at_any_poll();
    return harness::report("versions");
}
