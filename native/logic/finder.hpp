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
#include "logic/few_places.hpp"
#include "logic/graph.hpp"
#include "logic/layout.hpp"
#include "logic/position.hpp"
#include "logic/rectangles.hpp"
#include "logic/searched.hpp"
#include "logic/step.hpp"
#include "logic/stop.hpp"
#include "logic/two_places.hpp"

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
        few_.reset();
        two_places_.clear();
        twins_.reset();
        rectangles_.reset();
    }
    void set_sink(Sink<W>& sink) { sink_ = &sink; }

    // Whether no more steps are wanted. Throws if the search has to end (stop.hpp).
    [[nodiscard]] bool done() const {
        if (++calls_ % calls_per_look == 0) check_stop_now();
        return sink_->done;
    }
    // The same in short loops, without a look at the clock.
    [[nodiscard]] bool enough() const { return sink_->done; }
    [[nodiscard]] bool evidence() const { return sink_->evidence; }
    // Whether only one step is wanted, and how short chains have to be (see Sink).
    [[nodiscard]] bool wants_one() const { return sink_->one; }
    [[nodiscard]] int shorter_than() const { return sink_->shorter_than; }
    // Look for rare forms too: almost locked sets that overlap, or that are nodes of chains.
    bool thorough = false;
    // Nest forcing chains more than one level deep. That ends only because a puzzle with one solution has such a step.
    bool deep = false;

    // What was searched in vain in earlier positions of a walk; null outside a walk.
    Searched<W>* searched = nullptr;

    // The digits for which it is worth to look for a technique, on the whole board or in a unit, and the cells.
    [[nodiscard]] Digits digits_left(Technique technique) const {
        return searched ? l.all_digits & ~searched->digits(technique) : l.all_digits;
    }
    [[nodiscard]] Digits digits_left(Technique technique, int unit) const {
        return searched ? l.all_digits & ~Digits{searched->digits(technique, unit)} : l.all_digits;
    }
    // The units in which this is worth while.
    [[nodiscard]] Cells<2> units_left(Technique technique) const {
        return searched ? searched->units_without(technique, l.all_digits, l.all_units()) : l.all_units();
    }
    [[nodiscard]] Set cells_left(Technique technique) const {
        return searched ? l.all_cells - searched->cells(technique) : l.all_cells;
    }
    void in_vain(Technique technique, Digits digits) {
        if (searched) searched->digits(technique) |= digits;
    }
    // On the whole board, of a technique that is looked for by unit.
    void in_vain(Technique technique) {
        if (searched) searched->fill(technique, l.all_digits);
    }
    void in_vain(Technique technique, int unit, Digits digits) {
        if (searched) searched->digits(technique, unit) |= static_cast<typename Limits<W>::Word>(digits);
    }
    void in_vain(Technique technique, const Set& cells) {
        if (searched) searched->cells(technique) |= cells;
    }

    // How many places digits have, the rectangles that may be deadly, the almost locked sets of the position, and its
    // graphs of links.
    FewPlaces<W>& few() {
        if (!few_) few_.emplace(p);
        return *few_;
    }
    const typename TwoPlacesLists<W>::List& two_places(int digit) { return two_places_.of(p, few(), digit); }
    const Rectangles<W>& rectangles() {
        if (!rectangles_) rectangles_.emplace(p);
        return *rectangles_;
    }
    // The cells with two candidates that see another with the same.
    const Set& twins() {
        if (!twins_) twins_ = find_twins();
        return *twins_;
    }
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
    [[nodiscard]] Set find_twins() const {
        const Set pairs = p.with(2);
        Set found;
        for (const int cell : pairs) {
            const Digits digits = p.candidates(cell);
            const Set same = pairs & p.at(first(digits)) & p.at(first(without_first(digits)));
            if (same.meets(l.peers_of(cell))) found |= l.only(cell);
        }
        return found;
    }

    Sink<W>* sink_;
    Step<W> step_;
    mutable unsigned calls_ = 0;  // of done()
    std::optional<FewPlaces<W>> few_;
    TwoPlacesLists<W> two_places_;
    std::optional<Set> twins_;
    std::optional<Rectangles<W>> rectangles_;
    std::optional<AlsList<W>> als_;
    std::vector<std::pair<Uses, std::unique_ptr<Graph<W>>>> graphs_;
};

}  // namespace ninefold::logic
