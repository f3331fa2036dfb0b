"""`ninefold solve --to csv|parquet|npy`: results as columns, for many 9×9 puzzles."""

from __future__ import annotations

import argparse
import io
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ninefold.cli.input import Reader
from ninefold.cli.output import ProgressLine, write_bytes
from ninefold.core.atomic_write import writing
from ninefold.core.errors import NinefoldError
from ninefold.core.layout import Layout
from ninefold.core.limits import Limit
from ninefold.core.reading import CELLS, LineBlock
from ninefold.solving.many import solve_many
from ninefold.solving.result import Results, Status

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TABLES = ("csv", "parquet", "npy")
PIECE = 1 << 20


def solve_tables(args: argparse.Namespace, reader: Reader, limit: int | None, threads: int) -> int:
    """Solve all puzzles and write a table; the exit code is that of `solve`."""
    if args.by not in ("auto", "lanes") or args.trace or args.isolate or args.nodes:
        raise NinefoldError(f"--to {args.to} is for the default method, without --trace, --isolate and --nodes")
    tally: dict[Status, int] = dict.fromkeys(Status, 0)
    with ProgressLine() as line:
        found = _solved(reader, Limit(limit, seconds=args.seconds), threads, tally, line)
        pieces = {"csv": _csv, "parquet": _parquet, "npy": _npy}[args.to](found)
        with _target(args.out) as write:
            for piece in pieces:
                write(piece)
    bad = tally[Status.IMPOSSIBLE] + tally[Status.UNKNOWN] + (tally[Status.MULTIPLE] if args.limit is None else 0)
    return 2 if reader.failed else 1 if bad else 0


@contextmanager
def _target(path: str | None) -> Iterator[Any]:
    """A function that writes bytes: to a file, completely or not at all, or to standard output."""
    if path is None:
        yield write_bytes
    else:
        with writing(path) as file:
            yield file.write


def _solved(
    reader: Reader, limit: Limit, threads: int, tally: dict[Status, int], line: ProgressLine
) -> Iterator[Results]:
    for source, block in reader.blocks():
        rows = _rows(reader, source, block)
        if len(rows):
            results = solve_many(rows, limit=limit, threads=threads or None)
            for status, number in results.tally().items():
                tally[status] += number
            line.step(len(rows))
            yield results


def _rows(reader: Reader, source: str, block: LineBlock) -> NDArray[np.uint8]:
    """The digits of a block in order; puzzles on other boards are refused."""
    import numpy as np

    digits = bytearray()
    for part in block.parts:
        if isinstance(part, range):
            digits += block.plain[part.start * CELLS : part.stop * CELLS]
        elif (grid := reader.grid(source, part)) is not None:
            if grid.layout == Layout.of_size(9):
                digits += grid.digits
            else:
                reader.refuse_puzzle(grid, f"tables hold 9×9 puzzles, not {grid.layout}")
    return np.frombuffer(bytes(digits), np.uint8).reshape(-1, CELLS)


def _csv(found: Iterator[Results]) -> Iterator[bytes]:
    """Lines of text, without an object for each field."""
    yield b"puzzle,status,solution,guesses\n"
    for results in found:
        columns = results.to_dict()
        rows = zip(columns["puzzle"], columns["status"], columns["solution"], columns["guesses"].tolist(), strict=True)
        yield "".join([f"{p},{s},{a or ''},{g}\n" for p, s, a, g in rows]).encode()


def _parquet(found: Iterator[Results]) -> Iterator[bytes]:
    from ninefold.formats.parquet import library

    arrow, parquet = library()
    empty = solve_many([]).to_arrow()
    with tempfile.TemporaryFile() as file:
        with parquet.ParquetWriter(file, empty.schema, compression="zstd") as writer:
            tables: list[Any] = []
            for results in found:
                tables.append(results.to_arrow())
                if sum(table.num_rows for table in tables) >= 100_000:
                    writer.write_table(arrow.concat_tables(tables))
                    tables = []
            writer.write_table(arrow.concat_tables([empty, *tables]))
        file.seek(0)
        while piece := file.read(PIECE):
            yield piece


def _npy(found: Iterator[Results]) -> Iterator[bytes]:
    """The solutions, zeros without one."""
    import numpy as np

    solutions = [results.solution for results in found]
    buffer = io.BytesIO()
    np.save(buffer, np.concatenate(solutions) if solutions else np.zeros((0, CELLS), np.uint8), allow_pickle=False)
    yield buffer.getvalue()
