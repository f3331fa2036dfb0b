"""Structure: which candidates stand together in each rule of a layout, as flat arrays made once.

Candidate v = cell·N + digit − 1, so that the N³ of them lie cell by cell. A rule says "exactly one of
these" (a cell, or a digit in a unit of N cells) or "at most one" (a digit in a smaller unit).

    members   v v v v v v v v …      the candidates of all rules, one rule after the other
    starts    0       4       8      where each rule begins in members
    lengths   4       4       4      how many candidates it has
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout, Unit
from ninefold.core.values import shown

Ints = NDArray[np.int32]
Flags = NDArray[np.bool_]

RULES = ("cells", "rows", "columns", "boxes", "extras")
FAMILIES = (*RULES, "clues")


@dataclass(frozen=True, eq=False)
class Structure:
    """The rules of some families on a layout, the cells first, then unit by unit and digit by digit."""

    layout: Layout
    families: tuple[str, ...]
    members: Ints
    lengths: Ints
    units: tuple[Unit, ...]

    @cached_property
    def starts(self) -> Ints:
        """Where each rule begins in `members`."""
        return (np.cumsum(self.lengths) - self.lengths).astype(np.int32)

    @cached_property
    def exact(self) -> Flags:
        """For each rule whether exactly one of its candidates is true, not just at most one."""
        return np.asarray(self.lengths == self.layout.size)

    @cached_property
    def rule_of(self) -> Ints:
        """For each entry of `members` the rule it belongs to."""
        return np.repeat(np.arange(len(self.lengths), dtype=np.int32), self.lengths)

    @cached_property
    def pairs(self) -> Ints:
        """Every two cells that share a unit, the smaller one first, each pair once."""
        count = self.layout.size**2
        keys = [np.zeros(0, np.int64)]
        for unit in self.units:
            cells = np.sort(np.array(unit.cells, np.int64))
            first, second = np.triu_indices(len(cells), 1)
            keys.append(cells[first] * count + cells[second])
        return np.stack(np.divmod(np.unique(np.concatenate(keys)), count), axis=1).astype(np.int32)

    def counts(self, chosen: Flags) -> Ints:
        """How many of the chosen candidates stand in each rule."""
        if not len(self.lengths):
            return np.zeros(0, np.int32)
        return np.add.reduceat(chosen[self.members], self.starts, dtype=np.int32)

    def beside(self, chosen: Flags) -> Flags:
        """The candidates that share a rule with another one that is chosen."""
        hits = self.counts(chosen)
        others = np.repeat(hits, self.lengths) - chosen[self.members]
        flags = np.zeros(len(chosen), np.bool_)
        flags[self.members[others > 0]] = True
        return flags

    def names(self) -> list[str]:
        """The name of each rule: `cell_r1c2`, `row_3_7` for digit 7 in row 3, and so on."""
        layout = self.layout
        cells = [f"cell_{layout.name(cell)}" for cell in range(layout.size**2)] if "cells" in self.families else []
        digits = range(1, layout.size + 1)
        return cells + [f"{unit.kind}_{unit.number}_{digit}" for unit in self.units for digit in digits]


@lru_cache(maxsize=32)
def structure(layout: Layout, families: tuple[str, ...] = RULES) -> Structure:
    """The structure of some families of a layout; made once and kept."""
    size = layout.size
    units = tuple(unit for family in RULES[1:] if family in families for unit in getattr(layout, family))
    parts = [np.arange(size**3)] if "cells" in families else []
    lengths = [np.full(size**2, size)] if "cells" in families else []
    for unit in units:
        cells = np.array(unit.cells)
        parts.append((cells[None, :] * size + np.arange(size)[:, None]).ravel())
        lengths.append(np.full(size, len(cells)))
    return Structure(layout, families, _joined(parts), _joined(lengths), units)


def read_families(families: Iterable[str]) -> tuple[str, ...]:
    """The families that are named, each known and in the order we write them."""
    wanted = [families] if isinstance(families, str) else list(families)
    for family in wanted:
        if family not in FAMILIES:
            raise NinefoldError(f"read the family {shown(family)}, expected some of {', '.join(FAMILIES)}")
    return tuple(family for family in FAMILIES if family in wanted)


def given(puzzle: Grid) -> Flags:
    """The candidates that the clues make true, as N³ flags."""
    size = puzzle.size
    digits = np.frombuffer(puzzle.digits, np.uint8)
    cells = np.flatnonzero(digits)
    flags = np.zeros(size**3, np.bool_)
    flags[cells * size + digits[cells] - 1] = True
    return flags


def rules_of(families: tuple[str, ...]) -> tuple[str, ...]:
    """The families that are rules of the layout: all but the clues."""
    return tuple(family for family in families if family != "clues")


def _joined(parts: list[NDArray[np.int_]]) -> Ints:
    return np.concatenate(parts).astype(np.int32) if parts else np.zeros(0, np.int32)
