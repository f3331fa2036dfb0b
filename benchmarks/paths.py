"""Speed of reasoning: whole paths per second of CPU time on one thread beside HoDoKu, and how long a hint takes.

python benchmarks/paths.py FILE… [--hodoku CLASSES] [--rounds 8] [--hints N]

A FILE has one puzzle of 81 characters per line, perhaps among other words. CLASSES is a folder with HoDoKu's compiled
classes, built outside the project; `java` and `javac` must be installed. HoDoKu's solver is called in one process,
round after round; the best round counts, so its code is warm. "Written" is with every step as a line of text. `--batch`
also runs HoDoKu's own batch mode, which is faster the longer it runs, as Java compiles what it uses most. `--hints N`
measures a hint, in full strength, in up to N positions of each file's paths in which the next step is not a single.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

import numpy as np

import ninefold as nf
from ninefold.core.position import digits_of
from ninefold.logic.engine import reasoner

REPEAT = 10  # the puzzles of a round in Java, whose clock of the process counts hundredths of a second
BATCHES = ((600, 6_600), (24_000, 48_000))
HARNESS = Path(__file__).with_name("HodokuPaths.java")


def read(file: Path) -> list[str]:
    """The puzzles of a file."""
    return [next(word for word in line.split() if len(word) == 81) for line in file.read_text().split("\n") if line]


def best(work: Callable[[], object], rounds: int) -> float:
    """The CPU seconds of the best round."""
    seconds = []
    for _ in range(rounds):
        started = process_time()
        work()
        seconds.append(process_time() - started)
    return min(seconds)


class Hodoku:
    """HoDoKu's solver in a separate process."""

    def __init__(self, classes: Path, folder: Path) -> None:
        self.path = f"{classes.resolve()}:{folder}"
        self.folder = folder
        subprocess.run(["javac", "-nowarn", "-cp", str(classes), "-d", str(folder), str(HARNESS)], check=True)

    def seconds(self, puzzles: list[str], rounds: int, *, write: bool) -> float:
        """The CPU seconds of its best round."""
        file = self.folder / "puzzles.txt"
        file.write_text("\n".join(puzzles * REPEAT))
        command = ["java", "-Djava.awt.headless=true", "-cp", self.path, "HodokuPaths", str(file), str(rounds)]
        done = subprocess.run([*command, "1" if write else "0"], check=True, capture_output=True, text=True)
        return min(float(line.split()[0]) for line in done.stdout.split("\n") if line[:1].isdigit()) / REPEAT

    def batch_rate(self, puzzles: list[str], first: int, last: int) -> float:
        """Puzzles per CPU second of its batch mode with paths: those between the numbers `first` and `last`."""
        spent = []
        for count in (first, last):
            file = self.folder / "batch.txt"
            file.write_text("\n".join((puzzles * (count // len(puzzles) + 1))[:count]))
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            command = ["java", "-Djava.awt.headless=true", "-cp", self.path, "sudoku.Main", "/bs", file.name, "/vp"]
            subprocess.run([*command, "/o", "paths.txt"], check=True, capture_output=True, cwd=self.folder)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        return (last - first) / (spent[1] - spent[0])


def our_rates(puzzles: list[str], rounds: int) -> dict[str, float]:
    """Puzzles per second: native paths by order, `explain_many`, and with every step written."""
    digits = np.array([[int(c) if c.isdigit() else 0 for c in puzzle] for puzzle in puzzles], np.uint8)
    engine, flat = reasoner(nf.Layout(9)), digits.ravel()
    work: dict[str, Callable[[], object]] = {
        "native, hodoku order": lambda: engine.paths(flat, "hodoku", True, False, 1),
        "native, human order": lambda: engine.paths(flat, "human", True, False, 1),
        "explain_many, human order": lambda: nf.explain_many(digits, threads=1),
        "written, native, hodoku order": lambda: engine.lines(flat, "hodoku", True, 1),
        "written, explain_lines, hodoku order": lambda: nf.explain_lines(digits, order="hodoku", threads=1),
    }
    return {name: len(puzzles) / best(call, rounds) for name, call in work.items()}


def hint_times(puzzles: list[str], most: int) -> list[float]:
    """CPU seconds of a hint in positions where the next step is not a single."""
    found: list[float] = []
    for puzzle in puzzles:
        path = nf.explain(puzzle)
        for step in path:
            if step.technique.family == "singles" or step.position is None:
                continue
            grid = step.position.grid
            marks = {cell: list(digits_of(step.position.candidates[cell])) for cell in grid.empty_cells}
            started = process_time()
            str(nf.hint(grid, clues=puzzle, marks=marks, strength=3))
            found.append(process_time() - started)
            if len(found) == most:
                return sorted(found)
    return sorted(found)


def main() -> None:
    """Measure each file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--hodoku", type=Path, metavar="CLASSES")
    parser.add_argument("--batch", action="store_true")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--hints", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        peer = Hodoku(args.hodoku, Path(folder)) if args.hodoku else None
        for file in args.files:
            puzzles = read(file)
            if args.hints:
                times = hint_times(puzzles, args.hints)
                print(f"{file.stem}: {len(times)} hints, CPU time: median {times[len(times) // 2] * 1000:.1f} ms,"
                      f" 99 % within {times[int(len(times) * 0.99)] * 1000:.1f} ms, worst {times[-1] * 1000:.1f} ms",
                      flush=True)  # fmt: skip
                continue
            plain = written = float("nan")
            if peer:
                plain = len(puzzles) / peer.seconds(puzzles, 2 * args.rounds, write=False)
                written = len(puzzles) / peer.seconds(puzzles, 2 * args.rounds, write=True)
                print(f"{file.stem}: HoDoKu {plain:,.0f}/s in process, {written:,.0f}/s written", flush=True)
            ours = our_rates(puzzles, args.rounds)
            for name, rate in ours.items():
                ratio = rate / (written if "written" in name else plain)
                print(f"{file.stem}: {name}: {rate:,.0f}/s, {ratio:.1f} times HoDoKu", flush=True)
            for first, last in BATCHES if peer and args.batch else ():
                rate = peer.batch_rate(puzzles, first, last)
                ratio = ours["written, native, hodoku order"] / rate
                print(f"{file.stem}: HoDoKu {rate:,.0f}/s in batch mode from puzzle {first:,} to {last:,},"
                      f" we write {ratio:.1f} times as many", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
