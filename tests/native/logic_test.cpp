// The reasoning engine: positions agree with themselves, steps never contradict the solution, wire is read back.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "logic.hpp"
#include "logic/finders.hpp"
#include "logic/order.hpp"
#include "logic/path.hpp"
#include "logic/verify.hpp"

namespace ninefold::logic {

// Compiled in logic/boards_*.cpp; once more for all sizes would take minutes.
extern template void find(Finder<2>&, Technique);
extern template std::string verify(const Position<2>&, const Step<2>&, bool);
extern template void find(Finder<4>&, Technique);
extern template std::string verify(const Position<4>&, const Step<4>&, bool);
extern template void find(Finder<10>&, Technique);
extern template std::string verify(const Position<10>&, const Step<10>&, bool);

}  // namespace ninefold::logic

using namespace ninefold::logic;

namespace {

void expect(bool is_true, const char* what) {
    if (is_true) return;
    std::printf("logic_test: %s\n", what);
    std::exit(1);
}

Shape boxed(int height, int width) {
    Shape shape{height * width, {}, {}};
    const int n = shape.n;
    for (int kind = 0; kind < 3; ++kind) {
        for (int i = 0; i < n; ++i) {
            std::vector<int> cells;
            for (int cell = 0; cell < n * n; ++cell) {
                const int row = cell / n;
                const int column = cell % n;
                if ((kind == 0 ? row : kind == 1 ? column : row / height * height + column / width) == i) cells.push_back(cell);
            }
            shape.kinds.push_back(static_cast<Kind>(kind));
            shape.units.push_back(cells);
        }
    }
    return shape;
}

// A full grid of boxes of this height and width, with shuffled digits.
std::vector<int> full_grid(int height, int width, std::mt19937& random) {
    const int n = height * width;
    std::vector<int> names;
    for (int d = 0; d < n; ++d) names.push_back(d);
    std::shuffle(names.begin(), names.end(), random);
    std::vector<int> grid;
    for (int cell = 0; cell < n * n; ++cell) {
        const int row = cell / n;
        grid.push_back(names[static_cast<std::size_t>((row % height * width + row / height + cell % n) % n)]);
    }
    return grid;
}

template <int W>
void expect_views_agree(const Position<W>& p) {
    const Layout<W>& l = p.layout();
    for (int unit = 0; unit < l.unit_count(); ++unit) {
        for (int digit = 0; digit < l.n; ++digit) {
            expect(l.at_positions(unit, p.positions(unit, digit)) == p.places(unit, digit), "views of a unit differ");
        }
    }
    for (const int unit : p.almost_full()) {
        expect((p.open() & l.unit(unit)) == l.only(p.last_open(unit)), "the last cell of a unit is another");
    }
    for (int cell = 0; cell < l.cells; ++cell) {
        for (int digit = 0; digit < l.n; ++digit) expect(p.can(cell, digit) == p.at(digit).has(cell), "views of a cell differ");
        expect(p.open().has(cell) == (p.value(cell) == 0), "a cell is neither open nor placed");
    }
}

// Checks each step against the solution, and its wire; of one technique as many as `allow` says.
template <int W>
class CheckingSink final : public Sink<W> {
  public:
    CheckingSink(const Position<W>& position, const std::vector<int>& solution)
        : Sink<W>(true), p_(position), l_(position.layout()), solution_(solution) {}
    void allow(std::size_t steps) {
        this->done = false;
        end_ = taken + steps;
    }
    void take(const Step<W>& step) override {
        this->done = ++taken >= end_;
        for (const Candidate& c : step.places) expect(at(c.cell) == c.digit, "a step places a wrong digit");
        for (const Candidate& c : step.removes) expect(at(c.cell) != c.digit, "a step removes a digit of the solution");
        expect(!step.truths.empty() || !step.children.empty(), "a step has no reason");
        expect(verify(p_, step).empty(), "a step is not proved by its evidence");
        expect_forgery_is_refused(step);
        Wire wire;
        WireWriter<W>(wire, true).write(step);
        const auto again = WireReader<W>(wire, l_.n, l_.unit_count()).read();
        expect(again.has_value(), "a step cannot be read back");
        Wire second;
        WireWriter<W>(second, true).write(*again);
        expect(wire == second, "a step is read back differently");
        if (step.technique <= Technique::naked_single) expect_same_as_single(step, wire);
        for (std::size_t cut = 0; cut < wire.size(); cut += 7) {
            expect(!WireReader<W>(std::span(wire).first(cut), l_.n, l_.unit_count()).read(), "half a step is read");
        }
    }
    std::size_t taken = 0;

  private:
    std::size_t end_ = 0;
    [[nodiscard]] int at(int cell) const { return solution_[static_cast<std::size_t>(cell)]; }
    static void expect_same_as_single(const Step<W>& step, const Wire& wire) {
        const Candidate& place = step.places[0];
        Wire own;
        WireWriter<W>(own, true).write(Single{step.technique, place.cell, place.digit, step.parts[0].unit});
        expect(own == wire, "a single is written differently on a path");
    }
    // The same evidence must not prove that a digit of the solution goes too.
    void expect_forgery_is_refused(const Step<W>& step) const {
        Step<W> forged = step;
        const int cell = p_.open().first();
        forged.remove(cell, at(cell));
        expect(!verify(p_, forged).empty(), "a step that removes a digit of the solution is proved");
    }
    const Position<W>& p_;
    const Layout<W>& l_;
    const std::vector<int>& solution_;
};

// Random positions: some cells placed, some wrong candidates gone. Every technique must keep the solution.
template <int W>
void try_positions(int height, int width, int rounds) {
    std::mt19937 random(7);
    const Layout<W> layout(boxed(height, width));
    for (int round = 0; round < rounds; ++round) {
        const auto solution = full_grid(height, width, random);
        Position<W> p(layout);
        const auto fill = 20 + random() % 50;
        const auto drop = random() % 80;
        for (int cell = 0; cell < layout.cells; ++cell) {
            if (random() % 100 < fill) p.give(cell, solution[static_cast<std::size_t>(cell)]);
        }
        for (const int cell : p.open()) {
            for (const int digit : each(p.candidates(cell))) {
                if (digit != solution[static_cast<std::size_t>(cell)] && random() % 100 < drop) p.remove(cell, digit);
            }
        }
        expect_views_agree(p);
        expect(!p.broken(), "a sound position is broken");
        CheckingSink<W> sink(p, solution);
        Finder<W> finder(p, sink);
        for (int t = 0; t < technique_count; ++t) {
            const auto technique = static_cast<Technique>(t);
            const bool large = (technique >= Technique::squirmbag && technique <= Technique::finned_mutant_leviathan) || technique == Technique::six_strong_links;
            const bool slow = technique >= Technique::nishio && technique <= Technique::nested_forcing_chain;
            if (!assumes_unique(technique) && !(large && layout.n > 6) && !(slow && layout.n > 9)) {
                sink.allow(40);
                find(finder, technique);
            }
        }
        expect(sink.taken > 0, "nothing was found");
    }
}

constexpr std::string_view easy = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

std::vector<std::uint8_t> digits(std::string_view text) {
    std::vector<std::uint8_t> values;
    for (const char c : text) values.push_back(static_cast<std::uint8_t>(c - '0'));
    return values;
}

void expect_paths() {
    const auto reasoner = make_reasoner(boxed(3, 3));
    std::vector<std::uint8_t> many;
    for (int i = 0; i < 200; ++i) {
        for (const std::uint8_t d : digits(easy)) many.push_back(d);
    }
    for (const Order& order : orders::all) {
        const Wire one = paths(*reasoner, digits(easy), order, true, false, 1).entries;
        const Paths all = paths(*reasoner, many, order, true, false, 3);
        expect(all.ends.size() == 200 && all.entries.size() == 200 * one.size(), "many paths differ from one");
        expect(std::equal(one.begin(), one.end(), all.entries.end() - static_cast<std::ptrdiff_t>(one.size())), "the last path differs");
        const std::string text = lines(*reasoner, digits(easy), order, true, 1).entries;
        expect(std::count(text.begin(), text.end(), '\n') == 51, "a path has a line for each step");
        expect(lines(*reasoner, many, order, true, 3).entries.ends_with(text), "the last lines differ");
    }
}

}  // namespace

int main() {
    try_positions<2>(2, 2, 30);
    try_positions<2>(3, 2, 10);
    try_positions<2>(3, 3, 3);
    try_positions<4>(3, 4, 1);
    try_positions<4>(4, 4, 1);
    try_positions<10>(5, 5, 1);
    expect_paths();
}
