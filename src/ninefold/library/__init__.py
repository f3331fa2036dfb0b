"""The library: puzzles with all that is known of them, in one SQLite file and in the files of other programs."""

from __future__ import annotations

from ninefold.core.puzzle import Sheet
from ninefold.formats.files import read_file, read_text, write_file
from ninefold.library.games import Game, Games
from ninefold.library.query import Query
from ninefold.library.store import Added, Entry, Library

__all__ = ["Added", "Entry", "Game", "Games", "Library", "Query", "Sheet", "read_file", "read_text", "write_file"]
