"""Libraries on disks that are full, failing or read-only: a clear message, and nothing that was saved is lost."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from running import shell

import ninefold as nf
from ninefold.library import opening, schema
from ninefold.library.games import Games
from ninefold.library.store import Library
from ninefold.web.errors import STATUS, api_error

UNPRIVILEGED = 65534
GRID = nf.Grid("..4.1......3.1..")


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "library.sqlite")


@contextmanager
def pages(most: int) -> Iterator[None]:
    """A disk with so much space for each file: SQLite itself reports that it is full."""
    connect = sqlite3.connect

    def small(*args: Any, **more: Any) -> sqlite3.Connection:
        db = connect(*args, **more)
        db.execute(f"PRAGMA max_page_count = {most}")
        return db

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening.sqlite3, "connect", small)
        yield


def status_of(error: nf.NinefoldError) -> int:
    return STATUS[api_error(error).kind]


@pytest.mark.parametrize("most", [1, 2, 5, 8])
def test_a_full_disk_while_a_library_is_created(path: str, most: int) -> None:
    with pages(most), pytest.raises(nf.LibraryError, match="the disk is full; free some space") as caught:
        Library(path)
    assert (caught.value.trouble, status_of(caught.value)) == ("full", 507)
    Library(path).close()  # with space, the same file becomes a library


def test_a_full_disk_in_an_import_says_how_much_is_kept(path: str) -> None:
    full = nf.solve(nf.Grid.empty(4), limit=1).solutions[0]
    puzzles = [full.with_digits(dict.fromkeys(range(cells), 0)) for cells in range(1, 16)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ninefold.library.store.BATCH", 1)
        with pages(24), Library(path) as library, pytest.raises(nf.LibraryError) as caught:
            library.add(nf.Puzzle(grid, about={"name": "x" * 9000}) for grid in puzzles)
    assert (caught.value.trouble, status_of(caught.value)) == ("full", 507)
    with Library(path) as library:
        kept = library.count()
    assert kept > 0
    assert f"({kept:,} new)" in str(caught.value)


def test_a_limit_on_file_sizes_is_reported_and_nothing_is_lost(path: str) -> None:
    with Library(path) as library:
        Games(library).save("mine", nf.Puzzle(GRID), seconds=1)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (65536, hard))
        with Library(path) as library, pytest.raises(nf.LibraryError, match="limit on file sizes") as caught:
            Games(library).save("mine", nf.Puzzle(GRID, about={"name": "x" * 99_999}), seconds=2)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert (caught.value.trouble, status_of(caught.value)) == ("failing", 500)
    with Library(path) as library:
        assert Games(library).get("mine").seconds == 1


def test_a_limit_on_file_sizes_does_not_hinder_reading(path: str, tmp_path: Path) -> None:
    with Library(path) as library:
        library.add([nf.Puzzle(GRID)])
        Games(library).save("mine", nf.Puzzle(GRID), seconds=1)
    line = 'cd "$1"; export PYTHONDONTWRITEBYTECODE=1; ulimit -f 1; ninefold library --file "$2"'
    assert shell(f"{line} list", tmp_path, path).code == 0
    done = shell(f"{line} export out.xlsx", tmp_path, path)
    assert (done.code, done.err.splitlines()[-1]) == (2, "ninefold: out.xlsx: File too large")
    done = shell(f"{line} tag 1 --add x", tmp_path, path)
    assert (done.code, "a limit on file sizes is reached" in done.err) == (2, True)
    with Library(path) as library:  # as if nothing had happened
        assert (library.get(1).tags, Games(library).get("mine").seconds) == ((), 1)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that every user can reach; those of pytest are for their owner only."""
    with TemporaryDirectory() as name:
        yield Path(name)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """The files of a folder, and the folder, cannot be written; root could all the same, so it is not root then."""
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(UNPRIVILEGED)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)
        folder.chmod(0o755)


def test_a_read_only_library_can_be_read_and_not_changed(folder: Path) -> None:
    path = str(folder / "library.sqlite")
    with Library(path) as library:
        library.add([GRID])
        Games(library).save("mine", nf.Puzzle(GRID), seconds=1)
    with read_only(folder), Library(path) as library:
        assert library.is_read_only
        assert library.get(1).puzzle.clues == GRID
        assert Games(library).get("mine").seconds == 1
        with pytest.raises(nf.LibraryError, match="it can be read but not changed here") as caught:
            library.add([GRID])
    assert (caught.value.trouble, status_of(caught.value)) == ("read-only", 403)


def test_what_a_killed_process_saved_can_be_read_from_a_read_only_disk(path: str, folder: Path) -> None:
    with Library(path) as library:
        library.add([GRID])  # still in the WAL, as long as the library is open
        for end in ("", "-wal"):
            shutil.copy(path + end, folder / f"library.sqlite{end}")
    with read_only(folder), Library(str(folder / "library.sqlite")) as library:
        assert (library.is_read_only, library.count()) == (True, 1)
        copy = library.rows("PRAGMA database_list")[0][2]
    assert not Path(copy).exists()


def test_an_older_library_on_a_read_only_disk_says_so(folder: Path) -> None:
    path = str(folder / "library.sqlite")
    with sqlite3.connect(path) as db:
        for command in schema.SCRIPTS[0]:
            db.execute(str(command))
        db.execute(f"PRAGMA application_id = {schema.APPLICATION}")
        db.execute("PRAGMA user_version = 1")
    db.close()
    with read_only(folder), pytest.raises(nf.LibraryError, match="it has an older version"):
        Library(path)
