"""Tests of race reports: tables, CSV, charts."""

from __future__ import annotations

import csv
import json
import xml.etree.ElementTree as ET
from io import StringIO

import pytest

import ninefold as nf
from ninefold.draw.charts import COLOURS, race_charts, ratios_to_best
from ninefold.draw.scene import Box, Line, Scene, Text
from ninefold.racing.outcome import Outcome, Standing
from ninefold.racing.report import COLUMNS, csv_rows, row_of, table, time_in_words
from ninefold.records import StandingRecord

PUZZLE = nf.Grid("..4.1......3.1..")
SOLUTION = nf.Grid("2341143242133124")


def outcome(puzzle: int, method: str, seconds: float, *, answered: bool = True, **stats: float) -> Outcome:
    found = (SOLUTION,) if answered else ()
    result = nf.Result(puzzle=PUZZLE, solutions=found, ended=answered, method=method, stats={"nodes": 3} | stats)
    return Outcome(round=0, puzzle=puzzle, method=method, result=result, seconds=seconds)


FAST = Standing(method="fast", outcomes=tuple(outcome(puzzle, "fast", 0.001 * (puzzle + 1)) for puzzle in range(4)))
SLOW = Standing(
    method="slow",
    outcomes=(
        *(outcome(puzzle, "slow", 0.1 / (puzzle + 1), conflicts=10 * puzzle) for puzzle in range(3)),
        outcome(3, "slow", 1.0, answered=False),
    ),
)
UNSOLVED = Standing(method="unsolved", outcomes=(outcome(0, "unsolved", 1.0, answered=False),))


def charts(standings: list[Standing]) -> Scene:
    return race_charts([standing.runs for standing in standings])


def test_standing_reports_times_and_the_most_informative_work() -> None:
    assert SLOW.times == pytest.approx([0.1 / 3, 0.05, 0.1])
    assert (FAST.work, SLOW.work) == (("nodes", 3), ("conflicts", 10))
    record = StandingRecord.of(SLOW)
    assert (record.answered, record.unique, record.unknown) == (3, 3, 1)
    assert (record.median_seconds, record.worst_seconds) == (0.05, 0.1)
    assert StandingRecord.of(UNSOLVED).median_seconds is None


def test_table_is_aligned_with_a_row_per_method_that_ran() -> None:
    lines = table([FAST, SLOW, UNSOLVED, Standing(method="absent", outcomes=())]).splitlines()
    assert len(lines) == 5
    assert len({len(line) for line in lines}) == 1
    cells = [cell.strip() for cell in lines[3].split("|")]
    assert cells[1:-1] == ["slow", "4", "3", "unique 3, unknown 1", "0", "0", "0", "50 ms", "100 ms", "conflicts 10"]


@pytest.mark.parametrize(("amount", "words"), [(3, "nodes 3"), (2.5, "nodes 2.5"), (1_200_960, "nodes 1,200,960")])
def test_work_is_formatted(amount: float, words: str) -> None:
    standing = Standing(method="fast", outcomes=(outcome(0, "fast", 0.1, nodes=amount),))
    assert row_of(standing)[-1] == words


@pytest.mark.parametrize(
    ("seconds", "words"), [(12.3, "12.3 s"), (0.9999, "1 s"), (0.0123, "12.3 ms"), (4.2e-6, "4.2 µs"), (0.0, "0 µs")]
)
def test_time_has_a_fitting_unit(seconds: float, words: str) -> None:
    assert time_in_words(seconds) == words


def test_csv_has_every_outcome_and_can_be_read_back() -> None:
    rows = list(csv.DictReader(StringIO("".join(csv_rows([*FAST.outcomes, *SLOW.outcomes])))))
    assert len(rows) == 8
    assert tuple(rows[0]) == COLUMNS
    assert (rows[5]["puzzle"], rows[5]["method"], rows[5]["status"], rows[5]["seconds"]) == (
        *("2", "slow", "unique", "0.050000000"),
    )
    assert nf.Grid(rows[0]["grid"]) == PUZZLE
    assert int(rows[0]["clues"]) == sum(map(bool, PUZZLE.digits))
    assert nf.Grid(rows[0]["solutions"]) == SOLUTION
    assert json.loads(rows[6]["stats"]) == {"nodes": 3, "conflicts": 20}


@pytest.mark.parametrize("name", ["=1+1", "+cmd", "-2", "@SUM(A1)", "\t=x", "\r\n@1"])
def test_csv_cells_are_never_formulas(name: str) -> None:
    (row,) = csv.DictReader(StringIO("".join(csv_rows([outcome(0, name, 1.0)])), newline=""))
    assert row["method"] == f"'{name.strip()}"


def test_times_are_relative_to_the_fastest_on_each_puzzle() -> None:
    fast, slow, unsolved = ratios_to_best([FAST.runs, SLOW.runs, UNSOLVED.runs])
    assert fast == [1.0] * 4
    assert slow == pytest.approx(sorted([0.1 / 0.001, 0.05 / 0.002, 0.1 / 3 / 0.003]))
    assert unsolved == []


def test_charts_show_the_answers_of_each_method() -> None:
    scene = charts([FAST, SLOW, UNSOLVED])
    marks = [shape for shape in scene.shapes if isinstance(shape, Box)][1:]
    assert len(marks) == 7  # one per answer in the cactus plot
    for colour in {mark.fill for mark in marks}:
        places = [(mark.x, mark.y) for mark in marks if mark.fill == colour]
        assert places == sorted(places)
        assert [y for _, y in places] == sorted((y for _, y in places), reverse=True)  # upwards, as y grows downwards
    words = {shape.text for shape in scene.shapes if isinstance(shape, Text)}
    assert {"fast", "slow", "unsolved", "10 ms", "1 ms", "0 %", "100 %"} <= words
    for shape in scene.shapes:
        if isinstance(shape, Line):
            assert 0 <= min(shape.x1, shape.x2) <= max(shape.x1, shape.x2) <= scene.width
            assert 0 <= min(shape.y1, shape.y2) <= max(shape.y1, shape.y2) <= scene.height


def test_profile_ends_at_the_share_of_answers() -> None:
    scene = charts([FAST, SLOW])
    right = max(shape.x2 for shape in scene.shapes if isinstance(shape, Line))
    lines = [shape for shape in scene.shapes if isinstance(shape, Line) and shape.x2 == right]
    ends = [min(line.y2 for line in lines if line.colour == colour) for colour in COLOURS[:2]]
    top, bottom = 40.0, 320.0
    assert ends == pytest.approx([top, top + (bottom - top) / 4])  # four of four, and three of four


@pytest.mark.parametrize("many", [1, 40, 5000])
def test_long_race_is_drawn_with_few_lines(many: int) -> None:
    long = [
        Standing(method=f"m{k}", outcomes=tuple(outcome(at, f"m{k}", 0.001 * (k + at % 7)) for at in range(many)))
        for k in range(10)
    ]
    assert len(charts(long).shapes) < 10 * 700


def test_race_without_answers_is_drawn() -> None:
    race = nf.Race(puzzles=(PUZZLE,), methods=("unsolved",), outcomes=UNSOLVED.outcomes)
    ET.fromstring(race.svg())
    ET.fromstring(nf.Race(puzzles=(), methods=(), outcomes=()).svg())


def test_a_notebook_shows_table_and_charts_with_names_escaped() -> None:
    race = nf.Race(puzzles=(PUZZLE,), methods=("a<b", "slow"), outcomes=(outcome(0, "a<b", 0.1), *SLOW.outcomes))
    shown = ET.fromstring(f"<div>{race._repr_html_()}</div>")
    assert [row[0].text for row in shown.iter("tr")] == ["method", "slow", "a<b"]
    assert race._repr_html_().endswith(race.svg())


def test_svg_and_png_show_the_same_scene() -> None:
    pytest.importorskip("PIL")
    race = nf.Race(puzzles=(PUZZLE,), methods=("a<b", "slow"), outcomes=(outcome(0, "a<b", 0.1), *SLOW.outcomes))
    root = ET.fromstring(race.svg())
    png = race.png(scale=1.0)
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20], "big") == round(float(root.attrib["width"]))
    assert "a<b" in {element.text for element in root.iter()}
