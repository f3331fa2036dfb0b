"""The lines at the top of a written model: what it is, and of which puzzle."""

from __future__ import annotations

from textwrap import wrap

from ninefold.models.base import Model

WIDTH = 100


def heading(model: Model, *more: str) -> list[str]:
    """What the model is, on which layout, of which puzzle, and what else there is to say; in short lines."""
    about = f"The {model.kind} model of a Sudoku puzzle, written by Ninefold."
    lines = [about, f"layout {model.puzzle.layout}", f"puzzle {model.puzzle.line}", *more]
    return [part for line in lines for part in wrap(line, WIDTH, break_on_hyphens=False)]


def commented(mark: str, lines: list[str]) -> list[str]:
    """The lines as comments."""
    return [f"{mark} {line}" for line in lines]


def number(value: float) -> str:
    """A number as short as can be: whole numbers without a point."""
    return str(int(value)) if value == int(value) else repr(value)
