"""PNG output of scenes, with Pillow and its built-in font."""

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


MIN_SCALE = 0.01  # letters vanish
MAX_PIXELS = 100_000_000  # 400 MB in memory


def write_png(scene: Scene, scale: float) -> bytes:
    """The scene as PNG, with `scale` pixels per point."""
    load("PIL")
    from PIL import Image, ImageDraw

    if not MIN_SCALE <= scale < MAX_PIXELS or scene.width * scene.height * scale**2 > MAX_PIXELS:
        raise NinefoldError(
            f"invalid scale {short_repr(scale)}: it must be at least {MIN_SCALE},"
            f" and the image at most {MAX_PIXELS:,} pixels"
        )
    image = Image.new("RGB", (max(1, round(scene.width * scale)), max(1, round(scene.height * scale))), "#ffffff")
    pen = ImageDraw.Draw(image, "RGBA")
    for shape in scene.shapes:
        _draw(pen, shape, scale)
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def missing_glyphs(text: str) -> str:
    """The characters of a text that the font lacks; the picture shows an empty box for each."""
    load("PIL")
    font = _font(20.0)

    def shape(sign: str) -> tuple[tuple[int, int], bytes]:
        mask = font.getmask(sign)
        return mask.size, bytes(mask)

    box = shape("\uffff")  # no font has a glyph for it
    return "".join(sign for sign in dict.fromkeys(text) if shape(sign) == box)


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
    """A text; the built-in font has no bold face, so bold text gets an outline of the same colour."""
    outline = text.size * scale * 0.022 if text.bold else 0
    pen.text(
        (text.x * scale, text.y * scale),
        text.text,
        font=_font(round(text.size * scale, 1)),
        fill=_ink(text.colour, text.opacity),
        anchor="ms",
        stroke_width=outline,
    )


def _dashes(line: Line) -> list[tuple[float, float, float, float]]:
    """The parts of a line to draw: all of it or, if dashed, every other segment."""
    if not line.dashed:
        return [(line.x1, line.y1, line.x2, line.y2)]
    length = max(1.0, ((line.x2 - line.x1) ** 2 + (line.y2 - line.y1) ** 2) ** 0.5)
    segments = max(1, round(length / 3.5))
    dx, dy = (line.x2 - line.x1) / segments, (line.y2 - line.y1) / segments
    starts = [(line.x1 + dx * at, line.y1 + dy * at) for at in range(0, segments, 2)]
    return [(x, y, x + dx, y + dy) for x, y in starts]


def _ink(colour: str, opacity: float) -> tuple[int, int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue, round(255 * opacity)


@cache
def _font(size: float) -> FreeTypeFont:
    from PIL import ImageFont

    return ImageFont.load_default(size)  # type: ignore[return-value]  # with a size it is always a FreeTypeFont


NAMES = {"PIL": "Pillow", "reportlab": "ReportLab"}


def load(module: str) -> None:
    """Raise an error that says what to install, if a library is missing."""
    if find_spec(module) is None:
        raise NinefoldError(f"this picture needs {NAMES[module]}, which is not installed: pip install 'ninefold[draw]'")
