// All cycles and forcing chains of a position, for use inside nested chains. The search is that of chains.hpp, without
// bounds, and remembers the nodes.
#pragma once

#include "hints.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

class AllChains {
  public:
    void find(const Position& position) {
        position_ = &position;
        links_.build(position);
        hints_.clear();
        const int n = links_.amount;
        queue_.resize(n + 1);
        on_before_.resize(n);
        off_before_.resize(n);
        seen_.assign(n, 0);
        closes_.assign(n, 0);
        stamp_ = 0;
        for (const ChainKind& kind : chain_kinds) {
            kind_ = &kind;
            two_steps_.build(links_, kind);
            for (int source = 0; source < n; ++source) {
                if (!kind.may_start(count(Bits{position.candidates[links_.cell(source)]}))) continue;
                from_on(source);
                if (kind.in_units) from_off(source);
            }
        }
    }

    HintTable& hints() { return hints_; }

    // Collects the parents of a hint and returns the identity of its chain. A cycle counts in both directions; read
    // backwards, each node keeps the cause of the forward link.
    Word parents(const Hint& hint, ParentSet& parents) const {
        Word identity = 7;
        for (int i = 1; i < hint.path.size(); ++i) {
            const std::uint32_t node = hint.path[i];
            if (is_on(node)) parents.add_forced(candidate(node), cause(node));
            identity = mix(identity, node >> 8);
        }
        if (!hint.path[0]) return identity;
        for (int i = hint.path.size() - 1; i >= 2; --i) {
            const std::uint32_t node = hint.path[i];
            if (!is_on(node)) parents.add_forced(candidate(node), cause(node));
        }
        return mix(identity, 99);
    }

  private:
    static constexpr Id root = 0xFFFF;

    // A node of a path: candidate, on or off, and the cause of the link that leads to it.
    static std::uint32_t node(int candidate, bool is_on, Cause cause) {
        return static_cast<std::uint32_t>(candidate) << 16 | static_cast<std::uint32_t>(is_on) << 8 |
               static_cast<std::uint32_t>(cause);
    }
    static int candidate(std::uint32_t node) { return static_cast<int>(node >> 16); }
    static bool is_on(std::uint32_t node) { return node >> 8 & 1; }
    static Cause cause(std::uint32_t node) { return static_cast<Cause>(node & 0xFF); }

    void mark_closing(int source, std::uint8_t value) {
        for (int k = kind_->weak_from(links_, source); k < links_.weak_start[source + 1]; ++k) {
            closes_[links_.weak[k]] = value;
        }
    }

    void visit(int on, int from, int off, int& tail) {
        seen_[on] = stamp_;
        on_before_[on] = static_cast<Id>(from);
        off_before_[on] = static_cast<Id>(off);
        queue_[tail++] = static_cast<Id>(on);
    }

    bool is_on_path(int off, int last, int source) const {
        for (int on = last; on != source; on = on_before_[on]) {
            if (off_before_[on] == off) return true;
        }
        return false;
    }

    void from_on(int source) {
        mark_closing(source, 1);
        int end_of_chain = -1, chain_nodes = 0;
        int head = 0, tail = 0;
        queue_[tail++] = static_cast<Id>(source);
        seen_[source] = ++stamp_;
        for (int nodes = 2; head < tail; nodes += 2) {
            for (const int end = tail; head < end; ++head) {
                const int from = queue_[head];
                for (int e = two_steps_.start[from]; e < two_steps_.start[from + 1]; ++e) {
                    const int on = two_steps_.on[e], off = two_steps_.off[e];
                    if (on != source && seen_[on] == stamp_) continue;
                    if (is_on_path(off, from, source)) continue;
                    if (on == source) {
                        if (nodes >= 4) offer_cycle(source, from, off, nodes);
                        continue;
                    }
                    visit(on, from, off, tail);
                    if (end_of_chain < 0 && closes_[on]) {
                        end_of_chain = on;
                        chain_nodes = nodes + 2;
                    }
                }
            }
        }
        mark_closing(source, 0);
        if (kind_->in_units && end_of_chain >= 0) offer_removal(source, end_of_chain, chain_nodes);
    }

    // The on nodes from `last` back to the source, each with the off node before it.
    void describe(Hint& hint, int last, int source) const {
        for (int on = last; on != source; on = on_before_[on]) {
            const int off = off_before_[on], before = on_before_[on];
            hint.path.push(node(links_.candidate[on], true, kind_->cause_of_strong(links_, off, on)));
            if (before == root) return;
            hint.path.push(node(links_.candidate[off], false, links_.cause_of_weak(before, off)));
        }
    }

    void offer_cycle(int source, int last, int off, int nodes) {
        CycleCut cut;
        cut.add(links_.candidate[source], true);
        cut.add(links_.candidate[off], false);
        for (int on = last; on != source; on = on_before_[on]) {
            cut.add(links_.candidate[on], true);
            cut.add(links_.candidate[off_before_[on]], false);
        }
        Bits digits[81];
        Cells hit;
        cut.each_candidate(*position_, [&](int cell, int digit) {
            if (!hit.has(cell)) digits[cell] = 0;
            hit.set(cell);
            digits[cell] |= bit(digit);
        });
        if (hit.empty()) return;
        removals_.clear();
        hit.each([&](int cell) { removals_.push({cell, digits[cell]}); });
        Hint* hint = hints_.offer(rank_of(kind_->cycle_base, nodes, kind_->kind), removals_);
        if (!hint) return;
        hint->path.push(1);
        hint->path.push(node(links_.candidate[source], true, kind_->cause_of_strong(links_, off, source)));
        hint->path.push(node(links_.candidate[off], false, links_.cause_of_weak(last, off)));
        describe(*hint, last, source);
    }

    void offer_removal(int source, int last, int nodes) {
        const Rank rank = rank_of(kind_->chain_base, nodes, kind_->kind);
        Hint* hint = hints_.offer(rank, links_.cell(source), bit(links_.digit(source)));
        if (!hint) return;
        hint->path.push(0);
        hint->path.push(node(links_.candidate[source], false, links_.cause_of_weak(last, source)));
        describe(*hint, last, source);
        hint->path.push(node(links_.candidate[source], true, Cause::none));
    }

    void from_off(int source) {
        int head = 0, tail = 0;
        ++stamp_;
        for (int k = kind_->strong_from(links_, source); k < kind_->strong_to(links_, source); ++k) {
            const int on = links_.strong[source][k];
            if (seen_[on] != stamp_) visit(on, root, source, tail);
        }
        for (int nodes = 4; head < tail; nodes += 2) {
            for (const int end = tail; head < end; ++head) {
                const int from = queue_[head];
                for (int e = two_steps_.start[from]; e < two_steps_.start[from + 1]; ++e) {
                    const int on = two_steps_.on[e], off = two_steps_.off[e];
                    if (off == source) continue;
                    if (on == source) return offer_placement(source, from, off, nodes);
                    if (seen_[on] != stamp_) visit(on, from, off, tail);
                }
            }
        }
    }

    void offer_placement(int source, int last, int off, int nodes) {
        const int cell = links_.cell(source);
        const Rank rank = rank_of(kind_->chain_base, nodes, kind_->kind);
        Hint* hint = hints_.offer(rank, cell, position_->candidates[cell] & ~bit(links_.digit(source)));
        if (!hint) return;
        hint->path.push(0);
        hint->path.push(node(links_.candidate[source], true, kind_->cause_of_strong(links_, off, source)));
        hint->path.push(node(links_.candidate[off], false, links_.cause_of_weak(last, off)));
        describe(*hint, last, root);
        hint->path.push(node(links_.candidate[source], false, Cause::none));
    }

    const Position* position_ = nullptr;
    const ChainKind* kind_ = nullptr;
    Links links_;
    TwoSteps two_steps_;
    HintTable hints_;
    List<Removal> removals_;
    List<Id> queue_, on_before_, off_before_;
    List<std::uint32_t> seen_;
    List<std::uint8_t> closes_;
    std::uint32_t stamp_ = 0;
};

}  // namespace ninefold::explainer::NINEFOLD_VERSION
