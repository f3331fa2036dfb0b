// Candidates in the order of guessing: those most active in recent conflicts first. A binary heap with an index of
// positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/board.hpp"

namespace ninefold::search {

class Order {
  public:
    // The candidates in `start` with their initial weights; others never come up.
    struct Start {
        Candidate candidate;
        double weight;
    };
    Order() = default;
    Order(std::size_t candidates, const std::vector<Start>& start);

    [[nodiscard]] Candidate first() const { return heap_.front(); }
    void remove_first();
    void insert(Candidate candidate);  // unless it is present

    // Increases a candidate's weight; `decay` makes later conflicts count more than earlier ones.
    void raise(Candidate candidate);
    void decay() { step_ /= 0.95; }

  private:
    static constexpr std::uint32_t outside = ~std::uint32_t{0};

    void put(std::size_t at, Candidate candidate);
    void up(std::size_t at);
    void down(std::size_t at);
    void rescale();

    std::vector<double> weight_;
    std::vector<std::uint32_t> where_;
    std::vector<Candidate> heap_;
    double step_ = 1.0;
};

inline Order::Order(std::size_t candidates, const std::vector<Start>& start)
    : weight_(candidates, 0.0), where_(candidates, outside), heap_(start.size()) {
    for (std::size_t i = 0; i < start.size(); ++i) {
        weight_[start[i].candidate] = start[i].weight;
        put(i, start[i].candidate);
    }
    for (std::size_t i = heap_.size() / 2; i-- > 0;) down(i);
}

inline void Order::insert(Candidate candidate) {
    if (where_[candidate] != outside) return;
    heap_.push_back(candidate);
    up(heap_.size() - 1);
}

inline void Order::remove_first() {
    where_[heap_.front()] = outside;
    const Candidate last = heap_.back();
    heap_.pop_back();
    if (heap_.empty()) return;
    heap_[0] = last;
    down(0);
}

inline void Order::raise(Candidate candidate) {
    constexpr double much = 1e100;
    weight_[candidate] += step_;
    if (weight_[candidate] > much) rescale();
    if (where_[candidate] != outside) up(where_[candidate]);
}

inline void Order::rescale() {
    constexpr double little = 1e-100;
    for (double& weight : weight_) weight *= little;
    step_ *= little;
}

inline void Order::put(std::size_t at, Candidate candidate) {
    heap_[at] = candidate;
    where_[candidate] = static_cast<std::uint32_t>(at);
}

inline void Order::up(std::size_t at) {
    const Candidate candidate = heap_[at];
    for (; at > 0; at = (at - 1) / 2) {
        const Candidate parent = heap_[(at - 1) / 2];
        if (weight_[parent] >= weight_[candidate]) break;
        put(at, parent);
    }
    put(at, candidate);
}

inline void Order::down(std::size_t at) {
    const Candidate candidate = heap_[at];
    for (std::size_t child = 2 * at + 1; child < heap_.size(); child = 2 * at + 1) {
        if (child + 1 < heap_.size() && weight_[heap_[child + 1]] > weight_[heap_[child]]) ++child;
        if (weight_[heap_[child]] <= weight_[candidate]) break;
        put(at, heap_[child]);
        at = child;
    }
    put(at, candidate);
}

}  // namespace ninefold::search
