"""Parquet: columns for machine learning, by pyarrow (the extra `parquet`).

Columns: puzzle, solution, size, n_clues, canon (the library ID), rating (the ER), ep, ed, minutes, hodoku_score, level,
hodoku_level, techniques, source; others are ignored.
"""

from __future__ import annotations

import io
import struct
import tempfile
from collections.abc import Iterator, Sequence
from itertools import islice
from math import isfinite
from typing import Any

from ninefold.core.canonical import library_id
from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.puzzle import Puzzle
from ninefold.core.values import short_repr
from ninefold.formats.format import BATCH, Format, InputFile, Item, only_standard
from ninefold.solving.arrays import ids_many
from ninefold.solving.scores import score_many

PUZZLE = ("puzzle", "question", "quizzes")
SOLUTION = ("solution", "answer", "solutions")
NUMBERS = ("rating", "ep", "ed", "minutes", "hodoku_score")  # 32-bit numbers …
TEXTS = ("level", "hodoku_level", "techniques", "source")  # … and texts
ROWS = 4096  # read together
GROUP = 16_000  # rows that are written together


def library() -> tuple[Any, Any]:
    """The library pyarrow and its Parquet module, or an error that says how to install them."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise ParseError("Parquet needs pyarrow: pip install 'ninefold[parquet]'") from None
    return pyarrow, pyarrow.parquet


def read(source: InputFile) -> Iterator[Item]:
    """A puzzle per row."""
    arrow, parquet = library()
    try:
        file = parquet.ParquetFile(io.BytesIO(source.data))
        names = file.schema_arrow.names
        wanted = [name for name in (*PUZZLE, *SOLUTION, *NUMBERS, *TEXTS) if name in names]
        if not set(wanted) & set(PUZZLE):
            raise ParseError(f"no column is named {', '.join(PUZZLE)}; there are {', '.join(names[:20])}")
        number = 0
        for batch in file.iter_batches(ROWS, columns=wanted):
            for row in batch.to_pylist():
                number += 1
                yield _item(source, row, number)
    except (arrow.ArrowException, OSError, ValueError, KeyError) as error:
        if isinstance(error, NinefoldError):
            raise
        raise ParseError(f"the Parquet file cannot be read: {str(error)[:200]}") from None


def _item(source: InputFile, row: dict[str, Any], number: int) -> Item:
    try:
        puzzle = next(row[name] for name in PUZZLE if name in row)
        solution = next((row[name] for name in SOLUTION if row.get(name)), None)
        if not isinstance(puzzle, str):
            raise ParseError(f"read {short_repr(puzzle)}, expected the text of a puzzle")
        clues = Grid(puzzle, layout=source.layout, alphabet=source.alphabet)
        full = Grid(str(solution), layout=clues.layout, alphabet=source.alphabet) if solution else None
        texts = {
            name: _text(value) if name in NUMBERS and isinstance(value, float) else str(value)
            for name in (*NUMBERS, *TEXTS)
            if (value := row.get(name)) is not None
        }
        return Puzzle.from_parts(clues, solution=full, meta=texts)
    except NinefoldError as error:
        return ParseError(f"row {number}: {error.message}", error.faults)


def write(puzzles: Sequence[Puzzle]) -> bytes:
    """All puzzles as columns."""
    return b"".join(pieces(iter([puzzles])))


def pieces(batches: Iterator[Sequence[Puzzle]]) -> Iterator[bytes]:
    """The same in pieces, from a temporary file."""
    arrow, parquet = library()
    schema = _table(arrow, []).schema
    with tempfile.TemporaryFile() as file:
        with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
            while some := [puzzle for batch in islice(batches, GROUP // BATCH) for puzzle in batch]:
                writer.write_table(_table(arrow, some))
        file.seek(0)
        while piece := file.read(1 << 20):
            yield piece


def _table(arrow: Any, puzzles: Sequence[Puzzle]) -> Any:
    columns = {
        "puzzle": arrow.array([puzzle.clues.line for puzzle in puzzles], arrow.string()),
        "solution": arrow.array([s.solution.line if s.solution else None for s in puzzles], arrow.string()),
        "size": arrow.array([puzzle.clues.size for puzzle in puzzles], arrow.int8()),
        "n_clues": arrow.array([len(s.clues.digits) - s.clues.digits.count(0) for s in puzzles], arrow.int16()),
        "canon": arrow.array(_ids([puzzle.clues for puzzle in puzzles]), arrow.string()),
    }
    for name in NUMBERS:
        columns[name] = arrow.array([_number(puzzle, name) for puzzle in puzzles], arrow.float32())
    for name in TEXTS:
        columns[name] = arrow.array([puzzle.meta.get(name) for puzzle in puzzles], arrow.string())
    return arrow.table(columns)


def _ids(grids: Sequence[Grid]) -> list[str]:
    """The library IDs; those of 9×9 puzzles are computed together."""
    import numpy as np

    found = [""] * len(grids)
    nine = [row for row, grid in enumerate(grids) if grid.layout == Layout.of_size(9)]
    array = np.frombuffer(b"".join(grids[row].digits for row in nine), np.uint8).reshape(-1, 81)
    fine = np.flatnonzero(score_many(array, array, solutions=array).clashing == 0).tolist() if nine else []
    for row, name in zip(fine, ids_many(array[fine]).tolist(), strict=True):
        found[nine[row]] = name
    return [name or library_id(grid) for name, grid in zip(found, grids, strict=True)]


def _number(puzzle: Puzzle, name: str) -> float | None:
    try:
        number = float(puzzle.meta[name])
        return _single(number) if isfinite(number) else None
    except (KeyError, ValueError, OverflowError):
        return None


def _single(number: float) -> float:
    """The nearest 32-bit number."""
    found: float = struct.unpack("f", struct.pack("f", number))[0]
    return found


def _text(number: float) -> str:
    """The shortest text that means the same 32-bit number: 3, 3.5, 7.1; other numbers are written in full."""
    texts = (f"{number:.{digits}g}" for digits in range(1, 10))
    try:
        return next((text for text in texts if _single(float(text)) == number and "e" not in text), str(number))
    except OverflowError:
        return str(number)


def _normalise(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Numbers of ratings as 32-bit numbers."""
    done = []
    for puzzle in puzzles:
        numbers = {name: _number(puzzle, name) for name in NUMBERS if name in puzzle.meta}
        texts = {name: "" if number is None else _text(number) for name, number in numbers.items()}
        done.append(puzzle.replace(meta=dict(puzzle.meta) | texts) if texts else puzzle)
    return done


FORMAT = Format(
    name="parquet",
    about="Parquet: columns for machine learning (needs pyarrow)",
    endings=(".parquet",),
    sniff=lambda source: source.head.startswith(b"PAR1"),
    read=read,
    write=write,
    pieces=pieces,
    parts=frozenset({"solution"}),
    meta=frozenset({*NUMBERS, *TEXTS}),
    unsupported=only_standard,
    normalise=_normalise,
)
