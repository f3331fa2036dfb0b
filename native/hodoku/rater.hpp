// Solving a puzzle as HoDoKu 2.2.0 does: always the first step of its fixed order; the scores of all steps are added up.
#pragma once

#include <utility>

#include "hodoku/chains.hpp"
#include "hodoku/forcing.hpp"
#include "hodoku/loops.hpp"
#include "hodoku/rectangles.hpp"
#include "hodoku/sets.hpp"
#include "hodoku/simple_steps.hpp"
#include "hodoku/single_digit.hpp"
#include "hodoku/sue_de_coq.hpp"
#include "hodoku/techniques.hpp"
#include "rating/version.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

class Rater : SimpleSteps {
  public:
    // Scores a puzzle with one solution; leaves it undone if stopped.
    void score(const std::uint8_t* puzzle, const std::uint8_t* solution, rating::Scored& scored,
               const rating::StopCheck& stop) {
        scored = {};
        if (!position.read(puzzle)) return;
        begin();
        while (!position.open.empty()) {
            const Kind kind = advance(solution);
            ++scored.counts[kind];
            scored.score += techniques[kind].score;
            scored.level = std::max(scored.level, techniques[kind].level);
            if (techniques[kind].level >= Level::unfair && stop.now()) return;
        }
        while (scored.score > level_limit[static_cast<int>(scored.level)]) {
            scored.level = static_cast<Level>(static_cast<int>(scored.level) + 1);
        }
        scored.is_done = true;
    }

    // Makes the next step and returns its kind. The solution is for brute force, when nothing else helps.
    Kind advance(const std::uint8_t* solution) {
        if (const Kind single = place_single(); single != kind_count) return single;
        step_.clear();
        const Kind kind = find(solution);
        step_.apply(position);
        return kind;
    }

    using SimpleSteps::position;

  private:
    Kind find(const std::uint8_t* solution) {
        if (const Kind kind = find_basic(); kind != kind_count) return kind;
        if (const Kind kind = find_pattern(); kind != kind_count) return kind;
        if (const Kind kind = find_rectangle(); kind != kind_count) return kind;
        if (const Kind kind = find_finned_fish(); kind != kind_count) return kind;
        if (const Kind kind = find_chain(); kind != kind_count) return kind;
        if (const Kind kind = find_forcing(); kind != kind_count) return kind;
        int cells[81], amount = 0;
        for (const int cell : cells_in(position.open)) cells[amount++] = cell;
        const int middle = cells[amount / 2];
        step_.place(middle, solution[middle] - 1);
        return brute_force;
    }

    Kind place_single() {
        Position& p = position;
        if (p.last) {
            Cells ends;
            for (const int unit : each(p.last)) ends |= p.open & frame.cells_of[unit];
            return place_naked(p.oldest_naked(ends), full_house);
        }
        if (const int cell = p.next_naked(); cell >= 0) return place_naked(cell, naked_single);
        if (const Hidden one = p.next_hidden(); one.unit != group) {
            return place(frame.cell[one.unit][lowest(Bits{p.places[one.digit][one.unit]})], one.digit, hidden_single);
        }
        return kind_count;
    }
    Kind place_naked(int cell, Kind kind) { return place(cell, lowest(Bits{position.candidates[cell]}), kind); }
    Kind place(int cell, int digit, Kind kind) {
        position.put(cell, digit);
        return kind;
    }

    Kind find_pattern() {
        const auto in_digits = [this](Kind kind, auto find) { return quiet_.in_digits(kind, find); };
        if (PairChains(position, few_cells_, best_).find_remote()) return chosen(remote_pair);
        if (find_bug_1(position, few_cells_, step_)) return bug_1;
        const auto find_tower = [this](Bits digits) { return find_skyscraper(position, few_, digits, step_); };
        if (in_digits(skyscraper, find_tower)) return skyscraper;
        const auto find_kite = [this](Bits digits) { return find_two_string_kite(position, few_, digits, step_); };
        if (in_digits(two_string_kite, find_kite)) return two_string_kite;
        DigitChains chains(position, few_, best_);
        if (in_digits(turbot_fish, [&](Bits digits) { return chains.find(true, digits); })) return chosen(turbot_fish);
        EmptyRectangles rectangles(position, few_, step_);
        if (in_digits(empty_rectangle, [&](Bits digits) { return rectangles.find(digits); })) return empty_rectangle;
        return find_wing(true);
    }
    Kind chosen(Kind kind) {
        step_.removes = best_.step().removes;
        return kind;
    }

    Kind find_rectangle() {
        Rectangles unique(position, few_cells_);
        unique.find_unique();
        Rectangles avoidable(position, few_cells_);
        avoidable.find_avoidable();
        for (int type = 0; type < Rectangles::types; ++type) {
            Step& found = (type < 7 ? unique : avoidable).found[type];
            if (!found.useful()) continue;
            std::swap(step_, found);
            return static_cast<Kind>(unique_rectangle_1 + type);
        }
        return kind_count;
    }

    Kind find_finned_fish() {
        LineFish fish(position, few_, step_);
        for (const int size : {2, 3, 4}) {
            const auto kind = static_cast<Kind>(finned_x_wing + 2 * (size - 2));
            Fins fins = Fins::none;
            const auto find = [&](Bits digits) { return (fins = fish.find_finned(size, digits)) != Fins::none; };
            if (quiet_.in_digits(kind, find)) return static_cast<Kind>(kind + (fins == Fins::sashimi));
        }
        return kind_count;
    }

    Kind find_chain() {
        const auto in_digits = [this](Kind kind, auto find) { return quiet_.in_digits(kind, find); };
        SueDeCoq sharing(position, step_);
        if (quiet_.in_units(sue_de_coq, [&](Bits units) { return sharing.find(units); })) return sue_de_coq;
        Colours colours(position, few_, step_);
        if (in_digits(simple_colours, [&](Bits digits) { return colours.find_simple(digits); })) return simple_colours;
        if (in_digits(multi_colours, [&](Bits digits) { return colours.find_multi(digits); })) return multi_colours;
        DigitChains chains(position, few_, best_);
        if (in_digits(x_chain, [&](Bits digits) { return chains.find(false, digits); })) return chosen(x_chain);
        if (PairChains(position, few_cells_, best_).find_xy()) return chosen(xy_chain);
        for (const bool with_groups : {false, true}) {
            tables_.build(position, with_groups);
            if (Loops(position, tables_, reach_, best_).find()) return chosen(with_groups ? grouped_nice_loop : nice_loop);
        }
        return find_set();
    }

    Kind find_set() {
        AlmostLockedSets sets(position, step_, best_);
        if (sets.find_xz()) return als_xz;
        if (sets.find_xy_wing()) return als_xy_wing;
        if (sets.find_chain()) {
            step_.clear();
            return chosen(als_chain);
        }
        step_.clear();
        FrankenFish fish(position, step_);
        for (const bool finned : {false, true}) {
            for (const int size : {2, 3}) {
                const auto kind = static_cast<Kind>(franken_x_wing + 2 * finned + size - 2);
                if (quiet_.in_digits(kind, [&](Bits digits) { return fish.find(size, finned, digits); })) return kind;
            }
        }
        return kind_count;
    }

    Kind find_forcing() {
        Forcing forcing(position, tables_, step_);
        if (forcing.find()) return forcing_chain;
        forcing.look_ahead();
        if (forcing.find()) return forcing_net;
        return kind_count;
    }

    Best best_;
    Tables tables_;
    Reach reach_;
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
