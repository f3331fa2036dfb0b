#include "rating.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "canon.hpp"

namespace ninefold::rating {

namespace {

const Version& selected() {
#if defined(__x86_64__) || defined(__i386__)
    static const Version& best = with_popcount && __builtin_cpu_supports("popcnt") ? *with_popcount : baseline;
    return best;
#else
    return baseline;
#endif
}

struct Rater {
    Rater(Program program, const StopCheck& stop)
        : memory(selected().make_rater(program, stop), selected().delete_rater) {}

    std::unique_ptr<void, void (*)(void*)> memory;
};

StopCheck check_of(const lanes::Stop& stop) {
    return {[](const void* owner) { return static_cast<const lanes::Stop*>(owner)->now(); }, &stop};
}

// Calls `work` for blocks of rows, each on the thread that is free, until all are done or the work is stopped.
template <class Work>
void in_blocks(std::size_t rows, std::size_t at_once, unsigned threads, const lanes::Stop& stop, const Work& work) {
    std::atomic<std::size_t> next = 0;
    const auto help = [&] {
        for (std::size_t first = next.fetch_add(at_once); first < rows && !stop.now(); first = next.fetch_add(at_once)) {
            work(first, std::min(at_once, rows - first));
        }
    };
    const unsigned wanted = threads ? threads : std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::jthread> others;
    try {
        for (unsigned k = 1; k < std::min<std::size_t>(wanted, rows / at_once); ++k) others.emplace_back(help);
    } catch (const std::system_error&) {
        // The system has no more threads to give: continue with those there are.
    }
    help();
}

// The puzzles of one call, shared by its threads.
class Job {
  public:
    Job(std::span<const std::uint8_t> digits, Program program, std::span<Explanation> explanations,
        std::atomic<std::size_t>& done, const lanes::Stop& stop)
        : digits_(digits), program_(program), explanations_(explanations), done_(done), stop_(stop) {}

    void run(unsigned threads) {
        std::ranges::fill(explanations_, Explanation{});
        std::vector<std::jthread> others;
        try {
            for (unsigned k = 1; k < threads; ++k) others.emplace_back([this] { help(); });
        } catch (const std::system_error&) {
            // The system has no more threads to give: continue with those there are.
        }
        work();
    }

  private:
    struct PutAside {
        std::size_t row;
        Unfinished puzzle;
    };

    void help() {
        try {
            work();
        } catch (const std::bad_alloc&) {
            // Not enough memory for this thread: the others do the work.
        }
    }

    void work() {
        const StopCheck check = check_of(stop_);  // the rater keeps a reference
        const Rater rater(program_, check);
        const bool is_alone = explanations_.size() == 1;
        for (std::size_t row = next_++; row < explanations_.size() && !stop_.now(); row = next_++) {
            PutAside item{row, {}};
            if (!selected().begin(item.puzzle, digits_.data() + row * lanes::cells))
                finish(row, {State::clashing, {}});
            else
                rate(rater, item, !is_alone);
        }
        while (auto item = take()) rate(rater, *item, false);
    }

    void rate(const Rater& rater, PutAside& item, bool only_fast) {
        switch (selected().explain(rater.memory.get(), item.puzzle, only_fast)) {
            case Explaining::done:
                return finish(item.row, {State::rated, selected().explained(item.puzzle)});
            case Explaining::hard:
                return put_aside(item);
            case Explaining::stopped:
                return;
        }
    }

    void finish(std::size_t row, const Explanation& explanation) {
        explanations_[row] = explanation;
        ++done_;
    }

    // The thread that puts a puzzle aside takes puzzles from there later, so none is left over.
    void put_aside(const PutAside& item) {
        const std::scoped_lock lock(mutex_);
        aside_.push_back(item);
    }

    std::optional<PutAside> take() {
        const std::scoped_lock lock(mutex_);
        if (aside_.empty() || stop_.now()) return std::nullopt;
        const PutAside item = aside_.front();
        aside_.pop_front();
        return item;
    }

    const std::span<const std::uint8_t> digits_;
    const Program program_;
    const std::span<Explanation> explanations_;
    std::atomic<std::size_t>& done_;
    const lanes::Stop& stop_;
    std::atomic<std::size_t> next_ = 0;
    std::mutex mutex_;
    std::deque<PutAside> aside_;
};

}  // namespace

bool measure_many(std::span<const std::uint8_t> digits, std::span<const std::uint8_t> solutions, unsigned threads,
                  bool is_brief, std::span<Measured> measured, std::atomic<std::size_t>& done, const lanes::Stop& stop) {
    in_blocks(measured.size(), 64, threads, stop, [&](std::size_t first, std::size_t rows) {
        std::array<std::uint8_t, 64 * lanes::cells> puzzles{}, answers{};
        for (std::size_t row = 0; row < rows; ++row) {
            const std::size_t from = (first + row) * lanes::cells, to = row * lanes::cells;
            const auto form = canon::canonical(digits.data() + from);
            std::ranges::copy(form.line, puzzles.begin() + static_cast<std::ptrdiff_t>(to));
            for (std::size_t cell = 0; cell < lanes::cells; ++cell) {
                answers[to + cell] = form.by.digit[solutions[from + form.by.from[cell]]];
            }
        }
        selected().measure(puzzles.data(), answers.data(), measured.data() + first, rows, lanes::look, is_brief);
        done += rows;
    });
    return done == measured.size();
}

bool score_many(std::span<const std::uint8_t> digits, std::span<const std::uint8_t> solutions, unsigned threads,
                bool backdoors, std::span<Scored> scored, std::atomic<std::size_t>& done, const lanes::Stop& stop) {
    // Blocks are small, because a puzzle may take a thousand times as long as another.
    in_blocks(scored.size(), 16, threads, stop, [&](std::size_t first, std::size_t rows) {
        const std::size_t from = first * lanes::cells;
        selected().score(digits.data() + from, solutions.data() + from, scored.data() + first, rows, backdoors,
                         check_of(stop));
        done += rows;
    });
    return std::ranges::all_of(scored, [](const Scored& one) { return one.is_done != 0; });
}

std::string_view version() { return selected().name; }

bool explain_many(std::span<const std::uint8_t> digits, Program program, unsigned threads,
                  std::span<Explanation> explanations, std::atomic<std::size_t>& done, const lanes::Stop& stop) {
    const unsigned wanted = threads ? threads : std::max(1U, std::thread::hardware_concurrency());
    Job(digits, program, explanations, done, stop).run(std::min(wanted, static_cast<unsigned>(explanations.size())));
    return std::ranges::none_of(explanations, [](const Explanation& one) { return one.state == State::open; });
}

}  // namespace ninefold::rating
