"""The integer programs: what their cuts exclude, and that they find all the rest."""

from __future__ import annotations

import numpy as np
import pytest

import ninefold as nf
from ninefold.core.limits import Limit, Stopped
from ninefold.models.binary import binary
from ninefold.models.integer import integer
from ninefold.solving.run import Run
from ninefold.testing.puzzles import IMPOSSIBLE, TWO_SOLUTIONS

pytest.importorskip("highspy")
from ninefold.solving.methods.mip import APART, MIP, MIPInteger

PUZZLE = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SMALL = nf.Grid("..4. 1... ...3 .1..")
LAYOUTS = ["4", "4+diagonals", "jigsaw:AABBAABBCCDDCCDD"]


def distances(points: np.ndarray) -> set[int]:
    """In how many places any two of the points differ."""
    return {int(d) for k in range(1, len(points)) for d in (points[k:] != points[:-k]).sum(axis=1)}


@pytest.mark.parametrize("model", [binary, integer])
def test_no_cut_excludes_another_solution(model) -> None:  # type: ignore[no-untyped-def]
    """The law of rule 3: two solutions differ in at least four cells, and in at least four orders."""
    empty = nf.Grid.empty(4)
    grids = nf.solve(empty, limit=None).solutions
    points = np.array([model(empty).vector(grid) for grid in grids])
    changes = points[:, 16:] if model is integer else np.array([list(grid.digits) for grid in grids])
    assert min(distances(changes)) >= APART


@pytest.mark.parametrize("by", [MIP(), MIP(presolve=False), MIP(sums=True), MIPInteger()], ids=str)
def test_all_solutions_are_found(by: nf.Method) -> None:
    for puzzle, lines in TWO_SOLUTIONS:
        assert {solution.line for solution in nf.solve(puzzle, by=by, limit=None).solutions} == lines
    result = nf.solve("12.. .... .... ....", by=by, limit=None)
    assert (len(result.solutions), result.ended) == (24, True)


@pytest.mark.parametrize("by", [MIP(), MIP(presolve=False), MIPInteger()], ids=str)
def test_a_proper_puzzle_needs_one_cut_and_an_impossible_one_none(by: nf.Method) -> None:
    proper = nf.solve(SMALL, by=by)
    assert (proper.status, proper.stats["cuts"], proper.stats["nodes"]) == (nf.Status.UNIQUE, 1, 2)
    impossible = nf.solve(IMPOSSIBLE[0], by=by)
    assert (impossible.status, impossible.stats["cuts"]) == (nf.Status.IMPOSSIBLE, 0)


@pytest.mark.parametrize("by", ["mip", "mip-integer"])
@pytest.mark.parametrize("word", LAYOUTS)
def test_every_grid_of_a_small_layout_is_found_once(by: str, word: str) -> None:
    layout = nf.Layout.parse(word)
    clue = (
        nf.Grid.empty(layout).with_digits({0: 1, 5: 2})
        if word != "4+diagonals"
        else nf.Grid.empty(layout).with_digits({0: 1})
    )
    found = nf.solve(clue, by=by, limit=None)
    assert found.ended
    assert set(found.solutions) == set(nf.solve(clue, limit=None).solutions)


def test_only_the_integer_model_needs_branching() -> None:
    puzzle = nf.Grid("..3..14......54..........6...5...1.2", layout=nf.Layout(6, box=(3, 2)))
    zero_one, whole = (nf.solve(puzzle, by=by) for by in ("mip", "mip-integer"))
    assert zero_one.solutions == whole.solutions
    assert zero_one.stats["branches"] <= whole.stats["branches"]


def test_nodes_are_programs() -> None:
    run = Run(nf.Layout(4), Limit(nodes=5))
    found = []
    with pytest.raises(Stopped, match="5 nodes"):
        found.extend(MIP()(nf.Grid.empty(4), run))
    assert run.nodes == 5
