"""Sentences for deadly patterns: unique and avoidable rectangles, unique loops and bivalue universal graves.

The pattern alone would allow two solutions, because its two digits could be exchanged. So one of its guardians, the
candidates that do not belong to it, is true. Each type is a consequence of that.
"""

from __future__ import annotations

from ninefold.logic.step import Part, Step, Truth, join_words
from ninefold.logic.turns import loop_order
from ninefold.logic.words import phrases as p


def deadly(step: Step) -> str:
    """Rectangles and loops of every type."""
    return f"{_pattern(step)} {_consequence(step)} This assumes that the puzzle has one solution."


def bug(step: Step) -> str:
    """Bivalue universal graves."""
    guardians = step.roles("guardian")
    names = _guardians(step, guardians)
    return (
        f"Without {names}, every empty cell would have two candidates, and every digit two places in each unit that"
        " lacks it."
        " Then a solution would turn into another one if every cell took its other candidate."
        f" {_consequence(step)} This assumes that the puzzle has one solution."
    )


def _shape(step: Step, cells: list[int]) -> str:
    """Why two digits could be exchanged: the cells alternate between them, and each unit has both or neither."""
    names = step.layout.name
    if len(cells) == 4:
        return f"{p.cells(step.layout, cells)} form a rectangle: each unit has two of them or none"
    around, count = loop_order(step), len(cells)
    listed = join_words(map(names, around)) if around else p.cells(step.layout, cells)
    inside = [len(set(unit.cells).intersection(cells)) for unit in step.layout.units]
    if not around or max(inside) > 2:
        return (
            f"{listed} form a loop along which two digits alternate: each unit has as many places for one as the other"
        )
    return f"The {p.number(count)} cells {listed} form a loop in this order: each unit has two neighbours or none"


def _pattern(step: Step) -> str:
    classes = step.roles("rectangle")
    cells = sorted({cell for part in classes for cell in part.cells})
    digits = sorted({digit for part in classes for digit in part.digits})
    names = p.cells(step.layout, cells)
    if step.technique.slug.startswith("avoidable"):
        return (
            f"None of {names} is a clue, and each unit has two of them or none. If they held only {p.digits(digits)},"
            " the two digits could be exchanged there, and the clues would have two solutions."
        )
    return (
        f"{_shape(step, cells)}. If they held only {p.digits(digits)}, the two digits could be exchanged there,"
        " and there would be two solutions."
    )


def _guardians(step: Step, guardians: tuple[Part, ...]) -> str:
    """The candidates outside the pattern: `5 in r1c1, and 6 or 7 in r1c4`."""
    words = [f"{p.digits(part.digits, 'or')} in {p.cells(step.layout, part.cells, 'or')}" for part in guardians]
    return join_words(words, "or")


def _consequence(step: Step) -> str:
    """What follows from one of the guardians being true."""
    guardians = step.roles("guardian")
    cells = sorted({cell for part in guardians for cell in part.cells})
    digits = sorted({digit for part in guardians for digit in part.digits})
    subset = step.roles("subset")
    links = [truth for truth in step.truths if truth.kind == "unit"]
    if subset:
        return _with_subset(step, cells, digits, subset[0])
    if links:
        return _with_links(step, links)
    if len(cells) == 1:
        name = step.layout.name(cells[0])
        return f"So {name} must be {p.digits(digits, 'or')}: {p.conclusion(step)}."
    if len(digits) == 1:
        gone = sorted({cell for cell, _ in step.removes})
        verb = "sees" if len(gone) == 1 else "see"
        return (
            f"So {p.one_of(step.layout, cells, digits[0])}. {p.cells(step.layout, gone)} {verb}"
            f" {p.together(len(cells))} of them: {p.conclusion(step)}."
        )
    return f"So one of these is true: {_guardians(step, guardians)}. Either way {p.conclusion(step)}."


def _with_subset(step: Step, cells: list[int], digits: list[int], subset: Part) -> str:
    names, others = p.cells(step.layout, cells), p.cells(step.layout, [c for c in subset.cells if c not in cells])
    return (
        f"So one of {names} is {p.digits(digits, 'or')}. In {p.where(step, subset, 'their unit')}, that cell and"
        f" {others} have only {p.digits(subset.digits)} between them and use these digits up: {p.conclusion(step)}."
    )


def _with_links(step: Step, units: list[Truth]) -> str:
    """Units that have a digit in the cells of the pattern only, and what that forces if a removed candidate holds."""
    lines = [
        f"In {_named(step, [truth.what for truth in units if truth.digit == digit])},"
        f" the digit {digit} has no place outside these cells."
        for digit in dict.fromkeys(truth.digit for truth in units)
    ]
    forced = [(cell, digit, _forced(step, units, cell, digit)) for cell, digit in step.removes]
    cases = [
        f"If {step.layout.name(cell)} were {digit}, {join_words(others)}." for cell, digit, others in forced if others
    ]
    gone = p.removes(step.layout, step.removes) if step.removes else p.places(step.layout, step.places)
    pattern = sorted({digit for part in step.roles("rectangle") for digit in part.digits})
    left = f"only {p.digits(pattern)} would be left in these cells" if pattern else "no extra candidate would be left"
    either = "In either case" if len(cases) > 1 else "Then"
    return f"{' '.join(dict.fromkeys([*lines, *cases]))} {either} {left}. So {gone}."


def _named(step: Step, units: list[int]) -> str:
    return p.units(step.layout, [step.layout.units[unit] for unit in sorted(set(units))])


def _forced(step: Step, units: list[Truth], cell: int, digit: int) -> list[str]:
    """Where the digits of some units must go, one after another, if a candidate is true."""
    true, said = {cell: digit}, []
    for truth in units * len(units):
        name, digits = p.in_unit(step, truth), {cell: digit for cell, digit in true.items() if digit == truth.digit}
        unit = step.layout.units[truth.what]
        free = [
            one
            for part in step.parts
            for one in part.cells
            if one in unit.cells and one not in true and not set(step.layout.peers[one]).intersection(digits)
        ]
        if len(set(free)) == 1 and not set(digits).intersection(unit.cells):
            true[free[0]] = truth.digit
            said.append(f"{step.layout.name(free[0])} would have to be {truth.digit} ({name})")
    return said
