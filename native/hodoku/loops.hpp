// Nice loops and alternating inference chains, with or without groups, and which of them HoDoKu takes.
#pragma once

#include "hodoku/best.hpp"
#include "hodoku/reach.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

class Loops {
  public:
    Loops(const Position& position, Tables& tables, Reach& reach, Best& best)
        : p_(position), t_(tables), reach_(reach), best_(best) {}

    // The tables must be built. Loops that begin with "true" come first, then those with "false", then chains.
    bool find() {
        best_.clear();
        reach_.build(t_);
        for (const int begin : {1, 0, 2}) {
            for (const int cell : cells_in(p_.open)) {
                for (const int digit : each(p_.candidates[cell])) {
                    start_ = 2 * Tables::node_of(cell, digit) + (begin & 1);
                    if (begin == 1 && may_lose(cell, digit)) loops_from_start();
                    if (begin == 1 || t_.direct(start_).empty()) continue;
                    reach_.start_off(t_, start_ >> 1);
                    if (begin == 0 && may_begin_loop(cell, digit)) loops_from_start();
                    if (begin == 2 && may_begin_chain(cell, digit)) chains_from_start();
                }
            }
        }
        return best_.found();
    }

  private:
    // A loop that begins with "true" removes that candidate.
    bool may_lose(int cell, int digit) {
        return reach_.excludes_itself(Tables::node_of(cell, digit)) && would_remove(cell, bit(digit));
    }

    // One that begins with "false" places the candidate, removes another of its cell, or goes round and removes others.
    bool may_begin_loop(int cell, int digit) {
        const Bits others = p_.candidates[cell] & ~bit(digit);
        if (reach_.is_on(start_ >> 1) && would_remove(cell, others)) return true;
        for (const int other : each(others)) {
            const int node = Tables::node_of(cell, other);
            if (follows(node) || (reach_.is_off(node) && would_remove(cell, bit(other)))) return true;
        }
        return false;
    }
    bool would_remove(int cell, Bits digits) {
        step_.clear();
        step_.remove_digits(cell, digits);
        return best_.would_take(step_);
    }

    bool may_begin_chain(int cell, int digit) {
        for (const int there : cells_in(p_.at[digit] - one_cell(cell))) {
            if (follows(Tables::node_of(there, digit)) && would_take_chain(there, digit)) return true;
        }
        if (!best_.may_take(2)) return false;
        for (const int there : cells_in(frame.peers[cell] & p_.at[digit])) {
            for (const int other : each(p_.candidates[there] & p_.candidates[cell] & ~bit(digit))) {
                if (follows(Tables::node_of(there, other)) && would_take_chain(there, other)) return true;
            }
        }
        return false;
    }

    // Whether the node follows from the start by more than one link.
    bool follows(int node) {
        if (!reach_.is_on(node)) return false;
        for (const int state : t_.direct(start_)) {
            if (state >> 1 == node) return false;
        }
        return true;
    }

    // Whether the step of a chain from the start to this end would be chosen; the step itself.
    bool would_take_chain(int there, int b) {
        const int home = cell(start_), a = digit(start_);
        step_.clear();
        if (a == b) {
            const Cells gone = frame.peers[home] & frame.peers[there] & p_.at[a];
            const int size = gone.size();
            if (size < 2 || !best_.may_take(size)) return false;
            step_.remove(gone, a);
        } else {
            if (!frame.sees(home, there) || !p_.has(there, a) || !p_.has(home, b)) return false;
            step_.remove(home, b);
            step_.remove(there, a);
            step_.sort();
        }
        return best_.would_take(step_);
    }

    static bool is_on(int state) { return state & 1; }
    int cell(int state) const { return t_.first_cell(state >> 1); }
    int digit(int state) const { return t_.digit(state >> 1); }

    void loops_from_start() {
        const int home = cell(start_);
        for (const int state : t_.consequences(start_)) {
            if (state == start_ || t_.is_group(state >> 1) || cell(state) != home || t_.from(state) == start_) continue;
            step_.clear();
            end_ = state;
            check_loop();
        }
    }

    void check_loop() {
        const int a = digit(start_), b = digit(end_), home = cell(start_);
        const bool begins_strong = !is_on(start_), ends_strong = is_on(end_);
        if (!begins_strong && !ends_strong && a == b) {
            step_.remove(home, a);
        } else if (begins_strong && ends_strong && a == b) {
            step_.remove_digits(home, p_.candidates[home] & ~bit(a));
        } else if (begins_strong != ends_strong && a != b) {
            step_.remove(home, begins_strong ? b : a);
        } else if (begins_strong || ends_strong || count(Bits{p_.candidates[home]}) == 2) {
            if (!trace(false)) return;
            remove_around(begins_strong && ends_strong);
            step_.sort();
            best_.offer(step_);
            return;
        }
        if (best_.would_take(step_) && trace(false)) best_.take(step_);
    }

    // What the links of a continuous loop remove: other digits of cells it passes through, and all that sees both ends
    // of a weak link.
    void remove_around(bool home_is_strong) {
        const int last = chain_.size() - 1;
        Cells inside;
        for (int i = 0; i < last; ++i) inside |= t_.cells(chain_[i] >> 1);
        inside.set(cell(start_));
        if (home_is_strong) remove_others(cell(start_), digit(start_), digit(end_));
        for (int i = 1; i <= last; ++i) {
            const int here = chain_[i], before = chain_[i - 1];
            const bool moves = cell(before) != cell(here);
            if (is_on(here) && moves && i <= last - 2) {
                const int next = chain_[i + 1], after = chain_[i + 2];
                if (!is_on(next) && cell(next) == cell(here) && is_on(after) && cell(after) != cell(next)) {
                    remove_others(cell(here), digit(here), digit(after));
                }
            }
            if (!is_on(here) && moves) {
                const Cells seen = seen_by_all(t_.cells(before >> 1)) & seen_by_all(t_.cells(here >> 1));
                step_.remove((seen & p_.at[digit(here)]) - inside, digit(here));
            }
        }
    }
    void remove_others(int at, int a, int b) { step_.remove_digits(at, p_.candidates[at] & ~bit(a) & ~bit(b)); }

    void chains_from_start() {
        const int home = cell(start_);
        for (const int state : t_.consequences(start_)) {
            if (t_.is_group(state >> 1) || !is_on(state) || cell(state) == home || t_.from(state) == start_) continue;
            end_ = state;
            if (would_take_chain(cell(state), digit(state)) && trace(true)) best_.take(step_);
        }
    }

    // Writes the chain from start to end. False if it comes back to a cell that it has left, or if a loop begins or ends
    // with a link inside its own cell.
    bool trace(bool is_chain) {
        chain_.clear();
        for (int state = end_; state >= 0; state = t_.from(state)) chain_.push(state);
        std::reverse(chain_.begin(), chain_.end());
        const int last = chain_.size() - 1, home = cell(start_);
        if (!is_chain && (cell(chain_[0]) == cell(chain_[1]) || cell(chain_[last]) == cell(chain_[last - 1]))) return false;
        Cells left;
        for (int i = 0; i <= last; ++i) {
            if (left.has(cell(chain_[i]))) return false;
            if (i > 0 && (is_chain || cell(chain_[i - 1]) != home)) left |= t_.cells(chain_[i - 1] >> 1);
        }
        return true;
    }

    const Position& p_;
    Tables& t_;
    Reach& reach_;
    Best& best_;
    Step step_;
    int start_ = 0, end_ = 0;
    List<int> chain_;
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
