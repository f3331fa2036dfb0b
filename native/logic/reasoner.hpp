// The reasoner of one size of board. Compiled once for each size, in boards_9.cpp, boards_16.cpp and boards_25.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "logic.hpp"
#include "logic/finders.hpp"
#include "logic/notation.hpp"
#include "logic/path.hpp"
#include "logic/verify.hpp"

namespace ninefold::logic {

template <int W>
class SizedReasoner final : public Reasoner {
  public:
    SizedReasoner(const Shape& shape, const Names& names) : layout_(shape), names_(names), blank_(layout_) {}

    [[nodiscard]] Wire steps(const Start& start, std::span<const Technique> techniques, std::size_t limit,
                             bool unique) const override {
        Wire wire;
        const Position<W> position = position_at(start);
        WireSink<W> sink(wire, limit, true);
        Finder<W> finder(position, sink);
        finder.thorough = true;
        finder.deep = unique;
        for (const Technique technique : techniques) {
            if ((unique || !assumes_unique(technique)) && !sink.done) find(finder, technique);
        }
        return wire;
    }

    [[nodiscard]] Wire path(const Start& start, const Order& order, bool unique, bool evidence) const override {
        Position<W> position = position_at(start);
        Walk<W> walk(position, order, unique, evidence ? Detail::reasons : Detail::changes);
        Wire wire;
        WireWriter<W> writer(wire, evidence);
        walk.run([&](const auto& step) { writer.write(step); });
        return wire;
    }
    void paths(std::span<const std::uint8_t> puzzles, const Order& order, bool unique, bool evidence,
               Paths& all) const override {
        WireWriter<W> writer(all.entries, evidence);
        walk_each(puzzles, order, unique, evidence ? Detail::reasons : Detail::changes, all,
                  [&](const auto& step) { writer.write(step); });
    }
    void lines(std::span<const std::uint8_t> puzzles, const Order& order, bool unique, Lines& all) const override {
        Notation<W> notation(layout_, names_, all.entries);
        walk_each(puzzles, order, unique, Detail::notation, all, [&](const auto& step) {
            notation.line(step);
            all.entries.push_back('\n');
        });
    }
    [[nodiscard]] std::string notation(std::span<const std::int16_t> record, Form form) const override {
        const auto step = WireReader<W>(record, layout_.n, layout_.unit_count()).read();
        if (!step) throw std::invalid_argument("the record is not a step on this layout");
        std::string text;
        Notation<W> notation(layout_, names_, text);
        form == Form::line ? notation.line(*step) : form == Form::result ? notation.result(*step) : notation.eureka(*step);
        return text;
    }

    [[nodiscard]] int digits() const override { return layout_.n; }
    [[nodiscard]] std::string verify(const Start& start, std::span<const std::int16_t> record) const override {
        const auto step = WireReader<W>(record, layout_.n, layout_.unit_count()).read();
        return step ? logic::verify(position_at(start), *step) : "the record is not a step on this layout";
    }

    [[nodiscard]] int cells() const override { return layout_.cells; }

  private:
    [[nodiscard]] Position<W> position_at(const Start& start) const {
        check(start);
        Position<W> position = blank_;
        for (int cell = 0; cell < layout_.cells; ++cell) {
            const auto i = static_cast<std::size_t>(cell);
            if (start.values[i]) position.place(cell, start.values[i] - 1);
            if (start.givens[i]) position.mark_given(cell);
        }
        for (const int cell : position.open()) {
            const Digits kept = start.candidates[static_cast<std::size_t>(cell)];
            for (const int digit : each(position.candidates(cell) & ~kept)) position.remove(cell, digit);
        }
        return position;
    }

    void check(const Start& start) const {
        const auto cells = static_cast<std::size_t>(layout_.cells);
        const bool fits = start.values.size() == cells && start.candidates.size() == cells && start.givens.size() == cells;
        const bool digits = std::all_of(start.values.begin(), start.values.end(), [&](int v) { return v <= layout_.n; });
        if (!fits || !digits) throw std::invalid_argument("values, candidates or givens do not fit the layout");
    }

    template <class Answers, class Take>
    void walk_each(std::span<const std::uint8_t> puzzles, const Order& order, bool unique, Detail detail, Answers& all,
                   const Take& take) const {
        Position<W> position = blank_;
        Walk<W> walk(position, order, unique, detail);
        const auto cells = static_cast<std::size_t>(layout_.cells);
        for (; !puzzles.empty(); puzzles = puzzles.subspan(cells)) {
            give_all(position, puzzles.first(cells));
            walk.restart();
            walk.run(take);
            all.ends.push_back(all.entries.size());
        }
    }

    void give_all(Position<W>& position, std::span<const std::uint8_t> puzzle) const {
        position = blank_;
        std::array<int, Limits<W>::cells> given;
        std::size_t count = 0;
        for (int cell = 0; cell < layout_.cells; ++cell) {  // without a branch that the CPU could not foresee
            given[count] = cell;
            count += puzzle[static_cast<std::size_t>(cell)] != 0;
        }
        for (std::size_t i = 0; i < count; ++i) position.give(given[i], puzzle[static_cast<std::size_t>(given[i])] - 1);
    }

    Layout<W> layout_;
    Names names_;
    Position<W> blank_;
};

// Defined in boards_9.cpp, boards_16.cpp and boards_25.cpp.
std::unique_ptr<Reasoner> reasoner_to_9(const Shape& shape, const Names& names);
std::unique_ptr<Reasoner> reasoner_to_16(const Shape& shape, const Names& names);
std::unique_ptr<Reasoner> reasoner_to_25(const Shape& shape, const Names& names);

}  // namespace ninefold::logic
