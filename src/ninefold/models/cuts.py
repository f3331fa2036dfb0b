"""Cuts: extra rows of a binary model, written with the names of its variables as in an LP file.

    x_r1c1_5 + x_r2c2_5 <= 1; 2 x_r1c1_3 - x_r1c2_3 >= 0

1. Semicolons or line ends separate rows. The left side has terms, the right side a number, and the sign is <=, >= or
   =. A term is the name of a variable, optionally with a factor before it.
2. A variable that the clues decide is not in the model: its value moves to the right side.
3. Cuts are not checked for validity. A wrong one may exclude solutions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ninefold.core.errors import Fault, GridError
from ninefold.core.layout import Layout
from ninefold.core.values import short_repr
from ninefold.models.binary import BinaryModel
from ninefold.models.rows import EQUAL, LESS, MORE, Rows, stacked

NUMBER = r"\d{1,9}(?:\.\d{1,9})?"
_TERM = re.compile(rf"([+-]?)\s*({NUMBER})?\s*\*?\s*x_r(\d{{1,4}})c(\d{{1,4}})_(\d{{1,4}})\s*")
_ROW = re.compile(rf"(.+?)({LESS}|{MORE}|{EQUAL})\s*([+-]?\s*{NUMBER})")
EXPECTED = "terms, a sign and a number, such as x_r1c1_5 + x_r2c2_5 <= 1"


@dataclass(frozen=True)
class Cut:
    """One row: for each term its row, column, digit and factor; the sign; the right side."""

    terms: tuple[tuple[int, int, int, float], ...]
    sense: str
    right: float

    def __str__(self) -> str:
        """As it is written."""
        words = []
        for number, (row, column, digit, factor) in enumerate(self.terms):
            sign = "- " if factor < 0 else "+ " if number else ""
            words.append(f"{sign}{'' if abs(factor) == 1 else f'{abs(factor):g} '}x_r{row}c{column}_{digit}")
        return f"{' '.join(words)} {self.sense} {self.right:g}"


def read_cuts(text: str) -> tuple[Cut, ...]:
    """The cuts of a text; the error lists every invalid one.

    >>> [str(cut) for cut in read_cuts("x_r1c1_5+x_r2c2_5<=1; 2 x_r1c1_3 - x_r1c2_3 >= 0")]
    ['x_r1c1_5 + x_r2c2_5 <= 1', '2 x_r1c1_3 - x_r1c2_3 >= 0']
    """
    lines = [" ".join(line.split()) for line in re.split(r"[;\n]", text) if line.strip()]
    cuts = [_read(line) for line in lines]
    faults = [
        Fault(f"cut {number}", short_repr(line), EXPECTED)
        for number, (line, cut) in enumerate(zip(lines, cuts, strict=True), 1)
        if cut is None
    ]
    if faults:
        raise GridError("invalid cut", faults)
    return tuple(cut for cut in cuts if cut is not None)


def _read(line: str) -> Cut | None:
    found = _ROW.fullmatch(line)
    if found is None:
        return None
    left, terms, at = found[1].strip(), [], 0
    while at < len(left):
        term = _TERM.match(left, at)
        if term is None or (at > 0 and not term[1]):
            return None
        factor = float(term[2] or 1) * (-1 if term[1] == "-" else 1)
        terms.append((int(term[3]), int(term[4]), int(term[5]), factor))
        at = term.end()
    return Cut(tuple(terms), found[2], float(found[3].replace(" ", "")))


def rows_with(model: BinaryModel, cuts: Sequence[Cut]) -> Rows:
    """The rows of a model, followed by the cuts."""
    _check(model.layout, cuts)
    return stacked([model.rows, *(_row(model, cut, f"cut_{number}") for number, cut in enumerate(cuts, 1))])


def _row(model: BinaryModel, cut: Cut, name: str) -> Rows:
    """Rule 2."""
    size, right = model.layout.size, cut.right
    factors: dict[int, float] = {}
    for row, column, digit, factor in cut.terms:
        cell = (row - 1) * size + column - 1
        variable = int(model.index[cell, digit - 1])
        if variable < 0:
            right -= factor * float(model.fixed[cell, digit - 1])
        else:
            factors[variable] = factors.get(variable, 0.0) + factor
    order = sorted(factors)
    return Rows(
        model.rows.width,
        np.array([0, len(order)], np.int32),
        np.array(order, np.int32),
        np.array([factors[variable] for variable in order], np.float64),
        np.array([right]),
        np.array([cut.sense], "<U2"),
        lambda: [name],
    )


def _check(layout: Layout, cuts: Iterable[Cut]) -> None:
    faults = [
        Fault(f"cut {number}", f"x_r{row}c{column}_{digit}", f"rows, columns and digits from 1 to {layout.size}")
        for number, cut in enumerate(cuts, 1)
        for row, column, digit, _ in cut.terms
        if not all(1 <= one <= layout.size for one in (row, column, digit))
    ]
    if faults:
        raise GridError("a cut does not fit the board", faults)
