"""Sinkhorn balancing: what it decides alone, and what it needs sharpening for."""

from __future__ import annotations

import pytest
from known import paper_puzzles

import ninefold as nf
from ninefold.solving.methods.sinkhorn import Sinkhorn
from ninefold.solving.trace import Event, Note

PAPER = Sinkhorn(power=1.0, starts=1, steps=400)
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
# Four cells can hold 6 and 7 either way round.
TWO = "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179"


def test_balancing_alone_solves_an_easy_puzzle() -> None:
    result = nf.solve(EASY, by=PAPER)
    assert result.status is nf.Status.SOLVED
    assert result.solution == nf.solve(EASY).solution


def test_sharpening_solves_puzzles_that_balancing_leaves_undecided() -> None:
    nine = [entry for entry in paper_puzzles() if entry.puzzle.layout == nf.Layout(9) and entry.solutions == 1]
    plain = {entry.name for entry in nine if nf.solve(entry.puzzle, by=PAPER).solution == entry.solution}
    sharp = {entry.name for entry in nine if nf.solve(entry.puzzle, by="sinkhorn").solution == entry.solution}
    assert plain < sharp
    assert "hardest" not in sharp


def test_two_solutions_balance_at_one_half_and_noise_decides() -> None:
    events: list[Event] = []
    assert nf.solve(TWO, by=PAPER, trace=events).status is nf.Status.UNKNOWN
    entropy = [event.value for event in events if isinstance(event, Note) and event.name == "entropy"][-1]
    assert entropy == pytest.approx(4 / 81, abs=1e-6)  # four cells with one bit each
    assert nf.solve(TWO, by="sinkhorn").status is nf.Status.SOLVED


def test_entropy_and_imbalance_fall() -> None:
    events: list[Event] = []
    nf.solve(EASY, by=Sinkhorn(singles=False, starts=1), trace=events)
    for name in ("entropy", "imbalance"):
        values = [event.value for event in events if isinstance(event, Note) and event.name == name]
        assert values[-1] < values[0]


def test_variants_balance_too() -> None:
    puzzle = nf.Grid("1.....5........3......2.3", layout=nf.Layout.parse("jigsaw:AAABBAACBBDCCCBDDCEEDDEEE"))
    result = nf.solve(puzzle, by="sinkhorn")
    assert result.solution is not None
    assert result.solution.line == "1435225134435213241551243"


def test_a_power_below_1_is_refused() -> None:
    with pytest.raises(nf.MethodError, match="option power"):
        Sinkhorn(power=0.9)
