"""Notations: HoDoKu's one-line form of a step, and Eureka for chains; made in native/logic/notation.hpp."""

from __future__ import annotations

from ninefold.logic.engine import reasoner
from ninefold.logic.step import Step
from ninefold.logic.wire import encode


def hodoku_line(step: Step) -> str:
    """The step in one line, such as `Naked Pair: 2,5 in r3c34 => r3c1<>5`."""
    return reasoner(step.layout).notation(encode(step), "line")


def result(step: Step) -> str:
    """What follows: `r1c6=8`, or the removed candidates."""
    return reasoner(step.layout).notation(encode(step), "result")


def eureka(step: Step) -> str:
    """A chain in Eureka notation: `(5)r4c8 = (5)r4c1 - (5-3)r3c1 = …`; empty if the step has no links."""
    return reasoner(step.layout).notation(encode(step), "eureka")
