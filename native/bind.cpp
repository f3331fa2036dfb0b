// The Python face of the native code; the only file here that knows Python.
//
// Long work is done in a thread of its own without the interpreter's lock. The thread that asked waits for
// it, and every 20 ms takes the lock for a look: at signals (Ctrl-C), and by calling `look`, which is told how
// much is done and says whether to stop. The worker has always ended before the answer, or an error, is given.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "canon.hpp"
#include "few.hpp"
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
using namespace std::chrono_literals;
using ninefold::cells;

namespace {

// --- values ------------------------------------------------------------------------------------------------

nb::bytes to_bytes(std::span<const std::uint8_t> values) {
    return nb::bytes(reinterpret_cast<const char*>(values.data()), values.size());
}

std::span<const std::uint8_t> to_span(const nb::bytes& values) {
    return {static_cast<const std::uint8_t*>(values.data()), values.size()};
}

// Columns: anything with a buffer, a NumPy array or a bytearray; they are never copied.
template <class T>
using Column = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<T> to_span(const Column<T>& column) {
    return {column.data(), column.size()};
}

std::span<const ninefold::Status> to_statuses(const Column<const std::uint8_t>& column) {
    return {reinterpret_cast<const ninefold::Status*>(column.data()), column.size()};
}

void check_length(std::size_t length, std::size_t expected, const char* name) {
    if (length != expected) {
        throw std::invalid_argument(std::string(name) + ": " + std::to_string(length) + " values, expected " +
                                    std::to_string(expected));
    }
}

void check_digits(std::span<const std::uint8_t> digits) {
    if (digits.size() % cells != 0) throw std::invalid_argument("a puzzle has 81 digits");
    if (lines::first_odd_cell(digits) != digits.size()) throw std::invalid_argument("a digit is above 9");
}

ninefold::Puzzle to_puzzle(const nb::bytes& digits) {
    const auto values = to_span(digits);
    check_length(values.size(), cells, "digits");
    check_digits(values);
    return values.first<cells>();
}

// --- waiting -----------------------------------------------------------------------------------------------

using Clock = std::chrono::steady_clock;

inline constexpr auto glance = 20ms;

Clock::time_point deadline_in(std::optional<double> seconds) {
    if (!seconds) return Clock::time_point::max();
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
}

// One piece of long work: `work` is called with when to stop, and says whether it came to its end.
class Attended {
  public:
    Attended(std::optional<double> seconds, const nb::object& look) : deadline_(deadline_in(seconds)), look_(look) {}

    std::atomic<std::size_t> done{0};  // for `look`

    // Does the work; what takes no longer than a glance, if it may, without a thread for it.
    void run(const std::function<bool(const lanes::Stop&)>& work, bool is_small) {
        if (is_small) {
            const nb::gil_scoped_release free;
            const auto soon = std::min(deadline_, Clock::now() + glance);
            if (work({nullptr, soon}) || Clock::now() >= deadline_) return;
            done = 0;
        }
        run_aside([&] { work({&cancelled_, deadline_}); });
    }

  private:
    void run_aside(const std::function<void()>& work) {
        std::mutex mutex;
        std::condition_variable change;
        bool is_over = false;
        std::exception_ptr failure;
        std::exception_ptr interruption;
        {
            const nb::gil_scoped_release free;
            std::thread worker([&] {
                try {
                    work();
                } catch (...) {
                    failure = std::current_exception();
                }
                const std::scoped_lock lock(mutex);
                is_over = true;
                change.notify_one();
            });
            std::unique_lock lock(mutex);
            while (!change.wait_for(lock, glance, [&] { return is_over; })) {
                lock.unlock();
                if (!interruption) interruption = glance_up();
                lock.lock();
            }
            lock.unlock();
            worker.join();
        }
        if (interruption) std::rethrow_exception(interruption);
        if (failure) std::rethrow_exception(failure);
    }

    // Looks at signals and asks `look`; what is raised there is given back, and stops the work.
    std::exception_ptr glance_up() {
        const nb::gil_scoped_acquire held;
        try {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            if (!look_.is_none() && nb::cast<bool>(look_(done.load()))) cancelled_ = true;
        } catch (...) {
            cancelled_ = true;
            return std::current_exception();
        }
        return nullptr;
    }

    Clock::time_point deadline_;
    nb::object look_;
    std::atomic<bool> cancelled_{false};
};

// --- many puzzles ------------------------------------------------------------------------------------------

// So few puzzles are solved at once, unless they turn out to be hard.
inline constexpr std::size_t few = 256;

// Where the answers of `solve_many` go, as they come from Python.
struct Columns {
    std::span<std::uint8_t> statuses;
    std::span<std::uint8_t> ended;
    std::span<std::uint64_t> counts;
    std::span<std::uint8_t> solutions;
    std::span<std::uint64_t> guesses;
};

// Whether everything was answered. A puzzle has ended only if it was searched to its end, not if the limit stopped it.
bool solve_and_settle(std::span<const std::uint8_t> digits, std::uint64_t limit, unsigned threads,
                      const Columns& columns, std::atomic<std::size_t>& done, const lanes::Stop& stop) {
    std::ranges::fill(columns.ended, std::uint8_t{0});
    lanes::solve_many(digits, limit, threads,
                      {columns.counts.data(), columns.solutions.data(), columns.guesses.data(), columns.ended.data(),
                       &done},
                      stop);
    bool is_all = true;
    for (std::size_t row = 0; row < columns.ended.size(); ++row) {
        const bool is_answered = columns.ended[row] != 0;
        is_all = is_all && is_answered;
        columns.statuses[row] = static_cast<std::uint8_t>(ninefold::status_of(columns.counts[row], is_answered, limit));
        columns.ended[row] = is_answered && columns.counts[row] < limit;
    }
    return is_all;
}

bool solve_many(const Column<const std::uint8_t>& digits, std::uint64_t limit, unsigned threads,
                const Column<std::uint8_t>& statuses, const Column<std::uint8_t>& ended,
                const Column<std::uint64_t>& counts, const Column<std::uint8_t>& solutions,
                const Column<std::uint64_t>& guesses, std::optional<double> seconds, const nb::object& look) {
    const auto puzzles = to_span(digits);
    check_digits(puzzles);
    const std::size_t rows = puzzles.size() / cells;
    check_length(statuses.size(), rows, "statuses");
    check_length(ended.size(), rows, "ended");
    check_length(counts.size(), rows, "counts");
    check_length(solutions.size(), puzzles.size(), "solutions");
    check_length(guesses.size(), rows, "guesses");
    const Columns columns{to_span(statuses), to_span(ended), to_span(counts), to_span(solutions), to_span(guesses)};
    Attended attended(seconds, look);
    bool is_all = false;
    attended.run(
        [&](const lanes::Stop& stop) {
            return is_all = solve_and_settle(puzzles, limit, threads, columns, attended.done, stop);
        },
        rows <= few);
    return is_all;
}

std::size_t first_wrong(const Column<const std::uint8_t>& digits, const Column<const std::uint8_t>& solutions,
                        const Column<const std::uint8_t>& statuses, unsigned threads) {
    static constexpr std::size_t few_grids = 100'000;  // the judge is much quicker than the engine
    const std::size_t rows = statuses.size();
    check_length(digits.size(), rows * cells, "digits");
    check_length(solutions.size(), rows * cells, "solutions");
    std::size_t wrong = rows;
    Attended(std::nullopt, nb::none())
        .run(
            [&](const lanes::Stop& stop) {
                const auto judged = to_statuses(statuses);
                wrong = ninefold::first_wrong(to_span(digits), to_span(solutions), judged, threads, stop.cancelled);
                return true;
            },
            rows <= few_grids);
    return wrong;
}

bool find_second(const Column<const std::uint8_t>& digits, const Column<const std::uint8_t>& statuses,
                 const Column<std::uint8_t>& second_solutions, std::optional<double> seconds, const nb::object& look) {
    check_digits(to_span(digits));
    check_length(digits.size(), statuses.size() * cells, "digits");
    check_length(second_solutions.size(), statuses.size() * cells, "second_solutions");
    bool is_all = false;
    Attended(seconds, look).run(
        [&](const lanes::Stop& stop) {
            const auto known = to_statuses(statuses);
            return is_all = ninefold::find_second(to_span(digits), known, to_span(second_solutions), stop);
        },
        true);
    return is_all;
}

std::size_t first_wrong_second(const Column<const std::uint8_t>& digits, const Column<const std::uint8_t>& solutions,
                               const Column<const std::uint8_t>& second_solutions,
                               const Column<const std::uint8_t>& statuses) {
    check_length(digits.size(), statuses.size() * cells, "digits");
    check_length(solutions.size(), statuses.size() * cells, "solutions");
    check_length(second_solutions.size(), statuses.size() * cells, "second_solutions");
    const nb::gil_scoped_release free;
    return ninefold::first_wrong_second(to_span(digits), to_span(solutions), to_span(second_solutions),
                                        to_statuses(statuses));
}

using Counted = std::tuple<std::uint64_t, bool, bool>;

Counted to_tuple(const lanes::Count& count) { return {count.solutions, count.ended, count.saturated}; }

Counted count(const nb::bytes& digits, std::uint64_t limit, unsigned threads, std::optional<double> seconds,
              const nb::object& look) {
    const auto puzzle = to_puzzle(digits);
    lanes::Count count;
    Attended(seconds, look).run(
        [&](const lanes::Stop& stop) {
            count = lanes::count(puzzle, limit, threads, stop);
            return count.ended;
        },
        true);
    return to_tuple(count);
}

Counted count_found(ninefold::Search& search, std::uint64_t limit, std::optional<double> seconds,
                    const nb::object& look) {
    lanes::Count count;
    Attended(seconds, look).run(
        [&](const lanes::Stop& stop) {
            const auto more = ninefold::count_found(search, limit - count.solutions, stop);
            count = {count.solutions + more.solutions, more.ended, false};
            return count.ended;
        },
        true);
    return to_tuple(count);
}

// --- lines -------------------------------------------------------------------------------------------------

std::tuple<std::size_t, std::size_t, std::size_t, bool> read_lines(const nb::bytes& text, std::size_t start,
                                                                   bool is_end, bool in_list,
                                                                   const Column<std::uint8_t>& digits) {
    const auto rest = std::string_view(static_cast<const char*>(text.data()), text.size()).substr(
        std::min(start, text.size()));
    const nb::gil_scoped_release free;
    const lines::Reading reading = lines::read(rest, is_end, in_list, to_span(digits));
    return {reading.rows, reading.lines, reading.bytes, reading.in_list};
}

using Texts = std::tuple<std::string_view, std::string_view, std::string_view>;

bool is_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 128; });
}

std::tuple<nb::str, std::size_t> write_lines(const Column<const std::uint8_t>& digits,
                                             const Column<const std::uint8_t>& solutions,
                                             const Column<const std::uint8_t>& statuses,
                                             const Column<const std::uint64_t>& guesses,
                                             const Column<const std::uint8_t>& second_solutions, std::size_t row,
                                             std::size_t end, bool solved_will_do, const Texts& forms) {
    const std::size_t rows = statuses.size();
    check_length(digits.size(), rows * cells, "digits");
    check_length(solutions.size(), rows * cells, "solutions");
    check_length(guesses.size(), rows, "guesses");
    if (second_solutions.size() != 0) check_length(second_solutions.size(), rows * cells, "second_solutions");
    const auto [found, two, none] = forms;
    if (row > end || end > rows) throw std::invalid_argument("no such rows");
    if (!is_ascii(found) || !is_ascii(two) || !is_ascii(none)) throw std::invalid_argument("a form is ASCII");
    const lines::Answered answered{to_span(digits), to_span(solutions), to_statuses(statuses), to_span(guesses),
                                   to_span(second_solutions)};
    const lines::Form form{found, two, none};
    end = lines::plain_end(answered, row, end, solved_will_do);
    const std::size_t length = lines::length(answered, row, end, form);
    auto text = nb::steal<nb::str>(PyUnicode_New(static_cast<Py_ssize_t>(length), 127));  // written where it stays
    if (!text.is_valid()) throw nb::python_error();
    lines::write(answered, row, end, form, static_cast<char*>(PyUnicode_DATA(text.ptr())));
    return {std::move(text), end};
}

// --- canonical forms ---------------------------------------------------------------------------------------

std::tuple<nb::bytes, nb::bytes, nb::bytes, std::uint64_t> canonical(const nb::bytes& digits) {
    const auto found = canon::canonical(to_puzzle(digits).data());
    return {to_bytes(found.line), to_bytes(found.by.from), to_bytes(found.by.digit), found.automorphisms};
}

void canonical_lines(const Column<const std::uint8_t>& digits, const Column<std::uint8_t>& lines) {
    check_digits(to_span(digits));
    check_length(lines.size(), digits.size(), "lines");
    const nb::gil_scoped_release free;
    canon::canonical_lines(digits.data(), digits.size() / cells, lines.data());
}

// --- making ------------------------------------------------------------------------------------------------

// What is wanted, from a part for each cell: 0 is a clue in any case, `make::never` never one; cells of an equal number
// are clues together or not at all.
make::Wishes to_wishes(const nb::bytes& parts, const nb::bytes& solution) {
    const auto part_of = to_span(parts);
    check_length(part_of.size(), cells, "parts");
    make::Wishes wishes;
    std::vector<std::vector<std::uint8_t>> by_number(256);
    for (std::size_t cell = 0; cell < cells; ++cell) {
        by_number[part_of[cell]].push_back(static_cast<std::uint8_t>(cell));
    }
    wishes.barred = std::move(by_number[make::never]);
    for (std::size_t number = 1; number < make::never; ++number) {
        if (!by_number[number].empty()) wishes.parts.push_back(std::move(by_number[number]));
    }
    if (solution.size() != 0) {
        const auto puzzle = to_puzzle(solution);
        if (!ninefold::is_solution(puzzle, puzzle)) throw std::invalid_argument("the solution is no full, correct grid");
        wishes.solution = puzzle.data();
    }
    return wishes;
}

bool make_many(const Column<const std::uint64_t>& keys, const nb::bytes& parts, const nb::bytes& solution,
               unsigned threads, const Column<std::uint8_t>& solutions, const Column<std::uint8_t>& taken,
               const Column<std::uint8_t>& proper, std::optional<double> seconds, const nb::object& look) {
    check_length(solutions.size(), keys.size() * cells, "solutions");
    check_length(taken.size(), keys.size() * cells, "taken");
    check_length(proper.size(), keys.size(), "proper");
    const make::Wishes wishes = to_wishes(parts, solution);
    Attended attended(seconds, look);
    bool is_all = false;
    attended.run(
        [&](const lanes::Stop& stop) {
            make::make_many(to_span(keys), wishes, threads,
                            {solutions.data(), taken.data(), proper.data(), &attended.done}, stop);
            return is_all = attended.done == keys.size();
        },
        keys.size() <= few);
    return is_all;
}

bool make_few(const Column<const std::uint64_t>& keys, unsigned clues, std::uint64_t steps, unsigned threads,
              const Column<std::uint8_t>& puzzles, const Column<std::uint8_t>& reached, std::optional<double> seconds,
              const nb::object& look) {
    check_length(puzzles.size(), keys.size() * cells, "puzzles");
    check_length(reached.size(), keys.size(), "reached");
    Attended attended(seconds, look);
    bool is_all = false;
    attended.run(
        [&](const lanes::Stop& stop) {
            make::make_few(to_span(keys), clues, steps, threads, {puzzles.data(), reached.data(), &attended.done}, stop);
            return is_all = attended.done == keys.size();
        },
        false);
    return is_all;
}

}  // namespace

NB_MODULE(_native, module) {
    module.doc() = "The native core of Ninefold.";

    nb::enum_<ninefold::Progress>(module, "Progress", "Where a search stands after a stretch.")
        .value("paused", ninefold::Progress::paused, "The stretch is over; there is more to search.")
        .value("found", ninefold::Progress::found, "A solution was found; there may be more.")
        .value("ended", ninefold::Progress::ended, "Everything was searched; there are no more solutions.");

    nb::class_<ninefold::Board>(module, "Board", "A layout as the search needs it; made once, shared by searches.")
        .def(nb::init<int, std::vector<std::vector<ninefold::Cell>>>(), "size"_a, "units"_a,
             "A board of N digits and the cells of its units.");

    nb::class_<ninefold::Search>(module, "Search", "Finds the solutions of any layout, one after the other.")
        .def(
            "__init__",
            [](ninefold::Search* self, std::shared_ptr<const ninefold::Board> board, const nb::bytes& digits) {
                new (self) ninefold::Search(std::move(board), to_span(digits));
            },
            "board"_a, "digits"_a, "A search on a board with N² digits, 0 for empty.")
        .def(
            "differ",
            [](ninefold::Search& self, const nb::bytes& grid, const std::vector<ninefold::Cell>& places) {
                self.differ(to_span(grid), places);
            },
            "grid"_a, "cells"_a,
            "Before the search begins: only solutions that differ from a full grid in one of these cells count.")
        .def("advance", &ninefold::Search::advance, "nodes"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Search on for at most so many nodes, or until the next solution, without holding the GIL.")
        .def("count", &count_found, "limit"_a, "seconds"_a = nb::none(), "look"_a = nb::none(),
             "Count the solutions not found yet: how many, whether that stands, and whether it is too large to tell.")
        .def_prop_ro(
            "digits", [](const ninefold::Search& self) { return to_bytes(self.digits()); },
            "The N² digits of the solution last found.")
        .def_prop_ro("nodes", &ninefold::Search::nodes, "The nodes searched so far.");

    nb::class_<lanes::Tree>(module, "Tree", "Finds the solutions of a 9×9 puzzle, one after the other.")
        .def(
            "__init__",
            [](lanes::Tree* self, const nb::bytes& digits) { new (self) lanes::Tree(to_puzzle(digits)); }, "digits"_a,
            "A search for the solutions of 81 digits, 0 for empty.")
        .def("advance", &lanes::Tree::advance, "nodes"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Search on for at most so many nodes, or until the next solution, without holding the GIL.")
        .def_prop_ro(
            "digits", [](const lanes::Tree& self) { return to_bytes(self.digits()); },
            "The 81 digits of the solution last found.")
        .def_prop_ro("nodes", &lanes::Tree::nodes, "The nodes searched so far: guesses and ways back.")
        .def_prop_ro("guesses", &lanes::Tree::guesses, "The guesses made so far.");

    module.def("solve_many", &solve_many, "digits"_a.noconvert(), "limit"_a, "threads"_a, "statuses"_a.noconvert(),
               "ended"_a.noconvert(), "counts"_a.noconvert(), "solutions"_a.noconvert(), "guesses"_a.noconvert(),
               "seconds"_a = nb::none(), "look"_a = nb::none(),
               "Answer the 9×9 puzzles of a column of digits, into the columns given; whether that was done for all.");
    module.def("first_wrong", &first_wrong, "digits"_a.noconvert(), "solutions"_a.noconvert(),
               "statuses"_a.noconvert(), "threads"_a = 1,
               "The first puzzle whose solution is none; the number of puzzles if all is right.");
    module.def("find_second", &find_second, "digits"_a.noconvert(), "statuses"_a.noconvert(),
               "second_solutions"_a.noconvert(), "seconds"_a = nb::none(), "look"_a = nb::none(),
               "Find the second solution of each puzzle that has several; whether that was done for all.");
    module.def("first_wrong_second", &first_wrong_second, "digits"_a.noconvert(), "solutions"_a.noconvert(),
               "second_solutions"_a.noconvert(), "statuses"_a.noconvert(),
               "The first puzzle whose second solution is none, or its first; the number of puzzles if all is right.");
    module.def(
        "has_clash", [](const nb::bytes& digits) { return ninefold::has_clash(to_puzzle(digits)); }, "digits"_a,
        "Whether a digit of a 9×9 puzzle stands twice in a unit.");
    module.def("count", &count, "digits"_a, "limit"_a, "threads"_a, "seconds"_a = nb::none(), "look"_a = nb::none(),
               "Count the solutions of a 9×9 puzzle: how many, whether that stands, whether it is too large to tell.");
    module.def("versions", &lanes::versions, "The versions of the 9×9 engine that this CPU can run, best first.");
    module.def("version", &lanes::version, "The version of the 9×9 engine in use.");

    module.def("canonical", &canonical, "digits"_a,
               "The canonical form of a 9×9 grid, the cell that moves to each place, the name of each digit, and how many"
               " moves of cells leave the grid as it is.");
    module.def("canonical_lines", &canonical_lines, "digits"_a.noconvert(), "lines"_a.noconvert(),
               "The canonical form of each grid of a column of digits, into the column given.");

    module.def("make_many", &make_many, "keys"_a.noconvert(), "parts"_a, "solution"_a, "threads"_a,
               "solutions"_a.noconvert(), "taken"_a.noconvert(), "proper"_a.noconvert(), "seconds"_a = nb::none(),
               "look"_a = nb::none(),
               "Make a 9×9 puzzle of each key: its solution, and when each clue was taken away; whether that was done"
               " for all.");
    module.def("make_few", &make_few, "keys"_a.noconvert(), "clues"_a, "steps"_a, "threads"_a, "puzzles"_a.noconvert(),
               "reached"_a.noconvert(), "seconds"_a = nb::none(), "look"_a = nb::none(),
               "Search from each key for a 9×9 puzzle with few clues; whether that was done for all.");

    module.def("read_lines", &read_lines, "text"_a, "start"_a, "is_end"_a, "in_list"_a, "digits"_a.noconvert(),
               "Read plain lines: how many puzzles, lines and bytes, and whether the next line stands in a list.");
    module.def("write_lines", &write_lines, "digits"_a.noconvert(), "solutions"_a.noconvert(),
               "statuses"_a.noconvert(), "guesses"_a.noconvert(), "second_solutions"_a.noconvert(), "row"_a, "end"_a,
               "solved_will_do"_a, "forms"_a,
               "The answers from a row on in a form, and the row where they stop being plain.");
    module.def(
        "first_odd_cell",
        [](const Column<const std::uint8_t>& digits) {
            const nb::gil_scoped_release free;
            return lines::first_odd_cell(to_span(digits));
        },
        "digits"_a.noconvert(), "The first cell with a digit above 9; the number of cells if there is none.");
}
