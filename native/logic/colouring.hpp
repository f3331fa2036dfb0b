// Colouring of one digit: cells tied by strong links (full units with two places) take two colours in turn, and one
// whole colour holds.
//
// 1. Trap: what sees both colours goes.
// 2. Wrap: a colour with two cells that see each other fails.
// 3. Multi-colours 1: if a colour of one cluster sees a colour of another, one of the two opposite colours holds; what
//    sees both of those goes. All pairings of two clusters make one step.
// 4. Multi-colours 2: a colour that sees both colours of another cluster fails.
#pragma once

#include <array>
#include <cstddef>

#include "logic/finder.hpp"

namespace ninefold::logic {

template <int W>
class Colouring {
  public:
    using Set = Cells<W>;

    Colouring(Finder<W>& finder, Technique technique) : f_(finder), technique_(technique) {}

    void find() {
        for (const int digit : each(f_.digits_left(technique_))) {
            digit_ = digit;
            colour_all();
            for (std::size_t i = 0; i < clusters_; ++i) {
                try_cluster(i);
                if (f_.done()) return;
            }
            f_.in_vain(technique_, bit(digit));
        }
    }

  private:
    using Cluster = std::array<Set, 2>;

    // Links as partners: what each cell is tied to.
    void colour_all() {
        clusters_ = 0;
        Set left;
        for (const int unit : f_.few().pairs(digit_)) left |= f_.p.places(unit, digit_);
        while (left.any()) {
            Cluster& cluster = cluster_[clusters_++];
            cluster = {Set{}, Set{}};
            paint(cluster, left.first(), 0);
            left -= cluster[0] | cluster[1];
        }
    }
    void paint(Cluster& cluster, int cell, std::size_t colour) {
        if (cluster[0].has(cell) || cluster[1].has(cell)) return;
        cluster[colour].add(cell);
        for (const Seat seat : f_.l.seats_of(cell)) {
            const Digits places = f_.p.positions(seat.unit, digit_);
            if (!is_pair(places) || !f_.l.full[seat.unit]) continue;
            paint(cluster, f_.l.cell_at(seat.unit, first(places & ~bit(seat.position))), 1 - colour);
        }
    }

    void try_cluster(std::size_t i) {
        const Cluster& own = cluster_[i];
        if (technique_ == Technique::simple_colours_trap) {
            start();
            drop((seen(own[0]) & seen(own[1])) - own[0] - own[1]);
            return give({i});
        }
        if (technique_ == Technique::simple_colours_wrap) {
            start();
            for (const Set& colour : own) {
                if (seen(colour).meets(colour)) drop(colour);
            }
            return give({i});
        }
        const bool first_kind = technique_ == Technique::multi_colours_1;
        for (std::size_t j = first_kind ? i + 1 : 0; j < clusters_ && !f_.done(); ++j) {
            if (i == j) continue;
            start();
            first_kind ? pair_up(own, cluster_[j]) : contradict(own, cluster_[j]);
            give({i, j});
        }
    }

    void pair_up(const Cluster& own, const Cluster& other) {
        for (std::size_t a = 0; a < 2; ++a) {
            for (std::size_t b = 0; b < 2; ++b) {
                if (!seen(own[a]).meets(other[b])) continue;
                const Set& one = own[1 - a];
                const Set& two = other[1 - b];
                drop((seen(one) & seen(two)) - one - two);
            }
        }
    }
    void contradict(const Cluster& own, const Cluster& other) {
        for (const Set& colour : own) {
            const Set near = seen(colour);
            if (near.meets(other[0]) && near.meets(other[1])) drop(colour);
        }
    }

    [[nodiscard]] Set seen(const Set& cells) const { return f_.l.seen_by_any(cells); }
    void start() { f_.start(technique_); }
    void drop(const Set& cells) { f_.step().remove(cells & f_.p.at(digit_), digit_); }

    void give(std::initializer_list<std::size_t> used) {
        auto& step = f_.step();
        if (step.empty()) return;
        if (f_.evidence()) {
            for (const std::size_t i : used) explain(step, cluster_[i]);
        }
        f_.give();
    }
    void explain(Step<W>& step, const Cluster& cluster) {
        step.add(Role::colour, bit(digit_), cluster[0]);
        step.add(Role::colour, bit(digit_), cluster[1]);
        for (int unit = 0; unit < f_.l.unit_count(); ++unit) {
            const bool tied = is_pair(f_.p.positions(unit, digit_)) && f_.l.is_full(unit);
            if (tied && f_.p.places(unit, digit_).in(cluster[0] | cluster[1])) step.truths.push_back(unit_truth(unit, digit_));
        }
    }

    Finder<W>& f_;
    Technique technique_;
    int digit_ = 0;
    std::size_t clusters_ = 0;
    std::array<Cluster, Limits<W>::units> cluster_;
};

}  // namespace ninefold::logic
