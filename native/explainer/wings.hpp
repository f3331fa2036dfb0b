// XY-wings and XYZ-wings.
#pragma once

#include "position.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

// The pivot by cell, its wings in the order of its peers.
inline bool wing(const Position& position, bool xyz, Step& step, Program program = Program::explainer) {
    for (int pivot = 0; pivot < 81; ++pivot) {
        const Bits middle = position.candidates[pivot];
        if (count(middle) != (xyz ? 3 : 2)) continue;
        for (const int a : peers_in_order(pivot, program)) {
            const Bits first = position.candidates[a];
            if (count(first) != 2 || count(middle & ~first) != 1) continue;
            for (const int b : peers_in_order(pivot, program)) {
                const Bits second = position.candidates[b];
                if (count(second) != 2 || count(middle | first | second) != 3) continue;
                if (count(middle & first & second) != (xyz ? 1 : 0)) continue;
                const int digit = lowest(first & second);
                Cells hit = board.peers[a] & board.peers[b];
                if (xyz) hit &= board.peers[pivot];
                hit.each([&](int cell) {
                    if (cell != pivot && position.has(cell, digit)) step.remove(cell, bit(digit));
                });
                if (step.set_if_useful(xyz ? Technique::xyz_wing : Technique::xy_wing, xyz ? 4.4 : 4.2)) return true;
            }
        }
    }
    return false;
}

}  // namespace ninefold::explainer::NINEFOLD_VERSION
