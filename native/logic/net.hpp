// What follows from an assumption, by the rules of Sudoku alone, with the reason of every conclusion.
//
//   1. sees  A digit that holds excludes the other digits of its cell, and itself from every cell that sees its cell.
//   2. cell  A cell with one digit left holds it.
//   3. unit  A full unit with one place left for a digit has it there.
//   4. end   A contradiction: a cell without digits, a full unit without a place for a digit, or a candidate that both
//            holds and fails.
//
// A net keeps its facts in a trail, in order of inference, and undoes them by unwinding the trail. So an assumption
// can be made on top of another one (nested.hpp), and costs only what it changes.
//
//   trail   [ fact | fact | … ]      the facts of an inner assumption lie above those of the outer one
//   where   2 · (cell · N + digit) + holds → index in the trail, or none
//
// Three reaches, from what people can do in their heads to what needs paper:
//   digit    one digit only (Nishio)
//   chain    rules 2 and 3 only for cells and units that have two options before any assumption: every fact has at most
//            one parent, and the facts form a tree of chains
//   full     rules 2 and 3 count what was excluded since: a fact may have many parents (dynamic chains, forcing nets)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "logic/position.hpp"
#include "logic/step.hpp"
#include "logic/stop.hpp"

namespace ninefold::logic {

enum class Reach : std::uint8_t { digit, chain, full };

template <int W>
class Net {
  public:
    using Set = Cells<W>;
    using Limit = Limits<W>;
    static constexpr int none = -1;

    struct Fact {
        std::int16_t cell;
        std::int8_t digit;
        bool holds;
        Node::Reason reason;
        int from;  // the fact that excludes it (sees), the unit (unit), or the number of the lemma (lemma)
    };

    // A contradiction: in a cell, in a unit for a digit, or about a candidate.
    struct Clash {
        enum class Kind : std::uint8_t { none, cell, unit, both };
        Kind kind = Kind::none;
        int what = none;  // the cell or unit
        int digit = none;
    };

    Net(const Position<W>& position, Reach reach) : base_(position), layout_(position.layout()), reach_(reach) {
        for (int cell = 0; cell < layout_.cells; ++cell) left_[index(cell)] = base_.candidates(cell);
        for (int unit = 0; unit < layout_.unit_count(); ++unit) {
            for (int digit = 0; digit < layout_.n; ++digit) places_[index(unit)][index(digit)] = base_.positions(unit, digit);
        }
        where_.assign(index(2 * layout_.cells * layout_.n), none);
    }

    [[nodiscard]] const Position<W>& base() const { return base_; }
    [[nodiscard]] const std::vector<Fact>& trail() const { return trail_; }
    [[nodiscard]] const Clash& clash() const { return clash_; }
    [[nodiscard]] bool broken() const { return clash_.kind != Clash::Kind::none; }
    [[nodiscard]] Digits left(int cell) const { return left_[index(cell)]; }
    [[nodiscard]] Digits places(int unit, int digit) const { return places_[index(unit)][index(digit)]; }
    [[nodiscard]] int find(int cell, int digit, bool holds) const { return where_[key(cell, digit, holds)]; }
    [[nodiscard]] int size() const { return static_cast<int>(trail_.size()); }

    // Adds an assumption and all that follows. Returns false on a contradiction.
    bool assume(int cell, int digit, bool holds) {
        check_stop();
        return add(cell, digit, holds, Node::Reason::start, none) && settle();
    }

    // Adds a conclusion that a lemma draws from earlier facts, and all that follows from it.
    bool conclude(int cell, int digit, bool holds, int lemma) {
        return add(cell, digit, holds, Node::Reason::lemma, lemma) && settle();
    }

    // Forgets all facts from `mark` on.
    void unwind(int mark) {
        while (size() > mark) {
            const Fact fact = trail_.back();
            trail_.pop_back();
            where_[key(fact.cell, fact.digit, fact.holds)] = none;
            if (!fact.holds) put_back(fact.cell, fact.digit);
        }
        next_ = size();
        clash_ = {};
    }

    // The facts that a fact follows from, in order of the trail (a lemma keeps its own).
    void parents(int fact, std::vector<int>& out) const {
        const Fact& f = trail_[index(fact)];
        if (f.reason == Node::Reason::sees) out.push_back(f.from);
        if (f.reason == Node::Reason::cell) excluded_in_cell(f.cell, f.digit, out);
        if (f.reason == Node::Reason::unit) excluded_in_unit(f.from, f.digit, f.cell, out);
    }

    // The facts that the contradiction consists of.
    void causes(std::vector<int>& out) const {
        if (clash_.kind == Clash::Kind::cell) excluded_in_cell(clash_.what, none, out);
        if (clash_.kind == Clash::Kind::unit) excluded_in_unit(clash_.what, clash_.digit, none, out);
        if (clash_.kind == Clash::Kind::both) {
            out.push_back(find(clash_.what, clash_.digit, true));
            out.push_back(find(clash_.what, clash_.digit, false));
        }
    }

    // The facts "candidate fails" for every candidate of a cell except one.
    void excluded_in_cell(int cell, int except, std::vector<int>& out) const {
        for (const int digit : each(base_.candidates(cell))) {
            if (digit != except && find(cell, digit, false) != none) out.push_back(find(cell, digit, false));
        }
    }
    void excluded_in_unit(int unit, int digit, int except, std::vector<int>& out) const {
        for (const int position : each(base_.positions(unit, digit))) {
            const int cell = layout_.cell_at(unit, position);
            if (cell != except && find(cell, digit, false) != none) out.push_back(find(cell, digit, false));
        }
    }

  private:
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }
    [[nodiscard]] std::size_t key(int cell, int digit, bool holds) const {
        return index(2 * (cell * layout_.n + digit) + (holds ? 1 : 0));
    }

    bool add(int cell, int digit, bool holds, Node::Reason reason, int from) {
        if (find(cell, digit, holds) != none) return true;
        where_[key(cell, digit, holds)] = size();
        trail_.push_back({static_cast<std::int16_t>(cell), static_cast<std::int8_t>(digit), holds, reason, from});
        if (!holds) take(cell, digit);
        if (find(cell, digit, !holds) == none) return true;
        return end({Clash::Kind::both, cell, digit});  // rule 4
    }

    // Applies the rules to every fact not yet looked at, oldest first, so that reasons stay short.
    bool settle() {
        for (; next_ < size(); ++next_) {
            const Fact fact = trail_[index(next_)];
            if (!(fact.holds ? exclude(fact) : conclude_rest(fact))) return false;
        }
        return true;
    }

    bool exclude(const Fact& fact) {  // rule 1
        if (reach_ != Reach::digit) {
            for (const int other : each(base_.candidates(fact.cell) & ~bit(fact.digit))) {
                if (!add(fact.cell, other, false, Node::Reason::sees, next_)) return false;
            }
        }
        for (const int cell : layout_.peers_of(fact.cell) & base_.at(fact.digit)) {
            if (!add(cell, fact.digit, false, Node::Reason::sees, next_)) return false;
        }
        return true;
    }

    bool conclude_rest(const Fact& fact) {
        if (reach_ != Reach::digit && !look_at_cell(fact)) return false;
        for (const Seat seat : layout_.seats_of(fact.cell)) {
            if (layout_.is_full(seat.unit) && !look_at_unit(seat.unit, fact.digit)) return false;
        }
        return true;
    }

    bool look_at_cell(const Fact& fact) {  // rule 2
        const Digits left = left_[index(fact.cell)];
        if (left == 0) return end({Clash::Kind::cell, fact.cell, none});
        if (!is_single(left)) return true;
        if (reach_ == Reach::chain && !is_pair(base_.candidates(fact.cell))) return true;
        return add(fact.cell, first(left), true, Node::Reason::cell, none);
    }

    bool look_at_unit(int unit, int digit) {  // rule 3
        const Digits left = places_[index(unit)][index(digit)];
        if (left == 0) return end({Clash::Kind::unit, unit, digit});
        if (!is_single(left)) return true;
        if (reach_ == Reach::chain && !is_pair(base_.positions(unit, digit))) return true;
        return add(layout_.cell_at(unit, first(left)), digit, true, Node::Reason::unit, unit);
    }

    bool end(const Clash& clash) {
        clash_ = clash;
        return false;
    }

    void take(int cell, int digit) {
        left_[index(cell)] &= ~bit(digit);
        for (const Seat seat : layout_.seats_of(cell)) places_[seat.unit][index(digit)] &= ~bit(seat.position);
    }
    void put_back(int cell, int digit) {
        left_[index(cell)] |= bit(digit);
        for (const Seat seat : layout_.seats_of(cell)) places_[seat.unit][index(digit)] |= bit(seat.position);
    }

    const Position<W>& base_;
    const Layout<W>& layout_;
    Reach reach_;
    std::array<Digits, Limit::cells> left_{};
    std::array<std::array<Digits, Limit::digits>, Limit::units> places_{};
    std::vector<int> where_;
    std::vector<Fact> trail_;
    int next_ = 0;
    Clash clash_;
};

}  // namespace ninefold::logic
