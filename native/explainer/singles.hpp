// Singles and locked candidates.
//
// Wherever Sudoku Explainer takes the first instance it finds, the order of the search is part of the rating.
#pragma once

#include "position.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

// Units with one empty cell come first, then boxes, columns, rows.
inline bool hidden_single(const Position& position, Step& step) {
    for (const bool alone : {true, false}) {
        for (const int first : search_order) {
            for (int unit = first; unit < first + 9; ++unit) {
                if ((position.empty[unit] == 1) != alone) continue;
                for (int digit = 0; digit < 9; ++digit) {
                    const Bits places = position.places[unit][digit];
                    if (count(places) != 1) continue;
                    step.place(board.cell[unit][lowest(places)], digit);
                    if (alone) return step.set(Technique::last_in_unit, 1.0);
                    return step.set(Technique::hidden_single, is_box(unit) ? 1.2 : 1.5);
                }
            }
        }
    }
    return false;
}

inline bool naked_single(const Position& position, Step& step) {
    for (int cell = 0; cell < 81; ++cell) {
        if (count(Bits{position.candidates[cell]}) != 1) continue;
        step.place(cell, lowest(Bits{position.candidates[cell]}));
        return step.set(Technique::naked_single, 2.3);
    }
    return false;
}

// Calls found(a, b, digit) for each digit whose places in unit a, two or three, all lie in unit b, until it returns
// true: from boxes to columns and rows, then from columns and rows to boxes. Sudoku Explainer goes through the pairs of
// units and then through the digits; SukakuExplainer takes the digits first.
template <class Found>
bool each_locked(const Position& position, Program program, Found&& found) {
    static constexpr int ways[4][2] = {{0, first_column}, {0, first_row}, {first_column, 0}, {first_row, 0}};
    const auto between = [&](int from, int to, Bits digits) {
        for (int a = from; a < from + 9; ++a) {
            Bits units = 0, inside[9] = {};  // the second units, and the digits that are confined to each
            for (const int digit : each(digits)) {
                const Bits places = position.places[a][digit];
                if (!(places & (places - 1))) continue;
                const int b = board.unit[board.cell[a][lowest(places)]][to / 9];
                if (places & ~Bits{board.common[a][b]}) continue;
                units |= bit(b - to);
                inside[b - to] |= bit(digit);
            }
            for (const int b : each(units)) {
                for (const int digit : each(inside[b])) {
                    if (found(a, to + b, digit)) return true;
                }
            }
        }
        return false;
    };
    for (const auto& [from, to] : ways) {
        if (program == Program::explainer) {
            if (between(from, to, 0x1FF)) return true;
            continue;
        }
        for (int digit = 0; digit < 9; ++digit) {
            if (between(from, to, bit(digit))) return true;
        }
    }
    return false;
}

// Locked candidates that leave another unit with a single place.
inline bool direct_locking(const Position& position, Step& step, Program program = Program::explainer) {
    return each_locked(position, program, [&](int a, int b, int digit) {
        if (!(position.places[b][digit] & ~board.common[b][a])) return false;
        const int first = first_of_kind(a);
        for (int other = first; other < first + 9; ++other) {
            if (other == a || !board.common[other][b]) continue;
            const Bits places = position.places[other][digit], left = places & ~Bits{board.common[other][b]};
            if (count(places) < 2 || count(left) != 1) continue;
            step.place(board.cell[other][lowest(left)], digit);
            return is_box(a) ? step.set(Technique::direct_pointing, 1.7) : step.set(Technique::direct_claiming, 1.9);
        }
        return false;
    });
}

inline bool locking(const Position& position, Step& step, Program program = Program::explainer) {
    return each_locked(position, program, [&](int a, int b, int digit) {
        const Bits out = position.places[b][digit] & ~Bits{board.common[b][a]};
        if (!out) return false;
        for (const int place : each(out)) step.remove(board.cell[b][place], bit(digit));
        return is_box(a) ? step.set(Technique::pointing, 2.6) : step.set(Technique::claiming, 2.8);
    });
}

}  // namespace ninefold::explainer::NINEFOLD_VERSION
