// The end of a count: how many solutions a board has of which few cells are open, by a search of its own.
//
// Where a puzzle has many solutions there are few dead ends, and a whole sweep after each guess is too much: it is
// enough to look for cells with one candidate. And most of what is left to count was counted before: the candidates
// that are left in the open cells say how many solutions there are, however the others were settled. So these
// candidates are 256 bits, and a table remembers what was counted for them.
//
// The cells that are open before any guess are numbered: each gets a *field* in one of four words, with a bit for each
// of its candidates and a guard above them as in sweep.hpp; but a field is as wide as it must be. `lows` are the lowest
// bits of the fields. A cell that is settled leaves no bit of its field behind.
//
//                 bit   63 62 61 … … 11 10  9 8 7  6 5 4 3  2 1 0
//                       no field      …  1  c c c  1 c c c  1 c c        c: a candidate, or 0 once it is gone
//
// Where there is no room for all of them, the first cells have no field: the board is guessed at until they are
// settled. Rows come in the order of the candidates in their band, then of their own, few first. So the bands are
// settled one after the other, and many ways to settle one leave the same behind: the tree has half the nodes.
#pragma once

#include "guess.hpp"

namespace ninefold::lanes::NINEFOLD_VERSION {

using Word64 = std::uint64_t;

// What a count has found, and whether it shall go on.
struct Watch {
    const Batch& batch;
    Word64 found = 0;
    Word64 told = 0;
    bool stopped = false;

    void tell() {
        if (found != told) batch.found(batch.owner, found - told);
        told = found;
    }

    void look() {
        tell();
        stopped = batch.stopped(batch.owner);
    }
};

// The guards of cells with two candidates or more, where every cell has one.
NINEFOLD_INLINE Word several_in(Word word) { return ((word & (word - ones)) - ones) & guards; }

// Which digits are settled in each unit of a board.
struct Settled {
    Word rows[9], columns[3], boxes[9];  // in `columns` a field for each
    bool sound;                          // every cell has a candidate, and no two settled cells clash

    explicit Settled(const Node& board) : columns{}, boxes{} {
        Word filled = guards;
        int cells = 0, digits = 0;
        for (int row = 0; row < 9; ++row) {
            Word in_row = 0;
            for (int stack = 0; stack < 3; ++stack) {
                const Word word = board.words[row][stack];
                const Word single = word & ~below(several_in(word)) & all_digits;
                filled &= word - ones;
                cells += count_bits(single);
                in_row |= single;
                columns[stack] |= single;
                boxes[row / 3 * 3 + stack] |= single;
            }
            rows[row] = folded(in_row);
        }
        for (int k = 0; k < 9; ++k) {
            boxes[k] = folded(boxes[k]);
            digits += count_bits(rows[k]) + count_bits(boxes[k]);
        }
        for (const Word stack : columns) digits += count_bits(stack);
        sound = filled == guards && digits == 3 * cells;
    }

    // The candidates that they take from three cells.
    [[nodiscard]] Word gone(int row, int stack) const {
        return columns[stack] | (rows[row] | boxes[row / 3 * 3 + stack]) * ones;
    }

  private:
    static NINEFOLD_INLINE Word folded(Word word) { return (word | word >> field | word >> 2 * field) & 0x1FF; }
};

class Endgame {
  public:
    Endgame(Memory& memory, Watch& watch) : memory_(memory), watch_(watch) {
        for (int word = 0; word < Bits::words; ++word) {
            effects_[at(word, no_candidate)] = {Bits::all(0), Bits::all(0)};
            fields_[at(word, no_guard)] = Word64{1} << no_candidate;
        }
    }

    // How many bits the fields of all open cells of a board would be.
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

    // Numbers the open cells of a board, the last ones first, while there is room.
    void number(const Node& board) {
        ++memory_.numberings;
        Numbering numbering;
        int rows[9];
        in_order(board, rows);
        int room[Bits::words] = {no_candidate, no_candidate, no_candidate, no_candidate}, word = 0;
        bool full = false;
        for (int cell = 80; cell >= 0; --cell) {
            const int row = rows[cell / 9], column = cell % 9, stack = column / 3, place = column % 3;
            const Word open = board.words[row][stack] & below(several_in(board.words[row][stack]));
            const Word candidates = open >> place * field & 0x1FF;
            Place& here = places_[row][column];
            here = {0, 0, 0};
            if (place == 2) without_[row][stack] = 0;
            if (!candidates) continue;
            const int size = count_bits(candidates) + 1;
            for (int tries = 0; !full && room[word] < size; ++tries) {
                word = (word + 1) % Bits::words;
                full = tries == Bits::words;
            }
            if (full) {
                without_[row][stack] |= Word{0x200} << place * field;
                continue;
            }
            room[word] -= size;
            here = {candidates, word, room[word]};
            numbering.add(row, column, here);
            word = (word + 1) % Bits::words;
        }
        use(numbering);
    }

    // Of the open cells without a field one with the fewest candidates: a guess that it has the first of them.
    [[nodiscard]] Guess guess_without_field(const Node& board) const {
        Guess guess;
        guess.made = false;
        int fewest = 10;
        for (int row = 0; row < 9; ++row) {
            for (int stack = 0; stack < 3; ++stack) {
                const Word word = board.words[row][stack];
                for (Word open = several_in(word) & without_[row][stack]; open; open &= open - 1) {
                    const Word cell = word & below(open & (~open + 1));
                    if (count_bits(cell) >= fewest) continue;
                    fewest = count_bits(cell);
                    guess.made = true;
                    guess.stack = stack;
                    guess.band = row / 3;
                    for (int i = 0; i < 3; ++i) {
                        guess.inside[i] = i == row % 3 ? cell & (cell - 1) : 0;
                        guess.outside[i] = i == row % 3 ? cell & (~cell + 1) : 0;
                    }
                }
            }
        }
        return guess;
    }

    // Counts the solutions of a board whose open cells all have fields. False: that is not the way to count them, as
    // there are too many dead ends; or it was stopped.
    bool count(const Node& board) {
        nodes_ = 0;
        const Settled settled(board);
        if (!settled.sound) return true;
        Branch branch[1] = {enter(board, settled)};
        settle(branch);
        if (branch[0].empty.any()) return true;
        const int size = size_of(branch[0].alive);
        if (size > most_) return false;
        begun_ = watch_.found;
        pause_at_ = first_pause;
        given_up_ = false;
        visit(branch);
        if (given_up_) {
            watch_.found = begun_;
            most_ = size / 4 * 3;
        } else if (watch_.found != begun_) {
            most_ = most_ < all_room ? most_ + most_ / 8 + 1 : most_;
        }
        return !given_up_;
    }

    // How many nodes the last count had.
    [[nodiscard]] unsigned nodes() const { return nodes_; }

    // Whether guesses shall aim at cells without a field.
    [[nodiscard]] bool trusted() const { return most_ >= all_room; }

  private:
    // No field has these bits: they stand for no cell in what has a place for one.
    static constexpr int no_candidate = 62, no_guard = 63, all_room = Bits::words * no_candidate;

    // Where the field of a cell is.
    struct Place {
        Word candidates;  // it has a bit for each of these
        int word;
        int low;
    };

    // What follows when a cell is settled.
    struct alignas(64) Effect {
        Bits gone;  // the same digit in other cells of its units
        Bits own;   // its field
    };

    // A guess, or what has become of it.
    struct Branch {
        Bits alive;    // the fields of cells that are open, or were before the guess
        Bits lows;     // their lowest bits
        Bits settled;  // the fields of those settled since
        Bits empty;    // the guards of those without a candidate
    };

    struct Numbered {
        Place place;
        Word64 own;
        int units[3];
    };

    // Which bits are which, while fields are given out.
    struct Numbering {
        alignas(32) Word64 units[27][Bits::words] = {};  // rows, columns, boxes
        alignas(32) Word64 digits[9][Bits::words] = {};
        alignas(32) Word64 guards[Bits::words] = {};
        Numbered cells[81];
        int count = 0;

        void add(int row, int column, const Place& place) {
            const int guard = place.low + count_bits(place.candidates);
            const Word64 own = (Word64{2} << guard) - (Word64{1} << place.low);
            Numbered& cell = cells[count++];
            cell = {place, own, {row, 9 + column, 18 + row / 3 * 3 + column / 3}};
            for (const int unit : cell.units) units[unit][place.word] |= own;
            guards[place.word] |= Word64{1} << guard;
            Word64 bit = Word64{1} << place.low;
            for (Word left = place.candidates; left; left &= left - 1, bit <<= 1) {
                digits[__builtin_ctz(left)][place.word] |= bit;
            }
        }
    };

    static constexpr int at(int word, int bit) { return 64 * word + bit; }

    static int size_of(const Bits& bits) {
        int size = 0;
        for (int word = 0; word < Bits::words; ++word) {
            size += count_bits(static_cast<Word>(bits.word(word))) + count_bits(static_cast<Word>(bits.word(word) >> 32));
        }
        return size;
    }

    // The rows, those of the band with the fewest candidates first; in a band the row with the fewest first.
    static void in_order(const Node& board, int (&rows)[9]) {
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

    void use(const Numbering& numbering) {
        guards_ = Bits::load(numbering.guards);
        for (int k = 0; k < numbering.count; ++k) {
            const Numbered& cell = numbering.cells[k];
            alignas(32) Word64 field_alone[Bits::words] = {};
            field_alone[cell.place.word] = cell.own;
            const Bits own = Bits::load(field_alone);
            Bits peers = Bits::all(0);
            for (const int unit : cell.units) peers = peers | Bits::load(numbering.units[unit]);
            peers = without(peers, own);
            int bit = at(cell.place.word, cell.place.low);
            for (Word left = cell.place.candidates; left; left &= left - 1, ++bit) {
                effects_[bit] = {Bits::load(numbering.digits[__builtin_ctz(left)]) & peers, own};
            }
            fields_[bit] = cell.own;
        }
        most_ = all_room;
    }

    // The fields of the cells that are open on a board.
    [[nodiscard]] Branch enter(const Node& board, const Settled& settled) const {
        alignas(32) Word64 alive[Bits::words] = {}, lows[Bits::words] = {};
        for (int row = 0; row < 9; ++row) {
            for (int stack = 0; stack < 3; ++stack) {
                const Word word = board.words[row][stack], several = several_in(word);
                if (!several) continue;
                const Word left = (word & below(several) & ~settled.gone(row, stack)) | several;
                for (int place = 0; place < 3; ++place) {
                    if (!(several >> place * field & 0x200)) continue;
                    const Place& here = places_[row][3 * stack + place];
                    const Word cell = compressed(left >> place * field & 0x3FF, here.candidates | 0x200);
                    alive[here.word] |= Word64{cell} << here.low;
                    lows[here.word] |= Word64{1} << here.low;
                }
            }
        }
        return {Bits::load(alive), Bits::load(lows), Bits::all(0), Bits::all(0)};
    }

    // Settles every cell with one candidate, and so on, in all branches side by side: what one of them waits for takes
    // long, but there is work for the other meanwhile. Of each word one cell at a time: so there is nothing to branch on
    // but the end. An empty field stays empty, and is looked for last; what follows from it in the same branch does not
    // matter.
    template <unsigned Width>
    NINEFOLD_INLINE void settle(Branch (&branches)[Width]) const {
        const Bits no_guards = Bits::all(Word64{1} << no_guard), no_candidates = Bits::all(Word64{1} << no_candidate);
        Bits alive[Width], settled[Width];
#pragma GCC unroll 2
        for (unsigned k = 0; k < Width; ++k) {
            alive[k] = branches[k].alive;
            settled[k] = branches[k].settled;
        }
        for (;;) {
            Bits single[Width], lowest[Width], any = Bits::all(0);
#pragma GCC unroll 2
            for (unsigned k = 0; k < Width; ++k) {
                const Bits less_one = alive[k] - branches[k].lows, second = alive[k] & less_one;
                branches[k].empty = without(alive[k], less_one) & guards_;
                single[k] = without(second, second - branches[k].lows) & without(guards_, settled[k]);
                lowest[k] = without(alive[k], second) | no_candidates;
                any = any | single[k];
            }
            if (!any.any()) break;
#pragma GCC unroll 2
            for (unsigned k = 0; k < Width; ++k) {
                single[k] = single[k] | no_guards;
                Bits gone = Bits::all(0);
#pragma GCC unroll 4
                for (int word = 0; word < Bits::words; ++word) {
                    const Word64 candidate = lowest[k].word(word) & fields_[at(word, __builtin_ctzll(single[k].word(word)))];
                    const Effect& effect = effects_[at(word, __builtin_ctzll(candidate))];
                    gone = gone | effect.gone;
                    settled[k] = settled[k] | effect.own;
                }
                alive[k] = without(alive[k], gone);
            }
        }
#pragma GCC unroll 2
        for (unsigned k = 0; k < Width; ++k) {
            branches[k].alive = without(alive[k], settled[k]);
            branches[k].lows = without(branches[k].lows, settled[k]);
        }
    }

    NINEFOLD_INLINE Remembered& place_for(const Bits& alive) const {
        const auto turned = [&](int word, int bits) { return alive.word(word) << bits | alive.word(word) >> (64 - bits); };
        const Word64 mixed = alive.word(0) ^ turned(1, 17) ^ turned(2, 31) ^ turned(3, 45);
        return memory_.places[mixed * 0x9E3779B97F4A7C15u >> (64 - Memory::bits)];
    }

    [[nodiscard]] NINEFOLD_INLINE bool remembers(const Remembered& place, const Bits& alive) const {
        return place.numbering == memory_.numberings && !(Bits::load(place.candidates) ^ alive).any();
    }

    // Counts what is below branches in which nothing more follows. Which of them are dead, solved or remembered is hard to
    // foretell, so it is not branched on.
    template <unsigned Width>
    NINEFOLD_INLINE void visit(const Branch (&branches)[Width]) {
        Remembered* places[Width];
        bool more[Width];
#pragma GCC unroll 2
        for (unsigned k = 0; k < Width; ++k) places[k] = &place_for(branches[k].alive);
#pragma GCC unroll 2
        for (unsigned k = 0; k < Width; ++k) {
            const bool sound = !branches[k].empty.any(), open = branches[k].alive.any();
            const bool known = remembers(*places[k], branches[k].alive);
            const Word64 counted = sound && known, solved = sound && !open;
            watch_.found += (0 - counted) & places[k]->solutions;
            watch_.found += solved;
            more[k] = sound && open && !known;
        }
#pragma GCC unroll 2
        for (unsigned k = 0; k < Width; ++k) {
            if (!more[k]) continue;
            if (k && more[0] && remembers(*places[k], branches[k].alive)) watch_.found += places[k]->solutions;
            else search(branches[k], *places[k]);
        }
    }

    void search(const Branch& node, Remembered& place) {
        if (++nodes_ == pause_at_) pause();
        const Bits alive = node.alive, lows = node.lows;
        const Word64 before = watch_.found;

        // The first cell with two candidates, or else the first. In every word those that come first are lowest.
        const Bits second = alive & (alive - lows), third = second & (second - lows);
        Bits cells = without(third, third - lows) & guards_;
        if (!cells.any()) cells = alive & guards_;
        const Word64 two = cells.word(0) | cells.word(1), three = two | cells.word(2), all = three | cells.word(3);
        const Word64 guard = all & (~all + 1);
        const int word = !(cells.word(0) & guard) + !(two & guard) + !(three & guard);
        alignas(32) Word64 words[Bits::words];
        alive.store(words);
        Word64 candidates = words[word] & fields_[at(word, __builtin_ctzll(guard))] & (guard - 1);

        while (candidates && !given_up_ && !watch_.stopped) {
            Branch branches[2];
            const Effect& effect = effects_[at(word, __builtin_ctzll(candidates))];
            branches[0] = {without(alive, effect.gone), lows, effect.own, Bits::all(0)};
            candidates &= candidates - 1;
            const bool both = candidates != 0;
            const Effect& other = effects_[at(word, both ? __builtin_ctzll(candidates) : no_candidate)];
            branches[1] = {without(alive, other.gone), lows, other.own, Bits::all(0)};
            candidates &= candidates - both;
            settle(branches);
            if (!both) branches[1].empty = guards_;
            visit(branches);
        }
        if (given_up_ || watch_.stopped) return;
        alive.store(place.candidates);
        place.numbering = memory_.numberings;
        place.solutions = watch_.found - before;
    }

    // Gives up where there are many nodes for each solution. Later on it does not: what is found has been told.
    __attribute__((noinline)) void pause() {
        if (nodes_ <= last_doubt) {
            given_up_ = watch_.found - begun_ < nodes_ / 8;
            pause_at_ += first_pause;
        } else {
            watch_.look();
            pause_at_ += last_doubt;
        }
    }

    static constexpr unsigned first_pause = 64, last_doubt = 512;

    Memory& memory_;
    Watch& watch_;
    Bits guards_;
    Effect effects_[64 * Bits::words];  // of each candidate
    Word64 fields_[64 * Bits::words];   // of each guard
    Place places_[9][9];
    Word without_[9][3];                  // the guards of open cells that have no field
    int most_ = 0;  // bits that are counted here, and not split any more
    Word64 begun_ = 0;  // what was found before
    unsigned nodes_ = 0, pause_at_ = 0;
    bool given_up_ = false;
};

}  // namespace ninefold::lanes::NINEFOLD_VERSION
