// The running total of a count, reported now and then, and whether to continue.
#pragma once

#include "vector.hpp"

namespace ninefold::lanes::NINEFOLD_VERSION {

using Word64 = std::uint64_t;

struct Monitor {
    const Batch& batch;
    Word64 found = 0;
    Word64 reported = 0;
    bool saturated = false;  // `found` has overflowed 64 bits
    bool stopped = false;

    NINEFOLD_INLINE void add(Word64 solutions) {
        found += solutions;
        saturated |= found < solutions;
    }

    void report() {
        // Twice the largest 64-bit number: the receiver's sum then saturates.
        for (int k = 0; saturated && k < 2; ++k) batch.found(batch.owner, ~Word64{0});
        if (found != reported) batch.found(batch.owner, found - reported);
        reported = found;
    }

    void poll() {
        report();
        stopped = batch.stopped(batch.owner);
    }
};

}  // namespace ninefold::lanes::NINEFOLD_VERSION
