// Wings: a few cells of which one must hold a digit.
//
// 1. XY-wing: a pivot xy sees pincers xz and yz. Whichever digit the pivot takes, a pincer takes z.
// 2. XYZ-wing: the same with a pivot xyz; then z goes only from cells that see the pivot, too.
// 3. W-wing: two equal cells xz, and a full unit with two places for x, each seen by one of them. Not both cells are x,
//    so one is z.
// 4. Bent sets (WXYZ-wing and larger): k cells in two crossing units with k digits, where all places of each digit but z see one another.
//    Without z, k cells would share k - 1 digits that each fit once: some place of z holds.
// 5. Remote pair: cells with the same two digits in a chain of peers; cells of different colours differ, so what
//    sees one of each loses both digits.
#pragma once

#include <array>
#include <cstddef>

#include "logic/finder.hpp"

namespace ninefold::logic {

template <int W>
class ThreeCellWings {
  public:
    using Set = Cells<W>;

    ThreeCellWings(Finder<W>& finder, bool three) : f_(finder), three_(three) {
        for (const int cell : f_.p.open()) {
            const int n = count(f_.p.candidates(cell));
            if (n == 2) pairs_[pair_count_++] = cell;
            if (n == 3) triples_[triple_count_++] = cell;
        }
    }

    void find() {
        const std::size_t pivots = three_ ? triple_count_ : pair_count_;
        for (std::size_t i = 0; i < pivots; ++i) {
            const int a = three_ ? triples_[i] : pairs_[i];
            for (std::size_t j = three_ ? 0 : i + 1; j < pair_count_; ++j) {
                if (count(digits(a) | digits(pairs_[j])) != 3) continue;
                for (std::size_t k = j + 1; k < pair_count_; ++k) {
                    try_cells(a, pairs_[j], pairs_[k]);
                    if (f_.done()) return;
                }
            }
        }
    }

  private:
    [[nodiscard]] Digits digits(int cell) const { return f_.p.candidates(cell); }

    void try_cells(int a, int b, int c) {
        if (count(digits(a) | digits(b) | digits(c)) != 3) return;
        if (digits(a) == digits(b) || digits(b) == digits(c) || digits(a) == digits(c)) return;
        try_pivot(a, b, c);
        if (three_ || f_.done()) return;
        try_pivot(b, a, c);
        if (!f_.done()) try_pivot(c, b, a);
    }

    void try_pivot(int pivot, int one, int two) {
        if (!f_.l.sees(pivot, one) || !f_.l.sees(pivot, two)) return;
        const Digits common = digits(one) & digits(two);
        if (!is_single(common)) return;
        const int z = first(common);
        Set gone = f_.l.peers_of(one) & f_.l.peers_of(two) & f_.p.at(z);
        if (three_) gone &= f_.l.peers_of(pivot);
        gone.drop(pivot);
        if (!gone.any()) return;
        auto& step = f_.start(three_ ? Technique::xyz_wing : Technique::xy_wing);
        step.remove(gone, z);
        if (f_.evidence()) {
            step.add(Role::pivot, digits(pivot), Set::of(pivot));
            step.add(Role::pincer, digits(one), Set::of(one));
            step.add(Role::pincer, digits(two), Set::of(two));
            for (const int cell : {pivot, one, two}) step.truths.push_back(cell_truth(cell));
        }
        f_.give();
    }

    Finder<W>& f_;
    bool three_;
    std::array<int, Limits<W>::cells> pairs_, triples_;
    std::size_t pair_count_ = 0, triple_count_ = 0;
};

template <int W>
class WWings {
  public:
    using Set = Cells<W>;
    explicit WWings(Finder<W>& finder) : f_(finder) {}

    void find() {
        for (const int a : f_.p.open()) {
            if (!is_pair(f_.p.candidates(a))) continue;
            const int low = first(f_.p.candidates(a));
            const int high = first(without_first(f_.p.candidates(a)));
            for (const int b : f_.p.open()) {
                if (b <= a || f_.p.candidates(b) != f_.p.candidates(a)) continue;
                try_link(a, b, low, high);
                if (!f_.done()) try_link(a, b, high, low);
                if (f_.done()) return;
            }
        }
    }

  private:
    // z goes if a link in x joins a and b.
    void try_link(int a, int b, int z, int x) {
        const Set gone = f_.l.peers_of(a) & f_.l.peers_of(b) & f_.p.at(z);
        if (!gone.any()) return;
        for (int unit = 0; unit < f_.l.unit_count() && !f_.done(); ++unit) {
            const Digits places = f_.p.positions(unit, x);
            if (!is_pair(places) || !f_.l.is_full(unit)) continue;
            int one = f_.l.cell_at(unit, first(places));
            int two = f_.l.cell_at(unit, first(without_first(places)));
            if (one == a || one == b || two == a || two == b) continue;
            if (!f_.l.sees(a, one) || !f_.l.sees(b, two)) std::swap(one, two);
            if (f_.l.sees(a, one) && f_.l.sees(b, two)) give({a, one, two, b}, z, x, unit, gone);
        }
    }

    void give(const std::array<int, 4>& cells, int z, int x, int unit, const Set& gone) {
        auto& step = f_.start(Technique::w_wing);
        step.remove(gone, z);
        step.length = 5;
        if (f_.evidence()) {
            const auto node = [&](int cell, int digit) { step.add(Role::node, bit(digit), Set::of(cell)); };
            node(cells[0], z), node(cells[0], x), node(cells[1], x);
            node(cells[2], x), node(cells[3], x), node(cells[3], z);
            step.strong(0, 1, cell_truth(cells[0]));
            step.weak(1, 2);
            step.strong(2, 3, unit_truth(unit, x));
            step.weak(3, 4);
            step.strong(4, 5, cell_truth(cells[3]));
        }
        f_.give();
    }

    Finder<W>& f_;
};

template <int W>
class BentSets {
  public:
    using Set = Cells<W>;

    BentSets(Finder<W>& finder, Technique technique, int size) : f_(finder), technique_(technique), size_(size) {}

    void find() {
        for (const auto& crossing : f_.l.crossings) {
            if (crossing.from < crossing.into) continue;
            one_ = f_.l.unit(crossing.from);
            two_ = f_.l.unit(crossing.into);
            count_ = 0;
            for (const int cell : (one_ | two_) & f_.p.open()) {
                if (count(f_.p.candidates(cell)) <= size_ && without_first(f_.p.candidates(cell))) cells_[count_++] = cell;
            }
            if (static_cast<int>(count_) >= size_) choose(0, 0, 0, {});
            if (f_.done()) return;
        }
    }

  private:
    void choose(std::size_t from, int chosen, Digits digits, const Set& cells) {
        if (chosen == size_) return check(digits, cells);
        for (std::size_t i = from; i < count_ && !f_.done(); ++i) {
            const Digits more = digits | f_.p.candidates(cells_[i]);
            if (count(more) <= size_) choose(i + 1, chosen + 1, more, cells | Set::of(cells_[i]));
        }
    }

    void check(Digits digits, const Set& cells) {
        if (count(digits) != size_ || cells.in(one_) || cells.in(two_)) return;
        int loose = -1;  // z: the one digit whose places do not all see one another
        for (const int digit : each(digits)) {
            if (all_see_another(cells & f_.p.at(digit))) continue;
            if (loose >= 0) return;
            loose = digit;
        }
        if (loose < 0) return;
        const Set ends = cells & f_.p.at(loose);
        const Set gone = (f_.l.seen_by_all(ends) & f_.p.at(loose)) - cells;
        if (!gone.any()) return;
        auto& step = f_.start(technique_);
        step.remove(gone, loose);
        if (f_.evidence()) {
            for (const int cell : cells) {
                const bool in_both = one_.has(cell) && two_.has(cell);
                step.add(in_both ? Role::pivot : Role::pincer, f_.p.candidates(cell), Set::of(cell));
                step.truths.push_back(cell_truth(cell));
            }
        }
        f_.give();
    }

    [[nodiscard]] bool all_see_another(const Set& cells) const {
        for (const int cell : cells) {
            if (!(cells - Set::of(cell)).in(f_.l.peers_of(cell))) return false;
        }
        return true;
    }

    Finder<W>& f_;
    Technique technique_;
    int size_;
    Set one_, two_;
    std::array<int, 2 * Limits<W>::digits> cells_{};
    std::size_t count_ = 0;
};

template <int W>
class RemotePairs {
  public:
    using Set = Cells<W>;
    explicit RemotePairs(Finder<W>& finder) : f_(finder) {}

    void find() {
        Set left;
        for (const int cell : f_.p.open()) {
            if (is_pair(f_.p.candidates(cell))) left.add(cell);
        }
        for (const int start : left) {
            if (seen_.has(start)) continue;
            spread(start, left);
            if (f_.done()) return;
        }
    }

  private:
    // Colours the cells with the same two digits that hang together with `start`.
    void spread(int start, const Set& pairs) {
        const Digits digits = f_.p.candidates(start);
        Set equal;
        for (const int cell : pairs) {
            if (f_.p.candidates(cell) == digits) equal.add(cell);
        }
        Set colour[2] = {Set::of(start), {}};
        bool clash = false;
        for (bool more = true; more;) {
            more = false;
            for (int c = 0; c < 2; ++c) {
                const Set next = f_.l.seen_by_any(colour[c]) & equal;
                clash |= next.meets(colour[c]);
                more |= !next.in(colour[1 - c]);
                colour[1 - c] |= next;
            }
            if (clash) break;
        }
        seen_ |= colour[0] | colour[1];
        if (!clash && (colour[0] | colour[1]).size() >= 4) give(digits, colour[0], colour[1]);
    }

    void give(Digits digits, const Set& one, const Set& two) {
        const Set gone = (f_.l.seen_by_any(one) & f_.l.seen_by_any(two)) - one - two;
        auto& step = f_.start(Technique::remote_pair);
        for (const int digit : each(digits)) step.remove(gone & f_.p.at(digit), digit);
        if (f_.evidence()) {
            step.add(Role::colour, digits, one);
            step.add(Role::colour, digits, two);
            for (const int cell : one | two) step.truths.push_back(cell_truth(cell));
        }
        f_.give();
    }

    Finder<W>& f_;
    Set seen_;
};

template <int W>
void find_wing(Finder<W>& f, Technique technique) {
    using enum Technique;
    switch (technique) {
        case xy_wing: return ThreeCellWings<W>(f, false).find();
        case xyz_wing: return ThreeCellWings<W>(f, true).find();
        case w_wing: return WWings<W>(f).find();
        case remote_pair: return RemotePairs<W>(f).find();
        default: return BentSets<W>(f, technique, static_cast<int>(technique) - static_cast<int>(wxyz_wing) + 4).find();
    }
}

}  // namespace ninefold::logic
