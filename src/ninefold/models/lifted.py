"""The lifted model: the binary model and a product of every two candidates that can both be true.

This is the first level of Sherali and Adams (1990). Take the rules "the x of these candidates add up to 1",
multiply each of them by each x[i], and write Y[i,j] for the product x[i]·x[j]:

1. rules: Σ x[j] = 1 over the candidates j of a rule.
2. products: Σ Y[i,j] = x[i] over the candidates j of a rule that i is not in, for every candidate i.
3. Y[i,j] = Y[j,i], one variable for both; Y[i,i] = x[i], no variable; x and Y are at least 0.
4. Y[i,j] = 0, no variable, where i and j are in one rule.
5. A rule "at most one of these" gets a spare: one more variable that is true where none of them is.

Column i of Y, divided by x[i], is a point of the binary model's relaxation that has x[i] = 1: what the relaxation
believes once i is believed. The one thing that couples these points is rule 3.

Presolved, the singles that follow from the clues are placed, and what rules 1 to 4 force to 0 is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ninefold.core.errors import GridError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout
from ninefold.models.base import Floats, Model
from ninefold.models.candidates import candidates
from ninefold.models.lift_presolve import pruned
from ninefold.models.rows import EQUAL, Rows
from ninefold.models.structure import Flags, Ints, Structure, given, structure


@dataclass(frozen=True, eq=False, repr=False)
class LiftedModel(Model):
    """The lift of a puzzle: which candidates and spares are open, their rules, and which two can go together.

    Attributes:
        puzzle: the grid of clues.
        presolve: as asked.
        cells, digits: for each open candidate its cell, 0…N²−1, and its digit, 1…N; they lie cell by cell.
        spares: the names of the rules that have a spare; these variables come after the candidates.
        rules: flags [rule, variable], no rule twice: exactly one variable of each rule is true.
        rule_names: their names, as in the binary model.
        compatible: flags [variable, variable], True where there is a product, and on the diagonal.
        placed: flags [cell, digit − 1] of the candidates that are true, in every point of the lift.
        infeasible: whether a rule was left without candidates: there is no solution.
    """

    kind: ClassVar[str] = "lifted"
    puzzle: Grid
    presolve: bool
    cells: Ints
    digits: Ints
    spares: tuple[str, ...]
    rules: Flags
    rule_names: tuple[str, ...]
    compatible: Flags
    placed: Flags
    infeasible: bool

    @property
    def layout(self) -> Layout:
        """The board."""
        return self.puzzle.layout

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
        """The name of each variable: `x_r1c2_3`, `spare_window_1_3`, `y_r1c2_3_r4c5_6` for a product."""
        first, second = self.pairs
        names = self._short_names
        products = zip(first.tolist(), second.tolist(), strict=True)
        count = len(self.cells)
        singles = [f"x_{name}" for name in names[:count]] + names[count:]
        return singles + [f"y_{names[i]}_{names[j]}" for i, j in products]

    @cached_property
    def _short_names(self) -> list[str]:
        each = zip(self.cells.tolist(), self.digits.tolist(), strict=True)
        named = [f"{self.layout.name(cell)}_{digit}" for cell, digit in each]
        return named + [f"spare_{name}" for name in self.spares]

    @cached_property
    def rows(self) -> Rows:
        """Rules 1 and 2 as sparse rows over the x, then the Y."""
        return _rows(self)

    @cached_property
    def lower(self) -> Floats:
        """The least value of each variable."""
        return np.zeros(self.rows.width)

    @cached_property
    def upper(self) -> Floats:
        """The greatest value of each variable."""
        return np.ones(self.rows.width)

    @property
    def row_count(self) -> int:
        """How many rows there are, without making them."""
        return len(self.rules) * (1 + self.width) - int(self.rules.sum())

    def beliefs(self, x: Any) -> Floats:
        """The values of the x as an array [cell, digit − 1], with what is placed as 1."""
        found = self.placed.astype(np.float64)
        found[self.cells, self.digits - 1] = np.asarray(x, np.float64)[: len(self.cells)]
        return found

    def grid(self, chosen: Flags) -> Grid | None:
        """The grid in which the chosen x are true; None where that breaks a rule."""
        if (self.rules[:, chosen].sum(axis=1) != 1).any():
            return None
        ones = self.beliefs(chosen) > 0.5
        return Grid.of_digits(bytes((ones.argmax(axis=1) + 1).astype(np.uint8)), self.layout)

    def vector(self, solution: GridLike) -> Floats:
        """The point of a solution, x and Y; refused if the lift has no such point."""
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
            raise GridError(f"the grid {solution.line} is no point of the lift")
        return np.concatenate([x, products]).astype(np.float64)

    def __repr__(self) -> str:
        """The model as the code that makes it."""
        return f"lifted({self.puzzle!r}{'' if self.presolve else ', presolve=False'})"


def lifted(puzzle: GridLike, *, open_: Flags | None = None, presolve: bool = True) -> LiftedModel:
    """The lifted model of a puzzle.

    >>> whole = lifted("1... .... ..2. ....", presolve=False)
    >>> whole.width, len(whole.pairs[0]), len(whole.rows)
    (42, 711, 2076)
    >>> model = lifted("1... .... ..2. ....")
    >>> model.width, len(model.pairs[0]), len(model.rows)
    (42, 585, 2076)

    Args:
        puzzle: the clues, on any layout.
        open_: flags [cell, digit − 1] of the candidates that may be true; left out, all that the clues leave.
        presolve: whether singles are placed, and products that must be 0 left out.
    """
    puzzle = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    rules = structure(puzzle.layout)
    left = candidates(puzzle, propagated=presolve).reshape(-1)
    left = left if open_ is None else left & np.asarray(open_, np.bool_).reshape(-1)
    left, placed = _settled(rules, left) if presolve else (left, given(puzzle))
    infeasible = bool((rules.exact & (rules.counts(left) == 0)).any())
    chosen = left & ~placed
    matrix, kept = _matrix(rules, chosen)
    compatible = _apart(matrix)
    if presolve and not infeasible:
        compatible = pruned(matrix, compatible)
    return _model(puzzle, presolve, rules, np.flatnonzero(chosen), placed, matrix, kept, compatible, infeasible)


def _settled(rules: Structure, left: Flags) -> tuple[Flags, Flags]:
    """The candidates that singles leave, and those that are placed."""
    while True:
        alone = rules.exact & (rules.counts(left) == 1)
        placed = np.zeros_like(left)
        placed[rules.members[alone[rules.rule_of]]] = True
        placed &= left
        fewer = left & ~rules.beside(placed)
        if (fewer == left).all():
            return left, placed
        left = fewer


def _matrix(rules: Structure, chosen: Flags) -> tuple[Flags, Ints]:
    """The rules that say something of open candidates as flags, with a column for each spare, and their numbers."""
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
    """Rule 4: which two variables share no rule; each goes together with itself."""
    shares = matrix.T.astype(np.float32) @ matrix.astype(np.float32)
    compatible = shares == 0
    np.fill_diagonal(compatible, True)
    return np.asarray(compatible)


def _model(
    puzzle: Grid,
    presolve: bool,
    rules: Structure,
    variables: NDArray[np.intp],
    placed: Flags,
    matrix: Flags,
    kept: Ints,
    compatible: Flags,
    infeasible: bool,
) -> LiftedModel:
    """The model of what is left: no dead variable, none that must be true, no rule twice."""
    size, count = puzzle.size, len(variables)
    alive = compatible.diagonal()
    counts = matrix[:, alive].sum(axis=1)
    true = matrix[counts == 1].any(axis=0) & alive & presolve
    placed = placed.copy()
    placed[variables[true[:count]]] = True
    stays = alive & ~true
    open_ = matrix[:, stays].any(axis=1)
    kept_rules = matrix[open_][:, stays]
    first = np.sort(np.unique(kept_rules, axis=0, return_index=True)[1])
    names = np.array(rules.names(), dtype=object)[kept]
    spares = names[~rules.exact[kept]][stays[count:]]
    left = variables[stays[:count]].astype(np.int32)
    return LiftedModel(
        puzzle=puzzle,
        presolve=presolve,
        cells=left // np.int32(size),
        digits=left % np.int32(size) + np.int32(1),
        spares=tuple(spares.tolist()),
        rules=kept_rules[first],
        rule_names=tuple(names[open_][first].tolist()),
        compatible=compatible[np.ix_(stays, stays)],
        placed=placed.reshape(size**2, size),
        infeasible=infeasible or bool((counts == 0).any()),
    )


def _rows(model: LiftedModel) -> Rows:
    """Rules 1 and 2, row after row: for each x the rules that it is not in, each as −x[i] + Σ Y[i,j] = 0."""
    width, (first, second) = model.width, model.pairs
    product = np.full((width, width), -1, np.int32)
    product[first, second] = product[second, first] = width + np.arange(len(first), dtype=np.int32)
    of, member = np.nonzero(model.rules)
    outside = ~model.rules.T
    has = model.compatible[:, member] & outside[:, of]
    i, entry = np.nonzero(has)
    lengths = _lengths(outside, i, of[entry])
    indptr = np.concatenate([[0], np.cumsum(np.concatenate([model.rules.sum(axis=1), lengths + 1]))])
    indices = np.empty(indptr[-1], np.int32)
    values = np.ones(indptr[-1])
    heads = indptr[len(model.rules) : -1]
    body = np.ones(len(indices), np.bool_)
    body[heads] = False
    indices[heads] = np.nonzero(outside)[0]
    values[heads] = -1
    indices[body] = np.concatenate([member, product[i, member[entry]]])
    right = np.concatenate([np.ones(len(model.rules)), np.zeros(len(lengths))])
    senses = np.full(len(right), EQUAL, dtype="<U2")
    return Rows(width + len(first), indptr.astype(np.int32), indices, values, right, senses, partial(_row_names, model))


def _lengths(outside: Flags, i: NDArray[np.intp], rule: NDArray[np.intp]) -> NDArray[np.intp]:
    """How many products each row of rule 2 has."""
    counts = np.bincount(i * outside.shape[1] + rule, minlength=outside.size)
    return np.asarray(counts[outside.ravel()])


def _row_names(model: LiftedModel) -> list[str]:
    names, given = model.rule_names, model._short_names
    places = zip(*(part.tolist() for part in np.nonzero(~model.rules.T)), strict=True)
    return [*names, *(f"{names[rule]}_if_{given[i]}" for i, rule in places)]
