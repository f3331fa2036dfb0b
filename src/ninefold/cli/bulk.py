"""Solving in bulk: the plain 9×9 lines of a file go through the engine block by block.

What comes out is the same as if each puzzle were asked for by itself, but for the seconds in JSON, which are
a puzzle's share of its block. The engine looks for two solutions at most. An answer that has more to it
(several solutions, clashing clues, or no answer within the seconds a puzzle has) is asked for by itself.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from ninefold.cli.writing import form_of
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.lines import CELLS, Block
from ninefold.solving import engine
from ninefold.solving.ask import limit_reached
from ninefold.solving.engine import Attendant, Columns
from ninefold.solving.result import Status
from ninefold.solving.run import Run

if TYPE_CHECKING:
    from ninefold.cli.solve import Asker

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
    by_engine = args.by in ("auto", engine.NAME) and engine.serves(layout)
    return plain and by_engine and (args.json or form_of(args.form) == "line")


@dataclass
class Bulk:
    """Answers blocks of puzzles."""

    asker: Asker
    threads: int

    def answer(self, source: str, block: Block) -> None:
        """Solve the rows of a block at once, then write all its answers in order."""
        solved = self._solve(block)
        for part in block.parts:
            if isinstance(part, range):
                self._write(solved, part)
            elif grid := self.asker.reader.grid(source, part):
                self.asker.ask(grid)

    def _solve(self, block: Block) -> Solved:
        start = perf_counter()
        columns, second = Columns.of_bytes(block.rows), bytearray()
        if block.rows:
            run = Run(Layout.of_size(9), seconds=self.asker.args.seconds)
            attendant = Attendant(run, self.asker.counter.show)
            engine.solve_rows(block.plain, columns, self._limit, self.threads, attendant)
            if self.asker.limit == 2 and Status.MULTIPLE.code in columns.status:
                attendant.progress = None
                second = engine.second_solutions(block.plain, columns, attendant)
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
    columns: Columns
    second: bytearray  # second solutions, if they are known
    seconds: float  # a puzzle's share

    def puzzle(self, row: int) -> Grid:
        """The puzzle of a row."""
        return Grid.of_digits(bytes(self.digits[row * CELLS : (row + 1) * CELLS]), Layout.of_size(9))

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
    """The form of JSON objects; the keys are those of `ninefold.cli.solve.as_record`."""

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
