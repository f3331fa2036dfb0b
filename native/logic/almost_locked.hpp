// Almost locked sets: n cells of one unit that have n + 1 candidates between them. Once one of its digits is excluded
// from all its cells, the set is locked and keeps the others.
//
// Two sets have a restricted common digit if they cannot both hold it: every place of the digit in one sees every place
// in the other.
//
// A unit of 25 open cells has more sets than anybody can look at, so the size of sets is bounded on large boards, and
// so is their number on all.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "logic/position.hpp"
#include "logic/stop.hpp"

namespace ninefold::logic {

template <int W>
struct Als {
    Cells<W> cells;
    Digits digits = 0;
    std::array<Cells<W>, Limits<W>::digits> at{};    // of each digit: its places in the set
    std::array<Cells<W>, Limits<W>::digits> seen{};  // of each digit: its places outside that see all of those

    [[nodiscard]] const Cells<W>& places(int digit) const { return at[static_cast<std::size_t>(digit)]; }
    [[nodiscard]] const Cells<W>& sees(int digit) const { return seen[static_cast<std::size_t>(digit)]; }
};

// Set `to` has these restricted common digits with the set that lists it.
struct Restricted {
    int to;
    Digits digits;
};

template <int W>
class AlsList {
  public:
    using Set = Cells<W>;
    static constexpr int most_cells = W == 2 ? 8 : W == 4 ? 4 : 3;
    static constexpr std::size_t most_sets = 20000 / W;

    explicit AlsList(const Position<W>& position) : p_(position), l_(position.layout()) {
        for (int unit = 0; unit < l_.unit_count(); ++unit) {
            open_.clear();
            for (const int cell : l_.cells_of(unit)) {
                if (p_.candidates(cell)) open_.push_back(cell);
            }
            extend(unit, 0, 0, 0, {});
        }
    }

    [[nodiscard]] int size() const { return static_cast<int>(sets_.size()); }
    [[nodiscard]] const Als<W>& operator[](int i) const { return sets_[static_cast<std::size_t>(i)]; }

    // The restricted commons of a set, by partner. Sets may share cells, but none may lie inside the other, and no
    // shared cell may have the restricted digit (it would have to see itself).
    [[nodiscard]] const std::vector<Restricted>& partners(int i) {
        if (partners_.empty()) find_partners();
        return partners_[static_cast<std::size_t>(i)];
    }

  private:
    // Adds every set made of these cells and some of open_[from…].
    void extend(int unit, std::size_t from, int n, Digits digits, const Set& cells) {
        check_stop();
        if (n > 0 && count(digits) == n + 1 && is_first_unit(unit, cells)) add(cells, digits);
        if (n == most_cells || sets_.size() >= most_sets) return;
        for (; from < open_.size(); ++from) {
            const Digits more = digits | p_.candidates(open_[from]);
            if (count(more) > most_cells + 1) continue;
            Set next = cells;
            next.add(open_[from]);
            extend(unit, from + 1, n + 1, more, next);
        }
    }

    // A set may lie in several units; it is listed with the first of them.
    [[nodiscard]] bool is_first_unit(int unit, const Set& cells) const {
        for (const Seat seat : l_.seats_of(cells.first())) {
            if (seat.unit < unit && cells.in(l_.unit(seat.unit))) return false;
        }
        return true;
    }

    void add(const Set& cells, Digits digits) {
        Als<W>& set = sets_.emplace_back();
        set.cells = cells;
        set.digits = digits;
        for (const int digit : each(digits)) {
            const auto d = static_cast<std::size_t>(digit);
            set.at[d] = cells & p_.at(digit);
            set.seen[d] = l_.seen_by_all(set.at[d]) & p_.at(digit);
        }
    }

    // Sets are filed by digit and its first place, so that a set meets only those that begin in a place it sees.
    void find_partners() {
        const auto slot = [&](int digit, int cell) { return static_cast<std::size_t>(digit * l_.cells + cell); };
        std::vector<std::vector<int>> filed(slot(l_.n, 0));
        for (int i = 0; i < size(); ++i) {
            for (const int digit : each((*this)[i].digits)) filed[slot(digit, (*this)[i].places(digit).first())].push_back(i);
        }
        partners_.resize(sets_.size());
        std::vector<Digits> common(sets_.size());
        for (int i = 0; i < size(); ++i) {
            check_stop();
            std::vector<int> touched;
            const Als<W>& a = (*this)[i];
            for (const int digit : each(a.digits)) {
                for (const int cell : a.sees(digit)) {
                    for (const int j : filed[slot(digit, cell)]) {
                        const Als<W>& b = (*this)[j];
                        if (!b.places(digit).in(a.sees(digit)) || a.cells.in(b.cells) || b.cells.in(a.cells)) continue;
                        if (common[static_cast<std::size_t>(j)] == 0) touched.push_back(j);
                        common[static_cast<std::size_t>(j)] |= bit(digit);
                    }
                }
            }
            std::sort(touched.begin(), touched.end());
            for (const int j : touched) {
                partners_[static_cast<std::size_t>(i)].push_back({j, common[static_cast<std::size_t>(j)]});
                common[static_cast<std::size_t>(j)] = 0;
            }
        }
    }

    const Position<W>& p_;
    const Layout<W>& l_;
    std::vector<int> open_;
    std::vector<Als<W>> sets_;
    std::vector<std::vector<Restricted>> partners_;
};

}  // namespace ninefold::logic
