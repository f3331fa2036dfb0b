// Contradictions that need more than singles: dynamic chains (+), and nested forcing chains.
//
// Assume that a candidate holds, and draw all conclusions (net.hpp). When they run out:
//   1. (+): look for locked candidates, pairs and X-wings among the candidates that are left;
//   2. nested: look for candidates whose own assumption, on top of the first one, leads to a contradiction.
// What these remove is a lemma, and the conclusions continue. A lemma rests on facts that fail: in the position without
// those candidates it is a complete step.
//
// Nesting one level deep has solved every puzzle known before 2022; on a puzzle that has one solution the
// search goes deeper if that finds nothing, so it always ends with a step.
//
// All lemmas of a round are drawn, smallest first, before the conclusions continue, so that proofs stay short. After
// the first contradiction, further assumptions are tried for a shorter one until `most_work` facts were drawn. Boards
// of more than nine digits stop there in any case, and nest at most one level: their answer may be "nothing found".
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "logic/finder.hpp"
#include "logic/proofs.hpp"
#include "logic/twins.hpp"

namespace ninefold::logic {

template <int W>
void find(Finder<W>& f, Technique technique);

template <int W>
class Nested {
  public:
    Nested(Finder<W>& finder, Technique technique)
        : f_(finder), technique_(technique), net_(finder.p, Reach::full), longest_(finder.shorter_than()) {}

    // Offers contradictions with chains nested so deep inside; 0: with simple patterns only. Returns whether any was found,
    // or whether a chain without anything inside would do: then nothing deeper is needed.
    bool find(int depth) {
        work_ = 0;
        for (const int cell : f_.p.open()) {
            for (const int digit : each(f_.p.candidates(cell))) {
                if (work_ > most_work && (W > 2 || (f_.wants_one() && !found_.empty()))) break;
                look_at(candidate(cell, digit), depth);
            }
        }
        offer();
        return plain_ || !found_.empty();
    }

  private:
    static constexpr long most_work = W == 2 ? 4'000'000 : 400'000;

    struct Found {
        int size;
        Candidate assumption;
        Child<W> child;
    };

    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    void look_at(Candidate c, int depth) {
        net_.unwind(0);
        lemmas_.clear();
        if (!net_.assume(c.cell, c.digit, true)) {  // a plain dynamic chain, without anything inside
            plain_ = true;
            return;
        }
        if (!is_refuted(depth)) return;
        const Proof<W> proof(net_, lemmas_, 0);
        if (proof.size() >= longest_) return;
        found_.push_back({proof.size(), c, f_.evidence() ? proof.child() : Child<W>{}});
        if (f_.wants_one()) longest_ = proof.size();
    }

    // Draws lemmas and what follows from them, until nothing more is found or there is a contradiction.
    bool is_refuted(int depth) {
        for (;;) {
            work_ += net_.size();
            const int before = net_.size();
            if (depth == 0 ? draw_patterns() : draw_inner(depth - 1)) return true;
            if (net_.size() == before) return false;
        }
    }

    // The position without the candidates that fail.
    [[nodiscard]] Position<W> reduced() const {
        Position<W> position = f_.p;
        for (const auto& fact : net_.trail()) {
            if (!fact.holds) position.remove(fact.cell, fact.digit);
        }
        return position;
    }

    bool draw_patterns() {
        using enum Technique;
        const Position<W> position = reduced();
        for (const Technique technique : {pointing, claiming, hidden_pair, naked_pair, x_wing}) {
            ListSink<W> sink;
            Finder<W> finder(position, sink);
            logic::find(finder, technique);
            // What each rests on is noted before the first one excludes more.
            std::vector<Lemma<W>> round;
            for (const Step<W>& step : sink.steps) round.push_back(pattern_lemma(step));
            const int before = net_.size();
            if (conclude_all(round)) return true;
            if (net_.size() != before) return false;
        }
        return false;
    }

    Lemma<W> pattern_lemma(const Step<W>& step) const {
        Lemma<W> lemma{step, {}, static_cast<int>(step.parts.size())};
        for (const Truth& truth : step.truths) {
            if (truth.kind == Truth::Kind::cell) net_.excluded_in_cell(truth.what, Net<W>::none, lemma.parents);
            if (truth.kind == Truth::Kind::unit) net_.excluded_in_unit(truth.what, truth.digit, Net<W>::none, lemma.parents);
        }
        return lemma;
    }

    bool conclude_all(std::vector<Lemma<W>>& round) {
        return std::any_of(round.begin(), round.end(), [&](Lemma<W>& lemma) { return conclude(std::move(lemma)); });
    }

    // Adds the removals of a lemma. Returns true on a contradiction. What needs no assumption is a step of its own, and a
    // simpler one.
    bool conclude(Lemma<W> lemma) {
        auto& parents = lemma.parents;
        if (parents.empty()) return false;
        std::sort(parents.begin(), parents.end());
        parents.erase(std::unique(parents.begin(), parents.end()), parents.end());
        const auto removes = lemma.step.removes;
        lemmas_.push_back(std::move(lemma));
        const int number = static_cast<int>(lemmas_.size()) - 1;
        return std::any_of(removes.begin(), removes.end(), [&](Candidate c) {
            return !net_.conclude(c.cell, c.digit, false, number);
        });
    }

    // One round of contradictions inside the assumption.
    bool draw_inner(int depth) {
        std::vector<Lemma<W>> round;
        const int mark = net_.size();
        const std::size_t kept = lemmas_.size();
        for (const int cell : f_.p.open()) {
            if (is_single(net_.left(cell))) continue;
            for (const int digit : each(net_.left(cell))) {
                if (!net_.assume(cell, digit, true) || (depth > 0 && is_refuted(depth))) round.push_back(inner_lemma(mark));
                work_ += net_.size() - mark;
                net_.unwind(mark);
                lemmas_.resize(kept);
            }
        }
        std::stable_sort(round.begin(), round.end(), [](const auto& a, const auto& b) { return a.size < b.size; });
        return conclude_all(round);
    }

    Lemma<W> inner_lemma(int mark) const {
        const Proof<W> proof(net_, lemmas_, mark);
        Lemma<W> lemma;
        lemma.step.restart(Technique::dynamic_contradiction);
        const auto& start = net_.trail()[index(mark)];
        lemma.step.remove(start.cell, start.digit);
        lemma.step.length = static_cast<std::int16_t>(std::min(proof.size(), 32767));
        if (f_.evidence()) lemma.step.children.push_back(proof.child());
        lemma.parents = proof.outer();
        lemma.size = proof.size();
        return lemma;
    }

    void offer() {
        std::stable_sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) { return a.size < b.size; });
        for (Found& found : found_) {
            auto& step = f_.start(technique_);
            step.length = static_cast<std::int16_t>(std::min(found.size, 32767));
            step.remove(found.assumption.cell, found.assumption.digit);
            if (f_.evidence()) step.children.push_back(std::move(found.child));
            if (f_.give()) return;
        }
    }

    Finder<W>& f_;
    Technique technique_;
    Net<W> net_;
    int longest_;
    long work_ = 0;
    bool plain_ = false;
    std::vector<Lemma<W>> lemmas_;
    std::vector<Found> found_;
};

template <int W>
void find_nested(Finder<W>& f) {
    for (int depth = 1; depth <= (W == 2 && f.deep ? 4 : 1); ++depth) {
        if (Nested<W>(f, Technique::nested_forcing_chain).find(depth)) return;
    }
}

}  // namespace ninefold::logic
