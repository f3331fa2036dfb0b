// Where to guess: a digit and a triad, in the band or stack with the fewest candidates.
//
// Of the bands and stacks that are not settled, the one whose triads have the fewest candidates in all; in it the
// first digit with two ways open, else with more; of its triads the first in a line that has several. First the digit
// is taken to be in that triad, then not to be. With two ways open either half settles the digit in the whole band,
// three triads at once: that keeps the tree far smaller than guessing at a cell with two candidates does.
#pragma once

#include "sweep.hpp"

namespace ninefold::lanes::NINEFOLD_VERSION {

// The triads of one puzzle as a sweep has left them: the word of a stack and `line` 0…2 holds the digits that can go
// into the triad of that line in each band, a field for a band; and 3…5 those of its upright triads in that band, a
// field for a column.
template <int StackStep, int LineStep>
struct TriadsOf {
    static constexpr int stack_step = StackStep, line_step = LineStep;

    const Word* words;

    NINEFOLD_INLINE Word at(int stack, int line) const { return words[stack * StackStep + line * LineStep]; }
};

// A guess concerns three words of a stack: those of the rows of a band.
struct Guess {
    bool made;
    int stack;
    int band;
    Word inside[3];   // the candidates that go if the digit is in the triad,
    Word outside[3];  // and those that go if it is not
};

// How many digits each field holds, in the field.
NINEFOLD_INLINE Word digits_in_fields(Word word) {
    word &= all_digits;
    word -= word >> 1 & ones * 0x155;                                     // in pairs of bits,
    const Word fours = (word & ones * 0x33) + (word >> 2 & ones * 0x33);  // in fours, and the ninth bit apart
    return (fours + (fours >> 4) + (word >> 8 & ones)) & ones * 0xF;
}

// Three words added bit by bit: `a` gets the sums, and the carries are returned.
NINEFOLD_INLINE Word add_bits(Word& a, Word b, Word c) {
    const Word either = a ^ b, carry = (a & b) | (either & c);
    a = either ^ c;
    return carry;
}

// The candidates of the nine triads of each band, in its field.
template <class Triads>
NINEFOLD_INLINE Word candidates_of_bands(Triads triads) {
    Word sum[3], carry[3];
    for (int stack = 0; stack < 3; ++stack) {
        sum[stack] = triads.at(stack, 0);
        carry[stack] = add_bits(sum[stack], triads.at(stack, 1), triads.at(stack, 2));
    }
    const Word twos = add_bits(sum[0], sum[1], sum[2]);
    Word fours = add_bits(carry[0], carry[1], carry[2]);
    const Word more_fours = carry[0] & twos, eights = fours & more_fours;
    carry[0] ^= twos;
    fours ^= more_fours;
    return digits_in_fields(sum[0]) + (digits_in_fields(carry[0]) << 1) + (digits_in_fields(fours) << 2) +
           (digits_in_fields(eights) << 3);
}

// The band (0…2) or stack (3…5) with the fewest candidates of those not settled, or -1.
template <class Triads>
NINEFOLD_INLINE int narrowest(Triads triads) {
    constexpr Word settled = 27;  // nine digits with one way each
    const Word bands = candidates_of_bands(triads);
    Word best = ~Word{0};
    for (Word k = 0; k < 6; ++k) {
        Word candidates = bands >> k % 3 * field & 0x3FF;
        if (k >= 3) {
            const int stack = static_cast<int>(k) - 3;
            candidates = static_cast<Word>(count_bits(triads.at(stack, 3) & all_digits) + count_bits(triads.at(stack, 4) & all_digits) +
                                           count_bits(triads.at(stack, 5) & all_digits));
        }
        const Word key = (candidates - settled - 1) << 3 | k;  // what is settled wraps around to the end
        best = key < best ? key : best;
    }
    return best >> 31 ? -1 : static_cast<int>(best & 7);
}

// The six ways: line i into place way[i].
inline constexpr int ways[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};

// Not made where every band and stack is settled: the next sweep then ends it.
template <class Triads>
NINEFOLD_INLINE Guess choose(Triads triads) {
    const int which = narrowest(triads);
    Guess guess;
    guess.made = false;
    if (which < 0) return guess;

    // The digits that can go into each triad, by line (a row, or an upright column) and place (a box).
    const bool upright = which >= 3;
    const Word* start = triads.words + (upright ? (which - 3) * Triads::stack_step + 3 * Triads::line_step : 0);
    const int line_step = upright ? 0 : Triads::line_step;
    const int place_step = upright ? Triads::line_step : Triads::stack_step;
    const int shift = upright ? 0 : which * field, line_shift = upright ? field : 0;
    Word possible[3][3];
    for (int line = 0; line < 3; ++line) {
        for (int place = 0; place < 3; ++place) {
            possible[line][place] = start[line * line_step + place * place_step] >> (shift + line * line_shift) & 0x1FF;
        }
    }
    Word once = 0, twice = 0, thrice = 0;
    for (const int(&way)[3] : ways) {
        const Word open = possible[0][way[0]] & possible[1][way[1]] & possible[2][way[2]];
        thrice |= twice & open;
        twice |= once & open;
        once |= open;
    }
    if (!twice) return guess;
    const Word two = twice & ~thrice;
    const int digit = __builtin_ctz(two ? two : twice);

    // The first line with several places for the digit, and the first of them.
    const Word bit = Word{1} << digit;
    int line = 2;
    for (int i = 1; i >= 0; --i) {
        const Word(&at)[3] = possible[i];
        line = ((at[0] & at[1]) | ((at[0] | at[1]) & at[2])) & bit ? i : line;
    }
    const int place = possible[line][0] & bit ? 0 : 1;

    const Word everywhere = ones << digit;
    guess.made = true;
    guess.stack = upright ? which - 3 : place;
    guess.band = upright ? place : which;
    for (int i = 0; i < 3; ++i) {
        const Word here = upright ? bit << line * field : i == line ? everywhere : 0;
        guess.outside[i] = here;
        guess.inside[i] = everywhere ^ here;
    }
    return guess;
}

}  // namespace ninefold::lanes::NINEFOLD_VERSION
