// What a count has found so far, told now and then; and whether it shall go on.
#pragma once

#include "vector.hpp"

namespace ninefold::lanes::NINEFOLD_VERSION {

using Word64 = std::uint64_t;

// What a count has found, and whether it shall go on.
struct Monitor {
    const Batch& batch;
    Word64 found = 0;
    Word64 reported = 0;
    bool saturated = false;  // `found` is too small by 2^64, or a multiple of it
    bool stopped = false;

    NINEFOLD_INLINE void add(Word64 solutions) {
        found += solutions;
        saturated |= found < solutions;
    }

    void report() {
        // All that 64 bits can tell, twice: whoever adds them up then knows that there are more.
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
