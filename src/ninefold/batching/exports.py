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
    import numpy as np
    from numpy.typing import NDArray

    Digits = NDArray[np.uint8]


def export(job: BatchJob, store: Store, commits: Sequence[Commit]) -> Iterator[tuple[str, bytes]]:
    """The files of the forms that a job names, with their names."""
    for split in NAMES:
        names = [file["name"] for commit in commits for file in commit["files"] if file["split"] == split]
        for form in job.also if names else ():
            tables = (read_table(store, name) for name in names)  # one at a time
            if form == "hrm":
                yield from _hrm(job, split, tables)
            else:
                pieces = _csv(tables) if form == "csv" else _json_lines(tables)
                yield f"{form}/{split}.{form}", b"".join(pieces)
    if "hrm" in job.also:
        yield "hrm/identifiers.json", b'["<blank>"]'


def _csv(tables: Iterable[Any]) -> Iterator[bytes]:
    import pyarrow.csv

    for number, table in enumerate(tables):
        buffer = io.BytesIO()
        plain = table.cast(plain_schema(table.schema))
        pyarrow.csv.write_csv(
            plain, buffer, pyarrow.csv.WriteOptions(include_header=number == 0, quoting_style="needed")
        )
        yield buffer.getvalue()


def plain_schema(schema: Any) -> Any:
    """A schema without dictionaries, which not every writer supports."""
    arrow, _ = library()
    fields = [
        arrow.field(each.name, arrow.string()) if arrow.types.is_dictionary(each.type) else each for each in schema
    ]
    return arrow.schema(fields)


def _json_lines(tables: Iterable[Any]) -> Iterator[bytes]:
    for table in tables:
        for batch in table.to_batches(10_000):
            yield "".join(f"{json.dumps(row)}\n" for row in batch.to_pylist()).encode()


def _hrm(job: BatchJob, split: str, tables: Iterable[Any]) -> Iterator[tuple[str, bytes]]:
    import numpy as np

    puzzles, solutions = [], []
    for table in tables:
        proper = table.filter(table.column("solution").is_valid())
        puzzles.append(grids_of(proper.column("puzzle"), job.board)[0])
        solutions.append(grids_of(proper.column("solution"), job.board)[0])
    files = hrm_files(np.concatenate(puzzles), np.concatenate(solutions), job.board)
    yield from ((f"hrm/{split}/{name}", data) for name, data in files.items())


def hrm_files(puzzles: Digits, solutions: Digits, board: Layout) -> dict[str, bytes]:
    """The files of one part of a set in the layout of HRM and TRM: digits are one larger, 1 is an empty cell."""
    import numpy as np

    rows = len(puzzles)
    arrays = {
        "inputs": puzzles + np.uint8(1),
        "labels": solutions + np.uint8(1),
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
    return {f"all__{name}.npy": npy_bytes(array) for name, array in arrays.items()} | {
        "dataset.json": json.dumps(about).encode()
    }


def npy_bytes(array: NDArray[Any]) -> bytes:
    """An array as the bytes of an NPY file."""
    import numpy as np

    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=False)
    return buffer.getvalue()
