// Deductions from almost locked sets (almost_locked.hpp).
//
// 1. ALS-XZ. Sets A and B have a restricted common digit x. One of them lacks x and so keeps its other digits: what sees
//    all places of another common digit z in both sets loses z.
// 2. ALS-XZ, doubly linked. With two restricted common digits, each set keeps exactly one of the two. Both sets are then
//    locked in all their other digits, and the two digits are locked into both sets together.
// 3. ALS-XY-wing. A and C have the restricted common digit x, B and C have y ≠ x. C cannot lack both, so A lacks x or B
//    lacks y: what sees all places of a common digit z of A and B loses z.
// 4. ALS-XY-chain. The same along four or more sets; neighbouring links use different digits.
// 5. Death Blossom. For every digit d of a stem cell there is a petal, a set whose places for d all see the stem.
//    Whichever digit the stem takes, its petal keeps all others: what sees all places of z in all petals loses z.
//
// Evidence: a part per set in order (the stem first), then two nodes and a weak link per restricted common digit.
// HoDoKu reports all digits that two sets (or petals) remove in one step, and so do we. In rule 1 the sets are disjoint;
// in rules 3 to 5 sets may share cells if `overlap` is true.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <vector>

#include "logic/almost_locked.hpp"
#include "logic/finder.hpp"

namespace ninefold::logic {

// The cells and truths of a set.
template <int W>
void add_set(Step<W>& step, Role role, const Als<W>& set) {
    step.add(role, set.digits, set.cells);
    for (const int cell : set.cells) step.truths.push_back(cell_truth(cell));
}

// "Not both hold `digit`", drawn from the places in one set to those in the other.
template <int W>
void add_restricted(Step<W>& step, int digit, const Cells<W>& from, const Cells<W>& to) {
    const int at = static_cast<int>(step.parts.size());
    step.add(Role::node, bit(digit), from);
    step.add(Role::node, bit(digit), to);
    step.weak(at, at + 1);
}

// Rules 1 and 2.
template <int W>
void remove_xz(Step<W>& step, const Als<W>& a, const Als<W>& b, Digits restricted) {
    const bool twice = count(restricted) > 1;
    for (const int z : each(a.digits & b.digits)) {
        if ((restricted & ~bit(z)) != 0) step.remove(a.sees(z) & b.sees(z), z);
    }
    if (!twice) return;
    for (const int digit : each(a.digits & ~restricted)) step.remove(a.sees(digit) - b.cells, digit);
    for (const int digit : each(b.digits & ~restricted)) step.remove(b.sees(digit) - a.cells, digit);
}

template <int W>
void find_als_xz(Finder<W>& f) {
    AlsList<W>& sets = f.als();
    for (int i = 0; i < sets.size(); ++i) {
        for (const auto [j, restricted] : sets.partners(i)) {
            const Als<W>&a = sets[i], &b = sets[j];
            if (j < i || a.cells.meets(b.cells)) continue;
            auto& step = f.start(Technique::als_xz);
            remove_xz(step, a, b, restricted);
            if (step.empty()) continue;
            if (f.evidence()) {
                add_set(step, Role::als, a);
                add_set(step, Role::als, b);
                for (const int x : each(restricted)) add_restricted(step, x, a.places(x), b.places(x));
            }
            if (f.give()) return;
        }
    }
}

// Whether two sets of a wing or blossom may be used together.
template <int W>
bool may_meet(const Als<W>& a, const Als<W>& b, bool overlap) {
    if (!a.cells.meets(b.cells)) return true;
    return overlap && !a.cells.in(b.cells) && !b.cells.in(a.cells);
}

template <int W>
void find_als_xy_wing(Finder<W>& f, bool overlap) {
    AlsList<W>& sets = f.als();
    for (int c = 0; c < sets.size(); ++c) {
        const auto& partners = sets.partners(c);
        for (std::size_t i = 0; i < partners.size(); ++i) {
            const Als<W>& a = sets[partners[i].to];
            if (!may_meet(a, sets[c], overlap)) continue;
            for (std::size_t j = i + 1; j < partners.size(); ++j) {
                const Als<W>& b = sets[partners[j].to];
                if ((a.digits & b.digits) == 0 || !may_meet(b, sets[c], overlap) || !may_meet(a, b, overlap)) continue;
                auto& step = f.start(Technique::als_xy_wing);
                Digits xs = 0, ys = 0;
                for (const int z : each(a.digits & b.digits)) {
                    const auto gone = a.sees(z) & b.sees(z);
                    const Digits x = partners[i].digits & ~bit(z), y = partners[j].digits & ~bit(z);
                    if (!gone.any() || x == 0 || y == 0 || count(x | y) < 2) continue;
                    step.remove(gone, z);
                    xs |= x, ys |= y;
                }
                if (step.empty()) continue;
                if (f.evidence()) {
                    for (const Als<W>* set : {&a, &sets[c], &b}) add_set(step, Role::als, *set);
                    for (const int x : each(xs)) add_restricted(step, x, a.places(x), sets[c].places(x));
                    for (const int y : each(ys)) add_restricted(step, y, sets[c].places(y), b.places(y));
                }
                if (f.give()) return;
            }
        }
    }
}

// Rule 4: from every set and first digit, breadth first over (set, digit of the link that led to it). Each pair is visited
// once in a chain too short to count and once in a longer one: what a wing of overlapping sets would do, a longer chain
// may do without overlap. All links that lead to a pair first are kept, because the way by one of them may be blocked by a
// set that comes later; so what is found does not depend on the order of the sets.
template <int W>
class AlsChains {
  public:
    static constexpr int least_sets = 4, most_sets = 9;

    AlsChains(Finder<W>& finder, bool overlap) : f_(finder), sets_(finder.als()), overlap_(overlap) {}

    void find() {
        for (auto& place : place_) place.resize(index(sets_.size() * f_.l.n));
        for (int start = 0; start < sets_.size(); ++start) {
            for (const int digit : each(sets_[start].digits)) {
                if (spread(start, digit)) return;
            }
        }
    }

  private:
    static constexpr int most_tries = 200;  // links looked at for one way

    struct Link {
        int set, by, length, last_cause;  // reached by digit `by` as one of `length` sets; the last of the causes below
    };
    struct Cause {
        int link, before;  // a link that leads on to another, and the cause before this one; -1: none
    };

    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    bool spread(int start, int digit) {
        links_.assign(1, {start, digit, 1, -1});
        causes_.clear();
        for (auto& reached : reached_) reached.assign(index(sets_.size()), 0);
        for (std::size_t at = 0; at < links_.size(); ++at) {
            const Link link = links_[at];
            if (link.length >= least_sets && give(static_cast<int>(at), digit)) return true;
            if (link.length < most_sets) follow(static_cast<int>(at), digit);
        }
        return false;
    }

    void follow(int at, int first_digit) {
        const Link link = links_[index(at)];
        const bool counts = link.length + 1 >= least_sets;
        for (const auto [to, restricted] : sets_.partners(link.set)) {
            const Digits ways = at == 0 ? restricted & bit(first_digit) : restricted & ~bit(link.by);
            if (ways == 0 || to == links_[0].set || !may_meet(sets_[to], sets_[link.set], overlap_)) continue;
            Digits& reached = reached_[counts][index(to)];
            for (const int by : each(ways & reached)) {
                const int other = place_[counts][index(to * f_.l.n + by)];
                if (links_[index(other)].length == link.length + 1) add_cause(other, at);
            }
            if ((ways & ~reached) == 0 || !has_way(at, to)) continue;
            for (const int by : each(ways & ~reached)) {
                place_[counts][index(to * f_.l.n + by)] = static_cast<int>(links_.size());
                links_.push_back({to, by, link.length + 1, -1});
                add_cause(static_cast<int>(links_.size()) - 1, at);
            }
            reached |= ways;
        }
    }
    void add_cause(int link, int cause) {
        causes_.push_back({cause, links_[index(link)].last_cause});
        links_[index(link)].last_cause = static_cast<int>(causes_.size()) - 1;
    }

    // Whether there is a way to a link through different sets, none of them `without`. It is in way_, backwards.
    bool has_way(int at, int without) {
        way_.clear();
        tries_ = 0;
        return go_back(at, without);
    }
    bool go_back(int at, int without) {
        const Link& link = links_[index(at)];
        const auto same = [&](int other) { return links_[index(other)].set == link.set; };
        if (++tries_ > most_tries || link.set == without || std::any_of(way_.begin(), way_.end(), same)) return false;
        way_.push_back(at);
        if (at == 0) return true;
        for (int i = link.last_cause; i >= 0; i = causes_[index(i)].before) {
            if (go_back(causes_[index(i)].link, without)) return true;
        }
        way_.pop_back();
        return false;
    }

    bool give(int at, int first_digit) {
        const Link end = links_[index(at)];
        const Als<W>&a = sets_[links_[0].set], &b = sets_[end.set];
        auto& step = f_.start(Technique::als_chain);
        for (const int z : each(a.digits & b.digits & ~bit(first_digit) & ~bit(end.by))) {
            step.remove(a.sees(z) & b.sees(z), z);
        }
        std::sort(step.removes.begin(), step.removes.end());
        if (step.empty() || known_.contains(step.removes) || !has_way(at, -1)) return false;
        known_.insert(step.removes);
        step.length = static_cast<std::int16_t>(end.length);
        if (f_.evidence()) explain(step);
        return f_.give();
    }

    void explain(Step<W>& step) {
        std::reverse(way_.begin(), way_.end());
        for (const int at : way_) add_set(step, Role::als, sets_[links_[index(at)].set]);
        for (std::size_t i = 1; i < way_.size(); ++i) {
            const Link &from = links_[index(way_[i - 1])], &to = links_[index(way_[i])];
            add_restricted(step, to.by, sets_[from.set].places(to.by), sets_[to.set].places(to.by));
        }
    }

    Finder<W>& f_;
    AlsList<W>& sets_;
    bool overlap_;
    std::vector<Link> links_;
    std::vector<Cause> causes_;
    std::vector<int> way_;
    int tries_ = 0;
    std::array<std::vector<Digits>, 2> reached_;  // of each set: the digits it was reached by, in short and long chains
    std::array<std::vector<int>, 2> place_;       // of each of these pairs: its link
    std::set<std::vector<Candidate>> known_;      // removals of chains found: the first one is the shortest from its set
};

template <int W>
void find_als_chain(Finder<W>& f, bool overlap) {
    AlsChains<W>(f, overlap).find();
}

// Rule 5: depth first, one petal per digit of the stem, as long as some digit could still be removed.
template <int W>
class DeathBlossoms {
  public:
    using Set = Cells<W>;

    DeathBlossoms(Finder<W>& finder, bool overlap) : f_(finder), sets_(finder.als()), overlap_(overlap) {}

    void find() {
        for (const int stem : f_.p.open()) {
            if (count(f_.p.candidates(stem)) < 2 || !find_petals(stem)) continue;
            chosen_.clear();
            known_.clear();
            tries_ = 0;
            std::vector<Set> gone(static_cast<std::size_t>(f_.l.n));
            for (int z = 0; z < f_.l.n; ++z) gone[static_cast<std::size_t>(z)] = f_.p.at(z) - Set::of(stem);
            if (choose(gone, f_.l.all_digits & ~f_.p.candidates(stem))) return;
        }
    }

  private:
    static constexpr int most_tries = 100000;  // per stem

    // All sets that can be a petal, for each digit of the stem.
    bool find_petals(int stem) {
        stem_ = stem;
        digits_.clear();
        petals_.clear();
        for (const int digit : each(f_.p.candidates(stem))) {
            digits_.push_back(digit);
            auto& petals = petals_.emplace_back();
            for (int i = 0; i < sets_.size(); ++i) {
                const Als<W>& set = sets_[i];
                if ((set.digits >> digit & 1) && !set.cells.has(stem) && set.sees(digit).has(stem)) petals.push_back(i);
            }
            if (petals.empty()) return false;
        }
        return true;
    }

    // gone[z] is what the petals chosen so far agree to remove, for the digits z in `alive`.
    bool choose(const std::vector<Set>& gone, Digits alive) {
        if (chosen_.size() == digits_.size()) return give(gone, alive);
        std::vector<Set> next = gone;
        for (const int i : petals_[chosen_.size()]) {
            const Als<W>& petal = sets_[i];
            if (++tries_ > most_tries || !fits(i)) continue;
            Digits left = 0;
            for (const int z : each(alive & petal.digits)) {
                next[static_cast<std::size_t>(z)] = gone[static_cast<std::size_t>(z)] & petal.sees(z);
                if (next[static_cast<std::size_t>(z)].any()) left |= bit(z);
            }
            if (left == 0) continue;
            chosen_.push_back(i);
            const bool stop = choose(next, left);
            chosen_.pop_back();
            if (stop) return true;
        }
        return false;
    }

    // One set may be the petal of several digits; different sets may share cells only if that is allowed.
    [[nodiscard]] bool fits(int i) const {
        return overlap_ || std::all_of(chosen_.begin(), chosen_.end(), [&](int other) {
                   return other == i || !sets_[other].cells.meets(sets_[i].cells);
               });
    }

    bool give(const std::vector<Set>& gone, Digits digits) {
        if (std::all_of(chosen_.begin(), chosen_.end(), [&](int i) { return i == chosen_[0]; })) return false;
        auto& step = f_.start(Technique::death_blossom);
        for (const int z : each(digits)) step.remove(gone[static_cast<std::size_t>(z)], z);
        std::sort(step.removes.begin(), step.removes.end());
        if (!known_.insert(step.removes).second) return false;
        if (f_.evidence()) {
            step.add(Role::stem, f_.p.candidates(stem_), Set::of(stem_));
            step.truths.push_back(cell_truth(stem_));
            for (const int i : std::set<int>(chosen_.begin(), chosen_.end())) add_set(step, Role::petal, sets_[i]);
            for (std::size_t k = 0; k < digits_.size(); ++k) {
                add_restricted(step, digits_[k], Set::of(stem_), sets_[chosen_[k]].places(digits_[k]));
            }
        }
        return f_.give();
    }

    Finder<W>& f_;
    AlsList<W>& sets_;
    bool overlap_;
    int stem_ = 0, tries_ = 0;
    std::vector<int> digits_;                 // of the stem
    std::vector<std::vector<int>> petals_;    // the sets for each of them
    std::vector<int> chosen_;
    std::set<std::vector<Candidate>> known_;  // removals of blossoms with this stem
};

template <int W>
void find_death_blossom(Finder<W>& f, bool overlap) {
    DeathBlossoms<W>(f, overlap).find();
}

}  // namespace ninefold::logic
