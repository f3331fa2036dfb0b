"""Scenes (the shapes of a picture, independent of the output format), colour themes, and SVG and HTML output.

1. The unit is the point; x grows to the right, y downwards. A text is centred on its x, and its y is the baseline.
2. Shapes are drawn in order, later ones on top.
3. The colours of a theme are chosen so that colour-blind people can distinguish the parts of a picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from types import MappingProxyType

from ninefold.core.errors import NinefoldError
from ninefold.core.values import short_repr


@dataclass(frozen=True)
class Box:
    """A filled rectangle; SVG shows its title on hovering."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    opacity: float = 1.0
    title: str = ""


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
    """A line of text, centred on its x."""

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
    """All shapes of a picture, and its size."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""


# Tints of highlighted cells by meaning (pale versions of the Okabe-Ito palette).
TONES = MappingProxyType(
    {"main": "#ffe08a", "good": "#b9e3c6", "bad": "#f6c1b5", "other": "#bcd9f2", "aside": "#e3d3ee"}
)
DARK_TONES = MappingProxyType(
    {"main": "#6b5310", "good": "#1d5a3a", "bad": "#7a2f22", "other": "#1f4c73", "aside": "#4c3562"}
)


@dataclass(frozen=True)
class Theme:
    """The colour of each part."""

    paper: str = "#ffffff"
    ink: str = "#111111"  # box lines and clues
    rule: str = "#9a9a9a"  # lines between cells
    placed: str = "#1557a6"  # digits that are not clues
    candidate: str = "#555555"
    belief: str = "#d55e00"
    extra: str = "#e8eef7"  # cells of extra units
    diagonal: str = "#9db4d6"
    link: str = "#b03060"
    tones: MappingProxyType[str, str] = field(default_factory=lambda: TONES)


THEMES = MappingProxyType(
    {
        "light": Theme(),
        "dark": Theme(
            paper="#16181d",
            ink="#f2f2f2",
            rule="#5b606b",
            placed="#7db7ff",
            candidate="#a9adb6",
            belief="#ff9d4d",
            extra="#222a38",
            diagonal="#4a5f85",
            link="#ff8fb3",
            tones=DARK_TONES,
        ),
        "print": Theme(
            placed="#444444", candidate="#444444", rule="#777777", extra="#eeeeee", diagonal="#bbbbbb", belief="#000000"
        ),
    }
)


def find_theme(name: str) -> Theme:
    """The theme with a name."""
    if name not in THEMES:
        raise NinefoldError(f"unknown theme {short_repr(name)} (choose from {', '.join(THEMES)})")
    return THEMES[name]


PAGE = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<style>body{{margin:2em;background:{paper};text-align:center}}svg{{max-width:100%;height:auto;margin:1em}}</style>
</head><body>
{body}
</body></html>
"""


def write_svg(scene: Scene) -> str:
    """The scene as SVG."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{scene.width:g}" height="{scene.height:g}"'
        f' viewBox="0 0 {scene.width:g} {scene.height:g}" role="img" aria-label="{escape(scene.title)}"'
        ' font-family="sans-serif" text-anchor="middle">'
    )
    return "\n".join([head, f"<title>{escape(scene.title)}</title>", *map(_shape, scene.shapes), "</svg>\n"])


def write_html(scenes: Sequence[Scene], title: str, paper: str = "#ffffff") -> str:
    """A self-contained HTML page with the scenes one below the other."""
    return PAGE.format(title=escape(title), paper=escape(paper), body="\n".join(map(write_svg, scenes)))


def _shape(shape: Shape) -> str:
    if isinstance(shape, Box):
        size = f'width="{shape.width:g}" height="{shape.height:g}"'
        tag = f'<rect x="{shape.x:g}" y="{shape.y:g}" {size} fill="{shape.fill}"{_opacity(shape.opacity)}'
        return f"{tag}><title>{escape(shape.title)}</title></rect>" if shape.title else f"{tag}/>"
    if isinstance(shape, Line):
        dashes = ' stroke-dasharray="4 3"' if shape.dashed else ""
        path = f"M{shape.x1:g} {shape.y1:g}L{shape.x2:g} {shape.y2:g}"
        return (
            f'<path d="{path}" stroke="{shape.colour}" stroke-width="{shape.width:g}" stroke-linecap="square"{dashes}/>'
        )
    weight = ' font-weight="bold"' if shape.bold else ""
    place = f'x="{shape.x:g}" y="{shape.y:g}" font-size="{shape.size:g}" fill="{shape.colour}"'
    return f"<text {place}{weight}{_opacity(shape.opacity)}>{escape(shape.text)}</text>"


def _opacity(opacity: float) -> str:
    return "" if opacity >= 1 else f' fill-opacity="{opacity:g}"'
