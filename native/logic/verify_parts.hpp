// What the parts of a step must be, by their roles. Part of the independent check (verify.hpp).
//
//   base, cover   with a unit: some places of the one digit in that unit
//   node          one digit, and every cell of it is a place of the digit
//   als, petal    n cells with exactly the listed digits, one more than cells (Sue de Coq and aligned triples: any surplus)
//   stem, pivot, pincer   one cell, and exactly its candidates
//   crossing      cells with exactly the listed digits
//   subset        cells that have no other candidates in common with the truths than the listed digits
//   guardian      recomputed (below)
// No part is empty, and every cell of it is on the board.
//
// A deadly pattern is two `rectangle` parts, its classes. Exchanging their digits must leave every unit as it was, no cell
// may be given, and a cell that is placed must have a digit of its class. Its guardians are the other candidates.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "logic/position.hpp"
#include "logic/step.hpp"

namespace ninefold::logic {

// The candidates listed as guardians, in order.
template <int W>
std::vector<Candidate> guardians(const Position<W>& p, const Step<W>& step) {
    std::vector<Candidate> found;
    for (const Part<W>& part : step.parts) {
        if (part.role != Role::guardian) continue;
        for (const int cell : part.cells) {
            for (const int digit : each(part.digits & p.candidates(cell))) found.push_back(candidate(cell, digit));
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

// A BUG: without its guardians every open cell has two candidates, every digit two places or none in every unit.
template <int W>
bool is_bug(const Position<W>& p, const std::vector<Candidate>& guardians) {
    Position<W> rest = p;
    for (const Candidate& c : guardians) rest.remove(c.cell, c.digit);
    for (const int cell : rest.open()) {
        if (!is_pair(rest.candidates(cell))) return false;
    }
    for (int unit = 0; unit < p.layout().unit_count(); ++unit) {
        for (int digit = 0; digit < p.layout().n; ++digit) {
            const int n = rest.places(unit, digit).size();
            if (n != 0 && n != 2) return false;
        }
    }
    return !guardians.empty();
}

template <int W>
bool is_deadly(const Position<W>& p, const Step<W>& step) {
    std::vector<const Part<W>*> classes;
    for (const Part<W>& part : step.parts) {
        if (part.role == Role::rectangle) classes.push_back(&part);
    }
    const auto listed = guardians(p, step);
    if (classes.empty()) return is_bug(p, listed);
    if (classes.size() != 2 || classes[0]->cells.meets(classes[1]->cells)) return false;
    if (!p.layout().balanced(classes[0]->cells, classes[1]->cells)) return false;
    if (count(classes[0]->digits | classes[1]->digits) != 2) return false;
    std::vector<Candidate> ways_out;
    for (const Part<W>* one : classes) {
        if (one->cells.meets(p.givens())) return false;
        for (const int cell : one->cells) {
            if (p.value(cell) && one->digits != bit(p.value(cell) - 1)) return false;
            for (const int digit : each(p.candidates(cell) & ~one->digits)) ways_out.push_back(candidate(cell, digit));
        }
    }
    std::sort(ways_out.begin(), ways_out.end());
    return ways_out == listed;
}

template <int W>
bool is_what_it_says(const Position<W>& p, const Part<W>& part, Technique technique) {
    const auto places = [&](int digit) { return p.at(digit); };
    switch (part.role) {
        case Role::node:
            return is_single(part.digits) && part.cells.in(places(first(part.digits)));
        case Role::stem:
            return part.cells.size() == 1 && p.candidates_in(part.cells) == part.digits;
        case Role::als:
        case Role::petal:
            return p.candidates_in(part.cells) == part.digits && part.cells.in(p.open()) &&
                   (technique == Technique::sue_de_coq || technique == Technique::aligned_triple_exclusion ||
                    count(part.digits) == part.cells.size() + 1);
        case Role::crossing:
            return technique != Technique::sue_de_coq || p.candidates_in(part.cells) == part.digits;
        default: return true;
    }
}

template <int W>
std::string parts_fault(const Position<W>& p, const Step<W>& step) {
    for (std::size_t i = 0; i < step.parts.size(); ++i) {
        const Part<W>& part = step.parts[i];
        if (!part.cells.any() || !is_what_it_says(p, part, step.technique)) {
            return "part " + std::to_string(i) + " is not what its role says";
        }
    }
    return "";
}

}  // namespace ninefold::logic
