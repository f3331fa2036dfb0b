// The lanes without Python: exact counts, laws, and the same answers from every version, thread and order of work.
// Built with the address and undefined-behaviour sanitizers by `make native`, with that for threads by `make thread`.
// The file of exact counts is its argument.

#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "harness.hpp"
#include "lanes.hpp"
#include "search.hpp"

namespace lanes = ninefold::lanes;
using harness::VersionRunner;
using harness::cells;
using harness::Columns;
using harness::Digits;
using harness::digits_of;
using harness::every_version;
using harness::is_solution;
using harness::line_of;
using harness::max_depth;
using harness::no_limit;
using harness::Puzzle;
using harness::Version;
using harness::Walk;
using ninefold::Progress;

namespace {

int failures = 0;

void expect(bool condition, const std::string& what) {
    if (!condition) {
        ++failures;
        std::printf("FAILED: %s\n", what.c_str());
    }
}

struct Known {
    const char* line;
    std::uint64_t count;
    std::uint64_t guesses;  // to find all solutions: a change here is a change of the tree, and meant to be seen
};

constexpr Known known[] = {
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

// A few puzzles of every kind, again and again under other symmetries.
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

    // A full grid with so many clues left.
    Digits thin(std::size_t clues) { return symmetry().of(thinned(full(), clues)); }

    harness::Symmetry symmetry() {
        return harness::Symmetry([this](std::size_t n) { return below(n); });
    }

    std::size_t below(std::size_t n) { return random_() % n; }

  private:
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

    std::mt19937 random_;
};

Puzzle at(const std::vector<std::uint8_t>& puzzles, std::size_t row) { return Puzzle(&puzzles[row * cells], cells); }

Columns solve_many(const std::vector<std::uint8_t>& puzzles, std::uint64_t limit, unsigned threads,
                   const lanes::Stop& stop = {}) {
    Columns columns(puzzles.size() / cells);
    std::ranges::fill(columns.counts, 77);  // what was there before does not matter
    std::ranges::fill(columns.solutions, std::uint8_t{77});
    std::ranges::fill(columns.guesses, 77);
    std::ranges::fill(columns.ended, std::uint8_t{77});
    std::atomic<std::size_t> done = 0;
    lanes::solve_many(puzzles, limit, threads,
                      {columns.counts.data(), columns.solutions.data(), columns.guesses.data(), columns.ended.data(),
                       &done},
                      stop);
    const auto answered = static_cast<std::size_t>(std::ranges::count(columns.ended, 1));
    expect(done <= answered, "no more puzzles are told as done than are");
    if (limit && answered == columns.ended.size()) expect(done == answered, "in the end all are told as done");
    return columns;
}

std::uint64_t total(const Columns& columns) {
    return std::accumulate(columns.counts.begin(), columns.counts.end(), std::uint64_t{0});
}

// Laws that hold for all answers.
void judge(const std::vector<std::uint8_t>& puzzles, const Columns& columns, std::uint64_t limit,
           const std::string& who) {
    for (std::size_t row = 0; row < columns.counts.size(); ++row) {
        const Puzzle solution = columns.solution(row);
        expect(columns.counts[row] <= limit, who + ": no more solutions than the limit");
        if (columns.counts[row]) {
            expect(is_solution(at(puzzles, row), solution), who + ": a solution of " + line_of(at(puzzles, row)));
        } else {
            expect(line_of(solution) == std::string(cells, '.'), who + ": zeros where there is no solution");
        }
    }
}

// All solutions in order, in stretches of so many nodes.
std::vector<Digits> enumerate(Puzzle puzzle, std::uint64_t slice, std::size_t limit = 100'000) {
    lanes::Tree tree(puzzle);
    std::vector<Digits> found;
    for (Progress now = Progress::paused; now != Progress::ended && found.size() < limit;) {
        const std::uint64_t before = tree.nodes();
        now = tree.advance(slice);
        expect(tree.nodes() - before <= slice, "a slice is no longer than asked for");
        if (now == Progress::found) found.push_back(tree.digits());
    }
    return found;
}

std::vector<Digits> walk(const Version& version, Puzzle puzzle, std::uint64_t slice, std::size_t limit = 100'000) {
    Walk tree(version, puzzle);
    std::vector<Digits> found;
    while (!tree.ended() && found.size() < limit) {
        if (tree.advance(slice)) found.push_back(tree.digits);
        expect(tree.depth() < max_depth, "there is always a frame left to write on");
    }
    return found;
}

void wrong_wishes_are_told() {
    const char* before = std::getenv("NINEFOLD_LANES");
    const std::string wish = before ? before : "";
    setenv("NINEFOLD_LANES", "nonsense", 1);
    std::string told;
    try {
        lanes::version();
    } catch (const std::runtime_error& error) {
        told = error.what();
    }
    expect(told.find("nonsense") != told.npos && told.find("baseline") != told.npos, "a wrong wish is told: " + told);
    const Digits empty{};
    Columns columns(1);
    for (int way = 0; way < 3; ++way) {
        bool refused = false;
        try {
            if (way == 0) lanes::solve_many(empty, 1, 2, {columns.counts.data()});
            if (way == 1) lanes::count(empty, 1, 1);
            if (way == 2) lanes::Tree{Puzzle(empty)};
        } catch (const std::runtime_error&) {
            refused = true;
        }
        expect(refused, "nothing is solved under a wrong wish");
    }
    setenv("NINEFOLD_LANES", wish.c_str(), 1);
    const auto names = lanes::versions();
    expect(!names.empty() && names.back() == "baseline", "every CPU has the baseline");
    expect(lanes::version() == (wish.empty() ? names.front() : wish), "the version wished for, or the best");
}

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

void counts_of_the_file(const char* path) {
    std::ifstream file(path);
    int read = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.find(':') != cells) continue;
        ++read;
        const Digits puzzle = digits_of(line);
        const std::uint64_t count = std::stoull(line.substr(cells + 1));
        expect(lanes::count(puzzle, no_limit, 1).solutions == count, "the count of " + line);
        expect(enumerate(puzzle, 1000).size() == count, "the solutions of " + line);
        const std::vector<std::uint8_t> one(puzzle.begin(), puzzle.end());
        for (const std::uint64_t limit : {std::uint64_t{1}, std::uint64_t{2}, count, count + 1, no_limit}) {
            if (!limit) continue;
            const std::uint64_t expected = std::min(count, limit);
            const Columns answer = solve_many(one, limit, 1);
            judge(one, answer, limit, "solve_many");
            expect(answer.counts[0] == expected && answer.ended[0], "up to a limit: " + line);
            const auto counted = lanes::count(puzzle, limit, 1);
            expect(counted.solutions == expected && counted.ended, "counted up to a limit: " + line);
        }
    }
    expect(read > 10, std::string("there are exact counts in ") + path);
}

// Full boards, empty ones, clashes, and nothing at all.
void odd_questions() {
    const Columns none = solve_many({}, 2, 3);
    expect(none.counts.empty(), "no puzzles, no answers");
    const Digits empty{};
    const std::vector<std::uint8_t> two(2 * cells, 0);
    Columns nothing(40);
    std::ranges::fill(nothing.ended, std::uint8_t{1});
    expect(solve_many(std::vector<std::uint8_t>(40 * cells, 0), 0, 1) == nothing, "limit 0 asks for nothing");
    const auto count_0 = lanes::count(empty, 0, 1);
    expect(count_0.solutions == 0 && count_0.ended && !count_0.saturated, "a count up to 0");

    const std::string full = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    for (const auto& [line, count] : std::initializer_list<std::pair<std::string, std::uint64_t>>{
             {full, 1},
             {"6" + full.substr(1), 0},                           // clashes
             {"55" + std::string(79, '.'), 0},                    // in a row,
             {"5........5" + std::string(71, '.'), 0},            // a column,
             {"5.........5" + std::string(70, '.'), 0},           // a box
             {"123456789123456789" + std::string(63, '.'), 0},
             {"12345678.........9" + std::string(63, '.'), 0},  // a cell without a candidate
             {".........12345678" + std::string(63, '.') + "9", 0},  // the only candidate of a cell clashes
             {"1...........1...........2" + std::string(56, '.'), 2}}) {
        const Digits puzzle = digits_of(line);
        const std::vector<std::uint8_t> one(puzzle.begin(), puzzle.end());
        const Columns answer = solve_many(one, 2, 1);
        expect(answer.counts[0] == count && answer.ended[0], "an odd puzzle: " + line);
        judge(one, answer, 2, "an odd puzzle");
        expect(lanes::count(puzzle, 2, 1).solutions == count, "counted: " + line);
        expect(enumerate(puzzle, 3, 2).size() == count, "enumerated: " + line);
    }
    for (const std::uint64_t limit : {1u, 1000u}) {
        expect(solve_many(two, limit, 1).counts == std::vector<std::uint64_t>(2, limit), "empty boards up to a limit");
        for (const unsigned threads : {1u, 3u}) {
            const auto counted = lanes::count(empty, limit, threads);
            expect(counted.solutions == limit && counted.ended && !counted.saturated, "the empty board up to a limit");
        }
    }
}

// Full boards on which two of the three kinds of units are all right: each kind must be looked at.
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

void columns_that_are_not_wanted() {
    const auto puzzles = Mixture(5).puzzles(50);
    const Columns all = solve_many(puzzles, 2, 1);
    for (int missing = 0; missing < 5; ++missing) {
        Columns some(50);
        lanes::Answers answers{some.counts.data(), some.solutions.data(), some.guesses.data(), some.ended.data()};
        if (missing == 0 || missing == 4) answers.counts = nullptr, some.counts = all.counts;
        if (missing == 1 || missing == 4) answers.solutions = nullptr, some.solutions = all.solutions;
        if (missing == 2 || missing == 4) answers.guesses = nullptr, some.guesses = all.guesses;
        if (missing == 3 || missing == 4) answers.ended = nullptr, some.ended = all.ended;
        lanes::solve_many(puzzles, 2, 1, answers);
        expect(some == all, "the other columns are the same without one");
    }
}

// However many lanes are filled, and however few puzzles come at a time.
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
                expect(runner.found == total(some), std::string(version->name) + " tells what it finds");
                expect(runner.frames_suffice(), "there is always a frame left to write on");
            }
        }
    }
}

void the_same_answers_from_all() {
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
            expect(runner.found == total(one), std::string(version->name) + " tells what it finds");
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

// The tree of one puzzle: in any stretches, from every version, as counted, and first as `solve_many` has it.
void the_same_tree_in_any_stretches() {
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
        expect(enumerate(puzzle, 1, limit) == all, "in stretches of one node");
        expect(enumerate(puzzle, 7, limit) == all, "in stretches of seven");
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
    expect(second.digits() == enumerate(puzzles[0], no_limit, 2)[1], "a tree that is moved goes on");
    expect(lanes::Tree(Puzzle(puzzles[0])).advance(0) == Progress::paused, "a slice of nothing");
}

// A count that is shared out among the nodes where the tree of a puzzle is so wide.
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

// Enough solutions to need many looks, frames and subtrees, and so to share them.
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
            expect(runner.found == 3 * count, who + ", as told");
        }
    }
}

// However it is counted, it is what the tree has.
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
            // Of a stopped count there is no more than there is.
            expect(runner.count(puzzle, 1, 1 + row % 4) <= count, who + ", stopped");
            expect(count_by_nodes(*version, puzzle, 1 + row) == count, who + ", by nodes");
        }
        expect(runner.frames_suffice(), "there is always a frame left to write on");
    }
}

// The ways to fill open cells from their candidates without a clash.
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

// Nodes with few open cells: some solvable, some with settled cells that clash or candidates that lead nowhere.
void endgames_as_by_trying_everything() {
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
        if (round % 5 == 0) {  // a settled cell that is wrong, or without a candidate
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
                                       " and by trying everything " + std::to_string(plain));
    }
    expect(solvable > 500, "endgames of all kinds");
}

// The general search is written in another way, and finds the same.
void the_general_search_agrees() {
    std::vector<std::vector<ninefold::Cell>> units(27);
    for (ninefold::Cell cell = 0; cell < cells; ++cell) {
        const ninefold::Cell row = cell / 9, column = cell % 9;
        units[row].push_back(cell);
        units[9 + column].push_back(cell);
        units[18 + row / 3 * 3 + column / 3].push_back(cell);
    }
    const auto board = std::make_shared<const ninefold::Board>(9, units);
    const auto puzzles = Mixture(4).puzzles(200);
    const Columns answers = solve_many(puzzles, 20, 1);
    for (std::size_t row = 0; row < 200; ++row) {
        ninefold::Search search(board, at(puzzles, row));
        std::uint64_t count = 0;
        while (count < 20 && search.advance(1'000'000'000) == Progress::found) ++count;
        expect(answers.counts[row] == count, "the search agrees on " + line_of(at(puzzles, row)));
    }
}

void symmetric_copies_have_the_mapped_answers() {
    Mixture mixture(6);
    const auto puzzles = mixture.puzzles(300);
    std::vector<harness::Symmetry> symmetries;
    std::vector<std::uint8_t> copies;
    for (std::size_t row = 0; row < 300; ++row) {
        symmetries.push_back(mixture.symmetry());
        const Digits copy = symmetries.back().of(at(puzzles, row));
        copies.insert(copies.end(), copy.begin(), copy.end());
    }
    const Columns answers = solve_many(puzzles, 2000, 1), mapped = solve_many(copies, 2000, 1);
    expect(answers.counts == mapped.counts, "symmetric copies have as many solutions");
    for (std::size_t row = 0; row < 300; ++row) {
        if (answers.counts[row] != 1) continue;
        const Digits copy = symmetries[row].of(answers.solution(row));
        expect(std::ranges::equal(copy, mapped.solution(row)), "and the only one is the mapped one");
    }
}

// With a candidate barred, a solution is found if and only if one of them all is without it.
void a_barred_candidate_is_in_no_solution() {
    Mixture mixture(8);
    std::vector<std::uint8_t> puzzles;
    std::vector<std::uint16_t> excluded;
    std::vector<bool> solvable;
    const auto mixed = mixture.puzzles(400);
    for (std::size_t row = 0; row < 400; ++row) {
        const Puzzle puzzle = at(mixed, row);
        const auto all = enumerate(puzzle, no_limit, 300);
        if (all.size() == 300) continue;
        for (int turn = 0; turn < 4; ++turn) {
            const std::size_t cell = mixture.below(cells);
            const std::size_t digit = all.empty() || turn % 2 ? 1 + mixture.below(9) : all[mixture.below(all.size())][cell];
            puzzles.insert(puzzles.end(), puzzle.begin(), puzzle.end());
            excluded.push_back(turn == 3 ? lanes::none_excluded : static_cast<std::uint16_t>(9 * cell + digit - 1));
            solvable.push_back(std::ranges::any_of(all, [&](const Digits& one) { return turn == 3 || one[cell] != digit; }));
        }
    }
    for (const unsigned threads : {1u, 2u}) {
        Columns answers(excluded.size());
        lanes::solve_many(puzzles, 1, threads, {answers.counts.data(), answers.solutions.data(), nullptr, nullptr, nullptr},
                          {}, excluded);
        for (std::size_t row = 0; row < excluded.size(); ++row) {
            expect(answers.counts[row] == solvable[row], "a solution without the excluded candidate, if there is one");
            if (!solvable[row] || excluded[row] == lanes::none_excluded) continue;
            expect(is_solution(at(puzzles, row), answers.solution(row)), "and it is a solution");
            expect(answers.solution(row)[excluded[row] / 9] != excluded[row] % 9 + 1, "without the candidate");
        }
    }
}

// More clues never leave more solutions; a clue of the only solution changes nothing.
void clues_only_take_solutions() {
    Mixture mixture(7);
    const auto puzzles = mixture.puzzles(200);
    const Columns answers = solve_many(puzzles, 500, 1);
    auto more = puzzles;
    for (std::size_t row = 0; row < 200; ++row) {
        if (answers.counts[row]) {
            const std::size_t cell = mixture.below(cells);
            more[row * cells + cell] = answers.solution(row)[cell];
        }
    }
    const Columns fewer = solve_many(more, 500, 1);
    for (std::size_t row = 0; row < 200; ++row) {
        expect(fewer.counts[row] <= answers.counts[row], "more clues never leave more solutions");
        expect((fewer.counts[row] > 0) == (answers.counts[row] > 0), "a solution stays one with a clue taken from it");
    }
}

// Stopped at any look: what is told then is true, and what has ended is the answer.
void stopped_at_any_look() {
    auto puzzles = Mixture(8).puzzles(300);
    for (std::size_t row = 0; row < 300; row += 30) std::fill_n(&puzzles[row * cells], cells, std::uint8_t{0});
    const std::uint64_t limit = 1000;
    for (const Version* version : every_version()) {
        VersionRunner runner(*version);
        const Columns all = runner.many(puzzles, limit);
        for (std::uint64_t look = 1; look < 40; look += look < 5 ? 1 : 7) {
            const Columns some = runner.many(puzzles, limit, 10, look);
            judge(puzzles, some, limit, "stopped");
            expect(runner.found == total(some), std::string(version->name) + " tells what it found until then");
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

// With nothing to see of the clock: these would go on for years.
void cancel_and_deadline() {
    using Clock = std::chrono::steady_clock;
    const Digits empty{};
    const std::vector<std::uint8_t> many(1600 * cells, 0);
    std::atomic<bool> cancelled = true;
    for (const lanes::Stop& stop : {lanes::Stop{&cancelled}, lanes::Stop{nullptr, Clock::now()}}) {
        expect(stop.now(), "it is time to stop");
        expect(solve_many(many, 2, 2, stop) == Columns(1600), "nothing is known where nothing was begun");
        const auto counted = lanes::count(empty, 5, 1, stop);
        expect(counted.solutions == 0 && !counted.ended && !counted.saturated, "nothing was counted");
        expect(solve_many(many, 0, 1, stop).ended == std::vector<std::uint8_t>(1600, 1), "limit 0 needs no time");
    }
    cancelled = false;
    expect(!lanes::Stop{&cancelled}.now() && !lanes::Stop{}.now(), "nothing says stop");
    for (const unsigned threads : {1u, 3u}) {
        for (const bool by_clock : {false, true}) {
            const auto soon = [&] {
                return by_clock ? Clock::now() + std::chrono::milliseconds(20) : Clock::time_point::max();
            };
            const auto canceller = [&] {
                cancelled = false;
                return std::jthread([&, by_clock] {
                    std::this_thread::sleep_for(std::chrono::milliseconds(20));
                    if (!by_clock) cancelled = true;
                });
            };
            {
                const auto waiting = canceller();
                const auto counted = lanes::count(empty, no_limit, threads, {&cancelled, soon()});
                expect(counted.solutions > 0 && !counted.ended && !counted.saturated, "a count that was stopped");
            }
            const auto waiting = canceller();
            const Columns some = solve_many(many, no_limit, threads, {&cancelled, soon()});
            judge(many, some, no_limit, "stopped");
            expect(some.ended == std::vector<std::uint8_t>(1600, 0), "none has ended");
            expect(total(some) > 0, "but some solutions were found");
        }
    }
    const lanes::Stop later{nullptr, Clock::now() + std::chrono::hours(1)};
    expect(solve_many(many, 3, 2, later).counts == std::vector<std::uint64_t>(1600, 3), "a deadline far away");
}

}  // namespace

int main(int arguments, char** argument) {
    if (arguments > 1 && std::string_view(argument[1]) == "versions") {
        for (const auto name : lanes::versions()) std::printf("%s\n", std::string(name).c_str());
        return 0;
    }
    alarm(600);  // a question that is never answered is a failure too
    wrong_wishes_are_told();
    if (arguments > 1) counts_of_the_file(argument[1]);
    odd_questions();
    columns_that_are_not_wanted();
    symmetric_copies_have_the_mapped_answers();
    a_barred_candidate_is_in_no_solution();
    clues_only_take_solutions();
    the_general_search_agrees();
    cancel_and_deadline();
    if (lanes::version() == lanes::versions().front()) {  // these ask every version, so once is enough
        known_counts_and_guesses();
        one_kind_of_unit_is_wrong();
        any_number_of_puzzles();
        the_same_answers_from_all();
        the_same_tree_in_any_stretches();
        larger_counts();
        counts_are_those_of_the_tree();
        endgames_as_by_trying_everything();
        stopped_at_any_look();
    }
    const std::string version(lanes::version());
    if (failures == 0) std::printf("lanes, %s: all passed\n", version.c_str());
    else std::printf("lanes, %s: %d failed\n", version.c_str(), failures);
    return failures == 0 ? 0 : 1;
}
