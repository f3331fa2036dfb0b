// WXYZ-wings and larger ones, as SukakuExplainer 1.18.1 finds them.
//
// 1. A wing of size n is a base of n - 1 cells that see each other, with n digits between them, and a tip: a cell with
//    exactly two of these digits.
// 2. A digit of the tip is linked if the tip sees all cells of the base that have it. If one is linked, the other goes
//    from all cells that see the tip and those cells of the base that have it.
// 3. If both are linked, both go in this way, and every other digit goes from all cells that see it in the base.
// 4. The best is the lowest rating, then the most removals, then two linked digits before one, the largest number of
//    candidates in one cell of the base, the largest sum of them, then the first found. The sums are compared as text,
//    so 9 comes before 10.
#pragma once

#include "position.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

class LargeWing {
  public:
    // `size` is 4 for a WXYZ-wing, up to 7.
    LargeWing(const Position& position, int size, Step& step) : position_(position), size_(size), step_(step) {
        for (int cell = 0; cell < 81; ++cell) {
            const Bits digits = position.candidates[cell];
            for (const int digit : each(digits)) has_[digit].set(cell);
            if (count(digits) == 2) tips_.set(cell);
            if (count(digits) >= 2 && count(digits) <= size) usable_.set(cell);
        }
    }

    bool find() {
        if (!tips_.empty()) extend(0, usable_, 0, 0, 0);
        if (!found_) return false;
        step_.clear();
        for (int digit = 0; digit < 9; ++digit) {
            best_.of[digit].each([&](int cell) { step_.remove_one(cell, digit); });
        }
        static constexpr Technique names[] = {Technique::wxyz_wing, Technique::vwxyz_wing, Technique::uvwxyz_wing,
                                              Technique::tuvwxyz_wing};
        return step_.set(names[size_ - 4], rank_.rating);
    }

  private:
    struct ByDigit {
        Cells of[9];
    };

    struct WingRank {
        double rating;
        int removals, links, largest, sum;

        bool beats(const WingRank& other) const {
            if (rating != other.rating) return rating < other.rating;
            if (removals != other.removals) return removals > other.removals;
            if (links != other.links) return links > other.links;
            if (largest != other.largest) return largest > other.largest;
            return as_text(sum) > as_text(other.sum);
        }

        static int as_text(int number) { return number < 10 ? 10 * number : number; }
    };

    // Adds cells to the base in ascending order; `open` are those that see all cells so far.
    void extend(int cells, const Cells& open, Bits digits, int largest, int sum) {
        open.each([&](int cell) {
            const Bits here = position_.candidates[cell], all = digits | here;
            const int most = largest > count(here) ? largest : count(here);
            if (count(all) > size_) return;
            base_[cells] = cell;
            if (cells + 2 < size_) {
                extend(cells + 1, open & board.later_peers[cell], all, most, sum + count(here));
            } else if (count(all) == size_) {
                try_tips(all, most, sum + count(here));
            }
        });
    }

    void try_tips(Bits digits, int largest, int sum) {
        Cells near;
        ByDigit sees;  // all cells of the base that have a digit
        for (const int digit : each(digits)) sees.of[digit] = everywhere;
        for (int i = 0; i < size_ - 1; ++i) {
            const Cells& peers = board.peers[base_[i]];
            near |= peers;
            for (const int digit : each(position_.candidates[base_[i]])) sees.of[digit] &= peers;
        }
        (near & tips_).each([&](int tip) {
            const Bits pair = position_.candidates[tip];
            for (int i = 0; i < size_ - 1; ++i) {
                if (base_[i] == tip) return;
            }
            if (!(pair & ~digits)) try_tip(tip, digits, sees, largest, sum);
        });
    }

    // Rules 2 and 3.
    void try_tip(int tip, Bits digits, const ByDigit& sees, int largest, int sum) {
        const Bits pair = position_.candidates[tip];
        Bits linked = 0;
        for (const int digit : each(pair)) {
            if (sees.of[digit].has(tip)) linked |= bit(digit);
        }
        if (!linked) return;
        ByDigit removed;
        int in_pair[2], pairs = 0, others = 0;
        for (const int digit : each(pair)) {
            auto& cells = removed.of[digit];
            if (linked != bit(digit)) cells = has_[digit] & board.peers[tip] & sees.of[digit];
            in_pair[pairs++] = cells.size();
        }
        const bool both = linked == pair;
        for (const int digit : each(both ? digits & ~pair : 0)) {
            auto& cells = removed.of[digit];
            cells = has_[digit] & sees.of[digit];
            others += cells.size();
        }
        const int total = in_pair[0] + in_pair[1] + others;
        if (!total) return;
        // A wing with two links that uses only one of them counts as one with one.
        const bool counts_twice = both && (others || (in_pair[0] && in_pair[1]));
        const WingRank rank{rating(largest), total, counts_twice ? 2 : 1, largest, sum};
        if (found_ && !rank.beats(rank_)) return;
        found_ = true;
        rank_ = rank;
        best_ = removed;
    }

    double rating(int largest) const {
        const int off = largest > 3 ? largest - 3 : 3 - largest;
        if (size_ == 4) return 5.5 + (1 - off) * 0.1;
        if (size_ == 5) return 6.2 + (2 - off) * 0.1;
        return size_ == 6 ? 6.6 : 7.5;
    }

    static constexpr Cells everywhere{{~Word{0}, ~Word{0}}};

    const Position& position_;
    const int size_;
    Step& step_;
    Cells has_[9], tips_, usable_;
    int base_[6];
    bool found_ = false;
    WingRank rank_;
    ByDigit best_;
};

}  // namespace ninefold::explainer::NINEFOLD_VERSION
