"""Incidence: which candidates share a rule, as flat arrays, and the propagation of singles over them.

Candidate v = cell·N + digit − 1, so the N³ candidates are ordered cell by cell. A rule says "exactly one of these" (a
cell, or a digit in a unit of N cells) or "at most one" (a digit in a smaller unit). Rules are stored one after another:

    members   v v v v v v v v …      the candidates of all rules
    starts    0       4       8      where each rule begins in members
    lengths   4       4       4      how many candidates it has
    rule_of   0 0 0 0 1 1 1 1 …      for each member the number of its rule

Candidates are N² × N flags: a clue leaves its cell only its own digit and removes that digit from the cell's peers.
Clues that clash remove each other, so an impossible cell has no candidate.

Propagation repeats these rules until nothing changes:

1. An exact rule with one candidate left places it.
2. A placed candidate eliminates every other candidate of its rules.
3. An exact rule with no candidate left is a contradiction.

Every elimination is also a proof (see `certificates`): the exact rule that places is the base, and the rule that the
placed and the eliminated candidate share is the cover.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninefold.core.errors import Fault, GridError, NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout, Unit
from ninefold.core.values import check_flag, is_iterable, short_repr
from ninefold.models.rows import EQUAL, LESS, Rows

Ints = NDArray[np.int32]
Flags = NDArray[np.bool_]

RULES = ("cells", "rows", "columns", "boxes", "extras")
FAMILIES = (*RULES, "clues")


@dataclass(frozen=True, eq=False)
class RuleList:
    """Rules over numbered variables; a rule may be empty if clues have removed all its variables.

    Attributes:
        members: the variables of all rules, one rule after another.
        lengths: how many variables each rule has.
        exact: for each rule, whether exactly one of its variables is true, not just at most one.
        width: the number of variables.
    """

    members: Ints
    lengths: Ints
    exact: Flags
    width: int

    @classmethod
    def of_rows(cls, rows: Rows) -> RuleList:
        """The rules of a binary model's rows, in which every factor is 1."""
        return cls(rows.indices, np.diff(rows.indptr), rows.senses == EQUAL, rows.width)

    @cached_property
    def starts(self) -> Ints:
        """Where each rule begins in `members`."""
        return (np.cumsum(self.lengths) - self.lengths).astype(np.int32)

    @cached_property
    def rule_of(self) -> Ints:
        """For each entry of `members` the rule it belongs to."""
        return np.repeat(np.arange(len(self.lengths), dtype=np.int32), self.lengths)

    @cached_property
    def _filled(self) -> NDArray[np.intp]:
        """The rules that are not empty."""
        return np.flatnonzero(self.lengths)

    def counts(self, chosen: Flags) -> Ints:
        """How many of the chosen variables each rule has."""
        found = np.zeros(len(self.lengths), np.int32)
        if len(self._filled):
            # reduceat cannot express an empty segment: it would return the next rule's first entry.
            starts = self.starts[self._filled]
            found[self._filled] = np.add.reduceat(chosen.take(self.members), starts, dtype=np.int32)
        return found

    def clashes(self, chosen: Flags) -> Flags:
        """For each entry of `members`, whether its rule has a chosen variable other than itself."""
        return np.asarray(np.repeat(self.counts(chosen), self.lengths) > chosen.take(self.members))

    def conflicting(self, chosen: Flags) -> Flags:
        """The variables that share a rule with another, chosen one."""
        flags = np.zeros(self.width, np.bool_)
        flags[self.members[self.clashes(chosen)]] = True
        return flags


@dataclass(frozen=True, eq=False)
class Incidence(RuleList):
    """The rules of some families on a layout over its N³ candidates: cells first, then unit by unit, digit by digit."""

    layout: Layout
    families: tuple[str, ...]
    units: tuple[Unit, ...]

    @cached_property
    def pairs(self) -> Ints:
        """Every pair of cells that share a unit, once, the smaller cell first."""
        count = self.layout.size**2
        keys = [np.zeros(0, np.int64)]
        for unit in self.units:
            cells = np.sort(np.array(unit.cells, np.int64))
            first, second = np.triu_indices(len(cells), 1)
            keys.append(cells[first] * count + cells[second])
        return np.stack(np.divmod(np.unique(np.concatenate(keys)), count), axis=1).astype(np.int32)

    def names(self) -> list[str]:
        """The name of each rule: `cell_r1c2`, `row_3_7` for digit 7 in row 3, and so on."""
        layout = self.layout
        cells = [f"cell_{layout.name(cell)}" for cell in range(layout.size**2)] if "cells" in self.families else []
        digits = range(1, layout.size + 1)
        return cells + [f"{unit.kind}_{unit.number}_{digit}" for unit in self.units for digit in digits]


@lru_cache(maxsize=32)
def incidence_of(layout: Layout, families: tuple[str, ...] = RULES) -> Incidence:
    """The incidence of some families of a layout, cached."""
    size = layout.size
    units = tuple(unit for family in RULES[1:] if family in families for unit in getattr(layout, family))
    parts = [np.arange(size**3)] if "cells" in families else []
    lengths = [np.full(size**2, size)] if "cells" in families else []
    for unit in units:
        cells = np.array(unit.cells)
        parts.append((cells[None, :] * size + np.arange(size)[:, None]).ravel())
        lengths.append(np.full(size, len(cells)))
    joined = _joined(lengths)
    return Incidence(_joined(parts), joined, joined == size, size**3, layout, families, units)


def read_families(families: object) -> tuple[str, ...]:
    """Validate the names of families, a list or a text such as `cells,rows`, and put them in the standard order."""
    if not is_iterable(families):
        raise NinefoldError(f"families must be names such as {', '.join(FAMILIES[:2])}, not {short_repr(families)}")
    wanted = set()
    for family in [name.strip() for name in families.split(",")] if isinstance(families, str) else families:
        if not isinstance(family, str) or family not in FAMILIES:
            raise NinefoldError(f"unknown family {short_repr(family)} (choose from {', '.join(FAMILIES)})")
        wanted.add(family)
    return tuple(family for family in FAMILIES if family in wanted)


def read_candidate(candidate: object, layout: Layout) -> tuple[int, int]:
    """The number of a cell, given by name or number, and the digit, both checked."""
    if not (isinstance(candidate, tuple) and len(candidate) == 2):
        fault = Fault("candidate", short_repr(candidate), "a cell and a digit, such as 'r1c2', 3")
        raise GridError("no such candidate", [fault])
    cell, digit = layout.cell(candidate[0]), candidate[1]
    if digit not in range(1, layout.size + 1):
        expected = f"a digit from 1 to {layout.size}"
        raise GridError("no such candidate", [Fault(layout.name(cell), short_repr(digit), expected)])
    return cell, digit


def clue_flags(puzzle: Grid) -> Flags:
    """The candidates of the clues, as N³ flags."""
    size = puzzle.size
    digits = np.frombuffer(puzzle.digits, np.uint8)
    cells = np.flatnonzero(digits)
    flags = np.zeros(size**3, np.bool_)
    flags[cells * size + digits[cells] - 1] = True
    return flags


def without_clues(families: tuple[str, ...]) -> tuple[str, ...]:
    """The families that are rules of the layout: all except the clues."""
    return tuple(family for family in families if family != "clues")


def _joined(parts: list[NDArray[np.int_]]) -> Ints:
    return np.concatenate(parts).astype(np.int32) if parts else np.zeros(0, np.int32)


def candidates(puzzle: GridLike, *, propagated: bool = False) -> Flags:
    """The candidates that the clues leave, as flags [cell, digit − 1]; `propagated`, with all singles placed.

    >>> puzzle = Grid("..4. 1... ...3 .1..")
    >>> int(candidates(puzzle).sum()), int(candidates(puzzle, propagated=True).sum())
    (28, 16)
    """
    grid = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    rules = incidence_of(grid.layout)
    check_flag("propagated", propagated)
    left = Propagation(rules, ~rules.conflicting(clue_flags(grid)))
    if propagated:
        left.propagate()
    return left.alive.reshape(grid.size**2, grid.size)


Numbers = NDArray[np.int64]


class Eliminated(NamedTuple):
    """Eliminated variables, each with the rule that placed another one (base) and the rule they share (cover)."""

    variables: Numbers
    bases: Numbers
    covers: Numbers


class Propagation:
    """The variables of some rules that are still open, and what follows from those that are gone.

    Attributes:
        rules: the rules.
        alive: one flag per variable, True while it may be true.
        broken: whether rule 3 applied: there is no solution.
    """

    def __init__(self, rules: RuleList, alive: Flags | None = None) -> None:
        self.rules = rules
        self.alive: Flags = np.ones(rules.width, np.bool_) if alive is None else alive.copy()
        self.broken = False

    @classmethod
    def of_rows(cls, rows: Rows) -> Propagation:
        """All variables of a binary model's rows."""
        found = cls(RuleList.of_rows(rows))
        found.broken = bool(len(rows.broken))
        return found

    @property
    def exact(self) -> Flags:
        """For each rule, whether exactly one of its variables is true."""
        return self.rules.exact

    @property
    def counts(self) -> Ints:
        """How many open variables each rule has."""
        return self.rules.counts(self.alive)

    @property
    def placed(self) -> Flags:
        """The variables that are alone in an exact rule."""
        alone = self.exact & (self.counts == 1)
        found = np.zeros_like(self.alive)
        found[self.rules.members[alone[self.rules.rule_of]]] = True
        return found & self.alive

    @property
    def is_solved(self) -> bool:
        """Whether every exact rule has one open variable."""
        return bool((self.counts[self.exact] == 1).all())

    def drop(self, variables: Numbers | list[int]) -> None:
        """Eliminate variables."""
        self.alive[variables] = False

    def propagate(self) -> None:
        """Apply the rules until nothing changes; a contradiction is propagated like everything else."""
        while True:
            left = self.alive & ~self.rules.conflicting(self.placed)
            if (left == self.alive).all():
                break
            self.alive = left
        self.broken |= bool((self.counts[self.exact] == 0).any())

    def propagate_once(self) -> Eliminated:
        """One pass of the rules, with proofs and without dropping anything; nothing after a contradiction."""
        rules, counts = self.rules, self.counts
        if (counts[self.exact] == 0).any():
            self.broken = True
            return _NOTHING
        open_ = self.alive[rules.members]
        single = np.flatnonzero((self.exact & (counts == 1))[rules.rule_of] & open_)
        base_of = np.full(rules.width, -1)
        base_of[rules.members[single]] = rules.rule_of[single]
        entries = np.flatnonzero(open_ & rules.clashes(base_of >= 0))
        variables, firsts = np.unique(rules.members[entries], return_index=True)
        covers = rules.rule_of[entries[firsts]].astype(np.int64)
        return Eliminated(variables.astype(np.int64), base_of[self._other_placed(base_of, variables, covers)], covers)

    def _other_placed(self, base_of: Numbers, variables: Ints, covers: Numbers) -> Numbers:
        """For each variable the placed one in its cover; if the cover has two, the one that is not the variable."""
        entries = np.flatnonzero(base_of[self.rules.members] >= 0)
        members, rule_of = self.rules.members[entries], self.rules.rule_of[entries]
        first, last = np.full((2, len(self.exact)), -1)
        last[rule_of] = members  # NumPy keeps the last of several values for one place
        first[rule_of[::-1]] = members[::-1]
        return np.where(last[covers] == variables, first[covers], last[covers])

    def point(self, columns: Numbers, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """A point of all variables from one of the undecided: the others are 1 if open, 0 if eliminated."""
        found = self.alive.astype(np.float64)
        found[columns] = values
        return found

    def rules_of(self, variable: int) -> Numbers:
        """The rules that contain a variable."""
        return np.asarray(self.rules.rule_of[self.rules.members == variable])

    def conflicting(self, variable: int) -> Numbers:
        """The open variables that share a rule with one."""
        chosen = np.zeros_like(self.alive)
        chosen[variable] = True
        return np.flatnonzero(self.alive & self.rules.conflicting(chosen))

    def rest(self) -> tuple[Numbers, Numbers, Rows]:
        """The undecided variables and rules, and those rules over those variables only."""
        members, rule_of, counts = self.rules.members, self.rules.rule_of, self.counts
        rules = np.flatnonzero(counts > 1)
        kept = (counts > 1)[rule_of] & self.alive[members]
        used = np.zeros(self.rules.width, np.bool_)
        used[members[kept]] = True
        variables = np.flatnonzero(used)
        numbering = np.cumsum(used, dtype=np.int32) - 1
        rows = Rows(
            len(variables),
            np.concatenate([[0], np.cumsum(counts[rules])]).astype(np.int32),
            numbering[members[kept]].astype(np.int32),
            np.ones(int(kept.sum())),
            np.ones(len(rules)),
            np.where(self.exact[rules], EQUAL, LESS),
        )
        return variables, rules, rows


_NOTHING = Eliminated(*(np.zeros(0, np.int64) for _ in range(3)))
