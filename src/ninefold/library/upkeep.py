"""Looking a library over: what is in it, and whether all of it is sound.

The starter collection: puzzles of our own making, in several sizes and levels, that come with Ninefold.
"""

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
from ninefold.core.puzzle import Sheet
from ninefold.library.rows import analyse
from ninefold.library.store import BATCH, Entry, Library


def stats(library: Library) -> dict[str, Any]:
    """What is in a library, counted."""

    def tally(sql: str) -> dict[str, int]:
        return {str(word): int(count) for word, count in library.rows(sql)}

    by = "SELECT coalesce({0}, ''), count(*) FROM puzzles GROUP BY 1 ORDER BY 2 DESC, 1"
    size = os.path.getsize(library.path) if os.path.exists(library.path) else 0
    return {
        "puzzles": library.count(),
        "layouts": tally(by.format("layout")),
        "levels": tally(by.format("level")),
        "statuses": tally(by.format("status")),
        "clues": tally("SELECT clue_count, count(*) FROM puzzles GROUP BY 1 ORDER BY 1"),
        "tags": tally("SELECT tag, count(*) FROM tags GROUP BY 1 ORDER BY 2 DESC, 1"),
        "games": int(library.rows("SELECT count(*) FROM games")[0][0]),
        "bytes": size,
    }


def verify(library: Library) -> Iterator[str]:
    """Every fault of a library: of the file, of a puzzle, its ID, its status or its solution."""
    for (word,) in library.rows("PRAGMA integrity_check"):
        if word != "ok":
            yield f"the file is damaged: {word}"
    for table, row, *_ in library.rows("PRAGMA foreign_key_check"):
        yield f"{table} {row} belongs to a puzzle that is not there"
    numbers = (number for (number,) in library.rows("SELECT number FROM puzzles ORDER BY number"))
    while some := list(islice(numbers, BATCH)):
        kept = []
        for number in some:
            try:
                kept.append(library.get(number))
            except NinefoldError as error:
                yield str(error)
        yield from _faults(kept)


def _faults(kept: list[Entry]) -> Iterator[str]:
    for entry, facts in zip(kept, analyse([entry.sheet for entry in kept]), strict=True):
        if entry.id != facts.id:
            yield f"puzzle {entry.number} has the ID {entry.id}, expected {facts.id}"
        if "unknown" not in (str(entry.status), str(facts.status)) and entry.status != facts.status:
            yield f"puzzle {entry.number} is kept as {entry.status}, but is {facts.status}"
        solution = entry.sheet.solution
        if solution and check(solution).clashes:
            yield f"puzzle {entry.number} has a wrong solution"


# A line has a puzzle, its layout and its level; `benchmarks/making.py --starter` writes it anew.
FILE = "starter.txt"


def starter() -> list[Sheet]:
    """The puzzles of the collection, each with its level.

    >>> starter()[0].meta["level"]
    'easy'
    """
    text = resources.files("ninefold.make").joinpath(FILE).read_text(encoding="utf-8")
    fields = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return [
        Sheet(Grid(line, layout=Layout.parse(layout)), meta={"level": level, "source": "Ninefold"})
        for line, layout, level in fields
    ]
