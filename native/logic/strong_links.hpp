// Three to six strong links of one digit in a row: a = b – c = d – e = f, where = is a full unit with two places and –
// joins cells that see each other. One of the two ends holds, so what sees both loses the digit. No cell comes twice.
#pragma once

#include <array>
#include <cstddef>

#include "logic/finder.hpp"

namespace ninefold::logic {

template <int W>
class StrongLinks {
  public:
    using Set = Cells<W>;

    StrongLinks(Finder<W>& finder, Technique technique)
        : f_(finder), technique_(technique),
          size_(static_cast<std::size_t>(technique) - static_cast<std::size_t>(Technique::three_strong_links) + 3) {}

    void find() {
        for (digit_ = 0; digit_ < f_.l.n; ++digit_) {
            for (const int start : f_.p.at(digit_)) {
                extend(start, 0, Set::of(start));
                if (f_.done()) return;
            }
        }
    }

  private:
    // Adds a link from `cell`, the near end, to its partner in a unit with two places.
    void extend(int cell, std::size_t links, const Set& used) {
        for (const Seat seat : f_.l.seats_of(cell)) {
            const Digits places = f_.p.positions(seat.unit, digit_);
            if (!is_pair(places) || !f_.l.full[seat.unit]) continue;
            const int far = f_.l.cell_at(seat.unit, first(places & ~bit(seat.position)));
            if (used.has(far)) continue;
            cells_[2 * links] = cell;
            cells_[2 * links + 1] = far;
            units_[links] = seat.unit;
            if (links + 1 == size_) {
                check(far);
            } else {
                const Set now = used | Set::of(far);
                for (const int next : (f_.l.peers_of(far) & f_.p.at(digit_)) - now) {
                    extend(next, links + 1, now | Set::of(next));
                    if (f_.done()) return;
                }
            }
            if (f_.done()) return;
        }
    }

    void check(int end) {
        if (end < cells_[0]) return;  // the same chain read backwards
        Set gone = f_.l.peers_of(cells_[0]) & f_.l.peers_of(end) & f_.p.at(digit_);
        for (std::size_t i = 0; i < 2 * size_; ++i) gone.drop(cells_[i]);
        if (!gone.any()) return;
        auto& step = f_.start(technique_);
        step.remove(gone, digit_);
        step.length = static_cast<std::int16_t>(2 * size_ - 1);
        if (f_.evidence()) {
            for (std::size_t i = 0; i < 2 * size_; ++i) step.add(Role::node, bit(digit_), Set::of(cells_[i]));
            for (std::size_t i = 0; i < size_; ++i) {
                const int part = static_cast<int>(2 * i);
                if (i) step.weak(part - 1, part);
                step.strong(part, part + 1, unit_truth(units_[i], digit_));
            }
        }
        f_.give();
    }

    Finder<W>& f_;
    Technique technique_;
    std::size_t size_;
    int digit_ = 0;
    std::array<int, 12> cells_{};
    std::array<int, 6> units_{};
};

}  // namespace ninefold::logic
