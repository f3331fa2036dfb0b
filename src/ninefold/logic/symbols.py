"""Digits above 9 as boards write them: sentences, notations and pictures of a step say `A` for 10, as `Grid.line` does.

Digits stay numbers in the evidence. A step is written from a copy whose digits are numbers that print as symbols.
"""

from __future__ import annotations

from dataclasses import replace

from ninefold.core.alphabet import default_alphabet, symbols_of
from ninefold.core.layout import Layout
from ninefold.core.position import digits_of
from ninefold.logic.step import Candidates, Child, Step


class Symbol(int):
    """A digit that prints as the character for it.

    >>> f"{Symbol(10)} or {Symbol(9)}"
    'A or 9'
    """

    def __str__(self) -> str:
        """The character."""
        return symbols_of(default_alphabet(self), self)[-1]

    def __format__(self, spec: str) -> str:
        """The character, in a format for text."""
        return format(str(self), spec)


def written(digit: int) -> str:
    """A digit as boards write it."""
    return str(digit) if digit < 10 else str(Symbol(digit))


def candidates_of(step: Step, cell: int) -> tuple[int, ...]:
    """The candidates of a cell in the position of a step, ready to print."""
    return () if step.position is None else tuple(map(Symbol, digits_of(step.position.candidates[cell])))


def with_symbols(step: Step) -> Step:
    """The step with digits that print as symbols; up to 9 digits, the step itself."""
    if step.layout.size < 10:
        return step
    return replace(
        step,
        places=_pairs(step.places),
        removes=_pairs(step.removes),
        parts=tuple(part._replace(digits=tuple(map(Symbol, part.digits))) for part in step.parts),
        truths=tuple(truth._replace(digit=Symbol(truth.digit)) for truth in step.truths),
        children=tuple(map(_child, step.children)),
    )


def _pairs(pairs: Candidates) -> Candidates:
    return tuple((cell, Symbol(digit)) for cell, digit in pairs)


def _child(child: Child) -> Child:
    nodes = tuple(node._replace(digit=Symbol(node.digit)) for node in child.nodes)
    ending = child.ending
    if ending.kind == "unit" and ending.other is not None:
        ending = ending._replace(other=Symbol(ending.other))
    return replace(child, digit=Symbol(child.digit), nodes=nodes, ending=ending)


def colour_names(layout: Layout) -> tuple[str, ...]:
    """Names for colours. They are not those of any colour, because pages have themes."""
    return tuple(f"colour {name}" for name in (("C1", "C2", "C3", "C4") if layout.size > 9 else "ABCD"))


def set_names(layout: Layout) -> tuple[str, ...]:
    """Names for sets of cells: letters, or where letters are digits, `S1`, `S2` and so on."""
    return tuple(f"S{number}" for number in range(1, 27)) if layout.size > 9 else tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
