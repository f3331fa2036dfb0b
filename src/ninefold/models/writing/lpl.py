"""LPL: the models as Hürlimann writes them, in indices; sudoku (binary) and sudokuInt (integer) of seed 004.

An LPL file holds the whole model in its general form, with the clues as data: nothing in it is presolved.
"""

from __future__ import annotations

from collections.abc import Sequence

from ninefold.core.layout import Layout, Unit
from ninefold.models.binary import BinaryModel
from ninefold.models.integer import IntegerModel
from ninefold.models.structure import FAMILIES


def write(model: BinaryModel | IntegerModel) -> str:
    """The model as LPL."""
    is_binary = isinstance(model, BinaryModel)
    name = "sudoku" if is_binary else "sudokuInt"
    lines = [
        f'model {name} "The Sudoku Game on layout {model.layout}, written by Ninefold";',
        *_sets(model.layout),
        *_table("P", "Given table", model.puzzle.rows),
        '  binary variable x{i,j,k} "k is in cell (i,j)?";' if is_binary else "  integer variable y{i,j} [1..N];",
        "  constraint",
        *(_binary(model) if isinstance(model, BinaryModel) else _integer(model)),
        "  solve;",
        "  integer parameter Q{i,j} := argmax{k} x[i,j,k];" if is_binary else "  integer parameter Q{i,j} := y[i,j];",
        "  Writep(Q);",
        *("end", ""),
    ]
    return "\n".join(lines)


def _sets(layout: Layout) -> list[str]:
    """The sets; for square boxes the seed's h and g, for any others a table of boxes."""
    lines = [f"  parameter N := {layout.size};", '  set i,j,k := 1..N "Rows/cols/numbers";']
    if _is_square(layout) and layout.box:
        return [*lines, f"  parameter S := {layout.box[0]};", '  set h,g,u,v := 1..S "Subblocks";']
    size = layout.size
    rows = [[box + 1 for box in layout.box_of[start : start + size]] for start in range(0, size**2, size)]
    return [*lines, '  set b := 1..N "Boxes";', *_table("G", "The box of each cell", rows)]


def _is_square(layout: Layout) -> bool:
    return layout.box is not None and layout.box[0] == layout.box[1]


def _table(name: str, about: str, rows: Sequence[Sequence[int]]) -> list[str]:
    numbers = [f"    {', '.join(map(str, row))}" for row in rows]
    return [f"  integer parameter {name}{{i,j}} := [", ",\n".join(numbers) + f'] "{about}";']


def _binary(model: BinaryModel) -> list[str]:
    """The seed's constraints N, R, C, B and F, those of the families that are asked for."""
    layout = model.layout
    square = "B{h,g,k}: sum{v,u} x[(h-1)*S+v,(g-1)*S+u,k] = 1;"
    lines = {
        "cells": ["A{i,j}: sum{k} x[i,j,k] = 1;"],
        "rows": ["R{i,k}: sum{j} x[i,j,k] = 1;"],
        "columns": ["C{j,k}: sum{i} x[i,j,k] = 1;"],
        "boxes": [square if _is_square(layout) else "B{b,k}: sum{i,j|G[i,j]=b} x[i,j,k] = 1;"],
        "extras": [_extra(unit, layout) for unit in layout.extras],
        "clues": ["F{i,j,k|P[i,j]=k}: x[i,j,k] = 1;"],
    }
    asked = [line for family in FAMILIES if family in model.families for line in lines[family]]
    return [f"    {line}" for line in asked + (_sums(layout) if model.sums else [])]


def _sums(layout: Layout) -> list[str]:
    square = "SB{h,g}: sum{v,u,k} k*x[(h-1)*S+v,(g-1)*S+u,k] = N*(N+1)/2;"
    return [
        "SR{i}: sum{j,k} k*x[i,j,k] = N*(N+1)/2;",
        "SC{j}: sum{i,k} k*x[i,j,k] = N*(N+1)/2;",
        square if _is_square(layout) else "SB{b}: sum{i,j,k|G[i,j]=b} k*x[i,j,k] = N*(N+1)/2;",
    ]


def _extra(unit: Unit, layout: Layout) -> str:
    """A digit in a further unit: once, or at most once where the unit is small."""
    size = layout.size
    terms = " + ".join(f"x[{cell // size + 1},{cell % size + 1},k]" for cell in unit.cells)
    return f"{unit.kind.capitalize()}{unit.number}{{k}}: {terms} {'=' if len(unit.cells) == size else '<='} 1;"


def _integer(model: IntegerModel) -> list[str]:
    """The same with all-different, as in sudokuInt."""
    layout, size = model.layout, model.layout.size
    square = "B{h,g}: Alldiff({v,u} y[(h-1)*S+v,(g-1)*S+u]);"
    lines = {
        "cells": [],
        "rows": ["R{i}: Alldiff({j} y[i,j]);"],
        "columns": ["C{j}: Alldiff({i} y[i,j]);"],
        "boxes": [square if _is_square(layout) else "B{b}: Alldiff({i,j|G[i,j]=b} y[i,j]);"],
        "extras": [
            f"{unit.kind.capitalize()}{unit.number}: "
            f"Alldiff({', '.join(f'y[{cell // size + 1},{cell % size + 1}]' for cell in unit.cells)});"
            for unit in layout.extras
        ],
        "clues": ["F{i,j|P[i,j]}: y[i,j] = P[i,j];"],
    }
    return [f"    {line}" for family in FAMILIES if family in model.families for line in lines[family]]
