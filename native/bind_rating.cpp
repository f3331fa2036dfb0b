// The Python binding of the raters.

#include "bind_rating.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>

#include "bind_run.hpp"
#include "checks.hpp"
#include "rating.hpp"

namespace nb = nanobind;
namespace rating = ninefold::rating;
using namespace nb::literals;
using ninefold::Column;
using ninefold::to_span;

namespace {

// Each row of `explanations` has seven bytes; see rating::Explanation.
bool explain_many(const Column<const std::uint8_t>& digits, unsigned threads, const Column<std::uint8_t>& explanations,
                  std::optional<double> seconds, const nb::object& poll, bool sukaku) {
    const auto program = sukaku ? rating::Program::sukaku : rating::Program::explainer;
    const auto puzzles = to_span(digits);
    ninefold::check_digits(puzzles);
    const std::size_t rows = puzzles.size() / ninefold::cells;
    ninefold::check_length(explanations.size(), rows * sizeof(rating::Explanation), "explanations");
    const std::span found(reinterpret_cast<rating::Explanation*>(explanations.data()), rows);
    ninefold::PolledRun run(seconds, poll);
    return run.run(rows <= 16, [&](const ninefold::lanes::Stop& stop) {
        return rating::explain_many(puzzles, program, threads, found, run.done(), stop);
    });
}

// Calls a rater of puzzles with their solutions; each row of `found` has the bytes of a `Row`.
template <class Row, class Rater>
bool rate_solved(const Rater& rater, const Column<const std::uint8_t>& digits, const Column<const std::uint8_t>& solutions,
                 unsigned threads, const Column<std::uint8_t>& found, std::optional<double> seconds,
                 const nb::object& poll) {
    const auto puzzles = to_span(digits), answers = to_span(solutions);
    ninefold::check_digits(puzzles);
    ninefold::check_digits(answers);
    ninefold::check_length(answers.size(), puzzles.size(), "solutions");
    const std::size_t rows = puzzles.size() / ninefold::cells;
    ninefold::check_length(found.size(), rows * sizeof(Row), "found");
    if (std::ranges::find(answers, 0) != answers.end()) throw std::invalid_argument("a solution has empty cells");
    const std::span table(reinterpret_cast<Row*>(found.data()), rows);
    ninefold::PolledRun run(seconds, poll);
    return run.run(rows <= 16, [&](const ninefold::lanes::Stop& stop) {
        return rater(puzzles, answers, threads, table, run.done(), stop);
    });
}

bool measure_many(const Column<const std::uint8_t>& digits, const Column<const std::uint8_t>& solutions,
                  unsigned threads, const Column<std::uint8_t>& measured, std::optional<double> seconds,
                  const nb::object& poll, bool brief) {
    const auto measure = [brief](auto puzzles, auto answers, unsigned count, auto table, auto& done, const auto& stop) {
        return rating::measure_many(puzzles, answers, count, brief, table, done, stop);
    };
    return rate_solved<rating::Measured>(measure, digits, solutions, threads, measured, seconds, poll);
}

bool score_many(const Column<const std::uint8_t>& digits, const Column<const std::uint8_t>& solutions, unsigned threads,
                const Column<std::uint8_t>& scored, std::optional<double> seconds, const nb::object& poll,
                bool backdoors) {
    const auto score = [backdoors](auto puzzles, auto answers, unsigned count, auto table, auto& done, const auto& stop) {
        return rating::score_many(puzzles, answers, count, backdoors, table, done, stop);
    };
    return rate_solved<rating::Scored>(score, digits, solutions, threads, scored, seconds, poll);
}

nb::list hodoku_steps() {
    nb::list names;
    for (const auto& one : ninefold::hodoku::techniques) names.append(one.name);
    return names;
}

}  // namespace

void bind_rating(nb::module_& module) {
    module.def("explain_many", &explain_many, "digits"_a.noconvert(), "threads"_a, "explanations"_a.noconvert(),
               "seconds"_a = nb::none(), "poll"_a = nb::none(), "sukaku"_a = false,
               "Rate 9×9 puzzles with one solution as Sudoku Explainer 1.2.1 does, or SukakuExplainer 1.18.1: seven"
               " bytes each, the state, ER, EP and ED in tenths, and the techniques behind them; return whether all"
               " were rated.");
    module.def("measure_many", &measure_many, "digits"_a.noconvert(), "solutions"_a.noconvert(), "threads"_a,
               "measured"_a.noconvert(), "seconds"_a = nb::none(), "poll"_a = nb::none(), "brief"_a = false,
               "Count what a person does to solve 9×9 puzzles with these solutions; return whether all were measured."
               " If brief, only as far as levels need.");
    module.def("score_many", &score_many, "digits"_a.noconvert(), "solutions"_a.noconvert(), "threads"_a,
               "scored"_a.noconvert(), "seconds"_a = nb::none(), "poll"_a = nb::none(), "backdoors"_a = true,
               "Score 9×9 puzzles with these solutions as HoDoKu 2.2.0 does, and find their backdoors if wanted;"
               " return whether all were scored.");
    module.def("hodoku_steps", &hodoku_steps, nb::sig("def hodoku_steps() -> list[str]"),
               "The steps that HoDoKu uses by default, in its order.");
    module.def("rating_version", &rating::version, "The version of the raters in use.");
}
