"""The Hopfield network: its energy, its minima, and noise that a solution does not feel."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import ninefold as nf
from ninefold.solving.methods.hopfield import Hopfield
from ninefold.solving.relaxing.boards import Board
from ninefold.solving.relaxing.relaxation import StartColumns
from ninefold.solving.run import Run
from ninefold.solving.trace import Event, Note

SMALL = nf.Grid("..4.1......3.1..")
EASY = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


def state_on(puzzle: nf.Grid, method: Hopfield) -> tuple[object, Board]:
    """Neurons on a puzzle of which every candidate may wake, even those beside the clues."""
    board = Board.of(puzzle.layout)
    everything = np.ones((board.size, board.cells, 1), np.bool_)
    start = StartColumns(
        board, board.digits_of([puzzle]), everything, np.zeros(1, np.int64), np.random.default_rng(0), np.float64
    )
    return method.begin(start), board


def energy(state: object, puzzle: nf.Grid) -> int:
    run = Run(puzzle.layout)
    state.report(run, 0)  # type: ignore[attr-defined]
    return int(run.stats["energy"])


@pytest.mark.parametrize("word", ["4", "9", "9+diagonals", "9+extra:r1c1,r2c4,r5c9"])
def test_nothing_on_costs_1_for_each_group_and_a_solution_costs_nothing(word: str) -> None:
    layout = nf.Layout.parse(word)
    empty = nf.Grid.empty(layout)
    state, board = state_on(empty, Hopfield())
    full_units = sum(len(unit.cells) == layout.size for unit in layout.units)
    assert energy(state, empty) == layout.size**2 + full_units * layout.size
    solution = nf.solve(empty, limit=1).solutions[0]
    state.on = board.one_hot(board.digits_of([solution])).astype(float)  # type: ignore[attr-defined]
    assert energy(state, empty) == 0


@pytest.mark.parametrize("word", ["9", "9+diagonals", "9+extra:r1c1,r2c4,r5c9"])
def test_noise_leaves_a_solution_alone(word: str) -> None:
    layout = nf.Layout.parse(word)
    solution = nf.solve(nf.Grid.empty(layout), limit=1).solutions[0]
    state, board = state_on(nf.Grid.empty(layout), Hopfield(noise=0.99, wakes=1.0))
    state.on = board.one_hot(board.digits_of([solution])).astype(float)  # type: ignore[attr-defined]
    for _ in range(50):
        state.step()  # type: ignore[attr-defined]
    assert energy(state, solution) == 0


def test_at_a_solution_every_neuron_hears_half_its_groups_for_or_against() -> None:
    solution = nf.solve(EASY).solution
    assert solution is not None
    state, board = state_on(EASY, Hopfield())
    state.on = board.one_hot(board.digits_of([solution])).astype(float)  # type: ignore[attr-defined]
    assert (state.hears() == np.where(state.on > 0, 2, -2)).all()  # type: ignore[attr-defined]


def test_without_noise_and_one_at_a_time_the_energy_never_rises() -> None:
    events: list[Event] = []
    nf.solve(EASY, by=Hopfield(noise=0.0, wakes=0.002, starts=1, steps=3000, width=1), trace=events)
    reported = [event.value for event in events if isinstance(event, Note) and event.name == "energy"]
    assert reported[-1] < reported[0]
    rises = sum(max(0, later - earlier) for earlier, later in pairwise(reported))
    assert rises <= 0.05 * (reported[0] - reported[-1])  # two neighbours that wake at once may err together


def test_a_network_without_noise_stops_in_a_local_minimum() -> None:
    events: list[Event] = []
    quiet = nf.solve(EASY, by=Hopfield(noise=0.0, wakes=0.02, steps=2000, starts=1, width=1), trace=events)
    energies = [event.value for event in events if isinstance(event, Note) and event.name == "energy"]
    assert quiet.status is nf.Status.UNKNOWN
    assert energies[-1] > 0
    assert len(set(energies[-20:])) == 1


def test_a_network_with_noise_finds_a_solution() -> None:
    result = nf.solve(SMALL, by="hopfield")
    assert result.solution == nf.solve(SMALL).solution
    assert result.stats["energy"] == 0


def test_clues_stay_on_and_what_they_rule_out_stays_off() -> None:
    events: list[Event] = []
    nf.solve(EASY, by=Hopfield(starts=1), limit=nf.Limit(nodes=200), trace=events)
    beliefs = [np.array(event.values) for event in events if event.kind == "belief"]  # type: ignore[attr-defined]
    assert beliefs
    for belief in beliefs:
        assert belief[0].tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 0]  # r1c1 is 5
        assert belief[2][[4, 2, 6]].tolist() == [0, 0, 0]  # r1c3 sees 5, 3 and 7
