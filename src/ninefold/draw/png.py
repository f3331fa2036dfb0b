"""A scene as PNG, by Pillow and the font it brings.

The libraries that some forms need: said in one line where they are missing.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

from ninefold.core.errors import NinefoldError
from ninefold.core.values import short_repr
from ninefold.draw.scene import Box, Line, Scene, Shape, Text

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont


MAX_PIXELS = 100_000_000


def write_png(scene: Scene, scale: float) -> bytes:
    """The scene, so many pixels to the point."""
    load("PIL")
    from PIL import Image, ImageDraw

    if not (scale > 0 and scene.width * scene.height * scale**2 <= MAX_PIXELS):
        raise NinefoldError(f"a scale is above 0 and makes at most {MAX_PIXELS:,} pixels; read {short_repr(scale)}")
    image = Image.new("RGB", (max(1, round(scene.width * scale)), max(1, round(scene.height * scale))), "#ffffff")
    pen = ImageDraw.Draw(image, "RGBA")
    for shape in scene.shapes:
        _draw(pen, shape, scale)
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _draw(pen: ImageDraw, shape: Shape, scale: float) -> None:
    if isinstance(shape, Box):
        box = (shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
        pen.rectangle([at * scale for at in box], fill=_ink(shape.fill, shape.opacity))
    elif isinstance(shape, Line):
        for x1, y1, x2, y2 in _dashes(shape):
            ends = (x1 * scale, y1 * scale, x2 * scale, y2 * scale)
            pen.line(ends, fill=shape.colour, width=max(1, round(shape.width * scale)))
    else:
        _write(pen, shape, scale)


def _write(pen: ImageDraw, text: Text, scale: float) -> None:
    """A word; the font has one weight, so a bold one is drawn with a rim of its own colour."""
    rim = text.size * scale * 0.022 if text.bold else 0
    pen.text(
        (text.x * scale, text.y * scale),
        text.text,
        font=_font(round(text.size * scale, 1)),
        fill=_ink(text.colour, text.opacity),
        anchor="ms",
        stroke_width=rim,
    )


def _dashes(line: Line) -> list[tuple[float, float, float, float]]:
    """The parts of a line that are drawn: all of it, or every other bit."""
    if not line.dashed:
        return [(line.x1, line.y1, line.x2, line.y2)]
    length = max(1.0, ((line.x2 - line.x1) ** 2 + (line.y2 - line.y1) ** 2) ** 0.5)
    bits = max(1, round(length / 3.5))
    dx, dy = (line.x2 - line.x1) / bits, (line.y2 - line.y1) / bits
    starts = [(line.x1 + dx * at, line.y1 + dy * at) for at in range(0, bits, 2)]
    return [(x, y, x + dx, y + dy) for x, y in starts]


def _ink(colour: str, opacity: float) -> tuple[int, int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue, round(255 * opacity)


@cache
def _font(size: float) -> FreeTypeFont:
    from PIL import ImageFont

    return ImageFont.load_default(size)  # type: ignore[return-value]  # with a size it is always that kind


NAMES = {"PIL": "Pillow", "reportlab": "ReportLab"}


def load(module: str) -> None:
    """Refuse with what to install, where a library is not there."""
    if find_spec(module) is None:
        raise NinefoldError(f"this picture needs {NAMES[module]}, which is not installed: pip install 'ninefold[draw]'")
