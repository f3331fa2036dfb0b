"""Generated puzzles go into a library as they are: proved once, with level, solution and seed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import ninefold as nf
from ninefold.cli.generate import add_until_stopped
from ninefold.core.puzzle import Rating
from ninefold.library import rows
from ninefold.make.generate import make


@pytest.fixture
def library() -> Iterator[nf.Library]:
    with nf.Library(":memory:") as library:
        yield library


@pytest.fixture
def no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **options: object) -> None:
        pytest.fail(f"solved again: {args} {options}")

    monkeypatch.setattr(rows, "solve", refuse)
    monkeypatch.setattr("ninefold.solving.many.solve_many", refuse)


@pytest.mark.parametrize("board", ["9", "4", "9+diagonals"])
def test_a_proved_puzzle_is_not_solved_again(library: nf.Library, board: str, request: pytest.FixtureRequest) -> None:
    puzzles = nf.generate(nf.Recipe(board, level="easy", distinct=True), count=3, seed=1)
    request.getfixturevalue("no_solver")
    assert library.add(puzzles).new == 3
    for puzzle, entry in zip(puzzles, library.search(), strict=True):
        assert entry.status is nf.Status.UNIQUE
        assert entry.puzzle == puzzle.replace(proper=None)
        assert (entry.puzzle.level, entry.puzzle.seed, entry.puzzle.solution) == ("easy", 1, puzzle.solution)
    assert library.count(nf.Query(level="easy")) == 3


def test_a_puzzle_of_a_file_is_solved(library: nf.Library) -> None:
    [puzzle] = nf.generate(count=1, seed=1)
    other = nf.generate(seed=2)
    wrong = nf.Puzzle(puzzle.clues, rating=Rating("7.1"))
    library.add([wrong, other])
    assert [entry.status for entry in library.search()] == [nf.Status.UNIQUE] * 2
    first = library.get(1).puzzle
    assert (first.solution, first.rating, first.proper) == (puzzle.solution, Rating("7.1"), None)


def test_what_was_generated_before_a_stop_is_added(library: nf.Library) -> None:
    maker = make(nf.Recipe(clues=24, minimal=True), 48, tries=1, levels=True)
    added, stop = add_until_stopped(library, maker.puzzles(16), lambda: None)
    assert isinstance(stop, nf.Stopped)
    assert 0 < added.new == len(added.numbers) < 16
    for entry in library.search():
        assert (entry.puzzle.source, entry.puzzle.seed) == ("Ninefold", 48)
        assert entry.puzzle.level == rows_level(entry.puzzle)


def rows_level(puzzle: nf.Puzzle) -> str:
    from ninefold.rating.levels import level_of

    return level_of(puzzle.clues)


def test_an_interrupt_keeps_what_was_generated(library: nf.Library) -> None:
    def interrupted() -> Iterator[nf.Puzzle]:
        yield from nf.generate(4, count=2, seed=1)
        raise KeyboardInterrupt

    steps: list[None] = []
    added, stop = add_until_stopped(library, interrupted(), lambda: steps.append(None))
    assert isinstance(stop, KeyboardInterrupt)
    assert len(added.numbers) == len(steps) == 2
