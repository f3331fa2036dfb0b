"""The presolve of the lift: singles, and what its rows force to be 0, found without solving.

Singles are placed first: the only candidate of a rule is true, and all others in its rules go. Then assume candidate i:
under i only the candidates j that are compatible with it are left.

1. a rule that has none left under i makes x[i] = 0;
2. a rule that has one left, j, makes Y[i,j] = x[i], and Y[i,k] = 0 for every k in a rule with j;
3. a rule whose candidates left are all in another rule makes Y[i,k] = 0 for the others k of that one;
4. Y[i,j] = Y[j,i]: what cannot be under i, under that i cannot be.

Each follows from rows of the lift, so its feasible set is the same before and after. All candidates are worked on
together, as products of matrices of 0 and 1; counts up to 2²⁴ are exact in single precision.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ninefold.models.structure import Flags, Structure

Counts = NDArray[np.float32]


def settled(rules: Structure, left: Flags) -> tuple[Flags, Flags]:
    """The candidates that singles leave, and those that are placed."""
    while True:
        alone = rules.exact & (rules.counts(left) == 1)
        placed = np.zeros_like(left)
        placed[rules.members[alone[rules.rule_of]]] = True
        placed &= left
        fewer = left & ~rules.beside(placed)
        if (fewer == left).all():
            return left, placed
        left = fewer


def pruned(rules: Flags, compatible: Flags) -> Flags:
    """The pairs left by rules 1 to 4; a variable that must be 0 is not compatible even with itself."""
    members = rules.astype(np.float32)
    clashes = (members.T @ members > 0).astype(np.float32)
    np.fill_diagonal(clashes, 0)
    base, inside, outside = _overlaps(members)
    while True:
        under = compatible.astype(np.float32)
        counts = under @ members.T
        forced = _hits(counts == 1, members) & compatible
        left = compatible & ~_hits(forced, clashes)  # rule 2
        left &= ~_hits(under @ inside.T == counts[:, base], outside)  # rule 3
        left[(counts == 0).any(axis=1)] = False  # rule 1
        left &= left.T  # rule 4
        if (left == compatible).all():
            return left
        compatible = left


def _overlaps(members: Counts) -> tuple[NDArray[np.intp], Counts, Counts]:
    """For rules that share at least two candidates: the one, what both share, and what only the other has."""
    shared = members @ members.T
    np.fill_diagonal(shared, 0)
    base, other = np.nonzero(shared > 1)
    inside = members[base] * members[other]
    return base, inside, members[other] - inside


def _hits(flags: Flags, members: Counts) -> Flags:
    """Where any of the flagged rows of `members` has a 1."""
    return np.asarray(flags.astype(np.float32) @ members > 0)
