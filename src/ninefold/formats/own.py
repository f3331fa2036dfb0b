"""Our own JSON, `ninefold/1`, which keeps everything but a proof; the same as a link; and `--json` output.

    {"format": "ninefold/1", "layout": "9", "clues": "53..7…", "placed": {"r1c3": 4},
     "marks": {"centre": {"r1c4": [2, 6]}, "corner": {}}, "solution": "534…", "meta": {"name": "…"}, "play": {}}

1. A file holds one object, or several, one per line. Empty parts are omitted.
2. A link has all of it after a #, which browsers do not send. Three kinds are read, the first is written:

       #p=…                           the same text, packed by deflate, in base 64 for web addresses
       #game=…                        the same text, not packed, in that base 64: what Share in the app gives
       #puzzle=53..7…&layout=9&name=… the clues alone; above 9, numbers separated by -. Other values, such as those of
                                      the Lab, are ignored.

3. `records` are the JSON lines that commands write with `--json`, so that one command can feed another, and those of
   datasets. `puzzle` is read and, if there are any, `layout`, `solution` (or the only one of `solutions`) and texts
   such as `level`, `rating` and `source`; everything else is ignored.

       {"puzzle": "..4.1......3.1..", "layout": "4", "clues": 4, "level": "easy", "seed": 1, "number": 1}
"""

from __future__ import annotations

import json
import math
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Iterator, Sequence
from math import inf
from typing import Any
from urllib.parse import parse_qs

from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.grid import Grid, read_line
from ninefold.core.layout import Layout
from ninefold.core.puzzle import META, PARTS, Marks, Puzzle
from ninefold.formats.documents import Document, documents, one_document
from ninefold.formats.format import Format, InputFile, Item, by_batches

NAME = "ninefold/1"
MAX_LINK_BYTES = 2_000_000
_LINK = re.compile(r"\S*#(?:(p|game)=([A-Za-z0-9_=-]+)|((?:[\w-]+=[^\s#&]*&)*puzzle=\S+))")
PUZZLE, SOLUTION = ("puzzle", "quizzes", "question"), ("solution", "solutions", "answer")
# The puzzle may follow other short values, such as an ID.
_RECORD = re.compile(
    rf'\s*\{{\s*(?:"\w+"\s*:\s*(?:"[^"\\]{{0,200}}"|[-\w.]{{1,40}})\s*,\s*){{0,20}}"(?:{"|".join(PUZZLE)})"\s*:\s*"',
    re.ASCII,
)
KEYS = ("format", "layout", "clues", "placed", "marks", "solution", "meta", "play")


def read(source: InputFile) -> Iterator[Item]:
    """A puzzle per object."""
    for document in documents(source.text):
        try:
            yield puzzle_of(document)
        except ParseError as error:
            yield error


def puzzle_of(document: Document) -> Puzzle:
    """The puzzle of an object; nothing in it is ignored."""
    value = document.value
    if not isinstance(value, dict) or value.get("format") != NAME:
        raise document.at("format").error(f"{NAME!r}")
    if unknown := value.keys() - set(KEYS):
        raise document.at(min(unknown)).error(f"only {', '.join(KEYS)}")
    try:
        layout = Layout.parse(document.at("layout").word())
        clues = _grid(document.at("clues"), layout)
        solution = _grid(document.at("solution"), layout) if "solution" in value else None
        return Puzzle.from_parts(
            clues,
            placed={cell: part.number(1, layout.size) for cell, part in _cells(document.at("placed"), layout)},
            centre=_marks(document.at("marks", "centre"), layout),
            corner=_marks(document.at("marks", "corner"), layout),
            solution=solution,
            meta={name: document.at("meta", name).word() for name in _names(document.at("meta"))},
            **_play(document.at("play")),
        )
    except NinefoldError as error:
        text = error.message if error.message.startswith("line ") else f"{document.place}: {error.message}"
        raise ParseError(text, error.faults) from None


def _play(document: Document) -> dict[str, Any]:
    """The time, the history and whatever else an app has stored with the game."""
    extra = {name: document.value[name] for name in _names(document)}
    seconds, history = extra.pop("seconds", 0), extra.pop("history", [])
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < inf:
        raise document.at("seconds").error("a number from 0")
    if not isinstance(history, list):
        raise document.at("history").error("a list")
    found = {"seconds": seconds, "history": history, "extra": extra}
    return {name: value for name, value in found.items() if value}


def _grid(document: Document, layout: Layout) -> Grid:
    return read_line(document.word(), layout)


def _names(document: Document) -> list[str]:
    if not isinstance(document.value, dict | None):
        raise document.error("an object")
    return list(document.value or ())


def _cells(document: Document, layout: Layout) -> Iterator[tuple[int, Document]]:
    for name in _names(document):
        yield layout.cell(name), document.at(name)


def _marks(document: Document, layout: Layout) -> Marks:
    cells = _cells(document, layout)
    return {cell: tuple(digit.number(1, layout.size) for digit in part.items()) for cell, part in cells}


def as_object(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as a JSON object."""
    name = puzzle.layout.name

    def marks(of: Any) -> dict[str, list[int]]:
        return {name(cell): list(digits) for cell, digits in of.items()}

    found: dict[str, Any] = {"format": NAME, "layout": str(puzzle.layout), "clues": puzzle.clues.line}
    if puzzle.placed:
        found["placed"] = {name(cell): digit for cell, digit in puzzle.placed.items()}
    if puzzle.centre or puzzle.corner:
        found["marks"] = {"centre": marks(puzzle.centre), "corner": marks(puzzle.corner)}
    if puzzle.solution:
        found["solution"] = puzzle.solution.line
    play = dict(puzzle.extra)
    play |= {"seconds": puzzle.seconds} if puzzle.seconds else {}
    play |= {"history": list(puzzle.history)} if puzzle.history else {}
    rest = {"meta": puzzle.meta, "play": play}
    return found | {key: value for key, value in rest.items() if value}


def write(puzzles: Sequence[Puzzle]) -> bytes:
    """One object per line."""
    return "".join(json.dumps(as_object(puzzle)) + "\n" for puzzle in puzzles).encode()


# --- links ------------------------------------------------------------------------------------


def read_links(source: InputFile) -> Iterator[Item]:
    """A puzzle per link (rule 2)."""
    for number, line in enumerate(source.lines(), 1):
        if line.strip():
            match = _LINK.fullmatch(line.strip())
            try:
                if match is None:
                    raise ParseError("expected a link with #p=, #game= or #puzzle=")
                yield _linked(*match.groups())
            except NinefoldError as error:
                yield ParseError(f"line {number}: {error.message}", error.faults)


def _linked(kind: str | None, packed: str | None, values: str | None) -> Puzzle:
    """The puzzle of one link, packed or not, or of its clues alone."""
    if values is not None:
        return _bare(parse_qs(values))
    return puzzle_of(one_document(unpack(packed or "", plain=kind == "game")))


def _bare(values: dict[str, list[str]]) -> Puzzle:
    """The puzzle of a link with the clues alone."""
    if "puzzle" not in values:
        raise ParseError("the link contains no puzzle")
    text = values["puzzle"][0].replace("-", " ").strip()
    words = text.split()
    size = math.isqrt(len(words) if len(words) > 1 else len(text))
    layout = Layout.parse(values["layout"][0]) if "layout" in values else Layout.of_size(size)
    clues = Grid(text, layout=layout) if layout.size > 9 and len(words) > 1 else read_line("".join(words), layout)
    return Puzzle.from_parts(clues, meta={"name": values["name"][0]} if "name" in values else {})


def unpack(packed: str, *, plain: bool = False) -> str:
    """The text of a link, limited in length; `plain` if it is not packed."""
    try:
        data = urlsafe_b64decode(packed.rstrip("=") + "=" * (-len(packed.rstrip("=")) % 4))
        return (data if plain else inflate(data)).decode()
    except (Base64Error, ValueError) as error:
        if isinstance(error, ParseError):
            raise
        raise ParseError("the link is damaged: it contains no packed text") from None


def inflate(data: bytes) -> bytes:
    """Unpacked bytes; an error if there are too many."""
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        found = unpacker.decompress(data, MAX_LINK_BYTES)
    except zlib.error:
        raise ParseError("the link is damaged: it is not packed by deflate") from None
    if not unpacker.eof:
        raise ParseError(f"the link is incomplete, or unpacks to more than {MAX_LINK_BYTES:,} bytes")
    return found


def link_of(puzzle: Puzzle) -> str:
    """A puzzle as the end of a web address."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = packer.compress(json.dumps(as_object(puzzle), separators=(",", ":")).encode()) + packer.flush()
    return "#p=" + urlsafe_b64encode(data).decode().rstrip("=")


def write_links(puzzles: Sequence[Puzzle]) -> bytes:
    """A link per line."""
    return "".join(link_of(puzzle) + "\n" for puzzle in puzzles).encode()


FORMAT = Format(
    name="ninefold",
    about="our own JSON, with everything known about a puzzle",
    endings=(".json", ".jsonl", ".ninefold"),
    sniff=lambda source: re.match(r'\s*\{\s*"format"\s*:\s*"ninefold/', source.peek) is not None,
    read=read,
    write=write,
    pieces=by_batches(write),
    parts=frozenset(PARTS),
    meta=None,
)
LINK = Format(
    name="link",
    about="our own JSON packed into a link, #p=…; also reads the links of the app, #game=… and #puzzle=…",
    sniff=lambda source: _LINK.match(source.peek.lstrip()) is not None,
    read=read_links,
    write=write_links,
    pieces=by_batches(write_links),
    parts=frozenset(PARTS),
    meta=None,
)


def read_records(source: InputFile) -> Iterator[Item]:
    """A puzzle per object."""
    for document in documents(source.text):
        try:
            yield _puzzle(document)
        except NinefoldError as error:
            text = error.message if error.message.startswith("line ") else f"{document.place}: {error.message}"
            yield ParseError(text, error.faults)


def _puzzle(document: Document) -> Puzzle:
    if not isinstance(document.value, dict):
        raise document.error("an object")
    name = next((name for name in PUZZLE if name in document.value), PUZZLE[0])
    written, layout = document.at(name), document.at("layout")
    if not isinstance(written.value, str):
        raise written.error("a text")
    if layout.value is None:
        puzzle = Grid(written.value)
    elif isinstance(layout.value, str):
        puzzle = read_line(written.value, Layout.parse(layout.value))
    else:
        raise layout.error("a text")
    solution = _solution(document)
    texts = {name: document.at(name).word() for name in META if isinstance(document.at(name).value, str | int | float)}
    return Puzzle.from_parts(
        puzzle,
        solution=Grid(solution, layout=puzzle.layout) if solution else None,
        meta={name: text for name, text in texts.items() if text},
    )


def _solution(document: Document) -> str:
    """The solution; empty if there is none, or more than one."""
    for name in SOLUTION:
        found = document.at(name).value
        if isinstance(found, list) and len(found) == 1:
            found = found[0]
        if isinstance(found, str) and found:
            return found
    return ""


RECORDS = Format(
    name="records",
    about="JSON lines with a puzzle and perhaps its solution, such as the --json output of our commands (read-only)",
    sniff=lambda source: _RECORD.match(source.peek) is not None,
    read=read_records,
    parts=frozenset({"solution"}),
    meta=frozenset(META),
)
