// Proofs out of a net (net.hpp): which facts a conclusion or contradiction rests on, and these as a child of a step.
//
// Facts below `mark` belong to an outer assumption. A proof above them may use those that fail: in the position without
// these candidates it is complete, as a lemma. They are its `outer` facts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "logic/net.hpp"

namespace ninefold::logic {

// A step proved inside an assumption, and the facts that make it possible.
template <int W>
struct Lemma {
    Step<W> step;
    std::vector<int> parents;  // facts that fail
    int size = 0;              // nodes of its children
};

template <int W>
class Proof {
  public:
    using Fact = typename Net<W>::Fact;
    using Clash = typename Net<W>::Clash;

    // Of the contradiction at the end of the net.
    Proof(const Net<W>& net, const std::vector<Lemma<W>>& lemmas, int mark) : Proof(net, lemmas, mark, causes(net, mark)) {}

    // Of one fact.
    Proof(const Net<W>& net, const std::vector<Lemma<W>>& lemmas, int mark, int fact)
        : Proof(net, lemmas, mark, std::vector<int>{fact}) {
        conclusion_ = fact;
    }

    // The nodes of the proof, those of its lemmas included.
    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] const std::vector<int>& outer() const { return outer_; }

    [[nodiscard]] Child<W> child() const {
        Child<W> child;
        const Fact& start = net_.trail()[index(mark_)];
        child.assumption = candidate(start.cell, start.digit);
        child.holds = start.holds;
        for (const int fact : facts_) child.nodes.push_back(node(fact, child));
        child.ending = ending();
        return child;
    }

  private:
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    Proof(const Net<W>& net, const std::vector<Lemma<W>>& lemmas, int mark, const std::vector<int>& ends)
        : net_(net), lemmas_(lemmas), mark_(mark) {
        std::vector<bool> needed(index(net.size()));
        for (const int fact : ends) needed[index(fact)] = true;
        needed[index(mark)] = true;
        std::vector<int> parents;
        for (int fact = net.size() - 1; fact >= mark; --fact) {
            if (!needed[index(fact)]) continue;
            facts_.push_back(fact);
            size_ += 1 + own_size(fact);
            parents.clear();
            parents_of(fact, parents);
            for (const int parent : parents) needed[index(parent)] = true;
        }
        for (int fact = 0; fact < mark; ++fact) {
            if (needed[index(fact)]) outer_.push_back(fact);
        }
        std::reverse(facts_.begin(), facts_.end());
    }

    // A candidate that an outer assumption placed and this one excludes: all candidates of its cell are excluded.
    static bool is_outer_clash(const Net<W>& net, int mark) {
        const Clash& clash = net.clash();
        return clash.kind == Clash::Kind::both && net.find(clash.what, clash.digit, true) < mark;
    }
    static std::vector<int> causes(const Net<W>& net, int mark) {
        std::vector<int> out;
        if (is_outer_clash(net, mark)) {
            net.excluded_in_cell(net.clash().what, Net<W>::none, out);
        } else {
            net.causes(out);
        }
        return out;
    }

    [[nodiscard]] int own_size(int fact) const {
        const Fact& f = net_.trail()[index(fact)];
        return f.reason == Node::Reason::lemma ? lemmas_[index(f.from)].size : 0;
    }
    void parents_of(int fact, std::vector<int>& out) const {
        const Fact& f = net_.trail()[index(fact)];
        if (f.reason == Node::Reason::lemma) {
            out = lemmas_[index(f.from)].parents;
        } else {
            net_.parents(fact, out);
        }
    }

    [[nodiscard]] std::int16_t place(int fact) const {
        return static_cast<std::int16_t>(std::lower_bound(facts_.begin(), facts_.end(), fact) - facts_.begin());
    }

    Node node(int fact, Child<W>& child) const {
        const Fact& f = net_.trail()[index(fact)];
        Node node{candidate(f.cell, f.digit), f.holds, f.reason, -1, {}};
        if (f.reason == Node::Reason::unit) node.why = static_cast<std::int16_t>(f.from);
        if (f.reason == Node::Reason::lemma) {
            node.why = static_cast<std::int16_t>(child.lemmas.size());
            child.lemmas.push_back(lemmas_[index(f.from)].step);
        }
        std::vector<int> parents;
        parents_of(fact, parents);
        for (const int parent : parents) {
            if (parent >= mark_) node.parents.push_back(place(parent));
        }
        return node;
    }

    [[nodiscard]] Ending ending() const {
        const Clash& clash = net_.clash();
        const auto small = [](int i) { return static_cast<std::int16_t>(i); };
        if (conclusion_ >= 0) return {Ending::Kind::conclusion, place(conclusion_), -1};
        if (clash.kind == Clash::Kind::cell || is_outer_clash(net_, mark_)) return {Ending::Kind::cell, small(clash.what), -1};
        if (clash.kind == Clash::Kind::unit) return {Ending::Kind::unit, small(clash.what), small(clash.digit)};
        return {Ending::Kind::both, place(net_.find(clash.what, clash.digit, true)),
                place(net_.find(clash.what, clash.digit, false))};
    }

    const Net<W>& net_;
    const std::vector<Lemma<W>>& lemmas_;
    int mark_, conclusion_ = -1, size_ = 0;
    std::vector<int> facts_, outer_;
};

}  // namespace ninefold::logic
