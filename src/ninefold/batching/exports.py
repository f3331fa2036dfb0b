"""Other forms of a finished set: CSV, JSON lines, and the NumPy folders that HRM and TRM train on."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ninefold.batching.job import BatchJob
from ninefold.batching.shard import Commit, read_table
from ninefold.batching.splits import NAMES
from ninefold.batching.store import Store
from ninefold.core.layout import Layout
from ninefold.formats.parquet import library
from ninefold.formats.row_arrays import grids_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

PART_ROWS = 10_000  # rows of a text that are written together


def export(job: BatchJob, store: Store, commits: Sequence[Commit]) -> Iterator[tuple[str, Iterable[bytes]]]:
    """The files of the forms that a job names: their names, and their bytes in pieces."""
    for split in NAMES:
        names = [file["name"] for commit in commits for file in commit["files"] if file["split"] == split]
        for form in job.also if names else ():
            tables = _Tables(store, names)
            if form == "hrm":
                yield from ((f"hrm/{split}/{name}", pieces) for name, pieces in _hrm(job, tables).items())
            else:
                yield f"{form}/{split}.{form}", _csv(tables) if form == "csv" else _json_lines(tables)
    if "hrm" in job.also:
        yield "hrm/identifiers.json", [b'["<blank>"]']


class _Tables:
    """The tables of some files, one at a time, as often as they are asked for."""

    def __init__(self, store: Store, names: Sequence[str]) -> None:
        self._store, self._names = store, names

    def __iter__(self) -> Iterator[Any]:
        return (read_table(self._store, name) for name in self._names)


def _csv(tables: Iterable[Any]) -> Iterator[bytes]:
    import pyarrow.csv

    for number, part in enumerate(part for table in tables for part in _parts(table)):
        buffer = io.BytesIO()
        plain = part.cast(plain_schema(part.schema))
        pyarrow.csv.write_csv(
            plain, buffer, pyarrow.csv.WriteOptions(include_header=number == 0, quoting_style="needed")
        )
        yield buffer.getvalue()


def _parts(table: Any) -> Iterator[Any]:
    """The rows of a table, some at a time; an empty table is one part."""
    return (table.slice(first, PART_ROWS) for first in range(0, max(1, len(table)), PART_ROWS))


def plain_schema(schema: Any) -> Any:
    """A schema without dictionaries, which not every writer supports."""
    arrow, _ = library()
    fields = [
        arrow.field(each.name, arrow.string()) if arrow.types.is_dictionary(each.type) else each for each in schema
    ]
    return arrow.schema(fields)


def _json_lines(tables: Iterable[Any]) -> Iterator[bytes]:
    for table in tables:
        for batch in table.to_batches(PART_ROWS):
            yield "".join(f"{json.dumps(row)}\n" for row in batch.to_pylist()).encode()


def _hrm(job: BatchJob, tables: Iterable[Any]) -> dict[str, Iterable[bytes]]:
    """The files of one part of a set in the layout of HRM and TRM: digits are one larger, 1 is an empty cell.

    The tables are read again for each of the two large files, so that neither is kept in memory.
    """
    rows = sum(len(table) - table.column("solution").null_count for table in tables)

    def digits(column: str) -> Iterator[bytes]:
        yield _npy_heading(rows, job.board.size**2)
        for table in tables:
            proper = table.filter(table.column("solution").is_valid())
            yield (grids_of(proper.column(column), job.board)[0] + 1).tobytes()

    small: dict[str, Iterable[bytes]] = {name: [data] for name, data in _hrm_small(rows, job.board).items()}
    return {"all__inputs.npy": digits("puzzle"), "all__labels.npy": digits("solution")} | small


def _hrm_small(rows: int, board: Layout) -> dict[str, bytes]:
    """The files that depend on the number of rows alone."""
    import numpy as np

    arrays = {
        "puzzle_indices": np.arange(rows + 1, dtype=np.int32),
        "group_indices": np.arange(rows + 1, dtype=np.int32),
        "puzzle_identifiers": np.zeros(rows, np.int32),
    }
    about = {
        "seq_len": board.size**2,
        "vocab_size": board.size + 2,
        "pad_id": 0,
        "ignore_label_id": 0,
        "blank_identifier_id": 0,
        "num_puzzle_identifiers": 1,
        "total_groups": rows,
        "mean_puzzle_examples": 1,
        "total_puzzles": rows,
        "sets": ["all"],
    }
    return {f"all__{name}.npy": _npy_bytes(array) for name, array in arrays.items()} | {
        "dataset.json": json.dumps(about).encode()
    }


def _npy_heading(rows: int, cells: int) -> bytes:
    """What precedes the digits of rows in an NPY file."""
    import numpy as np

    buffer = io.BytesIO()
    np.lib.format.write_array_header_1_0(buffer, {"descr": "|u1", "fortran_order": False, "shape": (rows, cells)})
    return buffer.getvalue()


def _npy_bytes(array: NDArray[Any]) -> bytes:
    """An array as the bytes of an NPY file."""
    import numpy as np

    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=False)
    return buffer.getvalue()
