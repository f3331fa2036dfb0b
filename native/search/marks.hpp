// What is known of every candidate, why, and since which guess; and propagation by the rules of the board.
//
//   1. A placed digit leaves the other cells of its units, and the other digits leave its cell.
//   2. A word that needs a place and has one left gets it: the only digit of a cell, or the only cell for a digit in a
//      unit of N cells.
//   3. A word that needs a place and has 0 left, or two placed candidates that exclude each other, are a conflict.
//
// Assignments are kept in order, level by level; a level is one guess and what followed from it:
//
//   trail   [ clues and what follows | guess 1, what follows | guess 2, … ]
//   starts                             ^                       ^
//
// To undo a guess, the trail is unwound. A dropped candidate is cleared in the words of its cell and of its units; a
// placed one stays set in them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "search/board.hpp"

namespace ninefold::search {

using Literal = std::uint32_t;  // 2 × candidate: it is placed; plus 1: it is dropped
using Clause = std::uint32_t;   // see clauses.hpp

constexpr Literal placed(Candidate candidate) { return candidate << 1; }
constexpr Literal dropped(Candidate candidate) { return candidate << 1 | 1; }
constexpr Literal negation(Literal literal) { return literal ^ 1; }
constexpr Candidate candidate_of(Literal literal) { return literal >> 1; }
constexpr bool is_placed(Literal literal) { return (literal & 1) == 0; }

enum class Why : std::uint32_t {
    given,      // a clue, a guess, or what follows from the clues alone
    candidate,  // rule 1: `what` is the placed candidate
    word,       // rule 2: `what` is the word whose other places are all dropped
    clause,     // `what` is a clause whose other literals all fail
    searched    // every grid with the first `what` guesses and the opposite has been searched
};

struct Reason {
    Why why = Why::given;
    std::uint32_t what = 0;
};

class Marks {
  public:
    // Places the clues; `digits` holds N² values of 0 (empty) to N.
    Marks(const Board& board, std::span<const std::uint8_t> digits);

    [[nodiscard]] bool holds(Literal literal) const { return values_[literal] > 0; }
    [[nodiscard]] bool fails(Literal literal) const { return values_[literal] < 0; }
    [[nodiscard]] bool is_open(Literal literal) const { return values_[literal] == 0; }
    [[nodiscard]] bool is_full() const { return filled_ == board_.cells; }
    [[nodiscard]] Digits word(std::uint32_t index) const { return words_[index]; }

    [[nodiscard]] std::uint32_t level() const { return static_cast<std::uint32_t>(starts_.size()); }
    [[nodiscard]] std::uint32_t level_of(Candidate candidate) const { return facts_[candidate].level; }
    [[nodiscard]] Reason reason(Candidate candidate) const { return facts_[candidate].reason; }
    [[nodiscard]] Literal guess_of(std::uint32_t level) const { return trail_[starts_[level - 1]]; }
    [[nodiscard]] std::span<const Literal> trail() const { return trail_; }
    [[nodiscard]] std::span<const Literal> trail_before_last_guess() const { return {trail_.data(), starts_.back()}; }
    [[nodiscard]] std::size_t filled() const { return filled_; }
    [[nodiscard]] std::size_t filled_before_last_guess() const { return filled_before_.back(); }

    // Makes an open literal hold on the current level; this may cause a conflict.
    void assign(Literal literal, Reason reason);
    void guess(Literal literal);

    // Applies the rules until nothing follows; returns false at a conflict.
    bool propagate();

    // A conflict: what `reason` names is violated; for Why::candidate, together with `other`.
    struct Conflict {
        Reason reason;
        Candidate other = 0;
    };
    [[nodiscard]] bool in_conflict() const { return in_conflict_; }
    [[nodiscard]] const Conflict& conflict() const { return conflict_; }
    void violate(Clause clause) { note_conflict({{Why::clause, clause}}); }

    // Undoes all guesses above a level and calls `undone` for each candidate that is open again.
    template <typename Undone> void backtrack(std::uint32_t to, Undone undone);

    // After clauses have moved: `moved(clause)` returns the new position of a clause.
    template <typename Moved> void rename_clauses(Moved moved);

    // The digits of a full grid.
    void write(std::span<std::uint8_t> digits) const;

  private:
    struct Fact {
        Reason reason;
        std::uint32_t level;
    };

    void put(Literal literal, Reason reason);
    void place(Candidate candidate, Reason reason);
    void drop(Candidate candidate, Reason reason);
    void check_word(std::uint32_t word, Digits left);
    void apply_placement(Candidate candidate);
    void drop_others(std::uint32_t word, Candidate by);
    void restore(Candidate candidate);
    void check_all_words();
    void note_conflict(Conflict conflict);

    const Board& board_;
    std::vector<Digits> words_;
    std::vector<std::int8_t> values_;  // by literal: 1 holds, -1 fails, 0 open
    std::vector<Fact> facts_;          // by candidate, if it is not open
    std::vector<Literal> trail_;
    std::vector<std::uint32_t> starts_;
    std::vector<std::size_t> filled_before_;  // by level: the cells filled before its guess
    std::size_t next_ = 0;                    // the first of the trail that rule 1 has not been applied to
    std::size_t filled_ = 0;
    Conflict conflict_;
    bool in_conflict_ = false;
};

template <typename Undone> void Marks::backtrack(std::uint32_t to, Undone undone) {
    in_conflict_ = false;
    if (to >= level()) return;
    const std::size_t keep = starts_[to];
    for (std::size_t i = trail_.size(); i-- > keep;) {
        const Literal literal = trail_[i];
        values_[literal] = values_[negation(literal)] = 0;
        if (!is_placed(literal)) restore(candidate_of(literal));
        undone(candidate_of(literal));
    }
    trail_.resize(keep);
    filled_ = filled_before_[to];
    starts_.resize(to);
    filled_before_.resize(to);
    next_ = keep;
}

template <typename Moved> void Marks::rename_clauses(Moved moved) {
    for (const Literal literal : trail_) {
        Reason& reason = facts_[candidate_of(literal)].reason;
        if (reason.why == Why::clause) reason.what = moved(reason.what);
    }
}

inline void Marks::put(Literal literal, Reason reason) {
    values_[literal] = 1;
    values_[negation(literal)] = -1;
    facts_[candidate_of(literal)] = {reason, level()};
    trail_.push_back(literal);
}

inline void Marks::place(Candidate candidate, Reason reason) {
    put(placed(candidate), reason);
    ++filled_;
}

// The clues are placed in bulk: what they rule out needs no reason and no place on the trail, as it is never undone.
inline Marks::Marks(const Board& board, std::span<const std::uint8_t> digits)
    : board_(board), words_(board.words(), 0), values_(2 * board.candidates(), 0), facts_(board.candidates()) {
    std::fill_n(words_.begin(), board.cells, board.all);
    for (Cell cell = 0; cell < board.cells; ++cell) {
        if (digits[cell] == 0) continue;
        const Digits clue = Digits{1} << (digits[cell] - 1);
        words_[cell] &= clue;
        for (const Cell peer : board.peers[cell]) words_[peer] &= ~clue;
    }
    for (Cell cell = 0; cell < board.cells; ++cell) {
        for (Digits rest = words_[cell]; rest != 0; rest &= rest - 1) {
            const auto digit = static_cast<std::uint32_t>(std::countr_zero(rest));
            for (const Membership& in : board.memberships(cell)) words_[in.word + digit] |= Digits{1} << in.position;
        }
        for (Digits rest = board.all & ~words_[cell]; rest != 0; rest &= rest - 1) {
            const Candidate gone = cell << board.shift | static_cast<std::uint32_t>(std::countr_zero(rest));
            values_[dropped(gone)] = 1;
            values_[placed(gone)] = -1;
        }
    }
    check_all_words();
}

inline void Marks::check_all_words() {
    const auto check_word_at = [&](std::uint32_t word) {
        if ((words_[word] & (words_[word] - 1)) == 0) check_word(word, words_[word]);
    };
    for (std::uint32_t cell = 0; cell < board_.cells; ++cell) check_word_at(cell);
    for (std::size_t u = 0; u < board_.units.size(); ++u) {
        if (board_.units[u].size() != static_cast<std::size_t>(board_.size)) continue;
        const auto first = static_cast<std::uint32_t>(board_.cells + (u << board_.shift));
        for (std::uint32_t k = 0; k < static_cast<std::uint32_t>(board_.size); ++k) check_word_at(first + k);
    }
}

inline void Marks::note_conflict(Conflict conflict) {
    if (!in_conflict_) conflict_ = conflict;
    in_conflict_ = true;
}

inline void Marks::assign(Literal literal, Reason reason) {
    if (is_placed(literal)) {
        place(candidate_of(literal), reason);
    } else {
        drop(candidate_of(literal), reason);
    }
}

inline void Marks::guess(Literal literal) {
    starts_.push_back(static_cast<std::uint32_t>(trail_.size()));
    filled_before_.push_back(filled_);
    assign(literal, {});
}

inline void Marks::drop(Candidate candidate, Reason reason) {
    put(dropped(candidate), reason);
    const Cell cell = board_.cell_of(candidate);
    const std::uint32_t digit = board_.digit_of(candidate);
    const Digits left = words_[cell] &= ~(Digits{1} << digit);
    if ((left & (left - 1)) == 0) check_word(cell, left);
    for (const Membership& membership : board_.memberships(cell)) {
        const Digits rest = words_[membership.word + digit] &= ~(Digits{1} << membership.position);
        if ((rest & (rest - 1)) == 0 && membership.full) check_word(membership.word + digit, rest);
    }
}

inline void Marks::restore(Candidate candidate) {
    const Cell cell = board_.cell_of(candidate);
    const std::uint32_t digit = board_.digit_of(candidate);
    words_[cell] |= Digits{1} << digit;
    for (const Membership& in : board_.memberships(cell)) words_[in.word + digit] |= Digits{1} << in.position;
}

// Rule 2 and the first half of rule 3, for a word with at most one place left.
inline void Marks::check_word(std::uint32_t word, Digits left) {
    if (left == 0) {
        note_conflict({{Why::word, word}});
        return;
    }
    const Candidate last = board_.candidate(word, static_cast<std::uint32_t>(std::countr_zero(left)));
    if (is_open(placed(last))) place(last, {Why::word, word});
}

inline bool Marks::propagate() {
    for (; next_ < trail_.size() && !in_conflict_; ++next_) {
        if (is_placed(trail_[next_])) apply_placement(candidate_of(trail_[next_]));
    }
    return !in_conflict_;
}

// Rule 1.
inline void Marks::apply_placement(Candidate candidate) {
    const Cell cell = board_.cell_of(candidate);
    drop_others(cell, candidate);
    for (const Membership& membership : board_.memberships(cell)) {
        if (in_conflict_) return;
        drop_others(membership.word + board_.digit_of(candidate), candidate);
    }
}

inline void Marks::drop_others(std::uint32_t word, Candidate by) {
    const Digits places = words_[word];
    if ((places & (places - 1)) == 0) return;
    for (Digits rest = places; rest != 0; rest &= rest - 1) {
        const Candidate other = board_.candidate(word, static_cast<std::uint32_t>(std::countr_zero(rest)));
        if (other == by) continue;
        if (holds(placed(other))) {
            note_conflict({{Why::candidate, by}, other});
            return;
        }
        drop(other, {Why::candidate, by});
    }
}

inline void Marks::write(std::span<std::uint8_t> digits) const {
    for (Cell cell = 0; cell < board_.cells; ++cell) {
        digits[cell] = static_cast<std::uint8_t>(std::countr_zero(words_[cell]) + 1);
    }
}

}  // namespace ninefold::search
