// Wings: W-wing, XY-wing, XYZ-wing.
#pragma once

#include "hodoku/basics.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

class Wings {
  public:
    Wings(const Position& position, const FewCandidates& few, const FewPlaces& few_places, Step& step)
        : p_(position), few_places_(few_places), step_(step), two_(few.at_most[2]), three_(few.exactly(3)) {}

    // Two cells with the same two candidates, and a unit in which one of the digits has two places, each seen by one.
    bool find_w() {
        Cells later = two_;
        for (const int a : cells_in(two_)) {
            later.unset(a);
            const Bits digits = p_.candidates[a];
            const int low = lowest(digits), high = lowest(digits & (digits - 1));
            for (const int b : cells_in(later & p_.at[low] & p_.at[high])) {
                if (connect(a, b, low, high) || connect(a, b, high, low)) return true;
            }
        }
        return false;
    }

    bool find_xy() {
        Cells after_a = two_;
        for (const int a : cells_in(two_)) {
            after_a.unset(a);
            Cells after_b = after_a;
            for (const int b : cells_in(after_a)) {
                after_b.unset(b);
                if (count(Bits{p_.candidates[a]} | p_.candidates[b]) != 3) continue;
                const Cells &by_a = frame.peers[a], &by_b = frame.peers[b];  // of three cells, one sees both others
                for (const int c : cells_in(after_b & (frame.sees(a, b) ? by_a | by_b : by_a & by_b))) {
                    if (!is_triple(a, b, c)) continue;
                    if (use(a, b, c, false) || use(b, a, c, false) || use(c, b, a, false)) return true;
                }
            }
        }
        return false;
    }

    bool find_xyz() {
        for (const int pivot : cells_in(three_)) {
            Cells later = two_ & frame.peers[pivot];
            for (const int a : cells_in(later)) {
                later.unset(a);
                if (Bits{p_.candidates[a]} & ~Bits{p_.candidates[pivot]}) continue;
                for (const int b : cells_in(later)) {
                    if (is_triple(pivot, a, b) && use(pivot, a, b, true)) return true;
                }
            }
        }
        return false;
    }

  private:
    bool is_triple(int a, int b, int c) const {
        const Bits x = p_.candidates[a], y = p_.candidates[b], z = p_.candidates[c];
        return count(x | y | z) == 3 && x != y && y != z && x != z;
    }

    bool use(int pivot, int a, int b, bool with_pivot) {
        if (!frame.sees(pivot, a) || !frame.sees(pivot, b)) return false;
        const Bits common = Bits{p_.candidates[a]} & p_.candidates[b];
        if (!is_single(common)) return false;
        Cells gone = p_.at[lowest(common)] & frame.peers[a] & frame.peers[b];
        if (with_pivot) gone &= frame.peers[pivot];
        step_.remove(gone, lowest(common));
        return !gone.empty();
    }

    bool connect(int a, int b, int gone, int link) {
        const Cells seen = p_.at[gone] & frame.peers[a] & frame.peers[b];
        if (seen.empty()) return false;
        for (const int unit : each(few_places_.pairs(link))) {
            bool sees_a = false, sees_b = false;
            for (const int cell : cells_in(p_.cells_for(unit, link))) {
                if (cell == a || cell == b) continue;
                if (frame.sees(cell, a)) {
                    sees_a = true;
                } else if (frame.sees(cell, b)) {
                    sees_b = true;
                }
            }
            if (!sees_a || !sees_b) continue;
            step_.remove(seen, gone);
            return true;
        }
        return false;
    }

    const Position& p_;
    const FewPlaces& few_places_;
    Step& step_;
    const Cells two_, three_;
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
