// Kraken fish: a fish of lines whose fins are tied to the conclusion by chains.
//
// k bases, k covers, all lines; the digit's places in the bases outside the covers are the fins.
//   1. Type 1. If no fin holds, the bases use up the covers, and a place e in a cover outside the bases goes. If every
//      fin leads to "e fails" by a chain, e goes in any case.
//   2. Type 2. The other k - 1 covers cannot hold k digits, so one of the places in a chosen cover, or a fin, holds.
//      What all of these lead to fails in any case.
//
// Chains follow links that are there before the assumption (Reach::chain of net.hpp). Of the fish with the same
// conclusion the one with the shortest chains is offered. If e sees every fin, it is a finned fish and none of ours.
//
// Evidence: base and cover parts as in a fish, fin: the fins; truths: the bases; a child for every place that leads on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "logic/finder.hpp"
#include "logic/proofs.hpp"

namespace ninefold::logic {

template <int W>
class KrakenFish {
  public:
    using Set = Cells<W>;
    static constexpr int most_lines = 4, most_fins = 3, most_roots = 6;

    KrakenFish(Finder<W>& finder, Technique technique)
        : f_(finder), technique_(technique), net_(finder.p, Reach::chain), longest_(finder.shorter_than()) {}

    void find() {
        if (W > 2) return;  // fish are chosen line by line: too many on larger boards
        follow_all();
        for (digit_ = 0; digit_ < f_.l.n; ++digit_) {
            for (const Kind kind : {Kind::row, Kind::column}) {
                base_kind_ = kind;
                for (Digits bases = 1; bases < bit(f_.l.n); ++bases) {
                    if (count(bases) >= 2 && count(bases) <= most_lines) try_bases(bases);
                }
            }
        }
        offer();
    }

  private:
    struct Fish {
        int digit;
        Kind kind;
        Digits bases, covers;
        Set fins, roots;  // roots: the places that lead to the conclusion
    };
    struct Found {
        int size;
        Fish fish;
    };

    static std::size_t index(int i) { return static_cast<std::size_t>(i); }
    [[nodiscard]] int base(int i) const { return base_kind_ == Kind::row ? i : f_.l.n + i; }
    [[nodiscard]] int cover(int i) const { return base_kind_ == Kind::row ? f_.l.n + i : i; }

    // What fails if a candidate holds, by digit, and how many facts that takes.
    struct Reached {
        std::vector<Set> fails;
        std::vector<std::uint8_t> size;  // of cell · N + digit
    };
    [[nodiscard]] const Reached& reached(int cell, int digit) const { return reached_[index(cell * f_.l.n + digit)]; }

    void follow_all() {
        reached_.assign(index(f_.l.cells * f_.l.n), {});
        for (const int cell : f_.p.open()) {
            for (const int digit : each(f_.p.candidates(cell))) {
                net_.unwind(0);
                if (!net_.assume(cell, digit, true)) continue;  // a contradiction needs no fish
                Reached& own = reached_[index(cell * f_.l.n + digit)];
                own.fails.resize(index(f_.l.n));
                own.size.resize(index(f_.l.cells * f_.l.n));
                depth_.assign(net_.trail().size(), 1);
                for (std::size_t i = 1; i < net_.trail().size(); ++i) {
                    parents_.clear();
                    net_.parents(static_cast<int>(i), parents_);
                    for (const int parent : parents_) depth_[i] = std::max(depth_[i], depth_[index(parent)] + 1);
                    const auto& fact = net_.trail()[i];
                    if (fact.holds) continue;
                    own.fails[index(fact.digit)].add(fact.cell);
                    own.size[index(fact.cell * f_.l.n + fact.digit)] = static_cast<std::uint8_t>(std::min(depth_[i], 255));
                }
            }
        }
    }

    void try_bases(Digits bases) {
        const int k = count(bases);
        Digits all = 0;
        for (const int i : each(bases)) {
            const Digits places = f_.p.positions(base(i), digit_);
            if (!places || !f_.l.is_full(base(i))) return;
            all |= places;
        }
        if (count(all) < k) return;
        for (Digits covers = all;; covers = (covers - 1) & all) {
            check_stop();
            if (count(covers) == k) try_covers(bases, covers);
            if (covers == 0) return;
        }
    }

    [[nodiscard]] Set lines(Digits which, bool covers) const {
        Set set;
        for (const int i : each(which)) set |= f_.l.unit(covers ? cover(i) : base(i));
        return set;
    }

    void try_covers(Digits bases, Digits covers) {
        const Set places = lines(bases, false) & f_.p.at(digit_);
        const Set covered = lines(covers, true) & f_.p.at(digit_);
        const Set fins = places - covered;
        if (!fins.any() || fins.size() > most_fins) return;
        Fish fish{digit_, base_kind_, bases, covers, fins, fins};
        if (technique_ == Technique::kraken_fish_1) {
            const Set gone = covered - places;
            keep(fish, gone, digit_, f_.l.seen_by_all(fins));
            return;
        }
        for (const int i : each(covers)) {
            fish.roots = fins | (places & f_.l.unit(cover(i)));
            if (fish.roots.size() > most_roots) continue;
            for (int digit = 0; digit < f_.l.n; ++digit) keep(fish, f_.p.at(digit), digit, {});
        }
    }

    // Keeps the fish for every place of a digit among `gone` that all its roots lead to, unless it is in `plain`.
    void keep(const Fish& fish, Set gone, int digit, const Set& plain) {
        gone -= plain;
        for (const int root : fish.roots) {
            if (!gone.any()) return;
            const Reached& own = reached(root, fish.digit);
            if (own.fails.empty()) return;
            gone &= own.fails[index(digit)];
        }
        for (const int cell : gone) {
            int size = 0;
            for (const int root : fish.roots) size += reached(root, fish.digit).size[index(cell * f_.l.n + digit)];
            size += 2 * count(fish.bases);
            if (size >= longest_) continue;
            const auto [at, fresh] = found_.try_emplace(candidate(cell, digit), Found{size, fish});
            if (!fresh && at->second.size > size) at->second = {size, fish};
        }
    }

    void offer() {
        std::vector<std::pair<int, Candidate>> order;
        for (const auto& [c, found] : found_) order.push_back({found.size, c});
        std::sort(order.begin(), order.end());
        for (const auto& [size, c] : order) {
            auto& step = f_.start(technique_);
            step.length = static_cast<std::int16_t>(size);
            step.removes.push_back(c);
            if (f_.evidence()) explain(step, c, found_.at(c).fish);
            if (f_.give()) return;
        }
    }

    void explain(Step<W>& step, Candidate c, const Fish& fish) {
        base_kind_ = fish.kind;
        for (const int i : each(fish.bases)) {
            step.add(Role::base, bit(fish.digit), f_.p.places(base(i), fish.digit), base(i));
            step.truths.push_back(unit_truth(base(i), fish.digit));
        }
        for (const int i : each(fish.covers)) {
            step.add(Role::cover, bit(fish.digit), f_.p.places(cover(i), fish.digit), cover(i));
        }
        step.add(Role::fin, bit(fish.digit), fish.fins);
        for (const int root : fish.roots) {
            net_.unwind(0);
            net_.assume(root, fish.digit, true);
            step.children.push_back(Proof<W>(net_, no_lemmas_, 0, net_.find(c.cell, c.digit, false)).child());
        }
    }

    Finder<W>& f_;
    Technique technique_;
    Net<W> net_;
    int longest_, digit_ = 0;
    Kind base_kind_ = Kind::row;
    std::vector<Reached> reached_;
    std::vector<int> depth_, parents_;
    std::vector<Lemma<W>> no_lemmas_;
    std::map<Candidate, Found> found_;
};

}  // namespace ninefold::logic
