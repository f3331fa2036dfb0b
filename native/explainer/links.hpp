// The links between candidates of a position, in the order in which Sudoku Explainer follows them, and the ratings of
// chains.
//
// A node of a chain is a candidate that is "on" (true) or "off" (false). A weak link leads from on to off: to the other
// digits of the cell, then to the same digit in the box, row and column. A strong link leads from off to on: to the
// other candidate of a cell with two, then to the other place of a box, row or column with two.
#pragma once

#include "position.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

inline constexpr int max_candidates = 729;
using Id = std::uint16_t;  // candidates of a position, numbered by cell and digit

// Why a link holds.
enum class Cause : std::uint8_t { cell, box, row, column, none };

constexpr Cause in_unit(int kind) { return static_cast<Cause>(kind + 1); }
constexpr int kind_of(Cause cause) { return static_cast<int>(cause) - 1; }

// A chain costs 0.1 more for each of 4, 6, 8, 12, 16, 24 … that its nodes less two exceed. They are added one by one,
// since comparisons between kinds of chains depend on the rounding.
class LengthCosts {
  public:
    LengthCosts() {
        for (int nodes = 0; nodes < most; ++nodes) {
            double cost = 0;
            bool is_odd = false;
            for (int above = 4; nodes - 2 > above; is_odd = !is_odd) {
                cost += 0.1;
                above = is_odd ? above * 4 / 3 : above * 3 / 2;
            }
            costs_[nodes] = cost;
        }
    }
    double operator()(int nodes) const { return costs_[nodes < most ? nodes : most - 1]; }

  private:
    static constexpr int most = 4096;
    double costs_[most];
};

inline const LengthCosts length_cost;

// How the hints of one producer compare: by rating, number of nodes and kind (double 1, X 2, Y 3, XY 4, cell 5,
// region 6, contradiction 7). Of equals the first found wins.
struct Rank {
    double rating = 1e9;
    int nodes = 1 << 30;
    int kind = 99;

    bool beats(const Rank& other) const {
        if (rating != other.rating) return rating < other.rating;
        return nodes != other.nodes ? nodes < other.nodes : kind < other.kind;
    }
};

inline Rank rank_of(double base, int nodes, int kind) { return {base + length_cost(nodes), nodes, kind}; }

struct Links {
    int amount = 0;                // of candidates
    Id candidate[max_candidates];  // cell * 9 + digit of each id …
    Id id_of[729];                 // … and back
    // Weak links of candidate i: from weak_start[i] to weak_start[i + 1], those of the same digit from digit_start[i].
    int weak_start[max_candidates + 1], digit_start[max_candidates];
    List<Id> weak;
    List<Cause> weak_cause;
    // Strong links: strong_end[i] of them, of which the first unit_start[i] (none or one) is inside the cell.
    std::uint8_t strong_end[max_candidates], unit_start[max_candidates];
    Id strong[max_candidates][4];
    Cause strong_cause[max_candidates][4];

    int cell(int id) const { return candidate[id] / 9; }
    int digit(int id) const { return candidate[id] % 9; }
    int id(int cell, int digit) const { return id_of[9 * cell + digit]; }

    void build(const Position& position) {
        amount = 0;
        for (int cell = 0; cell < 81; ++cell) {
            for (const int digit : each(position.candidates[cell])) {
                id_of[9 * cell + digit] = static_cast<Id>(amount);
                candidate[amount++] = static_cast<Id>(9 * cell + digit);
            }
        }
        weak.clear();
        weak_cause.clear();
        for (int i = 0; i < amount; ++i) {
            add_weak(position, i);
            add_strong(position, i);
        }
        weak_start[amount] = weak.size();
    }

    Cause cause_of_weak(int on, int off) const {
        for (int k = weak_start[on]; k < weak_start[on + 1]; ++k) {
            if (weak[k] == off) return weak_cause[k];
        }
        return Cause::none;
    }

  private:
    void add_weak(const Position& position, int i) {
        const int from = cell(i), what = digit(i);
        const auto add = [this](int to, Cause cause) {
            weak.push(static_cast<Id>(to));
            weak_cause.push(cause);
        };
        weak_start[i] = weak.size();
        for (const int other : each(position.candidates[from] & ~bit(what))) add(id(from, other), Cause::cell);
        digit_start[i] = weak.size();
        for (int kind = 0; kind < kinds; ++kind) {
            const int unit = board.unit[from][kind];
            for (const int place : each(position.places[unit][what] & ~bit(board.place[from][kind]))) {
                const int other = board.cell[unit][place];
                const bool in_box = board.unit[other][0] == board.unit[from][0];
                if (kind == 0 || !in_box) add(id(other, what), in_unit(kind));
            }
        }
    }

    void add_strong(const Position& position, int i) {
        const int from = cell(i), what = digit(i);
        int found = 0;
        const auto add = [&](int to, Cause cause) {
            strong[i][found] = static_cast<Id>(to);
            strong_cause[i][found++] = cause;
        };
        const Bits others = position.candidates[from] & ~bit(what);
        if (count(others) == 1) add(id(from, lowest(others)), Cause::cell);
        unit_start[i] = static_cast<std::uint8_t>(found);
        for (int kind = 0; kind < kinds; ++kind) {
            const int unit = board.unit[from][kind];
            const Bits elsewhere = position.places[unit][what] & ~bit(board.place[from][kind]);
            if (count(elsewhere) != 1) continue;
            const int to = id(board.cell[unit][lowest(elsewhere)], what);
            bool is_new = true;  // the first reason is kept
            for (int k = unit_start[i]; k < found; ++k) is_new &= strong[i][k] != to;
            if (is_new) add(to, in_unit(kind));
        }
        strong_end[i] = static_cast<std::uint8_t>(found);
    }
};

// Which links a chain may use, and what it is called and rated.
struct ChainKind {
    bool in_cells, in_units;  // strong links inside cells, inside units
    int kind;
    double cycle_base, chain_base;
    Technique cycle, chain;

    int weak_from(const Links& links, int id) const { return in_cells ? links.weak_start[id] : links.digit_start[id]; }
    int strong_from(const Links& links, int id) const { return in_cells ? 0 : links.unit_start[id]; }
    int strong_to(const Links& links, int id) const { return in_units ? links.strong_end[id] : links.unit_start[id]; }
    Cause cause_of_strong(const Links& links, int off, int on) const {
        for (int k = strong_from(links, off); k < strong_to(links, off); ++k) {
            if (links.strong[off][k] == on) return links.strong_cause[off][k];
        }
        return Cause::none;
    }
    // Chains start only if there is something to rule out; Y-cycles only at cells with two candidates.
    bool may_start(int candidates) const { return candidates == 2 || (candidates > 2 && in_units); }
};

inline constexpr ChainKind chain_kinds[] = {
    {false, true, 2, 6.5, 6.6, Technique::x_cycle, Technique::x_forcing_chain},
    {true, false, 3, 6.5, 6.6, Technique::y_cycle, Technique::none},
    {true, true, 4, 7.0, 7.0, Technique::cycle, Technique::forcing_chain},
};

// Two links in one: on → off → on, for the links of one kind of chain.
struct TwoSteps {
    int start[max_candidates + 1];
    List<Id> off, on;

    void build(const Links& links, const ChainKind& kind) {
        if (off.size() < 4 * links.weak.size()) {
            off.resize(4 * links.weak.size());
            on.resize(4 * links.weak.size());
        }
        Id *to_off = off.data(), *to_on = on.data();
        int n = 0;
        for (int i = 0; i < links.amount; ++i) {
            start[i] = n;
            for (int k = kind.weak_from(links, i); k < links.weak_start[i + 1]; ++k) {
                const Id middle = links.weak[k];
                for (int s = kind.strong_from(links, middle); s < kind.strong_to(links, middle); ++s) {
                    to_off[n] = middle;
                    to_on[n++] = links.strong[middle][s];
                }
            }
        }
        start[links.amount] = n;
    }
};

// What a cycle removes: candidates outside its cells that see an on node and an off node of their digit.
struct CycleCut {
    Cells by_on[9], by_off[9], cells;
    Bits digits = 0;

    void add(int candidate, bool is_on) {
        const int cell = candidate / 9, digit = candidate % 9;
        cells.set(cell);
        digits |= bit(digit);
        (is_on ? by_on : by_off)[digit] |= board.peers[cell];
    }
    template <class Act>
    void each_candidate(const Position& position, Act&& act) const {
        for (const int digit : each(digits)) {
            ((by_on[digit] & by_off[digit]) - cells).each([&](int cell) {
                if (position.has(cell, digit)) act(cell, digit);
            });
        }
    }
};

}  // namespace ninefold::explainer::NINEFOLD_VERSION
