// Locked candidates: all places of a digit in one full unit lie in another unit too, so the rest of that unit loses it.
//
// 1. Pointing: the unit that confines the digit is not a line (a box, say).
// 2. Claiming: it is a row or a column.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "logic/finder.hpp"

namespace ninefold::logic {

template <int W>
void give_locked(Finder<W>& f, Technique technique, const typename Layout<W>::Crossing& crossing, int digit) {
    auto& step = f.start(technique);
    step.remove(f.p.places(crossing.into, digit) - crossing.cells, digit);
    if (f.evidence()) {
        step.add(Role::base, bit(digit), f.p.places(crossing.from, digit), crossing.from);
        step.add(Role::cover, bit(digit), f.p.places(crossing.into, digit), crossing.into);
        step.truths.push_back(unit_truth(crossing.from, digit));
    }
    f.give();
}

// Which of the crossings of a unit hold all these places. Mostly none does, so all are tested without a branch for each.
template <int W>
Cells<2> holding(std::span<const typename Layout<W>::Crossing> crossings, Digits places) {
    Cells<2> found;
    for (std::size_t from = 0; from < crossings.size(); from += 64) {
        std::uint64_t word = 0;
        for (std::size_t i = from; i < std::min(from + 64, crossings.size()); ++i) {
            word |= std::uint64_t{(places & ~crossings[i].positions) == 0} << i % 64;
        }
        found.words[from / 64] = word;
    }
    return found;
}

template <int W>
void find_locked(Finder<W>& f, Technique technique) {
    const auto lines = f.l.all_of(Kind::row) | f.l.all_of(Kind::column);
    const auto full = f.units_left(technique) & f.l.all_full();
    for (const int unit : technique == Technique::claiming ? full & lines : full - lines) {
        const Digits digits = f.digits_left(technique, unit);
        for (const int digit : each(digits)) {
            const Digits places = f.p.positions(unit, digit);
            if (!without_first(places)) continue;  // one place alone is a hidden single
            for (const int i : holding<W>(f.l.crossings_from(unit), places)) {
                const auto& crossing = f.l.crossings_from(unit)[static_cast<std::size_t>(i)];
                if (f.p.places(crossing.into, digit).in(crossing.cells)) continue;
                give_locked(f, technique, crossing, digit);
                if (f.done()) return;
            }
        }
        f.in_vain(technique, unit, digits);
    }
}

}  // namespace ninefold::logic
