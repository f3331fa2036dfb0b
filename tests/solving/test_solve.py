"""Solving with one method: valid and invalid arguments, and the laws every result obeys."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from known import counts
from misbehaving import Leaver, Swallower, Yielding

import ninefold as nf
from ninefold.processes.pool import shared
from ninefold.solving.isolate import Isolated
from ninefold.solving.methods.propagate import Propagate
from ninefold.solving.solve import resolve_isolated

PUZZLE = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLUTION = nf.Grid("534678912672195348198342567859761423426853791713924856961537284287419635345286179")


@pytest.mark.parametrize("source", [PUZZLE, PUZZLE.line, str(PUZZLE), [list(row) for row in PUZZLE.rows]])
def test_anything_a_grid_is_made_from_can_be_solved(source: object) -> None:
    assert nf.solve(source).solution == SOLUTION


@pytest.mark.parametrize("limits", [{"limit": 0}, {"limit": -1}, {"limit": 1.5}, {"limit": True}, {"limit": "2"}])
def test_an_invalid_limit_is_refused(limits: dict[str, object]) -> None:
    with pytest.raises(nf.NinefoldError, match="limit must be a Limit, a whole number from 1"):
        nf.solve(PUZZLE, **limits)


@pytest.mark.parametrize("limit", [1, 2, None])
def test_a_number_as_limit_is_short_for_a_limit_on_solutions(limit: int | None) -> None:
    first, second = nf.solve(PUZZLE, limit=limit), nf.solve(PUZZLE, limit=nf.Limit(solutions=limit))
    assert (first.status, first.why) == (second.status, second.why)


def test_an_unknown_method_is_refused_with_a_suggestion() -> None:
    with pytest.raises(nf.MethodError, match="did you mean backtrack"):
        nf.solve(PUZZLE, by="backtrak")
    with pytest.raises(nf.MethodError, match="choose from lanes, search, propagate, backtrack"):
        nf.solve(PUZZLE, by="quantum")


def test_a_class_of_methods_is_refused_with_a_suggestion() -> None:
    with pytest.raises(nf.MethodError, match=r"did you mean Propagate\(\)\?"):
        nf.solve(PUZZLE, by=Propagate)


@pytest.mark.parametrize("by", [None, 7, object()])
def test_invalid_methods_are_refused(by: object) -> None:
    with pytest.raises(nf.MethodError, match="a method must be a name or a callable"):
        nf.solve(PUZZLE, by=by)


def test_auto_takes_the_first_complete_method_of_the_table() -> None:
    assert nf.solve(PUZZLE).method == next(info.name for info in nf.methods() if info.complete and info.available)


def test_clashing_clues_are_found_before_any_method_runs() -> None:
    result = nf.solve("11" + "." * 79, by=Yielding((SOLUTION,)))
    assert result.status is nf.Status.IMPOSSIBLE
    assert result.why == "the clues clash: 1 twice in row 1 (r1c1, r1c2); 1 twice in box 1 (r1c1, r1c2)"


def test_a_method_is_not_run_on_an_unsupported_layout() -> None:
    def only_nine(puzzle: nf.Grid, run: nf.Run) -> list[nf.Grid]:
        return []

    only_nine.info = nf.MethodInfo(sizes=(9,), variants=False, cooperative=True)
    assert nf.solve(PUZZLE, by=only_nine).status is nf.Status.IMPOSSIBLE
    with pytest.raises(nf.MethodError, match="it supports size 9 only; this board is size 4"):
        nf.solve(nf.Grid.empty(4), by=only_nine)
    with pytest.raises(nf.MethodError, match=r"standard boxes only; this board is 9\+diagonals"):
        nf.solve(nf.Grid.empty(nf.Layout(9, diagonals=True)), by=only_nine)
    with pytest.raises(nf.MethodError, match=r"standard boxes only; this board is 1x9"):
        nf.solve(nf.Grid.empty(nf.Layout(9, box=(1, 9))), by=only_nine)


@pytest.mark.parametrize("by", ["lanes", "search", "propagate", "backtrack"])
def test_cancel_from_another_thread_ends_an_endless_enumeration(by: str) -> None:
    flag = threading.Event()
    timer = threading.Timer(0.1, flag.set)
    timer.start()
    result = nf.solve(nf.Grid.empty(9), by=by, limit=None, cancel=flag)
    timer.join()
    assert result.why == "cancelled"
    assert not result.ended


def test_a_cancelled_question_is_not_put_to_the_method_at_all() -> None:
    flag = threading.Event()
    flag.set()
    result = nf.solve(PUZZLE, by=Yielding((SOLUTION,)), cancel=flag)
    assert (result.solutions, result.why) == ((), "cancelled")


def test_nodes_bound_the_work() -> None:
    result = nf.solve(nf.Grid.empty(9), by="backtrack", limit=nf.Limit(nodes=50))
    assert result.stats["nodes"] == 50
    assert result.why == "the limit of 50 nodes was reached"


@pytest.mark.parametrize(
    ("grid", "answer"),
    [(PUZZLE, True), (SOLUTION, True), ("12....3........4", False), ("11" + "." * 79, False), ("." * 81, True)],
)
def test_whether_a_partial_grid_can_still_be_completed(grid: nf.Grid, answer: bool) -> None:
    assert nf.completable(grid) is answer


def test_a_keyboard_interrupt_passes_through() -> None:
    def interrupted(puzzle: nf.Grid, run: nf.Run) -> list[nf.Grid]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        nf.solve(PUZZLE, by=interrupted)


@pytest.mark.parametrize("isolate", [False, True], ids=["here", "isolated"])
@pytest.mark.parametrize("limit", [nf.Limit(nodes=3), nf.Limit(seconds=0.05)], ids=["nodes", "seconds"])
def test_a_method_that_catches_stopped_has_proved_nothing(limit: nf.Limit, isolate: bool) -> None:
    result = nf.solve(PUZZLE, by=Swallower(), isolate=isolate, limit=limit)
    assert (result.status, result.ended) == (nf.Status.UNKNOWN, False)
    assert result.why.endswith("was reached")


@pytest.mark.parametrize("isolate", [False, True], ids=["here", "isolated"])
def test_a_method_cannot_leave_the_program(isolate: bool) -> None:
    with pytest.raises(nf.MethodFault, match="SystemExit: I am off"):
        nf.solve(PUZZLE, by=Leaver(), isolate=isolate)


def test_a_method_that_fails_when_it_is_closed_is_a_fault() -> None:
    def sore_loser(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
        try:
            yield SOLUTION
        finally:
            raise ZeroDivisionError("I was not done")

    with pytest.raises(nf.MethodFault, match="I was not done"):
        nf.solve(PUZZLE, by=sore_loser, limit=1)


@pytest.mark.parametrize(
    "arguments",
    [
        {"limit": -(10**6000)},
        {"cancel": True},
        {"trace": 5},
        {"isolate": "no"},
        {"by": "propagate:tries"},
        {"by": np.array([1, 2])},
    ],
    ids=lambda arguments: next(iter(arguments)),
)
def test_invalid_arguments_raise_ninefold_errors(arguments: dict[str, object]) -> None:
    with pytest.raises(nf.NinefoldError):
        nf.solve(PUZZLE, **arguments)


@pytest.mark.parametrize("huge", [2**63, 2**64 - 1, 2**64, 10**400])
def test_a_huge_limit_is_accepted(huge: int) -> None:
    assert nf.solve(PUZZLE, limit=nf.Limit(huge, nodes=huge)).solutions == (SOLUTION,)


def test_limits_may_be_numbers_of_numpy() -> None:
    result = nf.solve(PUZZLE, limit=nf.Limit(np.int64(2), seconds=np.float32(30), nodes=np.uint8(200)))
    assert result.status is nf.Status.UNIQUE


# --- laws ------------------------------------------------------------------------------------

NINES = [(puzzle, count) for puzzle, count, _ in counts() if puzzle.size == 9 and count < 600]
seeded = st.integers(0, 2**32).map(random.Random)


def shuffled(grid: nf.Grid, rng: random.Random) -> nf.Grid:
    """The grid under a random symmetry: digits renamed, rows, columns, bands and stacks permuted, perhaps turned."""
    n, side = grid.size, grid.layout.box[0]
    names = [0, *rng.sample(range(1, n + 1), n)]
    rows, columns = (
        [band * side + line for band in rng.sample(range(side), side) for line in rng.sample(range(side), side)]
        for _ in range(2)
    )
    cells = [[names[grid[r * n + c]] for c in columns] for r in rows]
    return nf.Grid(cells if rng.random() < 0.5 else [list(row) for row in zip(*cells, strict=True)])


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(NINES), seeded, st.sampled_from(["lanes", "search", "propagate"]))
def test_a_symmetric_copy_has_as_many_solutions(known: tuple[nf.Grid, int], rng: random.Random, by: str) -> None:
    puzzle, count = known
    assert len(nf.solve(shuffled(puzzle, rng), by=by, limit=None).solutions) == count


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(NINES), st.randoms(use_true_random=False), st.sampled_from(["lanes", "search", "propagate"]))
def test_a_right_clue_more_never_adds_solutions_and_keeps_its_own(
    known: tuple[nf.Grid, int], rng: random.Random, by: str
) -> None:
    puzzle, count = known
    solutions = nf.solve(puzzle, by=by, limit=None).solutions
    if not solutions or not puzzle.empty_cells:
        return
    kept, cell = rng.choice(solutions), rng.choice(puzzle.empty_cells)
    narrowed = set(nf.solve(puzzle.with_digits({cell: kept[cell]}), by=by, limit=None).solutions)
    assert narrowed == {solution for solution in solutions if solution[cell] == kept[cell]}
    assert kept in narrowed
    assert len(narrowed) <= count


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(range(81)), st.integers(1, 9))
def test_a_wrong_clue_in_a_proper_puzzle_makes_it_impossible(cell: int, digit: int) -> None:
    changed = PUZZLE.with_digits({cell: digit})
    if PUZZLE[cell]:
        return
    expected = nf.Status.UNIQUE if digit == SOLUTION[cell] else nf.Status.IMPOSSIBLE
    assert nf.solve(changed).status is expected


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 4), min_size=16, max_size=16))
def test_the_methods_agree_on_any_4x4(cells: list[int]) -> None:
    answers = {frozenset(nf.solve(cells, by=by, limit=None).solutions) for by in ("search", "propagate", "backtrack")}
    assert len(answers) == 1


@settings(max_examples=25, deadline=None)
@given(st.dictionaries(st.integers(0, 80), st.integers(1, 9), min_size=17, max_size=24))
def test_native_and_python_agree_on_random_clues(clues: dict[int, int]) -> None:
    puzzle = nf.Grid.empty(9).with_digits(clues)
    native, python = (nf.solve(puzzle, by=by, limit=nf.Limit(seconds=1.0)) for by in ("lanes", Propagate()))
    if nf.Status.UNKNOWN not in (native.status, python.status):
        assert native.status is python.status


def test_start_up_of_a_process_is_not_part_of_the_time() -> None:
    shared.clear()
    first, second = (nf.solve(PUZZLE, by="sat") for _ in range(2))
    assert first.startup_seconds > 0  # it starts Python and loads the library
    assert second.startup_seconds == 0
    nf.solve(PUZZLE, by="search")
    assert nf.solve(PUZZLE, by="search").startup_seconds == 0


def test_no_method_is_charged_for_loading_even_in_a_process_that_others_used_before() -> None:
    shared.clear()
    nf.solve(PUZZLE, by="lp")
    first, second = (nf.solve(PUZZLE, by="lp-lift") for _ in range(2))
    assert first.startup_seconds > 0  # its own modules, in the process of lp
    assert second.startup_seconds == 0


def test_loading_the_library_of_a_chosen_solver_is_start_up_too() -> None:
    pytest.importorskip("cvxpy")
    shared.clear()
    nf.solve(PUZZLE, by="lp")
    first, second = (nf.solve(PUZZLE, by="lp:solver=cvxpy:CLARABEL") for _ in range(2))
    assert first.startup_seconds > 0 == second.startup_seconds
    script = (
        "import sys; import ninefold as nf; found = nf.solve('..4.1......3.1..', by='sat', isolate=False);"
        "print('pysat' in sys.modules, found.startup_seconds > found.seconds)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True True"


def test_loading_a_method_into_this_process_is_start_up_too() -> None:
    script = (
        "import ninefold as nf; found = [nf.solve('..4.1......3.1..', by='network') for _ in range(2)];"
        "print([one.startup_seconds > 0 for one in found])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[True, False]"


def test_a_result_says_how_long_it_took_and_why_it_stopped() -> None:
    start = perf_counter()
    result = nf.solve(nf.Grid.empty(4), limit=3)
    assert 0 < result.seconds <= perf_counter() - start
    assert result.why == "the limit of 3 solutions was reached"
    assert nf.solve(nf.Grid.empty(4), limit=1).why == "the limit of 1 solution was reached"


def test_a_method_is_isolated_if_it_does_not_check_its_limits_or_the_caller_wants_it() -> None:
    layout = nf.Layout(9)
    for by, isolate, expected in (
        ("mip", None, True),
        ("mip", False, False),
        ("search", None, False),
        ("search", True, True),
    ):
        assert isinstance(resolve_isolated(by, layout, isolate).method, Isolated) is expected


def test_a_solution_that_is_given_twice_is_a_fault() -> None:
    twice = Yielding((SOLUTION, SOLUTION))
    for solving in (lambda: nf.solve(PUZZLE, by=twice), lambda: list(nf.solutions(PUZZLE.line, by=twice))):
        with pytest.raises(nf.MethodFault, match="gave the same solution twice"):
            solving()
    assert list(nf.solutions(PUZZLE.line)) == [SOLUTION]
