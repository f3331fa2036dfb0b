"""What a method is: an iterator of solutions, and the card that says what it promises."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from ninefold.core.errors import Fault, MethodError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.values import shown
from ninefold.solving.run import Run


class Method(Protocol):
    """A way to solve: called with a puzzle and a run, it yields each solution once.

    1. It yields a `Grid` for each solution it finds, no grid twice.
    2. Ending means there are no more solutions.
    3. Raising `Stopped(why)` means it cannot tell: no time, a fractional optimum, a stuck network.
    4. It calls `run.tick()` at every node, which raises `Stopped` past time, nodes or cancel.

    That is all. Limit, timing, status and checking are done once, by `ninefold.solve`.
    """

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """The solutions of the puzzle, as they are found."""


@dataclass(frozen=True, kw_only=True)
class MethodInfo:
    """The card of a method: what it is, what it needs, and what it promises.

    Args:
        name: as in `by="…"`.
        about: one line for the table.
        module, attribute: where its class or function is; a plug-in leaves them to its entry point.
        needs: modules that must be installed, found without importing them.
        extra: the extra of this package that brings them, as in `pip install 'ninefold[lp]'`.
        complete: whether it finds every solution and, by ending, proves there are no more.
        heeds: whether it calls `run.tick()` at least every 50 ms; if not it gets a process of its
            own, which is killed at its deadline.
        room: the library family whose process it shares, as `highs`: that process is kept for the next
            question, and two libraries that cannot live in one process never meet. Empty for a
            process of its own each time. It matters only where the method is isolated.
        sizes: the sizes it serves, empty for all.
        variants: whether it serves other boxes than the usual ones, jigsaws and extra units too.
        traces: the kinds of events it tells a trace.
        broken: why a plug-in could not be loaded.
    """

    name: str = ""
    about: str = ""
    module: str = ""
    attribute: str = ""
    needs: tuple[str, ...] = ()
    extra: str = ""
    complete: bool = False
    heeds: bool = False
    room: str = ""
    sizes: tuple[int, ...] = ()
    variants: bool = True
    traces: tuple[str, ...] = ()
    broken: str = ""

    def __post_init__(self) -> None:
        """Refuse a card that says nothing that can be held against anybody."""
        faults = [
            Fault(f"card field {field.name}", shown(getattr(self, field.name)), str(field.type))
            for field in fields(self)
            if not _fits(getattr(self, field.name), str(field.type))
        ]
        if faults:
            raise MethodError("a method's card is not filled in rightly", faults)

    @property
    def missing(self) -> tuple[str, ...]:
        """The modules it needs that are not installed."""
        return tuple(need for need in self.needs if not _is_installed(need))

    @property
    def available(self) -> bool:
        """Whether it can be asked here and now."""
        return not (self.broken or self.missing)

    @property
    def hindrance(self) -> str:
        """Why it cannot be asked; empty if it can."""
        missing = ", ".join(self.missing)
        remedy = f": pip install 'ninefold[{self.extra}]'" if self.extra else ""
        return self.broken or (f"needs {missing}, which is not installed{remedy}" if missing else "")

    def refuses(self, layout: Layout) -> str:
        """Why it does not serve a layout; empty if it does."""
        if self.sizes and layout.size not in self.sizes:
            several = "s" * (len(self.sizes) > 1)
            return f"it serves size{several} {in_words(self.sizes)}, and this board has size {layout.size}"
        if not self.variants and not layout.usual:
            return f"it serves boards of rows, columns and usual boxes only, and this one is {layout}"
        return ""

    def load(self) -> type[Method] | Method:
        """The class (or plain function) of the method."""
        if self.hindrance:
            raise MethodError(f"method {self.name!r} is not available: {self.hindrance}")
        found = import_module(self.module)
        for part in filter(None, self.attribute.split(".")):
            found = getattr(found, part)
        return cast("type[Method] | Method", found)


def in_words(sizes: tuple[int, ...]) -> str:
    """Sizes as people write them: `9`, `2 to 16`, `4, 6, 9`, and `all` where there are none."""
    if len(sizes) > 2 and sizes == tuple(range(sizes[0], sizes[-1] + 1)):
        return f"{sizes[0]} to {sizes[-1]}"
    return ", ".join(map(str, sizes)) or "all"


def _fits(value: object, kind: str) -> bool:
    """Whether a field holds what its annotation says: the few kinds a card has."""
    if kind.startswith("tuple["):
        part = kind.removeprefix("tuple[").partition(",")[0]
        return isinstance(value, tuple) and all(_fits(element, part) for element in value)
    return type(value).__name__ == kind


# What was found once; what was not may be installed meanwhile, as in a notebook.
_found: set[str] = set()


def _is_installed(module: str) -> bool:
    """Whether a module can be had; looking for it takes longer than a question to a quick method."""
    if module in sys.modules:
        return sys.modules[module] is not None
    if module not in _found and _is_to_be_found(module):
        _found.add(module)
    return module in _found


def _is_to_be_found(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # a parent package is missing, or is half imported
        return False
