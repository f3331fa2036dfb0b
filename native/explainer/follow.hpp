// Everything that follows from one assumption, for the chains beyond cycles and forcing chains.
//
// 1. Two queues: on nodes are expanded first. A contradiction ends the search at once, and what was found by then
// counts.
// 2. Dynamic: a candidate leaves the board when it is taken from its queue, after its own strong links were followed.
// An
//    on node forced by a cell or unit has as parents the off node that led to it and every candidate of that cell or
//    unit removed so far.
// 3. The size of a node is the number of its ancestors, itself included.
// 4. Levels above 0: when both queues are empty, further deductions (deductions.hpp) may continue the search.
#pragma once

#include "deductions.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

inline constexpr int no_limit = 1 << 30;

// Nodes are numbered 2 * id + (1 if on); with n candidates, 2n is the node that caused the contradiction.
struct Consequences {
    List<Id> order[2];  // candidates reached, [1] on, [0] off, as found
    List<Id> size[2];   // of each candidate's node (rule 3); 0 if it was not reached
    bool contradiction = false;
    int contradiction_size = 0;

    // Kept only for chains that have to be read back.
    List<Id> parents;
    List<int> from, to;  // of each node: its range of parents
    List<Cause> cause;
    List<int> nested;             // the nested hint that led to it, or -1
    int clash = 0, clashing = 0;  // nodes: the one that was there, and the one that contradicts it

    // The chain is read back from both ends of a contradiction: the node that is on, then the one that is off.
    int on_end(int last) const { return clashing & 1 ? last : clash; }
    int off_end(int last) const { return clashing & 1 ? clash : last; }
};

class Follower {
  public:
    Follower(bool dynamic, int level, Program program, const StopCheck& stop)
        : dynamic_(dynamic), level_(level), stop_(stop), deductions_(level, program, stop) {}

    int limit = no_limit;  // without dynamic chains: longer ones are not followed

    const Links& links() const { return links_; }
    const Deductions& deductions() const { return deductions_; }

    void begin(const Position& position, bool keep) {
        source_ = &position;
        keep_ = keep;
        links_.build(position);
        const int n = links_.amount;
        words_ = (2 * n + 63) / 64;
        ancestors_.resize(2 * n * words_);
        row_words_ = (n + 63) / 64;
        weak_.resize(n);
        for (int i = 0; i < n; ++i) {
            weak_[i].clear();
            for (int k = links_.weak_start[i]; k < links_.weak_start[i + 1]; ++k) weak_[i].set(links_.weak[k]);
        }
        deductions_.begin();
    }

    void follow(Consequences& result, int start, bool is_on) {
        reset(result);
        if (stop_.now()) return;
        if (dynamic_) current_ = *source_;
        add(start, is_on, Cause::none, -1, [](auto&&) {});
        int on_done = 0, off_done = 0;
        while (on_done < result.order[1].size() || off_done < result.order[0].size()) {
            if (on_done < result.order[1].size()) {
                if (!expand_on(result.order[1][on_done++])) return;
            } else {
                const int off = result.order[0][off_done++];
                if (result.size[0][off] >= limit) return;  // the queue is sorted by length if nothing is dynamic
                if (!expand_off(off)) return;
            }
            if (level_ > 0 && on_done == result.order[1].size() && off_done == result.order[0].size()) deduce();
        }
    }

  private:
    void reset(Consequences& result) {
        result_ = &result;
        for (const int on : {0, 1}) {
            result.order[on].clear();
            result.size[on].assign(links_.amount, 0);
        }
        result.contradiction = false;
        is_on_.clear();
        is_off_.clear();
        if (!keep_) return;
        const int nodes = 2 * links_.amount + 1;
        result.parents.clear();
        result.from.assign(nodes, 0);
        result.to.assign(nodes, 0);
        result.cause.assign(nodes, Cause::none);
        result.nested.assign(nodes, -1);
    }

    Word* ancestors(int node) { return ancestors_.data() + static_cast<std::ptrdiff_t>(node) * words_; }

    // `parents` calls its argument with each parent node.
    template <class Parents>
    void add(int id, bool is_on, Cause cause, int nested, Parents&& parents) {
        const int node = 2 * id + is_on;
        int size = 0;
        if (dynamic_) {
            Word* mine = ancestors(node);
            std::fill_n(mine, words_, Word{0});
            parents([&](int parent) {
                const Word* theirs = ancestors(parent);
                for (int i = 0; i < words_; ++i) mine[i] |= theirs[i];
            });
            mine[node >> 6] |= Word{1} << (node & 63);
            for (int i = 0; i < words_; ++i) size += count(mine[i]);
        } else {
            parents([&](int parent) { size = result_->size[parent & 1][parent >> 1]; });
            ++size;
        }
        result_->size[is_on][id] = static_cast<Id>(size);
        result_->order[is_on].push(static_cast<Id>(id));
        (is_on ? is_on_ : is_off_).set(id);
        if (keep_) record(node, cause, nested, parents);
    }

    template <class Parents>
    void record(int node, Cause cause, int nested, Parents&& parents) {
        result_->from[node] = result_->parents.size();
        parents([&](int parent) { result_->parents.push(static_cast<Id>(parent)); });
        result_->to[node] = result_->parents.size();
        result_->cause[node] = cause;
        result_->nested[node] = nested;
    }

    template <class Parents>
    void contradict(int size, int clash, int clashing, Cause cause, Parents&& parents) {
        result_->contradiction = true;
        result_->contradiction_size = size;
        if (!keep_) return;
        record(2 * links_.amount, cause, -1, parents);
        result_->clash = clash;
        result_->clashing = clashing;
    }

    // Both return false at a contradiction.
    bool expand_on(int on) {
        Word news = 0;  // anything to add, or to contradict?
        for (int i = 0; i < row_words_; ++i) news |= weak_[on].words[i] & (~is_off_.words[i] | is_on_.words[i]);
        if (!news) return true;
        const auto parents = [&](auto&& act) { act(2 * on + 1); };
        const auto& size = result_->size;
        for (int k = links_.weak_start[on]; k < links_.weak_start[on + 1]; ++k) {
            const int off = links_.weak[k];
            if (size[1][off]) {
                contradict(size[1][off] + size[1][on] + 1, 2 * off + 1, 2 * off, links_.weak_cause[k], parents);
                return false;
            }
            if (!size[0][off]) add(off, false, links_.weak_cause[k], -1, parents);
        }
        return true;
    }

    struct Forced {
        int id;
        Cause cause;
    };

    bool expand_off(int off) {
        Forced forced[4];
        const int amount = dynamic_ ? forced_now(off, forced) : forced_at_start(off, forced);
        const int cell = links_.cell(off), digit = links_.digit(off);
        auto& size = result_->size;
        for (int k = 0; k < amount; ++k) {
            const auto [on, cause] = forced[k];
            if (size[1][on]) continue;
            const auto parents = [&, why = cause](auto&& act) {
                act(2 * off);
                if (dynamic_) each_removed(cell, digit, why, act);
            };
            add(on, true, cause, -1, parents);
            if (!size[0][on]) continue;
            const int total = size[0][on] + size[1][on];
            result_->order[1].pop();
            size[1][on] = 0;
            contradict(total, 2 * on, 2 * on + 1, cause, parents);
            return false;
        }
        if (dynamic_) current_.drop(cell, digit);  // rule 2
        return true;
    }

    int forced_at_start(int off, Forced* forced) const {
        for (int k = 0; k < links_.strong_end[off]; ++k)
            forced[k] = {links_.strong[off][k], links_.strong_cause[off][k]};
        return links_.strong_end[off];
    }

    int forced_now(int off, Forced* forced) const {
        const int cell = links_.cell(off), digit = links_.digit(off);
        int amount = 0;
        const Bits others = current_.candidates[cell];
        if (count(others) == 2) forced[amount++] = {links_.id(cell, lowest(others & ~bit(digit))), Cause::cell};
        for (int kind = 0; kind < kinds; ++kind) {
            const int unit = board.unit[cell][kind];
            const Bits places = current_.places[unit][digit];
            if (count(places) != 2) continue;
            const int on = links_.id(board.cell[unit][lowest(places & ~bit(board.place[cell][kind]))], digit);
            bool is_new = true;
            for (int k = 0; k < amount; ++k) is_new &= forced[k].id != on;
            if (is_new) forced[amount++] = {on, in_unit(kind)};
        }
        return amount;
    }

    // The candidates that have left the cell or unit since the start.
    template <class Act>
    void each_removed(int cell, int digit, Cause cause, Act&& act) const {
        if (cause == Cause::cell) {
            for (const int gone : each(source_->candidates[cell] & ~Bits{current_.candidates[cell]})) {
                act(2 * links_.id(cell, gone));
            }
            return;
        }
        const int unit = board.unit[cell][kind_of(cause)];
        for (const int place : each(source_->places[unit][digit] & ~Bits{current_.places[unit][digit]})) {
            act(2 * links_.id(board.cell[unit][place], digit));
        }
    }

    // Rule 4.
    void deduce() {
        const DeducedList& found = deductions_.find(*source_, current_);
        for (const Deduced& item : found.items) {
            const int id = links_.id_of[item.candidate];
            if (result_->size[0][id]) continue;
            add(id, false, Cause::none, item.nested, [&](auto&& act) {
                for (int k = item.from; k < item.to; ++k) act(2 * links_.id_of[found.parents[k]]);
            });
        }
    }

    const bool dynamic_;
    const int level_;
    const StopCheck& stop_;
    const Position* source_ = nullptr;
    Position current_;
    Links links_;
    Deductions deductions_;
    Consequences* result_ = nullptr;
    bool keep_ = false;
    List<BitSet<12>> weak_;  // weak links as sets, of which the first words are used
    BitSet<12> is_on_, is_off_;
    int row_words_ = 0, words_ = 0;
    List<Word> ancestors_;  // of each node, `words_` words
};

}  // namespace ninefold::explainer::NINEFOLD_VERSION
