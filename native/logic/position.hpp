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
// of the digit in all units) without branches, which compilers turn into vector code.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "logic/layout.hpp"

namespace ninefold::logic {

template <int W>
class Position {
  public:
    using Set = Cells<W>;
    using Limit = Limits<W>;
    using Word = typename Limit::Word;

    struct Naked {
        std::int16_t cell;
    };
    struct Hidden {
        std::uint8_t unit, digit;
    };

    // The empty board.
    explicit Position(const Layout<W>& layout) : layout_(&layout), open_(layout.all_cells) {
        const auto all = static_cast<Word>(layout.all_digits);
        for (int cell = 0; cell < layout.cells; ++cell) candidates_[index(cell)] = all;
        for (int digit = 0; digit < layout.n; ++digit) at_[index(digit)] = layout.all_cells;
        for (int unit = 0; unit < layout.unit_count(); ++unit) {
            const std::size_t size = layout.cells_of(unit).size();
            for (int digit = 0; digit < layout.n; ++digit) {
                positions_[index(digit)][index(unit)] = static_cast<Word>(bit(static_cast<int>(size)) - 1);
            }
            open_in_[index(unit)] = layout.is_full(unit) ? static_cast<std::uint8_t>(size) : never_one;
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
    [[nodiscard]] int open_in(int unit) const { return open_in_[index(unit)]; }
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

    // The queues of singles; entries may have been placed since.
    [[nodiscard]] std::span<const Naked> naked() const {
        return {naked_.data() + naked_out_, naked_in_ - naked_out_};
    }
    [[nodiscard]] std::span<const Hidden> hidden() const {
        return {hidden_.data() + hidden_out_, hidden_in_ - hidden_out_};
    }
    void skip_naked() { ++naked_out_; }
    void skip_hidden() { ++hidden_out_; }
    void forget_singles() { naked_in_ = naked_out_ = hidden_in_ = hidden_out_ = 0; }

  private:
    static constexpr std::uint8_t never_one = 255;  // more than any unit can count down from
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    void drop_from_peers(int cell, int digit);
    void drop_from_units(int cell, int digit);
    void announce_naked(int cell) { naked_[naked_in_++] = {static_cast<std::int16_t>(cell)}; }
    void announce_hidden(std::size_t unit, int digit) {
        hidden_[hidden_in_++] = {static_cast<std::uint8_t>(unit), static_cast<std::uint8_t>(digit)};
    }

    const Layout<W>* layout_;
    alignas(16) std::array<Word, Limit::padded_cells> candidates_{};
    alignas(16) std::array<std::array<Word, Limit::units>, Limit::digits> positions_{};
    std::array<Set, Limit::digits> at_{};
    std::array<std::uint8_t, Limit::padded_cells> values_{};
    std::array<std::uint8_t, Limit::units> open_in_{};
    Set open_, givens_;
    // A cell, and a digit of a unit, falls to one at most once, so the queues need not wrap around.
    std::size_t naked_in_ = 0, naked_out_ = 0, hidden_in_ = 0, hidden_out_ = 0;
    std::array<Naked, Limit::cells> naked_;
    std::array<Hidden, static_cast<std::size_t>(Limit::units) * Limit::digits> hidden_;
};

template <int W>
void Position<W>::remove(int cell, int digit) {
    if (!can(cell, digit)) return;
    Word& own = candidates_[index(cell)];
    own = static_cast<Word>(own & ~bit(digit));
    at_[index(digit)].drop(cell);
    if (is_single(own)) announce_naked(cell);
    for (const Seat seat : layout_->seats_of(cell)) {
        Word& word = positions_[index(digit)][seat.unit];
        word = static_cast<Word>(word & ~bit(seat.position));
        if (is_single(word) && layout_->full[seat.unit]) announce_hidden(seat.unit, digit);
    }
}

template <int W>
void Position<W>::place(int cell, int digit) {
    const Digits others = candidates(cell) & ~bit(digit);
    candidates_[index(cell)] = 0;
    values_[index(cell)] = static_cast<std::uint8_t>(digit + 1);
    open_.drop(cell);
    drop_from_peers(cell, digit);
    drop_from_units(cell, digit);
    for (const Seat seat : layout_->seats_of(cell)) --open_in_[seat.unit];
    for (const int other : each(others)) {
        at_[index(other)].drop(cell);
        for (const Seat seat : layout_->seats_of(cell)) {
            Word& word = positions_[index(other)][seat.unit];
            word = static_cast<Word>(word & ~bit(seat.position));
            if (is_single(word) && layout_->full[seat.unit]) announce_hidden(seat.unit, other);
        }
    }
}

// Clears the digit from the candidates of all peers; those left with one candidate become naked singles, by cell.
template <int W>
void Position<W>::drop_from_peers(int cell, int digit) {
    alignas(16) std::array<std::uint8_t, Limit::padded_cells> lonely;
    const auto& peers = layout_->peer_mask[index(cell)];
    const auto gone = static_cast<Word>(bit(digit));
    for (std::size_t i = 0; i < Limit::padded_cells; ++i) {
        const Word was = candidates_[i];
        const auto now = static_cast<Word>(was & ~(peers[i] & gone));
        candidates_[i] = now;
        lonely[i] = (was != now) & ((now & (now - 1)) == 0);
    }
    at_[index(digit)] -= layout_->peers_of(cell);
    at_[index(digit)].drop(cell);
    for (std::size_t i = 0; i < Limit::padded_cells; i += 8) {
        std::uint64_t eight;
        std::memcpy(&eight, lonely.data() + i, 8);
        for (; eight; eight &= eight - 1) {
            const int peer = static_cast<int>(i) + (std::countr_zero(eight) >> 3);
            if (candidates(peer)) announce_naked(peer);
        }
    }
}

// Clears the digit from the positions of all units that lose a place. Units left with one become hidden singles, in the
// order in which a person who crosses out peer by peer would notice: by the last cell crossed out, then by unit.
template <int W>
void Position<W>::drop_from_units(int cell, int digit) {
    alignas(16) std::array<std::uint8_t, Limit::units> lonely;
    alignas(16) std::array<Word, Limit::units> lost;
    auto& row = positions_[index(digit)];
    const auto& kept = layout_->kept[index(cell)];
    for (std::size_t u = 0; u < Limit::units; ++u) {
        const Word was = row[u];
        const auto now = static_cast<Word>(was & kept[u]);
        row[u] = now;
        lost[u] = was ^ now;
        lonely[u] = (was != now) & (now != 0) & ((now & (now - 1)) == 0);
    }
    std::array<std::uint32_t, Limit::units> found;
    std::size_t n = 0;
    for (std::size_t i = 0; i < Limit::units; i += 8) {
        std::uint64_t eight;
        std::memcpy(&eight, lonely.data() + i, 8);
        for (; eight; eight &= eight - 1) {
            const std::size_t u = i + static_cast<std::size_t>(std::countr_zero(eight) >> 3);
            const auto last = static_cast<std::size_t>(std::bit_width(static_cast<Digits>(lost[u])) - 1);
            if (layout_->full[u]) found[n++] = static_cast<std::uint32_t>(layout_->members[u][last]) << 8 | static_cast<std::uint32_t>(u);
        }
    }
    if (n > 1) std::sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(n));
    for (std::size_t i = 0; i < n; ++i) announce_hidden(found[i] & 255, digit);
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
