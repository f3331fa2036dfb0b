// The least second row that two full rows make.
//
// In a full grid every pair of rows of a band can begin 123456789 45, and most ways would be left only after that. But
// for two full rows the second one is soon told: two cells of the first stack come from the same other stack; that one
// comes next; and every column has its place by the time it is reached.
//
// All that counts of two rows is `to`: for each column, in which column the upper row has the digit that the lower row
// has here. No column leads to its own stack, so that there are 12,096 of them: what each makes is found once, and
// looked up from then on.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "canon/partial.hpp"

namespace ninefold::canon {

// The second row if the first stack has its columns in this order. The first two go to one stack.
inline std::uint64_t second_row(const std::array<Index, 3>& order, const Row& to) {
    const std::size_t before = stack_of[order[0]], second = stack_of[to[order[0]]];
    Row columns{order[0], order[1], order[2]};
    std::array<Index, 9> name{};         // of the digit that a column has in the upper row
    std::array<Index, 3> next{6, 6, 6};  // in each stack the place of the next column that is named
    next[before] = 3;
    next[second] = 3;
    for (std::size_t place = 0; place < 3; ++place) name[columns[place]] = static_cast<Index>(place + 1);
    const auto name_of = [&](std::size_t at) {
        if (!name[at]) {
            Index& place = next[stack_of[at]];
            columns[place] = static_cast<Index>(at);
            name[at] = ++place;
        }
        return name[at];
    };
    std::uint64_t row = 0;
    for (std::size_t place = 0; place < 9; ++place) {
        if (place == next[second])  // one column is left for this place
            for (std::size_t at = 3 * second; at < 3 * second + 3; ++at) name_of(at);
        row = row << 4 | name_of(to[columns[place]]);
    }
    return row;
}

// The least second row of all orders.
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

// The least second rows of all pairs of full rows.
//
// The number of a `to`: the columns to which a stack leads are a set of three of the six others, in one of six orders.
// Two of the sets leave one choice for the third, and 56 such pairs there are.
class SecondRows {
  public:
    static const SecondRows& all() {
        static const SecondRows prefix;
        return prefix;
    }

    // The least second row of two full rows.
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

    // Every way to lead each column to one of another stack.
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

    // To where a stack leads, its own columns left out.
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
    std::array<Index, count> kind_{};  // for each `to` which of the rows it makes
    std::vector<std::uint64_t> rows_;  // the least first
};

}  // namespace ninefold::canon
