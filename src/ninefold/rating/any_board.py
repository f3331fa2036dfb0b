"""The hardest kind of technique that a puzzle needs, on any board.

1. Kinds are tried from the simplest on: a kind is used only when none before it finds anything.
2. Techniques that assume a unique solution are not used.
"""

from __future__ import annotations

from functools import cache

from ninefold.core.checking import conflicting_units
from ninefold.core.grid import Grid
from ninefold.core.limits import CheckLimits
from ninefold.core.position import Position
from ninefold.logic.engine import MAX_SIZE, find
from ninefold.logic.quick import solve_locked, solve_singles
from ninefold.logic.step import Step
from ninefold.logic.techniques import Technique, find_techniques

KINDS = ("singles", "locked candidates", "pairs and triples", "fish, quads and wings", "chains", "more")
SINGLES, LOCKED, SUBSETS, WINGS, CHAINS, UNSOLVED = range(len(KINDS))
SLUGS = {
    SUBSETS: ("naked-pair", "hidden-pair", "naked-triple", "hidden-triple"),
    WINGS: ("x-wing", "swordfish", "naked-quad", "hidden-quad", "jellyfish", "xy-wing", "xyz-wing"),
    CHAINS: ("x-chain", "xy-chain", "continuous-nice-loop", "discontinuous-nice-loop", "aic"),
}
TOGETHER = 8  # steps of a technique that are applied at once; looking for all of them would take longer


def kind_until(grid: Grid, check_limits: CheckLimits) -> int:
    """The hardest kind of technique that a puzzle needs; `check_limits` is called now and then and may raise."""
    if conflicting_units(grid):  # filled cells have no candidates, so a full but wrong grid would look solved
        return UNSOLVED
    position = Position.of(grid)
    if solve_singles(position, check_limits):
        return SINGLES
    hardest = LOCKED
    while not solve_locked(position, check_limits):
        kind = _use_simplest(position, grid, check_limits)
        if kind == UNSOLVED:
            return kind
        hardest = max(hardest, kind)
    return hardest


def _use_simplest(position: Position, grid: Grid, check_limits: CheckLimits) -> int:
    """Apply steps of the simplest technique that has some; its kind, or `UNSOLVED` if there are none."""
    is_open = all(bits or digit for bits, digit in zip(position.candidates, position.digits, strict=True))
    if not is_open or grid.size > MAX_SIZE:  # from a contradiction anything would follow
        return UNSOLVED
    for kind in SLUGS:
        for technique in _techniques(kind):
            check_limits()
            steps = list(find(position, grid, [technique], unique=False, limit=TOGETHER))
            for step in steps:
                _apply(step, position)
            if steps:
                return kind
    return UNSOLVED


def _apply(step: Step, position: Position) -> None:
    for cell, digit in step.removes:
        position.candidates[cell] &= ~(1 << digit - 1)
    for cell, digit in step.places:
        if not position.digits[cell]:  # an earlier step may have placed it
            position.place(cell, digit)


@cache
def _techniques(kind: int) -> tuple[Technique, ...]:
    return tuple(technique for slug in SLUGS[kind] for technique in find_techniques(slug))
