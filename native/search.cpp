#include "search.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

namespace ninefold {

Board::Board(int digits, std::vector<std::vector<Cell>> all_units)
    : size(digits), cells(static_cast<std::size_t>(digits) * static_cast<std::size_t>(digits)),
      units(std::move(all_units)), peers(cells), full_units_of(cells) {
    if (digits < 1 || digits > max_size) throw std::invalid_argument("a board has 1 to 64 digits");
    all = digits == max_size ? ~Digits{0} : (Digits{1} << digits) - 1;
    for (std::uint32_t u = 0; u < units.size(); ++u) {
        for (const Cell cell : units[u]) {
            if (cell >= cells) throw std::invalid_argument("a unit names a cell outside the board");
            peers[cell].insert(peers[cell].end(), units[u].begin(), units[u].end());
            if (units[u].size() == static_cast<std::size_t>(digits)) full_units_of[cell].push_back(u);
        }
    }
    for (Cell cell = 0; cell < cells; ++cell) {
        auto& list = peers[cell];
        std::ranges::sort(list);
        list.erase(std::ranges::unique(list).begin(), list.end());
        std::erase(list, cell);
    }
}

Search::Search(std::shared_ptr<const Board> board, std::span<const std::uint8_t> digits)
    : shared_(std::move(board)), board_(*shared_), candidates_(board_.cells, board_.all), placed_(board_.cells, 0),
      is_changed_(board_.units.size(), 0), solution_(board_.cells, 0) {
    if (digits.size() != board_.cells) throw std::invalid_argument("a grid has N² digits");
    if (std::ranges::any_of(digits, [&](std::uint8_t digit) { return digit > board_.size; })) {
        throw std::invalid_argument("a digit is larger than the board has");
    }
    for (Cell cell = 0; cell < board_.cells; ++cell) mark(cell);  // every full unit is looked at once
    for (Cell cell = 0; alive_ && cell < board_.cells; ++cell) {
        if (digits[cell] != 0) alive_ = drop(cell, board_.all & ~(Digits{1} << (digits[cell] - 1)));
    }
}

Progress Search::advance(std::uint64_t nodes) {
    for (const std::uint64_t last = nodes_ + nodes; !ended_ && nodes_ < last;) {
        ++nodes_;
        if (alive_ && propagate()) {
            const Cell cell = fewest();
            if (cell != board_.cells) {
                push(cell);
                ended_ = !try_next();
                continue;
            }
            std::ranges::transform(candidates_, solution_.begin(), [](Digits only) {
                return static_cast<std::uint8_t>(std::countr_zero(only) + 1);
            });
            ended_ = !try_next();
            return Progress::found;
        }
        forget();
        ended_ = !try_next();
    }
    return ended_ ? Progress::ended : Progress::paused;
}

// Takes candidates from a cell; false where none is left (rule 3).
bool Search::drop(Cell cell, Digits gone) {
    const Digits left = candidates_[cell] & ~gone;
    if (left == candidates_[cell]) return true;
    candidates_[cell] = left;
    if (left == 0) return false;
    if (std::has_single_bit(left)) singles_.push_back(cell);
    mark(cell);
    return true;
}

void Search::mark(Cell cell) {
    for (const std::uint32_t unit : board_.full_units_of[cell]) {
        if (!is_changed_[unit]) {
            is_changed_[unit] = 1;
            changed_.push_back(unit);
        }
    }
}

// Rule 1: the digit of a placed cell leaves its peers.
bool Search::place(Cell cell, Digits digit) {
    if (placed_[cell]) return true;
    placed_[cell] = 1;
    return std::ranges::all_of(board_.peers[cell], [&](Cell peer) { return drop(peer, digit); });
}

bool Search::propagate() {
    while (true) {
        while (!singles_.empty()) {
            const Cell cell = singles_.back();
            singles_.pop_back();
            if (!place(cell, candidates_[cell])) return false;
        }
        if (changed_.empty()) return true;
        const std::uint32_t unit = changed_.back();
        changed_.pop_back();
        is_changed_[unit] = 0;
        if (!hidden_singles(unit)) return false;
    }
}

// Rule 2, and the second half of rule 3.
bool Search::hidden_singles(std::uint32_t unit) {
    Digits once = 0;
    Digits twice = 0;
    for (const Cell cell : board_.units[unit]) {
        twice |= once & candidates_[cell];
        once |= candidates_[cell];
    }
    if (once != board_.all) return false;
    const Digits hidden = once & ~twice;
    for (const Cell cell : board_.units[unit]) {
        const Digits here = candidates_[cell] & hidden;
        if (here == 0) continue;
        if (!std::has_single_bit(here)) return false;  // two digits with this as their only cell
        if (!drop(cell, ~here)) return false;
    }
    return true;
}

// Empties the work lists after a guess has failed.
void Search::forget() {
    singles_.clear();
    for (const std::uint32_t unit : changed_) is_changed_[unit] = 0;
    changed_.clear();
}

// The cell to try (rule 4), or the number of cells where all are decided.
Cell Search::fewest() const {
    auto best_cell = static_cast<Cell>(board_.cells);
    int best = max_size + 1;
    for (Cell cell = 0; cell < board_.cells; ++cell) {
        const int count = std::popcount(candidates_[cell]);
        if (count > 1 && count < best) {
            best = count;
            best_cell = cell;
            if (best == 2) break;
        }
    }
    return best_cell;
}

void Search::push(Cell cell) {
    frames_.insert(frames_.end(), candidates_.begin(), candidates_.end());
    placed_frames_.insert(placed_frames_.end(), placed_.begin(), placed_.end());
    guesses_.push_back({cell, candidates_[cell]});
}

// Goes back to the last guess with a digit untried and tries it; false where there is none.
bool Search::try_next() {
    while (!guesses_.empty() && guesses_.back().untried == 0) {
        guesses_.pop_back();
        frames_.resize(frames_.size() - board_.cells);
        placed_frames_.resize(placed_frames_.size() - board_.cells);
    }
    if (guesses_.empty()) return false;
    const auto words = static_cast<std::ptrdiff_t>(board_.cells);
    std::copy(frames_.end() - words, frames_.end(), candidates_.begin());
    std::copy(placed_frames_.end() - words, placed_frames_.end(), placed_.begin());
    Guess& guess = guesses_.back();
    const Digits digit = guess.untried & (~guess.untried + 1);
    guess.untried &= ~digit;
    alive_ = drop(guess.cell, ~digit);
    return true;
}

}  // namespace ninefold
