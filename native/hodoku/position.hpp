// A position: the candidates of each cell, and in step with them the places of each digit in each unit and on the board.
//
// Singles announce themselves: a cell left with one candidate, or a unit left with one place for a digit, joins the end
// of a queue. HoDoKu takes the oldest first, and its scores depend on that.
#pragma once

#include <algorithm>
#include <cstring>

#include "hodoku/board.hpp"

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
    int naked_in, naked_out, hidden_in, hidden_out;
    std::uint8_t naked[81], naked_at[81];  // the queue, and the place of each cell in it
    Hidden hidden[27 * 9];

    bool has(int cell, int digit) const { return candidates[cell] >> digit & 1; }
    int number_of_places(int unit, int digit) const { return count(Bits{places[digit][unit]}); }
    Cells cells_for(int unit, int digit) const { return at[digit] & frame.cells_of[unit]; }

    // Reads 81 digits, 0 for empty; returns false at a clue that has no candidate left.
    bool read(const std::uint8_t* digits) {
        clear();
        for (int cell = 0; cell < 81; ++cell) {
            if (!digits[cell]) continue;
            if (!has(cell, digits[cell] - 1)) return false;
            put(cell, digits[cell] - 1);
            given.set(cell);
        }
        return true;
    }

    void drop(int cell, int digit) {
        if (!has(cell, digit)) return;
        remove(candidates[cell], bit(digit));
        at[digit].unset(cell);
        if (is_single(candidates[cell])) announce_naked(cell);
        drop_places(cell, digit);
    }

    void put(int cell, int digit) {
        const Bits others = candidates[cell] & ~bit(digit);
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
        for (int cell = 0; cell < 81; ++cell) candidates[cell] = 0x1FF;
        for (auto& digit : places) {
            for (int unit = 0; unit < 27; ++unit) digit[unit] = 0x1FF;
        }
        for (auto& number : open_in) number = 9;
        open = {{~Word{0}, (Word{1} << 17) - 1}};
        for (auto& cells : at) cells = open;
    }

    void announce_naked(int cell) {
        naked_at[cell] = static_cast<std::uint8_t>(naked_in);
        naked[naked_in++] = static_cast<std::uint8_t>(cell);
    }
    void announce_hidden(int unit, int digit) {
        hidden[hidden_in++] = {static_cast<std::uint8_t>(unit), static_cast<std::uint8_t>(digit)};
    }

    void drop_places(int cell, int digit) {
        for (int kind = 0; kind < 3; ++kind) {
            const int unit = frame.unit[cell][kind];
            Nine& set = places[digit][unit];
            remove(set, bit(frame.place[cell][kind]));
            if (is_single(set)) announce_hidden(unit, digit);
        }
    }

    // Clears the digit from the candidates of all peers; those left with one candidate announce themselves by cell.
    void drop_from_peers(int cell, int digit) {
        for (const int peer : cells_in(at[digit] & frame.peers[cell])) {
            remove(candidates[peer], bit(digit));
            if (is_single(candidates[peer])) announce_naked(peer);
        }
        at[digit] -= frame.peers[cell];
        at[digit].unset(cell);
    }

    // Clears the digit from the places of all units that lose one. Units left with one place announce themselves in the
    // order in which the peers are crossed out one by one: by the last of them, then by unit.
    void drop_from_units(int cell, int digit) {
        alignas(16) std::uint8_t lonely[padded_units];
        alignas(16) Nine lost[padded_units];
        Nine* row = places[digit];
        for (int unit = 0; unit < padded_units; ++unit) {
            const Nine was = row[unit];
            const auto now = static_cast<Nine>(was & frame.kept[cell][unit]);
            row[unit] = now;
            lost[unit] = was ^ now;
            lonely[unit] = (was != now) & (now != 0) & ((now & (now - 1)) == 0);
        }
        int found[27], amount = 0;
        for (int i = 0; i < padded_units; i += 8) {
            for (Word eight = word_at(lonely + i); eight; eight &= eight - 1) {
                const int unit = i + (lowest(eight) >> 3);
                const int final_place = 31 - __builtin_clz(Bits{lost[unit]});
                found[amount++] = frame.cell[unit][final_place] << 8 | unit;
            }
        }
        if (amount > 1) std::sort(found, found + amount);
        for (int i = 0; i < amount; ++i) announce_hidden(found[i] & 255, digit);
    }

    static Word word_at(const std::uint8_t* bytes) {
        Word word;
        std::memcpy(&word, bytes, sizeof word);
        return word;
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
