"""The table of techniques, the easiest first, and the first step that one of them finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ninefold.logic import locked, singles, subsets
from ninefold.logic.notes import Notes
from ninefold.logic.step import Step

Technique = Callable[[Notes], Iterator[Step]]

TABLE: tuple[Technique, ...] = (
    singles.hidden_in_box,
    singles.hidden_in_line,
    singles.naked,
    locked.pointing,
    locked.claiming,
    partial(subsets.naked, k=2),
    partial(subsets.hidden, k=2),
    partial(subsets.naked, k=3),
    partial(subsets.hidden, k=3),
    partial(subsets.naked, k=4),
    partial(subsets.hidden, k=4),
)


def first_step(notes: Notes) -> Step | None:
    """The easiest step there is, None where no technique finds any."""
    return next((step for technique in TABLE for step in technique(notes)), None)
