// Chains of one kind of link: turbot fish, X-chains, XY-chains, remote pairs.
//
// HoDoKu follows every chain of up to 21 nodes that visits no cell twice, and takes the step that removes most. What a
// chain removes depends only on its ends, so from each start we look for chains to those ends that would be better than the best
// so far; and only to ends that some walk, which may visit cells again, reaches in time.
#pragma once

#include "hodoku/basics.hpp"
#include "hodoku/best.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

// Chains over the places of one digit: strong, weak, strong, … links.
class DigitChains {
  public:
    DigitChains(const Position& position, Best& best) : p_(position), best_(best) {}

    // Chains of three links are turbot fish.
    bool find(bool turbot) {
        longest_ = turbot ? 3 : 19;
        best_.clear();
        // By cell and then by digit, as the order decides between equals.
        for (const int cell : cells_in(p_.open)) {
            for (const int digit : each(p_.candidates[cell])) start_at(cell, digit);
        }
        return best_.found();
    }

  private:
    Cells strong(int cell) const {
        Cells set;
        for (const int unit : frame.unit[cell]) {
            if (p_.number_of_places(unit, digit_) == 2) set |= p_.cells_for(unit, digit_);
        }
        set.unset(cell);
        return set;
    }

    void start_at(int cell, int digit) {
        digit_ = digit;
        const Cells first = strong(cell);
        if (first.empty()) return;
        Cells ends = within_reach(first);
        for (const int end : cells_in(ends)) {
            if (!wants(cell, end)) ends.unset(end);
        }
        if (ends.empty()) return;
        start_ = cell;
        wanted_ = ends;
        for (const int next : cells_in(first)) follow(next, one_cell(cell), 1);
    }

    Step& removed_by(int start, int end) {
        step_.clear();
        step_.remove(p_.at[digit_] & frame.peers[start] & frame.peers[end], digit_);
        return step_;
    }
    bool wants(int start, int end) { return best_.would_take(removed_by(start, end)); }

    // The cells that a walk of at most `longest_` links ends in with a strong link, other than the first link.
    Cells within_reach(Cells on) const {
        Cells ends, seen_on = on;
        for (int links = 1; links + 2 <= longest_ && !on.empty(); links += 2) {
            Cells off;
            for (const int x : cells_in(on)) off |= frame.peers[x] & p_.at[digit_];
            Cells next;
            for (const int x : cells_in(off)) next |= strong(x);
            ends |= next;
            if (longest_ == 3) break;
            on = next - seen_on;
            seen_on |= next;
        }
        return ends;
    }

    // On at `cell` after `links` links; `visited` are the cells before it.
    void follow(int cell, const Cells& visited, int links) {
        if (links + 2 > longest_ || wanted_.empty()) return;
        Cells used = visited;
        used.set(cell);
        for (const int off : cells_in((frame.peers[cell] & p_.at[digit_]) - used)) {
            Cells now_used = used;
            now_used.set(off);
            for (const int on : cells_in(strong(off))) {
                if (now_used.has(on) && on != start_) continue;
                if (wanted_.has(on)) arrive(on);
                if (on != start_) follow(on, now_used, links + 2);
                if (wanted_.empty()) return;
            }
        }
    }

    void arrive(int end) {
        best_.offer(removed_by(start_, end));
        Cells still;
        for (const int other : cells_in(wanted_)) {
            if (wants(start_, other)) still.set(other);
        }
        wanted_ = still;
    }

    const Position& p_;
    Best& best_;
    Step step_;
    int digit_ = 0, start_ = 0, longest_ = 0;
    Cells wanted_;
};

// Chains over cells with two candidates.
class PairChains {
  public:
    PairChains(const Position& position, Best& best) : p_(position), best_(best), two_(FewCandidates(position).at_most[2]) {}

    bool find_xy() {
        best_.clear();
        for (const int cell : cells_in(two_)) {
            for (const int digit : each(p_.candidates[cell])) start_xy(cell, digit);
        }
        return best_.found();
    }

    // Cells with the same two candidates, each seeing the next: of two an odd number of links apart, one has each digit.
    bool find_remote() {
        best_.clear();
        for (const int cell : cells_in(two_)) {
            pair_ = p_.candidates[cell];
            same_ = {};
            for (const int other : cells_in(two_)) {
                if (p_.candidates[other] == pair_) same_.set(other);
            }
            if (same_.size() < 4) continue;
            chain_[0] = cell;
            follow_remote(1, one_cell(cell));
        }
        return best_.found();
    }

  private:
    static constexpr int most_cells = 10;

    int other_digit(int cell, int digit) const { return lowest(p_.candidates[cell] & ~bit(digit)); }
    // The cells that can follow one whose chain leaves with this digit.
    Cells next_to(int cell, int digit) const { return frame.peers[cell] & two_ & p_.at[digit]; }

    Step& removed_by(int start, int end) {
        step_.clear();
        step_.remove(p_.at[digit_] & frame.peers[start] & frame.peers[end], digit_);
        return step_;
    }
    bool wants(int start, int end) { return best_.would_take(removed_by(start, end)); }

    // The chain begins with "the cell is not this digit".
    void start_xy(int cell, int digit) {
        digit_ = digit;
        start_ = cell;
        wanted_ = {};
        for (const int end : cells_in(within_reach(cell, digit))) {
            if (wants(cell, end)) wanted_.set(end);
        }
        if (!wanted_.empty()) follow(cell, other_digit(cell, digit), one_cell(cell), 1);
    }

    Cells within_reach(int cell, int digit) const {
        Cells in[9], now[9], ends;
        now[other_digit(cell, digit)].set(cell);  // the cells that hold a digit, by that digit
        for (int cells = 1; cells < most_cells; ++cells) {
            Cells next[9];
            bool more = false;
            for (int d = 0; d < 9; ++d) {
                for (const int x : cells_in(now[d])) {
                    for (const int y : cells_in(next_to(x, d))) {
                        const int e = other_digit(y, d);
                        if (in[e].has(y)) continue;
                        in[e].set(y);
                        next[e].set(y);
                        more = true;
                    }
                }
            }
            for (int d = 0; d < 9; ++d) now[d] = next[d];
            ends |= next[digit];
            if (!more) break;
        }
        return ends;
    }

    // The chain has `cells` cells and leaves the last one with `digit` true in it.
    void follow(int cell, int digit, const Cells& used, int cells) {
        if (cells == most_cells || wanted_.empty()) return;
        for (const int next : cells_in(next_to(cell, digit) - used)) {
            const int holds = other_digit(next, digit);
            if (holds == digit_ && wanted_.has(next)) arrive(next);
            Cells more = used;
            more.set(next);
            follow(next, holds, more, cells + 1);
            if (wanted_.empty()) return;
        }
    }

    void arrive(int end) {
        best_.offer(removed_by(start_, end));
        Cells still;
        for (const int other : cells_in(wanted_)) {
            if (wants(start_, other)) still.set(other);
        }
        wanted_ = still;
    }

    void follow_remote(int length, const Cells& used) {
        if (length >= 4 && length % 2 == 0) offer_remote(length);
        if (length == most_cells) return;
        for (const int next : cells_in((frame.peers[chain_[length - 1]] & same_) - used)) {
            chain_[length] = next;
            Cells more = used;
            more.set(next);
            follow_remote(length + 1, more);
        }
    }

    void offer_remote(int length) {
        const int low = lowest(pair_), high = lowest(pair_ & (pair_ - 1));
        const Cells both = p_.at[low] | p_.at[high];
        if ((frame.peers[chain_[0]] & frame.peers[chain_[length - 1]] & both).empty()) return;
        step_.clear();
        for (int i = 0; i < length; ++i) {
            for (int j = i + 3; j < length; j += 2) {
                const Cells seen = frame.peers[chain_[i]] & frame.peers[chain_[j]];
                step_.remove(seen & p_.at[low], low);
                step_.remove(seen & p_.at[high], high);
            }
        }
        step_.sort();
        best_.offer(step_);
    }

    const Position& p_;
    Best& best_;
    Step step_;
    const Cells two_;
    Bits pair_ = 0;
    int digit_ = 0, start_ = 0;
    int chain_[most_cells];
    Cells wanted_, same_;
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
