// Gurth's symmetrical placement: what a symmetry of the clues removes (symmetry.hpp).
#pragma once

#include "logic/finder.hpp"
#include "logic/symmetry.hpp"

namespace ninefold::logic {

template <int W>
void find_gurth(Finder<W>& f) {
    if (!f.l.is_standard()) return;
    for (const Symmetry::Turn turn : Symmetry::turns) {
        const auto symmetry = symmetry_of(f.p, turn);
        if (!symmetry) continue;
        auto& step = f.start(Technique::gurth);
        for (const int cell : f.p.open()) {
            for (const int digit : each(f.p.candidates(cell))) {
                if (symmetry->excludes(f.p, candidate(cell, digit))) step.remove(cell, digit);
            }
        }
        if (f.evidence()) {
            step.parts = exchanged(f.p, *symmetry);
            step.truths.push_back(pattern_truth());
        }
        if (f.give()) return;
    }
}

}  // namespace ninefold::logic
