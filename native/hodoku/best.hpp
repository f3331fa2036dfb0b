// The choice among several steps: the one that removes most; of equals, the one with the least sum over its candidates;
// of equals, the first.
#pragma once

#include "hodoku/position.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

class Best {
  public:
    void clear() { removed_ = 0; }
    bool found() const { return removed_ > 0; }
    const Step& step() const { return step_; }

    // Whether some steps that remove as much would be chosen.
    bool may_take(int removed) const { return removed && removed >= removed_; }
    // Whether a step with these sorted candidates would be chosen.
    bool would_take(const Step& step) const {
        const int size = step.removes.size();
        return size && (size > removed_ || (size == removed_ && sum_of(step) < sum_));
    }
    void take(const Step& step) {
        removed_ = step.removes.size();
        sum_ = sum_of(step);
        step_.removes = step.removes;
    }
    void offer(const Step& step) {
        if (would_take(step)) take(step);
    }

  private:
    static int sum_of(const Step& step) {
        int sum = 0, weight = 1;
        for (const Candidate& one : step.removes) {
            sum += one.cell * weight + one.digit + 1;
            weight += 80;
        }
        return sum;
    }

    Step step_;
    int removed_ = 0, sum_ = 0;
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
