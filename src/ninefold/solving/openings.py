"""Openings: the candidates of a model that are still open, and what follows from those that are gone.

1. A rule that says "exactly one" and has one candidate left places it.
2. What is placed takes every other candidate of its rules away.
3. A rule that says "exactly one" and has none left is a contradiction.

Rules 1 and 2 as a proof: the rule that places is the base, the rule it shares with what it takes away the cover.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninefold.models.rows import EQUAL, Rows

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]


class Taken(NamedTuple):
    """Candidates that rules 1 and 2 took away, each with the rule that placed another one, and the one they share."""

    variables: Numbers
    bases: Numbers
    covers: Numbers


class Openings:
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

    def follow(self) -> Taken:
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

    def _taken(self, open_: Flags, base_of: Numbers) -> Taken:
        """Rule 2: what shares a rule with a candidate that some base places."""
        placed = base_of[self._members] >= 0
        placed_in = np.full(len(self.exact), -1)
        placed_in[self._rule_of[placed]] = self._members[placed]
        other = placed_in[self._rule_of]
        entries = np.flatnonzero(open_ & (other >= 0) & (other != self._members))
        variables, firsts = np.unique(self._members[entries], return_index=True)
        covers = self._rule_of[entries[firsts]]
        return Taken(variables, base_of[placed_in[covers]], covers)

    def settle(self) -> None:
        """Rules 1 to 3 until nothing new follows."""
        while len((taken := self.follow()).variables):
            self.drop(taken.variables)

    def point(self, columns: Numbers, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """A point of all variables from one of those not settled: the others are 1 if open, 0 if gone."""
        found = self.alive.astype(np.float64)
        found[columns] = values
        return found

    def rules_of(self, variable: int) -> Numbers:
        """The rules a candidate stands in."""
        return np.asarray(self._rule_of[self._members == variable])

    def beside(self, variable: int) -> Numbers:
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


_NOTHING = Taken(*(np.zeros(0, np.int64) for _ in range(3)))
