// Backdoors: the fewest cells that have to be filled in before singles alone solve the rest.
#pragma once

#include "hodoku/position.hpp"

namespace ninefold::measure::NINEFOLD_VERSION {

using namespace ninefold::hodoku::NINEFOLD_VERSION;

class Backdoor {
    using Position = hodoku::NINEFOLD_VERSION::Position;

  public:
    // The size for a puzzle with this one solution; 0 if singles solve it.
    int size(const std::uint8_t* puzzle, const std::uint8_t* solution) {
        solution_ = solution;
        Position start;
        if (!start.read(puzzle) || solve_singles(start)) return 0;
        int size = 1;
        while (!opens(start, size, 0)) ++size;
        return size;
    }

  private:
    // Whether filling in `cells` of the cells from here on opens the puzzle.
    bool opens(const Position& position, int cells, int from) const {
        for (const int cell : cells_in(position.open)) {
            if (cell < from) continue;
            Position next = position;
            next.put(cell, solution_[cell] - 1);
            if (solve_singles(next) || (cells > 1 && opens(next, cells - 1, cell + 1))) return true;
        }
        return false;
    }

    static bool solve_singles(Position& p) {
        while (p.naked_out < p.naked_in || p.hidden_out < p.hidden_in) {
            if (p.naked_out < p.naked_in) {
                const int cell = p.naked[p.naked_out++];
                if (p.candidates[cell]) p.put(cell, lowest(Bits{p.candidates[cell]}));
                continue;
            }
            const auto [unit, digit] = p.hidden[p.hidden_out++];
            const Bits set = p.places[digit][unit];
            if (set) p.put(frame.cell[unit][lowest(set)], digit);
        }
        return p.open.empty();
    }

    const std::uint8_t* solution_ = nullptr;
};

}  // namespace ninefold::measure::NINEFOLD_VERSION
