// Locked candidates, subsets, fish without fins, and wings: the first of a position that HoDoKu comes to.
#pragma once

#include <utility>

#include "hodoku/fish.hpp"
#include "hodoku/quiet.hpp"
#include "hodoku/techniques.hpp"
#include "hodoku/wings.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

class SimpleSteps {
  public:
    Position position;

  protected:
    // Whenever the position is another than the steps have led to.
    void begin() {
        position.changed_units = all_units;
        position.changed_digits = all_digits;
    }

    // Takes note of what has changed since the last search.
    void update() {
        quiet_.forget(position.changed_units, position.changed_digits);
        stale_ |= position.changed_digits;
        confined_.find(position, position.changed_digits);
        few_cells_.count(position);
        position.changed_units = position.changed_digits = 0;
    }

    Kind find_basic() {
        update();
        NakedSubsets naked(position, few_cells_, step_);
        const auto find_naked = [&](Kind kind, int size) {
            const bool is_locked = kind == locked_pair || kind == locked_triple;
            return quiet_.in_units(kind, [&](Bits units) { return naked.find(size, is_locked, units); });
        };
        if (find_naked(locked_pair, 2)) return locked_pair;
        if (find_naked(locked_triple, 3)) return locked_triple;
        if (find_pointing(position, confined_, step_)) return pointing;
        if (find_claiming(position, confined_, step_)) return claiming;
        if (find_naked(naked_pair, 2)) return naked_pair;
        if (find_naked(naked_triple, 3)) return naked_triple;
        few_.count(position, std::exchange(stale_, 0));
        HiddenSubsets hidden(position, few_, step_);
        const auto find_hidden = [&](Kind kind, int size) {
            return quiet_.in_units(kind, [&](Bits units) { return hidden.find(size, units); });
        };
        if (find_hidden(hidden_pair, 2)) return hidden_pair;
        if (find_hidden(hidden_triple, 3)) return hidden_triple;
        if (find_naked(naked_quad, 4)) return naked_quad;
        if (find_hidden(hidden_quad, 4)) return hidden_quad;
        LineFish fish(position, few_, step_);
        for (const int size : {2, 3, 4}) {
            const auto kind = static_cast<Kind>(x_wing + size - 2);
            if (quiet_.in_digits(kind, [&](Bits digits) { return fish.find(size, digits); })) return kind;
        }
        return kind_count;
    }

    // Wings need what `find_basic` counts.
    Kind find_wing(bool with_w) {
        Wings wings(position, few_cells_, few_, step_);
        if (with_w && wings.find_w()) return w_wing;
        if (wings.find_xy()) return xy_wing;
        return wings.find_xyz() ? xyz_wing : kind_count;
    }

    Step step_;
    Quiet quiet_;
    FewCandidates few_cells_;
    FewPlaces few_;  // counted when no locked candidates and no naked pairs or triples help

  private:
    Confined confined_;
    Bits stale_ = 0;  // the digits not counted since they changed
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
