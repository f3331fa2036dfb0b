"""Games in progress, stored in the library file with their marks, history and time.

1. A game has its own ID, which the player may choose; the pages do.
2. A game of a puzzle of the library is removed with it; a game of any other puzzle stays.
3. Each save makes the next version. A save that names the version it is based on never overwrites another one.
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
from ninefold.core.puzzle import Puzzle
from ninefold.core.values import as_python, check_flag, is_iterable, short_repr, whole_number
from ninefold.formats.documents import one_document
from ninefold.formats.own import as_object, puzzle_of
from ninefold.library.store import Library

_COLUMNS = "id, puzzle, name, state, seconds, solved, version, started, changed"
_SAVE = """
INSERT INTO games (id, puzzle, name, state, seconds, solved, version, started, changed, place)
VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, (SELECT coalesce(max(place), 0) + 1 FROM games))
ON CONFLICT (id) DO UPDATE SET name = excluded.name, state = excluded.state, seconds = excluded.seconds,
    solved = excluded.solved, version = version + 1, changed = excluded.changed, place = excluded.place
"""
_OLDEST = "SELECT id FROM games WHERE puzzle IS NULL ORDER BY place DESC LIMIT -1 OFFSET ?"


@dataclass(frozen=True)
class Game:
    """A game in progress.

    Args:
        id: its ID.
        puzzle: the number of its puzzle in the library; None for a game of any other puzzle.
        name: the name the player gave it.
        text: the puzzle with its play, as our own JSON.
        seconds: the time played.
        solved: whether it is solved.
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
    def state(self) -> Puzzle:
        """The puzzle with its play."""
        try:
            return puzzle_of(one_document(self.text))
        except NinefoldError as error:
            raise LibraryError(f"game {self.id} is damaged: {error}") from None


@dataclass(frozen=True)
class GameSummary:
    """A game in a list, without its puzzle; the fields are those of `Game`, and the layout of the puzzle."""

    id: str
    name: str
    layout: str
    seconds: float
    solved: bool
    version: int
    changed: str


class Games:
    """The games of a library.

    >>> from ninefold.core.grid import Grid
    >>> with Library(":memory:") as library:
    ...     library.add([Puzzle(Grid("..4.1......3.1.."))])
    ...     games = Games(library)
    ...     game = games.start(1)
    ...     games.save(game.id, game.state.replace(placed={0: 2}), seconds=7.5)
    ...     games.get(game.id).state.placed
    Added(new=1, known=0, numbers=(1,), completed=0)
    2
    {0: 2}
    """

    def __init__(self, library: Library) -> None:
        if not isinstance(library, Library):
            raise LibraryError(f"games are those of a Library, not of {short_repr(library)}")
        self._library = library

    def start(self, puzzle: int) -> Game:
        """Start a game of a puzzle of the library."""
        text = _text(self._library.get(puzzle).puzzle.replace(solution=None))
        name, now = token_urlsafe(9), _now()
        with self._library.writing() as db:
            db.execute(_SAVE, (name, puzzle, "", text, 0.0, 0, now, now))
        return Game(name, puzzle, "", text, 0.0, False, 1, now, now)

    def add(self, games: Iterable[tuple[int, Puzzle]]) -> int:
        """Add games from files, each with the number of its puzzle in the library; returns how many are new.

        A game that was added before stays as it has been played since.
        """
        new, now = 0, _now()
        with self._library.writing() as db:
            for number, puzzle in map(_numbered, games if is_iterable(games) else [games]):
                text = _text(puzzle.replace(solution=None))
                key = "file-" + b32encode(blake2b(text.encode(), digest_size=10).digest()).decode().lower()
                if self.find(key) is None:
                    values = (
                        key,
                        number,
                        puzzle.about.get("name", ""),
                        text,
                        _seconds(puzzle),
                        int(_is_solved(puzzle)),
                    )
                    db.execute(_SAVE, (*values, now, now))
                    new += 1
        return new

    def save(
        self, key: str, puzzle: Puzzle, *, seconds: float, solved: bool = False, name: str = "", seen: int | None = None
    ) -> int:
        """Save a game, known or new; when this returns, it is on disk.

        Args:
            key: the ID of the game.
            puzzle: the puzzle with its play.
            seconds: the time played.
            solved: whether it is solved.
            name: the name the player gave it.
            seen: the version this save is based on, 0 for none; None overwrites any.

        Returns:
            Its new version; 0 if the stored version is not `seen`, and nothing was saved (rule 3).
        """
        _check_save(puzzle, seconds, solved, seen)
        text, now = _text(puzzle), _now()
        with self._library.writing() as db:
            known = self.find(key)
            version = 0 if known is None else known.version
            if seen is not None and seen != version:
                return 0
            if known is not None and known.puzzle is not None and known.state.clues != puzzle.clues:
                raise LibraryError(f"game {key} belongs to another puzzle")
            db.execute(_SAVE, (key, None, name, text, float(seconds), int(solved), now, now))
        return version + 1

    def find(self, key: str) -> Game | None:
        """The game with an ID, or None."""
        return next(self._games("WHERE id = ?", [key]), None)

    def get(self, key: str) -> Game:
        """The game with an ID."""
        if (found := self.find(key)) is None:
            raise LibraryError(f"{self._library.path}: no game {key}")
        return found

    def all(self, *, solved: bool | None = None, limit: int = 100) -> list[Game]:
        """The games, the last saved first, whatever the clock said."""
        if solved is not None:
            check_flag("solved", solved)
        where = "" if solved is None else "WHERE solved = ?"
        values: list[object] = [] if solved is None else [int(solved)]
        return list(self._games(f"{where} ORDER BY place DESC LIMIT ?", [*values, limit]))

    def summaries(self, *, limit: int = 100) -> list[GameSummary]:
        """The games, the last saved first, without those that are damaged; their puzzles are not loaded."""
        layout = "CASE WHEN json_valid(state) THEN json_extract(state, '$.layout') END"
        columns = f"id, name, {layout} AS layout, seconds, solved, version, changed"
        sql = f"SELECT {columns} FROM games WHERE typeof(layout) = 'text' ORDER BY place DESC LIMIT ?"  # noqa: S608
        return [
            GameSummary(row[0], row[1], row[2], row[3], bool(row[4]), row[5], row[6])
            for row in self._library.rows(sql, [limit])
        ]

    def remove(self, key: str) -> bool:
        """Remove a game; returns whether there was one."""
        with self._library.writing() as db:
            return db.execute("DELETE FROM games WHERE id = ?", (key,)).rowcount > 0

    def keep(self, most: int) -> None:
        """Of the games without a puzzle in the library, keep the last saved and remove the others."""
        with self._library.writing() as db:
            db.execute(f"DELETE FROM games WHERE id IN ({_OLDEST})", (most,))  # noqa: S608 - no value in it

    def _games(self, condition: str, values: list[object]) -> Iterator[Game]:
        sql = f"SELECT {_COLUMNS} FROM games {condition}"  # noqa: S608 - the conditions are above
        for row in self._library.rows(sql, values):
            yield _game(row)


def is_game(puzzle: Puzzle) -> bool:
    """Whether a puzzle has a game in progress: digits, marks or a history. A time alone does not count."""
    return bool(puzzle.placed or puzzle.centre or puzzle.corner or puzzle.history or puzzle.extra)


def _numbered(game: object) -> tuple[int, Puzzle]:
    """A game to add, checked."""
    if isinstance(game, tuple) and len(game) == 2:
        number, puzzle = whole_number(game[0]), game[1]
        if number is not None and isinstance(puzzle, Puzzle):
            return number, puzzle
    raise LibraryError(f"a game to add is the number of its puzzle and a Puzzle, not {short_repr(game)}")


def _check_save(puzzle: object, seconds: object, solved: object, seen: object) -> None:
    """Refuse what no game can have."""
    if not isinstance(puzzle, Puzzle):
        raise LibraryError(f"a game is saved as a Puzzle, not {short_repr(puzzle)}")
    time = as_python(seconds)
    if not isinstance(time, int | float) or isinstance(time, bool) or not time >= 0:
        raise LibraryError(f"seconds is a number from 0, not {short_repr(seconds)}")
    check_flag("solved", solved)
    if seen is not None and whole_number(seen) is None:
        raise LibraryError(f"seen is the number of a version, or None, not {short_repr(seen)}")


def _is_solved(puzzle: Puzzle) -> bool:
    return puzzle.grid.is_full and not check(puzzle.grid).clashes


def _seconds(puzzle: Puzzle) -> float:
    """The time played in another program."""
    return float(puzzle.seconds) if puzzle.seconds < 2**53 else 0.0


def _text(puzzle: Puzzle) -> str:
    return json.dumps(as_object(puzzle))


def _game(row: tuple[Any, ...]) -> Game:
    name, puzzle, title, text, seconds, solved, version, started, changed = row
    return Game(name, puzzle, title, text, seconds, bool(solved), version, started, changed)


def _now() -> str:
    """The current time, to the microsecond: games are saved after every move and listed by time."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
