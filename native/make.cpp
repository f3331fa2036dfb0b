#include "make.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <system_error>
#include <thread>
#include <utility>

namespace ninefold::make {

namespace {

constexpr std::uint32_t most_tries = 600;
constexpr int stirs = 27;
constexpr std::size_t side_by_side = 256;  // puzzles in work at once: enough to fill the lanes again and again
constexpr std::size_t long_until = 42;     // so early in the order a run is tried at its full length first
constexpr int most_rows = 5;               // of a set of two digits; larger ones seldom tell anything
constexpr std::uint32_t all_digits = 0x3FE;

// How many bits the ten lowest are: a table, for not every CPU that the baseline serves can count them.
constexpr auto bits_of = [] {
    std::array<std::uint8_t, 1024> table{};
    for (std::size_t k = 1; k < table.size(); ++k) table[k] = static_cast<std::uint8_t>(table[k / 2] + k % 2);
    return table;
}();

constexpr int row_of(std::size_t cell) { return static_cast<int>(cell / 9); }
constexpr int column_of(std::size_t cell) { return static_cast<int>(cell % 9); }
constexpr int box_of(std::size_t cell) { return row_of(cell) / 3 * 3 + column_of(cell) / 3; }

// A set of cells, a bit each.
struct Set {
    std::uint64_t low = 0, high = 0;

    void add(std::size_t cell) { (cell < 64 ? low : high) |= std::uint64_t{1} << (cell & 63); }
    [[nodiscard]] bool has(std::size_t cell) const { return (cell < 64 ? low : high) >> (cell & 63) & 1; }
    [[nodiscard]] bool meets(const Set& other) const { return ((low & other.low) | (high & other.high)) != 0; }
    [[nodiscard]] bool is_single() const { return low ? !high && !(low & (low - 1)) : high && !(high & (high - 1)); }
    [[nodiscard]] Set without(const Set& other) const { return {low & ~other.low, high & ~other.high}; }
};

template <class Visit>
void for_each_cell(Set set, Visit visit) {
    for (; set.low; set.low &= set.low - 1) visit(static_cast<std::size_t>(std::countr_zero(set.low)));
    for (; set.high; set.high &= set.high - 1) visit(static_cast<std::size_t>(std::countr_zero(set.high)) + 64);
}

// --- full grids --------------------------------------------------------------------------------------------

// Fills a grid (rule 2); false: too many tries.
bool fill(Digits& digits, Chance& chance) {
    std::array<std::uint32_t, 9> rows{}, columns{}, boxes{};
    std::array<std::uint32_t, cells> left{};  // for each cell on the way, the digits not tried yet
    std::uint32_t tries = 0;
    const auto open = [&](std::size_t cell) {
        return all_digits & ~(rows[static_cast<std::size_t>(row_of(cell))] |
                              columns[static_cast<std::size_t>(column_of(cell))] |
                              boxes[static_cast<std::size_t>(box_of(cell))]);
    };
    const auto flip = [&](std::size_t cell, std::uint32_t bit) {
        rows[static_cast<std::size_t>(row_of(cell))] ^= bit;
        columns[static_cast<std::size_t>(column_of(cell))] ^= bit;
        boxes[static_cast<std::size_t>(box_of(cell))] ^= bit;
    };
    std::size_t cell = 0;
    left[0] = all_digits;
    while (true) {
        while (!left[cell]) {  // all digits tried: the cell before gets another one
            --cell;
            flip(cell, std::uint32_t{1} << digits[cell]);
        }
        if (++tries > most_tries) return false;
        std::uint32_t rest = left[cell];
        for (std::uint32_t skip = chance.below(bits_of[rest]); skip; --skip) {
            rest &= rest - 1;
        }
        const std::uint32_t bit = rest & (~rest + 1);
        left[cell] ^= bit;
        digits[cell] = static_cast<std::uint8_t>(std::countr_zero(bit));
        if (cell + 1 == cells) return true;
        flip(cell, bit);
        ++cell;
        left[cell] = open(cell);
    }
}

// Where each digit stands: in each row its column and its box, in each column and each box its row, as a bit.
struct Places {
    std::array<std::array<std::uint8_t, 9>, 10> column{}, box{};
    std::array<std::array<std::uint16_t, 9>, 10> row_in_column{}, row_in_box{};

    explicit Places(const Digits& digits) {
        for (std::size_t cell = 0; cell < cells; ++cell) put(digits[cell], cell / 9, cell % 9);
    }

    void put(std::uint8_t digit, std::size_t row, std::size_t at) {
        constexpr std::array<std::uint8_t, 9> third{0, 0, 0, 1, 1, 1, 2, 2, 2};
        const auto bit = static_cast<std::uint16_t>(1u << row);
        column[digit][row] = static_cast<std::uint8_t>(at);
        box[digit][row] = static_cast<std::uint8_t>(3u * third[row] + third[at]);
        row_in_column[digit][at] = row_in_box[digit][box[digit][row]] = bit;
    }

    // The rows whose cells of two digits are joined to those of a row, a bit each. The two cells of a row are joined
    // by it; from the first digit's cell its column and its box lead to the second digit in other rows, and going on
    // and on comes round to the start, so that the ways back need not be followed.
    [[nodiscard]] std::uint32_t joined(std::size_t start, std::uint8_t one, std::uint8_t two) const {
        std::uint32_t found = 1u << start;
        for (std::uint32_t fresh = found; fresh;) {
            const auto row = static_cast<std::size_t>(std::countr_zero(fresh));
            const std::uint32_t next = row_in_column[two][column[one][row]] | std::uint32_t{row_in_box[two][box[one][row]]};
            fresh = (fresh & (fresh - 1)) | (next & ~found);
            found |= next;
        }
        return found;
    }
};

// Rule 3.
void stir(Digits& digits, Chance& chance) {
    Places places(digits);
    for (int turn = 0; turn < stirs; ++turn) {
        const auto one = static_cast<std::uint8_t>(1 + chance.below(9));
        auto two = static_cast<std::uint8_t>(1 + chance.below(8));
        two = static_cast<std::uint8_t>(two + (two >= one));
        for (std::uint32_t rows = places.joined(chance.below(9), one, two); rows; rows &= rows - 1) {
            const auto row = static_cast<std::size_t>(std::countr_zero(rows));
            const std::size_t first = places.column[one][row], second = places.column[two][row];
            places.put(one, row, second);
            places.put(two, row, first);
        }
    }
    for (std::uint8_t digit = 1; digit <= 9; ++digit) {
        for (std::size_t row = 0; row < 9; ++row) digits[row * 9 + places.column[digit][row]] = digit;
    }
}

// --- unavoidable sets --------------------------------------------------------------------------------------

// A set of cells, and the last of their places in the order in which clues are to be taken away.
struct Placed {
    Set set;
    std::uint8_t last = 0;

    void add(std::size_t cell, const Digits& places) {
        set.add(cell);
        last = std::max(last, places[cell]);
    }
};

// The cells of two lines of a band or stack in which the same digits stand, in as small sets as there are.
template <class At, class Add>
void find_line_sets(const Digits& digits, const Digits& places, At at, Add add) {
    std::array<std::size_t, 10> where{};  // each digit stands in the first line
    for (std::size_t i = 0; i < 9; ++i) where[digits[at(0, i)]] = i;
    for (std::uint32_t left = 0x1FF; left;) {
        Placed found;
        for (auto i = static_cast<std::size_t>(std::countr_zero(left)); left >> i & 1; i = where[digits[at(1, i)]]) {
            left ^= 1u << i;
            found.add(at(0, i), places);
            found.add(at(1, i), places);
        }
        add(found);
    }
}

// Unavoidable sets that are quick to find: those of two digits, two rows of a band, or two columns of a stack.
template <class Add>
void find_sets(const Digits& digits, const Digits& places, Add add) {
    const Places digit_places(digits);
    for (std::uint8_t one = 1; one < 9; ++one) {
        for (auto two = static_cast<std::uint8_t>(one + 1); two <= 9; ++two) {
            for (std::uint32_t left = 0x1FF; left;) {
                const auto first = static_cast<std::size_t>(std::countr_zero(left));
                const std::uint32_t rows = digit_places.joined(first, one, two);
                left &= ~rows;
                if (bits_of[rows] > most_rows) continue;
                Placed found;
                for (std::uint32_t rest = rows; rest; rest &= rest - 1) {
                    const auto row = static_cast<std::size_t>(std::countr_zero(rest));
                    found.add(row * 9 + digit_places.column[one][row], places);
                    found.add(row * 9 + digit_places.column[two][row], places);
                }
                add(found);
            }
        }
    }
    for (std::size_t band = 0; band < 9; band += 3) {
        for (const auto& [one, two] : {std::pair<std::size_t, std::size_t>{0, 1}, {0, 2}, {1, 2}}) {
            const std::array<std::size_t, 2> line{band + one, band + two};
            find_line_sets(digits, places, [&](std::size_t k, std::size_t i) { return line[k] * 9 + i; }, add);
            find_line_sets(digits, places, [&](std::size_t k, std::size_t i) { return i * 9 + line[k]; }, add);
        }
    }
}

// --- taking clues away -------------------------------------------------------------------------------------

// One puzzle in work (rule 4). `test` says what is to be solved next, `hear` takes the answer.
class Work {
  public:
    void begin(std::uint64_t key, const Wishes& wishes, const std::vector<Set>& parts, const Set& allowed) {
        Chance chance(key);
        if (wishes.solution) std::copy_n(wishes.solution, cells, solution_.begin());
        else solution_ = full_grid(chance);
        parts_ = &parts;
        order_.resize(parts.size());
        std::iota(order_.begin(), order_.end(), std::uint8_t{0});
        chance.shuffle(order_.data(), static_cast<std::uint32_t>(order_.size()));
        clues_ = kept_ = allowed;
        place_.fill(0);  // so that a cell in no part is never the last of a set
        puzzle_.fill(0);
        for_each_cell(clues_, [&](std::size_t cell) { puzzle_[cell] = solution_[cell]; });
        for (std::size_t place = 0; place < order_.size(); ++place) {
            const Set& part = parts[order_[place]];
            kept_ = kept_.without(part);
            for_each_cell(part, [&](std::size_t cell) { place_[cell] = static_cast<std::uint8_t>(place); });
        }
        taken_ = 0;
        from_ = wall_ = 0;
        times_.fill(0);
        is_first_ = allowed.low != ~std::uint64_t{0} || allowed.high != (std::uint64_t{1} << 17) - 1;
        is_proper_ = true;
        find_sets();
        if (!is_first_) look_ahead();
    }

    [[nodiscard]] bool is_over() const { return !is_first_ && (!is_proper_ || from_ == order_.size()); }

    // The puzzle to be solved next, and the candidate to be barred: a single clue can be spared if there is no solution
    // with another digit in its cell, which is quicker to tell than that there is only one.
    void test(std::uint8_t* digits, std::uint16_t& barred) {
        std::ranges::copy(puzzle_, digits);
        barred = lanes::none_barred;
        if (is_first_) return;
        probe_ = !is_long_ ? 1 : low_ ? (low_ + high_) / 2 : high_ - std::min(stride_, high_ - 1);
        for (std::size_t k = 0; k < probe_; ++k) {
            for_each_cell(part(from_ + k), [&](std::size_t cell) { digits[cell] = 0; });
        }
        if (probe_ == 1) barred = single(part(from_));
    }

    // How many solutions the test has, up to 2, and the first of them; with a candidate barred, up to 1.
    void hear(std::uint64_t count, const std::uint8_t* found, bool is_barred) {
        if (is_first_) {
            is_first_ = false;
            is_proper_ = count == 1;
            if (is_proper_) look_ahead();
            return;
        }
        if (count == (is_barred ? 0 : 1)) {
            low_ = probe_;
        } else {
            high_ = probe_;
            learn(found);
            stride_ *= 2;
        }
        if (is_long_ && low_ + 1 < high_) return;
        take(low_);
        if (is_long_ || !low_) keep_next();
        look_ahead();
    }

    void write(std::uint8_t* solution, std::uint8_t* taken, const Set& allowed) const {
        std::ranges::copy(solution_, solution);
        for (std::size_t cell = 0; cell < cells; ++cell) {
            taken[cell] = allowed.has(cell) ? times_[cell] : barred;
        }
    }

    [[nodiscard]] bool is_proper() const { return is_proper_; }

  private:
    [[nodiscard]] const Set& part(std::size_t place) const { return (*parts_)[order_[place]]; }

    // The candidate to bar where a part of one cell is asked about.
    [[nodiscard]] std::uint16_t single(const Set& asked) const {
        if (!asked.is_single()) return lanes::none_barred;
        std::uint16_t candidate = 0;
        for_each_cell(asked, [&](std::size_t cell) { candidate = static_cast<std::uint16_t>(9 * cell + solution_[cell] - 1u); });
        return candidate;
    }

    // The last place in the order that has a clue of a set. The part there must stay if all others went.
    [[nodiscard]] std::size_t last_place(const Set& set) const {
        std::size_t last = 0;
        for_each_cell({set.low & clues_.low, set.high & clues_.high},
                      [&](std::size_t cell) { last = std::max<std::size_t>(last, place_[cell]); });
        return last;
    }

    // The quick sets in the order of their last places: those of place p are sets_[begins_[p]] … sets_[begins_[p + 1]].
    void find_sets() {
        std::array<Placed, most_sets> found;
        std::size_t size = 0;
        begins_.fill(0);
        make::find_sets(solution_, place_, [&](const Placed& one) {
            if (one.set.meets(kept_) || !one.set.meets(clues_) || size == most_sets) return;
            ++begins_[one.last + 1u];
            found[size++] = one;
        });
        for (std::size_t place = 0; place < cells; ++place) {
            begins_[place + 1] = static_cast<std::uint8_t>(begins_[place + 1] + begins_[place]);
        }
        auto next = begins_;
        for (std::size_t k = 0; k < size; ++k) sets_[next[found[k].last]++] = found[k].set;
        learnt_.clear();
    }

    // Goes on to where a test is needed, or to the end: `high_` parts from here could not be taken away.
    void look_ahead() {
        while (from_ < order_.size()) {
            find_wall();
            low_ = 0;
            high_ = wall_ - from_ + 1;
            stride_ = 1;
            is_long_ = from_ < long_until;
            if (high_ > 1) return;
            keep_next();
        }
    }

    // The wall is the first place in the order whose part must stay, as far as the sets tell; as more is decided to
    // stay it only moves on.
    void find_wall() {
        std::size_t end = order_.size();
        for (const auto& [set, last] : learnt_) {
            if (last < end && last >= from_ && !set.meets(kept_)) end = last;
        }
        for (wall_ = std::max(wall_, from_); wall_ < end; ++wall_) {
            for (std::size_t k = begins_[wall_]; k < begins_[wall_ + 1]; ++k) {
                if (!sets_[k].meets(kept_)) return;
            }
        }
    }

    // Another solution shows a set that must keep a clue.
    void learn(const std::uint8_t* found) {
        Set set;
        for (std::size_t cell = 0; cell < 64; ++cell) {
            set.low |= std::uint64_t{found[cell] != solution_[cell]} << cell;
        }
        for (std::size_t cell = 64; cell < cells; ++cell) {
            set.high |= std::uint64_t{found[cell] != solution_[cell]} << (cell - 64);
        }
        if (!(set.low | set.high)) return;
        learnt_.push_back({set, last_place(set)});
        high_ = std::min(high_, learnt_.back().last - from_ + 1);
    }

    // Takes the next parts away.
    void take(std::size_t run) {
        for (; run; --run) {
            const Set& gone = part(from_++);
            clues_ = clues_.without(gone);
            ++taken_;
            for_each_cell(gone, [&](std::size_t cell) {
                times_[cell] = taken_;
                puzzle_[cell] = 0;
            });
        }
    }

    void keep_next() {
        if (from_ == order_.size()) return;
        const Set& stays = part(from_++);
        kept_ = {kept_.low | stays.low, kept_.high | stays.high};
    }

    static constexpr std::size_t most_sets = 200;

    struct Known {
        Set set;
        std::size_t last;
    };

    Digits solution_{};
    std::array<Set, most_sets> sets_{};
    std::array<std::uint8_t, cells + 1> begins_{};
    std::vector<Known> learnt_;
    const std::vector<Set>* parts_ = nullptr;
    std::vector<std::uint8_t> order_;
    Digits times_{};
    Digits place_{};   // for each cell the place of its part in the order
    Digits puzzle_{};  // what is left: its digits,
    Set clues_;        // and its cells
    Set kept_;         // what is decided to stay
    std::uint8_t taken_ = 0;
    std::size_t from_ = 0;               // the parts before this one are decided
    std::size_t wall_ = 0;
    std::size_t low_ = 0, high_ = 0;     // a run of `low_` may go, one of `high_` may not
    std::size_t probe_ = 0, stride_ = 1;
    bool is_first_ = false;              // whether it is not known yet that the cells allowed make a proper puzzle
    bool is_long_ = false;
    bool is_proper_ = true;
};

// Threads that share the keys.
class Workshop {
  public:
    Workshop(std::span<const std::uint64_t> keys, const Wishes& wishes, const Made& made, const lanes::Stop& stop)
        : keys_(keys), wishes_(wishes), made_(made), stop_(stop) {
        for (std::size_t cell = 0; cell < cells; ++cell) allowed_.add(cell);
        Set none;
        for (const std::uint8_t cell : wishes.barred) none.add(cell);
        allowed_ = allowed_.without(none);
        for (const auto& cells_of : wishes.parts) {
            Set part;
            for (const std::uint8_t cell : cells_of) part.add(cell);
            parts_.push_back(part);
        }
    }

    void run() {
        std::vector<std::pair<std::size_t, Work>> works(std::min(side_by_side, keys_.size()));
        std::size_t active = 0;
        std::vector<std::uint8_t> digits(works.size() * cells), solutions(works.size() * cells);
        std::vector<std::uint64_t> counts(works.size());
        std::vector<std::uint16_t> barred(works.size());
        std::vector<std::uint8_t> ended(works.size());
        const auto refill = [&](std::size_t slot) {  // whether there is work in it again
            while ((works[slot].first = next_.fetch_add(1)) < keys_.size()) {
                works[slot].second.begin(keys_[works[slot].first], wishes_, parts_, allowed_);
                if (!works[slot].second.is_over()) return true;
                finish(works[slot]);
            }
            return false;
        };
        while (active < works.size() && refill(active)) ++active;
        for (std::size_t slot = 0; slot < active; ++slot) works[slot].second.test(&digits[slot * cells], barred[slot]);
        while (active && !stop_.now()) {
            lanes::solve_many({digits.data(), active * cells}, 2, 1,
                              {counts.data(), solutions.data(), nullptr, ended.data(), nullptr}, stop_,
                              {barred.data(), active});
            const std::size_t asked = active;
            active = 0;
            for (std::size_t slot = 0; slot < asked; ++slot) {
                if (!ended[slot]) return;  // stopped
                works[slot].second.hear(counts[slot], &solutions[slot * cells], barred[slot] != lanes::none_barred);
                if (works[slot].second.is_over()) {
                    finish(works[slot]);
                    if (!refill(slot)) continue;
                }
                if (slot != active) std::swap(works[active], works[slot]);
                works[active].second.test(&digits[active * cells], barred[active]);
                ++active;
            }
        }
    }

  private:
    void finish(const std::pair<std::size_t, Work>& done) {
        const auto& [index, work] = done;
        if (work.is_proper()) {
            work.write(made_.solutions + index * cells, made_.taken + index * cells, allowed_);
            made_.proper[index] = 1;
        }
        if (made_.done) made_.done->fetch_add(1);
    }

    const std::span<const std::uint64_t> keys_;
    const Wishes& wishes_;
    const Made& made_;
    const lanes::Stop& stop_;
    Set allowed_;
    std::vector<Set> parts_;
    std::atomic<std::size_t> next_ = 0;
};

}  // namespace

Digits full_grid(Chance& chance) {
    Digits digits{};
    while (!fill(digits, chance)) {}
    stir(digits, chance);
    return digits;
}

void make_many(std::span<const std::uint64_t> keys, const Wishes& wishes, unsigned threads, const Made& made,
               const lanes::Stop& stop) {
    std::fill_n(made.proper, keys.size(), std::uint8_t{0});
    std::fill_n(made.solutions, keys.size() * cells, std::uint8_t{0});
    std::fill_n(made.taken, keys.size() * cells, std::uint8_t{0});
    Workshop workshop(keys, wishes, made, stop);
    const unsigned wanted = threads ? threads : std::max(1u, std::thread::hardware_concurrency());
    const auto used = static_cast<unsigned>(std::clamp<std::size_t>(keys.size() / side_by_side, 1, wanted));
    std::vector<std::jthread> others;
    try {
        for (unsigned k = 1; k < used; ++k) others.emplace_back([&] { workshop.run(); });
    } catch (const std::system_error&) {
        // No more threads to be had: those there are do the work.
    }
    workshop.run();
}

}  // namespace ninefold::make
