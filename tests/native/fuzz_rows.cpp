// Fuzzing of what answers within microseconds, hundreds of millions of times a night: lines of text read and written,
// checks of answers, and rows of arrays on small boards. `make fuzz` runs it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "fuzz_input.hpp"
#include "bulk.hpp"
#include "checks.hpp"
#include "judging.hpp"
#include "lines.hpp"

namespace {

using fuzz::Bytes;
using fuzz::expect;
using ninefold::cells;
using ninefold::Puzzle;
using ninefold::Status;
namespace bulk = ninefold::bulk;
namespace lines = ninefold::lines;

// Reading a text in two pieces gives the same as reading it in one.
void read(Bytes& bytes) {
    const bool in_list = bytes.below(2) == 1;
    const std::size_t capacity = bytes.below(8);
    const std::size_t cut = std::min<std::size_t>(bytes.below(256), bytes.rest().size());
    const std::vector<char> exact(bytes.rest().begin(), bytes.rest().end());  // reading past its end is caught
    const std::string_view text(exact.data(), exact.size());
    std::vector<std::uint8_t> digits(capacity * cells), pieces(capacity * cells);
    const lines::Reading all = lines::read(text, true, in_list, digits);
    expect(all.rows <= capacity && all.bytes <= text.size() && all.rows <= all.lines, "reading stays within the text");
    expect(lines::first_invalid_digit(std::span(digits).first(all.rows * cells)) == all.rows * cells, "digits");
    const lines::Reading begun = lines::read(text.substr(0, cut), cut == text.size(), in_list, pieces);
    const lines::Reading rest =
        lines::read(text.substr(begun.bytes), true, begun.in_list, std::span(pieces).subspan(begun.rows * cells));
    expect(begun.rows + rest.rows == all.rows && begun.lines + rest.lines == all.lines &&
               begun.bytes + rest.bytes == all.bytes && rest.in_list == all.in_list,
           "the same in two pieces");
    expect(std::equal(digits.begin(), digits.begin() + static_cast<std::ptrdiff_t>(all.rows * cells), pieces.begin()),
           "the same digits in two pieces");
}

std::vector<std::uint8_t> some(Bytes& bytes, std::size_t count, std::size_t below) {
    std::vector<std::uint8_t> values(count);
    for (std::uint8_t& value : values) value = static_cast<std::uint8_t>(bytes.below(below));
    return values;
}

// Answers are written into exactly the bytes that were counted, whatever the templates.
void write(Bytes& bytes) {
    const std::size_t rows = bytes.below(4);
    const auto puzzles = some(bytes, rows * cells, 10), solutions = some(bytes, rows * cells, 10);
    const auto second = bytes.below(2) ? some(bytes, rows * cells, 10) : std::vector<std::uint8_t>{};
    std::vector<Status> statuses;
    std::vector<std::uint64_t> guesses;
    for (std::size_t row = 0; row < rows; ++row) {
        statuses.push_back(static_cast<Status>(bytes.below(256)));
        guesses.push_back(bytes.next() * 0x0101010101010101u >> bytes.below(64));
    }
    const bool accept_solved = bytes.below(2) == 1;
    const std::size_t start = bytes.below(rows + 1);
    const auto text = some(bytes, bytes.below(32), 128);
    const std::string_view whole(reinterpret_cast<const char*>(text.data()), text.size());
    const lines::Templates templates{whole, whole.substr(whole.size() / 2), whole.substr(0, whole.size() / 2)};
    const lines::AnswerColumns answers{puzzles, solutions, statuses, guesses, second};
    const std::size_t end = lines::plain_end(answers, start, rows, accept_solved);
    expect(start <= end && end <= rows, "the end of the plain answers");
    std::vector<char> place(lines::length(answers, start, end, templates));
    lines::write(answers, start, end, templates, place.data());
}

// Every judge of a grid agrees with the others.
void judge(Bytes& bytes) {
    const fuzz::Digits puzzle = fuzz::puzzle_from(bytes), grid = fuzz::puzzle_from(bytes);
    const bool is_right = ninefold::is_solution(puzzle, grid);
    expect(is_right == harness::is_solution(puzzle, grid), "the judge of " + harness::line_of(grid));
    expect(!is_right || !ninefold::has_clash(puzzle), "a solution of clashing clues");
    for (const Status status : {Status::unique, Status::solved, Status::multiple}) {
        const std::size_t wrong = ninefold::first_wrong(puzzle, grid, {&status, 1});
        expect(wrong == (is_right ? 1U : 0U), "the first wrong answer");
        const std::size_t second = ninefold::first_wrong_second(puzzle, grid, grid, {&status, 1});
        expect(second == (status == Status::multiple ? 0U : 1U), "a second solution equal to the first");
    }
    const std::uint64_t count = bytes.below(4), limit = 1 + bytes.below(4);
    const Status status = ninefold::status_of(std::min(count, limit), bytes.below(2) == 1, limit);
    expect(status <= Status::unknown, "a status");
}

// A board with boxes of these sides, and any further units, which are refused if they are outside.
bulk::Board board_of(std::size_t rows, std::size_t columns, std::span<const std::uint8_t> extra) {
    Bytes more(extra.first(std::min<std::size_t>(extra.size(), 32)));
    const std::size_t size = rows * columns;
    std::vector<std::vector<std::uint16_t>> units(3 * size);
    for (std::uint16_t cell = 0; cell < size * size; ++cell) {
        const std::size_t row = cell / size, column = cell % size;
        units[row].push_back(cell);
        units[size + column].push_back(cell);
        units[2 * size + row / rows * rows + column / columns].push_back(cell);
    }
    while (!more.empty()) {
        auto& unit = units.emplace_back();
        for (std::size_t n = more.below(size + 2); n; --n) unit.push_back(more.next());
    }
    return {size, units};
}

void move_rows(const bulk::Board& board, std::size_t side, Bytes& bytes) {
    const std::size_t size = board.size();
    const std::uint64_t seed = bytes.next();
    const auto grid = some(bytes, board.cells(), size + 1);
    std::vector<std::uint8_t> orders(2 * size), names(size + 1), moved(grid.size()), back(grid.size());
    bulk::draw_symmetries(side, size / side, {&seed, 1}, 1, orders, names);
    bulk::apply_symmetries(size, grid, orders, names, false, 1, moved);
    bulk::apply_symmetries(size, moved, orders, names, true, 1, back);
    expect(back == grid, "a symmetry undone");
    orders[bytes.below(2 * size)] = bytes.next();
    names[bytes.below(size + 1)] = bytes.next();
    bulk::apply_symmetries(size, grid, orders, names, bytes.below(2) == 1, 1, moved);
}

// Rows of arrays on any board: nothing is read or written outside, and bad moves are refused.
void rows(const bulk::Board& board, Bytes& bytes) {
    const std::size_t size = board.size(), count = board.cells();
    const auto grid = some(bytes, count, size + 1);
    std::vector<std::uint8_t> open(count * size), line(count);
    std::uint8_t level = 0, solved = 0, kept = 0;
    std::uint16_t correct = 0, clashing = 0;
    bulk::levels(board, grid, 1, {&level, 1});
    expect(level <= 2, "a level");
    bulk::legal(board, grid, 1, open);
    const auto answer = some(bytes, count, 256), solution = some(bytes, count, 256);
    bulk::scores(board, grid, answer, solution, 1, {{&solved, 1}, {&kept, 1}, {&correct, 1}, {&clashing, 1}});
    expect(!solved || (kept && !clashing), "a score");
    const std::size_t side = 1 + bytes.below(size);
    if (size % side == 0) move_rows(board, side, bytes);
    std::vector<std::uint16_t> moves(count * bytes.below(4));
    for (std::uint16_t& cell : moves) cell = static_cast<std::uint16_t>(bytes.below(count + (bytes.below(64) == 63)));
    std::uint64_t automorphisms = 0;
    bulk::least_forms(board, moves, grid, 1, line, {&automorphisms, 1});
    expect(automorphisms * count <= moves.size(), "at most as many automorphisms as moves");
}

// The checks of arguments accept exactly what they should.
void check(Bytes& bytes) {
    const auto digits = some(bytes, bytes.below(200), bytes.below(2) ? 10 : 256);
    const bool is_right = std::ranges::all_of(digits, [](auto digit) { return digit <= 9; });
    try {
        ninefold::checked_puzzle(digits);
        expect(is_right && digits.size() == cells, "a puzzle that should be refused");
    } catch (const std::invalid_argument&) {
        expect(!is_right || digits.size() != cells, "a puzzle that should be accepted");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const bulk::Board boards[] = {board_of(2, 2, {}), board_of(2, 3, {}), board_of(1, 5, {})};
    Bytes bytes({data, size});
    try {
        const std::size_t kind = bytes.below(32);  // the costly ones are rare
        if (kind == 0) judge(bytes);
        else if (kind == 1) rows(board_of(1 + bytes.below(3), 1 + bytes.below(2), bytes.rest()), bytes);
        else if (kind < 10) rows(boards[kind % std::size(boards)], bytes);
        else if (kind < 14) check(bytes);
        else if (kind < 22) write(bytes);
        else read(bytes);
    } catch (const std::invalid_argument&) {
    }
    return 0;
}
