// The parts and truths of a step, as the checks of its roles read them (verify_roles.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <vector>

#include "logic/position.hpp"
#include "logic/step.hpp"

namespace ninefold::logic {

template <int W>
class StepParts {
  public:
    using Set = Cells<W>;
    using P = Part<W>;

    StepParts(const Position<W>& position, const Step<W>& step, bool is_lemma)
        : p_(position), l_(position.layout()), s_(step), is_lemma_(is_lemma) {}

  protected:
    [[nodiscard]] auto fits_its_unit() const {
        return [this](const P& part) { return part.cells.any() && part.digits &&
               (part.unit < 0 || part.cells.in(l_.unit(part.unit))); };
    }
    [[nodiscard]] int size_from(Technique first, int least) const {
        return static_cast<int>(s_.technique) - static_cast<int>(first) + least;
    }
    [[nodiscard]] bool has(std::initializer_list<Role> roles) const {
        return std::equal(roles.begin(), roles.end(), s_.parts.begin(), s_.parts.end(),
                          [](Role role, const P& part) { return part.role == role; });
    }
    [[nodiscard]] bool only(std::initializer_list<Role> roles) const {
        return std::all_of(s_.parts.begin(), s_.parts.end(),
                           [&](const P& part) { return std::find(roles.begin(), roles.end(), part.role) != roles.end(); });
    }
    [[nodiscard]] std::vector<const P*> with(Role role) const {
        std::vector<const P*> found;
        for (const P& part : s_.parts) {
            if (part.role == role) found.push_back(&part);
        }
        return found;
    }
    [[nodiscard]] int number_of(Role role) const { return static_cast<int>(with(role).size()); }
    [[nodiscard]] bool rests_on(const Truth& truth) const {
        return std::any_of(s_.truths.begin(), s_.truths.end(), [&](const Truth& other) {
            return other.kind == truth.kind && other.what == truth.what && other.digit == truth.digit;
        });
    }
    // Whether the truths are the cells of all parts, except nodes.
    [[nodiscard]] bool rests_on_cells() const {
        Set cells, truths;
        for (const P& part : s_.parts) {
            if (part.role != Role::node) cells |= part.cells;
        }
        for (const Truth& truth : s_.truths) {
            if (truth.kind != Truth::Kind::cell) return false;
            truths.add(truth.what);
        }
        return cells == truths;
    }
    [[nodiscard]] bool have_no_units() const {
        return std::all_of(s_.parts.begin(), s_.parts.end(), [](const P& part) { return part.unit < 0; });
    }
    [[nodiscard]] bool are_single_cells() const {
        return have_no_units() &&
               std::all_of(s_.parts.begin(), s_.parts.end(), [](const P& part) { return part.cells.size() == 1; });
    }
    [[nodiscard]] bool has_all_candidates(const P& part) const { return part.digits == p_.candidates_in(part.cells); }
    [[nodiscard]] bool has_all_places(const P& part) const {
        return part.unit >= 0 && is_single(part.digits) && part.cells == p_.places(part.unit, first(part.digits));
    }
    [[nodiscard]] bool is_one_cell(const P& part) const { return part.cells.size() == 1 && has_all_candidates(part); }
    [[nodiscard]] bool is_cover(const P& cover) const {
        return has_all_places(cover) ||
               (is_lemma_ && cover.unit >= 0 && cover.cells.in(p_.places(cover.unit, first(cover.digits))));
    }

    const Position<W>& p_;
    const Layout<W>& l_;
    const Step<W>& s_;
    bool is_lemma_;
};

}  // namespace ninefold::logic
