// The Python binding of the native code. Only the files bind*.cpp and bind*.hpp know Python.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "bind_bulk.hpp"
#include "bind_logic.hpp"
#include "bind_rating.hpp"
#include "bind_run.hpp"
#include "canon.hpp"
#include "checks.hpp"
#include "few_clues.hpp"
#include "finding.hpp"
#include "judging.hpp"
#include "lanes.hpp"
#include "lines.hpp"
#include "make.hpp"
#include "search.hpp"

namespace nb = nanobind;
namespace canon = ninefold::canon;
namespace lanes = ninefold::lanes;
namespace lines = ninefold::lines;
namespace make = ninefold::make;
using namespace nb::literals;
using ninefold::cells;
using ninefold::check_digits;
using ninefold::check_length;
using ninefold::Column;
using ninefold::PolledRun;
using ninefold::to_span;

namespace {

// --- values ------------------------------------------------------------------------------------------------

nb::bytes to_bytes(std::span<const std::uint8_t> values) {
    return nb::bytes(reinterpret_cast<const char*>(values.data()), values.size());
}

std::span<const ninefold::Status> to_statuses(const Column<const std::uint8_t>& column) {
    return {reinterpret_cast<const ninefold::Status*>(column.data()), column.size()};
}

ninefold::Puzzle to_puzzle(const nb::bytes& digits) { return ninefold::checked_puzzle(to_span(digits)); }

// --- many puzzles ------------------------------------------------------------------------------------------

// Up to this many puzzles are tried without a second thread.
inline constexpr std::size_t max_small = 256;

bool solve_many(const Column<const std::uint8_t>& digits, std::uint64_t limit, unsigned threads,
                const Column<std::uint8_t>& statuses, const Column<std::uint8_t>& ended,
                const Column<std::uint64_t>& counts, const Column<std::uint8_t>& solutions,
                const Column<std::uint64_t>& guesses, std::optional<double> seconds, const nb::object& poll) {
    const auto puzzles = to_span(digits);
    check_digits(puzzles);
    const std::size_t rows = puzzles.size() / cells;
    check_length(statuses.size(), rows, "statuses");
    check_length(ended.size(), rows, "ended");
    check_length(counts.size(), rows, "counts");
    check_length(solutions.size(), puzzles.size(), "solutions");
    check_length(guesses.size(), rows, "guesses");
    const ninefold::SolveColumns columns{to_span(statuses), to_span(ended), to_span(counts), to_span(solutions),
                                         to_span(guesses)};
    PolledRun run(seconds, poll);
    return run.run(rows <= max_small, [&](const lanes::Stop& stop) {
        return ninefold::solve_with_status(puzzles, limit, threads, columns, run.done(), stop);
    });
}

std::size_t first_wrong(const Column<const std::uint8_t>& digits, const Column<const std::uint8_t>& solutions,
                        const Column<const std::uint8_t>& statuses, unsigned threads) {
    static constexpr std::size_t max_small_grids = 100'000;  // checking is much faster than solving
    const std::size_t rows = statuses.size();
    check_length(digits.size(), rows * cells, "digits");
    check_length(solutions.size(), rows * cells, "solutions");
    std::size_t wrong = rows;
    PolledRun(std::nullopt, nb::none()).run(rows <= max_small_grids, [&](const lanes::Stop& stop) {
        const auto claimed = to_statuses(statuses);
        wrong = ninefold::first_wrong(to_span(digits), to_span(solutions), claimed, threads, stop.cancelled);
        return true;
    });
    return wrong;
}

bool find_second(const Column<const std::uint8_t>& digits, const Column<const std::uint8_t>& statuses,
                 const Column<std::uint8_t>& second_solutions, std::optional<double> seconds, const nb::object& poll) {
    check_digits(to_span(digits));
    check_length(digits.size(), statuses.size() * cells, "digits");
    check_length(second_solutions.size(), statuses.size() * cells, "second_solutions");
    return PolledRun(seconds, poll).run(true, [&](const lanes::Stop& stop) {
        return ninefold::find_second(to_span(digits), to_statuses(statuses), to_span(second_solutions), stop);
    });
}

std::size_t first_wrong_second(const Column<const std::uint8_t>& digits, const Column<const std::uint8_t>& solutions,
                               const Column<const std::uint8_t>& second_solutions,
                               const Column<const std::uint8_t>& statuses) {
    check_length(digits.size(), statuses.size() * cells, "digits");
    check_length(solutions.size(), statuses.size() * cells, "solutions");
    check_length(second_solutions.size(), statuses.size() * cells, "second_solutions");
    const nb::gil_scoped_release released;
    return ninefold::first_wrong_second(to_span(digits), to_span(solutions), to_span(second_solutions),
                                        to_statuses(statuses));
}

using Counted = std::tuple<std::uint64_t, bool, bool>;

Counted to_tuple(const lanes::Count& count) { return {count.solutions, count.ended, count.saturated}; }

Counted count(const nb::bytes& digits, std::uint64_t limit, unsigned threads, std::optional<double> seconds,
              const nb::object& poll) {
    const auto puzzle = to_puzzle(digits);
    lanes::Count count;
    PolledRun(seconds, poll).run(true, [&](const lanes::Stop& stop) {
        count = lanes::count(puzzle, limit, threads, stop);
        return count.ended;
    });
    return to_tuple(count);
}

// Unlike the other work, a search keeps its place: a second attempt continues the count of the first.
Counted count_found(ninefold::Search& search, std::uint64_t limit, std::optional<double> seconds,
                    const nb::object& poll) {
    lanes::Count count;
    PolledRun(seconds, poll).run(true, [&](const lanes::Stop& stop) {
        const auto more = ninefold::count_found(search, limit - count.solutions, stop);
        count = {count.solutions + more.solutions, more.ended, false};
        return count.ended;
    });
    return to_tuple(count);
}

// --- lines -------------------------------------------------------------------------------------------------

std::tuple<std::size_t, std::size_t, std::size_t, bool> read_lines(const nb::bytes& text, std::size_t start,
                                                                   bool is_last, bool in_list,
                                                                   const Column<std::uint8_t>& digits) {
    const auto rest = std::string_view(static_cast<const char*>(text.data()), text.size()).substr(
        std::min(start, text.size()));
    const nb::gil_scoped_release released;
    const lines::Reading reading = lines::read(rest, is_last, in_list, to_span(digits));
    return {reading.rows, reading.lines, reading.bytes, reading.in_list};
}

using Texts = std::tuple<std::string_view, std::string_view, std::string_view>;

std::tuple<nb::str, std::size_t> write_lines(const Column<const std::uint8_t>& digits,
                                             const Column<const std::uint8_t>& solutions,
                                             const Column<const std::uint8_t>& statuses,
                                             const Column<const std::uint64_t>& guesses,
                                             const Column<const std::uint8_t>& second_solutions, std::size_t row,
                                             std::size_t end, bool accept_solved, const Texts& texts) {
    const std::size_t rows = statuses.size();
    check_length(digits.size(), rows * cells, "digits");
    check_length(solutions.size(), rows * cells, "solutions");
    check_length(guesses.size(), rows, "guesses");
    if (second_solutions.size() != 0) check_length(second_solutions.size(), rows * cells, "second_solutions");
    const auto [found, two, none] = texts;
    if (row > end || end > rows) throw std::invalid_argument("no such rows");
    for (const std::string_view text : {found, two, none}) ninefold::check_ascii(text);
    const lines::AnswerColumns answers{to_span(digits), to_span(solutions), to_statuses(statuses), to_span(guesses),
                                       to_span(second_solutions)};
    const lines::Templates templates{found, two, none};
    end = lines::plain_end(answers, row, end, accept_solved);
    const std::size_t length = lines::length(answers, row, end, templates);
    auto text = nb::steal<nb::str>(PyUnicode_New(static_cast<Py_ssize_t>(length), 127));  // filled in place
    if (!text.is_valid()) throw nb::python_error();
    lines::write(answers, row, end, templates, static_cast<char*>(PyUnicode_DATA(text.ptr())));
    return {std::move(text), end};
}

// --- canonical forms ---------------------------------------------------------------------------------------

std::tuple<nb::bytes, nb::bytes, nb::bytes, std::uint64_t> canonical(const nb::bytes& digits) {
    const auto found = canon::canonical(to_puzzle(digits).data());
    return {to_bytes(found.line), to_bytes(found.by.from), to_bytes(found.by.digit), found.automorphisms};
}

// --- making ------------------------------------------------------------------------------------------------

// `groups` holds a group number per cell (see `make::recipe_from`); an empty `solution` means random grids.
make::Recipe to_recipe(const nb::bytes& groups, const nb::bytes& solution) {
    check_length(groups.size(), cells, "groups");
    make::Recipe recipe = make::recipe_from(to_span(groups).first<cells>());
    if (solution.size() != 0) {
        const auto grid = to_puzzle(solution);
        if (!ninefold::is_solution(grid, grid)) throw std::invalid_argument("the solution is not a full, correct grid");
        recipe.solution = grid.data();
    }
    return recipe;
}

bool make_many(const Column<const std::uint64_t>& seeds, const nb::bytes& groups, const nb::bytes& solution,
               unsigned threads, const Column<std::uint8_t>& solutions, const Column<std::uint8_t>& removed_at,
               const Column<std::uint8_t>& proper, std::optional<double> seconds, const nb::object& poll) {
    check_length(solutions.size(), seeds.size() * cells, "solutions");
    check_length(removed_at.size(), seeds.size() * cells, "removed_at");
    check_length(proper.size(), seeds.size(), "proper");
    const make::Recipe recipe = to_recipe(groups, solution);
    PolledRun run(seconds, poll);
    return run.run(seeds.size() <= max_small, [&](const lanes::Stop& stop) {
        make::make_many(to_span(seeds), recipe, threads,
                        {solutions.data(), removed_at.data(), proper.data(), &run.done()}, stop);
        return run.done() == seeds.size();
    });
}

void full_grids(const Column<const std::uint64_t>& seeds, std::size_t box_rows, std::size_t box_columns, unsigned threads,
                const Column<std::uint8_t>& digits) {
    const make::Shape shape{box_rows, box_columns};
    if (shape.size < 2 || shape.size > make::max_size) throw std::invalid_argument("the boxes do not fit a board");
    check_length(digits.size(), seeds.size() * shape.size * shape.size, "digits");
    PolledRun run(std::nullopt, nb::none());
    run.run(seeds.size() <= max_small, [&](const lanes::Stop& stop) {
        make::full_grids(shape, to_span(seeds), threads, digits.data(), &run.done(), stop);
        return run.done() == seeds.size();
    });
}

bool make_few_clues(const Column<const std::uint64_t>& seeds, unsigned clues, std::uint64_t steps, unsigned threads,
                    const Column<std::uint8_t>& puzzles, const Column<std::uint8_t>& clue_counts,
                    std::optional<double> seconds, const nb::object& poll) {
    check_length(puzzles.size(), seeds.size() * cells, "puzzles");
    check_length(clue_counts.size(), seeds.size(), "clue_counts");
    PolledRun run(seconds, poll);
    return run.run(false, [&](const lanes::Stop& stop) {
        const make::FewCluesOutput output{puzzles.data(), clue_counts.data(), &run.done()};
        make::make_few_clues(to_span(seeds), clues, steps, threads, output, stop);
        return run.done() == seeds.size();
    });
}

}  // namespace

NB_MODULE(_native, module) {
    module.doc() = "The native core of Ninefold.";

    nb::enum_<ninefold::Progress>(module, "Progress", "The state of a search after a slice.")
        .value("paused", ninefold::Progress::paused, "The slice is over; there is more to search.")
        .value("found", ninefold::Progress::found, "A solution was found; there may be more.")
        .value("ended", ninefold::Progress::ended, "Everything was searched; there are no more solutions.");

    nb::class_<ninefold::Board>(module, "NativeBoard",
                                "A layout prepared for the search; built once, shared by searches.")
        .def(nb::init<int, std::vector<std::vector<ninefold::Cell>>>(), "size"_a, "units"_a,
             "Build a board of N digits from the cells of its units.");

    nb::class_<ninefold::Search>(module, "NativeSearch", "Finds the solutions of any layout, one by one.")
        .def(
            "__init__",
            [](ninefold::Search* self, std::shared_ptr<const ninefold::Board> board, const nb::bytes& digits) {
                new (self) ninefold::Search(std::move(board), to_span(digits));
            },
            "board"_a, "digits"_a, "Start a search on a board from N² digits, 0 for empty.")
        .def(
            "require_difference",
            [](ninefold::Search& self, const nb::bytes& grid, const std::vector<ninefold::Cell>& places) {
                self.require_difference(to_span(grid), places);
            },
            "grid"_a, "cells"_a,
            "Only find solutions that differ from a full grid in one of these cells; call before `advance`.")
        .def("advance", &ninefold::Search::advance, "nodes"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Search for at most `nodes` nodes, or until the next solution, without holding the GIL.")
        .def("count", &count_found, "limit"_a, "seconds"_a = nb::none(), "poll"_a = nb::none(),
             "Count the solutions not found yet: the count, whether it is final, and whether it overflowed 64 bits.")
        .def_prop_ro(
            "digits", [](const ninefold::Search& self) { return to_bytes(self.digits()); },
            "The N² digits of the latest solution.")
        .def_prop_ro("nodes", &ninefold::Search::nodes, "The nodes searched so far.");

    nb::class_<lanes::Tree>(module, "Tree", "Finds the solutions of a 9×9 puzzle, one by one.")
        .def(
            "__init__",
            [](lanes::Tree* self, const nb::bytes& digits) { new (self) lanes::Tree(to_puzzle(digits)); }, "digits"_a,
            "Start a search from 81 digits, 0 for empty.")
        .def("advance", &lanes::Tree::advance, "nodes"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Search for at most `nodes` nodes, or until the next solution, without holding the GIL.")
        .def_prop_ro(
            "digits", [](const lanes::Tree& self) { return to_bytes(self.digits()); },
            "The 81 digits of the latest solution.")
        .def_prop_ro("nodes", &lanes::Tree::nodes, "The nodes searched so far: guesses and backtracks.")
        .def_prop_ro("guesses", &lanes::Tree::guesses, "The guesses made so far.");

    module.def("solve_many", &solve_many, "digits"_a.noconvert(), "limit"_a, "threads"_a, "statuses"_a.noconvert(),
               "ended"_a.noconvert(), "counts"_a.noconvert(), "solutions"_a.noconvert(), "guesses"_a.noconvert(),
               "seconds"_a = nb::none(), "poll"_a = nb::none(),
               "Solve the 9×9 puzzles of a column of digits into the given columns; return whether all were answered.");
    module.def("first_wrong", &first_wrong, "digits"_a.noconvert(), "solutions"_a.noconvert(),
               "statuses"_a.noconvert(), "threads"_a = 1,
               "The first puzzle whose solution is wrong; the number of puzzles if there is none.");
    module.def("find_second", &find_second, "digits"_a.noconvert(), "statuses"_a.noconvert(),
               "second_solutions"_a.noconvert(), "seconds"_a = nb::none(), "poll"_a = nb::none(),
               "Find the second solution of each puzzle that has several; return whether all were found.");
    module.def("first_wrong_second", &first_wrong_second, "digits"_a.noconvert(), "solutions"_a.noconvert(),
               "second_solutions"_a.noconvert(), "statuses"_a.noconvert(),
               "The first puzzle whose second solution is wrong or repeated; the number of puzzles if there is none.");
    module.def(
        "has_clash", [](const nb::bytes& digits) { return ninefold::has_clash(to_puzzle(digits)); }, "digits"_a,
        "Whether a digit of a 9×9 puzzle appears twice in a unit.");
    module.def("count", &count, "digits"_a, "limit"_a, "threads"_a, "seconds"_a = nb::none(), "poll"_a = nb::none(),
               "Count the solutions of a 9×9 puzzle: the count, whether it is final, whether it overflowed 64 bits.");
    module.def("versions", &lanes::versions, "The versions of the 9×9 engine that this CPU can run, best first.");
    module.def("version", &lanes::version, "The version of the 9×9 engine in use.");

    module.def("canonical", &canonical, "digits"_a,
               "The canonical form of a 9×9 grid, the source cell of each position, the label of each digit, and the"
               " number of automorphisms.");
    module.def("make_many", &make_many, "seeds"_a.noconvert(), "groups"_a, "solution"_a, "threads"_a,
               "solutions"_a.noconvert(), "removed_at"_a.noconvert(), "proper"_a.noconvert(), "seconds"_a = nb::none(),
               "poll"_a = nb::none(),
               "Make a 9×9 puzzle from each seed: its solution, and when each clue was removed; return whether all were"
               " made.");
    module.def("full_grids", &full_grids, "seeds"_a.noconvert(), "box_rows"_a, "box_columns"_a, "threads"_a,
               "digits"_a.noconvert(), "Make a random full grid from each seed, on a board with boxes of this shape.");
    module.def("make_few_clues", &make_few_clues, "seeds"_a.noconvert(), "clues"_a, "steps"_a, "threads"_a,
               "puzzles"_a.noconvert(), "clue_counts"_a.noconvert(), "seconds"_a = nb::none(), "poll"_a = nb::none(),
               "Search from each seed for a 9×9 puzzle with few clues; return whether all searches finished.");

    module.def("read_lines", &read_lines, "text"_a, "start"_a, "is_last"_a, "in_list"_a, "digits"_a.noconvert(),
               "Read plain lines: the number of puzzles, lines and bytes, and whether the next line continues a list.");
    module.def("write_lines", &write_lines, "digits"_a.noconvert(), "solutions"_a.noconvert(),
               "statuses"_a.noconvert(), "guesses"_a.noconvert(), "second_solutions"_a.noconvert(), "row"_a, "end"_a,
               "accept_solved"_a, "templates"_a,
               "The plain answers from a row on, written by the templates, and the first row that is not plain.");

    bind_bulk(module);
    bind_logic(module);
    bind_rating(module);
}
