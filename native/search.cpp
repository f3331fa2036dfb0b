#include "search.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "search/engine.hpp"

namespace ninefold {

namespace {

int checked(int size) {
    if (size < 1 || size > max_size) throw std::invalid_argument("a board has 1 to 64 digits");
    return size;
}

}  // namespace

Board::Board(int digits, std::vector<std::vector<Cell>> all_units)
    : size(checked(digits)), cells(static_cast<std::size_t>(digits) * static_cast<std::size_t>(digits)),
      shift(static_cast<std::uint32_t>(std::bit_width(static_cast<unsigned>(digits) - 1))),
      units(std::move(all_units)), peers(cells), first_membership(cells + 1, 0),
      all(digits == max_size ? ~Digits{0} : (Digits{1} << digits) - 1) {
    for (const auto& unit : units) {
        check(unit);
        fillable = fillable && unit.size() <= static_cast<std::size_t>(size);
    }
    find_peers();
    if (fillable) find_memberships();
}

void Board::check(const std::vector<Cell>& unit) const {
    if (std::ranges::any_of(unit, [&](Cell cell) { return cell >= cells; })) {
        throw std::invalid_argument("a unit names a cell outside the board");
    }
    std::vector<Cell> sorted = unit;
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end()) {
        throw std::invalid_argument("a unit names a cell twice");
    }
}

void Board::find_peers() {
    for (const auto& unit : units) {
        for (const Cell cell : unit) peers[cell].insert(peers[cell].end(), unit.begin(), unit.end());
    }
    for (Cell cell = 0; cell < cells; ++cell) {
        auto& list = peers[cell];
        std::ranges::sort(list);
        list.erase(std::unique(list.begin(), list.end()), list.end());
        std::erase(list, cell);
    }
}

void Board::find_memberships() {
    members.resize(units.size() << shift, 0);
    for (std::size_t u = 0; u < units.size(); ++u) {
        std::ranges::copy(units[u], members.begin() + static_cast<std::ptrdiff_t>(u << shift));
        for (const Cell cell : units[u]) ++first_membership[cell + 1];
    }
    for (Cell cell = 0; cell < cells; ++cell) first_membership[cell + 1] += first_membership[cell];
    all_memberships.resize(first_membership[cells]);
    std::vector<std::uint32_t> next = first_membership;
    for (std::size_t u = 0; u < units.size(); ++u) {
        const bool full = units[u].size() == static_cast<std::size_t>(size);
        for (std::size_t position = 0; position < units[u].size(); ++position) {
            all_memberships[next[units[u][position]]++] = {static_cast<std::uint32_t>(cells + (u << shift)),
                                                     static_cast<std::uint8_t>(position), full};
        }
    }
}

Search::Search(std::shared_ptr<const Board> board, std::span<const std::uint8_t> digits) : board_(std::move(board)) {
    if (digits.size() != board_->cells) throw std::invalid_argument("a grid has N² digits");
    if (std::ranges::any_of(digits, [&](std::uint8_t digit) { return digit > board_->size; })) {
        throw std::invalid_argument("a digit is larger than the board has");
    }
    engine_ = std::make_unique<search::Engine>(*board_, digits);
}

Search::Search(Search&&) noexcept = default;
Search& Search::operator=(Search&&) noexcept = default;
Search::~Search() = default;

void Search::require_difference(std::span<const std::uint8_t> grid, std::span<const Cell> cells) {
    if (grid.size() != board_->cells) throw std::invalid_argument("a grid has N² digits");
    if (engine_->nodes()) throw std::invalid_argument("the search has begun");
    for (const Cell cell : cells) {
        if (cell >= board_->cells || grid[cell] < 1 || grid[cell] > board_->size) {
            throw std::invalid_argument("a cell to differ in has a digit on the board");
        }
    }
    engine_->require_difference(grid, cells);
}

Progress Search::advance(std::uint64_t nodes) { return engine_->advance(nodes); }
const std::vector<std::uint8_t>& Search::digits() const { return engine_->digits(); }
std::uint64_t Search::nodes() const { return engine_->nodes(); }
std::uint64_t Search::guesses() const { return engine_->guesses(); }
std::uint64_t Search::conflicts() const { return engine_->conflicts(); }

}  // namespace ninefold
