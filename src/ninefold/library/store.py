"""Store: puzzles and games in one SQLite file, safe against a crash at any moment.

1. The file is in WAL mode with full synchronisation: one process writes while others read, and what a call has
   returned from is on the disk.
2. A writer that finds another one writing waits up to `WAIT` seconds.
3. There are no doubles: a puzzle whose ID is there already is known, whichever way round it comes.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from random import Random
from time import monotonic, sleep
from types import TracebackType
from typing import Any, NamedTuple

from ninefold.core.errors import LibraryError, NinefoldError
from ninefold.core.layout import Layout
from ninefold.library.facts import Facts, facts_of
from ninefold.library.query import Query
from ninefold.library.schema import VERSION, migrate, version_of
from ninefold.library.sheet import Sheet, read_line
from ninefold.solving.result import Status

WAIT = 20.0
# So many puzzles are worked out at once and go into the file together.
BATCH = 4096
COLUMNS = "number, id, layout, clues, status, solution, meta, added"


class Added(NamedTuple):
    """What came of taking puzzles in: how many are new, how many were known, and the number of each."""

    new: int
    known: int
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Kept:
    """A puzzle of a library."""

    number: int
    id: str
    sheet: Sheet
    status: Status
    tags: tuple[str, ...]
    added: str


def default_path() -> str:
    """The library in the user's data folder."""
    home = os.path.expanduser("~")
    if named := os.environ.get("NINEFOLD_LIBRARY"):
        return named
    if sys.platform == "win32":
        folder = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif sys.platform == "darwin":
        folder = os.path.join(home, "Library", "Application Support")
    else:
        folder = os.environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    return os.path.join(folder, "ninefold", "library.sqlite")


class Library:
    """A library file, open for as long as a `with` lasts.

    >>> from ninefold import Grid
    >>> with Library(":memory:") as library:
    ...     library.add([Sheet(Grid("..4.1......3.1..")), Sheet(Grid("..1.3......1.4.."))])
    Added(new=1, known=1, numbers=(1, 1))

    Args:
        path: the file; left out, the one in the user's data folder.
        make: make the file if there is none.
    """

    def __init__(self, path: str | None = None, *, make: bool = True) -> None:
        self.path = default_path() if path is None else path
        self._db: sqlite3.Connection
        with self._telling():
            self._open(make)

    def _open(self, make: bool) -> None:
        if self.path != ":memory:":
            if not make and not os.path.exists(self.path):
                raise LibraryError("there is no such file; `ninefold library import` makes one")
            os.makedirs(os.path.dirname(os.path.abspath(self.path)), exist_ok=True)
        self._db = sqlite3.connect(self.path, timeout=WAIT, isolation_level=None)
        try:
            self._db.execute("PRAGMA foreign_keys = ON")
            self._db.execute("PRAGMA trusted_schema = OFF")
            self._db.execute("PRAGMA synchronous = FULL")
            if version_of(self._db) < VERSION:
                self._use_wal()
                migrate(self._db)
        except BaseException:
            self._db.close()
            raise

    def _use_wal(self) -> None:
        """Rule 1; SQLite does not wait by itself where another process is just doing the same."""
        end = monotonic() + WAIT
        while True:
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError:
                if monotonic() > end:
                    raise
                sleep(0.01)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """What SQLite and the system complain of, as an error that names the file."""
        try:
            yield
        except sqlite3.Error as error:
            hint = "; another program is writing to it" if "locked" in str(error) else ""
            raise LibraryError(f"{self.path}: {error}{hint}") from None
        except LibraryError as error:
            raise LibraryError(f"{self.path}: {error.message}") from None
        except OSError as error:
            raise LibraryError(f"{self.path}: {error.strerror or error}") from None

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: everything inside happens, or nothing."""
        with self._telling():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def rows(self, sql: str, values: Iterable[object] = ()) -> list[tuple[Any, ...]]:
        """What SQLite answers."""
        with self._telling():
            return self._db.execute(sql, tuple(values)).fetchall()

    def __enter__(self) -> Library:
        """The library itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    # --- taking in ------------------------------------------------------------------------------

    def add(self, sheets: Iterable[Sheet], tags: Iterable[str] = ()) -> Added:
        """Take puzzles in; of each ID the first one stays. Tags go to all of them, known ones too."""
        new, numbers, words = 0, list[int](), _read_tags(tags)
        rest = iter(sheets)
        while batch := list(islice(rest, BATCH)):
            fresh, found = self._add(batch, facts_of(batch), words)
            new += fresh
            numbers += found
        return Added(new, len(numbers) - new, tuple(numbers))

    def _add(self, sheets: list[Sheet], facts: list[Facts], tags: list[str]) -> tuple[int, list[int]]:
        now = now_text()
        rows = [_row(sheet, fact, now) for sheet, fact in zip(sheets, facts, strict=True)]
        with self.writing() as db:
            before = db.total_changes
            db.executemany(
                _INSERT,
                rows,
            )
            new = db.total_changes - before
            ask = "SELECT number FROM puzzles WHERE id = ?"
            numbers = [int(db.execute(ask, (fact.id,)).fetchone()[0]) for fact in facts]
            db.executemany("INSERT OR IGNORE INTO tags VALUES (?, ?)", [(n, tag) for n in set(numbers) for tag in tags])
        return new, numbers

    # --- finding --------------------------------------------------------------------------------

    def count(self, query: Query | None = None) -> int:
        """How many puzzles there are."""
        where, values = (query or Query()).where()
        return int(self.rows(f"SELECT count(*) FROM puzzles {where}", values)[0][0])  # noqa: S608 - see Query

    def search(self, query: Query | None = None, limit: int | None = None, start: int = 0) -> Iterator[Kept]:
        """The puzzles that a query means, in the order in which they came."""
        where, values = (query or Query()).where()
        after, left = 0, limit
        while left is None or left > 0:
            more = "AND" if where else "WHERE"
            some = BATCH if left is None else min(left, BATCH)
            sql = f"SELECT {COLUMNS} FROM puzzles {where} {more} number > ? ORDER BY number LIMIT ? OFFSET ?"  # noqa: S608
            rows = self.rows(sql, [*values, after, some, start])
            yield from (self._kept(row) for row in rows)
            if len(rows) < some:
                return
            after, start = rows[-1][0], 0
            left = None if left is None else left - len(rows)

    def get(self, key: int | str) -> Kept:
        """The puzzle of a number or an ID."""
        column = "number" if isinstance(key, int) else "id"
        rows = self.rows(f"SELECT {COLUMNS} FROM puzzles WHERE {column} = ?", [key])  # noqa: S608
        if not rows:
            raise LibraryError(f"{self.path}: there is no puzzle {key}")
        return self._kept(rows[0])

    def random(self, query: Query | None = None, seed: int | None = None) -> Kept:
        """One puzzle of those that a query means, by lot."""
        count = self.count(query)
        if not count:
            raise LibraryError(f"{self.path}: there is no such puzzle")
        place = Random(seed).randrange(count)  # noqa: S311 (a lot, not a secret)
        return next(self.search(query, 1, place))

    def _kept(self, row: tuple[Any, ...]) -> Kept:
        number, key, layout, clues, status, solution, meta, added = row
        tags = tuple(tag for (tag,) in self.rows("SELECT tag FROM tags WHERE puzzle = ? ORDER BY tag", [number]))
        try:
            board = Layout.parse(layout)
            full = read_line(solution, board) if solution else None
            sheet = Sheet(read_line(clues, board), solution=full, meta=json.loads(meta))
            return Kept(number, key, sheet, Status(status), tags, added)
        except (NinefoldError, ValueError) as error:
            raise LibraryError(f"{self.path}: puzzle {number} is damaged: {error}") from None

    # --- changing -------------------------------------------------------------------------------

    def tag(self, number: int, add: Iterable[str] = (), remove: Iterable[str] = ()) -> None:
        """Give a puzzle tags and take some away."""
        self.get(number)
        with self.writing() as db:
            db.executemany("DELETE FROM tags WHERE puzzle = ? AND tag = ?", [(number, tag) for tag in remove])
            db.executemany("INSERT OR IGNORE INTO tags VALUES (?, ?)", [(number, tag) for tag in _read_tags(add)])

    def remove(self, numbers: Iterable[int]) -> int:
        """Take puzzles out, with their games and tags; how many there were."""
        with self.writing() as db:
            done = [db.execute("DELETE FROM puzzles WHERE number = ?", (number,)).rowcount for number in numbers]
        return sum(done)


_FIELDS = (
    *("id", "layout", "size", "clues", "clue_count", "status", "solution", "name", "author", "source", "level"),
    *("rating", "meta", "added"),
)


_INSERT = f"INSERT OR IGNORE INTO puzzles ({', '.join(_FIELDS)}) VALUES ({', '.join('?' * len(_FIELDS))})"  # noqa: S608


def _row(sheet: Sheet, facts: Facts, now: str) -> tuple[object, ...]:
    meta, clues = sheet.meta, sheet.clues
    count = len(clues) - clues.digits.count(0)
    start = (facts.id, _word(clues.layout), clues.size, clues.line, count, facts.status.value, facts.solution)
    if not meta:
        return (*start, None, None, None, None, None, "{}", now)
    told = (meta.get(name) for name in ("name", "author", "source", "level"))
    return (*start, *told, _rating(meta.get("rating", "")), json.dumps(dict(meta)), now)


def _word(layout: Layout) -> str:
    """A layout as a word; by far the most puzzles stand on the usual board."""
    return "9" if layout is Layout.of_size(9) else str(layout)


def _rating(text: str) -> float | None:
    try:
        return float(text) if len(text) < 30 else None
    except ValueError:
        return None


def _read_tags(tags: Iterable[str]) -> list[str]:
    words = list(dict.fromkeys(tags))
    for word in words:
        if not word.strip() or word != word.strip() or "," in word or len(word) > 100:
            raise LibraryError(f"a tag is a short text without commas; read {word!r}")
    return words


def now_text() -> str:
    """The time, as the library writes it."""
    return datetime.now(UTC).isoformat(timespec="seconds")
