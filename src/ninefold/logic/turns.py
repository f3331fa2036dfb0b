"""Symmetries of the clues, read from the evidence of Gurth's symmetrical placement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ninefold.logic.step import Step


class Turn(NamedTuple):
    """A change of the board: its name, the image of every clue, and what each digit becomes."""

    words: str
    image: Callable[[int], int]
    clues: Mapping[int, int]
    digits: Mapping[int, int]


# Changes of a board of N rows, by what they are called.
_CHANGES: tuple[tuple[str, Callable[[int, int, int], tuple[int, int]]], ...] = (
    ("Turning the board by half a turn", lambda n, row, column: (n - 1 - row, n - 1 - column)),
    ("Mirroring the board in the diagonal from r1c1", lambda _, row, column: (column, row)),
    ("Mirroring the board in the diagonal from r9c1", lambda n, row, column: (n - 1 - column, n - 1 - row)),
    ("Turning the board by a quarter turn", lambda n, row, column: (column, n - 1 - row)),
)


def turn_of(step: Step) -> Turn | None:
    """The change of the board that takes every clue to one with the same or an exchanged digit."""
    if step.technique.slug != "gurth" or step.position is None:
        return None
    n, placed = step.layout.size, step.position.digits
    group_of = {cell: part.digits for part in step.roles("colour") for cell in part.cells}
    for words, change in _CHANGES:

        def image(cell: int, change: Callable[[int, int, int], tuple[int, int]] = change) -> int:
            row, column = change(n, *divmod(cell, n))
            return row * n + column

        clues = {cell: image(cell) for cell in group_of}
        digits = {placed[cell]: placed[to] for cell, to in clues.items()}
        if all(group_of.get(to) == group_of[cell] and digits[placed[cell]] == placed[to] for cell, to in clues.items()):
            return Turn(words, image, clues, digits)
    return None


def loop_order(step: Step) -> tuple[int, ...]:
    """The cells of a unique loop along it, from one class to the other and back; nothing if there is no such way."""
    classes = [set(part.cells) for part in step.roles("rectangle")]
    if len(classes) != 2:
        return ()
    start, count = min(classes[0] | classes[1]), len(classes[0] | classes[1])
    peers = step.layout.peers
    stack: list[tuple[int, ...]] = [(start,)]
    while stack:
        way = stack.pop()
        if len(way) == count and start in peers[way[-1]]:
            return way
        other = classes[way[-1] in classes[0]]
        stack += [(*way, cell) for cell in sorted(other.difference(way), reverse=True) if cell in peers[way[-1]]]
    return ()
