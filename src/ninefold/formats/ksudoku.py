"""KSudoku's XML: a game with its puzzle, its solution and its history.

1. Values are letters, _ for empty. KSudoku writes b for 1, c for 2 …, column by column. Files with an a, which it never
   writes, come from other programs: a for 1, row by row. If no letter decides, the file is read as KSudoku's.
2. The history is replayed: a value is placed or undone, markers are centre marks. Markers inside a complex event are
   ignored, because KSudoku writes them wrongly.

The graph of a file says which cells must differ, and so the layout:

3. `type="sudoku"` is the board of square boxes. `type="custom"` has elements inside: `<sudokugroups>` for rows, columns
   and, with `withblocks="1"`, square boxes; and a `<clique>` for each further unit, with the numbers of its cells.
4. Of the cliques, the first that share no cell and fill the board are the regions of a jigsaw; others are more units.
5. Boards of several grids (Samurai …), of three dimensions and with cages are errors that name them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isqrt

from ninefold.core.errors import GridError, LayoutError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.puzzle import Marks, Puzzle
from ninefold.core.values import short_repr
from ninefold.formats.documents import Node, read_tree
from ninefold.formats.format import Format, InputFile, Item, valid_seconds

UNDECIDED = "no letter shows whether a or b means 1; read as KSudoku writes: b for 1, column by column"


def read(source: InputFile) -> Iterator[Item]:
    """The one puzzle of the file."""
    root = read_tree(source.data)
    puzzle, graph = root.first("puzzle"), root.first("graph")
    if puzzle is None or graph is None:
        raise ParseError(f"{root.place}: <{root.name}> has no <puzzle> with a <graph>")
    size = size_of(graph)
    values, solution = (_letters(puzzle.first(name)) for name in ("values", "solution"))
    zero, place = _way(source, values + solution, size, puzzle)
    layout = layout_of(graph, size, place)

    def grid(text: str, name: str) -> Grid:
        return _grid(text, layout, zero, place, puzzle.first(name) or puzzle)

    clues = grid(values, "values")
    placed, marks = _played(source, root, clues, place)
    game = root.first("game")
    elapsed = game.attributes.get("msecs-elapsed", "") if game else ""
    seconds = valid_seconds(int(elapsed) / 1000) if re.fullmatch(r"[0-9]{1,12}", elapsed, re.ASCII) else 0
    full = grid(solution, "solution") if solution.strip("_") else None
    try:
        yield Puzzle.from_parts(clues, placed=placed, centre=marks, solution=full, seconds=seconds)
    except GridError as error:
        raise ParseError(f"{puzzle.place}: {error.message}", error.faults) from None


def _letters(node: Node | None) -> str:
    return "".join(node.text.split()) if node else ""


def _way(source: InputFile, text: str, size: int, puzzle: Node) -> tuple[str, Callable[[int], int]]:
    """The letter before that of 1, and the cell of a number (rule 1)."""
    last = chr(97 + size)
    if "a" in text and last in text:
        raise ParseError(f"{puzzle.place}: read letters a to {last}, one too many for {size} digits")
    if "a" in text:
        return "`", lambda at: at
    if last not in text:
        source.note(UNDECIDED)
    return "a", lambda at: turned(at, size)


def turned(at: int, size: int) -> int:
    """The number of a cell counted column by column, from that counted row by row, and the reverse."""
    return at % size * size + at // size


def _grid(text: str, layout: Layout, zero: str, place: Callable[[int], int], node: Node) -> Grid:
    size = layout.size
    first, last = chr(ord(zero) + 1), chr(ord(zero) + size)
    if len(text) != size**2 or not all(char == "_" or first <= char <= last for char in text):
        raise ParseError(
            f"{node.place}: read {short_repr(text)}, expected {size**2} letters {first} to {last}, or _ for empty"
        )
    digits = bytearray(size**2)
    for at, char in enumerate(text):
        digits[place(at)] = 0 if char == "_" else ord(char) - ord(zero)
    return Grid.from_digits(bytes(digits), layout)


def _played(source: InputFile, root: Node, clues: Grid, place: Callable[[int], int]) -> tuple[dict[int, int], Marks]:
    """The placed digits and marks after the history (rule 2)."""
    placed: dict[int, int] = {}
    marks: Marks = {}
    for node in root.all("complex-event"):
        if any("markers" in event.attributes for event in node.all("simple-event")):
            source.note("markers of complex events were ignored: KSudoku writes them wrongly")
        for event in node.all("simple-event"):
            event.attributes.pop("markers", None)
    for event in root.all("simple-event"):
        cell = place(_number(event, "index", len(clues) - 1))
        if "markers" in event.attributes:
            flags = event.attributes["markers"]
            if not re.fullmatch(rf"[01]{{{clues.size}}}", flags, re.ASCII):
                raise ParseError(f"{event.place}: read markers {short_repr(flags)}, expected {clues.size} of 0 and 1")
            marks[cell] = tuple(digit for digit, flag in enumerate(flags, 1) if flag == "1")
        elif "value" in event.attributes and not clues.digits[cell]:
            placed[cell] = _number(event, "value", clues.size)
            marks.pop(cell, None)
    return {cell: digit for cell, digit in placed.items() if digit}, marks


def _number(event: Node, name: str, most: int) -> int:
    text = event.attributes.get(name, "")
    if not re.fullmatch(r"[0-9]{1,4}", text, re.ASCII) or int(text) > most:
        raise ParseError(f"{event.place}: read {name} {short_repr(text)}, expected 0 to {most}")
    return int(text)


def write(puzzles: Sequence[Puzzle]) -> bytes:
    """A game with its history: digits first, then marks."""
    (puzzle,) = puzzles
    n = puzzle.clues.size
    elapsed = round(1000 * puzzle.seconds)
    lines = ["<!DOCTYPE ksudoku>", "<ksudoku>", f' <game had-help="0" msecs-elapsed="{elapsed}">', "  <puzzle>"]
    lines += graph_lines(puzzle.layout, lambda cell: turned(cell, n))
    lines += [f"   <values>{_written(puzzle.clues)}</values>"]
    lines += [f"   <solution>{_written(puzzle.solution)}</solution>"] if puzzle.solution else []
    lines += ["  </puzzle>", "  <history>"]
    for cell, digit in puzzle.placed.items():
        lines.append(f'   <simple-event index="{turned(cell, n)}" value="{digit}"/>')
    for cell, digits in puzzle.centre.items():
        flags = "".join("01"[digit in tuple(digits)] for digit in range(1, n + 1))
        lines.append(f'   <simple-event index="{turned(cell, n)}" markers="{flags}"/>')
    return ("\n".join([*lines, "  </history>", " </game>", "</ksudoku>"]) + "\n").encode()


def _written(grid: Grid) -> str:
    """The letters of a grid, column by column."""
    digits = (grid.digits[turned(at, grid.size)] for at in range(len(grid)))
    return "".join(chr(97 + digit) if digit else "_" for digit in digits)


def _unsupported(puzzle: Puzzle) -> str:
    size, extra = puzzle.clues.size, puzzle.layout.extra
    if size > MAX:
        return f"it has boards of at most {MAX} digits"
    others = {frozenset(unit.cells) for unit in puzzle.layout.units if unit.kind != "extra"}
    if any(frozenset(unit) in others for unit in extra) or len(set(extra)) != len(extra):
        return "it has no unit twice"
    return "" if puzzle.layout.box is None or 1 not in puzzle.layout.box else "its boxes are no rows or columns"


def _normalise(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The time in thousandths of a second."""
    return [
        puzzle.replace(seconds=valid_seconds(round(1000 * valid_seconds(puzzle.seconds)) / 1000)) for puzzle in puzzles
    ]


FORMAT = Format(
    name="ksudoku",
    about="KSudoku's XML: a game in progress",
    endings=(".ksudoku",),
    sniff=lambda source: re.search(r"<ksudoku[\s>]", source.peek[:4000]) is not None,
    read=read,
    write=write,
    parts=frozenset({"placed", "centre", "solution", "seconds"}),
    unsupported=_unsupported,
    single=True,
    normalise=_normalise,
)


MAX = 25
Cells = frozenset[int]


def size_of(graph: Node) -> int:
    """The number of digits, if the board is supported (rule 5)."""
    order, kind = graph.attributes.get("order", ""), graph.attributes.get("type", "")
    name = graph.attributes.get("specific-type") or kind
    sides = {graph.attributes.get(side, order) for side in ("sizeX", "sizeY")}
    is_flat = sides == {order} and graph.attributes.get("sizeZ", "1") == "1"
    known = {node.name for node in graph.inside} <= {"sudokugroups", "clique"}
    if not re.fullmatch(r"[0-9]{1,2}", order, re.ASCII) or not 2 <= int(order) <= MAX or not is_flat:
        raise ParseError(
            f"{graph.place}: read a {short_repr(name)} of order {short_repr(order)}, expected one square board"
        )
    if kind not in ("sudoku", "custom") or not known:
        raise ParseError(f"{graph.place}: read a {short_repr(name)}, which has unsupported rules")
    return int(order)


def layout_of(graph: Node, size: int, place: Callable[[int], int]) -> Layout:
    """The layout of a graph; `place` gives the cell of a number."""
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
            raise ParseError(f"{group.place}: read a grid at {short_repr(group.attributes['at'])}, expected one at 0")
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
        raise ParseError(
            f"{node.place}: read cells {short_repr(node.text.strip())}, expected numbers 0 to {size**2 - 1}"
        )
    return frozenset(place(int(word)) for word in words)


def _layout(size: int, units: list[Cells]) -> Layout:
    """The layout of the units that are not rows or columns (rule 4)."""
    regions, taken = [], set[int]()
    for unit in units:
        if len(unit) == size and not unit & taken and not _is_diagonal(unit, size):
            regions.append(unit)
            taken |= unit
    if len(taken) != size**2:
        raise LayoutError("the units do not divide the board into boxes or regions")
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
    """Whether all units of diagonals, or of windows, are among these."""
    try:
        board = Layout(size, **{name: True})  # type: ignore[arg-type]
    except LayoutError:  # it has no windows
        return False
    return set(_sets(unit.cells for unit in board.extras)) <= extra


def graph_lines(layout: Layout, number: Callable[[int], int]) -> list[str]:
    """A layout as the lines of a graph; `number` gives the number of a cell."""
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
