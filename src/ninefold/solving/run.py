"""Run context of a method: limits, cancellation and trace."""

from __future__ import annotations

import sys
from math import inf, isfinite
from time import perf_counter
from typing import Any, NoReturn

from ninefold.core.layout import Layout
from ninefold.core.limits import Cancel, Limit, Stopped
from ninefold.core.values import counted, short_repr
from ninefold.solving.trace import Belief, Drop, Event, Guess, LogSink, Note, Place, Sink, Undo


def time_limit_reached(seconds: float) -> str:
    """Why a run stopped at its time limit."""
    return f"the limit of {counted(seconds, 'second')} was reached"


class SinkFailed(BaseException):
    """A trace sink raised; not an `Exception`, so that no method catches it by accident."""


class Run:
    """One run of one method: it counts nodes, watches the limits and passes events to the trace.

    >>> run = Run(Layout(9), Limit(nodes=2))
    >>> run.tick(); run.tick()
    >>> run.tick()
    Traceback (most recent call last):
    ...
    ninefold.Stopped: the limit of 2 nodes was reached

    The caller counts the solutions; the run watches the time and the nodes.
    """

    __slots__ = (
        *("_cancel", "_deadline", "_log", "_max_nodes", "_sink", "_size"),
        *("beliefs", "limit", "nodes", "startup", "stats", "stopped"),
    )

    def __init__(
        self,
        layout: Layout,
        limit: Limit = Limit(),
        *,
        cancel: Cancel | None = None,
        sink: Sink | None = None,
        log: LogSink | None = None,
    ) -> None:
        self._size = layout.size
        self.limit = limit
        self._deadline = inf if limit.seconds is None else perf_counter() + limit.seconds
        self._max_nodes = inf if limit.nodes is None else limit.nodes
        self._cancel = cancel
        self._sink = sink
        self._log = log
        self.nodes = 0
        self.startup = 0.0  # seconds until another process was ready for the method
        # Why the run had to stop. It stays set if the method catches `Stopped`: its end then proves nothing.
        self.stopped = ""
        self.stats: dict[str, Any] = {}
        self.beliefs: Any = None  # the last ones, for the picture of the result

    # --- limits -----------------------------------------------------------------------------

    def tick(self, nodes: int = 1) -> None:
        """Count nodes of work; raises `Stopped` when time or nodes run out or the run is cancelled."""
        if nodes < 0:
            raise ValueError(f"nodes must not be negative; read {short_repr(nodes)}")
        self.check_limits()
        if self.nodes + nodes > self._max_nodes:
            self._stop(f"the limit of {counted(self._max_nodes, 'node')} was reached")
        self.nodes += nodes

    def check_limits(self) -> None:
        """Check time and cancellation without counting a node. A run that was stopped once stays stopped."""
        if self.stopped:  # a cancel may have been cleared since
            raise Stopped(self.stopped)
        if perf_counter() >= self._deadline:
            self._stop(time_limit_reached(self.limit.seconds or 0.0))
        if self._cancel is not None and self._cancel.is_set():
            self._stop("cancelled")

    def _stop(self, why: str) -> NoReturn:
        self.stopped = why
        raise Stopped(why)

    @property
    def is_watched(self) -> bool:
        """Whether it has a time limit, a cancel, a trace or a log; if not, a library need not call back."""
        return self._deadline < inf or any(one is not None for one in (self._cancel, self._sink, self._log))

    @property
    def seconds_left(self) -> float:
        """The seconds left; infinite without a limit."""
        return max(0.0, self._deadline - perf_counter())

    @property
    def rest(self) -> Limit:
        """A limit of the seconds left, for another call; raises `Stopped` if there are none."""
        self.check_limits()
        left = max(self.seconds_left, sys.float_info.min)  # a limit is above 0
        return Limit(seconds=left if isfinite(left) else None)

    @property
    def nodes_left(self) -> float:
        """The nodes left; infinite without a limit."""
        return self._max_nodes - self.nodes

    # --- trace: without a sink an event costs one `if` -----------------------------------------

    @property
    def is_traced(self) -> bool:
        """Whether there is a trace; if not, a method may skip building costly events."""
        return self._sink is not None

    def place(self, cell: int, digit: int, why: str = "") -> None:
        """Trace a digit that was fixed."""
        if self._sink is not None:
            self.emit(Place(*self._checked(cell, digit), self._size, why))

    def drop(self, cell: int, digit: int, why: str = "") -> None:
        """Trace a candidate that was ruled out."""
        if self._sink is not None:
            self.emit(Drop(*self._checked(cell, digit), self._size, why))

    def guess(self, cell: int, digit: int) -> None:
        """Trace a digit that is tried."""
        if self._sink is not None:
            self.emit(Guess(*self._checked(cell, digit), self._size))

    def undo(self) -> None:
        """Trace that the last open guess is undone, with everything that followed it."""
        if self._sink is not None:
            self.emit(Undo())

    def belief(self, values: Any) -> None:
        """Trace N² rows of N beliefs, given as an array or nested lists; the result keeps the last ones."""
        if len(values) != self._size**2:
            raise ValueError(f"expected a row of N beliefs for each of {self._size**2} cells, read {len(values)} rows")
        self.beliefs = values
        if self._sink is not None:
            self.emit(Belief(values))

    def note(self, name: str, value: Any) -> None:
        """Trace a named value; the last value of each name is kept in the result's stats."""
        if name == "nodes":
            raise ValueError("the name 'nodes' is reserved; count nodes with tick()")
        if isinstance(value, float) and not isfinite(value):
            value = str(value)  # JSON has no such number
        self.stats[name] = value
        if self._sink is not None:
            self.emit(Note(name, value))

    def progress(self, *, nodes: int, bound: float, incumbent: float, gap: float) -> None:
        """Trace how far a solver's own search has come, and count its nodes.

        Args:
            nodes: how many nodes of its tree are new.
            bound: the best objective that is still possible.
            incumbent: the objective of its best solution; infinite if it has none.
            gap: the distance between the two, relative to the incumbent.
        """
        before = self.nodes
        try:
            self.tick(nodes)
        finally:  # counted now, because the process may be killed
            self.stats["branches"] = self.stats.get("branches", 0) + self.nodes - before
        if nodes and self._sink is not None:
            self.emit(Note("nodes", self.nodes))
        for name, value in (("bound", bound), ("incumbent", incumbent), ("gap", gap)):
            self.note(name, value)

    # --- log ----------------------------------------------------------------------------------

    @property
    def is_logged(self) -> bool:
        """Whether the log of a solver library is wanted."""
        return self._log is not None

    def log(self, text: str) -> None:
        """Pass on what a solver library logs, line by line."""
        if self._log is not None:
            for line in text.splitlines():
                try:
                    self._log(line)
                except Exception as error:
                    raise SinkFailed from error

    def _checked(self, cell: int, digit: int) -> tuple[int, int]:
        """The cell and the digit, if the board has them: readers of a trace rely on that."""
        if not (0 <= cell < self._size**2 and 1 <= digit <= self._size):
            raise ValueError(
                f"a board of size {self._size} has no cell {short_repr(cell)} or no digit {short_repr(digit)}"
            )
        return cell, digit

    def emit(self, event: Event) -> None:
        """Pass an event to the sink; its errors bypass the method and reach the caller."""
        if self._sink is not None:
            try:
                self._sink(event)
            except Exception as error:
                raise SinkFailed from error
