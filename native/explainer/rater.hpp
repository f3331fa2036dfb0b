// The rating of Sudoku Explainer 1.2.1 or SukakuExplainer 1.18.1: each turn tries the techniques in order and applies
// the first step found.
//
// ER is the highest rating of all steps; ED that of the very first step; EP the highest up to and including the first
// step that places a digit.
#pragma once

#include "aligned.hpp"
#include "chains.hpp"
#include "forcing.hpp"
#include "grave.hpp"
#include "large_wings.hpp"
#include "loops.hpp"
#include "nishio.hpp"
#include "strong_links.hpp"
#include "wings.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

using rating::Explained;
using rating::Explaining;

// A rating in progress, so that one that takes long can be put aside.
struct Case {
    Position position;
    double er = -1, ep = 0, ed = 0;
    Technique hardest = Technique::none, pearl = Technique::none, diamond = Technique::none;

    void apply(const Step& step) {
        if (step.rating > er) {
            er = step.rating;
            hardest = step.technique;
        }
        step.apply(position);
        if (ep != 0) return;
        if (ed == 0) {
            ed = er;
            diamond = hardest;
        }
        if (step.cell < 0) return;
        ep = er;
        pearl = hardest;
    }

    static std::uint8_t tenths(double rating) { return static_cast<std::uint8_t>((rating + 0.05) * 10); }

    Explained rating() const {
        if (position.unsolved) {
            return {rating::unsolved_rating, tenths(ep), tenths(ed), Technique::none, pearl, diamond};
        }
        return {tenths(er), tenths(ep), tenths(ed), hardest, pearl, diamond};
    }
};

// One per thread: it keeps its memory from puzzle to puzzle.
class Rater {
  public:
    Rater(Program program, const StopCheck& stop) : program_(program), stop_(stop) {}

    // Continues until the puzzle is solved or nothing helps (done), the check says stop (stopped), or, if `only_fast`,
    // a dynamic chain would be needed (hard).
    Explaining run(Case& puzzle, bool only_fast) {
        for (Quiet& one : quiet_) one.is_known = false;
        while (puzzle.position.unsolved) {
            step_.clear();
            if (fast(puzzle.position) || with_memory(puzzle.position)) {
                puzzle.apply(step_);
            } else if (only_fast) {
                return Explaining::hard;
            } else {
                const bool found = slow(puzzle.position);
                if (stop_.now()) return Explaining::stopped;
                if (!found) return Explaining::done;
                puzzle.apply(step_);
            }
            if (stop_.now()) return Explaining::stopped;
        }
        return Explaining::done;
    }

  private:
    bool fast(const Position& position) {
        return hidden_single(position, step_) || direct_locking(position, step_, program_) ||
               direct_hidden_set(position, 2, step_) || naked_single(position, step_) ||
               direct_hidden_set(position, 3, step_) || locking(position, step_, program_) ||
               naked_set(position, 2, step_) || fish(position, 2, step_) || hidden_set(position, 2, step_) ||
               naked_set(position, 3, step_) || fish(position, 3, step_) || hidden_set(position, 3, step_) ||
               strong_links(position, 2) || wing(position, false, step_, program_) ||
               wing(position, true, step_, program_) || UniqueLoops(position, step_, program_).find() ||
               naked_set(position, 4, step_) || fish(position, 4, step_) || hidden_set(position, 4, step_) ||
               strong_links(position, 3) || large_wing(position, 4) ||
               UniversalGrave(position, step_, program_).find() || strong_links(position, 4) || large_wing(position, 5);
    }

    // What only SukakuExplainer knows.
    bool strong_links(const Position& position, int size) {
        return program_ == Program::sukaku && StrongLinks(position, size, step_).find();
    }

    bool large_wing(const Position& position, int size) {
        return program_ == Program::sukaku && LargeWing(position, size, step_).find();
    }

    // The latest position in which a search found nothing.
    struct Quiet {
        Position position;
        bool is_known = false;

        const Position* last() const { return is_known ? &position : nullptr; }
        bool remember(const Position& found_nothing) {
            position = found_nothing;
            is_known = true;
            return false;
        }
    };

    bool with_memory(const Position& position) {
        return aligned(position, 2, quiet_[0]) || large_wing(position, 6) || chains_.find(position, step_) ||
               large_wing(position, 7) || aligned(position, 3, quiet_[1]) ||
               nishio_.find(position, step_, quiet_[2].last()) || quiet_[2].remember(position) ||
               multiple_.best(position, step_);
    }

    bool aligned(const Position& position, int size, Quiet& quiet) {
        step_.clear();
        return AlignedExclusion(position, size, step_, quiet.last(), program_).find() || quiet.remember(position);
    }

    bool slow(const Position& position) {
        if (dynamic_.best(position, step_) || plus_.best(position, step_)) return true;
        for (int level = 2; level <= (program_ == Program::sukaku ? 7 : 5); ++level) {
            auto& chains = nested_[level - 2];
            if (!chains) chains = std::make_unique<ForcingChains>(true, level, program_, stop_);
            if (stop_.now() || chains->best(position, step_)) return true;
        }
        return false;
    }

    const Program program_;
    const StopCheck& stop_;
    Step step_;
    ChainSearch chains_;
    Nishio nishio_;
    ForcingChains multiple_{false, 0, program_, stop_}, dynamic_{true, 0, program_, stop_},
        plus_{true, 1, program_, stop_};
    std::unique_ptr<ForcingChains> nested_[6];  // rarely needed, and large
    Quiet quiet_[3];
};

}  // namespace ninefold::explainer::NINEFOLD_VERSION
