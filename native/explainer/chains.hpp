// Cycles and forcing chains: the best one of a position.
//
// 1. From a candidate that is on, breadth first: a cycle leads back to it, in four nodes or more; on nodes are visited
//    once, and no off node twice on one path. A forcing chain leads to its own off: the candidate goes.
// 2. From a candidate that is off: a forcing chain leads to its own on, and it is placed.
// 3. Only the shortest forcing chain of each source and direction counts.
// 4. Ranks grow with length, so no search goes deeper than a hint that would still win: that is exact.
#pragma once

#include "links.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

// For positions with up to 64 * Words candidates.
template <int Words>
class BestChain {
    using Set = BitSet<Words>;

  public:
    bool find(const Position& position, const Links& links, Step& step) {
        position_ = &position;
        links_ = &links;
        step_ = &step;
        best_ = {};
        found_ = false;
        const int n = links.amount;
        reach_.resize(n);
        queue_.resize(n);
        on_before_.resize(n);
        off_before_.resize(n);
        seen_.assign(n, 0);
        closes_.assign(n, 0);
        stamp_ = 0;
        for (const ChainKind& kind : chain_kinds) search(kind);
        if (found_) step.rating = best_.rating;
        return found_;
    }

  private:
    // The largest number of nodes that would still win (rule 4).
    int bound(double base) const {
        int nodes = 2;
        while (nodes < 2 * links_->amount + 4 && rank_of(base, nodes + 2, kind_->kind).beats(best_)) nodes += 2;
        return nodes;
    }

    void set_bounds() {
        max_cycle_ = bound(kind_->cycle_base);
        max_chain_ = kind_->in_units ? bound(kind_->chain_base) : 0;
    }

    void take(Technique technique, double base, int nodes) {
        best_ = rank_of(base, nodes, kind_->kind);
        found_ = true;
        step_->technique = technique;
        set_bounds();
    }

    void search(const ChainKind& kind) {
        kind_ = &kind;
        set_bounds();
        if (max_cycle_ < 4 && max_chain_ < 4) return;
        two_steps_.build(*links_, kind);
        for (int i = 0; i < links_->amount; ++i) {
            reach_[i].clear();
            for (int e = two_steps_.start[i]; e < two_steps_.start[i + 1]; ++e) reach_[i].set(two_steps_.on[e]);
        }
        for (int source = 0; source < links_->amount; ++source) {
            if (!kind.may_start(count(Bits{position_->candidates[links_->cell(source)]}))) continue;
            from_on(source);
            if (kind.in_units) from_off(source);
        }
    }

    bool wins(int nodes) const { return nodes && rank_of(kind_->chain_base, nodes, kind_->kind).beats(best_); }

    // Rule 1.
    void from_on(int source) {
        mark_closing(source, 1);
        const int chain = walk(source);
        mark_closing(source, 0);
        if (!kind_->in_units || !wins(chain)) return;
        step_->clear();
        step_->remove(links_->cell(source), bit(links_->digit(source)));
        take(kind_->chain, kind_->chain_base, chain);
    }

    // Marks the candidates whose on rules out the source.
    void mark_closing(int source, std::uint8_t value) {
        for (int k = kind_->weak_from(*links_, source); k < links_->weak_start[source + 1]; ++k) {
            closes_[links_->weak[k]] = value;
        }
    }

    // Takes the cycles it finds; returns the nodes of the shortest chain to the source's own off, or 0.
    int walk(int source) {
        int chain = 0, head = 0, tail = 0;
        queue_[tail++] = static_cast<Id>(source);
        seen_[source] = ++stamp_;
        Set done;
        done.set(source);
        for (int nodes = 2; head < tail; nodes += 2) {  // each turn is one layer: two links more
            bool want_cycle = nodes >= 4 && nodes <= max_cycle_;
            bool want_chain = !chain && kind_->in_units && nodes + 2 <= max_chain_;
            if (nodes > max_cycle_ && !want_chain) break;
            for (const int end = tail; head < end; ++head) {
                const int from = queue_[head];
                if (!(want_cycle && reach_[from].has(source)) && !done.lacks(reach_[from])) continue;
                done |= reach_[from];
                for (int e = two_steps_.start[from]; e < two_steps_.start[from + 1]; ++e) {
                    const int on = two_steps_.on[e], off = two_steps_.off[e];
                    if (on == source) {
                        if (want_cycle && take_cycle(source, from, off, nodes)) want_cycle = false;
                        continue;
                    }
                    if (seen_[on] == stamp_) continue;
                    seen_[on] = stamp_;
                    on_before_[on] = static_cast<Id>(from);
                    off_before_[on] = static_cast<Id>(off);
                    queue_[tail++] = static_cast<Id>(on);
                    if (want_chain && closes_[on]) {
                        chain = nodes + 2;
                        want_chain = false;
                    }
                }
            }
        }
        return chain;
    }

    bool take_cycle(int source, int last, int off, int nodes) {
        for (int on = last; on != source; on = on_before_[on]) {
            if (off_before_[on] == off) return false;
        }
        CycleCut cut;
        cut.add(links_->candidate[source], true);
        cut.add(links_->candidate[off], false);
        for (int on = last; on != source; on = on_before_[on]) {
            cut.add(links_->candidate[on], true);
            cut.add(links_->candidate[off_before_[on]], false);
        }
        bool is_first = true;
        cut.each_candidate(*position_, [&](int cell, int digit) {
            if (is_first) step_->clear();
            is_first = false;
            step_->remove_one(cell, digit);
        });
        if (is_first) return false;
        take(kind_->cycle, kind_->cycle_base, nodes);
        return true;
    }

    // Rule 2. Only the length matters, so whole layers are joined at once.
    void from_off(int source) {
        Set reached;
        for (int k = kind_->strong_from(*links_, source); k < kind_->strong_to(*links_, source); ++k) {
            reached.set(links_->strong[source][k]);
        }
        Set layer = reached;
        for (int nodes = 4; nodes <= max_chain_ && !layer.empty(); nodes += 2) {
            Set next = reached;
            layer.each([&](int on) { next |= reach_[on]; });
            if (next.has(source)) {
                if (wins(nodes)) take_placement(source, nodes);
                return;
            }
            layer = next - reached;
            reached = next;
        }
    }

    void take_placement(int source, int nodes) {
        const int cell = links_->cell(source), digit = links_->digit(source);
        step_->clear();
        step_->remove(cell, position_->candidates[cell] & ~bit(digit));
        step_->place(cell, digit);
        take(kind_->chain, kind_->chain_base, nodes);
    }

    const Position* position_ = nullptr;
    const Links* links_ = nullptr;
    const ChainKind* kind_ = nullptr;
    Step* step_ = nullptr;
    Rank best_;
    bool found_ = false;
    int max_cycle_ = 0, max_chain_ = 0;
    TwoSteps two_steps_;
    List<Set> reach_;  // what two links lead to
    List<Id> queue_, on_before_, off_before_;
    List<std::uint32_t> seen_;
    List<std::uint8_t> closes_;
    std::uint32_t stamp_ = 0;
};

// Chooses the size of the sets by the number of candidates.
class ChainSearch {
  public:
    bool find(const Position& position, Step& step) {
        links_.build(position);
        if (links_.amount <= 192) return small_.find(position, links_, step);
        if (links_.amount <= 256) return medium_.find(position, links_, step);
        if (links_.amount <= 384) return large_.find(position, links_, step);
        return full_.find(position, links_, step);
    }

  private:
    Links links_;
    BestChain<3> small_;
    BestChain<4> medium_;
    BestChain<6> large_;
    BestChain<12> full_;
};

}  // namespace ninefold::explainer::NINEFOLD_VERSION
