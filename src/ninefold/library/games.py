"""Games in play: kept in the library of their puzzles, each with its sheet, its marks, its history and its time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ninefold.core.errors import LibraryError, NinefoldError
from ninefold.library.formats.objects import one_document
from ninefold.library.formats.own import as_object, sheet_of
from ninefold.library.sheet import Sheet
from ninefold.library.store import Library, now_text


@dataclass(frozen=True)
class Game:
    """A game in play."""

    number: int
    puzzle: int
    sheet: Sheet
    seconds: float
    solved: bool
    started: str
    changed: str


class Games:
    """The games of a library.

    >>> from ninefold.core.grid import Grid
    >>> with Library(":memory:") as library:
    ...     library.add([Sheet(Grid("..4.1......3.1.."))])
    ...     games = Games(library)
    ...     game = games.start(1)
    ...     games.save(game.number, game.sheet.having(placed={0: 2}), seconds=7.5)
    ...     games.get(game.number).sheet.placed
    Added(new=1, known=0, numbers=(1,))
    {0: 2}
    """

    def __init__(self, library: Library) -> None:
        self._library = library

    def start(self, puzzle: int) -> Game:
        """A new game of a puzzle."""
        kept = self._library.get(puzzle)
        sheet = Sheet(kept.sheet.clues, meta=kept.sheet.meta)
        now = now_text()
        with self._library.writing() as db:
            sql = "INSERT INTO games (puzzle, sheet, started, changed) VALUES (?, ?, ?, ?)"
            number = db.execute(sql, (puzzle, _text(sheet), now, now)).lastrowid
        return Game(int(number or 0), puzzle, sheet, 0.0, False, now, now)

    def save(self, number: int, sheet: Sheet, *, seconds: float, solved: bool = False) -> None:
        """Keep a game as it stands; when this returns, it is on the disk."""
        if self.get(number).sheet.clues != sheet.clues:
            raise LibraryError(f"game {number} is of another puzzle")
        with self._library.writing() as db:
            sql = "UPDATE games SET sheet = ?, seconds = ?, solved = ?, changed = ? WHERE number = ?"
            db.execute(sql, (_text(sheet), float(seconds), int(solved), now_text(), number))

    def get(self, number: int) -> Game:
        """The game of a number."""
        for game in self._games("WHERE number = ?", [number]):
            return game
        raise LibraryError(f"{self._library.path}: there is no game {number}")

    def all(self, *, solved: bool | None = None, limit: int = 100) -> list[Game]:
        """The games, those changed last first."""
        where = "" if solved is None else "WHERE solved = ?"
        values: list[object] = [] if solved is None else [int(solved)]
        return list(self._games(f"{where} ORDER BY changed DESC, number DESC LIMIT ?", [*values, limit]))

    def remove(self, number: int) -> None:
        """Give a game up."""
        with self._library.writing() as db:
            db.execute("DELETE FROM games WHERE number = ?", (number,))

    def _games(self, condition: str, values: list[object]) -> Iterator[Game]:
        sql = f"SELECT number, puzzle, sheet, seconds, solved, started, changed FROM games {condition}"  # noqa: S608 - the conditions stand above
        for row in self._library.rows(sql, values):
            yield _game(row)


def _text(sheet: Sheet) -> str:
    return json.dumps(as_object(sheet))


def _game(row: tuple[Any, ...]) -> Game:
    number, puzzle, text, seconds, solved, started, changed = row
    try:
        return Game(number, puzzle, sheet_of(one_document(text)), seconds, bool(solved), started, changed)
    except NinefoldError as error:
        raise LibraryError(f"game {number} is damaged: {error}") from None
