"""Modelling languages: MiniZinc and LPL.

MiniZinc gets the integer model with `alldifferent`, or the binary one as sums. LPL gets the indexed models of
Hürlimann's paper, sudoku (binary) and sudokuInt (integer), with the clues as data: an LPL file is never presolved.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ninefold.core.layout import Layout, Unit
from ninefold.models.binary import BinaryModel
from ninefold.models.export import commented, heading, number
from ninefold.models.incidence import FAMILIES
from ninefold.models.integer import IntegerModel


def write_minizinc(model: BinaryModel | IntegerModel) -> str:
    """The model as MiniZinc."""
    lines = _minizinc_integer(model) if isinstance(model, IntegerModel) else _minizinc_binary(model)
    return "\n".join([*commented("%", heading(model)), *lines, "solve satisfy;", ""])


def _minizinc_integer(model: IntegerModel) -> list[str]:
    """One variable per cell, bounded by clues and candidates, and each unit all different."""
    size = model.layout.size
    lines = ['include "alldifferent.mzn";', f"array[1..{size}, 1..{size}] of var 1..{size}: y;"]
    for cell in np.flatnonzero(~model.open.all(axis=1)).tolist():
        digits = (np.flatnonzero(model.open[cell]) + 1).tolist()
        allowed = f"= {digits[0]}" if len(digits) == 1 else f"in {{{', '.join(map(str, digits))}}}"
        lines.append(
            f"constraint {_cell(cell, size)} {allowed};" if digits else f"constraint false;  % {_cell(cell, size)}"
        )
    for unit in model.groups:
        cells = ", ".join(_cell(cell, size) for cell in unit.cells)
        lines.append(f"constraint alldifferent([{cells}]);  % {unit.name}")
    return lines


def _cell(cell: int, size: int) -> str:
    return f"y[{cell // size + 1},{cell % size + 1}]"


def _minizinc_binary(model: BinaryModel) -> list[str]:
    """One variable per candidate, and each row as a sum."""
    rows = model.rows
    lines = [f"var 0..1: {name};" for name in model.names]
    for row, (name, sense, right) in enumerate(zip(rows.names, rows.senses.tolist(), rows.right.tolist(), strict=True)):
        indices, factors = rows.row(row)
        terms = [
            model.names[index] if factor == 1 else f"{number(factor)}*{model.names[index]}"
            for index, factor in zip(indices.tolist(), factors.tolist(), strict=True)
        ]
        sentence = f"{' + '.join(terms)} {sense} {number(right)}" if terms else "false"
        lines.append(f"constraint {sentence};  % {name}")
    return lines


def write_lpl(model: BinaryModel | IntegerModel) -> str:
    """The model as LPL."""
    is_binary = isinstance(model, BinaryModel)
    name = "sudoku" if is_binary else "sudokuInt"
    lines = [
        f'model {name} "The Sudoku Game on layout {model.layout}, written by Ninefold";',
        *_sets(model.layout),
        *_table("P", "Given table", model.puzzle.rows),
        '  binary variable x{i,j,k} "k is in cell (i,j)?";' if is_binary else "  integer variable y{i,j} [1..N];",
        "  constraint",
        *(_lpl_binary(model) if isinstance(model, BinaryModel) else _lpl_integer(model)),
        "  solve;",
        "  integer parameter Q{i,j} := argmax{k} x[i,j,k];" if is_binary else "  integer parameter Q{i,j} := y[i,j];",
        "  Writep(Q);",
        *_draws(model.layout),
        *("end", ""),
    ]
    return "\n".join(lines)


def _sets(layout: Layout) -> list[str]:
    """The sets: the paper's h and g for square boxes, otherwise a table of boxes."""
    lines = [f"  parameter N := {layout.size};", '  set i,j,k := 1..N "Rows/cols/numbers";']
    if _is_square(layout) and layout.box:
        return [*lines, f"  parameter S := {layout.box[0]};", '  set h,g,u,v := 1..S "Subblocks";']
    size = layout.size
    rows = [[box + 1 for box in layout.box_of[start : start + size]] for start in range(0, size**2, size)]
    return [*lines, '  set b := 1..N "Boxes";', *_table("G", "The box of each cell", rows)]


def _draws(layout: Layout) -> list[str]:
    """The picture: thin lines, boxes, and the digits, clues in colour 5 and found ones in colour 3.

    Like the paper's, it uses Draw.Line, Draw.Rect and Draw.Text. Boxes that are not square are drawn edge by edge, each
    edge as a rectangle without width or height.
    """
    boxes = ["{h,g} Draw.Rect(S*(g-1),S*(h-1),S,S,-1,0,3);"]
    if not _is_square(layout):
        boxes = [
            "{i,j|j<N and G[i,j]<>G[i,j+1]} Draw.Rect(j,i-1,0,1,-1,0,3);",
            "{i,j|i<N and G[i,j]<>G[i+1,j]} Draw.Rect(j-1,i,1,0,-1,0,3);",
        ]
    return [
        "  Draw.Scale(25,25);",
        "  {i} Draw.Line(i,0,i,N,2);",
        "  {j} Draw.Line(0,j,N,j,2);",
        *(f"  {box}" for box in boxes),
        "  Draw.Rect(0,0,N,N,-1,0,3);",
        "  {i,j|Q[i,j]} Draw.Text(Q[i,j]&'',j-.65,i-.35,12,if(P[i,j],5,3));",
    ]


def _is_square(layout: Layout) -> bool:
    return layout.box is not None and layout.box[0] == layout.box[1]


def _table(name: str, about: str, rows: Sequence[Sequence[int]]) -> list[str]:
    numbers = [f"    {', '.join(map(str, row))}" for row in rows]
    return [f"  integer parameter {name}{{i,j}} := [", ",\n".join(numbers) + f'] "{about}";']


def _lpl_binary(model: BinaryModel) -> list[str]:
    """The constraints A, R, C, B and F of the paper, for the families of the model."""
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
    lines_used = [line for family in FAMILIES if family in model.families for line in lines[family]]
    return [f"    {line}" for line in lines_used + (_sums(layout) if model.sums else [])]


def _sums(layout: Layout) -> list[str]:
    square = "SB{h,g}: sum{v,u,k} k*x[(h-1)*S+v,(g-1)*S+u,k] = N*(N+1)/2;"
    return [
        "SR{i}: sum{j,k} k*x[i,j,k] = N*(N+1)/2;",
        "SC{j}: sum{i,k} k*x[i,j,k] = N*(N+1)/2;",
        square if _is_square(layout) else "SB{b}: sum{i,j,k|G[i,j]=b} k*x[i,j,k] = N*(N+1)/2;",
    ]


def _extra(unit: Unit, layout: Layout) -> str:
    """A digit in an extra unit: exactly once, or at most once if the unit has fewer than N cells."""
    size = layout.size
    terms = " + ".join(f"x[{cell // size + 1},{cell % size + 1},k]" for cell in unit.cells)
    return f"{unit.kind.capitalize()}{unit.number}{{k}}: {terms} {'=' if len(unit.cells) == size else '<='} 1;"


def _lpl_integer(model: IntegerModel) -> list[str]:
    """The same with all-different constraints, as in sudokuInt."""
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
