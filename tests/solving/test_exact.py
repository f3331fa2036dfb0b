"""What sat, cp, mip and mip-integer have in common: they decide known puzzles, and keep out of each other's way."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from known import Hostile, hostile, paper_puzzle

import ninefold as nf
from ninefold.processes.pool import shared
from ninefold.solving.registry import find

LIBRARIES = {"sat": "pysat", "cp": "ortools", "mip": "highspy", "mip-integer": "highspy"}
EXTRAS = {"sat": "sat", "cp": "cp", "mip": "lp", "mip-integer": "lp"}
PUZZLE = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
PATIENCE = 60.0

there = [name for name in LIBRARIES if find(name).available]


@pytest.mark.parametrize("by", [name for name in there if name in ("sat", "cp")])
@pytest.mark.parametrize("entry", hostile(), ids=str)
def test_puzzles_that_break_careless_solvers_are_solved(entry: Hostile, by: str) -> None:
    result = nf.solve(entry.puzzle, by=by, limit=nf.Limit(seconds=PATIENCE))
    assert str(result.status) == entry.status


@pytest.mark.parametrize("by", [name for name in there if name != "mip-integer"])
def test_the_25x25_of_the_papers_is_solved(by: str) -> None:
    entry = paper_puzzle("25x25, with the two clues moved")
    result = nf.solve(entry.puzzle, by=by, limit=nf.Limit(seconds=PATIENCE))
    assert (result.status, result.solution) == (nf.Status.UNIQUE, entry.solution)


@pytest.mark.parametrize("by", there)
@pytest.mark.parametrize("entry", [entry for entry in hostile() if entry.name != "empty 4x4"], ids=str)
def test_a_deadline_is_kept_and_nothing_wrong_is_said(entry: Hostile, by: str) -> None:
    result = nf.solve(entry.puzzle, by=by, limit=nf.Limit(seconds=0.05))
    possible = {"unique": {"unique", "solved"}, "multiple": {"multiple", "solved"}, "impossible": {"impossible"}}
    assert str(result.status) in possible[entry.status] | {"unknown"}


@pytest.mark.parametrize("by", there)
def test_a_cancel_is_kept(by: str) -> None:
    flag = threading.Event()
    timer = threading.Timer(0.3, flag.set)
    timer.start()
    result = nf.solve(nf.Grid.empty(16), by=by, limit=None, cancel=flag)
    timer.join()
    assert (result.ended, result.why) == (False, "cancelled")


@pytest.mark.parametrize("by", LIBRARIES)
def test_a_missing_library_is_reported_with_its_extra(by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (LIBRARIES[by], *find(by).needs):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(nf.MethodError) as caught:
        nf.solve(PUZZLE, by=by)
    assert str(caught.value).endswith(f"which is not installed: pip install 'ninefold[{EXTRAS[by]}]'")
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
@pytest.mark.skipif(len(there) < 4, reason="a library is missing")
def test_two_libraries_never_meet_in_one_process() -> None:
    shared.clear()
    for by in there:
        assert nf.solve(PUZZLE, by=by).status is nf.Status.UNIQUE
    loaded = {}
    for (group, *_), worker in shared.idle:
        maps = Path(f"/proc/{worker.process.pid}/maps").read_text()
        loaded[group] = {name for name in ("ortools", "highspy", "pysolvers") if f"/{name}" in maps}
    assert loaded == {"pysat": {"pysolvers"}, "ortools": {"ortools"}, "highs": {"highspy"}}


@pytest.mark.parametrize("by", there)
def test_the_parent_process_loads_no_library(by: str) -> None:
    heavy = "pysat.solvers", "ortools.sat.python.cp_model", "highspy", "numpy"
    script = (
        f"import sys, ninefold as nf; print(nf.solve({PUZZLE.line!r}, by={by!r}).status);"
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["unique", "[]"]
