"""Bar charts of a study as SVG: one group of bars per set of puzzles, one bar per method."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ninefold.papers.study import StudyRow

HEIGHT, BAR, GAP, LEFT, FOOT = 220, 26, 30, 44, 60
# The palette of Okabe and Ito, which colour-blind people can distinguish.
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00")


def bars(rows: Sequence[StudyRow]) -> str:
    """The chart: the dark part of a bar is proved unique, the light part found without a proof."""
    sets, methods = list(dict.fromkeys(r.puzzles for r in rows)), list(dict.fromkeys(r.method for r in rows))
    group = BAR * len(methods) + GAP
    width, height = LEFT + group * len(sets) + GAP, HEIGHT + FOOT + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif"',
        'font-size="11">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        *_scale(width),
    ]
    for row in rows:
        x = LEFT + GAP / 2 + group * sets.index(row.puzzles) + BAR * methods.index(row.method)
        parts += _bar(row, x, COLOURS[methods.index(row.method) % len(COLOURS)])
    middle = LEFT + GAP / 2 + BAR * len(methods) / 2
    parts += [_text(middle + group * at, HEIGHT + 36, name, "middle") for at, name in enumerate(sets)]
    parts += _legend(methods)
    return "\n".join([*parts, "</svg>\n"])


def _scale(width: float) -> list[str]:
    """A line and a label at every quarter."""
    lines = []
    for percent in (0, 25, 50, 75, 100):
        y = _height(percent / 100)
        lines += [
            f'<path d="M{LEFT} {y:g}H{width - GAP:g}" stroke="#ccc"/>',
            _text(LEFT - 6, y + 4, f"{percent} %", "end"),
        ]
    return lines


def _bar(row: StudyRow, x: float, colour: str) -> list[str]:
    proved = row.proved / row.runs if row.runs else 0.0
    title = f"{row.method} on {row.puzzles}: {row.proved} proved unique, {row.found} only found, of {row.runs}"
    return [
        f"<g><title>{escape(title)}</title>",
        _box(x, proved, row.share, colour, 0.4),
        _box(x, 0.0, proved, colour, 1.0),
        _text(x + BAR / 2 - 1, _height(row.share) - 4, f"{100 * row.share:.0f}", "middle"),
        "</g>",
    ]


def _box(x: float, low: float, high: float, colour: str, opacity: float) -> str:
    top, size = _height(high), _height(low) - _height(high)
    return (
        f'<rect x="{x:g}" y="{top:g}" width="{BAR - 3}" height="{size:g}" fill="{colour}" fill-opacity="{opacity:g}"/>'
    )


def _height(share: float) -> float:
    return round(20 + HEIGHT * (1 - share), 1)


def _legend(methods: Sequence[str]) -> list[str]:
    parts = []
    for at, method in enumerate(methods):
        x = LEFT + 110 * at
        parts += [
            _box(x, 0, 0.05, COLOURS[at % len(COLOURS)], 1.0).replace(f'y="{_height(0.05):g}"', f'y="{HEIGHT + 52}"')
        ]
        parts += [_text(x + BAR, HEIGHT + 62, method, "start")]
    return parts


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(text)}</text>'
