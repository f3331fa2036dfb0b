// Wings: W-wing, XY-wing, XYZ-wing.
#pragma once

#include "hodoku/basics.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

class Wings {
  public:
    Wings(const Position& position, Step& step) : p_(position), step_(step) {
        const FewCandidates few(position);
        for (const int cell : cells_in(few.at_most[2])) two_[twos_++] = cell;
        for (const int cell : cells_in(few.exactly(3))) three_[threes_++] = cell;
    }

    // Two cells with the same two candidates, and a unit in which one of the digits has two places, each seen by one.
    bool find_w() {
        for (int i = 0; i < twos_; ++i) {
            for (int j = i + 1; j < twos_; ++j) {
                const Bits digits = p_.candidates[two_[i]];
                if (p_.candidates[two_[j]] != digits) continue;
                const int low = lowest(digits), high = lowest(digits & (digits - 1));
                if (connect(two_[i], two_[j], low, high) || connect(two_[i], two_[j], high, low)) return true;
            }
        }
        return false;
    }

    bool find_xy() {
        for (int i = 0; i < twos_; ++i) {
            for (int j = i + 1; j < twos_; ++j) {
                const int a = two_[i], b = two_[j];
                if (count(Bits{p_.candidates[a]} | p_.candidates[b]) != 3) continue;
                for (int k = j + 1; k < twos_; ++k) {
                    const int c = two_[k];
                    if (!is_triple(a, b, c)) continue;
                    if (use(a, b, c, false) || use(b, a, c, false) || use(c, b, a, false)) return true;
                }
            }
        }
        return false;
    }

    bool find_xyz() {
        for (int i = 0; i < threes_; ++i) {
            for (int j = 0; j < twos_; ++j) {
                if (Bits{p_.candidates[two_[j]]} & ~Bits{p_.candidates[three_[i]]}) continue;
                for (int k = j + 1; k < twos_; ++k) {
                    if (is_triple(three_[i], two_[j], two_[k]) && use(three_[i], two_[j], two_[k], true)) return true;
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
        for (int unit = 0; unit < 27; ++unit) {
            if (p_.number_of_places(unit, link) != 2) continue;
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
    Step& step_;
    int twos_ = 0, threes_ = 0;
    int two_[81], three_[81];
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
