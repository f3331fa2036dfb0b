"""Run: a method's ear (time, nodes, cancel) and mouth (trace events)."""

from __future__ import annotations

from math import inf, isfinite
from time import perf_counter
from typing import Any, NoReturn, Protocol

from ninefold.core.layout import Layout
from ninefold.core.values import short_repr
from ninefold.solving.trace import Belief, Drop, Event, Guess, Note, Place, Sink, Undo


class Stopped(Exception):
    """A method says that it cannot tell, and why."""

    def __init__(self, why: str) -> None:
        self.why = str(why)
        super().__init__(self.why)


class SinkFailed(BaseException):
    """A trace sink raised; not an Exception, so that no method mistakes it for one of its own."""


class Cancel(Protocol):
    """What tells a run to stop: a `threading.Event`, or anything else with `is_set`."""

    def is_set(self) -> bool:
        """Whether the run is to stop."""


class Run:
    """One asking of one method: its limits, and the trace it speaks to.

    >>> run = Run(Layout(9), nodes=2)
    >>> run.tick(); run.tick()
    >>> run.tick()
    Traceback (most recent call last):
    ...
    ninefold.solving.run.Stopped: the limit of 2 nodes is used up
    """

    __slots__ = ("_cancel", "_deadline", "_max_nodes", "_seconds", "_sink", "_size", "nodes", "stats", "stopped")

    def __init__(
        self,
        layout: Layout,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        cancel: Cancel | None = None,
        sink: Sink | None = None,
    ) -> None:
        self._size = layout.size
        self._seconds = seconds
        self._deadline = inf if seconds is None else perf_counter() + seconds
        self._max_nodes = inf if nodes is None else nodes
        self._cancel = cancel
        self._sink = sink
        self.nodes = 0
        self.stopped = ""  # why, once it was told to stop: a method that swallows that has not ended by itself
        self.stats: dict[str, Any] = {}

    # --- ear --------------------------------------------------------------------------------

    def tick(self, nodes: int = 1) -> None:
        """Count nodes of work done; raises `Stopped` past time, nodes or cancel."""
        if nodes < 0:
            raise ValueError(f"nodes are counted upwards; read {short_repr(nodes)}")
        self.check_limits()
        if self.nodes + nodes > self._max_nodes:
            self._stop(f"the limit of {self._max_nodes:,} nodes is used up")
        self.nodes += nodes

    def check_limits(self) -> None:
        """Look at the clock and at cancel without counting a node."""
        if perf_counter() >= self._deadline:
            self._stop(f"the limit of {self._seconds:g} seconds is used up")
        if self._cancel is not None and self._cancel.is_set():
            self._stop("cancelled")

    def _stop(self, why: str) -> NoReturn:
        self.stopped = why
        raise Stopped(why)

    @property
    def seconds_left(self) -> float:
        """The seconds left, infinite where there is no limit."""
        return max(0.0, self._deadline - perf_counter())

    @property
    def nodes_left(self) -> float:
        """The nodes left, infinite where there is no limit."""
        return self._max_nodes - self.nodes

    # --- mouth: with nobody listening an event costs one `if` ----------------------------------

    @property
    def is_traced(self) -> bool:
        """Whether anybody listens; a method may skip costly telling if not."""
        return self._sink is not None

    def place(self, cell: int, digit: int, why: str = "") -> None:
        """Tell that a digit was fixed."""
        if self._sink is not None:
            self.emit(Place(*self._checked(cell, digit), self._size, why))

    def drop(self, cell: int, digit: int, why: str = "") -> None:
        """Tell that a candidate was ruled out."""
        if self._sink is not None:
            self.emit(Drop(*self._checked(cell, digit), self._size, why))

    def guess(self, cell: int, digit: int) -> None:
        """Tell that a digit is tried."""
        if self._sink is not None:
            self.emit(Guess(*self._checked(cell, digit), self._size))

    def undo(self) -> None:
        """Tell that the last standing guess is taken back with all that followed."""
        if self._sink is not None:
            self.emit(Undo())

    def belief(self, values: Any) -> None:
        """Tell N² rows of N beliefs, as an array or nested lists."""
        if self._sink is not None:
            if len(values) != self._size**2:
                raise ValueError(f"beliefs are a row of N numbers for each of {self._size**2} cells, not {len(values)}")
            self.emit(Belief(values))

    def note(self, name: str, value: Any) -> None:
        """Tell a named value; the last one of each name ends up in the result's stats."""
        if name == "nodes":
            raise ValueError("the note 'nodes' is taken: nodes are counted by tick")
        if isinstance(value, float) and not isfinite(value):
            value = str(value)  # JSON has no such number
        self.stats[name] = value
        if self._sink is not None:
            self.emit(Note(name, value))

    def _checked(self, cell: int, digit: int) -> tuple[int, int]:
        """A cell and a digit of the board, for whoever listens relies on it."""
        if not (0 <= cell < self._size**2 and 1 <= digit <= self._size):
            raise ValueError(
                f"no cell {short_repr(cell)} or no digit {short_repr(digit)} on a board of {self._size} digits"
            )
        return cell, digit

    def emit(self, event: Event) -> None:
        """Pass an event on; what a sink raises goes past the method to whoever asked."""
        if self._sink is not None:
            try:
                self._sink(event)
            except Exception as error:
                raise SinkFailed from error
