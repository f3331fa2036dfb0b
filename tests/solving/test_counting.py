"""Counting, enumerating, minimality and random grids: exact, judged, and stopped on request."""

from __future__ import annotations

import pickle
import random
import threading
from collections.abc import Iterator
from itertools import islice

import pytest
from known import counts

import ninefold as nf
from ninefold.solving import counting
from ninefold.solving import counting as minimal
from ninefold.solving.solvers import native as engine

PROPER = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLUTION = nf.Grid("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
SEVENTEEN = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
LAYOUTS = ["4", "4+diagonals", "1x4", "jigsaw:AAABCADBCDDBCCDB"]


# --- count -------------------------------------------------------------------------------------


def test_the_counts_file_holds() -> None:
    for puzzle, number, _ in counts():
        found = nf.count(puzzle)
        assert (found, found.ended, found.why) == (number, True, ""), puzzle


@pytest.mark.parametrize("word", LAYOUTS)
def test_a_count_is_the_number_of_solutions_on_any_layout(word: str) -> None:
    empty = nf.Grid.empty(nf.Layout.parse(word))
    assert nf.count(empty) == len(nf.solve(empty, limit=None, by="backtrack").solutions)


@pytest.mark.parametrize("puzzle", ["11" + "." * 79, "11" + "." * 14])
def test_clashing_clues_leave_none(puzzle: str) -> None:
    assert repr(nf.count(puzzle)) == "Count(0)"


@pytest.mark.parametrize("puzzle", ["." * 81, "." * 16], ids=len)
@pytest.mark.parametrize("limit", [1, 2, 100, 287])
def test_a_limit_stops_the_count_and_says_so(puzzle: str, limit: int) -> None:
    found = nf.count(puzzle, limit=limit)
    assert (found, found.ended) == (limit, False)
    assert found.why == f"the limit of {limit} solution{'s' * (limit > 1)} was reached"


@pytest.mark.parametrize("limit", [288, 289, 2**63, 2**64, 10**40])
def test_a_huge_limit_counts_all(limit: int) -> None:
    assert nf.count("." * 16, limit=limit) == 288
    assert nf.count(PROPER, limit=limit) == 1


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_do_not_change_a_count(threads: int) -> None:
    puzzle = next(puzzle for puzzle, number, _ in counts() if number == 1610)
    assert nf.count(puzzle, threads=threads) == 1610
    assert nf.count(puzzle, threads=threads, limit=1000) == 1000


@pytest.mark.parametrize("puzzle", [nf.Grid.empty(9), nf.Grid.empty(6), nf.Grid.empty(16)], ids=len)
def test_time_and_cancel_stop_the_count(puzzle: nf.Grid) -> None:
    late = nf.count(puzzle, limit=nf.Limit(None, seconds=0.05))
    assert (late.why, late.ended) == ("the limit of 0.05 seconds was reached", False) or puzzle.size == 6
    flag = threading.Event()
    threading.Timer(0.05, flag.set).start()
    assert nf.count(puzzle.with_digits({0: 1}), cancel=flag).why == "cancelled"
    assert repr(nf.count(puzzle, cancel=flag)) == "Count(0, why='cancelled')"


def test_a_count_is_a_number_that_prints_as_such() -> None:
    found = nf.count(PROPER)
    assert (found + 1, str(found), f"{found}", repr(found), [7, 8][found]) == (2, "1", "1", "Count(1)", 8)
    assert isinstance(found, int)
    again = pickle.loads(pickle.dumps(nf.Count(5, "cancelled")))
    assert (again, again.why) == (5, "cancelled")
    assert eval(repr(again), {"Count": nf.Count}).why == "cancelled"


def test_counts_beyond_64_bits_are_marked_as_saturated() -> None:
    monitor = engine.NativeMonitor(nf.Run(nf.Layout(9)))
    found = counting._counted((2**64 - 1, True, True), monitor)
    assert (found.saturated, found.ended, found.why) == (True, False, "there are more than a 64-bit counter holds")
    assert not nf.count(PROPER).saturated


def test_without_native_code_solutions_are_counted_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nf.MethodInfo, "missing", property(lambda self: self.needs))
    assert nf.count("." * 16) == 288
    assert nf.count("." * 16, limit=10).why == "the limit of 10 solutions was reached"
    assert nf.count("." * 81, limit=nf.Limit(None, seconds=0.05)).why == "the limit of 0.05 seconds was reached"
    with pytest.raises(nf.MethodError, match=r"'lanes' is not available: needs ninefold\._native"):
        engine.native.__wrapped__()


@pytest.mark.parametrize(
    "arguments", [{"limit": 0}, {"limit": True}, {"threads": 0}, {"limit": nf.Limit(nodes=5)}, {"cancel": 3}], ids=str
)
def test_invalid_arguments_are_refused(arguments: dict[str, object]) -> None:
    with pytest.raises(nf.NinefoldError):
        nf.count(PROPER, **arguments)


# --- solutions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["auto", "search", "propagate", "backtrack"])
def test_solutions_come_in_the_order_in_which_solve_finds_them(by: str) -> None:
    puzzle = next(puzzle for puzzle, number, _ in counts() if number == 309)
    assert tuple(nf.solutions(puzzle, by=by)) == nf.solve(puzzle, by=by, limit=None).solutions


def test_solutions_are_found_lazily() -> None:
    found = list(islice(nf.solutions(nf.Grid.empty(9)), 5))
    assert len(set(found)) == 5
    assert all(nf.check(grid).verdict is nf.Verdict.COMPLETE for grid in found)


def test_clashing_clues_have_no_solutions() -> None:
    assert list(nf.solutions("11" + "." * 14)) == []


def test_solutions_raises_stopped_at_a_limit() -> None:
    with pytest.raises(nf.Stopped, match="the limit of 20 nodes was reached"):
        list(nf.solutions(nf.Grid.empty(9), by="backtrack", limit=nf.Limit(nodes=20)))
    with pytest.raises(nf.Stopped, match="seconds was reached"):
        list(nf.solutions(nf.Grid.empty(9), limit=nf.Limit(seconds=0.05)))
    flag = threading.Event()
    endless = nf.solutions(nf.Grid.empty(9), cancel=flag)
    next(endless)
    flag.set()
    with pytest.raises(nf.Stopped, match="cancelled"):
        list(endless)


def test_arguments_are_checked_immediately() -> None:
    for arguments in ({"by": "quantum"}, {"limit": 3}, {"limit": "2"}, {"isolate": 5}, {"cancel": 1}):
        with pytest.raises(nf.NinefoldError):
            nf.solutions(PROPER, **arguments)
    with pytest.raises(nf.ParseError):
        nf.solutions("bad")


def test_a_method_is_closed_when_the_generator_is() -> None:
    closed = []

    def endless(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
        try:
            yield from nf.solve(puzzle, limit=None).solutions
        finally:
            closed.append(True)

    found = nf.solutions(nf.Grid.empty(4), by=endless)
    next(found)
    found.close()
    assert closed == [True]


def test_wrong_and_repeated_grids_are_faults_here_too() -> None:
    def liar(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
        yield puzzle

    def stutterer(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
        yield SOLUTION
        yield SOLUTION

    for by in (liar, stutterer):
        with pytest.raises(nf.MethodFault):
            list(nf.solutions(PROPER, by=by))


def test_a_method_that_catches_stopped_did_not_end() -> None:
    def swallower(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
        yield SOLUTION
        try:
            run.tick(100)
        except nf.Stopped:
            return

    with pytest.raises(nf.Stopped, match="the limit of 5 nodes"):
        list(nf.solutions(PROPER, by=swallower, limit=nf.Limit(nodes=5)))


# --- minimality --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "puzzle",
    [PROPER, nf.Grid("..4. 1... ...3 .1.4"), nf.Grid("2341143242133124"), nf.Grid(SEVENTEEN)],
    ids=lambda grid: grid.line[:9],
)
def test_a_clue_is_redundant_if_the_puzzle_is_proper_without_it(puzzle: nf.Grid) -> None:
    expected = [
        cell
        for cell in puzzle.filled_cells
        if nf.solve(puzzle.with_digits({cell: 0}), by="propagate").status is nf.Status.UNIQUE
    ]
    assert list(nf.redundant_clues(puzzle)) == expected
    assert nf.is_minimal(puzzle) == (not expected)


def test_taking_redundant_clues_away_one_by_one_ends_at_a_minimal_puzzle() -> None:
    puzzle = SOLUTION
    rng = random.Random(5)
    while spare := nf.redundant_clues(puzzle):
        puzzle = puzzle.with_digits({rng.choice(spare): 0})
    assert nf.is_minimal(puzzle)
    assert nf.solve(puzzle).solutions == (SOLUTION,)
    assert 17 <= len(puzzle.filled_cells) < 40


def test_both_implementations_agree() -> None:
    without = [PROPER.with_digits({cell: 0}) for cell in PROPER.filled_cells]
    assert minimal._proper_rows(without) == minimal._proper_grids(without)


@pytest.mark.parametrize("puzzle", ["." * 81, "11" + "." * 79, "...1..2..3..4..."], ids=len)
def test_improper_puzzles_are_refused(puzzle: str) -> None:
    for arguments in (nf.redundant_clues, nf.is_minimal):
        with pytest.raises(nf.GridError, match="expected a proper puzzle"):
            arguments(puzzle)


# --- random grids ------------------------------------------------------------------------------


def test_a_seed_gives_the_same_grid_until_the_version_of_recipes_changes() -> None:
    assert nf.random_grid(7, 4).line == "4321123421433412"
    assert nf.random_grid(2026).line == (
        "139562784275384196468197253954726831683951427712843965897435612546218379321679548"
    )
    assert nf.random_grid(0, nf.Layout(4)) == nf.random_grid(0, 4)


@pytest.mark.parametrize("word", ["4", "6", "9", "9+diagonals", "12", *LAYOUTS])
def test_a_random_grid_is_full_and_correct(word: str) -> None:
    layout = nf.Layout.parse(word)
    grid = nf.random_grid(3, layout)
    assert nf.check(grid).verdict is nf.Verdict.COMPLETE
    assert grid.layout == layout


def test_a_random_grid_does_not_depend_on_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    from ninefold.make import full_grids

    layout = nf.Layout(4, diagonals=True)
    grids = [nf.random_grid(seed, layout) for seed in range(20)]

    def other(grid: nf.Grid, _pause: object) -> nf.Grid | None:
        return (nf.solve(grid, limit=None, by="backtrack").solutions or (None,))[-1]

    monkeypatch.setattr(full_grids, "complete", other)
    assert [nf.random_grid(seed, layout) for seed in range(20)] == grids


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, None, "7", True])
def test_invalid_seeds_are_refused(seed: object) -> None:
    with pytest.raises(nf.NinefoldError, match="a seed is a whole number from 0"):
        nf.random_grid(seed)


def test_a_board_without_a_full_grid_is_refused() -> None:
    with pytest.raises(nf.NinefoldError, match=r"no full grid exists on board"):
        nf.random_grid(1, nf.Layout(2, box=(1, 2), diagonals=True))
