"""The searches behind generating: another solution is found if and only if there is one."""

from __future__ import annotations

from itertools import islice

import pytest

import ninefold as nf
from ninefold.core.limits import Stopped
from ninefold.make.clues import complete, find_other
from ninefold.make.full_grids import full_grid
from ninefold.make.splitmix import SplitMix

LAYOUTS = ["4", "2x3", "6+diagonals", "9", "9+windows", "jigsaw:AAABCABBCCDBCDDD"]


def never_stop() -> None:
    """Let every search finish."""


@pytest.mark.parametrize("text", LAYOUTS)
def test_another_solution_is_found_if_there_is_one(text: str) -> None:
    layout = nf.Layout.parse(text)
    seen = set()
    for seed in range(25):
        rng = SplitMix(seed)
        known = full_grid(layout, rng)
        order = rng.shuffled(range(layout.size**2))
        gone = order[: len(order) * (4 + seed % 4) // 10]
        puzzle = known.with_digits(dict.fromkeys(gone, 0))
        others = [other for other in islice(nf.solutions(puzzle), 200) if other != known]
        if len(others) > 198:
            continue
        for cells in (gone, gone[:1], gone[:3]):
            answer = find_other(puzzle, known, cells, None, never_stop)
            wanted = any(other[cell] != known[cell] for other in others for cell in cells)
            assert answer.is_decided
            assert (answer.grid is not None) == wanted
            seen.add(wanted)
            if answer.grid is not None:
                assert answer.grid in others
                assert any(answer.grid[cell] != known[cell] for cell in cells)
    assert seen == {True, False}


def test_a_search_with_too_few_nodes_is_undecided() -> None:
    known = full_grid(nf.Layout(25), SplitMix(1))
    puzzle = known.with_digits(dict.fromkeys(range(0, 625, 2), 0))
    answer = find_other(puzzle, known, [0], 0, never_stop)
    assert (answer.is_decided, answer.grid) == (False, None)


def test_an_impossible_grid_has_no_solution() -> None:
    assert complete(nf.Grid("12.. ..3. ...3 ...."), never_stop) is None
    assert complete(nf.Grid.empty(6), never_stop) is not None


def test_a_pause_can_end_a_search() -> None:
    def stop() -> None:
        raise Stopped("enough")

    with pytest.raises(Stopped, match="enough"):
        complete(nf.Grid.empty(25), stop)


def test_a_search_that_has_begun_cannot_get_a_grid_to_differ_from() -> None:
    from ninefold.solving.methods.native import search_of

    search = search_of(nf.Grid.empty(4))
    for grid, cells in ((bytes(16), [0]), (bytes([5]) * 16, [0]), (bytes([1]) * 16, [16]), (bytes([1]) * 15, [0])):
        with pytest.raises(ValueError, match="digit"):
            search.require_difference(grid, cells)
    search.advance(1)
    with pytest.raises(ValueError, match="begun"):
        search.require_difference(bytes([1]) * 16, [0])
