// Almost locked sets: n cells of a unit with n + 1 digits; the XZ rule, XY-wings and chains of them.
//
// Two sets without a common cell have a restricted common digit if all its cells in one see all those in the other.
#pragma once

#include "hodoku/best.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

class AlmostLockedSets {
  public:
    AlmostLockedSets(const Position& position, Step& step, Best& best) : p_(position), step_(step), best_(best) {
        for (int unit = 0; unit < 27; ++unit) grow(unit, 0, {}, 0, 0);
        for (Set& set : sets_) complete(set);
    }

    bool find_xz() {
        for (int i = 0; i < sets_.size(); ++i) {
            sets_[i].first_link = links_.size();
            for (int j = i + 1; j < sets_.size(); ++j) {
                if (link(i, j) && use_xz(links_.last())) return true;
            }
            sets_[i].last_link = links_.size();
        }
        return false;
    }

    // After find_xz has found nothing.
    bool find_xy_wing() {
        List<List<int>> links_of;
        links_of.resize(sets_.size());
        for (int i = 0; i < links_.size(); ++i) {
            links_of[links_[i].a].push(i);
            links_of[links_[i].b].push(i);
        }
        List<int> later;
        for (int i = 0; i < links_.size(); ++i) {
            later.clear();
            for (const int end : {links_[i].a, links_[i].b}) {
                for (const int j : links_of[end]) {
                    if (j > i) later.push(j);
                }
            }
            std::sort(later.begin(), later.end());
            for (const int j : later) {
                if (use_xy_wing(links_[i], links_[j])) return true;
            }
        }
        return false;
    }

    // Chains of four sets or more, each later in the list than the one before; the step that removes most.
    bool find_chain() {
        best_.clear();
        visited_.assign(sets_.size(), 0);
        for (start_ = 0; start_ < sets_.size(); ++start_) begin();
        return best_.found();
    }

  private:
    struct Set {
        Cells cells;
        Bits digits = 0;
        Cells with[9], seen[9], reach[9], all_seen;  // by digit: its cells, what they see outside, and both
        int first_link = 0, last_link = 0;
    };
    struct Link {
        int a, b;
        int x, y;  // the restricted common digits; y is -1 if there is one only
    };

    void grow(int unit, int from, const Cells& cells, Bits digits, int size) {
        if (size == 8) return;
        for (int i = from; i < 9; ++i) {
            const int cell = frame.cell[unit][i];
            if (p_.values[cell]) continue;
            Cells more = cells;
            more.set(cell);
            const Bits all = digits | p_.candidates[cell];
            if (count(all) == size + 2) keep(more, all);
            grow(unit, i + 1, more, all, size + 1);
        }
    }

    void keep(const Cells& cells, Bits digits) {
        for (const Set& old : sets_) {
            if (old.cells == cells) return;
        }
        sets_.push({cells, digits, {}, {}, {}, {}, 0, 0});
    }

    void complete(Set& set) const {
        for (const int digit : each(set.digits)) {
            set.with[digit] = set.cells & p_.at[digit];
            set.seen[digit] = (seen_by_all(set.with[digit]) & p_.at[digit]) - set.cells;
            set.reach[digit] = set.seen[digit] | set.with[digit];
            set.all_seen |= set.seen[digit];
        }
    }

    bool link(int i, int j) {
        const Set &a = sets_[i], &b = sets_[j];
        if (!(a.digits & b.digits) || !(a.cells & b.cells).empty()) return false;
        Link found{i, j, -1, -1};
        for (const int digit : each(a.digits & b.digits)) {
            if (a.reach[digit].lacks(b.with[digit]) || b.reach[digit].lacks(a.with[digit])) continue;
            (found.x < 0 ? found.x : found.y) = digit;
        }
        if (found.x < 0) return false;
        links_.push(found);
        return true;
    }

    static Bits bit_of(int digit) { return digit < 0 ? 0 : bit(digit); }

    // The digits that one of two sets holds, whatever the links between them do.
    void remove_common(const Set& a, const Set& b, Bits links) {
        const Bits digits = a.digits & b.digits & ~links;
        if ((a.all_seen & b.all_seen).empty()) return;
        for (const int digit : each(digits)) step_.remove(a.seen[digit] & b.seen[digit], digit);
    }

    bool use_xz(const Link& link) {
        const Set &a = sets_[link.a], &b = sets_[link.b];
        remove_common(a, b, bit(link.x));
        if (link.y >= 0) {
            remove_common(a, b, bit(link.y));
            const Bits links = bit(link.x) | bit(link.y);
            for (const int digit : each(a.digits & ~links)) step_.remove(a.seen[digit] - b.cells, digit);
            for (const int digit : each(b.digits & ~links)) step_.remove(b.seen[digit] - a.cells, digit);
        }
        return step_.useful();
    }

    bool use_xy_wing(const Link& one, const Link& two) {
        if (one.y < 0 && two.y < 0 && one.x == two.x) return false;
        const int pivot = one.a == two.a || one.a == two.b ? one.a : one.b;
        const Set &a = sets_[one.a + one.b - pivot], &b = sets_[two.a + two.b - pivot];
        if (!(a.cells & b.cells).empty()) return false;
        remove_common(a, b, bit_of(one.x) | bit_of(one.y) | bit_of(two.x) | bit_of(two.y));
        return step_.useful();
    }

    // A chain begins with either digit of a double link.
    void begin() {
        for (int i = sets_[start_].first_link; i < sets_[start_].last_link; ++i) {
            for (const int digit : {links_[i].x, links_[i].y}) {
                if (digit < 0) continue;
                for (Bits& set : visited_) set = 0;
                first_ = bit(digit);
                follow(links_[i].b, 1, digit);
            }
        }
    }

    // On to the next sets, after `length` links of which the last was by `digit`. What follows depends on these alone.
    void follow(int set, int length, int digit) {
        const Bits here = bit(9 * std::min(length - 1, 1) + digit);
        if (visited_[set] & here) return;
        visited_[set] |= here;
        for (int i = sets_[set].first_link; i < sets_[set].last_link; ++i) {
            const Link& link = links_[i];
            const Bits digits = (bit(link.x) | bit_of(link.y)) & ~bit(digit);
            if (!digits) continue;
            if (length >= 2) use_chain(sets_[link.b], digits);
            follow(link.b, length + 1, lowest(digits));  // of two digits, HoDoKu only remembers the first
        }
    }

    void use_chain(const Set& end, Bits digits) {
        step_.clear();
        remove_common(sets_[start_], end, first_ | digits);
        if (!step_.useful()) return;
        step_.sort();
        best_.offer(step_);
    }

    const Position& p_;
    Step& step_;
    Best& best_;
    List<Set> sets_;
    List<Link> links_;
    int start_ = 0;
    Bits first_ = 0;
    List<Bits> visited_;  // by set: digits of the last link, nine bits for chains of one link and nine for longer ones
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
