// Locked candidates: all places of a digit in one full unit lie in another unit too, so the rest of that unit loses it.
//
// 1. Pointing: the unit that confines the digit is not a line (a box, say).
// 2. Claiming: it is a row or a column.
#pragma once

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
    for (int unit = 0; unit < f.l.unit_count(); ++unit) {
        if (is_line(f.l.kind(unit)) != (technique == Technique::claiming) || !f.l.is_full(unit)) continue;
        const Digits digits = f.digits_left(technique, unit);
        const int most = f.l.widest[static_cast<std::size_t>(unit)];
        for (const int digit : each(digits)) {
            const Digits places = f.p.positions(unit, digit);
            if (!without_first(places) || !at_most(places, most)) continue;  // one place alone is a hidden single
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
