"""`ninefold solve`: find the solutions of puzzles.

Solving in bulk: the plain 9×9 lines of a file go through the engine block by block.

What comes out is the same as if each puzzle were asked for by itself, but for the seconds in JSON, which are
a puzzle's share of its block. The engine looks for two solutions at most. An answer that has more to it
(several solutions, clashing clues, or no answer within the seconds a puzzle has) is asked for by itself.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from os.path import samefile
from time import perf_counter
from typing import NamedTuple

from ninefold import records
from ninefold.cli.input import Reader
from ninefold.cli.output import ProgressLine, board, brief, form_of, write_json
from ninefold.core.errors import MethodError, NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Limit, read_threads
from ninefold.core.reading import CELLS, LineBlock
from ninefold.solving.registry import made, method_text
from ninefold.solving.result import Result, Status
from ninefold.solving.run import Run
from ninefold.solving.solve import limit_reached, solve
from ninefold.solving.solvers import native as engine
from ninefold.solving.solvers.native import AnswerColumns, NativeMonitor
from ninefold.solving.trace import Event, JsonLines, Sink

# Longer than any count of solutions that could be waited for, and far from where Python refuses to read a number.
MAX_LIMIT = 100


def run(args: argparse.Namespace) -> int:
    """Solve every puzzle; 0 if every answer is the one that was asked for."""
    reader, by, limit = Reader(args), _method(args), read_limit(args.limit, 2)
    threads = read_threads(args.threads)
    if by != "auto":
        made(by)  # a method that cannot be had is told once, before any puzzle is read
    with ExitStack() as stack:
        sink = _sink(args, stack)
        asker = Asker(args, reader, limit, by, sink, stack.enter_context(ProgressLine()))
        if is_bulk(args, reader.layout):
            bulk = Bulk(asker, threads)
            for source, block in reader.blocks():
                bulk.answer(source, block)
        else:
            for puzzle in reader.grids():
                asker.ask(puzzle)
    return 2 if reader.failed else 0 if asker.all_yes else 1


@dataclass
class Asker:
    """Asks for one puzzle after the other and writes the answers."""

    args: argparse.Namespace
    reader: Reader
    limit: int | None
    by: str
    sink: Sink | None
    counter: ProgressLine
    all_yes: bool = True

    def ask(self, puzzle: Grid) -> None:
        """Solve one puzzle and write the answer."""
        args = self.args
        try:
            result = solve(
                puzzle,
                by=self.by,
                limit=Limit(self.limit, seconds=args.seconds, nodes=args.nodes),
                trace=self.sink,
                isolate=args.isolate,
            )
        except MethodError as error:  # the method is there, but does not serve this board
            self.reader.refuse(f"{brief(puzzle)}: {error}")
            return
        self.all_yes &= self.is_yes(result.status)
        _write(result, args)
        self.counter.step()

    def is_yes(self, status: Status) -> bool:
        """Whether the answer is a yes: solved, and not multiple unless several solutions were asked for."""
        if status is Status.MULTIPLE:
            return self.args.limit is not None
        return status in (Status.UNIQUE, Status.SOLVED)


def _write(result: Result, args: argparse.Namespace) -> None:
    if args.json:
        write_json(records.with_puzzle(result.puzzle, records.Result.of(result)))
    elif form_of(args.form) == "board":
        print(_words(result))
        for solution in result.solutions or (result.puzzle,):
            print(board(solution, result.puzzle))
    else:
        print(_line(result))


def _words(result: Result) -> str:
    words = f"{result.status} by {result.method} in {result.seconds:.3g} s"
    return f"{words}: {result.why}" if result.why else words


def _line(result: Result) -> str:
    """The solution alone where there is one; else the status first, and why behind a #."""
    lines = [solution.line for solution in result.solutions]
    if len(lines) == 1:
        return lines[0]
    return " ".join([str(result.status), *lines]) + (f"  # {result.why}" if not lines and result.why else "")


def read_limit(text: str | None, usual: int | None) -> int | None:
    """The number that --limit names, None for all, and the usual one where it is left out."""
    if text is None:
        return usual
    if text == "all":
        return None
    number = int(text) if text.isascii() and text.isdigit() and len(text) < MAX_LIMIT else 0
    if not number:
        raise NinefoldError(f"--limit is a whole number from 1, or all; read {text!r}")
    return number


def _method(args: argparse.Namespace) -> str:
    """The method with its options, those of --set too."""
    for pair in args.set:
        if "=" not in pair:
            raise MethodError(f"--set takes OPTION=VALUE; read {pair!r}")
    pairs = (pair.partition("=") for pair in args.set)
    return method_text(args.by, {name.strip(): value.strip() for name, _, value in pairs})


def _sink(args: argparse.Namespace, stack: ExitStack) -> Sink | None:
    """Where --trace goes: words on standard error, or one file for all puzzles."""
    name = args.trace
    if name is None:
        return None
    if name == "-":
        return _naming("standard error")(_say)
    if os.path.exists(name) and any(os.path.exists(source) and samefile(name, source) for source in args.puzzles):
        raise NinefoldError(f"--trace {name}: that is a file of puzzles, which would be lost")
    file = open(name, "w", encoding="utf-8")  # noqa: SIM115 - closed by the stack, with its name
    stack.callback(_naming(name)(file.close))
    return _naming(name)(JsonLines(file))


@contextmanager
def _naming(place: str) -> Iterator[None]:
    """Give a failure to write the name of the place, for main takes one without for standard output."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, place) from error


def _say(event: Event) -> None:
    if sys.stderr is not None:  # print would turn to standard output
        print(event, file=sys.stderr)


# What differs from answer to answer, as native code knows it in a form.
PUZZLE, SOLUTION, GUESSES, SECOND = "\1\2\3\4"


class Form(NamedTuple):
    """How an answer is written: where a solution was found, where two were, and where there is none."""

    found: str
    two: str
    none: str


LINES = Form(f"{SOLUTION}\n", f"{Status.MULTIPLE} {SOLUTION} {SECOND}\n", f"{Status.IMPOSSIBLE}\n")


def is_bulk(args: argparse.Namespace, layout: Layout | None) -> bool:
    """Whether what is asked for can be answered in bulk: by the engine, with nothing told but the answers."""
    plain = not (args.set or args.isolate) and args.nodes is args.trace is args.alphabet is None
    by_engine = args.by in ("auto", engine.NAME) and engine.supports(layout)
    return plain and by_engine and (args.json or form_of(args.form) == "line")


@dataclass
class Bulk:
    """Answers blocks of puzzles."""

    asker: Asker
    threads: int

    def answer(self, source: str, block: LineBlock) -> None:
        """Solve the rows of a block at once, then write all its answers in order."""
        solved = self._solve(block)
        for part in block.parts:
            if isinstance(part, range):
                self._write(solved, part)
            elif grid := self.asker.reader.grid(source, part):
                self.asker.ask(grid)

    def _solve(self, block: LineBlock) -> Solved:
        start = perf_counter()
        columns, second = AnswerColumns.of_bytes(block.rows), bytearray()
        if block.rows:
            run = Run(Layout.of_size(9), Limit(seconds=self.asker.args.seconds))
            monitor = NativeMonitor(run, self.asker.counter.show)
            engine.solve_rows(block.plain, columns, self._limit, self.threads, monitor)
            if self.asker.limit == 2 and Status.MULTIPLE.code in columns.status:
                monitor.progress = None
                second = engine.second_solutions(block.plain, columns, monitor)
        return Solved(block.plain, columns, second, (perf_counter() - start) / max(1, block.rows))

    @property
    def _limit(self) -> int:
        """Two solutions show that there are several; who asks for more gets them one by one."""
        return min(self.asker.limit or 2, 2)

    @property
    def _noes(self) -> list[Status]:
        return [status for status in (Status.IMPOSSIBLE, Status.MULTIPLE) if not self.asker.is_yes(status)]

    def _write(self, solved: Solved, rows: range) -> None:
        """Write plain answers together, and ask for the others by themselves."""
        form = _json_form(solved.seconds, self._limit) if self.asker.args.json else LINES
        row = rows.start
        while row < rows.stop:
            text, end = solved.text(row, rows.stop, form, self._limit == 1)
            sys.stdout.write(text)
            self.asker.all_yes &= not any(solved.has(status, row, end) for status in self._noes)
            self.asker.counter.step(end - row)
            if end < rows.stop:
                self.asker.ask(solved.puzzle(end))
                end += 1
            row = end


@dataclass
class Solved:
    """A block with its answers."""

    digits: memoryview
    columns: AnswerColumns
    second: bytearray  # second solutions, if they are known
    seconds: float  # a puzzle's share

    def puzzle(self, row: int) -> Grid:
        """The puzzle of a row."""
        return Grid.from_digits(bytes(self.digits[row * CELLS : (row + 1) * CELLS]), Layout.of_size(9))

    def text(self, row: int, end: int, form: Form, solved_will_do: bool) -> tuple[str, int]:
        """The answers from a row on, and the row where they stop being plain."""
        status, _, _, solution, guesses = self.columns
        found: tuple[str, int] = engine.native().write_lines(
            self.digits, solution, status, guesses, self.second, row, end, solved_will_do, form
        )
        return found

    def has(self, status: Status, row: int, end: int) -> bool:
        """Whether some of the rows have a status."""
        return bool(self.columns.status.find(status.code, row, end) >= 0)


def _json_form(seconds: float, limit: int) -> Form:
    """The form of JSON objects; the keys are those of `records.Result`."""

    def form(status: Status, solutions: list[str], why: str) -> str:
        record = {
            "puzzle": "(puzzle)",
            "layout": "9",
            "status": str(status),
            "solutions": solutions,
            "method": engine.NAME,
            "seconds": round(seconds, 6),
            "why": why,
            "stats": {"nodes": "(guesses)"},
        }
        text = json.dumps(record) + "\n"
        return (
            text.replace("(puzzle)", PUZZLE)
            .replace("(solution)", SOLUTION)
            .replace("(second)", SECOND)
            .replace('"(guesses)"', GUESSES)
        )

    status, why = (Status.SOLVED, limit_reached(1)) if limit == 1 else (Status.UNIQUE, "")
    return Form(
        form(status, ["(solution)"], why),
        form(Status.MULTIPLE, ["(solution)", "(second)"], limit_reached(2)),
        form(Status.IMPOSSIBLE, [], ""),
    )
