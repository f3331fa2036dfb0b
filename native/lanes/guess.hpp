// Choosing a guess: a digit and a triad, in the band or stack with the fewest open digits.
//
// A digit is open in a band or stack if it has several ways through it (sweep.hpp); three ways or more count twice. In
// the chosen one, the first digit with two ways is taken, or else one with more. First the digit is assumed to be in a
// triad, then not to be. With two ways open, either half fixes the digit in the whole band, three triads at once. That
// keeps the tree far smaller than guessing at a cell with two candidates.
//
// The ways are not enumerated. After a sweep, a triad holds only digits that have a way through it. So a digit has
// several ways if some box of the band leaves it several lines, and three or more if a box leaves it all three.
#pragma once

#include "sweep.hpp"

namespace ninefold::lanes::NINEFOLD_VERSION {

// The triads of one puzzle after a sweep. For each stack there are six words: `line` 0…2 hold the digits that can go
// into the triad of that line in each band, a field per band; 3…5 those of the vertical triads in that band, a field
// per column.
template <int StackStep, int LineStep>
struct TriadsOf {
    static constexpr int stack_step = StackStep, line_step = LineStep;

    const Word* words;
};

// The number of digits in each field, stored in that field.
template <class V>
NINEFOLD_INLINE V digits_in_fields(V word) {
    const V threes = V::all(ones * 0x33);
    word = word & V::all(all_digits);
    const V twos = word - (word >> 1 & V::all(ones * 0x55));                          // in pairs of bits,
    const V fours = (twos & threes) + (twos >> 2 & threes);                           // in fours,
    return (fours + (fours >> 4) + (word >> 8 & V::all(ones))) & V::all(ones * 0xF);  // and the ninth bit separately
}

// Digits of bands or stacks, a field for each.
template <class V>
struct Open {
    V several;  // with more than one way,
    V many;     // and with more than two

    // From three triads in a box of a band, or in a column of a stack.
    static NINEFOLD_INLINE Open of(V a, V b, V c) { return {two_of(a, b, c), a & b & c}; }

    friend NINEFOLD_INLINE Open any(Open a, Open b, Open c) {
        return {any(a.several, b.several, c.several), any(a.many, b.many, c.many)};
    }
};

// The fewest open digits among three bands or stacks, whose numbers are in the fields of `numbers`. The key is eight
// times the number of digits, less one, plus the number of the band or stack; with no open digit it wraps around to the
// end.
inline constexpr Word none_open = 0x1F8;

template <class V>
NINEFOLD_INLINE V fewest(Open<V> open, V numbers) {
    const V digits = digits_in_fields(open.several) + digits_in_fields(open.many);
    const V keys = (digits << 3) + (V::all(guards - 8 * ones) + numbers);
    const V key = V::all(0x1FF);
    return smaller(smaller(keys & key, keys >> field & key), keys >> 2 * field & key);
}

inline constexpr Word numbers_of_bands = 0 | 1 << field | 2 << 2 * field;
inline constexpr Word numbers_of_stacks = numbers_of_bands + 3 * ones;

// The open digits of the triads, lane by lane: the input of `choose`.
template <unsigned Lanes>
struct Openings {
    Word narrowest[Lanes];
    Word several[2][Lanes], many[2][Lanes];  // of the bands, and of the stacks
    Word boxes[3][Lanes];                    // by stack: digits with several lines in its box of each band
    Word columns[3][Lanes];                  // by stack: digits with several boxes in each of its columns
};

// Fills in the openings of as many puzzles as there are lanes.
template <class V>
NINEFOLD_INLINE void find_openings(const Word (&triads)[3][6][V::lanes], Openings<V::lanes>& openings) {
    Open<V> boxes[3], columns[3];
#pragma GCC unroll 3
    for (int stack = 0; stack < 3; ++stack) {
        V t[6];
#pragma GCC unroll 6
        for (int line = 0; line < 6; ++line) t[line] = V::load(triads[stack][line]);
        boxes[stack] = Open<V>::of(t[0], t[1], t[2]);
        columns[stack] = Open<V>::of(t[3], t[4], t[5]);
        boxes[stack].several.store(openings.boxes[stack]);
        columns[stack].several.store(openings.columns[stack]);
    }
    const Open<V> bands = any(boxes[0], boxes[1], boxes[2]);
    const Open<V> stacks{in_one_field_each(columns[0].several, columns[1].several, columns[2].several),
                         in_one_field_each(columns[0].many, columns[1].many, columns[2].many)};
    const V of_bands = fewest(bands, V::all(numbers_of_bands)), of_stacks = fewest(stacks, V::all(numbers_of_stacks));
    smaller(of_bands, of_stacks).store(openings.narrowest);
    bands.several.store(openings.several[0]);
    bands.many.store(openings.many[0]);
    stacks.several.store(openings.several[1]);
    stacks.many.store(openings.many[1]);
}

// The same for one puzzle, whose stacks are the lanes. Its bands end up in lane 0, its stacks in lane 1.
struct alignas(16) OpeningsAlone {
    Word narrowest[4], several[4], many[4];
    Word boxes[4], columns[4];  // in all lanes

    static NINEFOLD_INLINE Vector<4> of_stacks(Vector<4> columns) {
        const Vector<4> folded = any(columns, ByField<Vector<4>>::once(columns), ByField<Vector<4>>::twice(columns));
        return of_lanes(folded & Vector<4>{Vector<4>::Raw{0x1FF, 0x1FF << field, 0x1FFu << 2 * field, 0}});
    }
    static NINEFOLD_INLINE Vector<4> of_lanes(Vector<4> a) { return any(a, rotated_once(a), rotated_twice(a)); }
    static NINEFOLD_INLINE Vector<4> bands_and_stacks(Vector<4> bands, Vector<4> stacks) {
        const Vector<4> first{Vector<4>::Raw{~Word{0}, 0, 0, 0}};
        return (bands & first) | without(stacks, first);
    }
};

NINEFOLD_INLINE void find_openings_alone(const Word (&triads)[6][4], OpeningsAlone& openings) {
    using V = Vector<4>;
    V t[6];
#pragma GCC unroll 6
    for (int line = 0; line < 6; ++line) t[line] = V::load(triads[line]);
    const auto boxes = Open<V>::of(t[0], t[1], t[2]), columns = Open<V>::of(t[3], t[4], t[5]);
    const auto bands_and_stacks = [](V lines, V vertical) {
        return OpeningsAlone::bands_and_stacks(OpeningsAlone::of_lanes(lines), OpeningsAlone::of_stacks(vertical));
    };
    const Open<V> both{bands_and_stacks(boxes.several, columns.several), bands_and_stacks(boxes.many, columns.many)};
    fewest(both, V{V::Raw{numbers_of_bands, numbers_of_stacks, 0, 0}}).store(openings.narrowest);
    both.several.store(openings.several);
    both.many.store(openings.many);
    boxes.several.store(openings.boxes);
    columns.several.store(openings.columns);
}

// The words of a band's three rows from which a guess removes candidates, by row and stack (the fourth is padding).
struct alignas(16) Pattern {
    Word words[3][4];
};

// The three patterns that a guess needs, for each row and stack.
struct Patterns {
    Pattern cross[3][3];  // [row][stack]: the other stacks of the row, the other rows of the stack
    Pattern triad[3][3];  // [row][stack]: that triad
    Pattern box[3];       // [stack]: all of its three rows

    constexpr Patterns() : cross{}, triad{}, box{} {
        for (int row = 0; row < 3; ++row) {
            for (int stack = 0; stack < 3; ++stack) {
                triad[row][stack].words[row][stack] = box[stack].words[row][stack] = ~Word{0};
                for (int i = 0; i < 3; ++i) {
                    if (i != stack) cross[row][stack].words[row][i] = ~Word{0};
                    if (i != row) cross[row][stack].words[i][stack] = ~Word{0};
                }
            }
        }
    }
};

inline constexpr Patterns patterns;

// What one half of a guess removes.
struct Half {
    Word candidates;
    const Pattern* where;
};

struct Guess {
    int band;
    Half inside;   // the digit is in the triad,
    Half outside;  // or it is not
};

// The guess for a lane: which band (0…2) or stack (3…5), its open digits, and the boxes or columns in which they are
// open. If a box of the band leaves the digit two lines, "not in the first" means "in the second".
template <class Triads, class Places>
NINEFOLD_INLINE Guess choose(int which, Word several, Word many, Triads triads, Places places) {
    const bool vertical = which >= 3;
    const int number = vertical ? which - 3 : which;
    const Word two = (several & ~many) >> number * field & 0x1FF;
    const int digit = __builtin_ctz(two ? two : several >> number * field & 0x1FF);

    const int shift = digit + (vertical ? 0 : which * field), place_shift = vertical ? field : 0;
    const int place = places(0) >> shift & 1 ? 0 : places(1) >> (shift + place_shift) & 1 ? 1 : 2;
    const int start = vertical ? number * Triads::stack_step + 3 * Triads::line_step : place * Triads::stack_step;
    Word lines = 0;
    for (int line = 0; line < 3; ++line) {
        lines |= (triads.words[start + line * Triads::line_step] >> (shift + place * place_shift) & 1) << line;
    }
    const int first = __builtin_ctz(lines);
    const Word rest = lines & (lines - 1);
    const Pattern* const not_first =
        rest & (rest - 1) ? &patterns.triad[first][place] : &patterns.cross[__builtin_ctz(rest)][place];

    const Word everywhere = ones << digit, in_column = Word{1} << digit << place * field;
    return {vertical ? first : which,
            {vertical ? everywhere ^ in_column : everywhere,
             vertical ? &patterns.box[number] : &patterns.cross[first][place]},
            {vertical ? in_column : everywhere, vertical ? &patterns.box[number] : not_first}};
}

}  // namespace ninefold::lanes::NINEFOLD_VERSION
