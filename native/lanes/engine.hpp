// The engine: walks the trees of guesses of many puzzles side by side.
//
// Each lane works on one puzzle. After each sweep, a lane with a contradiction backtracks to its last open guess, or is
// done; a solved lane records the solution and backtracks likewise; a lane in which rule 3 changed nothing guesses. A
// lane that is done loads the next puzzle at once, so the lanes stay full. What happens in a lane depends on its puzzle
// alone, so the answers do not depend on the other lanes.
//
// The words of all lanes are stored lane by lane, so that one vector load reads the same word of every puzzle:
//
//     words_[stack][row]   [ lane 0 | lane 1 | … ]
#pragma once

#include "counter.hpp"
#include "measure/look.hpp"
#include "tree.hpp"

namespace ninefold::lanes::NINEFOLD_VERSION {

// The lanes of one thread working on a batch.
template <unsigned Lanes>
class LaneSolver {
    using V = Vector<Lanes>;
    using LaneTriads = TriadsOf<6 * static_cast<int>(Lanes), static_cast<int>(Lanes)>;

  public:
    explicit LaneSolver(const Batch& batch) : batch_(batch) {}

    void work() {
        for (unsigned lane = 0; lane < Lanes && load_next(lane); ++lane) active_ |= Word{1} << lane;
        if (count_bits(active_) > max_alone) leave_empty(V::every_lane & ~active_);
        while (count_bits(active_) > max_alone) {
            step();
            if (++sweeps_ % 128 == 0 && stopped()) return give_up();
        }
        for (unsigned lane = 0; lane < Lanes; ++lane) {
            if (active_ >> lane & 1 && !finish_alone(lane)) return give_up();
        }
        report_found();
    }

  private:
    // A sweep costs as much as three sweeps of a single puzzle: the last two puzzles are finished faster that way.
    static constexpr int max_alone = 2;

    struct Lane {
        std::size_t puzzle;
        std::uint64_t count;
        std::uint64_t limit;
        std::uint64_t guesses;
        unsigned depth;  // the number of its open nodes
    };

    Node* open(unsigned lane) { return batch_.open + lane * max_depth; }

    void step() {
        const Signs<V> signs = sweep<V>(words_, triads_);
        const Word dead = signs.dead_lanes() & active_, unsolved = signs.open_lanes() & active_;
        Word back = dead, done = 0;
        const Word moving = (signs.changed_lanes() & ~guessed_) | (signs.busy_lanes() & guessed_);
        const Word stuck = unsolved & ~dead & ~moving & signs.loose_lanes();
        if (stuck) back |= guess_in(stuck);
        for (Word solved = active_ & ~unsolved & ~dead; solved; solved &= solved - 1) {
            const unsigned lane = first_of(solved);
            (note(lane) ? done : back) |= Word{1} << lane;
        }
        for (; back; back &= back - 1) {
            const unsigned lane = first_of(back);
            if (lanes_[lane].depth) put(lane, open(lane)[--lanes_[lane].depth]);
            else done |= Word{1} << lane;
        }
        for (; done; done &= done - 1) {
            const unsigned lane = first_of(done);
            answer(lane);
            if (!load_next(lane)) active_ &= ~(Word{1} << lane);
        }
    }

    // Guesses in these lanes; returns those whose clues clash. A sweep does not notice every clash, and guesses
    // elsewhere may take long to reach it, so it is checked after some guesses. Not part of `step`, so that the
    // compiler keeps its registers for the sweep.
    [[gnu::noinline]] Word guess_in(Word stuck) {
        Word clashing = 0;
        find_openings<V>(triads_, openings_);
        for (; stuck; stuck &= stuck - 1) {
            const unsigned lane = first_of(stuck);
            if (lanes_[lane].guesses == clash_check_guesses && has_clash(lane)) {
                lanes_[lane].depth = 0;
                clashing |= Word{1} << lane;
            } else {
                guess(lane);
            }
        }
        return clashing;
    }

    // Clashing clues are reported only as having no solution. The guesses before that are not counted: their number
    // depends on whether the puzzle was alone when the clues were checked.
    static constexpr std::uint64_t clash_check_guesses = 16;

    [[nodiscard]] bool has_clash(unsigned lane) const { return clues_clash(batch_.digits + 81 * lanes_[lane].puzzle); }

    void guess(unsigned lane) {
        const Word key = openings_.narrowest[lane];
        if (key >= none_open) return;
        const int which = static_cast<int>(key & 7);
        const bool vertical = which >= 3;
        const Guess guess = choose(
            which, openings_.several[vertical][lane], openings_.many[vertical][lane], LaneTriads{&triads_[0][0][lane]},
            [&](int place) { return vertical ? openings_.columns[which - 3][lane] : openings_.boxes[place][lane]; });
        Lane& at = lanes_[lane];
        Node& other = open(lane)[at.depth++];
        get(lane, other);
        NINEFOLD_VERSION::apply_half(other, guess.band, guess.outside);
        apply_half(lane, guess.band, guess.inside);
        ++at.guesses;
        guessed_ |= Word{1} << lane;
    }

    // Uses whole vectors although one lane changes: after single-word stores, the next sweep would stall on store
    // forwarding.
    void apply_half(unsigned lane, int band, const Half& half) {
        const V candidates = V::only(lane) & V::all(half.candidates);
        for (int stack = 0; stack < 3; ++stack) {
            for (int i = 0; i < 3; ++i) {
                Word* const words = words_[stack][3 * band + i];
                without(V::load(words), candidates & V::all(half.where->words[i][stack])).store(words);
            }
        }
    }

    // Records a solution; returns true if no more are wanted.
    bool note(unsigned lane) {
        Lane& at = lanes_[lane];
        if (at.count == 0 && batch_.solutions) {
            Solved solved;
            for (int row = 0; row < 9; ++row) {
                for (int stack = 0; stack < 3; ++stack) solved.words[3 * row + stack] = words_[stack][row][lane];
            }
            solved.write<Lanes>(batch_.solutions + 81 * at.puzzle);
        }
        ++found_;
        return ++at.count >= at.limit;
    }

    void put(unsigned lane, const Node& node) {
        for (int stack = 0; stack < 3; ++stack) {
            for (int row = 0; row < 9; ++row) words_[stack][row][lane] = node.words[row][stack];
        }
    }

    void get(unsigned lane, Node& node) const {
        for (int row = 0; row < 9; ++row) {  // as a whole, because it is soon read as a whole
            const Vector<4> whole{{words_[0][row][lane], words_[1][row][lane], words_[2][row][lane], everything}};
            whole.store(node.words[row]);
        }
    }

    void leave_empty(Word idle) {
        for (; idle; idle &= idle - 1) {
            for (auto& stack : words_) {
                for (auto& row : stack) row[first_of(idle)] = everything;
            }
        }
    }

    // Loads the next puzzle into the lane; returns false if there is none.
    bool load_next(unsigned lane) {
        if (next_ == last_ && !batch_.more(batch_.owner, next_, last_)) return false;
        lanes_[lane] = {next_, 0, batch_.limit, 0, 0};
        guessed_ &= ~(Word{1} << lane);
        const std::uint8_t* digits = batch_.digits + 81 * next_;
        for (int row = 0; row < 9; ++row) {
            for (int stack = 0; stack < 3; ++stack, digits += 3) words_[stack][row][lane] = clues.word(digits);
        }
        if (batch_.excluded && batch_.excluded[next_] != no_exclusion) exclude(lane, batch_.excluded[next_]);
        ++next_;
        return true;
    }

    void exclude(unsigned lane, unsigned candidate) {
        const unsigned cell = candidate / 9, column = cell % 9;
        words_[column / 3][cell / 9][lane] &= ~(Word{1} << (column % 3 * field + candidate % 9));
        lanes_[lane].limit = 1;
    }

    void answer(unsigned lane) {
        Lane& at = lanes_[lane];
        if (!at.count && at.guesses && has_clash(lane)) at.guesses = 0;
        report(lane);
        if (batch_.ended) batch_.ended[at.puzzle] = 1;
    }

    void report(unsigned lane) const {
        const Lane& at = lanes_[lane];
        if (batch_.counts) batch_.counts[at.puzzle] = at.count;
        if (batch_.guesses) batch_.guesses[at.puzzle] = at.guesses;
    }

    // Finishes a puzzle alone; returns false if stopped.
    bool finish_alone(unsigned lane) {
        Lane& at = lanes_[lane];
        Branches tree{{}, open(lane), at.depth, at.guesses, 0, false};
        get(lane, tree.now);
        std::uint8_t digits[81];
        for (std::uint64_t nodes = clash_check_guesses; !tree.ended && at.count < at.limit; nodes = 256) {
            if (advance(tree, nodes, digits)) {
                if (at.count++ == 0 && batch_.solutions) {
                    __builtin_memcpy(batch_.solutions + 81 * at.puzzle, digits, sizeof digits);
                }
                ++found_;
                if (++sweeps_ % 64) continue;
            }
            at.guesses = tree.guesses;
            if (nodes == clash_check_guesses) tree.ended = tree.ended || has_clash(lane);
            else if (!tree.ended && stopped()) return false;
        }
        at.guesses = tree.guesses;
        answer(lane);
        active_ &= ~(Word{1} << lane);
        return true;
    }

    void report_found() {
        if (found_) batch_.found(batch_.owner, found_);
        found_ = 0;
    }

    bool stopped() {
        report_found();
        return batch_.stopped(batch_.owner);
    }

    // Reports what is known of the puzzles in progress.
    void give_up() const {
        for (unsigned lane = 0; lane < Lanes; ++lane) {
            if (active_ >> lane & 1) report(lane);
        }
    }

    const Batch& batch_;
    alignas(64) Word words_[3][9][Lanes];
    alignas(64) Word triads_[3][6][Lanes];
    alignas(64) Openings<Lanes> openings_;
    Lane lanes_[Lanes];
    Word active_ = 0;
    Word guessed_ = 0;  // lanes whose puzzle has been guessed at
    std::size_t next_ = 0, last_ = 0;
    std::uint64_t sweeps_ = 0;
    std::uint64_t found_ = 0;
};

template <unsigned Lanes>
void solve(const Batch& batch) {
    static_assert(Lanes * max_depth > max_depth + 81, "space for the open guesses of a counter");
    if (batch.counting) Counter(batch).work();
    else LaneSolver<Lanes>(batch).work();
}

template <unsigned Lanes>
constexpr Version version(const char* name) {
    return {name, Lanes, solve<Lanes>, start, fork_first, advance, measure::NINEFOLD_VERSION::look<Lanes>};
}

}  // namespace ninefold::lanes::NINEFOLD_VERSION
