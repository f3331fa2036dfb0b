"""Puzzles are as they were wished for: proper always, and minimal, symmetric, easy, few, distinct where asked."""

from __future__ import annotations

from threading import Event

import pytest
from made import assert_minimal, assert_proper, assert_symmetric

import ninefold as nf
from ninefold.make import maker as making
from ninefold.make.recipe import SYMMETRIES
from ninefold.rating.levels import LEVELS, level_of

SMALL_LAYOUTS = ("4", "6", "4x2", "9+diagonals", "9+windows", "4+diagonals")


def test_hundreds_of_usual_puzzles_are_proper_and_minimal() -> None:
    made = nf.generate(count=300, seed=1)
    assert len(set(made)) == 300
    assert_proper(made)
    assert_minimal(made[:40])


@pytest.mark.parametrize("layout", SMALL_LAYOUTS)
def test_any_layout_has_proper_minimal_puzzles(layout: str) -> None:
    made = nf.generate(layout, count=5, seed=3, minimal=True)
    assert {str(puzzle.layout) for puzzle in made} == {layout}
    assert_proper(made)
    assert_minimal(made)


def test_a_large_board() -> None:
    puzzle = nf.generate(16, seed=1)
    assert_proper([puzzle])
    assert len(puzzle.filled_cells) < 130


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_clues_are_symmetric(symmetry: str) -> None:
    for size, count in ((9, 20), (6, 2)):
        made = nf.generate(size, symmetry=symmetry, count=count, seed=5)
        assert_proper(made)
        assert_symmetric(made, symmetry)


def test_symmetric_and_minimal_at_once() -> None:
    made = nf.generate(symmetry="rotational", minimal=True, count=5, seed=2)
    assert_symmetric(made, "rotational")
    assert_minimal(made)


@pytest.mark.parametrize("clues", [(22, 23), 26, (30, 34), 45])
def test_as_many_clues_as_asked_for(clues: int | tuple[int, int]) -> None:
    low, high = clues if isinstance(clues, tuple) else (clues, clues)
    made = nf.generate(clues=clues, count=10, seed=8)
    assert all(low <= len(puzzle.filled_cells) <= high for puzzle in made)
    assert_proper(made)


def test_clues_to_spare_where_that_is_asked_for() -> None:
    made = nf.generate(minimal=False, count=20, seed=4)
    assert all(nf.redundant_clues(puzzle) for puzzle in made)


@pytest.mark.parametrize(("size", "level"), [(6, "easy"), *((9, level) for level in LEVELS)])
def test_levels_are_met(size: int, level: str) -> None:
    made = nf.generate(size, level=level, count=5, seed=6)
    assert {level_of(puzzle) for puzzle in made} == {level}
    assert_proper(made)


def test_few_clues_are_searched_for() -> None:
    made = nf.generate(clues=(17, 19), count=2, seed=1)
    assert all(17 <= len(puzzle.filled_cells) <= 19 for puzzle in made)
    assert_proper(made)
    assert_minimal(made)


def test_only_cells_of_the_mask_are_clues() -> None:
    mask = ("xxx......" * 3 + "...xxx..." * 3 + "......xxx" * 3)[:81]
    mask = "".join("x" if (cell // 9 + cell % 9) % 2 or a == "x" else "." for cell, a in enumerate(mask))
    made = nf.generate(mask=mask, count=5, seed=1)
    assert all(mask[cell] == "x" for puzzle in made for cell in puzzle.filled_cells)
    assert_proper(made)


def test_cells_and_digits_that_must_be_clues_are() -> None:
    for puzzle in nf.generate(must="r1c1 r5c5 r9c9", count=5, seed=1):
        assert {0, 40, 80} <= set(puzzle.filled_cells)
    digits = nf.generate(must={"r1c1": 5, "r5c5": 7}, seed=1)
    assert (digits[0], digits[40]) == (5, 7)
    assert_proper([digits])


def test_the_solution_can_be_given() -> None:
    solution = nf.random_grid(7)
    made = nf.generate(solution=solution, count=5, seed=1)
    assert {nf.solve(puzzle).solution for puzzle in made} == {solution}
    assert len(set(made)) == 5


# --- the same again ------------------------------------------------------------------------------


def test_a_seed_makes_the_same_puzzles_with_any_threads_and_count() -> None:
    one = nf.generate(count=1500, seed=9, threads=1)
    two = nf.generate(count=1500, seed=9, threads=2)
    assert one.puzzles == two.puzzles
    assert nf.generate(count=40, seed=9).puzzles == one[:40]
    assert nf.generate(seed=9) == one[0]
    assert nf.generate(seed=10) != one[0]


def test_puzzles_of_seeds_stay_what_they_are() -> None:
    """These are facts: who has noted a seed gets the same puzzle from every later version."""
    known = {
        (9, "auto"): "...3...7...4..2.....5.....86..7...8.39.....4......5...7...84......6.7......1...32",
        (4, "auto"): "3..2..3.....24..",
        (6, "auto"): "...61..4...23......2.1.....2...6.4.1",
        (9, "removing"): "1.....6874...97...8...5.....8.2.9.6..........7.1.4..2...7...9....4.712.......3...",
        (9, "adding"): "....43.954726.5.3..95..1.62.....6....2....68.8..92..5...1.6..7..395..8.626.738...",
    }
    for (size, way), line in known.items():
        assert nf.generate(size, seed=1, way=way).line == line


def test_a_seed_by_lot_is_told_and_makes_them_again() -> None:
    made = nf.generate(count=3)
    assert nf.generate(count=3, seed=made.seed).puzzles == made.puzzles


# --- distinct ------------------------------------------------------------------------------------


def test_there_are_36_distinct_minimal_puzzles_of_4x4() -> None:
    made = nf.generate(4, minimal=True, distinct=True, count=37, seed=1, tries=600)
    assert len(made) == 36
    assert "were isomorphic to a puzzle before" in made.why
    assert len({nf.puzzle_id(puzzle) for puzzle in made}) == 36


def test_distinct_puzzles_are_not_isomorphic() -> None:
    solution = nf.random_grid(1)
    made = nf.generate(solution=solution, count=200, distinct=True, seed=1)
    assert len({nf.puzzle_id(puzzle) for puzzle in made}) == 200


# --- the papers' ways ----------------------------------------------------------------------------


def test_permutations_give_four_clues_in_different_rows_columns_and_digits() -> None:
    made = nf.generate(4, way="permutations", count=20, seed=1)
    assert_proper(made)
    starts = [puzzle for puzzle in made if len(puzzle.filled_cells) == 4]
    assert starts
    for puzzle in starts:
        assert len({cell // 4 for cell in puzzle.filled_cells}) == 4
        assert len({cell % 4 for cell in puzzle.filled_cells}) == 4
        assert {puzzle[cell] for cell in puzzle.filled_cells} == {1, 2, 3, 4}


@pytest.mark.parametrize("way", ["adding", "removing"])
def test_the_plain_ways_make_proper_puzzles(way: str) -> None:
    for size in (4, 6, 9):
        assert_proper(nf.generate(size, way=way, count=3, seed=2))
        assert_minimal(nf.generate(size, way=way, count=2, seed=2, minimal=True))


# --- what cannot be ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wishes", "reason"),
    [
        ({"clues": 16}, "at least 17 clues"),
        ({"clues": 82}, "at most 81"),
        ({"layout": 4, "clues": 3}, "at least 4 clues"),
        ({"mask": "x" * 16 + "." * 65}, "leaves 16 cells"),
        ({"mask": "." * 18 + "x" * 63}, "rows 1 and 2"),
        ({"mask": "." + "x" * 80, "must": "r1c1"}, "r1c1, which must be clues"),
        ({"layout": 4, "symmetry": "rotational", "clues": 5}, "never 5 clues"),
        ({"must": {"r1c1": 5, "r1c2": 5}}, "clash in row 1"),
        ({"layout": 4, "must": {"r1c1": 1, "r1c2": 2, "r2c3": 3, "r4c4": 4}}, "no full grid has them"),
        ({"clues": 18, "minimal": False}, "searched for until none is to spare"),
        ({"must": {"r1c1": 5, "R1C1": 6}}, "r1c1 must be a clue, and is named twice"),
        ({"way": "adding", "symmetry": "quarter"}, "draws its own cells"),
        ({"level": "extreme"}, "unknown level .extreme. .choose from easy, medium, hard"),
        ({"symmetry": "round"}, "a symmetry is none"),
        ({"way": "magic"}, "a way is auto"),
        ({"clues": (30, 20)}, "the least and the most"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"solution": "1" * 81}, "full and correct"),
    ],
)
def test_wishes_that_cannot_come_true_are_refused_with_the_reason(wishes: dict[str, object], reason: str) -> None:
    with pytest.raises(nf.NinefoldError, match=reason):
        nf.generate(**wishes)  # type: ignore[call-overload]


def test_what_is_not_found_ends_with_what_was_found_instead() -> None:
    with pytest.raises(nf.Stopped, match=r"in 300 tries: .* another number of clues \(2\d to"):
        nf.generate(clues=35, minimal=True, seed=1, tries=300)


def test_a_mask_that_no_full_grid_fits_ends_too() -> None:
    mask = "x" * 9 + "." * 9 + "x........" * 7  # nearly nothing below the first row
    with pytest.raises(nf.NinefoldError):
        nf.generate(mask=mask, seed=1)


def test_when_time_is_up_what_was_made_is_kept() -> None:
    made = nf.generate(count=10**9, seed=1, seconds=0.5)
    assert made.why == "the limit of 0.5 seconds is used up"
    assert_proper(made[:3])
    assert made.puzzles == nf.generate(count=len(made), seed=1).puzzles


def test_a_chunk_is_as_long_as_may_be_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slowly puzzles come, those of a chunk are out before the next one grows beyond its time."""
    sizes: list[int] = []
    fill = making.Maker._fill

    def noted(maker: making.Maker, numbers: range, made: dict[int, nf.Grid]) -> None:
        sizes.append(len(numbers))
        fill(maker, numbers, made)

    monkeypatch.setattr(making.Maker, "_fill", noted)
    wishes = {"clues": 30, "level": "medium", "count": 200, "seed": 3}
    monkeypatch.setattr(making, "CHUNK_SECONDS", 0.0)
    slowly = nf.generate(**wishes)  # type: ignore[call-overload]
    assert max(sizes) == making.FIRST_CHUNK
    monkeypatch.setattr(making, "CHUNK_SECONDS", 1e9)
    assert nf.generate(**wishes).puzzles == slowly.puzzles  # type: ignore[call-overload]
    assert max(sizes) > making.FIRST_CHUNK


def test_cancelling_keeps_what_was_made() -> None:
    cancel, seen = Event(), []

    def progress(number: int) -> None:
        seen.append(number)
        if number == 100:
            cancel.set()

    made = nf.generate(count=10**6, seed=1, cancel=cancel, progress=progress)
    assert made.why == "cancelled"
    assert 100 <= len(made) < 10**6
    assert seen == list(range(1, len(made) + 1))
    assert repr(made).startswith(f"<Made: {len(made):,} puzzles of seed 1, cancelled")


def test_a_puzzle_that_is_not_found_does_not_cost_those_before_it() -> None:
    """With one try each, a run of puzzles with 24 clues ends at the first full grid that has none."""
    made = nf.generate(clues=24, minimal=True, count=16, seed=7, tries=1)
    assert 0 < len(made) < 16
    assert made.puzzles == nf.generate(clues=24, minimal=True, count=len(made), seed=7, tries=1).puzzles


def test_nothing_made_is_told() -> None:
    cancel = Event()
    cancel.set()
    with pytest.raises(nf.Stopped, match="cancelled"):
        nf.generate(cancel=cancel)
