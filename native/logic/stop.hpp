// Ending a search for steps early. Long loops call `check_stop`, which throws when the caller wants an end; what was
// found by then is lost. The stop belongs to the thread, because finders make further finders, lists and nets.
#pragma once

#include "lanes.hpp"

namespace ninefold::logic {

struct Stopped {};

namespace stopping {
inline thread_local const lanes::Stop* stop = nullptr;
inline thread_local unsigned calls = 0;
}  // namespace stopping

inline constexpr unsigned calls_per_look = 64;  // at the clock

inline void check_stop_now() {
    if (stopping::stop != nullptr && stopping::stop->now()) throw Stopped{};
}
inline void check_stop() {
    if (++stopping::calls % calls_per_look == 0) check_stop_now();
}

// Calls `work` in this thread; returns false if it was stopped.
template <class Work>
bool run_until(const lanes::Stop& stop, const Work& work) {
    struct Scope {
        explicit Scope(const lanes::Stop& one) { stopping::stop = &one; }
        ~Scope() { stopping::stop = nullptr; }
    };
    const Scope scope(stop);
    try {
        work();
    } catch (const Stopped&) {
        return false;
    }
    return true;
}

}  // namespace ninefold::logic
