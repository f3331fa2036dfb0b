"""nf.generate_arrays: puzzles with their solutions as chunks of arrays, from any number of a seed on.

Puzzle k of a recipe and a seed depends on nothing but these three, so processes can share a seed: each makes its own
numbers, and together they make what one process would.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count as numbers_from
from typing import TYPE_CHECKING, NamedTuple

from ninefold.core.errors import NinefoldError
from ninefold.core.layout import Layout
from ninefold.core.limits import Cancel, Limit, read_count
from ninefold.core.values import check_flag, read_seed, short_repr, whole_number
from ninefold.make.full_grids import read_first
from ninefold.make.generate import ANY, make
from ninefold.make.maker import Maker
from ninefold.make.native_bulk import remove_many
from ninefold.make.recipe import Recipe
from ninefold.make.splitmix import seeds_of
from ninefold.make.weights import require_weights, weights_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHUNK = 16_384  # puzzles per chunk: more gains nothing


class PuzzleRows(NamedTuple):
    """Consecutive puzzles of a seed as rows of digits: the number of the first one, the clues, and the solutions.

    The weights, if they were requested, are those of `ninefold.make.weights`.
    """

    first: int
    puzzles: NDArray[np.uint8]
    solutions: NDArray[np.uint8]
    weights: NDArray[np.float64] | None = None


def generate_arrays(
    recipe: Recipe | Layout | int | str = ANY,
    *,
    seed: int,
    count: int | None = None,
    first: int = 0,
    chunk: int = CHUNK,
    part: tuple[int, int] = (0, 1),
    tries: int | None = None,
    weights: bool = False,
    threads: int | None = None,
    cancel: Cancel | None = None,
) -> Iterator[PuzzleRows]:
    """Generate puzzles as arrays, chunk by chunk; the puzzles are those of `generate` with the same recipe and seed.

    >>> rows = next(generate_arrays(4, seed=1, first=10**6, count=100))
    >>> rows.first, rows.puzzles.shape, rows.solutions.shape
    (1000000, (100, 16), (100, 16))

    Args:
        recipe: what to generate, as for `generate`; not one with `distinct`, which depends on all puzzles before.
        seed: a whole number from 0.
        count: how many puzzles (default: no end).
        first: the number of the first puzzle, without making those before it.
        chunk: puzzles per chunk; the last one may be shorter. It does not change the puzzles.
        part: (k, n) yields only every n-th chunk, starting with chunk k: one part for each worker of a data loader, or
            each rank of a training.
        tries: give up on a puzzle after this many attempts, as for `generate`.
        weights: compute a weight for each minimal 9×9 puzzle: with weights the puzzles represent all minimal puzzles,
            which have about 26.6 clues on average, not 24.4.
        threads: threads for the standard 9×9 board (default: one per core).
        cancel: a `threading.Event`; set it from another thread to stop.
    """
    start, size = read_first(first), read_count("chunk", chunk, "a whole number from 1") or CHUNK
    wanted = read_count("count", count, "a whole number from 1, or None for no end")
    index, parts = _read_part(part)
    check_flag("weights", weights)
    maker = make(recipe, read_seed(seed), limit=Limit(), tries=tries, threads=threads, cancel=cancel)
    if maker.recipe.distinct:
        raise NinefoldError("distinct depends on all puzzles before: generate without it, and drop duplicates after")
    if weights:
        require_weights(maker.recipe)
    return _chunks(maker, start, wanted, size, index, parts, weights)


def _chunks(
    maker: Maker, start: int, wanted: int | None, size: int, index: int, parts: int, weights: bool
) -> Iterator[PuzzleRows]:
    for at in numbers_from(start + index * size, parts * size):
        end = at + size if wanted is None else min(at + size, start + wanted)
        if end <= at:
            return
        numbers = range(at, end)
        yield PuzzleRows(at, *maker.rows(numbers), _weights(maker, numbers) if weights else None)


def _weights(maker: Maker, numbers: range) -> NDArray[np.float64]:
    """The weights, from the order in which clues were removed: making the puzzles again costs less than keeping it."""
    made = remove_many(seeds_of(maker.seed, numbers, 0), maker.recipe, maker.threads, maker.monitor)
    return weights_of(made, maker.threads)


def _read_part(part: object) -> tuple[int, int]:
    numbers = [whole_number(value) for value in part] if isinstance(part, tuple | list) else []
    if len(numbers) == 2:
        index, parts = numbers
        if index is not None and parts is not None and 0 <= index < parts:
            return index, parts
    raise NinefoldError(f"part must be (k, n) with 0 <= k < n, such as (0, 4), not {short_repr(part)}")
