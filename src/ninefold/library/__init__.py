"""The library: puzzles, tags and games in one SQLite file."""

from __future__ import annotations

from ninefold.core.puzzle import Puzzle
from ninefold.formats.files import read_file, read_text, write_file
from ninefold.library.games import Game, Games
from ninefold.library.query import Query
from ninefold.library.store import Added, Entry, Library

__all__ = ["Added", "Entry", "Game", "Games", "Library", "Puzzle", "Query", "read_file", "read_text", "write_file"]
