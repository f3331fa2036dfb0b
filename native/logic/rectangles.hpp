// The rectangles of a position that may be deadly patterns (uniqueness.hpp), which are few among those of the layout.
//
// 1. With two digits: four open cells, of which one has just these two candidates, and every other one some of them and
//    any other. A rectangle comes once for each such pair of digits.
// 2. Avoidable: one or two open cells, and the others placed but not given.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "logic/position.hpp"

namespace ninefold::logic {

template <int W>
class Rectangles {
  public:
    using Set = Cells<W>;
    using Ring = typename Layout<W>::Ring;
    struct WithTwo {
        const Ring* ring;
        Digits digits;
    };

    explicit Rectangles(const Position<W>& position) : p_(position) {
        const Set pairs = p_.with(2), placed = p_.layout().all_cells - p_.open() - p_.givens();
        for (const auto& [ring, cells] : p_.layout().rectangles) {
            if (cells.in(p_.open())) {
                if (cells.meets(pairs)) add_with_two(ring);
            } else if (cells.in(p_.open() | placed) && (cells & p_.open()).any()) {
                avoidable_.push_back(&ring);
            }
        }
    }

    [[nodiscard]] const std::vector<WithTwo>& with_two() const { return with_two_; }
    [[nodiscard]] const std::vector<const Ring*>& avoidable() const { return avoidable_; }

  private:
    void add_with_two(const Ring& ring) {
        std::array<Digits, 4> tried{};
        for (std::size_t i = 0; i < 4; ++i) {
            const Digits two = p_.candidates(ring[i]);
            if (!is_pair(two)) continue;
            bool again = false, fits = true;
            for (std::size_t j = 0; j < i; ++j) again |= tried[j] == two;
            tried[i] = two;
            for (const int cell : ring) fits &= (p_.candidates(cell) & two) != 0 && !is_single(p_.candidates(cell));
            if (fits && !again) with_two_.push_back({&ring, two});
        }
    }

    const Position<W>& p_;
    std::vector<WithTwo> with_two_;
    std::vector<const Ring*> avoidable_;
};

}  // namespace ninefold::logic
