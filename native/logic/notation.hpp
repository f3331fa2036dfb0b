// Notations: HoDoKu's one-line form of a step, and Eureka for chains. Both are made from the evidence alone.
//
// Techniques that HoDoKu does not know are written in the same manner.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "logic/chain_text.hpp"
#include "logic/text.hpp"

namespace ninefold::logic {

template <int W>
class Notation {
  public:
    using Set = Cells<W>;

    // Writes to the end of `out`.
    Notation(const Layout<W>& layout, const Names& names, std::string& out)
        : l_(layout), names_(names), out_(out), text_(layout, names, out) {}

    // Naked Single: r4c7=5
    void line(const Single& single) {
        text_ << names_.techniques[static_cast<std::size_t>(single.technique)] << ": ";
        text_.claim(candidate(single.cell, single.digit), true);
    }
    // Naked Pair: 2,5 in r3c34 => r3c1<>5
    void line(const Step<W>& step) {
        text_ << names_.techniques[static_cast<std::size_t>(step.technique)];
        if (step.technique <= Technique::naked_single) {
            (text_ << ": ").result(step);
            return;
        }
        const std::size_t before = out_.size();
        text_ << ": ";
        const std::size_t after = out_.size();
        step_ = &step;
        body(step.technique);
        if (out_.size() == after) out_.resize(before);
        (text_ << " => ").result(step);
    }
    void result(const Step<W>& step) { text_.result(step); }
    // Nothing if the step has no links.
    void eureka(const Step<W>& step) {
        if (!step.links.empty()) ChainText<W>(l_, names_, step, out_).eureka();
    }

  private:
    static constexpr std::size_t most_parts = 9;  // written of a technique that has no special form
    using Parts = std::vector<const Part<W>*>;

    void body(Technique technique) {
        using enum Technique;
        const auto within = [technique](Technique from, Technique to) { return technique >= from && technique <= to; };
        if (within(forcing_start, nested_forcing_chain)) return forcing();
        if (within(bug_1, bug_4)) return;
        if (step_->parts.empty() || (step_->links.empty() && needs_links(technique))) return every_part();
        if (within(direct_pointing, claiming)) return step_->parts[0].role == Role::subset ? subset() : locked();
        if (within(locked_pair, hidden_quad)) return subset();
        if (within(x_wing, kraken_fish_2)) return fish();
        if (within(unique_rectangle_1, unique_loop_4)) return rectangle();
        if (within(simple_colours_trap, multi_colours_2)) return colours();
        switch (technique) {
            case skyscraper:
            case two_string_kite:
            case dual_two_string_kite: return two_links();
            case empty_rectangle:
            case dual_empty_rectangle: return empty_rectangles();
            case xy_wing:
            case xyz_wing: return xy_wings();
            case w_wing: return w_wings();
            case remote_pair: return remote_pairs();
            case turbot_fish:
            case three_strong_links:
            case four_strong_links:
            case five_strong_links:
            case six_strong_links:
            case x_chain: return ChainText<W>(l_, names_, *step_, out_).x_chain();
            case xy_chain:
            case aic:
            case grouped_aic: return ChainText<W>(l_, names_, *step_, out_).aic();
            case continuous_nice_loop:
            case discontinuous_nice_loop:
            case grouped_continuous_nice_loop:
            case grouped_discontinuous_nice_loop: return ChainText<W>(l_, names_, *step_, out_).nice_loop();
            case als_xz:
            case als_xy_wing: return almost_locked();
            case als_chain: return als_chains();
            case death_blossom: return blossom();
            case sue_de_coq: return sue_de_coqs();
            default: return every_part();
        }
    }
    static constexpr Technique forcing_start = Technique::nishio;
    static bool needs_links(Technique technique) {
        using enum Technique;
        return (technique >= turbot_fish && technique <= six_strong_links) || (technique >= x_chain && technique <= grouped_aic);
    }

    // --- the evidence -----------------------------------------------------------------------------

    // A part by its index; an empty one if the step, which may come from a file, has too few.
    [[nodiscard]] const Part<W>& part(std::size_t i) const {
        static const Part<W> none;
        return i < step_->parts.size() ? step_->parts[i] : none;
    }
    [[nodiscard]] Parts with_role(Role role) const {
        Parts found;
        for (const Part<W>& one : step_->parts) {
            if (one.role == role) found.push_back(&one);
        }
        return found;
    }
    [[nodiscard]] const Part<W>& first_with(Role role) const {
        for (const Part<W>& one : step_->parts) {
            if (one.role == role) return one;
        }
        return part(step_->parts.size());
    }
    [[nodiscard]] Set cells_with(Role role) const {
        Set cells;
        for (const Part<W>* one : with_role(role)) cells |= one->cells;
        return cells;
    }
    [[nodiscard]] Digits removed_digits() const {
        Digits digits = 0;
        for (const Candidate& c : step_->removes) digits |= bit(c.digit);
        return digits;
    }
    static char digit(const Part<W>& of) { return symbol(first(of.digits)); }
    // The first unit among the truths of a link; -1 if there is none.
    [[nodiscard]] int unit_of(const Link& link) const {
        for (int i = link.first_truth; i < link.first_truth + link.truths; ++i) {
            const Truth& truth = step_->truths[static_cast<std::size_t>(i)];
            if (truth.kind == Truth::Kind::unit) return truth.what;
        }
        return -1;
    }

    // --- families ---------------------------------------------------------------------------------

    void locked() { (text_ << digit(part(0)) << " in ").unit(part(0).unit); }
    void subset() {
        const auto& own = first_with(Role::subset);
        (text_.digits(own.digits, ",") << " in ").cells(own.cells);
    }
    void fish() {
        const Parts bases = with_role(Role::base), covers = with_role(Role::cover);
        ((text_ << digit(bases.empty() ? part(0) : *bases[0]) << ' ').units(bases) << ' ').units(covers);
        for (const int cell : cells_with(Role::fin)) (text_ << " f").cell(cell);
        for (const int cell : cells_with(Role::endofin)) (text_ << " ef").cell(cell);
    }

    // Skyscrapers and kites: the ends, and the cells between.
    void two_links() {
        for (std::size_t at = 0; at < step_->parts.size(); at += 4) {
            if (at) text_ << " / ";
            (text_ << digit(part(at)) << " in ").cells(part(at).cells | part(at + 3).cells) << " (connected by ";
            text_.cells(part(at + 1).cells | part(at + 2).cells) << ')';
        }
    }

    // The box, and the line with two places: the link of two single cells that rests on a line.
    void empty_rectangles() {
        std::vector<const Link*> strong;
        for (const Link& link : step_->links) {
            if (link.strong) strong.push_back(&link);
        }
        for (std::size_t at = 0; at + 1 < strong.size(); at += 2) {
            const bool first_is_box = text_.is_box(unit_of(*strong[at])) && !text_.is_box(unit_of(*strong[at + 1]));
            const Link &box = *strong[first_is_box ? at : at + 1], &line = *strong[first_is_box ? at + 1 : at];
            const auto &one = step_->parts[static_cast<std::size_t>(line.from)], &two = step_->parts[static_cast<std::size_t>(line.to)];
            if (at) text_ << " / ";
            ((text_ << digit(one) << " in ").unit(unit_of(box)) << " (").cells(one.cells | two.cells) << ')';
        }
    }

    void xy_wings() {
        const Digits pivot = first_with(Role::pivot).digits, z = removed_digits();
        text_.digits(pivot, "/");
        if (!(pivot & z)) text_ << '/' << symbol(first(z));
        (text_ << " in ").cells(cells_with(Role::pivot) | cells_with(Role::pincer));
    }

    // Nodes: z and x of the first cell, the two places of x in the unit, x and z of the second cell.
    void w_wings() {
        const char x = digit(part(2));
        ((text_ << digit(part(0)) << '/' << x << " in ").cells(part(0).cells | part(5).cells) << " connected by " << x << " in ")
            .cells(part(2).cells | part(3).cells);
    }

    void remote_pairs() {
        const Parts colours = with_role(Role::colour);
        if (colours.size() < 2 || step_->removes.empty()) return every_part();
        const char one = digit(*colours[0]), other = symbol(first(without_first(colours[0]->digits)));
        text_ << one << '/' << other << ' ';
        const auto way = pair_way(l_, colours[0]->cells, colours[1]->cells, step_->removes[0].cell);
        for (std::size_t i = 0; i < way.size(); ++i) {
            if (i) text_ << " -" << (i % 2 ? other : one) << "- ";
            text_.cell(way[i]);
        }
    }

    void rectangle() {
        const Parts classes = with_role(Role::rectangle);
        Digits digits = 0;
        Set whole;
        for (const Part<W>* one : classes) digits |= one->digits, whole |= one->cells;
        if (const Digits start = first_digit(classes, whole); start && start != digits) {
            text_.digits(start) << '/';
            digits &= ~start;
        }
        (text_.digits(digits, "/") << " in ").cells(whole);
    }
    // Avoidable rectangles begin with the digit of the first cell, or if that is open of the first cell that is not.
    [[nodiscard]] Digits first_digit(const Parts& classes, const Set& whole) const {
        using enum Technique;
        if (step_->technique != avoidable_rectangle_1 && step_->technique != avoidable_rectangle_2) return 0;
        const Set open = cells_with(Role::guardian);
        for (const Set& wanted : {Set::of(std::max(whole.first(), 0)), whole}) {
            for (const Part<W>* one : classes) {
                if (((one->cells & wanted) - open).any()) return one->digits;
            }
        }
        return 0;
    }

    void colours() {
        text_ << digit(part(0)) << ' ';
        const Parts parts = with_role(Role::colour);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            (text_ << (i == 0 ? "(" : i % 2 ? " / (" : ", (")).each_cell(parts[i]->cells) << ')';
        }
    }

    // --- almost locked sets -----------------------------------------------------------------------

    // For each set and the next: the digits that cannot be in both.
    [[nodiscard]] std::vector<std::string> restricted(const Parts& sets) const {
        std::vector<std::string> found(sets.empty() ? 0 : sets.size() - 1);
        for (const Link& link : step_->links) {
            const auto &from = part(static_cast<std::size_t>(link.from)), &to = part(static_cast<std::size_t>(link.to));
            for (std::size_t i = 0; i < found.size(); ++i) {
                if (!from.cells.in(sets[i]->cells) || !to.cells.in(sets[i + 1]->cells)) continue;
                found[i].push_back(digit(from));
                break;
            }
        }
        return found;
    }

    void almost_locked() {
        const Parts sets = with_role(Role::als);
        if (sets.size() < 2) return every_part();
        std::string common;
        for (const std::string& digits : restricted(sets)) common += sets.size() == 2 ? digits : digits.substr(0, 1);
        std::sort(common.begin(), common.end());
        const bool letters = l_.n < 10;  // on larger boards, letters are digits
        ((text_ << (letters ? "A=" : "S1=")).set(*sets[0]) << (letters ? ", B=" : ", S2=")).set(*sets[sets.size() == 2 ? 1 : 2]);
        if (sets.size() > 2) (text_ << (letters ? ", C=" : ", S3=")).set(*sets[1]);
        text_ << (sets.size() == 2 ? ", X=" : ", X,Y=");
        for (std::size_t i = 0; i < common.size(); ++i) text_ << (i ? "," : "") << common[i];
        if (sets.size() > 2 || common.size() < 2) (text_ << ", Z=").digits(removed_digits(), ",");
    }

    void als_chains() {
        const Parts sets = with_role(Role::als);
        text_.digits(removed_digits(), ",") << "- ";
        if (!sets.empty()) text_.set(*sets[0]);
        for (std::size_t i = 0; i < step_->links.size() && i + 1 < sets.size(); ++i) {
            const auto& from = part(static_cast<std::size_t>(step_->links[i].from));
            (text_ << " -" << digit(from) << "- ").set(*sets[i + 1]);
        }
        (text_ << " -").digits(removed_digits(), ",");
    }

    void sue_de_coqs() {
        const Parts sides = with_role(Role::als);
        if (sides.size() < 2) return every_part();
        const auto write = [&](const Part<W>& one) { (text_.cells(one.cells) << " - {").digits(one.digits) << '}'; };
        write(first_with(Role::crossing)), text_ << " (", write(*sides[0]), text_ << ", ", write(*sides[1]), text_ << ')';
    }

    void blossom() {
        (text_.digits(removed_digits(), ",") << ", stem ").set(first_with(Role::stem)) << ", petals ";
        std::string_view between;
        for (const Part<W>* petal : with_role(Role::petal)) (text_ << between).set(*petal), between = ", ";
    }

    // --- others -----------------------------------------------------------------------------------

    // The roots of all chains; HoDoKu lists the chains below.
    void forcing() {
        std::string_view between;
        for (const Child<W>& child : step_->children) (text_ << between).claim(child.assumption, child.holds), between = ", ";
    }

    // A technique that has no special form: every part with its cells and digits.
    void every_part() {
        for (std::size_t i = 0; i < std::min(step_->parts.size(), most_parts); ++i) {
            const auto& one = part(i);
            ((text_ << (i ? ", " : "") << role_names[static_cast<std::size_t>(one.role)] << ' ').digits(one.digits, ",") << ' ').cells(one.cells);
            if (one.unit >= 0) (text_ << " in ").unit(one.unit);
        }
        if (step_->parts.size() > most_parts) text_ << ", ...";
    }

    const Layout<W>& l_;
    const Names& names_;
    std::string& out_;
    Text<W> text_;
    const Step<W>* step_ = nullptr;
};

}  // namespace ninefold::logic
