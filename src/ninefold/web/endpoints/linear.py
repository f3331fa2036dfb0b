"""`POST /api/rows` and `/api/cut`: the linear program of a board, for the Lab."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

import numpy as np
from pydantic import Field

from ninefold.core.errors import Fault, GridError
from ninefold.core.geometry import MAX_SIZE
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.models.binary import binary
from ninefold.models.incidence import FAMILIES, read_families, without_clues
from ninefold.models.odd_cycles import odd_cycle
from ninefold.processes.child import Context
from ninefold.web.endpoints.endpoint import CELLS, Body, Flag, LayoutText, Word, router, runs_in

# 25×25 takes two or three seconds, 36×36 ten times as long.
MAX_RANK_SIZE = 25

Belief = Annotated[float, Field(strict=True, ge=0, le=1, allow_inf_nan=False)]
_Beliefs = Annotated[list[Belief], Field(min_length=2, max_length=MAX_SIZE, fail_fast=True)]


@dataclass(frozen=True, kw_only=True)
class RowsRequest(Body):
    """A board, and the rows that were chosen."""

    layout: LayoutText
    families: Annotated[list[Word], Field(max_length=len(FAMILIES), fail_fast=True)]
    sums: Flag = False


@dataclass(frozen=True, kw_only=True)
class RowsAnswer:
    """The size of a linear program without clues; the rank is null if the board is too large for it."""

    rows: int
    variables: int
    rank: int | None


@router.post("/api/rows")
@runs_in("worker", seconds=30)
def rows(request: RowsRequest, context: Context) -> RowsAnswer:  # noqa: ARG001 - the worker is killed if need be
    """Count the rows of a board's linear program, and their rank."""
    layout = Layout.parse(request.layout)
    return _rows(layout, without_clues(read_families(request.families)), request.sums)


@lru_cache(maxsize=64)
def _rows(layout: Layout, families: tuple[str, ...], sums: bool) -> RowsAnswer:
    model = binary(Grid.empty(layout), families=families, sums=sums, presolve=False)
    rank = model.rank() if layout.size <= MAX_RANK_SIZE else None
    return RowsAnswer(rows=len(model.rows), variables=len(model.names), rank=rank)


@dataclass(frozen=True, kw_only=True)
class CutRequest(Body):
    """A point: for each cell a number for each digit."""

    layout: LayoutText
    values: Annotated[list[_Beliefs], Field(min_length=1, max_length=CELLS, fail_fast=True)]


@dataclass(frozen=True, kw_only=True)
class CutAnswer:
    """The odd cycle that the point violates most: its cut, how many candidates it has, and what they sum to."""

    cut: str | None
    candidates: int
    sum: float
    most: int


@router.post("/api/cut")
@runs_in("quick", seconds=5)
def cut(request: CutRequest, context: Context) -> CutAnswer:  # noqa: ARG001 - it is fast
    """Find a cut that a fractional point violates."""
    layout = Layout.parse(request.layout)
    size = layout.size
    if len(request.values) != size**2 or any(len(row) != size for row in request.values):
        fault = Fault("values", f"{len(request.values)} cells", f"{size**2} cells with {size} numbers each")
        raise GridError("the point does not fit the board", [fault])
    values = np.array(request.values)
    found = odd_cycle(layout, values)
    if found is None:
        return CutAnswer(cut=None, candidates=0, sum=0.0, most=0)
    return CutAnswer(
        cut=str(found), candidates=len(found.terms), sum=round(found.left(values), 6), most=int(found.right)
    )
