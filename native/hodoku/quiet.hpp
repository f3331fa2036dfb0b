// Where each technique was looked for in vain and nothing has changed since, so that it need not be looked for again.
//
// Steps only remove candidates. So a pattern that removes nothing never will, and a new one needs a change in its own
// digit, if it is of one digit, or in its own unit, if it is of one unit.
#pragma once

#include "hodoku/board.hpp"
#include "hodoku/techniques.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

class Quiet {
  public:
    void forget(Bits changed_units, Bits changed_digits) {
        for (Bits& set : units_) set &= ~changed_units;
        for (Bits& set : digits_) set &= ~changed_digits;
    }

    // Calls find(units) or find(digits) with those worth a look, if any, and remembers if nothing was found.
    template <class Find>
    bool in_units(Kind kind, Find find) {
        return look(units_[kind], all_units, find);
    }
    template <class Find>
    bool in_digits(Kind kind, Find find) {
        return look(digits_[kind], all_digits, find);
    }

  private:
    template <class Find>
    static bool look(Bits& quiet, Bits all, Find find) {
        if (quiet == all) return false;
        if (find(all & ~quiet)) return true;
        quiet = all;
        return false;
    }

    Bits units_[kind_count] = {}, digits_[kind_count] = {};
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
