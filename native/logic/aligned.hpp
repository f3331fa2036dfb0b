// Aligned exclusion: what two or three cells cannot be together.
//
// 1. The base is two or three open cells. An excluder is a cell that sees all of them and has at most as many candidates
//    as the base has cells; there are at least two excluders.
// 2. A combination of digits for the base is impossible if cells that see each other repeat a digit, or if it uses up
//    all candidates of an excluder.
// 3. A candidate of the base that is in no possible combination goes.
//
// Evidence: a subset part for the base, an als part for every excluder that rule 2 needs; truths: all these cells.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "logic/finder.hpp"

namespace ninefold::logic {

template <int W>
class AlignedExclusion {
  public:
    using Set = Cells<W>;

    AlignedExclusion(Finder<W>& finder, Technique technique)
        : f_(finder), technique_(technique), size_(technique == Technique::aligned_pair_exclusion ? 2 : 3) {
        for (const int cell : f_.p.open()) {
            const int n = count(f_.p.candidates(cell));
            if (n >= 2) bases_.push_back(cell);
            if (n >= 2 && n <= static_cast<int>(size_)) small_.add(cell);
        }
    }

    void find() { choose(0, 0, small_); }

  private:
    // Adds base cells in order; `common` are the excluders that all cells so far see.
    void choose(std::size_t from, std::size_t chosen, const Set& common) {
        if (chosen > 0 && common.size() < 2) return;  // rule 1
        if (chosen == size_) return check(common);
        for (std::size_t i = from; i < bases_.size() && !f_.done(); ++i) {
            base_[chosen] = bases_[i];
            choose(i + 1, chosen + 1, common & f_.l.peers_of(bases_[i]));
        }
    }

    void check(const Set& common) {
        excluders_.clear();
        for (const int cell : common) excluders_.push_back(cell);
        possible_ = {};
        combine(0, 0, [&](Digits all) {
            if (excluder_of(all) >= 0) return;
            for (std::size_t i = 0; i < size_; ++i) possible_[i] |= bit(digit_[i]);
        });
        auto& step = f_.start(technique_);
        for (std::size_t i = 0; i < size_; ++i) {
            for (const int digit : each(f_.p.candidates(base_[i]) & ~possible_[i])) step.remove(base_[i], digit);
        }
        if (step.empty()) return;
        if (f_.evidence()) explain(step);
        f_.give();
    }

    // Calls `use` with the digits of every combination without a repetition (rule 2).
    template <class Use>
    void combine(std::size_t at, Digits all, const Use& use) {
        if (at == size_) return use(all);
        for (const int digit : each(f_.p.candidates(base_[at]))) {
            bool repeats = false;
            for (std::size_t i = 0; i < at; ++i) repeats |= digit_[i] == digit && f_.l.sees(base_[i], base_[at]);
            digit_[at] = digit;
            if (!repeats) combine(at + 1, all | bit(digit), use);
        }
    }

    // The first excluder that these digits leave without a candidate; -1 if there is none.
    [[nodiscard]] int excluder_of(Digits all) const {
        for (const int cell : excluders_) {
            if (!(f_.p.candidates(cell) & ~all)) return cell;
        }
        return -1;
    }

    void explain(Step<W>& step) {
        Set base, needed;
        for (std::size_t i = 0; i < size_; ++i) base.add(base_[i]);
        combine(0, 0, [&](Digits all) {
            bool removed = false;
            for (std::size_t i = 0; i < size_; ++i) removed |= !(possible_[i] >> digit_[i] & 1);
            if (removed) needed.add(excluder_of(all));
        });
        step.add(Role::subset, f_.p.candidates_in(base), base);
        for (const int cell : needed) step.add(Role::als, f_.p.candidates(cell), Set::of(cell));
        for (const int cell : base | needed) step.truths.push_back(cell_truth(cell));
    }

    Finder<W>& f_;
    Technique technique_;
    std::size_t size_;
    std::vector<int> bases_, excluders_;
    Set small_;                         // cells that can be excluders
    std::array<int, 3> base_{}, digit_{};
    std::array<Digits, 3> possible_{};  // of each base cell: the digits of possible combinations
};

}  // namespace ninefold::logic
