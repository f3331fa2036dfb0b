// Bivalue universal grave: if every open cell had two candidates, and every digit two places or none in every unit, the
// two candidates of all cells could be exchanged. So one of the candidates that are too many, the guardians, holds.
//
// 1. One guardian: it holds.
// 2. Guardians of one digit: what sees all of them loses the digit.
// 3. Guardians in cells of one unit: they act as one cell of a naked subset with other cells of that unit.
// 4. Guardians in two cells of a unit that has no other place for one of their other digits, x: one cell takes x, the
//    other a guardian, so both lose what is neither.
#pragma once

#include <array>
#include <cstddef>

#include "logic/finder.hpp"

namespace ninefold::logic {

template <int W>
class Bug {
  public:
    using Set = Cells<W>;

    Bug(Finder<W>& finder, Technique technique) : f_(finder), technique_(technique) {}

    void find() {
        const std::size_t most = technique_ == Technique::bug_1 ? 1 : max_rich;
        for (const int cell : f_.p.open() - f_.p.with(2)) {
            const int n = count(f_.p.candidates(cell));
            if (n < 2 || n > 5 || rich_ == most) return;
            rich_cells_[rich_++] = cell;
        }
        if (rich_) choose(0);
    }

  private:
    static constexpr std::size_t max_rich = 4;  // cells with more than two candidates

    // Chooses, cell by cell, which two candidates are not guardians.
    void choose(std::size_t i) {
        if (f_.done()) return;
        if (i == rich_) {
            if (is_grave()) conclude();
            return;
        }
        const Digits own = f_.p.candidates(rich_cells_[i]);
        for (const int a : each(own)) {
            for (const int b : each(own & ~(bit(a + 1) - 1))) {
                guards_[i] = own & ~bit(a) & ~bit(b);
                choose(i + 1);
            }
        }
    }

    [[nodiscard]] bool is_grave() const {
        for (int unit = 0; unit < f_.l.unit_count(); ++unit) {
            for (int digit = 0; digit < f_.l.n; ++digit) {
                int n = count(f_.p.positions(unit, digit));
                for (std::size_t i = 0; i < rich_; ++i) {
                    n -= (guards_[i] & bit(digit)) != 0 && f_.l.unit(unit).has(rich_cells_[i]);
                }
                if (n != 0 && n != 2) return false;
            }
        }
        return true;
    }

    void conclude() {
        whole_ = {};
        more_ = 0;
        for (std::size_t i = 0; i < rich_; ++i) {
            whole_.add(rich_cells_[i]);
            more_ |= guards_[i];
        }
        if (technique_ == Technique::bug_1) return type_1();
        if (technique_ == Technique::bug_2) return type_2();
        for (int unit = 0; unit < f_.l.unit_count() && !f_.done(); ++unit) {
            if (rich_ < 2 || !whole_.in(f_.l.unit(unit))) continue;
            technique_ == Technique::bug_3 ? type_3(unit) : type_4(unit);
        }
    }

    Step<W>& start() {
        auto& step = f_.start(technique_);
        if (!f_.evidence()) return step;
        for (std::size_t i = 0; i < rich_; ++i) step.add(Role::guardian, guards_[i], Set::of(rich_cells_[i]));
        step.truths.push_back(pattern_truth());
        return step;
    }

    void type_1() {
        if (rich_ != 1 || !is_single(guards_[0])) return;
        auto& step = start();
        for (const int digit : each(f_.p.candidates(rich_cells_[0]) & ~guards_[0])) step.remove(rich_cells_[0], digit);
        f_.give();
    }

    void type_2() {
        if (rich_ < 2 || !is_single(more_)) return;
        start().remove(f_.l.seen_by_all(whole_) & f_.p.at(first(more_)), first(more_));
        f_.give();
    }

    void type_3(int unit) {
        count_ = 0;
        for (const int cell : (f_.p.open() & f_.l.unit(unit)) - whole_) cells_[count_++] = cell;
        extend(unit, 0, 0, more_, {});
    }
    void extend(int unit, std::size_t from, int chosen, Digits digits, const Set& cells) {
        if (chosen && count(digits) == chosen + 1) give_3(unit, digits, cells);
        for (std::size_t i = from; i < count_ && !f_.done(); ++i) {
            extend(unit, i + 1, chosen + 1, digits | f_.p.candidates(cells_[i]), cells | Set::of(cells_[i]));
        }
    }
    void give_3(int unit, Digits digits, const Set& cells) {
        auto& step = start();
        const Set losing = f_.l.unit(unit) - cells - whole_;
        for (const int digit : each(digits)) step.remove(losing & f_.p.at(digit), digit);
        if (f_.evidence()) {
            step.add(Role::subset, digits, cells, unit);
            for (const int cell : cells) step.truths.push_back(cell_truth(cell));
        }
        f_.give();
    }

    void type_4(int unit) {
        if (rich_ != 2) return;
        const Digits kept = f_.p.candidates(rich_cells_[0]) & ~guards_[0] & f_.p.candidates(rich_cells_[1]) & ~guards_[1];
        for (const int x : each(kept)) {
            if (!f_.p.lacks(unit, x) || !f_.p.places(unit, x).in(whole_)) continue;
            auto& step = start();
            for (std::size_t i = 0; i < 2; ++i) {
                const Digits gone = f_.p.candidates(rich_cells_[i]) & ~guards_[i] & ~bit(x);
                for (const int digit : each(gone)) step.remove(rich_cells_[i], digit);
            }
            if (f_.evidence()) step.truths.push_back(unit_truth(unit, x));
            if (f_.give()) return;
        }
    }

    Finder<W>& f_;
    Technique technique_;
    std::size_t rich_ = 0, count_ = 0;
    std::array<int, max_rich> rich_cells_{};
    std::array<Digits, max_rich> guards_{};
    Set whole_;
    Digits more_ = 0;
    std::array<int, Limits<W>::digits> cells_{};
};

}  // namespace ninefold::logic
