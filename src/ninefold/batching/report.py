"""The figures of a finished set, and the proof that no class of solutions is in two splits.

The classes of validation and test are few and are kept in memory; those of train are compared with them shard by
shard. So the proof reads the set itself and does not rely on the rule by which it was split.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ninefold.batching.job import BatchJob
from ninefold.batching.shard import Commit, array_of, read_table
from ninefold.batching.splits import NAMES
from ninefold.batching.store import Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Classes = NDArray[np.bytes_]


def report_of(job: BatchJob, store: Store, commits: Sequence[Commit]) -> dict[str, Any]:
    """The figures of a set, from its files."""
    import numpy as np

    clues: Counter[int] = Counter()
    levels: Counter[str] = Counter()
    statuses: Counter[str] = Counter()
    rows: Counter[str] = Counter()
    weighted = np.zeros(2)
    small: dict[str, list[Classes]] = {name: [] for name in NAMES[1:]}
    for split in (*NAMES[1:], NAMES[0]):
        crossing = 0 if split == NAMES[0] else None
        held = _joined([*small["validation"], *small["test"]])
        for file in (file for commit in commits for file in commit["files"] if file["split"] == split):
            table = read_table(store, file["name"])
            rows[split] += table.num_rows
            clues.update(table.column("clues").to_pylist())
            statuses.update(table.column("status").to_pylist())
            if "level" in table.schema.names:
                levels.update(level or "none" for level in table.column("level").to_pylist())
            if "weight" in table.schema.names:
                weight = array_of(table.column("weight"))
                weighted += [weight.sum(), (weight * array_of(table.column("clues"))).sum()]
            if "grid_id" in table.schema.names:
                classes = _classes(table)
                if crossing is None:
                    small[split].append(classes)
                else:
                    crossing += int(np.isin(classes, held).sum())
    between = np.intersect1d(_joined(small["validation"]), _joined(small["test"]))
    total = sum(rows.values())
    return {
        "rows": total,
        "splits": {name: rows[name] for name in NAMES},
        "classes": {name: len(_joined(found)) for name, found in small.items()},
        "crossing": None if "ids" not in job.work else (crossing or 0) + len(between),
        "dropped": sum(commit.get("dropped", 0) for commit in commits),
        "failed": sum(commit["failed"] for commit in commits),
        "status": dict(statuses),
        "levels": dict(levels),
        "clues": {str(number): clues[number] for number in sorted(clues)},
        "mean_clues": round(sum(number * count for number, count in clues.items()) / max(total, 1), 3),
        "weighted_mean_clues": round(weighted[1] / weighted[0], 3) if weighted[0] else None,
        "bytes": sum(file["bytes"] for commit in commits for file in commit["files"]),
    }


def _classes(table: Any) -> Classes:
    import numpy as np

    return np.unique(np.array(table.column("grid_id").drop_null().to_pylist(), "S16"))


def _joined(found: list[Classes]) -> Classes:
    import numpy as np

    return np.unique(np.concatenate(found)) if found else np.zeros(0, "S16")
