// Running long work so that its caller stays responsive: deadlines, cancellation and polling.
//
// The caller's thread starts the work in a second thread and wakes every 20 ms to poll: the callback learns how much is
// done and may cancel. Whatever happens, the worker thread has ended before `run` returns or throws, so the work may
// refer to the caller's locals.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "lanes.hpp"

namespace ninefold {

class BackgroundRun {
  public:
    using Clock = std::chrono::steady_clock;
    using Work = std::function<bool(const lanes::Stop&)>;  // returns whether it reached its end
    using Poll = std::function<bool(std::size_t done)>;    // returns true to cancel; an exception cancels too

    BackgroundRun(std::optional<double> seconds, Poll poll) : deadline_(deadline_in(seconds)), poll_(std::move(poll)) {}

    std::atomic<std::size_t> done{0};  // passed to the poll callback

    // Runs the work and returns whether it reached its end. Small work is first tried in this thread, for one poll
    // interval at most: that saves starting a thread, but work that turns out to be long begins again.
    bool run(bool is_small, const Work& work) {
        if (is_small) {
            const auto soon = std::min(deadline_, Clock::now() + poll_interval);
            if (work({nullptr, soon})) return true;
            if (Clock::now() >= deadline_) return false;
            done = 0;
        }
        return run_in_thread(work);
    }

  private:
    static constexpr std::chrono::milliseconds poll_interval{20};

    static Clock::time_point deadline_in(std::optional<double> seconds) {
        if (!seconds) return Clock::time_point::max();
        return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
    }

    bool run_in_thread(const Work& work) {
        std::mutex mutex;
        std::condition_variable change;
        bool is_over = false;
        bool is_complete = false;
        std::exception_ptr failure;
        std::exception_ptr interruption;
        std::thread worker([&] {
            try {
                is_complete = work({&cancelled_, deadline_});
            } catch (...) {
                failure = std::current_exception();
            }
            const std::scoped_lock lock(mutex);
            is_over = true;
            change.notify_one();
        });
        std::unique_lock lock(mutex);
        while (!change.wait_for(lock, poll_interval, [&] { return is_over; })) {
            lock.unlock();
            if (!interruption) interruption = poll();
            lock.lock();
        }
        lock.unlock();
        worker.join();
        if (interruption) std::rethrow_exception(interruption);
        if (failure) std::rethrow_exception(failure);
        return is_complete;
    }

    // An exception is kept until the worker has ended, not thrown past it.
    std::exception_ptr poll() {
        try {
            if (poll_(done.load())) cancelled_ = true;
        } catch (...) {
            cancelled_ = true;
            return std::current_exception();
        }
        return nullptr;
    }

    Clock::time_point deadline_;
    Poll poll_;
    std::atomic<bool> cancelled_{false};
};

}  // namespace ninefold
