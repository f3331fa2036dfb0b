// Exocets, on the standard 9×9 board. Everything also holds with rows and columns exchanged.
//
//      base row   B B ·   · · ·   · · ·        B  base cells, with three or four digits between them
//                 · · ·   T · ·   · · ·        T  targets, one in each other box of the band
//                 · · ·   c · ·   T · ·        c  companions: the other cell of the target's column outside the base row
//                     |   |       |
//                     S   S       S            S  three cross columns below and above the band
//
//   1. No companion has a digit of the base. Each digit of the base has places for at most two of the three cross
//      columns in S at once.
//   2. Take a digit of a base cell. Three cross columns need it, S offers two, so it is in the band part of a cross
//      column: not in the base row or box, not in a companion, so in a target. That holds for both base cells, so the
//      targets have exactly the digits of the base cells: other digits leave the targets, and digits that no target has
//      leave the base.
//   3. Double: two exocets with the same four digits and cross columns, their bases in different boxes and rows, their
//      targets in the third box in different cells. No digit is in both bases (it would be in both targets of the third
//      box), so all four are in the bases. They leave the rest of each base row in the other base's box. Each digit is in
//      one target only, so twice in S: if it has two rows there, it leaves the rest of these rows.
//
// Evidence: stem: the base cells; pincer: the targets; extra: the places in S, by cross column; truths: the base cells,
// and the cross columns for each digit.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "logic/finder.hpp"

namespace ninefold::logic {

template <int W>
class Exocets {
  public:
    using Set = Cells<W>;

    Exocets(Finder<W>& finder, Technique technique) : f_(finder), technique_(technique) {}

    void find() {
        if (!f_.l.is_standard()) return;
        for (const bool turned : {false, true}) {
            turned_ = turned;
            found_.clear();
            for (int box = 0; box < 9; ++box) {
                for (int row = 0; row < 3; ++row) {
                    for (int third = 0; third < 3; ++third) try_base(box, box / 3 * 3 + row, box % 3 * 3 + third);
                }
            }
            if (technique_ == Technique::double_exocet) pair_up();
            if (f_.done()) return;
        }
    }

  private:
    struct Exocet {
        int box, row;                  // of the base
        std::array<int, 3> columns;    // cross columns, by stack
        std::array<int, 2> base;
        std::array<int, 2> targets;    // by stack
        Digits digits;
    };

    [[nodiscard]] int at(int row, int column) const { return turned_ ? column * 9 + row : row * 9 + column; }
    [[nodiscard]] int row_unit(int row) const { return turned_ ? 9 + row : row; }
    [[nodiscard]] int column_unit(int column) const { return turned_ ? column : 9 + column; }
    // The candidates of a cell, or its digit.
    [[nodiscard]] Digits holds(int cell) const { return f_.p.value(cell) ? bit(f_.p.value(cell) - 1) : f_.p.candidates(cell); }

    // The base is the box's part of the row without the column `third`, which is a cross column.
    void try_base(int box, int row, int third) {
        Exocet one{box, row, {}, {}, {}, 0};
        std::size_t n = 0;
        for (int column = box % 3 * 3; column < box % 3 * 3 + 3; ++column) {
            if (column != third) one.base[n++] = at(row, column);
        }
        if (f_.p.value(one.base[0]) || f_.p.value(one.base[1])) return;
        one.digits = f_.p.candidates(one.base[0]) | f_.p.candidates(one.base[1]);
        if (count(one.digits) < 3 || count(one.digits) > 4) return;
        const int left = box % 3 == 0 ? 1 : 0, right = box % 3 == 2 ? 1 : 2;
        one.columns[static_cast<std::size_t>(box % 3)] = third;
        for (int a = left * 3; a < left * 3 + 3; ++a) {
            for (int b = right * 3; b < right * 3 + 3; ++b) {
                one.columns[static_cast<std::size_t>(left)] = a;
                one.columns[static_cast<std::size_t>(right)] = b;
                if (!is_tight(one)) continue;
                try_targets(one, a, b);
                if (f_.done()) return;
            }
        }
    }

    // Rule 1 for S: no digit of the base can be in all three cross columns outside the band at once.
    [[nodiscard]] bool is_tight(const Exocet& one) const {
        for (const int digit : each(one.digits)) {
            std::array<Digits, 3> rows{};
            for (std::size_t i = 0; i < 3; ++i) rows[i] = rows_in_s(one, one.columns[i], digit);
            for (const int a : each(rows[0])) {
                for (const int b : each(rows[1] & ~bit(a))) {
                    if (rows[2] & ~bit(a) & ~bit(b)) return false;
                }
            }
        }
        return true;
    }
    // The rows outside the band in which a column has the digit or a place for it.
    [[nodiscard]] Digits rows_in_s(const Exocet& one, int column, int digit) const {
        Digits rows = 0;
        for (int row = 0; row < 9; ++row) {
            if (row / 3 != one.row / 3 && (holds(at(row, column)) >> digit & 1)) rows |= bit(row);
        }
        return rows;
    }

    void try_targets(Exocet& one, int a, int b) {
        const int band = one.row / 3 * 3;
        for (int row_a = band; row_a < band + 3; ++row_a) {
            for (int row_b = band; row_b < band + 3; ++row_b) {
                if (row_a == one.row || row_b == one.row) continue;
                const int left_over = 3 * band + 3 - one.row;  // the sum of the other two rows of the band
                const int companion_a = at(left_over - row_a, a), companion_b = at(left_over - row_b, b);
                one.targets = {at(row_a, a), at(row_b, b)};
                if (f_.p.value(one.targets[0]) || f_.p.value(one.targets[1])) continue;
                if ((holds(companion_a) | holds(companion_b)) & one.digits) continue;
                if (technique_ == Technique::double_exocet) {
                    if (count(one.digits) == 4) found_.push_back(one);
                } else if (f_.start(technique_), remove_by(one), give({&one})) {
                    return;
                }
            }
        }
    }

    // Rule 2.
    void remove_by(const Exocet& one) {
        auto& step = f_.step();
        Digits in_targets = 0;
        for (const int target : one.targets) {
            in_targets |= f_.p.candidates(target);
            for (const int digit : each(f_.p.candidates(target) & ~one.digits)) step.remove(target, digit);
        }
        for (const int cell : one.base) {
            for (const int digit : each(f_.p.candidates(cell) & ~in_targets)) step.remove(cell, digit);
        }
    }

    // Rule 3.
    void pair_up() {
        for (std::size_t i = 0; i < found_.size(); ++i) {
            for (std::size_t j = i + 1; j < found_.size(); ++j) {
                const Exocet &a = found_[i], &b = found_[j];
                const bool apart = a.box != b.box && a.row != b.row && a.row / 3 == b.row / 3;
                if (!apart || a.digits != b.digits || a.columns != b.columns) continue;
                if (a.targets[0] == b.targets[0] || a.targets[0] == b.targets[1] || a.targets[1] == b.targets[0] ||
                    a.targets[1] == b.targets[1]) {
                    continue;
                }
                f_.start(technique_);
                remove_by(a);
                remove_by(b);
                remove_in_band(a, b);
                remove_in_band(b, a);
                remove_in_rows(a);
                if (give({&a, &b})) return;
            }
        }
    }
    void remove_in_band(const Exocet& one, const Exocet& other) {
        for (int column = one.box % 3 * 3; column < one.box % 3 * 3 + 3; ++column) {
            const int cell = at(other.row, column);
            for (const int digit : each(f_.p.candidates(cell) & one.digits)) f_.step().remove(cell, digit);
        }
    }
    void remove_in_rows(const Exocet& one) {
        Set cross;
        for (const int column : one.columns) cross |= f_.l.unit(column_unit(column));
        for (const int digit : each(one.digits)) {
            Digits rows = 0;
            for (const int column : one.columns) rows |= rows_in_s(one, column, digit);
            if (count(rows) != 2) continue;
            for (const int row : each(rows)) f_.step().remove(f_.p.places(row_unit(row), digit) - cross, digit);
        }
    }

    bool give(const std::vector<const Exocet*>& parts) {
        auto& step = f_.step();
        if (f_.evidence() && !step.empty()) {
            for (const Exocet* one : parts) {
                for (const int cell : one->base) step.add(Role::stem, f_.p.candidates(cell), Set::of(cell));
                for (const int cell : one->base) step.truths.push_back(cell_truth(cell));
            }
            for (const Exocet* one : parts) {
                for (const int cell : one->targets) step.add(Role::pincer, f_.p.candidates(cell), Set::of(cell));
            }
            add_cross_columns(step, *parts[0]);
        }
        return f_.give();
    }
    void add_cross_columns(Step<W>& step, const Exocet& one) {
        for (const int column : one.columns) {
            const int unit = column_unit(column);
            Set places;
            for (const int digit : each(one.digits)) {
                if (!f_.p.lacks(unit, digit)) continue;
                step.truths.push_back(unit_truth(unit, digit));
                places |= f_.p.places(unit, digit);
            }
            for (int row = one.row / 3 * 3; row < one.row / 3 * 3 + 3; ++row) places.drop(at(row, column));
            if (places.any()) step.add(Role::extra, one.digits, places, unit);
        }
    }

    Finder<W>& f_;
    Technique technique_;
    bool turned_ = false;
    std::vector<Exocet> found_;
};

}  // namespace ninefold::logic
