// The reasoner of one size of board. Compiled once for each size, in boards_9.cpp, boards_16.cpp and boards_25.cpp.
#pragma once

#include <algorithm>
#include <string>

#include "logic.hpp"
#include "logic/finders.hpp"
#include "logic/path.hpp"
#include "logic/verify.hpp"

namespace ninefold::logic {

template <int W>
class SizedReasoner final : public Reasoner {
  public:
    explicit SizedReasoner(const Shape& shape) : layout_(shape), blank_(layout_) {}

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
        return walk(position, order, unique, evidence);
    }
    [[nodiscard]] Wire path(std::span<const std::uint8_t> puzzle, const Order& order, bool unique,
                            bool evidence) const override {
        Position<W> position = blank_;
        for (int cell = 0; cell < layout_.cells; ++cell) {
            const int value = puzzle[static_cast<std::size_t>(cell)];
            if (value) position.give(cell, value - 1);
        }
        return walk(position, order, unique, evidence);
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

    static Wire walk(Position<W>& position, const Order& order, bool unique, bool evidence) {
        Wire wire;
        wire.reserve(1024);  // most paths of a 9×9 puzzle without evidence
        Walk<W> walk(position, order, unique, evidence);
        while (!position.solved() && walk.advance()) WireWriter<W>(wire).write(walk.step());
        return wire;
    }

    Layout<W> layout_;
    Position<W> blank_;
};

// Defined in boards_9.cpp, boards_16.cpp and boards_25.cpp.
std::unique_ptr<Reasoner> reasoner_to_9(const Shape& shape);
std::unique_ptr<Reasoner> reasoner_to_16(const Shape& shape);
std::unique_ptr<Reasoner> reasoner_to_25(const Shape& shape);

}  // namespace ninefold::logic
