// The roles of singles, locked candidates, subsets, fish, wings and chains (verify_roles.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "logic/position.hpp"
#include "logic/step.hpp"
#include "logic/verify_step.hpp"

namespace ninefold::logic {

template <int W>
class LineRoles : StepParts<W> {
  public:
    using Set = Cells<W>;
    using P = Part<W>;
    using StepParts<W>::StepParts;

    [[nodiscard]] bool is_single_at(const P& part) const {
        if (s_.places.size() != 1 || !s_.removes.empty() || part.digits != bit(s_.places[0].digit)) return false;
        const int cell = s_.places[0].cell;
        if (part.cells != Set::of(cell)) return false;
        if (s_.technique == Technique::naked_single) return part.unit < 0 && has_all_candidates(part);
        if (part.unit < 0) return false;
        if (s_.technique == Technique::full_house) return p_.open_in(part.unit) == 1 && has_all_candidates(part);
        const bool box = l_.kind(part.unit) == Kind::box;
        if (s_.technique == Technique::hidden_single_box || s_.technique == Technique::hidden_single_line) {
            return box == (s_.technique == Technique::hidden_single_box) && has_all_places(part);
        }
        return rests_on(unit_truth(part.unit, s_.places[0].digit));
    }

    [[nodiscard]] bool is_locked() const {
        const P &base = s_.parts[0], &cover = s_.parts[1];
        const bool claims = s_.technique == Technique::claiming || s_.technique == Technique::direct_claiming;
        return has_all_places(base) && base.digits == cover.digits && is_line(l_.kind(base.unit)) == claims &&
               base.cells.in(cover.cells) && is_cover(cover) && rests_on(unit_truth(base.unit, first(base.digits)));
    }

    [[nodiscard]] bool is_naked(const P& part, int size) const {
        return part.unit >= 0 && part.cells.size() == size && count(part.digits) == size &&
               has_all_candidates(part) && rests_on_cells();
    }
    [[nodiscard]] bool is_hidden(const P& part, int size) const {
        Set places;
        for (const int digit : each(part.digits)) {
            if (part.unit < 0 || !rests_on(unit_truth(part.unit, digit))) return false;
            places |= p_.places(part.unit, digit);
        }
        return part.cells == places && places.size() == size && count(part.digits) == size;
    }

    // --- fish ---

    [[nodiscard]] bool is_fish() const {
        const auto bases = with(Role::base), covers = with(Role::cover), fins = with(Role::fin), inside = with(Role::endofin);
        const bool kraken = s_.technique >= Technique::kraken_fish_1;
        const int shape = size_from(Technique::x_wing, 0);  // six sizes each; shapes 0, 3 and 5 have no fins
        const std::size_t n = kraken ? bases.size() : static_cast<std::size_t>(shape % 6 + 2);
        const bool finned = kraken || (shape / 6 != 0 && shape / 6 != 3 && shape / 6 != 5);
        if (!only({Role::base, Role::cover, Role::fin, Role::endofin}) || n == 0) return false;
        if (bases.size() != n || s_.truths.size() != n) return false;
        if (covers.size() < n || (covers.size() > n && (kraken || !finned)) || inside.size() > 2) return false;
        if ((fins.empty() && inside.empty()) == finned || (kraken && (fins.size() != 1 || !inside.empty()))) return false;
        Set once, twice;
        for (const P& part : s_.parts) {
            const bool unit = part.role == Role::base || part.role == Role::cover;
            if (part.digits != bases[0]->digits || (unit ? !is_base_or_cover(part) : part.unit >= 0)) return false;
            if (part.role != Role::base) continue;
            if (!rests_on(unit_truth(part.unit, first(part.digits)))) return false;
            twice |= once & part.cells;
            once |= part.cells;
        }
        if (inside.empty() == twice.any()) return false;
        if (std::any_of(inside.begin(), inside.end(), [&](const P* part) { return part->cells != twice; })) return false;
        return are_left_over(covers, n, fins, once - twice) && (!kraken || are_fins_and_cover(fins[0]->cells, once));
    }
    // The assumptions of a Kraken fish: its fins, and for type 2 also the places of the bases in one of the covers.
    [[nodiscard]] bool are_fins_and_cover(const Set& fins, const Set& bases) const {
        Set cases;
        for (const Child<W>& child : s_.children) {
            if (!child.holds || bit(child.assumption.digit) != s_.parts[0].digits) return false;
            cases.add(child.assumption.cell);
        }
        if (s_.technique == Technique::kraken_fish_1) return cases == fins;
        return std::any_of(s_.parts.begin(), s_.parts.end(), [&](const P& part) {
            return part.role == Role::cover && cases == (fins | (bases & part.cells));
        });
    }
    [[nodiscard]] bool is_base_or_cover(const P& part) const {
        return part.role == Role::base ? has_all_places(part) : is_cover(part);
    }

    // Whether each group of fins is what some n of the covers leave of the bases; of the bases' cells, none is forgotten.
    [[nodiscard]] bool are_left_over(const std::vector<const P*>& covers, std::size_t n, const std::vector<const P*>& fins,
                                     const Set& bases) const {
        std::vector<bool> chosen(covers.size());
        std::fill_n(chosen.begin(), n, true);
        std::vector<bool> explained(fins.size());
        bool none = false;
        do {
            Set left = bases;
            for (std::size_t i = 0; i < covers.size(); ++i) {
                if (chosen[i]) left -= covers[i]->cells;
            }
            none |= !left.any();
            for (std::size_t i = 0; i < fins.size(); ++i) explained[i] = explained[i] || fins[i]->cells == left;
        } while (std::prev_permutation(chosen.begin(), chosen.end()));
        const bool all = std::find(explained.begin(), explained.end(), false) == explained.end();
        return all && (!fins.empty() || none);
    }

    // --- wings and chains ---

    // Links from part to part, strong and weak in turn, strong at both ends: one chain, or two of equal length.
    [[nodiscard]] bool alternates() const {
        const bool dual = s_.technique == Technique::dual_two_string_kite || s_.technique == Technique::dual_empty_rectangle;
        const std::size_t parts = s_.parts.size() / (dual ? 2 : 1), links = parts - 1;
        if (parts < 2 || parts % 2 || s_.links.size() != (dual ? 2 : 1) * links) return false;
        for (std::size_t i = 0; i < s_.links.size(); ++i) {
            const Link& link = s_.links[i];
            const int from = static_cast<int>(i + i / links);
            if (link.from != from || link.to != from + 1 || link.strong != (i % links % 2 == 0)) return false;
        }
        return true;
    }
    // Empty rectangles: two single cells, then two groups that are all places in a box, each in a line.
    [[nodiscard]] bool are_rectangles() const {
        for (std::size_t i = 0; i + 3 < s_.parts.size(); i += 4) {
            const P &far = s_.parts[i], &near = s_.parts[i + 1], &one = s_.parts[i + 2], &two = s_.parts[i + 3];
            if (far.cells.size() != 1 || near.cells.size() != 1 || far.unit >= 0 || near.unit >= 0) return false;
            if (one.unit < 0 || one.unit != two.unit || one.digits != two.digits || one.cells == two.cells) return false;
            const Set places = p_.places(one.unit, first(one.digits));
            if ((one.cells | two.cells) != places || !is_part_in_a_line(places, one) ||
                !is_part_in_a_line(places, two)) {
                return false;
            }
        }
        return s_.parts.size() % 4 == 0;
    }
    [[nodiscard]] bool is_part_in_a_line(const Set& places, const P& part) const {
        for (int line = 0; line < 2 * l_.n; ++line) {
            if (part.cells == (places & l_.unit(line))) return true;
        }
        return false;
    }

    [[nodiscard]] bool is_wing() const {
        const P& pivot = s_.parts[0];
        const int digits = s_.technique == Technique::xy_wing ? 2 : 3;
        return std::all_of(s_.parts.begin(), s_.parts.end(), [&](const P& part) { return is_one_cell(part); }) &&
               have_no_units() && rests_on_cells() && count(pivot.digits) == digits &&
               (s_.parts[1].cells | s_.parts[2].cells).in(l_.peers_of(pivot.cells.first()));
    }
    [[nodiscard]] bool is_bent(int size) const {
        Set cells, pivots;
        if (!have_no_units() || !rests_on_cells()) return false;
        for (const P& part : s_.parts) {
            if (!is_one_cell(part)) return false;
            cells |= part.cells;
            if (part.role == Role::pivot) pivots |= part.cells;
        }
        if (static_cast<int>(s_.parts.size()) != size || cells.size() != size ||
            count(p_.candidates_in(cells)) != size) {
            return false;
        }
        for (int one = 0; one < l_.unit_count(); ++one) {
            for (int two = 0; two < one; ++two) {
                if (cells.in(l_.unit(one) | l_.unit(two)) && (cells & l_.unit(one) & l_.unit(two)) == pivots) return true;
            }
        }
        return false;
    }

  private:
    using StepParts<W>::p_;
    using StepParts<W>::l_;
    using StepParts<W>::s_;
    using StepParts<W>::size_from;
    using StepParts<W>::only;
    using StepParts<W>::with;
    using StepParts<W>::rests_on;
    using StepParts<W>::rests_on_cells;
    using StepParts<W>::have_no_units;
    using StepParts<W>::has_all_candidates;
    using StepParts<W>::has_all_places;
    using StepParts<W>::is_one_cell;
    using StepParts<W>::is_cover;
};

}  // namespace ninefold::logic
