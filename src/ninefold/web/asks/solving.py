"""Asks that solve: at once, as a job with its trace, and one method with many seeds."""

from __future__ import annotations

import json
import shlex
from time import perf_counter
from typing import Any

from ninefold.core.checking import check
from ninefold.core.grid import Grid
from ninefold.core.limits import Limit
from ninefold.core.values import for_json
from ninefold.solving.counting import count
from ninefold.solving.registry import method_text
from ninefold.solving.result import Result
from ninefold.solving.solve import solve
from ninefold.solving.trace import Belief, Candidate, Event
from ninefold.web.asks.common import Asked, Desk, Record, board_of, clashes_of, grid_of

# So often, or when so many events or bytes are there, a batch of them is sent.
BATCH_SECONDS, BATCH_EVENTS, BATCH_BYTES = 0.05, 500, 1 << 18
MAX_SOLUTIONS = 1000


def solved(asked: Asked, desk: Desk) -> Record:
    """Solve a puzzle, without a trace."""
    return _answer(asked, _solve(asked, desk, None))


def traced(asked: Asked, desk: Desk) -> Record:
    """Solve a puzzle as a job: its trace is told in batches as long as there is room for it.

    A trace that is cut ends the run. It is then asked once more without one, for the answer.
    """
    start = perf_counter()
    batches = Batches(desk, asked["events"], asked["event_bytes"], asked.get("beliefs", 1))
    try:
        result = _solve(asked, desk, batches if asked.get("trace", True) else None)
    except Full:
        left = max(0.05, asked["seconds"] - (perf_counter() - start))
        result = _solve(dict(asked) | {"seconds": left}, desk, None)
        return _answer(asked, result, is_traced=True) | {"trace_cut": True}
    finally:
        batches.flush()
    return _answer(asked, result, is_traced=True) | {"trace_cut": False}


def counted(asked: Asked, desk: Desk) -> Record:
    """Count the solutions of a puzzle."""
    puzzle = grid_of(asked)
    found = count(puzzle, limit=Limit(asked.get("limit", 1_000_000), seconds=asked["seconds"]), cancel=desk.cancel)
    return {"count": int(found), "exact": found.ended, "why": found.why, "puzzle": board_of(puzzle)}


def many_seeds(asked: Asked, desk: Desk) -> Record:
    """Ask one method again and again, each time with another seed."""
    puzzle = grid_of(asked)
    runs: list[Record] = []
    for seed in asked["seeds"]:
        by = method_text(asked["by"], asked.get("settings", {}) | {"seed": seed})
        result = solve(puzzle, by=by, limit=Limit(1, seconds=asked["seconds"]), cancel=desk.cancel)
        run = {"seed": seed, "status": str(result.status), "seconds": result.seconds, "stats": dict(result.stats)}
        runs.append(run)
        desk.tell("progress", run | {"done": len(runs), "total": len(asked["seeds"])})
    good = sum(run["status"] in ("unique", "solved", "multiple") for run in runs)
    again = {"command": _seeds_command(asked, puzzle), "python": _seeds_python(asked, puzzle)}
    return {"runs": runs, "solved": good, "total": len(runs)} | again


def _solve(asked: Asked, desk: Desk, trace: Batches | None) -> Result:
    limit = asked.get("limit", 2)
    return solve(
        grid_of(asked),
        by=_method(asked),
        limit=Limit(MAX_SOLUTIONS if limit is None else limit, seconds=asked["seconds"], nodes=asked.get("nodes")),
        cancel=desk.cancel,
        trace=trace,
    )


def _method(asked: Asked) -> str:
    return method_text(asked.get("by", "auto"), asked.get("settings", {}))


def _answer(asked: Asked, result: Result, *, is_traced: bool = False) -> Record:
    return {
        "status": str(result.status),
        "solutions": [board_of(grid) for grid in result.solutions],
        "ended": result.ended,
        "why": result.why,
        "method": result.method,
        "seconds": result.seconds,
        "stats": dict(result.stats),
        "puzzle": board_of(result.puzzle),
        "clashes": clashes_of(check(result.puzzle)),
        "command": _command(asked, result.puzzle, is_traced=is_traced),
        "python": _python(asked, result.puzzle, is_traced=is_traced),
    }


# --- the same again ---------------------------------------------------------------------------


def _command(asked: Asked, puzzle: Grid, *, is_traced: bool = False) -> str:
    """The command that asks the same; what a view showed step by step is then in a file."""
    words = ["ninefold", "solve", puzzle.line]
    if not puzzle.layout.usual:
        words += ["--layout", str(puzzle.layout)]
    words += ["--by", _method(asked)]
    limit = asked.get("limit", 2)
    words += [] if limit == 2 else ["--limit", str(MAX_SOLUTIONS if limit is None else limit)]
    words += ["--seconds", f"{asked['seconds']:g}"]
    words += ["--nodes", str(asked["nodes"])] if asked.get("nodes") else []
    words += ["--trace", "trace.jsonl"] if is_traced else []
    return shlex.join(words)


def _python(asked: Asked, puzzle: Grid, *, is_traced: bool = False) -> str:
    """The lines of Python that ask the same; with a trace, its events are a list."""
    limit = Limit(asked.get("limit", 2) or MAX_SOLUTIONS, seconds=asked["seconds"], nodes=asked.get("nodes"))
    given = f"by={_method(asked)!r}, limit=nf.{limit!r}" + ", trace=events" * is_traced
    first = "events = []\n" * is_traced
    return f"import ninefold as nf\n\n{first}result = nf.solve({_grid(puzzle)}, {given})\nprint(result.status)\n"


def _grid(puzzle: Grid) -> str:
    shape = "" if puzzle.layout.usual else f", layout=nf.Layout.parse({str(puzzle.layout)!r})"
    return f"nf.Grid({puzzle.line!r}{shape})"


def _seeds_command(asked: Asked, puzzle: Grid) -> str:
    """A line of shell that asks one seed after the other."""
    settings = asked.get("settings", {}) | {"seed": "SEED"}
    once = _command(dict(asked) | {"limit": 1, "settings": settings}, puzzle).replace("seed=SEED", "seed=$seed")
    seeds = " ".join(map(str, asked["seeds"]))
    return f"for seed in {seeds}; do {once} --json; done"


def _seeds_python(asked: Asked, puzzle: Grid) -> str:
    """The lines of Python that ask one seed after the other."""
    limit = Limit(1, seconds=asked["seconds"])
    return (
        f"import ninefold as nf\n\npuzzle = {_grid(puzzle)}\n"
        f"for seed in {_span(asked['seeds'])}:\n"
        f"    result = nf.solve(puzzle, by=f'{_method(asked)}:seed={{seed}}', limit=nf.{limit!r})\n"
        "    print(seed, result.status, result.seconds)\n"
    )


def _span(seeds: list[int]) -> str:
    """Seeds as they are written shortest."""
    row = list(range(seeds[0], seeds[0] + len(seeds)))
    return f"range({row[0]}, {row[-1] + 1})" if seeds == row else repr(seeds)


# --- the trace --------------------------------------------------------------------------------


class Full(Exception):
    """More of a trace than is kept."""


class Batches:
    """A trace sink that tells events in batches, each k-th belief only, and no more than there is room for."""

    def __init__(self, desk: Desk, events: int, size: int, beliefs: int) -> None:
        self._desk, self._events, self._size, self._beliefs = desk, events, size, beliefs
        self._start = self._last = perf_counter()
        self._batch: list[str] = []
        self._bytes = self._seen = 0
        self._held: tuple[float, Belief] | None = None

    def __call__(self, event: Event) -> None:
        """Take one event."""
        now = perf_counter()
        if isinstance(event, Belief):
            self._seen += 1
            if (self._seen - 1) % self._beliefs:
                self._held = now, event  # the last one is always told
                return
            self._held = None
        self._take(now, event)
        if now - self._last > BATCH_SECONDS or len(self._batch) >= BATCH_EVENTS or self._bytes >= BATCH_BYTES:
            self.flush(whole=False)

    def _take(self, now: float, event: Event) -> None:
        text = json.dumps(_fields(event) | {"seconds": round(now - self._start, 6)}, default=for_json)
        self._events -= 1
        self._size -= len(text)
        if self._events < 0 or self._size < 0:
            raise Full
        self._batch.append(text)
        self._bytes += len(text)

    def flush(self, whole: bool = True) -> None:
        """Tell what is there, at the end with the last belief."""
        if whole and self._held is not None:
            at, event = self._held
            self._batch.append(json.dumps(_fields(event) | {"seconds": round(at - self._start, 6)}, default=for_json))
        if self._batch:
            self._desk.tell("trace", f"[{','.join(self._batch)}]")
        self._batch, self._bytes, self._last = [], 0, perf_counter()


def _fields(event: Event) -> dict[str, Any]:
    """An event as it is sent: cells as numbers."""
    fields = {"event": event.kind} | event.fields()
    return fields | ({"cell": event.cell} if isinstance(event, Candidate) else {})
