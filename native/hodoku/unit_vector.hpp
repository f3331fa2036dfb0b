// A set of places, or of digits, for every unit: 32 numbers of 16 bits, which compilers handle eight at a time.
#pragma once

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <cstring>

#include "hodoku/board.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

struct UnitVector {
    typedef Nine Eight __attribute__((vector_size(16)));
    static constexpr int parts = padded_units / 8;

    Eight part[parts];

    static UnitVector load(const Nine* units) {
        UnitVector result;
        std::memcpy(&result, units, sizeof result);
        return result;
    }
    static UnitVector all(Bits set) {
        UnitVector result;
        for (Eight& eight : result.part) eight = Eight{} + static_cast<Nine>(set);
        return result;
    }
    void store(Nine* units) const { std::memcpy(units, this, sizeof *this); }
    // Sets this bit of the units that have all bits, and clears it in the others.
    void store_bit(Nine* units, int index) const {
        const UnitVector one = all(bit(index));
        ((load(units) - one) | (*this & one)).store(units);
    }

    // All bits of the units that have none, and no bits of the others.
    UnitVector is_zero() const {
        return each([this](int i) { return reinterpret_cast<Eight>(part[i] == 0); });
    }
    UnitVector without_lowest() const {
        return each([this](int i) { return part[i] & (part[i] - 1); });
    }
    friend UnitVector operator&(const UnitVector& a, const UnitVector& b) {
        return each([&](int i) { return a.part[i] & b.part[i]; });
    }
    friend UnitVector operator|(const UnitVector& a, const UnitVector& b) {
        return each([&](int i) { return a.part[i] | b.part[i]; });
    }
    friend UnitVector operator-(const UnitVector& a, const UnitVector& b) {
        return each([&](int i) { return a.part[i] & ~b.part[i]; });
    }

    // A bit for each unit, of units that have all bits or none.
    Bits to_bits() const {
#if defined(__SSE2__)
        const auto half = [this](int i) {
            const auto low = reinterpret_cast<__m128i>(part[i]), high = reinterpret_cast<__m128i>(part[i + 1]);
            return static_cast<Bits>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
        };
        return half(0) | half(2) << 16;
#else
        Bits bits = 0;
        for (int i = 0; i < padded_units; ++i) bits |= Bits{part[i / 8][i % 8] != 0} << i;
        return bits;
#endif
    }

  private:
    template <class Step>
    static UnitVector each(Step step) {
        UnitVector result;
        for (int i = 0; i < parts; ++i) result.part[i] = step(i);
        return result;
    }
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
