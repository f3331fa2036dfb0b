"""Levels of consistency: what a constraint solver removes before it tries the next digit.

A domain is the set of candidates of a cell, as bits 1 << digit. Three levels, each at least as strong as the last:

1. Forward checking: a digit that was assigned is removed from the domains of its peers.
2. Arc consistency: two peers differ. A candidate has no support at a peer only if that peer has no other candidate
   left, so this is rule 1 for every cell whose domain has shrunk to one candidate, until nothing changes (AC-3).
3. Generalised arc consistency of all-different (Régin 1994): a candidate stays only if the cells of a unit can all get
   different digits with it.
   a. A largest matching gives each cell of the unit a different digit; if there is none, the unit has failed.
   b. Cell c points at cell d if c could take the digit of d. Another largest matching differs from the first along
      cycles of pointers, and along paths that end at a cell which could take a digit that is free.
   c. So c keeps the digit of d if d leads back to c or to a free digit. Everything else is removed.

Régin finds the cycles with Tarjan's algorithm. With at most 64 cells in a unit, Warshall's closure over bits is shorter
and does the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from ninefold.core.layout import Layout

Level = Literal["none", "forward", "arc", "all-different"]
LEVELS: tuple[Level, ...] = ("none", "forward", "arc", "all-different")

Domains = list[int]


class Removal(NamedTuple):
    """What one propagation did: how many candidates it removed, and whether it ended at a contradiction."""

    removed: int
    failed: bool


# Propagates what follows from a change of these cells.
Propagator = Callable[[Domains, Iterable[int]], Removal]


def propagator(level: Level, layout: Layout) -> Propagator:
    """The propagator of a level other than none."""
    peers = [tuple(cells) for cells in layout.peers]
    if level == "forward":
        return lambda domains, changed: _remove_from_peers(domains, changed, peers, cascade=False)
    if level == "arc":
        return lambda domains, changed: _remove_from_peers(domains, changed, peers, cascade=True)
    units = [unit.cells for unit in layout.units]
    return lambda domains, changed: _filter_units(domains, changed, units, layout.units_of)


def _remove_from_peers(
    domains: Domains, changed: Iterable[int], peers: list[tuple[int, ...]], *, cascade: bool
) -> Removal:
    """Rule 1 for cells with one candidate and, with `cascade`, rule 2."""
    removed, queue = 0, list(changed)
    for cell in queue:  # grows while it is read
        digit = domains[cell]
        if digit.bit_count() != 1:
            continue
        for peer in peers[cell]:
            if not domains[peer] & digit:
                continue
            domains[peer] ^= digit
            removed += 1
            if not domains[peer]:
                return Removal(removed, failed=True)
            if cascade:
                queue.append(peer)
    return Removal(removed, failed=False)


def _filter_units(
    domains: Domains, changed: Iterable[int], units: list[tuple[int, ...]], units_of: tuple[tuple[int, ...], ...]
) -> Removal:
    """Rule 3 for every unit of a changed cell, until nothing changes."""
    removed, queue = 0, dict.fromkeys(unit for cell in changed for unit in units_of[cell])
    while queue:
        unit = next(iter(queue))
        del queue[unit]
        kept = supported([domains[cell] for cell in units[unit]])
        if kept is None:
            return Removal(removed, failed=True)
        for cell, mask in zip(units[unit], kept, strict=True):
            if mask != domains[cell]:
                removed += (domains[cell] ^ mask).bit_count()
                domains[cell] = mask
                queue.update(dict.fromkeys(other for other in units_of[cell] if other != unit))
    return Removal(removed, failed=False)


def supported(masks: list[int]) -> list[int] | None:
    """The candidates of a unit's cells that some assignment of different digits uses; None if there is none (rule 3).

    >>> supported([0b0110, 0b0110, 0b1110])  # {1, 2}, {1, 2}, {1, 2, 3}: a pair leaves 3 for the third cell
    [6, 6, 8]
    >>> supported([0b0110, 0b0110, 0b0110]) is None
    True
    """
    owner = _matching(masks)
    if owner is None:
        return None
    free = ~sum(owner)  # the digits of the cells are different bits, so their sum is their union
    reach = _closure([_pointers(mask, owner) for mask in masks])
    ends = sum(1 << cell for cell, mask in enumerate(masks) if mask & free)
    return [mask & (owner[cell] | free | _exchanged(cell, owner, reach, ends)) for cell, mask in enumerate(masks)]


def _exchanged(cell: int, owner: list[int], reach: list[int], ends: int) -> int:
    """Rule 3c: the digits of other cells that this one could take."""
    return sum(digit for other, digit in enumerate(owner) if other != cell and reach[other] & (1 << cell | ends))


def _pointers(mask: int, owner: list[int]) -> int:
    """Rule 3b: the cells whose digit is in a domain, as bits."""
    return sum(1 << cell for cell, digit in enumerate(owner) if mask & digit)


def _closure(reach: list[int]) -> list[int]:
    """The cells that each cell leads to, itself included, as bits."""
    for middle in range(len(reach)):
        bit, onward = 1 << middle, reach[middle]
        reach = [mask | onward if mask & bit else mask for mask in reach]
    return reach


def _matching(masks: list[int]) -> list[int] | None:
    """Rule 3a: a different digit for each cell, as a bit; by augmenting paths."""
    owner_of: dict[int, int] = {}  # digit bit: cell
    for cell in range(len(masks)):
        if not _augment(masks, cell, owner_of, [0]):
            return None
    digit_of = [0] * len(masks)
    for digit, cell in owner_of.items():
        digit_of[cell] = digit
    return digit_of


def _augment(masks: list[int], cell: int, owner_of: dict[int, int], seen: list[int]) -> bool:
    """Give a cell a digit, moving others if need be; `seen` holds the digits that were tried, as one mask."""
    while left := masks[cell] & ~seen[0]:
        digit = left & -left
        seen[0] |= digit
        other = owner_of.get(digit)
        if other is None or _augment(masks, other, owner_of, seen):
            owner_of[digit] = cell
            return True
    return False
