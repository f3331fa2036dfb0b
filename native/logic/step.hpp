// A step: what it changes, and its evidence as data. Sentences, drawings and notations are made from the evidence alone,
// and `verify` (verify.hpp) proves the change from it.
//
// A truth is "at least one of these holds": a cell has a digit, a full unit has a place for a digit, or a deadly pattern
// has a way out. Every step is a list of truths that cannot all hold against its conclusion.
//
// What each family lists, besides places and removes:
//
//   single            base: its cell (and unit); truth: the cell, or the unit and digit
//   direct …          as the pattern it builds on, then a base for the single; truths of both
//   locked            base: the places in the unit that confines the digit; cover: those in the unit that loses it
//   naked subset      subset: cells, digits, unit; truths: the cells
//   hidden subset     subset: cells, digits, unit; truths: (unit, digit) for each digit
//   fish              base and cover: one per unit; fin, endofin: cells; truths: (base unit, digit)
//   chain             node: one per node, in order; links alternate, and name the truths a strong one rests on
//   wing              pivot, pincer: one per cell; links as in a chain, if there is one; truths: the cells
//   sets              als, stem, petal, crossing: cells and all their digits; truths: the cells
//   colouring         colour: two parts per cluster, one for each colour; truths: all links of the cluster
//   deadly pattern    rectangle: two parts, the two classes of cells, each with the digits its cells may take (both
//                     digits; in an avoidable rectangle the one digit of the class); exchanging the classes' digits leaves every unit as
//                     it was. guardian: one part per cell with its candidates outside the pattern. A truth `pattern`:
//                     one guardian holds. BUG: guardians only; without them every open cell has two candidates and
//                     every (unit, digit) two places or none. Then the parts and truths of a subset, or the truths
//                     (unit, digit) that the type uses.
//   forcing           children, one per assumption; the assumptions are the candidates of one truth, or a candidate
//                     that holds and the same that does not
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "logic/cells.hpp"
#include "logic/technique.hpp"

namespace ninefold::logic {

// Digits count from 0 here, and from 1 on the wire.
struct Candidate {
    std::int16_t cell = 0;
    std::int16_t digit = 0;
    friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

constexpr Candidate candidate(int cell, int digit) {
    return {static_cast<std::int16_t>(cell), static_cast<std::int16_t>(digit)};
}

enum class Role : std::uint8_t {
    base, cover, fin, endofin, subset, pivot, pincer, als, stem, petal, node, colour, rectangle, guardian, extra,
    crossing, assumption
};

inline constexpr std::array<std::string_view, 17> role_names{
    "base", "cover", "fin", "endofin", "subset", "pivot", "pincer", "als", "stem", "petal", "node", "colour",
    "rectangle", "guardian", "extra", "crossing", "assumption"};

template <int W>
struct Part {
    Role role = Role::base;
    Digits digits = 0;
    Cells<W> cells;
    std::int16_t unit = -1;  // -1: none
};

// From one part to another. A strong link (one of them holds) rests on the truths first_truth … first_truth + truths - 1;
// a weak one (not both hold) on the rules.
struct Link {
    std::int16_t from = 0, to = 0;
    bool strong = false;
    std::int16_t first_truth = 0, truths = 0;
};

struct Truth {
    enum class Kind : std::uint8_t { cell, unit, pattern };
    Kind kind = Kind::cell;
    std::int16_t what = -1;   // the cell or unit
    std::int16_t digit = -1;  // of a unit
};

constexpr Truth cell_truth(int cell) { return {Truth::Kind::cell, static_cast<std::int16_t>(cell), -1}; }
constexpr Truth unit_truth(int unit, int digit) {
    return {Truth::Kind::unit, static_cast<std::int16_t>(unit), static_cast<std::int16_t>(digit)};
}
constexpr Truth pattern_truth() { return {Truth::Kind::pattern, -1, -1}; }

// A single: a cell or a unit with one possibility left. Most steps are singles, so a walk hands them over as they are;
// every other step is a whole Step.
struct Single {
    Technique technique = Technique::naked_single;
    int cell = 0, digit = 0, unit = -1;  // -1: none

    [[nodiscard]] constexpr Truth truth() const {
        const bool is_hidden = technique == Technique::hidden_single_box || technique == Technique::hidden_single_line;
        return is_hidden ? unit_truth(unit, digit) : cell_truth(cell);
    }
};

// A conclusion inside a forcing chain: a candidate holds or fails, and why.
struct Node {
    enum class Reason : std::uint8_t {
        start,  // it is the assumption
        sees,   // fails: the parent holds in the same cell, or the same digit in a cell it sees
        cell,   // holds: the parents are the other digits of the cell, which fail
        unit,   // holds: the parents are the other places in unit `why`, which fail
        lemma   // the child's lemma `why`; the parents are what makes it possible
    };
    Candidate candidate;
    bool holds = false;
    Reason reason = Reason::start;
    std::int16_t why = -1;
    std::vector<std::int16_t> parents;  // indices of earlier nodes
};

// How an assumption ends.
struct Ending {
    enum class Kind : std::uint8_t {
        cell,       // the cell `what` has no digit left
        unit,       // the unit `what` has no place left for `with`, a digit
        both,       // the nodes `what` and `with` say that a candidate holds and fails
        conclusion  // the node `what` is one that all children share
    };
    Kind kind = Kind::conclusion;
    std::int16_t what = -1, with = -1;
};

template <int W>
struct Step;

template <int W>
struct Child {
    Candidate assumption;
    bool holds = true;
    std::vector<Node> nodes;       // in order of inference; the first is the assumption
    std::vector<Step<W>> lemmas;   // steps that need some nodes first; nested chains have their own children
    Ending ending;
};

template <int W>
struct Step {
    Technique technique = Technique::full_house;
    bool assumes_unique = false;
    std::int16_t length = 0;  // of a chain: its links
    std::vector<Candidate> places, removes;
    std::vector<Part<W>> parts;
    std::vector<Link> links;
    std::vector<Truth> truths;
    std::vector<Child<W>> children;

    // Empties the step for the next use; the vectors keep their memory.
    void restart(Technique next) {
        technique = next;
        assumes_unique = logic::assumes_unique(next);
        length = 0;
        places.clear();
        removes.clear();
        parts.clear();
        links.clear();
        truths.clear();
        children.clear();
    }
    void place(int cell, int digit) { places.push_back(candidate(cell, digit)); }
    void remove(int cell, int digit) { removes.push_back(candidate(cell, digit)); }
    void remove(const Cells<W>& cells, int digit) {
        for (const int cell : cells) remove(cell, digit);
    }
    void add(Role role, Digits digits, const Cells<W>& cells, int unit = -1) {
        parts.push_back({role, digits, cells, static_cast<std::int16_t>(unit)});
    }
    void weak(int from, int to) {
        links.push_back({static_cast<std::int16_t>(from), static_cast<std::int16_t>(to), false, 0, 0});
    }
    // A strong link that rests on one truth, which is added.
    void strong(int from, int to, Truth truth) {
        links.push_back({static_cast<std::int16_t>(from), static_cast<std::int16_t>(to), true,
                         static_cast<std::int16_t>(truths.size()), 1});
        truths.push_back(truth);
    }
    [[nodiscard]] bool empty() const { return places.empty() && removes.empty(); }
};

// Where finders put what they find.
template <int W>
class Sink {
  public:
    explicit Sink(bool with_evidence) : evidence(with_evidence) {}
    virtual ~Sink() = default;
    Sink(const Sink&) = delete;
    Sink& operator=(const Sink&) = delete;

    // Takes a step that changes something; its removes are sorted and different. The step is a finder's, and is reused.
    virtual void take(const Step<W>& step) = 0;

    bool evidence;        // whether parts, links, truths and children are wanted; places and removes always are
    bool done = false;    // finders stop when this is true
    bool one = false;     // only one step is wanted, so finders that compare may offer their best alone
    int shorter_than = std::numeric_limits<int>::max();  // chains of this length or more are not wanted
};

}  // namespace ninefold::logic
