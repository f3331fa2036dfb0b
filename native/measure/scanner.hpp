// How long a person looks for each step: the model behind the measure of minutes.
//
// 1. While there are singles, the most visible is placed (look.hpp says how visible each is).
// 2. The time to look for a single is proportional to the empty cells, divided by the visibility of all of them
//    together.
// 3. Without singles, the first technique that helps is used: locked candidates, sets of two or three, then fish, sets
//    of four, wings and chains; if nothing helps, the true digit is guessed in a cell with the fewest candidates.
// 4. Among equally visible singles chance decides (chance.hpp). Counts are averages of several runs; of those up to the
//    first that needs more than sets of three. The times of such puzzles are extrapolated anyway, and a run with chains
//    takes as long as thousands of others.
// 5. Sixteen runs, of any puzzles, are made side by side.
// 6. If the measure is brief, a run ends where more than sets of three is needed, and counts one technique of the kind that
//    solves the rest: a wing, a chain, or a guess.
//
// The caller passes the canonical form of a puzzle, so symmetric copies give the same counts.
#pragma once

#include "explainer/chains.hpp"
#include "explainer/singles.hpp"
#include "explainer/subsets.hpp"
#include "explainer/wings.hpp"
#include "measure/chance.hpp"
#include "measure/needs.hpp"
#include "measure/seat.hpp"
#include "rating/version.hpp"

namespace ninefold::measure::NINEFOLD_VERSION {

using ninefold::explainer::Technique;
using rating::Measured;

class Scanner {
  public:
    Scanner(LookFunction look, bool is_brief) : look_(look), is_brief_(is_brief) {}

    // Measures puzzles of 81 digits each, with their solutions.
    void measure(const std::uint8_t* puzzles, const std::uint8_t* solutions, Measured* measured, int rows) {
        for (int first = 0; first < rows; first += at_once) {
            solutions_ = solutions + 81 * first;
            measured_ = measured + first;
            measure_some(puzzles + 81 * first, std::min(at_once, rows - first));
        }
    }

  private:
    static constexpr int at_once = 64;

    struct Job {
        int row, number;
    };

    void measure_some(const std::uint8_t* puzzles, int rows) {
        jobs_.clear();
        for (int row = 0; row < rows; ++row) {
            measured_[row] = {};
            if (starts_[row].read(puzzles + 81 * row)) jobs_.push({row, 0});
        }
        std::memset(&views_, 0, sizeof views_);
        next_ = working_ = 0;
        for (int lane = 0; lane < Views::lanes; ++lane) begin(lane);
        while (working_) {
            look_(views_);
            for (int lane = 0; lane < Views::lanes; ++lane) {
                if (seats_[lane].run) advance(lane);
            }
        }
        for (int row = 0; row < rows; ++row) {
            if (measured_[row].stages) average(row);
        }
    }

    // Gives the lane the next run, if there is one left.
    void begin(int lane) {
        Seat& seat = seats_[lane];
        seat.run = nullptr;
        clear_cell(views_, lane);
        if (next_ == jobs_.size()) return;
        const auto [row, number] = jobs_[next_++];
        const Start& start = starts_[row];
        seat = {&runs_[row][number], solutions_ + 81 * row, number ? nullptr : measured_ + row, number, row, start.empty, 0};
        seat.run->clear();
        start.copy_to(views_, lane);
        ++working_;
        if (!seat.empty) end(lane);
    }

    void end(int lane) {
        const Seat& seat = seats_[lane];
        if (seat.first && !seat.run->hard) {
            for (int number = 1; number < Chance::runs; ++number) jobs_.push({seat.row, number});
        }
        --working_;
        begin(lane);
    }

    void advance(int lane) {
        Seat& seat = seats_[lane];
        if (seat.first) record_stage(lane, *seat.first);
        const Spotted best = spotted(views_.best, lane);
        if (best.amount)
            place(lane, best);
        else if (!deduce(lane))
            guess(lane);
        if (!seat.empty) end(lane);
    }

    void record_stage(int lane, Measured& measured) const {
        if (!measured.stages) {
            const int in_lines = spotted(views_.in_rows, lane).amount + spotted(views_.in_columns, lane).amount;
            measured.line_singles = static_cast<float>(in_lines);
        }
        if (measured.stages == Measured::max_stages) return;
        measured.openings[measured.stages] = static_cast<std::uint8_t>(spotted(views_.seen, lane).amount);
        measured.empty[measured.stages++] = static_cast<std::uint8_t>(seats_[lane].empty);
    }

    void place(int lane, const Spotted& best) {
        Seat& seat = seats_[lane];
        Run& run = *seat.run;
        const int ties = spotted(views_.ties, lane).amount, before = seat.drawn + ties - (best.amount - 1);
        const int cell = best.cell(chance_.choose(seat.number, before, best.amount));
        seat.drawn += ties;
        ++run.entries;
        run.empty[run.singles] = static_cast<std::uint16_t>(seat.empty);
        run.total[run.singles++] = static_cast<std::uint16_t>(views_.total[lane]);
        if (seat.first) {
            note(lane, is_in(views_.last, lane, cell)     ? Technique::last_in_unit
                       : is_in(views_.hidden, lane, cell) ? Technique::hidden_single
                                                          : Technique::naked_single);
        }
        put(lane, cell, seat.solution[cell] - 1);
    }

    void put(int lane, int cell, int digit) {
        fill_cell(views_, lane, cell, digit);
        --seats_[lane].empty;
    }

    // Rule 3.
    bool deduce(int lane) {
        Run& run = *seats_[lane].run;
        clear_cell(views_, lane);
        step_.clear();
        copy_position(views_, lane, position_);
        if (locking(position_, step_)) return use(lane, run.locked);
        for (const int size : {2, 3}) {
            if (naked_set(position_, size, step_) || hidden_set(position_, size, step_)) return use(lane, run.subsets);
        }
        if (is_brief_) return end_briefly(lane);
        if (fish(position_, 2, step_) || fish(position_, 3, step_) || naked_set(position_, 4, step_) ||
            hidden_set(position_, 4, step_) || fish(position_, 4, step_) || wing(position_, false, step_) ||
            wing(position_, true, step_) || chains_.find(position_, step_)) {
            return use(lane, run.hard);
        }
        return false;
    }

    // Rule 6.
    bool end_briefly(int lane) {
        Seat& seat = seats_[lane];
        const Need need = needs_.of(position_.candidates);
        if (need == Need::more)
            note_guess(lane);
        else
            note(lane, need == Need::wings ? Technique::xy_wing : Technique::forcing_chain);
        ++seat.run->hard;
        seat.empty = 0;
        return true;
    }

    bool use(int lane, int& counter) {
        ++counter;
        note(lane, step_.technique);
        for (const explainer::Removal& removal : step_.removals) {
            for (const int digit : each(removal.digits)) drop(views_, lane, removal.cell, digit);
        }
        if (step_.cell >= 0) put(lane, step_.cell, step_.digit);
        return true;
    }

    void note_guess(int lane) {
        if (Measured* measured = seats_[lane].first) ++measured->guesses;
    }

    void guess(int lane) {
        Seat& seat = seats_[lane];
        int chosen = -1;
        for (int cell = 0; cell < 81; ++cell) {
            const int digits = count(Bits{position_.candidates[cell]});
            if (digits && (chosen < 0 || digits < count(Bits{position_.candidates[chosen]}))) chosen = cell;
        }
        if (chosen < 0) {  // only if the solution is not one
            seat.empty = 0;
            return;
        }
        ++seat.run->hard;
        ++seat.run->entries;
        note_guess(lane);
        put(lane, chosen, seat.solution[chosen] - 1);
    }

    void note(int lane, Technique technique) {
        if (Measured* measured = seats_[lane].first) ++measured->counts[static_cast<int>(technique)];
    }

    // Rule 4.
    void average(int row) {
        Measured& measured = measured_[row];
        int number = 0;
        while (number < Chance::runs && measured.hard == 0) {
            const Run& run = runs_[row][number++];
            measured.entries += static_cast<float>(run.entries);
            measured.locked += static_cast<float>(run.locked);
            measured.subsets += static_cast<float>(run.subsets);
            measured.hard += static_cast<float>(run.hard);
            run.add_search(measured.search);
        }
        for (float* sum : {&measured.entries, &measured.search, &measured.locked, &measured.subsets, &measured.hard}) {
            *sum /= static_cast<float>(number);
        }
    }

    const LookFunction look_;
    const bool is_brief_;
    const Chance& chance_ = Chance::table();
    Views views_;
    Seat seats_[Views::lanes];
    Start starts_[at_once];
    Run runs_[at_once][Chance::runs];
    List<Job> jobs_;
    int next_ = 0, working_ = 0;
    const std::uint8_t* solutions_ = nullptr;
    Measured* measured_ = nullptr;
    explainer::Position position_;
    explainer::Step step_;
    explainer::ChainSearch chains_;
    Needs needs_;
};

}  // namespace ninefold::measure::NINEFOLD_VERSION
