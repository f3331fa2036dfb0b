#include "canon.hpp"

#include <algorithm>
#include <numeric>

#include "canon/search.hpp"

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

void canonical_lines(const std::uint8_t* digits, std::size_t grids, std::uint8_t* lines) {
    Search search;
    for (std::size_t grid = 0; grid < grids; ++grid, digits += cells, lines += cells) {
        if (has_clash(Puzzle(digits, cells))) {
            std::copy_n(digits, cells, lines);
        } else {
            search.run(digits);
            search.write(lines);
        }
    }
}

}  // namespace ninefold::canon
