// Deductions inside a dynamic chain, when its links lead no further ("(+)" and nested chains).
//
// 1. Level 1 and above: pointing and claiming, hidden pair, naked pair, X-wing on the current candidates; all instances
//    of the first of these that gives anything. The parents are the candidates removed since the start that made the
//    deduction possible; one without parents is ignored.
// 2. Above level 1, if those give nothing: level 2 cycles and forcing chains; level 3 these, then multiple chains;
//    level 4 dynamic chains; level 5 dynamic chains, then chains of level 2. Best first; of those with equal removals
//    only the first counts, even if it has no parents.
// 3. SukakuExplainer has no level 5. It repeats level 4 with chains of level 1, then 2, then 3 instead of plain dynamic
//    ones; those are levels 5 to 7 here.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "all_chains.hpp"
#include "rating/version.hpp"
#include "singles.hpp"
#include "subsets.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

using rating::StopCheck;

class ForcingChains;

// One more candidate that is off: its parents are a range of the list's pool.
struct Deduced {
    Id candidate;
    int from, to;
    int nested;  // which nested hint led to it, or -1
};

struct DeducedList {
    List<Deduced> items;
    List<Id> parents;

    void clear() {
        items.clear();
        parents.clear();
    }
};

struct NestedHint {
    Word identity;
    int nodes;
};

class Deductions {
  public:
    Deductions(int level, Program program, const StopCheck& stop);
    ~Deductions();

    void begin() {
        nested_.clear();
        memory_.clear();
    }

    const NestedHint& nested(int index) const { return nested_[index]; }

    // What follows in `current`, which the chain reached from `source`.
    const DeducedList& find(const Position& source, const Position& current) {
        source_ = &source;
        current_ = &current;
        found_.clear();
        locked();
        if (found_.items.empty()) hidden_pairs();
        if (found_.items.empty()) naked_pairs();
        if (found_.items.empty()) x_wings();
        if (!found_.items.empty() || level_ < 2) return found_;
        Word key = 17;
        for (const Nine candidates : current.candidates) key = mix(key, candidates);
        const auto [entry, is_new] = memory_.try_emplace(key);
        if (is_new) {
            nest();
            entry->second = found_;
        }
        return entry->second;
    }

  private:
    int parents_so_far() const { return found_.parents.size(); }
    void add_parent(int cell, int digit) { found_.parents.push(static_cast<Id>(9 * cell + digit)); }
    void add_off(int cell, int digit, int from) {
        if (parents_so_far() == from) return;
        found_.items.push({static_cast<Id>(9 * cell + digit), from, parents_so_far(), -1});
    }
    Bits gone(int unit, int digit) const { return source_->places[unit][digit] & ~Bits{current_->places[unit][digit]}; }

    void locked() {
        each_locked(*current_, program_, [&](int a, int b, int digit) {
            const Bits out = current_->places[b][digit] & ~Bits{board.common[b][a]};
            if (!out) return false;
            const int from = parents_so_far();
            for (const int place : each(gone(a, digit) & ~board.common[a][b])) add_parent(board.cell[a][place], digit);
            for (const int place : each(out)) add_off(board.cell[b][place], digit, from);
            return false;
        });
    }

    void hidden_pairs() {
        each_hidden_set(*current_, 2, false, [&](int unit, Bits digits, Bits places) {
            bool is_useful = false;
            for (const int place : each(places)) {
                is_useful |= (current_->candidates[board.cell[unit][place]] & ~digits) != 0;
            }
            if (!is_useful) return false;
            const int from = parents_so_far();
            for (const int place : each(0x1FF & ~places)) {
                const int cell = board.cell[unit][place];
                for (const int digit : each(source_->candidates[cell] & digits)) add_parent(cell, digit);
            }
            for (const int place : each(places)) {
                const int cell = board.cell[unit][place];
                for (const int digit : each(current_->candidates[cell] & ~digits)) add_off(cell, digit, from);
            }
            return false;
        });
    }

    void naked_pairs() {
        each_naked_set(*current_, 2, [&](int unit, Bits places, Bits digits) {
            bool is_useful = false;
            for (const int place : each(0x1FF & ~places)) {
                is_useful |= (current_->candidates[board.cell[unit][place]] & digits) != 0;
            }
            if (!is_useful) return false;
            const int from = parents_so_far();
            for (const int place : each(places)) {
                const int cell = board.cell[unit][place];
                for (const int digit : each(source_->candidates[cell] & ~digits)) add_parent(cell, digit);
            }
            for (const int place : each(0x1FF & ~places)) {
                const int cell = board.cell[unit][place];
                for (const int digit : each(current_->candidates[cell] & digits)) add_off(cell, digit, from);
            }
            return false;
        });
    }

    void x_wings() {
        each_fish(*current_, 2, [&](const Fish& fish) {
            bool is_useful = false;
            each_victim(*current_, fish, [&](int) { is_useful = true; });
            if (!is_useful) return false;
            const int from = parents_so_far();
            for (const int line : each(fish.lines)) {
                const int unit = fish.base + line;
                for (const int place : each(gone(unit, fish.digit) & ~fish.covers)) {
                    add_parent(board.cell[unit][place], fish.digit);
                }
            }
            each_victim(*current_, fish, [&](int cell) { add_off(cell, fish.digit, from); });
            return false;
        });
    }

    void nest();  // rule 2

    // Uses the hints of a finder (AllChains, ForcingChains) for what no better hint removes.
    template <class Finder>
    void use(Finder& finder) {
        for (const Hint* hint : finder.hints().sorted()) {
            bool is_new = false;
            each_removed(*hint, [&](int candidate) { is_new |= !covered_.has(candidate); });
            if (!is_new) continue;
            const int from = parents_so_far();
            ParentSet parents(*source_, *current_, found_.parents);
            const Word identity = finder.parents(*hint, parents);
            if (parents_so_far() == from) continue;
            nested_.push({identity, hint->rank.nodes});
            each_removed(*hint, [&](int candidate) {
                if (covered_.has(candidate)) return;
                covered_.set(candidate);
                found_.items.push({static_cast<Id>(candidate), from, parents_so_far(), nested_.size() - 1});
            });
        }
    }

    template <class Act>
    static void each_removed(const Hint& hint, Act&& act) {
        for (const Removal& removal : hint.removals) {
            for (const int digit : each(removal.digits)) act(9 * removal.cell + digit);
        }
    }

    const int level_;
    const Program program_;
    const Position* source_ = nullptr;
    const Position* current_ = nullptr;
    DeducedList found_;
    List<NestedHint> nested_;
    std::unordered_map<Word, DeducedList> memory_;  // nested hints by the candidates they were found for
    BitSet<12> covered_;
    std::unique_ptr<AllChains> chains_;
    std::vector<std::unique_ptr<ForcingChains>> inner_;
};

}  // namespace ninefold::explainer::NINEFOLD_VERSION
