"""Phrases that sentences are made of: cells, units, candidates that are true or false, and conclusions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from ninefold.core.layout import Layout, Unit
from ninefold.logic.step import Candidates, Part, Step, Truth, join_words

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(count: int) -> str:
    """A small number in words."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def cells(layout: Layout, items: Iterable[int], last: str = "and") -> str:
    """Cells as a list: `r1c1, r1c2 and r2c3`."""
    return join_words(map(layout.name, sorted(items)), last)


def digits(items: Iterable[int], last: str = "and") -> str:
    """Digits as a list: `2, 5 and 8`."""
    return join_words(sorted(items), last)


def units(layout: Layout, items: Sequence[Unit], last: str = "and") -> str:
    """Units as a list, those of a kind together: `rows 2 and 8 and box 4`."""
    words: list[str] = []
    for kind, group in groupby(items, key=lambda unit: unit.kind):
        found = list(group)
        if kind == "diagonal" and len(found) == 2:
            words.append("either diagonal" if last == "or" else "both diagonals")
        elif len(found) == 1 or layout.unit_name(found[0]) != found[0].name:
            words += map(layout.unit_name, found)
        else:
            words.append(f"{plural(kind)} {join_words((unit.number for unit in found), last)}")
    return join_words(words, last)


def plural(kind: str) -> str:
    """The plural of a kind of unit."""
    return f"{kind}es" if kind == "box" else f"{kind}s"


def together(count: int) -> str:
    """`both` or `all` of some things."""
    return "both" if count == 2 else "all"


# --- candidates -----------------------------------------------------------------------------------


def holds(layout: Layout, part: Part) -> str:
    """That a digit is in a cell, or in one of the cells of a group: `r4c7 is 5`, `5 is in r4c7 or r4c8`."""
    digit = part.digits[0]
    if len(part.cells) == 1:
        return f"{layout.name(part.cells[0])} is {digit}"
    return f"{digit} is in {cells(layout, part.cells, 'or')}"


def fails(layout: Layout, part: Part) -> str:
    """That a digit is not in a cell, or in none of the cells of a group."""
    digit = part.digits[0]
    if len(part.cells) == 1:
        return f"{layout.name(part.cells[0])} is not {digit}"
    return f"{digit} is not in {cells(layout, part.cells, 'or')}"


def one_of(layout: Layout, items: Iterable[int], digit: int) -> str:
    """That one of some cells is a digit: `r1c1 or r1c4 is 5`, `one of r1c1, r1c4 and r2c2 is 5`."""
    found = sorted(items)
    if len(found) == 1:
        return f"{layout.name(found[0])} is {digit}"
    if len(found) == 2:
        return f"{cells(layout, found, 'or')} is {digit}"
    return f"one of {cells(layout, found)} is {digit}"


def places(layout: Layout, pairs: Candidates) -> str:
    """Digits to place: `r1c6 is 8`."""
    return join_words(f"{layout.name(cell)} is {digit}" for cell, digit in pairs)


def removes(layout: Layout, pairs: Candidates) -> str:
    """Candidates to remove, by digit: `r3c1 is not 5, and r3c2 and r3c7 are not 2`."""
    by_digit: dict[int, list[int]] = {}
    for cell, digit in pairs:
        by_digit.setdefault(digit, []).append(cell)
    by_cells: dict[tuple[int, ...], list[int]] = {}
    for digit, found in by_digit.items():
        by_cells.setdefault(tuple(found), []).append(digit)
    words = [
        f"{cells(layout, found)} {'is' if len(found) == 1 else 'are'} {'not' if len(values) == 1 else 'neither'}"
        f" {join_words(sorted(values), 'nor')}"
        if len(values) < 3
        else f"{cells(layout, found)} {'is' if len(found) == 1 else 'are'} none of {digits(values)}"
        for found, values in by_cells.items()
    ]
    return f"{', '.join(words[:-1])}, and {words[-1]}" if len(words) > 1 else words[0]


def conclusion(step: Step) -> str:
    """What follows: the digits to place and the candidates to remove."""
    parts = [places(step.layout, step.places)] if step.places else []
    parts += [removes(step.layout, step.removes)] if step.removes else []
    return ", and ".join(parts) if parts else "nothing changes"


def sentence(text: str) -> str:
    """The text with a capital and a full stop. Names of cells such as r1c1 stay as they are."""
    starts_with_cell = len(text) > 1 and text[0] == "r" and text[1].isdigit()
    return f"{text if starts_with_cell else text[0].upper() + text[1:]}."


# --- units and truths -----------------------------------------------------------------------------


def unit_of(step: Step, part: Part) -> Unit | None:
    """The unit of a part."""
    return None if part.unit is None else step.layout.units[part.unit]


def where(step: Step, part: Part, unknown: str = "the unit") -> str:
    """The name of the unit of a part."""
    unit = unit_of(step, part)
    return unknown if unit is None else step.layout.unit_name(unit)


def in_unit(step: Step, truth: Truth) -> str:
    """The unit of a truth: `row 4`."""
    return step.layout.unit_name(step.layout.units[truth.what])


def sees(layout: Layout, cell: int, others: Iterable[int]) -> bool:
    """Whether a cell sees all others; no cell sees itself."""
    peers = layout.peers[cell]
    return all(other in peers for other in others)
