// Multiple, dynamic, "(+)" and nested forcing chains.
//
// 1. Cell: what follows from every candidate of a cell. Region: from every place of a digit in a unit; examined only at
//    the unit's first cell with the digit. Contradiction: an assumption that cannot hold. Double: what follows from a
//    candidate being on and from it being off.
// 2. Multiple chains (base 8.0) are static: cells with three candidates or more, and regions whose first cell is such.
//    Dynamic ones (8.5) look at cells with two or more, and at contradictions and doubles.
// 3. The size of a hint is the sum over its branches; nested hints add theirs, each once.
// 4. The best hint wins (links.hpp, Rank).
#pragma once

#include <algorithm>

#include "follow.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

class ForcingChains {
  public:
    ForcingChains(bool dynamic, int level, Program program, const StopCheck& stop)
        : dynamic_(dynamic),
          level_(level),
          rated_level_(program == Program::sukaku ? std::min(level, 4) : level),
          follower_(dynamic, level, program, stop) {}

    bool best(const Position& position, Step& step) {
        Rank top;
        bool found = false;
        each_hint(position, level_ >= 2, [&](const Found& hint) {
            int nodes = hint.nodes;
            if (!rank_of(base(), nodes, hint.kind).beats(top)) return;
            if (level_ >= 2) {
                nodes += nested_nodes(hint);
                if (!rank_of(base(), nodes, hint.kind).beats(top)) return;
            }
            top = rank_of(base(), nodes, hint.kind);
            found = true;
            if (!dynamic_) follower_.limit = nodes - 1;  // longer branches cannot win any more
            write(position, hint, step);
        });
        follower_.limit = no_limit;
        return found && step.set(step.technique, top.rating);
    }

    // All hints, for use inside another chain.
    void find(const Position& position) {
        held_ = position;
        hints_.clear();
        each_hint(held_, true, [&](const Found& hint) {
            const int nodes = hint.nodes + (level_ >= 2 ? nested_nodes(hint) : 0);
            const int cell = links().cell(hint.id);
            const Bits digit = bit(links().digit(hint.id));
            const Bits removed = hint.is_on ? held_.candidates[cell] & ~digit : digit;
            if (Hint* kept = hints_.offer(rank_of(base(), nodes, hint.kind), cell, removed)) describe(hint, *kept);
        });
    }

    HintTable& hints() { return hints_; }

    // Collects the parents of a hint and returns the identity of its chains. The start of a cell's or region's branch
    // counts as forced by that cell or region.
    Word parents(const Hint& hint, ParentSet& parents) {
        Word identity = 3;
        const Cause root = static_cast<Cause>(hint.path[0]);
        for (int i = 1; i < hint.path.size(); i += 2) {
            const int run = static_cast<int>(hint.path[i]);
            const Consequences& branch = run & 1 ? from_off_[run / 2] : from_on_[run / 2];
            identity = mix(identity, 1000003);
            each_ancestor(branch, static_cast<int>(hint.path[i + 1]), [&](int node) {
                const int real = node == last_node() ? branch.clashing : node;
                const int candidate = links().candidate[real / 2];
                identity = mix(identity, static_cast<Word>(2 * candidate + (real & 1)));
                const bool is_start = branch.from[node] == branch.to[node];
                if (real & 1) parents.add_forced(candidate, is_start ? root : branch.cause[node]);
            });
        }
        return identity;
    }

  private:
    enum Kind { by_double = 1, by_cell = 5, by_region = 6, by_contradiction = 7 };

    struct End {
        const Consequences* branch;
        int node;
    };

    struct Found {
        End ends[9];
        int branches;
        int nodes;
        Kind kind;
        int id;  // the candidate that is on or off in the end
        bool is_on;
        Cause root;
    };

    const Links& links() const { return follower_.links(); }
    int last_node() const { return 2 * links().amount; }

    double base() const {
        if (level_ >= 2) return 9.5 + 0.5 * (rated_level_ - 2);
        return level_ ? 9.0 : dynamic_ ? 8.5 : 8.0;
    }

    Technique technique(Kind kind) const {
        if (level_ >= 2) return static_cast<Technique>(static_cast<int>(Technique::nested_chains_2) + rated_level_ - 2);
        if (level_) return Technique::dynamic_plus_chains;
        switch (kind) {
            case by_cell:
                return dynamic_ ? Technique::dynamic_cell_chains : Technique::cell_chains;
            case by_region:
                return dynamic_ ? Technique::dynamic_region_chains : Technique::region_chains;
            case by_contradiction:
                return Technique::dynamic_contradiction_chains;
            default:
                return Technique::dynamic_double_chains;
        }
    }

    void write(const Position& position, const Found& hint, Step& step) const {
        const int where = links().cell(hint.id), digit = links().digit(hint.id);
        step.clear();
        step.technique = technique(hint.kind);
        if (!hint.is_on) return step.remove(where, bit(digit));
        step.remove(where, position.candidates[where] & ~bit(digit));
        step.place(where, digit);
    }

    // The branches as numbers, so that `parents` can find them again.
    void describe(const Found& hint, Hint& kept) {
        kept.path.push(static_cast<std::uint32_t>(hint.root));
        for (int i = 0; i < hint.branches; ++i) {
            const Consequences* branch = hint.ends[i].branch;
            const bool is_off = branch >= from_off_.data() && branch < from_off_.data() + from_off_.size();
            const auto index = branch - (is_off ? from_off_.data() : from_on_.data());
            kept.path.push(static_cast<std::uint32_t>(2 * index + is_off));
            kept.path.push(static_cast<std::uint32_t>(hint.ends[i].node));
        }
    }

    const Consequences& assume_on(int id) {
        if (!have_[id]) {
            have_[id] = 1;
            follower_.follow(from_on_[id], id, true);
        }
        return from_on_[id];
    }

    bool is_useful(int id, bool is_on) const {
        return !is_on || count(Bits{position_->candidates[links().cell(id)]}) > 1;
    }

    // Calls found(hint) for every hint, in the order in which Sudoku Explainer finds them.
    template <class Act>
    void each_hint(const Position& position, bool keep, Act&& found) {
        position_ = &position;
        follower_.begin(position, keep);
        if (from_on_.size() < links().amount) {
            from_on_.resize(links().amount);
            from_off_.resize(links().amount);
        }
        have_.assign(links().amount, 0);
        for (int where = 0; where < 81; ++where) {
            const Bits digits = position.candidates[where];
            if (count(digits) < (dynamic_ ? 2 : 3)) continue;
            for (const int digit : each(digits)) {
                if (dynamic_) both_ways(links().id(where, digit), count(digits), found);
                for (int kind = 0; kind < kinds; ++kind) {
                    const int unit = board.unit[where][kind];
                    const Bits places = position.places[unit][digit];
                    if (count(places) < 2 || board.cell[unit][lowest(places)] != where) continue;
                    const Consequences* branches[9];
                    int amount = 0;
                    for (const int place : each(places)) {
                        branches[amount++] = &assume_on(links().id(board.cell[unit][place], digit));
                    }
                    common_ends(branches, amount, by_region, in_unit(kind), found);
                }
            }
            const Consequences* branches[9];
            int amount = 0;
            for (const int digit : each(digits)) branches[amount++] = &assume_on(links().id(where, digit));
            common_ends(branches, amount, by_cell, Cause::cell, found);
        }
    }

    // Contradictions of a candidate on and off, and what follows from both.
    template <class Act>
    void both_ways(int id, int candidates, Act&& found) {
        const Consequences& on = assume_on(id);
        offer_contradiction(on, id, false, found);
        Consequences& off = from_off_[id];
        follower_.follow(off, id, false);
        offer_contradiction(off, id, true, found);
        if (candidates < 3) return;
        const Consequences* branches[2] = {&on, &off};
        common_ends(branches, 2, by_double, Cause::none, found);
    }

    template <class Act>
    void offer_contradiction(const Consequences& branch, int id, bool is_on, Act&& found) {
        if (!branch.contradiction) return;
        const int last = last_node();
        found(Found{{{&branch, branch.on_end(last)}, {&branch, branch.off_end(last)}},
                    2,
                    branch.contradiction_size,
                    by_contradiction,
                    id,
                    is_on,
                    Cause::none});
    }

    template <class Act>
    void common_ends(const Consequences* const* branches, int amount, Kind kind, Cause root, Act&& found) {
        for (const int is_on : {1, 0}) {
            for (const int id : branches[0]->order[is_on]) {
                int total = 0;
                bool in_all = true;
                for (int i = 0; i < amount && in_all; ++i) {
                    const int size = branches[i]->size[is_on][id];
                    in_all = size != 0;
                    total += size;
                }
                if (!in_all || !is_useful(id, is_on)) continue;
                Found hint{{}, amount, total, kind, id, is_on != 0, root};
                for (int i = 0; i < amount; ++i) hint.ends[i] = {branches[i], 2 * id + is_on};
                found(hint);
            }
        }
    }

    // The nodes of a chain from its end, level by level, each once.
    template <class Act>
    void each_ancestor(const Consequences& branch, int end, Act&& act) {
        if (visited_.size() < last_node() + 2) visited_.assign(last_node() + 2, 0);
        ++stamp_;
        chain_.clear();
        chain_.push(end);
        visited_[end] = stamp_;
        for (int i = 0; i < chain_.size(); ++i) {
            const int node = chain_[i];
            act(node);
            for (int k = branch.from[node]; k < branch.to[node]; ++k) {
                const int parent = branch.parents[k];
                if (visited_[parent] == stamp_) continue;
                visited_[parent] = stamp_;
                chain_.push(parent);
            }
        }
    }

    // Rule 3.
    int nested_nodes(const Found& hint) {
        identities_.clear();
        int total = 0;
        for (int i = 0; i < hint.branches; ++i) {
            const Consequences& branch = *hint.ends[i].branch;
            each_ancestor(branch, hint.ends[i].node, [&](int node) {
                if (branch.nested[node] < 0) return;
                const NestedHint& inner = follower_.deductions().nested(branch.nested[node]);
                if (std::find(identities_.begin(), identities_.end(), inner.identity) != identities_.end()) return;
                identities_.push(inner.identity);
                total += inner.nodes;
            });
        }
        return total;
    }

    const bool dynamic_;
    const int level_, rated_level_;
    Follower follower_;
    const Position* position_ = nullptr;
    Position held_;
    List<Consequences> from_on_, from_off_;
    List<std::uint8_t> have_;  // whether from_on_ was computed
    HintTable hints_;
    List<std::uint32_t> visited_;
    std::uint32_t stamp_ = 0;
    List<int> chain_;
    List<Word> identities_;
};

inline Deductions::Deductions(int level, Program program, const StopCheck& stop) : level_(level), program_(program) {
    const auto nest = [&](bool dynamic, int inner) {
        inner_.push_back(std::make_unique<ForcingChains>(dynamic, inner, program, stop));
    };
    if (level == 2 || level == 3) chains_ = std::make_unique<AllChains>();
    if (level == 3) nest(false, 0);
    if (level >= 4) nest(true, program == Program::sukaku ? level - 4 : 0);
    if (level >= 5 && program == Program::explainer) nest(true, level - 3);
}

inline Deductions::~Deductions() = default;

inline void Deductions::nest() {
    covered_.clear();
    if (chains_) {
        chains_->find(*current_);
        use(*chains_);
    }
    for (const auto& chains : inner_) {
        if (!found_.items.empty()) return;
        chains->find(*current_);
        use(*chains);
    }
}

}  // namespace ninefold::explainer::NINEFOLD_VERSION
