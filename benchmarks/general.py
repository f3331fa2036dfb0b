"""The search on large layouts against CP-SAT, SAT solvers and an ant colony: puzzles solved in time, and how fast.

python benchmarks/general.py FILE.csv… [--seconds 10] [--every K] [--bands 40,45] [--against cp-sat,cadical153,glucose4]

A FILE has a column `puzzle` with N² characters per row, and optionally `fixed_percent`, which defines the bands. The
peers are those of `--against` that are installed: `cp-sat` (package ortools) and any solver of python-sat by its name
there. `--ants PROGRAM` adds the ant colony of Lloyd and Amos (2019): build `sudokusolver` from their repository
(github.com/huwlloyd-mmu/sudoku_acs) outside the project and pass its path.

Every puzzle goes to each solver in turn, so that load on the machine affects all alike, and every returned grid is
checked. Times are CPU times. Ours covers all of `nf.solve(…, by="search", limit=1)`; a peer's covers solving only, not
building its model in Python, which often takes longer. A SAT solver gets the candidates that the clues leave: at least
one and at most one per cell, and per digit in each unit.
"""

from __future__ import annotations

import argparse
import csv
import os
import platform
import re
import statistics
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from importlib import metadata, util
from itertools import combinations, groupby, product
from math import isqrt
from threading import Timer
from time import process_time

import ninefold as nf

ALPHABET = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

# A racer's answer: the digits of a solution or None, and the seconds it took.
Answer = tuple[bytes | None, float]
Racer = Callable[[nf.Grid, float], Answer]


@dataclass(frozen=True)
class Puzzle:
    """A puzzle of a file, and its band."""

    band: int
    grid: nf.Grid


def read(path: str, alphabet: str, every: int, bands: frozenset[int]) -> Iterator[Puzzle]:
    with open(path, newline="", encoding="utf-8") as file:
        number: dict[int, int] = defaultdict(int)
        for row in csv.DictReader(file):
            band = int(row.get("fixed_percent") or 0)
            number[band] += 1
            if (number[band] - 1) % every or (bands and band not in bands):
                continue
            digits = bytes(alphabet.index(letter) + 1 if letter not in ".0" else 0 for letter in row["puzzle"])
            yield Puzzle(band, nf.Grid.from_digits(digits, nf.Layout(isqrt(len(digits)))))


def ours(grid: nf.Grid, seconds: float) -> Answer:
    start = process_time()
    result = nf.solve(grid, by="search", limit=nf.Limit(1, seconds=seconds))
    took = process_time() - start
    return (result.solutions[0].digits if result.solutions else None), took


def candidates(grid: nf.Grid) -> list[frozenset[int]]:
    """The digits that the clues leave for each cell."""
    left = [frozenset(range(1, grid.layout.size + 1))] * len(grid.digits)
    for unit in grid.layout.units:
        seen = {grid.digits[cell] for cell in unit.cells}
        for cell in unit.cells:
            left[cell] -= seen
    return [frozenset([digit]) if digit else left[cell] for cell, digit in enumerate(grid.digits)]


def by_cp_sat(grid: nf.Grid, seconds: float) -> Answer:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    domains = (cp_model.Domain.from_values(sorted(digits)) for digits in candidates(grid))
    cells = [model.new_int_var_from_domain(domain, "") for domain in domains]
    for unit in grid.layout.units:
        model.add_all_different([cells[cell] for cell in unit.cells])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    start = process_time()
    status = solver.solve(model)
    took = process_time() - start
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None, took
    return bytes(solver.value(cell) for cell in cells), took


def clauses(grid: nf.Grid) -> tuple[dict[tuple[int, int], int], list[tuple[int, ...]]]:
    """The variable of each candidate, and the clauses."""
    left = candidates(grid)
    pairs = [(cell, digit) for cell, digits in enumerate(left) for digit in sorted(digits)]
    number = {pair: i for i, pair in enumerate(pairs, 1)}
    groups = [[number[cell, digit] for digit in sorted(digits)] for cell, digits in enumerate(left)]
    for unit, digit in product(grid.layout.units, range(1, grid.layout.size + 1)):
        groups += [[number[cell, digit] for cell in unit.cells if digit in left[cell]]]
    at_most = {(-a, -b) for group in groups for a, b in combinations(group, 2)}
    return number, [*map(tuple, groups), *sorted(at_most)]


def by_clauses(name: str, grid: nf.Grid, seconds: float) -> Answer:
    from pysat.solvers import Solver

    number, rules = clauses(grid)
    start = process_time()
    with Solver(name=name, bootstrap_with=rules) as solver:
        found = _solve_in_time(solver, seconds)
        took = process_time() - start
        holding = {literal for literal in solver.get_model() if literal > 0} if found else set()
    if not found:
        return None, took
    return bytes(digit for (_, digit), i in number.items() if i in holding), took


def _solve_in_time(solver: object, seconds: float) -> bool:
    """Whether it is solved; a solver that cannot be interrupted (CaDiCaL) runs to its end."""
    timer = Timer(seconds, solver.interrupt)  # type: ignore[attr-defined]
    timer.start()
    try:
        return bool(solver.solve_limited(expect_interrupt=True))  # type: ignore[attr-defined]
    except NotImplementedError:
        timer.cancel()
        return bool(solver.solve())  # type: ignore[attr-defined]
    finally:
        timer.cancel()


def by_ants(program: str, grid: nf.Grid, seconds: float) -> Answer:
    letters = {9: "123456789", 16: "0123456789abcdef", 25: "abcdefghijklmnopqrstuvwxy"}[grid.layout.size]
    line = "".join(letters[digit - 1] if digit else "." for digit in grid.digits)
    command = [program, "--puzzle", line, "--timeout", str(int(seconds)), "--verbose", "1"]
    before = os.times()
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    after = os.times()
    took = after.children_user + after.children_system - before.children_user - before.children_system
    if "solved in" not in output:
        return None, took
    drawn = output.split("Solution:", 1)[1].rsplit("solved in", 1)[0]
    return bytes(map(int, re.findall(r"\d+", drawn))), took


def racers(names: Iterable[str], ants: str | None) -> dict[str, Racer]:
    """Ours, and the peers that are installed."""
    found: dict[str, Racer] = {f"ninefold {nf.__version__}": ours}
    for name in names:
        package, module = ("ortools", "ortools") if name == "cp-sat" else ("python-sat", "pysat")
        if util.find_spec(module) is None:
            print(f"skipped: {name} (pip install {package})", file=sys.stderr)
            continue
        label = f"{name} ({package} {metadata.version(package)})"
        found[label] = by_cp_sat if name == "cp-sat" else partial(by_clauses, name)
    if ants:
        found["ants (Lloyd and Amos)"] = partial(by_ants, ants)
    return found


def check(name: str, puzzle: nf.Grid, digits: bytes) -> None:
    grid = nf.Grid.from_digits(digits, puzzle.layout)
    if nf.check(grid, puzzle=puzzle).verdict is not nf.Verdict.COMPLETE:
        raise SystemExit(f"{name} gave a wrong grid for {puzzle.line}")


def race(puzzles: Iterable[Puzzle], entered: dict[str, Racer], seconds: float) -> dict[str, list[Answer]]:
    """The answers of each racer, by its name."""
    answers: dict[str, list[Answer]] = defaultdict(list)
    for puzzle in puzzles:
        for name, racer in entered.items():
            digits, took = racer(puzzle.grid, seconds)
            if digits is not None:
                check(name, puzzle.grid, digits)
            answers[name].append((digits if took <= seconds else None, took))
    return answers


def report(puzzles: Iterable[Puzzle], entered: dict[str, Racer], seconds: float) -> None:
    """Print a Markdown table, one row per finished band: the median and the longest time in ms."""
    print(f"| fixed % | puzzles | {' | '.join(entered)} |")
    print(f"|--:|--:|{'--:|' * len(entered)}")
    everything: dict[str, list[Answer]] = defaultdict(list)
    for band, of_band in groupby(puzzles, key=lambda puzzle: puzzle.band):
        answers = race(of_band, entered, seconds)
        _print_row(str(band or ""), answers)
        for name, given in answers.items():
            everything[name] += given
    _print_row("all", everything)
    spent = " | ".join(f"{sum(took for _, took in given):,.1f} s" for given in everything.values())
    print(f"| total | | {spent} |")


def _print_row(title: str, answers: dict[str, list[Answer]]) -> None:
    puzzles = len(next(iter(answers.values())))
    print(f"| {title} | {puzzles} | {' | '.join(map(_summary, answers.values()))} |", flush=True)


def _summary(given: list[Answer]) -> str:
    times = [1000 * took for _, took in given]
    failed = sum(digits is None for digits, _ in given)
    short = f"{_rounded(statistics.median(times))} / {_rounded(max(times))}"
    return f"{short}, {failed} unsolved" if failed else short


def _rounded(milliseconds: float) -> str:
    return f"{milliseconds:,.{max(0, 2 - len(str(int(milliseconds))))}f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE.csv")
    parser.add_argument("--alphabet", default=ALPHABET, help="characters of the digits, from 1 (default: 1-9A-Za-z)")
    parser.add_argument("--seconds", type=float, default=10.0, help="time per puzzle (default: 10)")
    parser.add_argument("--every", type=int, default=1, metavar="K", help="only every K-th puzzle of a band")
    parser.add_argument("--bands", default="", help="only these bands, such as 40,45")
    parser.add_argument("--against", default="cp-sat,cadical153,glucose4", help="peers; '' for none")
    parser.add_argument("--ants", metavar="PROGRAM", help="the ant colony's sudokusolver")
    options = parser.parse_args()
    entered = racers(filter(None, options.against.split(",")), options.ants)
    bands = frozenset(map(int, filter(None, options.bands.split(","))))
    machine = platform.processor() or platform.machine()
    print(f"{datetime.now(UTC):%Y-%m-%d}, {machine}, Python {platform.python_version()}")
    print("median / longest time in ms; over", f"{options.seconds:g} s counts as unsolved")
    for path in options.files:
        print(f"\n{os.path.basename(path)}\n")
        puzzles = read(path, options.alphabet, options.every, bands)
        report(puzzles, entered, options.seconds)


if __name__ == "__main__":
    main()
