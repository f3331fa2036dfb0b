"""Every method on every puzzle of which something is known: seeds, counts, the hostile ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import pytest
from known import Hostile, PaperPuzzle, counts, hostile, paper_puzzle, paper_puzzles

import ninefold as nf
from ninefold.solving.registry import find

METHODS = [info for info in nf.methods() if info.available]
BRIEF = 2.0
# They claim nothing but grids, which are all verified: with more time there would be no more to contradict.
HEURISTICS = frozenset(
    ("divide-and-concur", "network", "sinkhorn", "hopfield", "anneal", "hill-climb", "genetic", "harmony")
)

Entry = TypeVar("Entry", PaperPuzzle, Hostile)


def served(entries: Iterable[Entry]) -> list[tuple[Entry, str]]:
    """Each puzzle with each method that supports its layout."""
    return [
        (entry, info.name) for entry in entries for info in METHODS if not info.unsupported_reason(entry.puzzle.layout)
    ]


def is_consistent(result: nf.Result, solutions: int) -> bool:
    """Whether a result, perhaps cut short, agrees with the known number of solutions."""
    allowed = {0: {"impossible", "unknown"}, 1: {"unique", "solved", "unknown"}}
    return str(result.status) in allowed.get(solutions, {"multiple", "solved", "unknown"})


def patience(by: str, entry: PaperPuzzle | Hostile, seconds: float) -> float:
    """A fraction of the seconds for a method that would not finish anyway, or that proves nothing."""
    if find(by).slow_reason(entry.puzzle.layout):
        return seconds / 20
    return seconds / 10 if by in HEURISTICS else seconds


# Number 40 of two further lists of puzzles with 17 clues would only repeat what the first one shows.
ONE_OF_A_KIND = [entry for entry in paper_puzzles() if not entry.name.startswith("number 40 of sudoku17,")]


@pytest.mark.parametrize(("entry", "by"), served(ONE_OF_A_KIND), ids=str)
def test_no_method_contradicts_a_known_puzzle(entry: PaperPuzzle, by: str) -> None:
    limit = nf.Limit(seconds=patience(by, entry, BRIEF))
    result = nf.solve(entry.puzzle, by=by, limit=limit)
    assert is_consistent(result, entry.solutions)
    assert entry.solutions != 1 or result.solution in (None, entry.solution)


@pytest.mark.parametrize("entry", paper_puzzles(), ids=str)
def test_the_default_method_decides_every_paper_puzzle(entry: PaperPuzzle) -> None:
    result = nf.solve(entry.puzzle, limit=None)
    assert result.ended
    assert len(result.solutions) == entry.solutions
    assert entry.solution in (None, result.solution)


@pytest.mark.parametrize("entry", [entry for entry in paper_puzzles() if entry.printed], ids=str)
def test_what_the_papers_print_as_solutions_is_right_but_for_the_fractional_one(entry: PaperPuzzle) -> None:
    report = nf.check(nf.Grid(entry.printed), puzzle=entry.puzzle)
    wrong = {"hardest", "25x25, as printed"}
    assert (report.verdict is nf.Verdict.COMPLETE) == (entry.name not in wrong)


def test_figure_and_code_of_the_first_paper_differ_in_four_clues() -> None:
    figure, code = paper_puzzle("intermediate, figure"), paper_puzzle("intermediate, code")
    more = set(figure.puzzle.filled_cells) - set(code.puzzle.filled_cells)
    assert figure.puzzle.layout.names(sorted(more)) == "r3c2, r6c8, r7c8, r8c4"
    assert set(code.puzzle.filled_cells) < set(figure.puzzle.filled_cells)
    assert figure.solution == code.solution


def test_the_shidoku_example_has_two_solutions_and_the_paper_prints_one() -> None:
    entry = paper_puzzle("Shidoku")
    lines = {solution.line for solution in nf.solve(entry.puzzle, limit=None).solutions}
    assert lines == {"2431312413424213", "3241142323144132"}
    assert entry.printed in lines


def test_the_printed_25x25_names_its_clashing_cells_and_is_proper_without_them() -> None:
    entry = paper_puzzle("25x25, as printed")
    layout = entry.puzzle.layout
    report = nf.check(entry.puzzle)
    assert {"r12c18", "r13c19"} <= {layout.name(cell) for cell in report.clashing_cells}
    contradicting = nf.check(nf.Grid(entry.printed), puzzle=entry.puzzle).changed
    assert layout.names(contradicting) == "r12c18, r13c19"
    repaired = entry.puzzle.with_digits(dict.fromkeys(contradicting, 0))
    assert repaired == paper_puzzle("25x25, without the two clues").puzzle
    assert len(repaired.filled_cells) == 285
    assert nf.solve(repaired).status is nf.Status.UNIQUE


@pytest.mark.parametrize(("entry", "by"), served(hostile()), ids=str)
def test_a_hostile_puzzle_gets_its_status_or_is_given_up_in_time(entry: Hostile, by: str) -> None:
    result = nf.solve(entry.puzzle, by=by, limit=nf.Limit(seconds=patience(by, entry, BRIEF / 4)))
    assert is_consistent(result, {"impossible": 0, "unique": 1}.get(entry.status, 2))


@pytest.mark.parametrize("entry", hostile(), ids=str)
def test_the_default_method_decides_every_hostile_puzzle(entry: Hostile) -> None:
    assert str(nf.solve(entry.puzzle, limit=nf.Limit(seconds=60)).status) == entry.status


@pytest.mark.parametrize("info", [info for info in METHODS if info.complete], ids=lambda info: info.name)
def test_the_counts_file_holds(info: nf.MethodInfo) -> None:
    by = info.name
    for puzzle, count, solution in counts():
        if info.unsupported_reason(puzzle.layout):
            continue
        slow = by == "backtrack" and (count > 2000 or puzzle.size > 6)
        slow |= bool(info.process_group) and count > 200  # each solution travels, and to some it is a separate program
        slow |= by == "mip-integer" and (count > 20 or puzzle.size > 6)  # a program of many whole numbers
        result = nf.solve(puzzle, by=by, limit=nf.Limit(None, seconds=BRIEF if slow else 120))
        assert result.ended or slow, puzzle
        assert len(result.solutions) == count if result.ended else len(result.solutions) <= count
        assert solution in (None, result.solution) or not result.solutions
