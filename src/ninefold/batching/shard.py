"""The work on one shard: its rows, their columns, its files and its commit. It depends on the job and the shard alone.

1. The rows come in chunks; what is made from a puzzle (copies, negatives) follows it and has its number.
2. Each split has its own file, named by what is in it, so that two workers never overwrite each other's.
3. The commit names the files, with a digest of every column. It is created last, in one step and only if there is
   none; the second worker to come takes the commit of the first.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator
from hashlib import blake2b, sha256
from importlib.metadata import version
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ninefold.batching import splits
from ninefold.batching.columns import PROPER, BatchRows, Keys, keys_of, solve_rows, table_of
from ninefold.batching.job import SCHEMA, BatchJob
from ninefold.batching.keys import pack_keys
from ninefold.batching.store import Store, open_store
from ninefold.core.errors import BatchError, NinefoldError
from ninefold.core.values import MAX_SEED
from ninefold.formats.parquet import library
from ninefold.make.augment import augment
from ninefold.make.chunks import generate_arrays
from ninefold.make.negatives import negatives
from ninefold.make.recipe import Recipe
from ninefold.solving.arrow import flags

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Commit = dict[str, Any]
NEEDED = frozenset({"shard", "job", "numbers", "rows", "files", "failed"})  # what a commit says at least
CHUNK = 1 << 15  # puzzles worked on together
GROUP = 100_000  # rows of a row group
MAX_FAULTS = 100  # unreadable rows that a commit names; it counts the others


def commit_name(shard: int) -> str:
    """The name of the commit of a shard."""
    return f"_commit/{shard:06d}.json"


def keys_name(shard: int) -> str:
    """The name of the keys of a shard."""
    return f"_keys/{shard:06d}"


def work(job: BatchJob, shard: int, store: Store, threads: int | None = 1) -> Commit:
    """Make a shard and commit it; if another worker was faster, its commit is returned."""
    start = perf_counter()
    made = Making(job, shard, threads)
    tables = made.tables()
    files = [put_table(store, job, shard, split, table) for split, table in tables.items()]
    numbers = job.numbers(shard)
    found = {
        "shard": shard,
        "job": job.id,
        "numbers": [numbers.start, numbers.stop],
        "rows": sum(file["rows"] for file in files),
        "files": files,
        "failed": made.failed,
        "faults": made.faults,
        "versions": versions(),
        "seconds": round(perf_counter() - start, 3),
    }
    if job.dedupe:
        keys = made.packed_keys()
        store.put(keys_name(shard), keys)
        found["keys"] = sha256(keys).hexdigest()
    if store.create(commit_name(shard), json.dumps(found).encode()):
        return found
    return read_commit(store, shard)


def run(values: str, listed: Any, shard: int, where: str, context: object) -> Commit:  # noqa: ARG001 (every task gets one)
    """The same in a worker process, from what can be sent there."""
    job = BatchJob.of(json.loads(values))
    if listed is not None:
        job.__dict__["listed"] = listed
    return work(job, shard, open_store(where))


def read_commit(store: Store, shard: int, name: str = "") -> Commit:
    """The commit of a shard, or the record of another name that took its place."""
    name = name or commit_name(shard)
    data = store.get(name)
    try:
        found = json.loads(data)
        if isinstance(found, dict) and found.keys() >= NEEDED and found["shard"] == shard:
            return found
        why = f"it is not that of shard {shard}"
    except ValueError as error:
        why = str(error)
    raise BatchError(f"{store.where}/{name} cannot be read: {why}; `verify --repair` makes its shard again")


def versions() -> dict[str, Any]:
    """What made a shard."""
    arrow, _ = library()
    return {"ninefold": version("ninefold"), "recipe": Recipe.VERSION, "schema": SCHEMA, "pyarrow": arrow.__version__}


class Making:
    """A shard being made."""

    def __init__(self, job: BatchJob, shard: int, threads: int | None) -> None:
        self.job, self.shard, self.threads = job, shard, threads
        self.failed = 0
        self.faults: list[dict[str, Any]] = []
        self._keys: list[tuple[Keys, NDArray[np.int64]]] = []

    def tables(self) -> dict[str, Any]:
        """The tables of each split that has rows, in order of number."""
        arrow, _ = library()
        parts: dict[str, list[Any]] = {split: [] for split in splits.NAMES}
        for given in self._inputs():
            rows = self._expanded(given)
            solved = solve_rows(rows.puzzles, self.job.board, self.job.limit, self.threads)
            keys = keys_of(rows.puzzles, solved, self.job.board, self.threads)
            table = table_of(rows, solved, keys if "ids" in self.job.work else None, self.job, self.threads)
            split = splits.codes_of(keys.grid, self.job)[rows.base]
            for code, name in enumerate(splits.NAMES):
                if (split == code).any():
                    parts[name].append(table.filter(flags(split == code)))
            if self.job.dedupe:
                own = rows.copies == 0
                self._keys.append((Keys(keys.puzzle[own], keys.grid[own]), rows.numbers[own]))
        return {
            name: arrow.concat_tables(some).unify_dictionaries().combine_chunks()
            for name, some in parts.items()
            if some
        }

    def packed_keys(self) -> bytes:
        """The keys of the puzzles with their numbers, for `dedupe`."""
        import numpy as np

        if not self._keys:
            return pack_keys(np.zeros((0, 10), np.uint8), np.zeros(0, np.int64))
        keys = np.concatenate([keys.puzzle for keys, _ in self._keys])
        return pack_keys(keys, np.concatenate([numbers for _, numbers in self._keys]))

    # --- rows ---------------------------------------------------------------------------------

    def _inputs(self) -> Iterator[BatchRows]:
        import numpy as np

        job, numbers = self.job, self.job.numbers(self.shard)
        if not job.files:
            chunks = generate_arrays(
                job.made,
                seed=job.seed,
                first=numbers.start,
                count=len(numbers),
                chunk=CHUNK,
                weights="weight" in job.work,
                threads=self.threads,
            )
            for made in chunks:
                found = np.arange(made.first, made.first + len(made.puzzles))
                yield _rows(made.puzzles, found, weights=made.weights)
            return
        for path, shift, chunk in job.listed.read(self.shard, job.board):
            self.failed += len(chunk.faults)
            room = MAX_FAULTS - len(self.faults)
            self.faults += [{"file": path, "row": number, "why": why} for number, why in chunk.faults[:room]]
            for start in range(0, len(chunk.puzzles), CHUNK):
                puzzles, found = chunk.puzzles[start : start + CHUNK], chunk.numbers[start : start + CHUNK] + shift
                yield _rows(puzzles, found, sources=[os.path.basename(path)] * len(puzzles))

    def _expanded(self, rows: BatchRows) -> BatchRows:
        """The rows with the copies and negatives of each behind it (rule 1)."""
        import numpy as np

        job = self.job
        if not job.augment and not job.negatives:
            return rows
        parts = [(np.arange(len(rows.puzzles)), rows.puzzles, PROPER)]
        turned = (self._turned(rows, copy) for copy in range(job.augment))
        parts += [(np.arange(len(each)), each, PROPER) for each in turned]
        for kind in job.negatives:
            found = self._negatives(rows, kind)
            parts.append((found.rows, found.puzzles, kind))
        base = np.concatenate([at for at, _, _ in parts])
        copies = np.concatenate([np.full(len(at), place, np.int16) for place, (at, _, _) in enumerate(parts)])
        order = np.lexsort((copies, base))
        labels = np.array([label for at, _, label in parts for _ in range(len(at))])[order].tolist()
        # In the new order, the puzzle itself is the first row of its number.
        firsts = np.searchsorted(base[order], np.arange(len(rows.puzzles)))
        return BatchRows(
            puzzles=np.concatenate([puzzles for _, puzzles, _ in parts])[order],
            numbers=rows.numbers[base[order]],
            copies=copies[order],
            labels=labels,
            base=firsts[base[order]],
            sources=None if rows.sources is None else [rows.sources[at] for at in base[order].tolist()],
            weights=None if rows.weights is None else rows.weights[base[order]],
        )

    def _turned(self, rows: BatchRows, copy: int) -> NDArray[np.uint8]:
        """A symmetric copy of each row; its symmetry depends on the number of the row, not on its place."""
        import numpy as np

        if not len(rows.puzzles):
            return rows.puzzles
        first, last = int(rows.numbers[0]), int(rows.numbers[-1])
        blank = np.zeros((last - first + 1, rows.puzzles.shape[1]), np.uint8)
        blank[rows.numbers - first] = rows.puzzles
        seed = (self.job.seed + copy + 1) % (MAX_SEED + 1)
        return augment(blank, seed=seed, first=first, layout=self.job.board, threads=self.threads).rows[
            rows.numbers - first
        ]

    def _negatives(self, rows: BatchRows, kind: str) -> Any:
        first = int(rows.numbers[0]) if len(rows.numbers) else 0
        return negatives(rows.puzzles, kind, seed=self.job.seed, first=first, layout=self.job.board)


def _rows(puzzles: NDArray[np.uint8], numbers: NDArray[np.int64], **more: Any) -> BatchRows:
    import numpy as np

    count = len(puzzles)
    return BatchRows(puzzles, numbers, np.zeros(count, np.int16), [PROPER] * count, np.arange(count), **more)


# --- files --------------------------------------------------------------------------------------


def put_table(store: Store, job: BatchJob, shard: int, split: str, table: Any) -> dict[str, Any]:
    """Write the table of a split; returns what a commit says about the file (rule 2)."""
    data = parquet_bytes(table, job, shard)
    digest = sha256(data).hexdigest()
    name = f"data/{split}-{shard:06d}-{digest[:12]}.parquet"
    store.put(name, data)
    about = {"name": name, "split": split, "rows": table.num_rows, "bytes": len(data), "sha256": digest}
    return about | {"columns": column_digests(table)}


def parquet_bytes(table: Any, job: BatchJob, shard: int) -> bytes:
    """A table as a Parquet file, with the job in its metadata."""
    arrow, parquet = library()
    about = {"ninefold": json.dumps({"job": job.id, "shard": shard, "licence": job.licence, "versions": versions()})}
    small = [
        name
        for name, kind in zip(table.schema.names, table.schema.types, strict=True)
        if arrow.types.is_dictionary(kind) or name in ("size", "clues", "guesses", "copy", "techniques")
    ]
    buffer = io.BytesIO()
    parquet.write_table(
        table.replace_schema_metadata(about), buffer, compression="zstd", row_group_size=GROUP, use_dictionary=small
    )
    return buffer.getvalue()


def read_table(store: Store, name: str) -> Any:
    """The table of a Parquet file."""
    arrow, parquet = library()
    try:
        # Without Arrow's threads: a process that ends while they start is aborted.
        return parquet.ParquetFile(io.BytesIO(store.get(name)), pre_buffer=False).read(use_threads=False)
    except arrow.ArrowException as error:
        raise NinefoldError(f"{name} cannot be read: {str(error)[:200]}") from None


def column_digests(table: Any) -> dict[str, str]:
    """A digest of what each column says: equal for equal content, whatever wrote the file."""
    return {name: _digest(table.column(name)) for name in table.schema.names}


def _digest(column: Any) -> str:
    import numpy as np

    arrow, _ = library()
    found = blake2b(digest_size=16)
    if arrow.types.is_dictionary(column.type):
        column = column.cast(arrow.string())
    column = column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)
    is_text = arrow.types.is_string(column.type)
    known = np.ones(len(column), bool)
    if column.null_count:
        known = np.array(column.is_valid().to_pylist(), bool)
        column = column.fill_null("" if is_text else 0)
    found.update(np.packbits(known).tobytes())
    if not len(column):
        return found.hexdigest()
    if is_text:
        ends = np.frombuffer(column.buffers()[1], "<i4")[column.offset : column.offset + len(column) + 1]
        found.update(np.diff(ends).tobytes())
        found.update(memoryview(column.buffers()[2] or b"")[int(ends[0]) : int(ends[-1])])
    else:
        found.update(array_of(column).tobytes())
    return found.hexdigest()


def array_of(column: Any) -> NDArray[Any]:
    """The numbers of a column without nulls.

    They are read from the buffers: Arrow's `to_numpy` imports pandas if there is one, which takes long, and while it
    does, an interrupt (Ctrl-C) is lost.
    """
    import numpy as np

    arrow, _ = library()
    if isinstance(column, arrow.ChunkedArray):
        column = column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)
    kind = np.dtype(column.type.to_pandas_dtype())
    if not len(column):
        return np.zeros(0, kind)
    return np.frombuffer(column.buffers()[1], kind)[column.offset : column.offset + len(column)]
