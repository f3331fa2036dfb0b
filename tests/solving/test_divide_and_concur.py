"""Divide and concur: the steps as the rules say, and the layouts and puzzles it solves."""

from __future__ import annotations

import numpy as np
import pytest
from known import paper_puzzles

import ninefold as nf
from ninefold.solving.methods.divide_and_concur import DivideAndConcur
from ninefold.solving.relaxing.boards import DenseBoard, candidates
from ninefold.solving.relaxing.relaxation import StartColumns
from ninefold.testing.puzzles import VARIANTS

ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
SEVENTEEN = "...8.1..........435............7.8........1...2..3....6......75..34........2..6.."


def start_on(puzzle: nf.Grid) -> StartColumns:
    board = DenseBoard.of(puzzle.layout)
    clues = board.digits_of([puzzle])
    return StartColumns(
        board, clues, candidates(board, clues), np.zeros(1, np.int64), np.random.default_rng(0), np.float64
    )


def test_every_9x9_puzzle_of_the_papers_is_solved_without_singles() -> None:
    for entry in paper_puzzles():
        if entry.puzzle.layout == nf.Layout(9) and entry.solutions == 1:
            result = nf.solve(entry.puzzle, by="divide-and-concur")
            assert result.solution == entry.solution, entry.name


def test_famous_hard_puzzles_are_solved() -> None:
    for line in (ESCARGOT, SEVENTEEN):
        result = nf.solve(line, by="divide-and-concur")
        assert result.status is nf.Status.SOLVED
        assert result.solution == nf.solve(line).solution


@pytest.mark.parametrize(("word", "puzzle", "solution"), VARIANTS)
def test_further_units_have_separate_copies(word: str, puzzle: str, solution: str) -> None:
    result = nf.solve(nf.Grid(puzzle, layout=nf.Layout.parse(word)), by="divide-and-concur", limit=nf.Limit(seconds=20))
    assert result.solution is not None
    assert result.solution.line == solution


def test_a_larger_board_is_solved() -> None:
    full = nf.Grid.from_digits(
        bytes((4 * (r % 4) + r // 4 + c) % 16 + 1 for r in range(16) for c in range(16)), nf.Layout(16)
    )
    puzzle = full.with_digits({cell: 0 for cell in range(256) if (cell * 7) % 3 == 0})
    assert nf.solve(puzzle, by="divide-and-concur", limit=nf.Limit(seconds=30)).status is nf.Status.SOLVED


def test_a_step_is_the_one_of_rule_4() -> None:
    start = start_on(nf.Grid("..4. 1... ...3 .1..".replace(" ", "")))
    state = DivideAndConcur(beta=0.5).begin(start)
    families = start.board.families
    copies = [state.cells, *(family.spread(x) for family, x in zip(families, state.units, strict=True))]
    x = np.array(copies)[..., 0]  # 4 copies × 4 digits × 16 cells
    a = np.zeros_like(x)
    for cell in range(16):
        a[0, x[0, :, cell].argmax(), cell] = 1
    for copy, units in enumerate((start.board.layout.rows, start.board.layout.columns, start.board.layout.boxes), 1):
        for unit in units:
            for digit in range(4):
                a[copy, digit, max(unit.cells, key=lambda cell: x[copy, digit, cell])] = 1
    mean = (2 * a - x).mean(axis=0)
    left = start.open[..., 0]
    mean[~left] = 0
    mean[left & (left.sum(axis=0) == 1)] = 1
    wanted = np.where(left, x + 0.5 * (mean - a), x)
    state.step()
    moved = [state.cells, *(family.spread(x) for family, x in zip(families, state.units, strict=True))]
    assert np.allclose(np.array(moved)[..., 0], wanted)


def test_in_a_short_unit_a_digit_may_be_missing() -> None:
    start = start_on(nf.Grid.empty(nf.Layout(4, extra=["r1c1 r2c3"])))
    state = DivideAndConcur().begin(start)
    state.units[-1][:] = 0.2
    state.units[-1][0, 0, 1] = 0.8  # digit 1 in r2c3
    state.cells[:] = 0
    votes_before = [x.copy() for x in state.units[:-1]]
    state.step()
    without = state.votes.copy()
    for family, x in zip(start.board.families, votes_before, strict=False):
        without -= family.spread((x == x.max(axis=2, keepdims=True)).astype(float))
    without -= 1  # the copy of the cells: all are equal, and all get 1
    assert np.argwhere(without).tolist() == [[0, 6, 0]]


def test_a_solution_stays_a_solution() -> None:
    solution = nf.solve(SEVENTEEN).solution
    assert solution is not None
    start = start_on(nf.Grid(SEVENTEEN))
    state = DivideAndConcur().begin(start)
    right = start.board.one_hot(start.board.digits_of([solution])).astype(float)
    state.cells = right.copy()
    state.units = [family.gather(right).copy() for family in start.board.families]
    for _ in range(5):
        state.step()
        assert (state.digits()[:, 0] == list(solution.digits)).all()
    assert np.allclose(state.cells, right)


def test_agreement_is_traced_and_ends_at_1() -> None:
    result = nf.solve(ESCARGOT, by=DivideAndConcur(width=1))
    assert 0.9 < result.stats["agreement"] <= 1
