#include "make.hpp"

#include <algorithm>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include "make/cell_set.hpp"
#include "make/taking.hpp"

namespace ninefold::make {

namespace {

// Puzzles in work at once: enough to fill the lanes again and again, few enough for the cache.
constexpr std::size_t side_by_side = 128;

// Threads that share the keys.
class Workshop {
  public:
    Workshop(std::span<const std::uint64_t> keys, const Wishes& wishes, const Made& made, const lanes::Stop& stop)
        : keys_(keys), wishes_(wishes), made_(made), stop_(stop) {
        for (std::size_t cell = 0; cell < cells; ++cell) allowed_.add(cell);
        Set none;
        for (const std::uint8_t cell : wishes.barred) none.add(cell);
        allowed_ = allowed_.without(none);
        for (const auto& cells_of : wishes.parts) {
            Set part;
            for (const std::uint8_t cell : cells_of) part.add(cell);
            parts_.push_back(part);
        }
    }

    void run() {
        std::vector<std::pair<std::size_t, Work>> works(std::min(side_by_side, keys_.size()));
        std::size_t active = 0;
        const auto gathered = wishes_.solution ? std::make_unique<Gathered>(wishes_.solution) : nullptr;
        std::vector<std::uint8_t> digits(works.size() * cells), solutions(works.size() * cells);
        std::vector<std::uint64_t> counts(works.size());
        std::vector<std::uint16_t> barred(works.size());
        std::vector<std::uint8_t> ended(works.size());
        const auto refill = [&](std::size_t slot) {  // whether there is work in it again
            while ((works[slot].first = next_.fetch_add(1)) < keys_.size()) {
                works[slot].second.begin(keys_[works[slot].first], wishes_, parts_, allowed_, gathered.get());
                if (!works[slot].second.is_over()) return true;
                finish(works[slot]);
            }
            return false;
        };
        while (active < works.size() && refill(active)) ++active;
        for (std::size_t slot = 0; slot < active; ++slot) works[slot].second.test(&digits[slot * cells], barred[slot]);
        while (active && !stop_.now()) {
            lanes::solve_many({digits.data(), active * cells}, 2, 1,
                              {counts.data(), solutions.data(), nullptr, ended.data(), nullptr}, stop_,
                              {barred.data(), active});
            const std::size_t asked = active;
            active = 0;
            for (std::size_t slot = 0; slot < asked; ++slot) {
                if (!ended[slot]) return;  // stopped
                works[slot].second.hear(counts[slot], &solutions[slot * cells], barred[slot] != lanes::none_barred);
                if (works[slot].second.is_over()) {
                    finish(works[slot]);
                    if (!refill(slot)) continue;
                }
                if (slot != active) std::swap(works[active], works[slot]);
                works[active].second.test(&digits[active * cells], barred[active]);
                ++active;
            }
        }
    }

  private:
    void finish(const std::pair<std::size_t, Work>& done) {
        const auto& [index, work] = done;
        if (work.is_proper()) {
            work.write(made_.solutions + index * cells, made_.taken + index * cells, allowed_);
            made_.proper[index] = 1;
        }
        if (made_.done) made_.done->fetch_add(1);
    }

    const std::span<const std::uint64_t> keys_;
    const Wishes& wishes_;
    const Made& made_;
    const lanes::Stop& stop_;
    Set allowed_;
    std::vector<Set> parts_;
    std::atomic<std::size_t> next_ = 0;
};

}  // namespace

void make_many(std::span<const std::uint64_t> keys, const Wishes& wishes, unsigned threads, const Made& made,
               const lanes::Stop& stop) {
    std::fill_n(made.proper, keys.size(), std::uint8_t{0});
    std::fill_n(made.solutions, keys.size() * cells, std::uint8_t{0});
    std::fill_n(made.taken, keys.size() * cells, std::uint8_t{0});
    Workshop workshop(keys, wishes, made, stop);
    const unsigned wanted = threads ? threads : std::max(1u, std::thread::hardware_concurrency());
    const auto used = static_cast<unsigned>(std::clamp<std::size_t>(keys.size() / side_by_side, 1, wanted));
    std::vector<std::jthread> others;
    try {
        for (unsigned k = 1; k < used; ++k) others.emplace_back([&] { workshop.run(); });
    } catch (const std::system_error&) {
        // No more threads to be had: those there are do the work.
    }
    workshop.run();
}

}  // namespace ninefold::make
