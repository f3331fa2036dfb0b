"""The techniques in order of difficulty, and the easiest step in a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ninefold.core.limits import CheckLimits
from ninefold.core.position import Position
from ninefold.logic import finders
from ninefold.logic.step import Step

Technique = Callable[[Position], Iterator[Step]]

TABLE: tuple[Technique, ...] = (
    finders.hidden_in_box,
    finders.hidden_in_line,
    finders.naked_single,
    finders.pointing,
    finders.claiming,
    partial(finders.naked_subset, k=2),
    partial(finders.hidden_subset, k=2),
    partial(finders.naked_subset, k=3),
    partial(finders.hidden_subset, k=3),
    partial(finders.naked_subset, k=4),
    partial(finders.hidden_subset, k=4),
)


def first_step(position: Position) -> Step | None:
    """The easiest step, or None if no technique finds one."""
    return next((step for technique in TABLE for step in technique(position)), None)


def solve_singles(position: Position, check_limits: CheckLimits = lambda: None) -> bool:
    """Apply singles until none is left; whether that fills the grid; `check_limits` may raise."""
    position.place_singles(check_limits)
    return position.is_full


def solve_locked(position: Position, check_limits: CheckLimits = lambda: None) -> bool:
    """Apply singles and locked candidates until neither finds anything; whether that fills the grid.

    Nothing is explained here: generating by level calls this for every attempt, and building steps with their sentences
    and arrows costs far more than the bit operations.
    """
    while not solve_singles(position, check_limits):
        if not finders.eliminate_locked(position):
            return False
    return True
