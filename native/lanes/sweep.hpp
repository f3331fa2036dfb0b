// One sweep: everything that follows directly from the candidates of a puzzle, without branches in the code.
//
// A puzzle is 27 words, one for each *triad*: three cells of a row inside one box. A word has three fields of ten bits,
// one for each cell: nine candidates, and above them a guard bit that is always set.
//
//     bit   29 28 … 20   19 18 … 10    9  8 … 0
//            1  third     1  second    1  first cell
//
// The guard turns arithmetic on words into arithmetic on fields: x - ones subtracts one from every field, no field
// borrows from the next, and the guard afterwards says whether the field held anything.
//
//   1. A cell with one candidate removes that digit from its column. (`singles`)
//   2. In a stack, a digit occupies three vertical triads, one in each column and one in each box: six ways. A triad
//      that is part of no open way loses the digit. And because a triad holds exactly three digits: if only three can
//      go there, they leave the other triads of its column and box; if three must go there, all others leave it. Then a
//      digit with one cell left in a column is placed there. (`tighten`, `columns`)
//   3. The same for a band and its triads. (`rows`)
//
// What a single digit in a cell means for its box and row needs no extra rule: rule 2 sees that its column has one
// triad left for the digit, and then rule 3 that its row has.
//
// Candidates are only ever removed, and never one that is part of a solution. When every cell has one candidate and a
// sweep finds no contradiction, the puzzle is solved: the 27 cells of a band hold one digit each, and each of nine
// digits has an open way, which takes three cells; so each has exactly that way. The same holds for the stacks.
//
// Trap: a field that holds nothing does borrow, and what follows in that puzzle is then wrong. That is harmless,
// because such a puzzle has no solution.
#pragma once

#include "vector.hpp"

namespace ninefold::lanes::NINEFOLD_VERSION {

inline constexpr int field = 10;                               // bits per field
inline constexpr Word ones = 1 | 1 << field | 1 << 2 * field;  // the lowest bit of every field
inline constexpr Word guards = ones << 9;
inline constexpr Word all_digits = ones * 0x1FF;  // all candidates of three cells
inline constexpr Word everything = all_digits | guards;

// What a sweep reports about every puzzle.
template <class V>
struct Signs {
    V filled = V::all(~Word{0});  // guards stay while every cell has a candidate, and every triad three
    V sound = V::all(~Word{0});   // digits stay while each has a way in every stack and band
    V open = V::all(0);           // guards of cells with two candidates or more
    V loose = V::all(0);          // digits with more than one way
    V changed = V::all(0);        // by rule 3

    [[nodiscard]] NINEFOLD_INLINE Word dead_lanes() const {
        return lanes_that_differ(sound & (filled | V::all(all_digits)), V::all(everything));
    }
    [[nodiscard]] NINEFOLD_INLINE Word open_lanes() const { return lanes_that_differ(open, V::all(0)); }
    [[nodiscard]] NINEFOLD_INLINE Word loose_lanes() const {
        return lanes_that_differ(loose & V::all(all_digits), V::all(0));
    }
    [[nodiscard]] NINEFOLD_INLINE Word changed_lanes() const { return lanes_that_differ(changed, V::all(0)); }
    // Lanes in which more than one digit changed.
    [[nodiscard]] NINEFOLD_INLINE Word busy_lanes() const {
        const V digits = any(changed, changed >> field, changed >> 2 * field) & V::all(0x1FF);
        return lanes_that_differ(digits & (digits - V::all(1)), V::all(0));
    }
};

// From guards to the nine candidates below them.
template <class V>
NINEFOLD_INLINE V below(V guard) { return guard - (guard >> 9); }

// Three vectors used as one: the same triad in all three stacks.
template <class V>
struct Thrice {
    V stack[3];

    static NINEFOLD_INLINE Thrice all(Word word) { return {{V::all(word), V::all(word), V::all(word)}}; }

    template <class Step>
    static NINEFOLD_INLINE Thrice each(Step step) { return {{step(0), step(1), step(2)}}; }

    friend NINEFOLD_INLINE Thrice operator&(Thrice a, Thrice b) {
        return each([&](int j) { return a.stack[j] & b.stack[j]; });
    }
    friend NINEFOLD_INLINE Thrice operator|(Thrice a, Thrice b) {
        return each([&](int j) { return a.stack[j] | b.stack[j]; });
    }
    friend NINEFOLD_INLINE Thrice operator-(Thrice a, Thrice b) {
        return each([&](int j) { return a.stack[j] - b.stack[j]; });
    }
    friend NINEFOLD_INLINE Thrice operator>>(Thrice a, int bits) {
        return each([&](int j) { return a.stack[j] >> bits; });
    }
    friend NINEFOLD_INLINE Thrice any(Thrice a, Thrice b, Thrice c) {
        return each([&](int j) { return any(a.stack[j], b.stack[j], c.stack[j]); });
    }
    friend NINEFOLD_INLINE Thrice without(Thrice a, Thrice b) {
        return each([&](int j) { return without(a.stack[j], b.stack[j]); });
    }
    friend NINEFOLD_INLINE Thrice without(Thrice a, Thrice b, Thrice c) {
        return each([&](int j) { return without(a.stack[j], b.stack[j], c.stack[j]); });
    }
    friend NINEFOLD_INLINE Thrice or_both(Thrice a, Thrice b, Thrice c) {
        return each([&](int j) { return or_both(a.stack[j], b.stack[j], c.stack[j]); });
    }
    friend NINEFOLD_INLINE Thrice unless(Thrice a, Thrice b, Thrice c) {
        return each([&](int j) { return unless(a.stack[j], b.stack[j], c.stack[j]); });
    }
};

// Rotation from a triad to the next and the one after: in a stack from column to column, …
template <class V>
struct ByField {  // which are fields. Bits beyond the fields meet zeros;
    using Triads = V;
    static NINEFOLD_INLINE Triads once(Triads a) { return a >> field | a << 2 * field; }
    static NINEFOLD_INLINE Triads twice(Triads a) { return a >> 2 * field | a << field; }
};

template <class V>
struct ByStack {  // … in a band from stack to stack, if each is a vector,
    using Triads = Thrice<V>;
    static NINEFOLD_INLINE Triads once(Triads a) { return {{a.stack[1], a.stack[2], a.stack[0]}}; }
    static NINEFOLD_INLINE Triads twice(Triads a) { return {{a.stack[2], a.stack[0], a.stack[1]}}; }
};

struct ByLane {  // … or if each is a lane.
    using Triads = Vector<4>;
    static NINEFOLD_INLINE Triads once(Triads a) { return rotated_once(a); }
    static NINEFOLD_INLINE Triads twice(Triads a) { return rotated_twice(a); }
};

// Applies the six ways and the rule for triads with just three digits left, for triads t[line] of a stack (or band).
template <class Turn, class Triads = typename Turn::Triads>
NINEFOLD_INLINE void tighten(Triads (&t)[3], Triads& filled) {
    const Triads one = Triads::all(ones), guard = Triads::all(guards);
    Triads once[3], twice[3], fixed[3];
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
        once[i] = Turn::once(t[i]);
        twice[i] = Turn::twice(t[i]);
    }
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
        const int next = (i + 1) % 3, after = (i + 2) % 3;
        t[i] = t[i] & or_both(once[next] & twice[after], twice[next], once[after]);
    }
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
        const Triads second = t[i] & (t[i] - one);
        const Triads third = second & (second - one);
        filled = filled & (third - one);
        const Triads more = ((third & (third - one)) - one) & guard;  // the guards of triads with four or more
        fixed[i] = without(t[i], below(more), guard);
    }
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
        const Triads elsewhere = any(Turn::once(fixed[i]), Turn::twice(fixed[i]), fixed[(i + 1) % 3]);
        t[i] = without(t[i], elsewhere, fixed[(i + 2) % 3]);
    }
}

// The digits that must go into each of three triads, because the two others of the box cannot hold them. If three must
// go into a triad, all others leave it.
template <class Triads>
NINEFOLD_INLINE void require(Triads (&t)[3], Triads (&must)[3], Triads& loose) {
    const Triads one = Triads::all(ones), guard = Triads::all(guards);
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) must[i] = without(t[i], t[(i + 1) % 3], t[(i + 2) % 3]);
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
        const Triads first = must[i] | guard;
        const Triads second = or_both(guard, first, first - one);
        const Triads third = or_both(guard, second, second - one);
        t[i] = unless(t[i], below((third - one) & guard), must[i]);
        loose = loose | without(t[i], must[i]);
    }
}

// Rule 1 for the nine words of a stack.
template <class V>
NINEFOLD_INLINE void singles(V (&word)[9], Signs<V>& signs) {
    const V one = V::all(ones), guard = V::all(guards);
    V single[9], gone = V::all(0);
#pragma GCC unroll 9
    for (int row = 0; row < 9; ++row) {
        const V less_one = word[row] - one;
        const V several = ((word[row] & less_one) - one) & guard;
        signs.filled = signs.filled & less_one;
        signs.open = signs.open | several;
        single[row] = without(word[row], below(several));
        gone = gone | single[row];
    }
    gone = without(gone, guard);
#pragma GCC unroll 9
    for (int row = 0; row < 9; ++row) word[row] = unless(word[row], gone, single[row]);
}

// Rule 2 for the nine words of a stack. `vertical[band]` gets the digits that can go into its vertical triads, a field
// for each column.
template <class V>
NINEFOLD_INLINE void columns(V (&word)[9], V (&vertical)[3], Signs<V>& signs) {
    const V guard = V::all(guards);
    V twice[3], must[3];
#pragma GCC unroll 3
    for (int band = 0; band < 3; ++band) {
        const V a = word[3 * band], b = word[3 * band + 1], c = word[3 * band + 2];
        vertical[band] = any(a, b, c);
        twice[band] = two_of(a, b, c);  // digits with two cells or more in the triad
    }
    tighten<ByField<V>>(vertical, signs.filled);
    signs.sound = signs.sound & any(vertical[0], vertical[1], vertical[2]);
    require(vertical, must, signs.loose);
#pragma GCC unroll 3
    for (int band = 0; band < 3; ++band) {
        const V here = without(must[band], twice[band]);  // digits that must go into the triad's only cell for them
#pragma GCC unroll 3
        for (int row = 3 * band; row < 3 * band + 3; ++row) {
            const V left = word[row] & vertical[band];
            const V placed = left & here;
            const V taken = (placed + V::all(all_digits)) & guard;  // the guards of cells in which a digit is placed
            word[row] = unless(left, below(taken), placed);
        }
    }
}

// Merges the fields of each of three words: the first word's into the first field, the second's into the second, …
template <class V>
NINEFOLD_INLINE V in_one_field_each(V a, V b, V c) {
    const V first = any(a, a >> field, a >> 2 * field) & V::all(0x3FF);
    const V second = any(b << field, b, b >> field);
    const V third = any(c << 2 * field, c << field, c);
    return or_both(or_both(first, second, V::all(0x3FF << field)), third, V::all(0x3FFu << 2 * field));
}

// The digits that can go into the triads of line 0…2 of each band, a field for each band.
template <class V>
NINEFOLD_INLINE void gather(const V (&word)[9], V (&possible)[3]) {
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) possible[i] = in_one_field_each(word[i], word[3 + i], word[6 + i]);
}

// Copies one field of a word to all three.
template <int Field, class V>
NINEFOLD_INLINE V in_every_field(V word) {
    const V only = word & V::all(0x3FFu << Field * field);
    if constexpr (Field == 0) return any(only, only << field, only << 2 * field);
    if constexpr (Field == 1) return any(only >> field, only, only << field);
    if constexpr (Field == 2) return any(only >> 2 * field, only >> field, only);
}

// Rule 3 for bands, once the digits that can go into their triads are known in all stacks.
template <class Turn, class Triads = typename Turn::Triads>
NINEFOLD_INLINE void rows(Triads (&possible)[3], Triads& filled, Triads& sound, Triads& loose) {
    Triads must[3];
    tighten<Turn>(possible, filled);
    sound = sound & any(possible[0], possible[1], possible[2]);
    require(possible, must, loose);
}

template <class V>
NINEFOLD_INLINE void keep(V word, V kept, Word* place, Signs<V>& signs) {
    const V left = word & kept;
    signs.changed = or_differ(signs.changed, left, word);
    left.store(place);
}

// All three rules for as many puzzles as there are lanes. `words[stack][row]` are their words; `triads[stack]` gets
// what `rows` and then what `columns` left of the triads.
template <class V>
NINEFOLD_INLINE Signs<V> sweep(Word (&words)[3][9][V::lanes], Word (&triads)[3][6][V::lanes]) {
    Signs<V> signs;
    V word[3][9];
    Thrice<V> possible[3];
#pragma GCC unroll 1
    for (int stack = 0; stack < 3; ++stack) {
        V vertical[3], lines[3];
#pragma GCC unroll 9
        for (int row = 0; row < 9; ++row) word[stack][row] = V::load(words[stack][row]);
        singles(word[stack], signs);
        columns(word[stack], vertical, signs);
        gather(word[stack], lines);
#pragma GCC unroll 3
        for (int i = 0; i < 3; ++i) {
            vertical[i].store(triads[stack][3 + i]);
            possible[i].stack[stack] = lines[i];
        }
    }
    Thrice<V> filled = Thrice<V>::all(~Word{0}), sound = filled, loose = Thrice<V>::all(0);
    rows<ByStack<V>>(possible, filled, sound, loose);
    signs.sound = signs.sound & sound.stack[0];  // a digit with a way in a band has a place in each of its boxes
    signs.filled = signs.filled & filled.stack[0] & filled.stack[1] & filled.stack[2];
    signs.loose = signs.loose | any(loose.stack[0], loose.stack[1], loose.stack[2]);
#pragma GCC unroll 1
    for (int stack = 0; stack < 3; ++stack) {
#pragma GCC unroll 3
        for (int i = 0; i < 3; ++i) {
            const V line = possible[i].stack[stack];
            line.store(triads[stack][i]);
            keep(word[stack][i], in_every_field<0>(line), words[stack][i], signs);
            keep(word[stack][3 + i], in_every_field<1>(line), words[stack][3 + i], signs);
            keep(word[stack][6 + i], in_every_field<2>(line), words[stack][6 + i], signs);
        }
    }
    return signs;
}

// The same for one puzzle, its three stacks in the lanes of nine vectors: a third of the work of a full sweep. The
// unused lane is a board without clues, on which nothing follows.
NINEFOLD_INLINE Signs<Vector<4>> sweep_alone(Word (&words)[9][4], Word (&triads)[6][4]) {
    using V = Vector<4>;
    Signs<V> signs;
    V word[9], vertical[3], possible[3];
#pragma GCC unroll 9
    for (int row = 0; row < 9; ++row) word[row] = V::load(words[row]);
    singles(word, signs);
    columns(word, vertical, signs);
    gather(word, possible);
    rows<ByLane>(possible, signs.filled, signs.sound, signs.loose);
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
        possible[i].store(triads[i]);
        vertical[i].store(triads[3 + i]);
        keep(word[i], in_every_field<0>(possible[i]), words[i], signs);
        keep(word[3 + i], in_every_field<1>(possible[i]), words[3 + i], signs);
        keep(word[6 + i], in_every_field<2>(possible[i]), words[6 + i], signs);
    }
    signs.changed = any(signs.changed, rotated_once(signs.changed), rotated_twice(signs.changed));
    return signs;
}

}  // namespace ninefold::lanes::NINEFOLD_VERSION
