// Canonical forms: equal for all symmetric copies, never greater than the grid, and produced by the symmetry returned.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string_view>

#include "canon.hpp"

namespace {

using Line = std::array<std::uint8_t, 81>;

void check(bool is_right, const char* what) {
    if (is_right) return;
    std::fprintf(stderr, "wrong: %s\n", what);
    std::exit(1);
}

Line line_of(std::string_view text) {
    Line line{};
    for (std::size_t cell = 0; cell < 81; ++cell) {
        line[cell] = text[cell] == '.' ? 0 : static_cast<std::uint8_t>(text[cell] - '0');
    }
    return line;
}

// A random order of lines that keeps those of a band together.
std::array<std::size_t, 9> order_of(std::mt19937& rng) {
    std::array<std::size_t, 3> bands{0, 1, 2};
    std::shuffle(bands.begin(), bands.end(), rng);
    std::array<std::size_t, 9> order{};
    for (std::size_t band = 0; band < 3; ++band) {
        std::array<std::size_t, 3> lines{0, 1, 2};
        std::shuffle(lines.begin(), lines.end(), rng);
        for (std::size_t line = 0; line < 3; ++line) order[3 * band + line] = 3 * bands[band] + lines[line];
    }
    return order;
}

Line moved(const Line& grid, std::mt19937& rng) {
    const auto rows = order_of(rng), columns = order_of(rng);
    std::array<std::uint8_t, 10> names{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    std::shuffle(names.begin() + 1, names.end(), rng);
    const bool transposed = rng() & 1;
    Line made{};
    for (std::size_t cell = 0; cell < 81; ++cell) {
        const std::size_t row = rows[cell / 9], column = columns[cell % 9];
        made[cell] = names[grid[transposed ? 9 * column + row : 9 * row + column]];
    }
    return made;
}

constexpr std::string_view grids[] = {
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "................12..3..4...........5....4.36.78..1.........5..4.1...3....2.....8.",
    ".................................................................................",
    "1................................................................................",
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
    "897312645546978312213645798329851467681734259754269831938126574472593186165487923",
    "5346789126721953481983425678597614234268537917139248569615372842874196353452861..",
};

void forms_are_the_same_for_all_copies() {
    std::mt19937 rng(1);
    for (const auto text : grids) {
        const Line grid = line_of(text);
        const auto form = ninefold::canon::canonical(grid.data());
        for (int copy = 0; copy < 40; ++copy) {
            const Line other = moved(grid, rng);
            const auto found = ninefold::canon::canonical(other.data());
            check(found.line == form.line, "a copy has the same form");
            check(found.automorphisms == form.automorphisms, "a copy has as many automorphisms");
            for (std::size_t cell = 0; cell < 81; ++cell)
                check(found.by.digit[other[found.by.from[cell]]] == found.line[cell], "the symmetry produces the form");
        }
    }
}

void known_forms() {
    const auto form = [](std::string_view text) { return ninefold::canon::canonical(line_of(text).data()); };
    check(form(grids[5]).line == line_of(grids[5]), "the most symmetric grid is its own form");
    check(form(grids[5]).automorphisms == 648, "the most symmetric grid has 648 automorphisms");
    check(form(grids[3]).automorphisms == 3359232, "an empty grid has all automorphisms");
    check(form(grids[4]).automorphisms == 3359232 / 81, "one clue leaves one automorphism in 81");
    check(form(grids[6]).line ==
              line_of("123456789456789123789123465261594378348267951975831642517348296632975814894612537"),
          "a form computed by other programs");
    check(form(grids[2]).line ==
              line_of("................12..1.34...........5...6.2..7..4.............4..2.7...8..6..1.3.."),
          "the smallest line, not the smallest pattern");
}

void any_digits_are_safe() {  // including clashing ones, whose form is meaningless
    std::mt19937 rng(2);
    for (int grid = 0; grid < 2000; ++grid) {
        Line line{};
        for (auto& digit : line) digit = rng() % 3 ? 0 : static_cast<std::uint8_t>(rng() % 10);
        ninefold::canon::canonical(line.data());
    }
}

}  // namespace

int main() {
    forms_are_the_same_for_all_copies();
    known_forms();
    any_digits_are_safe();
    std::puts("canonical forms: all passed");
}
