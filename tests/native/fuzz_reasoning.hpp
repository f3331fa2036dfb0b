// Fuzzing of what reasons about a puzzle: steps, paths and the check of steps, ratings, and rows of arrays.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "fuzz_input.hpp"
#include "harness.hpp"
#include "bulk.hpp"
#include "judging.hpp"
#include "lanes.hpp"
#include "logic.hpp"
#include "rating.hpp"
#include "rating/version.hpp"

namespace fuzz {

namespace logic = ninefold::logic;
using Words = std::span<const std::int16_t>;

inline std::size_t unit_of(int kind, std::size_t cell) {
    return kind == 0 ? cell / 9 : kind == 1 ? cell % 9 : cell / 27 * 3 + cell % 9 / 3;
}

// A puzzle with its only solution, which is left empty if there is none, another one, or if it is hard to find.
struct Solved {
    Digits puzzle, solution{};
    bool unique = false;

    explicit Solved(Bytes& bytes) : puzzle(puzzle_from(bytes)) {
        if (!is_easy(puzzle, 2)) return;
        std::uint64_t count = 0;
        ninefold::lanes::solve_many(puzzle, 2, 1, {&count, solution.data()});
        unique = count == 1;
    }
};

// A position: the puzzle, some further digits of its solution, and some wrong candidates removed.
struct Board {
    Digits values, givens;
    std::vector<std::uint32_t> candidates = std::vector<std::uint32_t>(cells, 0x1ff);

    Board(const Solved& solved, Bytes& bytes) : values(solved.puzzle), givens(solved.puzzle) {
        for (std::size_t count = solved.unique ? bytes.below(32) : 0; count; --count) {
            const std::size_t cell = bytes.below(cells);
            const auto removed = static_cast<std::uint32_t>(bytes.next()) << 1 & 0x1ff;
            if (removed & 2) values[cell] = solved.solution[cell];
            candidates[cell] &= ~removed | 1U << (solved.solution[cell] - 1);
        }
    }
    [[nodiscard]] logic::Start start() const { return {values, candidates, givens}; }
};

inline const logic::Reasoner& reasoner() {
    static const std::unique_ptr<logic::Reasoner> made = [] {
        logic::Shape shape{9, {}, {}};
        for (int kind = 0; kind < 3; ++kind) {
            std::vector<std::vector<int>> units(9);
            for (std::size_t cell = 0; cell < cells; ++cell) units[unit_of(kind, cell)].push_back(static_cast<int>(cell));
            shape.kinds.insert(shape.kinds.end(), 9, static_cast<logic::Kind>(kind));
            shape.units.insert(shape.units.end(), units.begin(), units.end());
        }
        return logic::make_reasoner(shape);
    }();
    return *made;
}

// The first step of a record, as wire.hpp describes it.
inline Words first_step(Words words) {
    return words.first(static_cast<std::size_t>(words[0]) + 32768 * static_cast<std::size_t>(words[1]));
}

// Whether the digits that a step places and removes are those of the solution.
inline bool agrees(Words step, const Digits& solution) {
    const auto at = [&](std::size_t i) { return static_cast<std::size_t>(step[i]); };
    std::size_t i = 11;
    for (std::size_t n = at(5); n; --n, i += 2) {
        if (solution[at(i)] != at(i + 1)) return false;
    }
    for (std::size_t n = at(6); n; --n, i += 2) {
        if (solution[at(i)] == at(i + 1)) return false;
    }
    return true;
}

inline logic::Wire some_steps(const Board& board, const Solved& solved, Bytes& bytes) {
    using enum logic::Technique;
    const auto technique = static_cast<logic::Technique>(bytes.below(logic::technique_count));
    const bool large = (technique >= squirmbag && technique <= finned_mutant_leviathan) || technique == six_strong_links;
    const bool slow = technique >= nishio && technique <= nested_forcing_chain;
    if (large || (slow && bytes.below(16) != 15)) return {};  // minutes on an open board
    return reasoner().steps(board.start(), {&technique, 1}, 8, solved.unique);
}

// Every step is proved by its evidence, and keeps the solution; so does every path.
inline void reason(std::span<const std::uint8_t> data) {
    Bytes bytes(data);
    const Solved solved(bytes);
    const Board board(solved, bytes);
    const std::string line = harness::line_of(board.values);
    const logic::Wire wire = some_steps(board, solved, bytes);
    for (Words left = wire; !left.empty();) {
        const Words step = first_step(left);
        left = left.subspan(step.size());
        expect(reasoner().verify(board.start(), step).empty(), "the evidence of a step in " + line);
        expect(!solved.unique || agrees(step, solved.solution), "a step in " + line);
    }
    if (bytes.below(64) != 63 || !solved.unique) return;  // a path takes long
    const auto& order = logic::orders::all[bytes.below(std::size(logic::orders::all))];
    const logic::Wire path = reasoner().path(solved.puzzle, order, true);
    for (Words left = path; !left.empty();) {
        const Words step = first_step(left);
        left = left.subspan(step.size());
        expect(agrees(step, solved.solution), "a path of " + line);
    }
}

// A record of arbitrary words, or a step with some of them changed: if it is proved, it keeps the solution.
inline void forge(std::span<const std::uint8_t> data) {
    Bytes bytes(data);
    const Solved solved(bytes);
    const Board board(solved, bytes);
    logic::Wire forged;
    if (bytes.below(8)) {
        forged = some_steps(board, solved, bytes);
        if (forged.empty()) return;
        forged.resize(first_step(forged).size());
        for (std::size_t changes = 1 + bytes.below(4); changes; --changes) {
            const std::size_t place = (bytes.below(256) * 256 + bytes.below(256)) % forged.size();
            forged[place] = static_cast<std::int16_t>(bytes.below(2) ? bytes.next() % 90 : bytes.next() * 257 - 32768);
        }
    } else {
        while (!bytes.empty()) forged.push_back(static_cast<std::int16_t>(bytes.next() - bytes.next() % 4 * 64));
    }
    if (!reasoner().verify(board.start(), forged).empty() || !solved.unique) return;
    expect(agrees(first_step(forged), solved.solution), "a forged step in " + harness::line_of(board.values));
}

// Stops a rating after some assumptions, at the same one in every version.
struct Patience {
    mutable int left;

    explicit Patience(int some) : left(some) {}
    static bool is_over(const void* owner) { return --static_cast<const Patience*>(owner)->left < 0; }
};

inline std::vector<int> explained_by(const ninefold::rating::Version& version, const Digits& puzzle, int some) {
    const Patience patience(some);
    const ninefold::rating::StopCheck stop{Patience::is_over, &patience};
    const std::unique_ptr<void, void (*)(void*)> rater(version.make_rater(stop), version.delete_rater);
    ninefold::rating::Unfinished unfinished;
    if (!version.begin(unfinished, puzzle.data())) return {};
    if (version.explain(rater.get(), unfinished, false) != ninefold::rating::Explaining::done) return {patience.left};
    const auto found = version.explained(unfinished);
    return {patience.left, found.er, found.ep, found.ed, static_cast<int>(found.hardest)};
}

// Both versions of the raters agree, and a symmetric copy takes as long as its original.
inline void rate(std::span<const std::uint8_t> data) {
    using namespace ninefold::rating;
    Bytes bytes(data);
    const Solved solved(bytes);
    if (!solved.unique || solved.puzzle == solved.solution) return;
    const std::string line = harness::line_of(solved.puzzle);
    const int some = static_cast<int>(bytes.below(64));
    const auto one = explained_by(baseline, solved.puzzle, some);
    expect(!with_popcount || one == explained_by(*with_popcount, solved.puzzle, some), "the rating of " + line);
    const harness::Symmetry symmetry([&bytes](std::size_t n) { return bytes.below(n); });
    std::vector<std::uint8_t> puzzles(solved.puzzle.begin(), solved.puzzle.end());
    std::vector<std::uint8_t> solutions(solved.solution.begin(), solved.solution.end());
    for (const std::uint8_t digit : symmetry.of(solved.puzzle)) puzzles.push_back(digit);
    for (const std::uint8_t digit : symmetry.of(solved.solution)) solutions.push_back(digit);
    std::vector<Measured> found(2);
    std::atomic<std::size_t> done = 0;
    expect(measure_many(puzzles, solutions, 1, found, done, {}), "the measure of " + line);
    expect(std::ranges::equal(found[0].counts, found[1].counts), "the measure of a copy of " + line);
}

// A random symmetry of rows is undone, answers of any bytes are scored, and legal digits are those that no peer has.
inline void move_rows(std::span<const std::uint8_t> data) {
    using namespace ninefold;
    static const bulk::Board board = [] {
        std::vector<std::vector<std::uint16_t>> units(27);
        for (std::uint16_t cell = 0; cell < cells; ++cell) {
            for (std::size_t kind = 0; kind < 3; ++kind) units[9 * kind + unit_of(static_cast<int>(kind), cell)].push_back(cell);
        }
        return bulk::Board(9, units);
    }();
    Bytes bytes(data);
    const Solved solved(bytes);
    const std::uint64_t seed = bytes.next();
    std::vector<std::uint8_t> lines(18), names(10), moved(cells), back(cells), answer(cells), open(9 * cells);
    bulk::draw_symmetries(3, 3, {&seed, 1}, 1, lines, names);
    bulk::apply_symmetries(9, solved.puzzle, lines, names, false, 1, moved);
    bulk::apply_symmetries(9, moved, lines, names, true, 1, back);
    expect(std::ranges::equal(back, solved.puzzle), "a symmetry undone");
    bulk::legal(board, solved.puzzle, 1, open);
    std::uint8_t level = 0, right = 0, kept = 0;
    for (std::size_t cell = 0; cell < cells && solved.unique; ++cell) {
        const std::size_t digit = solved.solution[cell];
        expect(solved.puzzle[cell] || open[9 * cell + digit - 1], "the digit of the solution is legal");
    }
    bulk::levels(board, solved.puzzle, 1, {&level, 1});
    expect(level <= 2, "a level");
    std::uint16_t correct = 0, clashing = 0;
    const bulk::Scores scores{{&right, 1}, {&kept, 1}, {&correct, 1}, {&clashing, 1}};
    for (std::uint8_t& digit : answer) digit = bytes.next();
    bulk::scores(board, solved.puzzle, answer, solved.solution, 1, scores);
    bulk::scores(board, solved.puzzle, solved.solution, solved.solution, 1, scores);
    expect(!solved.unique || (right && kept && !clashing), "the score of the solution");
    for (std::uint8_t* place : {&lines[bytes.below(18)], &names[bytes.below(10)]}) *place = bytes.next();
    try {
        bulk::apply_symmetries(9, solved.puzzle, lines, names, bytes.below(2), 1, moved);
    } catch (const std::invalid_argument&) {
    }
}

}  // namespace fuzz
