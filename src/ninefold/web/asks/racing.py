"""Asks that race: several methods on the same puzzles, told outcome by outcome."""

from __future__ import annotations

import shlex

from ninefold.core.grid import Grid
from ninefold.racing.outcome import Outcome
from ninefold.racing.race import race
from ninefold.web.asks.common import Asked, Desk, Record, layout_of


def raced(asked: Asked, desk: Desk) -> Record:
    """The race, and at its end the standings."""
    layout = layout_of(asked)
    grids = [Grid(puzzle, layout=layout) for puzzle in asked["puzzles"]]
    rounds, limit = asked.get("rounds", 1), asked.get("limit", 2)
    runs: list[Record] = []
    total = len(grids) * len(asked["by"]) * rounds

    def progress(outcome: Outcome) -> None:
        runs.append(_run(outcome))
        desk.tell("progress", {"run": runs[-1], "done": len(runs), "total": total})

    found = race(
        grids,
        by=list(asked["by"]),
        seconds=asked["seconds"],
        limit=limit,
        rounds=rounds,
        cancel=desk.cancel,
        progress=progress,
    )
    return {
        "runs": runs,
        "standings": [standing.record() for standing in found.standings],
        "left_out": [str(out) for out in found.excluded],
        "disputes": len(found.disputes),
        "csv": found.csv(),
        "command": _command(asked, grids),
        "python": _python(asked, grids),
    }


def _run(outcome: Outcome) -> Record:
    return {
        "heat": outcome.heat,
        "puzzle": outcome.puzzle,
        "method": outcome.method,
        "status": str(outcome.status),
        "seconds": outcome.seconds,
        "cpu_seconds": outcome.cpu_seconds,
        "timed_out": outcome.timed_out,
        "nodes": outcome.result.stats.get("nodes", 0),
        "work": list(outcome.work),
        "why": outcome.result.why,
        "fault": outcome.fault,
    }


def _command(asked: Asked, grids: list[Grid]) -> str:
    words = ["ninefold", "race", *(grid.line for grid in grids), "--by", ",".join(asked["by"])]
    words += [] if grids[0].layout.usual else ["--layout", str(grids[0].layout)]
    words += ["--seconds", f"{asked['seconds']:g}"]
    words += ["--rounds", str(asked["rounds"])] if asked.get("rounds", 1) != 1 else []
    words += ["--limit", str(asked["limit"] or "all")] if asked.get("limit", 2) != 2 else []
    return shlex.join(words)


def _python(asked: Asked, grids: list[Grid]) -> str:
    shape = "" if grids[0].layout.usual else f", layout=nf.Layout.parse({str(grids[0].layout)!r})"
    listed = "".join(f"    nf.Grid({grid.line!r}{shape}),\n" for grid in grids)
    options = {name: asked[name] for name in ("seconds", "rounds", "limit") if name in asked}
    given = "".join(f", {name}={value!r}" for name, value in options.items())
    return (
        f"import ninefold as nf\n\npuzzles = [\n{listed}]\nrace = nf.race(puzzles, by={list(asked['by'])!r}{given})\n"
        "print(race.table())\n"
    )
