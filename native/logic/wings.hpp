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

    ThreeCellWings(Finder<W>& finder, bool three) : f_(finder), three_(three) {}

    void find() {
        const Technique technique = three_ ? Technique::xyz_wing : Technique::xy_wing;
        const Set cells = three_ ? f_.p.with(2) | f_.p.with(3) : f_.p.with(2);
        if (!cells.meets(f_.cells_left(technique))) return;
        search();
        if (!f_.done()) f_.in_vain(technique, cells);
    }

  private:
    void search() {
        const Set pairs = f_.p.with(2);
        for (const int a : three_ ? f_.p.with(3) : pairs) {
            const Set others = three_ ? pairs & f_.l.peers_of(a) : pairs.after(a) & sharing_one(a);
            for (const int b : others) {
                if (three_ && (digits(b) & ~digits(a))) continue;
                Set last = others.after(b) & able(a, b);
                if (!three_) last &= with_both(digits(a) ^ digits(b));  // the third of xy, xz, yz
                for (const int c : last) {
                    try_cells(a, b, c);
                    if (f_.done()) return;
                }
            }
        }
    }
    // The cells with one digit of a pair.
    [[nodiscard]] Set sharing_one(int pair) const {
        return f_.p.at(first(digits(pair))) ^ f_.p.at(first(without_first(digits(pair))));
    }
    [[nodiscard]] Set with_both(Digits two) const { return f_.p.at(first(two)) & f_.p.at(first(without_first(two))); }
    // The cells that make a wing with these two, because some cell sees both others.
    [[nodiscard]] Set able(int a, int b) const {
        const Set &one = f_.l.peers_of(a), &two = f_.l.peers_of(b);
        return f_.l.sees(a, b) ? one | two : one & two;
    }

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
};

template <int W>
class WWings {
  public:
    using Set = Cells<W>;
    explicit WWings(Finder<W>& finder) : f_(finder) {}

    void find() {
        const Set pairs = f_.p.with(2);
        for (const int a : pairs) {
            const int low = first(f_.p.candidates(a));
            const int high = first(without_first(f_.p.candidates(a)));
            for (const int b : pairs.after(a) & f_.p.at(low) & f_.p.at(high)) {
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
        for (const int unit : f_.few().pairs(x)) {
            const Digits places = f_.p.positions(unit, x);
            int one = f_.l.cell_at(unit, first(places));
            int two = f_.l.cell_at(unit, first(without_first(places)));
            if (one == a || one == b || two == a || two == b) continue;
            if (!f_.l.sees(a, one) || !f_.l.sees(b, two)) std::swap(one, two);
            if (f_.l.sees(a, one) && f_.l.sees(b, two)) give({a, one, two, b}, z, x, unit, gone);
            if (f_.done()) return;
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
        const Set pairs = f_.p.with(2);
        if (!pairs.meets(f_.cells_left(Technique::remote_pair))) return;
        for (const int start : pairs) {
            if (seen_.has(start)) continue;
            spread(start, pairs);
            if (f_.done()) return;
        }
        if (!clashed_) f_.in_vain(Technique::remote_pair, pairs);
    }

  private:
    // Colours the cells with the same two digits that hang together with `start`.
    void spread(int start, const Set& pairs) {
        const Digits digits = f_.p.candidates(start);
        const Set equal = pairs & f_.p.at(first(digits)) & f_.p.at(first(without_first(digits)));
        if (equal.size() < least) {
            seen_ |= equal;
            return;
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
        clashed_ |= clash;
        seen_ |= colour[0] | colour[1];
        if (!clash && (colour[0] | colour[1]).size() >= least) give(digits, colour[0], colour[1]);
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
    static constexpr int least = 4;
    bool clashed_ = false;  // with fewer cells, the rest may not
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
