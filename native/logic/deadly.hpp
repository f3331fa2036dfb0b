// A deadly pattern and its guardians: what all kinds of patterns conclude in the same way.
//
// One guardian holds. By where the guardians are:
// 1. All in one cell: that cell loses the digits of the pattern.
// 2. One digit: what sees all its cells loses it.
// 3. In two cells of a unit: the guardians act as one cell of a naked subset with other cells of that unit.
// 4. In two cells of a unit that has no other place for one of the digits: both cells lose the other digit.
#pragma once

#include <array>
#include <cstddef>

#include "logic/finder.hpp"

namespace ninefold::logic {

template <int W>
class DeadlyPattern {
  public:
    using Set = Cells<W>;

    DeadlyPattern(Finder<W>& finder, Technique technique) : f_(finder), technique_(technique) {}

  protected:
    // Reads the guardians of a pattern of two digits; false if its cells cannot make one, or if there are none.
    bool read(Digits two, const Set& one_class, const Set& other_class) {
        two_ = two;
        classes_ = {one_class, other_class};
        whole_ = one_class | other_class;
        extra_ = {};
        more_ = 0;
        for (const int cell : whole_) {
            const Digits own = f_.p.candidates(cell);
            if (!(own & two) || is_single(own)) return false;
            if (own & ~two) extra_.add(cell);
            more_ |= own & ~two;
        }
        return extra_.any();
    }

    [[nodiscard]] bool in_line() const {
        const int one = extra_.first();
        return extra_.size() == 2 && f_.l.sees(one, (extra_ - Set::of(one)).first());
    }
    Step<W>& start() {
        auto& step = f_.start(technique_);
        step.length = static_cast<std::int16_t>(whole_.size());
        if (!f_.evidence()) return step;
        for (const Set& cells : classes_) step.add(Role::rectangle, two_, cells);
        for (const int cell : extra_) step.add(Role::guardian, f_.p.candidates(cell) & ~two_, Set::of(cell));
        step.truths.push_back(pattern_truth());
        return step;
    }

    void type_1() {
        if (extra_.size() != 1) return;
        auto& step = start();
        for (const int digit : each(two_)) step.remove(extra_ & f_.p.at(digit), digit);
        f_.give();
    }

    void type_2() {
        if (!is_single(more_)) return;
        const Set gone = f_.l.seen_by_all(extra_) & f_.p.at(first(more_));
        if (!gone.any()) return;
        start().remove(gone, first(more_));
        f_.give();
    }

    void type_3() {
        for (const Seat seat : f_.l.seats_of(extra_.first())) {
            if (!extra_.in(f_.l.unit(seat.unit))) continue;
            count_ = 0;
            for (const int cell : (f_.p.open() & f_.l.unit(seat.unit)) - whole_) cells_[count_++] = cell;
            choose(seat.unit, 0, 0, more_, {});
            if (f_.done()) return;
        }
    }
    void choose(int unit, std::size_t from, int chosen, Digits digits, const Set& cells) {
        if (chosen && count(digits) == chosen + 1) give_3(unit, digits, cells);
        for (std::size_t i = from; i < count_ && !f_.done(); ++i) {
            const Digits more = digits | f_.p.candidates(cells_[i]);
            if (count(more) <= static_cast<int>(count_)) choose(unit, i + 1, chosen + 1, more, cells | Set::of(cells_[i]));
        }
    }
    void give_3(int unit, Digits digits, const Set& cells) {
        Set homes;
        for (const Seat seat : f_.l.seats_of(extra_.first())) {
            if ((cells | extra_).in(f_.l.unit(seat.unit))) homes |= f_.l.unit(seat.unit);
        }
        homes -= cells | whole_;
        auto& step = start();
        for (const int digit : each(digits)) step.remove(homes & f_.p.at(digit), digit);
        if (f_.evidence()) {
            step.add(Role::subset, digits, cells, unit);
            for (const int cell : cells) step.truths.push_back(cell_truth(cell));
        }
        f_.give();
    }

    void type_4() {
        for (const Seat seat : f_.l.seats_of(extra_.first())) {
            if (!extra_.in(f_.l.unit(seat.unit))) continue;
            for (const int digit : each(two_)) {
                if (!f_.p.lacks(seat.unit, digit) || !f_.p.places(seat.unit, digit).in(extra_)) continue;
                const int other = first(two_ & ~bit(digit));
                auto& step = start();
                step.remove(extra_ & f_.p.at(other), other);
                if (f_.evidence()) step.truths.push_back(unit_truth(seat.unit, digit));
                if (f_.give()) return;
            }
        }
    }

    Finder<W>& f_;
    Technique technique_;
    Digits two_ = 0, more_ = 0;
    std::array<Set, 2> classes_;
    Set whole_, extra_;

  private:
    std::array<int, Limits<W>::digits> cells_{};
    std::size_t count_ = 0;
};

}  // namespace ninefold::logic
