"""The raters beside the programs whose scales they follow: how many ratings are equal, and who is faster.

    python benchmarks/rivals.py hodoku hodoku_oracle.csv [CLASSES]
    python benchmarks/rivals.py explainer se_oracle.csv [CLASSES]
    python benchmarks/rivals.py sukaku se_oracle.csv [CLASSES]

The CSV files have a row per puzzle with the ratings of the programs: puzzle, level and score; or puzzle, se121_ER,
se121_EP and se121_ED; or the same with sukaku1181, empty if not known. CLASSES is a folder with the compiled program,
HoDoKu 2.2.0, Sudoku Explainer 1.2.1 with serate, or SukakuExplainer 1.18.1; with it, Java runs beside us. All times are
CPU seconds, so other work on the machine matters little.
"""

from __future__ import annotations

import csv
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from ninefold.core.layout import Layout
from ninefold.core.limits import Limit
from ninefold.rating.explainer import explain_rows
from ninefold.rating.hodoku import score_rows
from ninefold.solving.many import solve_many
from ninefold.solving.run import Run
from ninefold.solving.solvers.native import NativeMonitor, native

# Solves every puzzle of each file some times and prints the CPU seconds of the best time: HoDoKu's own solver, warm. Of
# the process, as ours: so what it costs to collect garbage counts, too.
HARNESS = """
import java.io.*; import java.lang.management.*; import java.nio.file.*; import java.util.*;
public class Times {
  public static void main(String[] args) throws Exception {
    solver.SudokuSolver rater = solver.SudokuSolverFactory.getDefaultSolverInstance();
    var clock = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    for (int f = 1; f < args.length; f++) {
      List<String> lines = Files.readAllLines(Path.of(args[f]));
      double best = 1e9;
      for (int k = 0; k < Integer.parseInt(args[0]); k++) {
        long start = clock.getProcessCpuTime();
        for (String line : lines) {
          sudoku.Sudoku2 puzzle = new sudoku.Sudoku2();
          puzzle.setSudoku(line);
          rater.setSudoku(puzzle);
          rater.solve();
        }
        best = Math.min(best, (clock.getProcessCpuTime() - start) / 1e9);
      }
      System.out.println(best);
    }
    System.exit(0);
  }
}
"""
JAVA = ("java", "-Djava.awt.headless=true")
REPEAT = 10  # the puzzles of a round in Java, whose clock of the process counts hundredths of a second
ROUNDS = 40  # after nine rounds, Java is still compiling: HoDoKu was up to 1.6 times as slow
ROW = 72  # bytes of a rating


def columns(puzzles: list[str]) -> tuple[Any, Any, NativeMonitor]:
    """The digits of puzzles and their solutions, one row each."""
    grids = solve_many(puzzles)
    monitor = NativeMonitor(Run(Layout.of_size(9), Limit()))
    return np.ascontiguousarray(grids.puzzle).reshape(-1), grids.solution.reshape(-1), monitor


def best_of(rounds: int, work: Any) -> float:
    """The CPU seconds of the fastest of some rounds."""
    times = []
    for _ in range(rounds):
        begin = process_time()
        work()
        times.append(process_time() - begin)
    return min(times)


def cpu_of(command: list[str], folder: str) -> float:
    """The CPU seconds of a program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare_hodoku(rows: list[dict[str, str]], classes: str | None) -> None:
    """Level and score by level; with HoDoKu, its speed in batch mode and in process."""
    digits, solutions, monitor = columns([row["puzzle"] for row in rows])
    found = score_rows(digits, solutions, 0, monitor) or []
    total, level, score = Counter[str](), Counter[str](), Counter[str]()
    for row, (one, _) in zip(rows, found, strict=True):
        name = row["level"].title()
        total[name] += 1
        level[name] += one.level == name
        score[name] += one.score == int(row["score"])
    for name in total:
        print(f"{name:8} {total[name]:5} puzzles, level equal {level[name]}, score equal {score[name]}")
    for name in ("Easy", "Medium", "Hard", "Unfair") if classes else ():
        time_hodoku(name, [row["puzzle"] for row in rows if row["level"].title() == name], Path(classes or ""))


def time_hodoku(name: str, puzzles: list[str], classes: Path) -> None:
    """One line of times."""
    digits, solutions, _ = columns(puzzles)
    scored = np.zeros(len(puzzles) * ROW, np.uint8)
    ours = best_of(ROUNDS, lambda: native().score_many(digits, solutions, 1, scored, backdoors=False)) / len(puzzles)
    with tempfile.TemporaryDirectory() as folder:
        text = "".join(f"{line}\n" for line in puzzles)
        Path(folder, "one.txt").write_text(text)
        Path(folder, "many.txt").write_text(text * 11)
        Path(folder, "Times.java").write_text(HARNESS)
        Path(folder, "round.txt").write_text(text * REPEAT)
        subprocess.run(["javac", "-cp", classes, "Times.java"], cwd=folder, check=True)
        paths = f"{classes}:{folder}"
        done = subprocess.run([*JAVA, "-cp", paths, "Times", str(ROUNDS // 2), "round.txt"], cwd=folder, **TEXT)
        inside = float(done.stdout.split()[-1]) / len(puzzles) / REPEAT  # some versions also print what they search
        batch = [*JAVA, "-cp", paths, "sudoku.Main", "/vp", "/bs"]
        runs = [cpu_of([*batch, file, "/o", "out.txt"], folder) for file in ("one.txt", "many.txt")]
        outside = (runs[1] - runs[0]) / 10 / len(puzzles)
    print(f"{name:8} {1 / ours:9,.0f} puzzles/s; HoDoKu in process {1 / inside:7,.0f} (x{inside / ours:.1f}),", end=" ")
    print(f"in batch mode {1 / outside:7,.0f} (x{outside / ours:.1f})")


TEXT: Any = {"check": True, "capture_output": True, "text": True}


PREFIXES = {"explainer": "se121", "sukaku": "sukaku1181"}


def compare_explainer(scale: str, rows: list[dict[str, str]], classes: str | None) -> None:
    """ER, EP and ED; with the program in Java, its speed on every twentieth puzzle."""
    prefix, sukaku = PREFIXES[scale], scale == "sukaku"
    rows = [row for row in rows if row[f"{prefix}_ER"]]
    digits, _, monitor = columns([row["puzzle"] for row in rows])
    begin = process_time()
    found = explain_rows(digits, 1, monitor, sukaku=sukaku)
    took = process_time() - begin
    for key in ("ER", "EP", "ED"):
        same = sum(
            float(row[f"{prefix}_{key}"]) == getattr(one, key.lower()) for row, one in zip(rows, found, strict=True)
        )
        print(f"{key} equal on {same} of {len(rows)}")
    print(f"{took:.2f} CPU seconds for all")
    if classes is None:
        return
    sample = [row["puzzle"] for row in rows[::20]]
    digits, _, monitor = columns(sample)
    ours = best_of(5, lambda: explain_rows(digits, 1, monitor, sukaku=sukaku))
    with tempfile.TemporaryDirectory() as folder:
        text = "".join(f"{line}\n" for line in sample)
        times = []
        for copies in (1, 2):
            Path(folder, "in.txt").write_text(text * copies)
            serate = ["diuf.sudoku.test.serate", "--format=%r/%p/%d", "--input=in.txt", "--output=out.txt"]
            times.append(cpu_of([*JAVA, "-cp", classes, *serate], folder))
        theirs = Path(folder, "out.txt").read_text().split()[: len(sample)]
    found = explain_rows(digits, 1, monitor, sukaku=sukaku)
    same = sum(str(one) == other for one, other in zip(found, theirs, strict=True))
    warm = times[1] - times[0]
    print(
        f"beside Java, {len(sample)} puzzles: {same} equal; {warm:.2f} s warm against {ours:.3f} s, x{warm / ours:.0f}"
    )


def main(scale: str, path: str, classes: str | None = None) -> None:
    """Print the comparison."""
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    folder = classes and str(Path(classes).resolve())
    if scale == "hodoku":
        compare_hodoku(rows, folder)
    else:
        compare_explainer(scale, rows, folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
