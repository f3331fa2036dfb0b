// Shared by the tests of the lanes: every version, a runner for a single version, and a checker of solutions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lanes.hpp"
#include "lanes/version.hpp"

namespace harness {

using ninefold::lanes::Batch;
using ninefold::lanes::Branches;
using ninefold::lanes::cells;
using ninefold::lanes::max_depth;
using ninefold::lanes::no_limit;
using ninefold::lanes::Node;
using ninefold::lanes::Puzzle;
using ninefold::lanes::Version;

using Digits = std::array<std::uint8_t, cells>;

// The engine with 8 and with 16 lanes, compiled for every CPU; and the AVX-512 code with emulated instructions, null if
// the compiler cannot build it (generic.cpp, emulated.cpp).
extern const Version generic[2];
extern const Version* const emulated;

// The cache of a count, one per thread.
inline ninefold::lanes::CountCache* cache() {
    thread_local const auto kept = std::make_unique<ninefold::lanes::CountCache>();
    return kept.get();
}

// The versions this CPU can run, and those built for the tests.
inline std::vector<const Version*> every_version() {
    using namespace ninefold::lanes;
    std::vector<const Version*> result;
    for (const std::string_view name : versions()) {
        for (const Version* one : {avx512, avx2, &baseline}) {
            if (one && one->name == name) result.push_back(one);
        }
    }
    for (const Version& one : generic) result.push_back(&one);
    if (emulated) result.push_back(emulated);
    return result;
}

// The answers to many puzzles, as columns.
struct Columns {
    explicit Columns(std::size_t n) : counts(n), solutions(n * cells), guesses(n), ended(n) {}

    std::vector<std::uint64_t> counts;
    std::vector<std::uint8_t> solutions;
    std::vector<std::uint64_t> guesses;
    std::vector<std::uint8_t> ended;

    [[nodiscard]] Puzzle solution(std::size_t row) const { return Puzzle(&solutions[row * cells], cells); }

    friend bool operator==(const Columns&, const Columns&) = default;
};

// The open guesses of a thread with `lanes` lanes; detects whether the scratch frame of a lane was ever overwritten.
class Frames {
  public:
    explicit Frames(unsigned lanes) : nodes_(lanes * max_depth) {
        for (std::size_t last = max_depth - 1; last < nodes_.size(); last += max_depth) nodes_[last] = marked;
    }

    Node* data() { return nodes_.data(); }

    [[nodiscard]] bool suffice() const {
        for (std::size_t last = max_depth - 1; last < nodes_.size(); last += max_depth) {
            if (std::memcmp(&nodes_[last], &marked, sizeof marked) != 0) return false;
        }
        return true;
    }

  private:
    static constexpr Node marked{{{0xC5C5C5C5}}};  // no word has its top bits set

    std::vector<Node> nodes_;
};

// Runs one version without the rest of the engine: handed `some` puzzles at a time, and stopped at a given poll.
class VersionRunner {
  public:
    explicit VersionRunner(const Version& version) : version_(version), frames_(version.lanes) {}

    Columns many(std::span<const std::uint8_t> digits, std::uint64_t limit, std::size_t some = 128,
                 std::uint64_t last_poll = no_limit) {
        Columns columns(digits.size() / cells);
        Batch batch{};
        batch.counts = columns.counts.data();
        batch.solutions = columns.solutions.data();
        batch.guesses = columns.guesses.data();
        batch.ended = columns.ended.data();
        run(batch, digits, limit, some, last_poll);
        return columns;
    }

    // The total number of solutions of all puzzles.
    std::uint64_t count(std::span<const std::uint8_t> digits, std::size_t some = 128,
                        std::uint64_t last_poll = no_limit) {
        Batch batch{};
        batch.counting = true;
        batch.cache = cache();
        run(batch, digits, no_limit, some, last_poll);
        return found;
    }

    // The number of solutions below some nodes, which may share a root.
    std::uint64_t count(std::span<const Node> nodes, std::size_t some = 1, const Node* root = nullptr) {
        Batch batch{};
        batch.counting = true;
        batch.cache = cache();
        batch.nodes = nodes.data();
        batch.root = root;
        run(batch, {}, no_limit, some, no_limit, nodes.size());
        return found;
    }

    [[nodiscard]] const char* name() const { return version_.name; }
    [[nodiscard]] bool frames_suffice() const { return frames_.suffice(); }

    std::uint64_t found = 0;  // solutions reported while running

  private:
    void run(Batch& batch, std::span<const std::uint8_t> digits, std::uint64_t limit, std::size_t some,
             std::uint64_t last_poll, std::size_t nodes = 0) {
        left_ = nodes ? nodes : digits.size() / cells;
        next_ = 0;
        some_ = some;
        polls_ = 0;
        last_poll_ = last_poll;
        found = 0;
        batch.owner = this;
        batch.more = [](void* owner, std::size_t& first, std::size_t& last) {
            return static_cast<VersionRunner*>(owner)->more(first, last);
        };
        batch.found = [](void* owner, std::uint64_t solutions) {
            static_cast<VersionRunner*>(owner)->found += solutions;
        };
        batch.stopped = [](void* owner) {
            VersionRunner& self = *static_cast<VersionRunner*>(owner);
            return ++self.polls_ >= self.last_poll_;
        };
        batch.digits = nodes ? nullptr : digits.data();
        batch.limit = limit;
        batch.open = frames_.data();
        version_.solve(batch);
    }

    bool more(std::size_t& first, std::size_t& last) {
        if (!left_) return false;
        first = next_;
        last = next_ = first + std::min(some_, left_);
        left_ -= last - first;
        return true;
    }

    const Version& version_;
    Frames frames_;
    std::size_t left_ = 0, next_ = 0, some_ = 0;
    std::uint64_t polls_ = 0, last_poll_ = no_limit;
};

// The tree of one puzzle, walked by one version.
class Walk {
  public:
    Walk(const Version& version, Puzzle puzzle) : version_(version), frames_(1) {
        branches_.open = frames_.data();
        version.start(branches_.now, puzzle.data());
    }

    // True: a solution, in `digits`.
    bool advance(std::uint64_t nodes) { return version_.advance(branches_, nodes, digits.data()); }

    [[nodiscard]] bool ended() const { return branches_.ended; }
    [[nodiscard]] unsigned depth() const { return branches_.depth; }
    [[nodiscard]] std::uint64_t guesses() const { return branches_.guesses; }
    [[nodiscard]] std::uint64_t nodes() const { return branches_.nodes; }

    Digits digits{};

  private:
    const Version& version_;
    Frames frames_;
    Branches branches_{};
};

// Whether a grid is a solution: every unit holds nine different digits, and every clue is kept.
inline bool is_solution(Puzzle puzzle, Puzzle grid) {
    for (std::size_t unit = 0; unit < 9; ++unit) {
        std::array<bool, 10> row{}, column{}, box{};
        for (std::size_t i = 0; i < 9; ++i) {
            const auto in_row = grid[9 * unit + i], in_column = grid[9 * i + unit];
            const auto in_box = grid[27 * (unit / 3) + 3 * (unit % 3) + 9 * (i / 3) + i % 3];
            if (in_row < 1 || in_row > 9 || in_column < 1 || in_column > 9) return false;
            if (row[in_row] || column[in_column] || box[in_box]) return false;
            row[in_row] = column[in_column] = box[in_box] = true;
        }
    }
    for (std::size_t cell = 0; cell < cells; ++cell) {
        if (puzzle[cell] && puzzle[cell] != grid[cell]) return false;
    }
    return true;
}

// A symmetry of the 9x9 board: the destination of each cell, and the new label of each digit.
struct Symmetry {
    std::array<std::uint8_t, cells> cell;
    std::array<std::uint8_t, 10> digit;

    // `random(n)` returns a number below n.
    template <class Random>
    explicit Symmetry(Random random) {
        const auto lines = [&] {
            const auto bands = shuffled(random);
            std::array<std::size_t, 9> result{};
            for (std::size_t band = 0; band < 3; ++band) {
                const auto inside = shuffled(random);
                for (std::size_t i = 0; i < 3; ++i) result[3 * band + i] = 3 * bands[band] + inside[i];
            }
            return result;
        };
        const auto rows = lines(), columns = lines();
        const bool transposed = random(2) == 1;
        for (std::size_t r = 0; r < 9; ++r) {
            for (std::size_t c = 0; c < 9; ++c) {
                const std::size_t to = transposed ? 9 * columns[c] + rows[r] : 9 * rows[r] + columns[c];
                cell[9 * r + c] = static_cast<std::uint8_t>(to);
            }
        }
        for (std::uint8_t d = 0; d < 10; ++d) digit[d] = d;
        for (std::size_t d = 9; d > 1; --d) std::swap(digit[d], digit[1 + random(d)]);
    }

    [[nodiscard]] Digits of(Puzzle puzzle) const {
        Digits result{};
        for (std::size_t at = 0; at < cells; ++at) result[cell[at]] = digit[puzzle[at]];
        return result;
    }

  private:
    template <class Random>
    static std::array<std::size_t, 3> shuffled(Random& random) {
        std::array<std::size_t, 3> result{0, 1, 2};
        std::swap(result[2], result[random(3)]);
        std::swap(result[1], result[random(2)]);
        return result;
    }
};

inline Digits digits_of(std::string_view line) {
    Digits digits{};
    for (std::size_t cell = 0; cell < cells; ++cell) {
        digits[cell] = line.at(cell) == '.' ? std::uint8_t{0} : static_cast<std::uint8_t>(line.at(cell) - '0');
    }
    return digits;
}

inline std::string line_of(Puzzle puzzle) {
    std::string line;
    for (const std::uint8_t digit : puzzle) line += digit ? static_cast<char>('0' + digit) : '.';
    return line;
}

}  // namespace harness
