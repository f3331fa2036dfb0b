// Chains in HoDoKu's form and in Eureka notation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "logic/text.hpp"

namespace ninefold::logic {

template <int W>
class ChainText {
  public:
    using Set = Cells<W>;

    // The step must have links.
    ChainText(const Layout<W>& layout, const Names& names, const Step<W>& step, std::string& out)
        : l_(layout), names_(names), step_(step), out_(out), text_(layout, names, out), links_(step.links) {}

    // A chain of one digit, from the end that comes first on the board.
    void x_chain() {
        text_ << digit(start()) << ' ';
        if (start().cells.first() > end().cells.first()) turn();
        path();
    }

    // A chain with the digits at its ends.
    void aic() {
        text_.digits(bit(first(start().digits)) | bit(first(end().digits)), "/") << ' ' << digit(start()) << "- ";
        path();
        text_ << " -" << digit(end());
    }

    // A chain that returns to its first cells.
    void nice_loop() {
        const Link &first = links_.front(), &last = links_.back();
        if (last.to == first.from && first.strong != last.strong) return continuous();
        text_.digits(digits_of(step_.places.empty() ? step_.removes : step_.places), "/") << ' ';
        path();
        const std::string home = name(start().cells);
        if (!out_.ends_with(home)) text_ << " -" << digit(start()) << "- " << home;  // the last candidate sees the first
    }

    // (5)r4c8 = (5)r4c1 - (5-3)r3c1 = …
    void eureka() {
        const auto* node = &start();
        text_ << '(' << digit(*node);
        for (const Link& link : links_) {
            const auto& next = part(link.to);
            const char sign = link.strong ? '=' : '-';
            if (next.cells == node->cells && link.truths < 2) {
                text_ << sign << digit(next);
                continue;
            }
            (text_ << ')').cells(node->cells) << ' ' << sign << " (" << digit(next);
            node = &next;
        }
        ((text_ << ')').cells(node->cells) << " => ").result(step_);
    }

  private:
    // A link between different cells: its kind and digit, and the cells where it ends. Links inside a cell, and those of
    // an almost locked set, are omitted: the change of digit shows them.
    struct Leg {
        bool strong;
        std::string end;
        char digit;
    };

    [[nodiscard]] const Part<W>& part(int i) const { return step_.parts[static_cast<std::size_t>(i)]; }
    [[nodiscard]] const Part<W>& start() const { return part(links_.front().from); }
    [[nodiscard]] const Part<W>& end() const { return part(links_.back().to); }
    static char digit(const Part<W>& of) { return symbol(first(of.digits)); }
    static Digits digits_of(const std::vector<Candidate>& list) {
        Digits set = 0;
        for (const Candidate& c : list) set |= bit(c.digit);
        return set;
    }
    [[nodiscard]] std::string name(const Set& cells) const {
        std::string words;
        Text<W>(l_, names_, words).cells(cells);
        return words;
    }

    // The same chain from its other end.
    void turn() {
        std::reverse(links_.begin(), links_.end());
        for (Link& link : links_) std::swap(link.from, link.to);
    }

    [[nodiscard]] std::vector<Leg> legs() const {
        std::vector<Leg> found;
        for (const Link& link : links_) {
            const auto& to = part(link.to);
            if (link.truths > 1) {
                if (!found.empty()) found.back().end = "ALS:" + name(cells_of(link));
            } else if (part(link.from).cells != to.cells) {
                found.push_back({link.strong, name(to.cells), digit(to)});
            }
        }
        return found;
    }
    [[nodiscard]] Set cells_of(const Link& link) const {
        Set cells;
        for (int i = link.first_truth; i < link.first_truth + link.truths; ++i) {
            const Truth& truth = step_.truths[static_cast<std::size_t>(i)];
            if (truth.kind == Truth::Kind::cell) cells.add(truth.what);
        }
        return cells;
    }

    // The first cells, then every leg: r4c8 =5= r4c1 -5- r3c1
    void path() {
        text_.cells(start().cells);
        for (const Leg& leg : legs()) write(leg);
    }
    void write(const Leg& leg) {
        const char sign = leg.strong ? '=' : '-';
        text_ << ' ' << sign << leg.digit << sign << ' ' << leg.end;
    }

    // The loop from a cell in which two strong links meet, if there is one.
    void continuous() {
        std::vector<Leg> walk = legs();
        const std::string home = name(start().cells);
        text_.digits(digits_of(step_.removes), "/") << ' ';
        if (walk.empty()) return;
        if (walk.back().end != home) walk.push_back({walk.back().strong, home, walk.front().digit});
        const Leg &first = walk.front(), &last = walk.back();
        text_ << last.digit << (last.strong ? '=' : '-') << ' ' << home;
        for (const Leg& leg : walk) write(leg);
        text_ << ' ' << (first.strong ? '=' : '-') << first.digit;
    }

    const Layout<W>& l_;
    const Names& names_;
    const Step<W>& step_;
    std::string& out_;
    Text<W> text_;
    std::vector<Link> links_;
};

// The way of a remote pair: the shortest through the cells of both colours between two of different colours, at least
// four cells long, that both see the first removed candidate.
template <int W>
std::vector<int> pair_way(const Layout<W>& l, const Cells<W>& blue, const Cells<W>& green, int gone) {
    std::vector<std::vector<int>> ways, longer;
    for (const int cell : (blue | green) & l.peers_of(gone)) ways.push_back({cell});
    for (; !ways.empty(); ways.swap(longer), longer.clear()) {
        for (const auto& way : ways) {
            const bool is_blue = blue.has(way.back());
            if (way.size() > 3 && l.sees(gone, way.back()) && blue.has(way[0]) != is_blue) return way;
            for (const int cell : (is_blue ? green : blue) & l.peers_of(way.back())) {
                if (std::find(way.begin(), way.end(), cell) != way.end()) continue;
                longer.push_back(way);
                longer.back().push_back(cell);
            }
        }
    }
    std::vector<int> all;
    for (const int cell : blue | green) all.push_back(cell);
    return all;
}

}  // namespace ninefold::logic
