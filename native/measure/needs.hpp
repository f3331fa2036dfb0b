// What a position needs that locked candidates and sets of two or three do not solve: fish, sets of four and wings only;
// chains as well; or more than these.
//
// 1. Chains are the cycles and forcing chains of Sudoku Explainer. What a cycle removes sees two of its nodes, and so
//    leads along the cycle to its own contrary. So chains prove that a candidate is false if it implies its contrary,
//    and true if its contrary implies it: all of these are found at once (hodoku/reach.hpp).
// 2. Which step is made first does not matter. What a step removes can still be removed later, when other candidates are
//    gone: by the same step, by a smaller one, or by singles. So steps may come in any order, and many at a time.
#pragma once

#include "hodoku/reach.hpp"
#include "hodoku/simple_steps.hpp"

namespace ninefold::measure::NINEFOLD_VERSION {

using namespace ninefold::hodoku::NINEFOLD_VERSION;

enum class Need : std::uint8_t { wings, chains, more };

class Needs : SimpleSteps {
  public:
    // Candidates of each cell; none if it is filled. There must be no single.
    Need of(const Nine* candidates) {
        position.set(candidates);
        begin();
        Need need = Need::wings;
        while (!position.place_singles()) {
            if (is_dead()) return Need::more;
            step_.clear();
            if (find_basic() != hodoku::kind_count || find_wing(false) != hodoku::kind_count) {
                step_.apply(position);
            } else if (use_chains()) {
                need = Need::chains;
            } else {
                return Need::more;
            }
        }
        return need;
    }

  private:
    // Whether a cell has no candidate left, which happens only if the puzzle has no solution.
    bool is_dead() const {
        Cells alive;
        for (const Cells& cells : position.at) alive |= cells;
        return !(position.open - alive).empty();
    }

    // Rule 1.
    bool use_chains() {
        tables_.build(position, false);
        reach_.build(tables_);
        step_.clear();
        for (const int node : tables_.nodes()) {
            const int cell = Tables::cell_of(node), digit = Tables::digit_of(node);
            if (reach_.excludes_itself(node)) {
                step_.remove(cell, digit);
            } else if (reach_.start_off(tables_, node); reach_.is_on(node)) {
                step_.place(cell, digit);
            }
        }
        step_.apply(position);
        return step_.useful();
    }

    Tables tables_;
    Reach reach_;
};

}  // namespace ninefold::measure::NINEFOLD_VERSION
