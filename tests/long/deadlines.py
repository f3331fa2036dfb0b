"""Hundreds of solves and generate calls with short limits on a loaded machine, none of which may end late.

`make deadlines`: every method solves every adversarial puzzle it supports, and puzzles are generated to random recipes
on boards of every size. A call that returns more than `ALLOWED` seconds after its limit is a fault, and so is a status
that contradicts the known one. To load the machine, one process per core counts all the while.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from os import cpu_count, getloadavg
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from known import Hostile, hostile
from patterned import pattern

import ninefold as nf
from ninefold.make.patterns import SYMMETRIES
from ninefold.rating.levels import LEVELS

ALLOWED = 0.35
SOLVE_SECONDS, GENERATE_SECONDS = (0.1, 0.3, 0.6), (0.05, 0.1, 0.3, 0.6)
JIGSAW_9 = "AAAABBBCC AAABBBCCC AADDBBECC DDDDBEECC DDDGEEEEI FFGGHEEII FFGHHHIII FFFGGHHII FFGGGHHHI"
JIGSAW = nf.Layout(9, regions=JIGSAW_9)
BOARDS: list[nf.Layout | int] = [9, 9, 9, JIGSAW, nf.Layout(9, diagonals=True), 6, 12, 16, 16, 20, 25, 25, 36, 49]


@contextmanager
def loaded(processes: int) -> Iterator[None]:
    """A machine with this many processes that never rest."""
    running = [subprocess.Popen([sys.executable, "-I", "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


def puzzles(rng: Random) -> list[Hostile]:
    """The adversarial list, empty boards, and large grids with some cells emptied."""
    empty = [Hostile(f"empty {size}", nf.Grid.empty(size), "multiple", "") for size in (16, 25, 36)]
    holes = []
    for size, share in ((25, 0.4), (49, 0.42)):
        full = pattern(size)
        gone = {cell: 0 for cell in range(size**2) if rng.random() > share}
        holes.append(Hostile(f"{size}x{size} with {share:.0%} clues", full.with_digits(gone), "", ""))
    return [*hostile(), *empty, *holes]


def solves(rng: Random) -> Iterator[tuple[str, float, Callable[[float], object]]]:
    """Solves of every method in turn, without end."""
    found = puzzles(rng)
    names = [info.name for info in nf.methods() if info.available]
    while True:
        for name in names:
            one = rng.choice(found)
            if nf.methods()[names.index(name)].unsupported_reason(one.puzzle.layout):
                continue
            yield f"solve {one} by {name}", rng.choice(SOLVE_SECONDS), lambda s, o=one, n=name: solve(o, n, s)


def solve(one: Hostile, name: str, seconds: float) -> None:
    """Solve one puzzle; its status is the known one or claims less."""
    status = str(nf.solve(one.puzzle, by=name, limit=nf.Limit(seconds=seconds)).status)
    assert not one.status or status in {one.status, "unknown", "solved"}, f"{one} by {name} is {status}"


def recipes(rng: Random) -> Iterator[tuple[str, float, Callable[[float], object]]]:
    """Generate calls to random recipes, without end."""
    while True:
        options = recipe(rng)
        try:
            wanted = nf.Recipe(**options)
        except nf.NinefoldError:  # contradictory: refused before any search
            continue
        more: dict[str, Any] = {"seed": rng.randrange(10**6), "threads": rng.choice((1, None))}
        more |= {"count": rng.choice((None, 3, 100_000)), "levels": rng.random() < 0.3}
        words = " ".join(f"{key}={value!s:.40}" for key, value in (options | more).items())
        yield f"generate {words}", rng.choice(GENERATE_SECONDS), lambda s, w=wanted, m=more: generate(w, m, s)


def recipe(rng: Random) -> dict[str, Any]:
    """Random options of a recipe; most contradict nothing."""
    board = rng.choice(BOARDS)
    layout = board if isinstance(board, nf.Layout) else nf.Layout.of_size(board)
    options: dict[str, Any] = {"layout": layout, "strategy": rng.choice(("auto", "auto", "removing", "adding"))}
    if rng.random() < 0.4:
        options["minimal"] = True
    if rng.random() < 0.25:
        options["level"] = rng.choice(LEVELS)
    if rng.random() < 0.2:
        options["distinct"] = True
    return options | cells(rng, layout)


def cells(rng: Random, layout: nf.Layout) -> dict[str, Any]:
    """Random options that say which cells hold clues, or how many; often none."""
    low = layout.size**2 * rng.choice((30, 35, 45)) // 100
    mask = "".join(rng.choice("xxxx.") for _ in range(layout.size**2))
    found: list[dict[str, Any]] = [{}, {}, {"symmetry": rng.choice(list(SYMMETRIES))}, {"mask": mask}]
    found.append({"clues": (low, low + 2)})
    if layout.is_standard:
        found.append({"solution": pattern(layout.size), "strategy": "auto"})
    if layout.size == 9 and layout.is_standard:
        found.append({"clues": rng.choice((17, 18, 19)), "strategy": "auto"})
    return rng.choice(found)


def generate(wanted: nf.Recipe, more: dict[str, Any], seconds: float) -> None:
    """Generate within the limit; nothing found in time is an answer too."""
    with suppress(nf.Stopped):
        nf.generate(wanted, limit=nf.Limit(seconds=seconds), **more)


def run(calls: Iterator[tuple[str, float, Callable[[float], object]]], count: int) -> bool:
    """Time this many calls, report the worst, and say whether all were in time."""
    late: list[tuple[float, str]] = []
    for words, seconds, call in islice(calls, count):
        start = perf_counter()
        call(seconds)
        late.append((perf_counter() - start - seconds, f"{words} within {seconds} s"))
    late.sort(reverse=True)
    for over, words in late[:5]:
        print(f"  {over:+.3f} s  {words}")
    within = sum(over <= ALLOWED for over, _ in late)
    p99 = late[len(late) // 100][0]
    print(f"{within} of {len(late)} within {ALLOWED} s of the limit; worst {late[0][0]:+.3f} s, p99 {p99:+.3f} s")
    return within == len(late)


def main(count: int, seed: int) -> None:
    rng, cores = Random(seed), cpu_count() or 1
    nf.generate(count=1)  # the first call of a process also loads modules and starts workers: here it is not timed
    for info in nf.methods():
        if info.available:
            nf.solve(hostile()[0].puzzle, by=info.name, limit=nf.Limit(1, seconds=20))
    with loaded(cores):
        print(f"generating, {count} calls, seed {seed}")
        good = run(recipes(rng), count)
        print(f"solving, {count} calls, seed {seed}")
        good &= run(solves(rng), count)
        print(f"load average {getloadavg()[0]:.1f} on {cores} cores")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
