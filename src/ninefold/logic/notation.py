"""Notations: HoDoKu's one-line form of a step, and Eureka for chains.

They are made in native/logic/notation.hpp, except Eureka for almost locked sets and for steps of several chains.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from ninefold.logic.engine import reasoner
from ninefold.logic.restricted import link_digits
from ninefold.logic.step import Part, Step, chain_starts
from ninefold.logic.symbols import written
from ninefold.logic.wire import encode


def hodoku_line(step: Step) -> str:
    """The step in one line, such as `Naked Pair: 2,5 in r3c34 => r3c1<>5`."""
    return reasoner(step.layout).notation(encode(step), "line")


def result(step: Step) -> str:
    """What follows: `r1c6=8`, or the removed candidates."""
    return reasoner(step.layout).notation(encode(step), "result")


def eureka(step: Step) -> str:
    """A chain in Eureka notation: `(5)r4c8 = (5)r4c1 - (5-3)r3c1 = …`; empty if the step is no chain."""
    if step.technique.slug == "death-blossom":
        return ""
    if step.roles("als") and step.links:
        return f"{_sets(step)} => {result(step)}"
    lines = [reasoner(step.layout).notation(encode(one), "eureka") for one in _chains(step)]
    return " / ".join([*(line.split(" => ")[0] for line in lines[:-1]), lines[-1]])


def _chains(step: Step) -> list[Step]:
    """The step once for each of its chains: a dual one has two."""
    starts = chain_starts(step)
    if len(starts) < 2:
        return [step]
    return [replace(step, links=step.links[one:stop]) for one, stop in pairwise((*starts, len(step.links)))]


def _sets(step: Step) -> str:
    """A chain of almost locked sets: `(6=9)r4c1569 - (9=6)r2c6,r3c45`. Two links between two sets make a ring."""
    sets = step.roles("als")
    if len(sets) == 2 and len(step.restricted[0]) == 2:
        x, y = step.restricted[0]
        digits, end = [(x, y), (y, x)], f" - ({written(x)}){_cells(step, sets[0])}"
    else:
        z = step.removes[0][1]
        digits, end = list(pairwise((z, *link_digits(step, z), z))), ""
    said = (
        f"({written(one)}={written(other)}){_cells(step, part)}"
        for (one, other), part in zip(digits, sets, strict=True)
    )
    return f"{' - '.join(said)}{end}"


def _cells(step: Step, part: Part) -> str:
    """Cells in short: `r2c6,r3c45`."""
    return result(replace(step, places=(), removes=tuple((cell, 1) for cell in part.cells))).removesuffix("<>1")
