"""A server that runs for hours under a steady mixed load: its memory, descriptors and threads must not grow.

python tests/long/soak.py [HOURS] [RATE]

`make soak` runs it for HOURS=8 with RATE=20 requests per second, and every minute a job, a saved game and an import.
What the server and its workers hold is read every minute. After the first tenth, memory may grow by 5 %, descriptors
may differ by 2, and threads not at all.
"""

from __future__ import annotations

import asyncio
import sys
import time
from statistics import median

from loaded import load
from served import EASY, Served, call, percentile, report, serve
from tree import Held, held


async def minute(server: Served, number: int, rate: float, times: list[float], faults: list[str]) -> None:
    """A minute of load, less two seconds of rest, after which the server is looked at."""
    port = server.port
    document = {"format": "ninefold/1", "layout": "9", "clues": EASY, "placed": {"r1c3": 4}}
    calls = (
        ("POST", "/api/jobs", {"kind": "race", "puzzles": [EASY], "by": ["search", "backtrack"], "seconds": 2}),
        ("PUT", f"/api/games/soak{number % 250}", {"puzzle": document}),
        ("POST", "/api/parse", {"text": f"{EASY}\n" * 200}),
    )
    await load(port, 55.0, rate, times, faults)
    for method, path, body in calls:
        status, _ = await call(port, method, path, body)
        faults += [] if status < 400 else [f"{path}: {status}"]
    await asyncio.sleep(5.0)


async def soak(server: Served, hours: float, rate: float) -> list[str]:
    """The minutes, with a line each."""
    faults, times, seen = list[str](), list[float](), list[Held]()
    end = time.monotonic() + hours * 3600
    while time.monotonic() < end:
        await minute(server, len(seen), rate, times, faults)
        seen.append(held(server.process.pid))
        if len(seen) % 10 == 1:
            print(f"minute {len(seen)}: {seen[-1]}, p99 {percentile(times, 0.99):.1f} ms", flush=True)
    return server.log + faults + _growth(seen, len(times), times)


def _growth(seen: list[Held], count: int, times: list[float]) -> list[str]:
    """What grew: the median of the last tenth against that of the tenth after the first."""
    tenth = max(1, len(seen) // 10)
    early, late = seen[tenth : 2 * tenth] or seen[:1], seen[-tenth:]
    memory = [median(one.megabytes for one in part) for part in (early, late)]
    files = [median(one.descriptors for one in part) for part in (early, late)]
    threads = [median(one.threads for one in part) for part in (early, late)]
    print(
        f"{len(seen)} minutes, {count:,} requests, "
        f"p50 {percentile(times, 0.5):.1f} ms, p99 {percentile(times, 0.99):.1f} ms; "
        f"memory {memory[0]:.0f} → {memory[1]:.0f} MB, descriptors {files[0]:g} → {files[1]:g}, "
        f"threads {threads[0]:g} → {threads[1]:g}"
    )
    faults = [] if memory[1] <= 1.05 * memory[0] else [f"memory grew from {memory[0]:.0f} to {memory[1]:.0f} MB"]
    faults += [] if abs(files[1] - files[0]) <= 2 else [f"descriptors went from {files[0]:g} to {files[1]:g}"]
    return faults + ([] if threads[1] == threads[0] else [f"threads went from {threads[0]:g} to {threads[1]:g}"])


def main(hours: float, rate: float = 20.0) -> int:
    """Soak, and report."""
    start = time.monotonic()
    with serve() as server:
        return report(f"soak of {hours:g} h", asyncio.run(soak(server, hours, rate)), start)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), *map(float, sys.argv[2:3])))
