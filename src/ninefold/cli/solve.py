"""`ninefold solve`: find the solutions of puzzles."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from os.path import samefile

from ninefold.cli.bulk import Bulk, is_bulk
from ninefold.cli.reading import Reader
from ninefold.cli.writing import Counter, board, brief, form_of, write_json
from ninefold.core.errors import MethodError, NinefoldError
from ninefold.core.grid import Grid
from ninefold.solving.ask import solve
from ninefold.solving.engine import read_threads
from ninefold.solving.methods import find
from ninefold.solving.options import make
from ninefold.solving.result import Result, Status
from ninefold.solving.trace import Event, JsonLines, Sink

# Longer than any count of solutions that could be waited for, and far from where Python refuses to read a number.
LONGEST_LIMIT = 100


def run(args: argparse.Namespace) -> int:
    """Solve every puzzle; 0 if every answer is the one that was asked for."""
    reader, settings, limit = Reader(args), _settings(args.set), read_limit(args.limit, 2)
    threads = read_threads(args.threads)
    if args.by != "auto":
        make(find(args.by), settings)  # a method that cannot be had is told once, before any puzzle is read
    with ExitStack() as stack:
        sink = _sink(args, stack)
        asker = Asker(args, reader, limit, settings, sink, stack.enter_context(Counter()))
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
    settings: dict[str, str]
    sink: Sink | None
    counter: Counter
    all_yes: bool = True

    def ask(self, puzzle: Grid) -> None:
        """Solve one puzzle and write the answer."""
        args = self.args
        try:
            result = solve(
                puzzle,
                by=args.by,
                limit=self.limit,
                seconds=args.seconds,
                nodes=args.nodes,
                trace=self.sink,
                isolate=args.isolate,
                settings=self.settings,
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
        write_json(as_record(result))
    elif form_of(args.form) == "board":
        print(_words(result))
        for solution in result.solutions or (result.puzzle,):
            print(board(solution, result.puzzle))
    else:
        print(_line(result))


def as_record(result: Result) -> dict[str, object]:
    """A result as the object that --json writes; the keys are documented and stay."""
    return {
        "puzzle": result.puzzle.line,
        "layout": str(result.puzzle.layout),
        "status": str(result.status),
        "solutions": [solution.line for solution in result.solutions],
        "method": result.method,
        "seconds": round(result.seconds, 6),
        "why": result.why,
        "stats": dict(result.stats),
    }


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
    number = int(text) if text.isascii() and text.isdigit() and len(text) < LONGEST_LIMIT else 0
    if not number:
        raise NinefoldError(f"--limit is a whole number from 1, or all; read {text!r}")
    return number


def _settings(pairs: list[str]) -> dict[str, str]:
    for pair in pairs:
        if "=" not in pair:
            raise MethodError(f"--set takes OPTION=VALUE; read {pair!r}")
    return {name.strip(): value.strip() for name, _, value in (pair.partition("=") for pair in pairs)}


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
