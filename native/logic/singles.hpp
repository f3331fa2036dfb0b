// Singles: a cell or a unit with one possibility left.
//
// 1. Full house: the last open cell of a full unit takes the last digit.
// 2. Naked single: a cell with one candidate takes it.
// 3. Hidden single: a digit with one place in a full unit goes there. It is easier to see in a box than in a line.
#pragma once

#include "logic/finder.hpp"

namespace ninefold::logic {

template <int W>
Single naked_single_at(const Position<W>& p, int cell, int unit = -1) {
    return {unit < 0 ? Technique::naked_single : Technique::full_house, cell, first(p.candidates(cell)), unit};
}
template <int W>
Single hidden_single_in(const Position<W>& p, int unit, int digit) {
    const bool in_box = p.layout().kind(unit) == Kind::box;
    const int cell = p.layout().cell_at(unit, first(p.positions(unit, digit)));
    return {in_box ? Technique::hidden_single_box : Technique::hidden_single_line, cell, digit, unit};
}

// Returns whether to stop.
template <int W>
bool give_single(Finder<W>& f, const Single& single) {
    auto& step = f.start(single.technique);
    step.place(single.cell, single.digit);
    if (f.evidence()) {
        step.add(Role::base, bit(single.digit), Cells<W>::of(single.cell), single.unit);
        step.truths.push_back(single.truth());
    }
    return f.give();
}

template <int W>
void find_full_house(Finder<W>& f) {
    for (const int unit : f.p.almost_full()) {
        const int cell = f.p.last_open(unit);
        if (!is_single(f.p.candidates(cell))) continue;  // no digit left: the position is broken
        if (give_single(f, naked_single_at(f.p, cell, unit))) return;
    }
}

template <int W>
void find_naked_single(Finder<W>& f) {
    for (const int cell : f.p.with(1)) {
        if (give_single(f, naked_single_at(f.p, cell))) return;
    }
}

// Whether a hidden single in this unit belongs to `technique`.
template <int W>
bool is_hidden_in(const Layout<W>& l, int unit, Technique technique) {
    return l.is_full(unit) && (l.kind(unit) == Kind::box) == (technique == Technique::hidden_single_box);
}

template <int W>
void find_hidden_single(Finder<W>& f, Technique technique) {
    for (int unit = 0; unit < f.l.unit_count(); ++unit) {
        if (!is_hidden_in(f.l, unit, technique)) continue;
        for (int digit = 0; digit < f.l.n; ++digit) {
            if (!is_single(f.p.positions(unit, digit))) continue;
            if (give_single(f, hidden_single_in(f.p, unit, digit))) return;
        }
    }
}

}  // namespace ninefold::logic
