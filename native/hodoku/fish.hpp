// Fish: k base units whose places for a digit lie in k cover units, but for some fins.
//
// Bases and covers are tried in ascending order; the digit comes first, then rows before columns as bases.
#pragma once

#include "hodoku/position.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

enum class Fins : std::uint8_t { none, finned, sashimi };

// Fish whose bases are rows and covers columns, or the other way round.
class LineFish {
  public:
    LineFish(const Position& position, Step& step) : p_(position), step_(step) {}

    bool find(int size, Fins fins) {
        size_ = size;
        fins_ = fins;
        for (digit_ = 0; digit_ < 9; ++digit_) {
            for (const int first : {rows, columns}) {
                if (find_from(first)) return true;
            }
        }
        return false;
    }

  private:
    bool find_from(int first) {
        first_ = first;
        amount_ = 0;
        for (int line = first; line < first + 9; ++line) {
            const Bits set = p_.places[digit_][line];
            if (set && (fins_ != Fins::none || count(set) <= size_)) lines_[amount_++] = line;
        }
        return extend(0, 0, 0);
    }

    bool extend(int from, int taken, Bits places) {
        if (taken == size_) return fins_ == Fins::none ? use_plain(places) : use_finned(places);
        const int most = fins_ == Fins::none ? size_ : size_ + 3;  // fins see a common cell, so they share a box
        for (int i = from; i <= amount_ - size_ + taken; ++i) {
            const Bits more = places | p_.places[digit_][lines_[i]];
            if (count(more) > most) continue;
            base_[taken] = lines_[i];
            if (extend(i + 1, taken + 1, more)) return true;
        }
        return false;
    }

    Cells base_cells() const {
        Cells set;
        for (int i = 0; i < size_; ++i) set |= frame.cells_of[base_[i]];
        return set;
    }
    Cells cover_cells(Bits covers) const {
        Cells set;
        for (const int place : each(covers)) set |= frame.cells_of[columns - first_ + place];
        return set;
    }

    bool use_plain(Bits places) {
        if (count(places) != size_) return false;
        const Cells gone = (p_.at[digit_] & cover_cells(places)) - base_cells();
        step_.remove(gone, digit_);
        return !gone.empty();
    }

    bool use_finned(Bits places) { return count(places) > size_ && choose(places, 0, 0); }

    // Tries the covers in ascending order.
    bool choose(Bits left, Bits covers, int taken) {
        if (taken == size_) return use_covers(covers);
        while (left) {
            const Bits one = left & (0U - left);
            left ^= one;
            if (count(left) + taken + 1 < size_) return false;
            if (choose(left, covers | one, taken + 1)) return true;
        }
        return false;
    }

    bool use_covers(Bits covers) {
        Bits outside = 0;
        int band = -1, fins = 0;
        bool is_sashimi = false;
        for (int i = 0; i < size_; ++i) {
            const Bits set = p_.places[digit_][base_[i]];
            is_sashimi |= count(set & covers) <= 1;
            if (!(set & ~covers)) continue;
            const int third = (base_[i] - first_) / 3;
            if (band >= 0 && band != third) return false;
            band = third;
            outside |= set & ~covers;
            fins += count(set & ~covers);
        }
        if (fins > 5 || is_sashimi != (fins_ == Fins::sashimi)) return false;
        const Bits stack = 7U << lowest(outside) / 3 * 3;
        if (outside & ~stack) return false;
        const int third = lowest(outside) / 3;
        const int box = boxes + (first_ == rows ? band * 3 + third : third * 3 + band);
        const Cells gone = (p_.at[digit_] & cover_cells(covers) & frame.cells_of[box]) - base_cells();
        step_.remove(gone, digit_);
        return !gone.empty();
    }

    const Position& p_;
    Step& step_;
    int size_ = 0, digit_ = 0, first_ = 0, amount_ = 0;
    Fins fins_ = Fins::none;
    int lines_[9], base_[9];
};

// Franken fish: boxes may be bases and covers too. A place in two bases is a fin; one in two covers can go.
class FrankenFish {
  public:
    FrankenFish(const Position& position, Step& step) : p_(position), step_(step) {}

    bool find(int size, bool finned) {
        size_ = size;
        finned_ = finned;
        for (digit_ = 0; digit_ < 9; ++digit_) {
            for (const int first : {rows, columns}) {
                if (find_from(first)) return true;
            }
        }
        return false;
    }

  private:
    static constexpr int max_fins = 5, max_double = 2;

    bool find_from(int first) {
        base_count_ = cover_count_ = 0;
        for (int unit = 0; unit < 27; ++unit) {
            const Cells there = p_.cells_for(unit, digit_);
            if (there.empty()) continue;
            const bool is_base = unit >= boxes || unit / 9 * 9 == first, is_cover = unit >= boxes || !is_base;
            if (is_base && (finned_ || there.size() <= size_)) base_[base_count_++] = {unit, there};
            if (is_cover) cover_[cover_count_++] = {unit, there};
        }
        return add_base(0, 0, {}, {});
    }

    bool add_base(int from, int taken, const Cells& all, const Cells& twice) {
        if (taken == size_) return search_covers(all, twice);
        for (int i = from; i <= base_count_ - size_ + taken; ++i) {
            const Cells again = twice | (all & base_[i].cells);
            if (!finned_ ? !again.empty() : again.size() > max_double) continue;
            used_[taken] = base_[i].unit;
            if (add_base(i + 1, taken + 1, all | base_[i].cells, again)) return true;
        }
        return false;
    }

    bool search_covers(const Cells& base, const Cells& twice) {
        base_all_ = base;
        twice_ = twice;
        meeting_ = 0;
        for (int i = 0; i < cover_count_; ++i) {
            bool is_used = false;
            for (int k = 0; k < size_; ++k) is_used |= used_[k] == cover_[i].unit;
            if (!is_used && !(cover_[i].cells & base).empty()) meets_[meeting_++] = cover_[i].cells;
        }
        return add_cover(0, 0, {}, {});
    }

    bool add_cover(int from, int taken, const Cells& all, const Cells& again) {
        if (taken == size_) return use(all, again);
        // Each cover takes at most nine places, and in practice three in a box or line that meets the rest.
        for (int i = from; i <= meeting_ - size_ + taken; ++i) {
            if (add_cover(i + 1, taken + 1, all | meets_[i], again | (all & meets_[i]))) return true;
        }
        return false;
    }

    bool use(const Cells& covers, const Cells& again) {
        const Cells fins = (base_all_ - covers) | twice_;
        Cells gone = covers - base_all_, own = again;
        if (finned_) {
            const int amount = fins.size();
            if (!amount || amount > max_fins) return false;
            const Cells seen = seen_by_all(fins);
            gone &= seen;
            own &= seen;
        } else if (!fins.empty()) {
            return false;
        }
        step_.remove(gone, digit_);
        step_.remove(own, digit_);
        return step_.useful();
    }

    struct Unit {
        int unit;
        Cells cells;
    };

    const Position& p_;
    Step& step_;
    int size_ = 0, digit_ = 0, base_count_ = 0, cover_count_ = 0, meeting_ = 0;
    bool finned_ = false;
    Unit base_[18], cover_[18];
    Cells meets_[18], base_all_, twice_;
    int used_[9];
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
