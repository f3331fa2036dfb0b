"""Chains of almost locked sets read from their evidence: the digits that lead from one set to the next."""

from __future__ import annotations

from itertools import pairwise, product

from ninefold.logic.step import Step


def link_digits(step: Step, z: int) -> tuple[int, ...]:
    """A digit for every link, so that a chain of sets ends in z: no set is left by the digit that led to it."""
    for by in product(*step.restricted):
        if z not in (by[0], by[-1]) and all(one != other for one, other in pairwise(by)):
            return by
    return tuple(digits[0] for digits in step.restricted if digits)
