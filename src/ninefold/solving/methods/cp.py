"""The one driver of CP-SAT: the solutions of a model, one at a time.

    settled(model, seed=0, run=run)      # all of them, if that is one or none and soon found out; else None
    search = SolutionSearch(model, seed=0, run=run)
    while (values := search.next(run)) is not None:
        …                                # a solution: the values of all variables
    search.close()

CP-SAT tells solutions by calling back, and goes on by itself. So a `SolutionSearch` runs in a thread, and each call
waits there until the next solution is wanted. That costs more than an easy puzzle does, hence
`settled`, which does without. Imports OR-Tools: import this where it is used.

Constraint programming by CP-SAT of OR-Tools.

1. All-different: a variable a cell, from 1 to N, and the cells of a unit all different.
   Exactly-one: a variable a candidate; of a cell's candidates, and of a digit's in a unit of N cells, exactly
   one is 1, and in a smaller unit at most one.
2. A clue narrows its variable to one value.
3. CP-SAT propagates, searches and learns, and tells each solution; when it ends there are no more.
4. The model of a layout is kept for the next puzzle on it: only rule 2 is done again.

A node is a solution sought.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from math import isfinite
from queue import Empty, SimpleQueue
from threading import Semaphore, Thread
from typing import Any, Literal

from ortools.sat.python import cp_model

from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Stopped
from ninefold.solving.method import check_choices
from ninefold.solving.run import Run

# How often the asker looks at clock and cancel, how much longer CP-SAT may go on in its thread than it should, so
# that it is the run that says why, and how long it may take to stop when told to.
POLL_SECONDS, LATER, STOP_TIMEOUT = 0.01, 0.1, 0.2

# What "soon" is, in CP-SAT's own count of its work, which is the same on every machine; about a second each.
SOON = 0.3
# No use for symmetry where all solutions are wanted, and a second pass of presolve costs more than it saves.
QUICKER = {"symmetry_level": 0, "max_presolve_iterations": 1}


def _solver(seed: int, run: Run, *, later: float = 0.0) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # all that enumerating allows
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.random_seed = seed
    solver.parameters.permute_variable_randomly = bool(seed)  # else the seed changes next to nothing
    for name, value in QUICKER.items():
        setattr(solver.parameters, name, value)
    if isfinite(run.seconds_left):
        solver.parameters.max_time_in_seconds = run.seconds_left + later
    return solver


def _tell(solver: cp_model.CpSolver, run: Run) -> None:
    run.note("conflicts", solver.num_conflicts)
    run.note("branches", solver.num_branches)


class _AtMostOne(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
    """Keeps what is found, and stops at a second solution."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[list[int]] = []

    def on_solution_callback(self) -> None:
        self.found.append(list(self.response_proto.solution))
        if len(self.found) > 1:
            self.stop_search()


def settled(model: cp_model.CpModel, *, seed: int, run: Run) -> list[list[int]] | None:
    """The solution of a model that has one, or none; None where it has more, or was not settled soon."""
    run.tick()
    solver, told = _solver(seed, run), _AtMostOne()
    solver.parameters.max_deterministic_time = SOON
    status = solver.solve(model, told)
    if len(told.found) > 1 or status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        return None
    _tell(solver, run)
    return told.found


class _Each(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
    """Hands each solution over and waits until another one is wanted."""

    def __init__(self, wanted: Semaphore, found: SimpleQueue[list[int] | None]) -> None:
        super().__init__()
        self.wanted, self.found = wanted, found
        self.is_over = False

    def on_solution_callback(self) -> None:
        self.found.put(list(self.response_proto.solution))
        self.wanted.acquire()
        if self.is_over:
            self.stop_search()


class SolutionSearch:
    """A search for all solutions, in a thread of its own; it begins with the first `next`."""

    def __init__(self, model: cp_model.CpModel, *, seed: int, run: Run) -> None:
        self._model, self._solver = model, _solver(seed, run, later=LATER)
        self._wanted = Semaphore(0)
        self._found: SimpleQueue[list[int] | None] = SimpleQueue()
        self._told = _Each(self._wanted, self._found)
        self._thread = Thread(target=self._work, daemon=True)
        self._failure: Exception | None = None
        self._status = cp_model.UNKNOWN

    def next(self, run: Run) -> list[int] | None:
        """The next solution; None where there are no more; raises `Stopped` where that is not known."""
        run.tick()
        self._go_on()
        while True:
            run.check_limits()
            with suppress(Empty):
                values = self._found.get(timeout=POLL_SECONDS)
                if values is None:
                    self._end(run)
                return values

    def close(self) -> bool:
        """Stop, if it is not over; whether it has."""
        self._told.is_over = True
        self._wanted.release()
        if self._thread.ident is not None:
            self._solver.stop_search()
            self._thread.join(STOP_TIMEOUT)
        return not self._thread.is_alive()

    def _go_on(self) -> None:
        if self._thread.ident is not None:
            self._wanted.release()
        else:
            self._thread.start()

    def _work(self) -> None:
        try:
            self._status = self._solver.solve(self._model, self._told)
        except Exception as error:  # it belongs to whoever asked
            self._failure = error
        self._found.put(None)

    def _end(self, run: Run) -> None:
        self._thread.join()
        if self._failure is not None:
            raise self._failure
        _tell(self._solver, run)
        if self._status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
            run.check_limits()
            raise Stopped(f"CP-SAT ended as {self._solver.status_name(self._status).lower()}")


Form = Literal["all-different", "exactly-one"]


@dataclass(frozen=True)
class CP:
    """Ask CP-SAT, with one thread; the stats tell `conflicts` and `branches` once all is found."""

    model: Form = field(
        default="all-different", metadata={"about": "a variable a cell, all different; or one a candidate, exactly one"}
    )
    seed: int = field(
        default=0, metadata={"about": "0 for the order of the cells; another number lets CP-SAT shuffle them"}
    )

    def __post_init__(self) -> None:
        """Refuse an unknown model."""
        check_choices(self)

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, in an order that is the same each time."""
        with _models(puzzle.layout, self.model).lent(puzzle) as loan:
            found = settled(loan.model, seed=self.seed, run=run)
        if found is None:
            return self._enumerated(puzzle, run)
        return iter([_grid(puzzle, values, self.model) for values in found])

    def _enumerated(self, puzzle: Grid, run: Run) -> Iterator[Grid]:
        """Rule 3 for a puzzle that a short search did not settle: one that is asked for each solution."""
        with _models(puzzle.layout, self.model).lent(puzzle) as loan:
            search = SolutionSearch(loan.model, seed=self.seed, run=run)
            try:
                while (values := search.next(run)) is not None:
                    yield _grid(puzzle, values, self.model)
            finally:
                loan.is_over = search.close()


@dataclass
class _Loan:
    """A model with the clues of a puzzle, and whether nothing works on it any more."""

    model: Any
    is_over: bool = True


class _Models:
    """Rule 4: the models of a layout that nobody uses just now."""

    def __init__(self, layout: Layout, form: Form) -> None:
        self.layout, self.form = layout, form
        self.spare: list[Any] = []

    @contextmanager
    def lent(self, puzzle: Grid) -> Iterator[_Loan]:
        """One of them with the clues of a puzzle, or a new one; kept for the next once it is given back."""
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
    """Rule 2; given back are the domains that were narrowed, and what they were."""
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
