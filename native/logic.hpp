// How a person solves: steps with reasons, and whole paths, on any layout up to 25 digits.
//
// The parts are headers in logic/, templates on the size of the board, from the bottom up:
//
//   cells, layout, position   sets, units, and the candidates left
//   single_queues             singles that wait for their turn
//   technique, step, wire     what a step says, and how it travels
//   few_places, two_places, rectangles    counted once per position, for several finders
//   searched                  what a walk searched in vain and need not search again
//   finder, finders           what finders share, and which finder looks for which technique
//   singles, locked, …        the finders, a family each
//   verify                    the independent check of a step
//   names, text, notation     a step in a line of text
//   order, path               which technique comes first; walking from step to step
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "logic/layout.hpp"
#include "logic/names.hpp"
#include "logic/order.hpp"
#include "logic/technique.hpp"
#include "logic/wire.hpp"

namespace ninefold::logic {

// A board as a person has it before them. One entry per cell: the digit placed (0: none), the candidates of an open
// cell, and the digit given (0: none). Candidates that a placed digit excludes do not count.
struct Start {
    std::span<const std::uint8_t> values;
    std::span<const std::uint32_t> candidates;
    std::span<const std::uint8_t> givens;
};

// What belongs to many puzzles, one after the other. Puzzle i has the entries ends[i-1] … ends[i]-1.
template <class Entries>
struct Many {
    Entries entries;
    std::vector<std::uint64_t> ends;
};
using Paths = Many<Wire>;
using Lines = Many<std::string>;  // each step in HoDoKu's form, and a line end

// The ways to write a step: HoDoKu's line, what follows alone, or Eureka.
enum class Form : std::uint8_t { line, result, eureka };

class Reasoner {
  public:
    virtual ~Reasoner() = default;

    // All steps of these techniques, technique by technique; at most `limit`. Without `unique`, techniques that assume a
    // unique solution are skipped.
    [[nodiscard]] virtual Wire steps(const Start& start, std::span<const Technique> techniques, std::size_t limit,
                                     bool unique) const = 0;
    // The steps of a path; with their evidence or only with their changes.
    [[nodiscard]] virtual Wire path(const Start& start, const Order& order, bool unique, bool evidence) const = 0;
    // The paths of some puzzles, added to `all`.
    virtual void paths(std::span<const std::uint8_t> puzzles, const Order& order, bool unique, bool evidence,
                       Paths& all) const = 0;
    // The same as text.
    virtual void lines(std::span<const std::uint8_t> puzzles, const Order& order, bool unique, Lines& all) const = 0;
    // A step (one record of wire) as text. Throws std::invalid_argument if it is not a step on this layout.
    [[nodiscard]] virtual std::string notation(std::span<const std::int16_t> record, Form form) const = 0;

    [[nodiscard]] virtual int digits() const = 0;
    // Empty if the evidence of the step proves it here, else which rule failed and where (verify.hpp).
    [[nodiscard]] virtual std::string verify(const Start& start, std::span<const std::int16_t> record) const = 0;

    [[nodiscard]] virtual int cells() const = 0;
};

// Throws std::invalid_argument for a layout of more than 25 digits or 128 units, or with units that make no sense.
std::unique_ptr<Reasoner> make_reasoner(const Shape& shape, const Names& names = {});

// The paths of many puzzles, on several threads.
Paths paths(const Reasoner& reasoner, std::span<const std::uint8_t> puzzles, const Order& order, bool unique,
            bool evidence, unsigned threads);
Lines lines(const Reasoner& reasoner, std::span<const std::uint8_t> puzzles, const Order& order, bool unique,
            unsigned threads);

}  // namespace ninefold::logic
