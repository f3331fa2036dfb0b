"""The shelf: the library of the house as the API sees it, with the games that the pages save.

1. It is used by one thread only, which opens it; SQLite wants that.
2. A library that is new is filled with the starter collection, where there is one.
3. Games are kept in the library's file, in a table of their own: pages name them, and save over each other's
   only what they have seen.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from ninefold.core.errors import LibraryError
from ninefold.library.query import Query
from ninefold.library.starter import starter
from ninefold.library.store import Kept, Library, default_path
from ninefold.web.asks.common import board_of, record_of
from ninefold.web.refusals import Refusal

Record = dict[str, Any]
MOST_GAMES = 200
MOST_CLUES = 1 << 20
_ORDERS = {
    "added": "number DESC",
    "clues": "clue_count, number",
    "level": "level COLLATE NOCASE, number",
    "name": "name IS NULL, name COLLATE NOCASE, number",
}
_GAMES = """
CREATE TABLE IF NOT EXISTS web_games (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    sheet TEXT NOT NULL,
    solved INTEGER NOT NULL,
    version INTEGER NOT NULL,
    saved TEXT NOT NULL
) WITHOUT ROWID
"""
_COLUMNS = "id, name, sheet, solved, version, saved"


@dataclass
class Shelf:
    """Puzzles and games in the file of a library."""

    path: str

    @cached_property
    def _library(self) -> Library:
        is_new = not os.path.exists(self.path)
        library = Library(self.path)
        with library.writing() as db:
            db.execute(_GAMES)
        if is_new:  # rule 2
            with suppress(LibraryError):
                library.add(starter(), ["starter"])
        return library

    def open(self) -> None:
        """Open the file, or make it."""
        assert self._library

    def close(self) -> None:
        """Close the file, if it is open."""
        if "_library" in self.__dict__:
            self._library.close()

    # --- puzzles --------------------------------------------------------------------------------

    def search(self, wanted: Mapping[str, Any], offset: int, limit: int) -> Record:
        """Puzzles, and how many there are."""
        query = _query(wanted)
        numbers = self._numbers(wanted, limit, offset)
        return {"total": self._library.count(query), "puzzles": [_record(self._library.get(n)) for n in numbers]}

    def _numbers(self, wanted: Mapping[str, Any], limit: int, offset: int = 0) -> list[int]:
        where, values = _query(wanted).where()
        order = _ORDERS[wanted.get("sort", "added")]
        sql = f"SELECT number FROM puzzles {where} ORDER BY {order} LIMIT ? OFFSET ?"  # noqa: S608 - see Query
        return [number for (number,) in self._library.rows(sql, [*values, limit, offset])]

    def puzzle(self, name: str) -> Record:
        """One puzzle, all of it."""
        return _whole(self._get(name))

    def _get(self, name: str) -> Kept:
        if not self._library.rows("SELECT 1 FROM puzzles WHERE id = ?", [name]):
            raise Refusal("not-found", f"there is no puzzle {name!r} in the library", "id")
        return self._library.get(name)

    def random(self, wanted: Mapping[str, Any]) -> Record:
        """One puzzle by lot."""
        query = _query(wanted)
        if not self._library.count(query):
            raise Refusal("not-found", "there is no such puzzle in the library", "library")
        return _whole(self._library.random(query))

    def change(self, name: str, changes: Mapping[str, Any]) -> Record:
        """Name or tag a puzzle."""
        kept = self._get(name)
        if "tags" in changes:
            gone = set(kept.tags) - set(changes["tags"])
            self._library.tag(kept.number, changes["tags"], gone)
        if "name" in changes:
            meta = {k: v for k, v in kept.sheet.meta.items() if k != "name"}
            meta |= {"name": changes["name"]} if changes["name"] else {}
            with self._library.writing() as db:
                sql = "UPDATE puzzles SET name = ?, meta = ? WHERE number = ?"
                db.execute(sql, (changes["name"] or None, json.dumps(meta), kept.number))
        return self.puzzle(name)

    def remove(self, name: str) -> Record:
        """Take a puzzle out."""
        return {"removed": self._library.remove([self._get(name).number])}

    def sheets(self, wanted: Mapping[str, Any], most: int) -> list[Record]:
        """The sheets of puzzles, to be written into a file."""
        return [record_of(self._library.get(number).sheet) for number in self._numbers(wanted, most)]

    # --- games (rule 3) -------------------------------------------------------------------------

    def games(self) -> list[Record]:
        """The saved games, the last first."""
        sql = f"SELECT {_COLUMNS} FROM web_games ORDER BY saved DESC, id LIMIT ?"  # noqa: S608 - no value in it
        return [_game(row) for row in self._library.rows(sql, [MOST_GAMES])]

    def game(self, name: str) -> Record:
        """One saved game."""
        rows = self._library.rows(f"SELECT {_COLUMNS} FROM web_games WHERE id = ?", [name])  # noqa: S608
        if not rows:
            raise Refusal("not-found", f"there is no saved game {name!r}", "id")
        return _game(rows[0])

    def save(self, name: str, game: Mapping[str, Any]) -> Record:
        """Save a game; where there are too many, the oldest goes."""
        with self._library.writing() as db:
            row = db.execute("SELECT version FROM web_games WHERE id = ?", (name,)).fetchone()
            known = 0 if row is None else int(row[0])
            seen = game.get("version")
            if seen is not None and seen != known:
                raise Refusal("conflict", f"the game was saved elsewhere: version {known}, not {seen}", str(known))
            saved = {"id": name, "version": known + 1, "saved": _now()}
            values = (name, game.get("name", ""), json.dumps(game["sheet"]), int(game.get("solved", False)))
            sql = f"INSERT OR REPLACE INTO web_games ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"  # noqa: S608
            db.execute(sql, (*values, known + 1, saved["saved"]))
            old = "SELECT id FROM web_games ORDER BY saved DESC LIMIT -1 OFFSET ?"
            db.execute(f"DELETE FROM web_games WHERE id IN ({old})", (MOST_GAMES,))  # noqa: S608
        return saved

    def forget(self, name: str) -> Record:
        """Forget a saved game."""
        with self._library.writing() as db:
            return {"removed": db.execute("DELETE FROM web_games WHERE id = ?", (name,)).rowcount}


def usual_shelf(path: str | None) -> tuple[Shelf, str]:
    """The shelf of a file, or of the user's library; where that cannot be, one for this time only, and a word of it."""
    try:
        shelf = Shelf(default_path() if path is None else path)
        Library(shelf.path).close()
    except LibraryError as error:
        if path is not None:
            raise
        folder = tempfile.mkdtemp(prefix="ninefold-")
        return Shelf(str(Path(folder) / "library.sqlite")), f"{error}; what you keep is kept for this time only"
    return shelf, ""


def _query(wanted: Mapping[str, Any]) -> Query:
    names = ("size", "level", "tag", "text")
    clues = None
    if "clues_from" in wanted or "clues_to" in wanted:
        clues = (wanted.get("clues_from", 0), wanted.get("clues_to", MOST_CLUES))
    return Query(clues=clues, **{name: wanted[name] for name in names if name in wanted})


def _record(kept: Kept) -> Record:
    meta = kept.sheet.meta
    return {
        "id": kept.id,
        "puzzle": board_of(kept.sheet.clues),
        **{name: meta.get(name, "") for name in ("name", "author", "source", "level")},
        "rating": _number(meta.get("rating", "")),
        "clues": len(kept.sheet.clues.filled_cells),
        "tags": list(kept.tags),
        "added": kept.added,
    }


def _whole(kept: Kept) -> Record:
    solution = kept.sheet.solution
    return _record(kept) | {
        "sheet": record_of(kept.sheet),
        "solution": None if solution is None else board_of(solution),
    }


def _number(text: str) -> float | None:
    try:
        return float(text) if text.isascii() and len(text) < 30 and text not in ("nan", "inf") else None
    except ValueError:
        return None


def _game(row: tuple[Any, ...]) -> Record:
    name, title, sheet, solved, version, saved = row
    return {
        "id": name,
        "name": title,
        "sheet": json.loads(sheet),
        "solved": bool(solved),
        "version": version,
        "saved": saved,
    }


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
