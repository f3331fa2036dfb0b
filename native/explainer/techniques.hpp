// The techniques that Sudoku Explainer 1.2.1 knows, in the order in which it looks for them, and those that
// SukakuExplainer 1.18.1 adds.
#pragma once

#include <cstdint>

namespace ninefold::explainer {

// Whose numbers are wanted.
enum class Program : std::uint8_t { explainer, sukaku };

// The names in Python follow this order.
enum class Technique : std::uint8_t {
    none,
    last_in_unit,
    hidden_single,
    direct_pointing,
    direct_claiming,
    direct_hidden_pair,
    naked_single,
    direct_hidden_triplet,
    pointing,
    claiming,
    naked_pair,
    x_wing,
    hidden_pair,
    naked_triplet,
    swordfish,
    hidden_triplet,
    xy_wing,
    xyz_wing,
    unique_rectangle,
    unique_loop,
    naked_quad,
    jellyfish,
    hidden_quad,
    universal_grave,
    aligned_pair,
    x_cycle,
    y_cycle,
    cycle,
    x_forcing_chain,
    forcing_chain,
    aligned_triplet,
    nishio,
    cell_chains,
    region_chains,
    contradiction_chains,
    double_chains,
    dynamic_cell_chains,
    dynamic_region_chains,
    dynamic_contradiction_chains,
    dynamic_double_chains,
    dynamic_plus_chains,
    nested_chains_2,
    nested_chains_3,
    nested_chains_4,
    nested_chains_5,
    // Only SukakuExplainer:
    strong_links_2,
    strong_links_3,
    strong_links_4,
    wxyz_wing,
    vwxyz_wing,
    uvwxyz_wing,
    tuvwxyz_wing,
};

}  // namespace ninefold::explainer
