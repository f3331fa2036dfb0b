// Sue de Coq: cells where a line and a box cross, whose digits are shared out between a set of the line and one of the box.
#pragma once

#include "hodoku/position.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

class SueDeCoq {
  public:
    SueDeCoq(const Position& position, Step& step) : p_(position), step_(step) {}

    // Where neither the line nor the box is one of these units, it was looked for in vain.
    bool find(Bits units) {
        for (int line = rows; line < boxes; ++line) {
            for (int box = boxes; box < boxes + 9; ++box) {
                if (!(units & (bit(line) | bit(box)))) continue;
                line_ = frame.cells_of[line] & p_.open;
                box_ = frame.cells_of[box] & p_.open;
                if ((line_ & box_).size() >= 2 && choose_crossing()) return true;
            }
        }
        return false;
    }

  private:
    bool choose_crossing() {
        int cells[3], amount = 0;
        for (const int cell : cells_in(line_ & box_)) cells[amount++] = cell;
        for (int i = 0; i < amount - 1; ++i) {
            for (int j = i + 1; j < amount; ++j) {
                crossing_ = one_cell(cells[i]) | one_cell(cells[j]);
                digits_ = Bits{p_.candidates[cells[i]]} | p_.candidates[cells[j]];
                if (count(digits_) - 2 >= 2 && share_out(count(digits_) - 2)) return true;
                for (int k = j + 1; k < amount; ++k) {
                    crossing_ = one_cell(cells[i]) | one_cell(cells[j]) | one_cell(cells[k]);
                    digits_ = Bits{p_.candidates[cells[i]]} | p_.candidates[cells[j]] | p_.candidates[cells[k]];
                    if (count(digits_) - 3 >= 2 && share_out(count(digits_) - 3)) return true;
                }
            }
        }
        return false;
    }

    bool share_out(int surplus) {
        surplus_ = surplus;
        return extend_line(line_ - crossing_, {}, 0);
    }

    // The number of a set's digits that the crossing lacks.
    int extra(Bits digits) const { return count(digits & ~digits_); }

    // Subsets in the order of their cells, a set before those that contain it.
    bool extend_line(Cells left, const Cells& set, Bits digits) {
        for (const int cell : cells_in(left)) {
            left.unset(cell);
            Cells more = set;
            more.set(cell);
            const Bits all = digits | p_.candidates[cell];
            const int surplus = more.size() - extra(all);
            if (surplus + left.size() <= 0) continue;  // each cell more adds one to the surplus at most
            if ((all & digits_) && surplus > 0 && surplus < surplus_) {
                line_set_ = more;
                line_digits_ = all;
                missing_ = surplus_ - surplus;
                Cells others = box_ - crossing_ - more;
                for (const int digit : each(all & digits_)) others -= p_.at[digit];
                if (extend_box(others, {}, 0)) return true;
            }
            if (extend_line(left, more, all)) return true;
        }
        return false;
    }

    // The digits of the crossing that the line's set has are not in these cells.
    bool extend_box(Cells left, const Cells& set, Bits digits) {
        for (const int cell : cells_in(left)) {
            left.unset(cell);
            Cells more = set;
            more.set(cell);
            const Bits all = digits | p_.candidates[cell];
            const int surplus = more.size() - extra(all);
            if (surplus + left.size() < missing_) continue;
            if ((all & digits_) && surplus == missing_ && use(more, all)) return true;
            if (extend_box(left, more, all)) return true;
        }
        return false;
    }

    bool use(const Cells& box_set, Bits box_digits) {
        const Bits both = box_digits & line_digits_;
        remove(box_ - box_set - crossing_, ((digits_ | box_digits) & ~line_digits_) | both);
        remove(line_ - line_set_ - crossing_, ((digits_ | line_digits_) & ~box_digits) | both);
        return step_.useful();
    }
    void remove(const Cells& cells, Bits digits) {
        for (const int cell : cells_in(cells)) step_.remove_digits(cell, p_.candidates[cell] & digits);
    }

    const Position& p_;
    Step& step_;
    Cells line_, box_, crossing_, line_set_;
    Bits digits_ = 0, line_digits_ = 0;
    int surplus_ = 0, missing_ = 0;
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
