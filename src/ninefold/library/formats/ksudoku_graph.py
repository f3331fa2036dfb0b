"""The graph of a KSudoku file: which cells must differ, and from it the layout.

1. `type="sudoku"` is the board of square boxes. `type="custom"` has elements inside: `<sudokugroups>` for rows, columns
   and, with `withblocks="1"`, square boxes; and a `<clique>` for each further unit, its cells by number.
2. Of the cliques, the first that share no cell and fill the board are the regions of a jigsaw; others are more units.
3. Boards of several grids (Samurai …), of three dimensions and with cages are refused by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from math import isqrt

from ninefold.core.errors import LayoutError, ParseError
from ninefold.core.layout import Layout
from ninefold.core.values import shown
from ninefold.library.formats.tree import Node

LARGEST = 25
Cells = frozenset[int]


def size_of(graph: Node) -> int:
    """The number of digits, if the board is one that is read (rule 3)."""
    order, kind = graph.attributes.get("order", ""), graph.attributes.get("type", "")
    name = graph.attributes.get("specific-type") or kind
    sides = {graph.attributes.get(side, order) for side in ("sizeX", "sizeY")}
    is_flat = sides == {order} and graph.attributes.get("sizeZ", "1") == "1"
    known = {node.name for node in graph.inside} <= {"sudokugroups", "clique"}
    if not re.fullmatch(r"[0-9]{1,2}", order, re.ASCII) or not 2 <= int(order) <= LARGEST or not is_flat:
        raise ParseError(f"{graph.place}: read a {shown(name)} of order {shown(order)}, expected one square board")
    if kind not in ("sudoku", "custom") or not known:
        raise ParseError(f"{graph.place}: read a {shown(name)}, which has rules that are not known here")
    return int(order)


def layout_of(graph: Node, size: int, place: Callable[[int], int]) -> Layout:
    """The layout of a graph; `place` tells which cell a number means."""
    try:
        if graph.attributes["type"] == "sudoku":
            return Layout(size, box=_square(size))
        return _custom(graph, size, place)
    except LayoutError as error:
        raise ParseError(f"{graph.place}: {error.message}", error.faults) from None


def _square(size: int) -> tuple[int, int]:
    side = isqrt(size)
    if side**2 != size:
        raise LayoutError(f"a board of {size} digits has no square boxes")
    return side, side


def _custom(graph: Node, size: int, place: Callable[[int], int]) -> Layout:
    units = [_clique(node, size, place) for node in graph.all("clique")]
    lines = Layout(size, box=(1, size))
    for group in graph.all("sudokugroups"):
        if group.attributes.get("at", "0") != "0":
            raise ParseError(f"{group.place}: read a grid at {shown(group.attributes['at'])}, expected one at 0")
        units += _sets(unit.cells for unit in (*lines.rows, *lines.columns))
        if group.attributes.get("withblocks", "1") == "1":
            units = _sets(unit.cells for unit in Layout(size, box=_square(size)).boxes) + units
    rows_and_columns = set(_sets(unit.cells for unit in (*lines.rows, *lines.columns)))
    if not rows_and_columns <= set(units):
        raise ParseError(f"{graph.place}: not every row and column is a unit")
    return _layout(size, [unit for unit in dict.fromkeys(units) if unit not in rows_and_columns])


def _sets(units: Iterable[Sequence[int]]) -> list[Cells]:
    return [frozenset(cells) for cells in units]


def _clique(node: Node, size: int, place: Callable[[int], int]) -> Cells:
    words = node.text.split()
    if not all(re.fullmatch(r"[0-9]{1,3}", word, re.ASCII) and int(word) < size**2 for word in words):
        raise ParseError(f"{node.place}: read cells {shown(node.text.strip())}, expected numbers 0 to {size**2 - 1}")
    return frozenset(place(int(word)) for word in words)


def _layout(size: int, units: list[Cells]) -> Layout:
    """The layout of the units that are no rows and columns (rule 2)."""
    regions, taken = [], set[int]()
    for unit in units:
        if len(unit) == size and not unit & taken and not _is_diagonal(unit, size):
            regions.append(unit)
            taken |= unit
    if len(taken) != size**2:
        raise LayoutError("the units do not part the board into boxes or regions")
    owner = {cell: number for number, unit in enumerate(regions) for cell in unit}
    extra = {unit for unit in units if unit not in regions}
    diagonals, windows = (_has(extra, size, name) for name in ("diagonals", "windows"))
    board = Layout(size, regions=[owner[cell] for cell in range(size**2)], diagonals=diagonals, windows=windows)
    rest = [sorted(unit) for unit in units if unit in extra - set(_sets(unit.cells for unit in board.extras))]
    labels = [owner[cell] for cell in range(size**2)]
    return Layout(size, regions=labels, diagonals=diagonals, windows=windows, extra=rest) if rest else board


def _is_diagonal(unit: Cells, size: int) -> bool:
    return unit in (frozenset(range(0, size**2, size + 1)), frozenset(range(size - 1, size**2 - 1, size - 1)))


def _has(extra: set[Cells], size: int, name: str) -> bool:
    """Whether all the units of diagonals, or of windows, are among others."""
    try:
        board = Layout(size, **{name: True})  # type: ignore[arg-type]
    except LayoutError:  # it has no windows
        return False
    return set(_sets(unit.cells for unit in board.extras)) <= extra


def graph_lines(layout: Layout, number: Callable[[int], int]) -> list[str]:
    """A layout as the lines of a graph; `number` tells how a cell is numbered."""
    n = layout.size
    is_square = layout.box is not None and layout.box[0] == layout.box[1]
    kind = "XSudoku" if layout.diagonals else "Plain" if is_square else "Jigsaw"
    if is_square and not layout.extras:
        return [f'   <graph order="{n}" type="sudoku" specific-type="Plain"/>']
    sides = f'name="{kind}" sizeX="{n}" sizeY="{n}" sizeZ="1"'
    lines = [f'   <graph order="{n}" type="custom" specific-type="{kind}" {sides}>']
    lines.append(f'    <sudokugroups at="0" withblocks="{int(is_square)}"/>')
    for unit in (*(() if is_square else layout.boxes), *layout.extras):
        cells = " ".join(str(at) for at in sorted(map(number, unit.cells)))
        lines.append(f'    <clique size="{len(unit.cells)}">{cells} </clique>')
    return [*lines, "   </graph>"]
