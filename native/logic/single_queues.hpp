// The queues in which singles wait, oldest first.
//
// Most singles that are announced are placed for another reason before their turn comes. So announcing is cheap and
// without branches that the CPU could not foresee: what one change announces is kept together as a set, and put in order
// only when the oldest is needed. Entries may have been placed since.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "logic/layout.hpp"
#include "short_queue.hpp"

namespace ninefold::logic {

template <int W>
class NakedQueue {
  public:
    using Set = Cells<W>;

    // Cells that fell to one candidate at the same time; perhaps none.
    void add(const Set& cells) { batches_.add_if(cells.any(), cells); }
    [[nodiscard]] bool empty() const { return batches_.empty(); }
    // The cell that has been here longest, of those that are still open; those that are not leave. -1 if there is none.
    int oldest(const Set& open) {
        for (; !batches_.empty(); batches_.pop()) {
            const Set left = batches_.front() & open;
            if (left.any()) return left.first();
        }
        return -1;
    }
    // That of these open cells which has been here longest; -1 if there is none.
    [[nodiscard]] int oldest_of(const Set& cells) const {
        for (const Set& batch : batches_) {
            const Set found = batch & cells;
            if (found.any()) return found.first();
        }
        return -1;
    }

  private:
    ShortQueue<Set, Limits<W>::cells> batches_;  // a cell falls to one at most once
};

// A digit that has one place left in a full unit. Not of bytes: after a byte was stored, compilers must read everything
// again that it could have been a part of.
struct HiddenSingle {
    std::int16_t unit, digit;
};

template <int W>
class HiddenQueue {
  public:
    using Set = Cells<W>;
    using Units = Cells<2>;

    // In `unit` alone, if `is_one`.
    void add(int unit, int digit, bool is_one) {
        entries_.add_if(is_one, {static_cast<std::int16_t>(unit), static_cast<std::int16_t>(digit)});
    }
    // In all these units, which may be none, because `lost` were crossed out together.
    void add(const Units& units, int digit, const Set& lost) {
        groups_.add_if(units.any(), {units, lost});
        add(group, digit, units.any());
    }
    [[nodiscard]] bool empty() const { return entries_.empty(); }

    // Takes out the oldest that still is one.
    template <class IsSingle>
    std::optional<HiddenSingle> next(const Layout<W>& layout, const IsSingle& is_single) {
        for (; !entries_.empty(); entries_.pop()) {
            const auto [unit, digit] = entries_.front();
            if (unit != group) {
                if (!is_single(unit, digit)) continue;
                entries_.pop();
                return HiddenSingle{unit, digit};
            }
            const int next = next_of_group(layout, digit, is_single);
            if (next >= 0) return HiddenSingle{static_cast<std::int16_t>(next), digit};
            groups_.pop();
        }
        return {};
    }
    // Takes out all of them, in no special order.
    template <class Take>
    void take_all(const Take& take) {
        for (; !entries_.empty(); entries_.pop()) {
            const auto [unit, digit] = entries_.front();
            if (unit != group) {
                take(unit, digit);
                continue;
            }
            for (const int one : groups_.front().units) take(one, digit);
            groups_.pop();
        }
    }

  private:
    struct Group {
        Units units;
        Set lost;
    };
    static constexpr std::int16_t group = -1;  // stands for the unit of an entry: it is the next group

    // A person who crosses out cell by cell notices by the last cell crossed out in the unit, then by unit. -1 if there is
    // none left.
    template <class IsSingle>
    int next_of_group(const Layout<W>& layout, int digit, const IsSingle& is_single) {
        auto& [units, lost] = groups_.front();
        int best = -1, crossed_out = layout.cells;
        for (const int unit : units) {
            if (!is_single(unit, digit)) {
                units.drop(unit);
                continue;
            }
            const int last = (lost & layout.unit(unit)).last();
            if (last < crossed_out) best = unit, crossed_out = last;
        }
        if (best >= 0) units.drop(best);
        return best;
    }

    // A digit of a unit falls to one at most once, and a cell is placed once.
    ShortQueue<HiddenSingle, static_cast<std::size_t>(Limits<W>::units) * Limits<W>::digits + Limits<W>::cells> entries_;
    ShortQueue<Group, Limits<W>::cells> groups_;
};

}  // namespace ninefold::logic
