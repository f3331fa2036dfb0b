// How long a person looks for each step: the model behind the measure of minutes.
//
// 1. While there are singles, the most visible is placed (sight.hpp says how visible each is).
// 2. The time to look for a single is proportional to the empty cells, divided by the visibility of all of them
//    together.
// 3. Without singles, the first technique that helps is used: locked candidates, sets of two or three, then fish, sets
//    of four, wings and chains; if nothing helps, the true digit is guessed in a cell with the fewest candidates.
// 4. Among equally visible singles chance decides. Counts are averages of `runs` runs, each with its own seed; of the
//    first run alone if it needs more than sets of three. The times of such puzzles are extrapolated anyway, and a run
//    with chains takes as long as thousands of others.
//
// The caller passes the canonical form of a puzzle, so symmetric copies give the same counts.
#pragma once

#include "explainer/chains.hpp"
#include "explainer/singles.hpp"
#include "explainer/subsets.hpp"
#include "explainer/wings.hpp"
#include "measure/sight.hpp"
#include "rating/version.hpp"

namespace ninefold::measure::NINEFOLD_VERSION {

using ninefold::explainer::Technique;
using rating::Measured;

class Scanner {
  public:
    static constexpr int runs = 8;

    void measure(const std::uint8_t* puzzle, const std::uint8_t* solution, Measured& measured) {
        measured = {};
        solution_ = solution;
        measured_ = &measured;
        for (run_ = 0; run_ < runs && measured.hard == 0; ++run_) {
            random_ = 0x9e3779b97f4a7c15U * static_cast<Word>(run_ + 1);
            if (run_ == 0 && !begin_.read(puzzle)) return;
            sight_ = begin_;
            walk();
        }
        for (float* average :
             {&measured.entries, &measured.search, &measured.locked, &measured.subsets, &measured.hard}) {
            *average /= static_cast<float>(run_);
        }
    }

  private:
    void walk() {
        bool is_first = true;
        while (sight_.empty) {
            const Single single = sight_.look([this] { return next_random(); });
            if (is_first) measured_->line_singles = static_cast<float>(sight_.lines);
            is_first = false;
            record_stage();
            if (single.cell >= 0)
                place(single);
            else if (!deduce())
                guess();
        }
    }

    void record_stage() {
        if (run_ || measured_->stages == Measured::max_stages) return;
        measured_->openings[measured_->stages] = static_cast<std::uint8_t>(sight_.openings);
        measured_->empty[measured_->stages++] = static_cast<std::uint8_t>(sight_.empty);
    }

    void place(const Single& single) {
        measured_->entries += 1;
        measured_->search += static_cast<float>(sight_.empty) / static_cast<float>(sight_.total);  // rule 2
        note(sight_.is_last(single.cell) ? Technique::last_in_unit
             : single.visibility == 1    ? Technique::naked_single
                                         : Technique::hidden_single);
        sight_.put(single.cell, single.digit);
    }

    // Rule 3.
    bool deduce() {
        step_.clear();
        sight_.copy_to(position_);
        if (locking(position_, step_)) return use(measured_->locked);
        for (const int size : {2, 3}) {
            if (naked_set(position_, size, step_) || hidden_set(position_, size, step_)) return use(measured_->subsets);
        }
        if (fish(position_, 2, step_) || fish(position_, 3, step_) || naked_set(position_, 4, step_) ||
            hidden_set(position_, 4, step_) || fish(position_, 4, step_) || wing(position_, false, step_) ||
            wing(position_, true, step_) || chains_.find(position_, step_)) {
            return use(measured_->hard);
        }
        return false;
    }

    bool use(float& counter) {
        counter += 1;
        note(step_.technique);
        for (const explainer::Removal& removal : step_.removals) {
            for (const int digit : each(removal.digits)) sight_.drop(removal.cell, digit);
        }
        if (step_.cell >= 0) sight_.put(step_.cell, step_.digit);
        return true;
    }

    void guess() {
        int chosen = -1;
        for (int cell = 0; cell < 81; ++cell) {
            const int digits = count(sight_.candidates(cell));
            if (digits && (chosen < 0 || digits < count(sight_.candidates(chosen)))) chosen = cell;
        }
        if (chosen < 0) {  // only if the solution is not one
            sight_.empty = 0;
            return;
        }
        measured_->hard += 1;
        measured_->entries += 1;
        if (!run_) ++measured_->guesses;
        sight_.put(chosen, solution_[chosen] - 1);
    }

    void note(Technique technique) {
        if (!run_) ++measured_->counts[static_cast<int>(technique)];
    }

    Word next_random() {
        random_ ^= random_ << 13;
        random_ ^= random_ >> 7;
        random_ ^= random_ << 17;
        return random_ >> 20;
    }

    Sight sight_, begin_;
    explainer::Position position_;
    explainer::Step step_;
    explainer::ChainSearch chains_;
    const std::uint8_t* solution_ = nullptr;
    Measured* measured_ = nullptr;
    int run_ = 0;
    Word random_ = 0;
};

}  // namespace ninefold::measure::NINEFOLD_VERSION
