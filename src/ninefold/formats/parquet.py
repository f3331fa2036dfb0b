"""Parquet: columns for machine learning, by pyarrow (the extra `parquet`).

Columns: puzzle, solution, size, n_clues, rating, canon (the ID that a library gives), source; others are not kept.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any

from ninefold.core.canonical import library_id
from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.puzzle import Sheet
from ninefold.core.values import short_repr
from ninefold.formats.format import Format, InputFile, Item, only_standard

PUZZLE = ("puzzle", "question", "quizzes")
SOLUTION = ("solution", "answer", "solutions")
ROWS = 4096


def _library() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise ParseError("Parquet needs pyarrow: pip install 'ninefold[parquet]'") from None
    return pyarrow, pyarrow.parquet


def read(source: InputFile) -> Iterator[Item]:
    """A sheet for each row."""
    arrow, parquet = _library()
    try:
        file = parquet.ParquetFile(io.BytesIO(source.data))
        names = file.schema_arrow.names
        wanted = [name for name in (*PUZZLE, *SOLUTION, "rating", "source") if name in names]
        if not set(wanted) & set(PUZZLE):
            raise ParseError(f"no column is called {', '.join(PUZZLE)}; there are {', '.join(names[:20])}")
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
        told = {name: str(row[name]) for name in ("rating", "source") if row.get(name) is not None}
        return Sheet(clues, solution=full, meta=told)
    except NinefoldError as error:
        return ParseError(f"row {number}: {error.message}", error.faults)


def write(sheets: Sequence[Sheet]) -> bytes:
    """All sheets as columns."""
    arrow, parquet = _library()
    columns = {
        "puzzle": arrow.array([sheet.clues.line for sheet in sheets], arrow.string()),
        "solution": arrow.array([s.solution.line if s.solution else None for s in sheets], arrow.string()),
        "size": arrow.array([sheet.clues.size for sheet in sheets], arrow.int8()),
        "n_clues": arrow.array([len(sheet.clues.filled_cells) for sheet in sheets], arrow.int16()),
        "rating": arrow.array([_rating(sheet) for sheet in sheets], arrow.float32()),
        "canon": arrow.array([library_id(sheet.clues) for sheet in sheets], arrow.string()),
        "source": arrow.array([sheet.meta.get("source") for sheet in sheets], arrow.string()),
    }
    file = io.BytesIO()
    parquet.write_table(arrow.table(columns), file, compression="zstd")
    return file.getvalue()


def _rating(sheet: Sheet) -> float | None:
    try:
        return float(sheet.meta["rating"])
    except (KeyError, ValueError):
        return None


def _normal(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Ratings as the numbers that 32 bits hold."""
    import struct

    done = []
    for sheet in sheets:
        rating = _rating(sheet)
        single = "" if rating is None else str(struct.unpack("f", struct.pack("f", rating))[0])
        done.append(sheet.with_digits(meta=dict(sheet.meta) | {"rating": single}))
    return done


FORMAT = Format(
    name="parquet",
    about="Parquet: columns for machine learning (needs pyarrow)",
    endings=(".parquet",),
    sniff=lambda source: source.head.startswith(b"PAR1"),
    read=read,
    write=write,
    parts=frozenset({"solution"}),
    meta=frozenset({"rating", "source"}),
    fits=only_standard,
    normal=_normal,
)
