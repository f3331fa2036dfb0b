"""The clause model: a puzzle as clauses for SAT solvers.

Literal v means that a cell holds a digit, −v that it does not. Variable v = cell·N + digit runs from 1 to N³ and is the
same for every puzzle of a size, so that a solver loaded with the rules of a layout can solve any puzzle on it, with the
clues as assumptions.

1. Minimal: each cell has at least one digit; each unit contains each digit at most once. The rest follows by counting:
   a row has N cells with a digit each, and there are only N digits.
2. Extended: also, each cell has at most one digit, and each unit of N cells contains each digit at least once. These
   clauses are redundant, but unit propagation gets much further with them.
3. "At most one" is written pair by pair: not both a and b. A pair that shares two units is written once.
4. Five other encodings write every rule separately, as PySAT's `CardEnc` does: pairwise, sequential (counter), ladder,
   bitwise and totalizer. All but the first use auxiliary variables, numbered after the N³ candidates.
5. Clues are clauses of one literal. Presolve omits them and everything they decide, as in the binary model; a
   contradiction becomes an empty clause.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ninefold.core.errors import GridError, NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.values import short_repr
from ninefold.models.incidence import (
    FAMILIES,
    Flags,
    Incidence,
    Ints,
    clue_flags,
    incidence_of,
    read_families,
    without_clues,
)
from ninefold.models.rows import Model, as_point, checked

if TYPE_CHECKING:
    from ninefold.models.solver_models import SolverModel

# Rule 4: the encodings of PySAT, by what it calls them.
CARDINALITY = {
    "pairwise": "pairwise",
    "sequential": "seqcounter",
    "ladder": "ladder",
    "bitwise": "bitwise",
    "totalizer": "totalizer",
}
ENCODINGS = ("extended", "minimal", *CARDINALITY)
COUNTING = {"rows", "columns", "boxes"}  # families of N-cell units that together cover every cell


@dataclass(frozen=True, eq=False, repr=False)
class ClauseModel(Model):
    """The clauses of a puzzle.

    Attributes:
        puzzle: the clues.
        families: the families of rules it has.
        encoding: extended, minimal, pairwise, sequential, ladder, bitwise or totalizer.
        presolve: whether it was presolved.
        units: the clauses of one literal: the clues, unless presolved.
        pairs: the two variables of each "not both" clause.
        auxiliary: the number of auxiliary variables.
        starts, literals: the other clauses, concatenated: clause i is `literals[starts[i]:starts[i + 1]]`. An
            empty one means that there is no solution.
    """

    kind: ClassVar[str] = "clauses"
    puzzle: Grid
    families: tuple[str, ...]
    encoding: str
    presolve: bool
    units: Ints
    pairs: Ints
    starts: Ints
    literals: Ints
    auxiliary: int = 0

    def _options(self) -> list[str]:
        return [f"encoding={self.encoding!r}"] * (self.encoding != ENCODINGS[0])

    @property
    def variables(self) -> int:
        """The number of variables, N³ and the auxiliary ones, whether or not all of them occur."""
        return self.layout.size**3 + self.auxiliary

    def __len__(self) -> int:
        """The number of clauses."""
        return len(self.units) + len(self.pairs) + len(self.starts) - 1

    @property
    def infeasible(self) -> bool:
        """Whether there is an empty clause."""
        return bool((np.diff(self.starts) == 0).any())

    @cached_property
    def clauses(self) -> list[list[int]]:
        """All clauses as lists of literals, as python-sat takes them."""
        long, ends = self.literals.tolist(), self.starts.tolist()
        least = [long[start:end] for start, end in pairwise(ends)]
        return [*self.units[:, None].tolist(), *least, *(-self.pairs).tolist()]

    def name(self, variable: int) -> str:
        """The name of a variable in the other models: `x_r1c2_3`; `a_5` for an auxiliary one."""
        if variable > self.layout.size**3:
            return f"a_{variable - self.layout.size**3}"
        cell, digit = divmod(variable - 1, self.layout.size)
        return f"x_{self.layout.name(cell)}_{digit + 1}"

    def _repr_html_(self) -> str:
        """The table that notebooks show: how many clauses of each length there are."""
        lengths, counts = np.unique([len(clause) for clause in self.clauses], return_counts=True)
        pairs = zip(lengths.tolist(), counts.tolist(), strict=True)
        rows = "".join(f"<tr><td>{length}</td><td>{count:,}</td></tr>" for length, count in pairs)
        caption = f"{len(self):,} clauses, {self.variables:,} variables, encoding {escape(self.encoding)}"
        return f"<table><caption>{caption}</caption><tr><th>literals</th><th>clauses</th></tr>{rows}</table>"

    def grid(self, literals: Collection[int] | None) -> Grid:
        """The grid of the literals that a solver set true; variables of other encodings are ignored."""
        array = as_point(literals if literals is None else list(literals)).astype(np.int64)
        flags = np.zeros(self.layout.size**3, np.bool_)
        flags[array[(array > 0) & (array <= len(flags))] - 1] = True
        clues = self.puzzle if "clues" in self.families else Grid.empty(self.layout)
        return checked(self, grid_of_flags(clues, flags, incidence_of(self.layout, without_clues(self.families))))

    def pysat(self) -> SolverModel:
        """The clauses as a PySAT formula, to be extended there (see `SolverModel`)."""
        from ninefold.models.solver_models import pysat_model

        return pysat_model(self)


def clauses(
    puzzle: GridLike, *, families: Iterable[str] = FAMILIES, encoding: str = "extended", presolve: bool = True
) -> ClauseModel:
    """The clause model of a puzzle.

    >>> [len(clauses(Grid.empty(9), encoding=encoding)) for encoding in ("minimal", "extended")]
    [7371, 10530]
    >>> clauses("..4. 1... ...3 .1..").clauses[0]              # r1c1 holds 2 or 3
    [2, 3]

    Args:
        puzzle: the clues, on any layout.
        families: the families of rules to include: any of cells, rows, columns, boxes, extras, clues.
        encoding: extended; minimal, which is about a third smaller but slower to solve; or pairwise, sequential,
            ladder, bitwise or totalizer, which write every rule separately.
        presolve: omit everything that the clues decide.
    """
    if encoding not in ENCODINGS:
        raise NinefoldError(f"unknown encoding {short_repr(encoding)} (choose {', '.join(ENCODINGS)})")
    puzzle = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    families = read_families(families)
    rules = incidence_of(puzzle.layout, without_clues(families))
    clues = clue_flags(puzzle if "clues" in families else Grid.empty(puzzle.layout))
    known = clues if presolve else np.zeros_like(clues)
    open_ = ~(rules.conflicting(known) | known)
    units: Ints = (np.flatnonzero(clues & ~known) + 1).astype(np.int32)
    if encoding in CARDINALITY:
        starts, literals, auxiliary = _encoded(rules, open_, known, CARDINALITY[encoding])
        nothing = np.zeros((0, 2), np.int32)
        return ClauseModel(puzzle, families, encoding, presolve, units, nothing, starts, literals, auxiliary)
    starts, literals = _at_least_one(rules, open_, known, encoding)
    pairs: Ints = np.concatenate([_not_both(rules, open_), _two_digits(rules, open_, encoding)])
    return ClauseModel(puzzle, families, encoding, presolve, units, pairs, starts, literals)


def _encoded(rules: Incidence, open_: Flags, known: Flags, kind: str) -> tuple[Ints, Ints, int]:
    """Rule 4: the clauses of each rule that no clue satisfies; two clues in one rule make it an empty clause."""
    hits, top = rules.counts(known), rules.width
    starts: list[NDArray[Any]] = [np.zeros(1, np.int64)]
    literals: list[NDArray[Any]] = []
    written = 0
    for rule in np.flatnonzero(hits != 1).tolist():
        start = int(rules.starts[rule])
        members = rules.members[start : start + int(rules.lengths[rule])]
        variables: NDArray[np.int64] = members[open_[members]].astype(np.int64) + 1
        broken = bool(hits[rule] > 1)
        lengths, pattern, more = _pattern(0 if broken else len(variables), broken or bool(rules.exact[rule]), kind)
        table: NDArray[np.int64] = np.concatenate([[0], variables, np.arange(top + 1, top + more + 1)])
        literals.append(np.sign(pattern) * table[np.abs(pattern)])
        starts.append(written + np.cumsum(lengths))
        written, top = written + len(pattern), top + more
    joined = np.concatenate([np.zeros(0, np.int64), *literals])
    return np.concatenate(starts).astype(np.int32), joined.astype(np.int32), top - rules.width


@lru_cache(maxsize=512)
def _pattern(count: int, exact: bool, kind: str) -> tuple[Ints, Ints, int]:
    """The clauses of "exactly one of 1…count", or "at most one": lengths, literals, and how many variables are new."""
    if count == 0 or (count == 1 and not exact):  # nothing to choose from: a contradiction, or nothing to say
        return np.zeros(int(exact), np.int32), np.zeros(0, np.int32), 0
    try:
        from pysat.card import CardEnc, EncType
    except ImportError as error:
        raise NinefoldError("this encoding needs python-sat: pip install 'ninefold[sat]'") from error
    write = CardEnc.equals if exact else CardEnc.atmost
    found = write(lits=list(range(1, count + 1)), bound=1, top_id=count, encoding=getattr(EncType, kind))
    lengths = np.array([len(clause) for clause in found.clauses], np.int32)
    return lengths, np.array([one for clause in found.clauses for one in clause], np.int32), max(0, found.nv - count)


def _at_least_one(rules: Incidence, open_: Flags, known: Flags, encoding: str) -> tuple[Ints, Ints]:
    """The clauses of the rules that no clue satisfies; two clues in one rule make it an empty clause."""
    wanted = rules.exact.copy()
    if encoding == "minimal":
        wanted[rules.layout.size**2 * ("cells" in rules.families) :] = False
    hits, counts = rules.counts(known), rules.counts(open_)
    kept = (wanted & (hits == 0)) | (hits > 1)
    entries = np.repeat(kept, rules.lengths) & open_[rules.members]
    starts = np.concatenate([[0], np.cumsum(counts[kept])]).astype(np.int32)
    return starts, rules.members[entries] + np.int32(1)


def _not_both(rules: Incidence, open_: Flags) -> Ints:
    """Rule 3: a digit in two cells of a unit, as pairs of open candidates, each pair once."""
    size = rules.layout.size
    flags = open_.reshape(-1, size)
    pair, digit = np.nonzero(flags[rules.pairs[:, 0]] & flags[rules.pairs[:, 1]])
    found: Ints = rules.pairs[pair] * np.int32(size) + digit[:, None].astype(np.int32) + np.int32(1)
    return found


def _two_digits(rules: Incidence, open_: Flags, encoding: str) -> Ints:
    """Two digits in a cell, unless that follows: the pairs of open candidates."""
    follows = encoding == "minimal" and COUNTING & set(rules.families)
    if "cells" not in rules.families or follows:
        return np.zeros((0, 2), np.int32)
    size = rules.layout.size
    digits = np.stack(np.triu_indices(size, 1), axis=1).astype(np.int32)
    flags = open_.reshape(-1, size)
    cell, pair = np.nonzero(flags[:, digits[:, 0]] & flags[:, digits[:, 1]])
    found: Ints = digits[pair] + cell[:, None].astype(np.int32) * np.int32(size) + np.int32(1)
    return found


def grid_of_flags(puzzle: Grid, flags: Flags, rules: Incidence) -> Grid:
    """The clues, with the one true candidate of each empty cell filled in.

    Candidates that the clues rule out are ignored, because a presolved model does not contain them.
    """
    size = puzzle.size
    chosen = (flags & ~rules.conflicting(clue_flags(puzzle))).reshape(size**2, size)
    digits = bytearray(puzzle.digits)
    for cell in puzzle.empty_cells:
        found = np.flatnonzero(chosen[cell])
        if len(found) != 1:
            read = " and ".join(map(str, found + 1)) or "no digit"
            raise GridError(f"{puzzle.layout.name(cell)} has {read}, expected one digit")
        digits[cell] = int(found[0]) + 1
    return Grid.from_digits(bytes(digits), puzzle.layout)
