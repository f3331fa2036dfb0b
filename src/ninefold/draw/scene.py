"""A scene: the shapes of a picture in drawing order, before anybody knows what it is drawn with.

The unit is a point, x grows to the right and y downwards; a text stands on its baseline, around its x.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Box:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    opacity: float = 1.0


@dataclass(frozen=True)
class Line:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    colour: str
    width: float
    dashed: bool = False


@dataclass(frozen=True)
class Text:
    """A word, centred on its x."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    bold: bool = False
    opacity: float = 1.0


Shape = Box | Line | Text


@dataclass(frozen=True)
class Scene:
    """All shapes, and how large the whole is."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""
