"""Pieces of a notation: cells, digits and units written together, and what follows from a step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ninefold.core.layout import Layout, Unit
from ninefold.core.position import digits_of
from ninefold.logic.step import Candidates, Part, Step

# Techniques whose removed candidates HoDoKu sorts by digit, then by cell; all others by cell, then by digit.
BY_DIGIT = ("remote-pair", "aic", "grouped-aic", "continuous-nice-loop", "grouped-continuous-nice-loop")
LETTERS = {"row": "r", "column": "c", "box": "b", "diagonal": "d", "window": "w", "extra": "x"}


def compact(layout: Layout, cells: Iterable[int]) -> str:
    """Rules 1 and 3: cells written together.

    >>> compact(Layout(9), [0, 3, 10, 28])
    'r1c14,r24c2'
    """
    n, left, found = layout.size, list(cells), []
    if n > 9:
        return ",".join(map(layout.name, left))
    while left:
        row, column = divmod(left[0], n)
        beside = [cell for cell in left if cell // n == row]
        group = beside if len(beside) > 1 else [cell for cell in left if cell % n == column]
        if len(beside) > 1:
            found.append(f"r{row + 1}c{''.join(str(cell % n + 1) for cell in group)}")
        else:
            found.append(f"r{''.join(str(cell // n + 1) for cell in group)}c{column + 1}")
        left = [cell for cell in left if cell not in group]
    return ",".join(found)


def result(step: Step) -> str:
    """What follows: `r1c6=8`, or the removed candidates (rule 2)."""
    words = [f"{step.layout.name(cell)}={digit}" for cell, digit in step.places]
    if step.technique.slug == "bug-1" and step.places and step.position is not None:  # HoDoKu removes the others
        (cell, digit), *_ = step.places
        others = [(cell, other) for other in digits_of(step.position.candidates[cell]) if other != digit]
        return removed(step.layout, others)
    if step.removes:
        words.append(removed(step.layout, _in_order(step)))
    return ", ".join(words)


def removed(layout: Layout, pairs: Iterable[tuple[int, int]]) -> str:
    """Removed candidates: `r4c12<>9, r5c1<>3`."""
    by_digit: dict[int, list[int]] = {}
    for cell, digit in pairs:
        by_digit.setdefault(digit, []).append(cell)
    return ", ".join(f"{compact(layout, sorted(cells))}<>{digit}" for digit, cells in by_digit.items())


def _in_order(step: Step) -> Candidates:
    if step.technique.slug in BY_DIGIT:
        return tuple(sorted(step.removes, key=lambda pair: (pair[1], pair[0])))
    if step.technique.slug in ("locked-pair", "locked-triple", "sue-de-coq"):
        first = _first_losing(step)
        return tuple(sorted(step.removes, key=lambda pair: (pair[0] not in first.cells, pair)))
    return tuple(sorted(step.removes))


def _first_losing(step: Step) -> Unit:
    """The unit whose candidates HoDoKu removes first: the line of a locked subset, the box of a Sue de Coq."""
    if step.technique.slug == "sue-de-coq":
        return step.layout.units[step.parts[-1].unit or 0]
    cells = set(step.parts[0].cells)
    return next(unit for unit in step.layout.units if cells <= set(unit.cells))


def units(step: Step, parts: Sequence[Part]) -> str:
    """Units written together: `r28`, `c36b4`."""
    words: dict[str, list[str]] = {}
    for part in parts:
        if part.unit is not None:
            unit = step.layout.units[part.unit]
            words.setdefault(LETTERS[unit.kind], []).append(str(unit.number))
    order = {letter: index for index, letter in enumerate(LETTERS.values())}
    between = "" if step.layout.size < 10 else "/"
    return "".join(f"{letter}{between.join(words[letter])}" for letter in sorted(words, key=lambda one: order[one]))


def cell_text(step: Step, *parts: Part) -> str:
    """The cells of some parts, written together."""
    return compact(step.layout, sorted({cell for part in parts for cell in part.cells}))


def digit_text(digits: Iterable[int], between: str = "") -> str:
    """Digits in order, each once."""
    return between.join(map(str, sorted(set(digits))))


def set_text(step: Step, part: Part) -> str:
    """The cells of a part with its digits: `r1c23 {258}`."""
    return f"{cell_text(step, part)} {{{digit_text(part.digits, '' if step.layout.size < 10 else ',')}}}"


def unit_text(step: Step, index: int | None) -> str:
    """A unit: `r4`, `b7`."""
    unit = step.layout.units[index or 0]
    return f"{LETTERS[unit.kind]}{unit.number}"
