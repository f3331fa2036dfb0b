// How long a person looks for each step: the model behind the measure of minutes.
//
// 1. While there are singles, the most visible is placed. A single's visibility is 6 for each box that has one place
// for
//    its digit and for each unit of which it is the last cell, 3 for each other row or column with one place for its
//    digit, and 1 if it is the only candidate of its cell (and that cell is not the last of a unit).
// 2. Looking for a single takes time in proportion to the empty cells, divided by the visibility of all of them
// together.
// 3. Without singles, the first technique that helps is used: locked candidates, sets of two or three, then fish, sets
//    of four, wings and chains; if nothing helps, the true digit is guessed in a cell with the fewest candidates.
// 4. Among equally visible singles chance decides. Counts are averages of `runs` runs, each with its own seed.
//
// The caller passes the canonical form of a puzzle, so symmetric copies give the same counts.
#pragma once

#include "explainer/chains.hpp"
#include "explainer/singles.hpp"
#include "explainer/subsets.hpp"
#include "explainer/wings.hpp"
#include "rating/version.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

using rating::Measured;

class Scanner {
  public:
    static constexpr int runs = 4;

    void measure(const std::uint8_t* puzzle, const std::uint8_t* solution, Measured& measured) {
        measured = {};
        solution_ = solution;
        measured_ = &measured;
        for (run_ = 0; run_ < runs; ++run_) {
            random_ = 0x9e3779b97f4a7c15U * static_cast<Word>(run_ + 1);
            if (!position_.read(puzzle)) return;
            walk();
        }
        for (float* average :
             {&measured.entries, &measured.search, &measured.locked, &measured.subsets, &measured.hard}) {
            *average /= runs;
        }
    }

  private:
    void walk() {
        bool is_first = true;
        while (position_.unsolved) {
            scan();
            if (is_first) measured_->line_singles = static_cast<float>(lines_);
            is_first = false;
            record_stage();
            if (total_)
                place();
            else if (!deduce())
                guess();
        }
    }

    // Rule 1.
    void scan() {
        for (auto& value : visibility_) value = 0;
        total_ = lines_ = openings_ = 0;
        for (int unit = 0; unit < 27; ++unit) {
            if (!position_.empty[unit]) continue;
            const bool is_plain = is_box(unit) || position_.empty[unit] == 1;
            for (int digit = 0; digit < 9; ++digit) {
                const Bits places = position_.places[unit][digit];
                if (!places || (places & (places - 1))) continue;
                const int cell = board.cell[unit][lowest(places)];
                digit_[cell] = digit;
                visibility_[cell] += is_plain ? 6 : 3;
                lines_ += !is_plain;
                total_ += is_plain ? 6 : 3;
            }
        }
        for (int cell = 0; cell < 81; ++cell) {
            const Bits digits = position_.candidates[cell];
            if (digits && !(digits & (digits - 1)) && !is_last(cell)) {
                digit_[cell] = lowest(digits);
                ++visibility_[cell];
                ++total_;
            }
            openings_ += visibility_[cell] > 0;
        }
    }

    bool is_last(int cell) const {
        for (const int unit : board.unit[cell]) {
            if (position_.empty[unit] == 1) return true;
        }
        return false;
    }

    void record_stage() {
        if (run_ || measured_->stages == Measured::max_stages) return;
        measured_->openings[measured_->stages] = static_cast<std::uint8_t>(openings_);
        measured_->empty[measured_->stages++] = static_cast<std::uint8_t>(position_.unsolved);
    }

    void place() {
        int best = 0, equals = 0, chosen = 0;
        for (int cell = 0; cell < 81; ++cell) {
            if (visibility_[cell] < best || !visibility_[cell]) continue;
            equals = visibility_[cell] == best ? equals + 1 : 1;
            best = visibility_[cell];
            if (equals == 1 || next_random() % static_cast<Word>(equals) == 0) chosen = cell;
        }
        measured_->entries += 1;
        measured_->search += static_cast<float>(position_.unsolved) / static_cast<float>(total_);  // rule 2
        note(is_last(chosen) ? Technique::last_in_unit
             : best == 1     ? Technique::naked_single
                             : Technique::hidden_single);
        position_.put(chosen, digit_[chosen]);
    }

    // Rule 3.
    bool deduce() {
        step_.clear();
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
        step_.apply(position_);
        return true;
    }

    void guess() {
        int chosen = -1;
        for (int cell = 0; cell < 81; ++cell) {
            const int digits = count(Bits{position_.candidates[cell]});
            if (digits && (chosen < 0 || digits < count(Bits{position_.candidates[chosen]}))) chosen = cell;
        }
        if (chosen < 0) {  // only if the solution is not one
            position_.unsolved = 0;
            return;
        }
        measured_->hard += 1;
        measured_->entries += 1;
        if (!run_) ++measured_->guesses;
        position_.put(chosen, solution_[chosen] - 1);
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

    Position position_;
    Step step_;
    ChainSearch chains_;
    const std::uint8_t* solution_ = nullptr;
    Measured* measured_ = nullptr;
    int run_ = 0;
    Word random_ = 0;
    int visibility_[81], digit_[81];  // of the single in each cell
    int total_ = 0, lines_ = 0, openings_ = 0;
};

}  // namespace ninefold::explainer::NINEFOLD_VERSION
