// Clauses: sets of literals of which at least one holds in every grid still to be found. They are stored consecutively
// in one array and identified by their offset:
//
//   … | size | distance | watched literal | watched literal | other literals … | size | …
//
// The distance is the number of levels that the literals came from when the clause was learnt: the smaller, the more
// likely the clause is to be useful again. Distance 0 marks a clause that must stay.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "search/marks.hpp"

namespace ninefold::search {

class Clauses {
  public:
    Clause add(std::span<const Literal> literals, std::uint32_t distance) {
        const Clause clause = end();
        words_.push_back(static_cast<std::uint32_t>(literals.size()));
        words_.push_back(distance);
        words_.insert(words_.end(), literals.begin(), literals.end());
        ++count_;
        return clause;
    }

    [[nodiscard]] std::span<Literal> literals(Clause clause) { return {&words_[clause + 2], words_[clause]}; }
    [[nodiscard]] std::span<const Literal> literals(Clause clause) const {
        return {&words_[clause + 2], words_[clause]};
    }
    [[nodiscard]] std::uint32_t distance(Clause clause) const { return words_[clause + 1]; }
    [[nodiscard]] std::size_t count() const { return count_; }

    // for (Clause clause = 0; clause != end(); clause = next(clause))
    [[nodiscard]] Clause next(Clause clause) const { return clause + 2 + words_[clause]; }
    [[nodiscard]] Clause end() const { return static_cast<Clause>(words_.size()); }

  private:
    std::vector<std::uint32_t> words_;
    std::size_t count_ = 0;
};

}  // namespace ninefold::search
