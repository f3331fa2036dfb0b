// Chains of one kind of link: turbot fish, X-chains, XY-chains, remote pairs.
//
// HoDoKu follows every chain of up to 21 nodes that visits no cell twice, and takes the step that removes most. What a
// chain removes depends only on its ends, so from each start we look for chains to those ends that would be better than the best
// so far; and only to ends that some walk, which may visit cells again, reaches in time.
#pragma once

#include "hodoku/basics.hpp"
#include "hodoku/best.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

// The ends of the chains from one start that would be better than the best step so far.
class ChainEnds {
  protected:
    ChainEnds(const Position& position, Best& best) : p_(position), best_(best) {}

    // Begins with the ends that are within reach.
    void want(int start, int digit, const Cells& ends) {
        start_ = start;
        digit_ = digit;
        wanted_ = ends;
        keep_better();
    }
    void arrive(int end) {
        best_.offer(removed_by(end));
        keep_better();
    }

    const Position& p_;
    Best& best_;
    Step step_;
    int digit_ = 0, start_ = 0;
    Cells wanted_;

  private:
    void keep_better() {
        for (const int end : cells_in(wanted_)) {
            if (!best_.may_take(seen_by_ends(end).size()) || !best_.would_take(removed_by(end))) wanted_.unset(end);
        }
    }
    Cells seen_by_ends(int end) const { return p_.at[digit_] & frame.peers[start_] & frame.peers[end]; }
    const Step& removed_by(int end) {
        step_.clear();
        step_.remove(seen_by_ends(end), digit_);
        return step_;
    }
};

// Chains over the places of one digit: strong, weak, strong, … links.
class DigitChains : ChainEnds {
  public:
    DigitChains(const Position& position, const FewPlaces& few, Best& best) : ChainEnds(position, best), few_(few) {}

    // Chains of three links are turbot fish.
    bool find(bool turbot, Bits digits) {
        longest_ = turbot ? 3 : 19;
        best_.clear();
        Cells any;
        for (const int digit : each(digits)) {
            linked_[digit] = {};
            for (const int unit : each(few_.pairs(digit))) linked_[digit] |= p_.cells_for(unit, digit);
            any |= linked_[digit];
        }
        // By cell and then by digit, as the order decides between equals.
        for (const int cell : cells_in(any)) {
            for (const int digit : each(p_.candidates[cell] & digits)) {
                if (linked_[digit].has(cell)) start_at(cell, digit);
            }
        }
        return best_.found();
    }

  private:
    Cells strong(int cell) const {
        Cells set;
        for (const int unit : frame.unit[cell]) {
            if (few_.is_pair(unit, digit_)) set |= p_.cells_for(unit, digit_);
        }
        set.unset(cell);
        return set;
    }

    void start_at(int cell, int digit) {
        digit_ = digit;
        const Cells first = strong(cell);
        want(cell, digit, within_reach(first));
        if (wanted_.empty()) return;
        for (const int next : cells_in(first)) follow(next, one_cell(cell), 1);
    }

    // The cells that a walk of at most `longest_` links ends in with a strong link, other than the first link.
    Cells within_reach(Cells on) const {
        Cells ends, seen_on = on;
        for (int links = 1; links + 2 <= longest_ && !on.empty(); links += 2) {
            Cells off;
            for (const int x : cells_in(on)) off |= frame.peers[x];
            Cells next;
            for (const int x : cells_in(off & linked_[digit_])) next |= strong(x);
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
        for (const int off : cells_in((frame.peers[cell] & linked_[digit_]) - used)) {
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

    const FewPlaces& few_;
    Cells linked_[9];  // by digit: the cells with a strong link
    int longest_ = 0;
};

// Chains over cells with two candidates.
class PairChains : ChainEnds {
  public:
    PairChains(const Position& position, const FewCandidates& few, Best& best)
        : ChainEnds(position, best), two_(few.at_most[2]) {}

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
            same_ = two_ & p_.at[lowest(pair_)] & p_.at[lowest(pair_ & (pair_ - 1))];
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

    // The chain begins with "the cell is not this digit".
    void start_xy(int cell, int digit) {
        want(cell, digit, within_reach(cell, digit));
        if (!wanted_.empty()) follow(cell, other_digit(cell, digit), one_cell(cell), 1);
    }

    Cells within_reach(int cell, int digit) const {
        struct Link {
            int cell, holds;
        } queue[2 * 81 + 1];
        int tail = 0;
        queue[tail++] = {cell, other_digit(cell, digit)};
        Cells seen[9], ends;
        for (int head = 0, cells = 1; cells < most_cells && head < tail; ++cells) {
            for (const int end = tail; head < end; ++head) {
                const auto [from, holds] = queue[head];
                for (const int to : cells_in(next_to(from, holds) - seen[holds])) {
                    seen[holds].set(to);  // by the digit with which the chain comes
                    queue[tail++] = {to, other_digit(to, holds)};
                }
            }
        }
        for (int i = 1; i < tail; ++i) {
            if (queue[i].holds == digit) ends.set(queue[i].cell);
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

    const Cells two_;
    Bits pair_ = 0;
    int chain_[most_cells];
    Cells same_;
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
