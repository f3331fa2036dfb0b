// The roles of forcing chains and of patterns of the whole board (verify_roles.hpp).
#pragma once

#include <algorithm>
#include <cstddef>

#include "logic/position.hpp"
#include "logic/step.hpp"
#include "logic/verify_step.hpp"

namespace ninefold::logic {

template <int W>
class PatternRoles : StepParts<W> {
  public:
    using Set = Cells<W>;
    using P = Part<W>;
    using StepParts<W>::StepParts;

    // One case; a candidate that holds or fails; or every option of a truth.
    [[nodiscard]] bool are_all_cases() const {
        using enum Technique;
        const auto& cases = s_.children;
        const Technique t = s_.technique;
        if (t == double_forcing_chain || t == dynamic_double) {
            return cases.size() == 2 && cases[0].assumption == cases[1].assumption && cases[0].holds != cases[1].holds;
        }
        if (t != cell_forcing_chain && t != dynamic_cell && t != unit_forcing_chain && t != dynamic_unit) {
            return cases.size() == 1 && cases[0].ending.kind != Ending::Kind::conclusion;
        }
        const bool by_cell = t == cell_forcing_chain || t == dynamic_cell;
        if (s_.truths.size() != 1 || (s_.truths[0].kind == Truth::Kind::cell) != by_cell) return false;
        const Truth& truth = s_.truths[0];
        const int options = by_cell ? count(p_.candidates(truth.what)) : p_.places(truth.what, truth.digit).size();
        return options == static_cast<int>(cases.size()) &&
               std::all_of(cases.begin(), cases.end(), [&](const Child<W>& one) {
            const Candidate c = one.assumption;
            return one.holds && (by_cell ? c.cell == truth.what : c.digit == truth.digit && l_.unit(truth.what).has(c.cell));
        });
    }

    // --- the whole board ---

    [[nodiscard]] bool is_firework(int size) const {
        const bool quad = size == 4;
        const bool fits = quad ? has({Role::crossing, Role::pincer, Role::pincer, Role::crossing})
                               : has({Role::crossing, Role::pincer, Role::pincer});
        if (!fits) return false;
        Digits every = 0;
        std::size_t at = 0;
        for (const P* crossing : with(Role::crossing)) {
            if (crossing->unit < 0 || l_.kind(crossing->unit) != Kind::box || crossing->cells.size() != 1 ||
                (every & crossing->digits)) {
                return false;
            }
            for (const int digit : each(crossing->digits)) {
                for (int k = 0; k < 2; ++k, ++at) {
                    if (at >= s_.truths.size() || !leaves_box(*crossing, s_.truths[at], digit)) return false;
                }
            }
            every |= crossing->digits;
        }
        const P &p = s_.parts[1], &q = s_.parts[2];
        return at == s_.truths.size() && p.unit >= 0 && q.unit >= 0 && count(every) == size && p.digits == every &&
               q.digits == every && p.cells.size() == 1 &&
               q.cells.size() == 1 && p.cells != q.cells;
    }
    // Whether the digit has places in this line only in the box and at one of the ends; the line passes the crossing.
    [[nodiscard]] bool leaves_box(const P& crossing, const Truth& truth, int digit) const {
        if (truth.kind != Truth::Kind::unit || truth.digit != digit || !crossing.cells.in(l_.unit(truth.what))) return false;
        const Set outside = p_.places(truth.what, digit) - l_.unit(crossing.unit);
        const Set& line = l_.unit(truth.what);
        return (s_.parts[1].cells.in(line) && outside.in(s_.parts[1].cells)) ||
               (s_.parts[2].cells.in(line) && outside.in(s_.parts[2].cells));
    }

    [[nodiscard]] bool is_exocet(int cells) const {
        if (number_of(Role::stem) != cells || number_of(Role::pincer) != cells) return false;
        if (!only({Role::stem, Role::pincer, Role::extra}) ||
            s_.parts.size() < static_cast<std::size_t>(2 * cells)) {
            return false;
        }
        Digits digits = 0;
        for (int i = 0; i < 2 * cells; ++i) {
            const P& part = s_.parts[static_cast<std::size_t>(i)];
            if (part.role != (i < cells ? Role::stem : Role::pincer) || !is_one_cell(part) || part.unit >= 0) return false;
            if (i < 2) digits |= part.digits;
        }
        for (int unit = 0; unit < l_.unit_count(); ++unit) {  // every line that a truth is about is shown
            const auto is_here = [&](const P& part) { return part.role == Role::extra && part.unit == unit; };
            const auto shown = std::count_if(s_.parts.begin(), s_.parts.end(), is_here);
            const bool is_used = std::any_of(s_.truths.begin(), s_.truths.end(), [&](const Truth& truth) {
                return truth.kind == Truth::Kind::unit && truth.what == unit;
            });
            if (shown != (is_used && room(unit, digits).any() ? 1 : 0)) return false;
        }
        return std::all_of(s_.parts.begin() + 2 * cells, s_.parts.end(), [&](const P& part) {
            return part.unit >= 0 && part.digits == digits && part.cells == room(part.unit, digits);
        });
    }
    // All places of these digits in a line, except in the band.
    [[nodiscard]] Set room(int unit, Digits digits) const {
        const bool columns = l_.kind(unit) == Kind::column;
        const int base = s_.parts[0].cells.first(), band = (columns ? base / l_.n : base % l_.n) / 3;
        Set places;
        for (const int digit : each(digits)) places |= p_.places(unit, digit);
        for (const int cell : places) {
            if ((columns ? cell / l_.n : cell % l_.n) / 3 == band) places.drop(cell);
        }
        return places;
    }

    [[nodiscard]] bool is_counted_pattern() const {
        if (!only({Role::subset, Role::cover}) || number_of(Role::subset) != 1 ||
            s_.parts[0].role != Role::subset) {
            return false;
        }
        if (s_.parts[0].unit >= 0) return false;
        Set cells;
        for (const Truth& truth : s_.truths) {
            if (truth.kind != Truth::Kind::cell) return false;
            cells.add(truth.what);
        }
        return s_.parts[0].cells == cells && has_all_candidates(s_.parts[0]) &&
               std::all_of(s_.parts.begin() + 1, s_.parts.end(), [&](const P& part) {
                   return part.unit >= 0 && part.cells == (l_.unit(part.unit) & p_.open());
               });
    }

  private:
    using StepParts<W>::p_;
    using StepParts<W>::l_;
    using StepParts<W>::s_;
    using StepParts<W>::only;
    using StepParts<W>::with;
    using StepParts<W>::number_of;
    using StepParts<W>::has_all_candidates;
    using StepParts<W>::is_one_cell;
    using StepParts<W>::has;
};

}  // namespace ninefold::logic
