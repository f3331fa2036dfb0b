// Every technique by number. The numbers are part of the wire format (wire.hpp) and of saved paths: new techniques are
// added at the end of the list. The Python table of techniques (ninefold.logic.techniques) has the same names in the
// same order, which a test checks against `technique_names`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ninefold::logic {

// clang-format off
#define NINEFOLD_TECHNIQUES(T) \
    /* singles */ \
    T(full_house) T(hidden_single_box) T(hidden_single_line) T(naked_single) \
    T(direct_pointing) T(direct_claiming) T(direct_hidden_pair) T(direct_hidden_triple) \
    /* locked candidates */ \
    T(pointing) T(claiming) \
    /* subsets */ \
    T(locked_pair) T(locked_triple) T(naked_pair) T(naked_triple) T(naked_quad) \
    T(hidden_pair) T(hidden_triple) T(hidden_quad) \
    /* fish, by size 2 to 7 within each shape; siamese fish are two of these with more covers than bases */ \
    T(x_wing) T(swordfish) T(jellyfish) T(squirmbag) T(whale) T(leviathan) \
    T(finned_x_wing) T(finned_swordfish) T(finned_jellyfish) T(finned_squirmbag) T(finned_whale) T(finned_leviathan) \
    T(sashimi_x_wing) T(sashimi_swordfish) T(sashimi_jellyfish) T(sashimi_squirmbag) T(sashimi_whale) T(sashimi_leviathan) \
    T(franken_x_wing) T(franken_swordfish) T(franken_jellyfish) T(franken_squirmbag) T(franken_whale) T(franken_leviathan) \
    T(finned_franken_x_wing) T(finned_franken_swordfish) T(finned_franken_jellyfish) T(finned_franken_squirmbag) T(finned_franken_whale) T(finned_franken_leviathan) \
    T(mutant_x_wing) T(mutant_swordfish) T(mutant_jellyfish) T(mutant_squirmbag) T(mutant_whale) T(mutant_leviathan) \
    T(finned_mutant_x_wing) T(finned_mutant_swordfish) T(finned_mutant_jellyfish) T(finned_mutant_squirmbag) T(finned_mutant_whale) T(finned_mutant_leviathan) \
    T(kraken_fish_1) T(kraken_fish_2) \
    /* strong links of one digit */ \
    T(skyscraper) T(two_string_kite) T(turbot_fish) T(empty_rectangle) T(dual_two_string_kite) T(dual_empty_rectangle) \
    T(three_strong_links) T(four_strong_links) T(five_strong_links) T(six_strong_links) \
    /* wings */ \
    T(xy_wing) T(xyz_wing) T(w_wing) T(wxyz_wing) T(vwxyz_wing) T(uvwxyz_wing) T(tuvwxyz_wing) T(remote_pair) \
    /* uniqueness */ \
    T(unique_rectangle_1) T(unique_rectangle_2) T(unique_rectangle_3) T(unique_rectangle_4) T(unique_rectangle_5) T(unique_rectangle_6) \
    T(hidden_rectangle) T(avoidable_rectangle_1) T(avoidable_rectangle_2) \
    T(unique_loop_1) T(unique_loop_2) T(unique_loop_3) T(unique_loop_4) \
    T(bug_1) T(bug_2) T(bug_3) T(bug_4) \
    /* colouring */ \
    T(simple_colours_trap) T(simple_colours_wrap) T(multi_colours_1) T(multi_colours_2) T(medusa) \
    /* chains */ \
    T(x_chain) T(xy_chain) \
    T(continuous_nice_loop) T(discontinuous_nice_loop) T(aic) \
    T(grouped_continuous_nice_loop) T(grouped_discontinuous_nice_loop) T(grouped_aic) \
    /* almost locked sets */ \
    T(als_xz) T(als_xy_wing) T(als_chain) T(death_blossom) T(sue_de_coq) \
    T(aligned_pair_exclusion) T(aligned_triple_exclusion) \
    /* forcing */ \
    T(nishio) T(forcing_contradiction) T(double_forcing_chain) T(cell_forcing_chain) T(unit_forcing_chain) \
    T(dynamic_contradiction) T(dynamic_double) T(dynamic_cell) T(dynamic_unit) T(dynamic_plus) T(nested_forcing_chain) \
    /* whole board */ \
    T(fireworks_triple) T(fireworks_quad) T(exocet) T(double_exocet) T(sk_loop) T(multi_sector_locked_sets) T(gurth)
// clang-format on

#define NINEFOLD_ENTRY(name) name,
enum class Technique : std::uint8_t { NINEFOLD_TECHNIQUES(NINEFOLD_ENTRY) };
#undef NINEFOLD_ENTRY

#define NINEFOLD_ENTRY(name) std::string_view(#name),
inline constexpr std::array technique_names{NINEFOLD_TECHNIQUES(NINEFOLD_ENTRY)};
#undef NINEFOLD_ENTRY

inline constexpr int technique_count = static_cast<int>(technique_names.size());

// The technique `offset` places after this one, for families that are numbered by size or type.
constexpr Technique after(Technique technique, int offset) {
    return static_cast<Technique>(static_cast<int>(technique) + offset);
}

// Whether the reasoning relies on the puzzle having one solution.
constexpr bool assumes_unique(Technique technique) {
    return (technique >= Technique::unique_rectangle_1 && technique <= Technique::bug_4) ||
           technique == Technique::gurth;
}

}  // namespace ninefold::logic
