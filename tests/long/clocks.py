"""A clock that jumps by ten years or an hour, or stops: deadlines hold, and games keep their order.

python tests/long/clocks.py [ROUNDS]

The clock is moved while a puzzle is being solved, here, in another process and behind the server, between saves, and
while two processes make a data set, which must be the same as without.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread, Timer
from time import monotonic, time

import httpx
from preloaded import preload

import ninefold as nf
from ninefold.library.games import Games
from ninefold.library.store import Library
from ninefold.web.server import Address, AppServer
from ninefold.web.settings import ServerLimits

YEARS = 10 * 365 * 86400
SHIFTS = {"ten years on": YEARS, "ten years back": -YEARS, "an hour on": 3600, "an hour back": -3600, "frozen": 0}
SECONDS, LATE = 0.5, 0.35
HARD = "." * 625
JOB = nf.BatchJob(count=40_000, seed=7, rows=10_000)


def move(name: str) -> None:
    """Move the clock of all processes."""
    frozen = 0 if name != "frozen" else int(time())
    state = SHIFTS.get(name, 0).to_bytes(8, "little", signed=True) + frozen.to_bytes(8, "little", signed=True)
    with Path(os.environ["CLOCK_FILE"]).open("r+b") as file:
        file.write(state)


def timed(name: str, work: Callable[[], object]) -> float:
    """How long some work takes if the clock is moved in the middle of it."""
    timer = Timer(SECONDS / 2, move, [name])
    timer.start()
    start = monotonic()
    work()
    took = monotonic() - start
    timer.join()
    return took


def solve(method: str) -> Callable[[], object]:
    """A solve that needs all of its time."""
    return lambda: nf.solve(HARD, by=method, limit=nf.Limit(None, seconds=SECONDS))


def games(library: Library, name: str, number: int) -> str:
    """A game saved before and one after a jump; what is wrong, or nothing."""
    store = Games(library)
    store.save(f"before{number}", nf.Puzzle(nf.Grid.empty(4)), seconds=0)
    move(name)
    store.save(f"after{number}", nf.Puzzle(nf.Grid.empty(4)), seconds=0)
    store.keep(2)
    found = [game.id for game in store.all()]
    return "" if found == [f"after{number}", f"before{number}"] else f"the games are {found}"


def data_set(folder: str, name: str) -> str:
    """A data set during whose making the clock is moved; what is wrong, or nothing."""
    made = nf.DataSet(f"{folder}/set", JOB)
    timer = Timer(SECONDS, move, [name])
    timer.start()
    status = made.make(workers=2 if name else 1)
    timer.join()
    move("")
    found = str([[file["columns"] for file in commit["files"]] for commit in made.commits()])
    shutil.rmtree(f"{folder}/set")
    wrong = status.failures or status.lost or found != _columns.setdefault("whole", found)
    return f"a data set, {name}: {status}" if wrong else ""


_columns: dict[str, str] = {}


def main(rounds: int) -> int:
    """The number of things that went wrong."""
    bad, longest = list[str](), 0.0
    before = time()
    move("ten years on")
    assert time() - before > YEARS / 2, "the clock does not move"
    move("")
    with tempfile.TemporaryDirectory() as folder, Library(f"{folder}/games.sqlite") as library:
        ready, where = Event(), list[str]()
        service = AppServer(Address(), f"{folder}/library.sqlite", ServerLimits(rate=1e6, burst=1e6))
        thread = Thread(target=service.run, args=(lambda address: (where.append(address), ready.set()),))
        thread.start()
        ready.wait(60)
        body = {"puzzle": HARD, "by": "backtrack", "limit": 1000, "seconds": SECONDS}
        with httpx.Client(base_url=where[0].partition("?")[0], timeout=60, trust_env=False) as client:
            works: dict[str, Callable[[], object]] = {
                "backtrack": solve("backtrack"),
                "mip": solve("mip"),
                "the server": lambda: client.post("/api/solve", json=body).raise_for_status(),
            }
            for work in works.values():
                work()  # processes start once
            data_set(folder, "")
            for number in range(rounds):
                for name in SHIFTS:
                    for who, work in works.items():
                        took = timed(name, work)
                        longest = max(longest, took)
                        if took > SECONDS + LATE:
                            bad.append(f"{who}, {name}: {took:.2f} s for {SECONDS} s")
                        move("")
                    bad += filter(None, [games(library, name, number), data_set(folder, name)])
                    move("")
        service.stop()
        thread.join()
    print(*bad, sep="\n")
    print(f"{rounds * len(SHIFTS) * 5:,} jumps, {len(bad)} wrong; the longest of {SECONDS} s took {longest:.2f} s")
    return len(bad)


if __name__ == "__main__":
    preload()
    sys.exit(min(1, main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)))
