// The Python binding of work on the rows of an array.

#include "bind_bulk.hpp"

#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bind_run.hpp"
#include "bulk.hpp"
#include "canon.hpp"
#include "checks.hpp"

namespace nb = nanobind;
namespace bulk = ninefold::bulk;
namespace canon = ninefold::canon;
using namespace nb::literals;
using ninefold::check_length;
using ninefold::Column;
using ninefold::to_span;

namespace {

using Bytes = Column<const std::uint8_t>;

// Ctrl-C is noticed when a call returns: callers pass some ten thousand rows at a time.
std::size_t rows_of(const bulk::Board& board, const Bytes& digits) {
    if (digits.size() % board.cells()) throw std::invalid_argument("the digits are not whole grids of this board");
    return digits.size() / board.cells();
}

std::size_t checked_rows(const bulk::Board& board, const Bytes& digits) {
    const std::size_t rows = rows_of(board, digits);
    if (std::ranges::any_of(to_span(digits), [&](auto digit) { return digit > board.size(); })) {
        throw std::invalid_argument("a digit is too large");
    }
    return rows;
}

void canonical_rows(const Bytes& digits, unsigned threads, const Column<std::uint8_t>& lines,
                    const Column<std::uint64_t>& automorphisms) {
    ninefold::check_digits(to_span(digits));
    check_length(lines.size(), digits.size(), "lines");
    check_length(automorphisms.size(), digits.size() / ninefold::cells, "automorphisms");
    const nb::gil_scoped_release released;
    canon::canonical_rows(to_span(digits), threads, lines.data(), automorphisms.data());
}

void levels(const bulk::Board& board, const Bytes& digits, unsigned threads, const Column<std::uint8_t>& found) {
    check_length(found.size(), checked_rows(board, digits), "levels");
    const nb::gil_scoped_release released;
    bulk::levels(board, to_span(digits), threads, to_span(found));
}

void scores(const bulk::Board& board, const Bytes& puzzles, const Bytes& answers, const Bytes& solutions,
            unsigned threads, const Column<std::uint8_t>& solved, const Column<std::uint8_t>& kept,
            const Column<std::uint16_t>& correct, const Column<std::uint16_t>& clashing) {
    const std::size_t rows = rows_of(board, puzzles);
    check_length(answers.size(), puzzles.size(), "answers");
    check_length(solutions.size(), puzzles.size(), "solutions");
    for (const std::size_t length : {solved.size(), kept.size(), correct.size(), clashing.size()}) {
        check_length(length, rows, "scores");
    }
    const nb::gil_scoped_release released;
    bulk::scores(board, to_span(puzzles), to_span(answers), to_span(solutions), threads,
                 {to_span(solved), to_span(kept), to_span(correct), to_span(clashing)});
}

void legal(const bulk::Board& board, const Bytes& digits, unsigned threads, const Column<std::uint8_t>& found) {
    check_length(found.size(), checked_rows(board, digits) * board.cells() * board.size(), "found");
    const nb::gil_scoped_release released;
    bulk::legal(board, to_span(digits), threads, to_span(found));
}

void least_forms(const bulk::Board& board, const Column<const std::uint16_t>& moves, const Bytes& digits, unsigned threads,
                 const Column<std::uint8_t>& lines, const Column<std::uint64_t>& automorphisms) {
    check_length(automorphisms.size(), checked_rows(board, digits), "automorphisms");
    check_length(lines.size(), digits.size(), "lines");
    check_length(moves.size(), moves.size() / board.cells() * board.cells(), "moves");
    const nb::gil_scoped_release released;
    bulk::least_forms(board, to_span(moves), to_span(digits), threads, to_span(lines), to_span(automorphisms));
}

void draw_symmetries(std::size_t box_rows, std::size_t box_columns, const Column<const std::uint64_t>& seeds,
                     unsigned threads, const Column<std::uint8_t>& lines, const Column<std::uint8_t>& names) {
    if (box_rows < 1 || box_columns < 1 || box_rows > bulk::max_size || box_columns > bulk::max_size ||
        box_rows * box_columns > bulk::max_size) {
        throw std::invalid_argument("the boxes do not fit a board");
    }
    const std::size_t size = box_rows * box_columns;
    check_length(lines.size(), seeds.size() * 2 * size, "lines");
    check_length(names.size(), seeds.size() * (size + 1), "names");
    const nb::gil_scoped_release released;
    bulk::draw_symmetries(box_rows, box_columns, to_span(seeds), threads, to_span(lines), to_span(names));
}

void apply_symmetries(std::size_t size, const Bytes& digits, const Bytes& lines, const Bytes& names, bool undo,
                      unsigned threads, const Column<std::uint8_t>& moved) {
    if (size < 1 || size > bulk::max_size) throw std::invalid_argument("a board has 1 to 32 digits");
    const std::size_t rows = digits.size() / (size * size);
    check_length(digits.size(), rows * size * size, "digits");
    check_length(lines.size(), rows * 2 * size, "lines");
    check_length(names.size(), rows * (size + 1), "names");
    check_length(moved.size(), digits.size(), "moved");
    const nb::gil_scoped_release released;
    bulk::apply_symmetries(size, to_span(digits), to_span(lines), to_span(names), undo, threads, to_span(moved));
}

}  // namespace

void bind_bulk(nb::module_& module) {
    nb::class_<bulk::Board>(module, "RowBoard", "A board prepared for work on the rows of an array.")
        .def(nb::init<std::size_t, std::vector<std::vector<std::uint16_t>>>(), "size"_a, "units"_a,
             "Build a board of N digits, at most 32, from the cells of its units.");
    module.def("canonical_rows", &canonical_rows, "digits"_a.noconvert(), "threads"_a, "lines"_a.noconvert(),
               "automorphisms"_a.noconvert(),
               "Write the canonical form of each 9×9 grid, and its number of automorphisms; 0 if its digits clash.");
    module.def("levels", &levels, "board"_a, "digits"_a.noconvert(), "threads"_a, "levels"_a.noconvert(),
               "Write the level of each row: 0 easy, 1 medium, 2 hard.");
    module.def("scores", &scores, "board"_a, "puzzles"_a.noconvert(), "answers"_a.noconvert(),
               "solutions"_a.noconvert(), "threads"_a, "solved"_a.noconvert(), "kept"_a.noconvert(),
               "correct"_a.noconvert(), "clashing"_a.noconvert(),
               "Score answers: solved, clues kept, cells as in the solution, units with a repeated digit.");
    module.def("legal", &legal, "board"_a, "digits"_a.noconvert(), "threads"_a, "found"_a.noconvert(),
               "Write 1 for each candidate of an empty cell that no peer has, else 0.");
    module.def("least_forms", &least_forms, "board"_a, "moves"_a.noconvert(), "digits"_a.noconvert(), "threads"_a,
               "lines"_a.noconvert(), "automorphisms"_a.noconvert(),
               "Write the smallest line of each row over some moves, and how many give it; 0 if its digits clash.");
    module.def("draw_symmetries", &draw_symmetries, "box_rows"_a, "box_columns"_a, "seeds"_a.noconvert(), "threads"_a,
               "lines"_a.noconvert(), "names"_a.noconvert(), "Draw a random symmetry from each seed.");
    module.def("apply_symmetries", &apply_symmetries, "size"_a, "digits"_a.noconvert(), "lines"_a.noconvert(),
               "names"_a.noconvert(), "undo"_a, "threads"_a, "moved"_a.noconvert(),
               "Apply a symmetry to each row, or undo it.");
}
