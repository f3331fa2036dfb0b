// The engine of a search: when to guess, when and how far to backtrack, and how to find every solution once. It builds
// on rules 1 to 3 of marks.hpp and 4 to 7 of learning.hpp.
//
//   8. When nothing more follows, guess: pick the candidate most active in recent conflicts, and place it, or the digit
//      its cell had in the fullest grid so far. At first, candidates with the fewest alternatives come first.
//   9. After a conflict, backtrack to the level at which the learnt clause becomes unit. After 150 conflicts (then 150,
//      300, 150, 150, 300, 600 …: the Luby sequence) restart with what was learnt, applying rule 5 every other time.
//   10. After a solution, the next one must differ in a guess. For the first eight, a clause says so and the search
//       restarts; this is how a proper puzzle is proved unique. For puzzles with more solutions, the last guess is
//       flipped instead, and no level is left before everything below it has been searched. So memory is bounded
//       however many solutions there are.
//   11. While solutions found in this way are close together, nothing is learnt: a conflict flips the last guess, and
//       guesses go to a cell with the fewest candidates. That is plain backtracking.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "search.hpp"
#include "search/board.hpp"
#include "search/learning.hpp"
#include "search/marks.hpp"
#include "search/order.hpp"

namespace ninefold::search {

class Engine {
  public:
    Engine(const Board& board, std::span<const std::uint8_t> digits)
        : board_(board), marks_(board, digits), learning_(board, marks_), fullest_(board.cells, unknown),
          solution_(board.cells, 0), ended_(!board.fillable || marks_.in_conflict()) {}
    Engine(const Engine&) = delete;  // its parts refer to each other
    Engine& operator=(const Engine&) = delete;

    // Call before the first node.
    void require_difference(std::span<const std::uint8_t> grid, std::span<const Cell> cells);

    Progress advance(std::uint64_t nodes);

    [[nodiscard]] const std::vector<std::uint8_t>& digits() const { return solution_; }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
    [[nodiscard]] std::uint64_t guesses() const { return guesses_; }
    [[nodiscard]] std::uint64_t conflicts() const { return conflicts_; }

  private:
    static constexpr std::uint64_t restart_unit = 150;        // conflicts (rule 9)
    static constexpr std::uint64_t fullest_lasts = 60;        // restarts until the fullest grid is reset (rule 8)
    static constexpr std::uint64_t first_forgetting = 2'000;  // conflicts (rule 7)
    static constexpr std::uint64_t forgetting_growth = 300;
    static constexpr std::uint64_t max_forgetting = 20'000;
    static constexpr std::uint64_t solutions_by_clause = 8;  // rule 10
    static constexpr std::uint64_t far_apart = 16;           // conflicts between solutions (rule 11)
    static constexpr std::uint8_t unknown = 255;

    void guess();
    [[nodiscard]] Candidate most_active();
    [[nodiscard]] Candidate of_smallest_cell() const;
    void backtrack(std::uint32_t level);
    void flip_last_guess();
    void handle_conflict();
    void learn();
    void remember_fullest();
    void restart();
    void prepare_next_solution();
    void make_order();
    [[nodiscard]] bool is_plain_backtracking() const;

    const Board& board_;
    Marks marks_;
    Learning learning_;
    Order order_;
    bool has_order_ = false;

    std::vector<std::uint8_t> fullest_;  // by cell: digit - 1 in the fullest grid since the last reset
    std::size_t fullest_filled_ = 0;

    std::uint32_t floor_ = 0;  // up to this level, flipped guesses stay until everything below is searched
    std::vector<std::uint8_t> solution_;
    std::uint64_t solutions_ = 0;
    std::uint64_t nodes_ = 0;
    std::uint64_t guesses_ = 0;
    std::uint64_t conflicts_ = 0;
    std::uint64_t conflicts_at_solution_ = 0;
    std::uint64_t restarts_ = 0;
    std::uint64_t forgettings_ = 0;
    std::uint64_t next_restart_ = restart_unit;
    std::uint64_t next_forgetting_ = first_forgetting;
    bool ended_ = false;
};

// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …, counted from 1.
inline std::uint64_t luby(std::uint64_t i) {
    while (!std::has_single_bit(i + 1)) i -= std::bit_floor(i) - 1;
    return (i + 1) / 2;
}

inline void Engine::require_difference(std::span<const std::uint8_t> grid, std::span<const Cell> cells) {
    std::vector<Literal> differs;
    for (const Cell cell : cells) differs.push_back(dropped(cell << board_.shift | (grid[cell] - 1u)));
    ended_ = ended_ || !learning_.add_permanent(differs) || marks_.in_conflict();
}

inline Progress Engine::advance(std::uint64_t nodes) {
    for (const std::uint64_t last = nodes_ + std::min(nodes, ~nodes_); !ended_ && nodes_ < last;) {
        ++nodes_;
        if (!learning_.propagate()) {
            handle_conflict();
        } else if (marks_.is_full()) {
            marks_.write(solution_);
            prepare_next_solution();
            return Progress::found;
        } else if (conflicts_ >= next_restart_) {
            restart();
        } else {
            guess();
        }
    }
    return ended_ ? Progress::ended : Progress::paused;
}

// Rule 11.
inline bool Engine::is_plain_backtracking() const {
    return solutions_ > solutions_by_clause && conflicts_ - conflicts_at_solution_ <= far_apart;
}

inline void Engine::guess() {
    ++guesses_;
    marks_.guess(placed(is_plain_backtracking() ? of_smallest_cell() : most_active()));
}

// Rule 8.
inline Candidate Engine::most_active() {
    if (!has_order_) make_order();
    while (!marks_.is_open(placed(order_.first()))) order_.remove_first();
    const Cell cell = board_.cell_of(order_.first());
    if (fullest_[cell] == unknown) return order_.first();
    const Candidate as_before = cell << board_.shift | fullest_[cell];
    return marks_.is_open(placed(as_before)) ? as_before : order_.first();
}

inline Candidate Engine::of_smallest_cell() const {
    Cell best = 0;
    int fewest = max_size + 1;
    for (Cell cell = 0; cell < board_.cells && fewest > 2; ++cell) {
        const Digits digits = marks_.word(cell);
        if ((digits & (digits - 1)) == 0) continue;
        const int count = std::popcount(digits);
        if (count >= fewest) continue;
        fewest = count;
        best = cell;
    }
    return best << board_.shift | static_cast<Candidate>(std::countr_zero(marks_.word(best)));
}

// The open candidates, heavier the fewer alternatives they have; their weights are too small to outweigh a conflict.
inline void Engine::make_order() {
    constexpr double little = 0.1;
    std::vector<double> weights(board_.words());  // by word: counted once, not once per place
    for (std::uint32_t word = 0; word < weights.size(); ++word) {
        weights[word] = little / std::max(1, std::popcount(marks_.word(word)));
    }
    std::vector<Order::Start> start;
    for (Cell cell = 0; cell < board_.cells; ++cell) {
        for (Digits rest = marks_.word(cell); rest != 0; rest &= rest - 1) {
            const auto digit = static_cast<std::uint32_t>(std::countr_zero(rest));
            const Candidate candidate = cell << board_.shift | digit;
            if (!marks_.is_open(placed(candidate))) continue;
            double weight = weights[cell];
            for (const Membership& membership : board_.memberships(cell)) weight += weights[membership.word + digit];
            start.push_back({candidate, weight});
        }
    }
    order_ = Order(board_.candidates(), start);
    has_order_ = true;
}

inline void Engine::backtrack(std::uint32_t level) {
    marks_.backtrack(level, [&](Candidate candidate) { order_.insert(candidate); });
    learning_.backtracked();
}

// Everything with the last guess has been searched.
inline void Engine::flip_last_guess() {
    const Literal guess = marks_.guess_of(marks_.level());
    backtrack(marks_.level() - 1);
    floor_ = marks_.level();
    marks_.assign(negation(guess), {Why::searched, floor_});
}

inline void Engine::handle_conflict() {
    ++conflicts_;
    if (marks_.level() == 0) {
        ended_ = true;
    } else if (is_plain_backtracking()) {
        flip_last_guess();
    } else {
        learn();
    }
}

// Rule 9, first half. On the floor (rule 10) a learnt clause cannot undo a level, so the guess is flipped.
inline void Engine::learn() {
    remember_fullest();
    const Learning::LearntClause& learnt_clause = learning_.analyse(order_, restarts_ % 2 == 0);
    order_.decay();
    const bool on_floor = marks_.level() == floor_;
    const Literal guess = marks_.guess_of(marks_.level());
    backtrack(on_floor ? floor_ - 1 : std::max(learnt_clause.back, floor_));
    marks_.assign(learnt_clause.literals[0], learning_.keep());
    if (!on_floor) return;
    --floor_;
    if (marks_.is_open(guess)) marks_.assign(negation(guess), {Why::searched, floor_});
}

// Only the trail before the last guess counts: it has no known conflict.
inline void Engine::remember_fullest() {
    if (marks_.filled_before_last_guess() <= fullest_filled_) return;
    fullest_filled_ = marks_.filled_before_last_guess();
    for (const Literal literal : marks_.trail_before_last_guess()) {
        if (!is_placed(literal)) continue;
        const Candidate candidate = candidate_of(literal);
        fullest_[board_.cell_of(candidate)] = static_cast<std::uint8_t>(board_.digit_of(candidate));
    }
}

// Rule 9, second half, and rule 7.
inline void Engine::restart() {
    ++restarts_;
    next_restart_ = conflicts_ + restart_unit * luby(restarts_ + 1);
    backtrack(floor_);
    if (restarts_ % fullest_lasts == 0) fullest_filled_ = 0;
    if (conflicts_ < next_forgetting_) return;
    learning_.forget_half();
    ++forgettings_;
    next_forgetting_ = conflicts_ + std::min(first_forgetting + forgetting_growth * forgettings_, max_forgetting);
}

// Rule 10.
inline void Engine::prepare_next_solution() {
    ++solutions_;
    conflicts_at_solution_ = conflicts_;
    if (marks_.level() == 0) {
        ended_ = true;
    } else if (solutions_ > solutions_by_clause) {
        flip_last_guess();
    } else {
        std::vector<Literal> differs;
        for (std::uint32_t level = marks_.level(); level > 0; --level) {
            differs.push_back(negation(marks_.guess_of(level)));
        }
        backtrack(0);
        ended_ = !learning_.add_permanent(differs);
    }
}

}  // namespace ninefold::search
