"""`ninefold library import`: the puzzles of files, each file whole.

1. What cannot be read, a puzzle or a whole file, is told, and all else is taken in.
2. A library keeps puzzles. What is placed or noted on one belongs to a game of it: where that is asked for the game is
   kept, and else it is told that it is not.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field

from ninefold.cli.input import layout_of
from ninefold.cli.output import ProgressLine, warn
from ninefold.core.errors import ParseError
from ninefold.core.layout import Layout
from ninefold.core.puzzle import Puzzle
from ninefold.formats.files import PuzzleFile, open_source, reading
from ninefold.formats.format import InputFile
from ninefold.library.games import Games, is_game
from ninefold.library.query import require_text
from ninefold.library.store import Library

STEP = 1000  # how often progress is shown


def import_file(library: Library, args: argparse.Namespace) -> int:
    """Take the puzzles of files in; 2 where something cannot be read (rule 1)."""
    given = {name: text for name in ("source", "level") if (text := getattr(args, name))}
    for name, text in given.items():
        require_text(f"--{name}", text)
    total, layout = ImportReport(), layout_of(args)
    with ProgressLine() as counter:
        for path in args.files:
            one = Taking(library, args, "standard input" if path == "-" else path, counter, given)
            try:
                one.take(path, layout)
            except OSError as error:
                one.fail(f"{one.name}: {error.strerror or error}")
            except ParseError as error:
                one.fail(error)
            total += one.total
    print(total.words(args.games))
    return 2 if total.failed else 0


@dataclass
class ImportReport:
    """What came of it."""

    new: int = 0
    known: int = 0
    completed: int = 0
    failed: int = 0
    games: int = 0

    def __add__(self, other: ImportReport) -> ImportReport:
        return ImportReport(
            *(mine + more for mine, more in zip(vars(self).values(), vars(other).values(), strict=True))
        )

    def words(self, has_games: bool) -> str:
        """The total as it is printed."""
        known = f"{self.known} known" + (f" ({self.completed} completed)" if self.completed else "")
        games = f", {self.games} new game{'' if self.games == 1 else 's'}" if has_games else ""
        return f"{self.new} new, {known}, {self.failed} not read{games}"


@dataclass
class Taking:
    """One file being taken in."""

    library: Library
    args: argparse.Namespace
    name: str
    counter: ProgressLine
    given: dict[str, str]
    total: ImportReport = field(default_factory=ImportReport)
    games: list[tuple[int, Puzzle]] = field(default_factory=list)  # each with its place among the sheets

    def fail(self, why: object) -> None:
        """Tell what cannot be read."""
        self.total.failed += 1
        warn(f"ninefold: {why}")

    def take(self, path: str, layout: Layout | None) -> None:
        """Take in all that can be read."""
        with open_source(path) as file:
            source = InputFile(file, layout, self.args.alphabet)
            added = self.library.add(self._sheets(reading(source, self.name, self.args.read_as)), self.args.tag)
        self.total.new, self.total.known, self.total.completed = added.new, added.known, added.completed
        for note in source.notes:
            warn(f"ninefold: {self.name}: {note}")
        self._keep_games(added.numbers)

    def _sheets(self, read: PuzzleFile) -> Iterator[Puzzle]:
        count = 0
        try:
            for item in read.items():
                if isinstance(item, ParseError):
                    self.fail(item)
                    continue
                if is_game(item):
                    self.games.append((count, item))
                count += 1
                if count % STEP == 0:
                    self.counter.step(STEP)
                yield item.replace(meta=self.given | dict(item.meta)) if self.given else item
        except OSError as error:  # in the middle of the file: what came before is taken in
            self.fail(f"{self.name}: {error.strerror or error}")

    def _keep_games(self, numbers: tuple[int, ...]) -> None:
        """Rule 2."""
        if self.args.games:
            self.total.games = Games(self.library).add((numbers[place], sheet) for place, sheet in self.games)
        elif self.games:
            what = "1 puzzle" if len(self.games) == 1 else f"{len(self.games)} puzzles"
            warn(f"ninefold: {self.name}: what is placed or noted on {what} is not kept; --games keeps it")
