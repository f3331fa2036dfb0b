// Singles: a cell or a unit with one possibility left.
//
// 1. Full house: the last open cell of a full unit takes the last digit.
// 2. Naked single: a cell with one candidate takes it.
// 3. Hidden single: a digit with one place in a full unit goes there. It is easier to see in a box than in a line.
#pragma once

#include "logic/finder.hpp"

namespace ninefold::logic {

template <int W>
void give_naked(Finder<W>& f, int cell, int unit = -1) {
    auto& step = f.start(unit < 0 ? Technique::naked_single : Technique::full_house);
    step.place(cell, first(f.p.candidates(cell)));
    if (!f.evidence()) return;
    step.add(Role::base, f.p.candidates(cell), Cells<W>::of(cell), unit);
    step.truths.push_back(cell_truth(cell));
}

template <int W>
void find_full_house(Finder<W>& f) {
    for (int unit = 0; unit < f.l.unit_count(); ++unit) {
        if (f.p.open_in(unit) != 1) continue;
        const int cell = (f.p.open() & f.l.unit(unit)).first();
        if (!is_single(f.p.candidates(cell))) continue;  // no digit left: the position is broken
        give_naked(f, cell, unit);
        if (f.give()) return;
    }
}

template <int W>
void find_naked_single(Finder<W>& f) {
    for (const int cell : f.p.open()) {
        if (!is_single(f.p.candidates(cell))) continue;
        give_naked(f, cell);
        if (f.give()) return;
    }
}

// Whether a hidden single in this unit belongs to `technique`.
template <int W>
bool is_hidden_in(const Layout<W>& l, int unit, Technique technique) {
    return l.is_full(unit) && (l.kind(unit) == Kind::box) == (technique == Technique::hidden_single_box);
}

template <int W>
void start_hidden(Finder<W>& f, int unit, int digit) {
    const bool in_box = f.l.kind(unit) == Kind::box;
    const int cell = f.l.cell_at(unit, first(f.p.positions(unit, digit)));
    auto& step = f.start(in_box ? Technique::hidden_single_box : Technique::hidden_single_line);
    step.place(cell, digit);
    if (!f.evidence()) return;
    step.add(Role::base, bit(digit), Cells<W>::of(cell), unit);
    step.truths.push_back(unit_truth(unit, digit));
}

template <int W>
void find_hidden_single(Finder<W>& f, Technique technique) {
    for (int unit = 0; unit < f.l.unit_count(); ++unit) {
        if (!is_hidden_in(f.l, unit, technique)) continue;
        for (int digit = 0; digit < f.l.n; ++digit) {
            if (!is_single(f.p.positions(unit, digit))) continue;
            start_hidden(f, unit, digit);
            if (f.give()) return;
        }
    }
}

}  // namespace ninefold::logic
