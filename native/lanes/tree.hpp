// The tree of guesses of a single puzzle.
#pragma once

#include "digits.hpp"
#include "guess.hpp"

namespace ninefold::lanes::NINEFOLD_VERSION {

using Alone = TriadsOf<1, 4>;

// Whether a digit appears twice in a row, column or box.
inline bool clues_clash(const std::uint8_t* digits) {
    Word rows[9] = {}, columns[9] = {}, boxes[9] = {}, twice = 0;
    for (int row = 0; row < 9; ++row) {
        for (int column = 0; column < 9; ++column) {
            const Word digit = Word{1} << *digits++ & ~Word{1};
            Word& box = boxes[row / 3 * 3 + column / 3];
            twice |= digit & (rows[row] | columns[column] | box);
            rows[row] |= digit;
            columns[column] |= digit;
            box |= digit;
        }
    }
    return twice != 0;
}

inline void start(Node& node, const std::uint8_t* digits) {
    for (int row = 0; row < 9; ++row) {
        for (int stack = 0; stack < 3; ++stack) node.words[row][stack] = clues.word(digits + 9 * row + 3 * stack);
        node.words[row][3] = everything;
    }
}

inline void apply_half(Node& node, int band, const Half& half) {
    using V = Vector<4>;
    for (int i = 0; i < 3; ++i) {
        Word* const row = node.words[3 * band + i];
        without(V::load(row), V::all(half.candidates) & V::load(half.where->words[i])).store(row);
    }
}

// Splits a node: it keeps the half in which the guess is right.
inline void split(Node& node, Node& other, const Guess& guess) {
    other = node;
    apply_half(other, guess.band, guess.outside);
    apply_half(node, guess.band, guess.inside);
}

// Chooses the guess for a single puzzle; returns false if no band or stack is open, and the next sweep ends it.
[[gnu::noinline]] inline bool choose_alone(const Word (&triads)[6][4], Guess& guess) {
    OpeningsAlone open;
    find_openings_alone(triads, open);
    const bool vertical = open.narrowest[1] < open.narrowest[0];
    const Word key = open.narrowest[vertical];
    if (key >= none_open) return false;
    const int which = static_cast<int>(key & 7);
    guess = choose(which, open.several[vertical], open.many[vertical], Alone{&triads[0][0]},
                   [&](int place) { return vertical ? open.columns[which - 3] : open.boxes[place]; });
    return true;
}

// Sweeps until the node is solved, contradictory, or needs a guess.
inline Fork sweep_out(Node& node, Word (&triads)[6][4], bool guessed) {
    constexpr Word stacks = 7;  // without the unused lane
    for (;;) {
        const auto signs = sweep_alone(node.words, triads);
        if (signs.dead_lanes() & stacks) return Fork::dead;
        if (!(signs.open_lanes() & stacks)) return Fork::solved;
        const Word moving = guessed ? signs.busy_lanes() : signs.changed_lanes();
        if (!(moving & stacks) && signs.loose_lanes() & stacks) return Fork::split;
    }
}

inline Fork fork(Node& node, Node& other, bool guessed) {
    alignas(16) Word triads[6][4];
    for (;;) {
        const Fork found = sweep_out(node, triads, guessed);
        if (found != Fork::split) return found;
        Guess guess;
        if (!choose_alone(triads, guess)) continue;
        split(node, other, guess);
        return found;
    }
}

inline Fork fork_first(Node& node, Node& other) { return fork(node, other, false); }

inline bool advance(Branches& tree, std::uint64_t nodes, std::uint8_t* digits) {
    for (; nodes && !tree.ended; --nodes) {
        ++tree.nodes;
        const Fork found = fork(tree.now, tree.open[tree.depth], tree.guesses > 0);
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
