// The roles of deadly patterns, almost locked sets and aligned exclusion (verify_roles.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "logic/position.hpp"
#include "logic/step.hpp"
#include "logic/verify_step.hpp"

namespace ninefold::logic {

template <int W>
class SetRoles : StepParts<W> {
  public:
    using Set = Cells<W>;
    using P = Part<W>;
    using StepParts<W>::StepParts;

    [[nodiscard]] bool is_unique() const {
        const bool bug = s_.technique >= Technique::bug_1;
        const bool third = s_.technique == Technique::unique_rectangle_3 || s_.technique == Technique::unique_loop_3 ||
                           s_.technique == Technique::bug_3;
        if (!only({Role::rectangle, Role::guardian, Role::subset}) || !rests_on(pattern_truth())) return false;
        if (number_of(Role::rectangle) != (bug ? 0 : 2) || number_of(Role::subset) != (third ? 1 : 0)) return false;
        Set out, pattern;
        Digits digits = 0;
        for (const P& part : s_.parts) {
            if (part.unit >= 0 && part.role != Role::subset) return false;
            if (part.role == Role::rectangle) pattern |= part.cells;
            if (part.role != Role::guardian) continue;
            if (part.cells.size() != 1 || (part.digits & ~p_.candidates_in(part.cells)) ||
                part.cells.meets(out)) {
                return false;
            }
            out |= part.cells;
            digits |= part.digits;
        }
        const bool loop = s_.technique >= Technique::unique_loop_1 && s_.technique <= Technique::unique_loop_4;
        if (!bug && (loop ? pattern.size() < 6 : pattern.size() != 4)) return false;
        if (!third) return true;
        const P& subset = *with(Role::subset)[0];
        digits |= p_.candidates_in(subset.cells);
        return subset.unit >= 0 && out.in(l_.unit(subset.unit)) && !subset.cells.meets(out | pattern) &&
               subset.digits == digits &&
               count(digits) == subset.cells.size() + 1;
    }

    // --- almost locked sets ---

    // Nodes in pairs, each from one set (or the stem) to another; of a chain of sets from each to the next.
    [[nodiscard]] bool are_linked_sets(Role role, std::size_t before) const {
        const auto sets = with(role);
        const std::size_t head = before + sets.size();
        if (!have_no_units() || !rests_on_cells()) return false;
        const std::size_t least = before ? 1 : s_.technique == Technique::als_xz ? 2 : s_.technique == Technique::als_xy_wing ? 3 : 4;
        if (sets.size() < least || (least < 4 && least > 1 && sets.size() != least)) return false;
        if (least == 4 && (s_.links.size() != sets.size() - 1 || s_.length != static_cast<int>(sets.size()))) return false;
        if (s_.parts.size() != head + 2 * s_.links.size() ||
            number_of(Role::node) != static_cast<int>(2 * s_.links.size())) {
            return false;
        }
        Digits led = 0;
        for (std::size_t i = 0; i < s_.links.size(); ++i) {
            const Link& link = s_.links[i];
            const int at = static_cast<int>(head + 2 * i);
            if (link.strong || link.from != at || link.to != at + 1 ||
                !joins(sets, before, least == 4 ? i : sets.size(), at)) {
                return false;
            }
            led |= s_.parts[static_cast<std::size_t>(at)].digits;
        }
        return !before || (led == s_.parts[0].digits && count(led) == static_cast<int>(s_.links.size()));
    }
    [[nodiscard]] bool joins(const std::vector<const P*>& sets, std::size_t before, std::size_t only_at, int at) const {
        const P &from = s_.parts[static_cast<std::size_t>(at)], &to = s_.parts[static_cast<std::size_t>(at) + 1];
        const auto is_in = [&](const P& node, const P& set) {
            return is_single(node.digits) && node.cells == (set.cells & p_.at(first(node.digits)));
        };
        if (before) {
            return from.cells == s_.parts[0].cells &&
                   std::any_of(sets.begin(), sets.end(), [&](const P* set) { return is_in(to, *set); });
        }
        for (std::size_t k = 0; k + 1 < sets.size(); ++k) {
            if ((only_at == sets.size() || only_at == k) && is_in(from, *sets[k]) && is_in(to, *sets[k + 1])) return true;
        }
        return false;
    }

    [[nodiscard]] bool is_crossing() const {
        const P &crossing = s_.parts[0], &line = s_.parts[1], &box = s_.parts[2];
        if (!rests_on_cells() || line.unit < 0 || box.unit < 0 || crossing.unit >= 0 ||
            !is_line(l_.kind(line.unit))) {
            return false;
        }
        const bool apart = !crossing.cells.meets(line.cells | box.cells) && !line.cells.meets(box.cells);
        return apart && crossing.cells.in(l_.unit(line.unit) & l_.unit(box.unit)) && crossing.cells.size() > 1;
    }

    [[nodiscard]] bool is_aligned(int size) const {
        if (s_.parts.empty() || s_.parts[0].role != Role::subset || number_of(Role::subset) != 1 ||
            !have_no_units()) {
            return false;
        }
        if (!rests_on_cells()) return false;
        const P& base = s_.parts[0];
        if (!only({Role::subset, Role::als}) || base.cells.size() != size || !has_all_candidates(base)) return false;
        return std::all_of(s_.parts.begin() + 1, s_.parts.end(), [&](const P& part) {
            return is_one_cell(part) && base.cells.in(l_.peers_of(part.cells.first()));
        });
    }

  private:
    using StepParts<W>::p_;
    using StepParts<W>::l_;
    using StepParts<W>::s_;
    using StepParts<W>::only;
    using StepParts<W>::with;
    using StepParts<W>::number_of;
    using StepParts<W>::rests_on;
    using StepParts<W>::rests_on_cells;
    using StepParts<W>::have_no_units;
    using StepParts<W>::has_all_candidates;
    using StepParts<W>::is_one_cell;
};

}  // namespace ninefold::logic
