"""Memory stays bounded however much there is to do: `make memory`.

Each case runs in a separate process and reports its peak resident memory:

1. solving a file of PUZZLES=10,000,000 lines with `ninefold solve` holds at most 300 MB;
2. a trace that keeps the last thousand events, of a search that makes many more, adds next to nothing;
3. counting the empty 25×25 board, which has more solutions than any counter holds, adds next to nothing;
4. generating 200,000 puzzles into a file holds at most 300 MB.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from itertools import cycle, islice
from os import devnull, getloadavg
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import ninefold as nf
from ninefold.cli import main as ninefold

MEGABYTE = 1 << 20
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def batch(puzzles: int) -> None:
    """Solve a file of puzzles on the command line."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "puzzles.txt")
        lines = [f"{puzzle.clues.line}\n" for puzzle in nf.generate(count=10_000, seed=1)]
        with path.open("w", encoding="ascii") as file:
            file.writelines(islice(cycle(lines), puzzles))
        del lines
        assert ninefold(["solve", str(path)]) == 0


def trace(_: int) -> None:
    """Trace a method that makes millions of events into a sink that keeps a thousand."""
    last: deque[nf.Event] = deque(maxlen=1000)
    events = 0

    def sink(event: nf.Event) -> None:
        nonlocal events
        events += 1
        last.append(event)

    nf.solve(HARDEST, by="backtrack", limit=nf.Limit(None, seconds=20), trace=sink)
    print(f"{events:,} events", file=sys.stderr)


def count(_: int) -> None:
    """Count the solutions of the empty 25×25 board for a while, and find some of them one by one."""
    found = nf.count(nf.Grid.empty(25), limit=nf.Limit(None, seconds=20))
    seen = sum(1 for _ in islice(nf.solutions(nf.Grid.empty(16), limit=nf.Limit(seconds=60)), 20_000))
    print(f"{found:,} counted, {seen:,} listed", file=sys.stderr)


def generate(_: int) -> None:
    """Generate puzzles on the command line."""
    assert ninefold(["generate", "--count", "200000", "--seed", "1"]) == 0


# Each case with the peak memory its process may reach, in MB.
CASES: dict[str, tuple[Callable[[int], None], int]] = {
    "batch": (batch, 300),
    "trace": (trace, 150),
    "count": (count, 150),
    "generate": (generate, 300),
}


def run(name: str, puzzles: int) -> bool:
    """Run a case in its own process; whether it stayed within its limit."""
    command = [sys.executable, __file__, str(puzzles), name]
    start = perf_counter()
    with Path(devnull).open("w") as nowhere:
        done = subprocess.run(command, stdout=nowhere, stderr=subprocess.PIPE, text=True, check=False)
    said = done.stderr.strip().splitlines()
    peak, allowed = int(said[-1]) if done.returncode == 0 else 0, CASES[name][1]
    words = f"{name}: {peak} MB of {allowed}, {perf_counter() - start:.0f} s"
    print("; ".join([words, *said[:-1]]) if peak else f"{name} failed: {done.stderr}", flush=True)
    return 0 < peak <= allowed


def main(puzzles: int, name: str) -> None:
    if name:
        CASES[name][0](puzzles)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        print(round(peak / MEGABYTE), file=sys.stderr)
        return
    good = [run(name, puzzles) for name in CASES]
    print(f"{puzzles:,} puzzles in the batch; load average {getloadavg()[0]:.1f}")
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main(int(sys.argv[1]), "".join(sys.argv[2:]))
