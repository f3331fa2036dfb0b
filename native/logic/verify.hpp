// The independent check of a step. It reads the step, the position and the layout, and nothing of the finders.
//
// One idea for every family: the truths of a step cannot all hold with the opposite of its conclusion. The rules:
//
//   1. The step changes something, and every candidate it places or removes is there.
//   2. Every truth is one here: an open cell, a full unit that lacks the digit, or a deadly pattern (rule 6).
//   3. Every single link holds. A weak one by the rules: same digit and all cells see each other, or two digits of one
//      cell. A strong one by its own truths: they cannot hold if both ends fail.
//   4. The links of a chain alternate from part to part, and its ends exclude every candidate it removes (chain_ends.hpp).
//   5. Every child is replayed node by node (replay.hpp), and so proves "assumption ⇒ conclusion" or refutes its
//      assumption.
//   6. A deadly pattern has no given, its classes are balanced in every unit, and its guardians are recomputed and must be
//      those that are listed. Of a BUG: without the guardians every open cell has two candidates, and every digit two
//      places or none in every unit. A symmetry of the clues is computed again (verify_board.hpp).
//   7. Every part is what its role says (verify_parts.hpp, verify_roles.hpp).
//   8. For each effect: assume the opposite; add what the children then refute; drop what the rules exclude. A search over
//      the options of the listed truths, fewest first, must end in contradictions only. Patterns of sixteen cells and
//      more are counted instead (verify_board.hpp).
//
// Steps are refused if the search needs more than `most_branches`: small exact reasoning, or none.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "logic/chain_ends.hpp"
#include "logic/position.hpp"
#include "logic/replay.hpp"
#include "logic/step.hpp"
#include "logic/verify_board.hpp"
#include "logic/verify_parts.hpp"
#include "logic/verify_roles.hpp"

namespace ninefold::logic {

// The candidates that are still possible under some assumption.
template <int W>
class Options {
  public:
    explicit Options(const Position<W>& position) : p_(&position) {
        for (const int cell : position.open()) left_[index(cell)] = position.candidates(cell);
    }

    [[nodiscard]] bool can(int cell, int digit) const { return left_[index(cell)] >> digit & 1; }
    [[nodiscard]] bool clash() const { return clash_; }
    [[nodiscard]] Digits left(int cell) const { return left_[index(cell)]; }

    void hold(Candidate c) {
        clash_ = clash_ || !can(c.cell, c.digit);
        left_[index(c.cell)] &= bit(c.digit);
        held_.add(c.cell);
        for (const int peer : p_->layout().peers_of(c.cell) & p_->at(c.digit)) drop(candidate(peer, c.digit));
    }
    void drop(Candidate c) {
        if (!can(c.cell, c.digit)) return;
        left_[index(c.cell)] &= ~bit(c.digit);
        clash_ = clash_ || held_.has(c.cell);
    }
    // The ways to keep a truth.
    [[nodiscard]] std::vector<Candidate> ways(const Truth& truth, const std::vector<Candidate>& guardians) const {
        std::vector<Candidate> found;
        if (truth.kind == Truth::Kind::cell) {
            for (const int digit : each(left_[index(truth.what)])) found.push_back(candidate(truth.what, digit));
        } else if (truth.kind == Truth::Kind::unit) {
            for (const int cell : p_->places(truth.what, truth.digit)) {
                if (can(cell, truth.digit)) found.push_back(candidate(cell, truth.digit));
            }
        } else {
            for (const Candidate& c : guardians) {
                if (can(c.cell, c.digit)) found.push_back(c);
            }
        }
        return found;
    }

  private:
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }
    const Position<W>* p_;
    std::array<Digits, Limits<W>::cells> left_{};
    Cells<W> held_;  // cells whose digit was assumed or chosen
    bool clash_ = false;
};

template <int W>
class Verifier {
  public:
    using Set = Cells<W>;

    Verifier(const Position<W>& position, const Step<W>& step, bool is_lemma)
        : p_(position), l_(position.layout()), s_(step), is_lemma_(is_lemma) {}

    // Empty if the step is proved, else the rule that failed and where.
    [[nodiscard]] std::string fault() {
        if (!changes_are_there()) return "rule 1: it changes nothing, or what is not there";
        for (std::size_t i = 0; i < s_.truths.size(); ++i) {
            if (!is_true(s_.truths[i])) return "rule 2: truth " + std::to_string(i) + " does not hold here";
        }
        for (std::size_t i = 0; i < s_.links.size(); ++i) {
            if (!holds(s_.links[i])) return "rule 3: link " + std::to_string(i) + " does not hold";
        }
        if (const std::string why = chain_fault(p_, s_); !why.empty()) return "rule 4: " + why;
        for (const Child<W>& child : s_.children) {
            if (const std::string why = Replay<W>(p_, child).fault(); !why.empty()) return "rule 5: " + why;
        }
        if (const std::string why = parts_fault(p_, s_); !why.empty()) return "rule 7: " + why;
        if (!RoleCheck<W>(p_, s_, is_lemma_).holds()) return "rule 7: the parts are not those of the technique";
        for (const Candidate& c : s_.removes) {
            if (!follows(c, true)) return "rule 8: it does not follow that " + name(c) + " goes";
        }
        for (const Candidate& c : s_.places) {
            if (!follows(c, false)) return "rule 8: it does not follow that " + name(c) + " holds";
        }
        return "";
    }

  private:
    static constexpr int most_branches = 200000;

    [[nodiscard]] std::string name(Candidate c) const {
        return std::to_string(c.digit + 1) + " in r" + std::to_string(c.cell / l_.n + 1) + "c" + std::to_string(c.cell % l_.n + 1);
    }

    [[nodiscard]] bool changes_are_there() const {  // rule 1
        const auto there = [&](Candidate c) { return p_.can(c.cell, c.digit); };
        return !s_.empty() && std::all_of(s_.removes.begin(), s_.removes.end(), there) &&
               std::all_of(s_.places.begin(), s_.places.end(), there);
    }

    [[nodiscard]] bool is_true(const Truth& truth) {  // rules 2 and 6
        if (truth.kind == Truth::Kind::cell) return p_.open().has(truth.what);
        if (truth.kind == Truth::Kind::unit) return p_.lacks(truth.what, truth.digit);
        if (s_.technique == Technique::gurth) return s_.assumes_unique && is_symmetric(p_, s_);
        guardians_ = guardians(p_, s_);
        return s_.assumes_unique && is_deadly(p_, s_);
    }

    [[nodiscard]] bool holds(const Link& link) {  // rule 3
        const auto n = static_cast<int>(s_.parts.size());
        if (link.from < 0 || link.from >= n || link.to < 0 || link.to >= n || link.from == link.to) return false;
        const auto &a = s_.parts[static_cast<std::size_t>(link.from)], &b = s_.parts[static_cast<std::size_t>(link.to)];
        if (!link.strong) return exclude_each_other(l_, a, b);
        const auto first = s_.truths.begin() + link.first_truth;
        if (link.truths < 1 || link.first_truth < 0 ||
            static_cast<std::size_t>(link.first_truth + link.truths) > s_.truths.size()) {
            return false;
        }
        Options<W> options(p_);
        for (const auto* end : {&a, &b}) {
            for (const int cell : end->cells) {
                for (const int digit : each(end->digits)) options.drop(candidate(cell, digit));
            }
        }
        branches_ = 0;
        return refuted(options, {first, first + link.truths});
    }

    // Rule 8. The opposite of a removal is that the candidate holds.
    [[nodiscard]] bool follows(Candidate c, bool removed) {
        if (s_.technique == Technique::gurth) return !s_.truths.empty();  // rule 6 looked at every effect
        if (is_counted(s_.technique)) return removed && outnumbered(p_, s_, c);
        Options<W> options(p_);
        if (removed) {
            options.hold(c);
        } else {
            options.drop(c);
        }
        for (const Child<W>& child : s_.children) {
            if (!is_against(child, c, removed)) continue;
            if (child.assumption == c && child.holds == removed) return true;
            if (child.holds) {
                options.drop(child.assumption);
            } else {
                options.hold(child.assumption);
            }
        }
        branches_ = 0;
        return refuted(options, s_.truths);
    }

    // Whether the assumption of a child cannot be true together with the opposite of an effect.
    [[nodiscard]] static bool is_against(const Child<W>& child, Candidate c, bool removed) {
        if (child.ending.kind != Ending::Kind::conclusion) return true;
        const Node& end = child.nodes[static_cast<std::size_t>(child.ending.what)];
        return end.candidate == c && end.holds != removed;
    }

    // Whether all these truths cannot hold at once.
    bool refuted(const Options<W>& options, std::vector<Truth> truths) {
        if (options.clash()) return true;
        if (truths.empty() || ++branches_ > most_branches) return false;
        std::size_t best = 0;
        std::vector<Candidate> ways;
        for (std::size_t i = 0; i < truths.size(); ++i) {
            auto some = options.ways(truths[i], guardians_);
            if (i == 0 || some.size() < ways.size()) best = i, ways = std::move(some);
        }
        truths.erase(truths.begin() + static_cast<std::ptrdiff_t>(best));
        return std::all_of(ways.begin(), ways.end(), [&](Candidate way) {
            Options<W> next = options;
            next.hold(way);
            return refuted(next, truths);
        });
    }

    const Position<W>& p_;
    const Layout<W>& l_;
    const Step<W>& s_;
    bool is_lemma_;
    std::vector<Candidate> guardians_;
    int branches_ = 0;
};

template <int W>
std::string verify(const Position<W>& p, const Step<W>& step, bool is_lemma) {
    return Verifier<W>(p, step, is_lemma).fault();
}

}  // namespace ninefold::logic
