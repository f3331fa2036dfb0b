// The graph of links that chains run through.
//
// A node is a digit in a set of cells, and holds if one of the cells holds the digit. Three kinds:
//   single  one candidate
//   group   the places of a digit in a unit that lie in one crossing
//   part    the places of a digit in an almost locked set
// A weak link says that two nodes do not both hold: all cells of one see all cells of the other and the digit is the
// same, or they are two digits of one cell. A strong link says that one of two nodes holds, and rests on
//   a cell  that has two candidates,
//   a unit  whose places for the digit are those of the two nodes,
//   a set   almost locked, that keeps all its digits but one.
//
// A state is 2 · node + (1 if it holds). "a holds" leads along weak links to "b fails", which leads along strong links to
// "c holds". Links have no direction, so the distance from state q to state b is that from "not b" to "not q".
//
// Both kinds of link are kept as bit rows, so that one layer of a breadth-first search is a few ORs. Parents are not
// recorded: ways.hpp finds the way again from the distances, which also lets it choose among the shortest.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "logic/almost_locked.hpp"
#include "logic/position.hpp"
#include "logic/stop.hpp"

namespace ninefold::logic {

// A square table of bits, one row per node.
class BitRows {
  public:
    BitRows() = default;
    explicit BitRows(std::size_t rows) : words_((rows + 63) / 64), bits_(rows * words_) {}
    [[nodiscard]] std::span<const std::uint64_t> row(int i) const {
        return {bits_.data() + static_cast<std::size_t>(i) * words_, words_};
    }
    void set(int i, int j) { bits_[static_cast<std::size_t>(i) * words_ + (static_cast<std::size_t>(j) >> 6)] |= mask(j); }
    [[nodiscard]] bool has(int i, int j) const { return row(i)[static_cast<std::size_t>(j) >> 6] & mask(j); }
    [[nodiscard]] std::size_t words() const { return words_; }

  private:
    static std::uint64_t mask(int j) { return std::uint64_t{1} << (j & 63); }
    std::size_t words_ = 0;
    std::vector<std::uint64_t> bits_;
};

// Calls `visit` for the number of every bit that is set.
template <class Visit>
void for_bits(std::span<const std::uint64_t> bits, Visit visit) {
    for (std::size_t w = 0; w < bits.size(); ++w) {
        for (std::uint64_t left = bits[w]; left != 0; left &= left - 1) {
            visit(static_cast<int>(w) * 64 + std::countr_zero(left));
        }
    }
}

// Which strong links a graph has. Two digits of a cell are linked weakly only if there are both cells and units: chains
// by units alone keep to one digit, and chains by cells alone leave a cell by its other digit.
struct Uses {
    bool cells = true;
    bool units = true;
    bool groups = false;
    bool sets = false;
    friend bool operator==(const Uses&, const Uses&) = default;
};

template <int W>
class Graph {
  public:
    using Set = Cells<W>;
    static constexpr int far = 1 << 20;

    struct Node {
        int digit;
        Set cells;
        Set seen;  // the places of the digit that see all its cells
        bool single;
    };
    enum class By : std::uint8_t { cell, unit, set };
    struct Strong {
        int to;
        By by;
        int what;  // the cell, unit or set
    };

    Graph(const Position<W>& position, const AlsList<W>* sets, Uses uses)
        : position_(position), layout_(position.layout()), sets_(sets), uses_(uses) {
        add_singles();
        if (uses.cells) link_cells();
        if (uses.units) link_units();
        if (uses.sets && sets != nullptr) link_sets();
        link_weakly();
    }

    [[nodiscard]] int size() const { return static_cast<int>(nodes_.size()); }
    [[nodiscard]] const Node& node(int i) const { return nodes_[index(i)]; }
    [[nodiscard]] const std::vector<Strong>& strong(int i) const { return strong_[index(i)]; }
    [[nodiscard]] const BitRows& weak() const { return weak_; }
    [[nodiscard]] const Als<W>& set(int i) const {
        return i < sets_->size() ? (*sets_)[i] : bent_[index(i - sets_->size())];
    }
    [[nodiscard]] const Position<W>& position() const { return position_; }
    [[nodiscard]] const Layout<W>& layout() const { return layout_; }

    // The number of links from a state to every state; `far` if it cannot be reached.
    void distances(int start, std::vector<int>& out) const {
        check_stop();
        out.assign(index(2 * size()), far);
        const std::size_t words = weak_.words();
        std::vector<std::uint64_t> frontier(words), next(words);
        std::vector<std::uint64_t> seen[2] = {std::vector<std::uint64_t>(words), std::vector<std::uint64_t>(words)};
        int holds = start & 1;
        frontier[index(start >> 1) >> 6] = std::uint64_t{1} << ((start >> 1) & 63);
        seen[holds] = frontier;
        for (int depth = 0, moved = 1; moved != 0; ++depth, holds = 1 - holds) {
            std::fill(next.begin(), next.end(), 0);
            for_bits(frontier, [&](int node) {
                out[index(2 * node + holds)] = depth;
                const auto row = (holds ? weak_ : strong_rows_).row(node);
                for (std::size_t w = 0; w < words; ++w) next[w] |= row[w];
            });
            moved = 0;
            for (std::size_t w = 0; w < words; ++w) {
                frontier[w] = next[w] & ~seen[1 - holds][w];
                seen[1 - holds][w] |= frontier[w];
                moved |= frontier[w] != 0;
            }
        }
    }

  private:
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    int node_of(int digit, const Set& cells) {
        const auto [at, fresh] = ids_.insert({{digit, cells}, size()});
        if (fresh) {
            nodes_.push_back({digit, cells, layout_.seen_by_all(cells) & position_.at(digit), cells.size() == 1});
            strong_.emplace_back();
        }
        return at->second;
    }

    void tie(int a, int b, By by, int what) {
        strong_[index(a)].push_back({b, by, what});
        strong_[index(b)].push_back({a, by, what});
    }

    void add_singles() {
        for (const int cell : position_.open()) {
            for (const int digit : each(position_.candidates(cell))) node_of(digit, Set::of(cell));
        }
    }

    void link_cells() {
        for (const int cell : position_.open()) {
            const Digits two = position_.candidates(cell);
            if (!is_pair(two)) continue;
            tie(node_of(first(two), Set::of(cell)), node_of(first(without_first(two)), Set::of(cell)), By::cell, cell);
        }
    }

    void link_units() {
        for (int unit = 0; unit < layout_.unit_count(); ++unit) {
            for (int digit = 0; layout_.is_full(unit) && digit < layout_.n; ++digit) {
                const Set places = position_.places(unit, digit);
                const int n = places.size();
                if (n == 2) {
                    const Set one = Set::of(places.first());
                    tie(node_of(digit, one), node_of(digit, places - one), By::unit, unit);
                } else if (n > 2 && uses_.groups) {
                    link_groups(unit, digit, places);
                }
            }
        }
    }

    // Splits the places of a digit in a unit in two parts, each a single cell or inside a crossing.
    void link_groups(int unit, int digit, const Set& places) {
        std::set<Set> done;
        for (const auto& crossing : layout_.crossings) {
            if (crossing.from != unit) continue;
            const Set group = places & crossing.cells;
            const Set rest = places - group;
            if (group.size() < 2 || !rest.any() || (rest.size() > 1 && !inside_a_crossing(unit, rest))) continue;
            if (!done.insert(group).second || done.contains(rest)) continue;
            tie(node_of(digit, group), node_of(digit, rest), By::unit, unit);
        }
    }
    bool inside_a_crossing(int unit, const Set& cells) const {
        return std::any_of(layout_.crossings.begin(), layout_.crossings.end(),
                           [&](const auto& crossing) { return crossing.from == unit && cells.in(crossing.cells); });
    }

    void link_sets() {
        for (int i = 0; i < sets_->size(); ++i) {
            const Als<W>& set = (*sets_)[i];
            if (set.cells.size() < 2 || set.cells.size() > most_cells_of_a_link) continue;
            for (const int a : each(set.digits)) {
                for (const int b : each(set.digits & ~(bit(a + 1) - 1))) {
                    if (!set.sees(a).any() || !set.sees(b).any()) continue;
                    tie(node_of(a, set.places(a)), node_of(b, set.places(b)), By::set, i);
                }
            }
            for (const int cell : position_.open() - set.cells) bend(set, cell);
        }
    }

    // With two candidates, the cell is linked already: the set excludes one of them.
    void bend(const Als<W>& set, int cell) {
        const Digits own = position_.candidates(cell) & ~set.digits, shared = position_.candidates(cell) & set.digits;
        if (set.cells.size() == most_cells_of_a_link || !is_single(own) || count(shared) < 2) return;
        for (const int digit : each(shared)) {
            if (!set.sees(digit).has(cell)) return;
        }
        const int y = node_of(first(own), Set::of(cell)), what = sets_->size() + static_cast<int>(bent_.size());
        for (const int x : each(set.digits & ~shared)) {
            if (set.sees(x).any()) tie(node_of(x, set.places(x)), y, By::set, what);
        }
        Als<W>& bent = bent_.emplace_back(set);
        bent.cells.add(cell);
        bent.digits |= own;
        for (const int digit : each(own | shared)) {
            const Set places = bent.cells & position_.at(digit);
            bent.at[index(digit)] = places;
            bent.seen[index(digit)] = layout_.seen_by_all(places) & position_.at(digit);
        }
    }

    void link_weakly() {
        weak_ = BitRows(nodes_.size());
        strong_rows_ = BitRows(nodes_.size());
        std::vector<std::vector<int>> of_digit(index(layout_.n)), in_cell(index(layout_.cells));
        for (int i = 0; i < size(); ++i) {
            of_digit[index(node(i).digit)].push_back(i);
            if (node(i).single) in_cell[index(node(i).cells.first())].push_back(i);
            for (const Strong& link : strong(i)) strong_rows_.set(i, link.to);
        }
        for (int i = 0; i < size(); ++i) {
            check_stop();
            for (const int j : of_digit[index(node(i).digit)]) {
                if (node(j).cells.in(node(i).seen)) weak_.set(i, j);
            }
            if (!uses_.cells || !uses_.units || !node(i).single) continue;
            for (const int j : in_cell[index(node(i).cells.first())]) {
                if (j != i) weak_.set(i, j);
            }
        }
    }

    // Larger almost locked sets would take most of the time, for chains that no person would draw.
    static constexpr int most_cells_of_a_link = 5;

    const Position<W>& position_;
    const Layout<W>& layout_;
    const AlsList<W>* sets_;
    Uses uses_;
    std::vector<Node> nodes_;
    std::vector<std::vector<Strong>> strong_;
    std::vector<Als<W>> bent_;  // their numbers follow those of the sets
    std::map<std::pair<int, Set>, int> ids_;
    BitRows weak_, strong_rows_;
};

}  // namespace ninefold::logic
