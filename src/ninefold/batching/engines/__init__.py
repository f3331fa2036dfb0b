"""Engines: where shards are worked on. None keeps any state: the commits in the store say what is done.

for done in engine(job, shards, where): …     # a `Done` for each shard, in any order
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from typing import Any, NamedTuple

from ninefold.core.errors import BatchError, NinefoldError

TRIES = 4  # how often a shard is started before it counts as failed
PATIENCE, FIRST_PATIENCE, FACTOR = 60.0, 900.0, 4.0
NAMES = ("local", "ray")


class Done(NamedTuple):
    """The end of a shard: its commit, or why there is none; and how often a worker was lost on the way.

    `of_files` says that it failed because a file could not be read or written.
    """

    shard: int
    commit: dict[str, Any] | None
    why: str = ""
    lost: int = 0
    of_files: bool = False


def find_engine(name: str) -> Callable[..., Iterator[Done]]:
    """The function `run` of an engine."""
    if name not in NAMES:
        raise NinefoldError(f"unknown engine {name!r} (choose from {', '.join(NAMES)})")
    if name == "ray" and find_spec("ray") is None:
        raise NinefoldError("the engine ray needs Ray: pip install 'ninefold[ray]'")
    run: Callable[..., Iterator[Done]] = import_module(f"ninefold.batching.engines.{name}").run
    return run


def deadline(seconds: Sequence[float]) -> float:
    """After how many seconds a shard is started again, from those that other shards took."""
    return max(PATIENCE, FACTOR * median(seconds)) if seconds else FIRST_PATIENCE


def failed(shard: int, error: BaseException, lost: int = 0) -> Done:
    """The end of a shard that failed."""
    return Done(shard, None, _reason(error), lost, isinstance(error, OSError | BatchError))


def _reason(error: BaseException) -> str:
    """Why a shard failed, in the words of an error message."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)
