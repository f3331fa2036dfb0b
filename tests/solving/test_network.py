"""Wu's network: the lecture's run, line by line, and what was added to it."""

from __future__ import annotations

import numpy as np
import pytest
from known import seed

import ninefold as nf
from ninefold.papers.wu import CLOSE, our_lines, printed_lines
from ninefold.solving.methods.network import Network
from ninefold.solving.trace import Belief, Event

STRONG = Network(singles=True, clues="held", outputs="units", moves=1, growth=1.005, beta=0.3, last=4.0, width=10)
# 17 clues; singles do not solve it.
SEVENTEEN = "..............1..2..3....4.....3......564.....7....1.8...45....18.....9.2........"


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
        assert abs(converge - printed) < CLOSE


def test_the_lectures_run_ends_without_errors() -> None:
    result = nf.solve(seed("lecture").puzzle, by="network")
    assert result.status is nf.Status.SOLVED
    assert result.solution.line == seed("lecture").printed
    assert result.stats["start"] == 1
    assert [result.stats[f"{kind}_errors"] for kind in ("row_column", "data", "box")] == [0, 0, 0]


def test_outputs_of_a_cell_are_beliefs_that_add_up_to_1() -> None:
    events: list[Event] = []
    nf.solve(seed("lecture").puzzle, by=Network(outputs="units", clues="held"), nodes=300, trace=events)
    beliefs = [np.array(event.values) for event in events if isinstance(event, Belief)]
    assert len(beliefs) == 30
    assert all(np.allclose(belief.sum(axis=1), 1) for belief in beliefs)


def test_drawn_clues_have_doubts_and_held_clues_have_none() -> None:
    def first_belief(clues: str) -> np.ndarray:
        events: list[Event] = []
        nf.solve(seed("lecture").puzzle, by=Network(clues=clues), nodes=10, trace=events)  # type: ignore[arg-type]
        return np.array(next(event.values for event in events if isinstance(event, Belief)))

    r1c3 = 2  # a clue, 7
    assert 1 / 9 < first_belief("drawn")[r1c3, 6] < 0.2
    assert first_belief("held")[r1c3, 6] == 1
    assert first_belief("held")[0, 6] == 0  # its peer r1c1


def test_further_starts_feel_noise_and_the_first_does_not() -> None:
    quiet, noisy = (nf.solve(SEVENTEEN, by=Network(starts=1, noise=noise, last=0.2)).stats for noise in (0.0, 5.0))
    assert quiet["converge"] == noisy["converge"]
    quiet, noisy = (nf.solve(SEVENTEEN, by=Network(starts=2, noise=noise, last=0.2)).stats for noise in (0.0, 5.0))
    assert quiet["converge"] != noisy["converge"]


def test_balanced_outputs_held_clues_and_more_starts_settle_what_the_lectures_network_does_not() -> None:
    assert nf.solve(SEVENTEEN, by=Network(starts=1)).status is nf.Status.UNKNOWN
    result = nf.solve(SEVENTEEN, by=STRONG)
    assert result.status is nf.Status.SOLVED
    assert result.solution == nf.solve(SEVENTEEN).solution


def test_a_large_pull_in_single_precision_overflows_nothing() -> None:
    settled = nf.settle_many([seed("lecture").puzzle], by=Network(pull=500.0, last=60.0, growth=1.1, starts=2))
    assert settled.why == ""


@pytest.mark.parametrize(
    "options", [{"clues": "lost"}, {"outputs": "none"}, {"growth": 1.0}, {"beta": 0.0}, {"damping": 2.0}, {"moves": 0}]
)
def test_settings_that_mean_nothing_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(nf.MethodError, match=f"option {next(iter(options))}"):
        Network(**options)  # type: ignore[arg-type]
