"""Opening a library file: for writing if possible, otherwise for reading; and what its errors mean.

A file that cannot be written, such as one on a read-only disk, is opened for reading. SQLite needs to write beside a
file in WAL mode even to read it, unless it is said to be immutable. That would hide what a process that was killed had
saved and not yet moved from the WAL to the file: with a WAL that is not empty, both are copied to a temporary folder.

On a full disk, or with a small limit on file sizes, there is no room for the file that SQLite shares among processes.
Then this process uses the library alone: it can read it, and a write fails with its own error.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from ninefold.core.errors import LibraryError, LibraryTrouble
from ninefold.library.query import register_functions
from ninefold.library.schema import VERSION, migrate, version_of

# Seconds that a writer waits for another one.
WAIT = 20.0
MISSING = (
    "no such file; `ninefold library init` creates a library with the puzzles that come with Ninefold, "
    "`ninefold library import` one with yours"
)
READ_ONLY = "it can be read but not changed here; copy it to a folder where you can write"
_TROUBLES: dict[int, tuple[LibraryTrouble, str]] = {
    sqlite3.SQLITE_FULL: ("full", "the disk is full; free some space and try again"),
    sqlite3.SQLITE_IOERR: ("failing", "the disk cannot be read or written, or a limit on file sizes is reached"),
    sqlite3.SQLITE_READONLY: ("read-only", READ_ONLY),
    sqlite3.SQLITE_BUSY: ("busy", "another program is writing to it"),
    sqlite3.SQLITE_LOCKED: ("busy", "another program is writing to it"),
    sqlite3.SQLITE_CORRUPT: ("damaged", "the file is damaged"),
    sqlite3.SQLITE_NOTADB: ("damaged", "the file is not a library"),
}


class LibraryFile:
    """An open library file.

    Args:
        path: where it is.
        is_private: whether it is in our own data folder, which is created if missing.
        make: create it if it does not exist.
    """

    def __init__(self, path: str, *, is_private: bool, make: bool) -> None:
        self.is_read_only = False
        self._copy: TemporaryDirectory[str] | None = None
        if path != ":memory:":
            _check_place(path, is_private, make)
        try:
            self.db = _connected(path)
        except sqlite3.OperationalError as error:
            if not os.path.isfile(path):
                raise
            if _code(error) == sqlite3.SQLITE_IOERR:
                self.db = _connected(path, is_alone=True)
            elif _code(error) in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
                self._open_to_read(path)
            else:
                raise

    def _open_to_read(self, path: str) -> None:
        self.is_read_only = True
        wal = f"{path}-wal"
        if os.path.isfile(wal) and os.path.getsize(wal):
            self._copy = TemporaryDirectory(prefix="ninefold-")
            copied = os.path.join(self._copy.name, "library.sqlite")
            for old, new in ((path, copied), (wal, f"{copied}-wal")):
                shutil.copyfile(old, new)
            address = copied
        else:
            address = f"{Path(os.path.abspath(path)).as_uri()}?immutable=1"
        try:
            self.db = _connected(address, is_immutable=self._copy is None)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the file, and remove a copy."""
        if hasattr(self, "db"):
            self.db.close()
        if self._copy is not None:
            self._copy.cleanup()


def _check_place(path: str, is_private: bool, make: bool) -> None:
    if os.path.isdir(path):
        raise LibraryError("is a folder, not a library")
    if not make and not os.path.exists(path):
        raise LibraryError(MISSING)
    if not make and os.path.isfile(path) and not os.path.getsize(path):  # SQLite would turn it into a database
        raise LibraryError("is an empty file, not a library")
    folder = os.path.dirname(os.path.abspath(path))
    if is_private:
        os.makedirs(folder, exist_ok=True)
    elif not os.path.isdir(folder):  # a missing folder is more likely a typing error
        raise LibraryError(f"no such folder: {folder}")


def _connected(path: str, *, is_immutable: bool = False, is_alone: bool = False) -> sqlite3.Connection:
    """A connection to a file, upgraded to the newest version; an immutable one is given as a URI."""
    db = sqlite3.connect(path, timeout=WAIT, isolation_level=None, uri=is_immutable)
    try:
        if is_alone:
            db.execute("PRAGMA locking_mode = EXCLUSIVE")  # SQLite shares no file then; before all that reads it
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("PRAGMA synchronous = FULL")
        register_functions(db)
        if version_of(db) < VERSION:
            if is_immutable:
                raise LibraryError("it has an older version, and cannot be upgraded here because it cannot be changed")
            _use_wal(db)
            migrate(db)
    except BaseException:
        db.close()
        raise
    return db


def _use_wal(db: sqlite3.Connection) -> None:
    """SQLite does not wait if another process is doing the same."""
    end = monotonic() + WAIT
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if _code(error) not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) or monotonic() > end:
                raise
            sleep(0.01)


def _code(error: sqlite3.Error) -> int:
    """The error code without its details; 0 if there is none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def library_error(path: str, error: Exception) -> LibraryError:
    """An error of SQLite, of the system or of ours as one that names the file."""
    if isinstance(error, sqlite3.Error):
        trouble, hint = _TROUBLES.get(_code(error), ("", ""))
        return LibraryError(f"{path}: {hint} ({error})" if hint else f"{path}: {error}", trouble=trouble)
    if isinstance(error, LibraryError):
        return LibraryError(f"{path}: {error.message}", trouble=error.trouble)
    if isinstance(error, OSError):
        return LibraryError(f"{path}: {error.strerror or error}")
    return LibraryError(f"{path}: a value cannot be stored: {error}")
