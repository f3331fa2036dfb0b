"""PuzzleStream: puzzles without end for a data loader, each worker and each rank with its own part.

An object with `__iter__` is all that PyTorch's `IterableDataset` and most loaders need. The rank comes from RANK and
WORLD_SIZE, which torchrun and others set, the worker from PyTorch if it is in use.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ninefold.make.chunks import PuzzleRows, generate_arrays

if TYPE_CHECKING:
    from ninefold.core.layout import Layout
    from ninefold.make.recipe import Recipe


@dataclass
class PuzzleStream:
    """Chunks of puzzles and solutions as arrays; all parts together are the puzzles of the seed, each once.

    >>> stream = PuzzleStream(4, seed=7, chunk=8)
    >>> next(iter(stream)).puzzles.shape
    (8, 16)

    Args:
        recipe: what to generate, as for `nf.generate_arrays`.
        seed: the seed.
        first: the number of the first puzzle, to continue a training where it stopped.
        count: how many puzzles; None for no end.
        chunk: puzzles per chunk.
        part: (k, n) for part k of n (default: by rank and worker).
    """

    recipe: Recipe | Layout | int | str = 9
    seed: int = 0
    first: int = 0
    count: int | None = None
    chunk: int = 1024
    part: tuple[int, int] | None = None

    def __iter__(self) -> Iterator[PuzzleRows]:
        """The chunks of this part."""
        part = part_here() if self.part is None else self.part
        return generate_arrays(
            self.recipe, seed=self.seed, first=self.first, count=self.count, chunk=self.chunk, part=part, threads=1
        )


def part_here() -> tuple[int, int]:
    """The part of this process: its rank among all, and its worker among those of the rank."""
    rank, ranks = (int(os.environ.get(name, default)) for name, default in (("RANK", 0), ("WORLD_SIZE", 1)))
    torch: Any = sys.modules.get("torch")
    worker = torch.utils.data.get_worker_info() if torch is not None else None
    index, workers = (worker.id, worker.num_workers) if worker is not None else (0, 1)
    return rank * workers + index, ranks * workers
