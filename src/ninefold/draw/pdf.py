"""Scenes on pages of PDF, by ReportLab."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from ninefold.draw.libraries import load
from ninefold.draw.scene import Box, Line, Scene, Shape


def write_pdf(scene: Scene) -> bytes:
    """The scene alone on a page of its size."""
    load("reportlab")
    from reportlab.pdfgen.canvas import Canvas

    out = BytesIO()
    canvas = Canvas(out, pagesize=(scene.width, scene.height), invariant=True)
    canvas.setTitle(scene.title)
    put(canvas, scene, 0, 0, scene.width)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def put(canvas: Any, scene: Scene, left: float, bottom: float, width: float) -> None:
    """Draw a scene on a page, so wide, with its lower left corner there. PDF counts y upwards."""
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
        canvas.setFont("Helvetica-Bold" if shape.bold else "Helvetica", shape.size)
        canvas.drawCentredString(shape.x, -shape.y, shape.text)
