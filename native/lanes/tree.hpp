// The tree of guesses of a puzzle alone.
#pragma once

#include "digits.hpp"
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

// Splits a node: it keeps the half in which the guess is right.
inline void split(Node& node, Node& other, const Guess& guess) {
    other = node;
    take_half(other, guess, guess.outside);
    take_half(node, guess, guess.inside);
}

// Sweeps until nothing is open, or something is amiss, or it takes a guess to split the node.
inline Fork sweep_out(Node& node, Word (&triads)[6][4]) {
    constexpr Word stacks = 7;  // without the spare lane
    for (;;) {
        const auto signs = sweep_alone(node.words, triads);
        if (signs.dead_lanes() & stacks) return Fork::dead;
        if (!(signs.open_lanes() & stacks)) return Fork::solved;
        if (!(signs.changed_lanes() & stacks) && signs.loose_lanes() & stacks) return Fork::split;
    }
}

inline Fork fork(Node& node, Node& other) {
    alignas(16) Word triads[6][4];
    for (;;) {
        const Fork found = sweep_out(node, triads);
        if (found != Fork::split) return found;
        const Guess guess = choose(Alone{&triads[0][0]});
        if (!guess.made) continue;
        split(node, other, guess);
        return found;
    }
}

inline bool advance(Branches& tree, std::uint64_t nodes, std::uint8_t* digits) {
    for (; nodes && !tree.ended; --nodes) {
        ++tree.nodes;
        const Fork found = fork(tree.now, tree.open[tree.depth]);
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

}  // namespace ninefold::lanes::NINEFOLD_VERSION
