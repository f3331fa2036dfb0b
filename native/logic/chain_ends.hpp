// The shape of a chain, and what its ends exclude. Part of the independent check (verify.hpp).
//
// A chain is its nodes in order, joined by links that alternate:
//   1. open: strong links at both ends. One end holds, so what both exclude goes.
//   2. closed, two weak links at part 0: part 0 fails.
//   3. closed, two strong links at part 0: part 0 holds, so what it excludes goes.
//   4. closed and alternating: one end of every link holds, so what both ends of a weak link exclude goes, and so does
//      what sees all places of any digit of a set that a strong link rests on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "logic/position.hpp"
#include "logic/step.hpp"

namespace ninefold::logic {

// Whether two parts cannot both hold.
template <int W>
bool exclude_each_other(const Layout<W>& l, const Part<W>& a, const Part<W>& b) {
    if (!is_single(a.digits) || !is_single(b.digits) || !a.cells.any() || !b.cells.any()) return false;
    if (a.digits == b.digits) return b.cells.in(l.seen_by_all(a.cells));
    return a.cells == b.cells && a.cells.size() == 1;
}

template <int W>
Part<W> as_part(Candidate c) {
    return {Role::node, bit(c.digit), Cells<W>::of(c.cell), -1};
}

constexpr bool is_chain(Technique technique) {
    return technique >= Technique::x_chain && technique <= Technique::grouped_aic;
}

template <int W>
class ChainCheck {
  public:
    ChainCheck(const Position<W>& position, const Step<W>& step) : p_(position), l_(position.layout()), s_(step) {}

    [[nodiscard]] std::string fault() const {
        if (!alternates()) return "the links of the chain do not alternate";
        for (const Candidate& c : s_.removes) {
            if (!excludes(c)) return "the chain does not exclude what it removes";
        }
        return "";
    }

  private:
    [[nodiscard]] std::size_t links() const { return s_.links.size(); }
    [[nodiscard]] bool closed() const { return links() == s_.parts.size(); }

    [[nodiscard]] bool alternates() const {
        if (links() < 2 || links() + 1 < s_.parts.size() || links() > s_.parts.size() || !s_.places.empty()) return false;
        for (std::size_t i = 0; i < links(); ++i) {
            const Link& link = s_.links[i];
            if (link.from != static_cast<int>(i) || link.to != static_cast<int>((i + 1) % s_.parts.size())) return false;
            if (i > 0 && link.strong == s_.links[i - 1].strong) return false;
        }
        return s_.length == static_cast<int>(links()) && (closed() || (s_.links.front().strong && s_.links.back().strong));
    }

    [[nodiscard]] bool excludes(Candidate c) const {
        const auto by = [&](const Part<W>& part) { return exclude_each_other(l_, part, as_part<W>(c)); };
        const Part<W>& first = s_.parts.front();
        if (!closed()) return by(first) && by(s_.parts.back());  // rule 1
        if (s_.links.front().strong == s_.links.back().strong) {
            if (s_.links.front().strong) return by(first);  // rule 3
            return first.digits == bit(c.digit) && first.cells == Cells<W>::of(c.cell);  // rule 2
        }
        return std::any_of(s_.links.begin(), s_.links.end(), [&](const Link& link) {  // rule 4
            if (link.strong) return is_locked_out(link, c);
            return by(part(link.from)) && by(part(link.to));
        });
    }
    [[nodiscard]] const Part<W>& part(int i) const { return s_.parts[static_cast<std::size_t>(i)]; }

    // Whether the candidate sees all places of its digit in the locked set that the link rests on.
    [[nodiscard]] bool is_locked_out(const Link& link, Candidate c) const {
        Cells<W> cells;
        for (int i = link.first_truth; i < link.first_truth + link.truths; ++i) {
            const Truth& truth = s_.truths[static_cast<std::size_t>(i)];
            if (truth.kind != Truth::Kind::cell) return false;
            cells.add(truth.what);
        }
        const Digits digits = p_.candidates_in(cells);
        const auto places = cells & p_.at(c.digit);
        return cells.size() > 1 && count(digits) == cells.size() + 1 && places.any() &&
               Cells<W>::of(c.cell).in(l_.seen_by_all(places)) && (part(link.from).digits & bit(c.digit)) == 0 &&
               (part(link.to).digits & bit(c.digit)) == 0;
    }

    const Position<W>& p_;
    const Layout<W>& l_;
    const Step<W>& s_;
};

template <int W>
std::string chain_fault(const Position<W>& p, const Step<W>& step) {
    return is_chain(step.technique) ? ChainCheck<W>(p, step).fault() : "";
}

}  // namespace ninefold::logic
