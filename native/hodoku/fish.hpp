// Fish: k base units whose places for a digit lie in k cover units, but for some fins.
//
// Bases and covers are tried in ascending order; the digit comes first, then rows before columns as bases.
#pragma once

#include "hodoku/units.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

enum class Fins : std::uint8_t { none, finned, sashimi };

// How many lines across must at least be covered of these places, if at most two fins in one third are left out; for
// any part of a fish, this is at most its size. With three fins, nothing in their box would be covered.
struct Covers {
    std::uint8_t least[512];

    constexpr Covers() : least{} {
        for (unsigned set = 0; set < 512; ++set) {
            int all = 0, most = 0;
            for (int third = 0; third < 3; ++third) {
                const unsigned part = set >> 3 * third & 7;
                const int size = static_cast<int>((part & 1) + (part >> 1 & 1) + (part >> 2));
                all += size;
                most = size > most ? size : most;
            }
            least[set] = static_cast<std::uint8_t>(all - (most < 2 ? most : 2));
        }
    }
};

inline constexpr Covers covers_needed;

// Fish whose bases are rows and covers columns, or the other way round.
class LineFish {
  public:
    LineFish(const Position& position, const FewPlaces& few, Step& step) : p_(position), few_(few), step_(step) {}

    bool find(int size, Bits digits) {
        with_fins_ = false;
        return search(size, digits);
    }

    // The first fish with fins, or if there is none, the first sashimi.
    Fins find_finned(int size, Bits digits) {
        with_fins_ = true;
        sashimi_.clear();
        if (search(size, digits)) return Fins::finned;
        if (!sashimi_.useful()) return Fins::none;
        step_.removes = sashimi_.removes;
        return Fins::sashimi;
    }

  private:
    bool search(int size, Bits digits) {
        size_ = size;
        for (const int digit : each(digits)) {
            digit_ = digit;
            if (find_from(rows) || find_from(columns)) return true;
        }
        return false;
    }

    bool find_from(int first) {
        first_ = first;
        amount_ = 0;
        if (!with_fins_) {
            if (!is_possible()) return false;
            for (const int line : each(few_.units(size_, digit_) & 0x1FFU << first)) lines_[amount_++] = line;
        } else {
            for (int line = first; line < first + 9; ++line) {
                if (p_.places[digit_][line]) lines_[amount_++] = line;
            }
        }
        return extend(0, 0, 0, 0);
    }

    // The other lines across make a fish with the same effect, and smaller fish were looked for in vain.
    bool is_possible() const {
        int lines = 0;
        for (int line = first_; line < first_ + 9; ++line) lines += p_.places[digit_][line] != 0;
        return lines - size_ >= size_;
    }

    // `outside` are the places outside each band, ten bits for each.
    bool extend(int from, int taken, Bits places, Bits outside) {
        if (taken == size_) return with_fins_ ? use_finned(places) : use_plain(places);
        for (int i = from; i <= amount_ - size_ + taken; ++i) {
            const Bits here = p_.places[digit_][lines_[i]], more = places | here;
            const Bits more_outside = outside | (here * 0x100401 & ~(all_digits << (lines_[i] - first_) / 3 * 10));
            if (with_fins_ ? !may_have_fins(more, more_outside) : count(more) > size_) continue;
            base_[taken] = lines_[i];
            if (extend(i + 1, taken + 1, more, more_outside)) return true;
        }
        return false;
    }

    // Whether there are enough covers for all places outside some box.
    bool may_have_fins(Bits places, Bits outside) const {
        if (covers_needed.least[places] > size_) return false;
        for (int third = 0; third < 3; ++third) {
            const Bits beside = places & ~(7U << 3 * third);
            for (int band = 0; band < 3; ++band) {
                if (count((outside >> 10 * band & all_digits) | beside) <= size_) return true;
            }
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

    // The places left without a cover hold fins, so they are in the same third of the line. Covers are tried in ascending
    // order, so what is left in descending order.
    bool use_finned(Bits places) {
        const int left = count(places) - size_;
        for (int third = 2; left > 0 && third >= 0; --third) {
            if (count(places >> 3 * third & 7) <= left) continue;  // nothing in the box of the fins would be covered
            for (Bits three = 6; three > 0; --three) {
                const Bits open = three << 3 * third;
                if (count(three) == left && !(open & ~places) && use_covers(places & ~open)) return true;
            }
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
        if (fins > 5 || (is_sashimi && sashimi_.useful())) return false;
        const Bits stack = 7U << lowest(outside) / 3 * 3;
        if (outside & ~stack) return false;
        const int third = lowest(outside) / 3;
        const int box = boxes + (first_ == rows ? band * 3 + third : third * 3 + band);
        const Cells gone = (p_.at[digit_] & cover_cells(covers) & frame.cells_of[box]) - base_cells();
        (is_sashimi ? sashimi_ : step_).remove(gone, digit_);
        return !is_sashimi && !gone.empty();
    }

    const Position& p_;
    const FewPlaces& few_;
    Step& step_;
    Step sashimi_;  // the first
    int size_ = 0, digit_ = 0, first_ = 0, amount_ = 0;
    bool with_fins_ = false;
    int lines_[9], base_[9];
};

// Franken fish: boxes may be bases and covers too. A place in two bases is a fin; one in two covers can go.
class FrankenFish {
  public:
    FrankenFish(const Position& position, Step& step) : p_(position), step_(step) {}

    bool find(int size, bool finned, Bits digits) {
        size_ = size;
        finned_ = finned;
        for (const int digit : each(digits)) {
            digit_ = digit;
            if (find_from(rows) || find_from(columns)) return true;
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
        meeting_ = most_ = 0;
        Cells coverable;
        for (int i = 0; i < cover_count_; ++i) {
            bool is_used = false;
            for (int k = 0; k < size_; ++k) is_used |= used_[k] == cover_[i].unit;
            const Cells there = cover_[i].cells & base;
            if (is_used || there.empty()) continue;
            meets_[meeting_++] = cover_[i].cells;
            most_ = std::max(most_, there.size());
            coverable |= there;
        }
        const Cells fins = (base - coverable) | twice;  // whatever the covers are
        if (finned_ ? (seen_by_all(fins) & p_.at[digit_]).empty() : !fins.empty()) return false;
        return add_cover(0, 0, {}, {});
    }

    bool add_cover(int from, int taken, const Cells& all, const Cells& again) {
        if ((base_all_ - all).size() > (size_ - taken) * most_ + (finned_ ? max_fins : 0)) return false;
        if (taken == size_) return use(all, again);
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
    int most_ = 0;  // of the places that a cover can cover
    bool finned_ = false;
    Unit base_[18], cover_[18];
    Cells meets_[18], base_all_, twice_;
    int used_[9];
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
