// The lanes without Python, as one version runs them: exact counts, edge cases, invariants, cancellation.
// Built with the address and undefined-behaviour sanitizers by `make native`, which runs it once for each version, and
// with the thread sanitizer by `make thread`. Its argument is the file of exact counts.

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
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
using ninefold::Progress;

namespace {

void unknown_version_is_reported() {
    const char* before = std::getenv("NINEFOLD_LANES");
    const std::string requested = before ? before : "";
    setenv("NINEFOLD_LANES", "nonsense", 1);
    std::string message;
    try {
        lanes::version();
    } catch (const std::runtime_error& error) {
        message = error.what();
    }
    expect(message.find("nonsense") != message.npos && message.find("baseline") != message.npos,
           "an unknown version is reported: " + message);
    const Digits empty{};
    Columns columns(1);
    for (int function = 0; function < 3; ++function) {
        bool refused = false;
        try {
            if (function == 0) lanes::solve_many(empty, 1, 2, {columns.counts.data()});
            if (function == 1) lanes::count(empty, 1, 1);
            if (function == 2) lanes::Tree{Puzzle(empty)};
        } catch (const std::runtime_error&) {
            refused = true;
        }
        expect(refused, "nothing is solved by an unknown version");
    }
    setenv("NINEFOLD_LANES", requested.c_str(), 1);
    const auto names = lanes::versions();
    expect(!names.empty() && names.back() == "baseline", "every CPU has the baseline");
    expect(lanes::version() == (requested.empty() ? names.front() : requested), "the requested version, or the best");
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

// Full boards, empty ones, clashes, and no puzzles at all.
void edge_cases() {
    const Columns none = solve_many({}, 2, 3);
    expect(none.counts.empty(), "no puzzles, no answers");
    const Digits empty{};
    const std::vector<std::uint8_t> two(2 * cells, 0);
    Columns nothing(40);
    std::ranges::fill(nothing.ended, std::uint8_t{1});
    expect(solve_many(std::vector<std::uint8_t>(40 * cells, 0), 0, 1) == nothing, "limit 0 does nothing");
    const auto count_0 = lanes::count(empty, 0, 1);
    expect(count_0.solutions == 0 && count_0.ended && !count_0.saturated, "a count up to 0");

    const std::string full = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    for (const auto& [line, count] : std::initializer_list<std::pair<std::string, std::uint64_t>>{
             {full, 1},
             {"6" + full.substr(1), 0},                  // clashes
             {"55" + std::string(79, '.'), 0},           // in a row,
             {"5........5" + std::string(71, '.'), 0},   // a column,
             {"5.........5" + std::string(70, '.'), 0},  // a box
             {"123456789123456789" + std::string(63, '.'), 0},
             {"12345678.........9" + std::string(63, '.'), 0},       // a cell without a candidate
             {".........12345678" + std::string(63, '.') + "9", 0},  // the only candidate of a cell clashes
             {"1...........1...........2" + std::string(56, '.'), 2}}) {
        const Digits puzzle = digits_of(line);
        const std::vector<std::uint8_t> one(puzzle.begin(), puzzle.end());
        const Columns answer = solve_many(one, 2, 1);
        expect(answer.counts[0] == count && answer.ended[0], "an edge case: " + line);
        judge(one, answer, 2, "an edge case");
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

void columns_can_be_left_null() {
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

// The general search is independent code and finds the same.
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

// With an excluded candidate, a solution is found if and only if there is one without it.
void an_excluded_candidate_is_in_no_solution() {
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
            const bool any_digit = all.empty() || turn % 2;
            const std::size_t digit = any_digit ? 1 + mixture.below(9) : all[mixture.below(all.size())][cell];
            puzzles.insert(puzzles.end(), puzzle.begin(), puzzle.end());
            excluded.push_back(turn == 3 ? lanes::none_excluded : static_cast<std::uint16_t>(9 * cell + digit - 1));
            const auto lacks = [&](const Digits& one) { return turn == 3 || one[cell] != digit; };
            solvable.push_back(std::ranges::any_of(all, lacks));
        }
    }
    for (const unsigned threads : {1u, 2u}) {
        Columns answers(excluded.size());
        lanes::solve_many(puzzles, 1, threads,
                          {answers.counts.data(), answers.solutions.data(), nullptr, nullptr, nullptr}, {}, excluded);
        for (std::size_t row = 0; row < excluded.size(); ++row) {
            expect(answers.counts[row] == solvable[row], "a solution without the excluded candidate, if there is one");
            if (!solvable[row] || excluded[row] == lanes::none_excluded) continue;
            expect(is_solution(at(puzzles, row), answers.solution(row)), "and it is a solution");
            expect(answers.solution(row)[excluded[row] / 9] != excluded[row] % 9 + 1, "without the candidate");
        }
    }
}

// More clues never leave more solutions; a clue of the only solution changes nothing.
void clues_only_remove_solutions() {
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
        expect((fewer.counts[row] > 0) == (answers.counts[row] > 0),
               "a clue from a solution keeps the puzzle solvable");
    }
}

// Without a stop these would run for years.
void cancel_and_deadline() {
    using Clock = std::chrono::steady_clock;
    const Digits empty{};
    const std::vector<std::uint8_t> many(1600 * cells, 0);
    std::atomic<bool> cancelled = true;
    for (const lanes::Stop& stop : {lanes::Stop{&cancelled}, lanes::Stop{nullptr, Clock::now()}}) {
        expect(stop.now(), "it is time to stop");
        expect(solve_many(many, 2, 2, stop) == Columns(1600), "nothing is known if nothing was started");
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
    alarm(600);  // a call that never returns is a failure too
    unknown_version_is_reported();
    if (arguments > 1) counts_of_the_file(argument[1]);
    edge_cases();
    columns_can_be_left_null();
    symmetric_copies_have_the_mapped_answers();
    an_excluded_candidate_is_in_no_solution();
    clues_only_remove_solutions();
    the_general_search_agrees();
    cancel_and_deadline();
    return harness::report("lanes, " + std::string(lanes::version()));
}
