"""`ninefold library import`: add the puzzles of files to the library.

1. A puzzle or file that cannot be read is reported, and the rest is imported.
2. The library stores puzzles. Placed digits and candidates belong to a game: --games stores it, and otherwise a warning
   says that they are dropped.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field

from ninefold.cli.input import layout_of
from ninefold.cli.library_rating import rate_for_a_while
from ninefold.cli.output import ProgressLine, warn
from ninefold.core.errors import LibraryError, ParseError
from ninefold.core.layout import Layout
from ninefold.core.puzzle import Puzzle
from ninefold.core.values import counted
from ninefold.formats.files import PuzzleFile, open_source, reading
from ninefold.formats.format import InputFile
from ninefold.library.games import Games, is_game
from ninefold.library.query import require_text
from ninefold.library.store import Library

STEP = 1000  # puzzles between updates of the progress line


def import_file(library: Library, args: argparse.Namespace) -> int:
    """Import the puzzles of files; 2 if something cannot be read (rule 1)."""
    given = {name: text for name in ("source", "level") if (text := getattr(args, name))}
    for name, text in given.items():
        require_text(f"--{name}", text)
    total, layout = ImportReport(), layout_of(args)
    with ProgressLine() as counter:
        for path in args.files:
            one = FileImport(library, args, "standard input" if path == "-" else path, counter, given)
            try:
                one.run(path, layout)
            except OSError as error:
                one.fail(f"{one.name}: {error.strerror or error}")
            except ParseError as error:
                one.fail(error)
            except LibraryError:
                if total != ImportReport():
                    print(f"the files before {one.name}: {total.words(args.games)}")
                raise
            total += one.total
    print(total.words(args.games))
    if total.new:
        rate_for_a_while(library)
    return 2 if total.failed else 0


@dataclass
class ImportReport:
    """How many puzzles were new, known, unreadable ..."""

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
        games = f", {counted(self.games, 'new game')}" if has_games else ""
        return f"{self.new} new, {known}, {self.failed} unreadable{games}"


@dataclass
class FileImport:
    """The import of one file."""

    library: Library
    args: argparse.Namespace
    name: str
    counter: ProgressLine
    given: dict[str, str]
    total: ImportReport = field(default_factory=ImportReport)
    games: list[tuple[int, Puzzle]] = field(default_factory=list)  # each with its position among the puzzles

    def fail(self, why: object) -> None:
        """Report something that cannot be read."""
        self.total.failed += 1
        warn(f"ninefold: {why}")

    def run(self, path: str, layout: Layout | None) -> None:
        """Import everything that can be read."""
        with open_source(path) as file:
            source = InputFile(file, layout, self.args.alphabet)
            added = self.library.add(self._puzzles(reading(source, self.name, self.args.read_as)), self.args.tag)
        self.total.new, self.total.known, self.total.completed = added.new, added.known, added.completed
        for note in source.notes:
            warn(f"ninefold: {self.name}: {note}")
        self._keep_games(added.numbers)

    def _puzzles(self, read: PuzzleFile) -> Iterator[Puzzle]:
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
        except OSError as error:  # in the middle of the file: the puzzles before it are imported
            self.fail(f"{self.name}: {error.strerror or error}")

    def _keep_games(self, numbers: tuple[int, ...]) -> None:
        """Rule 2."""
        if self.args.games:
            self.total.games = Games(self.library).add((numbers[place], puzzle) for place, puzzle in self.games)
        elif self.games:
            what = counted(len(self.games), "puzzle")
            warn(f"ninefold: {self.name}: placed digits and candidates of {what} are dropped; --games keeps them")
