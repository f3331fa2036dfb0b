// Whole-board arguments of the independent check (verify.hpp): counting, and symmetry of the clues.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "logic/position.hpp"
#include "logic/step.hpp"
#include "logic/symmetry.hpp"

namespace ninefold::logic {

constexpr bool is_counted(Technique technique) {
    return technique == Technique::sk_loop || technique == Technique::multi_sector_locked_sets;
}

// Whether the truths, different cells, outnumber what covers them if a candidate outside holds: every candidate they keep
// lies in a pair (unit, digit) of the cover parts that the candidate does not use up, and there are fewer pairs than cells.
template <int W>
bool outnumbered(const Position<W>& p, const Step<W>& step, Candidate c) {
    const Layout<W>& l = p.layout();
    std::array<Digits, Limits<W>::units> covers{};
    for (const Part<W>& part : step.parts) {
        if (part.role == Role::cover && part.unit >= 0) covers[static_cast<std::size_t>(part.unit)] |= part.digits;
    }
    int pairs = 0;
    for (int unit = 0; unit < l.unit_count(); ++unit) {
        Digits& digits = covers[static_cast<std::size_t>(unit)];
        if (l.unit(unit).has(c.cell)) digits &= ~bit(c.digit);
        pairs += count(digits);
    }
    Cells<W> cells;
    for (const Truth& truth : step.truths) {
        if (truth.kind != Truth::Kind::cell || truth.what == c.cell || cells.has(truth.what)) return false;
        cells.add(truth.what);
        Digits left = p.candidates(truth.what);
        if (l.sees(truth.what, c.cell)) left &= ~bit(c.digit);
        for (const Seat seat : l.seats_of(truth.what)) left &= ~covers[seat.unit];
        if (left) return false;
    }
    return pairs < cells.size();
}

// Whether the clues have a symmetry with the listed exchanges that excludes every removed candidate.
template <int W>
bool is_symmetric(const Position<W>& p, const Step<W>& step) {
    if (!p.layout().is_standard() || !step.places.empty()) return false;
    const auto same = [](const Part<W>& a, const Part<W>& b) {
        return a.role == b.role && a.unit == b.unit && a.digits == b.digits && a.cells == b.cells;
    };
    return std::any_of(Symmetry::turns.begin(), Symmetry::turns.end(), [&](Symmetry::Turn turn) {
        const auto symmetry = symmetry_of(p, turn);
        if (!symmetry) return false;
        const auto groups = exchanged(p, *symmetry);
        return std::equal(groups.begin(), groups.end(), step.parts.begin(), step.parts.end(), same) &&
               std::all_of(step.removes.begin(), step.removes.end(), [&](Candidate c) { return symmetry->excludes(p, c); });
    });
}

}  // namespace ninefold::logic
