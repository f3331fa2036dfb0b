"""Constraint programming with CP-SAT of OR-Tools.

1. All-different: one variable per cell, from 1 to N, and the cells of a unit all different.
   Exactly-one: one variable per candidate; of a cell's candidates, and of a digit's in a unit of N cells, exactly
   one is 1, and in a smaller unit at most one.
2. A clue narrows its variable to one value.
3. CP-SAT propagates, searches and learns, and reports each solution; when it ends there are no more.
4. The model of a layout is kept for the next puzzle on it: only rule 2 is done again.

A node is a search for one solution. OR-Tools is imported only when a puzzle is solved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any, Literal

from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.solving.method import check_options, option
from ninefold.solving.parameters import (
    Parameters,
    Value,
    parameters_option,
    read_parameters,
    refuse_parameters,
)
from ninefold.solving.run import Run

Form = Literal["all-different", "exactly-one"]


@dataclass(frozen=True)
class CP:
    """Solve with CP-SAT, in one thread; the stats are `conflicts` and `branches`."""

    model: Form = field(
        default="all-different",
        metadata={"about": "a variable per cell, all different; or per candidate, exactly one"},
    )
    seed: int = option(0, "random seed for the order of the cells; 0 keeps their order", least=0, most=2**31 - 1)
    parameters: str | Mapping[str, Value] = parameters_option("CP-SAT", "linearization_level=0")

    def __post_init__(self) -> None:
        """Validate the options."""
        check_options(self)

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, always in the same order."""
        from ninefold.solving.solvers.cpsat import check_parameters, decided

        parameters = read_parameters(self.parameters)
        refuse_parameters("CP", check_parameters(parameters) if parameters else [])
        with _models(puzzle.layout, self.model).lent(puzzle) as loan:
            found = decided(loan.model, seed=self.seed, run=run, parameters=parameters)
        if found is None:
            return self._enumerated(puzzle, run, parameters)
        return iter([_grid(puzzle, values, self.model) for values in found])

    def _enumerated(self, puzzle: Grid, run: Run, parameters: Parameters) -> Iterator[Grid]:
        """Rule 3 for a puzzle that a short search did not decide: a search for one solution after another."""
        from ninefold.solving.solvers.cpsat import CPSearch

        with _models(puzzle.layout, self.model).lent(puzzle) as loan:
            search = CPSearch(loan.model, seed=self.seed, run=run, parameters=parameters)
            try:
                while (values := search.next(run)) is not None:
                    yield _grid(puzzle, values, self.model)
            finally:
                loan.is_over = search.close()


@dataclass
class _Loan:
    """A model with the clues of a puzzle, and whether it is free again."""

    model: Any
    is_over: bool = True


class _Models:
    """Rule 4: the models of a layout that are not in use."""

    def __init__(self, layout: Layout, form: Form) -> None:
        self.layout, self.form = layout, form
        self.spare: list[Any] = []

    @contextmanager
    def lent(self, puzzle: Grid) -> Iterator[_Loan]:
        """One of them, or a new one, with the clues of a puzzle; kept for the next puzzle once it is free."""
        loan = _Loan(self._take())
        clues = _narrow(loan.model, puzzle, self.form)
        try:
            yield loan
        finally:
            if loan.is_over:
                for domain, (low, high) in clues:
                    domain[0], domain[1] = low, high
                self.spare.append(loan.model)

    def _take(self) -> Any:
        try:
            return self.spare.pop()
        except IndexError:
            return _all_different(self.layout) if self.form == "all-different" else _exactly_one(self.layout)


@lru_cache(maxsize=4)
def _models(layout: Layout, form: Form) -> _Models:
    return _Models(layout, form)


def _all_different(layout: Layout) -> Any:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = [model.new_int_var(1, layout.size, "") for _ in range(layout.size**2)]
    for unit in layout.units:
        model.add_all_different([cells[cell] for cell in unit.cells])
    return model


def _exactly_one(layout: Layout) -> Any:
    from ortools.sat.python import cp_model

    from ninefold.models.incidence import incidence_of

    model, rules = cp_model.CpModel(), incidence_of(layout)
    candidates = [model.new_bool_var("") for _ in range(layout.size**3)]
    members = iter(rules.members.tolist())
    for length, exact in zip(rules.lengths.tolist(), rules.exact.tolist(), strict=True):
        add = model.add_exactly_one if exact else model.add_at_most_one
        add([candidates[member] for member in islice(members, length)])
    return model


def _narrow(model: Any, puzzle: Grid, form: Form) -> list[tuple[Any, tuple[int, int]]]:
    """Rule 2; returns the domains that were narrowed, and what they were."""
    variables, size, narrowed = model.proto.variables, puzzle.size, []
    for cell in puzzle.filled_cells:
        digit = puzzle.digits[cell]
        place, value = (cell, digit) if form == "all-different" else (cell * size + digit - 1, 1)
        domain = variables[place].domain
        narrowed.append((domain, (domain[0], domain[1])))
        domain[0], domain[1] = value, value
    return narrowed


def _grid(puzzle: Grid, values: list[int], form: Form) -> Grid:
    if form == "exactly-one":
        values = [place % puzzle.size + 1 for place, value in enumerate(values) if value]
    return Grid.from_digits(bytes(values), puzzle.layout)
