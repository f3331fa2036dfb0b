"""Sweeps: every setting, seed and puzzle once; the same runs as by hand; intervals, CSV and chart."""

from __future__ import annotations

import csv
from io import StringIO
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from running import ninefold

import ninefold as nf
from ninefold.racing.sweep import wilson

PUZZLES = ["..4.1......3.1..", "...1..2..3..4..."]


def test_every_setting_seed_and_puzzle_runs_once_and_as_by_hand() -> None:
    done = nf.sweep(PUZZLES, by="network:starts=1", grid={"growth": [1.02, 1.2], "noise": [0.0, 0.3]}, seeds=[3, 4])
    assert [dict(row.setting) for row in done.rows] == [
        {"growth": growth, "noise": noise} for growth in (1.02, 1.2) for noise in (0.0, 0.3)
    ]
    for row in done.rows:
        assert [(trial.seed, trial.puzzle) for trial in row.trials] == [(3, 0), (3, 1), (4, 0), (4, 1)]
        for trial in row.trials:
            by = nf.Network(starts=1, seed=trial.seed or 0, **dict(trial.setting))
            result = nf.solve(PUZZLES[trial.puzzle], by=by, limit=1)
            assert (trial.status, trial.steps) == (result.status, result.stats["steps"])


def test_interval_contains_the_share_and_narrows() -> None:
    assert wilson(0, 10)[0] == pytest.approx(0.0)
    assert wilson(10, 10)[1] == pytest.approx(1.0)
    widths = [high - low for low, high in (wilson(runs // 2, runs) for runs in (10, 100, 1000))]
    assert widths == sorted(widths, reverse=True)
    assert all(low <= 0.5 <= high for low, high in (wilson(5, 10), wilson(500, 1000)))
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)  # Newcombe (1998), table I


def test_csv_has_a_row_per_run_and_the_chart_a_line_per_setting() -> None:
    done = nf.sweep(PUZZLES, by="anneal", grid={"starts": [1, 2]}, seeds=range(2))
    rows = list(csv.DictReader(StringIO(done.csv())))
    assert len(rows) == 8
    assert sum(int(row["solved"]) for row in rows) == sum(row.solved for row in done.rows)
    assert {row["starts"] for row in rows} == {"1", "2"}
    assert done.svg() in done._repr_html_()
    assert repr(done.rows[0]).startswith("<SweepRow ")
    assert repr(done.rows[0]).endswith(f": {done.rows[0].solved} of {done.rows[0].runs} runs solved>")
    assert "share of runs solved" in done.svg()


def test_a_cancelled_sweep_keeps_what_was_done() -> None:
    cancel = Event()
    done = nf.sweep(PUZZLES, by="anneal", seeds=range(5), cancel=cancel, progress=lambda _: cancel.set())
    assert (done.why, done.rows[0].runs) == ("cancelled", 1)


def test_an_interrupted_sweep_reports_the_runs_so_far_and_has_written_them(tmp_path: Path) -> None:
    method = tmp_path / "own.py"
    method.write_text("""
from dataclasses import dataclass

@dataclass(frozen=True)
class Third:
    seed: int = 0

    def __call__(self, puzzle, run):
        if self.seed == 2:
            raise KeyboardInterrupt
        yield from ()
""")
    runs = tmp_path / "runs.csv"
    done = ninefold("sweep", PUZZLES[0], "--by", f"{method}:Third", "--seeds", "5", "--csv", str(runs), "--json")
    assert (done.code, done.err) == (130, "ninefold: interrupted after 2 runs\n")
    assert '"runs": 2' in done.out
    assert [row["seed"] for row in csv.DictReader(StringIO(runs.read_text()))] == ["0", "1"]
    done = ninefold("sweep", PUZZLES[0], "--by", f"{method}:Third", "--vary", "seed=4,5", "--json")
    assert (done.code, done.err, done.out.count('"solved": 0')) == (0, "", 2)


def test_bad_sweeps_are_refused() -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"grid": {"speed": [1]}}, "unknown option 'speed' in the sweep; expected one of"),
        ({"grid": {"seed": 3}}, "seed: expected a list of values, not 3"),
        ({"grid": 3}, "grid: expected the values of each option, such as .*, not 3"),
        ({"seeds": []}, "seed: expected at least one value"),
        ({"seeds": count()}, "seed: expected at most 100,000 values"),
        ({"seeds": [-5]}, "option seed: read -5"),
    ]
    for given, words in cases:
        with pytest.raises(nf.NinefoldError, match=words):
            nf.sweep(PUZZLES, by="anneal", **given)
    with pytest.raises(nf.NinefoldError, match="puzzles must be grids, texts or a file, not 3"):
        nf.sweep(3, by="anneal")  # type: ignore[arg-type]
    with pytest.raises(nf.NinefoldError, match="a sweep needs at least one puzzle"):
        nf.sweep([], by="anneal")
    with pytest.raises(nf.NinefoldError, match="expected none: it has no options"):
        nf.sweep(PUZZLES, by="norvig", seeds=[1])


def test_one_puzzle_is_enough() -> None:
    assert len(nf.sweep(PUZZLES[0], by="anneal", seeds=range(2)).rows[0].trials) == 2


def test_sweep_says_if_every_seed_took_the_same_steps() -> None:
    """The first start of the network is not random, so five seeds are one run five times."""
    lecture = nf.paper_puzzle("lecture").puzzle
    same = nf.sweep(lecture, by="network:lecture=false:starts=1:growth=1.05", seeds=range(3))
    assert same.warning == "in 1 of 1 setting every seed took the same steps"
    assert "intervals are too narrow" in same._repr_html_()
    assert nf.sweep(lecture, by="network:lecture=false:starts=1:growth=1.05", seeds=[1]).warning == ""
    other = nf.sweep(lecture, by="anneal", seeds=range(3))
    assert len({trial.steps for trial in other.rows[0].trials}) > 1
    assert other.warning == ""
    assert "narrow" not in other._repr_html_()
    # Runs without success are all of the same length, whatever the seed.
    assert nf.sweep(lecture, by="anneal:starts=1:cooling=0.5", seeds=range(3)).warning == ""


def test_race_on_several_sizes_plots_time_against_size() -> None:
    nine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    assert "size of the board" in nf.race([PUZZLES[0], nine], by=["norvig"]).svg()
    assert "size of the board" not in nf.race([nine], by=["norvig"]).svg()


def test_command_prints_writes_and_plots(tmp_path: Path) -> None:
    table, plot = tmp_path / "runs.csv", tmp_path / "sweep.svg"
    words = ("--by", "network", "--vary", "growth=1.05,1.2", "--seeds", "2", "--csv", str(table), "--plot", str(plot))
    done = ninefold("sweep", PUZZLES[0], *words, "--json")
    assert [record["runs"] for record in done.records] == [2, 2]
    assert len(table.read_text().splitlines()) == 5
    assert plot.read_text().startswith("<svg")
    wrong = ninefold("sweep", PUZZLES[0], "--by", "anneal", "--vary", "growth")
    assert (wrong.code, "expected NAME=V1,V2,..." in wrong.err) == (2, True)


def test_a_seed_counts_once() -> None:
    for options, words in (
        ({"seeds": [3, 3]}, "seed: expected each value once; read 3 twice"),
        ({"grid": {"starts": [1, 2, 1]}}, "starts: expected each value once; read 1 twice"),
        ({"grid": {"seed": [1, 2]}, "seeds": range(3)}, "in the grid or as seeds, not in both"),
    ):
        with pytest.raises(nf.NinefoldError, match=words):
            nf.sweep(PUZZLES, by="anneal", **options)  # type: ignore[arg-type]
