"""Tests of the log of Wu's lecture against ours."""

from __future__ import annotations

from ninefold.papers.wu import differences, printed_lines


def test_each_printed_line_is_compared_with_the_nearest_of_ours() -> None:
    lines = printed_lines()
    assert len(lines) == 35
    assert all(printed == ours for printed, ours in differences(lines[::-1]))
    assert differences([])[0] == (lines[0], (0.0, 0.0))
