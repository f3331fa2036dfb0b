// Fuzzing: bytes become puzzles, on which all versions and the general search must agree, or text, which must give the
// same whether read in one piece or in two. `make fuzz` runs it; fuzz_reasoning.hpp has the laws of steps and ratings.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz_input.hpp"
#include "fuzz_reasoning.hpp"
#include "harness.hpp"
#include "canon.hpp"
#include "lanes.hpp"
#include "lines.hpp"
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

const std::shared_ptr<const ninefold::Board>& board() {
    static const auto shared = [] {
        std::vector<std::vector<ninefold::Cell>> units(27);
        for (ninefold::Cell cell = 0; cell < cells; ++cell) {
            units[cell / 9].push_back(cell);
            units[9 + cell % 9].push_back(cell);
            units[18 + cell / 27 * 3 + cell % 9 / 3].push_back(cell);
        }
        return std::make_shared<const ninefold::Board>(9, units);
    }();
    return shared;
}

void agree_with_search(Puzzle puzzle, std::uint64_t count, std::uint64_t limit) {
    ninefold::Search search(board(), puzzle);
    std::uint64_t found = 0;
    Progress progress = Progress::found;
    while (found < limit && progress == Progress::found) {
        progress = search.advance(3'000);
        if (progress == Progress::found) ++found;
    }
    const std::string line = harness::line_of(puzzle);
    if (progress == Progress::paused) expect(found <= count, "the search found more: " + line);
    else expect(found == std::min(count, limit), "the search counts " + std::to_string(found) + ": " + line);
}

void solve(std::span<const std::uint8_t> data) {
    Bytes bytes(data);
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
    ninefold::lanes::solve_many(
        puzzles, limit, 1, {first.counts.data(), first.solutions.data(), first.guesses.data(), first.ended.data()});
    std::uint64_t total = 0;
    for (std::size_t row = 0; row < n; ++row) {
        const Puzzle puzzle(&puzzles[row * cells], cells);
        const std::string line = harness::line_of(puzzle);
        expect(first.ended[row] && first.counts[row] <= limit, "an answer to " + line);
        expect(!first.counts[row] || harness::is_solution(puzzle, first.solution(row)), "a solution of " + line);
        agree_with_search(puzzle, first.counts[row], std::min<std::uint64_t>(limit, 70));
        const auto counted = ninefold::lanes::count(puzzle, limit, 1);
        expect(counted.ended && !counted.saturated && counted.solutions == first.counts[row], "the count of " + line);
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
        if (limit != no_limit) continue;
        expect(runner.count(puzzles, some) == total, std::string("the count by ") + runner.name());
    }
    for (const harness::VersionRunner& runner : runners) {
        expect(runner.frames_suffice(), "a scratch frame is always left");
    }
}

// Reading a text in two pieces gives the same as reading it in one.
void read(std::span<const std::uint8_t> data) {
    using ninefold::lines::Reading;
    Bytes bytes(data);
    const bool in_list = bytes.below(2) == 1;
    const std::size_t capacity = bytes.below(8);
    const std::size_t cut = std::min<std::size_t>(bytes.below(256), bytes.rest().size());
    const std::vector<char> exact(bytes.rest().begin(), bytes.rest().end());  // reading past its end is caught
    const std::string_view text(exact.data(), exact.size());
    std::vector<std::uint8_t> digits(capacity * cells), pieces(capacity * cells);
    const Reading all = ninefold::lines::read(text, true, in_list, digits);
    expect(all.rows <= capacity && all.bytes <= text.size() && all.rows <= all.lines, "reading stays within the text");
    for (std::size_t i = 0; i < all.rows * cells; ++i) expect(digits[i] <= 9, "a digit");
    const Reading begun = ninefold::lines::read(text.substr(0, cut), cut == text.size(), in_list, pieces);
    const Reading rest = ninefold::lines::read(text.substr(begun.bytes), true, begun.in_list,
                                               std::span(pieces).subspan(begun.rows * cells));
    expect(begun.rows + rest.rows == all.rows && begun.lines + rest.lines == all.lines &&
               begun.bytes + rest.bytes == all.bytes && rest.in_list == all.in_list,
           "the same in two pieces");
    expect(std::equal(digits.begin(), digits.begin() + static_cast<std::ptrdiff_t>(all.rows * cells), pieces.begin()),
           "the same digits in two pieces");
}

// A canonical form is its own form, that of every symmetric copy, and the result of the returned symmetry.
void canonicalise(std::span<const std::uint8_t> data) {
    Bytes bytes(data);
    const Digits digits = puzzle_from(bytes);
    const auto found = ninefold::canon::canonical(digits.data());
    const std::string line = harness::line_of(digits);
    for (std::size_t cell = 0; cell < cells; ++cell) {
        expect(found.by.digit[digits[found.by.from[cell]]] == found.line[cell], "the symmetry of " + line);
    }
    if (!found.automorphisms) return;  // clues clash
    const Digits copy = harness::Symmetry([&bytes](std::size_t n) { return bytes.below(n); }).of(digits);
    expect(ninefold::canon::canonical(copy.data()).line == found.line, "the form of a copy of " + line);
    const auto again = ninefold::canon::canonical(found.line.data());
    expect(again.line == found.line && again.automorphisms == found.automorphisms, "the form of the form of " + line);
    expect(!std::ranges::lexicographical_compare(digits, found.line),
           "the form of " + line + " is not greater than it");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::span<const std::uint8_t> rest(data + 1, size - 1);
    switch (data[0] % 8) {
        case 0: read(rest); break;
        case 3: canonicalise(rest); break;
        case 4: fuzz::reason(rest); break;
        case 5: fuzz::forge(rest); break;
        case 6: fuzz::rate(rest); break;
        case 7: fuzz::move_rows(rest); break;
        default: solve(rest);
    }
    return 0;
}

#if defined(PLAIN_DRIVER)
// Without libFuzzer: random inputs, the same every time, for the given number of seconds.
int main(int arguments, char** argument) {
    using Clock = std::chrono::steady_clock;
    static constexpr std::string_view common = "....0123456789\n\n\r#,;| \t*_";
    const auto end = Clock::now() + std::chrono::seconds(arguments > 1 ? std::atoi(argument[1]) : 60);
    std::mt19937 random(2025);
    unsigned long runs = 0;
    for (; Clock::now() < end; ++runs) {
        std::vector<std::uint8_t> input(1 + random() % 700);
        const bool is_text = random() % 2 == 0;
        for (std::uint8_t& byte : input) {
            const std::size_t kinds = random() % 8 ? 14 : common.size();  // mostly cells
            byte = static_cast<std::uint8_t>(random());
            if (is_text && random() % 100) byte = static_cast<std::uint8_t>(common[random() % kinds]);
        }
        if (random() % 3 && input.size() > 170) input[4 + cells] = '\n';
        input[0] = is_text ? std::uint8_t{0} : static_cast<std::uint8_t>(1 + random() % 7);
        LLVMFuzzerTestOneInput(input.data(), input.size());
    }
    std::printf("fuzz: %lu inputs, all passed\n", runs);
    return 0;
}
#endif
