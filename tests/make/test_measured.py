"""Puzzles made to measure: every demand is met, in any combination, and what cannot be is refused or explained."""

from __future__ import annotations

import re
from typing import Any

import pytest

import ninefold as nf
from ninefold.make.maker import PLAIN, Maker


def techniques_of(puzzle: nf.Puzzle) -> dict[str, int]:
    return {technique.slug: count for technique, count in nf.explain(puzzle.clues).techniques.items()}


SINGLES = {"full-house", "hidden-single-box", "hidden-single-line", "naked-single"}


@pytest.mark.parametrize("symmetry", ["none", "rotational"])
def test_ratings_are_met_together(symmetry: str) -> None:
    made = nf.generate(er=(6.5, 7.2), minutes=(10, 20), level="severe", symmetry=symmetry, count=3, seed=1)
    for puzzle, found in zip(made, nf.rate_many([puzzle.clues for puzzle in made]), strict=True):
        assert found.explainer is not None
        assert found.minutes is not None
        assert 6.5 <= found.explainer.er <= 7.2
        assert 10 <= found.minutes <= 20
        assert found.level == puzzle.level == "severe"
        assert puzzle.rating is not None
        assert puzzle.rating.value == found.explainer.er
        assert nf.solve(puzzle.clues).status is nf.Status.UNIQUE


def test_exactly_one_x_wing_and_nothing_harder() -> None:
    puzzle = nf.generate(technique={"X-wing": 1}, hardest="x-wing", seed=1)
    path = nf.explain(puzzle.clues)
    assert path.solved
    assert path.hardest is not None
    assert path.hardest.slug == "x-wing"
    assert techniques_of(puzzle)["x-wing"] == 1


def test_no_uniqueness_argument_and_no_marks() -> None:
    for puzzle in nf.generate(uniqueness=False, level="severe", count=3, seed=2):
        assert not any(technique.assumes_unique for technique in nf.explain(puzzle.clues).techniques)
    for puzzle in nf.generate(marks=False, minutes=(7, 9), count=3, seed=2):
        assert techniques_of(puzzle).keys() <= SINGLES
    (unique,) = nf.generate(uniqueness=True, count=1, seed=2)
    assert any(technique.assumes_unique for technique in nf.explain(unique.clues).techniques)


def test_techniques_on_another_board() -> None:
    puzzle = nf.generate(6, technique="naked-pair", seed=2)
    assert techniques_of(puzzle)["naked-pair"] >= 1
    for field in ({"minutes": 5}, {"er": 2.0}, {"level": "gentle"}):
        with pytest.raises(nf.NinefoldError, match="standard 9x9 board only"):
            nf.Recipe(6, **field)  # type: ignore[arg-type]


def test_the_same_seed_gives_the_same_puzzles_whatever_the_threads() -> None:
    recipe = nf.Recipe(level="tricky", technique="naked-pair")
    one, two = (nf.generate(recipe, count=3, seed=3, threads=threads) for threads in (1, 2))
    assert one.puzzles == two.puzzles
    assert nf.generate(recipe, seed=3) == one[0]


def test_gentle_puzzles_are_not_all_as_hard_as_gentle_can_be() -> None:
    minutes = [
        found.minutes or 0 for found in nf.rate_many([p.clues for p in nf.generate(level="gentle", count=40, seed=4)])
    ]
    assert max(minutes) < 4
    assert min(minutes) < 3


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"level": "gentle", "minutes": (10, 15)}, "gentle puzzles take 0 to 4 minutes"),
        ({"level": "gentle", "er": (7, 8)}, "gentle puzzles have an ER of at most 2.3"),
        ({"level": "hard", "er": 6.6}, "hard puzzles have an ER of at most 5.4"),
        ({"level": "severe", "er": (3, 4.4)}, "severe puzzles have an ER of at least 4.5"),
        ({"marks": False, "er": (7, 7.5)}, "needs no marks has an ER of at most 2.3"),
        ({"hardest": "x-wing", "er": (4.2, 8)}, "with hardest technique x-wing has an ER of at most 4"),
        ({"technique": "x-wing", "er": (1, 3)}, "needs x-wing has an ER of at least 3.2"),
        ({"technique": "x-wing", "level": "moderate"}, "level moderate excludes x-wing"),
        ({"technique": "x-wing", "hardest": "naked pair"}, "hardest technique naked-pair excludes x-wing"),
        ({"technique": "unique rectangle", "uniqueness": False}, "assumes a unique solution"),
        ({"hardest": "x-wing", "level": "severe"}, "is hard at most"),
        ({"marks": False, "level": "hard"}, "is moderate at most"),
        ({"marks": True, "level": "easy"}, "need no marks"),
        ({"marks": True, "hardest": "naked single"}, "leaves only singles, which need no marks"),
        ({"uniqueness": True, "marks": False}, "no marks excludes every technique that assumes a unique solution"),
        ({"uniqueness": True, "hardest": "x-wing"}, "x-wing excludes every technique that assumes"),
        ({"uniqueness": True, "level": "tricky"}, "level tricky excludes every technique that assumes"),
        ({"er": (1.3, 1.4)}, "no puzzle has an ER between 1.2 and 1.5"),
        ({"er": 7.05}, "no puzzle has an ER between 7 and 7.1"),
        ({"technique": {"x-wing": 1, "X-Wing": 2}}, "are the same technique"),
        ({"technique": "x-wng"}, "did you mean x-wing"),
        ({"technique": {"x-wing": (3, 1)}}, "how often x-wing is needed"),
        ({"technique": "exocet"}, "not a technique that paths use"),
        ({"er": (7.5, 7)}, "er is a number or .least, most."),
        ({"er": "7"}, "er is a number"),
        ({"minutes": (1, 2, 3)}, "minutes is a number"),
        ({"marks": 3}, "marks is True, False or None"),
        ({"symmetry": "none", "recipe": nf.Recipe(4)}, "give a recipe or fields of one"),
    ],
)
def test_contradictions_fail_at_once(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(nf.NinefoldError, match=why):
        nf.generate(**fields)


def test_nothing_that_exists_is_refused() -> None:
    """Each puzzle meets a recipe of its own level, ER and hardest technique."""
    puzzles = [puzzle.clues for puzzle in nf.generate(count=100, seed=1)]
    for found in nf.rate_many(puzzles):
        hardest = nf.explain(found.puzzle).hardest
        assert hardest is not None
        assert found.explainer is not None
        recipe = nf.Recipe(level=found.level, er=found.explainer.er, hardest=hardest.slug, technique=hardest.slug)
        assert recipe.demands


def test_a_refusal_names_the_nearest_puzzle() -> None:
    with pytest.raises(nf.Stopped, match=r"in 100 tries: 100 were too easy; the nearest was .*ER \d") as refused:
        nf.generate(er=(11.5, 11.9), tries=100, seed=1)
    nearest = refused.value.nearest
    assert isinstance(nearest, nf.Puzzle)
    assert nf.solve(nearest.clues).status is nf.Status.UNIQUE
    found = nf.rate(nearest.clues).explainer
    assert found is not None
    assert nearest.rating is not None
    assert nearest.rating.value == found.er


def test_every_attempt_has_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that climb count as several; those without a puzzle to climb from, because of its clues, as one."""
    monkeypatch.setattr("ninefold.make.maker.PLAIN", 20)
    with pytest.raises(nf.Stopped, match="in 420 tries: 420 were too easy"):
        nf.generate(er=(11.5, 11.9), seed=1, tries=420)
    with pytest.raises(nf.Stopped) as refused:
        nf.generate(level="easy", clues=22, symmetry="rotational", seed=3, tries=420)
    counts = [int(word) for word in re.findall(r"(\d+) (?:were|had)", refused.value.why)]
    assert sum(counts) == 420
    assert counts[-1] > 290


def test_the_nearest_puzzle_needs_what_is_closest_to_a_missing_technique() -> None:
    with pytest.raises(nf.Stopped, match="the nearest was") as refused:
        nf.generate(technique="jellyfish", seed=3, tries=100)
    assert isinstance(refused.value.nearest, nf.Puzzle)
    assert nf.explain(refused.value.nearest.clues).hardest.slug not in ("naked-single", "claiming")


def test_rare_puzzles_are_climbed_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a few random attempts only, moving clues finds what they do not."""
    monkeypatch.setattr("ninefold.make.maker.PLAIN", 4)
    recipe = nf.Recipe(minutes=(33, 60), symmetry="rotational")
    puzzle = nf.generate(recipe, seed=1, tries=4000)
    assert 33 <= (nf.rate(puzzle.clues).minutes or 0) <= 60
    cells = puzzle.clues.filled_cells
    assert {80 - cell for cell in cells} == set(cells)
    assert PLAIN > 4


def test_time_is_estimated_from_a_trial() -> None:
    found = nf.estimate(4, count=10**7, seconds=0.3)
    assert found.found
    assert found.seconds > 60
    assert str(found).startswith("about ")
    none = nf.estimate(er=11.9, count=100, seconds=0.2)
    assert not none.found
    assert none.seconds >= 20
    assert str(none).startswith("more than ")
    maker = Maker.__new__(Maker)
    maker.accepted = 5
    assert maker.seconds_left(20, 10.0) == 30
