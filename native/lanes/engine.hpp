// The engine: the tree of guesses of a puzzle alone, and those of many puzzles side by side.
//
// A lane works on one puzzle. After each sweep, a lane where something is amiss goes back to the last guess that is
// open, or is done; one that is solved notes it and goes back likewise; one where rule 3 changed nothing guesses. A
// lane that is done takes the next puzzle at once, so that the lanes stay full. What happens in a lane depends on its
// puzzle alone: so the answers are the same whatever stands beside it.
#pragma once

#include "digits.hpp"
#include "endgame.hpp"
#include "guess.hpp"

namespace ninefold::lanes::NINEFOLD_VERSION {

using Alone = TriadsOf<1, 4>;

inline void start(Node& node, const std::uint8_t* digits) {
    for (int row = 0; row < 9; ++row) {
        for (int stack = 0; stack < 3; ++stack) node.words[row][stack] = clues.word(digits + 9 * row + 3 * stack);
        node.words[row][3] = everything;
    }
}

inline void take_half(Node& node, const Guess& guess, const Word (&gone)[3]) {
    for (int i = 0; i < 3; ++i) node.words[3 * guess.band + i][guess.stack] &= ~gone[i];
}

// Sweeps until nothing is open, or something is amiss, or a guess splits the node: `node` keeps its first half. Where
// solutions are only counted, `few` may get the number of those that are left instead.
template <bool Counting>
Fork fork(Node& node, Node& other, std::uint64_t* few) {
    constexpr Word stacks = 7;  // without the spare lane
    alignas(16) Word triads[6][4];
    for (;;) {
        const auto signs = sweep_alone(node.words, triads);
        if (signs.dead_lanes() & stacks) return Fork::dead;
        if (!(signs.open_lanes() & stacks)) return Fork::solved;
        if (signs.changed_lanes() & stacks || !(signs.loose_lanes() & stacks)) continue;
        if constexpr (Counting) {
            Endgame endgame;
            if (endgame.take([&](int row, int stack) { return node.words[row][stack]; })) {
                *few = endgame.solutions();
                return Fork::few;
            }
        }
        const Guess guess = choose(Alone{&triads[0][0]});
        if (!guess.made) continue;
        other = node;
        take_half(other, guess, guess.outside);
        take_half(node, guess, guess.inside);
        return Fork::split;
    }
}

inline bool advance(Branches& tree, std::uint64_t nodes, std::uint8_t* digits) {
    for (; nodes && !tree.ended; --nodes) {
        ++tree.nodes;
        const Fork found = fork<false>(tree.now, tree.open[tree.depth], nullptr);
        if (found == Fork::split) {
            ++tree.depth;
            ++tree.guesses;
            continue;
        }
        if (found == Fork::solved) {
            Solved solved;
            for (int row = 0; row < 9; ++row) {
                for (int stack = 0; stack < 3; ++stack) solved.words[3 * row + stack] = tree.now.words[row][stack];
            }
            solved.write<4>(digits);
        }
        if (tree.depth) tree.now = tree.open[--tree.depth];
        else tree.ended = true;
        if (found == Fork::solved) return true;
    }
    return false;
}

// The lanes of one thread at work on a batch.
template <unsigned Lanes>
class Crew {
    using V = Vector<Lanes>;
    using Beside = TriadsOf<6 * static_cast<int>(Lanes), static_cast<int>(Lanes)>;

  public:
    explicit Crew(const Batch& batch) : batch_(batch) {}

    void work() {
        for (unsigned lane = 0; lane < Lanes && take(lane); ++lane) active_ |= Word{1} << lane;
        if (count_bits(active_) > alone_at_most) leave_empty(V::every_lane & ~active_);
        while (count_bits(active_) > alone_at_most) {
            step();
            if (++sweeps_ % 128 == 0 && stopped()) return give_up();
        }
        for (unsigned lane = 0; lane < Lanes; ++lane) {
            if (active_ >> lane & 1 && !finish_alone(lane)) return give_up();
        }
        tell_found();
    }

  private:
    // A sweep costs as much as three of a puzzle alone: the last two are done faster that way.
    static constexpr int alone_at_most = 2;

    struct Lane {
        std::size_t puzzle;
        std::uint64_t count;
        std::uint64_t guesses;
        unsigned depth;  // of its open nodes …
        unsigned given;  // … the first so many were given away
    };

    Node* open(unsigned lane) { return batch_.open + lane * max_depth; }

    void step() {
        const Signs<V> signs = sweep<V>(words_, triads_);
        const Word dead = signs.dead_lanes() & active_, unsolved = signs.open_lanes() & active_;
        Word back = dead, done = 0;
        for (Word stuck = unsolved & ~dead & ~signs.changed_lanes() & signs.loose_lanes(); stuck; stuck &= stuck - 1) {
            const unsigned lane = first_of(stuck);
            if (batch_.counting && count_the_rest(lane)) back |= Word{1} << lane;
            else guess(lane);
        }
        for (Word solved = active_ & ~unsolved & ~dead; solved; solved &= solved - 1) {
            const unsigned lane = first_of(solved);
            (note(lane) ? done : back) |= Word{1} << lane;
        }
        for (; back; back &= back - 1) {
            const unsigned lane = first_of(back);
            if (lanes_[lane].depth > lanes_[lane].given) put(lane, open(lane)[--lanes_[lane].depth]);
            else done |= Word{1} << lane;
        }
        for (; done; done &= done - 1) {
            const unsigned lane = first_of(done);
            answer(lane);
            if (!take(lane)) active_ &= ~(Word{1} << lane);
        }
        if (batch_.counting && active_ != V::every_lane) share_out();
    }

    // Gives lanes that have nothing left a node of one that has: its first, which leads to the most. In a count it does
    // not matter who finds a solution.
    void share_out() {
        for (Word idle = V::every_lane & ~active_, from = active_; idle && from; from &= from - 1) {
            const unsigned rich = first_of(from), poor = first_of(idle);
            Lane& giver = lanes_[rich];
            if (giver.depth - giver.given < 2) continue;
            put(poor, open(rich)[giver.given++]);
            lanes_[poor] = {giver.puzzle, 0, 0, 0, 0};
            active_ |= Word{1} << poor;
            idle &= idle - 1;
        }
    }

    void guess(unsigned lane) {
        const Guess guess = choose(Beside{&triads_[0][0][lane]});
        if (!guess.made) return;
        Lane& at = lanes_[lane];
        Node& other = open(lane)[at.depth++];
        get(lane, other);
        take_half(other, guess, guess.outside);
        for (int i = 0; i < 3; ++i) words_[guess.stack][3 * guess.band + i][lane] &= ~guess.inside[i];
        ++at.guesses;
    }

    // Where few cells are open, counts the solutions without more guesses.
    bool count_the_rest(unsigned lane) {
        Endgame endgame;
        if (!endgame.take([&](int row, int stack) { return words_[stack][row][lane]; })) return false;
        const std::uint64_t solutions = endgame.solutions();
        lanes_[lane].count += solutions;
        found_ += solutions;
        return true;
    }

    // Notes a solution; true: it was the last one wanted.
    bool note(unsigned lane) {
        Lane& at = lanes_[lane];
        if (at.count == 0 && batch_.solutions) {
            Solved solved;
            for (int row = 0; row < 9; ++row) {
                for (int stack = 0; stack < 3; ++stack) solved.words[3 * row + stack] = words_[stack][row][lane];
            }
            solved.write<Lanes>(batch_.solutions + 81 * at.puzzle);
        }
        ++found_;
        return ++at.count >= batch_.limit;
    }

    void put(unsigned lane, const Node& node) {
        for (int stack = 0; stack < 3; ++stack) {
            for (int row = 0; row < 9; ++row) words_[stack][row][lane] = node.words[row][stack];
        }
    }

    void get(unsigned lane, Node& node) const {
        for (int row = 0; row < 9; ++row) {
            for (int stack = 0; stack < 3; ++stack) node.words[row][stack] = words_[stack][row][lane];
            node.words[row][3] = everything;
        }
    }

    void leave_empty(Word idle) {
        for (; idle; idle &= idle - 1) {
            for (auto& stack : words_) {
                for (auto& row : stack) row[first_of(idle)] = everything;
            }
        }
    }

    // Puts the next puzzle into the lane; false: there is none.
    bool take(unsigned lane) {
        if (next_ == last_ && !batch_.more(batch_.owner, next_, last_)) return false;
        lanes_[lane] = {next_, 0, 0, 0, 0};
        if (batch_.digits) {
            const std::uint8_t* digits = batch_.digits + 81 * next_;
            for (int row = 0; row < 9; ++row) {
                for (int stack = 0; stack < 3; ++stack, digits += 3) words_[stack][row][lane] = clues.word(digits);
            }
        } else {
            put(lane, batch_.nodes[next_]);
        }
        ++next_;
        return true;
    }

    void answer(unsigned lane) const {
        const Lane& at = lanes_[lane];
        tell(lane);
        if (batch_.ended) batch_.ended[at.puzzle] = 1;
    }

    void tell(unsigned lane) const {
        const Lane& at = lanes_[lane];
        if (batch_.counts) batch_.counts[at.puzzle] = at.count;
        if (batch_.guesses) batch_.guesses[at.puzzle] = at.guesses;
    }

    // False: stopped.
    bool finish_alone(unsigned lane) {
        Lane& at = lanes_[lane];
        Branches tree{{}, open(lane) + at.given, at.depth - at.given, at.guesses, 0, false};
        get(lane, tree.now);
        std::uint8_t digits[81];
        while (!tree.ended && at.count < batch_.limit) {
            if (advance(tree, 256, digits)) {
                if (at.count++ == 0 && batch_.solutions) {
                    __builtin_memcpy(batch_.solutions + 81 * at.puzzle, digits, sizeof digits);
                }
                ++found_;
                if (++sweeps_ % 64) continue;
            }
            at.guesses = tree.guesses;
            if (!tree.ended && stopped()) return false;
        }
        at.guesses = tree.guesses;
        answer(lane);
        active_ &= ~(Word{1} << lane);
        return true;
    }

    void tell_found() {
        if (found_) batch_.found(batch_.owner, found_);
        found_ = 0;
    }

    bool stopped() {
        tell_found();
        return batch_.stopped(batch_.owner);
    }

    // What is known of the puzzles under way, though it is not the end.
    void give_up() const {
        for (unsigned lane = 0; lane < Lanes; ++lane) {
            if (active_ >> lane & 1) tell(lane);
        }
    }

    const Batch& batch_;
    alignas(64) Word words_[3][9][Lanes];
    alignas(64) Word triads_[3][6][Lanes];
    Lane lanes_[Lanes];
    Word active_ = 0;
    std::size_t next_ = 0, last_ = 0;
    std::uint64_t sweeps_ = 0;
    std::uint64_t found_ = 0;
};

template <unsigned Lanes>
void solve(const Batch& batch) {
    Crew<Lanes>(batch).work();
}

template <unsigned Lanes>
constexpr Version version(const char* name) {
    return {name, Lanes, solve<Lanes>, start, fork<true>, advance};
}

}  // namespace ninefold::lanes::NINEFOLD_VERSION
