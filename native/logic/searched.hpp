// What was searched in vain, so that a walk does not search it again before it has changed.
//
// From step to step most of the board stays as it is. Where a finder looks at one digit, at one unit, or at one digit of
// one unit, and found nothing, it will find nothing there until a place is lost: what a pattern could remove only
// becomes less. Finders remember
//   by digit   fish, strong links, colours: the digit has to lose a place anywhere
//   by unit    locked candidates: the digit has to lose a place in the unit; subsets: any digit
//   by cell    wings without strong links: a cell has to lose a candidate
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "logic/position.hpp"
#include "logic/rows.hpp"
#include "logic/technique.hpp"

namespace ninefold::logic {

template <int W>
class Searched {
  public:
    using Word = typename Limits<W>::Word;
    using Set = Cells<W>;
    using Row = std::array<Word, Limits<W>::padded_units>;

    // Forgets everything.
    void clear() {
        if (!used_) return;
        by_digit_ = {};
        by_unit_ = {};
        by_cell_ = {};
        used_ = false;
    }

    // Forgets what has changed since the last call.
    void update(const Position<W>& p) {
        Row changed{};
        Digits digits = 0;
        Set cells;
        for (int digit = 0; digit < p.layout().n; ++digit) {
            const Row& now = p.rows(digit);
            Row& was = last_[index(digit)];
            if (now == was) continue;
            digits |= bit(digit);
            const auto own = static_cast<Word>(bit(digit));
            for (std::size_t u = 0; u < now.size(); ++u) changed[u] |= now[u] != was[u] ? own : Word{0};
            was = now;
            cells |= last_at_[index(digit)] - p.at(digit);
            last_at_[index(digit)] = p.at(digit);
        }
        used_ = true;
        for (Digits& in_vain : by_digit_) in_vain &= ~digits;
        for (Set& in_vain : by_cell_) in_vain -= cells;
        for (Row& in_vain : by_unit_) {
            for (std::size_t u = 0; u < changed.size(); ++u) in_vain[u] &= static_cast<Word>(~changed[u]);
        }
    }

    // Where a technique was searched in vain: the digits on the whole board, or in a unit; and the cells.
    [[nodiscard]] Digits& digits(Technique technique) { return by_digit_[static_cast<std::size_t>(technique)]; }
    [[nodiscard]] Word& digits(Technique technique, int unit) {
        return by_unit_[static_cast<std::size_t>(technique) - first_by_unit][index(unit)];
    }

    // In all units.
    void fill(Technique technique, Digits digits) {
        by_unit_[static_cast<std::size_t>(technique) - first_by_unit].fill(static_cast<Word>(digits));
    }

    // Those of these units in which some of these digits were not.
    [[nodiscard]] Cells<2> units_without(Technique technique, Digits digits, const Cells<2>& units) const {
        const Row& row = by_unit_[static_cast<std::size_t>(technique) - first_by_unit];
        Cells<2> found;
        for (std::size_t from = 0; from < row.size(); from += row_words) {
            found.words[from / 64] |= std::uint64_t{lacking(row.data() + from, static_cast<Word>(digits))} << from % 64;
        }
        return found & units;
    }

    [[nodiscard]] Set& cells(Technique technique) {
        return by_cell_[static_cast<std::size_t>(technique) - first_by_cell];
    }

  private:
    static constexpr std::size_t first_by_cell = static_cast<std::size_t>(Technique::xy_wing);
    static constexpr std::size_t last_by_cell = static_cast<std::size_t>(Technique::remote_pair);
    static constexpr std::size_t first_by_unit = static_cast<std::size_t>(Technique::pointing);
    static constexpr std::size_t last_by_unit = static_cast<std::size_t>(Technique::hidden_quad);
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    bool used_ = false;
    std::array<Row, Limits<W>::digits> last_{};
    std::array<Set, Limits<W>::digits> last_at_{};
    std::array<Digits, technique_count> by_digit_{};
    std::array<Row, last_by_unit - first_by_unit + 1> by_unit_{};
    std::array<Set, last_by_cell - first_by_cell + 1> by_cell_{};
};

}  // namespace ninefold::logic
