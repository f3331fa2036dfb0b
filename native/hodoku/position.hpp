// A position: the candidates of each cell, and in step with them the places of each digit in each unit and on the board.
//
// Singles announce themselves: a cell left with one candidate, or a unit left with one place for a digit, joins the end
// of a queue. HoDoKu takes the oldest first, and its scores depend on that. Most are placed for another reason before
// their turn comes. So what one change announces is kept together as a set, and put in order only when it is needed.
#pragma once

#include <algorithm>

#include "hodoku/unit_vector.hpp"
#include "short_queue.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

struct Candidate {
    std::uint8_t cell, digit;
    bool operator==(const Candidate&) const = default;
};

struct Hidden {
    std::uint8_t unit, digit;
};

// Units left with one place for a digit when these cells were crossed out together. The queue of hidden singles has an
// entry with unit `group` for them.
struct Together {
    Bits units;
    Cells lost;
};
inline constexpr std::uint8_t group = 255;

struct Position {
    alignas(16) Nine candidates[padded_cells];
    alignas(16) Nine places[9][padded_units];  // [digit][unit]
    Cells at[9];                               // the cells that can take a digit
    Cells open, given;
    std::uint8_t values[padded_cells];  // 1…9, or 0 if the cell is open
    std::uint8_t open_in[padded_units];
    Bits last;  // the units with one open cell
    Bits changed_units, changed_digits;  // since these were last cleared
    Cells counts[4];  // the number of candidates of each cell in binary: counts[k] has the cells whose number has bit k
    ShortQueue<Cells, 81> naked;  // cells that fell to one candidate at the same time
    ShortQueue<Hidden, 27 * 9 + 81> hidden;
    ShortQueue<Together, 81> together;

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
        count_candidates();
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
        count_candidates();
        for (int unit = 0; unit < 27; ++unit) {
            open_in[unit] = static_cast<std::uint8_t>((open & frame.cells_of[unit]).size());
        }
    }

    // Places singles while there are any; returns whether no cell is left open.
    bool place_singles() {
        for (;;) {
            if (const int cell = next_naked(); cell >= 0) {
                if (candidates[cell]) put(cell, lowest(Bits{candidates[cell]}));
            } else if (const Hidden one = next_hidden(); one.unit != group) {
                put(frame.cell[one.unit][lowest(Bits{places[one.digit][one.unit]})], one.digit);
            } else {
                return open.empty();
            }
        }
    }

    // Takes the oldest naked single that is still open out of the queue; -1 if there is none.
    int next_naked() {
        for (; !naked.empty(); naked.pop()) {
            const Cells left = naked.front() & open;
            if (left.empty()) continue;
            const int cell = first_cell(left);
            naked.front().unset(cell);
            return cell;
        }
        return -1;
    }
    // That of these cells which has been in the queue longest.
    int oldest_naked(const Cells& cells) const {
        for (const Cells& several : naked) {
            if (const Cells found = several & cells; !found.empty()) return first_cell(found);
        }
        return first_cell(cells);
    }
    // Takes the oldest hidden single that still is one out of the queue; one with unit `group` if there is none.
    Hidden next_hidden() {
        for (; !hidden.empty(); hidden.pop()) {
            const Hidden one = hidden.front();
            if (one.unit == group) {
                if (const int unit = next_together(one.digit); unit >= 0) return {static_cast<std::uint8_t>(unit), one.digit};
                together.pop();
            } else if (is_single(Bits{places[one.digit][one.unit]})) {
                hidden.pop();
                return one;
            }
        }
        return {group, 0};
    }
    void forget_singles() {
        naked.clear();
        hidden.clear();
        together.clear();
    }

    void drop(int cell, int digit) {
        if (!has(cell, digit)) return;
        changed_units |= frame.units[cell];
        changed_digits |= bit(digit);
        remove(candidates[cell], bit(digit));
        at[digit].unset(cell);
        announce_naked(count_down(one_cell(cell), {}));
        drop_places(cell, digit);
    }

    void put(int cell, int digit) {
        const Bits others = candidates[cell] & ~bit(digit);
        changed_units |= frame.units[cell];
        changed_digits |= candidates[cell];
        candidates[cell] = 0;
        values[cell] = static_cast<std::uint8_t>(digit + 1);
        open.unset(cell);
        drop_from_units(cell, digit, drop_from_peers(cell, digit));
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

    // Adds up the digits of all cells at once.
    void count_candidates() {
        for (Cells& plane : counts) plane = {};
        for (const Cells& digit : at) {
            Cells carry = digit;
            for (Cells& plane : counts) {
                const Cells next = plane & carry;
                plane = plane ^ carry;
                carry = next;
            }
        }
    }
    // Takes one candidate less into account in each of these cells (subtraction with borrow, for all of them at once), and
    // none at all in `filled`. Returns the cells that have one candidate left by that.
    [[gnu::always_inline]] Cells count_down(const Cells& cells, const Cells& filled) {
        Cells borrow = cells, above;
        for (int k = 0; k < 4; ++k) {
            const Cells was = counts[k] - filled;
            counts[k] = was ^ borrow;
            borrow -= was;
            if (k) above |= counts[k];
        }
        return (cells & counts[0]) - above;
    }

    void count_open(const Nine* taken) {
        for (int unit = 0; unit < 27; ++unit) {
            open_in[unit] = static_cast<std::uint8_t>(9 - count(Bits{taken[unit]}));
            last |= Bits{open_in[unit] == 1} << unit;
        }
    }

    void announce_first_naked() {
        const Cells several = counts[1] | counts[2] | counts[3];
        int found[81], amount = 0;
        for (const int cell : cells_in(counts[0] - several)) found[amount++] = clue_that_leaves_one(cell) << 8 | cell;
        std::sort(found, found + amount);
        for (int i = 0; i < amount; ++i) announce_naked(one_cell(found[i] & 255));
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

    void announce_naked(const Cells& cells) { naked.add_if(!cells.empty(), cells); }
    void announce_hidden(int unit, int digit, bool is_single = true) {
        hidden.add_if(is_single, {static_cast<std::uint8_t>(unit), static_cast<std::uint8_t>(digit)});
    }
    // Takes the oldest out of the units at the front: when the cells are crossed out one by one, it is left with one
    // place by the first of them; of equals, the first. -1 if there is none.
    int next_together(int digit) {
        auto& [units, lost] = together.front();
        int best = -1, crossed_out = 81;
        for (const int unit : each(units)) {
            if (!is_single(Bits{places[digit][unit]})) {
                units &= ~bit(unit);
                continue;
            }
            const int final_place = last_cell(lost & frame.cells_of[unit]);
            if (final_place < crossed_out) best = unit, crossed_out = final_place;
        }
        if (best >= 0) units &= ~bit(best);
        return best;
    }

    void drop_places(int cell, int digit) {
        for (int kind = 0; kind < 3; ++kind) {
            const int unit = frame.unit[cell][kind];
            Nine& set = places[digit][unit];
            remove(set, bit(frame.place[cell][kind]));
            announce_hidden(unit, digit, count(Bits{set}) == 1);
        }
    }

    // Clears the digit from the candidates of all peers, and returns those that had it.
    Cells drop_from_peers(int cell, int digit) {
        const auto gone = static_cast<Nine>(bit(digit));
        const Nine* seen = frame.seen[cell];
        for (int i = 0; i < padded_cells; ++i) candidates[i] = static_cast<Nine>(candidates[i] & ~(seen[i] & gone));
        const Cells only = one_cell(cell), lost = at[digit] & frame.peers[cell];
        at[digit] -= lost | only;
        announce_naked(count_down(lost, only));
        return lost;
    }

    // Clears the digit from the places of all units that lose one.
    void drop_from_units(int cell, int digit, const Cells& crossed_out) {
        const UnitVector was = UnitVector::load(places[digit]), kept = UnitVector::load(frame.kept[cell]);
        const UnitVector now = was & kept, same = (was - kept).is_zero();
        now.store(places[digit]);
        changed_units |= all_units & ~same.to_bits();
        const Bits lonely = (now.without_lowest().is_zero() - now.is_zero() - same).to_bits();
        together.add_if(lonely, {lonely, crossed_out});
        announce_hidden(group, digit, lonely);
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
