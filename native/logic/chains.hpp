// Chains of alternating links: X-chains, XY-chains, nice loops and alternating inference chains (AIC).
//
// Three questions to the graph of links (graph.hpp):
//   1. From "x holds", do we come to "x fails"? Then x goes.                         (discontinuous nice loop)
//   2. From "x fails", do we come to "x holds"? Then the rest of x's cell goes.      (discontinuous nice loop)
//   3. From "x fails", do we come to "y holds"? Then x or y holds, and what both exclude goes.     (AIC)
//      If x and y also exclude each other, the chain is a loop, every weak link in it is as good as a strong one, and
//      what both its ends exclude goes.                                              (continuous nice loop)
//
// Names as in HoDoKu. An X-chain keeps to one digit, an XY-chain to cells with two candidates. An AIC has single cells at
// both ends and either removes one digit from at least two cells, or two digits from each other's cells; what removes
// less is the same as a discontinuous nice loop. "Grouped": some node is a group or part of an almost locked set.
//
// Evidence: a node per stop, and the links between them. Closed chains end with a link back to part 0:
//   open             0 = 1 - 2 = 3             strong links at both ends
//   discontinuous    0 - 1 = 2 - 0,  or  0 = 1 - 2 = 0
//   continuous       0 = 1 - 2 = 3 - 0
// The length is the number of links. Of chains with the same name and removals only the shortest is offered.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "logic/finder.hpp"
#include "logic/ways.hpp"

namespace ninefold::logic {

template <int W>
class Chains {
  public:
    using Set = Cells<W>;
    using Way = typename Ways<W>::Way;
    using By = typename Graph<W>::By;

    Chains(Finder<W>& finder, const Graph<W>& graph, Technique technique)
        : f_(finder), g_(graph), ways_(graph, finder.wants_one() ? most_steps : most_steps_in_lists), technique_(technique), longest_(finder.shorter_than()) {}

    // X-chains and XY-chains: question 3 with the same digit at both ends.
    void find_plain() {
        for (int i = 0; i < g_.size(); ++i) {
            if (g_.strong(i).empty()) continue;
            g_.distances(2 * i, most(), from_);
            for_bits(g_.of_digit(g_.node(i).digit), [&](int j) {
                const int length = from_[index(2 * j + 1)];
                if (j < i || length < 3 || length >= longest_) return;
                removes_.clear();
                remove(g_.node(i).seen & g_.node(j).seen, g_.node(i).digit);
                if (is_news(length)) keep(way(2 * i, 2 * j + 1, false, 0), 0);
            });
        }
        offer();
    }

    // Questions 1 and 2.
    void find_discontinuous() {
        for (int i = 0; i < g_.size(); ++i) {
            if (!g_.node(i).single) continue;
            const int cell = g_.node(i).cells.first();
            removes_.assign(1, candidate(cell, g_.node(i).digit));
            if (is_news(4)) keep_closed(way(2 * i + 1, 2 * i, true, detour));
            removes_.clear();
            for (const int other : each(f_.p.candidates(cell) & ~bit(g_.node(i).digit))) removes_.push_back(candidate(cell, other));
            if (!g_.strong(i).empty() && is_news(3)) keep_closed(way(2 * i, 2 * i + 1, true, detour));
        }
        offer();
    }

    // Question 3.
    void find_open() {
        for (int i = 0; i < g_.size(); ++i) {
            if (g_.strong(i).empty() || !g_.node(i).single) continue;
            g_.distances(2 * i, most(), from_);
            for (int j = 0; j < g_.size(); ++j) {  // a way and its reverse are not the same lasso
                const int length = from_[index(2 * j + 1)];
                if (length < 3 || length >= longest_ || j == i || !g_.node(j).single) continue;
                exclude_by_ends(i, j);
                if (is_news(length)) keep(way(2 * i, 2 * j + 1, false, detour), 0);
            }
        }
        offer();
    }

    // Question 3 with ends that exclude each other: all shortest loops from each node, and through each strong link.
    void find_loops() {
        for (int i = 0; i < g_.size(); ++i) {
            if (g_.strong(i).empty()) continue;
            g_.distances(2 * i, most(), from_);
            for_bits(g_.weak().row(i), [&](int j) {
                if (is_wanted(i, j) && from_[index(2 * j + 1)] < longest_) keep_loops(i, j, nullptr);
            });
            for (const auto& link : g_.strong(i)) {
                if (is_wanted(i, link.to) && link.by != By::set) close_through(i, link);
            }
        }
        offer();
    }

  private:
    static constexpr int detour = 4;
    static constexpr int most_steps = 3000, most_steps_in_lists = 100000;
    static constexpr int loops_per_pair = 8, loops_per_pair_in_lists = 5000;

    struct Found {
        int length;
        Way way;
    };

    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    void remove(const Set& cells, int digit) {
        for (const int cell : cells) removes_.push_back(candidate(cell, digit));
    }

    // Whether removes_ is something, and not yet known from a chain of this length or less.
    [[nodiscard]] bool is_news(int length) {
        if (removes_.empty() || length >= longest_) return false;
        std::sort(removes_.begin(), removes_.end());
        const auto known = known_.find(removes_);
        return known == known_.end() || known->second.length > length;
    }

    void exclude_by_ends(int i, int j) {
        const auto &a = g_.node(i), &b = g_.node(j);
        removes_.clear();
        if (a.digit == b.digit) {
            remove(a.seen & b.seen, a.digit);
            if (removes_.size() < 2) removes_.clear();
            return;
        }
        const int ca = a.cells.first(), cb = b.cells.first();
        if (!f_.l.sees(ca, cb) || !f_.p.can(ca, b.digit) || !f_.p.can(cb, a.digit)) return;
        removes_ = {candidate(ca, b.digit), candidate(cb, a.digit)};
    }

    // A closed way names its first node twice; three links or fewer prove nothing that a simpler technique does not.
    void keep_closed(const Way& way) {
        if (way.size() > 3) keep(way, 0);
    }

    // The most links that are still of interest.
    [[nodiscard]] int most() const { return std::min(longest_, Graph<W>::far) - 1; }

    Way way(int from, int to, bool closed, int longer) {
        ways_.limit(most());
        return ways_.find(from, to, closed, longer, [&](const Way& w) { return is_grouped(w) == wants_groups(); });
    }

    void keep(const Way& found, int extra_links) {
        const int length = static_cast<int>(found.size()) - 1 + extra_links;
        if (found.empty() || !is_news(length)) return;
        known_[removes_] = {length, found};
        if (f_.wants_one()) longest_ = length;
    }

    [[nodiscard]] bool wants_groups() const {
        return technique_ >= Technique::grouped_continuous_nice_loop && technique_ <= Technique::grouped_aic;
    }
    [[nodiscard]] bool is_grouped(const Way& way) const {
        return std::any_of(way.begin(), way.end(), [&](const auto& stop) {
            return !g_.node(stop.node()).single || (stop.link && stop.link->by == By::set);
        });
    }

    // Whether to look for loops that begin here. A list looks from both ends, as the first cell of a loop is special to
    // ways.hpp: so it does not depend on the order of the cells.
    [[nodiscard]] bool is_wanted(int from, int to) const { return to > from || !f_.wants_one(); }

    void close_through(int i, const typename Graph<W>::Strong& link) {
        typename Graph<W>::Distances onward;
        g_.distances(2 * link.to + 1, most(), onward);
        int least = longest_ - 1;
        for_bits(g_.weak().row(i), [&](int j) { least = std::min<int>(least, onward[index(2 * j + 1)]); });
        bool first = true;
        for_bits(g_.weak().row(i), [&](int j) {
            if (onward[index(2 * j + 1)] != least || least + 1 >= longest_ || (f_.wants_one() && !first)) return;
            first = false;
            keep_loops(i, j, &link);
        });
    }

    void keep_loops(int i, int j, const typename Graph<W>::Strong* first) {
        using Verdict = typename Ways<W>::Verdict;
        const int enough = f_.wants_one() ? loops_per_pair : loops_per_pair_in_lists;
        int seen = 0;
        ways_.limit(most() - 1);  // the loop closes with one more
        ways_.search(2 * i, 2 * j + 1, true, 0, first, [&](const Way& loop) {
            if (loop.size() < 4 || is_grouped(loop) != wants_groups()) return Verdict::reject;
            removes_.clear();
            exclude_by_loop(loop);
            keep(loop, 1);
            return ++seen == enough ? Verdict::stop : Verdict::accept;
        });
    }

    // What the two ends of any weak link of a loop exclude, and what a locked set in it excludes, but never from the
    // loop's own cells (larger sets than groups may lose candidates to other parts of the loop).
    void exclude_by_loop(const Way& way) {
        Set own;
        for (const auto& stop : way) {
            if (g_.node(stop.node()).cells.size() <= 3) own |= g_.node(stop.node()).cells;
        }
        exclude_by_link(way.back().node(), way.front().node(), own);
        for (std::size_t k = 1; k < way.size(); ++k) {
            if (!way[k].holds()) exclude_by_link(way[k - 1].node(), way[k].node(), own);
            if (way[k].link && way[k].link->by == By::set) {
                const Als<W>& set = g_.set(way[k].link->what);
                const Digits used = bit(g_.node(way[k].node()).digit) | bit(g_.node(way[k - 1].node()).digit);
                for (const int digit : each(set.digits & ~used)) remove(set.sees(digit), digit);
            }
        }
        std::sort(removes_.begin(), removes_.end());
        removes_.erase(std::unique(removes_.begin(), removes_.end()), removes_.end());
    }
    void exclude_by_link(int i, int j, const Set& own) {
        const auto &a = g_.node(i), &b = g_.node(j);
        if (a.digit == b.digit) return remove((a.seen & b.seen) - own, a.digit);
        const int cell = a.cells.first();
        for (const int digit : each(f_.p.candidates(cell) & ~bit(a.digit) & ~bit(b.digit))) removes_.push_back(candidate(cell, digit));
    }

    // Offers what was kept, shortest first, and of equal ones first what removes most.
    void offer() {
        std::vector<const std::pair<const std::vector<Candidate>, Found>*> order;
        for (const auto& found : known_) order.push_back(&found);
        std::stable_sort(order.begin(), order.end(), [](auto* a, auto* b) {
            return std::pair(a->second.length, b->first.size()) < std::pair(b->second.length, a->first.size());
        });
        for (const auto* found : order) {
            auto& step = f_.start(technique_);
            step.removes = found->first;
            step.length = static_cast<std::int16_t>(found->second.length);
            if (f_.evidence()) explain(step, found->second.way);
            if (f_.give()) break;
        }
        known_.clear();
    }

    void explain(Step<W>& step, const Way& way) const {
        const bool comes_back = way.front().node() == way.back().node();
        const std::size_t parts = way.size() - (comes_back ? 1 : 0);
        for (std::size_t k = 0; k < parts; ++k) {
            const auto& node = g_.node(way[k].node());
            step.add(Role::node, bit(node.digit), node.cells);
        }
        for (std::size_t k = 1; k < way.size(); ++k) {
            add_link(step, static_cast<int>(k) - 1, static_cast<int>(k % parts), way[k]);
        }
        const bool loop = technique_ == Technique::continuous_nice_loop || technique_ == Technique::grouped_continuous_nice_loop;
        if (loop) step.weak(static_cast<int>(parts) - 1, 0);
    }

    void add_link(Step<W>& step, int from, int to, const typename Ways<W>::Stop& stop) const {
        if (!stop.link) return step.weak(from, to);
        const int what = stop.link->what;
        if (stop.link->by == By::cell) return step.strong(from, to, cell_truth(what));
        if (stop.link->by == By::unit) return step.strong(from, to, unit_truth(what, g_.node(stop.node()).digit));
        const Set& cells = g_.set(what).cells;
        step.strong(from, to, cell_truth(cells.first()));
        for (const int cell : cells - Set::of(cells.first())) step.truths.push_back(cell_truth(cell));
        step.links.back().truths = static_cast<std::int16_t>(cells.size());
    }

    Finder<W>& f_;
    const Graph<W>& g_;
    Ways<W> ways_;
    Technique technique_;
    int longest_;                        // chains of this length or more are not wanted
    typename Graph<W>::Distances from_;  // from the node in question
    std::vector<Candidate> removes_;     // of the chain in question
    std::map<std::vector<Candidate>, Found> known_;
};

template <int W>
void find_chain(Finder<W>& f, Technique technique) {
    using enum Technique;
    const bool grouped = technique >= grouped_continuous_nice_loop && technique <= grouped_aic;
    Uses uses{technique != x_chain, technique != xy_chain, grouped, grouped && f.thorough};
    Chains<W> chains(f, f.graph(uses), technique);
    switch (technique) {
        case x_chain:
        case xy_chain: return chains.find_plain();
        case continuous_nice_loop:
        case grouped_continuous_nice_loop: return chains.find_loops();
        case aic:
        case grouped_aic: return chains.find_open();
        default: return chains.find_discontinuous();
    }
}

}  // namespace ninefold::logic
