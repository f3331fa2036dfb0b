"""Figures of bulk calls, batches and environments: rates per CPU second, and ratios to plain loops and to peers.

python benchmarks/batch.py [SIZE] [NAME ...]

SIZE (default 1) scales the number of rows. Times are CPU seconds of this process and its children, so that a busy
machine changes them little. reasoning-gym and jumanji are compared if PEERS names a Python that has them. Names: calls,
shares, files, local, ray, dedupe, games, items.
"""

from __future__ import annotations

import ctypes
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


def shares(size: float) -> None:
    """`nf.solve_many` as a share of the native call alone, which judges no solution; in turn, the best of ten each."""
    from ninefold import _native

    made = rows_of(int(100_000 * size))
    more = np.random.default_rng(1).random(made.puzzles.shape) < 0.2
    for name, puzzles in {"minimal": made.puzzles, "easy": np.where(more, made.solutions, made.puzzles)}.items():
        out, count = nf.solve_many(puzzles, threads=1), len(puzzles)
        columns = (out.status, out.ended.view(np.uint8), out.count, out.solution.reshape(-1), out.guesses)
        calls = {
            "native": lambda puzzles=puzzles, columns=columns: _native.solve_many(
                puzzles.reshape(-1), 2, 1, *columns, None, None
            ),
            "python": lambda puzzles=puzzles, out=out: nf.solve_many(puzzles, threads=1, out=out),
        }
        best = dict.fromkeys(calls, 1e9)
        for _ in range(10):
            best = {key: min(best[key], timed(call)) for key, call in calls.items()}
        text = f"{count / best['python']:,.0f} per CPU second, {best['native'] / best['python']:.2f} of the native call"
        show(f"solve_many of {name} puzzles, out=", text, "0.90")


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


def below(pid: int) -> dict[int, float]:
    """The CPU seconds of every process below another."""
    parents, seconds = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = path.read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        parents[int(path.parent.name)] = int(words[1])
        seconds[int(path.parent.name)] = (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    found, todo = {}, [pid]
    while todo:
        parent = todo.pop()
        children = [child for child, of in parents.items() if of == parent]
        found |= {child: seconds[child] for child in children}
        todo += children
    return found


def tree(programs: list[str]) -> float:
    """CPU seconds of programs side by side, with all processes below them, looked at twice a second.

    Ray does not wait for its processes, so that `cpu` would not count them. Those that outlive their parents come to
    this process (Linux).
    """
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
    seen: dict[int, float] = {}
    before = set(below(os.getpid()))
    running = [subprocess.Popen([sys.executable, "-c", code]) for code in programs]
    while any(each.poll() is None for each in running):
        seen |= below(os.getpid())
        time.sleep(0.5)
    assert all(each.returncode == 0 for each in running)
    return sum(seconds for pid, seconds in seen.items() if pid not in before)


def engine(name: str, size: float) -> None:
    """An engine with two workers, and the same calls in two plain loops, each in a new process."""
    rows = 25 * size if name == "ray" else size  # with Ray, from 100 CPU seconds on
    job = nf.BatchJob(count=int(160_000 * rows), seed=3, rows=int(20_000 * rows))
    with tempfile.TemporaryDirectory() as folder:
        start = "import ninefold as nf\nfrom ninefold.batching.shard import work\n"
        data = f"nf.DataSet({f'{folder}/{name}'!r}, nf.BatchJob(count={job.count}, seed=3, rows={job.rows}))"
        code = f"{start}data = {data.replace(f'{folder}/{name}', f'{folder}/loop')}\n"
        code += f"for shard in range(%d, {job.shards}, 2): work(data.job, shard, data.store, threads=1)"
        loop = tree([code % part for part in range(2)])
        seconds = tree([f"{start}if __name__ == '__main__': {data}.make(engine={name!r}, workers=2)"])
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
    kinds = {"10,000 puzzles": {"pool": 10_000}, "16 copies of each puzzle": {"copies": 16}, "new puzzles": {}}
    steps, rng = int(400 * size) + 1, np.random.default_rng(1)
    for name, kind in kinds.items():
        env = SudokuVectorEnv(2048, seed=1, **kind)
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


JUMANJI = """
import time, jax, jumanji
from jumanji.wrappers import VmapAutoResetWrapper
env, games, steps = VmapAutoResetWrapper(jumanji.make('Sudoku-v0')), 1024, 60

def choose(key, mask):
    flat = jax.numpy.where(mask.reshape(games, -1), 0.0, -jax.numpy.inf)
    place = jax.random.categorical(key, flat, axis=1)
    return jax.numpy.stack(jax.numpy.unravel_index(place, mask.shape[1:]), axis=1)

key = jax.random.PRNGKey(0)
state, last = jax.jit(env.reset)(jax.random.split(key, games))
step, choose, alone, both = jax.jit(env.step), jax.jit(choose), 0.0, 0.0
for number in range(steps + 5):
    key, own = jax.random.split(key)
    start = time.process_time()
    action = jax.block_until_ready(choose(own, last.observation.action_mask))
    chosen = time.process_time()
    state, last = jax.block_until_ready(step(state, action))
    if number >= 5:
        alone, both = alone + time.process_time() - chosen, both + time.process_time() - start
print('| jumanji, masked steps; with the choice of an action | %d; %d per CPU second | |' % (
    games * steps / alone, games * steps / both))
"""
REASONING_GYM = """
import time, reasoning_gym
for low in (30, 50, 55):
    data = reasoning_gym.create_dataset('sudoku', min_empty=low, max_empty=low, size=40, seed=1)
    start = time.process_time(); n = 0
    for item in data:
        n += 1
        if time.process_time() - start > 8: break
    rate = n / (time.process_time() - start)
    print('| reasoning-gym, %d empty cells | %.0f per CPU second | |' % (low, rate))
"""


def peer(code: str) -> None:
    """The figures of a peer, from the Python that has it."""
    if PEERS:
        done = subprocess.run([PEERS, "-c", code], capture_output=True, text=True, check=False)
        print(done.stdout.strip() or done.stderr[-500:], flush=True)


def main(size: float, names: list[str]) -> None:
    print(f"load {os.getloadavg()[0]:.1f}, {time.strftime('%Y-%m-%d')}\n\n| what | measured | bar |\n|---|--:|---|")
    every = {
        "calls": calls,
        "shares": shares,
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
    for name, code in {"games": JUMANJI, "items": REASONING_GYM}.items():
        if name in (names or [name]):
            peer(code)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0, sys.argv[2:])
