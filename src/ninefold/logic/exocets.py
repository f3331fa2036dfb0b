"""Exocets read from their evidence: the cross lines, and where they have room for the digits of the base."""

from __future__ import annotations

from ninefold.core.layout import Unit
from ninefold.logic.step import Step


def cross_lines(step: Step) -> list[Unit]:
    """The three lines across the band: through the third cell beside the base, and through the targets."""
    base, targets = step.roles("stem"), step.roles("pincer")
    if step.technique.slug not in ("exocet", "double-exocet") or len(base) < 2:
        return []
    n, (one, other) = step.layout.size, (part.cells[0] for part in base[:2])
    in_row = one // n == other // n
    beside = [cell for cell in _beside(step, one) if (cell // n == one // n if in_row else cell % n == one % n)]
    third = next(cell for cell in beside if cell not in (one, other))
    kind = "column" if in_row else "row"
    lines = {(cell % n if in_row else cell // n) for cell in (third, *(part.cells[0] for part in targets[:2]))}
    return [unit for unit in step.layout.units if unit.kind == kind and unit.number - 1 in lines]


def _beside(step: Step, cell: int) -> tuple[int, ...]:
    return step.layout.boxes[step.layout.box_of[cell]].cells


def band_of(step: Step) -> list[Unit]:
    """The lines of the band that the base is in."""
    one, other = (part.cells[0] for part in step.roles("stem")[:2])
    kind = "row" if one // step.layout.size == other // step.layout.size else "column"
    box = set(_beside(step, one))
    return [unit for unit in step.layout.units if unit.kind == kind and box.intersection(unit.cells)]


def room_for(step: Step, digit: int) -> list[int]:
    """The cells of the cross lines outside the band that hold a digit or may hold it."""
    if step.position is None:
        return []
    band = {cell for unit in band_of(step) for cell in unit.cells}
    return [
        cell
        for unit in cross_lines(step)
        for cell in unit.cells
        if cell not in band and (step.position.digits[cell] == digit or step.position.candidates[cell] >> digit - 1 & 1)
    ]
