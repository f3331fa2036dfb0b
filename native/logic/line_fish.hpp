// Fish in rows and columns: k rows hold all their places for a digit in k columns, or the other way round.
//
// 1. Basic: the places of k base lines lie in k cover lines. Covers lose the digit outside the bases.
// 2. Finned: some base places (the fins) lie outside the covers. A candidate that sees every fin still goes: if it held,
//    no fin would, and the rest is a basic fish.
// 3. Sashimi: as finned, but some base has fewer than two places in the covers.
//
// Rule 2 is searched from the candidate that goes. If e held, the digit would be left in the places that e does not
// see; k base lines whose places there fit into k - 1 covers refute it, and the line through e is the k-th cover. Places
// of a line are one word (positions in it), so the search is unions of words.
#pragma once

#include <array>
#include <cstddef>
#include <set>
#include <tuple>

#include "logic/finder.hpp"

namespace ninefold::logic {

template <int W>
class LineFish {
  public:
    using Set = Cells<W>;

    LineFish(Finder<W>& finder, Technique technique) : f_(finder), technique_(technique) {
        using enum Technique;
        const int number = static_cast<int>(technique) - static_cast<int>(x_wing);
        size_ = number % 6 + 2;
        finned_ = technique >= finned_x_wing;
        sashimi_ = technique >= sashimi_x_wing;
    }

    void find() {
        for (const int digit : each(f_.digits_left(technique_))) {
            digit_ = digit;
            left_out_ = false;
            if (!f_.p.at(digit_).any()) continue;
            for (const Kind kind : {Kind::row, Kind::column}) {
                if (is_known(kind)) continue;
                base_kind_ = kind;
                finned_ ? find_finned() : find_basic();
                if (f_.done()) return;
            }
            f_.in_vain(technique_, bit(digit_));
            if (finned_ && !left_out_) f_.in_vain(after(technique_, sashimi_ ? -6 : 6), bit(digit_));
        }
    }

  private:
    // Rows are the first N units and columns the next N; position p of a row is in column p, and of a column in row p.
    [[nodiscard]] int first_base() const { return base_kind_ == Kind::row ? 0 : f_.l.n; }
    [[nodiscard]] int first_cover() const { return base_kind_ == Kind::row ? f_.l.n : 0; }

    // Whether a basic fish with these bases was found already, or searched in vain. The lines with places that it leaves
    // over hold those of as many cross lines, which is another basic fish, and removes the same.
    [[nodiscard]] bool is_known(Kind kind) {
        if (finned_ || !f_.searched) return false;
        const auto& few = f_.few();
        const auto lines = f_.l.all_of(Kind::row) | f_.l.all_of(Kind::column);
        if ((few.units(digit_, 1) & lines).any()) return false;
        const std::uint64_t several = (few.several(digit_) & lines).words[0];
        const int rows = count(several & f_.l.all_digits), others = rows - size_;
        if (others > size_ || count(several) != 2 * rows) return false;
        if (others == size_) return kind == Kind::column;  // rows come first
        return others < 2 || !(f_.digits_left(after(Technique::x_wing, others - 2)) & bit(digit_));
    }

    void find_basic() {
        lines_ = 0;
        if (size_ <= FewPlaces<W>::most) {  // mostly there are too few lines
            const auto few = f_.few().units(digit_, size_) - f_.few().units(digit_, 1);
            const auto bases = static_cast<Digits>(few.words[0] >> first_base()) & f_.l.all_digits;
            if (at_most(bases, size_ - 1)) return;
            for (const int i : each(bases)) add_line(i);
        } else {
            for (int i = 0; i < f_.l.n; ++i) {
                const Digits places = f_.p.positions(first_base() + i, digit_);
                if (without_first(places) && at_most(places, size_)) add_line(i);
            }
        }
        if (static_cast<int>(lines_) >= size_) choose(0, 0, 0, 0, size_, -1);
    }
    void add_line(int i) {
        line_[lines_] = i;
        places_[lines_++] = f_.p.positions(first_base() + i, digit_);
    }

    void find_finned() {
        for (const int cell : f_.p.at(digit_)) {
            const Set &row = f_.l.unit(cell / f_.l.n), &column = f_.l.unit(f_.l.n + cell % f_.l.n);
            if (!((f_.p.at(digit_) & f_.l.peers_of(cell)) - row - column).any()) continue;  // a fin would be there
            const int own = base_kind_ == Kind::row ? cell / f_.l.n : cell % f_.l.n;
            const Digits lines = few_left(cell) & ~bit(own);
            if (count(lines) < size_) continue;  // mostly
            lines_ = 0;
            for (const int i : each(lines)) {
                line_[lines_] = i;
                places_[lines_++] = left(first_base() + i, cell);
            }
            choose(0, 0, 0, 0, size_ - 1, cell);
            if (f_.done()) return;
        }
    }
    // The places of the digit in a line that a cell neither takes nor sees.
    [[nodiscard]] Digits left(int line, int cell) const {
        return f_.p.positions(line, digit_) & f_.l.kept[static_cast<std::size_t>(cell)][static_cast<std::size_t>(line)];
    }
    // The lines with some of these, but at most size - 1.
    [[nodiscard]] Digits few_left(int cell) const {
        Digits few = 0;
        if (size_ - 1 > FewPlaces<W>::most) {
            for (int i = 0; i < f_.l.n; ++i) {
                const Digits places = left(first_base() + i, cell);
                if (places && at_most(places, size_ - 1)) few |= bit(i);
            }
            return few;
        }
        const auto* places = f_.p.rows(digit_).data() + first_base();
        const auto* kept = f_.l.kept[static_cast<std::size_t>(cell)].data() + first_base();
        for (std::size_t from = 0; from < static_cast<std::size_t>(f_.l.n); from += row_words) {
            std::array<typename Limits<W>::Word, row_words> row;
            for (std::size_t k = 0; k < row_words; ++k) row[k] = places[from + k] & kept[from + k];
            few |= few_bits(row.data())[static_cast<std::size_t>(size_ - 1)] << from;
        }
        return few & f_.l.all_digits;
    }

    // Chooses base lines whose places together are at most `room`.
    void choose(std::size_t from, int chosen, Digits bases, Digits places, int room, int victim) {
        if (chosen == size_) {
            if (count(places) == room) victim < 0 ? check_basic(bases, places) : check_finned(bases, places, victim);
            return;
        }
        const std::size_t end = lines_ + static_cast<std::size_t>(chosen + 1 - size_);  // enough have to be left
        for (std::size_t i = from; i < end && !f_.enough(); ++i) {
            const Digits more = places | places_[i];
            if (at_most(more, room)) choose(i + 1, chosen + 1, bases | bit(line_[i]), more, room, victim);
        }
    }

    [[nodiscard]] Set lines(int first_line, Digits which) const {
        Set all;
        for (const int i : each(which)) all |= f_.l.unit(first_line + i);
        return all;
    }

    void check_basic(Digits bases, Digits covers) {
        const Set gone = (lines(first_cover(), covers) & f_.p.at(digit_)) - lines(first_base(), bases);
        if (gone.any()) give(bases, covers, {}, gone);
    }

    void check_finned(Digits bases, Digits places, int victim) {
        const int own = base_kind_ == Kind::row ? victim % f_.l.n : victim / f_.l.n;
        const Digits covers = places | bit(own);
        const Set base_cells = lines(first_base(), bases) & f_.p.at(digit_);
        const Set cover_cells = lines(first_cover(), covers) & f_.p.at(digit_);
        const Set fins = base_cells - cover_cells;
        const Set gone = (cover_cells - base_cells) & f_.l.seen_by_all(fins);
        if (!fins.any()) return;
        if (is_sashimi(bases, covers) != sashimi_) left_out_ = true;
        // Several victims may lead to the same fish, and not always the first of them.
        else if (reported_.insert({digit_, base_kind_, bases, covers}).second) give(bases, covers, fins, gone);
    }

    [[nodiscard]] bool is_sashimi(Digits bases, Digits covers) const {
        for (const int i : each(bases)) {
            if (!without_first(f_.p.positions(first_base() + i, digit_) & covers)) return true;
        }
        return false;
    }

    void give(Digits bases, Digits covers, const Set& fins, const Set& gone) {
        auto& step = f_.start(technique_);
        step.remove(gone, digit_);
        if (f_.evidence()) {
            for (const int i : each(bases)) {
                const int unit = first_base() + i;
                step.add(Role::base, bit(digit_), f_.p.places(unit, digit_), unit);
                step.truths.push_back(unit_truth(unit, digit_));
            }
            for (const int i : each(covers)) {
                const int unit = first_cover() + i;
                step.add(Role::cover, bit(digit_), f_.p.places(unit, digit_), unit);
            }
            if (fins.any()) step.add(Role::fin, bit(digit_), fins);
        }
        f_.give();
    }

    Finder<W>& f_;
    Technique technique_;
    int size_ = 0, digit_ = 0;
    bool finned_ = false, sashimi_ = false;
    bool left_out_ = false;  // a fish of the other kind: finned or sashimi
    Kind base_kind_ = Kind::row;
    std::size_t lines_ = 0;
    std::array<int, Limits<W>::digits> line_{};
    std::array<Digits, Limits<W>::digits> places_{};
    std::set<std::tuple<int, Kind, Digits, Digits>> reported_;  // finned fish: digit, kind of the bases, bases, covers
};

}  // namespace ninefold::logic
