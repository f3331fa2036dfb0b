// Learning from conflicts: clauses that keep later guesses from failing for the same reason.
//
//   4. At a conflict, follow the reasons back until one literal of the last level is left (the first unique implication
//      point). Its negation follows from literals of earlier levels: that is the learnt clause.
//   5. A candidate dropped on an earlier level because another was placed (rule 1) may be represented by that placed
//      one, which often represents many. Such clauses name digits that cannot all be placed. They find solutions sooner
//      (hard 36×36 grids: in half the time) but take longer to prove that there is none (jigsaws: five times longer).
//      So the caller alternates.
//   6. A literal that follows from others of the clause is dropped.
//   7. Every so often, the half of the clauses with the largest distance is deleted.
//
// Only learnt clauses are stored as clauses, each watched in two literals. The rules of the board are words
// (board.hpp): an empty 25×25 board has 2,500 of them, and would need some 690,000 clauses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "search/clauses.hpp"
#include "search/marks.hpp"
#include "search/order.hpp"

namespace ninefold::search {

class Learning {
  public:
    Learning(const Board& board, Marks& marks) : board_(board), marks_(marks) {}

    // Applies the rules of the board and the clauses until nothing follows; returns false at a conflict.
    bool propagate();

    // The clause learnt from a conflict above level 0. The first literal is the only one of the current level.
    struct LearntClause {
        std::vector<Literal> literals;
        std::uint32_t back = 0;      // the highest level of the others, at which the first literal follows
        std::uint32_t distance = 0;  // see clauses.hpp
    };
    // Raises the activity of the candidates involved. With `by_placed`, rule 5 applies.
    const LearntClause& analyse(Order& order, bool by_placed);

    // Stores the last learnt clause and returns it as the reason for its first literal.
    Reason keep();

    // Adds a permanent clause. Only on level 0; returns false if it cannot be satisfied.
    bool add_permanent(std::span<const Literal> literals);

    // Call after backtracking.
    void backtracked() { next_ = std::min(next_, marks_.trail().size()); }

    void forget_half();
    [[nodiscard]] std::size_t clauses() const { return clauses_.count(); }

  private:
    struct Watch {
        Clause clause;
        Literal other;  // if this one holds, the clause need not be examined
    };

    void check_watches(Literal failed);
    bool find_watch(std::span<Literal> literals, Watch watch);
    void attach(Clause clause);
    [[nodiscard]] bool is_in_use(Clause clause) const;

    template <typename Visit> void causes(Reason reason, Literal of, Visit visit) const;
    void mark_seen(Literal literal, Order& order);
    void mark_conflict(Order& order);
    void minimise_clause();
    bool is_redundant(Literal literal);
    [[nodiscard]] bool may_be_redundant(Candidate candidate) const;
    void measure();

    const Board& board_;
    Marks& marks_;
    Clauses clauses_;
    std::vector<std::vector<Watch>> watches_;  // by literal; empty until the first clause
    std::size_t next_ = 0;                     // the first of the trail whose watches have not been checked

    LearntClause learnt_clause_;
    bool by_placed_ = true;
    std::uint32_t of_this_level_ = 0;  // seen literals of the current level still to be explained
    std::vector<std::uint8_t> seen_;   // by candidate
    std::vector<Candidate> all_seen_;
    std::vector<Literal> to_explain_;
    std::vector<std::uint64_t> level_stamp_;  // by level: the last pass that reached it
    std::uint64_t stamp_ = 0;
};

inline bool Learning::propagate() {
    while (marks_.propagate()) {
        if (clauses_.count() == 0) next_ = marks_.trail().size();
        if (next_ == marks_.trail().size()) return true;
        check_watches(negation(marks_.trail()[next_++]));
    }
    return false;
}

// Checks the clauses that watch a literal which now fails.
inline void Learning::check_watches(Literal failed) {
    auto& list = watches_[failed];
    auto kept = list.begin();
    auto watch = list.begin();
    for (; watch != list.end() && !marks_.in_conflict(); ++watch) {
        if (marks_.holds(watch->other)) {
            *kept++ = *watch;
            continue;
        }
        const std::span<Literal> literals = clauses_.literals(watch->clause);
        if (literals[0] == failed) std::swap(literals[0], literals[1]);
        const Watch renewed{watch->clause, literals[0]};
        if (!marks_.holds(literals[0]) && find_watch(literals, renewed)) continue;
        *kept++ = renewed;
        if (marks_.fails(literals[0])) {
            marks_.violate(renewed.clause);
        } else if (marks_.is_open(literals[0])) {
            marks_.assign(literals[0], {Why::clause, renewed.clause});
        }
    }
    list.erase(std::move(watch, list.end(), kept), list.end());
}

// Watches another literal instead of the second; returns false if all others fail.
inline bool Learning::find_watch(std::span<Literal> literals, Watch watch) {
    const auto free = std::find_if(literals.begin() + 2, literals.end(), [&](Literal l) { return !marks_.fails(l); });
    if (free == literals.end()) return false;
    std::swap(literals[1], *free);
    watches_[literals[1]].push_back(watch);
    return true;
}

inline void Learning::attach(Clause clause) {
    if (watches_.empty()) watches_.resize(2 * board_.candidates());
    const auto literals = clauses_.literals(clause);
    watches_[literals[0]].push_back({clause, literals[1]});
    watches_[literals[1]].push_back({clause, literals[0]});
}

inline bool Learning::add_permanent(std::span<const Literal> literals) {
    std::vector<Literal> open;
    for (const Literal literal : literals) {
        if (marks_.holds(literal)) return true;
        if (marks_.is_open(literal)) open.push_back(literal);
    }
    if (open.empty()) return false;
    if (open.size() == 1) {
        marks_.assign(open.front(), {});
    } else {
        attach(clauses_.add(open, 0));
    }
    return true;
}

inline Reason Learning::keep() {
    if (learnt_clause_.literals.size() == 1) return {Why::searched, 0};
    const Clause clause = clauses_.add(learnt_clause_.literals, learnt_clause_.distance);
    attach(clause);
    return {Why::clause, clause};
}

// Visits the literals whose failing made `of` hold, or, if `of` names nothing, violated what `reason` names.
template <typename Visit> void Learning::causes(Reason reason, Literal of, Visit visit) const {
    switch (reason.why) {
    case Why::given:
        break;
    case Why::candidate:
        visit(dropped(reason.what));
        break;
    case Why::word:
        for (std::uint32_t bit = 0; bit < static_cast<std::uint32_t>(board_.size); ++bit) {
            const Literal other = placed(board_.candidate(reason.what, bit));
            if (other != of) visit(other);
        }
        break;
    case Why::clause:
        for (const Literal other : clauses_.literals(reason.what)) {
            if (other != of) visit(other);
        }
        break;
    case Why::searched:
        for (std::uint32_t level = 1; level <= reason.what; ++level) visit(negation(marks_.guess_of(level)));
        break;
    }
}

// Rule 4.
inline const Learning::LearntClause& Learning::analyse(Order& order, bool by_placed) {
    by_placed_ = by_placed;
    seen_.resize(board_.candidates(), 0);
    learnt_clause_.literals.assign(1, 0);
    of_this_level_ = 0;
    mark_conflict(order);
    for (auto at = marks_.trail().rbegin();; ++at) {
        const Candidate candidate = candidate_of(*at);
        if (seen_[candidate] == 0) continue;
        if (--of_this_level_ == 0) {
            learnt_clause_.literals[0] = negation(*at);
            break;
        }
        causes(marks_.reason(candidate), *at, [&](Literal literal) { mark_seen(literal, order); });
    }
    minimise_clause();
    for (const Candidate candidate : all_seen_) seen_[candidate] = 0;
    all_seen_.clear();
    measure();
    return learnt_clause_;
}

inline void Learning::mark_conflict(Order& order) {
    const Marks::Conflict& conflict = marks_.conflict();
    constexpr Literal none = ~Literal{0};
    causes(conflict.reason, none, [&](Literal literal) { mark_seen(literal, order); });
    if (conflict.reason.why == Why::candidate) mark_seen(dropped(conflict.other), order);
}

inline void Learning::mark_seen(Literal literal, Order& order) {
    Candidate candidate = candidate_of(literal);
    const std::uint32_t level = marks_.level_of(candidate);
    if (level == 0) return;
    const Reason reason = marks_.reason(candidate);
    if (by_placed_ && level != marks_.level() && reason.why == Why::candidate) {  // rule 5
        candidate = reason.what;
        literal = dropped(candidate);
    }
    if (seen_[candidate] != 0) return;
    seen_[candidate] = 1;
    all_seen_.push_back(candidate);
    order.raise(candidate);
    if (level == marks_.level()) {
        ++of_this_level_;
    } else {
        learnt_clause_.literals.push_back(literal);
    }
}

// Rule 6.
inline void Learning::minimise_clause() {
    auto& literals = learnt_clause_.literals;
    ++stamp_;
    level_stamp_.resize(std::max<std::size_t>(level_stamp_.size(), marks_.level() + 1), 0);
    for (const Literal literal : literals) level_stamp_[marks_.level_of(candidate_of(literal))] = stamp_;
    const auto rest = std::remove_if(literals.begin() + 1, literals.end(), [&](Literal l) { return is_redundant(l); });
    literals.erase(rest, literals.end());
}

// Whether a literal of the learnt clause fails because of others in it. Candidates reached on a path that leads
// elsewhere are unmarked; those on a path that leads back to the clause stay marked.
inline bool Learning::is_redundant(Literal literal) {
    if (!may_be_redundant(candidate_of(literal))) return false;
    const std::size_t before = all_seen_.size();
    bool leads_elsewhere = false;
    to_explain_.assign(1, literal);
    while (!to_explain_.empty() && !leads_elsewhere) {
        const Literal failed = to_explain_.back();
        to_explain_.pop_back();
        causes(marks_.reason(candidate_of(failed)), negation(failed), [&](Literal cause) {
            const Candidate candidate = candidate_of(cause);
            if (leads_elsewhere || seen_[candidate] != 0 || marks_.level_of(candidate) == 0) return;
            leads_elsewhere = !may_be_redundant(candidate);
            seen_[candidate] = 1;
            all_seen_.push_back(candidate);
            to_explain_.push_back(cause);
        });
    }
    if (!leads_elsewhere) return true;
    for (std::size_t i = before; i < all_seen_.size(); ++i) seen_[all_seen_[i]] = 0;
    all_seen_.resize(before);
    return false;
}

inline bool Learning::may_be_redundant(Candidate candidate) const {
    const Why why = marks_.reason(candidate).why;
    return why != Why::given && why != Why::searched && level_stamp_[marks_.level_of(candidate)] == stamp_;
}

// Computes the distance and the level to backtrack to, whose literal must be the second watched one.
inline void Learning::measure() {
    auto& literals = learnt_clause_.literals;
    ++stamp_;
    learnt_clause_.distance = 0;
    learnt_clause_.back = 0;
    for (std::size_t i = 0; i < literals.size(); ++i) {
        const std::uint32_t level = marks_.level_of(candidate_of(literals[i]));
        learnt_clause_.distance += level_stamp_[level] != stamp_ ? 1U : 0U;
        level_stamp_[level] = stamp_;
        if (i == 0 || level <= learnt_clause_.back) continue;
        learnt_clause_.back = level;
        std::swap(literals[1], literals[i]);
    }
}

inline bool Learning::is_in_use(Clause clause) const {
    const Literal first = clauses_.literals(clause)[0];
    if (!marks_.holds(first)) return false;
    const Reason reason = marks_.reason(candidate_of(first));
    return reason.why == Why::clause && reason.what == clause;
}

// Rule 7.
inline void Learning::forget_half() {
    std::vector<std::pair<std::uint64_t, Clause>> learnt;  // best first: small distance, then few literals
    for (Clause clause = 0; clause != clauses_.end(); clause = clauses_.next(clause)) {
        const std::uint64_t distance = clauses_.distance(clause);
        if (distance > 0) learnt.emplace_back(distance << 32 | clauses_.literals(clause).size(), clause);
    }
    std::ranges::sort(learnt);
    std::vector<Clause> gone;
    for (std::size_t i = learnt.size() / 2; i < learnt.size(); ++i) {
        if (!is_in_use(learnt[i].second)) gone.push_back(learnt[i].second);
    }
    std::ranges::sort(gone);

    Clauses stay;
    std::vector<std::pair<Clause, Clause>> moved;  // from, to
    auto next_gone = gone.begin();
    for (Clause clause = 0; clause != clauses_.end(); clause = clauses_.next(clause)) {
        if (next_gone != gone.end() && *next_gone == clause) {
            ++next_gone;
        } else {
            moved.emplace_back(clause, stay.add(clauses_.literals(clause), clauses_.distance(clause)));
        }
    }
    marks_.rename_clauses([&](Clause from) {
        return std::ranges::lower_bound(moved, from, {}, &std::pair<Clause, Clause>::first)->second;
    });
    std::swap(clauses_, stay);
    for (auto& list : watches_) list.clear();
    for (const auto& [from, to] : moved) attach(to);
}

}  // namespace ninefold::search
