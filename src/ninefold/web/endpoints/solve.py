"""`POST /api/solve` and `/api/count`: solve a puzzle with any method, and count its solutions."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Annotated

from pydantic import Field

from ninefold import records
from ninefold.core.alphabet import default_alphabet
from ninefold.core.checking import check
from ninefold.core.grid import Grid
from ninefold.core.limits import Limit
from ninefold.processes.child import Context
from ninefold.solving.counting import count as count_solutions
from ninefold.solving.registry import method_text
from ninefold.solving.result import Result
from ninefold.solving.solve import solve as solve_puzzle
from ninefold.web.endpoints.endpoint import (
    Body,
    GridText,
    LayoutText,
    LimitField,
    MethodName,
    Nodes,
    Seconds,
    Settings,
    layout_of,
    router,
    runs_in,
)

MAX_SOLUTIONS = 1000


@dataclass(frozen=True, kw_only=True)
class SolveFields(Body):
    """A puzzle, a method and its limits; `seconds` is added by each request."""

    puzzle: GridText
    layout: LayoutText | None = None
    by: MethodName = "auto"
    settings: Settings = field(default_factory=dict)
    limit: LimitField = 2
    nodes: Nodes | None = None

    @property
    def method(self) -> str:
        """The method with its options, for `nf.solve`."""
        return method_text(self.by, self.settings)

    @property
    def solutions(self) -> int:
        """How many solutions are wanted."""
        return MAX_SOLUTIONS if self.limit is None else self.limit

    def limits(self, seconds: float) -> Limit:
        """The limits of the run."""
        return Limit(self.solutions, seconds=seconds, nodes=self.nodes)


@dataclass(frozen=True, kw_only=True)
class SolveRequest(SolveFields):
    """A puzzle to solve."""

    seconds: Seconds = 10.0


@dataclass(frozen=True, kw_only=True)
class Solved(records.ResultRecord):
    """The answer of a method, and how to get it again on the command line and in Python."""

    solutions: Sequence[records.Board]
    ended: bool
    puzzle: records.Board
    clashes: list[records.ClashRecord]
    command: str
    python: str


@router.post("/api/solve")
@runs_in("worker")
def solve(request: SolveRequest, context: Context) -> Solved:
    """Solve a puzzle with any method."""
    result = solve_puzzle(
        Grid(request.puzzle, layout=layout_of(request.layout)),
        by=request.method,
        limit=request.limits(request.seconds),
        cancel=context.cancel,
    )
    return solved(result, Code(request, request.seconds))


def solved(result: Result, code: Code) -> Solved:
    """The record of a result."""
    return records.extend(
        Solved,
        records.ResultRecord.of(result),
        solutions=[records.Board.of(grid) for grid in result.solutions],
        ended=result.ended,
        puzzle=records.Board.of(result.puzzle),
        clashes=records.clashes_of(check(result.puzzle)),
        command=code.command(result.puzzle),
        python=code.python(result.puzzle),
    )


@dataclass(frozen=True)
class Code:
    """The same call on the command line and in Python. What a page showed step by step is then in a file or list."""

    request: SolveFields
    seconds: float
    traced: bool = False

    def command(self, puzzle: Grid) -> str:
        """The command."""
        request = self.request
        words = ["ninefold", "solve", *board_words([puzzle])]
        words += ["--by", request.method]
        words += [] if request.limit == 2 else ["--limit", str(request.solutions)]
        words += ["--seconds", f"{self.seconds:g}"]
        words += ["--nodes", str(request.nodes)] if request.nodes else []
        words += ["--trace", "trace.jsonl"] if self.traced else []
        return shlex.join(words)

    def python(self, puzzle: Grid) -> str:
        """The lines of Python."""
        request = self.request
        given = f"by={request.method!r}, limit=nf.{request.limits(self.seconds)!r}" + ", trace=events" * self.traced
        first = "events = []\n" * self.traced
        return (
            f"import ninefold as nf\n\n{first}result = nf.solve({python_grid(puzzle)}, {given})\nprint(result.status)\n"
        )


def board_words(puzzles: Sequence[Grid]) -> list[str]:
    """Puzzles as words of a command, with the layout and alphabet that they are read with.

    A board above nine digits names its alphabet, because few digits fit several. If the sizes differ, no alphabet fits
    all, and the digits of such boards are written as numbers.
    """
    first, sizes = puzzles[0], {puzzle.size for puzzle in puzzles}
    shape = [] if first.layout.is_standard else ["--layout", str(first.layout)]
    if len(sizes) > 1:
        return [puzzle.line if puzzle.size <= 9 else _in_numbers(puzzle) for puzzle in puzzles] + shape
    alphabet = default_alphabet(first.size) if first.size > 9 else ""
    return [puzzle.line for puzzle in puzzles] + shape + (["--alphabet", alphabet] if alphabet else [])


def _in_numbers(puzzle: Grid) -> str:
    return " ".join(str(digit or ".") for digit in puzzle.digits)


def python_grid(puzzle: Grid) -> str:
    """A grid as an expression in Python."""
    shape = "" if puzzle.layout.is_standard else f", layout=nf.Layout.parse({str(puzzle.layout)!r})"
    alphabet = default_alphabet(puzzle.size) if puzzle.size > 9 else ""
    return f"nf.Grid({puzzle.line!r}{shape}{f', alphabet={alphabet!r}' if alphabet else ''})"


@dataclass(frozen=True, kw_only=True)
class CountRequest(Body):
    """A puzzle whose solutions are counted."""

    puzzle: GridText
    layout: LayoutText | None = None
    limit: Annotated[int, Field(strict=True, ge=1, le=2**53, description="stop after so many")] = 1_000_000
    seconds: Seconds = 10.0


@dataclass(frozen=True, kw_only=True)
class Counted(records.CountRecord):
    """A number of solutions."""

    puzzle: records.Board


@router.post("/api/count")
@runs_in("worker")
def count(request: CountRequest, context: Context) -> Counted:
    """Count the solutions of a puzzle."""
    start = perf_counter()
    puzzle = Grid(request.puzzle, layout=layout_of(request.layout))
    found = count_solutions(puzzle, limit=Limit(request.limit, seconds=request.seconds), cancel=context.cancel)
    shared = records.CountRecord.of(found, perf_counter() - start)
    return records.extend(Counted, shared, puzzle=records.Board.of(puzzle))
