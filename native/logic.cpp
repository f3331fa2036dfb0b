// Choosing a reasoner for a layout, and the paths of many puzzles on several threads.

#include "logic.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <thread>

#include "logic/reasoner.hpp"

namespace ninefold::logic {

std::unique_ptr<Reasoner> make_reasoner(const Shape& shape) {
    if (shape.n < 1) throw std::invalid_argument("a layout needs at least one digit");
    if (Limits<2>::fit(shape.n, shape.units.size())) return reasoner_to_9(shape);
    if (Limits<4>::fit(shape.n, shape.units.size())) return reasoner_to_16(shape);
    return reasoner_to_25(shape);
}

namespace {

// Puzzles are handed out in blocks, so that threads seldom meet and the answers of a block stay together.
inline constexpr std::size_t block = 64;

struct Block {
    Wire words;
    std::vector<std::uint64_t> ends;  // within the block
};

Block walk_block(const Reasoner& reasoner, std::span<const std::uint8_t> puzzles, const Order& order, bool unique,
                 bool evidence) {
    Block done;
    const auto cells = static_cast<std::size_t>(reasoner.cells());
    for (; !puzzles.empty(); puzzles = puzzles.subspan(cells)) {
        const Wire path = reasoner.path(puzzles.first(cells), order, unique, evidence);
        done.words.insert(done.words.end(), path.begin(), path.end());
        done.ends.push_back(done.words.size());
    }
    return done;
}

}  // namespace

Paths paths(const Reasoner& reasoner, std::span<const std::uint8_t> puzzles, const Order& order, bool unique,
            bool evidence, unsigned threads) {
    const std::size_t length = block * static_cast<std::size_t>(reasoner.cells());
    std::vector<Block> blocks((puzzles.size() + length - 1) / length);
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i; (i = next++) < blocks.size();) {
            blocks[i] = walk_block(reasoner, puzzles.subspan(i * length, std::min(length, puzzles.size() - i * length)),
                                   order, unique, evidence);
        }
    };
    {
        std::vector<std::jthread> others;
        for (unsigned t = 1; t < std::min<std::size_t>(threads, blocks.size()); ++t) others.emplace_back(work);
        work();
    }
    Paths all;
    for (const Block& done : blocks) {
        const std::uint64_t before = all.words.size();
        all.words.insert(all.words.end(), done.words.begin(), done.words.end());
        for (const std::uint64_t end : done.ends) all.ends.push_back(before + end);
    }
    return all;
}

}  // namespace ninefold::logic
