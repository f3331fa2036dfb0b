"""`ninefold solve`: solve puzzles.

In bulk, the plain 9×9 lines of a file go through the native solver block by block. The output is the same as puzzle by
puzzle, except for the seconds in JSON, which are a puzzle's share of its block. The native solver finds at most two
solutions; a puzzle that needs more than that (more solutions, conflicting clues, not done in time) is solved on its
own.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from os.path import samefile
from time import perf_counter
from typing import NamedTuple

from ninefold import records
from ninefold.cli.arguments import (
    add_grid_output,
    add_limit,
    add_nodes,
    add_puzzles,
    add_seconds,
    add_threads,
    read_limit,
)
from ninefold.cli.input import Reader
from ninefold.cli.method_files import method_of
from ninefold.cli.output import ProgressLine, board, form_of, silence, warn, write_json
from ninefold.cli.solve_tables import TABLES, solve_tables
from ninefold.core.atomic_write import naming, text_file
from ninefold.core.errors import LayoutError, MethodError, NinefoldError
from ninefold.core.frames import FRAMES
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Limit, read_threads
from ninefold.core.reading import CELLS, LineBlock
from ninefold.solving.registry import info_of, made
from ninefold.solving.result import Result, Status
from ninefold.solving.run import Run
from ninefold.solving.solve import limit_reached, solve
from ninefold.solving.solvers import native as engine
from ninefold.solving.solvers.native import AnswerColumns, NativeMonitor
from ninefold.solving.trace import Event, JsonLines, Sink

EXAMPLES = """\
examples:
  ninefold solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  ninefold solve puzzles.txt --json > results.jsonl
  ninefold solve puzzle.txt --by propagate:tries=first --trace -
  ninefold solve puzzle.txt --layout 9+diagonals --limit all
  ninefold solve games.xlsx --pick S4
  ninefold solve puzzles.txt --by my_method.py:fast
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `solve`."""
    add_puzzles(parser)
    group = parser.add_argument_group("run")
    group.add_argument(
        "--by",
        default="auto",
        metavar="METHOD",
        help="solving method, with options if any: lp, propagate:tries=first, or one of yours, FILE.py:NAME"
        " (default: auto; see `ninefold methods`)",
    )
    add_limit(group, "default: 2; exits 1 if there are two")
    add_seconds(group, "stop after S seconds per puzzle")
    add_nodes(group, "puzzle")
    add_threads(group, "9x9 puzzles in files")
    group.add_argument("--isolate", action="store_true", default=None, help="run the method in a separate process")
    group.add_argument(
        "--trace", metavar="FILE", help="write the events of the run as JSON lines; - prints them to standard error"
    )
    group.add_argument(
        "--log",
        action="store_true",
        help="print the log of the solver library (HiGHS, CP-SAT, CVXPY, SAT) to standard error while it runs",
    )
    output = add_grid_output(parser, "board", "line", *FRAMES, *TABLES)
    output.add_argument("--out", metavar="FILE", help="write --to csv, parquet or npy to a file")


def run(args: argparse.Namespace) -> int:
    """Solve every puzzle; 0 if a solution is found for each, and only one unless --limit is given."""
    reader, limit = Reader(args), read_limit(args.limit, 2)
    threads = read_threads(args.threads)
    args.by = method_of(args.by)
    if isinstance(args.by, str) and args.by != "auto":
        made(args.by)  # reports an unknown method once, before any puzzle is read
    if args.to in TABLES:
        return solve_tables(args, reader, limit, threads)
    if args.out is not None:
        raise NinefoldError("--out is for --to csv, parquet or npy; redirect other output with >")
    with ExitStack() as stack:
        sink = _sink(args, stack)
        solver = Solver(args, reader, limit, sink, stack.enter_context(ProgressLine()))
        if is_bulk(args, reader.layout):
            bulk = Bulk(solver, threads)
            for source, block in reader.blocks():
                bulk.solve(source, block)
        else:
            for puzzle in reader.grids():
                solver.solve(puzzle)
    return 2 if reader.failed else 0 if solver.all_yes else 1


@dataclass
class Solver:
    """Solves one puzzle after the other and prints the results."""

    args: argparse.Namespace
    reader: Reader
    limit: int | None
    sink: Sink | None
    counter: ProgressLine
    all_yes: bool = True
    warned: bool = False  # that the method is slow on boards of this size

    def solve(self, puzzle: Grid) -> None:
        """Solve one puzzle and print the result."""
        args = self.args
        if args.by != "auto" and not self.warned and (reason := info_of(args.by).slow_reason(puzzle.layout)):
            self.warned = True
            warn(f"ninefold: {reason}")
        try:
            result = solve(
                puzzle,
                by=args.by,
                limit=Limit(self.limit, seconds=args.seconds, nodes=args.nodes),
                trace=self.sink,
                log=_print_error if args.log else None,
                isolate=self.is_isolated,
            )
            _write(result, args)
        except (MethodError, LayoutError) as error:  # the method or the frame does not support this board
            self.reader.refuse_puzzle(puzzle, error)
            return
        self.all_yes &= self.is_yes(result.status)
        self.counter.step()

    @property
    def is_isolated(self) -> bool | None:
        """A method from a file may never look at its deadline, so with one it runs in another process."""
        if self.args.isolate is None and self.args.seconds is not None and not isinstance(self.args.by, str):
            return True
        return bool(self.args.isolate) or None

    def is_yes(self, status: Status) -> bool:
        """Whether it counts for exit code 0: solved, and not multiple unless --limit is given."""
        if status is Status.MULTIPLE:
            return self.args.limit is not None
        return status in (Status.UNIQUE, Status.SOLVED)


def _write(result: Result, args: argparse.Namespace) -> None:
    if args.json:
        write_json(records.with_puzzle(result.puzzle, records.ResultRecord.of(result)))
    elif (form := form_of(args.to)) != "line":
        print(_words(result))
        for solution in result.solutions or (result.puzzle,):
            print(FRAMES[form](solution) if form in FRAMES else board(solution, result.puzzle))
    else:
        print(_line(result))


def _words(result: Result) -> str:
    words = f"{result.status} by {result.method} in {result.seconds:.3g} s"
    return f"{words}: {result.why}" if result.why else words


def _line(result: Result) -> str:
    """The solution if there is exactly one; otherwise the status, then the solutions or the reason after a #."""
    lines = [solution.line for solution in result.solutions]
    if len(lines) == 1:
        return lines[0]
    return " ".join([str(result.status), *lines]) + (f"  # {result.why}" if not lines and result.why else "")


def _sink(args: argparse.Namespace, stack: ExitStack) -> Sink | None:
    """Where --trace goes: standard error, or one file for all puzzles."""
    name = args.trace
    if name is None:
        return None
    if name == "-":
        return _print_error
    if os.path.exists(name) and any(os.path.exists(source) and samefile(name, source) for source in args.puzzles):
        raise NinefoldError(f"--trace {name}: would overwrite a file of puzzles")
    file = text_file(name)  # closed by the stack, with its name
    stack.callback(naming(name)(file.close))
    return naming(name)(JsonLines(file))


def _print_error(event: Event | str) -> None:
    """Print an event, or a line of a log, to standard error."""
    if sys.stderr is None:  # print would use standard output
        return
    try:
        print(event, file=sys.stderr, flush=True)
    except BrokenPipeError:  # its reader has seen enough; the results continue
        silence(sys.stderr)


# Placeholders in a template: native code replaces them for each row.
PUZZLE, SOLUTION, GUESSES, SECOND = "\1\2\3\4"


class Template(NamedTuple):
    """How a result is written: with a solution, with two, and with none."""

    found: str
    two: str
    none: str


LINES = Template(f"{SOLUTION}\n", f"{Status.MULTIPLE} {SOLUTION} {SECOND}\n", f"{Status.IMPOSSIBLE}\n")


def is_bulk(args: argparse.Namespace, layout: Layout | None) -> bool:
    """Whether the native solver can do it in bulk: default options, and no output but the results."""
    plain = not args.isolate and args.nodes is args.trace is args.alphabet is None
    by_engine = args.by in ("auto", engine.NAME) and engine.supports(layout)
    return plain and by_engine and (args.json or form_of(args.to) == "line")


@dataclass
class Bulk:
    """Solves blocks of puzzles."""

    solver: Solver
    threads: int

    def solve(self, source: str, block: LineBlock) -> None:
        """Solve the rows of a block at once, then print all its results in order."""
        solved = self._solve(block)
        for part in block.parts:
            if isinstance(part, range):
                self._write(solved, part)
            elif grid := self.solver.reader.grid(source, part):
                self.solver.solve(grid)

    def _solve(self, block: LineBlock) -> SolvedBlock:
        start = perf_counter()
        columns, second = AnswerColumns.of_bytes(block.rows), bytearray()
        if block.rows:
            run = Run(Layout.of_size(9), Limit(seconds=self.solver.args.seconds))
            monitor = NativeMonitor(run, self.solver.counter.show)
            engine.solve_rows(block.plain, columns, self._limit, self.threads, monitor)
            if self.solver.limit == 2 and Status.MULTIPLE.code in columns.status:
                monitor.progress = None
                second = engine.second_solutions(block.plain, columns, monitor)
        return SolvedBlock(block.plain, columns, second, (perf_counter() - start) / max(1, block.rows))

    @property
    def _limit(self) -> int:
        """Two solutions prove that there are several; a puzzle that needs more is solved separately."""
        return min(self.solver.limit or 2, 2)

    @property
    def _failures(self) -> list[Status]:
        return [status for status in (Status.IMPOSSIBLE, Status.MULTIPLE) if not self.solver.is_yes(status)]

    def _write(self, solved: SolvedBlock, rows: range) -> None:
        """Print plain results together, and solve the other puzzles separately."""
        template = _json_template(solved.seconds, self._limit) if self.solver.args.json else LINES
        row = rows.start
        while row < rows.stop:
            text, end = solved.text(row, rows.stop, template, self._limit == 1)
            sys.stdout.write(text)
            self.solver.all_yes &= not any(solved.has(status, row, end) for status in self._failures)
            self.solver.counter.step(end - row)
            if end < rows.stop:
                self.solver.solve(solved.puzzle(end))
                end += 1
            row = end


@dataclass
class SolvedBlock:
    """A block with its results."""

    digits: memoryview
    columns: AnswerColumns
    second: bytearray  # second solutions, if there are any
    seconds: float  # per puzzle

    def puzzle(self, row: int) -> Grid:
        """The puzzle of a row."""
        return Grid.from_digits(bytes(self.digits[row * CELLS : (row + 1) * CELLS]), Layout.of_size(9))

    def text(self, row: int, end: int, template: Template, accept_solved: bool) -> tuple[str, int]:
        """The results from a row on, and the first row that is not plain."""
        status, _, _, solution, guesses = self.columns
        found: tuple[str, int] = engine.native().write_lines(
            self.digits, solution, status, guesses, self.second, row, end, accept_solved, template
        )
        return found

    def has(self, status: Status, row: int, end: int) -> bool:
        """Whether any of the rows has this status."""
        return bool(self.columns.status.find(status.code, row, end) >= 0)


def _json_template(seconds: float, limit: int) -> Template:
    """The template of JSON objects; the keys are those of `records.ResultRecord`."""

    def text(status: Status, solutions: list[str], why: str) -> str:
        record = {
            "puzzle": "(puzzle)",
            "layout": "9",
            "status": str(status),
            "solutions": solutions,
            "method": engine.NAME,
            "seconds": round(seconds, 6),
            "startup_seconds": 0.0,
            "why": why,
            "stats": {"nodes": "(guesses)"},
        }
        line = json.dumps(record) + "\n"
        return (
            line.replace("(puzzle)", PUZZLE)
            .replace("(solution)", SOLUTION)
            .replace("(second)", SECOND)
            .replace('"(guesses)"', GUESSES)
        )

    status, why = (Status.SOLVED, limit_reached(1)) if limit == 1 else (Status.UNIQUE, "")
    return Template(
        text(status, ["(solution)"], why),
        text(Status.MULTIPLE, ["(solution)", "(second)"], limit_reached(2)),
        text(Status.IMPOSSIBLE, [], ""),
    )
