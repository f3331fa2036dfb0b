"""Key files: the keys of a shard's puzzles with their numbers, sorted, so that any range of keys is read at once.

257 places (int64): where the keys with each first byte begin, and the end
first eight bytes of each key (uint64) │ last two (uint16) │ numbers (int64)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ninefold.batching.store import Store
from ninefold.core.errors import BatchError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BUCKETS = 256
HEAD = 8 * (BUCKETS + 1)


class KeyRows(NamedTuple):
    """Keys in two parts, and the number of each puzzle."""

    high: NDArray[np.uint64]
    low: NDArray[np.uint16]
    numbers: NDArray[np.int64]


def pack_keys(digests: NDArray[np.uint8], numbers: NDArray[np.int64]) -> bytes:
    """The bytes of a key file. Puzzles without a key (zeros) are skipped."""
    import numpy as np

    known = digests.any(axis=1)
    digests, numbers = np.ascontiguousarray(digests[known]), numbers[known]
    high = np.ascontiguousarray(digests[:, :8]).view(">u8").reshape(-1).astype(np.uint64)
    order = np.argsort(high, kind="stable")
    high = high[order]
    low = np.ascontiguousarray(digests[:, 8:]).view(">u2").reshape(-1).astype(np.uint16)[order]
    places = np.searchsorted(high >> np.uint64(56), np.arange(BUCKETS + 1, dtype=np.uint64)).astype("<i8")
    parts = (places, high.astype("<u8"), low.astype("<u2"), numbers[order].astype("<i8"))
    return b"".join(part.tobytes() for part in parts)


def places_of(store: Store, name: str) -> NDArray[np.int64]:
    """Where the keys of each bucket begin."""
    import numpy as np

    head = store.get(name, 0, HEAD) if store.size(name) is not None else b""
    places = np.frombuffer(head, "<i8") if len(head) == HEAD else np.zeros(1, "<i8")
    if len(head) != HEAD or places[0] or (np.diff(places) < 0).any() or store.size(name) != HEAD + 18 * places[-1]:
        raise BatchError(f"{store.where}/{name} is missing or damaged; `verify --repair` makes its shard again")
    return places


def read_keys(store: Store, name: str, places: NDArray[np.int64], first: int, stop: int) -> KeyRows:
    """The keys of some buckets."""
    import numpy as np

    total, low, high = int(places[-1]), int(places[first]), int(places[stop])
    found, start = [], HEAD
    for kind, width in (("<u8", 8), ("<u2", 2), ("<i8", 8)):
        found.append(np.frombuffer(store.get(name, start + low * width, start + high * width), kind))
        start += total * width
    return KeyRows(*found)
