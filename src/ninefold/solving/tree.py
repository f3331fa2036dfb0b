"""Search trees: the guesses of a run as a tree, from its trace.

1. The root is the puzzle before the first guess, at depth 0. A guess is a node below the last open guess; undoing it
   goes back up.
2. `nodes` counts the root and every guess; the methods count the guesses only, one less.
3. A node that was undone without a guess below it and without a solution is a failure. A node at which a solution was
   found is a success. The last guess of a run that was stopped is neither.
4. Each node knows the number of its event in the trace, so that a reader can jump to that moment.

    parent   for each node the number of its parent; −1 for the root, which is node 0
    moment   for each node the number of the event that made it; −1 for the root
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.limits import Limit
from ninefold.core.values import counted, is_iterable, short_repr
from ninefold.solving.method import Method
from ninefold.solving.registry import info_of
from ninefold.solving.result import Result
from ninefold.solving.solve import solve
from ninefold.solving.table import TABLE
from ninefold.solving.trace import Event, Found, Guess, Start, Undo

_OURS = frozenset(info.name for info in TABLE)


@dataclass(frozen=True, kw_only=True, repr=False)
class Tree:
    """The search tree of a run; node 0 is the root.

    Args:
        parent: for each node its parent, −1 for the root.
        label: for each node its guess, such as `r4c7=5`; "" for the root.
        moment: for each node the number of its event in the trace, −1 for the root.
        solved: the nodes at which a solution was found.
        unfinished: the last guess, if the run was stopped there without a solution.
        method: the name of the method, if the trace says.
    """

    parent: tuple[int, ...]
    label: tuple[str, ...]
    moment: tuple[int, ...]
    solved: frozenset[int] = frozenset()
    unfinished: frozenset[int] = frozenset()
    method: str = ""

    @property
    def nodes(self) -> int:
        """The number of nodes, with the root (rule 2)."""
        return len(self.parent)

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """The depth of each node; the root has 0."""
        depths = [0] * len(self.parent)
        for node, parent in enumerate(self.parent[1:], 1):  # a parent comes before its children
            depths[node] = depths[parent] + 1
        return tuple(depths)

    @property
    def depth(self) -> int:
        """The most guesses that were open at once."""
        return max(self.depths)

    @cached_property
    def leaves(self) -> tuple[int, ...]:
        """The nodes without a guess below them, in the order of the search."""
        inner = set(self.parent)
        return tuple(node for node in range(1, len(self.parent)) if node not in inner)

    @cached_property
    def failed(self) -> tuple[int, ...]:
        """The failures (rule 3)."""
        return tuple(leaf for leaf in self.leaves if leaf not in self.solved | self.unfinished)

    @property
    def failures(self) -> int:
        """The number of failures."""
        return len(self.failed)

    def __repr__(self) -> str:
        """The size of the tree."""
        by = f" by {self.method}" if self.method else ""
        return f"<Tree{by}: {counted(self.nodes, 'node')}, depth {self.depth}, {counted(self.failures, 'failure')}>"

    def svg(self) -> str:
        """The tree as a picture: the root above, failures red, solutions green."""
        from ninefold.solving.tree_picture import tree_svg

        return tree_svg(self)

    def html(self) -> str:
        """The picture as a separate page, with the counts; pointing at a node shows its guesses."""
        from ninefold.solving.tree_picture import tree_html

        return tree_html(self)

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        return self.svg()


def tree(source: Result | Iterable[Event]) -> Tree:
    """The search tree of a run, from its trace or its result.

    >>> tree(solve("...1 ..2. .3.. 4...", by="norvig"))
    <Tree by norvig: 3 nodes, depth 1, 0 failures>

    A result does not hold the trace, so its method runs again, with the same options and up to the same node.

    Args:
        source: a result, or the events of one run.
    """
    events: object = _events_of(source) if isinstance(source, Result) else source
    if not is_iterable(events) or isinstance(events, str | bytes | Grid):
        raise NinefoldError(f"expected a result or a list of trace events, not {short_repr(source)}")
    growth = _Growth()
    for number, event in enumerate(events):
        growth.add(number, event)
    if growth.method in _OURS and len(growth.parent) == 1:
        check_guesses(growth.method)
    return growth.tree()


def check_guesses(by: str | Method) -> None:
    """Refuse a method of ours that traces no guesses: its tree would be the root alone."""
    name = "auto" if by == "auto" else info_of(by).name
    guessing = [info.name for info in TABLE if "guess" in info.traces]
    if name == "auto" or (name in _OURS and name not in guessing):
        raise NinefoldError(f"method {name!r} traces no guesses; a search tree needs one of {', '.join(guessing)}")


def _events_of(result: Result) -> list[Event]:
    by = result.method if result.by in ("", "auto") else result.by
    check_guesses(by)
    events: list[Event] = []
    nodes = None if result.ended else result.stats.get("nodes")
    # Without a guess only the number of solutions can have ended the run.
    enough = None if result.ended or nodes else len(result.solutions) or None
    solve(result.puzzle, by=by, limit=Limit(enough, nodes=nodes or None), trace=events)
    return events


class _Growth:
    """A tree as far as the events have built it."""

    def __init__(self) -> None:
        self.parent, self.label, self.moment = [-1], [""], [-1]
        self.solved: set[int] = set()
        self.open, self.method = [0], ""  # the root and the open guesses

    def add(self, number: int, event: object) -> None:
        """Rules 1, 3 and 4."""
        if isinstance(event, Guess):
            self.parent.append(self.open[-1])
            self.label.append(f"{event.name}={event.digit}")
            self.moment.append(number)
            self.open.append(len(self.parent) - 1)
        elif isinstance(event, Undo):
            if len(self.open) == 1:
                raise NinefoldError(f"event {number} undoes a guess that was never made")
            self.open.pop()
        elif isinstance(event, Found):
            self.solved.add(self.open[-1])
        elif isinstance(event, Start):
            if self.method:
                raise NinefoldError(f"event {number} starts a second run; a tree needs the events of one run")
            self.method = event.method
        elif not isinstance(event, Event):
            raise NinefoldError(f"expected a trace event, not {short_repr(event)}")

    def tree(self) -> Tree:
        return Tree(
            parent=tuple(self.parent),
            label=tuple(self.label),
            moment=tuple(self.moment),
            solved=frozenset(self.solved),
            unfinished=frozenset(self.open[-1:]) - self.solved - {0},
            method=self.method,
        )
