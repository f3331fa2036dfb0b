"""Duplicates across all shards: of equivalent puzzles, the one with the least number stays.

1. The keys of the puzzles are looked at range by range, in as many ranges as memory requires.
2. The numbers to drop are found first, then the shards that lose rows are written again under new names. Both depend
   on the commits alone, so that doing it again after an interruption gives the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ninefold.batching.job import BatchJob
from ninefold.batching.keys import BUCKETS, KeyRows, places_of, read_keys
from ninefold.batching.shard import Commit, array_of, keys_name, put_table, read_commit, read_table
from ninefold.batching.store import Store
from ninefold.solving.arrow import flags

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TOGETHER = 1_000_000  # keys looked at together: some 50 MB
DONE = "_dedupe/done.json"


def replaced_name(shard: int) -> str:
    """The name of the record of a shard that lost rows."""
    return f"_dedupe/{shard:06d}.json"


def dedupe(job: BatchJob, store: Store, progress: Callable[[int], object] = lambda _: None) -> dict[str, Any]:
    """Drop the duplicates of a set whose shards are all committed; returns how many there are."""
    import numpy as np

    dropped = drops(store, [keys_name(shard) for shard in range(job.shards)], TOGETHER)
    replaced, rewritten = set(store.names("_dedupe")), 0
    for shard in np.unique(dropped // job.rows_per_shard).tolist():
        first = shard * job.rows_per_shard
        own = dropped[(dropped >= first) & (dropped < first + job.rows_per_shard)]
        # A set that was finished before has only the files without duplicates.
        commit = read_commit(store, shard, replaced_name(shard) if replaced_name(shard) in replaced else "")
        store.put(replaced_name(shard), json.dumps(_without(job, store, commit, own)).encode())
        rewritten += 1
        progress(rewritten)
    report = {"dropped": len(dropped), "shards": rewritten}
    store.put(DONE, json.dumps(report).encode())
    return report


def drops(store: Store, names: Sequence[str], together: int) -> NDArray[np.int64]:
    """The numbers of all puzzles that are equivalent to one with a smaller number, in order."""
    import numpy as np

    places = [places_of(store, name) for name in names]
    found = [np.zeros(0, np.int64)]
    for first, stop in _ranges(np.sum([np.diff(each) for each in places], axis=0), together):
        parts = [read_keys(store, name, each, first, stop) for name, each in zip(names, places, strict=True)]
        found.append(repeated(KeyRows(*(np.concatenate(column) for column in zip(*parts, strict=True)))))
    return np.sort(np.concatenate(found))


def _ranges(sizes: NDArray[np.int64], most: int) -> Iterator[tuple[int, int]]:
    """Ranges of buckets with at most this many keys each, or a single bucket."""
    first, total = 0, 0
    for bucket in range(BUCKETS):
        if total and total + sizes[bucket] > most:
            yield first, bucket
            first, total = bucket, 0
        total += int(sizes[bucket])
    yield first, BUCKETS


def repeated(keys: KeyRows) -> NDArray[np.int64]:
    """The numbers of keys that repeat one with a smaller number."""
    import numpy as np

    ordered = np.sort(keys.high)
    twice = np.unique(ordered[1:][ordered[1:] == ordered[:-1]])  # few, so the rest is fast
    if not len(twice):
        return np.zeros(0, np.int64)
    place = np.minimum(np.searchsorted(twice, keys.high), len(twice) - 1)
    some = np.flatnonzero(twice[place] == keys.high)
    order = some[np.lexsort((keys.numbers[some], keys.low[some], keys.high[some]))]
    high, low = keys.high[order], keys.low[order]
    same = (high[1:] == high[:-1]) & (low[1:] == low[:-1])
    found: NDArray[np.int64] = keys.numbers[order[1:][same]]
    return found


def _without(job: BatchJob, store: Store, commit: Commit, numbers: NDArray[np.int64]) -> Commit:
    """The record of a shard without some numbers; its files are written first."""
    import numpy as np

    files = []
    for file in commit["files"]:
        table = read_table(store, file["name"])
        keep = ~np.isin(array_of(table.column("number")), numbers)
        if keep.all():
            files.append(file)
            continue
        table = table.filter(flags(keep)).combine_chunks()
        if table.num_rows:
            files.append(put_table(store, job, commit["shard"], file["split"], table))
    rows = sum(file["rows"] for file in files)
    dropped = commit["rows"] + commit.get("dropped", 0) - rows
    return commit | {"files": files, "rows": rows, "dropped": dropped}
