"""Parts of the JSON forms, and how a form is written: grids, units, candidates and clashes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from ninefold.core.values import for_json

if TYPE_CHECKING:  # a command that prints JSON loads no more of the package for it
    from ninefold.core import checking
    from ninefold.core import layout as layouts
    from ninefold.core.grid import Grid

T = TypeVar("T")


def as_json(value: object) -> str:
    """JSON text of a value made of records and plain values."""
    return json.dumps(value, default=_encode)


def _encode(value: object) -> object:
    return as_dict(value) if is_dataclass(value) else for_json(value)


def as_dict(record: object) -> dict[str, Any]:
    """The fields of a record as a dictionary; records inside stay as they are."""
    return {field.name: getattr(record, field.name) for field in fields(record)}  # type: ignore[arg-type]


def extend(kind: type[T], record: object, **more: object) -> T:
    """A record of a larger kind: the fields of a smaller one, and further ones."""
    return kind(**as_dict(record) | more)


def with_puzzle(grid: Grid, record: object, **more: object) -> dict[str, Any]:
    """A record as the command line writes it: after the puzzle and its layout, before further keys."""
    return {"puzzle": grid.line, "layout": str(grid.layout)} | as_dict(record) | more


@dataclass(frozen=True)
class Board:
    """A grid."""

    line: str
    layout: str
    size: int
    digits: list[int]

    @classmethod
    def of(cls, grid: Grid) -> Board:
        """The record of a grid."""
        return cls(grid.line, str(grid.layout), grid.size, list(grid.digits))


@dataclass(frozen=True)
class UnitRecord:
    """A row, column, box or other unit, with its cells."""

    kind: str
    number: int
    name: str
    cells: list[str]

    @classmethod
    def of(cls, unit: layouts.Unit, layout: layouts.Layout) -> UnitRecord:
        """The record of a unit."""
        return cls(unit.kind, unit.number, unit.name, names(layout, unit.cells))


@dataclass(frozen=True)
class CellDigit:
    """A digit in a cell."""

    cell: str
    digit: int


@dataclass(frozen=True)
class ClashRecord:
    """A digit that appears more than once in a unit."""

    unit: str
    kind: str
    number: int
    digit: int
    cells: list[str]


def names(layout: layouts.Layout, cells: Iterable[int]) -> list[str]:
    """The names of cells."""
    return [layout.name(cell) for cell in cells]


def candidates_of(layout: layouts.Layout, pairs: Iterable[tuple[int, int]]) -> list[CellDigit]:
    """The records of candidates."""
    return [CellDigit(layout.name(cell), digit) for cell, digit in pairs]


def clashes_of(report: checking.Check) -> list[ClashRecord]:
    """The records of the clashes in a report."""
    layout = report.grid.layout
    return [
        ClashRecord(clash.unit.name, clash.unit.kind, clash.unit.number, clash.digit, names(layout, clash.cells))
        for clash in report.clashes
    ]
