// Two steps of one kind that a person sees as one, because they share most of their cells.
//
// 1. Siamese fish: two finned fish with the same bases, and different covers or fins. The step has all covers of both.
// 2. Dual two-string kite: two kites through the same two cells of a box, perhaps of different digits.
// 3. Dual empty rectangle: two empty rectangles of a digit in the same box.
//
// Neither may remove all that the other removes. They rest on the truths of both.
#pragma once

#include <algorithm>
#include <vector>

#include "logic/finder.hpp"

namespace ninefold::logic {

// Keeps every step.
template <int W>
class ListSink final : public Sink<W> {
  public:
    ListSink() : Sink<W>(true) {}
    void take(const Step<W>& step) override { steps.push_back(step); }
    std::vector<Step<W>> steps;
};

// Gives the twins among these steps under one name; `akin` says which two may be joined.
template <int W, class Akin>
void give_twins(Finder<W>& f, Technique technique, const std::vector<Step<W>>& steps, Akin akin) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
        for (std::size_t j = i + 1; j < steps.size(); ++j) {
            const Step<W>& a = steps[i];
            const Step<W>& b = steps[j];
            if (!akin(a, b)) continue;
            const auto includes = [](const Step<W>& x, const Step<W>& y) {
                return std::includes(x.removes.begin(), x.removes.end(), y.removes.begin(), y.removes.end());
            };
            if (includes(a, b) || includes(b, a)) continue;
            Step<W>& step = f.start(technique);
            step = a;
            step.technique = technique;
            step.removes.insert(step.removes.end(), b.removes.begin(), b.removes.end());
            const auto parts = static_cast<std::int16_t>(a.parts.size());
            const auto truths = static_cast<std::int16_t>(a.truths.size());
            const bool fish = a.parts[0].role == Role::base;
            for (const Part<W>& part : b.parts) {
                const auto same = [&](const Part<W>& other) {
                    return other.role == part.role && other.unit == part.unit && other.cells == part.cells;
                };
                if (!fish || std::none_of(a.parts.begin(), a.parts.end(), same)) step.parts.push_back(part);
            }
            if (!fish) {
                step.truths.insert(step.truths.end(), b.truths.begin(), b.truths.end());
                for (Link link : b.links) {
                    link.from = static_cast<std::int16_t>(link.from + parts);
                    link.to = static_cast<std::int16_t>(link.to + parts);
                    if (link.strong) link.first_truth = static_cast<std::int16_t>(link.first_truth + truths);
                    step.links.push_back(link);
                }
            }
            if (f.give()) return;
        }
    }
}

template <int W>
bool same_bases(const Step<W>& a, const Step<W>& b) {
    if (a.truths.size() != b.truths.size()) return false;
    for (std::size_t i = 0; i < a.truths.size(); ++i) {
        if (a.truths[i].what != b.truths[i].what || a.truths[i].digit != b.truths[i].digit) return false;
    }
    return true;
}

// Kites as nodes far, near, near, far: the two near cells are in the box.
template <int W>
bool same_box_cells(const Step<W>& a, const Step<W>& b) {
    return (a.parts[1].cells | a.parts[2].cells) == (b.parts[1].cells | b.parts[2].cells);
}

// Empty rectangles as nodes far, near, and the two groups in the box.
template <int W>
bool same_rectangle(const Step<W>& a, const Step<W>& b) {
    return a.parts[0].digits == b.parts[0].digits && a.parts[2].unit == b.parts[2].unit;
}

}  // namespace ninefold::logic
