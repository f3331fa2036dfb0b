"""Odd cycles: valid cuts that a fractional point violates.

1. Two candidates exclude each other if they share a cell, or a digit and a unit. Of 2k + 1 candidates, each excluding
   the next and the last one the first, at most k are true: Σx ≤ k.
2. A point that satisfies all rows may violate this, for example with ½ in all of them. With the weight 1 − x − x′ ≥ 0
   on each pair, a violated cycle has a total weight below 1.
3. The lightest odd closed walk through a candidate is a shortest path in a graph with two copies of every candidate,
   from its even copy to its odd one (Dijkstra). A walk that meets itself is reduced to its odd part.
4. Of several lightest walks the first one found is taken, and values are rounded to six places, as in a trace, so that
   the same cut is found wherever the point comes from.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from math import inf

import numpy as np

from ninefold.core.layout import Layout
from ninefold.models.cuts import Cut
from ninefold.models.rows import LESS, Floats

EPSILON = 1e-6
PLACES = 6


def odd_cycle(layout: Layout, beliefs: Floats, check: Callable[[], object] = bool) -> Cut | None:
    """The cut of the most violated odd cycle at a point [cell, digit − 1]; None if none is violated.

    Args:
        check: called now and then; what it raises, such as `Stopped`, ends the search.
    """
    values = np.round(beliefs, PLACES)
    cells, digits = np.nonzero((values > EPSILON) & (values < 1 - EPSILON))
    x = values[cells, digits].tolist()
    near = _neighbours(layout, cells.tolist(), digits.tolist())
    bound, best = 1.0, []
    for start in range(len(x)):
        check()
        weight, walk = _lightest(x, near, start, bound - EPSILON)
        if walk:
            bound, best = weight, _simple(walk)
    if not best:
        return None
    size = layout.size
    chosen = sorted((int(cells[node]), int(digits[node])) for node in best)
    terms = tuple((cell // size + 1, cell % size + 1, digit + 1, 1.0) for cell, digit in chosen)
    return Cut(terms, LESS, float(len(best) // 2))


def _neighbours(layout: Layout, cells: list[int], digits: list[int]) -> list[list[int]]:
    """Rule 1: for each candidate those that it excludes, in order."""
    place = {candidate: node for node, candidate in enumerate(zip(cells, digits, strict=True))}
    found = []
    for cell, digit in place:
        in_cell = [(cell, other) for other in range(layout.size) if other != digit]
        in_units = [(peer, digit) for peer in layout.peers[cell]]
        found.append(sorted(place[other] for other in in_cell + in_units if other in place))
    return found


def _lightest(x: list[float], near: list[list[int]], start: int, bound: float) -> tuple[float, list[int]]:
    """Rule 3: the lightest odd walk from a candidate to itself; empty if it is not lighter than the bound."""
    count = len(x)
    weight = [inf] * (2 * count)
    before = [-1] * (2 * count)
    weight[start] = 0.0
    queue, order = [(0.0, 0, start)], {start: 0}  # rule 4: of equal weights the one that waits longest
    entered = 0
    while queue:
        far, _, at = heappop(queue)
        if at not in order or far > weight[at]:
            continue
        del order[at]
        if far >= bound:
            break
        if at == start + count:
            return far, _walk(before, at, count)
        odd = count if at < count else 0
        for other in near[at % count]:
            longer = far + max(0.0, 1 - x[at % count] - x[other])
            place = other + odd
            if longer < weight[place]:
                weight[place], before[place] = longer, at
                if place not in order:
                    entered += 1
                    order[place] = entered
                heappush(queue, (longer, order[place], place))
    return inf, []


def _walk(before: list[int], end: int, count: int) -> list[int]:
    walk, at = [], before[end]
    while at >= 0:
        walk.append(at % count)
        at = before[at]
    return walk


def _simple(walk: list[int]) -> list[int]:
    """An odd closed walk without repeats: at a repeated candidate, the odd part is kept."""
    for i, node in enumerate(walk):
        if node in walk[i + 1 :]:
            j = walk.index(node, i + 1)
            return _simple(walk[i:j] if (j - i) % 2 else walk[:i] + walk[j:])
    return walk
