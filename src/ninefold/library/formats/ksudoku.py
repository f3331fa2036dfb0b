"""KSudoku's XML: a game with its puzzle, its solution and what has been done.

1. Values are letters, a for 1, _ for empty. Plain boards of 4, 9, 16 and 25 digits and XSudoku (diagonals) are read;
   other kinds have units that the file tells in a way of its own, and are refused by name.
2. The history is played: a value is placed or taken back, markers are candidates. Markers inside a complex event are
   left out, for KSudoku writes them wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ninefold.core.errors import GridError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.values import shown
from ninefold.library.formats.format import Format, Item
from ninefold.library.formats.tree import Node, read_tree
from ninefold.library.sheet import Marks, Sheet
from ninefold.library.source import Source

KINDS = {"plain": False, "xsudoku": True}


def read(source: Source) -> Iterator[Item]:
    """The one sheet of the file."""
    root = read_tree(source.data)
    puzzle, graph = root.first("puzzle"), root.first("graph")
    if puzzle is None or graph is None:
        raise ParseError(f"{root.place}: <{root.name}> has no <puzzle> with a <graph>")
    layout = _layout(graph)
    clues = _grid(puzzle.first("values"), layout, puzzle)
    node = puzzle.first("solution")
    solution = _grid(node, layout, puzzle) if node and node.text.strip(" \n_") else None
    placed, marks = _played(source, root, clues)
    game = root.first("game")
    elapsed = game.attributes.get("msecs-elapsed", "") if game else ""
    play = {"seconds": int(elapsed) / 1000} if re.fullmatch(r"[0-9]{1,12}", elapsed, re.ASCII) else {}
    try:
        yield Sheet(clues, placed=placed, candidates=marks, solution=solution, play=play)
    except GridError as error:
        raise ParseError(f"{puzzle.place}: {error.message}", error.faults) from None


def _layout(graph: Node) -> Layout:
    order = graph.attributes.get("order", "")
    kind = graph.attributes.get("specific-type") or graph.attributes.get("type", "")
    if order not in ("4", "9", "16", "25") or kind.lower() not in KINDS:
        raise ParseError(
            f"{graph.place}: read a {shown(kind)} of {order} digits; only plain boards and XSudoku are read"
        )
    return Layout(int(order), diagonals=KINDS[kind.lower()])


def _grid(node: Node | None, layout: Layout, around: Node) -> Grid:
    text = "".join(node.text.split()) if node else ""
    last = chr(96 + layout.size)
    digits = bytes(0 if char == "_" else ord(char) - 96 if "a" <= char <= last else 255 for char in text)
    if len(digits) != layout.size**2 or 255 in digits:
        place = (node or around).place
        raise ParseError(f"{place}: read {shown(text)}, expected {layout.size**2} letters a to {last}, or _ for empty")
    return Grid.of_digits(digits, layout)


def _played(source: Source, root: Node, clues: Grid) -> tuple[dict[int, int], Marks]:
    """What the history leaves (rule 2)."""
    placed: dict[int, int] = {}
    marks: Marks = {}
    for node in root.all("complex-event"):
        if any("markers" in event.attributes for event in node.all("simple-event")):
            source.note("candidates of complex events were left out: KSudoku writes them wrongly")
        for event in node.all("simple-event"):
            event.attributes.pop("markers", None)
    for event in root.all("simple-event"):
        cell = _number(event, "index", len(clues) - 1)
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
    elapsed = round(1000 * float(sheet.play.get("seconds", 0)))
    kind = "XSudoku" if sheet.layout.diagonals else "Plain"
    lines = [
        "<!DOCTYPE ksudoku>",
        "<ksudoku>",
        f' <game had-help="0" msecs-elapsed="{elapsed}">',
        "  <puzzle>",
        f'   <graph order="{n}" type="sudoku" specific-type="{kind}"/>',
        f"   <values>{_letters(sheet.clues)}</values>",
    ]
    lines += [f"   <solution>{_letters(sheet.solution)}</solution>"] if sheet.solution else []
    lines += ["  </puzzle>", "  <history>"]
    lines += [f'   <simple-event index="{cell}" value="{digit}"/>' for cell, digit in sheet.placed.items()]
    for cell, digits in sheet.candidates.items():
        flags = "".join("01"[digit in tuple(digits)] for digit in range(1, n + 1))
        lines.append(f'   <simple-event index="{cell}" markers="{flags}"/>')
    return ("\n".join([*lines, "  </history>", " </game>", "</ksudoku>"]) + "\n").encode()


def _letters(grid: Grid) -> str:
    return "".join(chr(96 + digit) if digit else "_" for digit in grid.digits)


def _fits(sheet: Sheet) -> str:
    plain = sheet.layout in (Layout(sheet.clues.size), Layout(sheet.clues.size, diagonals=True))
    return "" if sheet.clues.size in (4, 9, 16, 25) and plain else f"it has no board {sheet.layout}"


def _normal(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Of the play, the time in thousandths of a second."""
    return [
        sheet.having(play={"seconds": round(1000 * float(sheet.play.get("seconds", 0))) / 1000}) for sheet in sheets
    ]


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
