// Counting: walks the tree of guesses of one puzzle until the endgame can take over.
#pragma once

#include "endgame.hpp"
#include "tree.hpp"

namespace ninefold::lanes::NINEFOLD_VERSION {

// Boards whose open cells need more bits than this are guessed at first: not all cells would get a field.
inline constexpr int max_numbered_bits = 335;

inline void split(Node& node, Node& other, const CellGuess& guess) {
    other = node;
    other.words[guess.row][guess.stack] &= ~guess.outside;
    node.words[guess.row][guess.stack] &= ~guess.inside;
}

// One thread's work on a batch whose solutions are only counted.
class Counter {
  public:
    explicit Counter(const Batch& batch) : batch_(batch), monitor_{batch}, endgame_(*batch.cache, monitor_) {}

    void work() {
        if (batch_.root) {
            Node root = *batch_.root;
            alignas(16) Word triads[6][4];
            numbered_ = sweep_out(root, triads, false) == Fork::split && Endgame::size_of(root) <= max_numbered_bits;
            if (numbered_) endgame_.number(root);
            numbered_by_root_ = numbered_;
            numbered_at_ = 0;
        }
        for (std::size_t next = 0, last = 0; !monitor_.stopped; ++next) {
            if (next == last && !batch_.more(batch_.owner, next, last)) break;
            if (!numbered_by_root_) numbered_ = false;  // nor from the previous node: its cells differ
            if (batch_.digits) start(now_, batch_.digits + 81 * next);
            else now_ = batch_.nodes[next];
            count();
        }
        monitor_.report();
    }

  private:
    // Maximum number of steps without the endgame, and the step after which it is first considered.
    static constexpr unsigned max_steps = 1024, first_steps = 8;

    // Counts the solutions below the current node.
    void count() {
        unsigned depth = 0;
        if (!numbered_by_root_ && counted_by_guesses(depth)) return;
        walk(depth);
    }

    // The endgame is slow if there are many dead ends, and not worth its setup if there are few solutions. So guessing
    // goes first, until every eighth node is a solution; then counting starts over with the endgame. Returns true if
    // everything is counted.
    bool counted_by_guesses(unsigned& depth) {
        const Node root = now_;
        const Word64 found_before = monitor_.found;
        for (unsigned steps = 1, next_check = first_steps; steps <= max_steps; ++steps) {
            const Fork found = fork(now_, batch_.open[depth], depth > 0);
            if (found == Fork::solved) monitor_.add(1);
            if (found == Fork::split) ++depth;
            else if (depth) now_ = batch_.open[--depth];
            else return true;
            if (steps != next_check) continue;
            next_check *= 2;
            if (8 * (monitor_.found - found_before) < steps) continue;
            monitor_.found = found_before;
            now_ = root;
            depth = 0;
            return false;
        }
        return false;
    }

    // Counts below the current node and the open ones.
    void walk(unsigned depth) {
        // Open are the second halves of guesses whose first half is being searched: a guess at a cell fixes that cell,
        // and `max_depth` bounds the others.
        while (!monitor_.stopped) {
            const Fork found = step(depth);
            if (found == Fork::solved) monitor_.add(1);
            if (found == Fork::split) ++depth;
            else if (depth) now_ = batch_.open[--depth];
            else break;
            if (depth < numbered_at_) numbered_ = false;
            if ((work_ += 4) >= 512) poll();
        }
    }

    // Expands the current node. Dead can also mean counted.
    Fork step(unsigned depth) {
        alignas(16) Word triads[6][4];
        for (;;) {
            const Fork found = sweep_out(now_, triads, false);
            if (found != Fork::split) return found;
            if (!numbered_ && Endgame::size_of(now_) <= max_numbered_bits) {
                endgame_.number(now_);
                numbered_ = true;
                numbered_at_ = depth;
            }
            CellGuess at_cell;
            if (numbered_) at_cell = endgame_.guess_without_field(now_);
            if (numbered_ && !at_cell.made) {
                const bool counted = endgame_.count(now_);
                work_ += endgame_.nodes();
                if (counted || monitor_.stopped) return Fork::dead;
            }
            if (at_cell.made && endgame_.trusted()) {
                split(now_, batch_.open[depth], at_cell);
                return found;
            }
            Guess guess;
            if (!choose_alone(triads, guess)) continue;
            split(now_, batch_.open[depth], guess);
            return found;
        }
    }

    void poll() {
        work_ = 0;
        monitor_.poll();
    }

    const Batch& batch_;
    Monitor monitor_;
    Endgame endgame_;
    Node now_;
    bool numbered_ = false, numbered_by_root_ = false;
    unsigned numbered_at_ = 0;
    unsigned work_ = 0;  // since the last poll, in endgame nodes
};

}  // namespace ninefold::lanes::NINEFOLD_VERSION
