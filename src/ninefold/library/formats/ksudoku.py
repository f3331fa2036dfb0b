"""KSudoku's XML: a game with its puzzle, its solution and what has been done.

1. Values are letters, _ for empty. KSudoku writes b for 1, c for 2 …, column by column. Letters from a on, which it
   never writes, are read as those of other programs: a for 1, row by row. Where no letter tells, it is KSudoku's way.
2. The history is played: a value is placed or taken back, markers are candidates. Markers inside a complex event are
   left out, for KSudoku writes them wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from ninefold.core.errors import GridError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.values import shown
from ninefold.library.formats.format import Format, Item, timed
from ninefold.library.formats.ksudoku_graph import LARGEST, graph_lines, layout_of, size_of
from ninefold.library.formats.tree import Node, read_tree
from ninefold.library.sheet import Marks, Sheet
from ninefold.library.source import Source

UNTOLD = "no letter tells whether a or b stands for 1; it was read as KSudoku writes, b for 1, column by column"


def read(source: Source) -> Iterator[Item]:
    """The one sheet of the file."""
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
    play = timed(int(elapsed) / 1000) if re.fullmatch(r"[0-9]{1,12}", elapsed, re.ASCII) else {}
    full = grid(solution, "solution") if solution.strip("_") else None
    try:
        yield Sheet(clues, placed=placed, candidates=marks, solution=full, play=play)
    except GridError as error:
        raise ParseError(f"{puzzle.place}: {error.message}", error.faults) from None


def _letters(node: Node | None) -> str:
    return "".join(node.text.split()) if node else ""


def _way(source: Source, text: str, size: int, puzzle: Node) -> tuple[str, Callable[[int], int]]:
    """The letter before that of 1, and which cell a number means (rule 1)."""
    last = chr(97 + size)
    if "a" in text and last in text:
        raise ParseError(f"{puzzle.place}: read letters a to {last}, one too many for {size} digits")
    if "a" in text:
        return "`", lambda at: at
    if last not in text:
        source.note(UNTOLD)
    return "a", lambda at: turned(at, size)


def turned(at: int, size: int) -> int:
    """The number of a cell counted column by column, if it was row by row, and the other way round."""
    return at % size * size + at // size


def _grid(text: str, layout: Layout, zero: str, place: Callable[[int], int], node: Node) -> Grid:
    size = layout.size
    first, last = chr(ord(zero) + 1), chr(ord(zero) + size)
    if len(text) != size**2 or not all(char == "_" or first <= char <= last for char in text):
        raise ParseError(
            f"{node.place}: read {shown(text)}, expected {size**2} letters {first} to {last}, or _ for empty"
        )
    digits = bytearray(size**2)
    for at, char in enumerate(text):
        digits[place(at)] = 0 if char == "_" else ord(char) - ord(zero)
    return Grid.of_digits(bytes(digits), layout)


def _played(source: Source, root: Node, clues: Grid, place: Callable[[int], int]) -> tuple[dict[int, int], Marks]:
    """What the history leaves (rule 2)."""
    placed: dict[int, int] = {}
    marks: Marks = {}
    for node in root.all("complex-event"):
        if any("markers" in event.attributes for event in node.all("simple-event")):
            source.note("candidates of complex events were left out: KSudoku writes them wrongly")
        for event in node.all("simple-event"):
            event.attributes.pop("markers", None)
    for event in root.all("simple-event"):
        cell = place(_number(event, "index", len(clues) - 1))
        if "markers" in event.attributes:
            flags = event.attributes["markers"]
            if not re.fullmatch(rf"[01]{{{clues.size}}}", flags, re.ASCII):
                raise ParseError(f"{event.place}: read markers {shown(flags)}, expected {clues.size} of 0 and 1")
            marks[cell] = tuple(digit for digit, flag in enumerate(flags, 1) if flag == "1")
        elif "value" in event.attributes and not clues.digits[cell]:
            placed[cell] = _number(event, "value", clues.size)
            marks.pop(cell, None)
    return {cell: digit for cell, digit in placed.items() if digit}, marks


def _number(event: Node, name: str, most: int) -> int:
    text = event.attributes.get(name, "")
    if not re.fullmatch(r"[0-9]{1,4}", text, re.ASCII) or int(text) > most:
        raise ParseError(f"{event.place}: read {name} {shown(text)}, expected 0 to {most}")
    return int(text)


def write(sheets: Sequence[Sheet]) -> bytes:
    """A game with its history: digits first, then candidates."""
    (sheet,) = sheets
    n = sheet.clues.size
    elapsed = round(1000 * sheet.play.get("seconds", 0))
    lines = ["<!DOCTYPE ksudoku>", "<ksudoku>", f' <game had-help="0" msecs-elapsed="{elapsed}">', "  <puzzle>"]
    lines += graph_lines(sheet.layout, lambda cell: turned(cell, n))
    lines += [f"   <values>{_written(sheet.clues)}</values>"]
    lines += [f"   <solution>{_written(sheet.solution)}</solution>"] if sheet.solution else []
    lines += ["  </puzzle>", "  <history>"]
    for cell, digit in sheet.placed.items():
        lines.append(f'   <simple-event index="{turned(cell, n)}" value="{digit}"/>')
    for cell, digits in sheet.candidates.items():
        flags = "".join("01"[digit in tuple(digits)] for digit in range(1, n + 1))
        lines.append(f'   <simple-event index="{turned(cell, n)}" markers="{flags}"/>')
    return ("\n".join([*lines, "  </history>", " </game>", "</ksudoku>"]) + "\n").encode()


def _written(grid: Grid) -> str:
    """The letters of a grid, column by column."""
    digits = (grid.digits[turned(at, grid.size)] for at in range(len(grid)))
    return "".join(chr(97 + digit) if digit else "_" for digit in digits)


def _fits(sheet: Sheet) -> str:
    size, extra = sheet.clues.size, sheet.layout.extra
    if size > LARGEST:
        return f"it has boards of at most {LARGEST} digits"
    others = {frozenset(unit.cells) for unit in sheet.layout.units if unit.kind != "extra"}
    if any(frozenset(unit) in others for unit in extra) or len(set(extra)) != len(extra):
        return "it has no unit twice"
    return "" if sheet.layout.box is None or 1 not in sheet.layout.box else "its boxes are no rows or columns"


def _normal(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Of the play, the time in thousandths of a second."""
    seconds = [timed(sheet.play.get("seconds")).get("seconds", 0) for sheet in sheets]
    return [sheet.having(play=timed(round(1000 * time) / 1000)) for sheet, time in zip(sheets, seconds, strict=True)]


FORMAT = Format(
    name="ksudoku",
    about="KSudoku's XML: a game in play",
    endings=(".ksudoku",),
    sniff=lambda source: re.search(r"<ksudoku[\s>]", source.peek[:4000]) is not None,
    read=read,
    write=write,
    parts=frozenset({"placed", "candidates", "solution", "play"}),
    fits=_fits,
    single=True,
    normal=_normal,
)
