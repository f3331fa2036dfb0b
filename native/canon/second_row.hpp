// The smallest second row that two full rows can produce.
//
// In a full grid every pair of rows of a band can begin 123456789 45, so most partial symmetries would survive until
// the second row. But for two full rows that row can be computed directly: two cells of the first stack come from the
// same other stack, which comes next, and every column has its place by the time it is reached.
//
// Only `to` matters: for each column, the column in which the upper row has the digit that the lower row has here. No
// column maps into its own stack, so there are just 12,096 such maps. The result of each is computed once and looked up
// from then on.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "canon/partial.hpp"

namespace ninefold::canon {

// The second row if the first stack has its columns in this order. The first two map to the same stack.
inline std::uint64_t second_row(const std::array<Index, 3>& order, const Row& to) {
    const std::size_t before = stack_of[order[0]], second = stack_of[to[order[0]]];
    Row columns{order[0], order[1], order[2]};
    std::array<Index, 9> label{};        // the label of the digit that a column has in the upper row
    std::array<Index, 3> next{6, 6, 6};  // per stack: the place of its next labelled column
    next[before] = 3;
    next[second] = 3;
    for (std::size_t place = 0; place < 3; ++place) label[columns[place]] = static_cast<Index>(place + 1);
    const auto label_of = [&](std::size_t at) {
        if (!label[at]) {
            Index& place = next[stack_of[at]];
            columns[place] = static_cast<Index>(at);
            label[at] = ++place;
        }
        return label[at];
    };
    std::uint64_t row = 0;
    for (std::size_t place = 0; place < 9; ++place) {
        if (place == next[second])  // one column remains for this place
            for (std::size_t at = 3 * second; at < 3 * second + 3; ++at) label_of(at);
        row = row << 4 | label_of(to[columns[place]]);
    }
    return row;
}

// The smallest second row over all orders.
inline std::uint64_t least_second_row(const Row& to) {
    std::uint64_t least = above_any_row;
    for (Index a = 0; a < 9; a += 3) {
        std::array<Index, 3> order{a, static_cast<Index>(a + 1), static_cast<Index>(a + 2)};
        do {
            if (stack_of[to[order[0]]] == stack_of[to[order[1]]]) least = std::min(least, second_row(order, to));
        } while (std::next_permutation(order.begin(), order.end()));
    }
    return least;
}

// The smallest second rows of all pairs of full rows, as a table.
//
// The index of a `to` map: the columns that a stack maps to are three of the six others, in one of six orders. Two of
// these sets determine the third, and there are 56 such pairs.
class SecondRows {
  public:
    static const SecondRows& all() {
        static const SecondRows prefix;
        return prefix;
    }

    // The smallest second row of two full rows.
    std::uint64_t of(const Row& upper, const Row& lower) const {
        std::array<Index, 10> column{};  // of each digit in the upper row
        for (std::size_t at = 0; at < 9; ++at) column[upper[at]] = static_cast<Index>(at);
        Row to{};
        for (std::size_t at = 0; at < 9; ++at) to[at] = column[lower[at]];
        return rows_[kind_[number(to)]];
    }

  private:
    struct Triple {
        Index set = 0, order = 0;
    };

    static constexpr std::size_t set_count = 20, order_count = 6, pair_count = 56;
    static constexpr std::size_t count = pair_count * order_count * order_count * order_count;

    SecondRows() {
        number_triples();
        number_pairs();
        std::vector<std::uint64_t> least(count);
        Row to{};
        for_each_to(to, 0, 0, [&] { least[number(to)] = least_second_row(to); });
        rows_ = least;
        std::sort(rows_.begin(), rows_.end());
        rows_.erase(std::unique(rows_.begin(), rows_.end()), rows_.end());
        for (std::size_t k = 0; k < count; ++k) {
            kind_[k] = static_cast<Index>(std::lower_bound(rows_.begin(), rows_.end(), least[k]) - rows_.begin());
        }
    }

    // Visits every map that sends each column to a column of another stack.
    template <class Visit>
    static void for_each_to(Row& to, std::size_t at, unsigned taken, Visit visit) {
        if (at == 9) return visit();
        for (Index column = 0; column < 9; ++column) {
            if (taken >> column & 1U || stack_of[column] == stack_of[at]) continue;
            to[at] = column;
            for_each_to(to, at + 1, taken | 1U << column, visit);
        }
    }

    void number_triples() {
        std::array<Index, 64> set_of{};
        Index sets = 0;
        for (std::size_t a = 0; a < 6; ++a)
            for (std::size_t b = a + 1; b < 6; ++b)
                for (std::size_t c = b + 1; c < 6; ++c) set_of[1U << a | 1U << b | 1U << c] = sets++;
        for (std::size_t a = 0; a < 6; ++a)
            for (std::size_t b = 0; b < 6; ++b)
                for (std::size_t c = 0; c < 6; ++c) {
                    if (a == b || a == c || b == c) continue;
                    const unsigned order = a < b ? (b < c ? 0 : a < c ? 1 : 2) : (a < c ? 3 : b < c ? 4 : 5);
                    triples_[36 * a + 6 * b + c] = {set_of[1U << a | 1U << b | 1U << c], static_cast<Index>(order)};
                }
    }

    void number_pairs() {
        Index next = 0;
        std::array<bool, set_count * set_count> is_seen{};
        Row to{};
        for_each_to(to, 0, 0, [&] {
            const std::size_t pair = triple(to, 0).set * set_count + triple(to, 1).set;
            if (!is_seen[pair]) pairs_[pair] = next++;
            is_seen[pair] = true;
        });
    }

    // The columns that a stack maps to, numbered without its own three.
    Triple triple(const Row& to, std::size_t stack) const {
        const auto other = [&](std::size_t at) {
            const unsigned column = to[3 * stack + at];
            return column < 3 * stack ? column : column - 3;
        };
        return triples_[36 * other(0) + 6 * other(1) + other(2)];
    }

    std::size_t number(const Row& to) const {
        const Triple a = triple(to, 0), b = triple(to, 1), c = triple(to, 2);
        const std::size_t orders = (a.order * order_count + b.order) * order_count + c.order;
        return pairs_[a.set * set_count + b.set] * (order_count * order_count * order_count) + orders;
    }

    std::array<Triple, 216> triples_{};
    std::array<Index, set_count * set_count> pairs_{};
    std::array<Index, count> kind_{};  // for each `to`: the index of its row in `rows_`
    std::vector<std::uint64_t> rows_;  // sorted, smallest first
};

}  // namespace ninefold::canon
