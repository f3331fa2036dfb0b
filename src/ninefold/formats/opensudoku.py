"""OpenSudoku's XML, and that of Sudoku 10'000 (`.1gsudoku`).

1. The data of a game are 81 digits, 0 for empty; or, in saved games, `version: 1` to `version: 5` and then for each
   cell, separated by bars, its digit, its centre marks, from version 4 its corner marks, in version 5 its colour, and
   whether the player may change it. Marks are - or digits with commas in version 1, and the bits of a number from
   version 2 on. Version 2 puts two bars after some marks. Colours are not kept.
2. Metadata are stored once for all puzzles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.puzzle import Puzzle
from ninefold.core.values import short_repr
from ninefold.formats.documents import Node, read_tree
from ninefold.formats.format import NINE, Format, InputFile, Item, digits_line, grid_at, one_line, only_nine

NAMES = {
    "name": "name",
    "author": "author",
    "description": "description",
    "comment": "comment",
    "created": "created",
    "source": "source",
    "level": "level",
    "sourceURL": "url",
}
FIELDS = {1: 3, 2: 3, 3: 3, 4: 4, 5: 5}  # of a cell, by version
_SAVED = re.compile(r"version: ([0-9]+)\s+(.*)", re.DOTALL | re.ASCII)


def read(source: InputFile) -> Iterator[Item]:
    """A puzzle per game."""
    root = read_tree(source.data)
    texts = {ours: text for theirs, ours in NAMES.items() if (text := _text_of(root, theirs))}
    games = [node for name in ("game", "sudoku") for node in [root, *root.all(name)] if node.name == name]
    if not games:
        raise ParseError(f"{root.place}: no game in <{root.name}>; expected <game data=…>")
    for game in games:
        try:
            yield _puzzle(game, texts)
        except NinefoldError as error:
            yield ParseError(f"{game.place}: {error.message}", error.faults)


def _text_of(root: Node, name: str) -> str:
    node = next((node for node in root.inside if node.name == name), None)
    return node.text.strip() if node else ""


def _puzzle(game: Node, texts: dict[str, str]) -> Puzzle:
    data = game.attributes.get("data", "").strip()
    if match := _SAVED.fullmatch(data):
        return _saved(int(match[1]), match[2], texts)
    if not re.fullmatch(r"[0-9.]{81}", data, re.ASCII):
        raise ParseError(f"read data={short_repr(data)}, expected 81 digits, 0 for empty")
    return Puzzle.from_parts(grid_at(data, game.line, 1, NINE), meta=texts)


def _saved(version: int, text: str, texts: dict[str, str]) -> Puzzle:
    """A saved game (rule 1)."""
    each = FIELDS.get(version, 0)
    parts = (text.replace("||", "|") if version == 2 else text).strip().rstrip("|").split("|")
    if len(parts) != 81 * each:
        raise ParseError(
            f"read {len(parts)} parts of version {version}, expected {81 * (each or 3)} of version 1 to {max(FIELDS)}"
        )
    clues, placed, notes, more = bytearray(81), {}, {}, {}
    for cell in range(81):
        digit, *between, editable = (part.strip() for part in parts[each * cell : each * (cell + 1)])
        if not re.fullmatch(r"[0-9]", digit, re.ASCII) or editable not in ("0", "1"):
            read = short_repr((digit, *between, editable))
            raise ParseError(f"{NINE.name(cell)}: read {read}, expected digit, notes, 0 or 1")
        if editable == "0":
            clues[cell] = int(digit)
        elif digit != "0":
            placed[cell] = int(digit)
        notes[cell] = _notes(version, between[0], cell)
        more[cell] = _notes(version, between[1], cell) if version > 3 else ()
    return Puzzle.from_parts(Grid.from_digits(bytes(clues), NINE), placed=placed, centre=notes, corner=more, meta=texts)


def _notes(version: int, text: str, cell: int) -> tuple[int, ...]:
    if version > 1 and re.fullmatch(r"[0-9]{1,3}", text, re.ASCII) and int(text) < 512:
        return tuple(digit for digit in range(1, 10) if int(text) >> (digit - 1) & 1)
    if version == 1 and re.fullmatch(r"-|([1-9],?)*", text, re.ASCII):
        return tuple(int(digit) for digit in text if digit.isdigit())
    raise ParseError(f"{NINE.name(cell)}: read notes {short_repr(text)}")


def write(puzzles: Sequence[Puzzle]) -> bytes:
    """All puzzles, with the metadata they share."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<opensudoku>"]
    texts = puzzles[0].meta if puzzles else {}
    lines += [f"  <{theirs}>{escape(texts.get(ours, ''))}</{theirs}>" for theirs, ours in NAMES.items()]
    rows = [digits_line(puzzle.clues, "0") for puzzle in puzzles]
    lines += [f'  <game data="{line}" />' for line in rows]
    return ("\n".join([*lines, "</opensudoku>"]) + "\n").encode()


def write_1g(puzzles: Sequence[Puzzle]) -> bytes:
    """The one puzzle."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<sudoku data="{digits_line(puzzles[0].clues, "0")}" />\n'.encode()


def _normalise(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Only the texts that all puzzles share (rule 2)."""
    first = puzzles[0].meta if puzzles else {}
    common = {name: xml_text(text) for name, text in first.items() if all(s.meta.get(name) == text for s in puzzles)}
    return [puzzle.replace(meta=common) for puzzle in puzzles]


def xml_text(text: str) -> str:
    """A text without characters that XML cannot hold."""
    return one_line("".join(char for char in text if char.isprintable() or char.isspace()))


FORMAT = Format(
    name="opensudoku",
    about="OpenSudoku's XML: puzzles that share their metadata",
    endings=(".opensudoku",),
    sniff=lambda source: re.search(r"<opensudoku[\s>/]", source.peek[:4000]) is not None,
    read=read,
    write=write,
    parts=frozenset(),
    meta=frozenset(NAMES.values()),
    unsupported=only_nine,
    normalise=_normalise,
)
TEN_THOUSAND = Format(
    name="1gsudoku",
    about="Sudoku 10'000: one puzzle as XML",
    endings=(".1gsudoku",),
    sniff=lambda source: re.search(r"<sudoku\s[^>]*data=", source.peek[:4000]) is not None,
    read=read,
    write=write_1g,
    unsupported=only_nine,
    single=True,
)
