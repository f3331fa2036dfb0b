// Conversion between digits and the words of a puzzle.
#pragma once

#include "sweep.hpp"

namespace ninefold::lanes::NINEFOLD_VERSION {

// The word of three cells: the clue as the only candidate, or all nine. Anything but 1…9 counts as empty.
struct Clues {
    Word of[3][256];

    constexpr Clues() : of{} {
        for (int place = 0; place < 3; ++place) {
            for (int digit = 0; digit < 256; ++digit) {
                const Word candidates = digit >= 1 && digit <= 9 ? Word{1} << (digit - 1) : 0x1FF;
                of[place][digit] = (candidates | 0x200) << place * field;
            }
        }
    }

    NINEFOLD_INLINE Word word(const std::uint8_t* three) const {
        return of[0][three[0]] | of[1][three[1]] | of[2][three[2]];
    }
};

inline constexpr Clues clues;

// The words of a solved puzzle, row by row, padded so that they can be read as whole vectors.
struct alignas(64) Solved {
    Word words[32] = {};

    // Writes 81 digits. Each word becomes three bytes but is written as four; the next word overwrites the fourth.
    template <unsigned Lanes>
    NINEFOLD_INLINE void write(std::uint8_t* solution) const {
        static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
        using V = Vector<Lanes>;
        const V nine = V::all(0x1FF);
        alignas(64) Word three[32];
        for (unsigned k = 0; k < 32; k += Lanes) {
            const V word = V::load(words + k);
            const V first = place_of_bit(word & nine), second = place_of_bit(word >> field & nine);
            any(first, second << 8, place_of_bit(word >> 2 * field & nine) << 16).store(three + k);
        }
        for (int k = 0; k < 26; ++k) __builtin_memcpy(solution + 3 * k, three + k, 4);
        __builtin_memcpy(solution + 78, three + 26, 3);
    }
};

}  // namespace ninefold::lanes::NINEFOLD_VERSION
