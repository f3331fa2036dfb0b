// Whether the parts of a step are all that their roles say, and nothing else. Part of the independent check (verify.hpp).
//
// A conclusion may follow although a part is described wrongly, and a reader of the step would be misled. So:
//
//   1. A part with a unit lies inside it, and a technique has the roles of its family only, in the right number.
//   2. Fish: every base and cover has all places of the digit in its unit, there is a truth for each base, and the fins
//      are what the covers leave over. Siamese fish have more covers than bases; some of these leave each group of fins.
//   3. Locked candidates and subsets have all places or all candidates.
//   4. Wings have all candidates of their cells; the pivot sees the pincers, or is where the two units of a bent set meet.
//   5. Colours alternate along the truths, and reach every candidate of a cluster.
//   6. Nodes beside almost locked sets have all places of their digit in their sets.
//   7. Other patterns as written at their finders.
//
// A lemma is checked in a position that may have candidates which were gone when it was found: its covers may have fewer.
#pragma once

#include <algorithm>

#include "logic/verify_colours.hpp"
#include "logic/verify_lines.hpp"
#include "logic/verify_patterns.hpp"
#include "logic/verify_sets.hpp"

namespace ninefold::logic {

template <int W>
class RoleCheck : StepParts<W> {
  public:
    RoleCheck(const Position<W>& position, const Step<W>& step, bool is_lemma)
        : StepParts<W>(position, step, is_lemma),
          lines_(position, step, is_lemma),
          sets_(position, step, is_lemma),
          patterns_(position, step, is_lemma) {}

    [[nodiscard]] bool holds() const {
        using enum Technique;
        const Technique t = s_.technique;
        const auto within = [t](Technique from, Technique to) { return t >= from && t <= to; };
        if (s_.assumes_unique != assumes_unique(t) ||
            !std::all_of(s_.parts.begin(), s_.parts.end(), fits_its_unit())) {
            return false;
        }
        if (t == gurth) return true;  // rule 6 of verify.hpp compares every part
        if (within(full_house, naked_single)) return has({Role::base}) && lines_.is_single_at(s_.parts[0]);
        if (within(direct_pointing, direct_claiming)) {
            return has({Role::base, Role::cover, Role::base}) && lines_.is_locked() && lines_.is_single_at(s_.parts[2]);
        }
        if (within(direct_hidden_pair, direct_hidden_triple)) {
            return has({Role::subset, Role::base}) && lines_.is_hidden(s_.parts[0], size_from(direct_hidden_pair, 2)) &&
                   lines_.is_single_at(s_.parts[1]);
        }
        if (within(pointing, claiming)) return has({Role::base, Role::cover}) && lines_.is_locked();
        if (within(locked_pair, locked_triple)) {
            return has({Role::subset}) && lines_.is_naked(s_.parts[0], size_from(locked_pair, 2)) &&
                   l_.kind(s_.parts[0].unit) == Kind::box;
        }
        if (within(naked_pair, naked_quad)) return has({Role::subset}) && lines_.is_naked(s_.parts[0], size_from(naked_pair, 2));
        if (within(hidden_pair, hidden_quad)) return has({Role::subset}) && lines_.is_hidden(s_.parts[0], size_from(hidden_pair, 2));
        if (within(x_wing, kraken_fish_2)) return lines_.is_fish();
        if (t == empty_rectangle || t == dual_empty_rectangle) return only({Role::node}) && lines_.alternates() && lines_.are_rectangles();
        if (within(skyscraper, six_strong_links) || t == w_wing) return only({Role::node}) && lines_.alternates() && are_single_cells();
        // Rule 4 of verify.hpp looks at the links of chains.
        if (within(x_chain, aic)) return only({Role::node}) && are_single_cells();
        if (within(grouped_continuous_nice_loop, grouped_aic)) return only({Role::node}) && have_no_units();
        if (within(xy_wing, xyz_wing)) return has({Role::pivot, Role::pincer, Role::pincer}) && lines_.is_wing();
        if (within(wxyz_wing, tuvwxyz_wing)) return only({Role::pivot, Role::pincer}) && lines_.is_bent(size_from(wxyz_wing, 4));
        if (t == remote_pair || within(simple_colours_trap, medusa)) {
            return only({Role::colour}) && have_no_units() && Clusters<W>(p_, s_).hold();
        }
        if (within(unique_rectangle_1, bug_4)) return sets_.is_unique();
        if (within(als_xz, als_chain)) return sets_.are_linked_sets(Role::als, 0);
        if (t == death_blossom) {
            return number_of(Role::stem) == 1 && s_.parts[0].role == Role::stem && sets_.are_linked_sets(Role::petal, 1);
        }
        if (t == sue_de_coq) return has({Role::crossing, Role::als, Role::als}) && sets_.is_crossing();
        if (within(aligned_pair_exclusion, aligned_triple_exclusion)) {
            return sets_.is_aligned(size_from(aligned_pair_exclusion, 2));
        }
        if (within(nishio, nested_forcing_chain)) return s_.parts.empty() && s_.links.empty() && patterns_.are_all_cases();
        if (within(fireworks_triple, fireworks_quad)) return patterns_.is_firework(t == fireworks_triple ? 3 : 4);
        if (within(exocet, double_exocet)) return patterns_.is_exocet(t == exocet ? 2 : 4);
        if (within(sk_loop, multi_sector_locked_sets)) return patterns_.is_counted_pattern();
        return false;
    }

  private:
    using StepParts<W>::p_;
    using StepParts<W>::l_;
    using StepParts<W>::s_;
    using StepParts<W>::size_from;
    using StepParts<W>::only;
    using StepParts<W>::number_of;
    using StepParts<W>::have_no_units;
    using StepParts<W>::are_single_cells;
    using StepParts<W>::has;
    using StepParts<W>::fits_its_unit;

    LineRoles<W> lines_;
    SetRoles<W> sets_;
    PatternRoles<W> patterns_;
};

}  // namespace ninefold::logic
