// Counting: the tree of guesses of a puzzle alone, until the rest is for the endgame.
#pragma once

#include "endgame.hpp"
#include "tree.hpp"

namespace ninefold::lanes::NINEFOLD_VERSION {

// A board whose open cells need more bits than this is guessed at first: not all of them would get a field.
inline constexpr int number_at_most = 335;

// One thread at work on a batch of which the solutions are only counted.
class Counter {
  public:
    explicit Counter(const Batch& batch) : batch_(batch), watch_{batch}, endgame_(*batch.memory, watch_) {}

    void work() {
        if (batch_.root) {
            Node root = *batch_.root;
            alignas(16) Word triads[6][4];
            numbered_ = sweep_out(root, triads) == Fork::split && Endgame::size_of(root) <= number_at_most;
            if (numbered_) endgame_.number(root);
            numbered_at_ = 0;
        }
        for (std::size_t next = 0, last = 0; !watch_.stopped; ++next) {
            if (next == last && !batch_.more(batch_.owner, next, last)) break;
            if (!batch_.root) numbered_ = false;
            if (batch_.digits) start(now_, batch_.digits + 81 * next);
            else now_ = batch_.nodes[next];
            count();
        }
        watch_.tell();
    }

  private:
    // Counts the solutions below the node at hand.
    void count() {
        // What is open at once are the second halves of guesses whose first half is at hand: of those at a cell it
        // settles the cell, and `max_depth` holds for the others.
        for (unsigned depth = 0; !watch_.stopped;) {
            const Fork found = step(depth);
            if (found == Fork::solved) ++watch_.found;
            if (found == Fork::split) ++depth;
            else if (depth) now_ = batch_.open[--depth];
            else break;
            if (depth < numbered_at_) numbered_ = false;
            if ((work_ += 4) >= 512) look();
        }
    }

    // What becomes of the node at hand. Dead also means counted.
    Fork step(unsigned depth) {
        alignas(16) Word triads[6][4];
        for (;;) {
            const Fork found = sweep_out(now_, triads);
            if (found != Fork::split) return found;
            if (!numbered_ && Endgame::size_of(now_) <= number_at_most) {
                endgame_.number(now_);
                numbered_ = true;
                numbered_at_ = depth;
            }
            Guess guess;
            guess.made = false;
            if (numbered_) guess = endgame_.guess_without_field(now_);
            if (numbered_ && !guess.made) {
                const bool counted = endgame_.count(now_);
                work_ += endgame_.nodes();
                if (counted || watch_.stopped) return Fork::dead;
            }
            if (!guess.made || !endgame_.trusted()) guess = choose(Alone{&triads[0][0]});
            if (!guess.made) continue;
            split(now_, batch_.open[depth], guess);
            return found;
        }
    }

    void look() {
        work_ = 0;
        watch_.look();
    }

    const Batch& batch_;
    Watch watch_;
    Endgame endgame_;
    Node now_;
    bool numbered_ = false;
    unsigned numbered_at_ = 0;
    unsigned work_ = 0;  // since the last look, in nodes of the endgame
};

}  // namespace ninefold::lanes::NINEFOLD_VERSION
