// The AVX-512 code with its instructions emulated, so that it is tested on CPUs without them.
#include "harness.hpp"

#if defined(__x86_64__) && !defined(__AVX512VL__)
#include <immintrin.h>

#define EMULATED static inline __attribute__((always_inline))

namespace {

using ninefold::lanes::Word;
typedef Word Four __attribute__((vector_size(16)));
typedef Word Sixteen __attribute__((vector_size(64)));

// Bit 4a + 2b + c of the table, for every bit.
template <class Words>
EMULATED Words of_three(Words a, Words b, Words c, int table) {
    Words result{};
#pragma GCC unroll 8
    for (int k = 0; k < 8; ++k) {
        if (table >> k & 1) result |= (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
    }
    return result;
}

EMULATED Word differ(Sixteen a, Sixteen b) {
    Word result = 0;
    for (unsigned lane = 0; lane < 16; ++lane) result |= Word{a[lane] != b[lane]} << lane;
    return result;
}

}  // namespace

#undef _mm512_ternarylogic_epi32
#undef _mm_ternarylogic_epi32
#undef _mm512_cmpneq_epi32_mask
#define _mm512_ternarylogic_epi32(a, b, c, table) \
    ((__m512i)::of_three((Sixteen)(a), (Sixteen)(b), (Sixteen)(c), table))
#define _mm_ternarylogic_epi32(a, b, c, table) ((__m128i)::of_three((Four)(a), (Four)(b), (Four)(c), table))
#define _mm512_cmpneq_epi32_mask(a, b) (::differ((Sixteen)(a), (Sixteen)(b)))
#define __AVX512VL__ 1
#define NINEFOLD_VERSION emulated_for_tests
#include "lanes/engine.hpp"

namespace {

constexpr harness::Version here = ninefold::lanes::emulated_for_tests::version<16>("emulated avx512");

}

const harness::Version* const harness::emulated = &here;
#else
const harness::Version* const harness::emulated = nullptr;
#endif
