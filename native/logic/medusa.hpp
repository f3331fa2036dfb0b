// 3D Medusa: colouring of candidates instead of cells. Two candidates are tied when one of them must hold: a cell with two
// candidates, a full unit with two places for a digit. What hangs together takes two colours in turn; one whole colour
// holds.
//
// 1. A colour fails if two of its candidates exclude each other: in one cell, or one digit in cells that see each other.
// 2. Otherwise a candidate without colour goes if it excludes, or is excluded by, candidates of both colours.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "logic/finder.hpp"

namespace ninefold::logic {

template <int W>
class Medusa {
  public:
    using Set = Cells<W>;
    explicit Medusa(Finder<W>& finder) : f_(finder) {}

    void find() {
        std::array<Set, Limits<W>::digits> done{};
        for (int digit = 0; digit < f_.l.n; ++digit) {
            for (const int cell : f_.p.at(digit)) {
                if (done[at(digit)].has(cell)) continue;
                for (auto& colour : colours_) colour.fill({});
                truths_.clear();
                paint(cell, digit, 0);
                for (int d = 0; d < f_.l.n; ++d) done[at(d)] |= colours_[0][at(d)] | colours_[1][at(d)];
                if (truths_.size() > 1) conclude();
                if (f_.done()) return;
            }
        }
    }

  private:
    using Colour = std::array<Set, Limits<W>::digits>;  // by digit, its cells
    static std::size_t at(int digit) { return static_cast<std::size_t>(digit); }

    void paint(int cell, int digit, std::size_t colour) {
        if (colours_[0][at(digit)].has(cell) || colours_[1][at(digit)].has(cell)) return;
        colours_[colour][at(digit)].add(cell);
        const Digits own = f_.p.candidates(cell);
        if (is_pair(own)) {
            truths_.push_back(cell_truth(cell));
            paint(cell, first(own & ~bit(digit)), 1 - colour);
        }
        for (const Seat seat : f_.l.seats_of(cell)) {
            const Digits places = f_.p.positions(seat.unit, digit);
            if (!is_pair(places) || !f_.l.full[seat.unit]) continue;
            truths_.push_back(unit_truth(seat.unit, digit));
            paint(f_.l.cell_at(seat.unit, first(places & ~bit(seat.position))), digit, 1 - colour);
        }
    }

    // The digits of a colour in a cell.
    [[nodiscard]] Digits in_cell(const Colour& colour, int cell) const {
        Digits found = 0;
        for (int d = 0; d < f_.l.n; ++d) found |= colour[at(d)].has(cell) ? bit(d) : 0;
        return found;
    }
    [[nodiscard]] bool fails(const Colour& colour) const {
        for (int d = 0; d < f_.l.n; ++d) {
            if (f_.l.seen_by_any(colour[at(d)]).meets(colour[at(d)])) return true;
            for (const int cell : colour[at(d)]) {
                if (!is_single(in_cell(colour, cell))) return true;
            }
        }
        return false;
    }

    void conclude() {
        auto& step = f_.start(Technique::medusa);
        for (const Colour& colour : colours_) {
            if (!step.empty() || !fails(colour)) continue;
            for (int d = 0; d < f_.l.n; ++d) step.remove(colour[at(d)], d);
        }
        if (step.empty()) drop_trapped(step);
        if (step.empty()) return;
        if (f_.evidence()) {
            for (const Colour& colour : colours_) {
                for (int d = 0; d < f_.l.n; ++d) {
                    if (colour[at(d)].any()) step.add(Role::colour, bit(d), colour[at(d)]);
                }
            }
            step.truths = truths_;
        }
        f_.give();
    }

    void drop_trapped(Step<W>& step) const {
        for (const int cell : f_.p.open()) {
            const Digits one = in_cell(colours_[0], cell);
            const Digits two = in_cell(colours_[1], cell);
            for (const int d : each(f_.p.candidates(cell) & ~one & ~two)) {
                const bool near_one = one || f_.l.peers_of(cell).meets(colours_[0][at(d)]);
                const bool near_two = two || f_.l.peers_of(cell).meets(colours_[1][at(d)]);
                if (near_one && near_two) step.remove(cell, d);
            }
        }
    }

    Finder<W>& f_;
    std::array<Colour, 2> colours_{};
    std::vector<Truth> truths_;
};

}  // namespace ninefold::logic
