"""Library: puzzles and games in one SQLite file, safe against a crash at any moment.

1. The file is in WAL mode with full synchronisation: one process writes while others read, and when a call returns its
   data is on disk.
2. A writer waits for another one, up to 20 seconds. A file that cannot be written can be read.
3. Duplicates are not stored: a puzzle whose ID is stored already is known, whatever its orientation. Texts that it
   lacked, such as a name or a level, are added; nothing stored changes.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from random import Random
from time import monotonic
from types import TracebackType
from typing import Any, NamedTuple, TypeVar

from ninefold.core.errors import LibraryError, NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.limits import Cancel, Limit
from ninefold.core.puzzle import Puzzle
from ninefold.core.values import check_flag, is_iterable, read_path, read_seed, short_repr, whole_number
from ninefold.library.opening import READ_ONLY, LibraryFile, library_error
from ninefold.library.query import MAX, Query, read_numbers, read_query, read_sort, require_text
from ninefold.library.ratings import TABLE, StoredRating, rate_unrated, unrated_count
from ninefold.library.rows import (
    COLUMNS,
    INSERT,
    UPDATE,
    Analysis,
    about_columns,
    analyse,
    completed,
    join_tags,
    puzzle_of_row,
    read_tags,
    row_of,
    split_tags,
)
from ninefold.solving.result import Status

T = TypeVar("T")
# Puzzles are analysed and written in batches: this many, or what has come after this many seconds.
BATCH, BATCH_SECONDS = 4096, 2.0


class Added(NamedTuple):
    """The result of adding puzzles.

    Args:
        new: how many were new.
        known: how many were known.
        numbers: the number of each in the library.
        completed: how many known ones got texts they lacked (rule 3).
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
    puzzle: Puzzle
    status: Status
    tags: tuple[str, ...]
    added: str
    rating: StoredRating | None = None

    @property
    def level(self) -> str:
        """The level by its rating; without a rating, or if that has no level, the one it came with."""
        return (self.rating.level if self.rating else "") or self.puzzle.level

    @property
    def rated(self) -> Puzzle:
        """The puzzle with its rating and tags in its texts, to be written to a file or printed."""
        return join_tags(self.rating.put_on(self.puzzle) if self.rating else self.puzzle, self.tags)


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
    ...     library.add([Puzzle(Grid("..4.1......3.1..")), Puzzle(Grid("..1.3......1.4.."))])
    Added(new=1, known=1, numbers=(1, 1), completed=0)

    Args:
        path: the file (default: the one in your data folder, which is created if missing).
        make: create the file if it does not exist.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None, *, make: bool = True) -> None:
        self.path = default_path() if path is None else read_path(path, LibraryError)
        check_flag("make", make)
        with self._named_errors():
            self._file = LibraryFile(self.path, is_private=self.path == default_path(), make=make)
        self._db = self._file.db

    @property
    def is_read_only(self) -> bool:
        """Whether the file can only be read."""
        return self._file.is_read_only

    @contextmanager
    def _named_errors(self) -> Iterator[None]:
        """Errors of SQLite and the system as errors that name the file."""
        try:
            yield
        except (sqlite3.Error, LibraryError, OSError, OverflowError, UnicodeError) as error:
            raise library_error(self.path, error) from None

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: everything inside happens or nothing."""
        with self._named_errors():
            if self.is_read_only:
                raise LibraryError(READ_ONLY, trouble="read-only")
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def rows(self, sql: str, values: Iterable[object] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        with self._named_errors():
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
        self._file.close()

    # --- adding ---------------------------------------------------------------------------------

    def add(self, puzzles: Iterable[Puzzle | Grid], tags: Iterable[str] = ()) -> Added:
        """Add puzzles; of each ID the first one stays (rule 3).

        A level, rating or solution that a puzzle has is stored with it. A puzzle proved proper in this process, such as
        a generated one, is not solved again.

        Args:
            puzzles: the puzzles; a grid is a puzzle about which nothing else is known. The text `tags` of a puzzle,
                separated by commas, becomes its tags in the library.
            tags: tags for all of them, known ones too.
        """
        new, fuller, numbers, words = 0, 0, list[int](), read_tags(tags)
        if not is_iterable(puzzles):
            raise LibraryError(f"puzzles must be a list of puzzles or grids, not {short_repr(puzzles)}")
        for batch in _batches(split_tags(it if isinstance(it, Puzzle) else Puzzle(it)) for it in puzzles):
            plain = [puzzle for puzzle, _ in batch]
            try:
                fresh, more, found = self._add(plain, analyse(plain), [[*words, *own] for _, own in batch])
            except LibraryError as error:
                kept = f"{error.message}; of the puzzles read so far, the first {len(numbers):,} are kept ({new:,} new)"
                raise LibraryError(kept, trouble=error.trouble) from None
            new, fuller = new + fresh, fuller + more
            numbers += found
        return Added(new, len(numbers) - new, tuple(numbers), fuller)

    def _add(
        self, puzzles: list[Puzzle], analyses: list[Analysis], tags: list[list[str]]
    ) -> tuple[int, int, list[int]]:
        now, more, numbers = now_text(), set[int](), list[int]()
        rows = [row_of(puzzle, analysis, now) for puzzle, analysis in zip(puzzles, analyses, strict=True)]
        with self.writing() as db:
            before = db.total_changes
            db.executemany(INSERT, rows)
            new = db.total_changes - before
            for puzzle, analysis in zip(puzzles, analyses, strict=True):
                number, meta = db.execute("SELECT number, meta FROM puzzles WHERE id = ?", (analysis.id,)).fetchone()
                numbers.append(number)
                if texts := completed(meta, puzzle.meta):
                    db.execute(UPDATE, (*about_columns(texts), number))
                    more.add(number)
            given = dict.fromkeys((number, tag) for number, own in zip(numbers, tags, strict=True) for tag in own)
            db.executemany("INSERT OR IGNORE INTO tags VALUES (?, ?)", given)
        return new, len(more), numbers

    # --- finding --------------------------------------------------------------------------------

    def count(self, query: Query | None = None) -> int:
        """The number of matching puzzles."""
        where, values = read_query(query).where()
        return int(self.rows(f"SELECT count(*) FROM {TABLE} {where}", values)[0][0])  # noqa: S608 - see Query

    def search(
        self, query: Query | None = None, limit: int | None = None, start: int = 0, *, sort: str = "number"
    ) -> Iterator[Entry]:
        """The matching puzzles in the order they were added, or by what `sort` says.

        Args:
            query: what they must have.
            limit: at most so many.
            start: how many to skip.
            sort: number, clues, name, level, minutes, er, ep, ed or score; `-er` for the highest first. Puzzles without
                that value come last.
        """
        order = read_sort(sort)
        for name, value in (("limit", limit), ("start", start)):
            if value is not None and not 0 <= (-1 if (number := whole_number(value)) is None else number) <= MAX:
                raise LibraryError(f"{name} is a whole number from 0, not {short_repr(value)}")
        find = partial(self._sorted, order=order) if order else self._search
        return find(read_query(query), limit, start)

    def _sorted(self, query: Query, limit: int | None, start: int, order: str) -> Iterator[Entry]:
        """All numbers first, then the puzzles in batches: a puzzle that is rated meanwhile may not come twice."""
        where, values = query.where()
        sql = f"SELECT number FROM {TABLE} {where} ORDER BY {order}, number LIMIT ? OFFSET ?"  # noqa: S608 - see read_sort
        found = [number for (number,) in self.rows(sql, [*values, -1 if limit is None else limit, start])]
        for first in range(0, len(found), BATCH):
            some = found[first : first + BATCH]
            marks = ", ".join("?" * len(some))
            rows = self.rows(f"SELECT {COLUMNS} FROM {TABLE} WHERE number IN ({marks})", some)  # noqa: S608
            by_number = {row[0]: row for row in rows}
            yield from (self._entry(by_number[number]) for number in some if number in by_number)

    def _search(self, query: Query, limit: int | None, start: int) -> Iterator[Entry]:
        where, values = query.where()
        after, left = 0, limit
        while left is None or left > 0:
            more = "AND" if where else "WHERE"
            some = BATCH if left is None else min(left, BATCH)
            sql = f"SELECT {COLUMNS} FROM {TABLE} {where} {more} number > ? ORDER BY number LIMIT ? OFFSET ?"  # noqa: S608
            rows = self.rows(sql, [*values, after, some, start])
            yield from (self._entry(row) for row in rows)
            if len(rows) < some:
                return
            after, start = rows[-1][0], 0
            left = None if left is None else left - len(rows)

    def get(self, key: int | str) -> Entry:
        """The puzzle with a number or an ID."""
        number = whole_number(key)
        column, value = ("id", key) if number is None else ("number", number)
        can_be = isinstance(key, str) and key.isascii() if number is None else 0 < number <= MAX
        rows = self.rows(f"SELECT {COLUMNS} FROM {TABLE} WHERE {column} = ?", [value]) if can_be else []  # noqa: S608
        if not rows:
            raise LibraryError(f"{self.path}: no puzzle {key if can_be else short_repr(key)}")
        return self._entry(rows[0])

    def random(self, query: Query | None = None, seed: int | None = None) -> Entry:
        """A random one of the matching puzzles."""
        count = self.count(query)
        if not count:
            hint = "" if self.count() else "; the library is empty: `ninefold library init` fills it"
            raise LibraryError(f"{self.path}: no matching puzzle{hint}")
        place = Random(None if seed is None else read_seed(seed)).randrange(count)  # noqa: S311 - not a secret
        return next(self.search(query, 1, place))

    def _entry(self, row: tuple[Any, ...]) -> Entry:
        number, key, layout, clues, status, solution, meta, added, tags, *rating = row
        try:
            puzzle = puzzle_of_row(layout, clues, solution, meta)
            words = tuple(sorted(json.loads(tags))) if tags != "[]" else ()
            return Entry(number, key, puzzle, Status(status), words, added, StoredRating.of_row(tuple(rating)))
        except (NinefoldError, ValueError) as error:
            raise LibraryError(f"{self.path}: puzzle {number} is damaged: {error}") from None

    # --- rating ---------------------------------------------------------------------------------

    def rate(
        self,
        *,
        limit: Limit | None = None,
        threads: int | None = None,
        cancel: Cancel | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> int:
        """Rate the puzzles that are not rated yet; returns how many were rated now.

        It may be stopped at any time: ratings are stored as they come, and the next call continues.

        Args:
            limit: only its `seconds` apply.
            threads: number of threads (default: one per core).
            cancel: a `threading.Event`; set it from another thread to stop.
            progress: called now and then with the number of puzzles rated so far.
        """
        return rate_unrated(self, limit=limit, threads=threads, cancel=cancel, progress=progress)

    @property
    def unrated(self) -> int:
        """How many puzzles are not rated yet."""
        return unrated_count(self)

    # --- changing -------------------------------------------------------------------------------

    def tag(self, number: int, add: Iterable[str] = (), remove: Iterable[str] = ()) -> None:
        """Add tags to a puzzle and remove others."""
        self.get(number)
        given, gone = read_tags(add), read_tags(remove, ours=False)
        with self.writing() as db:
            db.executemany("DELETE FROM tags WHERE puzzle = ? AND tag = ?", [(number, tag) for tag in gone])
            db.executemany("INSERT OR IGNORE INTO tags VALUES (?, ?)", [(number, tag) for tag in given])

    def edit(self, number: int, texts: Mapping[str, str]) -> None:
        """Set texts of a puzzle, such as its name, author or level; an empty text removes one."""
        if not isinstance(texts, Mapping):
            raise LibraryError(f"texts must be a dictionary such as {{'name': 'x'}}, not {short_repr(texts)}")
        if "tags" in texts:
            raise LibraryError("use `tag` to change tags")
        for name, text in texts.items():
            require_text("the name of a text", name)
            require_text(f"the {name} of a puzzle", text)
        with self.writing() as db:
            known = self.get(number).puzzle
            meta = known.replace(meta={**known.meta, **texts}).meta  # in its normal form
            db.execute(UPDATE, (*about_columns(meta), number))

    def remove(self, numbers: Iterable[int]) -> int:
        """Remove puzzles with their games and tags; returns how many there were."""
        known = [number for number in read_numbers(numbers) if 0 < number <= MAX]
        with self.writing() as db:
            done = [db.execute("DELETE FROM puzzles WHERE number = ?", (number,)).rowcount for number in known]
        return sum(done)


def _batches(items: Iterable[T]) -> Iterator[list[T]]:
    """The items in batches; a slow source, such as a generator of puzzles, gets smaller ones."""
    batch, start = list[T](), monotonic()
    for item in items:
        batch.append(item)
        if len(batch) >= BATCH or monotonic() - start > BATCH_SECONDS:
            yield batch
            batch, start = [], monotonic()
    if batch:
        yield batch


def now_text() -> str:
    """The current time as the library writes it."""
    return datetime.now(UTC).isoformat(timespec="seconds")
