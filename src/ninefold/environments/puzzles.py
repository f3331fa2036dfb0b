"""The puzzles of environments and items: those of a seed, by number, of a recipe and perhaps with more clues."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ninefold.core.errors import NinefoldError
from ninefold.core.values import read_seed, short_repr, whole_number
from ninefold.make.augment import augment
from ninefold.make.chunks import PuzzleRows, generate_arrays
from ninefold.make.native_bulk import remove_many
from ninefold.make.recipe import Recipe
from ninefold.make.splitmix import numbers_of, seeds_of
from ninefold.solving.run import Run
from ninefold.solving.solvers.native import NativeMonitor

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHUNK = 1024
PLAIN = Recipe()
SHUFFLE = 1 << 32  # attempts that making never reaches: the seeds of the cells to fill


@dataclass
class NumberedPuzzles:
    """The puzzles of a seed and a recipe, by number; a chunk is kept.

    Args:
        recipe: what to generate, such as a level or a technique.
        seed: a whole number from 0; different seeds have different puzzles.
        empty: how many cells are empty, or the fewest and the most; clues of the solution are put back until they are.
        copies: how often a puzzle is used, each time turned by another symmetry; see `_turned`.
    """

    recipe: Recipe
    seed: int
    empty: tuple[int, int] | None = None
    copies: int = 1
    _kept: PuzzleRows | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        read_seed(self.seed)
        self.empty = read_range("empty", self.empty, self.recipe.layout.size**2)

    def rows(self, first: int, count: int) -> PuzzleRows:
        """Puzzles from a number on."""
        return self._made(first, count) if self.copies == 1 else self._turned(first, count)

    def _turned(self, first: int, count: int) -> PuzzleRows:
        """Copies: each block of `CHUNK` puzzles is gone through `copies` times, every row with its own symmetry."""
        import numpy as np

        round_, place = np.divmod(np.arange(first, first + count), CHUNK)
        wanted = round_ // self.copies * CHUNK + place
        numbers, rows = np.unique(wanted, return_inverse=True)
        starts = np.flatnonzero(np.diff(numbers, prepend=-2) > 1)  # the numbers of a part of a block may have a gap
        ends = np.append(starts[1:], len(numbers))
        parts = [self._made(int(numbers[a]), int(b - a)) for a, b in zip(starts, ends, strict=True)]
        puzzles, solutions = (np.concatenate([part[at] for part in parts])[rows] for at in (1, 2))
        turned = augment(puzzles, seed=self.seed, first=first, layout=self.recipe.layout, threads=1)
        return PuzzleRows(first, turned.rows, turned.apply(solutions))

    def _made(self, first: int, count: int) -> PuzzleRows:
        if self.empty is not None and self.recipe == PLAIN:
            return self._removed(range(first, first + count), *self.empty)
        (made,) = generate_arrays(self.recipe, seed=self.seed, first=first, count=count, chunk=count, threads=1)
        return made if self.empty is None else made._replace(puzzles=self._filled(made, *self.empty))

    def __getitem__(self, number: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """One puzzle and its solution."""
        start = number - number % CHUNK
        if self._kept is None or self._kept.first != start:
            count = CHUNK if self.recipe.is_nine and self.recipe.level is None else 16
            start = number - number % count
            if self._kept is None or self._kept.first != start:
                self._kept = self.rows(start, count)
        at = number - self._kept.first
        return self._kept.puzzles[at], self._kept.solutions[at]

    def _removed(self, numbers: range, low: int, high: int) -> PuzzleRows:
        """Plain 9×9 puzzles with only the first clues removed: they are proper because the minimal ones are."""
        import numpy as np

        seeds = seeds_of(self.seed, numbers, 0)
        batch = remove_many(seeds, self.recipe, 1, NativeMonitor(Run(self.recipe.layout)))
        wanted = low + (seeds % np.uint64(high - low + 1)).astype(np.int64)
        kept = (batch.removed_at == 0) | (batch.removed_at > wanted[:, None])
        return PuzzleRows(numbers.start, batch.solutions * kept, batch.solutions)

    def _filled(self, made: PuzzleRows, low: int, high: int) -> NDArray[np.uint8]:
        """The puzzles with clues put back until few enough cells are empty."""
        import numpy as np

        numbers = np.arange(made.first, made.first + len(made.puzzles), dtype=np.uint64)
        cells = made.puzzles.shape[1]
        base = seeds_of(self.seed, numbers, SHUFFLE)
        wanted = low + (base % np.uint64(high - low + 1)).astype(np.int64)
        states: NDArray[np.uint64] = np.add.outer(base, np.arange(cells, dtype=np.uint64))
        keys = numbers_of(states)
        keys[made.puzzles > 0] = np.uint64(2**64 - 1)  # clues that are there come last
        rank = keys.argsort(axis=1).argsort(axis=1)
        few = np.count_nonzero(made.puzzles == 0, axis=1) - wanted
        back = (rank < few[:, None]) & (made.puzzles == 0)
        return np.where(back, made.solutions, made.puzzles)


def read_range(name: str, value: object, most: int) -> tuple[int, int] | None:
    """A number or a pair of numbers, as the fewest and the most."""
    pair = value if isinstance(value, tuple | list) else (value, value)
    low, high = (whole_number(each) for each in pair) if len(pair) == 2 else (None, None)
    if value is None:
        return None
    if low is None or high is None or not 0 <= low <= high <= most:
        raise NinefoldError(f"{name} is a number from 0 to {most}, or the fewest and the most, not {short_repr(value)}")
    return low, high
