// Locked candidates: all places of a digit in one full unit lie in another unit too, so the rest of that unit loses it.
//
// 1. Pointing: the unit that confines the digit is not a line (a box, say).
// 2. Claiming: it is a row or a column.
#pragma once

#include <cstddef>

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

template <int W>
void find_locked(Finder<W>& f, Technique technique) {
    const auto lines = f.l.all_of(Kind::row) | f.l.all_of(Kind::column);
    const auto full = f.units_left(technique) & f.l.all_full();
    for (const int unit : technique == Technique::claiming ? full & lines : full - lines) {
        const Digits digits = f.digits_left(technique, unit);
        for (const int digit : each(digits)) {
            const Digits places = f.p.positions(unit, digit);
            if (!without_first(places)) continue;  // one place alone is a hidden single
            // Mostly nothing outside the unit sees even the first and the last place.
            const int one = f.l.cell_at(unit, first(places)), two = f.l.cell_at(unit, last(places));
            if ((f.l.peers_of(one) & f.l.peers_of(two) & f.p.at(digit)).in(f.l.unit(unit))) continue;
            for (const auto& crossing : f.l.crossings_from(unit)) {
                if ((places & ~crossing.positions) || f.p.places(crossing.into, digit).in(crossing.cells)) continue;
                give_locked(f, technique, crossing, digit);
                if (f.done()) return;
            }
        }
        f.in_vain(technique, unit, digits);
    }
}

}  // namespace ninefold::logic
