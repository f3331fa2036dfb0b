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
#include <optional>
#include <span>

#include "logic/layout.hpp"
#include "logic/rows.hpp"
#include "logic/single_queues.hpp"

namespace ninefold::logic {

template <int W>
class Position {
  public:
    using Set = Cells<W>;
    using Limit = Limits<W>;
    using Word = typename Limit::Word;
    using Units = Cells<2>;  // a set of units, of which there are at most 128

    // The empty board.
    explicit Position(const Layout<W>& layout) : layout_(&layout), open_(layout.all_cells) {
        const auto all = static_cast<Word>(layout.all_digits);
        for (int cell = 0; cell < layout.cells; ++cell) candidates_[index(cell)] = all;
        for (std::size_t k = 0; k < planes; ++k) counts_[k] = layout.n >> k & 1 ? layout.all_cells : Set{};
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
        Set found = open_;
        for (std::size_t k = 0; k < planes; ++k) found = number >> k & 1 ? found & counts_[k] : found - counts_[k];
        return found;
    }
    // The positions of a digit in all units.
    [[nodiscard]] const auto& rows(int digit) const { return positions_[index(digit)]; }

    // The queues of singles; entries may have been placed since.
    [[nodiscard]] NakedQueue<W>& naked() { return naked_; }
    [[nodiscard]] const NakedQueue<W>& naked() const { return naked_; }
    [[nodiscard]] HiddenQueue<W>& hidden() { return hidden_; }
    // Takes the oldest hidden single out of its queue.
    std::optional<HiddenSingle> next_hidden() {
        return hidden_.next(*layout_, [&](int unit, int digit) { return is_single(positions(unit, digit)); });
    }

  private:
    static constexpr std::uint32_t never_one = 255;  // more than any unit can count down from
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    static constexpr bool is_single_word(Word set) { return (set ^ (set - 1U)) > set - 1U; }  // without a branch
    [[gnu::always_inline]] inline Set count_down(const Set& cells, const Set& filled);
    [[gnu::always_inline]] inline void fill(int unit, int cell);
    template <class Work>
    [[gnu::always_inline]] inline void with_seats(int cell, const Work& work);
    template <class Seats>
    [[gnu::always_inline]] inline void drop_from(const Seats& seats, int cell, Digits digits);
    [[gnu::always_inline]] inline Set drop_from_peers(int cell, int digit);
    [[gnu::always_inline]] inline void drop_from_units(int cell, int digit, const Set& lost);

    const Layout<W>* layout_;
    alignas(16) std::array<Word, Limit::padded_cells> candidates_{};
    alignas(16) std::array<std::array<Word, Limit::padded_units>, Limit::digits> positions_{};
    std::array<Set, Limit::digits> at_{};
    // How many candidates each cell has, in binary: counts_[k] has the cells whose number has bit k.
    static constexpr std::size_t planes = std::bit_width(static_cast<unsigned>(Limit::digits));
    std::array<Set, planes> counts_{};
    std::array<std::uint8_t, Limit::padded_cells> values_{};
    std::array<std::uint32_t, Limit::units> open_cells_{};  // of each unit: 65536 times their number, plus their sum
    Units almost_full_;
    Set open_, givens_;
    NakedQueue<W> naked_;
    HiddenQueue<W> hidden_;
};

// Sets are changed as a whole here, even by one cell: a CPU waits when it reads a set of which only a part was written.

template <int W>
void Position<W>::remove(int cell, int digit) {
    if (!can(cell, digit)) return;
    Word& own = candidates_[index(cell)];
    own = static_cast<Word>(own & ~bit(digit));
    naked_.add(count_down(layout_->only(cell), {}));
    with_seats(cell, [&](const auto& seats) { drop_from(seats, cell, bit(digit)); });
}

template <int W>
void Position<W>::place(int cell, int digit) {
    const Digits others = candidates(cell) & ~bit(digit);
    const Set only = layout_->only(cell);  // a copy: nothing that is written here can change it
    open_ -= only;
    const Set lost = drop_from_peers(cell, digit);
    drop_from_units(cell, digit, lost);
    candidates_[index(cell)] = 0;
    values_[index(cell)] = static_cast<std::uint8_t>(digit + 1);
    with_seats(cell, [&](const auto& seats) {
        for (const Seat seat : seats) fill(seat.unit, cell);
        drop_from(seats, cell, others);
    });
}

// This cell of the unit has been filled.
template <int W>
void Position<W>::fill(int unit, int cell) {
    const std::uint64_t few = (open_cells_[index(unit)] -= (1U << 16) + static_cast<std::uint32_t>(cell)) < 2U << 16;
    const std::size_t word = Limit::units > 64 ? index(unit) >> 6 : 0;
    almost_full_.words[word] ^= few << (unit & 63);  // there at one, and not at none
}

// Takes one candidate less into account in each of these cells (subtraction with borrow, for all of them at once), and
// none at all in `filled`. Returns the cells that have one candidate left by that.
template <int W>
typename Position<W>::Set Position<W>::count_down(const Set& cells, const Set& filled) {
    Set borrow = cells, above;
    for (std::size_t k = 0; k < planes; ++k) {
        const Set was = counts_[k] - filled;
        counts_[k] = was ^ borrow;
        borrow -= was;
        if (k > 0) above |= counts_[k];
    }
    return (cells & counts_[0]) - above;
}

// Calls `work` with the seats of a cell. A copy of the three that most cells have stays in registers, as no table of the
// position can be where it is.
template <int W>
template <class Work>
void Position<W>::with_seats(int cell, const Work& work) {
    const std::span<const Seat> seats = layout_->seats_of(cell);
    if (seats.size() == 3) work(std::array{seats[0], seats[1], seats[2]});
    else work(seats);
}

// Clears a cell from the places of these digits, and from their positions in all its units.
template <int W>
template <class Seats>
void Position<W>::drop_from(const Seats& seats, int cell, Digits digits) {
    const Set only = layout_->only(cell);
    for (const int digit : each(digits)) {
        at_[index(digit)] -= only;
        auto& row = positions_[index(digit)];
        for (const Seat seat : seats) {
            const auto left = static_cast<Word>(row[seat.unit] & ~bit(seat.position));
            row[seat.unit] = left;
            hidden_.add(seat.unit, digit, is_single_word(left) & (seat.full != 0));
        }
    }
}

// Clears the digit from the candidates of all peers, and returns those that had it. Peers left with one candidate become
// naked singles.
template <int W>
typename Position<W>::Set Position<W>::drop_from_peers(int cell, int digit) {
    const auto& peers = layout_->peer_mask[index(cell)];
    const Set only = layout_->only(cell);
    const auto gone = static_cast<Word>(bit(digit));
    for (std::size_t i = 0; i < Limit::padded_cells; ++i) {
        candidates_[i] = static_cast<Word>(candidates_[i] & ~(peers[i] & gone));
    }
    Set& places = at_[index(digit)];
    const Set lost = places & layout_->peers_of(cell);
    places -= lost | only;
    naked_.add(count_down(lost, only));
    return lost;
}

// Clears the digit from the positions of all units that lose a place. Units left with one become hidden singles.
template <int W>
void Position<W>::drop_from_units(int cell, int digit, const Set& lost) {
    auto& row = positions_[index(digit)];
    const auto& kept = layout_->kept[index(cell)];
    Units single;
    const auto end = static_cast<std::size_t>(layout_->unit_count());
    for (std::size_t from = 0; from < end; from += row_words) {
        single.words[from / 64] |= std::uint64_t{keep_bits(row.data() + from, kept.data() + from)} << from % 64;
    }
    single &= layout_->all_full();
    hidden_.add(single, digit, lost);
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
