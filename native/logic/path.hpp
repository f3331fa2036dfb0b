// Walking a path: step after step by an order, until the board is full or nothing is found.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "logic/finders.hpp"
#include "logic/order.hpp"
#include "logic/wire.hpp"

namespace ninefold::logic {

// Keeps the steps it takes as wire, up to a limit.
template <int W>
class WireSink final : public Sink<W> {
  public:
    WireSink(Wire& wire, std::size_t limit, bool with_evidence) : Sink<W>(with_evidence), wire_(wire), limit_(limit) {
        this->done = limit == 0;
    }
    void take(const Step<W>& step) override {
        WireWriter<W>(wire_, this->evidence).write(step);
        this->done = ++taken_ >= limit_;
    }

  private:
    Wire& wire_;
    std::size_t limit_, taken_ = 0;
};

// Keeps one step: the first, or the shortest.
template <int W>
class BestSink final : public Sink<W> {
  public:
    explicit BestSink(bool with_evidence) : Sink<W>(with_evidence) { this->one = true; }
    void restart(Pick pick) {
        pick_ = pick;
        this->done = found_ = false;
        this->shorter_than = std::numeric_limits<int>::max();
    }
    void take(const Step<W>& step) override {
        if (pick_ == Pick::first) {  // the finder stops here, and its step stays as it is until the next search
            best_ = &step;
            found_ = this->done = true;
            return;
        }
        if (found_ && step.length >= kept_.length) return;
        kept_ = step;
        best_ = &kept_;
        found_ = true;
        this->shorter_than = step.length;
    }
    [[nodiscard]] bool found() const { return found_; }
    [[nodiscard]] const Step<W>& best() const { return *best_; }

  private:
    Pick pick_ = Pick::first;
    bool found_ = false;
    Step<W> kept_;
    const Step<W>* best_ = nullptr;
};

// How much a path says about its steps. A notation is made from the evidence, but that of singles is not needed.
enum class Detail : std::uint8_t { changes, notation, reasons };

template <int W>
class Walk {
  public:
    using Set = Cells<W>;
    Walk(Position<W>& position, const Order& order, bool unique, Detail detail)
        : p_(position), order_(order), unique_(unique), detail_(detail), sink_(detail != Detail::changes),
          finder_(position, sink_) {
        finder_.wide = order.singles != Singles::queued;
        finder_.deep = unique;
    }

    // The position is another one.
    void restart() {
        with_hidden_ = {};
        hidden_in_ = {};
        searched_.clear();
    }

    // Walks to the end: makes the changes of each step and calls take(single) or take(step).
    template <class Take>
    void run(const Take& take) {
        while (!p_.solved()) {
            if (const std::optional<Single> single = next_single()) {
                p_.place(single->cell, single->digit);
                take(*single);
                continue;
            }
            if (!next_rung()) return;
            for (const Candidate& c : sink_.best().places) p_.place(c.cell, c.digit);
            for (const Candidate& c : sink_.best().removes) p_.remove(c.cell, c.digit);
            take(sink_.best());
        }
    }

  private:
    std::optional<Single> next_single() {
        if (order_.singles == Singles::queued) return next_queued();
        if (order_.singles == Singles::ease) return next_easiest();
        return {};
    }

    // How easily a hidden single is seen: the fewer open cells its unit has the better, and a box better than a line.
    [[nodiscard]] int ease(int unit) const {
        const int open = p_.open_in(unit);
        const int few = open == 1 ? 40 : open == 2 ? 25 : open == 3 ? 16 : 10;
        return p_.layout().kind(unit) == Kind::box ? 100 * few : 45 * few;
    }
    std::optional<Single> next_easiest() {
        int best = 0, best_unit = -1, best_digit = -1;
        note_hidden();
        for (const int unit : with_hidden_) {
            if (ease(unit) <= best) continue;
            Digits& digits = hidden_in_[static_cast<std::size_t>(unit)];
            while (digits && !p_.positions(unit, first(digits))) digits = without_first(digits);  // placed since
            if (digits) best = ease(unit), best_unit = unit, best_digit = first(digits);
            else with_hidden_.drop(unit);
        }
        int cell = -1;
        if (best == 0) cell = p_.with(1).first();
        else if (p_.open_in(best_unit) == 1) cell = p_.last_open(best_unit);
        else return hidden_single_in(p_, best_unit, best_digit);
        if (cell < 0 || !is_single(p_.candidates(cell))) return {};  // no digit left: the position is broken
        return naked_single_at(p_, cell, best_unit);
    }

    // Files the hidden singles that were announced, by unit.
    void note_hidden() {
        p_.hidden().take_all([&](int unit, int digit) {
            hidden_in_[static_cast<std::size_t>(unit)] |= bit(digit);
            with_hidden_.add(unit);
        });
    }

    std::optional<Single> next_queued() {
        const int unit = oldest_almost_full();
        const int cell = unit < 0 ? p_.naked().oldest(p_.open()) : p_.last_open(unit);
        if (cell >= 0 && is_single(p_.candidates(cell))) return naked_single_at(p_, cell, unit);
        if (const auto hidden = p_.next_hidden()) return hidden_single_in(p_, hidden->unit, hidden->digit);
        return {};
    }
    // The unit whose last open cell joined the queue of naked singles first; -1 if there is none.
    [[nodiscard]] int oldest_almost_full() const {
        if (!p_.almost_full().any()) return -1;  // mostly
        Set last;
        for (const int unit : p_.almost_full()) last.add(p_.last_open(unit));
        const int cell = p_.naked().oldest_of(last);
        for (const int unit : p_.almost_full()) {
            if (p_.last_open(unit) == cell) return unit;
        }
        return -1;
    }

    bool next_rung() {
        finder_.moved();
        searched_.update(p_);
        sink_.evidence = detail_ != Detail::changes;
        const bool no_singles = order_.singles == Singles::queued && p_.naked().empty() && p_.hidden().empty();
        for (const Rung& rung : order_.rungs) {
            if (!unique_ && assumes_unique(rung.techniques[0])) continue;
            if (no_singles && rung.techniques[0] <= Technique::naked_single) continue;
            sink_.restart(rung.pick);
            finder_.searched = rung.pick == Pick::first ? &searched_ : nullptr;  // the shortest may not be the first
            for (const Technique technique : rung.all()) find(finder_, technique);
            if (sink_.found()) return true;
        }
        return false;
    }

    Position<W>& p_;
    const Order& order_;
    bool unique_;
    Detail detail_;
    BestSink<W> sink_;
    Finder<W> finder_;
    Searched<W> searched_;
    typename Position<W>::Units with_hidden_;                 // units with hidden singles, unless placed since
    std::array<Digits, Limits<W>::units> hidden_in_{};        // and their digits
};

}  // namespace ninefold::logic
