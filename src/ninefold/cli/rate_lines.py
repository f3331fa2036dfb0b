"""The output of `ninefold rate`: a line for each puzzle, in a table, as JSON or in a format; printed or in a file.

A file of results can be continued: `--resume` drops a last line that was cut off, checks that the others belong to the
same puzzles, and rates the rest.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from ninefold import records
from ninefold.cli.output import is_terminal
from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.rating.rate import Difficulty

CODES = (
    "%g or %v the puzzle, %i with 0 for empty cells, %n its number, %r %p %d ER, EP and ED, %R %P %D the techniques"
    " behind them, %u all three of SukakuExplainer, %U its hardest technique, %h %s HoDoKu's level and score,"
    " %m minutes, %l level, %t the hardest technique, %c clues, %b backdoor, %x guesses, %e the time it took,"
    " %% a percent sign"
)
KNOWN = "gvinrpdRPDuUhsmltcbxe"


@dataclass(frozen=True)
class RatedPuzzle:
    """A rating, the number of its puzzle, counting from 1, and the seconds it took."""

    found: Difficulty
    number: int
    seconds: float


def header(sukaku: bool) -> str:
    """The header of the table."""
    scales = f"{'ER/EP/ED':>13}  {'Sukaku':>13}" if sukaku else f"{'ER/EP/ED':>13}"
    return f"{'level':8}  {'minutes':>7}  {scales}  {'HoDoKu':14}  {'hardest technique':32}  puzzle"


def as_record(found: Difficulty) -> dict[str, Any]:
    """The keys of `--json`."""
    return {"puzzle": found.puzzle.line} | records.as_dict(records.RatingRecord.of(found))


def as_line(found: Difficulty) -> str:
    """A row of the table: on a terminal the puzzle comes last, in a pipe first."""
    line = found.puzzle.line
    if found.explainer is None or found.minutes is None:
        words = f"{found.level:8}  {found.why}" if found.level else f"not rated: {found.why}"
    else:
        scales = f"{found.explainer!s:>13}  {found.sukaku!s:>13}" if found.sukaku else f"{found.explainer!s:>13}"
        numbers = f"{found.level:8}  {found.minutes:7.1f}  {scales}  {found.hodoku!s:14}"
        words = f"{numbers}  {found.explainer.hardest:32}"
    return f"{words}  {line}" if is_terminal() else f"{line}  {words}".rstrip()


def as_details(found: Difficulty) -> str:
    """A rating in full, as a terminal shows that of a single puzzle."""
    if found.measure is None or found.explainer is None:
        return as_line(found)
    measure = found.measure
    parts = {
        "level": found.level,
        "minutes": f"{measure.minutes:.1f} ({measure.low:.1f} to {measure.high:.1f})",
        "about": str(measure),
        "techniques": ", ".join(f"{name} {count}" for name, count in found.techniques.items()),
        "explainer": found.explainer.details,
        "sukaku": found.sukaku.details if found.sukaku else "",
        "HoDoKu": str(found.hodoku),
        "backdoor": str(found.backdoor),
        "guesses": str(found.guesses),
    }
    return "\n".join(f"{name + ':':12}{text}" for name, text in parts.items() if text)


def check_format(text: str | None) -> None:
    """Refuse a format with codes that do not exist."""
    codes = {pair[0] for pair in (text or "").replace("%%", "").split("%")[1:] if pair}
    is_cut = (text or "").replace("%%", "").endswith("%")
    if is_cut or not codes <= set(KNOWN):
        wrong = sorted(codes - set(KNOWN))
        raise NinefoldError(f"--format: unknown code '%{wrong[0] if wrong else ''}' (choose from {CODES})")


def has_code(text: str | None, code: str) -> bool:
    """Whether a format has a code; %u and %U are alike."""
    codes = (text or "").replace("%%", "")
    return f"%{code}" in codes or (code == "u" and "%U" in codes)


def duration(seconds: float) -> str:
    """Seconds as serate writes them: 0.07s, 1m05s, 2h30m, 1d02h."""
    whole = int(seconds)
    if whole < 60:
        return f"{int(seconds * 100) / 100:.2f}s"
    for end, large, small, names in ((3600, 60, 1, "ms"), (86400, 3600, 60, "hm")):
        if whole < end:
            return f"{whole // large}{names[0]}{whole % large // small:02}{names[1]}"
    return f"{whole // 86400}d{whole % 86400 // 3600:02}h"


def filled(text: str, result: RatedPuzzle) -> str:
    """A format with the parts of a rating; numbers that are missing are 0.0, as serate writes them."""
    found = result.found
    scale, newer, hodoku = found.explainer, found.sukaku, found.hodoku
    values = {
        "g": found.puzzle.line,
        "v": found.puzzle.line,
        "i": found.puzzle.line.replace(".", "0"),
        "n": str(result.number),
        "r": str(scale.er) if scale else "0.0",
        "p": str(scale.ep) if scale else "0.0",
        "d": str(scale.ed) if scale else "0.0",
        "R": scale.hardest if scale else "",
        "P": scale.pearl if scale else "",
        "D": scale.diamond if scale else "",
        "u": str(newer) if newer else "0.0/0.0/0.0",
        "U": newer.hardest if newer else "",
        "h": hodoku.level if hodoku else "",
        "s": str(hodoku.score if hodoku else 0),
        "m": str(found.minutes or 0.0),
        "l": found.level,
        "t": scale.hardest if scale else "",
        "c": str(len(found.puzzle.digits) - len(found.puzzle.empty_cells)),
        "b": str(found.backdoor or 0),
        "x": str(found.guesses or 0),
        "e": duration(result.seconds),
    }
    parts = text.split("%%")
    for code, value in values.items():
        parts = [part.replace(f"%{code}", value) for part in parts]
    return "%".join(parts)


class RatingOutput:
    """Where results go: standard output, or a file that can be continued."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._path = Path(args.output) if args.output else None
        self._file: BinaryIO | None = None
        self._done: list[str] = []
        if args.resume and (self._path is None or not args.json or args.sort or _selects(args)):
            raise NinefoldError("--resume needs --json and --output FILE, without --sort and selections")
        self._resumes = bool(args.resume)

    def __enter__(self) -> RatingOutput:
        if self._path is None:
            return self
        keeps = self._resumes and self._path.exists()
        if keeps and not self._path.is_file():
            raise NinefoldError(f"{self._path}: --resume needs a regular file")
        self._file = self._path.open("r+b" if keeps else "wb")
        if keeps:
            try:
                self._done = list(_finished(self._file, self._path))
            except NinefoldError:
                self._file.close()
                raise
        return self

    def rest(self, grids: Iterable[Grid]) -> Iterator[Grid]:
        """The puzzles without a result yet."""
        left = iter(grids)
        for number, line in enumerate(self._done, start=1):
            grid = next(left, None)
            if grid is None or grid.line != line:
                now = "there is none" if grid is None else f"puzzle {number} is {grid.line}"
                raise NinefoldError(f"{self._path}, line {number}, belongs to the puzzle {line}, but now {now}")
        yield from left

    def write(self, text: str) -> None:
        """Write a result as a whole line."""
        if self._file is None:
            print(text)
            return
        try:
            self._file.write(f"{text}\n".encode())
            self._file.flush()
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self._path)) from error

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            with suppress(OSError):  # every line was flushed, or its failure reported
                self._file.close()


def _selects(args: argparse.Namespace) -> bool:
    ranges = (f"{end}_{key}" for end in ("min", "max") for key in ("er", "ep", "ed", "minutes", "score"))
    return bool(args.level or args.technique or any(getattr(args, name) is not None for name in ranges))


def _finished(file: BinaryIO, path: Path) -> Iterator[str]:
    """The puzzles of the whole lines of a file of results; what follows the last whole line is cut off."""
    end = 0
    for number, line in enumerate(file, start=1):
        if not line.endswith(b"\n"):
            break
        try:
            puzzle = json.loads(line)["puzzle"]
        except (ValueError, KeyError, TypeError) as error:
            raise NinefoldError(f"{path}, line {number}, is not a result of `ninefold rate --json`") from error
        end += len(line)
        yield str(puzzle)
    file.seek(end)
    os.ftruncate(file.fileno(), end)
