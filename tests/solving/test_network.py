"""Wu's network: the lecture's run, line by line, and what was added to it."""

from __future__ import annotations

import numpy as np
import pytest
from known import paper_puzzle

import ninefold as nf
from ninefold.papers.wu import TOLERANCE, our_lines, printed_lines
from ninefold.solving.methods.network import Network
from ninefold.solving.relaxing.boards import DenseBoard, apart, candidates
from ninefold.solving.relaxing.relaxation import StartColumns
from ninefold.solving.trace import Belief, Event, Note

FURTHER = Network(lecture=False, starts=1)
EMPTY = nf.Grid.empty(4)
LECTURE_PUZZLE = "..7..83.54..5..9...93.2.6..2...1..8.....6.....7..8...2..1.5.86...4..1..79.68..4.."
# 17 clues; singles do not solve it.
SEVENTEEN = "........1.......23.....4........56....3.2.4....7.8.......31.....6.......45....9.."


@pytest.fixture(scope="module")
def ours() -> list[tuple[float, float]]:
    return our_lines()


def test_every_beta_of_the_lecture_comes_out_to_its_last_digit(ours: list[tuple[float, float]]) -> None:
    assert {beta for beta, _ in printed_lines()} <= {beta for beta, _ in ours}
    assert ours[0][0] == printed_lines()[0][0]


def test_the_first_screen_comes_out_to_the_last_digit(ours: list[tuple[float, float]]) -> None:
    assert ours[:15] == printed_lines()[:15]


def test_the_second_screen_comes_out_to_three_digits_and_ends_where_the_lecture_ends(
    ours: list[tuple[float, float]],
) -> None:
    assert len(ours) == 290
    for (beta, converge), (printed_beta, printed) in zip(ours[270:], printed_lines()[15:], strict=True):
        assert beta == printed_beta
        assert abs(converge - printed) < TOLERANCE


def test_the_lectures_run_ends_without_errors() -> None:
    result = nf.solve(paper_puzzle("lecture").puzzle, by="network")
    assert result.status is nf.Status.SOLVED
    assert result.solution.line == paper_puzzle("lecture").printed
    assert result.stats["start"] == 1
    assert [result.stats[f"{kind}_errors"] for kind in ("row_column", "data", "box")] == [0, 0, 0]


def beliefs_of(network: Network, nodes: int) -> list[np.ndarray]:
    events: list[Event] = []
    nf.solve(paper_puzzle("lecture").puzzle, by=network, limit=nf.Limit(nodes=nodes), trace=events)
    return [np.array(event.values) for event in events if isinstance(event, Belief)]


@pytest.mark.parametrize("network", [Network(), FURTHER], ids=["lecture", "further"])
def test_outputs_of_a_cell_are_beliefs_that_add_up_to_1(network: Network) -> None:
    beliefs = beliefs_of(network, 30)
    assert len(beliefs) == 30
    assert all(np.allclose(belief.sum(axis=1), 1) for belief in beliefs)


def test_drawn_clues_have_doubts_but_held_clues_do_not() -> None:
    drawn, held = beliefs_of(Network(), 1)[0], beliefs_of(FURTHER, 1)[0]
    r1c3 = 2  # a clue, 7
    assert 1 / 9 < drawn[r1c3, 6] < 0.2
    assert held[r1c3, 6] == 1
    assert held[0, 6] == 0  # its peer r1c1


def test_a_sweep_lets_every_neuron_see_those_before_it() -> None:
    # At the fixed point of rule 3 nothing moves any more; a few sweeps at one β come to it.
    beta = 1.0
    s = beliefs_of(Network(beta=beta, sweeps=200, still=0.0), 1)[0]
    layout, clues = nf.Layout(9), paper_puzzle("lecture").puzzle.digits
    for cell in (0, 2, 40, 80):
        others = sum(s[other] for unit in layout.units_of[cell] for other in layout.units[unit].cells if other != cell)
        drawn = np.exp(beta * (-others + 1.15 * (np.arange(1, 10) == clues[cell])))
        assert np.allclose(s[cell], drawn / drawn.sum(), atol=1e-9)


def test_the_first_start_of_either_kind_feels_no_noise_and_those_after_do() -> None:
    def converge(starts: int, noise: float, *, lecture: bool) -> object:
        return nf.solve(EMPTY, by=Network(starts=starts, noise=noise, lecture=lecture, last=0.2)).stats["converge"]

    for lecture, quiet in ((True, 2), (False, 1)):
        assert converge(quiet, 0.0, lecture=lecture) == converge(quiet, 2.0, lecture=lecture)
        assert converge(quiet + 1, 0.0, lecture=lecture) != converge(quiet + 1, 2.0, lecture=lecture)


def test_fixed_clues_and_restraint_solve_what_the_lecture_does_not() -> None:
    assert nf.solve(SEVENTEEN, by=Network(starts=1)).status is nf.Status.UNKNOWN
    assert nf.solve(SEVENTEEN, by=Network(lecture=False, starts=1, restraint=0.0)).status is nf.Status.UNKNOWN
    result = nf.solve(SEVENTEEN, by=FURTHER)
    assert result.status is nf.Status.SOLVED
    assert result.solution == nf.solve(SEVENTEEN).solution


def test_the_lectures_start_beside_further_ones_is_still_the_lectures() -> None:
    # One round of four columns: the first is the lecture's, with a different β.
    def betas(width: int) -> list[object]:
        events: list[Event] = []
        nf.solve(SEVENTEEN, by=Network(width=width, starts=width), limit=nf.Limit(nodes=5), trace=events)
        return [(event.name, event.value) for event in events if isinstance(event, Note)]

    assert betas(4) == betas(1)


def test_a_puzzle_does_not_depend_on_the_others_in_its_batch() -> None:
    # A hard puzzle needs many sweeps at a β where easy ones have long come to rest.
    def beliefs(*puzzles: nf.Grid) -> np.ndarray:
        board = DenseBoard.of(nf.Layout(9))
        clues = board.digits_of(puzzles)
        numbers = np.zeros(len(puzzles), np.int64)  # the first starts, which have no noise
        state = FURTHER.begin(
            StartColumns(board, clues, candidates(board, clues), numbers, np.random.default_rng(0), np.float64)
        )
        for _ in range(45):
            state.step()
        return state.beliefs()[:, :, 0]

    easy = nf.generate(nf.Recipe(clues=36), seed=1).clues
    alone, beside = beliefs(easy), beliefs(easy, nf.Grid(SEVENTEEN), nf.generate(seed=2).clues)
    assert 0.2 < (alone**2).sum() / 81 < 0.99  # it is well on its way, and not at the end
    assert np.allclose(alone, beside, atol=1e-9)


@pytest.mark.parametrize("layout", ["4", "2x3", "16", "9+diagonals", "jigsaw:AAABBAACBBDCCCBDDCEEDDEEE"])
def test_groups_have_every_cell_once_and_no_peers(layout: str) -> None:
    board = nf.Layout.parse(layout)
    groups = apart(board)
    assert sorted(cell for group in groups for cell in group) == list(range(board.size**2))
    assert not any(set(group) & set(board.peers[cell]) for group in groups for cell in group)
    assert len(groups) <= 2 * board.size


def test_a_large_pull_in_single_precision_overflows_nothing() -> None:
    relaxed = nf.relax_many([paper_puzzle("lecture").puzzle], by=Network(pull=500.0, last=60.0, growth=1.1, starts=2))
    assert relaxed.why == ""


@pytest.mark.parametrize(
    "options", [{"lecture": "no"}, {"restraint": -1.0}, {"growth": 1.0}, {"beta": 0.0}, {"still": -0.1}, {"sweeps": 0}]
)
def test_invalid_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(nf.MethodError, match=f"option {next(iter(options))}"):
        Network(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["growth", "beta", "last", "sweeps", "still"])
def test_cooling_options_apply_to_every_start(name: str) -> None:
    """Also to a start that is not the lecture's: the β it passes through, or how far it comes, must change."""
    value = {"growth": "1.2", "beta": "2.0", "last": "1.5", "sweeps": "1", "still": "0.1"}[name]
    runs = []
    for given in ("", f":{name}={value}"):
        events: list[nf.Event] = []
        nf.solve(LECTURE_PUZZLE, by=f"network:lecture=false:starts=1{given}", trace=events)
        runs.append([(e.name, e.value) for e in events if isinstance(e, nf.Note) and e.name in ("beta", "converge")])
    assert runs[0] != runs[1]


def test_growth_decides_the_steps_of_a_restrained_start() -> None:
    steps = [
        nf.solve(LECTURE_PUZZLE, by=nf.Network(lecture=False, starts=1, growth=growth)).stats["steps"]
        for growth in (1.01, 1.03, 1.1)
    ]
    assert steps == sorted(steps, reverse=True)
    assert len(set(steps)) == 3


def test_pull_is_refused_if_nothing_uses_it() -> None:
    with pytest.raises(nf.MethodError, match=r"option pull: read 2.0, expected lecture=True"):
        nf.Network(lecture=False, pull=2.0)


def test_energy_is_traced_and_ends_at_the_clues_attraction() -> None:
    """In a solution no digit meets itself in a unit, so that only the attraction of the clues is left."""
    events: list[nf.Event] = []
    result = nf.solve(LECTURE_PUZZLE, by=nf.Network(converge=0.9999, last=40.0), trace=events)
    energies = [event.value for event in events if isinstance(event, nf.Note) and event.name == "energy"]
    assert result.status is nf.Status.SOLVED
    assert energies[-1] < energies[0]
    assert energies[-1] == pytest.approx(-1.15 * len(nf.Grid(LECTURE_PUZZLE).filled_cells), abs=0.1)
