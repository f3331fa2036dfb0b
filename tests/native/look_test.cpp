// What a look sees, in every version of the lanes, beside the definition of visibility written out cell by cell.
// Built with the address and undefined-behaviour sanitizers by `make native`.

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fixtures.hpp"
#include "measure/views.hpp"

using harness::cells;
using harness::Digits;
using harness::every_version;
using harness::expect;
using harness::Mixture;
using harness::Version;
using ninefold::measure::band_of;
using ninefold::measure::bit_of;
using ninefold::measure::Views;

namespace {

using CellSet = std::array<bool, cells>;

std::vector<std::size_t> unit(std::size_t number) {
    std::vector<std::size_t> result;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        const std::size_t row = cell / 9, column = cell % 9, box = row / 3 * 3 + column / 3;
        if (number == row || number == 9 + column || number == 18 + box) result.push_back(cell);
    }
    return result;
}

bool share_a_unit(std::size_t a, std::size_t b) {
    return a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3);
}

// A position on the way to a full grid, by the candidates of each cell.
struct Position {
    std::array<std::array<bool, 9>, cells> can{};

    Position(const Digits& digits, const Digits& full, Mixture& mixture) {
        for (std::size_t cell = 0; cell < cells; ++cell) {
            for (std::size_t digit = 0; digit < 9 && !digits[cell]; ++digit) {
                can[cell][digit] = full[cell] == digit + 1 || mixture.below(4);
                for (std::size_t other = 0; other < cells; ++other) {
                    if (digits[other] == digit + 1 && share_a_unit(cell, other)) can[cell][digit] = false;
                }
            }
        }
    }
    void put(std::size_t cell, std::size_t digit) {
        can[cell] = {};
        for (std::size_t other = 0; other < cells; ++other) {
            if (share_a_unit(cell, other)) can[other][digit] = false;
        }
    }
    bool is_open(std::size_t cell) const { return std::ranges::count(can[cell], true) > 0; }
};

// All that a look should see.
struct Sight {
    std::array<int, cells> visibility{};
    CellSet hidden{}, last{}, in_rows{}, in_columns{}, best{}, ties{};
    int total = 0;

    explicit Sight(const Position& position) {
        for (std::size_t number = 0; number < 27; ++number) see(position, number);
        for (std::size_t cell = 0; cell < cells; ++cell) {
            hidden[cell] = visibility[cell] > 0;
            if (!last[cell] && std::ranges::count(position.can[cell], true) == 1) ++visibility[cell];
            total += visibility[cell];
        }
        compare();
    }

  private:
    void see(const Position& position, std::size_t number) {
        std::vector<std::size_t> open;
        for (const std::size_t cell : unit(number)) {
            if (position.is_open(cell)) open.push_back(cell);
        }
        if (open.size() == 1) last[open[0]] = true;
        for (std::size_t digit = 0; digit < 9; ++digit) {
            std::vector<std::size_t> there;
            for (const std::size_t cell : open) {
                if (position.can[cell][digit]) there.push_back(cell);
            }
            if (there.size() != 1) continue;
            const bool is_plain = number >= 18 || open.size() == 1;
            visibility[there[0]] += is_plain ? 6 : 3;
            if (!is_plain) (number < 9 ? in_rows : in_columns)[there[0]] = true;
        }
    }
    void compare() {
        int most = 0;
        for (std::size_t cell = 0; cell < cells; ++cell) {
            ties[cell] = visibility[cell] && visibility[cell] == most;
            most = std::max(most, visibility[cell]);
        }
        for (std::size_t cell = 0; cell < cells; ++cell) best[cell] = most && visibility[cell] == most;
    }
};

CellSet cells_of(const Views::Cells& set, std::size_t lane) {
    CellSet result{};
    for (std::size_t cell = 0; cell < cells; ++cell) {
        const int number = static_cast<int>(cell);
        result[cell] = set[band_of(number)][lane] & bit_of(number);
    }
    return result;
}

void copy(const Position& position, Views& views, std::size_t lane) {
    for (std::size_t digit = 0; digit < 9; ++digit) {
        for (auto& band : views.places[digit]) band[lane] = 0;
        for (std::size_t cell = 0; cell < cells; ++cell) {
            const int number = static_cast<int>(cell);
            if (position.can[cell][digit]) views.places[digit][band_of(number)][lane] |= bit_of(number);
        }
    }
}

void check_lane(const Views& views, std::size_t lane, const Position& position, const std::string& name) {
    const Sight expected(position);
    CellSet seen{};
    for (std::size_t cell = 0; cell < cells; ++cell) seen[cell] = expected.visibility[cell] > 0;
    expect(cells_of(views.seen, lane) == seen, name + " sees all singles, and nothing else");
    expect(cells_of(views.hidden, lane) == expected.hidden, name + " knows hidden singles");
    expect(cells_of(views.last, lane) == expected.last, name + " knows the last cells of units");
    expect(cells_of(views.in_rows, lane) == expected.in_rows, name + " sees singles of rows");
    expect(cells_of(views.in_columns, lane) == expected.in_columns, name + " sees singles of columns");
    expect(cells_of(views.best, lane) == expected.best, name + " knows the most visible cells");
    expect(cells_of(views.ties, lane) == expected.ties, name + " counts the ties");
    expect(static_cast<int>(views.total[lane]) == expected.total, name + " adds up the visibility");
    for (std::size_t digit = 0; digit < 9; ++digit) {
        const CellSet places = cells_of(views.places[digit], lane);
        for (std::size_t cell = 0; cell < cells; ++cell) {
            expect(places[cell] == position.can[cell][digit], name + " places digits");
        }
    }
}

// From positions with few clues to those with few empty cells; every second one after a placement.
void sights_are_those_of_the_definition() {
    Mixture mixture(31);
    const auto views = std::make_unique<Views>();
    for (std::size_t round = 0; round < 12; ++round) {
        std::vector<Position> before, after;
        *views = {};
        for (std::size_t lane = 0; lane < Views::lanes; ++lane) {
            const Digits full = mixture.symmetry().of(Mixture::full());
            const Digits digits = mixture.thinned(full, 1 + mixture.below(70));
            before.emplace_back(digits, full, mixture);
            after.push_back(before.back());
            const std::size_t cell = mixture.below(cells);
            if (lane % 2 || digits[cell]) continue;
            after.back().put(cell, full[cell] - 1U);
            views->cell[band_of(static_cast<int>(cell))][lane] = bit_of(static_cast<int>(cell));
            views->digit[lane] = full[cell] - 1U;
        }
        for (const Version* version : every_version()) {
            for (std::size_t lane = 0; lane < Views::lanes; ++lane) copy(before[lane], *views, lane);
            version->look(*views);
            for (std::size_t lane = 0; lane < Views::lanes; ++lane) check_lane(*views, lane, after[lane], version->name);
        }
    }
}

}  // namespace

int main() {
    sights_are_those_of_the_definition();
    return harness::report("looks");
}
