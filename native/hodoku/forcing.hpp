// Forcing chains and forcing nets: what every alternative leads to, and what leads to a contradiction.
//
// HoDoKu collects all of them and takes a placement if there is one, of several the one in the first cell; else the
// removal in the first cell of the lowest digit. So only whether a conclusion can be drawn matters, not how.
#pragma once

#include "hodoku/tables.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

class Forcing {
  public:
    Forcing(const Position& position, Tables& tables, Step& step) : p_(position), t_(tables), step_(step) {}

    // The tables must be built with groups; for nets, `look_ahead` comes first.
    bool find() {
        place_ = remove_ = none;
        follow_all();
        for (const int cell : cells_in(p_.open)) {
            for (const int digit : each(p_.candidates[cell])) {
                const int node = Tables::node_of(cell, digit);
                if (is_contradiction(2 * node + 1, cell, digit)) note_removal(cell, digit);
                if (is_contradiction(2 * node, cell, digit)) note_placement(cell, digit);
                compare_both(node, cell);
            }
        }
        compare_alternatives();
        if (place_ != none) {
            step_.place(place_ / 9, place_ % 9);
        } else if (remove_ != none) {
            step_.remove(remove_ / 9, remove_ % 9);
        }
        return step_.useful();
    }

    // Replaces what directly follows from each state by what up to four rounds of singles add to it.
    void look_ahead() {
        for (const int cell : cells_in(p_.open)) {
            for (const int digit : each(p_.candidates[cell])) {
                look_from(cell, digit, true);
                look_from(cell, digit, false);
            }
        }
    }

  private:
    static constexpr int none = 1 << 20, rounds = 4;

    struct Outcome {
        Cells on[9], off[9];
    };

    void follow_all() {
        outcomes_.resize(2 * Tables::singles);
        for (const int cell : cells_in(p_.open)) {
            for (const int digit : each(p_.candidates[cell])) {
                for (const int on : {0, 1}) follow(2 * Tables::node_of(cell, digit) + on);
            }
        }
    }
    void follow(int start) {
        Outcome& outcome = outcomes_[start];
        outcome = {};
        for (const int state : t_.consequences(start)) {
            const int node = state >> 1;
            if (t_.is_group(node)) continue;
            (state & 1 ? outcome.on : outcome.off)[Tables::digit_of(node)].set(Tables::cell_of(node));
        }
    }

    void note_removal(int cell, int digit) { remove_ = std::min(remove_, 9 * cell + digit); }
    void note_placement(int cell, int digit) { place_ = std::min(place_, 9 * cell + digit); }

    bool is_contradiction(int start, int cell, int digit) const {
        const Outcome& o = outcomes_[start];
        if ((start & 1 ? o.off : o.on)[digit].has(cell)) return true;
        Cells once, empty = p_.open;
        for (int d = 0; d < 9; ++d) {
            if (!(o.on[d] & o.off[d]).empty() || !(o.on[d] & once).empty()) return true;
            once |= o.on[d];
            empty &= o.off[d] | (p_.open - p_.at[d]);
            for (int unit = 0; unit < 27; ++unit) {
                if ((o.on[d] & frame.cells_of[unit]).size() > 1 || is_lost(o.off[d], d, unit)) return true;
            }
        }
        return !(empty - once).empty();
    }

    // Whether a digit has no place left in a unit. Only places that placed digits exclude count as known.
    bool is_lost(const Cells& off, int digit, int unit) const {
        const Cells there = p_.cells_for(unit, digit);
        return !there.empty() && !off.lacks(there) && is_whole(unit, digit);
    }
    // Whether no candidate of the digit was removed from the unit by an earlier step.
    bool is_whole(int unit, int digit) const {
        for (const int cell : cells_in(frame.cells_of[unit] & p_.open)) {
            if (p_.has(cell, digit)) continue;
            bool is_excluded = false;
            for (const int peer : cells_in(frame.peers[cell])) is_excluded |= p_.values[peer] == digit + 1;
            if (!is_excluded) return false;
        }
        return true;
    }

    // What follows both from "true" and from "false".
    void compare_both(int node, int cell) {
        const Outcome &on = outcomes_[2 * node + 1], &off = outcomes_[2 * node];
        Cells elsewhere{{~Word{0}, ~Word{0}}};
        elsewhere.unset(cell);
        for (int d = 0; d < 9; ++d) note(on.on[d] & off.on[d] & elsewhere, on.off[d] & off.off[d] & elsewhere, d);
    }
    void note(const Cells& on, const Cells& off, int digit) {
        if (!on.empty()) note_placement(*cells_in(on), digit);
        if (!off.empty()) note_removal(*cells_in(off), digit);
    }

    // What follows from every candidate of a cell, or from every place of a digit in a unit.
    void compare_alternatives() {
        for (const int cell : cells_in(p_.open)) {
            alternatives_.clear();
            for (const int digit : each(p_.candidates[cell])) alternatives_.push(2 * Tables::node_of(cell, digit) + 1);
            compare();
        }
        for (int unit = 0; unit < 27; ++unit) {
            for (int digit = 0; digit < 9; ++digit) {
                alternatives_.clear();
                for (const int cell : cells_in(p_.cells_for(unit, digit))) {
                    alternatives_.push(2 * Tables::node_of(cell, digit) + 1);
                }
                if (!alternatives_.empty()) compare();
            }
        }
    }
    void compare() {
        for (int d = 0; d < 9; ++d) {
            Cells on{{~Word{0}, ~Word{0}}}, off = on;
            for (const int state : alternatives_) {
                on &= outcomes_[state].on[d];
                off &= outcomes_[state].off[d];
            }
            note(on, off, d);
        }
    }

    void look_from(int cell, int digit, bool is_on) {
        list_.clear();
        ahead_ = p_;
        ahead_.forget_singles();
        if (is_on) {
            put(cell, digit);
        } else {
            ahead_.drop(cell, digit);
            if (is_single(ahead_.candidates[cell])) put(cell, lowest(Bits{ahead_.candidates[cell]}));
        }
        for (int round = 0; round < rounds; ++round) {
            List<Candidate> singles;
            collect(singles);
            for (const Candidate& one : singles) {
                if (!ahead_.values[one.cell]) put(one.cell, one.digit);
            }
        }
        List<int>& next = t_.direct(2 * Tables::node_of(cell, digit) + is_on);
        for (const int state : next) {  // groups stay as they are
            if (t_.is_group(state >> 1)) list_.push(state);
        }
        next = list_;
    }
    void put(int cell, int digit) {
        const Bits others = ahead_.candidates[cell] & ~bit(digit);
        list_.push(2 * Tables::node_of(cell, digit) + 1);
        for (const int peer : cells_in(p_.at[digit] & frame.peers[cell])) list_.push(2 * Tables::node_of(peer, digit));
        for (const int other : each(others)) list_.push(2 * Tables::node_of(cell, other));
        ahead_.put(cell, digit);
    }
    void collect(List<Candidate>& singles) {
        for (int cell; (cell = ahead_.next_naked()) >= 0;) {
            const Bits digits = ahead_.candidates[cell];
            if (digits) singles.push({static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(lowest(digits))});
        }
        for (Hidden one; (one = ahead_.next_hidden()).unit != group;) {
            const Bits set = ahead_.places[one.digit][one.unit];
            singles.push({frame.cell[one.unit][lowest(set)], one.digit});
        }
    }

    const Position& p_;
    Tables& t_;
    Step& step_;
    Position ahead_;
    int place_ = none, remove_ = none;
    List<Outcome> outcomes_;
    List<int> alternatives_, list_;
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
