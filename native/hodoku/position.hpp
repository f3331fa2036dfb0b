// A position: the candidates of each cell, and in step with them the places of each digit in each unit and on the board.
//
// Singles announce themselves: a cell left with one candidate, or a unit left with one place for a digit, joins the end
// of a queue. HoDoKu takes the oldest first, and its scores depend on that.
#pragma once

#include <algorithm>

#include "hodoku/unit_vector.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

struct Candidate {
    std::uint8_t cell, digit;
    bool operator==(const Candidate&) const = default;
};

struct Hidden {
    std::uint8_t unit, digit;
};

struct Position {
    alignas(16) Nine candidates[padded_cells];
    alignas(16) Nine places[9][padded_units];  // [digit][unit]
    Cells at[9];                               // the cells that can take a digit
    Cells open, given;
    std::uint8_t values[padded_cells];  // 1…9, or 0 if the cell is open
    std::uint8_t open_in[padded_units];
    Bits last;  // the units with one open cell
    Bits changed_units, changed_digits;  // since these were last cleared
    int naked_in, naked_out, hidden_in, hidden_out;
    std::uint8_t naked[82], naked_at[81];  // the queue, and the place of each cell in it
    Hidden hidden[27 * 9 + 1];

    bool has(int cell, int digit) const { return candidates[cell] >> digit & 1; }
    int number_of_places(int unit, int digit) const { return count(Bits{places[digit][unit]}); }
    Cells cells_for(int unit, int digit) const { return at[digit] & frame.cells_of[unit]; }

    // Reads 81 digits, 0 for empty; returns false if a clue sees an equal one. The position and its queues are as if the
    // clues were put one by one.
    bool read(const std::uint8_t* digits) {
        clear();
        for (int cell = 0; cell < 81; ++cell) given.words[cell >> 6] |= Word{digits[cell] != 0} << (cell & 63);
        open -= given;
        std::memcpy(values, digits, 81);
        Cells clues[9];
        alignas(16) Nine taken[padded_units] = {};
        for (const int cell : cells_in(given)) {
            const int digit = digits[cell] - 1;
            if (!at[digit].has(cell)) return false;
            clues[digit].set(cell);
            at[digit] -= frame.peers[cell];
            (UnitVector::load(places[digit]) & UnitVector::load(frame.kept[cell])).store(places[digit]);
            for (int kind = 0; kind < 3; ++kind) add(taken[frame.unit[cell][kind]], bit(frame.place[cell][kind]));
        }
        for (int digit = 0; digit < 9; ++digit) {
            at[digit] &= open;
            (UnitVector::load(places[digit]) - UnitVector::load(taken)).store(places[digit]);
        }
        collect_candidates();
        count_open(taken);
        announce_first_naked();
        announce_first_hidden(clues, taken);
        return true;
    }

    // Takes the candidates of each cell; cells with none are filled, with what does not matter. The queues are empty.
    void set(const Nine* cells) {
        *this = {};
        for (int cell = 0; cell < 81; ++cell) {
            candidates[cell] = cells[cell];
            if (cells[cell]) open.set(cell);
            for (const int digit : each(Bits{cells[cell]})) {
                at[digit].set(cell);
                for (int kind = 0; kind < 3; ++kind) {
                    add(places[digit][frame.unit[cell][kind]], bit(frame.place[cell][kind]));
                }
            }
        }
        for (int unit = 0; unit < 27; ++unit) {
            open_in[unit] = static_cast<std::uint8_t>((open & frame.cells_of[unit]).size());
        }
    }

    // Places singles while there are any; returns whether no cell is left open.
    bool place_singles() {
        while (naked_out < naked_in || hidden_out < hidden_in) {
            if (naked_out < naked_in) {
                const int cell = naked[naked_out++];
                if (candidates[cell]) put(cell, lowest(Bits{candidates[cell]}));
                continue;
            }
            const auto [unit, digit] = hidden[hidden_out++];
            const Bits set = places[digit][unit];
            if (set) put(frame.cell[unit][lowest(set)], digit);
        }
        return open.empty();
    }

    void drop(int cell, int digit) {
        if (!has(cell, digit)) return;
        changed_units |= frame.units[cell];
        changed_digits |= bit(digit);
        remove(candidates[cell], bit(digit));
        at[digit].unset(cell);
        if (is_single(candidates[cell])) announce_naked(cell);
        drop_places(cell, digit);
    }

    void put(int cell, int digit) {
        const Bits others = candidates[cell] & ~bit(digit);
        changed_units |= frame.units[cell];
        changed_digits |= candidates[cell];
        candidates[cell] = 0;
        values[cell] = static_cast<std::uint8_t>(digit + 1);
        open.unset(cell);
        drop_from_peers(cell, digit);
        drop_from_units(cell, digit);
        for (const int unit : frame.unit[cell]) {
            last ^= Bits{--open_in[unit] < 2} << unit;  // set at one, and unset at none
        }
        for (const int other : each(others)) {
            at[other].unset(cell);
            drop_places(cell, other);
        }
    }

  private:
    void collect_candidates() {
        UnitVector::Eight found[padded_cells / 8] = {};
        for (int digit = 0; digit < 9; ++digit) {
            for (int eight = 0; eight < 11; ++eight) {
                const auto byte = static_cast<Nine>(at[digit].words[eight / 8] >> eight % 8 * 8 & 0xFF);
                constexpr UnitVector::Eight bits = {1, 2, 4, 8, 16, 32, 64, 128};
                const auto here = reinterpret_cast<UnitVector::Eight>((bits & byte) != 0);
                found[eight] |= here & static_cast<Nine>(bit(digit));
            }
        }
        std::memcpy(candidates, found, sizeof found);
    }

    void count_open(const Nine* taken) {
        for (int unit = 0; unit < 27; ++unit) {
            open_in[unit] = static_cast<std::uint8_t>(9 - count(Bits{taken[unit]}));
            last |= Bits{open_in[unit] == 1} << unit;
        }
    }

    void announce_first_naked() {
        Cells once, twice;
        for (const Cells& digit : at) {
            twice |= once & digit;
            once |= digit;
        }
        int found[81], amount = 0;
        for (const int cell : cells_in(once - twice)) found[amount++] = clue_that_leaves_one(cell) << 8 | cell;
        std::sort(found, found + amount);
        for (int i = 0; i < amount; ++i) announce_naked(found[i] & 255);
    }
    void announce_first_hidden(const Cells (&clues)[9], const Nine* taken) {
        struct Found {
            int order, unit, digit;
        } found[27 * 9];
        int amount = 0;
        for (int digit = 0; digit < 9; ++digit) {
            const UnitVector set = UnitVector::load(places[digit]);
            const Bits lonely = (set.without_lowest().is_zero() - set.is_zero()).to_bits();
            for (const int unit : each(lonely)) {
                found[amount++] = {order_of_hidden(unit, digit, clues[digit], taken[unit]), unit, digit};
            }
        }
        std::sort(found, found + amount, [](const Found& a, const Found& b) { return a.order < b.order; });
        for (int i = 0; i < amount; ++i) announce_hidden(found[i].unit, found[i].digit);
    }

    // The clue that takes the last candidate but one.
    int clue_that_leaves_one(int cell) const {
        Bits seen = 0;
        int last_clue = 0;
        for (const int clue : cells_in(given & frame.peers[cell])) {
            const Bits digit = bit(values[clue]);
            if (!(seen & digit)) last_clue = clue;
            seen |= digit;
        }
        return last_clue;
    }

    // When a unit is left with one place for a digit: by the clue that does it. If that is the digit itself, by the last
    // place that it crosses out and by unit; else it takes the place, and digits and units are in order.
    int order_of_hidden(int unit, int digit, const Cells& clues, Bits taken) const {
        Bits left = all_digits;  // places that no clue of the digit has crossed out
        int last_clue = -1, final_place = 0;
        for (const int clue : cells_in(clues)) {
            const Bits before = frame.before[clue][unit], gone = left & ~Bits{frame.kept[clue][unit]};
            const Bits lost = gone & ~(taken & before);
            left &= ~gone;
            taken &= ~lost;
            if (!lost) continue;
            last_clue = clue;
            final_place = highest(lost);
        }
        if (taken && frame.cell[unit][highest(taken)] > last_clue) {
            return frame.cell[unit][highest(taken)] << 13 | 1 << 12 | digit << 5 | unit;
        }
        return last_clue << 13 | frame.cell[unit][final_place] << 5 | unit;
    }

    void clear() {
        static const Position blank = make_blank();
        *this = blank;
    }
    static Position make_blank() {
        Position position{};
        position.fill();
        return position;
    }
    void fill() {
        for (auto& digit : places) {
            for (int unit = 0; unit < 27; ++unit) digit[unit] = 0x1FF;
        }
        open = every_cell;
        for (auto& cells : at) cells = open;
    }

    // Written in any case, and counted or not: a branch would be one that the CPU cannot foresee.
    void announce_naked(int cell, bool is_single = true) {
        naked_at[cell] = static_cast<std::uint8_t>(naked_in);
        naked[naked_in] = static_cast<std::uint8_t>(cell);
        naked_in += is_single;
    }
    void announce_hidden(int unit, int digit, bool is_single = true) {
        hidden[hidden_in] = {static_cast<std::uint8_t>(unit), static_cast<std::uint8_t>(digit)};
        hidden_in += is_single;
    }

    void drop_places(int cell, int digit) {
        for (int kind = 0; kind < 3; ++kind) {
            const int unit = frame.unit[cell][kind];
            Nine& set = places[digit][unit];
            remove(set, bit(frame.place[cell][kind]));
            announce_hidden(unit, digit, count(Bits{set}) == 1);
        }
    }

    // Clears the digit from the candidates of all peers; those left with one candidate announce themselves by cell.
    void drop_from_peers(int cell, int digit) {
        for (const int peer : cells_in(at[digit] & frame.peers[cell])) {
            changed_units |= frame.units[peer];
            remove(candidates[peer], bit(digit));
            announce_naked(peer, count(Bits{candidates[peer]}) == 1);
        }
        at[digit] -= frame.peers[cell];
        at[digit].unset(cell);
    }

    // Clears the digit from the places of all units that lose one. Units left with one place announce themselves in the
    // order in which the peers are crossed out one by one: by the last of them, then by unit.
    void drop_from_units(int cell, int digit) {
        const UnitVector was = UnitVector::load(places[digit]), kept = UnitVector::load(frame.kept[cell]);
        const UnitVector now = was & kept, lost = was - kept;
        now.store(places[digit]);
        const Bits lonely = (now.without_lowest().is_zero() - now.is_zero() - lost.is_zero()).to_bits();
        if (!lonely) return;
        alignas(16) Nine lost_places[padded_units];
        lost.store(lost_places);
        int found[27], amount = 0;
        for (const int unit : each(lonely)) {
            const int final_place = highest(Bits{lost_places[unit]});
            found[amount++] = frame.cell[unit][final_place] << 8 | unit;
        }
        if (amount > 1) std::sort(found, found + amount);
        for (int i = 0; i < amount; ++i) announce_hidden(found[i] & 255, digit);
    }
};

// What a step changes. HoDoKu makes the changes in this order, and so announces the singles that follow.
struct Step {
    List<Candidate> places, removes;

    void clear() {
        places.clear();
        removes.clear();
    }
    void place(int cell, int digit) { places.push({static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(digit)}); }
    void remove(int cell, int digit) {
        removes.push({static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(digit)});
    }
    void remove(const Cells& cells, int digit) {
        for (const int cell : cells_in(cells)) remove(cell, digit);
    }
    void remove_digits(int cell, Bits digits) {
        for (const int digit : each(digits)) remove(cell, digit);
    }
    bool useful() const { return !removes.empty() || !places.empty(); }

    // By digit, then by cell, each once: the order of steps that HoDoKu compares with others.
    void sort() {
        std::sort(removes.begin(), removes.end(), [](const Candidate& a, const Candidate& b) {
            return a.digit != b.digit ? a.digit < b.digit : a.cell < b.cell;
        });
        const auto end = std::unique(removes.begin(), removes.end());
        removes.resize(static_cast<int>(end - removes.begin()));
    }

    void apply(Position& position) const {
        for (const Candidate& one : removes) position.drop(one.cell, one.digit);
        for (const Candidate& one : places) {
            if (!position.values[one.cell]) position.put(one.cell, one.digit);
        }
    }
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
