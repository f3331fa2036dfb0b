"""Every part of generating stops when its limit does; the cancel here counts its polls, so no clock is involved."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

import pytest
from patterned import pattern

import ninefold as nf
from ninefold.core.canonical import canonical_form
from ninefold.core.limits import MAX_COUNT
from ninefold.make.clues import add_clues, needs_every_clue
from ninefold.make.full_grids import full_grid
from ninefold.make.generate import make
from ninefold.make.selection import Draft
from ninefold.make.splitmix import SplitMix
from ninefold.rating.levels import level_until


class SetAfter:
    """A cancel that is set from the given poll on."""

    def __init__(self, polls: int) -> None:
        self.left = polls

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0

    def pause(self) -> None:
        if self.is_set():
            raise nf.Stopped("cancelled")


@pytest.mark.parametrize("polls", [1, 40])
@pytest.mark.parametrize(
    "recipe",
    [
        nf.Recipe(36),
        nf.Recipe(36, strategy="removing"),  # without polls, the full grid alone takes minutes
        nf.Recipe(25, strategy="adding"),
        nf.Recipe(25, strategy="permutations"),
        nf.Recipe(20, minimal=True),
        nf.Recipe(16, level="hard", clues=(60, 61)),
    ],
    ids=str,
)
def test_generating_stops_between_two_polls(recipe: nf.Recipe, polls: int) -> None:
    with pytest.raises(nf.Stopped, match="cancelled"):
        nf.generate(recipe, seed=1, cancel=SetAfter(polls))


@pytest.mark.parametrize("size", [40, 64])
def test_arrays_of_large_boards_stop_between_two_polls(size: int) -> None:
    """No part is long: without polls, the full grid alone takes seconds to minutes."""
    with pytest.raises(nf.Stopped, match="cancelled"):
        next(nf.generate_arrays(size, seed=1, count=1, cancel=SetAfter(40)))


GRID = pattern(16)
STEPS: dict[str, Callable[[Callable[[], None]], object]] = {
    "minimal": lambda pause: needs_every_clue(GRID.with_digits({0: 0}), GRID, pause),
    "adding": lambda pause: add_clues(nf.Grid.empty(16), SplitMix(1), pause),
    "full grid": lambda pause: full_grid(nf.Layout(16, diagonals=True), SplitMix(1), None, pause),
    "level": lambda pause: level_until(GRID.with_digits({0: 0}), pause),
    "canonical": lambda pause: canonical_form(GRID, pause),
    "canonical of a jigsaw": lambda pause: canonical_form(nf.Grid.empty(nf.Layout(4, diagonals=True)), pause),
}


@pytest.mark.parametrize("step", STEPS)
def test_every_long_step_polls(step: str) -> None:
    with pytest.raises(nf.Stopped):
        STEPS[step](SetAfter(0).pause)


@pytest.mark.parametrize("recipe", [nf.Recipe(6), nf.Recipe(6, clues=(10, 14)), nf.Recipe(6, distinct=True)], ids=str)
def test_levels_stop_between_two_puzzles(recipe: nf.Recipe) -> None:
    cancel = Event()
    made = nf.generate(recipe, count=9, seed=1, levels=True, cancel=cancel, progress=lambda _: cancel.set())
    assert (len(made), made.why.partition(";")[0]) == (1, "cancelled")


def test_distinct_puzzles_made_before_a_stop_are_kept() -> None:
    cancel = Event()
    cancel.set()
    maker = make(nf.Recipe(distinct=True), 1, cancel=cancel)
    drafts = [Draft(puzzle.clues) for puzzle in nf.generate(count=4, seed=1)]
    assert maker._before_gap(range(5), {0: drafts[0], 1: drafts[1], 3: drafts[3]}) == drafts[:2]
    assert maker._before_gap(range(5), {0: drafts[2], 1: drafts[2], 2: drafts[3]}) == drafts[2:3]


def test_seconds_without_tries_use_all_the_seconds() -> None:
    recipe = nf.Recipe(clues=35, minimal=True)
    assert make(recipe, 1, limit=nf.Limit(seconds=15)).max_tries == MAX_COUNT
    assert make(recipe, 1, limit=nf.Limit(seconds=15), tries=7).max_tries == 7
    assert make(recipe, 1).max_tries == 20_000


@pytest.mark.parametrize(
    ("name", "expected"), [("count", "a single puzzle"), ("tries", "the default"), ("threads", "one per core")]
)
def test_errors_say_what_none_means(name: str, expected: str) -> None:
    with pytest.raises(nf.NinefoldError, match=f"{name} must be a whole number from 1, or None for {expected}; not 0"):
        nf.generate(4, **{name: 0})  # type: ignore[call-overload]


def test_a_stop_says_what_the_attempts_gave() -> None:
    with pytest.raises(nf.Stopped, match=r"cancelled; [0-9,]+ attempts: .* another number of clues"):
        nf.generate(nf.Recipe(clues=35, minimal=True), seed=1, cancel=SetAfter(200))
