// Forcing chains: what an assumption leads to (net.hpp).
//
//   1. Contradiction. What leads to a contradiction is wrong: a candidate that holds goes, one that fails is placed.
//      Nishio: the same with one digit only.
//   2. Verity. One of the candidates of a cell, or of the places of a digit in a unit, holds. What all of them lead to is
//      true.
//   3. Double. A candidate holds or it does not. What both lead to is true.
//
// Chains follow links that are there before the assumption; dynamic chains count what was excluded since, so a conclusion
// may have several reasons (a net). Of the steps with the same conclusion the one with the fewest nodes is offered;
// steps come in order of their nodes, which is their length.
//
// Evidence: a child per assumption. The truth of a verity is the cell or unit; contradictions and doubles need none.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "logic/finder.hpp"
#include "logic/nested.hpp"
#include "logic/proofs.hpp"

namespace ninefold::logic {

template <int W>
class Forcing {
  public:
    // The conclusion of a step: a candidate holds or fails.
    using Claim = std::pair<Candidate, bool>;
    // Assumptions of which one is true, and the truth that says so.
    struct Root {
        std::vector<Claim> claims;
        std::vector<Truth> truth;
    };

    Forcing(Finder<W>& finder, Technique technique, Reach reach)
        : f_(finder), technique_(technique), net_(finder.p, reach), longest_(finder.shorter_than()) {}

    void find_contradictions(bool negated) {
        for (const int cell : f_.p.open()) {
            for (const int digit : each(f_.p.candidates(cell))) {
                look_for_contradiction({candidate(cell, digit), true});
                if (negated) look_for_contradiction({candidate(cell, digit), false});
            }
        }
        offer();
    }

    void find_doubles() {
        for (const int cell : f_.p.open()) {
            for (const int digit : each(f_.p.candidates(cell))) {
                const Candidate c = candidate(cell, digit);
                look_for_agreement({{{c, true}, {c, false}}, {}});
            }
        }
        offer();
    }

    void find_by_cells() {
        for (const int cell : f_.p.open()) {
            Root root{{}, {cell_truth(cell)}};
            for (const int digit : each(f_.p.candidates(cell))) root.claims.push_back({candidate(cell, digit), true});
            if (root.claims.size() > 2) look_for_agreement(root);
        }
        offer();
    }

    void find_by_units() {
        for (int unit = 0; unit < f_.l.unit_count(); ++unit) {
            for (int digit = 0; digit < f_.l.n; ++digit) {
                if (!f_.p.lacks(unit, digit)) continue;
                Root root{{}, {unit_truth(unit, digit)}};
                for (const int cell : f_.p.places(unit, digit)) root.claims.push_back({candidate(cell, digit), true});
                if (root.claims.size() > 2) look_for_agreement(root);
            }
        }
        offer();
    }

  private:
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    struct Found {
        int size;
        Root root;
    };

    bool assume(const Claim& claim) {
        net_.unwind(0);
        return net_.assume(claim.first.cell, claim.first.digit, claim.second);
    }

    void look_for_contradiction(const Claim& claim) {
        if (assume(claim)) return;
        const int size = Proof<W>(net_, no_lemmas_, 0).size();
        keep({claim.first, !claim.second}, size, {{claim}, {}});
    }

    // Adds up the sizes of what each assumption leads to, for the claims that all of them lead to.
    void look_for_agreement(const Root& root) {
        std::map<Claim, int> common;
        for (std::size_t i = 0; i < root.claims.size(); ++i) {
            if (!assume(root.claims[i])) return;  // a contradiction says more
            const auto sizes = sizes_of_facts();
            std::map<Claim, int> both;
            for (std::size_t k = 0; k < sizes.size(); ++k) {
                const auto& fact = net_.trail()[k];
                const Claim claim{candidate(fact.cell, fact.digit), fact.holds};
                if (i == 0) {
                    both.emplace(claim, sizes[k]);
                } else if (const auto before = common.find(claim); before != common.end()) {
                    both.emplace(claim, before->second + sizes[k]);
                }
            }
            common = std::move(both);
            if (common.empty()) return;
        }
        for (const auto& [claim, size] : common) keep(claim, size, root);
    }

    // Of every fact: how many facts it rests on, itself included.
    [[nodiscard]] std::vector<int> sizes_of_facts() const {
        const std::size_t words = (net_.trail().size() + 63) / 64;
        std::vector<std::uint64_t> below(net_.trail().size() * words);
        std::vector<int> sizes, parents;
        for (std::size_t i = 0; i < net_.trail().size(); ++i) {
            std::uint64_t* own = below.data() + i * words;
            parents.clear();
            net_.parents(static_cast<int>(i), parents);
            for (const int parent : parents) {
                for (std::size_t w = 0; w < words; ++w) own[w] |= below[index(parent) * words + w];
            }
            own[i / 64] |= std::uint64_t{1} << (i % 64);
            int size = 0;
            for (std::size_t w = 0; w < words; ++w) size += count(own[w]);
            sizes.push_back(size);
        }
        return sizes;
    }

    void keep(const Claim& claim, int size, const Root& root) {
        if (size >= longest_ || is_known(claim)) return;
        const auto [at, fresh] = found_.try_emplace(claim, Found{size, root});
        if (!fresh && at->second.size > size) at->second = {size, root};
        if (f_.wants_one()) longest_ = size;
    }
    // A cell with one candidate holds it; that is a naked single.
    [[nodiscard]] bool is_known(const Claim& claim) const {
        return claim.second && is_single(f_.p.candidates(claim.first.cell));
    }

    void offer() {
        std::vector<std::pair<int, Claim>> order;
        for (const auto& [claim, found] : found_) order.push_back({found.size, claim});
        std::sort(order.begin(), order.end());
        for (const auto& [size, claim] : order) {
            auto& step = f_.start(technique_);
            step.length = static_cast<std::int16_t>(std::min(size, 32767));
            (claim.second ? step.places : step.removes).push_back(claim.first);
            if (f_.evidence()) explain(step, claim, found_.at(claim).root);
            if (f_.give()) return;
        }
    }

    void explain(Step<W>& step, const Claim& claim, const Root& root) {
        step.truths = root.truth;
        for (const Claim& assumption : root.claims) {
            if (!assume(assumption)) {
                step.children.push_back(Proof<W>(net_, no_lemmas_, 0).child());
            } else {
                const int end = net_.find(claim.first.cell, claim.first.digit, claim.second);
                step.children.push_back(Proof<W>(net_, no_lemmas_, 0, end).child());
            }
        }
    }

    Finder<W>& f_;
    Technique technique_;
    Net<W> net_;
    int longest_;  // steps of this size or more are not wanted
    std::vector<Lemma<W>> no_lemmas_;
    std::map<Claim, Found> found_;
};

template <int W>
void find_forcing(Finder<W>& f, Technique technique) {
    using enum Technique;
    const bool dynamic = technique >= dynamic_contradiction;
    if (technique == dynamic_plus) {
        Nested<W>(f, technique).find(0);
        return;
    }
    if (technique == nested_forcing_chain) return find_nested(f);
    Forcing<W> forcing(f, technique, technique == nishio ? Reach::digit : dynamic ? Reach::full : Reach::chain);
    switch (technique) {
        case nishio: return forcing.find_contradictions(false);
        case forcing_contradiction:
        case dynamic_contradiction: return forcing.find_contradictions(true);
        case double_forcing_chain:
        case dynamic_double: return forcing.find_doubles();
        case cell_forcing_chain:
        case dynamic_cell: return forcing.find_by_cells();
        default: return forcing.find_by_units();
    }
}

}  // namespace ninefold::logic
