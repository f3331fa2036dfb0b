// The pieces of a notation: cells, digits and units written together, and what follows from a step.
//
// 1. Cells are written together: those in the row of the first cell, else those in its column (r1c23, r45c6).
// 2. Removed candidates are grouped by digit, in the order in which the digits come up.
// 3. Boards above 9×9 need two figures for a row, so nothing is written together there.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "logic/layout.hpp"
#include "logic/names.hpp"
#include "logic/step.hpp"

namespace ninefold::logic {

// A digit as boards write it: 1 to 9, then letters.
constexpr char symbol(int digit) { return static_cast<char>(digit < 9 ? '1' + digit : 'A' + digit - 9); }

template <int W>
class Text {
  public:
    using Set = Cells<W>;

    Text(const Layout<W>& layout, const Names& names, std::string& out) : l_(layout), names_(names), out_(out) {}

    Text& operator<<(std::string_view words) { return out_.append(words), *this; }
    Text& operator<<(char sign) { return out_.push_back(sign), *this; }
    Text& operator<<(int number) {
        if (number >= 0 && number < 10) return *this << static_cast<char>('0' + number);
        std::array<char, 12> figures;
        const auto end = std::to_chars(figures.data(), figures.data() + figures.size(), number).ptr;
        return *this << std::string_view(figures.data(), static_cast<std::size_t>(end - figures.data()));
    }

    // r4c7
    Text& cell(int cell) {
        const int row = cell / l_.n, column = cell % l_.n;
        if (l_.n > 9) return *this << 'r' << row + 1 << 'c' << column + 1;
        const std::array<char, 4> signs{'r', symbol(row), 'c', symbol(column)};  // at once, as most text is this
        return *this << std::string_view(signs.data(), signs.size());
    }
    // r4c7=5, or with <> for a candidate that fails
    Text& claim(const Candidate& c, bool holds) {
        if (!holds) return cell(c.cell) << "<>" << symbol(c.digit);
        const std::array<char, 2> value{'=', symbol(c.digit)};
        return cell(c.cell) << std::string_view(value.data(), value.size());
    }

    // Rules 1 and 3.
    Text& cells(Set left) {
        if (l_.n > 9) return each_cell(left);
        for (std::string_view between; left.any(); between = ",") {
            const int one = left.first(), row = one / l_.n, column = one % l_.n;
            const Set beside = left & l_.unit(row), below = left & l_.unit(l_.n + column);
            const bool in_row = beside.size() > 1;
            *this << between << 'r';
            if (in_row) *this << row + 1;
            else for (const int cell : below) *this << cell / l_.n + 1;
            *this << 'c';
            if (in_row) for (const int cell : beside) *this << cell % l_.n + 1;
            else *this << column + 1;
            left -= in_row ? beside : below;
        }
        return *this;
    }
    // One by one: r1c2,r3c4
    Text& each_cell(const Set& set) {
        std::string_view between;
        for (const int c : set) (*this << between).cell(c), between = ",";
        return *this;
    }
    Text& digits(Digits set, std::string_view between = "") {
        std::string_view before;
        for (const int digit : each(set)) *this << before << symbol(digit), before = between;
        return *this;
    }
    // r1c23 {258}
    Text& set(const Part<W>& part) {
        return (cells(part.cells) << " {").digits(part.digits) << '}';
    }
    // r4; if the unit is missing, the first one is written
    Text& unit(int unit) { return *this << names_.units[static_cast<std::size_t>(std::max(unit, 0))]; }
    [[nodiscard]] bool is_box(int unit) const { return unit >= 0 && l_.kind(unit) == Kind::box; }
    // Units written together: r28, c36b4
    template <class Parts>
    Text& units(const Parts& parts) {
        for (const char letter : std::string_view("rcbdwx")) {
            std::string_view between;
            for (const Part<W>* part : parts) {
                if (part->unit < 0) continue;
                const std::string& name = names_.units[static_cast<std::size_t>(part->unit)];
                if (name[0] != letter) continue;
                if (between.data() == nullptr) *this << letter;
                *this << between << std::string_view(name).substr(1);
                between = l_.n < 10 ? "" : "/";
            }
        }
        return *this;
    }

    // What follows: r1c6=8, or the removed candidates (rule 2).
    Text& result(const Step<W>& step) {
        std::string_view between;
        for (const Candidate& c : step.places) (*this << between).claim(c, true), between = ", ";
        if (step.removes.empty()) return *this;
        order_removes(step);
        Digits done = 0;
        for (const Candidate& c : removes_) {
            if (done >> c.digit & 1) continue;
            done |= bit(c.digit);
            Set gone;
            for (const Candidate& other : removes_) {
                if (other.digit == c.digit) gone.add(other.cell);
            }
            (*this << between).cells(gone) << "<>" << symbol(c.digit);
            between = ", ";
        }
        return *this;
    }

  private:
    // HoDoKu sorts the removed candidates of some techniques by digit, of others by the unit that loses them.
    void order_removes(const Step<W>& step) {
        using enum Technique;
        removes_ = step.removes;
        std::sort(removes_.begin(), removes_.end());
        switch (step.technique) {
            case remote_pair:
            case aic:
            case grouped_aic:
            case continuous_nice_loop:
            case grouped_continuous_nice_loop:
                return std::stable_sort(removes_.begin(), removes_.end(),
                                        [](const Candidate& a, const Candidate& b) { return a.digit < b.digit; });
            case locked_pair:
            case locked_triple:
            case sue_de_coq: {
                const Set first = first_losing(step);
                std::stable_partition(removes_.begin(), removes_.end(), [&](const Candidate& c) { return first.has(c.cell); });
                return;
            }
            default: return;
        }
    }
    // The line of a locked subset, the box of a Sue de Coq.
    [[nodiscard]] Set first_losing(const Step<W>& step) const {
        if (step.parts.empty()) return {};
        if (step.technique == Technique::sue_de_coq) return l_.unit(std::max<int>(step.parts.back().unit, 0));
        for (const Set& unit : l_.units) {
            if (step.parts[0].cells.in(unit)) return unit;
        }
        return {};
    }

    const Layout<W>& l_;
    const Names& names_;
    std::string& out_;
    std::vector<Candidate> removes_;  // kept for its memory
};

}  // namespace ninefold::logic
