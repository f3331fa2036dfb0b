"""The optimisation methods beside plain calls of the same libraries: each claim as a ratio within one run.

python benchmarks/optimisation.py FILE… [--sections lp,probe,lift] [--every K] [--most N]

A FILE has a 9×9 puzzle a line. Every puzzle is put to each way in turn, so that a busy moment hits all alike; times are
CPU time of this process, in which the methods run without a process of their own (`isolate=False`).

lp      `nf.solve(…, by="lp")` against HiGHS alone on a model that is already loaded, and that against making the model.
probe   `nf.solve(…, by="lp-probe")` against the maximum and the minimum of every candidate from scratch by HiGHS: two
        programs for each, of which only --plain puzzles are done to the end, for it takes long.
lift    `nf.solve(…, by="lp-lift")` against HiGHS' first-order solver on the rows of the same lift, presolved as ours
        and made beforehand, on --plain puzzles. For figures of one core set OPENBLAS_NUM_THREADS=1.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from time import process_time
from typing import Any

import numpy as np

import ninefold as nf
from ninefold.models import BinaryModel, binary
from ninefold.models.lifted import lifted
from ninefold.solving.highs import Program


@dataclass
class Section:
    """What is measured of one kind of method: times by name, counts by name."""

    times: dict[str, list[float]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)

    def clock(self, name: str, work: Callable[[], Any]) -> Any:
        """Do some work, and note under a name how long it took."""
        start = process_time()
        found = work()
        self.times.setdefault(name, []).append(process_time() - start)
        return found

    def mean(self, name: str) -> float:
        """The mean time of what has a name."""
        return statistics.fmean(self.times[name])

    def tell(self, name: str) -> None:
        """Print the times of what has a name."""
        mean, median = self.mean(name), statistics.median(self.times[name])
        print(f"  {name:40} mean {1e3 * mean:8.2f} ms   median {1e3 * median:8.2f} ms   {1 / mean:8.1f}/s")

    def ratio(self, what: str, above: str, below: str) -> None:
        """Print how often one mean goes into another."""
        print(f"  {what:60} {self.mean(above) / self.mean(below):6.2f}")


def read(path: str, every: int, most: int) -> list[nf.Grid]:
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file if len(line.strip()) >= 81 and line[0] in ".0123456789"]
    return [nf.Grid(line[:81]) for line in lines[::every]][:most]


def lp(puzzles: Iterable[nf.Grid], _plain: int) -> None:
    """`lp` against the plain library call."""
    section = Section()
    for puzzle in puzzles:
        model = section.clock("making the model", partial(binary, puzzle))
        program = section.clock("loading it", partial(Program, model.rows, costs=np.ones(len(model.cells))))
        section.clock("solving it, HiGHS alone", partial(program.solve, nf.Run(puzzle.layout)))
        ask = partial(nf.solve, puzzle, by="lp", isolate=False)
        section.clock("lp, any solution", partial(ask, limit=1))
        section.counts[str(section.clock("lp, with proof", ask).status)] += 1
    for name in section.times:
        section.tell(name)
    section.ratio("making the model / solving it (at most 0.33)", "making the model", "solving it, HiGHS alone")
    section.ratio("lp, any solution / HiGHS alone", "lp, any solution", "solving it, HiGHS alone")
    section.ratio("lp, with proof (two programs) / HiGHS alone", "lp, with proof", "solving it, HiGHS alone")
    print(f"  statuses {dict(section.counts)}")


def probe(puzzles: Iterable[nf.Grid], plain: int) -> None:
    """`lp-probe` against two programs from scratch for every candidate."""
    section, ours = Section(), Section()
    programs, candidates = [], []
    for number, puzzle in enumerate(puzzles):
        result = ours.clock("lp-probe", partial(nf.solve, puzzle, by="lp-probe", isolate=False))
        ours.counts[str(result.status)] += 1
        programs.append(result.stats["lps"])
        model = binary(puzzle)
        candidates.append(len(model.cells))
        if number < plain:
            section.times.setdefault("lp-probe", []).append(ours.times["lp-probe"][-1])
            section.clock("two programs a candidate, from scratch", partial(_from_scratch, model))
    ours.tell("lp-probe")
    section.tell("two programs a candidate, from scratch")
    print(
        f"  linear programs: mean {statistics.fmean(programs):.1f}, candidates: mean {statistics.fmean(candidates):.0f}"
    )
    section.ratio(
        "from scratch / lp-probe on the same puzzles (at least 10)",
        "two programs a candidate, from scratch",
        "lp-probe",
    )
    print(f"  statuses {dict(ours.counts)}")


def _from_scratch(model: BinaryModel) -> None:
    run = nf.Run(model.layout)
    for variable in range(len(model.cells)):
        for sign in (-1.0, 1.0):
            costs = np.zeros(len(model.cells))
            costs[variable] = sign
            Program(model.rows, costs=costs).solve(run)


def lift(puzzles: Iterable[nf.Grid], plain: int) -> None:
    """`lp-lift` against HiGHS' first-order solver on the same rows."""
    section, ours = Section(), Section()
    sizes, iterations = [], []
    for puzzle in puzzles:
        result = ours.clock("lp-lift", partial(nf.solve, puzzle, by="lp-lift", isolate=False))
        ours.counts[str(result.status)] += 1
        sizes.append([result.stats[name] for name in ("candidates", "products", "rows")])
        iterations.append(result.stats["iterations"])
        model = ours.clock("of it, making the lift", partial(lifted, puzzle))
        if model.width and len(section.times.get("lp-lift", ())) < plain:
            section.times.setdefault("lp-lift", []).append(ours.times["lp-lift"][-1])
            program = Program(model.rows, solver="highs-pdlp")
            section.clock("first-order solver of HiGHS", partial(program.solve, nf.Run(puzzle.layout)))
    for name in ours.times:
        ours.tell(name)
    print("  candidates, products, rows: medians", *np.median(sizes, axis=0).astype(int))
    print(f"  iterations: median {statistics.median(iterations):.0f}, most {max(iterations)}")
    print(f"  the longest {max(ours.times['lp-lift']):.2f} s; statuses {dict(ours.counts)}")
    if section.times:
        section.tell("first-order solver of HiGHS")
        section.ratio("HiGHS / lp-lift on the same puzzles", "first-order solver of HiGHS", "lp-lift")


SECTIONS = {"lp": lp, "probe": probe, "lift": lift}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--sections", default=",".join(SECTIONS))
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--most", type=int, default=300)
    parser.add_argument("--plain", type=int, default=5)
    args = parser.parse_args()
    for path in args.files:
        puzzles = read(path, args.every, args.most)
        nf.solve(puzzles[0], by="lp", isolate=False)  # loads the libraries
        for name in args.sections.split(","):
            print(f"{name}: {len(puzzles)} puzzles of {path}")
            SECTIONS[name](puzzles, args.plain)
    return 0


if __name__ == "__main__":
    sys.exit(main())
