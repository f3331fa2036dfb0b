// The functions of a version; see version.hpp.
#pragma once

#include <algorithm>
#include <cstring>
#include <iterator>
#include <type_traits>

#include "explainer/rater.hpp"
#include "hodoku/rater.hpp"
#include "measure/backdoor.hpp"
#include "measure/scanner.hpp"
#include "version.hpp"

namespace ninefold::rating::NINEFOLD_VERSION {

namespace explainer = ninefold::explainer::NINEFOLD_VERSION;
namespace model = ninefold::measure::NINEFOLD_VERSION;
using explainer::Case;
using explainer::Rater;

static_assert(std::is_trivially_copyable_v<Case> && sizeof(Case) <= sizeof(Unfinished));

inline Case case_in(const Unfinished& puzzle) {
    Case found;
    std::memcpy(&found, puzzle.memory, sizeof found);
    return found;
}

inline void* make_rater(Program program, const StopCheck& stop) { return new Rater(program, stop); }
inline void delete_rater(void* rater) { delete static_cast<Rater*>(rater); }

inline bool begin(Unfinished& puzzle, const std::uint8_t* digits) {
    Case fresh;
    if (!fresh.position.read(digits)) return false;
    std::memcpy(puzzle.memory, &fresh, sizeof fresh);
    return true;
}

inline Explaining explain(void* rater, Unfinished& puzzle, bool only_fast) {
    Case current = case_in(puzzle);
    const Explaining state = static_cast<Rater*>(rater)->run(current, only_fast);
    std::memcpy(puzzle.memory, &current, sizeof current);
    return state;
}

inline Explained explained(const Unfinished& puzzle) { return case_in(puzzle).rating(); }

inline void measure(const std::uint8_t* puzzles, const std::uint8_t* solutions, Measured* measured, std::size_t rows,
                    measure::LookFunction look, bool is_brief) {
    const auto scanner = std::make_unique<model::Scanner>(look, is_brief);
    scanner->measure(puzzles, solutions, measured, static_cast<int>(rows));
}

inline void score(const std::uint8_t* puzzles, const std::uint8_t* solutions, Scored* scored, std::size_t rows,
                  bool backdoors, const StopCheck& stop) {
    const auto rater = std::make_unique<hodoku::NINEFOLD_VERSION::Rater>();
    for (std::size_t row = 0; row < rows; ++row) {
        const std::uint8_t *puzzle = puzzles + 81 * row, *solution = solutions + 81 * row;
        rater->score(puzzle, solution, scored[row], stop);
        if (!scored[row].is_done) return;
        const auto& counts = scored[row].counts;
        const bool only_singles = std::all_of(counts + hodoku::hidden_single + 1, std::end(counts), [](int n) { return !n; });
        if (backdoors && !only_singles) scored[row].backdoor = static_cast<std::uint8_t>(model::Backdoor().size(puzzle, solution));
    }
}

constexpr Version version(const char* name) {
    return {name, make_rater, delete_rater, begin, explain, explained, measure, score};
}

}  // namespace ninefold::rating::NINEFOLD_VERSION
