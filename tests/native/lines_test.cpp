// Plain lines and bulk checking without Python: known texts, unusual line ends, and random bytes.
// Built with the address and undefined-behaviour sanitizers by `make native`.

#include "lines.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "judging.hpp"

using ninefold::cells;
using ninefold::Status;
namespace lines = ninefold::lines;

namespace {

int failures = 0;

void expect(bool condition, const std::string& what) {
    if (!condition) {
        ++failures;
        std::printf("FAILED: %s\n", what.c_str());
    }
}

const std::string proper = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const std::string solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const std::string blank(81, '.');

using Digits = std::vector<std::uint8_t>;

Digits digits_of(std::string_view line) {
    Digits digits;
    for (const char c : line) digits.push_back(static_cast<std::uint8_t>(c >= '1' && c <= '9' ? c - '0' : 0));
    return digits;
}

struct ReadResult {
    lines::Reading reading;
    Digits digits;
};

// Reads a text that lies in memory of exactly its length, so that reading past its end is caught.
ReadResult read_text(std::string_view text, bool is_last = true, bool in_list = false, std::size_t capacity = 8) {
    const std::vector<char> exact(text.begin(), text.end());
    Digits digits(capacity * cells, 99);
    const auto reading = lines::read({exact.data(), exact.size()}, is_last, in_list, digits);
    digits.resize(reading.rows * cells);
    return {reading, digits};
}

void expect_read(std::string_view text, std::size_t rows, std::size_t count, std::size_t bytes, const std::string& what,
                 bool is_last = true, bool in_list = false) {
    const auto reading = read_text(text, is_last, in_list).reading;
    expect(reading.rows == rows && reading.lines == count && reading.bytes == bytes,
           what + ": " + std::to_string(reading.rows) + " rows, " + std::to_string(reading.lines) + " lines, " +
               std::to_string(reading.bytes) + " bytes");
}

void accepted_lines() {
    expect_read("", 0, 0, 0, "nothing");
    expect_read(proper, 1, 1, 81, "a line without an end, at the end");
    expect_read(proper, 0, 0, 0, "a line without an end, and more to come", false);
    expect_read(proper + "\n", 1, 1, 82, "a line");
    expect_read(proper + "\r\n" + solved + "\n", 2, 2, 165, "both ends of lines");
    expect_read(proper + "\r", 0, 0, 0, "half an end", false);
    expect_read(proper + "\r" + solved, 0, 0, 0, "a line end of other readers");
    expect_read("# words\n\n  \t\n" + proper + "\n", 1, 4, 8 + 1 + 4 + 82, "comments and empty lines");
    expect_read("# words", 0, 1, 7, "a comment at the end");
    expect_read("# words", 0, 0, 0, "an incomplete comment", false);
    expect_read("  ", 0, 1, 2, "blanks at the end");
    expect_read("  ", 0, 0, 0, "incomplete blanks", false);
    expect_read(proper + "\n" + proper + "1\n", 1, 1, 82, "82 cells");
    expect_read(proper + "\n" + proper.substr(1) + "\n", 1, 1, 82, "80 cells");
    expect_read(proper + "\n" + proper.substr(1) + "x\n", 1, 1, 82, "a letter");
    expect_read(std::string(81, '\0') + "\n", 0, 0, 0, "zero bytes");
    expect(read_text(".0*_" + std::string(77, '9') + "\n").digits == digits_of("...." + std::string(77, '9')),
           "blanks");
    expect(read_text(proper + "\n").digits == digits_of(proper), "digits");
}

void further_fields() {
    for (const char separator : {' ', '\t', ',', ';', ':', '|', '#'}) {
        const std::string line = proper + separator + "12.5 easy\n";
        expect_read(line, 0, 0, 0, "a first line with further fields");
        expect_read(line, 1, 1, line.size(), "a line of a list with further fields", true, true);
        expect_read(line + "\n" + line, 1, 2, line.size() + 1, "an empty line ends the list", true, true);
    }
    expect_read(proper + ",a\rb\n", 0, 0, 0, "a further field with a \\r in it", true, true);
    expect_read(proper + ",a\r\n", 1, 1, 85, "a further field and \\r\\n", true, true);
    expect_read(proper + ",a", 0, 0, 0, "an incomplete further field", false, true);
    expect_read(proper + "-" + "\n", 0, 0, 0, "no separator", true, true);
    expect_read(proper + "," + std::string(lines::max_line_length, 'x') + "\n", 0, 0, 0, "a line too long", true, true);
    expect_read("#" + std::string(lines::max_line_length, 'x') + "\n", 0, 0, 0, "a comment too long");
}

void limited_capacity() {
    const std::string text = proper + "\n" + solved + "\n" + proper + "\n";
    const auto reading = read_text(text, true, false, 2).reading;
    expect(reading.rows == 2 && reading.bytes == 164, "reading stops at the capacity");
    expect(read_text(text, true, false, 0).reading.bytes == 0, "capacity 0");
}

// For any bytes, reading stays within them, and reading piece by piece gives the same.
void random_bytes() {
    std::mt19937 random(7);
    const std::string pool = proper + "\n\r # ,.0*_\t;:|x\xc3\n";
    for (int round = 0; round < 20'000; ++round) {
        std::string text;
        while (text.size() < random() % 400) {
            if (random() % 2 == 0) text += proper + "\n";
            else text += pool[random() % pool.size()];
        }
        const bool in_list = random() % 2 == 0;
        const auto whole = read_text(text, true, in_list).reading;
        expect(whole.bytes <= text.size() && whole.rows <= whole.lines, "within bounds");
        const std::size_t cut = random() % (text.size() + 1);
        const auto first = read_text(text.substr(0, cut), false, in_list).reading;
        if (first.rows == 8 || whole.rows == 8) continue;
        const auto second = read_text(text.substr(first.bytes), true, first.in_list).reading;
        expect(first.bytes + second.bytes == whole.bytes && first.rows + second.rows == whole.rows, "piece by piece");
    }
}

void writing() {
    const Digits puzzles = digits_of(proper + blank + proper + blank + "11" + std::string(79, '.'));
    const Digits solutions = digits_of(solved + blank + solved + solved + blank);
    const Digits second_solutions(puzzles.size(), 7);
    const std::vector<Status> statuses{Status::unique, Status::impossible, Status::solved, Status::multiple,
                                       Status::impossible};
    const std::vector<std::uint64_t> guesses{0, 9, 10, 18'446'744'073'709'551'615ULL, 3};
    const lines::AnswerColumns alone{puzzles, solutions, statuses, guesses, {}};
    const lines::AnswerColumns both{puzzles, solutions, statuses, guesses, second_solutions};
    expect(lines::plain_end(alone, 0, 5, false) == 2, "solved is not plain by default");
    expect(lines::plain_end(alone, 0, 5, true) == 3, "solved is plain on request, several are not");
    expect(lines::plain_end(both, 0, 5, true) == 4, "two known solutions are plain, clashing clues are not");
    expect(lines::plain_end(both, 0, 1, true) == 1, "no further than `end`");
    const auto written = [&](std::size_t row, std::size_t end, const lines::Templates& templates) {
        std::vector<char> text(lines::length(both, row, end, templates));  // exact size: writing past it is caught
        lines::write(both, row, end, templates, text.data());
        return std::string(text.begin(), text.end());
    };
    expect(written(0, 2, {"\2\n", "", "none\n"}) == solved + "\nnone\n", "lines");
    expect(written(0, 1, {"a\1b\2c\3d", "", ""}) == "a" + proper + "b" + solved + "c0d", "a template");
    expect(written(2, 4, {"\3", "\3\4", ""}) == "10" "18446744073709551615" + std::string(81, '7'), "numbers");
    expect(written(0, 0, {"\2\n", "", ""}).empty(), "no rows");
    for (const lines::Templates& wrong : {lines::Templates{"\4", "", ""}, lines::Templates{"", "", "\4"}}) {
        try {
            static_cast<void>(lines::length(alone, 0, 2, wrong));
            expect(false, "a second solution that is not known");
        } catch (const std::invalid_argument&) {
        }
    }
}

// The judge of many grids, which may work in registers, and that of single ones agree on grids that are nearly right.
void judges_agree(const std::string& right) {
    std::mt19937 random(7);
    const auto below = [&random](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
    constexpr std::size_t rows = 3;
    std::size_t accepted = 0;
    for (int turn = 0; turn < 20'000; ++turn) {
        Digits puzzles, grids;
        std::vector<Status> statuses;
        std::size_t first = rows;
        for (std::size_t row = 0; row < rows; ++row) {
            Digits grid = digits_of(right), puzzle(cells);
            switch (turn % 5) {
                case 0: grid[below(cells)] = static_cast<std::uint8_t>(below(256)); break;
                case 1: std::swap(grid[below(cells)], grid[below(cells)]); break;
                case 2:  // whole lines, so that only the other kinds of units are wrong
                    for (std::size_t k = 0, to = below(9), from = below(9); k < 9; ++k) grid[9 * to + k] = grid[9 * from + k];
                    break;
                case 3:  // a power of two as two halves: the sum of the weights stays the same
                    for (std::uint8_t& digit : grid) digit = digit == 9 ? 1 : digit == 2 && below(2) ? 1 : digit;
                    break;
                default: break;
            }
            for (std::size_t k = below(30); k; --k) {
                const std::size_t cell = below(cells);
                puzzle[cell] = grid[cell];
            }
            if (below(4) == 0) puzzle[below(cells)] = 5;
            puzzles.insert(puzzles.end(), puzzle.begin(), puzzle.end());
            grids.insert(grids.end(), grid.begin(), grid.end());
            statuses.push_back(static_cast<Status>(below(5)));
            const bool is_right = ninefold::is_solution(std::span(puzzle).first<cells>(), std::span(grid).first<cells>());
            const bool is_claimed = statuses.back() != Status::impossible && statuses.back() != Status::unknown;
            if (is_claimed && !is_right && first == rows) first = row;
            accepted += is_right;
        }
        expect(ninefold::first_wrong(puzzles, grids, statuses) == first, "the judges agree");
    }
    expect(accepted > 5'000, "some grids are right");
}

void judging() {
    const auto grid = [](const std::string& line) {
        std::array<std::uint8_t, cells> values{};
        const Digits digits = digits_of(line);
        std::copy(digits.begin(), digits.end(), values.begin());
        return values;
    };
    expect(ninefold::is_solution(grid(proper), grid(solved)), "a solution");
    expect(ninefold::is_solution(grid(blank), grid(solved)), "a solution of the empty grid");
    expect(!ninefold::is_solution(grid(proper), grid(proper)), "the puzzle itself is not a solution");
    for (std::size_t cell = 0; cell < cells; ++cell) {
        auto wrong = grid(solved);
        wrong[cell] = static_cast<std::uint8_t>(wrong[cell] % 9 + 1);
        expect(!ninefold::is_solution(grid(blank), wrong), "one wrong digit");
        wrong[cell] = 0;
        expect(!ninefold::is_solution(grid(blank), wrong), "one empty cell");
        wrong[cell] = 200;
        expect(!ninefold::is_solution(grid(blank), wrong), "not a digit");
    }
    std::string relabelled = solved;
    for (char& c : relabelled) c = static_cast<char>('1' + '9' - c);
    expect(!ninefold::is_solution(grid(proper), grid(relabelled)), "a full grid that changes clues");
    expect(!ninefold::has_clash(grid(proper)) && !ninefold::has_clash(grid(solved)), "no clash");
    for (const auto& [first, second] : {std::pair{0, 8}, {0, 72}, {0, 20}, {80, 60}, {40, 44}}) {
        auto clashing = grid(blank);
        clashing[static_cast<std::size_t>(first)] = clashing[static_cast<std::size_t>(second)] = 4;
        expect(ninefold::has_clash(clashing), "a clash");
    }
    const Digits puzzles = digits_of(proper + proper + proper);
    Digits solutions = digits_of(solved + solved + proper);
    std::vector<Status> statuses{Status::unique, Status::multiple, Status::unknown};
    expect(ninefold::first_wrong(puzzles, solutions, statuses) == 3, "an unknown status is not checked");
    expect(ninefold::first_wrong_second(puzzles, solutions, solutions, statuses) == 1, "a repeated solution is wrong");
    statuses[2] = Status::solved;
    expect(ninefold::first_wrong(puzzles, solutions, statuses) == 2, "the first wrong one");
    Digits long_puzzles, long_solutions;
    for (int k = 0; k < 10'000; ++k) {
        for (const std::uint8_t digit : digits_of(proper)) long_puzzles.push_back(digit);
        for (const std::uint8_t digit : digits_of(solved)) long_solutions.push_back(digit);
    }
    const std::vector<Status> all_unique(10'000, Status::unique);
    for (const unsigned threads : {0U, 1U, 2U, 5U}) {
        expect(ninefold::first_wrong(long_puzzles, long_solutions, all_unique, threads) == 10'000, "all right");
        Digits spoilt = long_solutions;
        spoilt[9'999 * cells] = spoilt[7'777 * cells] = 9;
        expect(ninefold::first_wrong(long_puzzles, spoilt, all_unique, threads) == 7'777,
               "the first of two wrong ones");
    }
    judges_agree(solved);
    expect(lines::first_invalid_digit(puzzles) == puzzles.size(), "all are digits");
    solutions.assign(10'000, 9);
    solutions[9'999] = 10;
    expect(lines::first_invalid_digit(solutions) == 9'999, "the last is not a digit");
    using ninefold::status_of;
    expect(status_of(0, true, 2) == Status::impossible && status_of(0, false, 2) == Status::unknown, "none found");
    expect(status_of(1, true, 2) == Status::unique && status_of(1, true, 1) == Status::solved, "one found");
    expect(status_of(1, false, 2) == Status::solved && status_of(2, false, 9) == Status::multiple, "stopped");
}

}  // namespace

int main() {
    accepted_lines();
    further_fields();
    limited_capacity();
    random_bytes();
    writing();
    judging();
    std::printf(failures == 0 ? "native lines: all passed\n" : "native lines: %d failed\n", failures);
    return failures == 0 ? 0 : 1;
}
