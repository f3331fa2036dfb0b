"""CP-SAT of OR-Tools: the solutions of a model, one at a time.

    decided(model, seed=0, run=run)      # all of them, if there is at most one and that is soon proved; else None
    search = CPSearch(model, seed=0, run=run)
    while (values := search.next(run)) is not None:
        …                                # a solution: the values of all variables
    search.close()

CP-SAT reports solutions by callbacks and does not pause. So a `CPSearch` runs in a thread, and each callback
blocks until the next solution is wanted. The thread costs more than solving an easy puzzle, hence
`decided`, which needs none. This module imports OR-Tools: import it only to use it.
"""

from __future__ import annotations

from contextlib import suppress
from math import isfinite
from queue import Empty, SimpleQueue
from threading import Semaphore, Thread
from typing import Any

from ortools.sat.python import cp_model

from ninefold.core.errors import Fault, MethodError
from ninefold.core.limits import Stopped
from ninefold.core.values import short_repr
from ninefold.solving.parameters import (
    LIMITED,
    LOGGED,
    NOTHING,
    PROVING,
    Parameters,
    Value,
    reserved_parameter,
    unknown_parameter,
)
from ninefold.solving.run import Run
from ninefold.solving.trace import LogSink

# Seconds between two checks of the limits; extra seconds on CP-SAT's own clock, so that the run notices the deadline
# first; and how long CP-SAT may take to stop.
POLL_SECONDS, LATER, STOP_TIMEOUT = 0.01, 0.1, 0.2

# What "soon" means, in CP-SAT's deterministic time, which is the same on every machine; about a second each.
SOON = 0.3
# Symmetry is useless when all solutions are wanted, and a second presolve pass costs more than it saves.
FASTER = {"symmetry_level": 0, "max_presolve_iterations": 1}
# Parameters that a caller cannot set, and why: with several workers CP-SAT may report a solution twice.
ONE_WORKER = f"none: with several workers, {NOTHING}"
RESERVED = {
    "enumerate_all_solutions": PROVING,
    "keep_all_feasible_solutions_in_presolve": PROVING,
    "instantiate_all_variables": PROVING,
    "use_probing_search": PROVING,
    "num_workers": ONE_WORKER,
    "num_search_workers": ONE_WORKER,
    "max_time_in_seconds": LIMITED,
    "log_search_progress": LOGGED,
    "log_to_stdout": LOGGED,
}


def _solver(seed: int, run: Run, parameters: Parameters, log: LogSink, *, later: float = 0.0) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # enumeration allows no more
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.random_seed = seed
    solver.parameters.permute_variable_randomly = bool(seed)  # otherwise the seed changes next to nothing
    if isfinite(run.seconds_left):
        solver.parameters.max_time_in_seconds = run.seconds_left + later
    if run.is_logged:
        solver.parameters.log_search_progress, solver.parameters.log_to_stdout = True, False
        solver.log_callback = log
    for name, value in (*FASTER.items(), *parameters):
        setattr(solver.parameters, name, _native(solver.parameters, name, value))
    return solver


def check_parameters(parameters: Parameters) -> list[Fault]:
    """What is wrong with parameters of CP-SAT, each by its own name."""
    known = cp_model.CpSolver().parameters
    names = [name for name in dir(known) if not name.startswith("_") and not callable(getattr(known, name))]
    faults = []
    for name, value in parameters:
        if name not in names:
            faults.append(unknown_parameter("CP-SAT", name, names))
        elif name in RESERVED:
            faults.append(reserved_parameter(name, value, RESERVED[name]))
        else:
            try:
                setattr(known, name, _native(known, name, value))
            except (TypeError, AttributeError):  # another type, or a list, which cannot be set
                faults.append(Fault(f"parameter {name}", short_repr(value), _expected(getattr(known, name))))
    return faults


def _native(parameters: Any, name: str, value: Value) -> Any:
    """The member of an enumeration, which is given by its name; all other values as they are."""
    members = getattr(type(getattr(parameters, name)), "__members__", {})
    return members.get(value, value)


def _expected(default: Any) -> str:
    members = getattr(type(default), "__members__", None)
    if members:
        return f"one of {', '.join(members)}"
    if isinstance(default, bool | int | float | str):
        return f"a value like {default!r}, of type {type(default).__name__}"
    return "a parameter with a single value; this one is a list"


def _report(solver: cp_model.CpSolver, run: Run) -> None:
    """Add the counts of a search; the short search and the long one both count."""
    for name, count in (("conflicts", solver.num_conflicts), ("branches", solver.num_branches)):
        run.note(name, run.stats.get(name, 0) + count)


class _AtMostOne(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
    """Keeps the solutions, and stops at the second."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[list[int]] = []

    def on_solution_callback(self) -> None:
        self.found.append(list(self.response_proto.solution))
        if len(self.found) > 1:
            self.stop_search()


def decided(model: cp_model.CpModel, *, seed: int, run: Run, parameters: Parameters = ()) -> list[list[int]] | None:
    """The solutions of a model that has one or none; None if it has more, or was not decided soon."""
    run.tick()
    solver, callback = _solver(seed, run, parameters, run.log), _AtMostOne()
    solver.parameters.max_deterministic_time = SOON
    status = solver.solve(model, callback)
    if status == cp_model.MODEL_INVALID:  # it checks the bounds of parameters only now
        raise MethodError(f"CP-SAT refuses the parameters: {solver.solution_info()}")
    _report(solver, run)
    if len(callback.found) > 1 or status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        return None
    return callback.found


class _Each(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
    """Hands over each solution and waits until another one is wanted."""

    def __init__(self, wanted: Semaphore, found: SimpleQueue[list[int] | None]) -> None:
        super().__init__()
        self.wanted, self.found = wanted, found
        self.is_over = False

    def on_solution_callback(self) -> None:
        self.found.put(list(self.response_proto.solution))
        self.wanted.acquire()
        if self.is_over:
            self.stop_search()


class CPSearch:
    """A search for all solutions in a separate thread; it begins with the first `next`."""

    def __init__(self, model: cp_model.CpModel, *, seed: int, run: Run, parameters: Parameters = ()) -> None:
        self._run = run
        self._lines: SimpleQueue[str] = SimpleQueue()  # the log, which must not leave by another thread
        self._model, self._solver = model, _solver(seed, run, parameters, self._lines.put, later=LATER)
        self._wanted = Semaphore(0)
        self._found: SimpleQueue[list[int] | None] = SimpleQueue()
        self._callback = _Each(self._wanted, self._found)
        self._thread = Thread(target=self._work, daemon=True)
        self._failure: Exception | None = None
        self._has_ended = False
        self._status = cp_model.UNKNOWN

    def next(self, run: Run) -> list[int] | None:
        """The next solution; None if there are no more; raises `Stopped` if that is not known."""
        run.tick()
        self._resume()
        while True:
            run.check_limits()
            self._log()
            with suppress(Empty):
                values = self._found.get(timeout=POLL_SECONDS)
                if values is None:
                    self._end(run)
                return values

    def close(self) -> bool:
        """Stop the search; returns whether it has ended."""
        self._callback.is_over = True
        self._wanted.release()
        if self._thread.ident is not None:
            self._solver.stop_search()
            self._thread.join(STOP_TIMEOUT)
            self._log()
            if not self._has_ended and not self._thread.is_alive():
                _report(self._solver, self._run)
        return not self._thread.is_alive()

    def _log(self) -> None:
        while not self._lines.empty():
            self._run.log(self._lines.get())

    def _resume(self) -> None:
        if self._thread.ident is not None:
            self._wanted.release()
        else:
            self._thread.start()

    def _work(self) -> None:
        try:
            self._status = self._solver.solve(self._model, self._callback)
        except Exception as error:  # raised in the thread of the caller
            self._failure = error
        self._found.put(None)

    def _end(self, run: Run) -> None:
        self._thread.join()
        if self._failure is not None:
            raise self._failure
        self._has_ended = True
        self._log()
        _report(self._solver, run)
        if self._status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
            run.check_limits()
            raise Stopped(f"CP-SAT ended as {self._solver.status_name(self._status).lower()}")
