"""Tests of studies: shares, samples and the bar chart."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import ninefold as nf
from ninefold.draw.scene import Box, Text, write_svg
from ninefold.papers.study import StudyRow, chart, measure, sample

PROPER = nf.Grid("..4.1......3.1..")
DOUBLE = nf.Grid("...1..2..3..4...")
NONE = nf.Grid("12....3........4")


def test_study_counts_proved_and_found_puzzles() -> None:
    steps: list[int] = []
    row = measure("mixed", [PROPER, DOUBLE, NONE], "backtrack", step=lambda: steps.append(1))
    assert (row.runs, row.proved, row.found, len(steps), len(row.seconds)) == (3, 1, 0, 3, 3)
    assert row.share == pytest.approx(1 / 3)
    record = row.record()
    assert (record.puzzles, record.method, record.runs, record.proved) == ("mixed", "backtrack", 3, 1)
    assert 0 < record.median_seconds <= record.longest_seconds


def test_share_of_an_empty_set_is_zero() -> None:
    row = measure("none", [], "backtrack")
    assert (row.share, row.record().mean_seconds) == (0.0, 0.0)


def test_sample_depends_on_its_seed_and_has_no_duplicates() -> None:
    grids = [nf.Grid.empty(4).with_digits({cell: 1}) for cell in range(16)]
    drawn = sample(grids, 5, 7)
    assert drawn == sample(grids, 5, 7)
    assert drawn != sample(grids, 5, 8)
    assert len(set(drawn)) == 5
    assert set(drawn) <= set(grids)
    assert sample(grids, None, 0) == sample(grids, 99, 0) == grids
    with pytest.raises(nf.NinefoldError, match="at least one puzzle; read 0"):
        sample(grids, 0, 0)


def test_chart_bars_show_proved_and_found_shares() -> None:
    rows = [StudyRow("a<b", "lp", 4, 2, 1, 1.0, (0.1,) * 4), StudyRow("a<b", "lp-probe", 4, 4, 0, 9.0, (0.2,) * 4)]
    scene = chart(rows)
    ElementTree.fromstring(write_svg(scene))
    about = "lp on a<b: 2 proved unique, 1 only found, of 4"
    light, dark = (shape.height for shape in scene.shapes if isinstance(shape, Box) and shape.title == about)
    assert light == pytest.approx(3 / 2 * dark)
    whole = [shape.height for shape in scene.shapes if isinstance(shape, Box) and "lp-probe" in shape.title]
    assert whole == pytest.approx([2 * dark] * 2)
    assert {"a<b", "75", "100", "lp", "lp-probe"} <= {shape.text for shape in scene.shapes if isinstance(shape, Text)}
