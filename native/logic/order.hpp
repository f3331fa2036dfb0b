// The built-in orders of techniques, as data.
//
//   hodoku     the order of HoDoKu 2.2.0, whose scores it reproduces: naked singles before hidden ones
//   human      what a person notices first: hidden singles in boxes, pairs before fish, fish before chains
//   explainer  the order of Sudoku Explainer 1.2.1: by difficulty, with direct patterns before naked singles
//
// A rung is one or more techniques that are searched together. The first rung that has a step gives it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "logic/technique.hpp"

namespace ninefold::logic {

enum class Pick : std::uint8_t {
    first,     // the first step the finders come to
    shortest,  // the step with the shortest chain; the first of those
};

struct Rung {
    std::array<Technique, 4> techniques;
    std::size_t size;
    Pick pick = Pick::first;

    constexpr Rung(Technique only) : techniques{only}, size(1) {}  // NOLINT: a rung is mostly one technique
    constexpr Rung(std::initializer_list<Technique> several, Pick which) : techniques{}, size(several.size()), pick(which) {
        std::size_t i = 0;
        for (const Technique technique : several) techniques[i++] = technique;
    }
    [[nodiscard]] std::span<const Technique> all() const { return {techniques.data(), size}; }
};

// How singles are chosen.
enum class Singles : std::uint8_t {
    queued,  // full houses, then naked, then hidden singles; each the oldest first
    ease,    // the one that is seen most easily: few open cells, boxes before lines, hidden before naked
    rungs,   // like every other rung
};

struct Order {
    std::string_view name;
    Singles singles;
    std::span<const Rung> rungs;
};

namespace orders {

using enum Technique;

inline constexpr std::array hodoku_rungs = std::to_array<Rung>({
    full_house, naked_single, hidden_single_box, hidden_single_line, locked_pair, locked_triple, pointing, claiming,
    naked_pair, naked_triple, hidden_pair, hidden_triple, naked_quad, hidden_quad, x_wing, swordfish, jellyfish,
    remote_pair, bug_1, skyscraper, two_string_kite, turbot_fish, empty_rectangle, w_wing, xy_wing, xyz_wing,
    unique_rectangle_1, unique_rectangle_2, unique_rectangle_3, unique_rectangle_4, unique_rectangle_5,
    unique_rectangle_6, hidden_rectangle, avoidable_rectangle_1, avoidable_rectangle_2, finned_x_wing, sashimi_x_wing,
    finned_swordfish, sashimi_swordfish, finned_jellyfish, sashimi_jellyfish, sue_de_coq, simple_colours_trap,
    simple_colours_wrap, multi_colours_1, multi_colours_2, x_chain, xy_chain,
    Rung({continuous_nice_loop, discontinuous_nice_loop, aic}, Pick::shortest),
    Rung({grouped_continuous_nice_loop, grouped_discontinuous_nice_loop, grouped_aic}, Pick::shortest),
    als_xz, als_xy_wing, als_chain, finned_franken_x_wing, finned_franken_swordfish,
    Rung({forcing_contradiction, cell_forcing_chain, unit_forcing_chain, double_forcing_chain}, Pick::shortest),
    Rung({dynamic_contradiction, dynamic_cell, dynamic_unit, dynamic_double}, Pick::shortest), dynamic_plus,
    nested_forcing_chain,
});

inline constexpr std::array human_rungs = std::to_array<Rung>({
    full_house, hidden_single_box, hidden_single_line, naked_single, pointing, claiming, locked_pair, naked_pair,
    locked_triple, hidden_pair, naked_triple, hidden_triple, x_wing, skyscraper, two_string_kite, empty_rectangle,
    turbot_fish, xy_wing, unique_rectangle_1, unique_rectangle_2, unique_rectangle_4, naked_quad, hidden_quad, xyz_wing,
    w_wing, remote_pair, bug_1, swordfish, finned_x_wing, sashimi_x_wing, simple_colours_trap, simple_colours_wrap,
    unique_rectangle_3, unique_rectangle_5, unique_rectangle_6, hidden_rectangle, avoidable_rectangle_1,
    avoidable_rectangle_2, wxyz_wing, jellyfish, finned_swordfish, sashimi_swordfish, xy_chain, x_chain,
    Rung({continuous_nice_loop, discontinuous_nice_loop, aic}, Pick::shortest), als_xz, sue_de_coq,
    Rung({grouped_continuous_nice_loop, grouped_discontinuous_nice_loop, grouped_aic}, Pick::shortest), als_xy_wing,
    als_chain, finned_jellyfish, sashimi_jellyfish,
    nishio, Rung({cell_forcing_chain, unit_forcing_chain, forcing_contradiction, double_forcing_chain}, Pick::shortest),
    Rung({dynamic_contradiction, dynamic_cell, dynamic_unit, dynamic_double}, Pick::shortest), dynamic_plus,
    nested_forcing_chain,
});

inline constexpr std::array explainer_rungs = std::to_array<Rung>({
    full_house, hidden_single_box, hidden_single_line, direct_pointing, direct_claiming, direct_hidden_pair,
    naked_single, direct_hidden_triple, pointing, claiming, naked_pair, x_wing, hidden_pair, naked_triple, swordfish,
    hidden_triple, xy_wing, xyz_wing, unique_rectangle_1, unique_rectangle_2, unique_rectangle_4, unique_rectangle_3,
    unique_loop_1, unique_loop_2, unique_loop_4, unique_loop_3, naked_quad, jellyfish, hidden_quad, bug_1, bug_2,
    bug_4, bug_3, aligned_pair_exclusion, Rung({continuous_nice_loop, x_chain, xy_chain, aic}, Pick::shortest),
    discontinuous_nice_loop, aligned_triple_exclusion,
    nishio, Rung({cell_forcing_chain, unit_forcing_chain, forcing_contradiction, double_forcing_chain}, Pick::shortest),
    Rung({dynamic_contradiction, dynamic_cell, dynamic_unit, dynamic_double}, Pick::shortest), dynamic_plus,
    nested_forcing_chain,
});

inline constexpr std::array all = std::to_array<Order>({
    {"human", Singles::ease, human_rungs},
    {"hodoku", Singles::queued, hodoku_rungs},
    {"explainer", Singles::rungs, explainer_rungs},
});

}  // namespace orders

// The built-in order with this name, if there is one.
constexpr const Order* order_named(std::string_view name) {
    for (const Order& order : orders::all) {
        if (order.name == name) return &order;
    }
    return nullptr;
}

}  // namespace ninefold::logic
