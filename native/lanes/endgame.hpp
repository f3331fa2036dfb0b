// The endgame of a count: a separate search for the number of solutions of a board.
//
// A puzzle with many solutions has few dead ends, so a whole sweep after each guess costs too much: looking for cells
// with one candidate is enough. And most subtrees repeat: the number of solutions depends only on the candidates of the
// open cells, however the others were filled. So the candidates are packed into 256 bits, and a table caches the
// counts.
//
// Every cell that is open before the first guess gets a *field* in one of four 64-bit words: a bit for each of its
// candidates and, as in sweep.hpp, a guard above them; but a field is only as wide as necessary. `lows` are the lowest
// bits of the fields. A filled cell leaves no bit of its field behind.
//
//                 bit   63 62 61 … … 11 10  9 8 7  6 5 4 3  2 1 0
//                       no field      …  1  c c c  1 c c c  1 c c        c: a candidate, or 0 once it is gone
//
// If not all cells fit, the first ones get no field: the board is guessed at until they are filled. Rows
// are sorted by the candidates of their band, then by their own, fewest first. So one band is filled after the other,
// and many ways to fill it leave the same rest: with the cache, the tree has half the nodes.
#pragma once

#include "guess.hpp"
#include "fixed_digits.hpp"
#include "monitor.hpp"

namespace ninefold::lanes::NINEFOLD_VERSION {

// A guess at a cell: its first candidate, or not that one; with the bits removed from the cell's triad in each case.
struct CellGuess {
    bool made = false;
    int row = 0, stack = 0;
    Word inside = 0, outside = 0;
};

class Endgame {
  public:
    Endgame(CountCache& cache, Monitor& watch) : cache_(cache), monitor_(watch) {
        for (int word = 0; word < Bits::words; ++word) effect_of(word, no_candidate) = {Bits::all(0), Bits::all(0)};
    }

    // The number of bits that the fields of all open cells of a board take.
    static int size_of(const Node& board) {
        int size = 0;
        for (const auto& row : board.words) {
            for (int stack = 0; stack < 3; ++stack) {
                const Word several = several_in(row[stack]);
                size += count_bits(row[stack] & (below(several) | several));
            }
        }
        return size;
    }

    // Assigns fields to the open cells of a board, from the last one backwards, while there is space.
    void number(const Node& board) {
        ++cache_.numberings;
        max_bits_ = all_bits;
        sort_rows(board, rows_);
        Maps maps;
        int space[Bits::words] = {width, width, width, width}, word = 0;
        bool full = false;
        without_any_ = false;
        for (int i = 8; i >= 0; --i) {
            const int row = rows_[i];
            for (int stack = 2; stack >= 0; --stack) {
                const Word cells = board.words[row][stack];
                Word several = several_in(cells);
                for (int place = 2; several && place >= 0 && !full; --place) {
                    const Word guard = Word{0x200} << place * field;
                    if (!(several & guard)) continue;
                    const Word candidates = cells >> place * field & 0x1FF;
                    const int size = count_bits(candidates) + 1;
                    for (int tries = 0; space[word] < size && !full; ++tries) {
                        word = (word + 1) % Bits::words;
                        full = tries == Bits::words;
                    }
                    if (full) break;
                    space[word] -= size;
                    places_[row][3 * stack + place] = {candidates, word, space[word]};
                    maps.add(row, 3 * stack + place, {candidates, word, space[word]});
                    word = (word + 1) % Bits::words;
                    several ^= guard;
                }
                without_[row][stack] = several;
                without_any_ |= several != 0;
            }
        }
        use(maps);
    }

    // Guesses the first candidate of the open cell without a field that has the fewest candidates.
    [[nodiscard]] CellGuess guess_without_field(const Node& board) const {
        CellGuess guess;
        if (!without_any_) return guess;
        int fewest = 10;
        for (const int row : rows_) {
            for (int stack = 0; stack < 3; ++stack) {
                if (!without_[row][stack]) continue;
                const Word word = board.words[row][stack];
                for (Word open = several_in(word) & without_[row][stack]; open; open &= open - 1) {
                    const Word cell = word & below(open & (~open + 1));
                    if (count_bits(cell) >= fewest) continue;
                    fewest = count_bits(cell);
                    guess = {true, row, stack, cell & (cell - 1), cell & (~cell + 1)};
                }
            }
        }
        return guess;
    }

    // Counts the solutions of a board whose open cells all have fields. Returns false if it was stopped, or gave up
    // because there are too many dead ends for this kind of search.
    bool count(const Node& board) {
        nodes_ = 0;
        const FixedDigits fixed(board);
        if (!fixed.sound) return true;
        Branch branch[1] = {enter(board, fixed)};
        propagate(branch);
        const int size = size_of(branch[0].alive);
        if (branch[0].empty.any()) return true;
        if (size > max_bits_) return false;
        found_before_ = monitor_.found;
        pause_at_ = first_pause;
        given_up_ = false;
        visit(branch[0]);
        if (given_up_) {
            monitor_.found = found_before_;
            max_bits_ = size / 4 * 3;
        } else if (monitor_.found != found_before_ && max_bits_ < all_bits) {
            max_bits_ += max_bits_ / 8 + 1;
        }
        return !given_up_;
    }

    // The number of nodes of the last count.
    [[nodiscard]] unsigned nodes() const { return nodes_; }

    // Whether guessing at the cells without a field is worthwhile.
    [[nodiscard]] bool trusted() const { return max_bits_ >= all_bits; }

  private:
    static constexpr int width = 63, no_candidate = 63;  // per word: the bits for fields, and the bit that means none
    static constexpr int all_bits = Bits::words * width;
    static constexpr unsigned first_pause = 64, doubt_until = 512;  // nodes

    // The position of a cell's field.
    struct Place {
        Word candidates;
        int word;
        int low;
    };

    // What a candidate removes when it is placed.
    struct alignas(64) Effect {
        Bits gone;  // the same digit in other cells of its units
        Bits own;   // its own field
    };

    // A guess, before or after propagation.
    struct Branch {
        Bits alive;  // the fields of cells that are open, or were before the guess
        Bits lows;   // their lowest bits
        Bits fixed;  // the fields of cells filled since
        Bits empty;  // the guards of cells without a candidate
    };

    // The meaning of each bit, while fields are being assigned.
    struct Maps {
        struct Cell {
            Place place;
            int units[3];
        };

        alignas(32) Word64 units[27][Bits::words] = {};  // rows, columns, boxes
        alignas(32) Word64 digits[9][Bits::words] = {};
        Cell cells[81];
        int count = 0;

        void add(int row, int column, const Place& place) {
            Cell& cell = cells[count++];
            cell = {place, {row, 9 + column, 18 + row / 3 * 3 + column / 3}};
            for (const int unit : cell.units) units[unit][place.word] |= field_of(place);
            Word64 bit = Word64{1} << place.low;
            for (Word left = place.candidates; left; left &= left - 1, bit <<= 1) {
                digits[__builtin_ctz(left)][place.word] |= bit;
            }
        }
    };

    static NINEFOLD_INLINE int guard_of(const Place& place) { return place.low + count_bits(place.candidates); }

    static NINEFOLD_INLINE Word64 field_of(const Place& place) {
        return (Word64{2} << guard_of(place)) - (Word64{1} << place.low);
    }

    // The effect of the candidate at the highest bit. Effects are stored from the top down, as CPUs count leading
    // zeros.
    NINEFOLD_INLINE const Effect& effect_of_highest(int word, Word64 bits) const {
        return effects_[word][__builtin_clzll(bits)];
    }
    NINEFOLD_INLINE Effect& effect_of(int word, int bit) { return effects_[word][63 - bit]; }

    static int size_of(const Bits& bits) {
        int size = 0;
        for (int word = 0; word < Bits::words; ++word) {
            const Word64 both = bits.word(word);
            size += count_bits(static_cast<Word>(both)) + count_bits(static_cast<Word>(both >> 32));
        }
        return size;
    }

    // Sorts the rows: the band with the fewest candidates first, and within a band the row with the fewest.
    static void sort_rows(const Node& board, int (&rows)[9]) {
        int candidates[9], in_band[3] = {};
        for (int row = 0; row < 9; ++row) {
            candidates[row] = 0;
            for (int stack = 0; stack < 3; ++stack) {
                const Word word = board.words[row][stack];
                candidates[row] += count_bits(word & below(several_in(word)));
            }
            in_band[row / 3] += candidates[row];
        }
        const auto key = [&](int row) { return in_band[row / 3] << 16 | row / 3 << 8 | candidates[row]; };
        for (int row = 0; row < 9; ++row) {
            int place = row;
            for (; place > 0 && key(rows[place - 1]) > key(row); --place) rows[place] = rows[place - 1];
            rows[place] = row;
        }
    }

    void use(const Maps& maps) {
        alignas(32) Word64 all_guards[Bits::words] = {};
        for (int k = 0; k < maps.count; ++k) {
            const auto& [place, units] = maps.cells[k];
            const Bits own = Bits::alone(place.word, field_of(place));
            Bits peers = Bits::load(maps.units[units[0]]) | Bits::load(maps.units[units[1]]);
            peers = peers | Bits::load(maps.units[units[2]]);
            peers = without(peers, own);
            Effect* effect = &effect_of(place.word, place.low);
            for (Word left = place.candidates; left; left &= left - 1, --effect) {
                *effect = {Bits::load(maps.digits[__builtin_ctz(left)]) & peers, own};
            }
            const int guard = guard_of(place);
            fields_[place.word][guard] = field_of(place);
            *effect = {Bits::all(0), own};  // a cell without a candidate: filled, without consequences
            all_guards[place.word] |= Word64{1} << guard;
        }
        guards_ = Bits::load(all_guards);
    }

    // The fields of the open cells of a board.
    [[nodiscard]] Branch enter(const Node& board, const FixedDigits& fixed) const {
        alignas(32) Word64 alive[Bits::words] = {}, lows[Bits::words] = {};
        for (int row = 0; row < 9; ++row) {
            for (int stack = 0; stack < 3; ++stack) {
                const Word word = board.words[row][stack], several = several_in(word);
                if (!several) continue;
                const Word left = (word & below(several) & ~fixed.gone(row, stack)) | several;
                for (int k = 0; k < 3; ++k) {
                    if (!(several >> k * field & 0x200)) continue;
                    const Place& place = places_[row][3 * stack + k];
                    const Word cell = compressed(left >> k * field & 0x3FF, place.candidates | 0x200);
                    alive[place.word] |= Word64{cell} << place.low;
                    lows[place.word] |= Word64{1} << place.low;
                }
            }
        }
        return {Bits::load(alive), Bits::load(lows), Bits::all(0), Bits::all(0)};
    }

    // Fills cells with one candidate until there are none left, in both branches of a guess at once, so that one has
    // work while the other waits. In every word it takes the lowest such cell, or none, so that the only branch in the
    // code is the end of the loop. A field that becomes empty stays empty and is noticed at the end; nothing else that
    // follows from it matters.
    template <unsigned Width>
    NINEFOLD_INLINE void propagate(Branch (&branches)[Width]) const {
        const Bits none = Bits::all(Word64{1} << no_candidate), one = Bits::all(1);
        Bits alive[Width], fixed[Width];
#pragma GCC unroll 2
        for (unsigned k = 0; k < Width; ++k) {
            alive[k] = branches[k].alive;
            fixed[k] = branches[k].fixed;
        }
        for (;;) {
            Bits candidate[Width], any = Bits::all(0);
#pragma GCC unroll 2
            for (unsigned k = 0; k < Width; ++k) {
                const Bits less_one = alive[k] - branches[k].lows, second = alive[k] & less_one;
                branches[k].empty = without(alive[k], less_one) & guards_;
                const Bits single = without(second, second - branches[k].lows) & without(guards_, fixed[k]);
                // The first candidates of all fields up to the lowest guard in `single`: the highest bit is the one to
                // place.
                candidate[k] = (without(alive[k], second) | none) & (single ^ (single - one));
                any = any | single;
            }
            if (!any.any()) break;
#pragma GCC unroll 2
            for (unsigned k = 0; k < Width; ++k) {
                Bits gone = Bits::all(0);
#pragma GCC unroll 4
                for (int word = 0; word < Bits::words; ++word) {
                    const Effect& effect = effect_of_highest(word, candidate[k].word(word));
                    gone = gone | effect.gone;
                    fixed[k] = fixed[k] | effect.own;
                }
                alive[k] = without(alive[k], gone);
            }
        }
#pragma GCC unroll 2
        for (unsigned k = 0; k < Width; ++k) {
            branches[k].alive = without(alive[k], fixed[k]);
            branches[k].lows = without(branches[k].lows, fixed[k]);
        }
    }

    // Counts below a branch that is fully propagated.
    NINEFOLD_INLINE void visit(const Branch& branch) {
        if (branch.alive.any()) search(branch);
        else monitor_.add(1);
    }

    NINEFOLD_INLINE CacheEntry& place_for(const Bits& alive) const {
        const auto rotated = [&](int word, int by) { return alive.word(word) << by | alive.word(word) >> (64 - by); };
        const Word64 mixed = alive.word(0) ^ rotated(1, 17) ^ rotated(2, 31) ^ rotated(3, 45);
        return cache_.places[mixed * 0x9E3779B97F4A7C15u >> (64 - CountCache::bits)];
    }

    void search(const Branch& node) {
        const Bits alive = node.alive, lows = node.lows;
        CacheEntry& place = place_for(alive);
        if (place.numbering == cache_.numberings && !(Bits::load(place.candidates) ^ alive).any()) {
            monitor_.add(place.solutions);
            return;
        }
        if (++nodes_ == pause_at_) pause();
        const Word64 before = monitor_.found;

        // The first cell with two candidates, or else the first cell: in every word, cells that come first are lowest.
        const Bits second = alive & (alive - lows), third = second & (second - lows);
        Bits cells = without(third, third - lows) & guards_;
        if (!cells.any()) cells = alive & guards_;
        const Word64 two = cells.word(0) | cells.word(1), three = two | cells.word(2), all = three | cells.word(3);
        const Word64 guard = all & (~all + 1);
        const int word = !(cells.word(0) & guard) + !(two & guard) + !(three & guard);
        alignas(32) Word64 words[Bits::words];
        alive.store(words);
        Word64 candidates = words[word] & fields_[word][__builtin_ctzll(guard)] & (guard - 1);

        while (candidates && !given_up_ && !monitor_.stopped) {
            const Effect& one = effects_[word][63 - __builtin_ctzll(candidates)];
            candidates &= candidates - 1;
            const bool two_left = candidates != 0;
            const Effect& other = effects_[word][two_left ? 63 - __builtin_ctzll(candidates) : 63 - no_candidate];
            candidates &= candidates - two_left;
            Branch branches[2] = {{without(alive, one.gone), lows, one.own, Bits::all(0)},
                                  {without(alive, other.gone), lows, other.own, Bits::all(0)}};
            propagate(branches);
            __builtin_prefetch(&place_for(branches[1].alive));
            if (!branches[0].empty.any()) visit(branches[0]);
            if (two_left && !branches[1].empty.any()) visit(branches[1]);
        }
        if (given_up_ || monitor_.stopped) return;
        alive.store(place.candidates);
        place.numbering = cache_.numberings;
        place.solutions = monitor_.found - before;
    }

    // Gives up if there are many nodes per solution. Not later on: by then solutions have been reported.
    __attribute__((noinline)) void pause() {
        if (nodes_ <= doubt_until) {
            given_up_ = monitor_.found - found_before_ < nodes_ / 8;
            pause_at_ += first_pause;
        } else {
            monitor_.poll();
            pause_at_ += doubt_until;
        }
    }

    Effect effects_[Bits::words][64];  // of each candidate
    Word64 fields_[Bits::words][64];   // of each guard
    Bits guards_;
    Place places_[9][9];
    Word without_[9][3];  // the guards of open cells without a field
    bool without_any_ = false;
    int rows_[9];
    CountCache& cache_;
    Monitor& monitor_;
    int max_bits_ = 0;         // bits: larger boards are not suited to this search
    Word64 found_before_ = 0;  // the solutions found before this count
    unsigned nodes_ = 0, pause_at_ = 0;
    bool given_up_ = false;
};

}  // namespace ninefold::lanes::NINEFOLD_VERSION
