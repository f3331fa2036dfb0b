// Walking a path: step after step by an order, until the board is full or nothing is found.
#pragma once

#include <limits>
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
        WireWriter<W>(wire_).write(step);
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

template <int W>
class Walk {
  public:
    Walk(Position<W>& position, const Order& order, bool unique, bool evidence)
        : p_(position), order_(order), unique_(unique), sink_(evidence), finder_(position, sink_) {
        finder_.wide = order.singles != Singles::queued;
        finder_.deep = unique;
    }

    // Takes the next step, if there is one, and makes its changes.
    bool advance() {
        finder_.moved();
        if (!next_single() && !next_rung()) return false;
        for (const Candidate& c : sink_.best().places) p_.place(c.cell, c.digit);
        for (const Candidate& c : sink_.best().removes) p_.remove(c.cell, c.digit);
        return true;
    }
    [[nodiscard]] const Step<W>& step() const { return sink_.best(); }

  private:
    bool next_single() {
        sink_.restart(Pick::first);
        if (order_.singles == Singles::ease) return next_easiest();
        return order_.singles == Singles::queued && (next_naked() || next_hidden());
    }

    // How easily a hidden single is seen: the fewer open cells its unit has the better, and a box better than a line.
    [[nodiscard]] int ease(int unit) const {
        const int open = p_.open_in(unit);
        const int few = open == 1 ? 40 : open == 2 ? 25 : open == 3 ? 16 : 10;
        return p_.layout().kind(unit) == Kind::box ? 100 * few : 45 * few;
    }
    bool next_easiest() {
        int best = 0, best_unit = -1, best_digit = -1;
        for (int unit = 0; unit < p_.layout().unit_count(); ++unit) {
            if (!p_.layout().is_full(unit) || ease(unit) <= best) continue;
            for (int digit = 0; digit < p_.layout().n; ++digit) {
                if (!is_single(p_.positions(unit, digit))) continue;
                best = ease(unit), best_unit = unit, best_digit = digit;
                break;
            }
        }
        if (best == 0) {
            find_naked_single(finder_);
            return sink_.found();
        }
        if (p_.open_in(best_unit) == 1) return give_naked((p_.open() & p_.layout().unit(best_unit)).first(), best_unit);
        start_hidden(finder_, best_unit, best_digit);
        return finder_.give();
    }

    bool next_naked() {
        while (!p_.naked().empty() && p_.value(p_.naked().front().cell)) p_.skip_naked();
        for (const auto [cell] : p_.naked()) {
            if (p_.value(cell)) continue;
            const int unit = last_open_in(cell);
            if (unit >= 0) return give_naked(cell, unit);
        }
        return !p_.naked().empty() && give_naked(p_.naked().front().cell, -1);
    }
    // A full unit whose last open cell this is; -1 if there is none.
    [[nodiscard]] int last_open_in(int cell) const {
        for (const Seat seat : p_.layout().seats_of(cell)) {
            if (p_.open_in(seat.unit) == 1) return seat.unit;
        }
        return -1;
    }
    bool give_naked(int cell, int unit) {
        if (!is_single(p_.candidates(cell))) return false;
        logic::give_naked(finder_, cell, unit);
        return finder_.give();
    }
    bool next_hidden() {
        while (!p_.hidden().empty()) {
            const auto [unit, digit] = p_.hidden().front();
            p_.skip_hidden();
            if (!is_single(p_.positions(unit, digit))) continue;
            start_hidden(finder_, unit, digit);
            return finder_.give();
        }
        return false;
    }

    bool next_rung() {
        for (const Rung& rung : order_.rungs) {
            if (!unique_ && assumes_unique(rung.techniques[0])) continue;
            sink_.restart(rung.pick);
            for (const Technique technique : rung.all()) find(finder_, technique);
            if (sink_.found()) return true;
        }
        return false;
    }

    Position<W>& p_;
    const Order& order_;
    bool unique_;
    BestSink<W> sink_;
    Finder<W> finder_;
};

}  // namespace ninefold::logic
