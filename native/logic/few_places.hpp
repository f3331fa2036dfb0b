// How many places each digit has in each unit, up to four: as far as subsets, line fish and strong links go. Counted for
// all units at once, when the first finder of a position asks for it.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "logic/position.hpp"
#include "logic/rows.hpp"

namespace ninefold::logic {

template <int W>
class FewPlaces {
  public:
    using Units = typename Position<W>::Units;
    static constexpr int most = 4;

    explicit FewPlaces(const Position<W>& position) : p_(position) {
        const auto& l = position.layout();
        const Units full = l.all_full();
        for (int digit = 0; digit < l.n; ++digit) {
            auto& own = units_[static_cast<std::size_t>(digit)];
            for (std::size_t from = 0; from < l.units.size(); from += row_words) {
                const Few few = few_bits(position.rows(digit).data() + from);
                for (std::size_t k = 0; k < few.size(); ++k) own[k].words[from / 64] |= std::uint64_t{few[k]} << from % 64;
            }
            for (Units& units : own) units &= full;
        }
    }

    // The full units with one to `number` places for the digit, and those with two.
    [[nodiscard]] const Units& units(int digit, int number) const {
        return units_[static_cast<std::size_t>(digit)][static_cast<std::size_t>(number)];
    }
    // The full units in which at least `number` digits have from two to `number` places.
    [[nodiscard]] Units units_with_few(int number) const {
        std::array<Units, most + 1> reached{};  // by 0 … 4 of the digits so far
        for (const auto& own : units_) {
            const Units with = own[static_cast<std::size_t>(number)] - own[1];
            for (auto k = static_cast<std::size_t>(number); k > 1; --k) reached[k] |= reached[k - 1] & with;
            reached[1] |= with;
        }
        return reached[static_cast<std::size_t>(number)];
    }
    [[nodiscard]] Units pairs(int digit) const { return units(digit, 2) - units(digit, 1); }

    // The full units in which the digit has two places or more.
    [[nodiscard]] const Units& several(int digit) const { return units_[static_cast<std::size_t>(digit)][0]; }

    // Whether a full unit has as many digits with two places or more as it has open cells, and each of those has two
    // candidates or more: then a naked subset of some of its cells is a hidden subset of the others, and each is found.
    [[nodiscard]] bool is_regular(int unit) {
        if (!regular_) regular_ = find_regular();
        return regular_->has(unit);
    }

  private:
    [[nodiscard]] Units find_regular() const {
        const auto& l = p_.layout();
        const auto few_candidates = p_.with(0) | p_.with(1);
        Units found;
        for (const int unit : l.all_full()) {
            int number = 0;
            for (int digit = 0; digit < l.n; ++digit) number += several(digit).has(unit);
            if (number == p_.open_in(unit) && !few_candidates.meets(l.unit(unit))) found.add(unit);
        }
        return found;
    }

    const Position<W>& p_;
    // Of each digit: the full units with one to k places, for k = 1 … 4; and at 0 those with more than one.
    std::array<std::array<Units, most + 1>, Limits<W>::digits> units_{};
    std::optional<Units> regular_;
};

}  // namespace ninefold::logic
