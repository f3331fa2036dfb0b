// Patterns of the whole board that are proved by counting: as many cells as (unit, digit) pairs that cover them.
//
// Every cell needs a digit, and a unit gives a digit to at most one of the cells. If each candidate of n cells lies in one
// of n pairs (unit, digit), every pair is used up inside the cells, and the rest of its unit loses the digit.
//
//   1. Multi-sector locked sets: the open cells where some rows and some columns cross; each digit is covered either by
//      these rows or by these columns, whichever are fewer.
//   2. SK loop: eight pairs of cells around four filled cells at the corners of a rectangle. Neighbouring pairs share a
//      box or a line, and pass some digits through it.
//
// Evidence: subset: the cells; cover: one part per unit with the digits counted there; truths: the cells.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "logic/finder.hpp"

namespace ninefold::logic {

// Cells and what covers them; the digits of a unit that covers none are 0.
template <int W>
struct Counted {
    Cells<W> cells;
    std::array<Digits, Limits<W>::units> covers{};

    [[nodiscard]] Cells<W> gone(const Position<W>& p, int unit, int digit) const { return p.places(unit, digit) - cells; }
    [[nodiscard]] Digits& of(int unit) { return covers[static_cast<std::size_t>(unit)]; }
    [[nodiscard]] Digits of(int unit) const { return covers[static_cast<std::size_t>(unit)]; }
};

template <int W>
void give_counted(Finder<W>& f, Technique technique, const Counted<W>& pattern, std::set<std::vector<Candidate>>& known) {
    auto& step = f.start(technique);
    for (int unit = 0; unit < f.l.unit_count(); ++unit) {
        for (const int digit : each(pattern.of(unit))) step.remove(pattern.gone(f.p, unit, digit), digit);
    }
    std::sort(step.removes.begin(), step.removes.end());
    step.removes.erase(std::unique(step.removes.begin(), step.removes.end()), step.removes.end());
    if (step.empty() || !known.insert(step.removes).second) return;
    if (f.evidence()) {
        step.add(Role::subset, f.p.candidates_in(pattern.cells), pattern.cells);
        for (int unit = 0; unit < f.l.unit_count(); ++unit) {
            const Digits digits = pattern.of(unit);
            if (digits) step.add(Role::cover, digits, f.l.unit(unit) & f.p.open(), unit);
        }
        for (const int cell : pattern.cells) step.truths.push_back(cell_truth(cell));
    }
    f.give();
}

template <int W>
class MultiSector {
  public:
    using Set = Cells<W>;
    static constexpr int least_lines = 3, most_lines = 6;

    explicit MultiSector(Finder<W>& finder) : f_(finder), n_(finder.l.n) {}

    void find() {
        if (W > 2) return;  // all sets of rows and columns are compared
        for (Digits lines = 0; lines < bit(n_); ++lines) {
            if (count(lines) < least_lines || count(lines) > most_lines) continue;
            sets_.push_back(lines);
            add_places(0, lines, columns_of_);
            add_places(n_, lines, rows_of_);
        }
        for (std::size_t r = 0; r < sets_.size(); ++r) {
            for (std::size_t c = 0; c < sets_.size(); ++c) compare(r, c);
        }
        std::sort(found_.begin(), found_.end());
        std::set<std::vector<Candidate>> known;
        for (const auto& [size, pair] : found_) {
            for (const bool rows_first : {true, false}) {
                if (f_.done()) return;
                const Counted<W> found = pattern(pair.first, pair.second, rows_first);
                if (is_mixed(found)) give_counted(f_, Technique::multi_sector_locked_sets, found, known);
            }
        }
    }

  private:
    using Places = std::vector<std::array<Digits, Limits<W>::digits>>;

    // For each digit: the lines across in which it has a place in one of these lines.
    void add_places(int first_line, Digits lines, Places& into) {
        auto& row = into.emplace_back();
        for (const int i : each(lines)) {
            for (int digit = 0; digit < n_; ++digit) row[static_cast<std::size_t>(digit)] |= f_.p.positions(first_line + i, digit);
        }
    }

    // Keeps the pair if cells and covers are equal in number.
    void compare(std::size_t r, std::size_t c) {
        int covers = 0;
        for (std::size_t digit = 0; digit < static_cast<std::size_t>(n_); ++digit) {
            covers += std::min(count(columns_of_[r][digit] & sets_[c]), count(rows_of_[c][digit] & sets_[r]));
        }
        if (covers > count(sets_[r]) * count(sets_[c])) return;
        if (covers == (cells(r, c) & f_.p.open()).size()) found_.push_back({covers, {r, c}});
    }

    [[nodiscard]] Set cells(std::size_t r, std::size_t c) const {
        Set rows, columns;
        for (const int i : each(sets_[r])) rows |= f_.l.unit(i);
        for (const int i : each(sets_[c])) columns |= f_.l.unit(n_ + i);
        return rows & columns;
    }

    // With only rows or only columns it is nothing but hidden subsets.
    [[nodiscard]] bool is_mixed(const Counted<W>& found) const {
        Digits rows = 0, columns = 0;
        for (int i = 0; i < n_; ++i) rows |= found.of(i), columns |= found.of(n_ + i);
        return rows && columns;
    }

    // `rows_first` says which lines cover a digit that needs equally many of both.
    [[nodiscard]] Counted<W> pattern(std::size_t r, std::size_t c, bool rows_first) const {
        Counted<W> found{cells(r, c) & f_.p.open(), {}};
        for (int digit = 0; digit < n_; ++digit) {
            const Digits columns = columns_of_[r][static_cast<std::size_t>(digit)] & sets_[c];
            const Digits rows = rows_of_[c][static_cast<std::size_t>(digit)] & sets_[r];
            const bool few_rows = count(rows) < count(columns) + (rows_first ? 1 : 0);
            for (const int i : each(few_rows ? rows : columns)) found.of(few_rows ? i : n_ + i) |= bit(digit);
        }
        return found;
    }

    Finder<W>& f_;
    int n_;
    std::vector<Digits> sets_;    // of lines
    Places columns_of_, rows_of_;  // of each set of rows, and of each set of columns
    std::vector<std::pair<int, std::pair<std::size_t, std::size_t>>> found_;
};

// The standard 9×9 board only: boxes of three rows and columns.
template <int W>
class SkLoop {
  public:
    using Set = Cells<W>;

    explicit SkLoop(Finder<W>& finder) : f_(finder) {}

    void find() {
        if (!f_.l.is_standard()) return;
        for (int top = 0; top < 6; ++top) {
            for (int bottom = top / 3 * 3 + 3; bottom < 9; ++bottom) {
                for (int left = 0; left < 6; ++left) {
                    for (int right = left / 3 * 3 + 3; right < 9; ++right) try_corners(top, bottom, left, right);
                }
            }
        }
    }

  private:
    static constexpr int links = 8, cells_in_loop = 16, most_digits = 3;

    void try_corners(int top, int bottom, int left, int right) {
        for (const int corner : {top * 9 + left, top * 9 + right, bottom * 9 + left, bottom * 9 + right}) {
            if (!f_.p.value(corner)) return;
        }
        // Around the loop: a pair in a column, then one in a row of the same box, then one in the same row, and so on.
        const std::array<std::array<int, 2>, 4> corners{{{top, left}, {top, right}, {bottom, right}, {bottom, left}}};
        for (std::size_t i = 0; i < 4; ++i) {
            const auto [row, column] = corners[i];
            const int corner = row * 9 + column, box = f_.l.unit_of(corner, Kind::box);
            const int first = i % 2 == 0 ? 9 + column : row, second = i % 2 == 0 ? row : 9 + column;
            for (const auto [k, unit, link] : {std::array{2 * i, static_cast<std::size_t>(first), static_cast<std::size_t>(box)},
                                               std::array{2 * i + 1, static_cast<std::size_t>(second), static_cast<std::size_t>(second)}}) {
                pair_[k] = f_.l.unit(static_cast<int>(unit)) & f_.l.unit(box) & f_.p.open();
                if (pair_[k].size() != 2) return;
                digits_[k] = f_.p.candidates_in(pair_[k]);
                link_[k] = static_cast<int>(link);
            }
        }
        for (const Digits last : shares(7)) {
            chosen_[7] = last;
            choose(0, last, count(last));
            if (f_.done()) return;
        }
    }

    // The digits that a link can pass on: up to three that both its pairs have.
    [[nodiscard]] std::vector<Digits> shares(std::size_t link) const {
        const Digits both = digits_[link] & digits_[(link + 1) % links];
        std::vector<Digits> found;
        for (Digits some = both; some; some = (some - 1) & both) {
            if (count(some) <= most_digits) found.push_back(some);
        }
        return found;
    }

    // Pair i has only digits of the links before and after it.
    void choose(std::size_t i, Digits before, int used) {
        const Digits need = digits_[i] & ~before;
        if (i == links - 1) {
            if ((need & ~chosen_[7]) == 0 && used == cells_in_loop) give();
            return;
        }
        if ((need & ~digits_[i + 1]) != 0) return;
        for (const Digits some : shares(i)) {
            if ((need & ~some) != 0 || used + count(some) > cells_in_loop) continue;
            chosen_[i] = some;
            choose(i + 1, some, used + count(some));
            if (f_.done()) return;
        }
    }

    void give() {
        Counted<W> pattern;
        for (std::size_t i = 0; i < links; ++i) {
            pattern.cells |= pair_[i];
            pattern.of(link_[i]) |= chosen_[i];
        }
        give_counted(f_, Technique::sk_loop, pattern, known_);
    }

    Finder<W>& f_;
    std::array<Set, links> pair_{};
    std::array<Digits, links> digits_{}, chosen_{};  // of pair i; of the link from pair i to the next
    std::array<int, links> link_{};                  // the unit of that link
    std::set<std::vector<Candidate>> known_;
};

}  // namespace ninefold::logic
