"""The shelf: the library of the house as the API sees it, with the games that the pages save.

1. It is used by one thread only, which opens it; SQLite wants that.
2. A library that is new is filled with the starter collection, where there is one.
3. The games are those of the library. Pages name theirs, and save over each other's only what they have seen.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ninefold.core.errors import LibraryError
from ninefold.core.puzzle import Puzzle
from ninefold.formats.documents import Document
from ninefold.formats.own import NAME as SHEET_FORMAT
from ninefold.formats.own import puzzle_of as sheet_of
from ninefold.library.games import Game, Games
from ninefold.library.query import Query
from ninefold.library.rows import TAGS, with_tags
from ninefold.library.store import Entry, Library, default_path
from ninefold.library.upkeep import starter
from ninefold.web.asks.common import board_of, record_of
from ninefold.web.refusals import Refusal

Record = dict[str, Any]
MAX_GAMES = 200
MAX_CLUES = 1 << 20
_ORDERS = {
    "added": "number DESC",
    "clues": "clue_count, number",
    "level": "level COLLATE NOCASE, number",
    "name": "name IS NULL, name COLLATE NOCASE, number",
}


@dataclass
class Shelf:
    """Puzzles and games in the file of a library."""

    path: str

    @cached_property
    def _library(self) -> Library:
        return _opened(self.path)

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
        return [number for (number,) in self._rows("number", wanted, limit, offset)]

    def _rows(self, columns: str, wanted: Mapping[str, Any], limit: int, offset: int = 0) -> list[tuple[Any, ...]]:
        where, values = _query(wanted).where()
        order = _ORDERS[wanted.get("sort", "added")]
        sql = f"SELECT {columns} FROM puzzles {where} ORDER BY {order} LIMIT ? OFFSET ?"  # noqa: S608 - see Query
        return self._library.rows(sql, [*values, limit, offset])

    def puzzle(self, name: str) -> Record:
        """One puzzle, all of it."""
        return _whole(self._get(name))

    def _get(self, name: str) -> Entry:
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
            meta = {k: v for k, v in kept.puzzle.meta.items() if k != "name"}
            meta |= {"name": changes["name"]} if changes["name"] else {}
            with self._library.writing() as db:
                sql = "UPDATE puzzles SET name = ?, meta = ? WHERE number = ?"
                db.execute(sql, (changes["name"] or None, json.dumps(meta), kept.number))
        return self.puzzle(name)

    def remove(self, name: str) -> Record:
        """Take a puzzle out."""
        return {"removed": self._library.remove([self._get(name).number])}

    def sheets(self, wanted: Mapping[str, Any], most: int) -> list[Record]:
        """The sheets of puzzles, to be written into a file; not read here, since whoever writes them reads them."""
        try:
            return [_sheet(*row) for row in self._rows(f"layout, clues, solution, meta, {TAGS}", wanted, most)]
        except ValueError as error:
            raise LibraryError(f"{self.path}: a puzzle is damaged: {error}") from None

    # --- games (rule 3) -------------------------------------------------------------------------

    @cached_property
    def _games(self) -> Games:
        return Games(self._library)

    def games(self) -> list[Record]:
        """The saved games, the last first; one that is damaged does not hide the others."""
        found = []
        for game in self._games.all(limit=MAX_GAMES):
            with suppress(ValueError):
                found.append(_listed(game, json.loads(game.text)))
        return found

    def game(self, name: str) -> Record:
        """One saved game."""
        if (game := self._games.find(name)) is None:
            raise Refusal("not-found", f"there is no saved game {name!r}", "id")
        try:
            sheet = json.loads(game.text)
            return _listed(game, sheet) | {"sheet": sheet}
        except ValueError:
            raise LibraryError(f"game {name} is damaged") from None

    def save(self, name: str, game: Mapping[str, Any]) -> Record:
        """Save a game; where there are too many, the oldest goes."""
        sheet = sheet_of(Document(game["sheet"], json.dumps(game["sheet"])))
        seen = game.get("version")
        told = {"solved": game.get("solved", False), "name": game.get("name", "")}
        version = self._games.save(name, sheet, seconds=_seconds(sheet), seen=seen, **told)
        known = self._games.find(name)
        if not version:
            there = 0 if known is None else known.version
            raise Refusal("conflict", f"the game was saved elsewhere: version {there}, not {seen}", str(there))
        if version == 1:
            self._games.keep(MAX_GAMES)
        return {"id": name, "version": version, "saved": "" if known is None else known.changed}

    def forget(self, name: str) -> Record:
        """Forget a saved game."""
        return {"removed": int(self._games.remove(name))}


def _opened(path: str) -> Library:
    is_new = not os.path.exists(path)
    library = Library(path)
    if is_new:  # rule 2
        with suppress(LibraryError):
            library.add(starter(), ["starter"])
    return library


def usual_shelf(path: str | None) -> tuple[Shelf, str]:
    """The shelf of a file, or of the user's library; where that cannot be, one for this time only, and a word of it."""
    try:
        shelf = Shelf(default_path() if path is None else path)
        _opened(shelf.path).close()
    except LibraryError as error:
        if path is not None:
            raise
        folder = tempfile.mkdtemp(prefix="ninefold-")
        return Shelf(str(Path(folder) / "library.sqlite")), f"{error}; what you keep is kept for this time only"
    return shelf, ""


def _query(wanted: Mapping[str, Any]) -> Query:
    names = ("size", "layout", "level", "tag", "text")
    clues = None
    if "clues_from" in wanted or "clues_to" in wanted:
        clues = (wanted.get("clues_from", 0), wanted.get("clues_to", MAX_CLUES))
    return Query(clues=clues, **{name: wanted[name] for name in names if name in wanted})


def _record(kept: Entry) -> Record:
    meta = kept.puzzle.meta
    return {
        "id": kept.id,
        "puzzle": board_of(kept.puzzle.clues),
        **{name: meta.get(name, "") for name in ("name", "author", "source", "level")},
        "rating": _number(meta.get("rating", "")),
        "clues": len(kept.puzzle.clues.filled_cells),
        "tags": list(kept.tags),
        "added": kept.added,
    }


def _sheet(layout: str, clues: str, solution: str | None, meta: str, tags: str) -> Record:
    """A row of the library as our own JSON; its parts are written alike."""
    told = with_tags(json.loads(meta), json.loads(tags))
    found = {"format": SHEET_FORMAT, "layout": layout, "clues": clues, "solution": solution, "meta": told}
    return {name: part for name, part in found.items() if part}


def _whole(kept: Entry) -> Record:
    solution = kept.puzzle.solution
    return _record(kept) | {
        "sheet": record_of(kept.puzzle),
        "solution": None if solution is None else board_of(solution),
    }


def _number(text: str) -> float | None:
    try:
        return float(text) if text.isascii() and len(text) < 30 and text not in ("nan", "inf") else None
    except ValueError:
        return None


def _listed(game: Game, sheet: Record) -> Record:
    return {
        "id": game.id,
        "name": game.name,
        "layout": sheet["layout"],
        "seconds": game.seconds,
        "solved": game.solved,
        "version": game.version,
        "saved": game.changed,
    }


def _seconds(sheet: Puzzle) -> float:
    """How long a game has been played, by the clock that the pages keep in its sheet, in milliseconds."""
    clock = sheet.extra.get("clock")
    spent = clock.get("spent") if isinstance(clock, dict) else None
    return spent / 1000 if isinstance(spent, int | float) and 0 <= spent < 2**53 else 0.0
