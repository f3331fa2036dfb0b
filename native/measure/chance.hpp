// Chance, the same in every program: the choice among equally visible cells.
//
// 1. A person compares cells one by one. At each tie a number is drawn, and the second of two equals is taken if it is
//    even, the third of three if it is divisible by three, and so on. So each of n equals is chosen as often.
// 2. The numbers depend on the run and on how many were drawn before, and on nothing else. So for each number drawn
//    before, a table says which of the next are divisible by 2, by 3, by 4, and so on.
#pragma once

#include <algorithm>
#include <memory>

#include "explainer/bits.hpp"

namespace ninefold::measure::NINEFOLD_VERSION {

using namespace ninefold::explainer::NINEFOLD_VERSION;

class Chance {
  public:
    static constexpr int runs = 8;
    // A puzzle with one solution has at most 64 empty cells, and fewer ties than these at each stage.
    static constexpr int most_equals = 64, most_draws = most_equals * (most_equals - 1) / 2;

    static const Chance& table() {
        static const auto made = std::make_unique<const Chance>();
        return *made;
    }

    Chance() {
        for (int run = 0; run < runs; ++run) fill(run);
    }

    // Which of `equals` cells is chosen, from 0, after this many draws.
    int choose(int run, int drawn, int equals) const {
        return 63 - __builtin_clzll(taken_[run][std::min(drawn, most_draws)] & (~Word{0} >> (64 - equals)));
    }

  private:
    void fill(int run) {
        for (Word& first : taken_[run]) first = 1;
        Word random = 0x9e3779b97f4a7c15U * static_cast<Word>(run + 1);
        for (int number = 0; number < most_draws + most_equals; ++number) {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            const Word drawn = random >> 20;
            for (int equals = 2; equals <= most_equals; ++equals) {
                const int before = number - (equals - 2);
                if (before < 0 || before > most_draws || drawn % static_cast<Word>(equals)) continue;
                taken_[run][before] |= Word{1} << (equals - 1);
            }
        }
    }

    Word taken_[runs][most_draws + 1];  // bit k: the cell at k is chosen, unless a later one is
};

}  // namespace ninefold::measure::NINEFOLD_VERSION
