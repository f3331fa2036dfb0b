"""Figures of bulk calls, batches and environments: rates per CPU second, and ratios to plain loops and to peers.

python benchmarks/batch.py [SIZE] [NAME ...]

SIZE (default 1) scales the number of rows. Times are CPU seconds of this process and its children, so that a busy
machine changes them little. reasoning-gym and jumanji are compared if PEERS names a Python that has them. Names: calls,
files, local, ray, dedupe, games, items.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import ninefold as nf
from ninefold.batching.keys import pack_keys
from ninefold.batching.shard import work
from ninefold.batching.store import Folder
from ninefold.environments import Items, SudokuVectorEnv
from ninefold.formats.rows import read_rows

PEERS = os.environ.get("PEERS", "")


def cpu() -> float:
    """CPU seconds of this process and of children that have ended."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def timed(function: Callable[[], Any]) -> float:
    start = cpu()
    function()
    return cpu() - start


def show(name: str, figure: str, bar: str = "") -> None:
    print(f"| {name} | {figure} | {bar} |", flush=True)


def rate(name: str, rows: int, function: Callable[[], Any], bar: str = "") -> None:
    function()  # warm
    seconds = min(timed(function) for _ in range(3))
    show(name, f"{rows / max(seconds, 1e-9):,.0f} per CPU second", bar)


def rows_of(count: int) -> Any:
    return next(nf.generate_arrays(seed=1, count=count, chunk=count, threads=1))


def calls(size: float) -> None:
    made = rows_of(int(20_000 * size))
    puzzles, count = made.puzzles, len(made.puzzles)
    rate("canonical_many", count, lambda: nf.canonical_many(puzzles, threads=1), "200,000")
    rate("ids_many", count, lambda: nf.ids_many(puzzles, threads=1))
    rate("levels_many", count, lambda: nf.levels_many(puzzles, threads=1), "69,500")
    rate("score_many", count, lambda: nf.score_many(puzzles, made.solutions, threads=1), "2,000,000")
    rate("augment", count, lambda: nf.augment(puzzles, seed=1, threads=1), "2,000,000")
    rate("random_grid", count, lambda: nf.random_grid(1, count=count, threads=1), "50,000")
    rate("generate_arrays", count, lambda: rows_of(count))
    rate(
        "generate_arrays with weights",
        2000,
        lambda: next(nf.generate_arrays(seed=1, count=2000, weights=True, threads=1)),
    )
    rate("rate_many", 500, lambda: nf.rate_many(puzzles[:500], threads=1))
    out = nf.solve_many(puzzles, threads=1)
    rate("solve_many", count, lambda: nf.solve_many(puzzles, threads=1))
    rate("solve_many, out=", count, lambda: nf.solve_many(puzzles, threads=1, out=out))
    for board in (4, 6):
        small = nf.random_grid(1, board, count=2000)
        rate(f"canonical_many, {board}×{board}", 2000, lambda small=small: nf.canonical_many(small, threads=1))


def files(size: float) -> None:
    count = int(100_000 * size)
    made = rows_of(count)
    lines = [nf.Grid.from_digits(bytes(row), nf.Layout(9)).line for row in made.puzzles]
    answers = [nf.Grid.from_digits(bytes(row), nf.Layout(9)).line for row in made.solutions]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        table = "".join(f"x,{q},{a},7\n" for q, a in zip(lines, answers, strict=True))
        (path / "extreme.csv").write_text("source,question,answer,rating\n" + table)
        rate("sudoku-extreme CSV read", count, lambda: list(read_rows(str(path / "extreme.csv"))), "500,000")
        puzzles = [nf.Puzzle(nf.Grid(line)) for line in lines]
        seconds = timed(lambda: nf.write_file(str(path / "a.parquet"), puzzles))
        show(f"Parquet of {count:,} puzzles with IDs", f"{seconds:.2f} CPU s", "2 s of 100,000")
        (path / "lines.txt").write_text("\n".join(lines[: int(49_158 * size)]))
        command = [sys.executable, "-m", "ninefold", "canonical", str(path / "lines.txt")]
        seconds = timed(lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True))
        show(f"ninefold canonical of {int(49_158 * size):,} lines", f"{seconds:.2f} CPU s", "0.6 s of 49,158")
        planted = nf.augment(made.puzzles[: count // 1000], seed=3).rows
        np.save(path / "train.npy", made.puzzles)
        np.save(path / "test.npy", planted)
        found: list[Any] = []
        seconds = timed(lambda: found.append(nf.leaks(path / "train.npy", path / "test.npy")))
        text = f"{seconds:.2f} CPU s, {len(found[0])} of {len(planted)} found"
        show(f"leaks among {count:,} rows", text, "2 s of 100,000, all")


def plain_loop(job: nf.BatchJob, folder: str) -> None:
    """The same calls in a loop, without processes."""
    for shard in range(job.shards):
        work(job, shard, Folder(folder), threads=1)


def engine(name: str, size: float) -> None:
    job = nf.BatchJob(count=int(80_000 * size), seed=3, rows=int(10_000 * size))
    with tempfile.TemporaryDirectory() as folder:
        loop = timed(lambda: plain_loop(job, f"{folder}/loop"))
        code = (
            "import ninefold as nf, sys\n"
            f"nf.DataSet({f'{folder}/{name}'!r}, nf.BatchJob(count={job.count}, seed=3, rows={job.rows}))"
            f".make(engine={name!r}, workers=2)"
        )
        seconds = timed(lambda: subprocess.run([sys.executable, "-c", code], check=True))
        bar = "1.2 times" if name == "local" else "1.1 times + 5 CPU s"
        show(
            f"engine {name}, {job.count:,} rows",
            f"{seconds:.1f} CPU s, loop {loop:.1f}: {seconds / loop:.2f} times",
            bar,
        )
        data = [path.stat().st_size for path in Path(f"{folder}/loop/data").iterdir()]
        show("bytes per row", f"{sum(data) / (job.count or 1):.1f}", "90")


def dedupe(size: float) -> None:
    """Random keys in shards, of which some repeat."""
    total, shards = int(10_000_000 * size), 10
    rng = np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as folder:
        store, each = Folder(folder), total // shards
        repeats = rng.integers(0, 256, (each // 100, 10), np.uint8)
        for shard in range(shards):
            keys = rng.integers(0, 256, (each, 10), np.uint8)
            keys[: len(repeats)] = repeats
            store.put(f"_keys/{shard}", pack_keys(keys, np.arange(shard * each, (shard + 1) * each)))
        code = (
            "import resource, time\nfrom ninefold.batching.dedupe import drops, TOGETHER\n"
            "from ninefold.batching.store import Folder\n"
            "import numpy\n"
            "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
            "start = time.process_time()\n"
            f"found = drops(Folder({folder!r}), ['_keys/%d' % k for k in range({shards})], TOGETHER)\n"
            "print(len(found), time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
        )
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert int(done[0]) == len(repeats) * (shards - 1)
    seconds = float(done[1]) / total * 1e6
    show(f"dedupe of {total:,} keys", f"{seconds:.2f} CPU s per million, {done[2]} MB in all", "0.5 s, 300 MB")


def games(size: float) -> None:
    """Random play; jumanji has 10,000 fixed puzzles, so a pool of as many is compared too."""
    steps, rng = int(100 * size) + 1, np.random.default_rng(1)
    for name, pool in (("10,000 puzzles", 10_000), ("new puzzles", None)):
        env = SudokuVectorEnv(2048, seed=1, pool=pool)
        env.reset()
        seconds = 0.0
        for step in range(steps + 20):
            # The first allowed action from a random place on; choosing is not counted.
            start = int(rng.integers(env.games.actions))
            actions = (np.roll(env.games.mask, -start, axis=1).argmax(axis=1) + start) % env.games.actions
            seconds += timed(lambda: env.step(actions)) if step >= 20 else 0.0 * len(env.step(actions))  # noqa: B023
        show(f"environment, masked steps, {name}", f"{steps * 2048 / seconds:,.0f} per CPU second", "10 times jumanji")


def items(size: float) -> None:
    count = int(4096 * size)
    for empty in (30, 50, 55):
        rate(f"items, {empty} empty cells", count, lambda empty=empty: Items(seed=1, empty=empty).questions(0, count))


def peers() -> None:
    if not PEERS:
        return
    code = (
        "import time, reasoning_gym\n"
        "for low in (30, 50, 55):\n"
        "    data = reasoning_gym.create_dataset('sudoku', min_empty=low, max_empty=low, size=40, seed=1)\n"
        "    start = time.process_time(); n = 0\n"
        "    for item in data:\n"
        "        n += 1\n"
        "        if time.process_time() - start > 8: break\n"
        "    rate = n / (time.process_time() - start)\n"
        "    print('| reasoning-gym, %d empty cells | %.0f per CPU second | |' % (low, rate))\n"
    )
    print(subprocess.run([PEERS, "-c", code], capture_output=True, text=True, check=False).stdout.strip(), flush=True)


def main(size: float, names: list[str]) -> None:
    print(f"load {os.getloadavg()[0]:.1f}, {time.strftime('%Y-%m-%d')}\n\n| what | measured | bar |\n|---|--:|---|")
    every = {
        "calls": calls,
        "files": files,
        "local": lambda size: engine("local", size),
        "ray": lambda size: engine("ray", size),
        "dedupe": dedupe,
        "games": games,
        "items": items,
    }
    for name, function in every.items():
        if name in (names or [name for name in every if name != "ray"]):
            function(size)
    if not names or "items" in names:
        peers()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0, sys.argv[2:])
