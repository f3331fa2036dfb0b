#include "bulk.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

#include "make.hpp"
#include "threads.hpp"

namespace ninefold::bulk {
namespace {

using Bits = std::uint32_t;
constexpr std::size_t share = 64;  // rows a thread takes at a time

// Calls `work` once per row; `make_work` makes one for each thread, with its own memory.
template <class MakeWork>
void each_row(std::size_t rows, unsigned threads, const MakeWork& make_work) {
    std::atomic<std::size_t> next = 0;
    run_threads(threads, rows / share, [&] {
        auto work = make_work();
        for (std::size_t start = next.fetch_add(share); start < rows; start = next.fetch_add(share)) {
            for (std::size_t row = start; row < std::min(rows, start + share); ++row) work(row);
        }
    });
}

// --- levels ------------------------------------------------------------------------------------------------

class Solver {
  public:
    explicit Solver(const Board& board) : board_(board), candidates_(board.cells()), digits_(board.cells()) {}

    std::uint8_t level(std::span<const std::uint8_t> puzzle) {
        if (!start(puzzle)) return 2;
        if (place_singles()) return 0;
        while (eliminate_locked()) {
            if (place_singles()) return 1;
        }
        return 2;
    }

  private:
    // False if two clues clash.
    bool start(std::span<const std::uint8_t> puzzle) {
        const Bits all = board_.size() == 32 ? ~Bits{0} : (Bits{1} << board_.size()) - 1;
        std::ranges::fill(candidates_, all);
        std::ranges::fill(digits_, Bits{0});
        empty_ = board_.cells();
        for (std::size_t cell = 0; cell < puzzle.size(); ++cell) {
            if (!puzzle[cell]) continue;
            const Bits bit = Bits{1} << (puzzle[cell] - 1);
            if (!(candidates_[cell] & bit)) return false;
            place(cell, bit);
        }
        return true;
    }

    void place(std::size_t cell, Bits bit) {
        digits_[cell] = bit;
        candidates_[cell] = 0;
        --empty_;
        for (const auto peer : board_.peers(cell)) candidates_[peer] &= ~bit;
    }

    // Whether the grid is full. In a contradictory position the grid never becomes full: of two digits that are alone
    // in one cell only the first is placed, and the second then has no place in its unit.
    bool place_singles() {
        for (std::size_t before = empty_ + 1; empty_ && empty_ < before;) {
            before = empty_;
            for (std::size_t cell = 0; cell < candidates_.size(); ++cell) {
                if (std::has_single_bit(candidates_[cell])) place(cell, candidates_[cell]);
            }
            for (const auto& unit : board_.whole()) place_hidden(unit);
        }
        return !empty_;
    }

    void place_hidden(const std::vector<std::uint16_t>& unit) {
        Bits once = 0, more = 0;
        for (const auto cell : unit) {
            more |= once & candidates_[cell];
            once |= candidates_[cell];
        }
        if (!(once & ~more)) return;
        for (const auto cell : unit) {
            if (const Bits alone = candidates_[cell] & once & ~more) place(cell, alone & (~alone + 1));
        }
    }

    bool eliminate_locked() {
        bool found = false;
        for (const auto& overlap : board_.overlaps()) {
            Bits bits = 0;
            for (const auto cell : overlap.rest) bits |= candidates_[cell];
            for (const auto cell : overlap.outside) bits &= ~(candidates_[cell] | digits_[cell]);
            if (!bits) continue;
            found = true;
            for (const auto cell : overlap.rest) candidates_[cell] &= ~bits;
        }
        return found;
    }

    const Board& board_;
    std::vector<Bits> candidates_, digits_;  // of placed cells: no candidates, one digit
    std::size_t empty_ = 0;
};

// --- canonical forms ---------------------------------------------------------------------------------------

bool has_clash(const Board& board, std::span<const std::uint8_t> grid) {
    return std::ranges::any_of(board.units(), [&](const auto& unit) {
        std::uint64_t seen = 0;
        return std::ranges::any_of(unit, [&](auto cell) {
            const std::uint64_t bit = grid[cell] ? std::uint64_t{1} << grid[cell] : 0;
            return std::exchange(seen, seen | bit) & bit;
        });
    });
}

// Compares the line of a move with the smallest so far, and replaces that if the line is smaller. Returns the order.
int compare(std::span<const std::uint8_t> grid, const std::uint16_t* move, std::span<std::uint8_t> best) {
    std::array<std::uint8_t, max_size + 1> names{};
    std::uint8_t next = 1;
    int order = 0;
    for (std::size_t place = 0; place < grid.size(); ++place) {
        const std::uint8_t digit = grid[move[place]];
        if (digit && !names[digit]) names[digit] = next++;
        const std::uint8_t name = names[digit];
        if (!order && name != best[place]) {
            if (name > best[place]) return 1;
            order = -1;
        }
        best[place] = name;
    }
    return order;
}

// --- symmetries --------------------------------------------------------------------------------------------

// A random order of `size` lines that keeps those of a band of `side` lines together.
void draw_order(std::size_t size, std::size_t side, make::SplitMix& rng, std::uint8_t* order) {
    std::array<std::uint8_t, max_size> bands{};
    const std::size_t count = size / side;
    std::iota(bands.begin(), bands.begin() + static_cast<std::ptrdiff_t>(count), std::uint8_t{0});
    rng.shuffle(bands.data(), static_cast<std::uint32_t>(count));
    for (std::size_t band = 0; band < count; ++band) {
        std::uint8_t* lines = order + band * side;
        std::iota(lines, lines + side, static_cast<std::uint8_t>(bands[band] * side));
        rng.shuffle(lines, static_cast<std::uint32_t>(side));
    }
}

}  // namespace

Board::Board(std::size_t size, std::vector<std::vector<std::uint16_t>> units)
    : size_(size), units_(std::move(units)), peers_(size * size) {
    if (size_ < 1 || size_ > max_size) throw std::invalid_argument("a board has 1 to 32 digits");
    std::vector<std::set<std::uint16_t>> peers(cells());
    for (const auto& unit : units_) {
        for (const auto cell : unit) {
            if (cell >= cells()) throw std::invalid_argument("a unit has a cell outside the board");
            peers[cell].insert(unit.begin(), unit.end());
        }
        if (unit.size() == size_) whole_.push_back(unit);
    }
    for (std::size_t cell = 0; cell < cells(); ++cell) {
        peers[cell].erase(static_cast<std::uint16_t>(cell));
        peers_[cell].assign(peers[cell].begin(), peers[cell].end());
    }
    const auto without = [](const auto& unit, const auto& other) {
        std::vector<std::uint16_t> rest;
        std::ranges::copy_if(unit, std::back_inserter(rest),
                             [&](auto cell) { return std::ranges::find(other, cell) == other.end(); });
        return rest;
    };
    for (const auto& unit : whole_) {
        for (const auto& other : units_) {
            Overlap overlap{without(unit, other), without(other, unit)};
            if (!overlap.rest.empty() && other.size() - overlap.rest.size() > 1) overlaps_.push_back(std::move(overlap));
        }
    }
}

void levels(const Board& board, std::span<const std::uint8_t> digits, unsigned threads, std::span<std::uint8_t> found) {
    each_row(found.size(), threads, [&] {
        return [&, solver = Solver(board)](std::size_t row) mutable {
            found[row] = solver.level(digits.subspan(row * board.cells(), board.cells()));
        };
    });
}

void scores(const Board& board, std::span<const std::uint8_t> puzzles, std::span<const std::uint8_t> answers,
            std::span<const std::uint8_t> solutions, unsigned threads, const Scores& found) {
    const std::size_t cells = board.cells();
    each_row(found.solved.size(), threads, [&] {
        return [&](std::size_t row) {
            const auto puzzle = puzzles.subspan(row * cells, cells), answer = answers.subspan(row * cells, cells);
            const auto solution = solutions.subspan(row * cells, cells);
            bool kept = true, full = true;
            unsigned correct = 0, clashing = 0;
            std::array<std::uint8_t, max_size * max_size> known;
            for (std::size_t cell = 0; cell < cells; ++cell) {
                const std::uint8_t digit = answer[cell] > board.size() ? std::uint8_t{0} : answer[cell];
                known[cell] = digit;
                full &= digit != 0;
                kept &= !puzzle[cell] || puzzle[cell] == digit;
                correct += static_cast<unsigned>(!puzzle[cell] && digit && digit == solution[cell]);
            }
            for (const auto& unit : board.units()) {
                std::uint64_t seen = 0, twice = 0;
                for (const auto cell : unit) {
                    const std::uint64_t bit = std::uint64_t{1} << known[cell];
                    twice |= seen & bit;
                    seen |= bit;
                }
                clashing += twice > 1;  // bit 0: empty cells
            }
            found.kept[row] = kept;
            found.solved[row] = kept && full && !clashing;
            found.correct[row] = static_cast<std::uint16_t>(correct);
            found.clashing[row] = static_cast<std::uint16_t>(clashing);
        };
    });
}

void legal(const Board& board, std::span<const std::uint8_t> digits, unsigned threads, std::span<std::uint8_t> found) {
    const std::size_t cells = board.cells(), size = board.size();
    each_row(digits.size() / cells, threads, [&] {
        return [&, used = std::vector<std::uint64_t>(cells)](std::size_t row) mutable {
            const auto grid = digits.subspan(row * cells, cells);
            std::ranges::fill(used, std::uint64_t{0});
            for (const auto& unit : board.units()) {
                std::uint64_t seen = 0;
                for (const auto cell : unit) seen |= std::uint64_t{1} << grid[cell];
                for (const auto cell : unit) used[cell] |= seen;
            }
            std::uint8_t* mask = found.data() + row * cells * size;
            for (std::size_t cell = 0; cell < cells; ++cell, mask += size) {
                const std::uint64_t open = grid[cell] ? 0 : ~used[cell] >> 1;
                for (std::size_t digit = 0; digit < size; ++digit) mask[digit] = open >> digit & 1;
            }
        };
    });
}

void least_forms(const Board& board, std::span<const std::uint16_t> moves, std::span<const std::uint8_t> digits,
                 unsigned threads, std::span<std::uint8_t> lines, std::span<std::uint64_t> automorphisms) {
    const std::size_t cells = board.cells();
    if (std::ranges::any_of(moves, [&](auto cell) { return cell >= cells; })) {
        throw std::invalid_argument("a move has a cell outside the board");
    }
    each_row(automorphisms.size(), threads, [&] {
        return [&](std::size_t row) {
            const auto grid = digits.subspan(row * cells, cells);
            const auto best = lines.subspan(row * cells, cells);
            std::uint64_t equal = 0;
            std::ranges::fill(best, std::uint8_t{255});
            if (!has_clash(board, grid)) {
                for (std::size_t start = 0; start < moves.size(); start += cells) {
                    const int order = compare(grid, moves.data() + start, best);
                    equal = order < 0 ? 1 : equal + (order == 0);
                }
            }
            automorphisms[row] = equal;
        };
    });
}

void draw_symmetries(std::size_t box_rows, std::size_t box_columns, std::span<const std::uint64_t> seeds,
                     unsigned threads, std::span<std::uint8_t> lines, std::span<std::uint8_t> names) {
    const std::size_t size = box_rows * box_columns;
    const bool transposes = box_rows == box_columns || box_rows == 1 || box_columns == 1;
    each_row(seeds.size(), threads, [&] {
        return [&](std::size_t row) {
            make::SplitMix rng(seeds[row]);
            std::uint8_t *order = lines.data() + row * 2 * size, *name = names.data() + row * (size + 1);
            draw_order(size, box_rows, rng, order);
            draw_order(size, box_columns, rng, order + size);
            std::uint8_t* columns = transposes && rng.below(2) ? order : order + size;
            for (std::size_t line = 0; line < size; ++line) columns[line] = static_cast<std::uint8_t>(columns[line] + size);
            std::iota(name, name + size + 1, std::uint8_t{0});
            rng.shuffle(name + 1, static_cast<std::uint32_t>(size));
        };
    });
}

void apply_symmetries(std::size_t size, std::span<const std::uint8_t> digits, std::span<const std::uint8_t> lines,
                      std::span<const std::uint8_t> names, bool undo, unsigned threads, std::span<std::uint8_t> moved) {
    if (std::ranges::any_of(digits, [&](auto digit) { return digit > size; })) {
        throw std::invalid_argument("a digit is too large");
    }
    if (std::ranges::any_of(lines, [&](auto line) { return line >= 2 * size; }) ||
        std::ranges::any_of(names, [&](auto name) { return name > size; })) {
        throw std::invalid_argument("these are not symmetries");
    }
    const std::size_t cells = size * size;
    each_row(digits.size() / cells, threads, [&] {
        return [&](std::size_t row) {
            const std::uint8_t *from = digits.data() + row * cells, *name = names.data() + row * (size + 1);
            const std::uint8_t* order = lines.data() + row * 2 * size;
            std::uint8_t* to = moved.data() + row * cells;
            const bool is_transposed = order[0] >= size;
            // The cell at (r, c) of the result comes from place[r] + place[size + c].
            std::array<std::uint16_t, 2 * max_size> place;
            for (std::size_t line = 0; line < 2 * size; ++line) {
                const bool is_row = (line < size) != is_transposed;
                place[line] = static_cast<std::uint16_t>(is_row ? order[line] % size * size : order[line] % size);
            }
            std::array<std::uint8_t, max_size + 1> renamed;
            for (std::size_t digit = 0; digit <= size; ++digit) {
                if (undo) renamed[name[digit]] = static_cast<std::uint8_t>(digit);
                else renamed[digit] = name[digit];
            }
            for (std::size_t r = 0, cell = 0; r < size; ++r) {
                for (std::size_t c = 0; c < size; ++c, ++cell) {
                    const std::size_t source = place[r] + place[size + c];
                    if (undo) to[source] = renamed[from[cell]];
                    else to[cell] = renamed[from[source]];
                }
            }
        };
    });
}

}  // namespace ninefold::bulk
