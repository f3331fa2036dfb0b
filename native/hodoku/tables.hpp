// What follows from "this candidate is true" and from "it is false": for each of these, all consequences in the order in
// which HoDoKu finds them, breadth first, and which one each comes from.
//
// A node is a candidate, or a group: two or three candidates of a digit where a line crosses a box. A state is twice the
// node, plus one if it is true.
#pragma once

#include "hodoku/position.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

struct Group {
    int digit, line;  // `line` is a row or column
    Cells cells;
    int first;  // of the cells, by which HoDoKu knows it
};

class Tables {
  public:
    static constexpr int singles = 81 * 9;

    static int node_of(int cell, int digit) { return cell * 9 + digit; }
    static int cell_of(int node) { return node / 9; }
    static int digit_of(int node) { return node % 9; }
    bool is_group(int node) const { return node >= singles; }
    const Group& group(int node) const { return groups_[node - singles]; }
    // The cell by which a node is known, all its cells, and its digit.
    int first_cell(int node) const { return is_group(node) ? group(node).first : cell_of(node); }
    Cells cells(int node) const { return is_group(node) ? group(node).cells : one_cell(cell_of(node)); }
    int digit(int node) const { return is_group(node) ? group(node).digit : digit_of(node); }

    void build(const Position& position, bool with_groups) {
        p_ = &position;
        groups_.clear();
        if (with_groups) find_groups();
        amount_ = singles + groups_.size();
        if (next_.size() < 2 * amount_) next_.resize(2 * amount_);
        nodes_.clear();
        for (const int cell : cells_in(position.open)) {
            for (const int digit : each(position.candidates[cell])) nodes_.push(node_of(cell, digit));
        }
        for (int i = 0; i < groups_.size(); ++i) nodes_.push(singles + i);
        for (const int node : nodes_) {
            next_[2 * node].clear();
            next_[2 * node + 1].clear();
        }
        for (const int node : nodes_) {
            is_group(node) ? link_group(node - singles) : link_single(cell_of(node), digit_of(node));
        }
    }

    int states() const { return 2 * amount_; }
    // The nodes there are: candidates in order, then groups.
    const List<int>& nodes() const { return nodes_; }
    List<int>& direct(int state) { return next_[state]; }

    // The states that follow from one, itself first; `from[state]` is the one before.
    const List<int>& consequences(int state) {
        if (mark_.size() < states()) {
            mark_.assign(states(), 0);
            from_.resize(states());
        }
        ++round_;
        reached_.clear();
        reach(state, -1);
        for (int i = 0; i < reached_.size(); ++i) {
            const int source = reached_[i];
            for (const int next : next_[source]) {
                if (mark_[next] != round_) reach(next, source);
            }
        }
        return reached_;
    }
    int from(int state) const { return from_[state]; }

  private:
    void reach(int state, int source) {
        mark_[state] = round_;
        from_[state] = source;
        reached_.push(state);
    }

    void add(int from, int to) { next_[from].push(to); }
    void add_once(int from, int to) {
        for (const int old : next_[from]) {
            if (old == to) return;
        }
        add(from, to);
    }

    void link_single(int cell, int digit) {
        const int off = 2 * node_of(cell, digit), on = off + 1;
        const Bits others = p_->candidates[cell] & ~bit(digit);
        for (const int other : each(others)) {
            add(on, 2 * node_of(cell, other));
            if (is_single(others)) add(off, 2 * node_of(cell, other) + 1);
        }
        const Cells peers = p_->at[digit] & frame.peers[cell];
        Cells left = peers;
        for (const int unit : frame.unit[cell]) {
            for (const int peer : cells_in(left & frame.cells_of[unit])) add(on, 2 * node_of(peer, digit));
            left -= frame.cells_of[unit];
            const Cells there = peers & frame.cells_of[unit];
            if (there.size() == 1) add_once(off, 2 * node_of(*cells_in(there), digit) + 1);
        }
    }

    void find_groups() {
        for (int line = rows; line < boxes; ++line) {
            for (int digit = 0; digit < 9; ++digit) {
                for (int box = boxes; box < boxes + 9; ++box) {
                    const Cells there = p_->cells_for(line, digit) & frame.cells_of[box];
                    if (there.size() >= 2) groups_.push({digit, line, there, *cells_in(there)});
                }
            }
        }
    }

    void link_group(int index) {
        const Group& group = groups_[index];
        const int off = 2 * (singles + index), on = off + 1;
        const Cells seen = seen_by_all(group.cells) & p_->at[group.digit];
        for (const int cell : cells_in(seen)) {
            const int single = 2 * node_of(cell, group.digit);
            add(on, single);
            add(single + 1, off);
        }
        const int box = frame.unit[group.first][2];
        for (const int unit : {box, group.line}) {
            const Cells there = seen & frame.cells_of[unit];
            if (there.size() != 1) continue;
            const int single = 2 * node_of(*cells_in(there), group.digit);
            add(off, single + 1);
            add(single, on);
        }
        link_groups(index, box);
    }

    void link_groups(int index, int box) {
        const Group& group = groups_[index];
        const int off = 2 * (singles + index), on = off + 1;
        int in_line = 0, in_box = 0, line_partner = 0, box_partner = 0;
        for (int other = 0; other < groups_.size(); ++other) {
            const Group& second = groups_[other];
            if (other == index || second.digit != group.digit || !(second.cells & group.cells).empty()) continue;
            if (second.line == group.line) {
                if (++in_line == 1) line_partner = other;
                add(on, 2 * (singles + other));
            }
            if (frame.unit[second.first][2] == box) {
                if (++in_box == 1) box_partner = other;
                add(on, 2 * (singles + other));
            }
        }
        if (in_line == 1) link_if_all(off, group, line_partner, group.line);
        if (in_box == 1) link_if_all(off, group, box_partner, box);
    }

    // One of two groups is true if they hold all places of a unit.
    void link_if_all(int off, const Group& group, int other, int unit) {
        const Cells rest = p_->cells_for(unit, group.digit) - group.cells - groups_[other].cells;
        if (rest.empty()) add(off, 2 * (singles + other) + 1);
    }

    const Position* p_ = nullptr;
    List<Group> groups_;
    List<int> nodes_;
    int amount_ = 0, round_ = 0;
    List<List<int>> next_;
    List<int> mark_, from_, reached_;
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
