"""The optimisation methods on boards and puzzles of every kind: right, or a plain word that they do not know."""

from __future__ import annotations

import pytest
from modelled import COUNTED, NINE, PROPER

import ninefold as nf
from ninefold import Status
from ninefold.solving.registry import find

COMPLETE = ("mip", "mip-integer", "cp", "sat")
RELAXING = ("lp", "lp-reweighted", "lp-probe", "lp-lift")
PUZZLES = {
    **COUNTED,
    **{name: puzzle for name, puzzle in PROPER.items() if puzzle.size < 9},
    "9": NINE,
    "9, a clue less": NINE.with_digits({0: 0}),
    "6, boxes of three rows": nf.Grid("124563456321632145..................", layout=nf.Layout.parse("3x2")),
}
LIMITS = (1, 2, 10)


def there(by: str) -> str:
    if not find(by).available:
        pytest.skip(find(by).unavailable_reason)
    return by


def truth(puzzle: nf.Grid) -> nf.Result:
    return nf.solve(puzzle, by="propagate", limit=max(LIMITS))


@pytest.mark.parametrize("by", COMPLETE)
@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_a_complete_method_finds_as_many_solutions_as_there_are(by: str, puzzle: nf.Grid) -> None:
    right = truth(puzzle)
    for limit in LIMITS:
        found = nf.solve(puzzle, by=there(by), limit=limit)
        assert len(found.solutions) == min(limit, len(right.solutions))
        assert found.ended == (len(right.solutions) < limit)
        assert set(found.solutions) <= set(right.solutions) or len(right.solutions) == max(LIMITS)


@pytest.mark.parametrize("by", RELAXING)
@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_a_relaxation_claims_nothing_false(by: str, puzzle: nf.Grid) -> None:
    right = truth(puzzle)
    for limit in LIMITS:
        found = nf.solve(puzzle, by=there(by), limit=nf.Limit(limit, seconds=60))
        assert len(found.solutions) <= min(limit, len(right.solutions))
        assert found.ended or found.why
        if found.ended:
            assert found.status is right.status
        else:
            assert found.status in (Status.SOLVED, Status.UNKNOWN, Status.MULTIPLE)


@pytest.mark.parametrize("by", [*COMPLETE, *RELAXING])
def test_clashing_clues_are_reported_and_a_full_grid_solves_itself(by: str) -> None:
    clash = nf.solve("11.. .... .... ....", by=there(by))
    assert (clash.status, clash.why[:15]) == (Status.IMPOSSIBLE, "the clues clash")
    full = nf.solve(COUNTED["full"], by=by)
    assert (full.status, full.solution) == (Status.UNIQUE, COUNTED["full"])


@pytest.mark.parametrize("by", [*COMPLETE, *RELAXING])
@pytest.mark.parametrize("size", [16, 25])
def test_a_huge_empty_board_is_solved_or_given_up_with_a_reason(by: str, size: int) -> None:
    if find(there(by)).unsupported_reason(nf.Layout(size)):
        with pytest.raises(nf.MethodError, match=f"this board is size {size}"):
            nf.solve(nf.Grid.empty(size), by=by)
        return
    found = nf.solve(nf.Grid.empty(size), by=by, limit=nf.Limit(1, seconds=0.2))
    assert found.status in (Status.SOLVED, Status.UNKNOWN)
    assert found.why
