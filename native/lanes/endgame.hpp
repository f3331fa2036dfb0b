// The end of a count: how many solutions a board has, by a search of its own.
//
// Where a puzzle has many solutions there are few dead ends, and a whole sweep after each guess is too much: it is
// enough to look for cells with one candidate. And most of what is left to count was counted before: the candidates
// that are left in the open cells say how many solutions there are, however the others were settled. So the candidates
// are 256 bits, and a table remembers what was counted for them.
//
// Every cell that is open before any guess gets a *field*, in one of four words of 64 bits: a bit for each of its
// candidates, and a guard above them as in sweep.hpp; but a field is no wider than it must be. `lows` are the lowest
// bits of the fields. A cell that is settled leaves no bit of its field behind.
//
//                 bit   63 62 61 … … 11 10  9 8 7  6 5 4 3  2 1 0
//                       no field      …  1  c c c  1 c c c  1 c c        c: a candidate, or 0 once it is gone
//
// Where there is no room for all cells, the first ones get no field: the board is guessed at until they are settled.
// Rows come in the order of the candidates of their band, then of their own, few first. So one band is settled after
// the other, and many ways to settle one leave the same behind: to who remembers, the tree has half the nodes.
#pragma once

#include "guess.hpp"
#include "fixed_digits.hpp"
#include "monitor.hpp"

namespace ninefold::lanes::NINEFOLD_VERSION {

// A guess at a cell: its first candidate, or not that one. What goes from the cell's triad in each case.
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

    // How many bits the fields of all open cells of a board are.
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

    // Gives fields to the open cells of a board, from the last one on, while there is room.
    void number(const Node& board) {
        ++cache_.numberings;
        max_bits_ = all_bits;
        sort_rows(board, rows_);
        Maps maps;
        int room[Bits::words] = {width, width, width, width}, word = 0;
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
                    for (int tries = 0; room[word] < size && !full; ++tries) {
                        word = (word + 1) % Bits::words;
                        full = tries == Bits::words;
                    }
                    if (full) break;
                    room[word] -= size;
                    places_[row][3 * stack + place] = {candidates, word, room[word]};
                    maps.add(row, 3 * stack + place, {candidates, word, room[word]});
                    word = (word + 1) % Bits::words;
                    several ^= guard;
                }
                without_[row][stack] = several;
                without_any_ |= several != 0;
            }
        }
        use(maps);
    }

    // Of the open cells without a field the first with the fewest candidates: a guess that it has the first of them.
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

    // Counts the solutions of a board whose open cells all have fields. False: that is not the way to count them, as
    // there are too many dead ends; or it was stopped.
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

    // How many nodes the last count had.
    [[nodiscard]] unsigned nodes() const { return nodes_; }

    // Whether it is well to guess at the cells without a field.
    [[nodiscard]] bool trusted() const { return max_bits_ >= all_bits; }

  private:
    static constexpr int width = 63, no_candidate = 63;  // of a word: the bits for fields, and one for none
    static constexpr int all_bits = Bits::words * width;
    static constexpr unsigned first_pause = 64, doubt_until = 512;  // nodes

    // Where the field of a cell is.
    struct Place {
        Word candidates;
        int word;
        int low;
    };

    // What goes when a candidate is settled.
    struct alignas(64) Effect {
        Bits gone;  // the same digit in other cells of its units
        Bits own;   // its field
    };

    // A guess, or what has become of it.
    struct Branch {
        Bits alive;    // the fields of cells that are open, or were before the guess
        Bits lows;     // their lowest bits
        Bits fixed;  // the fields of those settled since
        Bits empty;    // the guards of those without a candidate
    };

    // Which bits are which, while fields are given out.
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

    // Of the candidate that is the highest bit. They are numbered from the top down, as CPUs count.
    NINEFOLD_INLINE const Effect& effect_of_highest(int word, Word64 bits) const {
        return effects_[word][__builtin_clzll(bits)];
    }
    NINEFOLD_INLINE Effect& effect_of(int word, int bit) { return effects_[word][63 - bit]; }

    static int size_of(const Bits& bits) {
        int size = 0;
        for (int word = 0; word < Bits::words; ++word) {
            size += count_bits(static_cast<Word>(bits.word(word))) + count_bits(static_cast<Word>(bits.word(word) >> 32));
        }
        return size;
    }

    // The rows, those of the band with the fewest candidates first; in a band the row with the fewest first.
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
            Bits peers = Bits::load(maps.units[units[0]]) | Bits::load(maps.units[units[1]]) | Bits::load(maps.units[units[2]]);
            peers = without(peers, own);
            Effect* effect = &effect_of(place.word, place.low);
            for (Word left = place.candidates; left; left &= left - 1, --effect) {
                *effect = {Bits::load(maps.digits[__builtin_ctz(left)]) & peers, own};
            }
            const int guard = guard_of(place);
            fields_[place.word][guard] = field_of(place);
            *effect = {Bits::all(0), own};  // of a cell without a candidate: it is done, and nothing follows
            all_guards[place.word] |= Word64{1} << guard;
        }
        guards_ = Bits::load(all_guards);
    }

    // The fields of the cells that are open on a board.
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

    // Settles the cells with one candidate, and those that have one then, and so on: in both branches of a guess at
    // once, as there is work for the one while the other waits. In every word it is the lowest such cell, or none: that
    // leaves nothing to branch on but the end. A field that is empty stays so, and is looked for at the end; whatever
    // else came of it does not matter.
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
                // Of the first candidates of all fields, those up to the lowest guard in `single`: the highest is it.
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

    // Counts what is below a branch in which nothing more follows.
    NINEFOLD_INLINE void visit(const Branch& branch) {
        if (branch.alive.any()) search(branch);
        else monitor_.add(1);
    }

    NINEFOLD_INLINE CacheEntry& place_for(const Bits& alive) const {
        const auto turned = [&](int word, int bits) { return alive.word(word) << bits | alive.word(word) >> (64 - bits); };
        const Word64 mixed = alive.word(0) ^ turned(1, 17) ^ turned(2, 31) ^ turned(3, 45);
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

        // The first cell with two candidates, or else the first: in every word those that come first are lowest.
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

    // Gives up where there are many nodes for each solution. Later on it does not: what is found has been told.
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
    int max_bits_ = 0;      // bits: boards with more are not for this search
    Word64 found_before_ = 0;  // what was found before it
    unsigned nodes_ = 0, pause_at_ = 0;
    bool given_up_ = false;
};

}  // namespace ninefold::lanes::NINEFOLD_VERSION
