"""The optimisation methods against direct calls of the same libraries: each claim as a ratio within one run.

python benchmarks/optimisation.py FILE… [--sections lp,probe,lift,mip,cp,sat] [--max-puzzles N] [--seed S] [--plain K]

A FILE has one 9×9 puzzle per line; N of them are drawn at random. Every puzzle goes to each contestant in turn, so that
load on the machine affects all alike. All times are CPU times, and each section runs in a separate process. In the
first three sections, methods run in that process too (`isolate=False`):

lp      `nf.solve(…, by="lp")` against HiGHS alone on a loaded model, and that against building the model.
probe   `nf.solve(…, by="lp-probe")` against two programs per candidate, its maximum and minimum, solved from scratch
        by HiGHS; only for K puzzles, because it takes long.
lift    `nf.solve(…, by="lp-lift")` against HiGHS' first-order solver on the rows of the same lift, presolved as ours
        and built beforehand, on K puzzles. For single-core figures set OPENBLAS_NUM_THREADS=1.

In mip, cp, sat and mip-integer, ours is a normal call of `nf.solve`: the puzzle is checked and sent to the library's
worker process, solved there with a proof that the solution is unique, and the answer is verified. Its time is that of
both processes. The baseline is the same library called by hand (`by_hand.py`), which finds and proves the same: first
in this process without a deadline, then in a separate process that is kept and could be killed, as ours is. Printed are
medians; the ratio's is the median of the ratios per puzzle.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from time import clock_gettime, process_time
from typing import Any

import by_hand
import numpy as np

import ninefold as nf
from ninefold.models.binary import BinaryModel, binary
from ninefold.models.lifted import lifted
from ninefold.processes.pool import shared


@dataclass
class Section:
    """The measurements of one section: times by name, counts by name."""

    times: dict[str, list[float]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)

    def clock(self, name: str, work: Callable[[], Any]) -> Any:
        """Do some work and record its time under a name."""
        start = process_time()
        found = work()
        self.times.setdefault(name, []).append(process_time() - start)
        return found

    def mean(self, name: str) -> float:
        """The mean time recorded under a name."""
        return statistics.fmean(self.times[name])

    def show(self, name: str) -> None:
        """Print the times recorded under a name."""
        mean, median = self.mean(name), statistics.median(self.times[name])
        print(f"  {name:40} mean {1e3 * mean:8.2f} ms   median {1e3 * median:8.2f} ms   {1 / mean:8.1f}/s")

    def ratio(self, what: str, above: str, below: str) -> None:
        """Print the ratio of two means."""
        print(f"  {what:60} {self.mean(above) / self.mean(below):6.2f}")


def read(path: str, max_puzzles: int, seed: int) -> list[nf.Grid]:
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file if len(line.strip()) >= 81 and line[0] in ".0123456789"]
    chosen = lines if max_puzzles >= len(lines) else random.Random(seed).sample(lines, max_puzzles)
    return [nf.Grid(line[:81]) for line in chosen]


def lp(puzzles: list[nf.Grid], _plain: int) -> None:
    """`lp` against direct calls of the library."""
    from ninefold.solving.solvers.highs import HighsProgram

    nf.solve(puzzles[0], by="lp", isolate=False)  # loads the library
    section = Section()
    for puzzle in puzzles:
        model = section.clock("building the model", partial(binary, puzzle))
        program = section.clock("loading it", partial(HighsProgram, model.rows, costs=np.ones(len(model.cells))))
        section.clock("solving it, HiGHS alone", partial(program.solve, nf.Run(puzzle.layout)))
        solve = partial(nf.solve, puzzle, by="lp", isolate=False)
        section.clock("lp, any solution", partial(solve, limit=1))
        section.counts[str(section.clock("lp, with proof", solve).status)] += 1
    for name in section.times:
        section.show(name)
    section.ratio("building the model / solving it (at most 0.33)", "building the model", "solving it, HiGHS alone")
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
            section.clock("two programs per candidate, from scratch", partial(_from_scratch, model))
    ours.show("lp-probe")
    section.show("two programs per candidate, from scratch")
    print(
        f"  linear programs: mean {statistics.fmean(programs):.1f}, candidates: mean {statistics.fmean(candidates):.0f}"
    )
    section.ratio(
        "from scratch / lp-probe on the same puzzles (at least 10)",
        "two programs per candidate, from scratch",
        "lp-probe",
    )
    print(f"  statuses {dict(ours.counts)}")


def _from_scratch(model: BinaryModel) -> None:
    from ninefold.solving.solvers.highs import HighsProgram

    run = nf.Run(model.layout)
    for variable in range(len(model.cells)):
        for sign in (-1.0, 1.0):
            costs = np.zeros(len(model.cells))
            costs[variable] = sign
            HighsProgram(model.rows, costs=costs).solve(run)


def lift(puzzles: Iterable[nf.Grid], plain: int) -> None:
    """`lp-lift` against HiGHS' first-order solver on the same rows."""
    from ninefold.solving.solvers.highs import HighsProgram

    section, ours = Section(), Section()
    sizes, iterations = [], []
    for puzzle in puzzles:
        result = ours.clock("lp-lift", partial(nf.solve, puzzle, by="lp-lift", isolate=False))
        ours.counts[str(result.status)] += 1
        sizes.append([result.stats[name] for name in ("candidates", "products", "rows")])
        iterations.append(result.stats["iterations"])
        model = ours.clock("of which building the lift", partial(lifted, puzzle))
        if model.width and len(section.times.get("lp-lift", ())) < plain:
            section.times.setdefault("lp-lift", []).append(ours.times["lp-lift"][-1])
            program = HighsProgram(model.rows, solver="highs-pdlp")
            section.clock("first-order solver of HiGHS", partial(program.solve, nf.Run(puzzle.layout)))
    for name in ours.times:
        ours.show(name)
    print("  candidates, products, rows: medians", *np.median(sizes, axis=0).astype(int))
    print(f"  iterations: median {statistics.median(iterations):.0f}, maximum {max(iterations)}")
    print(f"  the longest {max(ours.times['lp-lift']):.2f} s; statuses {dict(ours.counts)}")
    if section.times:
        section.show("first-order solver of HiGHS")
        section.ratio("HiGHS / lp-lift on the same puzzles", "first-order solver of HiGHS", "lp-lift")


def exact(by: str, puzzles: list[nf.Grid], _plain: int) -> None:
    """A complete method against its library called by hand."""
    print(f"  {'by hand':34} {'process':10} {'by hand':>10} {'ours':>10} {'ratio':>6}")
    for how, make in by_hand.PEERS[by]:
        for place, peer in (("this", make()), ("separate", by_hand.InProcess(make))):
            hand, ours, ratio = _race(by, peer, puzzles)
            print(f"  {how:34} {place:10} {1e3 * hand:7.2f} ms {1e3 * ours:7.2f} ms {ratio:6.2f}", flush=True)
            if isinstance(peer, by_hand.InProcess):
                peer.process.kill()


def _race(by: str, peer: by_hand.ByHand, puzzles: list[nf.Grid]) -> tuple[float, float, float]:
    """The medians of the direct times, of ours, and of their ratios."""
    shared.clear()  # clauses learnt from these puzzles in an earlier race would help
    for _ in range(2):  # warm-up: build and load what is kept
        peer(puzzles[0].digits)
        nf.solve(puzzles[0], by=by)
    rows = []
    for puzzle in puzzles:
        marks = [_cpu_time(peer)]
        digits = peer(puzzle.digits)
        marks.append(_cpu_time(peer))
        result = nf.solve(puzzle, by=by)
        marks.append(_cpu_time(peer))
        assert (result.status, result.solutions[0].digits) == (nf.Status.UNIQUE, digits)
        hand, ours = (after - before for before, after in pairwise(marks))
        rows.append((hand, ours, ours / hand))
    hand, ours, ratio = (statistics.median(column) for column in zip(*rows, strict=True))
    return hand, ours, ratio


def _cpu_time(peer: by_hand.ByHand) -> float:
    """The CPU time of this process and of the kept ones; the expression is Linux's clock ID of a process."""
    kept = [worker.process.pid for _, worker in shared.idle]
    kept += [peer.process.pid] if isinstance(peer, by_hand.InProcess) and peer.process.pid else []
    return process_time() + sum(clock_gettime((~pid << 3) | 2) for pid in kept)


SECTIONS = {"lp": lp, "probe": probe, "lift": lift} | {by: partial(exact, by) for by in by_hand.PEERS}
DEFAULT_SECTIONS = "lp,probe,lift,mip,cp,sat"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--sections", default=DEFAULT_SECTIONS)
    parser.add_argument("--max-puzzles", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", type=int, default=5)
    args = parser.parse_args()
    sections = args.sections.split(",")
    if len(args.files) * len(sections) > 1:  # HiGHS and OR-Tools must not share a process
        options = ["--max-puzzles", args.max_puzzles, "--seed", args.seed, "--plain", args.plain]
        commands = [[path, "--sections", name, *map(str, options)] for path in args.files for name in sections]
        return max(subprocess.run([sys.executable, __file__, *each], check=False).returncode for each in commands)
    puzzles = read(args.files[0], args.max_puzzles, args.seed)
    print(f"{sections[0]}: {len(puzzles)} puzzles of {args.files[0]}", flush=True)
    SECTIONS[sections[0]](puzzles, args.plain)
    return 0


if __name__ == "__main__":
    sys.exit(main())
