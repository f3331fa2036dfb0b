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
        if (!start.read(puzzle) || start.place_singles()) return 0;
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
            if (next.place_singles() || (cells > 1 && opens(next, cells - 1, cell + 1))) return true;
        }
        return false;
    }

    const std::uint8_t* solution_ = nullptr;
};

}  // namespace ninefold::measure::NINEFOLD_VERSION
