"""Store: puzzles and games in one SQLite file, safe against a crash at any moment.

1. The file is in WAL mode with full synchronisation: one process writes while others read, and what a call has
   returned from is on the disk.
2. A writer that finds another one writing waits up to `WAIT` seconds.
3. There are no doubles: a puzzle whose ID is there already is known, whichever way round it comes. What is told of it
   now and was not before, as a name or a level, is added; nothing that is there changes.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from random import Random
from time import monotonic, sleep
from types import TracebackType
from typing import Any, NamedTuple

from ninefold.core.errors import LibraryError, NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.puzzle import Sheet
from ninefold.core.values import short_repr, whole_number
from ninefold.library.query import MAX, Query, register_functions, require_text
from ninefold.library.rows import (
    COLUMNS,
    INSERT,
    UPDATE,
    Analysis,
    about_columns,
    analyse,
    completed,
    read_tags,
    row_of,
    sheet_of_row,
    split_tags,
)
from ninefold.library.schema import VERSION, migrate, version_of
from ninefold.solving.result import Status

WAIT = 20.0
# So many puzzles are worked out at once and go into the file together.
BATCH = 4096
MISSING = (
    "there is no such file; `ninefold library init` makes one with the puzzles that come with Ninefold, "
    "`ninefold library import` one with your own"
)


class Added(NamedTuple):
    """What came of taking puzzles in.

    Args:
        new: how many were not there.
        known: how many were.
        numbers: the number of each in the library.
        completed: how many of those that were known have been told more of (rule 3).
    """

    new: int
    known: int
    numbers: tuple[int, ...]
    completed: int = 0


@dataclass(frozen=True)
class Entry:
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
    Added(new=1, known=1, numbers=(1, 1), completed=0)

    Args:
        path: the file; left out, the one in the user's data folder, which is made where it is missing.
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
                raise LibraryError(MISSING)
            folder = os.path.dirname(os.path.abspath(self.path))
            if self.path == default_path():
                os.makedirs(folder, exist_ok=True)
            elif not os.path.isdir(folder):  # a folder that is named and not there is more likely mistyped
                raise LibraryError(f"there is no folder {folder}")
        self._db = sqlite3.connect(self.path, timeout=WAIT, isolation_level=None)
        try:
            self._db.execute("PRAGMA foreign_keys = ON")
            self._db.execute("PRAGMA trusted_schema = OFF")
            self._db.execute("PRAGMA synchronous = FULL")
            register_functions(self._db)
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
        except (OverflowError, UnicodeError) as error:  # a number or a text that SQLite does not take
            raise LibraryError(f"{self.path}: a value cannot be kept: {error}") from None

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

    def add(self, sheets: Iterable[Sheet | Grid], tags: Iterable[str] = ()) -> Added:
        """Take puzzles in; of each ID the first one stays (rule 3). Tags go to all of them, known ones too.

        Args:
            sheets: the puzzles; a grid is taken for a sheet of which nothing is told. Tags that a sheet tells (`tags`,
                with commas between) become its tags in the library.
            tags: tags for all.
        """
        new, fuller, numbers, words = 0, 0, list[int](), read_tags(tags)
        rest = (split_tags(sheet if isinstance(sheet, Sheet) else Sheet(sheet)) for sheet in sheets)
        while batch := list(islice(rest, BATCH)):
            plain = [sheet for sheet, _ in batch]
            fresh, more, found = self._add(plain, analyse(plain), [[*words, *own] for _, own in batch])
            new, fuller = new + fresh, fuller + more
            numbers += found
        return Added(new, len(numbers) - new, tuple(numbers), fuller)

    def _add(self, sheets: list[Sheet], facts: list[Analysis], tags: list[list[str]]) -> tuple[int, int, list[int]]:
        now, more, numbers = now_text(), set[int](), list[int]()
        rows = [row_of(sheet, fact, now) for sheet, fact in zip(sheets, facts, strict=True)]
        with self.writing() as db:
            before = db.total_changes
            db.executemany(INSERT, rows)
            new = db.total_changes - before
            for sheet, fact in zip(sheets, facts, strict=True):
                number, meta = db.execute("SELECT number, meta FROM puzzles WHERE id = ?", (fact.id,)).fetchone()
                numbers.append(number)
                if told := completed(meta, sheet.meta):
                    db.execute(UPDATE, (*about_columns(told), number))
                    more.add(number)
            given = dict.fromkeys((number, tag) for number, own in zip(numbers, tags, strict=True) for tag in own)
            db.executemany("INSERT OR IGNORE INTO tags VALUES (?, ?)", given)
        return new, len(more), numbers

    # --- finding --------------------------------------------------------------------------------

    def count(self, query: Query | None = None) -> int:
        """How many puzzles there are."""
        where, values = (query or Query()).where()
        return int(self.rows(f"SELECT count(*) FROM puzzles {where}", values)[0][0])  # noqa: S608 - see Query

    def search(self, query: Query | None = None, limit: int | None = None, start: int = 0) -> Iterator[Entry]:
        """The puzzles that a query means, in the order in which they came."""
        for name, value in (("limit", limit), ("start", start)):
            if value is not None and not 0 <= (-1 if (number := whole_number(value)) is None else number) <= MAX:
                raise LibraryError(f"{name} is a number from 0 up; read {short_repr(value)}")
        return self._search(query, limit, start)

    def _search(self, query: Query | None, limit: int | None, start: int) -> Iterator[Entry]:
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

    def get(self, key: int | str) -> Entry:
        """The puzzle of a number or an ID."""
        number = whole_number(key)
        column, value = ("id", key) if number is None else ("number", number)
        can_be = isinstance(key, str) and key.isascii() if number is None else 0 < number <= MAX
        rows = self.rows(f"SELECT {COLUMNS} FROM puzzles WHERE {column} = ?", [value]) if can_be else []  # noqa: S608
        if not rows:
            raise LibraryError(f"{self.path}: there is no puzzle {key if can_be else short_repr(key)}")
        return self._kept(rows[0])

    def random(self, query: Query | None = None, seed: int | None = None) -> Entry:
        """One puzzle of those that a query means, by lot."""
        count = self.count(query)
        if not count:
            hint = "" if self.count() else "; the library is empty, `ninefold library init` fills it"
            raise LibraryError(f"{self.path}: there is no such puzzle{hint}")
        place = Random(seed).randrange(count)  # noqa: S311 (a lot, not a secret)
        return next(self.search(query, 1, place))

    def _kept(self, row: tuple[Any, ...]) -> Entry:
        number, key, layout, clues, status, solution, meta, added, tags = row
        try:
            sheet = sheet_of_row(layout, clues, solution, meta)
            words = tuple(sorted(json.loads(tags))) if tags != "[]" else ()
            return Entry(number, key, sheet, Status(status), words, added)
        except (NinefoldError, ValueError) as error:
            raise LibraryError(f"{self.path}: puzzle {number} is damaged: {error}") from None

    # --- changing -------------------------------------------------------------------------------

    def tag(self, number: int, add: Iterable[str] = (), remove: Iterable[str] = ()) -> None:
        """Give a puzzle tags and take some away."""
        self.get(number)
        given, gone = read_tags(add), read_tags(remove, ours=False)
        with self.writing() as db:
            db.executemany("DELETE FROM tags WHERE puzzle = ? AND tag = ?", [(number, tag) for tag in gone])
            db.executemany("INSERT OR IGNORE INTO tags VALUES (?, ?)", [(number, tag) for tag in given])

    def describe(self, number: int, told: Mapping[str, str]) -> None:
        """Tell of a puzzle what was not told, or not so: its name, its author …; an empty text takes a word away."""
        if "tags" in told:
            raise LibraryError("tags are given with `tag`")
        for name, text in told.items():
            require_text(f"the {name} of a puzzle", text)
        with self.writing() as db:
            meta = Sheet(Grid.empty(4), meta={**self.get(number).sheet.meta, **told}).meta  # in its one normal form
            db.execute(UPDATE, (*about_columns(meta), number))

    def remove(self, numbers: Iterable[int]) -> int:
        """Take puzzles out, with their games and tags; how many there were."""
        known = [number for number in numbers if 0 < number <= MAX]
        with self.writing() as db:
            done = [db.execute("DELETE FROM puzzles WHERE number = ?", (number,)).rowcount for number in known]
        return sum(done)


def now_text() -> str:
    """The time, as the library writes it."""
    return datetime.now(UTC).isoformat(timespec="seconds")
