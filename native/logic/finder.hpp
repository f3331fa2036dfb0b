// What all finders share: the position, the sink, and what is computed once per position.
//
// A finder is a function template `void find_…(Finder<W>& f, …)`. It looks for every instance of its technique in a fixed
// order, and for each one:
//
//   auto& step = f.start(Technique::…);    the one step that is used again and again
//   step.remove(…);                        what changes
//   if (f.evidence()) { step.add(…); … }   why, if anybody wants to know
//   if (f.give()) return;                  true when no more steps are wanted
//
// Finders allocate nothing except in evidence: a rating runs through thousands of positions a second.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "logic/almost_locked.hpp"
#include "logic/graph.hpp"
#include "logic/layout.hpp"
#include "logic/position.hpp"
#include "logic/step.hpp"

namespace ninefold::logic {

template <int W>
class Finder {
  public:
    using Set = Cells<W>;

    Finder(const Position<W>& position, Sink<W>& sink) : p(position), l(position.layout()), sink_(&sink) {}

    const Position<W>& p;
    const Layout<W>& l;
    // Whether to look for the variants that HoDoKu's solver leaves to other techniques, too.
    bool wide = true;

    // The position changed: forget everything computed for the last one.
    void moved() {
        als_.reset();
        graphs_.clear();
    }
    void set_sink(Sink<W>& sink) { sink_ = &sink; }

    [[nodiscard]] bool done() const { return sink_->done; }
    [[nodiscard]] bool evidence() const { return sink_->evidence; }
    // Whether only one step is wanted, and how short chains have to be (see Sink).
    [[nodiscard]] bool wants_one() const { return sink_->one; }
    [[nodiscard]] int shorter_than() const { return sink_->shorter_than; }
    // Look for rare forms too: almost locked sets that overlap, or that are nodes of chains.
    bool thorough = false;
    // Nest forcing chains more than one level deep. That ends only because a puzzle with one solution has such a step.
    bool deep = false;

    // The almost locked sets of the position, and its graphs of links.
    AlsList<W>& als() {
        if (!als_) als_.emplace(p);
        return *als_;
    }
    const Graph<W>& graph(Uses uses) {
        for (const auto& [of, graph] : graphs_) {
            if (of == uses) return *graph;
        }
        graphs_.emplace_back(uses, std::make_unique<Graph<W>>(p, uses.sets ? &als() : nullptr, uses));
        return *graphs_.back().second;
    }

    Step<W>& start(Technique technique) {
        step_.restart(technique);
        return step_;
    }
    [[nodiscard]] Step<W>& step() { return step_; }
    // Hands the started step over, unless it changes nothing. Returns whether to stop.
    bool give() {
        if (step_.empty()) return done();
        auto& removes = step_.removes;
        if (!std::is_sorted(removes.begin(), removes.end(), std::less_equal<>{})) {
            std::sort(removes.begin(), removes.end());
            removes.erase(std::unique(removes.begin(), removes.end()), removes.end());
        }
        sink_->take(step_);
        return done();
    }

  private:
    Sink<W>* sink_;
    Step<W> step_;
    std::optional<AlsList<W>> als_;
    std::vector<std::pair<Uses, std::unique_ptr<Graph<W>>>> graphs_;
};

}  // namespace ninefold::logic
