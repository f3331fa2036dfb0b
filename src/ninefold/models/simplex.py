"""The simplex method, pivot by pivot, on small boards: a tableau in fractions, so that nothing is rounded.

1. The program is the relaxation: minimise c·x over Ax = b and x ≥ 0; a cut gets a slack variable.
2. Phase 1 starts with an artificial variable in every row, and minimises their sum. If that is not 0 there is no
   feasible point. Artificials that are left in the basis at 0 belong to rows that follow from others, or are replaced.
3. Phase 2 minimises the objective from there.
4. A pivot takes a variable with a negative reduced cost into the basis. Dantzig's rule takes the most negative one,
   Bland's rule the first. The variable that reaches 0 first leaves: of several, the one with the lowest number.
5. Bland's rule never returns to a basis. Dantzig's may, at degenerate vertices; the path then ends with an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Literal

from ninefold.core.errors import Infeasible, NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.values import counted, short_repr
from ninefold.models.binary import BinaryModel, binary
from ninefold.models.cuts import CutsLike, ObjectiveLike
from ninefold.models.rows import EQUAL, LESS

Rule = Literal["bland", "dantzig"]
RULES = ("bland", "dantzig")
MAX_SIZE = 6
MAX_FRACTION = 12  # characters of a fraction that is shown as one
ARTIFICIAL = "artificial_"


@dataclass(frozen=True)
class Pivot:
    """One step of the simplex method: what came into the basis and what left, and the result.

    Attributes:
        phase: 1 (to a feasible point) or 2 (to the optimum).
        entering, leaving: names of variables; artificial and slack variables are named after their row.
        step: the value that the entering variable got; 0 at a degenerate vertex, where the point stays.
        objective: of the phase: the sum of the artificials, or the objective with the clues.
        vertex: the variables above 0 after the pivot.
    """

    phase: int
    entering: str
    leaving: str
    step: Fraction
    objective: Fraction
    vertex: dict[str, Fraction]

    def __str__(self) -> str:
        """The pivot in a line."""
        return (
            f"phase {self.phase}: {self.entering} enters at {_words(self.step)}, {self.leaving} leaves;"
            f" objective {_words(self.objective)}"
        )


@dataclass(frozen=True, repr=False)
class SimplexPath:
    """The pivots from the first basis to the optimum.

    Attributes:
        puzzle: the clues.
        rule: bland or dantzig.
        pivots: the pivots.
        vertex: the optimum: the variables above 0.
        objective: its value, clues included.
    """

    puzzle: Grid
    rule: str
    pivots: tuple[Pivot, ...]
    vertex: dict[str, Fraction]
    objective: Fraction

    def __repr__(self) -> str:
        """The size of the path; `print` shows the pivots."""
        pivots = f"{counted(len(self.pivots), 'pivot')} by {self.rule}, {self.degenerate} degenerate"
        return f"<simplex path of {self.puzzle!r}: {pivots}, objective {_words(self.objective)}>"

    @property
    def degenerate(self) -> int:
        """How many pivots did not move the point."""
        return sum(pivot.step == 0 for pivot in self.pivots)

    def __str__(self) -> str:
        """The pivots, one per line."""
        return "\n".join(f"{number:3} {pivot}" for number, pivot in enumerate(self.pivots, 1))

    def _repr_html_(self) -> str:
        """What notebooks show: the pivots as a table."""
        heads = ("pivot", "phase", "entering", "leaving", "step", "objective", "above 0")
        rows = ["".join(f"<th>{head}</th>" for head in heads)]
        for number, pivot in enumerate(self.pivots, 1):
            values = (_words(pivot.step), _words(pivot.objective), len(pivot.vertex))
            cells = (number, pivot.phase, pivot.entering, pivot.leaving, *values)
            rows.append("".join(f"<td>{escape(str(cell))}</td>" for cell in cells))
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def _words(value: Fraction) -> str:
    """A fraction; a long one, which random weights make, as a decimal."""
    return text if len(text := str(value)) <= MAX_FRACTION else f"{float(value):.6g}"


def simplex_path(
    puzzle: GridLike, *, rule: str = "bland", objective: ObjectiveLike = "ones", cuts: CutsLike = ()
) -> SimplexPath:
    """Solve the linear relaxation of a small puzzle by the simplex method, and keep every pivot.

    >>> path = simplex_path("...1 ..2. .3.. 4...", objective="x_r1c1_3")
    >>> path.objective, path.pivots[-1].phase, len(path.vertex)
    (Fraction(0, 1), 2, 12)

    Args:
        puzzle: the clues, on a board of up to 6×6.
        rule: bland or dantzig.
        objective: what to minimise, as in `nf.relaxation`.
        cuts: rows to add.
    """
    if rule not in RULES:
        raise NinefoldError(f"unknown pivot rule {short_repr(rule)} (choose {' or '.join(RULES)})")
    grid = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    check_size(grid.size)
    model = binary(grid, objective=objective, cuts=cuts)
    tableau = Tableau(model)
    pivots = tuple(tableau.run(rule))
    return SimplexPath(grid, rule, pivots, tableau.vertex(), tableau.objective + Fraction(model.constant))


def check_size(size: int) -> None:
    """Refuse a board whose fractions would take too long."""
    if size > MAX_SIZE:
        raise NinefoldError(f"the simplex path is for boards up to size {MAX_SIZE}; this board is size {size}")


class Tableau:
    """The rows of a program over its variables, then the slacks of cuts, then the artificials, then the right side."""

    def __init__(self, model: BinaryModel) -> None:
        rows, count = model.rows, len(model.names)
        self.loose = loose = [row for row, sense in enumerate(rows.senses.tolist()) if sense != EQUAL]
        self.redundant: list[int] = []  # the rows that follow from others
        self.names = [*model.names, *(f"slack_{rows.names[row]}" for row in loose)]
        self.real = len(self.names)
        self.names += [ARTIFICIAL + name for name in rows.names]
        self.rows: list[list[Fraction]] = []
        self.signs: list[int] = []  # −1 for a row that was negated
        for number in range(len(rows)):
            line = [Fraction(0)] * (len(self.names) + 1)
            for column, factor in zip(*(part.tolist() for part in rows.row(number)), strict=True):
                line[column] = Fraction(factor).limit_denominator(10**9)
            if number in loose:
                line[count + loose.index(number)] = Fraction(1 if rows.senses[number] == LESS else -1)
            line[-1] = Fraction(float(rows.right[number])).limit_denominator(10**9)
            self.signs.append(-1 if line[-1] < 0 else 1)
            if line[-1] < 0:
                line = [-entry for entry in line]
            line[self.real + number] = Fraction(1)
            self.rows.append(line)
        self.basis = list(range(self.real, len(self.names)))
        self.costs = [Fraction(cost).limit_denominator(10**9) for cost in model.costs.tolist()]
        self.costs += [Fraction(0)] * (len(self.names) - count)
        self.constant = Fraction(model.constant).limit_denominator(10**9)
        self.top: list[Fraction] = []  # reduced costs, and minus the objective

    @property
    def objective(self) -> Fraction:
        """The objective of the phase."""
        return -self.top[-1]

    @property
    def values(self) -> list[Fraction]:
        """The value of each variable of the model, of each slack and of each artificial."""
        found = [Fraction(0)] * len(self.names)
        for column, row in zip(self.basis, self.rows, strict=True):
            found[column] = row[-1]
        return found

    @property
    def duals(self) -> list[Fraction]:
        """The y of each row: the artificial of a row costs 0 in phase 2, so its reduced cost is −y."""
        pairs = zip(self.top[self.real : -1], self.signs, strict=True)
        return [-cost * sign for cost, sign in pairs]

    def vertex(self) -> dict[str, Fraction]:
        """The variables above 0."""
        values = [(self.names[column], row[-1]) for column, row in zip(self.basis, self.rows, strict=True)]
        return {name: value for name, value in sorted(values) if value}

    def run(self, rule: str) -> Iterator[Pivot]:
        """Rules 2 and 3."""
        artificial = [Fraction(int(column >= self.real)) for column in range(len(self.names))]
        self._price(artificial)
        yield from self._phase(1, rule, Fraction(0))
        if self.objective:
            raise Infeasible(f"the program has no feasible point: the artificials sum to {self.objective}")
        self._drop_redundant()
        self._price(self.costs)
        yield from self._phase(2, rule, self.constant)

    def _price(self, costs: list[Fraction]) -> None:
        """The reduced costs of a basis."""
        self.top = [*costs, Fraction(0)]
        for column, row in zip(self.basis, self.rows, strict=True):
            self._subtract(self.top, row, costs[column])

    def _phase(self, phase: int, rule: str, constant: Fraction) -> Iterator[Pivot]:
        seen: set[tuple[int, ...]] = set()
        while (entering := self._entering(rule)) is not None:
            basis = tuple(sorted(self.basis))
            if basis in seen:  # rule 5
                raise NinefoldError(f"{rule}'s rule cycles on this program; use bland's")
            seen.add(basis)
            place = self._leaving(entering)
            leaving, step = self.basis[place], self.rows[place][-1] / self.rows[place][entering]
            self._pivot(place, entering)
            yield Pivot(
                phase, self.names[entering], self.names[leaving], step, self.objective + constant, self.vertex()
            )

    def _entering(self, rule: str) -> int | None:
        """Rule 4; artificials never come back."""
        negative = [column for column in range(self.real) if self.top[column] < 0]
        if not negative:
            return None
        return negative[0] if rule == "bland" else min(negative, key=lambda column: self.top[column])

    def _leaving(self, entering: int) -> int:
        ratios = [
            (row[-1] / row[entering], self.basis[place], place)
            for place, row in enumerate(self.rows)
            if row[entering] > 0
        ]
        if not ratios:
            raise NinefoldError("the objective has no least value")
        return min(ratios)[2]

    def _pivot(self, place: int, entering: int) -> None:
        pivot = self.rows[place][entering]
        self.rows[place] = line = [entry / pivot if entry else entry for entry in self.rows[place]]
        for number, row in enumerate(self.rows):
            if number != place:
                self._subtract(row, line, row[entering])
        self._subtract(self.top, line, self.top[entering])
        self.basis[place] = entering

    @staticmethod
    def _subtract(row: list[Fraction], line: list[Fraction], factor: Fraction) -> None:
        if factor:
            for column, entry in enumerate(line):
                if entry:
                    row[column] -= factor * entry

    def _drop_redundant(self) -> None:
        """Rule 2: replace each artificial in the basis, or drop its row if it is empty."""
        for place in reversed(range(len(self.rows))):
            if self.basis[place] >= self.real:
                other = next((column for column in range(self.real) if self.rows[place][column]), None)
                if other is None:
                    self.redundant.append(self.basis[place] - self.real)
                    del self.rows[place], self.basis[place]
                else:
                    self._pivot(place, other)
