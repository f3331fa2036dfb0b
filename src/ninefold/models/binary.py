"""The binary model: a variable for every candidate, x[i,j,k] = 1 if the cell in row i, column j holds digit k.

Its rows, family by family:

1. cells: each cell has exactly one digit.
2. rows, columns, boxes: each of them contains each digit exactly once.
3. extras: so do diagonals, windows and extra units; units of fewer than N cells contain it at most once.
4. clues: x = 1 for every clue.
5. sums, optional: the digits of a row, a column or a box add up to 1 + … + N. Some papers have these rows; they follow
   from 1 and 2 and add nothing.
6. cuts, optional: custom rows (see `cuts`).

Presolve removes what the clues decide through these rows: the variable of a clue is 1 and all others in its rows are 0,
so neither these variables nor these rows are part of the model.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ninefold.core.errors import Fault, GridError
from ninefold.core.geometry import cell_name
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout
from ninefold.core.values import check_flag
from ninefold.models.cuts import Cut, CutsLike, ObjectiveLike, as_cuts, read_objective, rows_with
from ninefold.models.incidence import (
    FAMILIES,
    Flags,
    Incidence,
    Ints,
    clue_flags,
    incidence_of,
    read_candidate,
    read_families,
    without_clues,
)
from ninefold.models.rank import rank_of
from ninefold.models.rows import EQUAL, LESS, Floats, Model, Rows, as_point, checked, stacked

if TYPE_CHECKING:
    from ninefold.models.solver_models import SolverModel


@dataclass(frozen=True, eq=False, repr=False)
class BinaryModel(Model):
    """The binary model of a puzzle: its variables and rows, and the conversion between points and grids.

    Attributes:
        puzzle: the clues.
        families: the families of rows it has.
        sums, presolve: the options it was built with.
        cuts: rows that were added to those of the rules.
        weights: the objective, to be minimised, as a number for each [cell, digit − 1]; all 0 by default.
        cells, digits: for each variable its cell, 0…N²−1, and its digit, 1…N.
        index: for each [cell, digit − 1] the number of its variable, −1 if there is none.
        rows: the constraints.
    """

    kind: ClassVar[str] = "binary"
    puzzle: Grid
    families: tuple[str, ...]
    sums: bool
    presolve: bool
    cells: Ints
    digits: Ints
    index: Ints
    rows: Rows
    weights: Floats
    cuts: tuple[Cut, ...] = ()

    def _options(self) -> list[str]:
        cuts = [f"cuts={'; '.join(map(str, self.cuts))!r}"] if self.cuts else []
        return ["sums=True"] * self.sums + cuts + ["objective=…"] * bool(self.weights.any())

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: the entries of the rows by family."""
        return self.rows._repr_svg_()

    @property
    def costs(self) -> Floats:
        """The objective: a number for each variable."""
        return np.asarray(self.weights[self.cells, self.digits - 1])

    @property
    def constant(self) -> float:
        """What the clues of a presolved model, which are not variables, add to the objective."""
        return float(self.weights[self.fixed].sum())

    @property
    def infeasible(self) -> bool:
        """Whether an empty row already rules out every solution."""
        return bool(len(self.rows.broken))

    @cached_property
    def names(self) -> list[str]:
        """The name of each variable: `x_r1c2_3` for digit 3 in row 1, column 2."""
        pairs = zip(self.cells.tolist(), self.digits.tolist(), strict=True)
        return [f"x_{cell_name(cell, self.layout.size)}_{digit}" for cell, digit in pairs]

    @property
    def lower(self) -> Floats:
        """The least value of each variable, 0."""
        return np.zeros(len(self.cells))

    @property
    def upper(self) -> Floats:
        """The greatest value of each variable, 1."""
        return np.ones(len(self.cells))

    @cached_property
    def fixed(self) -> Flags:
        """The candidates [cell, digit − 1] that are 1 but not variables: the clues of a presolved model."""
        size = self.layout.size
        known = self.presolve and "clues" in self.families
        return clue_flags(self.puzzle).reshape(-1, size) if known else np.zeros((size**2, size), np.bool_)

    def candidate(self, candidate: tuple[str | int, int]) -> tuple[int, int]:
        """The number of a cell, given by name or number, and the digit, both checked."""
        return read_candidate(candidate, self.layout)

    def matrix(self) -> Any:
        """The rows as a `scipy.sparse.csr_array`; SciPy is needed only here."""
        return self.rows.matrix()

    def rank(self) -> int:
        """The rank of the rows, in exact arithmetic.

        >>> [binary(Grid.empty(size)).rank() for size in (4, 9)]
        [40, 249]
        """
        return rank_of(self.rows)

    def odd_cycle(self, values: Iterable[float]) -> Cut | None:
        """The cut of the most violated odd cycle at a point; None if none is violated (see `odd_cycles`)."""
        from ninefold.models.odd_cycles import odd_cycle

        return odd_cycle(self.layout, self.beliefs(values))

    def read_point(self, source: str | PathLike[str]) -> Floats:
        r"""The point in another solver's output, fractional or not: its text, or a path to it.

        >>> model = binary("..4. 1... ...3 .1..")
        >>> model.read_point("x_r1c1_2 0.5\nx_r1c1_3 0.5")[:3].tolist()
        [0.5, 0.5, 0.0]
        """
        from ninefold.models.solution_files import content_of, parse_point

        found = parse_point(content_of(source), self.puzzle)
        missing = [
            Fault(f"x_{self.layout.name(cell)}_{digit + 1}", f"{found[cell, digit]:g}", "0, as the clues rule it out")
            for cell, digit in zip(*np.nonzero(found), strict=True)
            if self.index[cell, digit] < 0 and not self.fixed[cell, digit]
        ]
        if missing:
            raise GridError("the point has values that the model does not have", missing)
        return np.asarray(found[self.cells, self.digits - 1])

    def beliefs(self, values: Iterable[float]) -> Floats:
        """The values of a point as an array [cell, digit − 1], with the clues as 1."""
        size = self.layout.size
        found = self.fixed.astype(np.float64).reshape(-1)
        found[self.cells * size + self.digits - 1] = self._read(values)
        return found.reshape(size**2, size)

    def fractional_cells(self, values: Iterable[float], *, within: float = 1e-6) -> tuple[int, ...]:
        """The cells in which some value is neither 0 nor 1 (nor close to one of them)."""
        values = self._read(values)
        unclear = ~(np.minimum(np.abs(values), np.abs(values - 1)) <= within)
        return tuple(np.unique(self.cells[unclear]).tolist())

    def cvxpy(self, *, relaxed: bool = False) -> SolverModel:
        """The model in CVXPY, to be extended there (see `SolverModel`); relaxed, without whole numbers."""
        from ninefold.models.solver_models import cvxpy_model

        return cvxpy_model(self, relaxed=relaxed)

    def cpsat(self) -> SolverModel:
        """The model in CP-SAT, to be extended there."""
        from ninefold.models.solver_models import cpsat_model

        return cpsat_model(self)

    def highs(self, *, relaxed: bool = False) -> SolverModel:
        """The model in HiGHS, to be extended there; relaxed, without whole numbers."""
        from ninefold.models.solver_models import highs_model

        return highs_model(self, relaxed=relaxed)

    def grid(self, values: Iterable[float], *, within: float = 1e-6) -> Grid:
        """The grid of a 0/1 point, checked against all rules of the board if the model has them.

        Raises:
            GridError: the point is fractional, does not give each cell one digit, or is not a solution.
        """
        return checked(self, self.unchecked_grid(values, within=within))

    def unchecked_grid(self, values: Iterable[float], *, within: float = 1e-6) -> Grid:
        """The grid of a 0/1 point, whether or not it is a solution."""
        values = self._read(values)
        if fractional := self.fractional_cells(values, within=within):
            raise GridError(
                f"the point is fractional in {len(fractional)} of {self.layout.size**2} cells:"
                f" {self.layout.names(fractional[:9])}{' …' if len(fractional) > 9 else ''}"
            )
        ones = self.beliefs(values) > 0.5
        if len(unclear := np.flatnonzero(ones.sum(axis=1) != 1)):
            raise GridError("the point does not give each cell one digit", map(partial(self._fault, ones), unclear))
        return Grid.from_digits(bytes((ones.argmax(axis=1) + 1).astype(np.uint8)), self.layout)

    def vector(self, solution: GridLike) -> Floats:
        """The point of a full grid; raises GridError if the model does not contain it."""
        solution = Grid(solution, layout=self.layout)
        ones = clue_flags(solution).reshape(-1, self.layout.size)
        missing = np.flatnonzero(~(ones & (self.fixed | (self.index >= 0))).any(axis=1))
        if len(missing):
            raise GridError("the grid is not a point of the model", map(partial(self._fault, ones), missing))
        return ones[self.cells, self.digits - 1].astype(np.float64)

    def _fault(self, ones: Flags, cell: np.intp) -> Fault:
        """A cell with impossible digits, as one line of an error."""
        read = " and ".join(map(str, np.flatnonzero(ones[cell]) + 1)) or "no digit"
        open_ = " or ".join(map(str, np.flatnonzero(self.fixed[cell] | (self.index[cell] >= 0)) + 1))
        return Fault(self.layout.name(int(cell)), read, f"one digit, {open_}" if open_ else "a cell with candidates")

    def _read(self, values: Iterable[float]) -> Floats:
        """The values as an array, with its length checked."""
        array = as_point(values)
        if array.shape != self.cells.shape:
            raise GridError(
                f"read an array of shape {array.shape}, expected {len(self.cells)} values, one per variable"
            )
        return array


def binary(
    puzzle: GridLike,
    *,
    families: Iterable[str] = FAMILIES,
    sums: bool = False,
    cuts: CutsLike = (),
    objective: ObjectiveLike = "zero",
    presolve: bool = True,
) -> BinaryModel:
    """The binary model of a puzzle.

    >>> model = binary("..4. 1... ...3 .1..")
    >>> len(model.names), model.names[:3], len(model.rows), model.rows.names[0]
    (24, ['x_r1c1_2', 'x_r1c1_3', 'x_r1c2_2'], 48, 'cell_r1c1')
    >>> whole = binary("..4. 1... ...3 .1..", presolve=False)
    >>> len(whole.names), len(whole.rows)
    (64, 68)

    Args:
        puzzle: the clues, on any layout.
        families: the families of rows to include: any of cells, rows, columns, boxes, extras, clues.
        sums: add the sum rows of the papers.
        cuts: rows to add: text such as `x_r1c1_5 + x_r2c2_5 <= 1`, separated by semicolons, or a list.
        objective: what to minimise: zero, ones, random, random:SEED, terms such as `x_r1c1_5 - 2 x_r2c2_5`, a full
            grid, or a number for each of the N³ candidates.
        presolve: keep only the variables that the clues leave open, instead of all N³.
    """
    puzzle = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    check_flag("sums", sums)
    check_flag("presolve", presolve)
    families = read_families(families)
    rules = incidence_of(puzzle.layout, without_clues(families))
    clues = clue_flags(puzzle if "clues" in families else Grid.empty(puzzle.layout))
    if presolve:
        chosen = ~(rules.conflicting(clues) | clues)
        blocks = [_left(rules, clues, chosen)]
    else:
        chosen = np.ones(puzzle.size**3, np.bool_)
        blocks = [_left(rules, np.zeros_like(chosen), chosen), _clues(clues, puzzle.layout)]
    if sums:
        blocks.append(_sums(puzzle.layout, clues & presolve, chosen))
    variables = np.flatnonzero(chosen)
    cells, digits = np.divmod(variables.astype(np.int32), np.int32(puzzle.size))
    model = BinaryModel(
        puzzle,
        families,
        sums,
        presolve,
        cells,
        digits + 1,
        _numbering(chosen).reshape(-1, puzzle.size),
        blocks[0] if len(blocks) == 1 else stacked(blocks),
        read_objective(objective, puzzle.layout),
    )
    added = as_cuts(cuts)
    return replace(model, cuts=added, rows=rows_with(model, added)) if added else model


def _numbering(chosen: Flags) -> Ints:
    """For each of the N³ candidates the number of its variable, or −1."""
    return np.where(chosen, np.cumsum(chosen, dtype=np.int32) - 1, -1).astype(np.int32)


def _left(rules: Incidence, clues: Flags, chosen: Flags) -> Rows:
    """The rules that no clue satisfies, over the chosen variables; two clues in one rule make it infeasible."""
    hits = rules.counts(clues)
    counts = rules.counts(chosen)
    kept = np.where(hits == 0, rules.exact | (counts > 0), hits > 1)
    entries = chosen.take(rules.members) & np.repeat(kept, rules.lengths)  # `take` is faster than an index here
    indices = _numbering(chosen).take(rules.members[entries])
    return Rows(
        int(chosen.sum()),
        _pointers(counts[kept]),
        indices,
        np.ones(len(indices)),
        (1 - hits[kept]).astype(np.float64),
        np.where(rules.exact[kept], EQUAL, LESS),
        partial(_names_kept, rules, kept),
    )


def _names_kept(rules: Incidence, kept: Flags) -> list[str]:
    return [name for name, is_kept in zip(rules.names(), kept.tolist(), strict=True) if is_kept]


def _clues(clues: Flags, layout: Layout) -> Rows:
    """A row x = 1 for every clue."""
    fixed = np.flatnonzero(clues).astype(np.int32)
    count = len(fixed)
    return Rows(
        len(clues),
        np.arange(count + 1, dtype=np.int32),
        fixed,
        np.ones(count),
        np.ones(count),
        np.full(count, EQUAL, dtype="<U2"),
        partial(_clue_names, fixed // layout.size, layout),
    )


def _clue_names(cells: Ints, layout: Layout) -> list[str]:
    return [f"clue_{layout.name(cell)}" for cell in cells.tolist()]


def _sums(layout: Layout, clues: Flags, chosen: Flags) -> Rows:
    """The papers' rows: the digits of a row, column or box add up to 1 + … + N, less the clues in it."""
    size = layout.size
    units = layout.rows + layout.columns + layout.boxes
    cells = np.array([unit.cells for unit in units])
    members = (cells[:, :, None] * size + np.arange(size)).reshape(len(units), -1)
    weights = np.broadcast_to(np.tile(np.arange(1.0, size + 1), size), members.shape)
    right = size * (size + 1) / 2 - (weights * clues[members]).sum(axis=1)
    inside = chosen[members]
    kept = inside.any(axis=1) | (right != 0)
    entries = inside & kept[:, None]
    return Rows(
        int(chosen.sum()),
        _pointers(inside.sum(axis=1)[kept]),
        _numbering(chosen)[members[entries]],
        weights[entries],
        right[kept],
        np.full(int(kept.sum()), EQUAL, dtype="<U2"),
        partial(_sum_names, [unit.name for unit in units], kept),
    )


def _sum_names(units: list[str], kept: Flags) -> list[str]:
    pairs = zip(units, kept.tolist(), strict=True)
    return [f"sum_{name.replace(' ', '_')}" for name, is_kept in pairs if is_kept]


def _pointers(counts: NDArray[Any]) -> Ints:
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
