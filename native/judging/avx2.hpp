// The judge of grids in registers of AVX2, two grids at a time; the CPU is asked at run time.
//
// Digits 1 to 8 weigh 1, 2, 4 … 128, anything else nothing. If nine weights add up to 255, they are eight different
// powers of two and one cell without weight, or nine powers; so at most one of the cells is a 9. If every row, column and
// box adds up to 255 and the two grids have eighteen 9s, each unit has exactly one, beside the digits 1 to 8. It is
// enough to add modulo 256: nine such weights never make 511.
//
// A register has two rows, of 16 bytes each, the first nine in use:
//
//     upper, of each grid  [ row k | row k + 3 ]    lower  [ row k + 6 of one grid | row k + 6 of the other ]
#pragma once

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>

#include <cstdint>

#define NINEFOLD_AVX2 __attribute__((target("avx2"), always_inline)) inline

namespace ninefold::judging {

NINEFOLD_AVX2 __m256i load(const std::uint8_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}

NINEFOLD_AVX2 __m256i load_two(const std::uint8_t* low, const std::uint8_t* high) {
    return _mm256_loadu2_m128i(reinterpret_cast<const __m128i*>(high), reinterpret_cast<const __m128i*>(low));
}

// Three rows of digits in each half: which of their bytes are wrong is found, and their 9s are counted.
struct ThreeRows {
    __m256i boxes, rows, nines;  // sums of three cells in a column; a row of sums in words; per byte

    NINEFOLD_AVX2 explicit ThreeRows(const __m256i (&digits)[3]) {
        // The places of the digits in the table of weights. By saturation, bytes above 15, and those of the next row,
        // get places that the table does not have, and weigh nothing.
        constexpr char first = 0x70;
        const __m256i places = _mm256_broadcastsi128_si256(_mm_setr_epi8(
            first, first, first, first, first, first, first, first, first, -1, -1, -1, -1, -1, -1, -1));
        const __m256i weights = _mm256_broadcastsi128_si256(
            _mm_setr_epi8(0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0));
        boxes = rows = nines = _mm256_setzero_si256();
        for (int k = 0; k < 3; ++k) {
            const __m256i place = _mm256_adds_epu8(digits[k], places);
            nines = _mm256_sub_epi8(nines, _mm256_cmpeq_epi8(place, _mm256_set1_epi8(first + 9)));
            const __m256i weight = _mm256_shuffle_epi8(weights, place);
            boxes = _mm256_add_epi8(boxes, weight);
            // The sums of eight bytes, and of the ninth.
            const __m256i sums = _mm256_sad_epu8(weight, _mm256_setzero_si256());
            rows = _mm256_or_si256(rows, _mm256_slli_epi64(sums, 16 * k));
        }
    }

    // Bits in place of rows and boxes with another sum.
    [[nodiscard]] NINEFOLD_AVX2 __m256i wrong() const {
        const __m256i of_rows = _mm256_broadcastsi128_si256(_mm_setr_epi16(255, 255, 255, 0, 0, 0, 0, 0));
        const __m256i of_boxes = _mm256_broadcastsi128_si256(
            _mm_setr_epi8(-1, 0, 0, -1, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0));
        const __m256i whole = _mm256_add_epi16(rows, _mm256_srli_si256(rows, 8));
        const __m256i two = _mm256_add_epi8(boxes, _mm256_srli_si256(boxes, 1));
        const __m256i three = _mm256_add_epi8(two, _mm256_srli_si256(boxes, 2));
        return _mm256_or_si256(_mm256_andnot_si256(whole, of_rows), _mm256_andnot_si256(three, of_boxes));
    }
};

NINEFOLD_AVX2 ThreeRows upper(const std::uint8_t* grid) {
    return ThreeRows({load_two(grid, grid + 27), load_two(grid + 9, grid + 36), load_two(grid + 18, grid + 45)});
}

// The last rows are read from their ends, so that nothing behind a grid is.
NINEFOLD_AVX2 ThreeRows lower(const std::uint8_t* one, const std::uint8_t* other) {
    return ThreeRows({load_two(one + 54, other + 54), load_two(one + 63, other + 63),
                      _mm256_srli_si256(load_two(one + 81 - 16, other + 81 - 16), 7)});
}

// Bits in place of clues that differ.
NINEFOLD_AVX2 __m256i changed(const std::uint8_t* puzzle, const std::uint8_t* grid) {
    __m256i found = _mm256_setzero_si256();
    for (int k = 0; k < 3; ++k) {  // some cells are looked at twice
        const int cell = k < 2 ? 32 * k : 81 - 32;
        const __m256i clues = load(puzzle + cell);
        found = _mm256_or_si256(found, _mm256_andnot_si256(_mm256_cmpeq_epi8(clues, load(grid + cell)), clues));
    }
    return found;
}

NINEFOLD_AVX2 bool are_solutions(const std::uint8_t* puzzle, const std::uint8_t* grid, const std::uint8_t* other_puzzle,
                                 const std::uint8_t* other_grid) {
    const ThreeRows one = upper(grid), other = upper(other_grid), last = lower(grid, other_grid);
    const __m256i of_columns = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0));
    const __m256i bands = _mm256_add_epi8(_mm256_permute2x128_si256(one.boxes, other.boxes, 0x20),
                                          _mm256_permute2x128_si256(one.boxes, other.boxes, 0x31));
    __m256i wrong = _mm256_andnot_si256(_mm256_add_epi8(bands, last.boxes), of_columns);
    wrong = _mm256_or_si256(wrong, _mm256_or_si256(_mm256_or_si256(one.wrong(), other.wrong()), last.wrong()));
    wrong = _mm256_or_si256(wrong, _mm256_or_si256(changed(puzzle, grid), changed(other_puzzle, other_grid)));
    const __m256i nines = _mm256_add_epi8(_mm256_add_epi8(one.nines, other.nines), last.nines);
    const __m256i sums = _mm256_sad_epu8(nines, _mm256_setzero_si256());
    const __m128i halves = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    return _mm256_testz_si256(wrong, wrong) && _mm_cvtsi128_si32(halves) + _mm_extract_epi16(halves, 4) == 18;
}

}  // namespace ninefold::judging
#endif
