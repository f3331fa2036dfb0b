"""Generated puzzles meet their recipe: always proper, and minimal, symmetric, easy, few or distinct if requested."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from threading import Event
from typing import Any

import pytest
from made import assert_minimal, assert_proper, assert_symmetric

import ninefold as nf
from ninefold.make import maker as making
from ninefold.make.patterns import SYMMETRIES
from ninefold.rating.levels import LEVELS, level_of, levels_of_rows

SMALL_LAYOUTS = ("4", "6", "4x2", "9+diagonals", "9+windows", "4+diagonals")


def test_hundreds_of_standard_puzzles_are_proper_and_minimal() -> None:
    made = nf.generate(count=300, seed=1)
    assert len(set(made)) == 300
    assert_proper(made)
    assert_minimal(made[:40])


@pytest.mark.parametrize("layout", SMALL_LAYOUTS)
def test_any_layout_has_proper_minimal_puzzles(layout: str) -> None:
    made = nf.generate(nf.Recipe(layout, minimal=True), count=5, seed=3)
    assert {str(puzzle.layout) for puzzle in made} == {layout}
    assert_proper(made)
    assert_minimal(made)


def test_a_large_board() -> None:
    puzzle = nf.generate(16, seed=1)
    assert_proper([puzzle])
    assert len(puzzle.clues.filled_cells) < 130


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_clues_are_symmetric(symmetry: str) -> None:
    for size, count in ((9, 20), (6, 2)):
        made = nf.generate(nf.Recipe(size, symmetry=symmetry), count=count, seed=5)
        assert_proper(made)
        assert_symmetric(made, symmetry)


def test_symmetric_and_minimal_at_once() -> None:
    made = nf.generate(nf.Recipe(symmetry="rotational", minimal=True), count=5, seed=2)
    assert_symmetric(made, "rotational")
    assert_minimal(made)


@pytest.mark.parametrize("clues", [(22, 23), 26, (30, 34), 45])
def test_number_of_clues(clues: int | tuple[int, int]) -> None:
    low, high = clues if isinstance(clues, tuple) else (clues, clues)
    made = nf.generate(nf.Recipe(clues=clues), count=10, seed=8)
    assert all(low <= len(puzzle.clues.filled_cells) <= high for puzzle in made)
    assert_proper(made)


def test_redundant_clues() -> None:
    made = nf.generate(nf.Recipe(minimal=False), count=20, seed=4)
    assert all(nf.redundant_clues(puzzle) for puzzle in made)


@pytest.mark.parametrize(("size", "level"), [(6, "easy"), *((9, level) for level in LEVELS)])
def test_levels_are_met(size: int, level: str) -> None:
    made = nf.generate(nf.Recipe(size, level=level), count=5, seed=6)
    assert {level_of(puzzle) for puzzle in made} == {level}
    assert_proper(made)


def test_few_clues_are_searched_for() -> None:
    made = nf.generate(nf.Recipe(clues=(17, 19)), count=2, seed=1)
    assert all(17 <= len(puzzle.clues.filled_cells) <= 19 for puzzle in made)
    assert_proper(made)
    assert_minimal(made)


def test_only_cells_of_the_mask_are_clues() -> None:
    mask = ("xxx......" * 3 + "...xxx..." * 3 + "......xxx" * 3)[:81]
    mask = "".join("x" if (cell // 9 + cell % 9) % 2 or a == "x" else "." for cell, a in enumerate(mask))
    made = nf.generate(nf.Recipe(mask=mask), count=5, seed=1)
    assert all(mask[cell] == "x" for puzzle in made for cell in puzzle.clues.filled_cells)
    assert_proper(made)


def test_required_cells_and_digits_are_clues() -> None:
    for puzzle in nf.generate(nf.Recipe(required="r1c1 r5c5 r9c9"), count=5, seed=1):
        assert {0, 40, 80} <= set(puzzle.clues.filled_cells)
    digits = nf.generate(nf.Recipe(required={"r1c1": 5, "r5c5": 7}), seed=1)
    assert (digits.clues[0], digits.clues[40]) == (5, 7)
    assert_proper([digits])


def test_the_solution_can_be_given() -> None:
    solution = nf.random_grid(7)
    made = nf.generate(nf.Recipe(solution=solution), count=5, seed=1)
    assert {nf.solve(puzzle).solution for puzzle in made} == {solution}
    assert len(set(made)) == 5


# --- the same again ------------------------------------------------------------------------------


def test_a_seed_gives_the_same_puzzles_with_any_threads_and_count() -> None:
    one = nf.generate(count=1500, seed=9, threads=1)
    two = nf.generate(count=1500, seed=9, threads=2)
    assert one.puzzles == two.puzzles
    assert nf.generate(count=40, seed=9).puzzles == one[:40]
    assert nf.generate(seed=9) == one[0]
    assert nf.generate(seed=10) != one[0]


def test_seeds_keep_giving_the_same_puzzles() -> None:
    """What a seed gives changes only with the version of recipes, which is written down with the seed."""
    assert nf.Recipe.VERSION == 3
    known = {
        (9, "auto"): "7.....2.15.8.34.......9.....968..............2..1..97..6..47.3........2...3...7.4",
        (4, "auto"): "......141.2.3...",
        (6, "auto"): "..6...43......42.5.51..6..56.4......",
        (9, "removing"): "......869....45...63...2....9...1.3.......1..8.627......3...9....2.183.......6..4",
        (9, "adding"): "....43.954726.5.3..95..1.62.....6....2....68.8..92..5...1.6..7..395..8.626.738...",
    }
    for (size, strategy), line in known.items():
        assert nf.generate(nf.Recipe(size, strategy=strategy), seed=1).clues.line == line


def test_a_random_seed_is_reported_and_gives_the_same_again() -> None:
    made = nf.generate(count=3)
    assert nf.generate(count=3, seed=made.seed).puzzles == made.puzzles


# --- distinct ------------------------------------------------------------------------------------


def test_there_are_36_distinct_minimal_puzzles_of_4x4() -> None:
    made = nf.generate(nf.Recipe(4, minimal=True, distinct=True), count=37, seed=1, tries=600)
    assert len(made) == 36
    assert "were equivalent to an earlier puzzle" in made.why
    assert len({nf.puzzle_id(puzzle) for puzzle in made}) == 36


def test_distinct_puzzles_are_not_equivalent() -> None:
    solution = nf.random_grid(1)
    made = nf.generate(nf.Recipe(solution=solution, distinct=True), count=200, seed=1)
    assert len({nf.puzzle_id(puzzle) for puzzle in made}) == 200


# --- strategies of papers -------------------------------------------------------------------------


def test_permutations_give_four_clues_in_different_rows_columns_and_digits() -> None:
    made = nf.generate(nf.Recipe(4, strategy="permutations"), count=20, seed=1)
    assert_proper(made)
    starts = [puzzle for puzzle in made if len(puzzle.clues.filled_cells) == 4]
    assert starts
    for puzzle in starts:
        assert len({cell // 4 for cell in puzzle.clues.filled_cells}) == 4
        assert len({cell % 4 for cell in puzzle.clues.filled_cells}) == 4
        assert {puzzle.clues[cell] for cell in puzzle.clues.filled_cells} == {1, 2, 3, 4}


@pytest.mark.parametrize("strategy", ["adding", "removing"])
def test_plain_strategies_give_proper_puzzles(strategy: str) -> None:
    for size in (4, 6, 9):
        assert_proper(nf.generate(nf.Recipe(size, strategy=strategy), count=3, seed=2))
        assert_minimal(nf.generate(nf.Recipe(size, strategy=strategy, minimal=True), count=2, seed=2))


# --- impossible recipes ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("recipe", "reason"),
    [
        ({"clues": 16}, "at least 17 clues"),
        ({"clues": 82}, "at most 81"),
        ({"layout": 4, "clues": 3}, "at least 4 clues"),
        ({"mask": "x" * 16 + "." * 65}, "allows 16 clues"),
        ({"mask": "." * 18 + "x" * 63}, "rows 1 and 2"),
        ({"mask": "." + "x" * 80, "required": "r1c1"}, "excludes required cells: r1c1"),
        ({"layout": 4, "symmetry": "rotational", "clues": 5}, "never add up to 5 clues"),
        ({"required": {"r1c1": 5, "r1c2": 5}}, "clash in row 1"),
        ({"layout": 4, "required": {"r1c1": 1, "r1c2": 2, "r2c3": 3, "r4c4": 4}}, "no full grid has these"),
        ({"clues": 18, "minimal": False}, "clues or fewer are always minimal"),
        ({"required": {"r1c1": 5, "R1C1": 6}}, "required names r1c1 twice"),
        ({"strategy": "adding", "symmetry": "quarter"}, "chooses the cells itself"),
        ({"strategy": "adding", "required": "r1c1"}, "chooses the cells itself"),
        ({"strategy": "few", "layout": 4}, "standard 9x9 board only"),
        ({"level": "evil"}, "unknown level .evil. .choose from gentle, easy, "),
        ({"symmetry": "round"}, "unknown symmetry 'round' .choose from none"),
        ({"strategy": "magic"}, "unknown strategy 'magic' .choose from auto"),
        ({"clues": (30, 20)}, "a number or .fewest, most."),
        ({"minimal": 2}, "minimal is True, False or None"),
        ({"distinct": 1}, "distinct is True or False"),
        ({"layout": "25+diagonals", "distinct": True}, "canonical"),
        ({"solution": "1" * 81}, "full and correct"),
    ],
)
def test_impossible_recipes_fail_when_made(recipe: dict[str, object], reason: str) -> None:
    with pytest.raises(nf.NinefoldError, match=reason):
        nf.Recipe(**recipe)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"seed": -1}, "a seed is a whole number"),
        ({"count": 0}, "count"),
        ({"tries": 0}, "tries"),
        ({"limit": nf.Limit(nodes=5)}, "only seconds can be limited"),
        ({"limit": nf.Limit(1)}, "only seconds can be limited"),
        ({"cancel": True}, "cancel"),
    ],
)
def test_wrong_options_fail_at_once(options: dict[str, object], reason: str) -> None:
    with pytest.raises(nf.NinefoldError, match=reason):
        nf.generate(**options)  # type: ignore[call-overload]


def test_a_recipe_is_a_value() -> None:
    recipe = nf.Recipe(6, clues=10, required={"r1c1": 5, "r2c2": 0}, symmetry="none")
    assert recipe == nf.Recipe("6", clues=(10, 10), required={0: 5, 7: 0})
    assert hash(recipe) == hash(replace(recipe))
    assert replace(recipe, level="easy").level == "easy"
    assert replace(recipe).digits == nf.Grid.empty(6).with_digits({0: 5})
    assert recipe != nf.Recipe(6, clues=10)


@pytest.mark.parametrize("recipe", [4, "4", nf.Layout(4), nf.Recipe(4)])
def test_a_board_means_any_puzzle_on_it(recipe: nf.Recipe | nf.Layout | int | str) -> None:
    assert nf.generate(recipe, seed=1) == nf.generate(nf.Recipe(4), seed=1)


# --- the value -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "recipe",
    [
        nf.Recipe(),
        nf.Recipe(4),
        nf.Recipe(level="moderate"),
        nf.Recipe(clues=26),
        nf.Recipe(clues=18),
        nf.Recipe(distinct=True),
        nf.Recipe(6, strategy="adding"),
    ],
)
def test_a_puzzle_carries_its_proof_solution_and_seed(recipe: nf.Recipe) -> None:
    for puzzle in nf.generate(recipe, count=2, seed=3):
        assert puzzle.proper is True
        assert puzzle.solution == nf.solve(puzzle.clues, by="search").solution
        assert (puzzle.seed, puzzle.level) == (3, recipe.level or "")
        assert puzzle == eval(repr(puzzle), {"Puzzle": nf.Puzzle, "Grid": nf.Grid})


def test_levels_are_computed_once_and_only_if_requested(monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[bytes] = []

    def counted(rows: Any, *args: Any) -> Any:
        computed.extend(map(bytes, rows))
        return levels_of_rows(rows, *args)

    monkeypatch.setattr(making, "levels_of_rows", counted)
    assert nf.generate(count=5, seed=1)[4].level == ""
    assert not computed
    leveled = nf.generate(count=5, seed=1, levels=True)
    assert [puzzle.level for puzzle in leveled] == [level_of(puzzle.clues) for puzzle in leveled]
    assert computed == [puzzle.clues.digits for puzzle in leveled]
    computed.clear()
    hard = nf.generate(nf.Recipe(level="hard"), count=3, seed=1, levels=True)
    assert {puzzle.level for puzzle in hard} == {"hard"}
    assert not computed  # they were needed to choose the puzzles


def test_giving_up_says_what_was_found_instead() -> None:
    with pytest.raises(nf.Stopped, match=r"in 300 tries: .* another number of clues \(2\d to"):
        nf.generate(nf.Recipe(clues=35, minimal=True), seed=1, tries=300)


def test_a_hopeless_mask_ends_too() -> None:
    mask = "x" * 9 + "." * 9 + "x........" * 7  # nearly nothing below the first row
    with pytest.raises(nf.NinefoldError):
        nf.generate(nf.Recipe(mask=mask), seed=1)


def test_puzzles_are_kept_when_time_is_up() -> None:
    made = nf.generate(count=10**9, seed=1, limit=nf.Limit(seconds=0.5))
    assert made.why == "the limit of 0.5 seconds was reached"
    assert_proper(made[:3])
    assert made.puzzles == nf.generate(count=len(made), seed=1).puzzles


def test_a_chunk_takes_as_long_as_may_be_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow puzzles are, a chunk never grows beyond its time."""
    sizes: list[int] = []
    fill = making.Maker._fill

    def noted(maker: making.Maker, numbers: range, made: dict[int, making.Draft]) -> None:
        sizes.append(len(numbers))
        fill(maker, numbers, made)

    monkeypatch.setattr(making.Maker, "_fill", noted)
    recipe = nf.Recipe(clues=30, level="moderate")
    monkeypatch.setattr(making, "CHUNK_SECONDS", 0.0)
    slowly = nf.generate(recipe, count=200, seed=3)
    assert max(sizes) == making.MEASURED_CHUNK
    monkeypatch.setattr(making, "CHUNK_SECONDS", 1e9)
    assert nf.generate(recipe, count=200, seed=3).puzzles == slowly.puzzles
    assert max(sizes) > making.MEASURED_CHUNK


def test_cancelling_keeps_puzzles() -> None:
    cancel, seen = Event(), []

    def progress(number: int) -> None:
        seen.append(number)
        if number == 100:
            cancel.set()

    made = nf.generate(count=10**6, seed=1, cancel=cancel, progress=progress)
    assert made.why == "cancelled"
    assert 100 <= len(made) < 10**6
    assert seen == list(range(1, len(made) + 1))
    assert repr(made).startswith(f"<Puzzles: {len(made):,} of seed 1, cancelled")


def test_giving_up_on_a_puzzle_keeps_those_before_it() -> None:
    """With one try each, a run ends at the first full grid without a puzzle of 24 clues."""
    made = nf.generate(nf.Recipe(clues=24, minimal=True), count=16, seed=48, tries=1)
    assert 0 < len(made) < 16
    assert made.puzzles == nf.generate(nf.Recipe(clues=24, minimal=True), count=len(made), seed=48, tries=1).puzzles


def test_no_puzzle_at_all_raises() -> None:
    cancel = Event()
    cancel.set()
    with pytest.raises(nf.Stopped, match="cancelled"):
        nf.generate(cancel=cancel)


@pytest.mark.parametrize("seconds", [1e-6, 1e-5, 1e-4, 2e-4, 5e-4, 1e-3])
def test_a_short_time_gives_a_puzzle_with_its_level_or_says_that_it_was_up(seconds: float) -> None:
    """The time may be up within the first chunk of puzzles, before any is ready for its level."""
    for seed in range(5):
        with suppress(nf.Stopped):
            assert nf.generate(9, levels=True, seed=seed, limit=nf.Limit(seconds=seconds)).level
