"""Arrows and lines that a board draws for a step or a mistake, as pairs of cells.

1. An arrow runs from a cell to another one that it rules a digit out of. Of several arrows from one cell in the same
   direction only the longest is drawn, because it passes over the others.
2. A line joins two cells that belong together: the cells of a subset, the ends of a link, or the cells of a clash.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import gcd

from ninefold.logic.seen import blockers, witnesses
from ninefold.logic.step import Step

Pairs = tuple[tuple[int, int], ...]


def step_arrows(step: Step) -> Pairs:
    """Rule 1, for a step: from the digits that block a single, or from the cells that rule the removed ones out."""
    size = step.layout.size
    if step.technique.family == "singles" and step.position is not None and step.technique.slug != "naked-single":
        unit = step.units[0]
        (cell, digit), *_ = step.places
        found = blockers(step.position, unit, digit, cell)
        return arrows(((one, other) for one, others in found.items() for other in others), size)
    if step.links or step.children:  # their lines show more
        return ()
    return arrows(_from_nearest(step), size)


def step_lines(step: Step) -> Pairs:
    """Rule 2, for a step: its links, or the cells of each part in order."""
    if step.links:
        parts = step.parts
        pairs = [(parts[link.start].cells[0], parts[link.end].cells[0]) for link in step.links]
        return tuple(dict.fromkeys(pair for pair in pairs if pair[0] != pair[1]))
    if step.technique.family not in ("locked", "subsets"):
        return ()
    return tuple(dict.fromkeys(pair for part in step.roles("base", "subset") for pair in links(part.cells)))


def step_seen(step: Step) -> tuple[int, ...]:
    """The filled cells that a single follows from."""
    if step.technique.family != "singles" or step.position is None:
        return ()
    (cell, digit), *_ = step.places
    if step.technique.slug == "naked-single":
        return witnesses(step.position, cell, digit)
    return tuple(blockers(step.position, step.units[0], digit, cell))


def _from_nearest(step: Step) -> Iterator[tuple[int, int]]:
    """Each removed candidate gets an arrow from the nearest cell of the step that sees it and has the digit."""
    size, peers = step.layout.size, step.layout.peers
    for cell, digit in step.removes:
        near = [one for one, other in step.because if other == digit and one in peers[cell]]
        if near:
            row, column = divmod(cell, size)
            yield min(near, key=lambda one: (one // size - row) ** 2 + (one % size - column) ** 2), cell


def arrows(pairs: Iterable[tuple[int, int]], size: int) -> Pairs:
    """Rule 1, for pairs of a cell and a second one that it rules a digit out of.

    >>> arrows([(12, 10), (12, 11), (12, 30)], 9)
    ((12, 10), (12, 30))
    """
    longest: dict[tuple[int, int, int], tuple[int, int]] = {}
    for start, end in pairs:
        down, right = end // size - start // size, end % size - start % size
        steps = gcd(down, right) or 1
        key = start, down // steps, right // steps
        if key not in longest or steps > longest[key][0]:
            longest[key] = steps, end
    return tuple((start, end) for (start, _, _), (_, end) in longest.items())


def links(cells: Sequence[int]) -> Pairs:
    """Rule 2: each cell with the next.

    >>> links([1, 4, 7])
    ((1, 4), (4, 7))
    """
    return tuple(pairwise(sorted(cells)))
