// Removing the clues of one full grid (rule 4 of make.hpp), step by step: the next puzzle to solve, then its answer.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "make.hpp"
#include "make/cell_set.hpp"
#include "make/unavoidable.hpp"

namespace ninefold::make {

inline constexpr std::size_t long_until = 42;  // before this place in the order, a run is first tried at full length

// One puzzle being made (rule 4). `next_test` returns what to solve next, `receive` takes the answer.
//
// The groups are decided in their random order. A run of groups from `from_` on is tested by bisection:
//
//    order_   [ decided … | from_ … from_ + low_ - 1 | … | from_ + high_ - 1 | … ]
//                           may all be removed             may not all be removed
class Removal {
  public:
    void begin(std::uint64_t seed, const Recipe& recipe, const std::vector<Set>& groups, const Set& allowed,
               KnownSets* known_sets) {
        SplitMix rng(seed);
        if (recipe.solution) std::copy_n(recipe.solution, cells, solution_.begin());
        else solution_ = full_grid(rng);
        groups_ = &groups;
        known_sets_ = known_sets;
        order_.resize(groups.size());
        std::iota(order_.begin(), order_.end(), std::uint8_t{0});
        rng.shuffle(order_.data(), static_cast<std::uint32_t>(order_.size()));
        clues_ = kept_ = allowed;
        place_.fill(0);  // so that a cell in no group is never the last of a set
        puzzle_.fill(0);
        for_each_cell(clues_, [&](std::size_t cell) { puzzle_[cell] = solution_[cell]; });
        for (std::size_t place = 0; place < order_.size(); ++place) {
            const Set& group = groups[order_[place]];
            kept_ = kept_.without(group);
            for_each_cell(group, [&](std::size_t cell) { place_[cell] = static_cast<std::uint8_t>(place); });
        }
        removed_count_ = 0;
        from_ = first_required_ = 0;
        removed_at_.fill(0);
        is_first_ = allowed.low != ~std::uint64_t{0} || allowed.high != (std::uint64_t{1} << 17) - 1;
        is_proper_ = true;
        find_sets();
        if (!is_first_) advance_to_test();
    }

    [[nodiscard]] bool is_finished() const { return !is_first_ && (!is_proper_ || from_ == order_.size()); }

    // The next puzzle to solve, and the candidate to exclude. A single clue is redundant if no solution has
    // another digit in its cell, which is faster to establish than uniqueness.
    void next_test(std::uint8_t* digits, std::uint16_t& excluded) {
        std::ranges::copy(puzzle_, digits);
        excluded = lanes::none_excluded;
        if (is_first_) return;
        probe_ = !is_long_ ? 1 : low_ ? (low_ + high_) / 2 : high_ - std::min(stride_, high_ - 1);
        for (std::size_t k = 0; k < probe_; ++k) {
            for_each_cell(group(from_ + k), [&](std::size_t cell) { digits[cell] = 0; });
        }
        if (probe_ == 1) excluded = single_candidate(group(from_));
    }

    // Takes the number of solutions of the test, up to 2, and the first of them; with an excluded candidate, up to 1.
    void receive(std::uint64_t count, const std::uint8_t* found, bool has_exclusion) {
        if (is_first_) {
            is_first_ = false;
            is_proper_ = count == 1;
            if (is_proper_) advance_to_test();
            return;
        }
        if (count == (has_exclusion ? 0 : 1)) {
            low_ = probe_;
        } else {
            high_ = probe_;
            if (probe_ > 1) learn(changed(found));  // a single group holds the set's only clues, and stays
            else if (known_sets_ && !known_sets_->is_full()) known_sets_->add(changed(found));
            stride_ *= 2;
        }
        if (is_long_ && low_ + 1 < high_) return;
        remove(low_);
        if (is_long_ || !low_) keep_next();
        advance_to_test();
    }

    void write(std::uint8_t* solution, std::uint8_t* removed_at, const Set& allowed) const {
        std::ranges::copy(solution_, solution);
        for (std::size_t cell = 0; cell < cells; ++cell) {
            removed_at[cell] = allowed.has(cell) ? removed_at_[cell] : never_clue;
        }
    }

    [[nodiscard]] bool is_proper() const { return is_proper_; }

  private:
    [[nodiscard]] const Set& group(std::size_t place) const { return (*groups_)[order_[place]]; }

    // The candidate to exclude when a group of one cell is tested.
    [[nodiscard]] std::uint16_t single_candidate(const Set& group_cells) const {
        if (!group_cells.is_single()) return lanes::none_excluded;
        std::size_t candidate = 0;
        for_each_cell(group_cells, [&](std::size_t cell) { candidate = 9 * cell + solution_[cell] - 1u; });
        return static_cast<std::uint16_t>(candidate);
    }

    // The last place in the order with a clue of the set. Its group must stay if all others are removed.
    [[nodiscard]] std::size_t last_place(const Set& set) const {
        std::size_t last = 0;
        for_each_cell({set.low & clues_.low, set.high & clues_.high},
                      [&](std::size_t cell) { last = std::max<std::size_t>(last, place_[cell]); });
        return last;
    }

    // Files the known sets in lists by their last place.
    void find_sets() {
        std::uint8_t size = 0;
        first_of_.fill(no_set);
        const auto add = [&](std::uint8_t last) {
            next_[size] = first_of_[last];
            first_of_[last] = size++;
        };
        if (known_sets_) {
            known_sets_->for_each(place_, add);
        } else {
            make::find_sets(solution_, place_, [&](const PlacedSet& one) {
                if (size == KnownSets::max_sets) return;
                own_[size] = one.set;
                add(one.last);
            });
        }
        learnt_.clear();
    }

    // Advances to the next group that needs a test, or to the end: the first `high_` groups cannot all be removed.
    void advance_to_test() {
        while (from_ < order_.size()) {
            find_first_required();
            low_ = 0;
            high_ = first_required_ - from_ + 1;
            stride_ = 1;
            is_long_ = from_ < long_until;
            if (high_ > 1) return;
            keep_next();
        }
    }

    // Finds the first place in the order whose group must stay, as far as the sets show. As more groups are kept, it
    // only moves forward.
    void find_first_required() {
        const Set* const sets = known_sets_ ? known_sets_->sets() : own_.data();
        std::size_t end = order_.size();
        for (const auto& [set, last] : learnt_) {
            if (last < end && last >= from_ && !set.meets(kept_)) end = last;
        }
        for (first_required_ = std::max(first_required_, from_); first_required_ < end; ++first_required_) {
            for (std::uint8_t k = first_of_[first_required_]; k != no_set; k = next_[k]) {
                if (!sets[k].meets(kept_) && sets[k].meets(clues_)) return;
            }
        }
    }

    // The cells in which another solution differs: a set that must keep a clue.
    [[nodiscard]] Set changed(const std::uint8_t* found) const {
        Set set;
        for (std::size_t cell = 0; cell < 64; ++cell) {
            set.low |= std::uint64_t{found[cell] != solution_[cell]} << cell;
        }
        for (std::size_t cell = 64; cell < cells; ++cell) {
            set.high |= std::uint64_t{found[cell] != solution_[cell]} << (cell - 64);
        }
        return set;
    }

    void learn(const Set& set) {
        if (!(set.low | set.high)) return;
        learnt_.push_back({set, last_place(set)});
        high_ = std::min(high_, learnt_.back().last - from_ + 1);
    }

    // Removes the next groups.
    void remove(std::size_t run) {
        for (; run; --run) {
            const Set& gone = group(from_++);
            clues_ = clues_.without(gone);
            ++removed_count_;
            for_each_cell(gone, [&](std::size_t cell) {
                removed_at_[cell] = removed_count_;
                puzzle_[cell] = 0;
            });
        }
    }

    void keep_next() {
        if (from_ == order_.size()) return;
        const Set& stays = group(from_++);
        kept_ = {kept_.low | stays.low, kept_.high | stays.high};
    }

    static constexpr std::uint8_t no_set = KnownSets::max_sets;

    struct LearntSet {
        Set set;
        std::size_t last;
    };

    Digits solution_{};
    KnownSets* known_sets_ = nullptr;                       // the known sets of the full grid,
    std::array<Set, KnownSets::max_sets> own_{};            // or those of this puzzle alone;
    Digits first_of_{};                                     // linked lists: the first set of each place,
    std::array<std::uint8_t, KnownSets::max_sets> next_{};  // and the set that follows each set
    std::vector<LearntSet> learnt_;
    const std::vector<Set>* groups_ = nullptr;
    std::vector<std::uint8_t> order_;
    Digits removed_at_{};
    Digits place_{};   // for each cell: the place of its group in the order
    Digits puzzle_{};  // the puzzle so far: its digits,
    Set clues_;        // and the cells of its clues
    Set kept_;         // cells decided to stay
    std::uint8_t removed_count_ = 0;
    std::size_t from_ = 0;               // the groups before this place are decided
    std::size_t first_required_ = 0;
    std::size_t low_ = 0, high_ = 0;     // a run of `low_` may go, one of `high_` may not
    std::size_t probe_ = 0, stride_ = 1;
    bool is_first_ = false;              // whether it is still unknown if the allowed cells make a proper puzzle
    bool is_long_ = false;
    bool is_proper_ = true;
};

}  // namespace ninefold::make
