// Solving a puzzle as HoDoKu 2.2.0 does: always the first step of its fixed order; the scores of all steps are added up.
#pragma once

#include "hodoku/chains.hpp"
#include "hodoku/fish.hpp"
#include "hodoku/forcing.hpp"
#include "hodoku/loops.hpp"
#include "hodoku/rectangles.hpp"
#include "hodoku/sets.hpp"
#include "hodoku/single_digit.hpp"
#include "hodoku/sue_de_coq.hpp"
#include "hodoku/techniques.hpp"
#include "hodoku/wings.hpp"
#include "rating/version.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

class Rater {
  public:
    // Scores a puzzle with one solution; leaves it undone if stopped.
    void score(const std::uint8_t* puzzle, const std::uint8_t* solution, rating::Scored& scored,
               const rating::StopCheck& stop) {
        scored = {};
        if (!position.read(puzzle)) return;
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

    Position position;

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
        while (p.naked_out < p.naked_in && p.values[p.naked[p.naked_out]]) ++p.naked_out;
        int oldest = -1;
        for (const int unit : each(p.last)) {
            const int cell = *cells_in(p.open & frame.cells_of[unit]);
            if (oldest < 0 || p.naked_at[cell] < p.naked_at[oldest]) oldest = cell;
        }
        if (oldest >= 0) return place(oldest, lowest(Bits{p.candidates[oldest]}), full_house);
        if (p.naked_out < p.naked_in) {
            const int cell = p.naked[p.naked_out++];
            return place(cell, lowest(Bits{p.candidates[cell]}), naked_single);
        }
        while (p.hidden_out < p.hidden_in) {
            const Hidden one = p.hidden[p.hidden_out++];
            const Bits set = p.places[one.digit][one.unit];
            if (is_single(set)) return place(frame.cell[one.unit][lowest(set)], one.digit, hidden_single);
        }
        return kind_count;
    }
    Kind place(int cell, int digit, Kind kind) {
        position.put(cell, digit);
        return kind;
    }

    Kind find_basic() {
        NakedSubsets naked(position, step_);
        if (naked.find(2, true)) return locked_pair;
        if (naked.find(3, true)) return locked_triple;
        if (find_pointing(position, step_)) return pointing;
        if (find_claiming(position, step_)) return claiming;
        if (naked.find(2, false)) return naked_pair;
        if (naked.find(3, false)) return naked_triple;
        HiddenSubsets hidden(position, step_);
        if (hidden.find(2)) return hidden_pair;
        if (hidden.find(3)) return hidden_triple;
        if (naked.find(4, false)) return naked_quad;
        if (hidden.find(4)) return hidden_quad;
        LineFish fish(position, step_);
        if (fish.find(2, Fins::none)) return x_wing;
        if (fish.find(3, Fins::none)) return swordfish;
        if (fish.find(4, Fins::none)) return jellyfish;
        return kind_count;
    }

    Kind find_pattern() {
        if (PairChains(position, best_).find_remote()) return chosen(remote_pair);
        if (find_bug_1(position, step_)) return bug_1;
        if (find_skyscraper(position, step_)) return skyscraper;
        if (find_two_string_kite(position, step_)) return two_string_kite;
        if (DigitChains(position, best_).find(true)) return chosen(turbot_fish);
        if (EmptyRectangles(position, step_).find()) return empty_rectangle;
        Wings wings(position, step_);
        if (wings.find_w()) return w_wing;
        if (wings.find_xy()) return xy_wing;
        if (wings.find_xyz()) return xyz_wing;
        return kind_count;
    }
    Kind chosen(Kind kind) {
        step_.removes = best_.step().removes;
        return kind;
    }

    Kind find_rectangle() {
        Rectangles unique(position);
        unique.find_unique();
        Rectangles avoidable(position);
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
        LineFish fish(position, step_);
        for (const int size : {2, 3, 4}) {
            const auto kind = static_cast<Kind>(finned_x_wing + 2 * (size - 2));
            if (fish.find(size, Fins::finned)) return kind;
            if (fish.find(size, Fins::sashimi)) return static_cast<Kind>(kind + 1);
        }
        return kind_count;
    }

    Kind find_chain() {
        if (SueDeCoq(position, step_).find()) return sue_de_coq;
        Colours colours(position, step_);
        if (colours.find_simple()) return simple_colours;
        if (colours.find_multi()) return multi_colours;
        if (DigitChains(position, best_).find(false)) return chosen(x_chain);
        if (PairChains(position, best_).find_xy()) return chosen(xy_chain);
        for (const bool with_groups : {false, true}) {
            tables_.build(position, with_groups);
            if (Loops(position, tables_, best_).find()) return chosen(with_groups ? grouped_nice_loop : nice_loop);
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
                if (fish.find(size, finned)) return static_cast<Kind>(franken_x_wing + 2 * finned + size - 2);
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

    Step step_;
    Best best_;
    Tables tables_;
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
