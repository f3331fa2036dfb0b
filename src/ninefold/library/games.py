"""Games in play: kept in the file of the library, each with its sheet, its marks, its history and its time.

1. A game has an ID of its own, which may be chosen by whoever plays: pages do.
2. It is of a puzzle of the library, and goes when that goes; or of any other puzzle, and stays.
3. Each save makes the next version. Who says which version they saw saves over no other.
"""

from __future__ import annotations

import json
from base64 import b32encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from secrets import token_urlsafe
from typing import Any

from ninefold.core.checking import check
from ninefold.core.errors import LibraryError, NinefoldError
from ninefold.core.puzzle import Sheet
from ninefold.formats.documents import one_document
from ninefold.formats.own import as_object, sheet_of
from ninefold.library.store import Library

_COLUMNS = "id, puzzle, name, sheet, seconds, solved, version, started, changed"
_SAVE = """
INSERT INTO games (id, puzzle, name, sheet, seconds, solved, version, started, changed)
VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, sheet = excluded.sheet, seconds = excluded.seconds,
    solved = excluded.solved, version = version + 1, changed = excluded.changed
"""
_OLDEST = "SELECT id FROM games WHERE puzzle IS NULL ORDER BY changed DESC, rowid DESC LIMIT -1 OFFSET ?"


@dataclass(frozen=True)
class Game:
    """A game in play.

    Args:
        id: its own.
        puzzle: the number of its puzzle in the library; None for a game of any other.
        name: what the player calls it.
        text: its sheet, as our own JSON.
        seconds: how long it has been played.
        solved: whether it is over.
        version: how often it was saved.
        started, changed: when.
    """

    id: str
    puzzle: int | None
    name: str
    text: str
    seconds: float
    solved: bool
    version: int
    started: str
    changed: str

    @property
    def sheet(self) -> Sheet:
        """The game as it stands."""
        try:
            return sheet_of(one_document(self.text))
        except NinefoldError as error:
            raise LibraryError(f"game {self.id} is damaged: {error}") from None


class Games:
    """The games of a library.

    >>> from ninefold.core.grid import Grid
    >>> with Library(":memory:") as library:
    ...     library.add([Sheet(Grid("..4.1......3.1.."))])
    ...     games = Games(library)
    ...     game = games.start(1)
    ...     games.save(game.id, game.sheet.with_digits(placed={0: 2}), seconds=7.5)
    ...     games.get(game.id).sheet.placed
    Added(new=1, known=0, numbers=(1,), completed=0)
    2
    {0: 2}
    """

    def __init__(self, library: Library) -> None:
        self._library = library

    def start(self, puzzle: int) -> Game:
        """A new game of a puzzle of the library."""
        kept = self._library.get(puzzle)
        name, text, now = token_urlsafe(9), _text(Sheet(kept.sheet.clues, meta=kept.sheet.meta)), _now()
        with self._library.writing() as db:
            db.execute(_SAVE, (name, puzzle, "", text, 0.0, 0, now, now))
        return Game(name, puzzle, "", text, 0.0, False, 1, now, now)

    def add(self, games: Iterable[tuple[int, Sheet]]) -> int:
        """Games as files tell them, each with the number of its puzzle in the library; how many are new.

        The same again is the same game, and stays as it was played on since.
        """
        new, now = 0, _now()
        with self._library.writing() as db:
            for puzzle, sheet in games:
                text = _text(sheet.with_digits(solution=None))
                key = "file-" + b32encode(blake2b(text.encode(), digest_size=10).digest()).decode().lower()
                if self.find(key) is None:
                    told = (key, puzzle, sheet.meta.get("name", ""), text, _seconds(sheet), int(_is_solved(sheet)))
                    db.execute(_SAVE, (*told, now, now))
                    new += 1
        return new

    def save(
        self, key: str, sheet: Sheet, *, seconds: float, solved: bool = False, name: str = "", seen: int | None = None
    ) -> int:
        """Keep a game as it stands, or begin it; when this returns, it is on the disk.

        Args:
            key: the ID of the game, known or new.
            sheet: the game as it stands.
            seconds: how long it has been played.
            solved: whether it is over.
            name: what the player calls it.
            seen: the version last seen, 0 for none; None to save over any.

        Returns:
            The version that it has now; 0 where another one than `seen` is there, and nothing was saved (rule 3).
        """
        text, now = _text(sheet), _now()
        with self._library.writing() as db:
            known = self.find(key)
            version = 0 if known is None else known.version
            if seen is not None and seen != version:
                return 0
            if known is not None and known.puzzle is not None and known.sheet.clues != sheet.clues:
                raise LibraryError(f"game {key} is of another puzzle")
            db.execute(_SAVE, (key, None, name, text, float(seconds), int(solved), now, now))
        return version + 1

    def find(self, key: str) -> Game | None:
        """The game of an ID, if there is one."""
        return next(self._games("WHERE id = ?", [key]), None)

    def get(self, key: str) -> Game:
        """The game of an ID."""
        if (found := self.find(key)) is None:
            raise LibraryError(f"{self._library.path}: there is no game {key}")
        return found

    def all(self, *, solved: bool | None = None, limit: int = 100) -> list[Game]:
        """The games, those changed last first."""
        where = "" if solved is None else "WHERE solved = ?"
        values: list[object] = [] if solved is None else [int(solved)]
        return list(self._games(f"{where} ORDER BY changed DESC, rowid DESC LIMIT ?", [*values, limit]))

    def remove(self, key: str) -> bool:
        """Give a game up; whether there was one."""
        with self._library.writing() as db:
            return db.execute("DELETE FROM games WHERE id = ?", (key,)).rowcount > 0

    def keep(self, most: int) -> None:
        """Of the games that are of no puzzle of the library, keep those changed last and forget the others."""
        with self._library.writing() as db:
            db.execute(f"DELETE FROM games WHERE id IN ({_OLDEST})", (most,))  # noqa: S608 - no value in it

    def _games(self, condition: str, values: list[object]) -> Iterator[Game]:
        sql = f"SELECT {_COLUMNS} FROM games {condition}"  # noqa: S608 - the conditions stand above
        for row in self._library.rows(sql, values):
            yield _game(row)


def is_game(sheet: Sheet) -> bool:
    """Whether a sheet is more than a puzzle: something is placed or noted on it."""
    return bool(sheet.placed or sheet.candidates or sheet.corners or sheet.play.keys() - {"seconds"})


def _is_solved(sheet: Sheet) -> bool:
    return sheet.grid.is_full and not check(sheet.grid).clashes


def _seconds(sheet: Sheet) -> float:
    """How long a game of another program was played."""
    seconds = sheet.play.get("seconds", 0)
    return float(seconds) if isinstance(seconds, int | float) and 0 <= seconds < 2**53 else 0.0


def _text(sheet: Sheet) -> str:
    return json.dumps(as_object(sheet))


def _game(row: tuple[Any, ...]) -> Game:
    name, puzzle, title, text, seconds, solved, version, started, changed = row
    return Game(name, puzzle, title, text, seconds, bool(solved), version, started, changed)


def _now() -> str:
    """The time; finer than that of puzzles, since games are saved after every move and listed in that order."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
