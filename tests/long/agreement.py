"""Whether all ways to solve agree: every version of the engine, `propagate`, and a SAT solver, on many mixed puzzles.

`make agree` runs it. The puzzles are those of the files it is given, lines of 81 characters, or are made
here: grids with clues removed, clues changed, and symmetric copies. What agreed is printed as a table
in Markdown; the first disagreement ends it with status 1. Without python-sat, that part is skipped.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

import ninefold as nf
from ninefold import _native

Digits: TypeAlias = npt.NDArray[np.uint8]  # n×81
Answer: TypeAlias = tuple[int, bytes]  # solutions up to 2, and the first of them
Way: TypeAlias = Callable[[Digits], Iterator[Answer | None]]

LIMITS = (1, 2, 100)
PLAIN = re.compile(rb"^[0-9.]{81}", re.MULTILINE)


class Disagreement(Exception):
    """Two ways gave different answers."""


# --- the puzzles ---------------------------------------------------------------------------------------------


def read(paths: Sequence[Path]) -> Digits:
    """Every puzzle that begins a line of some files."""
    lines = b"".join(line for path in paths for line in PLAIN.findall(path.read_bytes()))
    digits = np.frombuffer(lines.replace(b".", b"0"), dtype=np.uint8) - ord("0")
    return digits.reshape(-1, 81)


def full_grids(number: int, random: np.random.Generator) -> Digits:
    """Full grids: three boxes of each are random, and no two of them share a unit."""
    boards = np.zeros((number, 9, 9), dtype=np.uint8)
    for at in (0, 3, 6):
        boards[:, at : at + 3, at : at + 3] = random.permuted(
            np.tile(np.arange(1, 10, dtype=np.uint8), (number, 1)), axis=1
        ).reshape(-1, 3, 3)
    grids = nf.solve_many(boards, limit=1).solution
    return symmetric(grids, random)[0]


def thinned(grids: Digits, clues: range, random: np.random.Generator) -> Digits:
    """Grids with clues removed until so many are left."""
    places = random.permuted(np.tile(np.arange(81), (len(grids), 1)), axis=1)
    kept = random.integers(clues.start, clues.stop, len(grids))
    return np.where(places < kept[:, None], grids, 0).astype(np.uint8)


def changed(puzzles: Digits, random: np.random.Generator) -> Digits:
    """Puzzles with one cell set to any digit, or emptied."""
    result = puzzles.copy()
    rows = np.arange(len(result))
    result[rows, random.integers(0, 81, len(rows))] = random.integers(0, 10, len(rows))
    return result


def made(number: int, random: np.random.Generator) -> Digits:
    """Puzzles with no solution, one, and many; a part of them full or nearly empty."""
    grids = full_grids(number, random)
    parts = np.array_split(grids, 6)
    return np.concatenate(
        [
            thinned(parts[0], range(22, 27), random),
            thinned(parts[1], range(26, 36), random),
            changed(thinned(parts[2], range(22, 30), random), random),
            changed(thinned(parts[3], range(30, 82), random), random),
            thinned(parts[4], range(82), random),
            proper(parts[5], random),
        ]
    )


def proper(grids: Digits, random: np.random.Generator) -> Digits:
    """Proper puzzles with few clues: cells of full grids are emptied as long as one solution is left."""
    puzzles = grids.copy()
    rows = np.arange(len(puzzles))
    for cell in random.permuted(np.tile(np.arange(81), (len(puzzles), 1)), axis=1).T[:70]:
        fewer = puzzles.copy()
        fewer[rows, cell] = 0
        is_proper = nf.solve_many(fewer, limit=2).count == 1
        puzzles[is_proper] = fewer[is_proper]
    return puzzles


class Symmetries(NamedTuple):
    """For each puzzle: the cell that each place is filled from, and what each digit becomes."""

    cells: npt.NDArray[np.intp]
    digits: Digits

    def of(self, puzzles: Digits) -> Digits:
        """The symmetric copies of puzzles."""
        moved = np.take_along_axis(puzzles, self.cells, axis=1)
        return np.take_along_axis(self.digits, moved.astype(np.intp), axis=1)


def symmetric(puzzles: Digits, random: np.random.Generator) -> tuple[Digits, Symmetries]:
    """A symmetric copy of every puzzle, and how it was made."""
    number = len(puzzles)

    def lines() -> npt.NDArray[np.intp]:
        bands = random.permuted(np.tile(np.arange(3), (number, 1)), axis=1)[:, :, None]
        inside = random.permuted(np.tile(np.arange(3), (number, 3, 1)), axis=2)
        found: npt.NDArray[np.intp] = (3 * bands + inside).reshape(number, 9)
        return found

    cells = (9 * lines()[:, :, None] + lines()[:, None, :]).reshape(number, 81)
    turned = random.integers(0, 2, number).astype(bool)
    cells[turned] = cells[turned].reshape(-1, 9, 9).transpose(0, 2, 1).reshape(-1, 81)
    digits = np.zeros((number, 10), dtype=np.uint8)
    digits[:, 1:] = random.permuted(np.tile(np.arange(1, 10, dtype=np.uint8), (number, 1)), axis=1)
    symmetries = Symmetries(cells, digits)
    return symmetries.of(puzzles), symmetries


# --- the versions of the engine ------------------------------------------------------------------------------


def answer(puzzles: Path, answers: Path) -> None:
    """Answer the puzzles of a file, up to every limit, by the version that the environment names."""
    array = np.load(puzzles)
    columns: dict[str, npt.NDArray[Any]] = {}
    for limit in LIMITS:
        one, two = (nf.solve_many(array, limit=limit, threads=threads) for threads in (1, 2))
        for name in ("status", "count", "ended", "solution", "guesses"):
            columns[f"{name} up to {limit}"] = getattr(one, name)
            same(f"{name} up to {limit} by one thread and by two", array, getattr(one, name), getattr(two, name))
    np.savez(answers, allow_pickle=False, **columns)


def same(what: str, puzzles: Digits, one: npt.NDArray[Any], two: npt.NDArray[Any]) -> None:
    """A `Disagreement` about the first puzzle where two columns differ."""
    differs = (one != two).reshape(len(puzzles), -1).any(axis=1)
    if differs.any():
        row = int(differs.argmax())
        raise Disagreement(f"{what}: {line_of(puzzles[row])}: {one[row]} and {two[row]}; and {differs.sum() - 1} more")


def line_of(digits: Digits) -> str:
    """A puzzle as it is written."""
    return "".join(map(str, digits)).replace("0", ".")


def by_versions(puzzles: Digits) -> tuple[list[str], dict[str, npt.NDArray[Any]]]:
    """The versions this CPU can run, and the answers that all of them give."""
    names = _native.versions()
    with tempfile.TemporaryDirectory() as folder:
        given = Path(folder, "puzzles.npy")
        np.save(given, puzzles)
        first: dict[str, npt.NDArray[Any]] = {}
        for name in names:
            found = Path(folder, f"{name}.npz")
            subprocess.run(
                [sys.executable, __file__, "--answer", given, found],
                env={**os.environ, "NINEFOLD_LANES": name},
                check=True,
            )
            columns = dict(np.load(found))
            first = first or columns
            for column, values in columns.items():
                same(f"{column} by {names[0]} and {name}", puzzles, first[column], values)
    return names, first


def check_symmetry(puzzles: Digits, columns: dict[str, npt.NDArray[Any]], random: np.random.Generator) -> None:
    """Symmetric copies have as many solutions, and the only one is the mapped one."""
    copies, symmetries = symmetric(puzzles, random)
    for limit in LIMITS:
        results = nf.solve_many(copies, limit=limit)
        same(f"count of a symmetric copy up to {limit}", puzzles, columns[f"count up to {limit}"], results.count)
    only = columns["count up to 2"] == 1
    mapped = symmetries.of(columns["solution up to 2"])
    results = nf.solve_many(copies, limit=2)
    same("solution of a symmetric copy", puzzles[only], mapped[only], results.solution[only])


# --- other ways ----------------------------------------------------------------------------------------------


def by_propagate(puzzles: Digits) -> Iterator[Answer | None]:
    """The answers of the method `propagate`; None if they take too long."""
    for digits in puzzles:
        result = nf.solve(line_of(digits), by="propagate", limit=nf.Limit(2, seconds=1))
        solution = result.solution
        is_known = result.ended or len(result.solutions) == 2
        yield (len(result.solutions), b"" if solution is None else bytes(solution.digits)) if is_known else None


def sudoku_clauses() -> list[list[int]]:
    """Every cell has a digit, every unit each digit, nothing twice; 81·i + 9·j + k is digit k in row i, column j."""
    rows = [[81 * i + 9 * j + 1 for j in range(9)] for i in range(9)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    boxes = [[rows[3 * (b // 3) + c // 3][3 * (b % 3) + c % 3] for c in range(9)] for b in range(9)]
    units = [[cell + k for cell in unit] for unit in rows + columns + boxes for k in range(9)]
    units += [[81 * i + 9 * j + 1 + k for k in range(9)] for i in range(9) for j in range(9)]
    return units + [[-a, -b] for unit in units for a, b in combinations(unit, 2)]


def by_sat(puzzles: Digits) -> Iterator[Answer | None]:
    """The answers of a SAT solver: clues are assumed, and a second solution is one unlike the first."""
    from pysat.solvers import Solver  # type: ignore[import-not-found,unused-ignore]

    clauses = sudoku_clauses()
    for start in range(0, len(puzzles), 1000):  # a fresh solver now and then: what was ruled out piles up
        with Solver(name="cadical153", bootstrap_with=clauses) as solver:
            for switch, digits in enumerate(puzzles[start : start + 1000], 730):
                clues = [9 * int(cell) + int(digits[cell]) for cell in np.flatnonzero(digits)]
                if not solver.solve(assumptions=clues):
                    yield 0, b""
                    continue
                true = [literal for literal in solver.get_model()[:729] if literal > 0]
                solver.add_clause([-switch, *(-literal for literal in true)])
                is_second = solver.solve(assumptions=[*clues, switch])
                solver.add_clause([-switch])
                yield 1 + is_second, bytes((literal - 1) % 9 + 1 for literal in true)


def check_chunk(way: Way, chunk: tuple[Digits, Any, Digits]) -> int:
    """How many puzzles a way agrees on: the count up to 2, and the solution if it is the only one."""
    agreed = 0
    for digits, count, solution, found in zip(*chunk, way(chunk[0]), strict=True):
        if found is None:
            continue
        if found[0] != count or (count == 1 and found[1] != solution.tobytes()):
            raise Disagreement(f"{way.__name__}: {line_of(digits)}: {count} and {found[0]} solutions")
        agreed += 1
    return agreed


def check_way(way: Way, puzzles: Digits, columns: dict[str, npt.NDArray[Any]], seconds: float) -> int:
    """On how many puzzles a way agrees within some time, on every core."""
    end, agreed = time.monotonic() + seconds, 0
    order = np.random.default_rng(7).permutation(len(puzzles))
    chunks = (
        (puzzles[rows], columns["count up to 2"][rows], columns["solution up to 2"][rows])
        for rows in np.array_split(order, max(1, len(order) // 100))
    )
    with multiprocessing.get_context("spawn").Pool() as pool:
        for number in pool.imap_unordered(partial(check_chunk, way), chunks):
            agreed += number
            if time.monotonic() > end:
                break
    return agreed


# --- the table -----------------------------------------------------------------------------------------------


def run(files: Sequence[Path], number: int, seconds: float) -> None:
    """Compare all there is, and print the table."""
    random = np.random.default_rng(3)
    puzzles = read(files) if files else made(number, random)
    if files:  # as they are, and a part of them with a clue changed
        puzzles = np.concatenate(
            [puzzles, changed(puzzles[random.integers(0, len(puzzles), len(puzzles) // 5)], random)]
        )
    begun = time.monotonic()
    names, columns = by_versions(puzzles)
    tally = np.bincount(np.minimum(columns["count up to 2"], 2).astype(np.intp), minlength=3)
    print(f"{len(puzzles):,} puzzles: {tally[0]:,} without a solution, {tally[1]:,} proper, {tally[2]:,} with more.\n")
    print("| way | puzzles that agree | seconds |\n|---|--:|--:|", flush=True)

    def report(way: str, agreed: int) -> None:
        nonlocal begun
        print(f"| {way} | {agreed:,} | {time.monotonic() - begun:.0f} |", flush=True)
        begun = time.monotonic()

    report(
        f"versions {', '.join(names)}; one thread and two; up to {', '.join(map(str, LIMITS))} solutions", len(puzzles)
    )
    check_symmetry(puzzles, columns, random)
    report("symmetric copies", len(puzzles))
    if find_spec("pysat") is None:
        print("\nskipped: python-sat is not installed here\n")
    else:
        report("a SAT solver (CaDiCaL)", check_way(by_sat, puzzles, columns, seconds))
    report("the method `propagate`", check_way(by_propagate, puzzles, columns, seconds))


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, help="files of puzzles; none: puzzles are made")
    parser.add_argument("--number", type=int, default=120_000, help="puzzles to make")
    parser.add_argument("--seconds", type=float, default=600, help="for each of the slower ways")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    try:
        if options.answer:
            answer(*options.files)
        else:
            run(options.files, options.number, options.seconds)
    except Disagreement as fault:
        print(f"DISAGREEMENT: {fault}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
