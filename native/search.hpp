// The search: finds the solutions of any layout up to 64 digits, one after the other.
//
//   1. A cell with one candidate left is placed: its digit leaves its peers.
//   2. A digit with one cell left in a full unit is placed there.
//   3. A cell without candidates, or a digit without a cell in a full unit, ends the guess.
//   4. Where nothing follows, the cell with the fewest candidates is tried, smallest digit first.
//
// It is asked in stretches (`advance`), so that whoever asks can look at the clock in between.
//
//   candidates   one 64-bit word a cell: bit d-1 is set while digit d is possible
//   frames       the saved candidates of every guess that stands, one after the other:
//                depth 0: [word of cell 0 … word of cell N²-1], depth 1: […], …
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace ninefold {

using Digits = std::uint64_t;  // a set of digits
using Cell = std::uint32_t;

inline constexpr int max_size = 64;

// Units, peers and which units a cell is in; made once a layout and shared by all its searches.
struct Board {
    Board(int size, std::vector<std::vector<Cell>> units);

    int size;
    std::size_t cells;
    std::vector<std::vector<Cell>> units;
    std::vector<std::vector<Cell>> peers;
    std::vector<std::vector<std::uint32_t>> full_units_of;  // the units of N cells: only those hold every digit
    Digits all;
};

enum class Progress { paused, found, ended };

class Search {
  public:
    // `digits` holds N² values, 0 for empty. Clashing digits are allowed: the search then just ends.
    Search(std::shared_ptr<const Board> board, std::span<const std::uint8_t> digits);

    // Searches on for at most `nodes` nodes, or until the next solution.
    Progress advance(std::uint64_t nodes);

    // The solution last found.
    [[nodiscard]] const std::vector<std::uint8_t>& digits() const { return solution_; }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

  private:
    struct Guess {
        Cell cell;
        Digits untried;
    };

    bool drop(Cell cell, Digits gone);
    bool place(Cell cell, Digits digit);
    bool propagate();
    bool hidden_singles(std::uint32_t unit);
    void mark(Cell cell);
    void forget();
    [[nodiscard]] Cell fewest() const;
    void push(Cell cell);
    bool try_next();

    std::shared_ptr<const Board> shared_;
    const Board& board_;
    std::vector<Digits> candidates_;
    std::vector<std::uint8_t> placed_;
    std::vector<Cell> singles_;             // to be placed (rule 1)
    std::vector<std::uint32_t> changed_;    // full units to look at again (rule 2)
    std::vector<std::uint8_t> is_changed_;
    std::vector<Digits> frames_;
    std::vector<std::uint8_t> placed_frames_;
    std::vector<Guess> guesses_;
    std::vector<std::uint8_t> solution_;
    std::uint64_t nodes_ = 0;
    bool alive_ = true;     // the candidates at hand may still lead somewhere
    bool ended_ = false;
};

}  // namespace ninefold
