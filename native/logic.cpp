// Choosing a reasoner for a layout, and the paths of many puzzles on several threads.

#include "logic.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <thread>

#include "logic/reasoner.hpp"

namespace ninefold::logic {

std::unique_ptr<Reasoner> make_reasoner(const Shape& shape, const Names& names) {
    if (shape.n < 1) throw std::invalid_argument("a layout needs at least one digit");
    const Names full = complete(names, shape);
    if (Limits<2>::fit(shape.n, shape.units.size())) return reasoner_to_9(shape, full);
    if (Limits<4>::fit(shape.n, shape.units.size())) return reasoner_to_16(shape, full);
    return reasoner_to_25(shape, full);
}

namespace {

// Puzzles are handed out in blocks, so that threads seldom meet and the answers of a block stay together.
inline constexpr std::size_t block = 64;

// Calls `work` for the puzzles, on several threads for blocks of them, and puts the answers together.
template <class Answers, class Work>
Answers in_blocks(const Reasoner& reasoner, std::span<const std::uint8_t> puzzles, unsigned threads, const Work& work) {
    const std::size_t length = block * static_cast<std::size_t>(reasoner.cells());
    Answers all;
    if (threads < 2 || puzzles.size() <= length) {
        for (std::size_t done = 0; done < puzzles.size(); done += length) {
            work(puzzles.subspan(done, std::min(length, puzzles.size() - done)), all);
            // Memory that the system gives is dear. From the first block, guess what all of them need, and a bit more.
            if (done == 0) all.entries.reserve(all.entries.size() * (puzzles.size() / length + 1) / 16 * 17);
        }
        return all;
    }
    std::vector<Answers> blocks((puzzles.size() + length - 1) / length);
    std::atomic<std::size_t> next = 0;
    const auto help = [&] {
        for (std::size_t i; (i = next++) < blocks.size();) {
            work(puzzles.subspan(i * length, std::min(length, puzzles.size() - i * length)), blocks[i]);
        }
    };
    {
        std::vector<std::jthread> others;
        for (unsigned t = 1; t < std::min<std::size_t>(threads, blocks.size()); ++t) others.emplace_back(help);
        help();
    }
    std::size_t entries = 0;
    for (const Answers& done : blocks) entries += done.entries.size();
    all.entries.reserve(entries);
    for (const Answers& done : blocks) {
        const std::uint64_t before = all.entries.size();
        all.entries.insert(all.entries.end(), done.entries.begin(), done.entries.end());
        for (const std::uint64_t end : done.ends) all.ends.push_back(before + end);
    }
    return all;
}

}  // namespace

Paths paths(const Reasoner& reasoner, std::span<const std::uint8_t> puzzles, const Order& order, bool unique,
            bool evidence, unsigned threads) {
    return in_blocks<Paths>(reasoner, puzzles, threads, [&](std::span<const std::uint8_t> some, Paths& all) {
        reasoner.paths(some, order, unique, evidence, all);
    });
}

Lines lines(const Reasoner& reasoner, std::span<const std::uint8_t> puzzles, const Order& order, bool unique,
            unsigned threads) {
    return in_blocks<Lines>(reasoner, puzzles, threads, [&](std::span<const std::uint8_t> some, Lines& all) {
        reasoner.lines(some, order, unique, all);
    });
}

}  // namespace ninefold::logic
