// Patterns of one digit: skyscraper, two-string kite, empty rectangle, and colours.
#pragma once

#include <utility>

#include "hodoku/units.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

// The two places of a digit in a unit.
struct Pair {
    int cell[2];
};

inline Pair pair_in(const Position& p, int unit, int digit) {
    const Bits set = p.places[digit][unit];
    return {{frame.cell[unit][lowest(set)], frame.cell[unit][lowest(set & (set - 1))]}};
}

inline int collect_pairs(const Position& p, const FewPlaces& few, int digit, int first, Pair* pairs) {
    int amount = 0;
    for (const int unit : each(few.pairs(digit) & 0x1FFU << first)) pairs[amount++] = pair_in(p, unit, digit);
    return amount;
}

inline bool find_skyscraper(const Position& p, const FewPlaces& few, Bits digits, Step& step) {
    for (const int first : {rows, columns}) {
        const auto across = [first](int cell) { return first == rows ? frame.column(cell) : frame.row(cell); };
        for (const int digit : each(digits)) {
            Pair pairs[9];
            const int amount = collect_pairs(p, few, digit, first, pairs);
            for (int i = 0; i < amount; ++i) {
                for (int j = i + 1; j < amount; ++j) {
                    const bool low = across(pairs[i].cell[0]) == across(pairs[j].cell[0]);
                    const bool high = across(pairs[i].cell[1]) == across(pairs[j].cell[1]);
                    if (low == high) continue;
                    const int a = pairs[i].cell[low], b = pairs[j].cell[low];
                    const Cells gone = p.at[digit] & frame.peers[a] & frame.peers[b];
                    step.remove(gone, digit);
                    if (!gone.empty()) return true;
                }
            }
        }
    }
    return false;
}

// Turns the pairs of a row and a column so that their first cells share a box.
inline bool turn_to_box(Pair& row, Pair& column) {
    for (const int a : {0, 1}) {
        for (const int b : {0, 1}) {
            if (frame.box(row.cell[a]) != frame.box(column.cell[b])) continue;
            if (a) std::swap(row.cell[0], row.cell[1]);
            if (b) std::swap(column.cell[0], column.cell[1]);
            return true;
        }
    }
    return false;
}

inline bool find_two_string_kite(const Position& p, const FewPlaces& few, Bits digits, Step& step) {
    for (const int digit : each(digits)) {
        Pair row_pairs[9], column_pairs[9];
        const int row_count = collect_pairs(p, few, digit, rows, row_pairs);
        const int column_count = collect_pairs(p, few, digit, columns, column_pairs);
        for (int i = 0; i < row_count; ++i) {
            for (int j = 0; j < column_count; ++j) {
                Pair &row = row_pairs[i], &column = column_pairs[j];  // stay turned for the pairs that follow
                if (!turn_to_box(row, column)) continue;
                if (row.cell[0] == column.cell[0] || row.cell[0] == column.cell[1] || row.cell[1] == column.cell[0] ||
                    row.cell[1] == column.cell[1]) {
                    continue;
                }
                const int cross = frame.row(column.cell[1]) * 9 + frame.column(row.cell[1]);
                if (!p.has(cross, digit)) continue;
                step.remove(cross, digit);
                return true;
            }
        }
    }
    return false;
}

// A box whose places lie in one row and one column, and a pair in a unit across one of these.
class EmptyRectangles {
  public:
    EmptyRectangles(const Position& position, const FewPlaces& few, Step& step)
        : p_(position), few_(few), step_(step) {}

    bool find(Bits digits) {
        for (const int digit : each(digits)) {
            digit_ = digit;
            for (box_ = 0; box_ < 9; ++box_) {
                const int places = p_.number_of_places(boxes + box_, digit_);
                if (places >= 2 && places <= 5 && find_in_box()) return true;
            }
        }
        return false;
    }

  private:
    bool find_in_box() {
        const Bits set = p_.places[digit_][boxes + box_];
        for (int r = 2; r >= 0; --r) {
            for (int c = 2; c >= 0; --c) {
                const Bits in_row = 7U << 3 * r, in_column = 0x49U << c;
                if (set & ~(in_row | in_column)) continue;
                if (!(set & in_row & ~in_column) || !(set & in_column & ~in_row)) continue;
                if (count(set & in_row) < 2 && count(set & in_column) < 2) continue;
                const int row = box_ / 3 * 3 + r, column = box_ % 3 * 3 + c;
                if (check(rows + row, columns + column) || check(columns + column, rows + row)) return true;
            }
        }
        return false;
    }

    // From a place on `line` outside the box, along its pair across, back to the other line of the rectangle.
    bool check(int line, int other) {
        const int across = line < columns ? columns : rows;
        for (int i = 0; i < 9; ++i) {
            const int cell = frame.cell[line][i];
            if (frame.box(cell) == box_ || !p_.has(cell, digit_)) continue;
            if (!few_.is_pair(across + i, digit_)) continue;
            const Pair pair = pair_in(p_, across + i, digit_);
            const int end = pair.cell[pair.cell[0] == cell];
            const int goal = across == columns ? frame.row(end) * 9 + (other - columns) : (other - rows) * 9 + frame.column(end);
            if (frame.box(goal) == box_ || !p_.has(goal, digit_)) continue;
            step_.remove(goal, digit_);
            return true;
        }
        return false;
    }

    const Position& p_;
    const FewPlaces& few_;
    Step& step_;
    int digit_ = 0, box_ = 0;
};

// Clusters of places joined by pairs, in two colours each.
class Colours {
  public:
    Colours(const Position& position, const FewPlaces& few, Step& step) : p_(position), few_(few), step_(step) {}

    bool find_simple(Bits digits) {
        for (const int digit : each(digits)) {
            digit_ = digit;
            colour();
            for (int i = 0; i < amount_; ++i) {
                const Cells* two = clusters_[i].colour;
                for (const int k : {0, 1}) {
                    if (sees_itself(two[k])) step_.remove(two[k], digit_);
                }
                if (step_.useful()) return true;
                remove_seen_by_both(two[0], two[1]);
                if (step_.useful()) return true;
            }
        }
        return false;
    }

    bool find_multi(Bits digits) {
        for (const int digit : each(digits)) {
            digit_ = digit;
            colour();
            for (int i = 0; i < amount_; ++i) {
                for (int j = 0; j < amount_; ++j) {
                    if (i != j && compare(clusters_[i].colour, clusters_[j].colour)) return true;
                }
            }
        }
        return false;
    }

  private:
    struct Cluster {
        Cells colour[2];
    };

    bool compare(const Cells* a, const Cells* b) {
        for (const int k : {0, 1}) {
            if (meet(a[k], b[0]) && meet(a[k], b[1])) step_.remove(a[k], digit_);
        }
        if (step_.useful()) return true;
        for (const int k : {0, 1}) {
            for (const int m : {0, 1}) {
                if (meet(a[k], b[m])) remove_seen_by_both(a[1 - k], b[1 - m]);
            }
        }
        return step_.useful();
    }

    static Cells seen_by_any(const Cells& set) {
        Cells seen;
        for (const int cell : cells_in(set)) seen |= frame.peers[cell];
        return seen;
    }
    static bool meet(const Cells& a, const Cells& b) { return !(seen_by_any(a) & b).empty(); }
    static bool sees_itself(const Cells& set) { return meet(set, set); }
    void remove_seen_by_both(const Cells& a, const Cells& b) {
        step_.remove(p_.at[digit_] & seen_by_any(a) & seen_by_any(b), digit_);
    }

    void colour() {
        amount_ = 0;
        left_ = {};
        for (const int unit : each(few_.pairs(digit_))) left_ |= p_.cells_for(unit, digit_);
        while (!left_.empty()) {
            clusters_[amount_] = {};
            spread(*cells_in(left_), 0);
            ++amount_;
        }
    }

    void spread(int cell, int which) {
        if (!left_.has(cell)) return;
        clusters_[amount_].colour[which].set(cell);
        left_.unset(cell);
        for (const int unit : frame.unit[cell]) {
            if (!few_.is_pair(unit, digit_)) continue;
            const Pair pair = pair_in(p_, unit, digit_);
            spread(pair.cell[pair.cell[0] == cell], 1 - which);
        }
    }

    const Position& p_;
    const FewPlaces& few_;
    Step& step_;
    int digit_ = 0, amount_ = 0;
    Cells left_;
    Cluster clusters_[20];
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
