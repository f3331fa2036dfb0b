"""Tests of the log of Wu's lecture against ours."""

from __future__ import annotations

from ninefold.papers.wu import PAPER, compared, printed_lines


def test_every_claim_of_the_lecture_holds() -> None:
    rows = list(PAPER.run(60.0))
    assert len(rows) == len(PAPER.trials) + 35
    assert all(row.holds for row in rows)
    assert rows[2].claim == rows[2].found == "Beta=0.100905 converge=0.111171"
    assert rows[0].found == "solved: row column 0, data 0, block 0 errors"


def test_claim_fails_for_a_line_outside_the_tolerance() -> None:
    line = printed_lines()[-1]
    assert compared(line, [line]).holds
    assert not compared(line, [(line[0], line[1] + 0.001)]).holds
    assert not compared(line, [(line[0] + 0.001, line[1])]).holds
    assert not compared(line, []).holds
