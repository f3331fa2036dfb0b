"""What all asks share: reading grids and sheets, writing boards, and the ear and mouth of an ask."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Event
from typing import Any

from ninefold.core.checking import Check
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout, Unit
from ninefold.core.puzzle import Puzzle
from ninefold.formats.files import read_text
from ninefold.formats.own import as_object

Record = dict[str, Any]
Asked = Mapping[str, Any]


@dataclass(frozen=True)
class Blob:
    """An answer that is a file."""

    data: bytes
    type: str
    name: str = ""
    lost: str = ""


@dataclass(frozen=True)
class Desk:
    """What an ask has besides what was sent: a file, word of a cancel, and somebody to tell of progress."""

    file: bytes
    cancel: Event
    tell: Callable[[str, Any], None]


def grid_of(asked: Asked, name: str = "puzzle") -> Grid:
    """A grid that was sent, on the layout that was sent with it."""
    return Grid(asked[name], layout=layout_of(asked))


def layout_of(asked: Asked) -> Layout | None:
    """The layout that was sent, if any."""
    word = asked.get("layout")
    return None if word is None else Layout.parse(word)


def board_of(grid: Grid) -> Record:
    """A grid as it is answered."""
    return {"line": grid.line, "layout": str(grid.layout), "size": grid.size, "digits": list(grid.digits)}


def unit_of(unit: Unit) -> Record:
    """A unit as it is answered."""
    return {"kind": unit.kind, "number": unit.number, "name": unit.name, "cells": list(unit.cells)}


def clashes_of(report: Check) -> list[Record]:
    """The clashes of a check as they are answered."""
    return [
        {
            "unit": clash.unit.name,
            "kind": clash.unit.kind,
            "number": clash.unit.number,
            "digit": clash.digit,
            "cells": list(clash.cells),
        }
        for clash in report.clashes
    ]


def sheet_of(value: Record) -> Puzzle:
    """A sheet that was sent as our own JSON."""
    [sheet] = read_text(json.dumps(value), "ninefold")
    return sheet


def record_of(sheet: Puzzle) -> Record:
    """A sheet as our own JSON."""
    return as_object(sheet)
