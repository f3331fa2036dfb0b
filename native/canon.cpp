#include "canon.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "canon/search.hpp"
#include "threads.hpp"

namespace ninefold::canon {
namespace {

Canonical unchanged(const std::uint8_t* digits) {
    Canonical found;
    std::copy_n(digits, cells, found.line.begin());
    std::iota(found.by.from.begin(), found.by.from.end(), Index{0});
    std::iota(found.by.digit.begin(), found.by.digit.end(), Index{0});
    return found;
}

}  // namespace

Canonical canonical(const std::uint8_t* digits) {
    if (has_clash(Puzzle(digits, cells))) return unchanged(digits);
    Search search;
    search.run(digits);
    Canonical found;
    search.write(found.line.data());
    found.by = search.symmetry();
    found.automorphisms = search.automorphisms();
    return found;
}

void canonical_rows(std::span<const std::uint8_t> digits, unsigned threads, std::uint8_t* lines,
                    std::uint64_t* automorphisms) {
    static constexpr std::size_t share = 64;  // grids a thread takes at a time
    const std::size_t grids = digits.size() / cells;
    std::atomic<std::size_t> next = 0;
    run_threads(threads, grids / share, [&] {
        Search search;
        for (std::size_t start = next.fetch_add(share); start < grids; start = next.fetch_add(share)) {
            for (std::size_t grid = start; grid < std::min(grids, start + share); ++grid) {
                const auto* from = digits.data() + grid * cells;
                if (has_clash(Puzzle(from, cells))) {
                    std::copy_n(from, cells, lines + grid * cells);
                    automorphisms[grid] = 0;
                } else {
                    search.run(from);
                    search.write(lines + grid * cells);
                    automorphisms[grid] = search.automorphisms();
                }
            }
        }
    });
}

}  // namespace ninefold::canon
