"""Verify: everything a set claims, checked again; and repair of what is damaged.

1. Every shard has a commit of this job, and the commits cover all numbers, without a gap and each once; its keys have
   their checksum.
2. Every file is there, with its size and checksum; its columns have the digests of the commit.
3. Every puzzle is solved again: same status, same solution. Every row is in the split of its solution's class, and the
   IDs of some rows are computed again.
4. If the set is finished, the manifest and the other forms are those of the commits, and `data` has no other files.
5. A repair removes the commits of damaged shards and makes these shards again; then it finishes the set again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from ninefold.batching import splits
from ninefold.batching.columns import keys_of, solve_rows
from ninefold.batching.dedupe import DONE, replaced_name
from ninefold.batching.finish import MANIFEST, entry_of, strangers
from ninefold.batching.shard import Commit, array_of, column_digests, commit_name, keys_name, read_table
from ninefold.batching.store import Store
from ninefold.core.errors import NinefoldError
from ninefold.core.values import counted
from ninefold.formats.row_arrays import grids_of
from ninefold.solving.arrays import letters
from ninefold.solving.result import Status

if TYPE_CHECKING:
    from ninefold.batching.batch import DataSet

PIECE = 1 << 24  # bytes of a file read together
SAMPLE = 50  # of so many rows, the IDs of one are computed again


@dataclass
class Verified:
    """What a check found.

    Args:
        shards: how many shards were checked.
        rows: how many rows.
        faults: what is wrong with which shard.
        others: what is wrong with the manifest and the other files of a finished set.
        repaired: the shards that were made again.
        finished: whether the set is finished.
        finished_again: whether it was finished again after a repair.
    """

    shards: int = 0
    rows: int = 0
    faults: dict[int, list[str]] = field(default_factory=dict)
    others: list[str] = field(default_factory=list)
    repaired: list[int] = field(default_factory=list)
    finished: bool = False
    finished_again: bool = False

    @property
    def good(self) -> bool:
        """Whether nothing is wrong, or everything was repaired."""
        return not set(self.faults) - set(self.repaired) and (not self.others or self.finished_again)

    def __str__(self) -> str:
        """The faults line by line, and a summary."""
        lines = [f"shard {shard}: {why}" for shard, whys in sorted(self.faults.items()) for why in whys]
        lines += self.others
        lines += [f"shard {shard}: made again" for shard in self.repaired]
        lines += ["the set: finished again"] * self.finished_again
        damage = [f"{counted(len(self.faults), 'shard')} damaged"] * bool(self.faults)
        damage += [f"{counted(len(self.others), 'other fault')}"] * bool(self.others)
        state = "all good" if self.good else ", ".join(damage)
        state += "" if self.finished else "; not finished"
        return "\n".join([*lines, f"{counted(self.shards, 'shard')}, {counted(self.rows, 'row')}: {state}"])


def verify(batch: DataSet, *, repair: bool, progress: Callable[[int], object]) -> Verified:
    """Check a set (rules 1 to 4), and repair it if that is wanted (rule 5)."""
    found = Verified(finished=batch.store.size(MANIFEST) is not None)
    for shard in range(batch.job.shards):
        faults = list(_shard_faults(batch, shard, found))
        if faults:
            found.faults[shard] = faults
        found.shards += 1
        progress(found.shards)
    if found.finished and not found.faults:
        found.others += _whole_faults(batch)
    if repair and (found.faults or found.others):
        _repair(batch, found)
    return found


def _repair(batch: DataSet, found: Verified) -> None:
    was_deduped = batch.store.size(DONE) is not None
    for shard in found.faults:
        batch.store.remove(commit_name(shard))
        batch.store.remove(replaced_name(shard))
    failures = batch.make().failures if found.faults else {}
    found.repaired = [shard for shard in found.faults if shard not in failures]
    for shard, why in failures.items():
        found.faults.setdefault(shard, []).append(f"it could not be made again: {why}")
    if failures:
        return
    if was_deduped:
        batch.dedupe()
    found.rows = sum(commit["rows"] for commit in batch.commits())
    if found.finished:
        batch.finish()
        found.finished_again = True


def _whole_faults(batch: DataSet) -> Iterator[str]:
    """Rule 4."""
    store, commits = batch.store, list(batch.commits())
    try:
        manifest = json.loads(store.get(MANIFEST))
        if (manifest["id"], manifest["shards"]) != (batch.job.id, [entry_of(commit) for commit in commits]):
            yield f"{MANIFEST}: it does not name the files of the commits"
        for file in manifest["others"]:
            yield from _byte_faults(store, file["name"], file["sha256"])
    except (ValueError, KeyError, TypeError) as error:
        yield f"{MANIFEST}: it cannot be read: {error}"
    yield from (f"{name}: no commit names it" for name in strangers(store, commits))


def _shard_faults(batch: DataSet, shard: int, found: Verified) -> Iterator[str]:
    """What is wrong with a shard."""
    name = replaced_name(shard)
    name = name if batch.store.size(name) is not None else commit_name(shard)
    try:
        commit: Commit = json.loads(batch.store.get(name))
        numbers = batch.job.numbers(shard)
        if (commit["shard"], commit["job"]) != (shard, batch.job.id):
            yield "its commit is of another job or shard"
            return
        if commit["numbers"] != [numbers.start, numbers.stop]:
            yield f"it has the numbers {commit['numbers']}, expected {numbers.start} to {numbers.stop}"
        if sum(file["rows"] for file in commit["files"]) != commit["rows"]:
            yield "its files have another number of rows than it says"
        if batch.job.dedupe:
            yield from _byte_faults(batch.store, keys_name(shard), commit["keys"])
    except FileNotFoundError:
        yield "it is missing"
        return
    except (ValueError, KeyError, TypeError):
        yield "its commit cannot be read"
        return
    for file in commit["files"]:
        yield from _file_faults(batch, file)
        found.rows += file["rows"]


def _byte_faults(store: Store, name: str, digest: str) -> Iterator[str]:
    """What is wrong with the bytes of a file."""
    size = store.size(name)
    if size is None:
        yield f"{name}: it is missing"
        return
    found = sha256()
    for start in range(0, size, PIECE):
        found.update(store.get(name, start, min(start + PIECE, size)))
    if found.hexdigest() != digest:
        yield f"{name}: its bytes are not those that were written"


def _file_faults(batch: DataSet, file: dict[str, Any]) -> Iterator[str]:
    faults = list(_byte_faults(batch.store, file["name"], file["sha256"]))
    if faults:
        yield from faults
        return
    try:
        table = read_table(batch.store, file["name"])
    except NinefoldError as error:
        yield str(error)
        return
    if table.num_rows != file["rows"] or column_digests(table) != file["columns"]:
        yield f"{file['name']}: its columns are not those that were written"
        return
    yield from (f"{file['name']}: {why}" for why in _row_faults(batch, table, file["split"]))


def _row_faults(batch: DataSet, table: Any, split: str) -> Iterator[str]:
    """Rule 3."""
    import numpy as np

    job = batch.job
    numbers = array_of(table.column("number"))
    if (np.diff(numbers) < (0 if job.augment or job.negatives else 1)).any():
        yield "its numbers are not in order"
    puzzles, _, faults = grids_of(table.column("puzzle"), job.board)
    if faults:
        yield f"row {faults[0].number}: {faults[0].why}"
        return
    solved = solve_rows(puzzles, job.board, 2, None)
    words = np.array([str(status) for status in Status])
    if (words[solved.status] != np.array(table.column("status").to_pylist())).any():
        yield "a puzzle has another status"
        return
    given, rows, _ = grids_of(table.column("solution").drop_null(), job.board)
    if len(rows) != int(solved.unique.sum()) or not np.array_equal(given, solved.solutions[solved.unique]):
        yield "a puzzle has another solution"
    if "ids" in job.work:
        some = slice(0, None, SAMPLE)
        part = type(solved)(*(column[some] for column in vars(solved).values()))
        keys = keys_of(puzzles[some], part, job.board, None)
        known = np.array(["" if each is None else each for each in table.column("id").to_pylist()])[some]
        if (np.where(keys.puzzle.any(axis=1), letters(keys.puzzle), "") != known).any():
            yield "a puzzle has another ID"
        own = solved.unique[some] if not job.negatives else np.zeros(len(part.status), bool)
        if (splits.codes_of(keys.grid, job)[own] != splits.NAMES.index(split)).any():
            yield "a row is in the wrong split"
