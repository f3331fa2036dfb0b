// Direct patterns: what a pattern excludes leaves a hidden single at once, so the digit can be placed without pencil
// marks.
//
// 1. Direct pointing, direct claiming: the digit is locked into a crossing (locked.hpp), and of its places in some other
//    full unit only one is left.
// 2. Direct hidden pair, direct hidden triple: k digits need k cells of a unit (subsets.hpp), and another digit has only
//    one place left in that unit.
#pragma once

#include "logic/finder.hpp"

namespace ninefold::logic {

template <int W>
class DirectLocked {
  public:
    using Set = Cells<W>;
    DirectLocked(Finder<W>& finder, Technique technique) : f_(finder), technique_(technique) {}

    void find() {
        for (const auto& crossing : f_.l.crossings) {
            const bool claims = technique_ == Technique::direct_claiming;
            if (is_line(f_.l.kind(crossing.from)) != claims || !f_.l.is_full(crossing.from)) continue;
            for (int digit = 0; digit < f_.l.n; ++digit) {
                const Digits places = f_.p.positions(crossing.from, digit);
                if (without_first(places) && (places & ~crossing.positions) == 0) try_units(crossing, digit);
                if (f_.done()) return;
            }
        }
    }

  private:
    void try_units(const typename Layout<W>::Crossing& crossing, int digit) {
        const Set gone = f_.p.places(crossing.into, digit) - crossing.cells;
        if (!gone.any()) return;
        for (int unit = 0; unit < f_.l.unit_count() && !f_.done(); ++unit) {
            const Set places = f_.p.places(unit, digit);
            if (!f_.l.is_full(unit) || !places.meets(gone) || (places - gone).size() != 1) continue;
            const int cell = (places - gone).first();
            auto& step = f_.start(technique_);
            step.place(cell, digit);
            if (f_.evidence()) {
                step.add(Role::base, bit(digit), f_.p.places(crossing.from, digit), crossing.from);
                step.add(Role::cover, bit(digit), f_.p.places(crossing.into, digit), crossing.into);
                step.add(Role::base, bit(digit), Set::of(cell), unit);
                step.truths.push_back(unit_truth(crossing.from, digit));
                step.truths.push_back(unit_truth(unit, digit));
            }
            f_.give();
        }
    }

    Finder<W>& f_;
    Technique technique_;
};

template <int W>
class DirectHidden {
  public:
    DirectHidden(Finder<W>& finder, Technique technique)
        : f_(finder), technique_(technique), size_(technique == Technique::direct_hidden_pair ? 2 : 3) {}

    void find() {
        for (const int unit : f_.l.by_ease) {
            if (f_.l.is_full(unit) && f_.p.open_in(unit) > size_) choose(unit, 0, 0, 0, 0);
            if (f_.done()) return;
        }
    }

  private:
    void choose(int unit, int from, int chosen, Digits digits, Digits positions) {
        if (chosen == size_) return check(unit, digits, positions);
        for (int digit = from; digit < f_.l.n && !f_.done(); ++digit) {
            const Digits own = f_.p.positions(unit, digit);
            if (!without_first(own) || count(own | positions) > size_) continue;
            choose(unit, digit + 1, chosen + 1, digits | bit(digit), own | positions);
        }
    }

    void check(int unit, Digits digits, Digits positions) {
        for (int digit = 0; digit < f_.l.n && !f_.done(); ++digit) {
            const Digits own = f_.p.positions(unit, digit);
            if ((digits & bit(digit)) || !(own & positions) || !is_single(own & ~positions)) continue;
            const int cell = f_.l.cell_at(unit, first(own & ~positions));
            auto& step = f_.start(technique_);
            step.place(cell, digit);
            if (f_.evidence()) {
                step.add(Role::subset, digits, f_.l.at_positions(unit, positions), unit);
                step.add(Role::base, bit(digit), Cells<W>::of(cell), unit);
                for (const int d : each(digits | bit(digit))) step.truths.push_back(unit_truth(unit, d));
            }
            f_.give();
        }
    }

    Finder<W>& f_;
    Technique technique_;
    int size_;
};

template <int W>
void find_direct(Finder<W>& f, Technique technique) {
    if (technique <= Technique::direct_claiming) return DirectLocked<W>(f, technique).find();
    DirectHidden<W>(f, technique).find();
}

}  // namespace ninefold::logic
