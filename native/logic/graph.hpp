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
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "logic/almost_locked.hpp"
#include "logic/position.hpp"
#include "logic/stop.hpp"

namespace ninefold::logic {

// A table of bits, one row per node or digit.
class BitRows {
  public:
    BitRows() = default;
    BitRows(std::size_t rows, std::size_t columns) : words_((columns + 63) / 64), bits_(rows * words_) {}
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
    using Distances = std::vector<std::uint16_t>;
    static constexpr int far = std::numeric_limits<std::uint16_t>::max();

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
        link_strongly();
        link_weakly();
    }

    [[nodiscard]] int size() const { return static_cast<int>(nodes_.size()); }
    [[nodiscard]] const Node& node(int i) const { return nodes_[index(i)]; }
    [[nodiscard]] std::span<const Strong> strong(int i) const {
        const std::size_t begin = first_strong_[index(i)];
        return {strong_.data() + begin, first_strong_[index(i) + 1] - begin};
    }
    [[nodiscard]] const BitRows& weak() const { return weak_; }
    // The nodes of a digit, as bits.
    [[nodiscard]] std::span<const std::uint64_t> of_digit(int digit) const { return of_digit_.row(digit); }
    [[nodiscard]] const Als<W>& set(int i) const {
        return i < sets_->size() ? (*sets_)[i] : bent_[index(i - sets_->size())];
    }
    [[nodiscard]] const Position<W>& position() const { return position_; }
    [[nodiscard]] const Layout<W>& layout() const { return layout_; }

    // The number of links from a state to every state; `far` if it cannot be reached, or only by more than `most`.
    void distances(int start, int most, Distances& out) const {
        check_stop();
        out.assign(index(2 * size()), static_cast<std::uint16_t>(far));
        const std::size_t words = weak_.words();
        scratch_.assign(4 * words, 0);
        std::uint64_t *const frontier = scratch_.data(), *const next = frontier + words;
        std::uint64_t* const seen[2] = {next + words, next + 2 * words};
        int holds = start & 1;
        frontier[index(start >> 1) >> 6] = seen[holds][index(start >> 1) >> 6] = std::uint64_t{1} << ((start >> 1) & 63);
        for (int depth = 0, moved = 1; moved != 0 && depth <= most; ++depth, holds = 1 - holds) {
            const BitRows& links = holds ? weak_ : strong_rows_;
            for_bits({frontier, words}, [&](int node) {
                out[index(2 * node + holds)] = static_cast<std::uint16_t>(depth);
                const auto row = links.row(node);
                for (std::size_t w = 0; w < words; ++w) next[w] |= row[w];
            });
            moved = 0;
            for (std::size_t w = 0; w < words; ++w) {
                frontier[w] = next[w] & ~seen[1 - holds][w];
                seen[1 - holds][w] |= frontier[w];
                moved |= frontier[w] != 0;
                next[w] = 0;
            }
        }
    }

  private:
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    int node_of(int digit, const Set& cells) {
        const int cell = cells.first();
        if (cells == layout_.only(cell)) return single_of(digit, cell);
        const auto [at, fresh] = ids_.insert({{digit, cells}, size()});
        if (fresh) nodes_.push_back({digit, cells, layout_.seen_by_all(cells) & position_.at(digit), false});
        return at->second;
    }
    [[nodiscard]] int single_of(int digit, int cell) const { return singles_[index(cell)][index(digit)]; }

    void tie(int a, int b, By by, int what) { ties_.push_back({a, {b, by, what}}); }

    void add_singles() {
        for (const int cell : position_.open()) {
            for (const int digit : each(position_.candidates(cell))) {
                singles_[index(cell)][index(digit)] = static_cast<std::int16_t>(size());
                nodes_.push_back({digit, layout_.only(cell), layout_.peers_of(cell) & position_.at(digit), true});
            }
        }
        singles_end_ = size();
    }

    void link_cells() {
        for (const int cell : position_.with(2)) {
            const Digits two = position_.candidates(cell);
            tie(single_of(first(two), cell), single_of(first(without_first(two)), cell), By::cell, cell);
        }
    }

    void link_units() {
        for (int unit = 0; unit < layout_.unit_count(); ++unit) {
            for (int digit = 0; layout_.is_full(unit) && digit < layout_.n; ++digit) {
                const Digits places = position_.positions(unit, digit), rest = without_first(places);
                if (is_single(rest)) {
                    const int one = layout_.cell_at(unit, first(places)), two = layout_.cell_at(unit, first(rest));
                    tie(single_of(digit, std::min(one, two)), single_of(digit, std::max(one, two)), By::unit, unit);
                } else if (rest && uses_.groups) {
                    link_groups(unit, digit, position_.places(unit, digit));
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

    // Files the strong links under both their ends, in the order in which they were made.
    void link_strongly() {
        strong_rows_ = BitRows(nodes_.size(), nodes_.size());
        first_strong_.assign(nodes_.size() + 1, 0);
        for (const auto& [from, link] : ties_) ++first_strong_[index(from)], ++first_strong_[index(link.to)];
        for (std::size_t i = 0, end = 0; i <= nodes_.size(); ++i) first_strong_[i] = end += first_strong_[i];
        strong_.resize(2 * ties_.size());
        for (std::size_t i = ties_.size(); i-- > 0;) {  // backwards, as each goes before what its node has
            const auto& [from, link] = ties_[i];
            strong_[--first_strong_[index(link.to)]] = {from, link.by, link.what};
            strong_[--first_strong_[index(from)]] = link;
            strong_rows_.set(from, link.to);
            strong_rows_.set(link.to, from);
        }
    }

    void link_weakly() {
        weak_ = BitRows(nodes_.size(), nodes_.size());
        of_digit_ = BitRows(index(layout_.n), nodes_.size());
        std::vector<std::vector<int>> groups(index(layout_.n));
        for (int i = 0; i < size(); ++i) {
            of_digit_.set(node(i).digit, i);
            if (i >= singles_end_) groups[index(node(i).digit)].push_back(i);
        }
        for (int i = 0; i < size(); ++i) {
            if (i % static_cast<int>(calls_per_look) == 0) check_stop_now();
            const Node& own = node(i);
            for (const int cell : own.seen) weak_.set(i, single_of(own.digit, cell));
            for (const int j : groups[index(own.digit)]) {
                if (node(j).cells.in(own.seen)) weak_.set(i, j);
            }
            if (!uses_.cells || !uses_.units || !own.single) continue;
            const int cell = own.cells.first();
            for (const int digit : each(position_.candidates(cell) & ~bit(own.digit))) weak_.set(i, single_of(digit, cell));
        }
    }

    // Larger almost locked sets would take most of the time, for chains that no person would draw.
    static constexpr int most_cells_of_a_link = 5;

    const Position<W>& position_;
    const Layout<W>& layout_;
    const AlsList<W>* sets_;
    Uses uses_;
    std::vector<Node> nodes_;  // singles first
    std::array<std::array<std::int16_t, Limits<W>::digits>, Limits<W>::cells> singles_;  // the node of a candidate
    int singles_end_ = 0;
    std::map<std::pair<int, Set>, int> ids_;            // the other nodes
    std::vector<std::pair<int, Strong>> ties_;          // the strong links, from one of their ends
    std::vector<Strong> strong_;                        // the same by node, from both ends
    std::vector<std::size_t> first_strong_;             // of each node in `strong_`, and the end
    std::vector<Als<W>> bent_;                          // their numbers follow those of the sets
    BitRows weak_, strong_rows_, of_digit_;
    mutable std::vector<std::uint64_t> scratch_;        // of `distances`; a graph belongs to one thread
};

}  // namespace ninefold::logic
