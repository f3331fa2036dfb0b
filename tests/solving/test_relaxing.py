"""What the relaxing methods share: units as arrays, the lecture's checks, singles, and options that mean something."""

from __future__ import annotations

import numpy as np
import pytest
from known import paper_puzzle, paper_puzzles

import ninefold as nf
from ninefold.solving.methods.divide_and_concur import DivideAndConcur
from ninefold.solving.methods.hopfield import Hopfield
from ninefold.solving.methods.network import Network
from ninefold.solving.methods.sinkhorn import Sinkhorn, balance
from ninefold.solving.relaxing.boards import Board, candidates, place_singles
from ninefold.solving.relaxing.relaxation import Relaxation

EVERY = (DivideAndConcur, Network, Sinkhorn, Hopfield)
LAYOUTS = (
    "4",
    "2x3",
    "9",
    "16",
    "16+diagonals",
    "9+diagonals+windows",
    "9+extra:r1c1,r2c2,r5c9",
    "jigsaw:AAABBAACBBDCCCBDDCEEDDEEE",
)
HARD = nf.Grid("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
EASY = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


def board_of(word: str) -> Board:
    return Board.of(nf.Layout.parse(word))


@pytest.mark.parametrize("word", LAYOUTS)
def test_every_unit_is_in_one_family_and_a_familys_units_have_no_cell_in_common(word: str) -> None:
    board = board_of(word)
    units = [tuple(cells) for family in board.families for cells in family.cells.tolist()]
    assert sorted(units) == sorted(unit.cells for unit in board.layout.units)
    for family in board.families:
        assert len(set(family.flat.tolist())) == family.cells.size


def test_the_diagonals_cross_and_so_need_two_families_but_the_windows_one() -> None:
    assert len(board_of("9+diagonals").families) == 5
    assert len(board_of("9+windows").families) == 4
    assert len(board_of("4+diagonals").families) == 4


@pytest.mark.parametrize("word", LAYOUTS)
def test_what_is_gathered_by_unit_is_spread_back(word: str) -> None:
    board = board_of(word)
    x = np.random.default_rng(1).random((board.size, board.cells, 3))
    for family in board.families:
        inside = family.unit_of < len(family.cells)
        assert (family.spread(family.gather(x)) == x * inside[:, None]).all()


@pytest.mark.parametrize("word", LAYOUTS)
def test_others_adds_up_the_other_cells_of_each_unit(word: str) -> None:
    board = board_of(word)
    x = np.random.default_rng(2).random((board.size, board.cells, 2))
    found = board.others(x)
    for cell, units in enumerate(board.layout.units_of):
        wanted = sum(x[:, [other for other in board.layout.units[u].cells if other != cell]].sum(axis=1) for u in units)
        assert np.allclose(found[:, cell], wanted)


@pytest.mark.parametrize("word", ["9+diagonals", "16+diagonals"])
def test_sums_by_unit_and_back_are_what_the_members_say_on_small_and_large_boards(word: str) -> None:
    board = board_of(word)
    x = np.random.default_rng(4).random((board.size, board.cells, 2))
    by_unit = np.stack([x[:, list(unit.cells)].sum(axis=1) for unit in board.layout.units], axis=1)
    assert np.allclose(board.sums(x), by_unit)
    for cell in (0, 7, board.cells - 1):
        assert np.allclose(board.at_cells(by_unit)[:, cell], by_unit[:, list(board.layout.units_of[cell])].sum(axis=1))


def test_the_three_checks_find_the_same_on_a_large_board() -> None:
    full = nf.random_grid(1, layout=nf.Layout(16))
    board = board_of("16")
    right = board.digits_of([full])
    assert not board.errors(right, right).any()
    swapped = right.copy()
    swapped[[0, 1]] = swapped[[1, 0]]
    assert board.errors(swapped, right).ravel().tolist() == [2, 2, 0]


@pytest.mark.parametrize("kind", EVERY)
def test_a_grid_filled_by_singles_needs_no_steps(kind: type[Relaxation]) -> None:
    full = nf.solve(EASY).solution
    assert full
    for puzzle, method in ((full, kind()), (EASY, kind(singles=True))):
        result = nf.solve(puzzle, by=method)
        assert (result.status, result.solution) == (nf.Status.SOLVED, full)
        assert result.stats["nodes"] == result.stats["steps"] == 0


def test_the_three_checks_are_those_of_the_lecture() -> None:
    entry = paper_puzzle("lecture")
    board = board_of("9")
    right, clues = board.digits_of([entry.solution]), board.digits_of([entry.puzzle])
    assert board.errors(right, clues).ravel().tolist() == [0, 0, 0]
    swapped = right.copy()
    swapped[[0, 1]] = swapped[[1, 0]]  # r1c1 and r1c2: row and box stay right, two columns do not
    assert board.errors(swapped, clues).ravel().tolist() == [2, 0, 0]
    changed = right.copy()
    changed[2] = changed[0]  # r1c3 is a clue
    assert board.errors(changed, clues).ravel().tolist() == [2, 1, 1]


def test_singles_do_what_they_can_and_nothing_wrong() -> None:
    nine = [entry for entry in paper_puzzles() if entry.puzzle.layout == nf.Layout(9) and entry.solution]
    board = board_of("9")
    placed = place_singles(board, board.digits_of(entry.puzzle for entry in nine))
    solutions = board.digits_of(entry.solution for entry in nine)
    assert ((placed == 0) | (placed == solutions)).all()
    names = {entry.name for entry, full in zip(nine, (placed > 0).all(axis=0), strict=True) if full}
    assert "S4" in names
    assert "hardest" not in names


def test_a_digit_with_one_cell_left_in_a_unit_is_a_single_too() -> None:
    clues = {9 + 3: 1, 18 + 6: 1, 27 + 1: 1, 54 + 2: 1}  # 1 in rows 2 and 3 and in columns 2 and 3
    board = board_of("9")
    placed = place_singles(board, board.digits_of([nf.Grid.empty(9).with_digits(clues)]))[:, 0]
    assert placed[0] == 1  # r1c1 is the last place for it in its box
    assert (placed > 0).sum() == 5


def test_singles_of_an_impossible_puzzle_end() -> None:
    puzzle = nf.Grid("12....3........4")
    board = board_of("4")
    place_singles(board, board.digits_of([puzzle]))
    for kind in EVERY:
        result = nf.solve(puzzle, by=kind(singles=True, starts=1), limit=nf.Limit(seconds=20))
        assert result.status is nf.Status.UNKNOWN


def test_a_cell_without_a_candidate_is_named() -> None:
    puzzle = nf.Grid("12.. ..3. .... ...4".replace(" ", ""))  # r1c4 sees 1, 2, 3 and 4... and so no digit
    board = board_of("4")
    bare = ~candidates(board, board.digits_of([puzzle])).any(axis=0)
    assert bare.any()
    for kind in EVERY:
        result = nf.solve(puzzle, by=kind())
        assert result.status is nf.Status.UNKNOWN
        assert "no candidate left" in result.why
        assert result.stats["nodes"] == 0


@pytest.mark.parametrize("word", ["9", "jigsaw:AAABBAACBBDCCCBDDCEEDDEEE"])
def test_balancing_brings_every_sum_to_1(word: str) -> None:
    board = board_of(word)
    x = balance(board, np.random.default_rng(3).random((board.size, board.cells, 2)) + 0.1, sweeps=300)
    assert np.allclose(x.sum(axis=0), 1)
    assert np.allclose(board.member @ x, 1, atol=1e-5)


def test_balancing_lets_a_digit_be_missing_in_a_short_unit() -> None:
    board = board_of("9+extra:r1c1,r2c4,r5c9")
    x = balance(board, np.full((9, 81, 1), 1 / 9), sweeps=5)
    assert np.allclose(x, 1 / 9)  # a third of each digit stands there, and nothing scales it up


@pytest.mark.parametrize("kind", EVERY)
def test_a_solution_is_never_claimed_unique(kind: type[Relaxation]) -> None:
    result = nf.solve(EASY, by=kind(singles=True))
    assert result.status is nf.Status.SOLVED
    assert "not ruled out" in result.why
    assert result.solution == nf.solve(EASY).solution


@pytest.mark.parametrize("kind", EVERY)
def test_one_start_of_a_few_steps_on_a_hard_puzzle_is_unknown_and_says_how_much_was_tried(
    kind: type[Relaxation],
) -> None:
    few = {"last": 0.11} if kind is Network else {"steps": 20}
    result = nf.solve(HARD, by=kind(starts=2, **few))
    assert result.status is nf.Status.UNKNOWN
    assert result.why.startswith("no solution was found in 2 starts of ")
    assert result.stats["row_column_errors"] + result.stats["data_errors"] + result.stats["box_errors"] > 0


@pytest.mark.parametrize("kind", EVERY)
def test_the_same_seed_is_the_same_run(kind: type[Relaxation]) -> None:
    def trace_of(seed: int) -> list[str]:
        events: list[object] = []
        nf.solve(HARD, by=kind(seed=seed, starts=3), limit=nf.Limit(nodes=60), trace=events)
        return [str(event) for event in events]

    assert trace_of(1) == trace_of(1)


def test_another_seed_is_another_run() -> None:
    steps = {nf.solve(HARD, by=DivideAndConcur(seed=seed)).stats["nodes"] for seed in range(4)}
    assert len(steps) > 1


@pytest.mark.parametrize("kind", EVERY)
@pytest.mark.parametrize(
    "options", [{"starts": 0}, {"width": -1}, {"seed": -1}, {"starts": 2.5}, {"singles": 1}, {"starts": True}]
)
def test_invalid_options_are_refused(kind: type[Relaxation], options: dict[str, object]) -> None:
    with pytest.raises(nf.MethodError, match=f"option {next(iter(options))}"):
        kind(**options)  # type: ignore[arg-type]


def test_singles_are_traced_first() -> None:
    events: list[object] = []
    result = nf.solve(EASY, by=Sinkhorn(singles=True), trace=events)
    placed = [str(event) for event in events if str(event).startswith("place")]
    assert len(placed) == len(EASY.empty_cells)
    assert all("(single)" in line for line in placed)
    assert result.status is nf.Status.SOLVED
