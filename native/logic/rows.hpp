// Rows of 16 words at a time: what is left of them, which words fall to a single bit, which have few bits, and which lack
// some.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace ninefold::logic {

inline constexpr std::size_t row_words = 16;

// Keeps in each word of a row the bits of `kept`, and returns which words have lost something and have one bit left.
template <class Word>
std::uint32_t keep_bits(Word* row, const Word* kept) {
    std::uint32_t single = 0;
    for (std::size_t k = 0; k < row_words; ++k) {
        const Word was = row[k];
        const auto now = static_cast<Word>(was & kept[k]);
        row[k] = now;
        single |= static_cast<std::uint32_t>((was != now) & (now != 0) & ((now & (now - 1)) == 0)) << k;
    }
    return single;
}

// few[k]: which words of a row have from one to k bits, for k = 1 … 4; few[0]: which have two or more.
using Few = std::array<std::uint32_t, 5>;

template <class Word>
Few few_bits(const Word* row) {
    Few few{};
    for (std::size_t i = 0; i < row_words; ++i) {
        Word left = row[i];
        const std::uint32_t any = left != 0;
        for (std::size_t k = 1; k < few.size(); ++k) {
            left = static_cast<Word>(left & (left - 1));
            few[k] |= (any & (left == 0)) << i;
        }
        few[0] |= (any << i) & ~few[1];
    }
    return few;
}

// Which words of a row lack some of these bits.
template <class Word>
std::uint32_t lacking(const Word* row, Word bits) {
    std::uint32_t found = 0;
    for (std::size_t k = 0; k < row_words; ++k) found |= static_cast<std::uint32_t>((bits & ~row[k]) != 0) << k;
    return found;
}

#if defined(__SSE2__)
// All of it in eight lanes; compilers do not find this by themselves.
inline std::uint32_t keep_bits(std::uint16_t* row, const std::uint16_t* kept) {
    const auto lanes = [](auto* words, std::size_t half) { return reinterpret_cast<__m128i*>(words) + half; };
    const auto const_lanes = [](auto* words, std::size_t half) { return reinterpret_cast<const __m128i*>(words) + half; };
    const __m128i zero = _mm_setzero_si128();
    __m128i single[2];
    for (std::size_t half = 0; half < 2; ++half) {
        const __m128i was = _mm_loadu_si128(const_lanes(row, half));
        const __m128i now = _mm_and_si128(was, _mm_loadu_si128(const_lanes(kept, half)));
        _mm_storeu_si128(lanes(row, half), now);
        const __m128i second = _mm_and_si128(now, _mm_add_epi16(now, _mm_set1_epi16(-1)));  // and later bits
        const __m128i not_one = _mm_or_si128(_mm_cmpeq_epi16(now, zero), _mm_cmpeq_epi16(now, was));
        single[half] = _mm_andnot_si128(not_one, _mm_cmpeq_epi16(second, zero));
    }
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(single[0], single[1])));
}

inline Few few_bits(const std::uint16_t* row) {
    const __m128i zero = _mm_setzero_si128();
    __m128i left[2], none[2];
    for (std::size_t half = 0; half < 2; ++half) {
        left[half] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(row) + half);
        none[half] = _mm_cmpeq_epi16(left[half], zero);
    }
    Few few{};
    for (std::size_t k = 1; k < few.size(); ++k) {
        __m128i found[2];
        for (std::size_t half = 0; half < 2; ++half) {
            left[half] = _mm_and_si128(left[half], _mm_add_epi16(left[half], _mm_set1_epi16(-1)));
            found[half] = _mm_andnot_si128(none[half], _mm_cmpeq_epi16(left[half], zero));
        }
        few[k] = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(found[0], found[1])));
    }
    few[0] = ~static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(none[0], none[1]))) & 0xffff & ~few[1];
    return few;
}

inline std::uint32_t lacking(const std::uint16_t* row, std::uint16_t bits) {
    const __m128i wanted = _mm_set1_epi16(static_cast<short>(bits));
    __m128i whole[2];
    for (std::size_t half = 0; half < 2; ++half) {
        const __m128i words = _mm_loadu_si128(reinterpret_cast<const __m128i*>(row) + half);
        whole[half] = _mm_cmpeq_epi16(_mm_and_si128(words, wanted), wanted);
    }
    return ~static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(whole[0], whole[1]))) & 0xffff;
}
#endif

}  // namespace ninefold::logic
