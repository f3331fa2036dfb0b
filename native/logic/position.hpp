// A position: the digits placed and the candidates left, kept up to date in three views.
//
//   candidates(cell)        the digits that can go into a cell
//   positions(unit, digit)  the positions of a unit that can take a digit
//   at(digit)               the cells that can take a digit
//
// Singles announce themselves. When the candidates of a cell fall to one, the cell joins the queue of naked singles;
// when the positions of a digit in a full unit fall to one, they join the queue of hidden singles. Queues are read
// oldest first, which is how people work outwards from what they just placed.
//
// `place` clears a digit from all peers with two passes over whole rows (the candidates of all cells, and the positions
// of the digit in all units) without branches, which compilers turn into vector code. The numbers of candidates are kept
// in binary, a set of cells for each binary digit, so that all peers are counted down at once.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "logic/layout.hpp"
#include "logic/rows.hpp"

namespace ninefold::logic {

template <int W>
class Position {
  public:
    using Set = Cells<W>;
    using Limit = Limits<W>;
    using Word = typename Limit::Word;
    using Units = Cells<2>;  // a set of units, of which there are at most 128

    struct Naked {
        std::int16_t cell;
    };
    // Not of bytes: after a byte was stored, compilers must read everything again that it could have been a part of.
    struct Hidden {
        std::int16_t unit, digit;
    };

    // The empty board.
    explicit Position(const Layout<W>& layout) : layout_(&layout), open_(layout.all_cells) {
        const auto all = static_cast<Word>(layout.all_digits);
        for (int cell = 0; cell < layout.cells; ++cell) candidates_[index(cell)] = all;
        for (std::size_t i = 0; i < static_cast<std::size_t>(W); ++i) {
            for (std::size_t k = 0; k < planes; ++k) counts_[i][k] = layout.n >> k & 1 ? layout.all_cells.words[i] : 0;
        }
        for (int digit = 0; digit < layout.n; ++digit) at_[index(digit)] = layout.all_cells;
        for (int unit = 0; unit < layout.unit_count(); ++unit) {
            const std::size_t size = layout.cells_of(unit).size();
            for (int digit = 0; digit < layout.n; ++digit) {
                positions_[index(digit)][index(unit)] = static_cast<Word>(bit(static_cast<int>(size)) - 1);
            }
            open_cells_[index(unit)] = (layout.is_full(unit) ? static_cast<std::uint32_t>(size) : never_one) << 16;
            for (const int cell : layout.cells_of(unit)) open_cells_[index(unit)] += static_cast<std::uint32_t>(cell);
        }
    }

    [[nodiscard]] const Layout<W>& layout() const { return *layout_; }
    [[nodiscard]] Digits candidates(int cell) const { return candidates_[index(cell)]; }
    [[nodiscard]] bool can(int cell, int digit) const { return candidates_[index(cell)] >> digit & 1; }
    [[nodiscard]] Digits positions(int unit, int digit) const { return positions_[index(digit)][index(unit)]; }
    [[nodiscard]] const Set& at(int digit) const { return at_[index(digit)]; }
    [[nodiscard]] Set places(int unit, int digit) const { return at(digit) & layout_->unit(unit); }
    // The digit placed in a cell, from 1; 0 if the cell is open.
    [[nodiscard]] int value(int cell) const { return values_[index(cell)]; }
    [[nodiscard]] const Set& open() const { return open_; }
    [[nodiscard]] const Set& givens() const { return givens_; }
    [[nodiscard]] bool solved() const { return !open_.any(); }
    // The open cells of a full unit; some large number for others.
    [[nodiscard]] int open_in(int unit) const { return static_cast<int>(open_cells_[index(unit)] >> 16); }
    // The open cell of a full unit that has only one.
    [[nodiscard]] int last_open(int unit) const { return static_cast<int>(open_cells_[index(unit)] & 0xffff); }
    // Whether "digit has a place in unit" is known and says something: the unit is full and lacks the digit.
    [[nodiscard]] bool lacks(int unit, int digit) const { return layout_->is_full(unit) && positions(unit, digit) != 0; }
    [[nodiscard]] Digits candidates_in(const Set& cells) const {
        Digits all = 0;
        for (const int cell : cells) all |= candidates(cell);
        return all;
    }
    // Whether an open cell has no candidate, or a full unit no place for a digit it lacks.
    [[nodiscard]] bool broken() const;

    void remove(int cell, int digit);
    void place(int cell, int digit);
    void give(int cell, int digit) {
        givens_.add(cell);
        place(cell, digit);
    }
    void mark_given(int cell) { givens_.add(cell); }

    // The full units with one open cell.
    [[nodiscard]] const Units& almost_full() const { return almost_full_; }
    // The open cells with this number of candidates.
    [[nodiscard]] Set with(int number) const {
        Set found;
        for (std::size_t i = 0; i < static_cast<std::size_t>(W); ++i) {
            found.words[i] = open_.words[i];
            for (std::size_t k = 0; k < planes; ++k) found.words[i] &= number >> k & 1 ? counts_[i][k] : ~counts_[i][k];
        }
        return found;
    }
    // The positions of a digit in all units.
    [[nodiscard]] const auto& rows(int digit) const { return positions_[index(digit)]; }

    // The queues of singles; entries may have been placed since.
    [[nodiscard]] std::span<const Naked> naked() const {
        return {naked_.data() + naked_out_, naked_in_ - naked_out_};
    }
    [[nodiscard]] std::span<const Hidden> hidden() const {
        return {hidden_.data() + hidden_out_, hidden_in_ - hidden_out_};
    }
    void skip_naked() { ++naked_out_; }
    void skip_hidden() { ++hidden_out_; }
    // The place of a cell in the queue of naked singles; -1 if it never was there.
    [[nodiscard]] int naked_place(int cell) const {
        const std::size_t place = naked_place_[index(cell)];
        return place < naked_in_ && naked_[place].cell == cell ? static_cast<int>(place) : -1;
    }

  private:
    static constexpr std::uint32_t never_one = 255;  // more than any unit can count down from
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    static constexpr bool is_single_word(Word set) { return (set ^ (set - 1U)) > set - 1U; }
    [[gnu::always_inline]] inline Set count_down(const Set& cells, const Set& filled);
    void fill(int unit, int cell);
    [[gnu::always_inline]] inline void drop_from_seats(int cell, Digits digits);
    [[gnu::always_inline]] inline void drop_from_peers(int cell, int digit);
    [[gnu::always_inline]] inline void drop_from_units(int cell, int digit);
    void insert_hidden(std::size_t first, int unit, int digit, int crossed_out);
    void announce_naked(int cell) {
        naked_place_[index(cell)] = static_cast<std::uint16_t>(naked_in_);
        naked_[naked_in_++] = {static_cast<std::int16_t>(cell)};
    }

    const Layout<W>* layout_;
    alignas(16) std::array<Word, Limit::padded_cells> candidates_{};
    alignas(16) std::array<std::array<Word, Limit::padded_units>, Limit::digits> positions_{};
    std::array<Set, Limit::digits> at_{};
    // How many candidates each cell has, in binary: counts_[i][k] has bit k of the number for each cell of word i.
    static constexpr std::size_t planes = std::bit_width(static_cast<unsigned>(Limit::digits));
    std::array<std::array<std::uint64_t, planes>, static_cast<std::size_t>(W)> counts_{};
    std::array<std::uint8_t, Limit::padded_cells> values_{};
    std::array<std::uint32_t, Limit::units> open_cells_{};  // of each unit: 65536 times their number, plus their sum
    Units almost_full_;
    Set open_, givens_;
    // A cell, and a digit of a unit, falls to one at most once, so the queues need not wrap around.
    std::size_t naked_in_ = 0, naked_out_ = 0, hidden_in_ = 0, hidden_out_ = 0;
    std::array<Naked, Limit::cells> naked_;
    std::array<std::uint16_t, Limit::cells> naked_place_{};
    std::array<Hidden, static_cast<std::size_t>(Limit::units) * Limit::digits + 1> hidden_;
    std::array<std::int16_t, Limit::units> crossed_out_;  // for the hidden singles of one placement: see there
};

// Sets are changed as a whole here, even by one cell: a CPU waits when it reads a set of which only a part was written.

template <int W>
void Position<W>::remove(int cell, int digit) {
    if (!can(cell, digit)) return;
    Word& own = candidates_[index(cell)];
    own = static_cast<Word>(own & ~bit(digit));
    if (count_down(layout_->only(cell), {}).any()) announce_naked(cell);
    drop_from_seats(cell, bit(digit));
}

template <int W>
void Position<W>::place(int cell, int digit) {
    const Digits others = candidates(cell) & ~bit(digit);
    const Set& only = layout_->only(cell);
    open_ -= only;
    drop_from_peers(cell, digit);
    drop_from_units(cell, digit);
    candidates_[index(cell)] = 0;
    values_[index(cell)] = static_cast<std::uint8_t>(digit + 1);
    for (const Seat seat : layout_->seats_of(cell)) fill(seat.unit, cell);
    drop_from_seats(cell, others);
}

// This cell of the unit has been filled.
template <int W>
void Position<W>::fill(int unit, int cell) {
    const std::uint64_t few = (open_cells_[index(unit)] -= (1U << 16) + static_cast<std::uint32_t>(cell)) < 2U << 16;
    almost_full_.words[index(unit) >> 6] ^= few << (unit & 63);  // there at one, and not at none
}

// Takes one candidate less into account in each of these cells (subtraction with borrow, for all of them at once), and
// none at all in `filled`. Returns the cells that have one candidate left by that.
template <int W>
typename Position<W>::Set Position<W>::count_down(const Set& cells, const Set& filled) {
    Set single;
    for (std::size_t i = 0; i < static_cast<std::size_t>(W); ++i) {
        std::uint64_t borrow = cells.words[i], above = 0;
        for (std::uint64_t& plane : counts_[i]) {
            const std::uint64_t was = plane & ~filled.words[i];
            plane = was ^ borrow;
            borrow &= ~was;
        }
        for (std::size_t k = 1; k < planes; ++k) above |= counts_[i][k];
        single.words[i] = cells.words[i] & counts_[i][0] & ~above;
    }
    return single;
}

// Clears a cell from the places of these digits, and from their positions in all its units.
template <int W>
void Position<W>::drop_from_seats(int cell, Digits digits) {
    const std::span<const Seat> seats = layout_->seats_of(cell);
    std::size_t in = hidden_in_;
    for (const int digit : each(digits)) {
        at_[index(digit)] -= layout_->only(cell);
        auto& row = positions_[index(digit)];
        for (const Seat seat : seats) {
            const auto left = static_cast<Word>(row[seat.unit] & ~bit(seat.position));
            row[seat.unit] = left;
            hidden_[in] = {seat.unit, static_cast<std::int16_t>(digit)};
            // Counted or not, without a branch that the CPU could not foresee.
            in += static_cast<std::size_t>(is_single_word(left)) & seat.full;
        }
    }
    hidden_in_ = in;
}

// Clears the digit from the candidates of all peers; those left with one candidate become naked singles, by cell.
template <int W>
void Position<W>::drop_from_peers(int cell, int digit) {
    const auto& peers = layout_->peer_mask[index(cell)];
    const auto gone = static_cast<Word>(bit(digit));
    for (std::size_t i = 0; i < Limit::padded_cells; ++i) {
        candidates_[i] = static_cast<Word>(candidates_[i] & ~(peers[i] & gone));
    }
    Set& places = at_[index(digit)];
    const Set lost = places & layout_->peers_of(cell);
    places -= lost | layout_->only(cell);
    const Set single = count_down(lost, layout_->only(cell));
    if (!single.any()) return;  // mostly
    for (const int peer : single) announce_naked(peer);
}

// Clears the digit from the positions of all units that lose a place. Units left with one become hidden singles, in the
// order in which a person who crosses out peer by peer would notice: by the last cell crossed out, then by unit.
template <int W>
void Position<W>::drop_from_units(int cell, int digit) {
    auto& row = positions_[index(digit)];
    const auto& kept = layout_->kept[index(cell)];
    const std::size_t first = hidden_in_;
    for (std::size_t from = 0; from < layout_->units.size(); from += row_words) {
        std::array<Word, row_words> lost;
        for (const int k : each(keep_bits(row.data() + from, kept.data() + from, lost.data()))) {
            const int unit = static_cast<int>(from) + k;
            if (!layout_->full[index(unit)]) continue;
            const int last = static_cast<int>(std::bit_width(static_cast<Digits>(lost[index(k)]))) - 1;
            insert_hidden(first, unit, digit, layout_->cell_at(unit, last));
        }
    }
}

// Announces a hidden single among those since `first`, by the cell crossed out last.
template <int W>
void Position<W>::insert_hidden(std::size_t first, int unit, int digit, int crossed_out) {
    std::size_t at = hidden_in_;
    for (; at > first && crossed_out_[at - 1 - first] > crossed_out; --at) {
        hidden_[at] = hidden_[at - 1];
        crossed_out_[at - first] = crossed_out_[at - 1 - first];
    }
    ++hidden_in_;
    hidden_[at] = {static_cast<std::int16_t>(unit), static_cast<std::int16_t>(digit)};
    crossed_out_[at - first] = static_cast<std::int16_t>(crossed_out);
}

template <int W>
bool Position<W>::broken() const {
    for (const int cell : open_) {
        if (!candidates(cell)) return true;
    }
    for (int unit = 0; unit < layout_->unit_count(); ++unit) {
        if (!layout_->is_full(unit)) continue;
        Digits there = 0;
        for (const int cell : layout_->cells_of(unit)) there |= value(cell) ? bit(value(cell) - 1) : candidates(cell);
        if (there != layout_->all_digits) return true;
    }
    return false;
}

}  // namespace ninefold::logic
