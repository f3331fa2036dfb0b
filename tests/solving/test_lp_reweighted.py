"""Reweighted programs: uphill from random starts, by a seed, and never more than is known."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from known import paper_puzzle

import ninefold as nf

pytest.importorskip("highspy")

from ninefold.solving.methods.lp_reweighted import LPReweighted

# 17 clues; the relaxation has other points than the solution.
FEW = nf.Grid("................12..3..4...............15...6..7.8.4.3......7...2...3...15.....9.")
# Arto Inkala, 2010.
INKALA = nf.Grid("..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..")


def solve_here(puzzle: nf.Grid, trace: Any = None, **options: Any) -> nf.Result:
    """Solve `lp-reweighted` here, in this process."""
    return nf.solve(puzzle, by=LPReweighted(**options), isolate=False, trace=trace)


@pytest.mark.parametrize("heuristic", ["frank-wolfe", "reweighted"])
@pytest.mark.parametrize("name", ["small", "evil 1", "evil 2"])
def test_the_only_point_is_found_and_proved(name: str, heuristic: str) -> None:
    result = solve_here(paper_puzzle(name).puzzle, heuristic=heuristic, certificate=True)
    assert (result.status, result.solution) == (nf.Status.UNIQUE, paper_puzzle(name).solution)
    assert nf.verify(result.stats["certificate"]).puzzle == result.puzzle


@pytest.mark.parametrize("heuristic", ["frank-wolfe", "reweighted"])
def test_restarts_find_the_solution_if_one_program_is_fractional(heuristic: str) -> None:
    result = solve_here(FEW, heuristic=heuristic, restarts=60)
    assert result.status is nf.Status.SOLVED
    assert result.solutions == nf.solve(FEW).solutions
    assert "second solution is not ruled out" in result.why
    assert result.stats["starts"] <= 60


def test_it_gives_up_after_its_starts_and_says_how_near_it_came() -> None:
    result = solve_here(INKALA, restarts=3)
    assert result.status is nf.Status.UNKNOWN
    assert result.stats["starts"] == 3
    assert f"fractional in {result.stats['fractional']} cells" in result.why


def test_the_same_seed_takes_the_same_way() -> None:
    first, again = (solve_here(FEW, seed=4).stats for _ in range(2))
    assert first == again
    assert any(solve_here(FEW, seed=other).stats["lps"] != first["lps"] for other in range(5, 12))


def test_every_better_point_is_traced_as_beliefs() -> None:
    events: list[Any] = []
    solve_here(INKALA, restarts=5, trace=events)
    counts = [event.value for event in events if event.kind == "note" and event.name == "fractional"]
    assert counts == sorted(counts, reverse=True)
    assert sum(event.kind == "belief" for event in events) == len(counts)


def test_more_steps_climb_no_lower(monkeypatch: pytest.MonkeyPatch) -> None:
    """A law of rule 3: from vertex to vertex Σx² never falls."""
    from ninefold.solving.methods import lp_reweighted

    seen: list[list[float]] = []
    solve = lp_reweighted._Search.solve

    def watched(self: Any, costs: Any) -> Any:
        point = solve(self, costs)
        if len(seen) < self.run.stats["starts"]:
            seen.append([])
        seen[-1].append(float(point @ point))
        return point

    monkeypatch.setattr(lp_reweighted._Search, "solve", watched)
    solve_here(INKALA, restarts=4, steps=50)
    assert any(len(climb) > 1 for climb in seen)
    assert all(after >= before - 1e-6 for climb in seen for before, after in pairwise(climb))


def test_impossible_and_multiple_puzzles_are_recognised() -> None:
    assert solve_here(nf.Grid("12....3........4")).status is nf.Status.IMPOSSIBLE
    assert (
        solve_here(paper_puzzle("evil 1").puzzle.with_digits({13: 3}), certificate=True).status is nf.Status.IMPOSSIBLE
    )
    assert solve_here(nf.Grid("...1..2..3..4...")).status is nf.Status.SOLVED


def test_invalid_options_are_refused() -> None:
    for options in ({"restarts": 0}, {"steps": -1}, {"epsilon": 0.0}, {"heuristic": "prayer"}):
        with pytest.raises(nf.MethodError, match="invalid options for"):
            LPReweighted(**options)  # type: ignore[arg-type]
