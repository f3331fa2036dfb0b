// A small vector of 32-bit lanes, with only the operations the engine needs.
//
// `Vector<16>` is one AVX-512 register, `Vector<8>` one of AVX2, `Vector<4>` one of SSE2 or NEON. Arithmetic uses the
// compiler's vector extensions; written out are only the functions of three bits, which AVX-512 has one instruction
// for, and the tests of single lanes. Lanes are written and read through memory, as elements of plain arrays.
#pragma once

#include "version.hpp"

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

#define NINEFOLD_INLINE inline __attribute__((always_inline))

namespace ninefold::lanes::NINEFOLD_VERSION {

template <unsigned Lanes>
struct Vector {
    typedef Word Raw __attribute__((vector_size(4 * Lanes)));
    typedef std::int32_t Ints __attribute__((vector_size(4 * Lanes)));
    typedef float Floats __attribute__((vector_size(4 * Lanes)));
    static constexpr unsigned lanes = Lanes;
    static constexpr Word every_lane = (Word{1} << Lanes) - 1;

    Raw raw;

    static NINEFOLD_INLINE Vector all(Word word) { return {Raw{} + word}; }

    static NINEFOLD_INLINE Vector load(const Word* words) {
        Vector result;
        __builtin_memcpy(&result.raw, __builtin_assume_aligned(words, sizeof(Raw)), sizeof(Raw));
        return result;
    }

    // All bits of one lane, none of the others.
    static NINEFOLD_INLINE Vector only(unsigned lane) {
        alignas(4) static constexpr auto window = [] {
            struct { Word words[2 * Lanes]; } result{};
            result.words[Lanes] = ~Word{0};
            return result;
        }();
        Vector result;
        __builtin_memcpy(&result.raw, window.words + Lanes - lane, sizeof(Raw));
        return result;
    }

    NINEFOLD_INLINE void store(Word* words) const {
        __builtin_memcpy(__builtin_assume_aligned(words, sizeof(Raw)), &raw, sizeof(Raw));
    }

    friend NINEFOLD_INLINE Vector operator&(Vector a, Vector b) { return {a.raw & b.raw}; }
    friend NINEFOLD_INLINE Vector operator|(Vector a, Vector b) { return {a.raw | b.raw}; }
    friend NINEFOLD_INLINE Vector operator^(Vector a, Vector b) { return {a.raw ^ b.raw}; }
    friend NINEFOLD_INLINE Vector operator+(Vector a, Vector b) { return {a.raw + b.raw}; }
    friend NINEFOLD_INLINE Vector operator-(Vector a, Vector b) { return {a.raw - b.raw}; }
    friend NINEFOLD_INLINE Vector operator<<(Vector a, int bits) { return {a.raw << bits}; }
    friend NINEFOLD_INLINE Vector operator>>(Vector a, int bits) { return {a.raw >> bits}; }
    friend NINEFOLD_INLINE Vector without(Vector a, Vector b) { return {a.raw & ~b.raw}; }
};

// Functions of three bits. AVX-512 has one instruction for all of them; its operand is the table of the eight results,
// which is what the function gives for the columns 0xF0, 0xCC and 0xAA of a truth table.
#if defined(__AVX512VL__)
template <int Table>
NINEFOLD_INLINE Vector<16> of_three(Vector<16> a, Vector<16> b, Vector<16> c) {
    return {(Vector<16>::Raw)_mm512_ternarylogic_epi32((__m512i)a.raw, (__m512i)b.raw, (__m512i)c.raw, Table)};
}

template <int Table>
NINEFOLD_INLINE Vector<4> of_three(Vector<4> a, Vector<4> b, Vector<4> c) {
    return {(Vector<4>::Raw)_mm_ternarylogic_epi32((__m128i)a.raw, (__m128i)b.raw, (__m128i)c.raw, Table)};
}

#define NINEFOLD_OF_THREE(name, expression)                                                          \
    template <unsigned Lanes>                                                                        \
    NINEFOLD_INLINE Vector<Lanes> name(Vector<Lanes> x, Vector<Lanes> y, Vector<Lanes> z) {          \
        constexpr int table = [](int a, int b, int c) { return (expression) & 0xFF; }(0xF0, 0xCC, 0xAA); \
        return of_three<table>(x, y, z);                                                             \
    }
#else
#define NINEFOLD_OF_THREE(name, expression)                                                 \
    template <unsigned Lanes>                                                               \
    NINEFOLD_INLINE Vector<Lanes> name(Vector<Lanes> x, Vector<Lanes> y, Vector<Lanes> z) { \
        const auto a = x.raw, b = y.raw, c = z.raw;                                         \
        return {expression};                                                                \
    }
#endif

NINEFOLD_OF_THREE(any, a | b | c)
NINEFOLD_OF_THREE(odd, a ^ b ^ c)
NINEFOLD_OF_THREE(two_of, (a & b) | ((a | b) & c))
NINEFOLD_OF_THREE(or_both, a | (b & c))
NINEFOLD_OF_THREE(or_differ, a | (b ^ c))
NINEFOLD_OF_THREE(unless, (a & ~b) | c)
NINEFOLD_OF_THREE(without, a & ~(b | c))

#undef NINEFOLD_OF_THREE

// The smaller of each two lanes, which must be less than 2³¹.
template <unsigned Lanes>
NINEFOLD_INLINE Vector<Lanes> smaller(Vector<Lanes> a, Vector<Lanes> b) {
    using Ints = typename Vector<Lanes>::Ints;
    return {(Ints)a.raw < (Ints)b.raw ? a.raw : b.raw};
}

// All bits of the lanes that are equal, none of the others.
template <unsigned Lanes>
NINEFOLD_INLINE Vector<Lanes> equal(Vector<Lanes> a, Vector<Lanes> b) {
    return {(typename Vector<Lanes>::Raw)(a.raw == b.raw)};
}

// One bit for each lane in which the vectors differ: lane 0 is bit 0.
template <unsigned Lanes>
NINEFOLD_INLINE Word lanes_that_differ(Vector<Lanes> a, Vector<Lanes> b) {
#if defined(__AVX512VL__)
    if constexpr (Lanes == 16) return _mm512_cmpneq_epi32_mask((__m512i)a.raw, (__m512i)b.raw);
#endif
#if defined(__AVX2__)
    if constexpr (Lanes == 8) {
        const __m256i same = _mm256_cmpeq_epi32((__m256i)a.raw, (__m256i)b.raw);
        return Vector<Lanes>::every_lane & ~(Word)_mm256_movemask_ps(_mm256_castsi256_ps(same));
    }
#endif
#if defined(__SSE2__)
    if constexpr (Lanes == 4) {
        const __m128i same = _mm_cmpeq_epi32((__m128i)a.raw, (__m128i)b.raw);
        return Vector<Lanes>::every_lane & ~(Word)_mm_movemask_ps(_mm_castsi128_ps(same));
    }
#endif
    Word result = 0;
    for (unsigned lane = 0; lane < Lanes; ++lane) result |= Word{a.raw[lane] != b.raw[lane]} << lane;
    return result;
}

// The position, from 1, of the only bit set in each lane: read from the exponent of a float.
template <unsigned Lanes>
NINEFOLD_INLINE Vector<Lanes> place_of_bit(Vector<Lanes> a) {
    using V = Vector<Lanes>;
    const auto floats = __builtin_convertvector((typename V::Ints)a.raw, typename V::Floats);
    return {((typename V::Raw)floats >> 23) - 126};
}

// The first of a set of lanes.
NINEFOLD_INLINE unsigned first_of(Word lanes) { return static_cast<unsigned>(__builtin_ctz(lanes)); }

NINEFOLD_INLINE int count_bits(Word word) {
#if defined(__POPCNT__) || defined(__aarch64__)
    return __builtin_popcount(word);
#else
    word -= word >> 1 & 0x55555555;
    word = (word & 0x33333333) + (word >> 2 & 0x33333333);
    return static_cast<int>(((word + (word >> 4)) & 0x0F0F0F0F) * 0x01010101 >> 24);
#endif
}

// 256 bits as four independent 64-bit words: one AVX2 register, two of SSE2 or NEON.
struct Bits {
#if defined(__AVX2__)
    static constexpr int parts = 1;
#else
    static constexpr int parts = 2;
#endif
    static constexpr int words = 4, in_part = words / parts;
    typedef std::uint64_t Raw __attribute__((vector_size(32 / parts)));

    Raw raw[parts];

    template <class Step>
    static NINEFOLD_INLINE Bits each(Step step) {
        Bits result;
#pragma GCC unroll 2
        for (int k = 0; k < parts; ++k) result.raw[k] = step(k);
        return result;
    }

    static NINEFOLD_INLINE Bits all(std::uint64_t word) {
        return each([=](int) { return Raw{} + word; });
    }

    // One word, the others zero.
    static NINEFOLD_INLINE Bits alone(int at, std::uint64_t word) {
        return each([=](int k) {
            Raw here;
            for (int i = 0; i < in_part; ++i) here[i] = k * in_part + i == at ? word : 0;
            return here;
        });
    }

    static NINEFOLD_INLINE Bits load(const std::uint64_t* from) {
        Bits result;
        __builtin_memcpy(&result, from, sizeof result);
        return result;
    }

    NINEFOLD_INLINE void store(std::uint64_t* to) const { __builtin_memcpy(to, this, sizeof *this); }

    NINEFOLD_INLINE std::uint64_t word(int k) const { return raw[k / in_part][k % in_part]; }

    [[nodiscard]] NINEFOLD_INLINE bool any() const {
#if defined(__AVX2__)
        return !_mm256_testz_si256((__m256i)raw[0], (__m256i)raw[0]);
#else
        const Raw both = raw[0] | raw[1];
        return (both[0] | both[1]) != 0;
#endif
    }

    friend NINEFOLD_INLINE Bits operator&(Bits a, Bits b) {
        return each([&](int k) { return a.raw[k] & b.raw[k]; });
    }
    friend NINEFOLD_INLINE Bits operator|(Bits a, Bits b) {
        return each([&](int k) { return a.raw[k] | b.raw[k]; });
    }
    friend NINEFOLD_INLINE Bits operator^(Bits a, Bits b) {
        return each([&](int k) { return a.raw[k] ^ b.raw[k]; });
    }
    friend NINEFOLD_INLINE Bits operator-(Bits a, Bits b) {
        return each([&](int k) { return a.raw[k] - b.raw[k]; });
    }
    friend NINEFOLD_INLINE Bits without(Bits a, Bits b) {
        return each([&](int k) { return a.raw[k] & ~b.raw[k]; });
    }
};

// The bits of a word selected by a mask, packed together.
NINEFOLD_INLINE Word compressed(Word word, Word mask) {
#if defined(__BMI2__)
    return _pext_u32(word, mask);
#else
    Word result = 0;
    for (int k = 0; mask; ++k, mask &= mask - 1) result |= (word >> __builtin_ctz(mask) & 1) << k;
    return result;
#endif
}

// Lanes 1, 2, 0 in the places of 0, 1, 2; and lanes 2, 0, 1.
#if defined(__clang__)
NINEFOLD_INLINE Vector<4> rotated_once(Vector<4> a) { return {__builtin_shufflevector(a.raw, a.raw, 1, 2, 0, 3)}; }
NINEFOLD_INLINE Vector<4> rotated_twice(Vector<4> a) { return {__builtin_shufflevector(a.raw, a.raw, 2, 0, 1, 3)}; }
#else
NINEFOLD_INLINE Vector<4> rotated_once(Vector<4> a) { return {__builtin_shuffle(a.raw, Vector<4>::Raw{1, 2, 0, 3})}; }
NINEFOLD_INLINE Vector<4> rotated_twice(Vector<4> a) { return {__builtin_shuffle(a.raw, Vector<4>::Raw{2, 0, 1, 3})}; }
#endif

}  // namespace ninefold::lanes::NINEFOLD_VERSION
