"""A scene as SVG, and scenes as a page of HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ninefold.draw.scene import Box, Line, Scene, Shape

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
    """The scenes one below the other on a page that needs no other file."""
    return PAGE.format(title=escape(title), paper=escape(paper), body="\n".join(map(write_svg, scenes)))


def _shape(shape: Shape) -> str:
    if isinstance(shape, Box):
        size = f'width="{shape.width:g}" height="{shape.height:g}"'
        return f'<rect x="{shape.x:g}" y="{shape.y:g}" {size} fill="{shape.fill}"{_opacity(shape.opacity)}/>'
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
