#include "judging.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include "judging/avx2.hpp"
#include "threads.hpp"

namespace ninefold {
namespace {

using Bits = std::uint32_t;  // a set of digits: bit d-1 for digit d

inline constexpr Bits all_digits = 0x1ff;

constexpr std::array<Bits, 256> make_bits() {
    std::array<Bits, 256> bits{};
    for (std::size_t digit = 1; digit <= 9; ++digit) bits[digit] = Bits{1} << (digit - 1);
    return bits;
}

inline constexpr std::array<Bits, 256> bit_of = make_bits();  // 0 for 0 and for anything that is not a digit

constexpr bool claims_solution(Status status) { return status != Status::impossible && status != Status::unknown; }

// The first row from `row` to `end` whose claimed solution is wrong; `end` if there is none.
using FirstWrong = std::size_t(const std::uint8_t* puzzles, const std::uint8_t* solutions, const Status* statuses,
                               std::size_t row, std::size_t end);

std::size_t first_wrong_anywhere(const std::uint8_t* puzzles, const std::uint8_t* solutions, const Status* statuses,
                                 std::size_t row, std::size_t end) {
    for (; row < end; ++row) {
        if (!claims_solution(statuses[row])) continue;
        if (!is_solution(Puzzle(puzzles + row * cells, cells), Puzzle(solutions + row * cells, cells))) break;
    }
    return row;
}

#if defined(__x86_64__) || defined(__i386__)
[[gnu::target("avx2")]] std::size_t first_wrong_with_avx2(const std::uint8_t* puzzles, const std::uint8_t* solutions,
                                                          const Status* statuses, std::size_t row, std::size_t end) {
    const auto are_right = [&](std::size_t one, std::size_t other) __attribute__((target("avx2"))) {
        return judging::are_solutions(puzzles + one * cells, solutions + one * cells, puzzles + other * cells,
                                      solutions + other * cells);
    };
    std::size_t waiting = end;  // the first of two rows
    for (; row < end; ++row) {
        if (!claims_solution(statuses[row])) continue;
        if (waiting == end) {
            waiting = row;
        } else {
            if (!are_right(waiting, row)) return are_right(waiting, waiting) ? row : waiting;
            waiting = end;
        }
    }
    return waiting == end || are_right(waiting, waiting) ? end : waiting;
}

FirstWrong* best_judge() { return __builtin_cpu_supports("avx2") ? first_wrong_with_avx2 : first_wrong_anywhere; }
#else
FirstWrong* best_judge() { return first_wrong_anywhere; }
#endif

}  // namespace

Status status_of(std::uint64_t count, bool ended, std::uint64_t limit) {
    if (count > 1) return Status::multiple;
    if (count == 1) return ended && limit > 1 ? Status::unique : Status::solved;
    return ended ? Status::impossible : Status::unknown;
}

bool has_clash(Puzzle puzzle) {
    std::array<Bits, 9> columns{};
    std::array<Bits, 9> boxes{};
    Bits twice = 0;
    for (std::size_t r = 0; r < 9; ++r) {
        Bits row = 0;
        for (std::size_t c = 0; c < 9; ++c) {
            const Bits bit = bit_of[puzzle[r * 9 + c]];
            Bits& box = boxes[r / 3 * 3 + c / 3];
            twice |= bit & (row | columns[c] | box);
            row |= bit;
            columns[c] |= bit;
            box |= bit;
        }
    }
    return twice != 0;
}

// Nine cells hold nine different digits if and only if their bits make the full set.
bool is_solution(Puzzle puzzle, Puzzle grid) {
    std::array<Bits, 9> columns{};
    Bits in_all = all_digits;
    for (std::size_t band = 0; band < 9; band += 3) {
        std::array<Bits, 3> boxes{};
        for (std::size_t r = band; r < band + 3; ++r) {
            std::array<Bits, 9> row;
            for (std::size_t c = 0; c < 9; ++c) {
                row[c] = bit_of[grid[r * 9 + c]];
                columns[c] |= row[c];
            }
            const std::array<Bits, 3> triads{row[0] | row[1] | row[2], row[3] | row[4] | row[5],
                                             row[6] | row[7] | row[8]};
            for (std::size_t b = 0; b < 3; ++b) boxes[b] |= triads[b];
            in_all &= triads[0] | triads[1] | triads[2];
        }
        in_all &= boxes[0] & boxes[1] & boxes[2];
    }
    for (const Bits column : columns) in_all &= column;
    std::uint8_t changed = 0;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        const auto is_other = static_cast<std::uint8_t>(puzzle[cell] != grid[cell]);
        changed |= static_cast<std::uint8_t>(is_other & (puzzle[cell] != 0));
    }
    return in_all == all_digits && changed == 0;
}

std::size_t first_wrong(std::span<const std::uint8_t> puzzles, std::span<const std::uint8_t> solutions,
                        std::span<const Status> statuses, unsigned threads, const std::atomic<bool>* cancelled) {
    static constexpr std::size_t share = 2048;  // rows per work item of a thread
    static FirstWrong* const first_of = best_judge();
    const std::size_t rows = statuses.size();
    std::atomic<std::size_t> next{0};
    std::atomic<std::size_t> wrong{rows};
    const auto work = [&] {
        for (std::size_t row = next.fetch_add(share); row < rows; row = next.fetch_add(share)) {
            if (cancelled && cancelled->load(std::memory_order_relaxed)) return;
            const std::size_t end = std::min(row + share, rows);
            const std::size_t found = first_of(puzzles.data(), solutions.data(), statuses.data(), row, end);
            std::size_t before = wrong.load();
            while (found < end && found < before && !wrong.compare_exchange_weak(before, found)) {}
        }
    };
    run_threads(threads, rows / share, work);
    return wrong;
}

std::size_t first_wrong_second(std::span<const std::uint8_t> puzzles, std::span<const std::uint8_t> solutions,
                               std::span<const std::uint8_t> second_solutions, std::span<const Status> statuses) {
    for (std::size_t row = 0; row < statuses.size(); ++row) {
        if (statuses[row] != Status::multiple) continue;
        const auto second = second_solutions.subspan(row * cells).first<cells>();
        const bool is_other = !std::ranges::equal(second, solutions.subspan(row * cells).first<cells>());
        if (!is_other || !is_solution(puzzles.subspan(row * cells).first<cells>(), second)) return row;
    }
    return statuses.size();
}

}  // namespace ninefold
