"""The legend of a step's picture: every mark, tint and line that is in the picture, wrapped to its width."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ninefold.logic.arrows import step_arrows
from ninefold.logic.clusters import cluster_links
from ninefold.logic.step import Step

ROW, LETTER = 20, 6.1  # height of a row, and width of a letter
STRONG, WEAK, DOTS, SEES = "#17375e", "#a33b12", "#b884d6", "#666"
SEEN, BASE, COVER, DEAD = "#fdf3cd", "#e6f1fa", "url(#nf-stripes)", "url(#nf-dots)"
SEEN_FRAME = "#b98900"
DASHES = {"strong": "", "weak": ' stroke-dasharray="4 3"', "dots": ' stroke-dasharray="1.5 4" stroke-linecap="round"'}


class Item(NamedTuple):
    """An entry: its picture, drawn around the origin in a width, and its words."""

    picture: str
    width: float
    words: str


def legend(items: Iterable[Item], side: float) -> tuple[list[str], float]:
    """The legend below a picture of some width, and its height."""
    rows: list[str] = []
    x, y = 8.0, 10.0
    for item in items:
        width = item.width + 14 + LETTER * len(item.words)
        if rows and x + width > side:
            x, y = 8.0, y + ROW
        rows.append(
            f'<g transform="translate({x:g} {y:g})">{item.picture}<text x="{item.width - 1:g}" y="4" font-size="11"'
            f' text-anchor="start" fill="#333">{item.words}</text></g>'
        )
        x += width
    return rows, y + ROW - 4 if rows else 0


def line_items(step: Step, *, dots: str) -> list[Item]:
    """The kinds of lines between candidates, clues or cells; `dots` says what dotted ones are."""
    found = []
    if cluster_links(step) or any(link.strong for link in step.links):
        found.append(_line("strong", STRONG, "strong link"))
    if any(not link.strong for link in step.links):
        found.append(_line("weak", WEAK, "weak link"))
    if step.children:
        found.append(_line("strong", STRONG, "then"))
    if step_arrows(step):
        arrow = f'<path d="M-5 0h12" stroke="{SEES}" stroke-width="1.4" marker-end="url(#nf-arrow)"/>'
        found.append(Item(arrow, 16, "sees"))
    if dots:
        found.append(_line("dots", DOTS, dots))
    return found


def _line(kind: str, colour: str, words: str) -> Item:
    return Item(f'<path d="M-5 0h16" stroke="{colour}" stroke-width="1.7"{DASHES[kind]}/>', 16, words)


def tint_items(step: Step, tints: Iterable[str]) -> list[Item]:
    """The tints of cells."""
    used = set(tints)
    base = "set behind a link" if step.technique.family == "chains" else "base unit" if COVER in used else "unit"
    words: tuple[tuple[str, str], ...] = (
        (BASE, base),
        (COVER, "cover unit"),
        (SEEN, "digit that is seen"),
        (DEAD, "contradiction"),
    )
    if step.technique.slug in ("exocet", "double-exocet"):
        words = ((COVER, "cross line"),)
    box = '<rect x="-6" y="-6" width="12" height="12" stroke="{}" fill="{}"/>'
    frames = {SEEN: f'{SEEN_FRAME}" stroke-dasharray="3 2'}
    return [Item(box.format(frames.get(tint, "#aaa"), tint), 11, name) for tint, name in words if tint in used]
