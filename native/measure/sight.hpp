// A position as a person scans it: which singles there are to see, and how visible each is.
//
// A single's visibility is 6 for each box that has one place for its digit and for each unit of which it is the last
// cell, 3 for each other row or column with one place for its digit, and 1 if it is the only candidate of its cell (and
// that cell is not the last of a unit). Everything is kept up to date by `put` and `drop`, so that a look is cheap.
#pragma once

#include <cstring>

#include "explainer/position.hpp"
#include "hodoku/board.hpp"

namespace ninefold::measure::NINEFOLD_VERSION {

using namespace ninefold::hodoku::NINEFOLD_VERSION;
namespace explainer = ninefold::explainer::NINEFOLD_VERSION;

struct Single {
    int cell, digit, visibility;
};

class Sight {
  public:
    int empty = 81;
    // What the last look saw: the visibility of all singles together, the hidden singles of lines, and how many cells
    // have a single.
    int total = 0, lines = 0, openings = 0;

    // Reads 81 digits, 0 for empty; returns false at a clue that has no candidate left.
    bool read(const std::uint8_t* digits) {
        *this = {};
        for (int cell = 0; cell < 81; ++cell) candidates_[cell] = 0x1FF;
        for (auto& digit : places_) {
            for (int unit = 0; unit < 27; ++unit) digit[unit] = 0x1FF;
        }
        for (auto& number : open_in_) number = 9;
        for (int cell = 0; cell < 81; ++cell) {
            if (!digits[cell]) continue;
            if (!(candidates_[cell] >> (digits[cell] - 1) & 1)) return false;
            put(cell, digits[cell] - 1);
        }
        return true;
    }

    void put(int cell, int digit) {
        const Bits others = candidates_[cell] & ~bit(digit);
        candidates_[cell] = 0;
        naked_.unset(cell);
        --empty;
        for (const int unit : frame.unit[cell]) {
            const int left = --open_in_[unit];
            if (left < 2) last_ ^= bit(unit);  // set at one, and unset at none
        }
        for (const int other : each(others)) drop_places(cell, other);
        cross_out(cell, digit);
    }

    void drop(int cell, int digit) {
        if (!(candidates_[cell] >> digit & 1)) return;
        drop_candidate(cell, digit);
        drop_places(cell, digit);
    }

    // Looks for the most visible single; chance decides among equals. The digit is -1 if there is none.
    template <class Chance>
    Single look(Chance&& chance) {
        count_ways();
        Single best{-1, -1, 0};
        unsigned equals = 0;
        openings = seen_.size();
        for (const int cell : cells_in(seen_)) {
            const int visibility = visibility_[cell];
            visibility_[cell] = 0;
            if (visibility < best.visibility) continue;
            equals = visibility == best.visibility ? equals + 1 : 1;
            best.visibility = visibility;
            if (equals == 1 || chance() % equals == 0) best.cell = cell;
        }
        if (best.cell >= 0) best.digit = digit_[best.cell];
        return best;
    }

    bool is_last(int cell) const {
        Bits units = 0;
        for (const int unit : frame.unit[cell]) units |= bit(unit);
        return units & last_;
    }
    Bits candidates(int cell) const { return candidates_[cell]; }

    // The same position for the finders of harder steps.
    void copy_to(explainer::Position& position) const {
        std::memset(&position, 0, sizeof position);
        for (int cell = 0; cell < 81; ++cell) {
            position.candidates[cell] = candidates_[cell];
            if (!candidates_[cell]) continue;
            ++position.unsolved;
            for (int kind = 0; kind < explainer::kinds; ++kind) {
                const int unit = explainer::board.unit[cell][kind];
                ++position.empty[unit];
                for (const int digit : each(candidates_[cell])) {
                    explainer::add(position.places[unit][digit], bit(explainer::board.place[cell][kind]));
                }
            }
        }
        for (int digit = 0; digit < 9; ++digit) {
            int left = 0;
            for (int unit = rows; unit < columns; ++unit) left += places_[digit][unit] != 0;
            position.placed[digit] = static_cast<std::uint8_t>(9 - left);
        }
    }

  private:
    static constexpr Bits all_boxes = 0x1FFU << boxes;

    void count_ways() {
        total = lines = 0;
        seen_ = naked_;
        for (const int unit : each(last_)) {
            for (const int cell : cells_in(frame.cells_of[unit] & naked_)) seen_.unset(cell);
        }
        total = seen_.size();
        for (const int cell : cells_in(seen_)) {
            visibility_[cell] = 1;
            digit_[cell] = static_cast<std::uint8_t>(lowest(Bits{candidates_[cell]}));
        }
        for (int digit = 0; digit < 9; ++digit) {
            const Bits plain = single_[digit] & (all_boxes | last_), in_lines = single_[digit] & ~plain;
            for (const int unit : each(plain)) see(unit, digit, 6);
            for (const int unit : each(in_lines)) see(unit, digit, 3);
            lines += count(in_lines);
        }
    }
    void see(int unit, int digit, int visibility) {
        const int cell = frame.cell[unit][lowest(Bits{places_[digit][unit]})];
        seen_.set(cell);
        visibility_[cell] = static_cast<std::uint8_t>(visibility_[cell] + visibility);
        digit_[cell] = static_cast<std::uint8_t>(digit);
        total += visibility;
    }

    void drop_candidate(int cell, int digit) {
        explainer::remove(candidates_[cell], bit(digit));
        if (is_single(candidates_[cell])) naked_.set(cell);
    }
    void drop_places(int cell, int digit) {
        for (int kind = 0; kind < 3; ++kind) {
            const int unit = frame.unit[cell][kind];
            explainer::remove(places_[digit][unit], bit(frame.place[cell][kind]));
            single_[digit] = (single_[digit] & ~bit(unit)) | (is_single(places_[digit][unit]) ? bit(unit) : 0);
        }
    }

    // The digit leaves all peers of the cell, and all its units.
    void cross_out(int cell, int digit) {
        Nine* row = places_[digit];
        for (int line = rows; line < columns; ++line) {
            for (const int place : each(row[line] & ~Bits{frame.kept[cell][line]})) {
                const int peer = frame.cell[line][place];
                if (peer != cell) drop_candidate(peer, digit);
            }
        }
        alignas(16) std::uint8_t lonely[padded_units];
        for (int unit = 0; unit < padded_units; ++unit) {
            const auto now = static_cast<Nine>(row[unit] & frame.kept[cell][unit]);
            row[unit] = now;
            lonely[unit] = (now != 0) & ((now & (now - 1)) == 0);
        }
        Bits single = 0;
        for (int i = 0; i < padded_units; i += 8) {
            Word eight;
            std::memcpy(&eight, lonely + i, sizeof eight);
            single |= static_cast<Bits>(eight * 0x0102040810204080U >> 56) << i;
        }
        single_[digit] = single;
    }

    alignas(16) Nine candidates_[padded_cells] = {};
    alignas(16) Nine places_[9][padded_units] = {};
    Bits single_[9] = {};  // by digit: the units that have one place for it
    Bits last_ = 0;        // the units with one empty cell
    Cells naked_, seen_;
    std::uint8_t open_in_[padded_units] = {}, visibility_[81] = {}, digit_[81] = {};
};

}  // namespace ninefold::measure::NINEFOLD_VERSION
