"""A picture of a matrix: a dot for every entry that is not 0, in the colour of its family of rows."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ninefold.models.rows import Rows

# Lengths in points: the picture without its legend, a line of the legend, and the least side of a dot.
WIDTH, LINE, LEAST_DOT = 480.0, 16.0, 0.8
# Okabe and Ito's colours, which readers with any colour vision can distinguish.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555", "#8a7a00")


def sparsity_svg(rows: Rows) -> str:
    """The entries of the rows by family; a family is the first part of a row's name, such as cell, row or cut."""
    families = [_family(name) for name in rows.names]
    order = list(dict.fromkeys(families))
    scale = WIDTH / max(1, rows.width)
    height, dot = max(scale * len(rows), 1.0), max(LEAST_DOT, scale)
    row_of = np.repeat(np.arange(len(rows)), np.diff(rows.indptr))
    paths, legend = [], []
    for number, family in enumerate(order):
        colour = COLOURS[number % len(COLOURS)]
        chosen = np.array([one == family for one in families])[row_of]
        places = zip((rows.indices[chosen] * scale).tolist(), (row_of[chosen] * scale).tolist(), strict=True)
        path = "".join(f"M{x:.1f} {y + dot / 2:.1f}h{dot:.1f}" for x, y in places)
        paths.append(f'<path d="{path}" stroke="{colour}" stroke-width="{dot:.1f}"/>')
        count = families.count(family)
        y = height + LINE * (number + 1)
        legend.append(f'<rect x="0" y="{y - 9:.1f}" width="10" height="10" fill="{colour}"/>')
        legend.append(
            f'<text x="16" y="{y:.1f}" font-family="sans-serif" font-size="12">{escape(family)}: {count}</text>'
        )
    total = height + LINE * (len(order) + 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:.0f} {total:.1f}" width="{WIDTH:.0f}"'
        f' height="{total:.1f}" role="img"><title>{escape(repr(rows).strip("<>"))}</title>'
        f'<rect width="{WIDTH:.0f}" height="{height:.1f}" fill="#ffffff" stroke="#999999"/>'
        f"{''.join(paths + legend)}</svg>"
    )


def _family(name: str) -> str:
    return re.split(r"[_\d]", name, maxsplit=1)[0] or "row"
