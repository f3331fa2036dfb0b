// Ways through the graph of links (graph.hpp): from one state to another, as a person would draw them.
//
// A way that comes back to a cell it has left is a lasso: the part between the two visits is not needed, or proves
// something else. Lassos are rejected. A cell counts as left when the way moves on to other cells, except inside an
// almost locked set, whose cells are all left together; the first cells of a closed way may be entered again at the
// end.
// A group that also has a new cell is not a lasso, in accordance with HoDoKu.
//
// The search is depth first, bounded by the exact distance that is left (graph.hpp), so it walks along shortest ways
// only and turns back when a choice makes a lasso. If all shortest ways are lassos it allows a little more length.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "logic/graph.hpp"

namespace ninefold::logic {

template <int W>
class Ways {
  public:
    using Set = Cells<W>;
    using Strong = typename Graph<W>::Strong;

    struct Stop {
        int state;
        const Strong* link;  // the strong link that led here; none for weak ones and the start
        [[nodiscard]] int node() const { return state >> 1; }
        [[nodiscard]] bool holds() const { return state & 1; }
    };
    using Way = std::vector<Stop>;

    // A search ends after so many steps.
    Ways(const Graph<W>& graph, int most_steps) : g_(graph), most_steps_(most_steps) {}

    // From now on, only ways of at most this many links are wanted.
    void limit(int longest) { longest_ = longest; }

    // What a visitor thinks of a way.
    enum class Verdict : std::uint8_t { reject, accept, stop };

    // The shortest way that is not a lasso and suits `good`, at most `detour` links longer than the shortest of all; empty
    // if there is none.
    template <class Good>
    Way find(int from, int to, bool closed, int detour, Good good) {
        Way best;
        search(from, to, closed, detour, nullptr, [&](const Way& way) {
            if (!good(way)) return Verdict::reject;
            best = way;
            return Verdict::stop;
        });
        return best;
    }

    // Calls `visit` for ways of growing length, until it says stop or has accepted a shorter one. `first` is a strong
    // link that the way must begin with, if it is not null.
    template <class Visit>
    void search(int from, int to, bool closed, int detour, const Strong* first, Visit visit) {
        g_.distances(to ^ 1, longest_, back_);
        closed_ = closed;
        to_ = to;
        start_ = g_.node(from >> 1).cells;
        const int shortest = first ? 1 + rest(2 * first->to + 1) : length_from(from);
        if (shortest > longest_ || shortest >= Graph<W>::far) return;
        steps_ = 0;
        accepted_ = false;
        for (limit_ = shortest; limit_ <= std::min(shortest + detour, longest_) && !accepted_ && steps_ < most_steps_; limit_ += 2) {
            way_.assign(1, {from, nullptr});
            if (first) {
                go_to(2 * first->to + 1, first, {}, visit);
            } else {
                extend({}, visit);
            }
        }
    }

  private:
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    // The links from a state to the goal. Links have no direction: from q to b is as far as from "not b" to "not q".
    [[nodiscard]] int rest(int state) const { return state == to_ ? 0 : back_[index(state ^ 1)]; }

    // As `rest`, but at least one link even if the state is the goal.
    [[nodiscard]] int length_from(int state) const {
        if (state != (to_ ^ 1)) return state == to_ ? Graph<W>::far : rest(state);
        int least = Graph<W>::far;
        neighbours(state, [&](int next, const Strong*) { return least = std::min(least, 1 + rest(next)), false; });
        return least;
    }

    // Calls `visit` for every state one link further, until it returns true.
    template <class Visit>
    bool neighbours(int state, Visit visit) const {
        const int node = state >> 1;
        if (state & 1) {
            bool stop = false;
            for_bits(g_.weak().row(node), [&](int next) { stop = stop || visit(2 * next, nullptr); });
            return stop;
        }
        for (const Strong& link : g_.strong(node)) {
            if (visit(2 * link.to + 1, &link)) return true;
        }
        return false;
    }

    // Tries all ways on from the last stop. Returns true when no more are wanted.
    template <class Visit>
    bool extend(const Set& left, Visit& visit) {
        if (++steps_ > most_steps_) return true;
        if (way_.size() > 1 && way_.back().state == to_) {
            const Verdict verdict = visit(way_);
            accepted_ = accepted_ || verdict != Verdict::reject;
            return verdict == Verdict::stop;
        }
        const auto step = [&](int next, const Strong* link) { return go_to(next, link, left, visit); };
        return neighbours(way_.back().state, step);
    }

    template <class Visit>
    bool go_to(int next, const Strong* link, const Set& left, Visit& visit) {
        if (static_cast<int>(way_.size()) + rest(next) > limit_ || g_.node(next >> 1).cells.in(left)) return false;
        if (next != to_ && visited(next >> 1)) return false;
        const Set now_left = left | leaves(way_.back(), next, link);
        way_.push_back({next, link});
        const bool stop = extend(now_left, visit);
        way_.pop_back();
        return stop;
    }

    [[nodiscard]] bool visited(int node) const {
        return std::any_of(way_.begin(), way_.end(), [&](const Stop& stop) { return stop.node() == node; });
    }

    // The cells that are left for good by moving from a stop to another state.
    [[nodiscard]] Set leaves(const Stop& stop, int next, const Strong* link) const {
        const Set& cells = g_.node(stop.node()).cells;
        if ((link && link->by == Graph<W>::By::set) || cells == g_.node(next >> 1).cells) return {};
        Set gone = cells;
        if (stop.link && stop.link->by == Graph<W>::By::set) gone |= g_.set(stop.link->what).cells;
        return closed_ ? gone - start_ : gone;
    }

    const Graph<W>& g_;
    int most_steps_;
    int longest_ = Graph<W>::far;
    typename Graph<W>::Distances back_;  // from "not to"
    Way way_;
    Set start_;
    int to_ = 0, limit_ = 0, steps_ = 0;
    bool closed_ = false, accepted_ = false;
};

}  // namespace ninefold::logic
