// Generating: every puzzle is proper and minimal, depends on its seed alone, and stops when cancelled.

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include "few_clues.hpp"
#include "judging.hpp"
#include "make.hpp"

using namespace ninefold;

namespace {

void expect(bool is_true, const char* what) {
    if (is_true) return;
    std::printf("make_test: %s\n", what);
    std::exit(1);
}

struct Batch {
    std::vector<std::uint8_t> solutions, removed_at, proper;

    Batch(std::span<const std::uint64_t> seeds, const make::Recipe& recipe, unsigned threads,
          const lanes::Stop& stop = {})
        : solutions(seeds.size() * cells), removed_at(seeds.size() * cells), proper(seeds.size()) {
        make::make_many(seeds, recipe, threads, {solutions.data(), removed_at.data(), proper.data(), nullptr}, stop);
    }

    [[nodiscard]] std::vector<std::uint8_t> puzzle(std::size_t row) const {
        std::vector<std::uint8_t> digits(cells);
        for (std::size_t cell = 0; cell < cells; ++cell) {
            if (!removed_at[row * cells + cell]) digits[cell] = solutions[row * cells + cell];
        }
        return digits;
    }
};

std::uint64_t count(const std::vector<std::uint8_t>& puzzle) {
    return lanes::count(std::span(puzzle).first<cells>(), 2, 1).solutions;
}

void expect_minimal(std::vector<std::uint8_t> puzzle) {
    expect(count(puzzle) == 1, "a puzzle is not proper");
    for (auto& digit : puzzle) {
        if (!digit) continue;
        const std::uint8_t clue = std::exchange(digit, std::uint8_t{0});
        expect(count(puzzle) == 2, "a clue is redundant");
        digit = clue;
    }
}

}  // namespace

int main() {
    std::vector<std::uint64_t> seeds(600);
    for (std::size_t k = 0; k < seeds.size(); ++k) seeds[k] = k * 977;
    const std::span<const std::uint64_t> all(seeds);
    make::Recipe recipe;
    for (std::uint8_t cell = 0; cell < cells; ++cell) recipe.groups.push_back({cell});
    const Batch one(seeds, recipe, 1), two(seeds, recipe, 3);
    expect(one.removed_at == two.removed_at && one.solutions == two.solutions,
           "the number of threads changes the puzzles");
    const Batch alone(all.subspan(7, 1), recipe, 1);
    expect(alone.puzzle(0) == one.puzzle(7), "a puzzle depends on those made at the same time");
    for (std::size_t row = 0; row < 20; ++row) expect_minimal(one.puzzle(row));

    make::Recipe bound = recipe;  // the last ones use the sets found for the first ones
    bound.solution = one.solutions.data();
    const Batch together(seeds, bound, 1), last(all.last(1), bound, 1);
    expect(last.puzzle(0) == together.puzzle(599), "a puzzle of one full grid depends on those before it");
    for (std::size_t row = 580; row < 600; ++row) expect_minimal(together.puzzle(row));

    make::Recipe excluded;  // two empty rows of a band: never proper
    for (std::uint8_t cell = 0; cell < 18; ++cell) excluded.excluded.push_back(cell);
    for (std::uint8_t cell = 18; cell < cells; ++cell) excluded.groups.push_back({cell});
    const Batch none(all.first(40), excluded, 1);
    expect(std::ranges::count(none.proper, 0) == 40, "excluded rows left a proper puzzle");

    const std::atomic<bool> cancelled = true;
    const Batch stopped(seeds, recipe, 2, {&cancelled});
    expect(std::ranges::count(stopped.proper, 0) == 600, "puzzles were made after cancelling");

    std::vector<std::uint8_t> puzzles(2 * cells), clues(2), again(2 * cells);
    make::make_few_clues(all.first(2), 20, 300, 1, {puzzles.data(), clues.data(), nullptr});
    make::make_few_clues(all.first(2), 20, 300, 2, {again.data(), clues.data(), nullptr});
    expect(puzzles == again, "the number of threads changes the result");
    for (std::size_t row = 0; row < 2; ++row) {
        const std::vector<std::uint8_t> puzzle(puzzles.begin() + static_cast<std::ptrdiff_t>(row * cells),
                                               puzzles.begin() + static_cast<std::ptrdiff_t>((row + 1) * cells));
        expect(count(puzzle) == 1, "a puzzle with few clues is not proper");
        expect(cells - static_cast<std::size_t>(std::ranges::count(puzzle, 0)) == clues[row],
               "its clues are miscounted");
    }
    std::puts("make_test: all passed");
}
