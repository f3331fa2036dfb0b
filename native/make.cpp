#include "make.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "make/cell_set.hpp"
#include "make/removal.hpp"
#include "threads.hpp"

namespace ninefold::make {

namespace {

// Puzzles being worked on at once: enough to keep the lanes full, few enough for the cache.
constexpr std::size_t in_flight = 128;

// Shares the seeds among threads.
class Generator {
  public:
    Generator(std::span<const std::uint64_t> seeds, const Recipe& recipe, const Output& output, const lanes::Stop& stop)
        : seeds_(seeds), recipe_(recipe), output_(output), stop_(stop) {
        for (std::size_t cell = 0; cell < cells; ++cell) allowed_.add(cell);
        Set excluded;
        for (const std::uint8_t cell : recipe.excluded) excluded.add(cell);
        allowed_ = allowed_.without(excluded);
        for (const auto& cells_of : recipe.groups) {
            Set group;
            for (const std::uint8_t cell : cells_of) group.add(cell);
            groups_.push_back(group);
        }
    }

    void run() {
        std::vector<std::pair<std::size_t, Removal>> removals(std::min(in_flight, seeds_.size()));
        std::size_t active = 0;
        const auto known_sets = recipe_.solution ? std::make_unique<KnownSets>(recipe_.solution) : nullptr;
        std::vector<std::uint8_t> digits(removals.size() * cells), solutions(removals.size() * cells);
        std::vector<std::uint64_t> counts(removals.size());
        std::vector<std::uint16_t> excluded(removals.size());
        std::vector<std::uint8_t> ended(removals.size());
        const auto refill = [&](std::size_t slot) {  // returns whether the slot holds work again
            while ((removals[slot].first = next_.fetch_add(1)) < seeds_.size()) {
                removals[slot].second.begin(seeds_[removals[slot].first], recipe_, groups_, allowed_, known_sets.get());
                if (!removals[slot].second.is_finished()) return true;
                finish(removals[slot]);
            }
            return false;
        };
        while (active < removals.size() && refill(active)) ++active;
        for (std::size_t slot = 0; slot < active; ++slot) {
            removals[slot].second.next_test(&digits[slot * cells], excluded[slot]);
        }
        while (active && !stop_.now()) {
            lanes::solve_many({digits.data(), active * cells}, 2, 1,
                              {counts.data(), solutions.data(), nullptr, ended.data(), nullptr}, stop_,
                              {excluded.data(), active});
            const std::size_t submitted = active;
            active = 0;
            for (std::size_t slot = 0; slot < submitted; ++slot) {
                if (!ended[slot]) return;  // stopped
                const bool has_exclusion = excluded[slot] != lanes::none_excluded;
                removals[slot].second.receive(counts[slot], &solutions[slot * cells], has_exclusion);
                if (removals[slot].second.is_finished()) {
                    finish(removals[slot]);
                    if (!refill(slot)) continue;
                }
                if (slot != active) std::swap(removals[active], removals[slot]);
                removals[active].second.next_test(&digits[active * cells], excluded[active]);
                ++active;
            }
        }
    }

  private:
    void finish(const std::pair<std::size_t, Removal>& done) {
        const auto& [index, removal] = done;
        if (removal.is_proper()) {
            removal.write(output_.solutions + index * cells, output_.removed_at + index * cells, allowed_);
            output_.proper[index] = 1;
        }
        if (output_.done) output_.done->fetch_add(1);
    }

    const std::span<const std::uint64_t> seeds_;
    const Recipe& recipe_;
    const Output& output_;
    const lanes::Stop& stop_;
    Set allowed_;
    std::vector<Set> groups_;
    std::atomic<std::size_t> next_ = 0;
};

}  // namespace

Recipe recipe_from(std::span<const std::uint8_t, cells> group_of) {
    Recipe recipe;
    std::vector<std::vector<std::uint8_t>> by_number(256);
    for (std::size_t cell = 0; cell < cells; ++cell) {
        by_number[group_of[cell]].push_back(static_cast<std::uint8_t>(cell));
    }
    recipe.excluded = std::move(by_number[never_clue]);
    for (std::size_t number = 1; number < never_clue; ++number) {
        if (!by_number[number].empty()) recipe.groups.push_back(std::move(by_number[number]));
    }
    return recipe;
}

void make_many(std::span<const std::uint64_t> seeds, const Recipe& recipe, unsigned threads, const Output& output,
               const lanes::Stop& stop) {
    std::fill_n(output.proper, seeds.size(), std::uint8_t{0});
    std::fill_n(output.solutions, seeds.size() * cells, std::uint8_t{0});
    std::fill_n(output.removed_at, seeds.size() * cells, std::uint8_t{0});
    Generator generator(seeds, recipe, output, stop);
    run_threads(threads, seeds.size() / in_flight, [&] { generator.run(); });
}

}  // namespace ninefold::make
