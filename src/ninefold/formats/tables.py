"""CSV with a heading: Kaggle's sets, sudoku-extreme, and our own with all texts of a puzzle.

1. The heading names the columns; unknown columns are kept under their names. The separator is the comma, semicolon or
   tab that gives the heading a column of puzzles. Excel may write it in a line before, such as sep=;
2. Fields may be quoted. A text that a spreadsheet would take for a formula is written with ' before it, and reading
   removes that ' again.
"""

from __future__ import annotations

import csv
import io
import json
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from ninefold.core.alphabet import default_alphabet
from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.puzzle import META, Puzzle
from ninefold.core.values import short_repr
from ninefold.formats.format import (
    Format,
    InputFile,
    Item,
    by_batches,
    digits_line,
    grid_at,
    layout_of_word,
    only_lines,
    only_nine,
    puzzle_error,
)

PUZZLE = ("quizzes", "puzzle", "question")
SOLUTION = ("solutions", "solution", "answer")
NAMES = {"difficulty": "rating"}
LAYOUT = "layout"
_NAME = re.compile(rf"(?!({'|'.join((*PUZZLE, *SOLUTION, *NAMES, LAYOUT))}|clues)$)[a-z][a-z0-9_.]*", re.ASCII)
MAX_REPORTED = 100_000  # longer lines are not read
IN_MEMORY = 1 << 20  # bytes of rows that wait; more go to the disk
PARTING = ",;\t"
_SEP = re.compile(r"sep=(.)", re.IGNORECASE)
LIVE = "=+-@\t\r\n＝＋－＠"


@dataclass(frozen=True)
class _Heading:
    """The heading of a table: its columns, the column of the puzzles, the separator."""

    names: tuple[str, ...]
    puzzle: int | None
    parting: str
    line: int = 1

    @classmethod
    def of(cls, lines: Sequence[str]) -> _Heading:
        """The heading of a text that begins with these lines."""
        sep = _SEP.fullmatch(lines[0].strip(" ")) if lines else None
        number = 2 if sep else 1
        line = lines[number - 1] if len(lines) >= number else ""
        for parting in sep[1] if sep else PARTING:
            names = tuple(_names(_fields(line, parting)))
            puzzle = next((index for index, name in enumerate(names) if name in PUZZLE), None)
            if puzzle is not None:
                return cls(names, puzzle, parting, number)
        return cls(tuple(line.split(",")), None, ",", number)


def _names(fields: list[str]) -> Iterator[str]:
    """The names of columns: QQWing's Hidden Singles is hidden_singles, and its Difficulty is a level."""
    is_qqwing = "Hidden Singles" in fields
    for field in fields:
        name = re.sub(r"[ /]+", "_", field.strip().lower())
        yield {"difficulty": "level", "givens": "clues"}.get(name, name) if is_qqwing else name


def _fields(line: str, parting: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=parting), [])
    except (csv.Error, TypeError, ValueError):  # a character that cannot separate fields
        return []


def read(source: InputFile) -> Iterator[Item]:
    """A puzzle per row below the heading."""
    lines = source.lines()
    first = list(islice(lines, 2))
    heading = _Heading.of(first)
    if heading.puzzle is None:
        read = short_repr(",".join(heading.names))
        raise ParseError(f"line {heading.line}: no column is named {', '.join(PUZZLE)}; read {read}")
    last = [""]
    rest = _remembered(chain(first[heading.line :], lines), last)
    reader = csv.reader(rest, delimiter=heading.parting, strict=True)
    try:
        for row in reader:
            if row:
                yield _item(source, heading, row, heading.line + reader.line_num, last[0])
    except csv.Error as error:
        raise ParseError(f"line {heading.line + reader.line_num}: {error}") from None


def _remembered(lines: Iterable[str], last: list[str]) -> Iterator[str]:
    """Lines with their ends; the last one is remembered for the columns in messages."""
    for line in lines:
        last[0] = line
        yield line + "\n"


def _item(source: InputFile, heading: _Heading, row: list[str], number: int, line: str) -> Item:
    names = heading.names
    try:
        if len(row) == len(names) + 1 and not row[-1]:  # QQWing ends each row with a comma
            row = row[:-1]
        if len(row) != len(names):
            raise ParseError(f"line {number}: read {len(row)} fields, expected {len(names)} as in the heading")
        return _puzzle(source, heading, row, number, line)
    except NinefoldError as error:
        text = error.message if error.message.startswith("line ") else f"line {number}: {error.message}"
        texts = dict(zip(names, row, strict=False))
        return puzzle_error(text, error.faults, texts.get("id") or texts.get("name", ""))


def _puzzle(source: InputFile, heading: _Heading, row: list[str], number: int, line: str) -> Puzzle:
    layout, alphabet, puzzle = source.layout, source.alphabet, heading.puzzle or 0
    if LAYOUT in heading.names:  # our own format, and our own alphabet
        layout = layout or layout_of_word(row[heading.names.index(LAYOUT)])
        alphabet = alphabet or default_alphabet(layout.size) or None
    column = 1 + sum(len(field) + 1 for field in row[:puzzle])
    if '"' in line:  # quotes shift the columns
        column = 1 + max(0, line.find(row[puzzle]))
    clues = grid_at(row[puzzle], number, column, layout, alphabet)
    solution, texts = None, {}
    for name, field in zip(heading.names, row, strict=True):
        if name in SOLUTION and field:
            solution = grid_at(field, number, 1, clues.layout, alphabet)
        elif name and name not in (*PUZZLE, *SOLUTION, LAYOUT, "clues") and field:
            texts[NAMES.get(name, name)] = _asleep(field)
    return Puzzle.from_parts(clues, solution=solution, meta=texts)


def _safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula (rule 2)."""
    return f"'{text}" if text.lstrip("'").startswith(tuple(LIVE)) else text


def _asleep(text: str) -> str:
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(tuple(LIVE)) else text


def write(puzzles: Sequence[Puzzle]) -> bytes:
    """All texts, with a column for each that any puzzle has."""
    return b"".join(pieces(iter([puzzles])))


def pieces(batches: Iterator[Sequence[Puzzle]]) -> Iterator[bytes]:
    """The same in pieces.

    The heading names every text and can be written only when all puzzles are known. So the rows wait in a temporary
    file, on the disk only if there are many, each with its texts by name, and are laid out under the heading at the
    end.
    """
    texts: set[str] = set()
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as waiting:
        for batch in batches:
            texts.update(name for puzzle in batch for name in puzzle.meta)
            rows = [(puzzle.clues.line, _solution(puzzle), str(puzzle.layout), puzzle.meta) for puzzle in batch]
            waiting.write(json.dumps(rows).encode() + b"\n")
        names = [name for name in META if name in texts] + sorted(texts - set(META))
        yield _csv([["puzzle", "solution", LAYOUT, *names]])
        waiting.seek(0)
        for line in waiting:
            yield _csv([*start, *(meta.get(name, "") for name in names)] for *start, meta in json.loads(line))


def _solution(puzzle: Puzzle) -> str:
    return puzzle.solution.line if puzzle.solution else ""


KAGGLE_HEADING, EXTREME_HEADING = b"quizzes,solutions\n", b"source,question,answer,rating\n"


def _kaggle_rows(puzzles: Sequence[Puzzle]) -> bytes:
    """Puzzles and solutions, 0 for empty."""
    return _csv([digits_line(puzzle.clues, "0"), _solution(puzzle)] for puzzle in puzzles)


def _extreme_rows(puzzles: Sequence[Puzzle]) -> bytes:
    """Source, puzzle, solution and rating."""
    texts = ((puzzle, puzzle.meta) for puzzle in puzzles)
    return _csv([m.get("source", ""), p.clues.line, _solution(p), m.get("rating", "")] for p, m in texts)


def _csv(rows: Iterable[list[str]]) -> bytes:
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows([_safe(field) for field in row] for row in rows)
    return file.getvalue().encode()


def _heading(source: InputFile) -> _Heading:
    return _Heading.of(re.split(r"\r\n|\n|\r", source.peek, maxsplit=2)[:2])


def _unsupported(puzzle: Puzzle) -> str:
    if sum(len(text.encode()) for text in puzzle.meta.values()) > MAX_REPORTED:
        return f"its texts have more than {MAX_REPORTED:,} bytes"
    return only_lines(puzzle)


def _normalise(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Names that a heading can have, texts with one kind of line end."""
    return [
        puzzle.replace(meta={name: _plain(text) for name, text in puzzle.meta.items() if _NAME.fullmatch(name)})
        for puzzle in puzzles
    ]


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")


KAGGLE = Format(
    name="kaggle",
    about="Kaggle datasets: CSV with the columns quizzes and solutions",
    sniff=lambda source: _heading(source).names in (("quizzes", "solutions"), ("puzzle", "solution")),
    read=read,
    write=lambda puzzles: KAGGLE_HEADING + _kaggle_rows(puzzles),
    pieces=by_batches(_kaggle_rows, KAGGLE_HEADING),
    parts=frozenset({"solution"}),
    unsupported=only_nine,
)
EXTREME = Format(
    name="extreme",
    about="sudoku-extreme: CSV with the columns source, question, answer, rating",
    sniff=lambda source: _heading(source).names == ("source", "question", "answer", "rating"),
    read=read,
    write=lambda puzzles: EXTREME_HEADING + _extreme_rows(puzzles),
    pieces=by_batches(_extreme_rows, EXTREME_HEADING),
    parts=frozenset({"solution"}),
    meta=frozenset({"source", "rating"}),
    unsupported=only_nine,
    normalise=_normalise,
)
CSV = Format(
    name="csv",
    about="our own CSV: puzzle, solution and a column for each text",
    endings=(".csv",),
    sniff=lambda source: _heading(source).puzzle is not None,
    read=read,
    write=write,
    pieces=pieces,
    parts=frozenset({"solution"}),
    meta=None,
    unsupported=_unsupported,
    normalise=_normalise,
)
