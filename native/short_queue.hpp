// A queue that never wraps around. Only what is in it is copied: a walk starts from a copy of the empty board, whose queues
// are empty.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace ninefold {

template <class Entry, std::size_t Most>
class ShortQueue {
  public:
    ShortQueue() = default;
    ShortQueue(const ShortQueue& other) { *this = other; }
    ShortQueue& operator=(const ShortQueue& other) {
        std::copy(other.begin(), other.end(), entries_.begin());
        in_ = other.in_ - other.out_;
        out_ = 0;
        return *this;
    }
    // Adds the entry only if `wanted`, without a branch.
    void add_if(bool wanted, const Entry& entry) {
        entries_[in_] = entry;
        in_ += wanted;
    }
    [[nodiscard]] bool empty() const { return out_ == in_; }
    [[nodiscard]] Entry& front() { return entries_[out_]; }
    void pop() { ++out_; }
    void clear() { in_ = out_ = 0; }
    [[nodiscard]] const Entry* begin() const { return entries_.data() + out_; }
    [[nodiscard]] const Entry* end() const { return entries_.data() + in_; }

  private:
    std::size_t in_ = 0, out_ = 0;
    std::array<Entry, Most + 1> entries_;  // one more is written, and not counted
};

}  // namespace ninefold
