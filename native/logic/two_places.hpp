// The full units in which a digit has two places: rows first, then columns, then others. Listed for a digit when the first
// finder asks for it.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "logic/few_places.hpp"
#include "logic/position.hpp"

namespace ninefold::logic {

struct TwoPlaces {
    int unit;
    std::array<int, 2> cells;
    Digits positions;
};

template <int W>
class TwoPlacesLists {
  public:
    struct List {
        std::size_t rows, lines, all;  // where they end
        std::array<TwoPlaces, Limits<W>::units> units;
    };

    const List& of(const Position<W>& p, const FewPlaces<W>& few, int digit) {
        List& list = lists_[static_cast<std::size_t>(digit)];
        if (listed_ & bit(digit)) return list;
        listed_ |= bit(digit);
        const auto& l = p.layout();
        list.rows = list.lines = list.all = 0;
        for (const int unit : few.pairs(digit)) {
            const Digits positions = p.positions(unit, digit);
            list.units[list.all++] = {unit, {l.cell_at(unit, first(positions)), l.cell_at(unit, last(positions))}, positions};
            list.rows += unit < l.n;
            list.lines += unit < 2 * l.n;
        }
        return list;
    }
    void clear() { listed_ = 0; }

  private:
    Digits listed_ = 0;
    std::array<List, Limits<W>::digits> lists_;
};

}  // namespace ninefold::logic
