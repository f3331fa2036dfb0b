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
        for (int digit = 0; digit < f.l.n; ++digit) {
            const Digits places = f.p.positions(unit, digit);
            if (places == 0 || is_single(places)) continue;  // one place alone is a hidden single
            for (const auto& crossing : f.l.crossings_from(unit)) {
                if ((places & ~crossing.positions) == 0) give_locked(f, technique, crossing, digit);
                if (f.done()) return;
            }
        }
    }
}

}  // namespace ninefold::logic
