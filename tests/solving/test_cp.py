"""The CP method: both models, one solution at a time, and a kept model that remembers no clue."""

from __future__ import annotations

import threading

import pytest

import ninefold as nf
from ninefold.core.limits import Stopped
from ninefold.solving.run import Run
from ninefold.testing.puzzles import TWO_SOLUTIONS, VARIANTS

pytest.importorskip("ortools.sat.python.cp_model")
from ninefold.solving.methods.cp import CP, _models
from ninefold.solving.solvers import cpsat

PUZZLE = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
MODELS = ["all-different", "exactly-one"]


# All in separate processes: OR-Tools is not to be loaded into the one that runs other libraries' tests.


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("word", "puzzle", "solution"), VARIANTS, ids=[word[:12] for word, _, _ in VARIANTS])
def test_both_models_know_every_layout(model: str, word: str, puzzle: str, solution: str) -> None:
    layout = nf.Layout.parse(word)
    result = nf.solve(nf.Grid(puzzle, layout=layout), by=CP(model=model))  # type: ignore[arg-type]
    assert (result.status, result.solution) == (nf.Status.UNIQUE, nf.Grid(solution, layout=layout))


@pytest.mark.parametrize("model", MODELS)
def test_all_solutions_are_found_and_the_clues_of_one_puzzle_do_not_stay_for_the_next(model: str) -> None:
    by = CP(model=model)  # type: ignore[arg-type]
    for _ in range(2):
        assert nf.solve(PUZZLE, by=by).status is nf.Status.UNIQUE
        assert len(nf.solve("1... .... .... ....", by=by, limit=None).solutions) == 72
        for puzzle, lines in TWO_SOLUTIONS:
            assert {solution.line for solution in nf.solve(puzzle, by=by, limit=None).solutions} == lines
        assert nf.solve(nf.Grid.empty(9), by=by).status is nf.Status.MULTIPLE
        assert len(nf.solve(nf.Grid.empty(4), by=by, limit=None).solutions) == 288


def test_a_seed_gives_the_same_order_each_time_and_another_one_another() -> None:
    def found(seed: int) -> tuple[nf.Grid, ...]:
        return nf.solve(nf.Grid.empty(4), by=CP(seed=seed), limit=30).solutions

    assert found(1) == found(1)
    assert len({found(seed) for seed in range(4)}) > 1


def test_an_abandoned_search_leaves_no_thread() -> None:
    before = threading.active_count()
    layout = nf.Layout(4)
    answers = CP()(nf.Grid.empty(4), Run(layout))
    first = next(answers)
    assert nf.check(first).verdict is nf.Verdict.COMPLETE
    answers.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before
    assert len(_models(layout, "all-different").spare) == 1


def test_undecided_puzzles_go_to_the_long_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpsat, "SOON", 0.0)
    run = Run(PUZZLE.layout)
    assert list(CP()(PUZZLE, run)) == [nf.solve(PUZZLE).solution]
    assert run.nodes == 3  # the short search, the solution, and the proof that it is the only one


def test_it_stops_at_home_too() -> None:
    flag = threading.Event()
    answers = CP()(nf.Grid.empty(9), Run(nf.Layout(9), cancel=flag))
    next(answers)
    flag.set()
    with pytest.raises(Stopped, match="cancelled"):
        next(answers)


def test_an_unknown_model_is_refused() -> None:
    with pytest.raises(nf.MethodError, match="option model"):
        CP(model="circuit")  # type: ignore[arg-type]
