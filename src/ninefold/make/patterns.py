"""Patterns of clues: symmetries, and masks of the cells that may hold clues."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ninefold.core.errors import NinefoldError
from ninefold.core.layout import Layout
from ninefold.core.values import as_python, short_repr

Groups = tuple[tuple[int, ...], ...]
Move = Callable[[int, int, int], tuple[int, int]]

_MOVES: dict[str, Move] = {
    "half": lambda r, c, last: (last - r, last - c),
    "quarter": lambda r, c, last: (c, last - r),
    "flip": lambda r, c, last: (r, last - c),
    "fall": lambda r, c, last: (last - r, c),
    "diagonal": lambda r, c, _: (c, r),
    "other diagonal": lambda r, c, last: (last - c, last - r),
}

# The symmetries of clues by name, each with moves that generate it.
SYMMETRIES: dict[str, tuple[str, ...]] = {
    "none": (),
    "rotational": ("half",),
    "quarter": ("quarter",),
    "horizontal": ("fall",),
    "vertical": ("flip",),
    "diagonal": ("diagonal",),
    "antidiagonal": ("other diagonal",),
    "diagonals": ("diagonal", "other diagonal"),
    "dihedral": ("quarter", "flip"),
}


def groups_of(symmetry: str, size: int) -> Groups:
    """The cells of a board in the groups that a symmetry maps to themselves.

    >>> len(groups_of("rotational", 9)), len(groups_of("dihedral", 9))
    (41, 15)
    """
    moves = [_MOVES[name] for name in SYMMETRIES[symmetry]]
    seen: set[int] = set()
    groups = []
    for start in range(size**2):
        if start not in seen:
            group = _reached(start, moves, size)
            seen |= group
            groups.append(tuple(sorted(group)))
    return tuple(groups)


def _reached(start: int, moves: list[Move], size: int) -> set[int]:
    group, open_ = {start}, [start]
    while open_:
        row, column = divmod(open_.pop(), size)
        for move in moves:
            r, c = move(row, column, size - 1)
            if r * size + c not in group:
                group.add(r * size + c)
                open_.append(r * size + c)
    return group


def read_symmetry(name: object) -> str:
    """A checked symmetry name."""
    if not isinstance(name, str) or name not in SYMMETRIES:
        raise NinefoldError(f"unknown symmetry {short_repr(name)} (choose from {', '.join(SYMMETRIES)})")
    return str(name)


def read_mask(mask: Any, layout: Layout) -> frozenset[int]:
    """The cells that a mask allows: text or rows of N² marks, where `.`, `0`, `-` and `_` mean no clue.

    >>> sorted(read_mask("x... .x.. ..x. ...x", Layout(4)))
    [0, 5, 10, 15]
    """
    mask = as_python(mask)
    if isinstance(mask, list | tuple):
        mask = "".join(
            "x" if mark else "." for row in mask for mark in (row if isinstance(row, list | tuple) else [row])
        )
    if not isinstance(mask, str):
        raise NinefoldError(f"a mask is text with one mark per cell or rows of true and false, not {short_repr(mask)}")
    marks = [mark for mark in mask if not mark.isspace() and mark not in "|+"]
    if len(marks) != layout.size**2:
        raise NinefoldError(f"the mask has {len(marks)} marks, expected {layout.size**2} for board {layout}")
    return frozenset(cell for cell, mark in enumerate(marks) if mark not in ".0-_")
