"""The 9x9 engine against its peers: puzzles per second of CPU time, in interleaved rounds.

python benchmarks/engine.py FILE… [--peer NAME=LIBRARY.so] [--rounds 5] [--limits 1,2] [--python]

A FILE has one puzzle of 81 characters per line. A peer is any shared library with tdoku's C function
(`size_t f(const char* puzzle, size_t limit, uint32_t, char* solution, size_t* guesses)`): build one outside the project
and pass its path. Each version of the engine that this CPU can run is measured, and the ratio is to the fastest peer.
Without a peer it prints our own rates, and those of the installed Python packages for Sudoku.

The native part is measured by a small program, built here with CMake; `--python` adds `nf.solve_many` as a user calls
it. See `--help` for all options.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "bench"
SYMBOL = "TdokuSolverDpllTriadSimd"
EVERYTHING = 2**64 - 1


@dataclass(frozen=True)
class Racer:
    """A version of the engine, or a peer."""

    name: str
    command: tuple[str, ...] = ()
    version: str = ""

    @property
    def is_peer(self) -> bool:
        """Whether it is a peer."""
        return not self.version

    def run(self, part: str, file: Path, limit: int, threads: int, max_puzzles: int) -> dict[str, float]:
        """Run one round and return the worker's measurements."""
        command = [
            str(BUILD / "engine_worker"),
            part,
            str(file),
            str(limit),
            str(threads),
            str(max_puzzles),
            *self.command,
        ]
        environment = os.environ | {"NINEFOLD_LANES": self.version}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{self.name}: {done.stderr.strip() or f'ended with {done.returncode}'}")
        measured: dict[str, float] = json.loads(done.stdout)
        return measured


@dataclass
class Row:
    """One row of the table: the best round of each racer."""

    part: str
    file: Path
    limit: int
    best: dict[str, float] = field(default_factory=dict)
    solutions: dict[str, int] = field(default_factory=dict)
    n: int = 0

    def add(self, racer: Racer, measured: dict[str, float], clock: str = "cpu") -> None:
        """Add a round."""
        seconds = measured[clock]
        self.best[racer.name] = min(seconds, self.best.get(racer.name, seconds))
        self.solutions[racer.name] = int(measured["solutions"])
        self.n = int(measured["n"])

    def check(self) -> None:
        """Check that all racers found equally many solutions: a fast wrong answer is worthless."""
        if len(set(self.solutions.values())) > 1:
            raise SystemExit(f"{self.file.name}, limit {self.limit}: the solutions differ: {self.solutions}")


def main() -> None:
    args = arguments()
    build()
    racers = [*versions(), *peers(args.peer)]
    print(heading())
    for part in args.parts.split(","):
        rows = list(measure(part, args, racers))
        if part == "threads":
            show_threads(rows, racers)
        else:
            show(part, rows, racers)
    if args.python:
        by_python(args)
    if not args.peer:
        by_packages(args)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="puzzles, one per line")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=LIBRARY.so", help="may be repeated")
    parser.add_argument("--rounds", type=int, default=5, help="rounds; the best one counts (default: 5)")
    parser.add_argument("--limits", default="1,2", help="solutions to find (default: 1,2)")
    parser.add_argument("--parts", default="many,single,count,threads", help="what to measure (default: all)")
    parser.add_argument("--max-puzzles", type=int, default=EVERYTHING, help="puzzles per file (default: all)")
    parser.add_argument("--count-puzzles", type=int, default=200, help="puzzles per file to count (default: 200)")
    parser.add_argument("--count-limit", type=int, default=10**6, help="solutions to count (default: 1,000,000)")
    parser.add_argument("--python", action="store_true", help="measure nf.solve_many too")
    return parser.parse_args()


def build() -> None:
    """Build the worker with the flags of the package."""
    configure = ["cmake", "-S", str(ROOT), "-B", str(BUILD), "-DNINEFOLD_BENCH=ON", "-DCMAKE_BUILD_TYPE=Release"]
    for command in (configure, ["cmake", "--build", str(BUILD), "--parallel", "2"]):
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            raise SystemExit("cmake is needed to build the native worker; it is not on the PATH") from None
        if done.returncode:
            raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def versions() -> list[Racer]:
    from ninefold import _native

    return [Racer(name, version=name) for name in _native.versions()]


def peers(named: list[str]) -> list[Racer]:
    result = []
    for text in named:
        name, _, library = text.rpartition("=")
        if not Path(library).is_file():
            raise SystemExit(f"--peer {text}: file {library} not found")
        result.append(Racer(name or Path(library).stem, (str(Path(library).resolve()), SYMBOL)))
    return result


def measure(part: str, args: argparse.Namespace, racers: list[Racer]) -> Iterator[Row]:
    """Measure every row of a part; rounds are interleaved, so that load on the machine affects all alike."""
    limits = [args.count_limit] if part == "count" else [int(limit) for limit in args.limits.split(",")]
    max_puzzles = args.count_puzzles if part == "count" else args.max_puzzles
    for file in args.files:
        for limit in limits if part != "threads" else limits[-1:]:
            row = Row(part, file, limit)
            for _ in range(args.rounds):
                for racer in racers:
                    if part != "threads":
                        row.add(racer, racer.run(part, file, limit, 1, max_puzzles))
                    elif not racer.is_peer:
                        for threads in (1, 2):
                            repeated = racer.run("repeated", file, limit, threads, max_puzzles)
                            each = {key: repeated[key] / repeated["n"] for key in ("wall", "solutions", "n")}
                            row.add(Racer(f"{racer.name} x{threads}", version="x"), each, "wall")
            row.check()
            yield row


def show(part: str, rows: list[Row], racers: list[Racer]) -> None:
    """Print the rows as a Markdown table."""
    rivals = [racer.name for racer in racers if racer.is_peer]
    ours = [racer.name for racer in racers if not racer.is_peer]
    words = {"many": "many at once", "single": "one by one", "count": "solutions counted"}
    ratio = [f"{name} / best peer" for name in ours] if rivals else []
    print(table_line([f"{words[part]} (limit)", *rivals, *ours, *ratio]))
    print("|---|" + "--:|" * (len(rivals) + len(ours) + len(ratio)))
    for row in rows:
        amount = next(iter(row.solutions.values())) if part == "count" else row.n
        best = min((row.best[name] for name in rivals), default=0.0)
        cells = [rate(amount / row.best[name]) for name in rivals + ours]
        ratios = [f"**{best / row.best[name]:.1f}×**" for name in ours] if rivals else []
        print(table_line([f"{row.file.stem} ({row.limit})", *cells, *ratios]), flush=True)
    print()


def show_threads(rows: list[Row], racers: list[Racer]) -> None:
    ours = [racer.name for racer in racers if not racer.is_peer]
    print(table_line(["two threads against one, by the clock", *ours]))
    print("|---|" + "--:|" * len(ours))
    for row in rows:
        gains = [row.best[f"{name} x1"] / row.best[f"{name} x2"] for name in ours]
        print(table_line([f"{row.file.stem} ({row.limit})", *(f"{gain:.2f}×" for gain in gains)]), flush=True)
    print()


def by_python(args: argparse.Namespace) -> None:
    """Measure the same through the Python API, on one thread."""
    import numpy as np

    import ninefold as nf

    print(table_line(["nf.solve_many, one thread (limit 2)", "array", "file"]))
    print("|---|--:|--:|")
    for file in args.files:
        puzzles = nf.solve_many(file, limit=1, threads=1).puzzle
        array = np.ascontiguousarray(puzzles)

        def of_array(array: object = array) -> int:
            return len(nf.solve_many(array, limit=2, threads=1))

        def of_file(file: Path = file) -> int:
            return len(nf.solve_many(file, limit=2, threads=1))

        cells = [rate(best_rate(of_array, args.rounds)), rate(best_rate(of_file, args.rounds))]
        print(table_line([file.stem, *cells]), flush=True)
    print()


def best_rate(work: Callable[[], int], rounds: int) -> float:
    best = 0.0
    for _ in range(rounds):
        start, n = process_time(), 0
        while process_time() - start < 0.05:
            n += work()
        best = max(best, n / (process_time() - start))
    return best


def by_packages(args: argparse.Namespace) -> None:
    """Measure the installed Python packages for Sudoku, one second each."""
    for name, make in PACKAGES.items():
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            print(f"{name}: not installed")
            continue
        solve = make()
        for file in args.files:
            lines = [line[:81] for line in file.read_text().splitlines() if len(line) >= 81][:200]
            start, n = process_time(), 0
            for line in lines:
                solve(line)
                n += 1
                if process_time() - start > 1:
                    break
            print(f"{name} {version}, {file.stem}: {rate(n / (process_time() - start))} puzzles/s")


def python_sat() -> Callable[[str], object]:
    from pysat.solvers import Solver  # type: ignore[import-not-found,unused-ignore]

    def name(cell: int, digit: int) -> int:
        return 9 * cell + digit

    rows = [[9 * r + k for k in range(9)] for r in range(9)]
    columns = [[9 * k + c for k in range(9)] for c in range(9)]
    boxes = [[27 * (b // 3) + 3 * (b % 3) + 9 * (k // 3) + k % 3 for k in range(9)] for b in range(9)]
    clauses = [[name(cell, d) for d in range(1, 10)] for cell in range(81)]
    clauses += [[-name(cell, d), -name(cell, e)] for cell in range(81) for d in range(1, 10) for e in range(1, d)]
    for unit in rows + columns + boxes:
        for d in range(1, 10):
            clauses.append([name(cell, d) for cell in unit])
            clauses += [[-name(a, d), -name(b, d)] for i, a in enumerate(unit) for b in unit[:i]]
    solver = Solver(name="glucose4", bootstrap_with=clauses)
    return lambda line: solver.solve([name(i, int(c)) for i, c in enumerate(line) if c in "123456789"])


def py_sudoku() -> Callable[[str], object]:
    from sudoku import Sudoku  # type: ignore[import-not-found,unused-ignore]

    def board(line: str) -> list[list[int]]:
        return [[int(c) if c in "123456789" else 0 for c in line[9 * r : 9 * r + 9]] for r in range(9)]

    return lambda line: Sudoku(3, 3, board=board(line)).solve()


PACKAGES: dict[str, Callable[[], Callable[[str], object]]] = {"python-sat": python_sat, "py-sudoku": py_sudoku}


def rate(per_second: float) -> str:
    if per_second >= 1e6:
        return f"{per_second / 1e6:.2f} M"
    return f"{per_second / 1e3:.1f} k" if per_second >= 1e3 else f"{per_second:.0f}"


def table_line(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def heading() -> str:
    """The context every figure needs: machine, compiler, date, command."""
    cache = (BUILD / "CMakeCache.txt").read_text()
    compiler = next(line.partition("=")[2] for line in cache.splitlines() if line.startswith("CMAKE_CXX_COMPILER:"))
    words = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    return "\n".join(
        [
            f"- machine: {cpu()}, {os.cpu_count()} cores, {platform.system()}",
            f"- compiler: {words}; Python {platform.python_version()}",
            f"- date: {datetime.now(UTC):%Y-%m-%d}",
            f"- command: `python benchmarks/engine.py {' '.join(Path(arg).name for arg in sys.argv[1:])}`",
            "",
        ]
    )


def cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")


if __name__ == "__main__":
    main()
