// Fish with boxes, or with rows and columns mixed, among the bases or covers.
//
// 1. k base units, k covers. Base places outside the covers, or in two bases at once, are fins. What lies in more covers
//    than bases and sees every fin loses the digit.
// 2. Franken: bases are rows (or columns) and boxes, covers are columns (or rows) and boxes.
// 3. Mutant: any other mixture of rows, columns and boxes.
//
// The search starts from the candidate e that goes. If e held, the digit would be left in R, the places that e does not
// see; k bases whose places in R fit into k - 1 covers refute e. What e sees of the bases are the fins, and a unit
// through e is the k-th cover. Depth first: cover the first bare place (few units hold it), else add a base that touches
// the covers; pairs (bases, covers) are tried once.
#pragma once

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "logic/finder.hpp"

namespace ninefold::logic {

template <int W>
class BoxFish {
  public:
    using Set = Cells<W>;
    using Units = Cells<2>;  // a set of units; no layout has more than 128
    static constexpr int max_fins = 5;

    BoxFish(Finder<W>& finder, Technique technique) : f_(finder), technique_(technique) {
        using enum Technique;
        size_ = (static_cast<int>(technique) - static_cast<int>(franken_x_wing)) % 6 + 2;
        mutant_ = technique >= mutant_x_wing;
        const Technique first_finned = mutant_ ? finned_mutant_x_wing : finned_franken_x_wing;
        finned_ = technique >= first_finned;
    }

    void find() {
        Digits barren = 0;  // without such a fish; then no digit with the same places has one
        for (const int digit : each(f_.digits_left(technique_))) {
            if (is_like_one_of(barren, digit)) continue;
            digit_ = digit;
            found_ = false;
            reported_.clear();
            for (int turn = 0; turn < (mutant_ ? 1 : 2); ++turn) {
                choose_units(turn == 0 ? Kind::row : Kind::column, turn == 0 ? Kind::column : Kind::row);
                for (const int cell : f_.p.at(digit_)) {
                    search(cell);
                    if (f_.done()) return;
                }
            }
            f_.in_vain(technique_, bit(digit));
            if (!found_) barren |= bit(digit);
        }
    }

  private:
    [[nodiscard]] bool is_like_one_of(Digits digits, int digit) const {
        for (const int other : each(digits)) {
            if (f_.p.at(other) == f_.p.at(digit)) return true;
        }
        return false;
    }

    // Which units may be bases and covers: those that lack the digit, of the kinds the shape allows.
    void choose_units(Kind base_line, Kind cover_line) {
        can_base_ = can_cover_ = {};
        for (int unit = 0; unit < f_.l.unit_count(); ++unit) {
            const Kind kind = f_.l.kind(unit);
            if (kind == Kind::other || !f_.p.positions(unit, digit_)) continue;
            if (f_.l.is_full(unit) && (mutant_ || kind == Kind::box || kind == base_line)) can_base_.add(unit);
            if (mutant_ || kind == Kind::box || kind == cover_line) can_cover_.add(unit);
        }
    }

    void search(int victim) {
        const Set left = f_.p.at(digit_) - f_.l.peers_of(victim) - Set::of(victim);
        parts_.assign(f_.l.units.size(), {});
        bases_ = can_base_;
        covers_ = can_cover_;
        through_ = {};
        for (int unit = 0; unit < f_.l.unit_count(); ++unit) {
            parts_[static_cast<std::size_t>(unit)] = left & f_.l.unit(unit);
            const bool holds_victim = f_.l.unit(unit).has(victim);
            if (holds_victim && can_cover_.has(unit)) through_.add(unit);
            if (!holds_victim && part(unit).any()) continue;
            bases_.drop(unit);
            covers_.drop(unit);
        }
        if (!through_.any()) return;
        seen_.clear();
        extend({}, {}, {}, {});
    }
    [[nodiscard]] const Set& part(int unit) const { return parts_[static_cast<std::size_t>(unit)]; }

    void extend(const Units& bases, const Units& covers, const Set& body, const Set& covered) {
        if (f_.done() || !seen_.insert({bases, covers}).second) return;
        const int cover_count = covers.size();
        const Set bare = body - covered;
        if (bare.any()) {
            if (cover_count == size_ - 1) return;
            for (const Seat seat : f_.l.seats_of(bare.first())) {
                if (!covers_.has(seat.unit) || bases.has(seat.unit) || covers.has(seat.unit)) continue;
                extend(bases, covers | Units::of(seat.unit), body, covered | part(seat.unit));
            }
            return;
        }
        if (bases.size() == size_) {
            if (cover_count == size_ - 1) close(bases, covers);
            return;
        }
        for (const int unit : bases_ - bases - covers) {
            if ((bases.any() && !part(unit).meets(covered)) || part(unit).meets(body)) continue;
            extend(bases | Units::of(unit), covers, body | part(unit), covered);
        }
    }

    // Adds each unit through the victim as the last cover.
    void close(const Units& bases, const Units& covers) {
        for (const int unit : through_ - bases) {
            const Units all = covers | Units::of(unit);
            if (reported_.insert({bases, all}).second && has_shape(bases, all)) check(bases, all);
            if (f_.done()) return;
        }
    }

    struct Layers {
        Set once, twice;
    };
    [[nodiscard]] Layers layers(const Units& units) const {
        Layers found;
        for (const int unit : units) {
            const Set places = f_.p.places(unit, digit_);
            found.twice |= found.once & places;
            found.once |= places;
        }
        return found;
    }

    void check(const Units& bases, const Units& covers) {
        const Layers base = layers(bases);
        const Layers cover = layers(covers);
        const Set fins = (base.once - cover.once) | base.twice;
        if (fins.any() != finned_ || fins.size() > max_fins) return;
        const Set gone = (((cover.once - base.once) | (cover.twice & base.once)) - base.twice) & f_.l.seen_by_all(fins);
        if (gone.any()) give(bases, covers, fins - base.twice, base.twice, gone);
    }

    [[nodiscard]] bool has_shape(const Units& bases, const Units& covers) const {
        const Digits base_kinds = kinds(bases);
        const Digits cover_kinds = kinds(covers);
        const Digits lines = bit(static_cast<int>(Kind::row)) | bit(static_cast<int>(Kind::column));
        const bool boxes = (base_kinds | cover_kinds) & bit(static_cast<int>(Kind::box));
        const bool mixed = (base_kinds & lines) == lines || (cover_kinds & lines) == lines || (base_kinds & cover_kinds & lines);
        return mutant_ ? mixed : boxes && !mixed;
    }
    [[nodiscard]] Digits kinds(const Units& units) const {
        Digits all = 0;
        for (const int unit : units) all |= bit(static_cast<int>(f_.l.kind(unit)));
        return all;
    }

    void give(const Units& bases, const Units& covers, const Set& fins, const Set& endofins, const Set& gone) {
        found_ = true;
        auto& step = f_.start(technique_);
        step.remove(gone, digit_);
        if (f_.evidence()) {
            for (const int unit : bases) {
                step.add(Role::base, bit(digit_), f_.p.places(unit, digit_), unit);
                step.truths.push_back(unit_truth(unit, digit_));
            }
            for (const int unit : covers) step.add(Role::cover, bit(digit_), f_.p.places(unit, digit_), unit);
            if (fins.any()) step.add(Role::fin, bit(digit_), fins);
            if (endofins.any()) step.add(Role::endofin, bit(digit_), endofins);
        }
        f_.give();
    }

    Finder<W>& f_;
    Technique technique_;
    int size_ = 0, digit_ = 0;
    bool mutant_ = false, finned_ = false, found_ = false;
    Units can_base_, can_cover_, bases_, covers_, through_;
    std::vector<Set> parts_;
    std::set<std::pair<Units, Units>> seen_, reported_;
};

}  // namespace ninefold::logic
