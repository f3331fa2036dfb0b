// Nishio: dynamic chains of one digit that end in a contradiction. The rules are those of follow.hpp.
#pragma once

#include "links.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

class Nishio {
  public:
    // `last` is the latest position of the same puzzle without a Nishio: digits whose places are the same are skipped.
    bool find(const Position& position, Step& step, const Position* last) {
        position_ = &position;
        int best = no_nodes, best_order = 0;
        for (digit_ = 0; digit_ < 9; ++digit_) {
            if (last && is_same(*last)) continue;
            collect();
            for (int i = 0; i < cells_; ++i) {
                const int cell = cell_[i];
                if (count(Bits{position.candidates[cell]}) < 2) continue;
                for (const bool is_on : {true, false}) {
                    const int nodes = follow(cell, is_on), order = (9 * cell + digit_) * 2 + !is_on;
                    if (!nodes || nodes > best || (nodes == best && order > best_order)) continue;
                    best = nodes;
                    best_order = order;
                    write(step, cell, is_on);
                }
            }
        }
        return best < no_nodes && step.set(Technique::nishio, 7.5 + length_cost(best));
    }

  private:
    static constexpr int no_nodes = 1 << 30;
    using Nodes = BitSet<3>;  // 2 * cell + (1 if on)

    bool is_same(const Position& last) const {
        for (int row = first_row; row < first_row + 9; ++row) {
            if (last.places[row][digit_] != position_->places[row][digit_]) return false;
        }
        return true;
    }

    void collect() {
        cells_ = 0;
        for (int cell = 0; cell < 81; ++cell) {
            if (!position_->has(cell, digit_)) continue;
            cell_[cells_++] = static_cast<std::uint8_t>(cell);
            peers_[cell] = 0;
            for (const std::uint8_t peer : board.peer[cell]) {
                if (position_->has(peer, digit_)) peer_[cell][peers_[cell]++] = peer;
            }
        }
    }

    void write(Step& step, int cell, bool is_on) const {
        step.clear();
        if (is_on) return step.remove(cell, bit(digit_));
        step.remove(cell, position_->candidates[cell] & ~bit(digit_));
        step.place(cell, digit_);
    }

    void put(int cell, bool is_on, const Nodes& ancestors) {
        ancestors_[is_on][cell] = ancestors;
        ancestors_[is_on][cell].set(2 * cell + is_on);
        size_[is_on][cell] = static_cast<std::uint8_t>(ancestors_[is_on][cell].size());
        order_[is_on][reached_[is_on]++] = static_cast<std::uint8_t>(cell);
    }

    // The number of nodes of the contradiction, or 0.
    int follow(int start, bool is_on) {
        for (const int on : {0, 1}) {
            for (int i = 0; i < reached_[on]; ++i) size_[on][order_[on][i]] = 0;
            reached_[on] = 0;
        }
        for (int unit = 0; unit < 27; ++unit) places_[unit] = position_->places[unit][digit_];
        put(start, is_on, Nodes());
        int on_done = 0, off_done = 0;
        while (on_done < reached_[1] || off_done < reached_[0]) {
            const int nodes =
                on_done < reached_[1] ? expand_on(order_[1][on_done++]) : expand_off(order_[0][off_done++]);
            if (nodes) return nodes;
        }
        return 0;
    }

    int expand_on(int cell) {
        for (int i = 0; i < peers_[cell]; ++i) {
            const int peer = peer_[cell][i];
            if (size_[1][peer]) return size_[1][peer] + size_[1][cell] + 1;
            if (!size_[0][peer]) put(peer, false, ancestors_[1][cell]);
        }
        return 0;
    }

    int expand_off(int cell) {
        int forced[kinds], by_unit[kinds], amount = 0;
        for (int kind = 0; kind < kinds; ++kind) {
            const int unit = board.unit[cell][kind];
            if (count(Bits{places_[unit]}) != 2) continue;
            const int other = board.cell[unit][lowest(places_[unit] & ~bit(board.place[cell][kind]))];
            bool is_new = true;
            for (int k = 0; k < amount; ++k) is_new &= forced[k] != other;
            if (!is_new) continue;
            forced[amount] = other;
            by_unit[amount++] = unit;
        }
        for (int k = 0; k < amount; ++k) {
            const int other = forced[k], unit = by_unit[k];
            if (size_[1][other]) continue;
            Nodes ancestors = ancestors_[0][cell];
            for (const int place : each(position_->places[unit][digit_] & ~Bits{places_[unit]})) {
                ancestors |= ancestors_[0][board.cell[unit][place]];
            }
            if (size_[0][other]) {
                ancestors.set(2 * other + 1);
                return size_[0][other] + ancestors.size();
            }
            put(other, true, ancestors);
        }
        for (int kind = 0; kind < kinds; ++kind) remove(places_[board.unit[cell][kind]], bit(board.place[cell][kind]));
        return 0;
    }

    const Position* position_ = nullptr;
    int digit_ = 0;
    std::uint8_t cell_[81], peer_[81][20];
    int cells_ = 0, peers_[81];
    Nine places_[27];
    Nodes ancestors_[2][81];
    std::uint8_t size_[2][81] = {}, order_[2][81] = {};
    int reached_[2] = {0, 0};
};

}  // namespace ninefold::explainer::NINEFOLD_VERSION
