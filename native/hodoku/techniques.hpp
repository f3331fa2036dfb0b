// The steps that HoDoKu 2.2.0 uses by default, in its order, with their scores and levels.
#pragma once

#include <cstdint>

namespace ninefold::hodoku {

enum class Level : std::uint8_t { easy, medium, hard, unfair, extreme };

// A puzzle whose score is above the limit of its level belongs to the next one.
inline constexpr int level_limit[] = {800, 1000, 1600, 1800, 0x7FFFFFFF};

struct Technique {
    const char* name;
    Level level;
    int score;
};

enum Kind : std::uint8_t {
    full_house, naked_single, hidden_single, locked_pair, locked_triple, pointing, claiming, naked_pair, naked_triple,
    hidden_pair, hidden_triple, naked_quad, hidden_quad, x_wing, swordfish, jellyfish, remote_pair, bug_1, skyscraper,
    two_string_kite, turbot_fish, empty_rectangle, w_wing, xy_wing, xyz_wing, unique_rectangle_1, unique_rectangle_2,
    unique_rectangle_3, unique_rectangle_4, unique_rectangle_5, unique_rectangle_6, hidden_rectangle,
    avoidable_rectangle_1, avoidable_rectangle_2, finned_x_wing, sashimi_x_wing, finned_swordfish, sashimi_swordfish,
    finned_jellyfish, sashimi_jellyfish, sue_de_coq, simple_colours, multi_colours, x_chain, xy_chain, nice_loop,
    grouped_nice_loop, als_xz, als_xy_wing, als_chain, franken_x_wing, franken_swordfish, finned_franken_x_wing,
    finned_franken_swordfish, forcing_chain, forcing_net, brute_force, kind_count
};

inline constexpr Technique techniques[kind_count] = {
    {"Full House", Level::easy, 4},
    {"Naked Single", Level::easy, 4},
    {"Hidden Single", Level::easy, 14},
    {"Locked Pair", Level::medium, 40},
    {"Locked Triple", Level::medium, 60},
    {"Locked Candidates Type 1 (Pointing)", Level::medium, 50},
    {"Locked Candidates Type 2 (Claiming)", Level::medium, 50},
    {"Naked Pair", Level::medium, 60},
    {"Naked Triple", Level::medium, 80},
    {"Hidden Pair", Level::medium, 70},
    {"Hidden Triple", Level::medium, 100},
    {"Naked Quadruple", Level::hard, 120},
    {"Hidden Quadruple", Level::hard, 150},
    {"X-Wing", Level::hard, 140},
    {"Swordfish", Level::hard, 150},
    {"Jellyfish", Level::hard, 160},
    {"Remote Pair", Level::hard, 110},
    {"Bivalue Universal Grave + 1", Level::hard, 100},
    {"Skyscraper", Level::hard, 130},
    {"2-String Kite", Level::hard, 150},
    {"Turbot Fish", Level::hard, 120},
    {"Empty Rectangle", Level::hard, 120},
    {"W-Wing", Level::hard, 150},
    {"XY-Wing", Level::hard, 160},
    {"XYZ-Wing", Level::hard, 180},
    {"Uniqueness Test 1", Level::hard, 100},
    {"Uniqueness Test 2", Level::hard, 100},
    {"Uniqueness Test 3", Level::hard, 100},
    {"Uniqueness Test 4", Level::hard, 100},
    {"Uniqueness Test 5", Level::hard, 100},
    {"Uniqueness Test 6", Level::hard, 100},
    {"Hidden Rectangle", Level::hard, 100},
    {"Avoidable Rectangle Type 1", Level::hard, 100},
    {"Avoidable Rectangle Type 2", Level::hard, 100},
    {"Finned X-Wing", Level::hard, 130},
    {"Sashimi X-Wing", Level::hard, 150},
    {"Finned Swordfish", Level::unfair, 200},
    {"Sashimi Swordfish", Level::unfair, 240},
    {"Finned Jellyfish", Level::unfair, 250},
    {"Sashimi Jellyfish", Level::unfair, 260},
    {"Sue de Coq", Level::unfair, 250},
    {"Simple Colors", Level::hard, 150},
    {"Multi Colors", Level::hard, 200},
    {"X-Chain", Level::unfair, 260},
    {"XY-Chain", Level::unfair, 260},
    {"Nice Loop/AIC", Level::unfair, 280},
    {"Grouped Nice Loop/AIC", Level::unfair, 300},
    {"Almost Locked Set XZ-Rule", Level::unfair, 300},
    {"Almost Locked Set XY-Wing", Level::unfair, 320},
    {"Almost Locked Set Chain", Level::unfair, 340},
    {"Franken X-Wing", Level::unfair, 300},
    {"Franken Swordfish", Level::unfair, 350},
    {"Finned Franken X-Wing", Level::unfair, 390},
    {"Finned Franken Swordfish", Level::unfair, 410},
    {"Forcing Chain", Level::extreme, 500},
    {"Forcing Net", Level::extreme, 700},
    {"Brute Force", Level::extreme, 10000},
};

}  // namespace ninefold::hodoku
