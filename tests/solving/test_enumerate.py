"""Brute force in three orders: exact counts, the paper's puzzles, cuts that lose nothing, limits kept."""

from __future__ import annotations

from itertools import product
from typing import Literal

import pytest

import ninefold as nf
from ninefold.solving.methods.enumerate import Enumerate
from ninefold.solving.trace import Note

Order = Literal["counter", "odometer", "reduced"]
ORDERS: tuple[Order, ...] = ("counter", "odometer", "reduced")
SMALL = ".1..3..14..2..4."  # the 4×4 of the paper's programs
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize(("order", "cut"), [*product(ORDERS, (False, True))])
def test_the_4x4_of_the_paper_is_solved(order: Order, cut: bool) -> None:
    result = nf.solve(SMALL, by=Enumerate(order=order, cut=cut))
    assert result.status is nf.Status.UNIQUE
    assert result.solutions == nf.solve(SMALL).solutions
    assert result.stats["possibilities"] == (1 if order == "reduced" else 4**10)
    assert result.stats["tried"] + result.stats["skipped"] == result.stats["possibilities"]
    assert (result.stats["skipped"] > 0) == (cut and order != "reduced")


def test_the_9x9_of_the_paper_has_more_possibilities_than_32_bits_hold() -> None:
    stats = nf.solve(CLASSIC, by="enumerate", limit=nf.Limit(seconds=5)).stats
    assert stats["before_the_pass"] == 42_597_333_249_416_390_246_400
    assert stats["possibilities"] == 887_444_442_696_174_796_800
    assert (
        nf.solve(CLASSIC, by=Enumerate(order="odometer"), limit=nf.Limit(seconds=5)).stats["possibilities"]
        == 9**51
        > 2**128
    )


def test_it_says_how_long_it_would_take_and_stops() -> None:
    result = nf.solve(CLASSIC, by="enumerate")
    assert result.status is nf.Status.UNKNOWN
    assert result.why.startswith("all 887,444,442,696,174,796,800 possibilities would take ")
    assert result.stats["would_take"].endswith(" years")
    assert result.stats["rate"] > 0


def test_it_stops_at_its_limit() -> None:
    result = nf.solve(CLASSIC, by=Enumerate(hours=float("inf")), limit=nf.Limit(seconds=1.5))
    assert result.why == "the limit of 1.5 seconds was reached"
    assert 0 < result.stats["tried"] <= result.stats["nodes"]
    assert result.stats["would_take"].endswith(" years")


@pytest.mark.parametrize("order", ORDERS)
def test_with_cuts_a_9x9_is_within_reach(order: Order) -> None:
    result = nf.solve(CLASSIC, by=Enumerate(order=order, cut=True), limit=nf.Limit(seconds=30))
    assert result.status is nf.Status.UNIQUE
    assert result.stats["skipped"] > 10**20


@pytest.mark.parametrize(("order", "cut"), [*product(ORDERS, (False, True))])
def test_no_possibility_is_missed(order: Order, cut: bool) -> None:
    for grid in (nf.Grid("........21434321"), nf.Grid(".234........3412", layout=nf.Layout(4, box=(1, 4)))):
        result = nf.solve(grid, by=Enumerate(order=order, cut=cut), limit=None)
        assert result.ended
        assert set(result.solutions) == set(nf.solve(grid, limit=None).solutions)


def test_the_orders_differ_in_which_cell_turns_fastest() -> None:
    puzzle = nf.Grid("1234341221434...")
    two = nf.Grid("........21434321")
    assert nf.solve(puzzle, by="enumerate").status is nf.Status.UNIQUE
    first = {order: nf.solve(two, by=Enumerate(order=order), limit=None).solutions for order in ORDERS}
    assert first["odometer"] == tuple(sorted(first["odometer"], key=lambda grid: grid.digits))
    backwards = sorted(first["counter"], key=lambda grid: grid.digits[::-1])
    assert first["counter"] == first["reduced"] == tuple(backwards)


def test_progress_is_noted_in_twentieths() -> None:
    events: list[object] = []
    nf.solve("12..............", by=Enumerate(order="odometer", cut=True), limit=None, trace=events)
    reported = [event.value for event in events if isinstance(event, Note) and event.name == "progress"]
    assert len(reported) > 3
    assert reported == sorted(reported, key=lambda text: int(text.split()[0]))


def test_a_count_too_long_to_print_is_shown_by_its_magnitude() -> None:
    result = nf.solve(nf.Grid.empty(64), by=Enumerate(order="counter"), limit=nf.Limit(seconds=0.5))
    assert result.stats["possibilities"] == "about 10^7398"


def test_a_node_is_a_possibility() -> None:
    result = nf.solve(CLASSIC, by="enumerate", limit=nf.Limit(nodes=100))
    assert (result.stats["nodes"], result.stats["tried"]) == (100, 100)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("nodes", [1, 3, 10, 100, 255])
def test_a_block_cut_short_by_its_nodes_proves_nothing(order: Order, nodes: int) -> None:
    for line in ("........42133124", ".....43242133124", ".341143242133124", "12....3........4"):
        whole = set(nf.solve(line, limit=None).solutions)
        result = nf.solve(line, by=Enumerate(order=order), limit=nf.Limit(None, nodes=nodes))
        assert set(result.solutions) <= whole
        assert set(result.solutions) == whole or not result.ended


def test_progress_reaches_the_end_and_counts_what_was_tried() -> None:
    events: list[object] = []
    nf.solve(SMALL, by=Enumerate(order="odometer"), trace=events)
    reported = [event.value for event in events if isinstance(event, Note) and event.name == "progress"]
    assert reported[-1] == "100 %"
    stats = nf.solve(SMALL, by=Enumerate(order="odometer"), limit=1).stats
    assert stats["tried"] == stats["nodes"]


def test_a_number_too_long_to_read_is_shown_by_its_magnitude() -> None:
    result = nf.solve(nf.Grid.empty(16), by=Enumerate(order="counter"), limit=nf.Limit(seconds=20))
    assert result.why.startswith("all about 10^308 possibilities would take 10^")
    assert result.stats["possibilities"] == 16**256


def test_invalid_options_are_refused() -> None:
    for hours in (-1, float("nan"), "x", None):
        with pytest.raises(nf.MethodError, match="option hours"):
            Enumerate(hours=hours)  # type: ignore[arg-type]
    with pytest.raises(nf.MethodError, match="option cut"):
        Enumerate(cut="no")  # type: ignore[arg-type]
    with pytest.raises(nf.MethodError, match="order"):
        Enumerate(order="random")  # type: ignore[arg-type]
