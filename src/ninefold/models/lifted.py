"""The lifted model: the binary model plus a product for every two candidates that can both be true.

This is the first level of the Sherali-Adams hierarchy (1990). Take the rules "the x of these candidates add up to 1",
multiply each of them by each x[i], and write Y[i,j] for the product x[i]·x[j]:

1. rules: Σ x[j] = 1 over the candidates j of a rule.
2. products: Σ Y[i,j] = x[i] over the candidates j of a rule that i is not in, for every candidate i.
3. Y[i,j] = Y[j,i], one variable for both; Y[i,i] = x[i], so no variable; x and Y are at least 0.
4. Y[i,j] = 0, so no variable, if i and j share a rule.
5. A rule "at most one of these" gets a spare: one more variable that is true if none of them is.

Column i of Y, divided by x[i], is a point of the binary model's relaxation with x[i] = 1: what the relaxation concludes
if i is assumed. Only rule 3 couples these points.

The lift contains the candidates that the clues leave. Presolve also places the singles that follow, each with its own
row x = 1 and in no other row, and omits what rules 1 to 4 force to 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninefold.core.errors import GridError
from ninefold.core.grid import Grid, GridLike
from ninefold.models.incidence import (
    FAMILIES,
    Flags,
    Incidence,
    Ints,
    Propagation,
    clue_flags,
    incidence_of,
    read_families,
    without_clues,
)
from ninefold.models.lift_rows import pruned, rows_of
from ninefold.models.rows import Floats, Model, Rows


@dataclass(frozen=True, eq=False, repr=False)
class LiftedModel(Model):
    """The lift of a puzzle: the open candidates and spares, their rules, and which pairs are compatible.

    Attributes:
        puzzle: the clues.
        families: the families of rules it has.
        presolve: whether it was presolved.
        cells, digits: for each open candidate its cell, 0…N²−1, and its digit, 1…N, ordered by cell.
        spares: the names of the rules with a spare; these variables follow the candidates.
        rules: distinct rows of flags [rule, variable]: exactly one variable of each rule is true.
        rule_names: their names, as in the binary model.
        compatible: flags [variable, variable], True for pairs with a product, and on the diagonal.
        placed: flags [cell, digit − 1] of the candidates that are true in every point of the lift.
        broken: the names of the rules left without candidates; any of them rules out every solution.
    """

    kind: ClassVar[str] = "lifted"
    puzzle: Grid
    families: tuple[str, ...]
    presolve: bool
    cells: Ints
    digits: Ints
    spares: tuple[str, ...]
    rules: Flags
    rule_names: tuple[str, ...]
    compatible: Flags
    placed: Flags
    broken: tuple[str, ...]

    @property
    def infeasible(self) -> bool:
        """Whether a rule was left without candidates, so that there is no solution."""
        return bool(self.broken)

    @property
    def width(self) -> int:
        """The number of x: open candidates and spares."""
        return int(self.rules.shape[1])

    @cached_property
    def pairs(self) -> tuple[Ints, Ints]:
        """The two x of each product, i < j, in the order of the variables Y."""
        first, second = np.nonzero(np.triu(self.compatible, 1))
        return first.astype(np.int32), second.astype(np.int32)

    @cached_property
    def names(self) -> list[str]:
        """The name of each variable: `x_r1c2_3`, `spare_extra_1_3`, `y_r1c2_3_r4c5_6` for a product.

        The order is: open x, spares, Y, and the x that the presolve placed.
        """
        first, second = self.pairs
        names, count = self.short_names, len(self.cells)
        singles = [f"x_{name}" for name in names[:count]] + names[count:]
        products = zip(first.tolist(), second.tolist(), strict=True)
        return [*singles, *(f"y_{names[i]}_{names[j]}" for i, j in products), *map(self._x_name, self.singles.tolist())]

    @cached_property
    def short_names(self) -> list[str]:
        """Short names of the open x and the spares, from which the names of products and rows are built: `r1c2_3`."""
        open_ = self.cells * self.layout.size + self.digits - 1
        named = [self._x_name(number).removeprefix("x_") for number in open_.tolist()]
        return named + [f"spare_{name}" for name in self.spares]

    def _x_name(self, number: int) -> str:
        cell, digit = divmod(number, self.layout.size)
        return f"x_{self.layout.name(cell)}_{digit + 1}"

    @cached_property
    def singles(self) -> Ints:
        """The candidates that the presolve placed, without clues, as cell·N + digit − 1."""
        clues = _clues(self.puzzle, self.families)
        return np.flatnonzero(self.placed.ravel() & ~clues).astype(np.int32)

    @cached_property
    def rows(self) -> Rows:
        """Rules 1 and 2 as sparse rows; then a row for each single, and an infeasible one for each broken rule."""
        return rows_of(self)

    @cached_property
    def lower(self) -> Floats:
        """The least value of each variable."""
        return np.zeros(self.rows.width)

    @cached_property
    def upper(self) -> Floats:
        """The greatest value of each variable."""
        return np.ones(self.rows.width)

    def _repr_html_(self) -> str:
        """The table that notebooks show: the variables and rows by kind."""
        counts = {"x": len(self.cells), "spares": len(self.spares), "products": len(self.pairs[0])}
        counts |= {"placed": len(self.singles)}
        rows = "".join(f"<tr><td>{kind}</td><td>{count:,}</td></tr>" for kind, count in counts.items())
        return f"<table><caption>{len(self.names):,} variables, {len(self.rows):,} rows</caption>{rows}</table>"

    @property
    def row_count(self) -> int:
        """How many rows rules 1 and 2 need, without building them."""
        return len(self.rules) * (1 + self.width) - int(self.rules.sum())

    def beliefs(self, x: Any) -> Floats:
        """The values of the x as an array [cell, digit − 1], with placed candidates as 1."""
        found = self.placed.astype(np.float64)
        found[self.cells, self.digits - 1] = np.asarray(x, np.float64)[: len(self.cells)]
        return found

    def grid(self, chosen: Flags) -> Grid | None:
        """The grid in which the chosen x are true; None if that breaks a rule."""
        if (self.rules[:, chosen].sum(axis=1) != 1).any():
            return None
        ones = self.beliefs(chosen) > 0.5
        return Grid.from_digits(bytes((ones.argmax(axis=1) + 1).astype(np.uint8)), self.layout)

    def vector(self, solution: GridLike) -> Floats:
        """The point of a solution, x and Y; raises GridError if the lift does not contain it."""
        solution = Grid(solution, layout=self.layout)
        digits = np.frombuffer(solution.digits, np.uint8)
        count = len(self.cells)
        x = np.zeros(self.width, np.bool_)
        x[:count] = digits[self.cells] == self.digits
        for rule in self.rules:
            spare = rule[count:]
            x[count:][spare] = not x[:count][rule[:count]].any()
        first, second = self.pairs
        products = x[first] & x[second]
        if self.grid(x) != solution or products.sum() != x.sum() * (x.sum() - 1) // 2:
            raise GridError(f"the grid {solution.line} is not a point of the lift")
        return np.concatenate([x, products, np.ones(len(self.singles))]).astype(np.float64)


def lifted(
    puzzle: GridLike, *, families: Iterable[str] = FAMILIES, open_: Flags | None = None, presolve: bool = True
) -> LiftedModel:
    """The lifted model of a puzzle.

    >>> whole = lifted("1... .... ..2. ....", presolve=False)
    >>> whole.width, len(whole.pairs[0]), len(whole.rows)
    (42, 711, 2076)
    >>> model = lifted("1... .... ..2. ....")
    >>> model.width, len(model.pairs[0]), len(model.rows)
    (42, 585, 2076)

    Args:
        puzzle: the clues, on any layout.
        families: the families of rules to include: any of rows, columns, boxes, extras, clues. Cells are always there.
        open_: flags [cell, digit − 1] of the candidates that may be true (default: all that the clues leave).
        presolve: place singles and omit products that must be 0.
    """
    puzzle = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    families = tuple(family for family in FAMILIES if family in {*read_families(families), "cells"})
    rules, placed = incidence_of(puzzle.layout, without_clues(families)), _clues(puzzle, families)
    left = ~rules.conflicting(placed)  # clues that clash remove each other and leave their cells without candidates
    left = left if open_ is None else left & np.asarray(open_, np.bool_).reshape(-1)
    if presolve:
        propagation = Propagation(rules, left)
        propagation.propagate()
        left, placed = propagation.alive, propagation.placed
    broken = rules.exact & (rules.counts(left) == 0)
    chosen = left & ~placed
    matrix, kept = _matrix(rules, chosen)
    compatible = _apart(matrix)
    if presolve and not broken.any():
        compatible = pruned(matrix, compatible)
    lift = _Lift(rules, np.flatnonzero(chosen), matrix, kept, compatible)
    return lift.model(puzzle, families, presolve, placed, broken)


def _clues(puzzle: Grid, families: tuple[str, ...]) -> Flags:
    return clue_flags(puzzle if "clues" in families else Grid.empty(puzzle.layout))


def _matrix(rules: Incidence, chosen: Flags) -> tuple[Flags, Ints]:
    """The rules that constrain open candidates, as flags with a column for each spare, and their numbers."""
    kept = np.flatnonzero(rules.counts(chosen) > ~rules.exact)
    place = np.full(len(rules.lengths), -1)
    place[kept] = np.arange(len(kept))
    entries = chosen[rules.members] & (place[rules.rule_of] >= 0)
    spare = np.flatnonzero(~rules.exact[kept])
    count = int(chosen.sum())
    matrix = np.zeros((len(kept), count + len(spare)), np.bool_)
    matrix[place[rules.rule_of[entries]], (np.cumsum(chosen) - 1)[rules.members[entries]]] = True
    matrix[spare, count + np.arange(len(spare))] = True  # rule 5
    return matrix, kept.astype(np.int32)


def _apart(matrix: Flags) -> Flags:
    """Rule 4: the pairs of variables that share no rule, and the diagonal."""
    shares = matrix.T.astype(np.float32) @ matrix.astype(np.float32)
    compatible = shares == 0
    np.fill_diagonal(compatible, True)
    return np.asarray(compatible)


class _Lift(NamedTuple):
    """The lift before dead and true variables are removed."""

    rules: Incidence
    variables: NDArray[np.intp]  # the candidates, as cell·N + digit − 1
    matrix: Flags
    kept: Ints  # the rules that are the rows of the matrix
    compatible: Flags

    def model(
        self, puzzle: Grid, families: tuple[str, ...], presolve: bool, placed: Flags, broken: Flags
    ) -> LiftedModel:
        """The model of what is left, without dead variables, variables that must be true and duplicate rules."""
        size, count, matrix = puzzle.size, len(self.variables), self.matrix
        alive = self.compatible.diagonal()
        counts = matrix[:, alive].sum(axis=1)
        true = matrix[counts == 1].any(axis=0) & alive & presolve
        placed, broken = placed.copy(), broken.copy()
        placed[self.variables[true[:count]]] = True
        broken[self.kept[counts == 0]] = True
        stays = alive & ~true
        open_ = matrix[:, stays].any(axis=1)
        kept_rules = matrix[open_][:, stays]
        first = np.sort(np.unique(kept_rules, axis=0, return_index=True)[1])
        names = np.array(self.rules.names(), dtype=object)
        kept_names = names[self.kept]
        left = self.variables[stays[:count]].astype(np.int32)
        return LiftedModel(
            puzzle=puzzle,
            families=families,
            presolve=presolve,
            cells=left // np.int32(size),
            digits=left % np.int32(size) + np.int32(1),
            spares=tuple(kept_names[~self.rules.exact[self.kept]][stays[count:]].tolist()),
            rules=kept_rules[first],
            rule_names=tuple(kept_names[open_][first].tolist()),
            compatible=self.compatible[np.ix_(stays, stays)],
            placed=placed.reshape(size**2, size),
            broken=tuple(names[broken].tolist()),
        )
