"""Experiments on the papers: their puzzles, their claims, and what Ninefold measures.

A claim is quoted with its place in the paper. With it come what is measured and how, and a rule by which the verdict
follows from the numbers alone. `judge` sees nothing else, so a test can give it other numbers and expect another
verdict.

Times are CPU times of this process, after a first run that loads the libraries, and medians of several runs.
"""

from __future__ import annotations

import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from statistics import median
from typing import Any, TypeAlias

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.limits import Limit
from ninefold.core.values import LabelledEnum, short_repr
from ninefold.solving.registry import find, parse_method
from ninefold.solving.result import Result, Status
from ninefold.solving.solve import solve


@dataclass(frozen=True)
class PaperPuzzle:
    """A puzzle from a paper."""

    name: str
    paper: str  # the name of the paper, such as "gira"
    where: str  # where the paper prints it
    puzzle: Grid
    solutions: int  # the exact number of solutions
    note: str = ""
    solution: Grid | None = None
    printed: str = ""  # the grid that the paper prints as the solution, right or wrong

    def __str__(self) -> str:
        return self.name


@cache
def paper_puzzles() -> tuple[PaperPuzzle, ...]:
    """All puzzles, ordered by paper.

    >>> [entry.name for entry in paper_puzzles() if entry.paper == "marinescu"]
    ['S4', 'Shidoku']
    """
    text = files("ninefold.papers").joinpath("puzzles.toml").read_text(encoding="utf-8")
    return tuple(_read(entry) for entry in tomllib.loads(text)["puzzle"])


def _read(entry: dict[str, Any]) -> PaperPuzzle:
    grids: dict[str, Any] = {key: Grid(entry[key]) for key in ("puzzle", "solution") if key in entry}
    return PaperPuzzle(**(entry | grids))


def paper_puzzle(name: str) -> PaperPuzzle:
    """The puzzle with a name."""
    for entry in paper_puzzles():
        if entry.name == name:
            return entry
    known = ", ".join(map(str, paper_puzzles()))
    raise NinefoldError(f"unknown puzzle {short_repr(name)} (choose from {known})")


# --- claims -----------------------------------------------------------------------------------------


class ClaimVerdict(LabelledEnum):
    """Whether a claim holds here."""

    HOLDS = "holds"
    IN_PART = "holds in part"
    FAILS = "does not hold"
    UNTRIED = "cannot be tried here"
    OPEN = "a question, not a claim"


Number: TypeAlias = int | float | str | bool
Numbers: TypeAlias = Mapping[str, Number]


class CannotTry(Exception):
    """Why a claim cannot be tried here."""


@dataclass(frozen=True)
class Claim:
    """What a paper says, and how we find out whether it holds.

    Attributes:
        name: a few words to call it by.
        quote: the paper's words.
        where: their place in the paper.
        how: what is measured, and how.
        rule: how the verdict follows from the numbers, in words.
        measure: takes the time limit of one run and returns the numbers, by what they mean.
        judge: the rule.
        details: more about the numbers, a line each, such as a log beside the printed one.
    """

    name: str
    quote: str
    where: str
    how: str
    rule: str
    measure: Callable[[float], Numbers]
    judge: Callable[[Numbers], ClaimVerdict]
    details: Callable[[float], list[str]] | None = None


@dataclass(frozen=True)
class ClaimRow:
    """A claim and what came out."""

    claim: str
    quote: str
    where: str
    how: str
    measured: Numbers
    rule: str
    verdict: str
    why: str  # why it cannot be tried


@dataclass(frozen=True)
class Paper:
    """A paper and its claims."""

    name: str
    author: str
    title: str
    year: str
    claims: tuple[Claim, ...]

    def run(self, seconds: float) -> Iterator[ClaimRow]:
        """Try each claim, with a time limit for each run."""
        for claim in self.claims:
            yield try_claim(claim, seconds)


def try_claim(claim: Claim, seconds: float) -> ClaimRow:
    """Measure, and judge by the numbers."""
    numbers: Numbers = {}
    verdict, why = ClaimVerdict.UNTRIED, ""
    try:
        numbers = claim.measure(seconds)
        verdict = claim.judge(numbers)
    except CannotTry as error:
        why = str(error)
    return ClaimRow(claim.name, claim.quote, claim.where, claim.how, numbers, claim.rule, str(verdict), why)


def judged(holds: object, in_part: object = False) -> ClaimVerdict:
    """The verdict of a rule with two conditions."""
    return ClaimVerdict.HOLDS if holds else ClaimVerdict.IN_PART if in_part else ClaimVerdict.FAILS


def only_asked(_: Numbers) -> ClaimVerdict:
    """The verdict about a question that the paper raises without a claim."""
    return ClaimVerdict.OPEN


# --- measuring --------------------------------------------------------------------------------------

RUNS = 5  # of a measured time, after the first one
LONG = 1.0  # seconds; what takes longer is measured once


def run(puzzle: Grid, by: str, seconds: float, *, solutions: int | None = 2, here: bool = False) -> Result:
    """Solve a puzzle by a method with its options, such as `lp:sums=true`.

    With `here`, in this process, so that its CPU time is ours. CP-SAT never runs here: it cannot share a process
    with HiGHS.
    """
    name = parse_method(by)[0]
    if reason := find(name).unavailable_reason:
        raise CannotTry(f"{name} {reason}")
    isolate = False if here else None
    result = solve(puzzle, by=by, limit=Limit(solutions, seconds=seconds), isolate=isolate)
    if result.status is Status.UNKNOWN and "needs" in result.why:
        raise CannotTry(result.why)
    return result


def cpu_time(puzzle: Grid, by: str, seconds: float, *, solutions: int | None = 2) -> tuple[Result, float]:
    """The result of a method, and its CPU time in seconds: warm, the median of several runs."""
    result = run(puzzle, by, seconds, solutions=solutions, here=True)
    times = []
    for _ in range(RUNS):
        started = time.process_time()
        result = run(puzzle, by, seconds, solutions=solutions, here=True)
        times.append(time.process_time() - started)
        if times[0] > LONG:
            break
    return result, median(times)


def cold_time(puzzle: Grid, by: str) -> float:
    """The seconds that a new process takes for everything: its start, the libraries, and the puzzle."""
    import subprocess

    started = time.perf_counter()
    command = [sys.executable, "-P", "-m", "ninefold", "solve", puzzle.line, "--by", by]
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


def milliseconds(seconds: float) -> float:
    """A time as it is shown: three digits."""
    return float(f"{seconds * 1000:.3g}")


def is_printed(entry: PaperPuzzle, result: Result) -> bool:
    """Whether a method found the grid that the paper prints."""
    return result.solution is not None and result.solution == Grid(entry.printed)


def describe(result: Result) -> str:
    """The status, with the reason if it is unknown."""
    return f"{result.status}: {result.why}" if result.status is Status.UNKNOWN else str(result.status)
