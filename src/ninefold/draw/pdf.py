"""PDF output of scenes, with ReportLab.

The font is Bitstream Vera, which comes with ReportLab and is embedded in the file, as printing services require. If it
is missing, Helvetica is used, which every PDF reader has.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from io import BytesIO
from typing import Any

from ninefold.draw.png import load
from ninefold.draw.scene import Box, Line, Scene, Shape


@cache
def fonts() -> tuple[str, str]:
    """The names of the plain and the bold font, after registering them."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    try:
        for name, file in (("Vera", "Vera.ttf"), ("Vera-Bold", "VeraBd.ttf")):
            registerFont(TTFont(name, file))
    except TTFError:
        return "Helvetica", "Helvetica-Bold"
    return "Vera", "Vera-Bold"


def missing_glyphs(texts: Iterable[str]) -> str:
    """The characters in some texts that the font lacks; the PDF shows an empty box for each."""
    load("reportlab")
    from reportlab.pdfbase.pdfmetrics import getFont

    known = getattr(getFont(fonts()[0]).face, "charToGlyph", None)
    signs = dict.fromkeys(sign for text in texts for sign in text)
    return "".join(s for s in signs if not (s.encode("cp1252", "ignore") if known is None else ord(s) in known))


def clipped(text: str, font: str, size: float, width: float) -> str:
    """A text cut to a width, with … at the end if anything was cut."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    if stringWidth(text, font, size) <= width:
        return text
    while text and stringWidth(f"{text}…", font, size) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def write_pdf(scene: Scene) -> bytes:
    """The scene on one page of the same size."""
    load("reportlab")
    from reportlab.pdfgen.canvas import Canvas

    out = BytesIO()
    canvas = Canvas(out, pagesize=(scene.width, scene.height), invariant=True, initialFontName=fonts()[False])
    describe(canvas, scene.title)
    put(canvas, scene, 0, 0, scene.width)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def describe(canvas: Any, title: str) -> None:
    """Set the title, author and subject that PDF readers show."""
    canvas.setTitle(title)
    canvas.setAuthor("Ninefold")
    canvas.setCreator("Ninefold")
    canvas.setSubject("Sudoku")


def put(canvas: Any, scene: Scene, left: float, bottom: float, width: float) -> None:
    """Draw a scene on a page, scaled to a width, with its lower left corner at (left, bottom). In PDF, y points up."""
    canvas.saveState()
    scale = width / scene.width
    canvas.translate(left, bottom + scene.height * scale)
    canvas.scale(scale, scale)
    for shape in scene.shapes:
        _draw(canvas, shape)
    canvas.restoreState()


def _draw(canvas: Any, shape: Shape) -> None:
    if isinstance(shape, Box):
        canvas.setFillColor(shape.fill, alpha=shape.opacity)
        canvas.rect(shape.x, -shape.y - shape.height, shape.width, shape.height, stroke=0, fill=1)
    elif isinstance(shape, Line):
        canvas.setStrokeColor(shape.colour)
        canvas.setLineWidth(shape.width)
        canvas.setLineCap(2)
        canvas.setDash([4, 3] if shape.dashed else [])
        canvas.line(shape.x1, -shape.y1, shape.x2, -shape.y2)
    else:
        canvas.setFillColor(shape.colour, alpha=shape.opacity)
        canvas.setFont(fonts()[shape.bold], shape.size)
        canvas.drawCentredString(shape.x, -shape.y, shape.text)
