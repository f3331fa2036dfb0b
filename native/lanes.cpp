#include "lanes.hpp"

#include "judging.hpp"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "lanes/version.hpp"

namespace ninefold::lanes {

namespace {

#if defined(__x86_64__) || defined(__i386__)
// Some compilers' __builtin_cpu_supports does not know lzcnt, and a CPU without it silently runs another instruction.
bool cpu_has_lzcnt() {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(0x80000001, &a, &b, &c, &d) && (c >> 5 & 1);
}
#endif

bool cpu_has_avx2() {
#if defined(__x86_64__) || defined(__i386__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt") && cpu_has_lzcnt();
#else
    return false;
#endif
}

bool cpu_has_avx512() {
#if defined(__x86_64__) || defined(__i386__)
    return cpu_has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl");
#else
    return false;
#endif
}

// Best first.
std::vector<const Version*> runnable() {
    std::vector<const Version*> result;
    if (avx512 && cpu_has_avx512()) result.push_back(avx512);
    if (avx2 && cpu_has_avx2()) result.push_back(avx2);
    result.push_back(&baseline);
    return result;
}

const Version& selected() {
    static const Version& version = []() -> const Version& {
        const auto able = runnable();
        const char* requested = std::getenv("NINEFOLD_LANES");
        if (!requested || !*requested) return *able.front();
        std::string names;
        for (const Version* one : able) {
            if (std::string_view(one->name) == requested) return *one;
            names += (names.empty() ? "" : ", ") + std::string(one->name);
        }
        throw std::runtime_error("NINEFOLD_LANES is '" + std::string(requested) + "'; this CPU and build can run " +
                                 names);
    }();
    return version;
}

// The open guesses of every lane of a thread. Kept between calls, so that solving a puzzle allocates nothing.
Node* open_guesses() {
    thread_local const auto nodes = std::make_unique_for_overwrite<Node[]>(selected().lanes * max_depth);
    return nodes.get();
}

CountCache* cache() {
    thread_local const auto cache = std::make_unique<CountCache>();
    return cache.get();
}

// Resets the answers of puzzles [first, last).
void clear(const Answers& answers, std::size_t first, std::size_t last) {
    const std::size_t n = last - first;
    if (answers.counts) std::fill_n(answers.counts + first, n, 0);
    if (answers.solutions) std::fill_n(answers.solutions + first * cells, n * cells, 0);
    if (answers.guesses) std::fill_n(answers.guesses + first, n, 0);
    if (answers.ended) std::fill_n(answers.ended + first, n, 0);
}

// A job shared by threads: the puzzles [0, n), handed out `at_once` at a time.
class Job {
  public:
    Job(std::size_t n, std::size_t at_once, std::uint64_t enough, const Stop& stop, const Answers& answers = {})
        : n_(n), at_once_(at_once), enough_(enough), stop_(stop), answers_(answers) {}

    // Makes the job stop after this many polls.
    void stop_after_polls(std::uint64_t polls) { polls_left_ = polls; }

    // Runs `batch` on `threads` threads; the job sets the batch's owner.
    void run(Batch batch, unsigned threads) {
        selected();  // reports an invalid NINEFOLD_LANES here, not inside a thread
        std::vector<std::jthread> others;
        try {
            for (unsigned k = 1; k < threads; ++k) others.emplace_back([this, batch] { help(batch); });
        } catch (const std::system_error&) {
            // The system has no more threads to give: continue with those there are.
        }
        share(batch);
        others.clear();
        clear(answers_, std::min(next_.load(), n_), n_);  // never handed out
    }

    [[nodiscard]] bool stopped() const { return stopped_.load(); }
    [[nodiscard]] std::uint64_t found() const { return found_.load(); }
    [[nodiscard]] bool saturated() const { return saturated_.load(); }

    // Adds to the solutions found; returns true when there are enough.
    bool add(std::uint64_t found) {
        std::uint64_t before = found_.load();
        std::uint64_t after = 0;
        do {
            after = before + found;
            if (after < before) {
                saturated_.store(true);
                after = no_limit;
            }
        } while (!found_.compare_exchange_weak(before, after));
        return after >= enough_;
    }

  private:
    struct Share {
        Job& job;
        std::size_t taken;
    };

    void help(const Batch& batch) {
        try {
            share(batch);
        } catch (const std::bad_alloc&) {
            // Not enough memory for this thread: the others do the work.
        }
    }

    void share(Batch batch) {
        Share mine{*this, 0};
        batch.owner = &mine;
        batch.open = open_guesses();
        if (batch.counting) batch.cache = cache();
        batch.more = [](void* owner, std::size_t& first, std::size_t& last) {
            Share& share = *static_cast<Share*>(owner);
            return share.job.more(share, first, last);
        };
        batch.found = [](void* owner, std::uint64_t solutions) { static_cast<Share*>(owner)->job.add(solutions); };
        batch.stopped = [](void* owner) { return static_cast<Share*>(owner)->job.poll(); };
        selected().solve(batch);
        count_done(mine);
    }

    bool more(Share& share, std::size_t& first, std::size_t& last) {
        count_done(share);
        if (stopped_.load(std::memory_order_relaxed)) return false;
        const std::size_t from = next_.fetch_add(at_once_);
        if (from >= n_) return false;
        first = from;
        last = std::min(from + at_once_, n_);
        clear(answers_, first, last);  // here, not up front: by the thread that needs it in its cache
        share.taken = last - first;
        return true;
    }

    bool poll() {
        if (found_.load(std::memory_order_relaxed) >= enough_ || stop_.now() || !--polls_left_) stopped_.store(true);
        return stopped_.load(std::memory_order_relaxed);
    }

    void count_done(Share& share) {
        if (answers_.done && !stopped_.load(std::memory_order_relaxed)) answers_.done->fetch_add(share.taken);
        share.taken = 0;
    }

    const std::size_t n_;
    const std::size_t at_once_;
    const std::uint64_t enough_;
    const Stop& stop_;
    const Answers answers_;
    std::atomic<std::uint64_t> polls_left_ = no_limit;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<std::uint64_t> found_ = 0;
    std::atomic<bool> stopped_ = false;
    std::atomic<bool> saturated_ = false;
};

// The number of threads requested (0: one per core), but none that would get fewer than `least` puzzles.
unsigned thread_count(unsigned requested, std::size_t n, std::size_t least) {
    const unsigned wanted = requested ? requested : std::max(1u, std::thread::hardware_concurrency());
    return static_cast<unsigned>(std::clamp<std::size_t>(n / least, 1, wanted));
}

}  // namespace

bool Stop::now() const {
    if (cancelled && cancelled->load(std::memory_order_relaxed)) return true;
    return deadline != std::chrono::steady_clock::time_point::max() && std::chrono::steady_clock::now() >= deadline;
}

std::vector<std::string_view> versions() {
    std::vector<std::string_view> names;
    for (const Version* one : runnable()) names.emplace_back(one->name);
    return names;
}

void look(measure::Views& views) { selected().look(views); }

std::string_view version() { return selected().name; }

static_assert(none_excluded == no_exclusion);

void solve_many(std::span<const std::uint8_t> digits, std::uint64_t limit, unsigned threads, const Answers& answers,
                const Stop& stop, std::span<const std::uint16_t> excluded) {
    const std::size_t n = digits.size() / cells;
    if (!limit || !n || stop.now()) {
        clear(answers, 0, n);
        if (answers.ended && !limit) std::fill_n(answers.ended, n, std::uint8_t{1});
        return;
    }
    Batch batch{};
    batch.digits = digits.data();
    batch.excluded = excluded.empty() ? nullptr : excluded.data();
    batch.limit = limit;
    batch.counts = answers.counts;
    batch.solutions = answers.solutions;
    batch.guesses = answers.guesses;
    batch.ended = answers.ended;
    Job(n, 128, no_limit, stop, answers).run(batch, thread_count(threads, n, 512));
}

Count count(Puzzle puzzle, std::uint64_t limit, unsigned threads, const Stop& stop) {
    constexpr std::uint64_t brief_polls = 32;  // polls: a few milliseconds
    constexpr std::size_t wide = 1024;         // subtrees: enough to keep all threads busy to the end
    if (!limit) return {0, true, false};
    if (stop.now()) return {};
    if (has_clash(puzzle)) return {0, true, false};
    std::vector<Node> nodes(1), next;
    selected().start(nodes[0], puzzle.data());
    Batch batch{};
    batch.limit = limit;
    batch.counting = true;
    batch.nodes = nodes.data();
    const auto answer = [&](const Job& job) {
        const bool ended = !job.stopped() || job.found() >= limit;
        return Count{std::min(job.found(), limit), ended, job.saturated()};
    };

    // First in one thread: cached counts help most when nothing is shared. More threads only if that takes long.
    threads = thread_count(threads, wide, 256);
    Job alone(1, 1, limit, stop);
    if (threads > 1) alone.stop_after_polls(brief_polls);
    alone.run(batch, 1);
    if (threads == 1 || !alone.stopped() || alone.found() >= limit || stop.now()) return answer(alone);

    const Node root = nodes[0];
    std::uint64_t solved = 0;
    while (!nodes.empty() && nodes.size() < wide) {
        next.clear();
        for (Node& node : nodes) {
            Node other;
            const Fork found = selected().fork(node, other);
            if (found == Fork::solved) ++solved;
            if (found == Fork::split) next.insert(next.end(), {node, other});
        }
        std::swap(nodes, next);
    }
    Job shared(nodes.size(), 1, limit, stop);
    shared.add(solved);
    batch.nodes = nodes.data();
    batch.root = &root;
    shared.run(batch, threads);
    return answer(shared);
}

struct Tree::State {
    std::unique_ptr<Node[]> open = std::make_unique_for_overwrite<Node[]>(max_depth);
    Branches branches{};
    std::array<std::uint8_t, cells> digits{};
};

Tree::Tree(Puzzle puzzle) : state_(std::make_unique<State>()) {
    state_->branches.open = state_->open.get();
    selected().start(state_->branches.now, puzzle.data());
    state_->branches.ended = has_clash(puzzle);
    state_->branches.nodes = state_->branches.ended;  // a dead end is a node too
}

Tree::~Tree() = default;
Tree::Tree(Tree&&) noexcept = default;
Tree& Tree::operator=(Tree&&) noexcept = default;

Progress Tree::advance(std::uint64_t nodes) {
    if (selected().advance(state_->branches, nodes, state_->digits.data())) return Progress::found;
    return state_->branches.ended ? Progress::ended : Progress::paused;
}

const std::array<std::uint8_t, cells>& Tree::digits() const { return state_->digits; }
std::uint64_t Tree::nodes() const { return state_->branches.nodes; }
std::uint64_t Tree::guesses() const { return state_->branches.guesses; }

}  // namespace ninefold::lanes
