// Unique rectangles and loops: cells with the same two candidates that would give the puzzle a second solution.
//
// 1. A loop starts at a cell with exactly two candidates and walks from unit to unit, each of another kind than the
//    last (box, row, column), through cells with both candidates.
// 2. Cells with further candidates are allowed while there are fewer than two of them, or while all further candidates
//    seen so far are one digit. "Seen so far" includes cells tried before at the same point: a quirk that is kept;
//    SukakuExplainer does not have it.
// 3. A closed loop counts if every unit is met once by its even and once by its odd cells, or not at all.
// 4. One cell with more candidates: type 1. More than two: type 2. Two: type 2 if they share their one further digit,
//    else type 3 (a naked or hidden set with other cells); and always type 4 (a digit of the pair is locked in them).
//    Sets have at least as many members as there are further digits; hidden ones of SukakuExplainer two or more.
// 5. The best is the lowest rating, then the lowest type, then the first found.
#pragma once

#include "position.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

class UniqueLoops {
  public:
    UniqueLoops(const Position& position, Step& best, Program program)
        : position_(position), best_(best), is_sukaku_(program == Program::sukaku) {}

    bool find() {
        for (int cell = 0; cell < 81; ++cell) {
            const Bits digits = position_.candidates[cell];
            if (count(digits) != 2) continue;
            if (digits != pair_) begin_pair(digits);
            if (alive_.has(cell)) walk(cell, 2, 0, kinds);
        }
        return found_;
    }

  private:
    // Each unit of a loop's cell must hold another cell of it; so cells alone in a unit are out, again and again.
    void begin_pair(Bits digits) {
        pair_ = digits;
        low_ = lowest(pair_);
        high_ = lowest(pair_ & (pair_ - 1));
        alive_.clear();
        for (int row = first_row; row < first_row + 9; ++row) {
            for (const int place : each(both_in(row))) alive_.set(board.cell[row][place]);
        }
        for (bool changed = true; changed;) {
            changed = false;
            for (const Cells& unit : board.cells_of) {
                const Cells here = alive_ & unit;
                if (here.size() != 1) continue;
                alive_ -= here;
                changed = true;
            }
        }
    }

    Bits both_in(int unit) const { return Bits{position_.places[unit][low_]} & position_.places[unit][high_]; }
    int candidates(int cell) const { return count(Bits{position_.candidates[cell]}); }

    // Rules 1 and 2. `spare` more cells with further candidates are allowed; `further` are their digits.
    void walk(int cell, int spare, Bits further, int last_kind) {
        const int parity = length_ & 1;
        Bits units = 0;
        for (const int unit : board.unit[cell]) units |= bit(unit);
        if (met_[parity] & units) return;  // rule 3 can no longer be met
        path_[length_++] = cell;
        on_path_.set(cell);
        met_[parity] |= units;
        for (int kind = 0; kind < kinds; ++kind) {
            if (kind == last_kind) continue;
            const int unit = board.unit[cell][kind];
            for (const int place : each(both_in(unit))) {
                const int next = board.cell[unit][place];
                if (next == path_[0] && length_ >= 4) {
                    if (met_[0] == met_[1]) judge();
                } else if (!on_path_.has(next)) {
                    const Bits with_next = (further | position_.candidates[next]) & ~pair_;
                    if (!is_sukaku_) further = with_next;  // also for the following cells
                    if (!alive_.has(next)) continue;
                    const bool is_pair = candidates(next) == 2;
                    if (is_pair || count(with_next) == 1 || spare > 0) walk(next, spare - !is_pair, with_next, kind);
                }
            }
        }
        --length_;
        met_[parity] &= ~units;
        on_path_.unset(cell);
    }

    // Rule 4.
    void judge() {
        int more[81], cells = 0;
        for (int i = 0; i < length_; ++i) {
            if (candidates(path_[i]) > 2) more[cells++] = path_[i];
        }
        if (cells == 1) type_one(more[0]);
        if (cells > 2) type_two(more, cells);
        if (cells != 2) return;
        const Bits further = (position_.candidates[more[0]] | Bits{position_.candidates[more[1]]}) & ~pair_;
        if (count(further) == 1)
            type_two(more, 2);
        else
            type_three(more[0], more[1], further);
        type_four(more[0], more[1]);
    }

    double base() const {
        return length_ >= 10 ? 4.5 + 0.3 + 0.2 : length_ >= 8 ? 4.5 + 0.2 : length_ >= 6 ? 4.5 + 0.1 : 4.5;
    }

    // Rule 5.
    void offer(const Step& step, double rating, int type) {
        if (step.removals.empty()) return;
        if (found_ && !(rating < best_.rating || (rating == best_.rating && type < best_type_))) return;
        found_ = true;
        best_type_ = type;
        best_ = step;
        best_.set(length_ == 4 ? Technique::unique_rectangle : Technique::unique_loop, rating);
    }

    void type_one(int cell) {
        Step step;
        step.remove(cell, pair_);
        offer(step, base(), 1);
    }

    void type_two(const int* more, int cells) {
        Step step;
        const int digit = lowest(position_.candidates[more[0]] & ~pair_);
        Cells seen = board.peers[more[0]];
        for (int i = 1; i < cells; ++i) seen &= board.peers[more[i]];
        seen.each([&](int cell) {
            if (position_.has(cell, digit)) step.remove(cell, bit(digit));
        });
        offer(step, base(), 2);
    }

    void type_three(int first, int second, Bits further) {
        const int most = count(further);
        for (int size = is_sukaku_ ? 2 : most; size <= 7; ++size) {
            for (int kind = shared_kind(first, second); kind < kinds; kind = shared_kind(first, second, kind + 1)) {
                const int empty = position_.empty[board.unit[first][kind]];
                if (size >= most && 2 * size <= empty) naked(first, second, further, kind, size);
                if (2 * size < empty) hidden(first, second, further, kind, size);
            }
        }
    }

    // The two cells count as one, at the place of the first.
    void naked(int first, int second, Bits further, int kind, int size) {
        const int unit = board.unit[first][kind];
        const Bits one = bit(board.place[first][kind]), other = bit(board.place[second][kind]);
        const Bits in_both = further & position_.candidates[first] & position_.candidates[second];
        for (const Bits places : subsets(9, size)) {
            if (!(places & one) || (places & other)) continue;
            Bits digits = 0;
            bool fits = true;
            for (const int place : each(places & ~one)) {
                const Bits here = position_.candidates[board.cell[unit][place]];
                fits &= count(here) > 1;
                digits |= here;
            }
            if (!fits || count(in_both | digits) != size || count(further | digits) != size) continue;
            Step step;
            for (const int place : each(0x1FF & ~places & ~other)) {
                const int cell = board.cell[unit][place];
                step.remove(cell, position_.candidates[cell] & (further | digits));
            }
            offer(step, base() + (size - 1) * 0.1, 3);
        }
    }

    // The digits of the pair are hidden in one of the two cells and others, with other digits.
    void hidden(int first, int second, Bits further, int kind, int size) {
        const int unit = board.unit[first][kind];
        int others[9], amount = 0;
        for (const int digit : each(0x1FF & ~pair_ & ~further)) others[amount++] = digit;
        if (amount == 0 || size - 2 > amount) return;
        for (const Bits chosen : subsets(amount, size - 2)) {
            Bits digits = pair_, places = 0;
            for (const int index : each(chosen)) digits |= bit(others[index]);
            bool fits = true;
            for (const int digit : each(digits)) {
                const Bits here = position_.places[unit][digit] & ~bit(board.place[second][kind]);
                fits &= here != 0;
                places |= here;
            }
            if (!fits || count(places) != size) continue;
            places &= ~bit(board.place[first][kind]);
            Step step;
            for (const int place : each(places)) {
                const int cell = board.cell[unit][place];
                step.remove(cell, position_.candidates[cell] & ~digits);
            }
            offer(step, base() + (count(places) - 1) * 0.1, 3);
        }
    }

    void type_four(int first, int second) {
        bool low_locked = false, high_locked = false;
        for (int kind = shared_kind(first, second); kind < kinds; kind = shared_kind(first, second, kind + 1)) {
            const int unit = board.unit[first][kind];
            const Bits elsewhere = ~(bit(board.place[first][kind]) | bit(board.place[second][kind]));
            low_locked |= !(position_.places[unit][low_] & elsewhere);
            high_locked |= !(position_.places[unit][high_] & elsewhere);
        }
        if (!low_locked && !high_locked) return;
        Step step;
        step.remove(first, bit(low_locked ? high_ : low_));
        step.remove(second, bit(low_locked ? high_ : low_));
        offer(step, base(), 4);
    }

    const Position& position_;
    Step& best_;
    const bool is_sukaku_;
    bool found_ = false;
    int best_type_ = 0;
    Bits pair_ = 0;
    int low_ = 0, high_ = 0;  // its digits
    int path_[81], length_ = 0;
    Cells on_path_;
    Bits met_[2] = {0, 0};  // units of the even and of the odd cells
    Cells alive_;           // cells that may lie on a loop of the pair
};

}  // namespace ninefold::explainer::NINEFOLD_VERSION
