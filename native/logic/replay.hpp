// Replaying the children of a forcing chain, node by node. Part of the independent check (verify.hpp).
//
// Each node must follow from earlier nodes by its own reason:
//   1. start: it is the assumption, and the first node; no other node is.
//   2. sees:  it fails; its parent holds, in the same cell or with the same digit in a cell that sees it.
//   3. cell:  it holds; every other candidate of its cell is a parent that fails.
//   4. unit:  it holds; every other place of its digit in the (full) unit is a parent that fails.
//   5. lemma: it is an effect of a step that `verify` proves once the parents, which all fail, are removed.
// And the child must end as it says:
//   6. cell, unit: all candidates of the cell, or all places of the digit in the unit, are nodes that fail.
//   7. both: two nodes say that a candidate holds and that it fails.
//   8. conclusion: the node exists.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "logic/position.hpp"
#include "logic/step.hpp"

namespace ninefold::logic {

template <int W>
std::string verify(const Position<W>& p, const Step<W>& step, bool is_lemma = false);

template <int W>
class Replay {
  public:
    Replay(const Position<W>& position, const Child<W>& child) : p_(position), l_(position.layout()), child_(child) {}

    // Empty if every node follows, else what does not.
    [[nodiscard]] std::string fault() const {
        for (std::size_t i = 0; i < child_.nodes.size(); ++i) {
            if (!follows(i)) return "node " + std::to_string(i) + " of a chain does not follow";
        }
        return ends() ? "" : "a chain does not end as it says";
    }

  private:
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }
    [[nodiscard]] const Node& node(int i) const { return child_.nodes[index(i)]; }
    [[nodiscard]] bool exists(int i) const { return i >= 0 && index(i) < child_.nodes.size(); }

    [[nodiscard]] bool follows(std::size_t i) const {
        const Node& n = child_.nodes[i];
        const bool earlier = std::all_of(n.parents.begin(), n.parents.end(),
                                         [&](int parent) { return parent >= 0 && index(parent) < i; });
        if (!earlier || !p_.can(n.candidate.cell, n.candidate.digit)) return false;
        switch (n.reason) {
            case Node::Reason::start:
                return i == 0 && n.candidate == child_.assumption && n.holds == child_.holds && n.parents.empty();
            case Node::Reason::sees: return is_seen(n);
            case Node::Reason::cell: return is_last_in_cell(n);
            case Node::Reason::unit: return is_last_in_unit(n);
            default: return is_proved(n);
        }
    }

    [[nodiscard]] bool is_seen(const Node& n) const {  // rule 2
        if (n.holds || n.parents.size() != 1 || !node(n.parents[0]).holds) return false;
        const auto [cell, digit] = node(n.parents[0]).candidate;
        if (cell == n.candidate.cell) return digit != n.candidate.digit;
        return digit == n.candidate.digit && l_.sees(cell, n.candidate.cell);
    }

    // Whether a parent says that this candidate fails.
    [[nodiscard]] bool fails_by_parent(const Node& n, Candidate c) const {
        return std::any_of(n.parents.begin(), n.parents.end(),
                           [&](int parent) { return node(parent).candidate == c && !node(parent).holds; });
    }

    [[nodiscard]] bool is_last_in_cell(const Node& n) const {  // rule 3
        const auto [cell, digit] = n.candidate;
        for (const int other : each(p_.candidates(cell) & ~bit(digit))) {
            if (!fails_by_parent(n, candidate(cell, other))) return false;
        }
        return n.holds && static_cast<int>(n.parents.size()) == count(p_.candidates(cell)) - 1;
    }

    [[nodiscard]] bool is_last_in_unit(const Node& n) const {  // rule 4
        if (!n.holds || n.why < 0 || n.why >= l_.unit_count() || !p_.lacks(n.why, n.candidate.digit)) return false;
        const auto places = p_.places(n.why, n.candidate.digit);
        if (!places.has(n.candidate.cell) || static_cast<int>(n.parents.size()) != places.size() - 1) return false;
        for (const int cell : places) {
            if (cell != n.candidate.cell && !fails_by_parent(n, candidate(cell, n.candidate.digit))) return false;
        }
        return true;
    }

    [[nodiscard]] bool is_proved(const Node& n) const {  // rule 5
        if (n.why < 0 || index(n.why) >= child_.lemmas.size()) return false;
        const Step<W>& lemma = child_.lemmas[index(n.why)];
        const auto& effects = n.holds ? lemma.places : lemma.removes;
        if (std::find(effects.begin(), effects.end(), n.candidate) == effects.end()) return false;
        Position<W> reduced = p_;
        for (const int parent : n.parents) {
            if (node(parent).holds) return false;
            reduced.remove(node(parent).candidate.cell, node(parent).candidate.digit);
        }
        return !lemma.assumes_unique && verify(reduced, lemma, true).empty();
    }

    [[nodiscard]] bool fails_somewhere(Candidate c) const {
        return std::any_of(child_.nodes.begin(), child_.nodes.end(),
                           [&](const Node& n) { return n.candidate == c && !n.holds; });
    }

    [[nodiscard]] bool ends() const {
        const auto [kind, what, with] = child_.ending;
        if (kind == Ending::Kind::conclusion) return exists(what);
        if (kind == Ending::Kind::both) {
            return exists(what) && exists(with) && node(what).candidate == node(with).candidate &&
                   node(what).holds != node(with).holds;
        }
        if (kind == Ending::Kind::cell) {
            return what >= 0 && what < l_.cells && p_.open().has(what) && cell_is_empty(what);
        }
        if (what < 0 || what >= l_.unit_count() || with < 0 || with >= l_.n || !p_.lacks(what, with)) return false;
        for (const int cell : p_.places(what, with)) {
            if (!fails_somewhere(candidate(cell, with))) return false;
        }
        return true;
    }
    [[nodiscard]] bool cell_is_empty(int cell) const {
        for (const int digit : each(p_.candidates(cell))) {
            if (!fails_somewhere(candidate(cell, digit))) return false;
        }
        return true;
    }

    const Position<W>& p_;
    const Layout<W>& l_;
    const Child<W>& child_;
};

}  // namespace ninefold::logic
