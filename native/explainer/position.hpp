// A position: the candidates of each cell and, kept in step, the places of each digit in each unit; and what a step
// does to it.
#pragma once

#include "board.hpp"
#include "techniques.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

struct Position {
    Nine candidates[81];
    Nine places[27][9];      // [unit][digit]
    std::uint8_t empty[27];  // cells without a digit
    std::uint8_t placed[9];  // how often each digit is on the board
    int unsolved;

    bool has(int cell, int digit) const { return candidates[cell] & bit(digit); }

    void drop(int cell, int digit) {
        if (!has(cell, digit)) return;
        remove(candidates[cell], bit(digit));
        for (int kind = 0; kind < kinds; ++kind) {
            remove(places[board.unit[cell][kind]][digit], bit(board.place[cell][kind]));
        }
    }

    void put(int cell, int digit) {
        for (const int other : each(candidates[cell])) drop(cell, other);
        for (const int peer : board.peer[cell]) drop(peer, digit);
        for (const int unit : board.unit[cell]) --empty[unit];
        ++placed[digit];
        --unsolved;
    }

    // Reads 81 digits, 0 for empty; returns false at a clue that has no candidate left.
    bool read(const std::uint8_t* digits) {
        for (Nine& set : candidates) set = 0x1FF;
        for (auto& unit : places) {
            for (Nine& set : unit) set = 0x1FF;
        }
        for (auto& number : empty) number = 9;
        for (auto& number : placed) number = 0;
        unsolved = 81;
        for (int cell = 0; cell < 81; ++cell) {
            if (!digits[cell]) continue;
            if (!has(cell, digits[cell] - 1)) return false;
            put(cell, digits[cell] - 1);
        }
        return true;
    }
};

// The digits that a step removes from one cell.
struct Removal {
    int cell;
    Bits digits;
};

// What a step does, and how hard it is. Reasons are not recorded: this engine only rates.
struct Step {
    double rating = 0;
    Technique technique = Technique::none;
    int cell = -1, digit = -1;  // the placement, if any
    List<Removal> removals;

    void clear() {
        cell = digit = -1;
        removals.clear();
    }
    void remove(int from, Bits digits) {
        if (digits) removals.push({from, digits});
    }
    // Of candidates in any order: those of one cell become one removal.
    void remove_one(int from, int which) {
        for (Removal& removal : removals) {
            if (removal.cell == from) {
                removal.digits |= bit(which);
                return;
            }
        }
        removals.push({from, bit(which)});
    }
    void place(int where, int what) {
        cell = where;
        digit = what;
    }
    bool set(Technique name, double how_hard) {
        technique = name;
        rating = how_hard;
        return true;
    }
    // For steps that count only if they remove something.
    bool set_if_useful(Technique name, double how_hard) { return !removals.empty() && set(name, how_hard); }

    void apply(Position& position) const {
        for (const Removal& removal : removals) {
            for (const int which : each(removal.digits)) position.drop(removal.cell, which);
        }
        if (cell >= 0) position.put(cell, digit);
    }
};

}  // namespace ninefold::explainer::NINEFOLD_VERSION
