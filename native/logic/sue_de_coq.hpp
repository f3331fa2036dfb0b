// Sue de Coq: two or three cells where two units cross, with at least two digits more than cells.
//
// Let V be the candidates of n cells in the crossing. Cells A in the rest of one unit and B in the rest of the other take
// some of V and have other digits too. Each side gains (its cells − its digits outside V) digits of V. If both sides
// together gain exactly |V| − n digits, and want no digit of V in common, then every cell in the pattern has its share:
//   1. the digits of A, and those of V that B does not want, are locked into the first unit's part of the pattern;
//   2. the digits of B, and those of V that A does not want, into the second unit's part.
// So the rest of each unit loses them. A digit outside V on both sides counts twice, and is locked into both.
// Cells of the crossing that are not among the n may belong to either side.
#pragma once

#include <cstddef>
#include <vector>

#include "logic/finder.hpp"

namespace ninefold::logic {

template <int W>
class SueDeCoq {
  public:
    using Set = Cells<W>;

    explicit SueDeCoq(Finder<W>& finder) : f_(finder) {}

    void find() {
        for (const auto& crossing : f_.l.crossings) {
            // Crossings come in both orders; a line and another unit are enough.
            if (is_line(f_.l.kind(crossing.from)) || !is_line(f_.l.kind(crossing.into))) continue;
            if (choose_centre(crossing.into, crossing.from, crossing.cells & f_.p.open())) return;
        }
    }

  private:
    // Some cells of one unit outside the centre.
    struct Side {
        Set cells;
        Digits digits;
        int gain;
    };
    static constexpr int most_cells = W == 2 ? 8 : 4;  // of a side
    static constexpr std::size_t most_centre = 4;

    bool choose_centre(int line, int box, const Set& crossing) {
        std::vector<int> cells;
        for (const int cell : crossing) {
            if (cells.size() < most_centre) cells.push_back(cell);
        }
        for (unsigned pick = 1; pick < 1U << cells.size(); ++pick) {
            Set centre;
            for (std::size_t i = 0; i < cells.size(); ++i) {
                if (pick >> i & 1) centre.add(cells[i]);
            }
            const Digits digits = f_.p.candidates_in(centre);
            if (centre.size() < 2 || count(digits) < centre.size() + 2) continue;
            if (match_sides(line, box, centre, digits)) return true;
        }
        return false;
    }

    bool match_sides(int line, int box, const Set& centre, Digits digits) {
        const int needed = count(digits) - centre.size();
        find_sides(line, centre, digits, needed, first_);
        if (first_.empty()) return false;
        find_sides(box, centre, digits, needed, second_);
        for (const Side& a : first_) {
            check_stop();
            for (const Side& b : second_) {
                if (a.gain + b.gain != needed || (a.digits & b.digits & digits) != 0 || a.cells.meets(b.cells)) continue;
                if (give(line, box, centre, digits, a, b)) return true;
            }
        }
        return false;
    }

    // All sides in a unit that gain at least one digit, and leave at least one for the other side.
    void find_sides(int unit, const Set& centre, Digits digits, int needed, std::vector<Side>& found) {
        found.clear();
        open_.clear();
        for (const int cell : f_.l.cells_of(unit)) {
            if (f_.p.candidates(cell) && !centre.has(cell)) open_.push_back(cell);
        }
        const auto extend = [&](auto&& self, std::size_t from, int size, const Side& side) -> void {
            for (; from < open_.size(); ++from) {
                if (size == 0) check_stop();
                Side next = side;
                next.cells |= f_.l.only(open_[from]);
                next.digits |= f_.p.candidates(open_[from]);
                next.gain = size + 1 - count(next.digits & ~digits);
                if (next.gain > 0 && next.gain < needed && (next.digits & digits)) found.push_back(next);
                const int more = static_cast<int>(open_.size() - from) - 1;  // cells, each of which gains one at most
                if (size + 1 < most_cells && next.gain + more > 0) self(self, from + 1, size + 1, next);
            }
        };
        extend(extend, 0, 0, {});
    }

    bool give(int line, int box, const Set& centre, Digits digits, const Side& a, const Side& b) {
        auto& step = f_.start(Technique::sue_de_coq);
        for (const int digit : each(a.digits | (digits & ~b.digits))) {
            step.remove(f_.p.places(line, digit) - centre - a.cells, digit);
        }
        for (const int digit : each(b.digits | (digits & ~a.digits))) {
            step.remove(f_.p.places(box, digit) - centre - b.cells, digit);
        }
        if (step.empty()) return false;
        if (f_.evidence()) {
            step.add(Role::crossing, digits, centre);
            step.add(Role::als, a.digits, a.cells, line);
            step.add(Role::als, b.digits, b.cells, box);
            for (const int cell : centre | a.cells | b.cells) step.truths.push_back(cell_truth(cell));
        }
        return f_.give();
    }

    Finder<W>& f_;
    std::vector<Side> first_, second_;
    std::vector<int> open_;
};

template <int W>
void find_sue_de_coq(Finder<W>& f) {
    SueDeCoq<W>(f).find();
}

}  // namespace ninefold::logic
