"""Cuts and objectives of a binary model, written with the names of its variables as in an LP file.

    x_r1c1_5 + x_r2c2_5 <= 1; 2 x_r1c1_3 - x_r1c2_3 >= 0

1. Semicolons or line ends separate rows. The left side has terms, the right side a number, and the sign is <=, >= or
   =. A term is the name of a variable, optionally with a factor before it.
2. A variable that the clues decide is not in the model: its value moves to the right side.
3. Cuts are not checked for validity. A wrong one may exclude solutions.
4. An objective is to be minimised: `zero`; `ones`, the 1-norm of the papers; `random`, or `random:7` with a seed; terms
   such as `x_r1c1_5 - 2 x_r2c2_5`; a full grid, for the number of its digits; or a number for every candidate.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ninefold.core.errors import Fault, GridError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.values import is_iterable, short_repr
from ninefold.models.rows import EQUAL, LESS, MORE, Floats, Rows, stacked

if TYPE_CHECKING:
    from ninefold.models.binary import BinaryModel

NUMBER = r"\d{1,9}(?:\.\d{1,9})?"
_TERM = re.compile(rf"([+-]?)\s*({NUMBER})?\s*\*?\s*x_r(\d{{1,4}})c(\d{{1,4}})_(\d{{1,4}})\s*")
_ROW = re.compile(rf"(.+?)({LESS}|{MORE}|{EQUAL})\s*([+-]?\s*{NUMBER})")
EXPECTED = "terms, a sign and a number, such as x_r1c1_5 + x_r2c2_5 <= 1"
EXPECTED_OBJECTIVE = "zero, ones, random, random:SEED, or terms such as x_r1c1_5 - 2 x_r2c2_5"
MAX_WEIGHT = 1e9

Terms = tuple[tuple[int, int, int, float], ...]
CutsLike = str | Iterable["str | Cut"]
ObjectiveLike = str | Grid | Sequence[float] | Sequence[Sequence[float]] | Floats


@dataclass(frozen=True)
class Cut:
    """One row: for each term its row, column, digit and factor; the sign; the right side."""

    terms: Terms
    sense: str
    right: float

    def __str__(self) -> str:
        """As it is written."""
        words = []
        for number, (row, column, digit, factor) in enumerate(self.terms):
            sign = "- " if factor < 0 else "+ " if number else ""
            words.append(f"{sign}{'' if abs(factor) == 1 else f'{abs(factor):.9g} '}x_r{row}c{column}_{digit}")
        return f"{' '.join(words)} {self.sense} {self.right:.9g}"

    def left(self, beliefs: Floats) -> float:
        """The left side at a point [cell, digit − 1]."""
        size = beliefs.shape[1]
        return float(sum(f * beliefs[(row - 1) * size + column - 1, digit - 1] for row, column, digit, f in self.terms))


def as_cuts(cuts: CutsLike) -> tuple[Cut, ...]:
    """Cuts given as text, or as a list of texts and cuts."""
    if isinstance(cuts, str):
        return read_cuts(cuts)
    if not is_iterable(cuts):
        raise GridError("invalid cuts", [Fault("cuts", short_repr(cuts), f"a list of cuts, or text: {EXPECTED}")])
    listed: list[str | Cut] = []
    for cut in cuts:
        if not isinstance(cut, str | Cut):
            raise GridError("invalid cut", [Fault("cuts", short_repr(cut), f"text, {EXPECTED}, or a Cut")])
        listed.append(cut)
    if not listed:
        return ()
    return read_cuts("; ".join(map(str, listed)))


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
    terms = found and _terms(found[1].strip())
    return Cut(terms, found[2], float(found[3].replace(" ", ""))) if found and terms else None


def _terms(text: str) -> Terms | None:
    """The terms of a sum; None if it is not one."""
    terms, at = [], 0
    while at < len(text):
        term = _TERM.match(text, at)
        if term is None or (at > 0 and not term[1]):
            return None
        factor = float(term[2] or 1) * (-1 if term[1] == "-" else 1)
        terms.append((int(term[3]), int(term[4]), int(term[5]), factor))
        at = term.end()
    return tuple(terms)


def rows_with(model: BinaryModel, cuts: Sequence[Cut]) -> Rows:
    """The rows of a model, followed by the cuts."""
    for number, cut in enumerate(cuts, 1):
        check_terms(model.layout, cut.terms, f"cut {number}")
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


def check_terms(layout: Layout, terms: Terms, where: str) -> None:
    """Refuse variables that the board does not have."""
    faults = [
        Fault(where, f"x_r{row}c{column}_{digit}", f"rows, columns and digits from 1 to {layout.size}")
        for row, column, digit, _ in terms
        if not all(1 <= one <= layout.size for one in (row, column, digit))
    ]
    if faults:
        raise GridError(f"{where} does not fit the board", faults)


def read_objective(objective: ObjectiveLike, layout: Layout) -> Floats:
    """Rule 4: the weight of every candidate [cell, digit − 1].

    >>> read_objective("x_r1c1_2 - 3 x_r1c2_1", Layout.of_size(4))[:2].tolist()
    [[0.0, 1.0, 0.0, 0.0], [-3.0, 0.0, 0.0, 0.0]]
    """
    size = layout.size
    if isinstance(objective, Grid):
        if objective.layout.size != size:
            read, expected = f"a grid of size {objective.layout.size}", f"a grid of size {size}"
            raise GridError("invalid objective", [Fault("objective", read, expected)])
        weights = np.zeros((size**2, size))
        cells = [cell for cell, digit in enumerate(objective.digits) if digit]
        weights[cells, [objective.digits[cell] - 1 for cell in cells]] = 1
        return weights
    if isinstance(objective, str):
        return _written(" ".join(objective.split()), layout)
    try:
        given = np.asarray(objective, np.float64)
    except (TypeError, ValueError):
        given = np.zeros(0)
    if given.size != size**3 or not (np.abs(given) <= MAX_WEIGHT).all():
        read = f"an array of shape {given.shape}" if given.size else short_repr(objective)
        expected = f"{size**3} numbers up to {MAX_WEIGHT:g}, one per cell and digit; or {EXPECTED_OBJECTIVE}"
        raise GridError("invalid objective", [Fault("objective", read, expected)])
    return given.reshape(size**2, size)


def _written(text: str, layout: Layout) -> Floats:
    size = layout.size
    if text in ("zero", "ones"):
        return np.full((size**2, size), float(text == "ones"))
    if found := re.fullmatch(r"random(?::(\d{1,18}))?", text, re.ASCII):
        return np.random.default_rng(int(found[1] or 0)).random((size**2, size))
    terms = _terms(text)
    if not terms:
        raise GridError("invalid objective", [Fault("objective", short_repr(text), EXPECTED_OBJECTIVE)])
    check_terms(layout, terms, "the objective")
    weights = np.zeros((size**2, size))
    for row, column, digit, factor in terms:
        weights[(row - 1) * size + column - 1, digit - 1] += factor
    return weights
