// Work shared by threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace ninefold {

// Runs `work` in this thread and in others beside it: `wanted` in all (0: one per core), but at most `useful`. Returns
// when all are done. `work` takes its shares from an atomic counter, so that any number of threads finishes the job.
template <class Work>
void run_threads(unsigned wanted, std::size_t useful, const Work& work) {
    const std::size_t threads = wanted ? wanted : std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::jthread> others;
    try {
        for (std::size_t k = 1; k < std::min(threads, useful); ++k) others.emplace_back(work);
    } catch (const std::system_error&) {
        // The system has no more threads to give: continue with those there are.
    }
    work();
}

}  // namespace ninefold
