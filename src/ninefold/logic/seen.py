"""The filled cells behind a single: which digits rule the other places or candidates out."""

from __future__ import annotations

from ninefold.core.layout import Unit
from ninefold.core.position import Position


def blockers(position: Position, unit: Unit, digit: int, cell: int) -> dict[int, list[int]]:
    """A few cells that hold the digit, each with the other empty cells of the unit that it is the first to see."""
    left = {other for other in unit.cells if other != cell and not position.digits[other]}
    found = {}
    for witness in (c for c, placed in enumerate(position.digits) if placed == digit):
        if seen := left.intersection(position.layout.peers[witness]):
            left -= seen
            found[witness] = sorted(seen)
    return found


def witnesses(position: Position, cell: int, digit: int) -> tuple[int, ...]:
    """For each other digit, a cell that holds it and sees this one; fewer than N − 1 if marks rule some out."""
    found: dict[int, int] = {}
    for peer in position.layout.peers[cell]:
        other = position.digits[peer]
        if other and other != digit:
            found.setdefault(other, peer)
    return tuple(sorted(found.values()))
