#include "few_clues.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <vector>

#include "threads.hpp"

namespace ninefold::make {

namespace {

constexpr std::size_t max_solutions = 200;
constexpr std::uint64_t slice = 64;

class Walk {
  public:
    Walk(std::uint64_t seed, const Digits& puzzle, const lanes::Stop& stop)
        : rng_(seed ^ 0x5DEECE66Du), stop_(stop), puzzle_(puzzle) {}

    // Walks until the puzzle has at most `clues` clues, or for `steps` steps; the best puzzle on the way is `best`.
    void run(unsigned clues, std::uint64_t steps) {
        best_ = puzzle_;
        fewest_ = clue_count(puzzle_);
        for (std::uint64_t step = 0; step < steps && fewest_ > clues && !stop_.now(); ++step) {
            if (!this->step()) continue;
            remove_redundant();
            const unsigned now = clue_count(puzzle_);
            if (now < fewest_) {
                fewest_ = now;
                best_ = puzzle_;
            } else if (now > fewest_ + 1) {
                puzzle_ = best_;
            }
        }
    }

    [[nodiscard]] const Digits& best() const { return best_; }
    [[nodiscard]] unsigned fewest() const { return fewest_; }

  private:
    static unsigned clue_count(const Digits& puzzle) {
        return static_cast<unsigned>(cells - static_cast<std::size_t>(std::ranges::count(puzzle, 0)));
    }

    // Rules 1 and 2; returns whether the puzzle changed.
    bool step() {
        Digits reduced = puzzle_;
        const std::uint32_t roll = rng_.below(16);
        const std::size_t removed = roll < 8 ? 1 : roll < 15 ? 2 : 3;
        for (std::size_t k = 0; k < removed;) {
            const std::uint32_t cell = rng_.below(cells);
            if (reduced[cell]) {
                reduced[cell] = 0;
                ++k;
            }
        }
        if (!find(reduced)) return false;
        return removed == 3 ? put_two(reduced) : put_one(reduced);
    }

    // Finds the solutions; returns false if there are too many, or only one.
    bool find(const Digits& reduced) {
        solutions_.clear();
        lanes::Tree tree(reduced);
        while (solutions_.size() <= max_solutions) {
            const Progress progress = tree.advance(slice);
            if (progress == Progress::ended) break;
            if (progress == Progress::found) solutions_.push_back(tree.digits());
        }
        return solutions_.size() <= max_solutions && solutions_.size() > 1;
    }

    // Counts how many of the listed solutions have each digit in each cell.
    void count(const std::vector<std::uint16_t>& listed) {
        for (auto& cell : counts_) cell.fill(0);
        for (const std::uint16_t k : listed) {
            for (std::size_t cell = 0; cell < cells; ++cell) ++counts_[cell][solutions_[k][cell]];
        }
    }

    // Adds a digit that only one of the listed solutions has, if there is such a digit.
    bool put_single(const Digits& reduced, const std::vector<std::uint16_t>& listed) {
        count(listed);
        singles_.clear();
        for (std::size_t cell = 0; cell < cells; ++cell) {
            for (std::uint8_t digit = 1; digit <= 9; ++digit) {
                if (counts_[cell][digit] == 1) singles_.push_back({static_cast<std::uint8_t>(cell), digit});
            }
        }
        if (singles_.empty()) return false;
        const auto& [cell, digit] = singles_[rng_.below(static_cast<std::uint32_t>(singles_.size()))];
        puzzle_ = reduced;
        puzzle_[cell] = digit;
        return true;
    }

    void list_all() {
        listed_.resize(solutions_.size());
        std::iota(listed_.begin(), listed_.end(), std::uint16_t{0});
    }

    bool put_one(const Digits& reduced) {
        list_all();
        return put_single(reduced, listed_);
    }

    // Rule 2 for three: a random first digit, then one that singles out one of the solutions with the first. A few
    // attempts.
    bool put_two(const Digits& reduced) {
        constexpr int max_firsts = 40;
        for (int turn = 0; turn < max_firsts; ++turn) {
            const std::uint32_t cell = rng_.below(cells);
            const std::uint8_t digit = solutions_[rng_.below(static_cast<std::uint32_t>(solutions_.size()))][cell];
            if (reduced[cell]) continue;
            list_with(cell, digit);
            if (listed_.size() == solutions_.size()) continue;
            Digits more = reduced;
            more[cell] = digit;
            if (listed_.size() == 1) {
                puzzle_ = more;
                return true;
            }
            if (put_single(more, listed_)) return true;
        }
        return false;
    }

    void list_with(std::size_t cell, std::uint8_t digit) {
        listed_.clear();
        for (std::size_t k = 0; k < solutions_.size(); ++k) {
            if (solutions_[k][cell] == digit) listed_.push_back(static_cast<std::uint16_t>(k));
        }
    }

    // Rule 3: tests every clue at once, in lanes, and removes a random redundant one, until none is left.
    void remove_redundant() {
        while (true) {
            tests_.clear();
            excluded_.clear();
            tested_.clear();
            for (std::size_t cell = 0; cell < cells; ++cell) {
                if (!puzzle_[cell]) continue;
                tested_.push_back(static_cast<std::uint8_t>(cell));
                excluded_.push_back(static_cast<std::uint16_t>(9 * cell + puzzle_[cell] - 1u));
                tests_.insert(tests_.end(), puzzle_.begin(), puzzle_.end());
                tests_[tests_.size() - cells + cell] = 0;
            }
            found_.resize(tested_.size());
            lanes::solve_many(tests_, 1, 1, {found_.data()}, {}, excluded_);
            std::size_t kept = 0;
            for (std::size_t k = 0; k < tested_.size(); ++k) {
                if (!found_[k]) tested_[kept++] = tested_[k];
            }
            if (!kept) return;
            puzzle_[tested_[rng_.below(static_cast<std::uint32_t>(kept))]] = 0;
        }
    }

    struct Single {
        std::uint8_t cell, digit;
    };

    SplitMix rng_;
    const lanes::Stop& stop_;
    Digits puzzle_, best_{};
    unsigned fewest_ = 0;
    std::vector<Digits> solutions_;
    std::vector<std::uint16_t> listed_;
    std::array<std::array<std::uint16_t, 10>, cells> counts_{};
    std::vector<Single> singles_;
    std::vector<std::uint8_t> tests_, tested_;
    std::vector<std::uint16_t> excluded_;
    std::vector<std::uint64_t> found_;
};

}  // namespace

void make_few_clues(std::span<const std::uint64_t> seeds, unsigned clues, std::uint64_t steps, unsigned threads,
                    const FewCluesOutput& output, const lanes::Stop& stop) {
    std::fill_n(output.clues, seeds.size(), std::uint8_t{0});
    std::fill_n(output.puzzles, seeds.size() * cells, std::uint8_t{0});
    Recipe recipe;
    for (std::uint8_t cell = 0; cell < cells; ++cell) recipe.groups.push_back({cell});
    std::vector<std::uint8_t> solutions(seeds.size() * cells), removed_at(seeds.size() * cells), proper(seeds.size());
    make_many(seeds, recipe, threads, {solutions.data(), removed_at.data(), proper.data(), nullptr}, stop);
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t k; (k = next.fetch_add(1)) < seeds.size();) {
            if (!proper[k]) continue;
            Digits puzzle{};
            for (std::size_t cell = 0; cell < cells; ++cell) {
                puzzle[cell] = removed_at[k * cells + cell] ? std::uint8_t{0} : solutions[k * cells + cell];
            }
            Walk walk(seeds[k], puzzle, stop);
            walk.run(clues, steps);
            if (stop.now() && walk.fewest() > clues) continue;  // the result would depend on the clock
            std::ranges::copy(walk.best(), output.puzzles + k * cells);
            output.clues[k] = static_cast<std::uint8_t>(walk.fewest());
            if (output.done) output.done->fetch_add(1);
        }
    };
    run_threads(threads, seeds.size(), work);
}

}  // namespace ninefold::make
