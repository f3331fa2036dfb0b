"""Time limits and cancelling of the search for steps, and paths that are read back and checked."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from threading import Event, Timer
from typing import Any

import pytest

import ninefold as nf
from ninefold import Grid, Layout, Limit

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
LARGE = Grid.empty(Layout(25))  # most techniques take minutes there
CALLS: list[Callable[..., Any]] = [nf.explain, nf.hint, lambda *args, **more: list(nf.steps(*args, **more))]
NAMES = ["explain", "hint", "steps"]


@pytest.mark.parametrize("call", CALLS, ids=NAMES)
def test_the_search_for_steps_keeps_its_time(call):
    with pytest.raises(nf.Stopped, match=r"the limit of 0\.2 seconds was reached"):
        call(LARGE, limit=Limit(seconds=0.2))


@pytest.mark.parametrize("call", CALLS, ids=NAMES)
def test_the_search_for_steps_can_be_cancelled(call):
    cancel = Event()
    Timer(0.2, cancel.set).start()
    with pytest.raises(nf.Stopped, match="cancelled"):
        call(LARGE, cancel=cancel)


@pytest.mark.parametrize("slug", ["sue-de-coq", "finned-mutant-jellyfish", "x-chain", "dynamic-double"])
def test_every_kind_of_search_can_be_stopped(slug):
    """Each of these has loops that no other has."""
    with pytest.raises(nf.Stopped):
        list(nf.steps(LARGE, technique=slug, limit=Limit(seconds=0.005)))


@pytest.mark.parametrize("call", CALLS, ids=NAMES)
def test_only_seconds_limit_the_search_for_steps(call):
    for limit in (Limit(5), 5, Limit(nodes=3)):
        with pytest.raises(nf.NinefoldError, match="only seconds can be limited here"):
            call(EASY, limit=limit)
    with pytest.raises(nf.NinefoldError, match=r"cancel must be a threading\.Event"):
        call(EASY, cancel=3)
    assert call(EASY, limit=Limit(seconds=60), cancel=Event())


# --- saved paths --------------------------------------------------------------------------------


def test_a_path_and_its_json_are_proved():
    for puzzle, verdict in ((EASY, "proved"), (HARDEST, "proved if the puzzle has one solution")):
        path = nf.explain(puzzle)
        for claim in (path, path.json(), json.loads(path.json())):
            found = nf.verify(claim)
            assert (found.verdict, found.steps, found.end, bool(found)) == (verdict, len(path), path.end, True)
    assert str(nf.verify(nf.explain(Grid.empty(4)))) == "proved: 0 steps leave 16 cells open (................)"


def test_marks_are_saved_with_a_path():
    path = nf.explain(HARDEST, marks={1: [1, 2], 4: [5, 7]}, unique=False)
    assert json.loads(path.json())["marks"]["r1c2"] == [1, 2]
    assert nf.verify(path.json()).steps == len(path)
    assert json.loads(nf.explain(EASY).json())["marks"] is None


def test_a_step_that_does_not_follow_is_named():
    path = json.loads(nf.explain(EASY).json())
    path["steps"][20]["places"][0] = path["steps"][40]["places"][0]
    with pytest.raises(nf.CertificateError, match="read step 21, full house: rule 7"):
        nf.verify(path)


def test_no_change_of_a_saved_path_breaks_the_reader_or_proves_what_is_false():
    solution = nf.solve(HARDEST).solution
    text, rng = nf.explain(HARDEST).json(), random.Random(4)
    wrong = [None, -1, 0, 10, 10**30, 1.5, float("inf"), True, "", "r1c1", "row 1", "cell", [], [[]], {}, [10**9]]
    for _ in range(300):
        path = json.loads(text)
        place: Any = path["steps"][rng.randrange(30)]
        while True:
            key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if not place[key] or not isinstance(place[key], dict | list) or rng.random() < 0.3:
                break
            place = place[key]
        place[key] = rng.choice(wrong)
        try:
            found = nf.verify(path)
        except nf.NinefoldError:
            continue
        assert all(digit in (0, right) for digit, right in zip(found.end.digits, solution.digits, strict=True))
