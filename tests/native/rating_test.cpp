// Ratings: those of Sudoku Explainer 1.2.1, the same for every version and number of threads; hard puzzles wait.

#include "rating.hpp"

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using namespace ninefold;

void check(bool is_right, const char* what) {
    if (is_right) return;
    std::fprintf(stderr, "wrong: %s\n", what);
    std::exit(1);
}

struct Known {
    std::string_view puzzle;
    int er, ep, ed;
};

// As Sudoku Explainer itself rates them.
constexpr Known known[] = {
    {"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", 12, 12, 12},
    {"85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.", 20, 12, 12},
    {"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9", 23, 12, 12},
    {"3..2.....7.61.7...7.6.3.5...7...9.8.9...2...4.1.8...5...9.4.3.1...7.2........8..6", 0, 0, 0},
    {"3..2........1.7...7.6.3.5...7...9.8.9...2...4.1.8...5...9.4.3.1...7.2........8..6", 32, 12, 12},
    {"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", 105, 12, 12},
};

std::vector<std::uint8_t> digits_of_all() {
    std::vector<std::uint8_t> digits;
    for (const Known& one : known) {
        for (const char mark : one.puzzle) digits.push_back(static_cast<std::uint8_t>(mark == '.' ? 0 : mark - '0'));
    }
    return digits;
}

void ratings_are_those_of_sudoku_explainer() {
    const auto digits = digits_of_all();
    for (const unsigned threads : {1U, 2U}) {
        std::array<rating::Explanation, std::size(known)> found{};
        std::atomic<std::size_t> done = 0;
        check(rating::explain_many(digits, threads, found, done, {}), "all are rated");
        check(done == std::size(known), "all are counted");
        for (std::size_t i = 0; i < std::size(known); ++i) {
            if (!known[i].er) {
                check(found[i].state == rating::State::clashing, "clashing clues are reported");
                continue;
            }
            check(found[i].rating.er == known[i].er, "ER");
            check(found[i].rating.ep == known[i].ep, "EP");
            check(found[i].rating.ed == known[i].ed, "ED");
        }
    }
}

void a_hard_puzzle_does_not_hold_up_the_others() {
    auto digits = digits_of_all();
    digits.insert(digits.begin(), digits.end() - 81, digits.end());  // the hard one comes first
    std::vector<rating::Explanation> found(digits.size() / 81);
    std::atomic<std::size_t> done = 0;
    std::atomic<bool> cancelled = false;
    lanes::Stop stop;
    stop.cancelled = &cancelled;
    cancelled = true;
    check(!rating::explain_many(digits, 1, found, done, stop), "a stopped run is not complete");
    check(found[0].state == rating::State::open, "what was not reached stays open");
    done = 0;
    cancelled = false;
    {
        const std::jthread watcher([&] {
            while (done == 0) std::this_thread::yield();
            cancelled = true;
        });
        rating::explain_many(digits, 1, found, done, stop);
    }
    check(found[1].state == rating::State::rated, "an easy puzzle behind a hard one is rated");
    check(found[0].state == rating::State::open, "and it is rated before the hard one");
}

}  // namespace

int main() {
    ratings_are_those_of_sudoku_explainer();
    a_hard_puzzle_does_not_hold_up_the_others();
    std::printf("ratings: right (%s)\n", std::string(rating::version()).c_str());
}
