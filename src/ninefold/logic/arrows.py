"""Arrows and lines that a board draws for a step or a mistake, as pairs of cells.

1. An arrow runs from a cell to another one that it rules a digit out of. Of several arrows from one cell in the same
   direction only the longest is drawn, because it passes over the others.
2. A line joins two cells that belong together: the cells of a subset, neighbours in a loop, the ends of a link, or the
   cells of a clash.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import gcd

from ninefold.logic.clusters import sights, two_colours
from ninefold.logic.seen import blockers, witnesses
from ninefold.logic.step import Candidate, Step
from ninefold.logic.turns import loop_order, turn_of

TRAPS = ("simple-colours-trap", "multi-colours-1", "remote-pair")
WRAPS = ("simple-colours-wrap", "multi-colours-2")
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
    return arrows([*((one, two) for *_, one, two in sights(step)), *_from_nearest(step)], size)


def step_lines(step: Step) -> Pairs:
    """Rule 2, for a step: its links, the cells of each part in order, or clues and their images."""
    if step.links:
        parts = step.parts
        pairs = [(parts[link.start].cells[0], parts[link.end].cells[0]) for link in step.links]
        return tuple(dict.fromkeys(pair for pair in pairs if pair[0] != pair[1]))
    if turn := turn_of(step):
        return tuple(
            (cell, to) for cell, to in turn.clues.items() if (to != cell and turn.clues[to] != cell) or cell < to
        )
    if step.technique.slug.startswith("unique-loop"):
        around = loop_order(step)
        return tuple(pairwise((*around, *around[:1])))
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
    """Each removed candidate gets an arrow from the nearest cell of each group that rules it out."""
    inside = {cell for part in step.roles("rectangle", "guardian") for cell in part.cells}
    for cell, digit in step.removes:
        for group in _groups(step):
            near = [one for one, other in group if other == digit and one in step.layout.peers[cell]]
            if near and cell not in inside:
                yield min(near, key=lambda one: _distance(step.layout.size, one, cell)), cell


def _groups(step: Step) -> list[Sequence[Candidate]]:
    """The candidates one of which holds, or all of them if any rules a removed candidate out.

    Where each of several may do so, every one is a group: the fins of a fish, the ends of a wing, the ways out of a
    deadly pattern, each colour. Counting rules candidates out by other means than sight.
    """
    slug, family = step.technique.slug, step.technique.family
    if slug in WRAPS or family in ("board", "exclusion", "kraken"):
        return []
    if slug in TRAPS:
        return [[(cell, digit) for cell in part.cells for digit in part.digits] for part in step.roles("colour")]
    if slug == "medusa":
        colours = two_colours(step)
        return [] if any(colour.issuperset(step.removes) for colour in colours) else [sorted(one) for one in colours]
    if family == "fish":
        return [[(cell, digit)] for part in step.roles("fin") for cell in part.cells for digit in part.digits]
    if family == "wings" or (step.roles("guardian") and not step.roles("subset")):
        return [[one] for one in step.because]
    return [step.because]


def _distance(size: int, one: int, other: int) -> int:
    return (one // size - other // size) ** 2 + (one % size - other % size) ** 2


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
