"""Statistics and verification of a library, and the starter collection that comes with Ninefold."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib import resources
from itertools import islice
from typing import Any

from ninefold.core.checking import check
from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.puzzle import Puzzle
from ninefold.library.query import RATED_LEVEL
from ninefold.library.ratings import TABLE
from ninefold.library.rows import analyse
from ninefold.library.store import BATCH, Entry, Library


def stats(library: Library) -> dict[str, Any]:
    """The contents of a library, counted."""

    def tally(sql: str) -> dict[str, int]:
        return {str(word): int(count) for word, count in library.rows(sql)}

    by = f"SELECT coalesce({{0}}, ''), count(*) FROM {TABLE} GROUP BY 1 ORDER BY 2 DESC, 1"  # noqa: S608
    size = os.path.getsize(library.path) if os.path.exists(library.path) else 0
    return {
        "puzzles": library.count(),
        "layouts": tally(by.format("layout")),
        "levels": tally(by.format(RATED_LEVEL)),
        "statuses": tally(by.format("status")),
        "clues": tally("SELECT clue_count, count(*) FROM puzzles GROUP BY 1 ORDER BY 1"),
        "tags": tally("SELECT tag, count(*) FROM tags GROUP BY 1 ORDER BY 2 DESC, 1"),
        "unrated": library.unrated,
        "games": int(library.rows("SELECT count(*) FROM games")[0][0]),
        "bytes": size,
    }


def verify(library: Library) -> Iterator[str]:
    """Every fault of a library: in the file, in a puzzle, its ID, its status or its solution."""
    for (word,) in library.rows("PRAGMA integrity_check"):
        if word != "ok":
            yield f"the file is damaged: {word}"
    for table, row, *_ in library.rows("PRAGMA foreign_key_check"):
        yield f"{table} {row} belongs to a missing puzzle"
    numbers = (number for (number,) in library.rows("SELECT number FROM puzzles ORDER BY number"))
    while some := list(islice(numbers, BATCH)):
        entries = []
        for number in some:
            try:
                entries.append(library.get(number))
            except NinefoldError as error:
                yield str(error)
        yield from _faults(entries)


def _faults(entries: list[Entry]) -> Iterator[str]:
    for entry, analysis in zip(entries, analyse([entry.puzzle for entry in entries]), strict=True):
        if entry.id != analysis.id:
            yield f"puzzle {entry.number} has the ID {entry.id}, expected {analysis.id}"
        if "unknown" not in (str(entry.status), str(analysis.status)) and entry.status != analysis.status:
            yield f"puzzle {entry.number} is stored as {entry.status}, but is {analysis.status}"
        solution = entry.puzzle.solution
        if solution and check(solution).clashes:
            yield f"puzzle {entry.number} has a wrong solution"


# One puzzle per line with its layout and its level; written by `benchmarks/making.py --starter`.
FILE = "starter.txt"


def starter() -> list[Puzzle]:
    """The puzzles of the collection, each with its level.

    >>> starter()[0].level
    'easy'
    """
    text = resources.files("ninefold.make").joinpath(FILE).read_text(encoding="utf-8")
    fields = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return [
        Puzzle(Grid(line, layout=Layout.parse(layout)), level=level, source="Ninefold")
        for line, layout, level in fields
    ]
