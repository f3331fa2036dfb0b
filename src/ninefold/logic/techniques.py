"""The table of techniques, the easiest first, and the first step that one of them finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ninefold.logic import finders
from ninefold.logic.notes import Notes
from ninefold.logic.step import Step

Technique = Callable[[Notes], Iterator[Step]]

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


def first_step(notes: Notes) -> Step | None:
    """The easiest step there is, None where no technique finds any."""
    return next((step for technique in TABLE for step in technique(notes)), None)
