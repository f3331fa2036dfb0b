// Hints inside chains: what the deeper forcing chains use beyond links.
#pragma once

#include <algorithm>
#include <unordered_map>

#include "links.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

inline Word mix(Word hash, Word value) {
    hash ^= value + 0x9e3779b97f4a7c15U + (hash << 6) + (hash >> 2);
    hash *= 0xff51afd7ed558ccdU;
    return hash ^ (hash >> 29);
}

// A deduction inside a longer chain. `path` lets its finder recover its nodes.
struct Hint {
    Rank rank;
    int order = 0;
    List<Removal> removals;  // by cell
    List<std::uint32_t> path;
};

// The hints of a position; of those with the same removals only the best, of equals the first.
class HintTable {
  public:
    void clear() {
        index_.clear();
        hints_.clear();
        offered_ = 0;
    }

    // The hint to describe if this one is the best so far, else null.
    Hint* offer(const Rank& rank, const List<Removal>& removals) {
        Word key = 1469598103934665603U;
        for (const Removal& removal : removals) key = mix(key, static_cast<Word>(removal.cell) * 512 + removal.digits);
        const int order = offered_++;
        const auto [entry, is_new] = index_.emplace(key, hints_.size());
        if (is_new) {
            hints_.push({rank, order, removals, {}});
            return &hints_.last();
        }
        Hint& known = hints_[entry->second];
        if (!rank.beats(known.rank)) return nullptr;
        known.rank = rank;
        known.order = order;
        known.path.clear();
        return &known;
    }

    Hint* offer(const Rank& rank, int cell, Bits digits) {
        one_.clear();
        one_.push({cell, digits});
        return offer(rank, one_);
    }

    // Best first.
    const List<const Hint*>& sorted() {
        sorted_.clear();
        for (const Hint& hint : hints_) sorted_.push(&hint);
        std::sort(sorted_.begin(), sorted_.end(), [](const Hint* a, const Hint* b) {
            if (a->rank.beats(b->rank)) return true;
            return !b->rank.beats(a->rank) && a->order < b->order;
        });
        return sorted_;
    }

  private:
    std::unordered_map<Word, int> index_;
    List<Hint> hints_;
    List<const Hint*> sorted_;
    List<Removal> one_;
    int offered_ = 0;
};

// Collects the parents of an inner hint: what the outer chain removed so that a cell or unit forces a digit.
class ParentSet {
  public:
    ParentSet(const Position& source, const Position& current, List<Id>& parents)
        : source_(source), current_(current), parents_(parents) {}

    void add_forced(int candidate, Cause cause) {
        if (cause == Cause::none) return;
        const int cell = candidate / 9, digit = candidate % 9;
        if (cause == Cause::cell) {
            for (const int other : each(source_.candidates[cell] & ~current_.candidates[cell])) add(9 * cell + other);
            return;
        }
        const int unit = board.unit[cell][kind_of(cause)];
        for (const int place : each(source_.places[unit][digit] & ~current_.places[unit][digit])) {
            add(9 * board.cell[unit][place] + digit);
        }
    }

  private:
    void add(int candidate) {
        if (seen_.has(candidate)) return;
        seen_.set(candidate);
        parents_.push(static_cast<Id>(candidate));
    }

    const Position& source_;
    const Position& current_;
    List<Id>& parents_;
    BitSet<12> seen_;
};

}  // namespace ninefold::explainer::NINEFOLD_VERSION
