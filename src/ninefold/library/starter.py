"""The starter collection: puzzles of our own making, in several sizes and levels, that come with Ninefold."""

from __future__ import annotations

from importlib import resources

from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.library.sheet import Sheet

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
