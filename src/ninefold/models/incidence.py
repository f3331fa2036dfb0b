"""Structure: which candidates stand together in each rule of a layout, as flat arrays made once.

Candidate v = cell·N + digit − 1, so that the N³ of them lie cell by cell. A rule says "exactly one of
these" (a cell, or a digit in a unit of N cells) or "at most one" (a digit in a smaller unit).

    members   v v v v v v v v …      the candidates of all rules, one rule after the other
    starts    0       4       8      where each rule begins in members
    lengths   4       4       4      how many candidates it has

Candidates: which digits the clues leave open in each cell, as an array of N² × N flags.

1. A clue leaves its cell one candidate, its digit, and takes that digit from its peers.
2. Propagated: the only candidate of a cell, or of a digit in a unit of N cells, counts as a clue; and so on.
3. Clues that clash take each other away: what cannot be has no candidate.

Openings: the candidates of a model that are still open, and what follows from those that are gone.

1. A rule that says "exactly one" and has one candidate left places it.
2. What is placed takes every other candidate of its rules away.
3. A rule that says "exactly one" and has none left is a contradiction.

Rules 1 and 2 as a proof: the rule that places is the base, the rule it shares with what it takes away the cover.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout, Unit
from ninefold.core.values import short_repr
from ninefold.models.rows import EQUAL, Rows

Ints = NDArray[np.int32]
Flags = NDArray[np.bool_]

RULES = ("cells", "rows", "columns", "boxes", "extras")
FAMILIES = (*RULES, "clues")


@dataclass(frozen=True, eq=False)
class Incidence:
    """The rules of some families on a layout, the cells first, then unit by unit and digit by digit."""

    layout: Layout
    families: tuple[str, ...]
    members: Ints
    lengths: Ints
    units: tuple[Unit, ...]

    @cached_property
    def starts(self) -> Ints:
        """Where each rule begins in `members`."""
        return (np.cumsum(self.lengths) - self.lengths).astype(np.int32)

    @cached_property
    def exact(self) -> Flags:
        """For each rule whether exactly one of its candidates is true, not just at most one."""
        return np.asarray(self.lengths == self.layout.size)

    @cached_property
    def rule_of(self) -> Ints:
        """For each entry of `members` the rule it belongs to."""
        return np.repeat(np.arange(len(self.lengths), dtype=np.int32), self.lengths)

    @cached_property
    def pairs(self) -> Ints:
        """Every two cells that share a unit, the smaller one first, each pair once."""
        count = self.layout.size**2
        keys = [np.zeros(0, np.int64)]
        for unit in self.units:
            cells = np.sort(np.array(unit.cells, np.int64))
            first, second = np.triu_indices(len(cells), 1)
            keys.append(cells[first] * count + cells[second])
        return np.stack(np.divmod(np.unique(np.concatenate(keys)), count), axis=1).astype(np.int32)

    def counts(self, chosen: Flags) -> Ints:
        """How many of the chosen candidates stand in each rule."""
        if not len(self.lengths):
            return np.zeros(0, np.int32)
        return np.add.reduceat(chosen[self.members], self.starts, dtype=np.int32)

    def conflicting(self, chosen: Flags) -> Flags:
        """The candidates that share a rule with another one that is chosen."""
        hits = self.counts(chosen)
        others = np.repeat(hits, self.lengths) - chosen[self.members]
        flags = np.zeros(len(chosen), np.bool_)
        flags[self.members[others > 0]] = True
        return flags

    def names(self) -> list[str]:
        """The name of each rule: `cell_r1c2`, `row_3_7` for digit 7 in row 3, and so on."""
        layout = self.layout
        cells = [f"cell_{layout.name(cell)}" for cell in range(layout.size**2)] if "cells" in self.families else []
        digits = range(1, layout.size + 1)
        return cells + [f"{unit.kind}_{unit.number}_{digit}" for unit in self.units for digit in digits]


@lru_cache(maxsize=32)
def incidence_of(layout: Layout, families: tuple[str, ...] = RULES) -> Incidence:
    """The structure of some families of a layout; made once and kept."""
    size = layout.size
    units = tuple(unit for family in RULES[1:] if family in families for unit in getattr(layout, family))
    parts = [np.arange(size**3)] if "cells" in families else []
    lengths = [np.full(size**2, size)] if "cells" in families else []
    for unit in units:
        cells = np.array(unit.cells)
        parts.append((cells[None, :] * size + np.arange(size)[:, None]).ravel())
        lengths.append(np.full(size, len(cells)))
    return Incidence(layout, families, _joined(parts), _joined(lengths), units)


def read_families(families: Iterable[str]) -> tuple[str, ...]:
    """The families that are named, each known and in the order we write them."""
    wanted = [families] if isinstance(families, str) else list(families)
    for family in wanted:
        if family not in FAMILIES:
            raise NinefoldError(f"read the family {short_repr(family)}, expected some of {', '.join(FAMILIES)}")
    return tuple(family for family in FAMILIES if family in wanted)


def clue_flags(puzzle: Grid) -> Flags:
    """The candidates that the clues make true, as N³ flags."""
    size = puzzle.size
    digits = np.frombuffer(puzzle.digits, np.uint8)
    cells = np.flatnonzero(digits)
    flags = np.zeros(size**3, np.bool_)
    flags[cells * size + digits[cells] - 1] = True
    return flags


def rules_of(families: tuple[str, ...]) -> tuple[str, ...]:
    """The families that are rules of the layout: all but the clues."""
    return tuple(family for family in families if family != "clues")


def _joined(parts: list[NDArray[np.int_]]) -> Ints:
    return np.concatenate(parts).astype(np.int32) if parts else np.zeros(0, np.int32)


def candidates(puzzle: Grid, *, propagated: bool = False) -> Flags:
    """The candidates that the clues leave, as flags [cell, digit − 1].

    >>> puzzle = Grid("..4. 1... ...3 .1..")
    >>> int(candidates(puzzle).sum()), int(candidates(puzzle, propagated=True).sum())
    (28, 16)
    """
    rules = incidence_of(puzzle.layout)
    placed = clue_flags(puzzle)
    open_ = ~rules.conflicting(placed)  # rules 1 and 3
    if propagated:
        open_ = _closed(rules, open_, placed)
    return open_.reshape(puzzle.size**2, puzzle.size)


def _closed(rules: Incidence, open_: Flags, placed: Flags) -> Flags:
    """Rule 2, until nothing new follows."""
    while True:
        alone = rules.exact & (rules.counts(open_) == 1)
        fresh = rules.members[alone[rules.rule_of]]
        found = placed.copy()
        found[fresh] |= open_[fresh]
        if (found == placed).all():
            return open_
        placed, open_ = found, open_ & ~rules.conflicting(found)


Numbers = NDArray[np.int64]


class Eliminated(NamedTuple):
    """Candidates that rules 1 and 2 took away, each with the rule that placed another one, and the one they share."""

    variables: Numbers
    bases: Numbers
    covers: Numbers


class Propagation:
    """The open candidates of a model's rows, by the numbers of their variables."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.alive: Flags = np.ones(rows.width, np.bool_)
        self.exact: Flags = rows.senses == EQUAL
        self._members = rows.indices.astype(np.int64)
        self._rule_of: Numbers = np.repeat(np.arange(len(rows), dtype=np.int64), np.diff(rows.indptr))
        self.broken = bool(len(rows.broken))  # rule 3

    @property
    def counts(self) -> Numbers:
        """How many open candidates each rule has."""
        return self._count(self.alive)

    @property
    def is_settled(self) -> bool:
        """Whether every rule that says "exactly one" has one."""
        return bool((self.counts[self.exact] == 1).all())

    def drop(self, variables: Numbers | list[int]) -> None:
        """Take candidates away."""
        self.alive[variables] = False

    def propagate_once(self) -> Eliminated:
        """Rules 1 to 3 once for all rules; nothing is taken when nothing new follows."""
        counts = self.counts
        if (counts[self.exact] == 0).any():
            self.broken = True
            return _NOTHING
        open_ = self.alive[self._members]
        single = np.flatnonzero((self.exact & (counts == 1))[self._rule_of] & open_)
        base_of = np.full(self.rows.width, -1)
        base_of[self._members[single]] = self._rule_of[single]
        return self._taken(open_, base_of)

    def _taken(self, open_: Flags, base_of: Numbers) -> Eliminated:
        """Rule 2: what shares a rule with a candidate that some base places."""
        placed = base_of[self._members] >= 0
        placed_in = np.full(len(self.exact), -1)
        placed_in[self._rule_of[placed]] = self._members[placed]
        other = placed_in[self._rule_of]
        entries = np.flatnonzero(open_ & (other >= 0) & (other != self._members))
        variables, firsts = np.unique(self._members[entries], return_index=True)
        covers = self._rule_of[entries[firsts]]
        return Eliminated(variables, base_of[placed_in[covers]], covers)

    def propagate(self) -> None:
        """Rules 1 to 3 until nothing new follows."""
        while len((taken := self.propagate_once()).variables):
            self.drop(taken.variables)

    def point(self, columns: Numbers, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """A point of all variables from one of those not settled: the others are 1 if open, 0 if gone."""
        found = self.alive.astype(np.float64)
        found[columns] = values
        return found

    def rules_of(self, variable: int) -> Numbers:
        """The rules a candidate stands in."""
        return np.asarray(self._rule_of[self._members == variable])

    def conflicting(self, variable: int) -> Numbers:
        """The open candidates that share a rule with one."""
        together = np.unique(self._members[np.isin(self._rule_of, self.rules_of(variable))])
        return np.asarray(together[self.alive[together] & (together != variable)])

    def _count(self, flags: Flags) -> Numbers:
        """By the rule of each entry: a rule without any candidate, as clues may leave it, has none of those."""
        return np.bincount(self._rule_of[flags[self._members]], minlength=len(self.exact))

    def rest(self) -> tuple[Numbers, Numbers, Rows]:
        """The variables and rules that are not settled, and those rules over those variables only."""
        rules = np.flatnonzero(self.counts > 1)
        kept = np.isin(self._rule_of, rules) & self.alive[self._members]
        used = np.zeros(self.rows.width, np.bool_)
        used[self._members[kept]] = True
        variables = np.flatnonzero(used)
        numbering = np.cumsum(used, dtype=np.int32) - 1
        pointers = np.concatenate([[0], np.cumsum(np.bincount(self._rule_of[kept], minlength=len(self.exact))[rules])])
        rows = Rows(
            len(variables),
            pointers.astype(np.int32),
            numbering[self._members[kept]].astype(np.int32),
            np.ones(int(kept.sum())),
            np.ones(len(rules)),
            self.rows.senses[rules],
        )
        return variables, rules, rows


_NOTHING = Eliminated(*(np.zeros(0, np.int64) for _ in range(3)))
