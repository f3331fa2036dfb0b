// Fuzzing of what reasons about a puzzle: steps and paths on several boards, the check of steps, and ratings.
// `make fuzz` runs it.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fuzz_input.hpp"
#include "harness.hpp"
#include "judging.hpp"
#include "lanes.hpp"
#include "logic.hpp"
#include "make.hpp"
#include "rating.hpp"
#include "rating/version.hpp"
#include "search.hpp"

namespace {

using fuzz::Bytes;
using fuzz::expect;
using harness::cells;
using harness::Digits;
namespace logic = ninefold::logic;
namespace rating = ninefold::rating;
using Words = std::span<const std::int16_t>;
using Values = std::vector<std::uint8_t>;

// --- boards -------------------------------------------------------------------------------------------------

// A board with boxes, prepared for everything; with `diagonals`, two more units.
struct Board {
    std::size_t rows, columns, size = rows * columns;
    std::unique_ptr<logic::Reasoner> reasoner;
    std::shared_ptr<const ninefold::Board> search;

    Board(std::size_t box_rows, std::size_t box_columns, bool diagonals) : rows(box_rows), columns(box_columns) {
        logic::Shape shape{static_cast<int>(size), {}, std::vector<std::vector<int>>(3 * size)};
        for (std::size_t cell = 0; cell < size * size; ++cell) {
            const std::size_t row = cell / size, column = cell % size;
            const std::size_t box = row / rows * rows + column / columns;
            for (const std::size_t unit : {row, size + column, 2 * size + box}) {
                shape.units[unit].push_back(static_cast<int>(cell));
            }
        }
        for (std::size_t unit = 0; unit < 3 * size; ++unit) shape.kinds.push_back(static_cast<logic::Kind>(unit / size));
        for (std::size_t k = 0; k < (diagonals ? 2 : 0); ++k) {
            shape.kinds.push_back(logic::Kind::other);
            auto& unit = shape.units.emplace_back();
            for (std::size_t i = 0; i < size; ++i) unit.push_back(static_cast<int>(i * size + (k ? size - 1 - i : i)));
        }
        reasoner = logic::make_reasoner(shape);
        std::vector<std::vector<ninefold::Cell>> units;
        for (const auto& unit : shape.units) units.emplace_back(unit.begin(), unit.end());
        search = std::make_shared<const ninefold::Board>(static_cast<int>(size), units);
    }
};

const Board& board_from(Bytes& bytes) {
    static const Board boards[] = {{3, 3, false}, {2, 2, false}, {2, 3, false}, {3, 3, true}, {2, 5, false}};
    const std::size_t number = bytes.below(16);
    return boards[number < std::size(boards) ? number : 0];
}

// A puzzle with its only solution, or with one of several; it is empty if there is none, or if it is hard to find.
struct Solved {
    Values puzzle, solution;
    bool unique = false;

    Solved(const Board& board, Bytes& bytes) {
        if (board.size == 9) {
            const Digits digits = fuzz::puzzle_from(bytes);
            puzzle.assign(digits.begin(), digits.end());
        } else {
            const std::uint64_t seed = bytes.next();
            puzzle.resize(board.size * board.size);
            ninefold::make::full_grids({board.rows, board.columns}, {&seed, 1}, 1, puzzle.data());
            for (std::uint8_t& digit : puzzle) digit = bytes.below(3) ? std::uint8_t{0} : digit;
        }
        ninefold::Search search(board.search, puzzle);
        if (search.advance(1'000) != ninefold::Progress::found) return;
        solution = search.digits();
        unique = search.advance(1'000) == ninefold::Progress::ended;
    }
};

// A position: the puzzle, some further digits of its solution, and some wrong candidates removed.
struct Position {
    Values values, givens;
    std::vector<std::uint32_t> candidates;

    Position(const Board& board, const Solved& solved, Bytes& bytes)
        : values(solved.puzzle), givens(solved.puzzle), candidates(values.size(), (1U << board.size) - 1) {
        for (std::size_t count = solved.unique ? bytes.below(32) : 0; count; --count) {
            const std::size_t cell = bytes.below(values.size());
            const auto removed = static_cast<std::uint32_t>(bytes.next()) << 1;
            if (removed & 2) values[cell] = solved.solution[cell];
            candidates[cell] &= ~removed | 1U << (solved.solution[cell] - 1);
        }
    }
    [[nodiscard]] logic::Start start() const { return {values, candidates, givens}; }
};

std::string line_of(const Values& values) {
    std::string line;
    for (const std::uint8_t value : values) line += value ? static_cast<char>(value + (value < 10 ? '0' : 'A' - 10)) : '.';
    return line;
}

// --- steps --------------------------------------------------------------------------------------------------

// The first step of a record, as wire.hpp describes it.
Words first_step(Words words) {
    return words.first(static_cast<std::size_t>(words[0]) + 32768 * static_cast<std::size_t>(words[1]));
}

// Whether the digits that a step places and removes are those of the solution.
bool agrees(Words step, const Values& solution) {
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

logic::Wire some_steps(const Board& board, const Position& position, const Solved& solved, Bytes& bytes) {
    using enum logic::Technique;
    const auto technique = static_cast<logic::Technique>(bytes.below(logic::technique_count));
    const bool large = (technique >= squirmbag && technique <= finned_mutant_leviathan) || technique == six_strong_links;
    const bool slow = technique >= nishio && technique <= nested_forcing_chain;
    if (large || (slow && bytes.below(16) != 15)) return {};  // minutes on an open board
    return board.reasoner->steps(position.start(), {&technique, 1}, 8, solved.unique);
}

void expect_sound(Words path, const Values& solution, const std::string& line) {
    for (Words left = path; !left.empty(); left = left.subspan(first_step(left).size())) {
        expect(agrees(first_step(left), solution), "a path of " + line);
    }
}

// Every step is proved by its evidence, and keeps the solution; so does every path.
void reason(Bytes& bytes) {
    const Board& board = board_from(bytes);
    const Solved solved(board, bytes);
    const Position position(board, solved, bytes);
    const std::string line = line_of(position.values);
    const logic::Wire wire = some_steps(board, position, solved, bytes);
    for (Words left = wire; !left.empty();) {
        const Words step = first_step(left);
        left = left.subspan(step.size());
        const bool is_proved = board.reasoner->verify(position.start(), step).empty();
        expect(is_proved || solved.solution.empty(), "the evidence of a step in " + line);  // or clues may clash
        expect(!solved.unique || agrees(step, solved.solution), "a step in " + line);
    }
    if (bytes.below(64) != 63 || !solved.unique) return;  // a path takes long
    const auto& order = logic::orders::all[bytes.below(std::size(logic::orders::all))];
    const bool evidence = bytes.below(2) == 1;
    expect_sound(board.reasoner->path(position.start(), order, true, evidence), solved.solution, line);
    const logic::Paths all = logic::paths(*board.reasoner, solved.puzzle, order, true, evidence, 1);
    expect(all.ends.size() == 1 && all.ends[0] == all.words.size(), "the end of a path");
    expect_sound(all.words, solved.solution, line);
}

// A record of arbitrary words, or a step with some of them changed: if it is proved, it keeps the solution.
void forge(Bytes& bytes) {
    const Board& board = board_from(bytes);
    const Solved solved(board, bytes);
    const Position position(board, solved, bytes);
    logic::Wire forged;
    if (bytes.below(8)) {
        forged = some_steps(board, position, solved, bytes);
        if (forged.empty()) return;
        forged.resize(first_step(forged).size());
        for (std::size_t changes = 1 + bytes.below(4); changes; --changes) {
            const std::size_t place = (bytes.below(256) * 256 + bytes.below(256)) % forged.size();
            forged[place] = static_cast<std::int16_t>(bytes.below(2) ? bytes.next() % 90 : bytes.next() * 257 - 32768);
        }
    } else {
        while (!bytes.empty()) forged.push_back(static_cast<std::int16_t>(bytes.next() - bytes.next() % 4 * 64));
    }
    if (!board.reasoner->verify(position.start(), forged).empty() || !solved.unique) return;
    expect(agrees(first_step(forged), solved.solution), "a forged step in " + line_of(position.values));
}

// --- ratings ------------------------------------------------------------------------------------------------

// Stops a rating after some assumptions, at the same one in every version.
struct Patience {
    mutable int left;

    explicit Patience(int some) : left(some) {}
    static bool is_over(const void* owner) { return --static_cast<const Patience*>(owner)->left < 0; }
};

std::vector<int> explained_by(const rating::Version& version, rating::Program program, const Values& puzzle, int some) {
    const Patience patience(some);
    const rating::StopCheck stop{Patience::is_over, &patience};
    const std::unique_ptr<void, void (*)(void*)> rater(version.make_rater(program, stop), version.delete_rater);
    rating::Unfinished unfinished;
    if (!version.begin(unfinished, puzzle.data())) return {};
    if (version.explain(rater.get(), unfinished, false) != rating::Explaining::done) return {patience.left};
    const auto found = version.explained(unfinished);
    return {patience.left, found.er, found.ep, found.ed, static_cast<int>(found.hardest)};
}

std::vector<int> scored_by(const rating::Version& version, const Solved& solved, int some) {
    const Patience patience(some);
    rating::Scored scored{};
    version.score(solved.puzzle.data(), solved.solution.data(), &scored, 1, some % 2 == 1, {Patience::is_over, &patience});
    return {scored.is_done, static_cast<int>(scored.level), scored.score, scored.backdoor};
}

// Both versions of the raters agree, and a symmetric copy takes as long as its original.
void rate(Bytes& bytes) {
    using namespace rating;
    static const Board board(3, 3, false);
    const Solved solved(board, bytes);
    if (!solved.unique || solved.puzzle == solved.solution) return;
    const std::string line = line_of(solved.puzzle);
    const int some = static_cast<int>(bytes.below(256));
    const auto program = static_cast<Program>(bytes.below(2));
    const auto one = explained_by(baseline, program, solved.puzzle, some), score = scored_by(baseline, solved, some);
    if (with_popcount) {
        expect(one == explained_by(*with_popcount, program, solved.puzzle, some), "the rating of " + line);
        expect(score == scored_by(*with_popcount, solved, some), "the score of " + line);
    }
    const harness::Symmetry symmetry([&bytes](std::size_t n) { return bytes.below(n); });
    Values puzzles = solved.puzzle, solutions = solved.solution;
    for (const std::uint8_t digit : symmetry.of(std::span(solved.puzzle).first<cells>())) puzzles.push_back(digit);
    for (const std::uint8_t digit : symmetry.of(std::span(solved.solution).first<cells>())) solutions.push_back(digit);
    std::vector<Measured> found(2);
    std::atomic<std::size_t> done = 0;
    expect(measure_many(puzzles, solutions, 1, false, found, done, {}), "the measure of " + line);
    expect(std::ranges::equal(found[0].counts, found[1].counts), "the measure of a copy of " + line);
    if (one.size() < 2) return;  // it takes long
    std::vector<Explanation> explained(1);
    expect(explain_many(solved.puzzle, program, 1, explained, done, {}) && explained[0].state == State::rated, "rated: " + line);
    expect(explained[0].rating.er == one[1], "the same rating of " + line);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes({data, size});
    switch (bytes.below(8)) {
        case 0: rate(bytes); break;
        case 1: case 2: case 3: reason(bytes); break;
        default: forge(bytes);
    }
    return 0;
}
