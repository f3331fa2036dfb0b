"""Canonical forms by colour refinement, for boards with too many moves to enumerate.

This is individualisation and refinement, as in graph canonisation programs such as nauty:

1. Refinement. Each row and column has a colour. It is recomputed from the colours of the rows, columns and digits it
   meets and of its band or stack, until the number of colours stops growing. The result does not depend on how rows
   and columns are numbered.
2. Individualisation. If several lines share a colour, each of them in turn gets a new colour, and rule 1 is applied
   again. Once all colours differ, they give an order of bands, stacks, rows and columns, and so a line: a leaf of the
   search tree.
3. Among all leaves, those with the smallest trace of colours count, and the smallest of their lines is the form. It is
   the same for all symmetric copies of a grid, but not always the smallest line over all moves.
4. Two leaves with the same line give an automorphism. A choice that a known automorphism maps to an earlier choice is
   skipped. Swaps of empty rows within a band, and of empty bands, are known from the start.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from ninefold.core.errors import GridError
from ninefold.core.limits import CheckLimits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Colours = NDArray[np.uint64]
    Order = NDArray[np.intp]

# Leaves visited before giving up; only very regular grids have more.
MAX_LEAVES = 20_000
# Odd 64-bit constants of well-known hash functions; products wrap around at 2⁶⁴.
_ODD = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0xD6E8FEB86659FD93)


class Leaf(NamedTuple):
    """A line, the trace of colours on the path to it, and the order of rows and columns that produces it."""

    trace: tuple[int, ...]
    line: bytes
    orders: tuple[int, ...]  # the rows 0…N-1, then the columns N…2N-1


class RefinedForm(NamedTuple):
    """The smallest leaf, and how many orders of rows and columns produce its line."""

    leaf: Leaf
    automorphisms: int


def refined(digits: bytes, size: int, box: tuple[int, int], check_limits: CheckLimits = lambda: None) -> RefinedForm:
    """The form of a grid with boxes of `box` rows and columns, without transposing it; `check_limits` may raise."""
    search = _Search(digits, size, box, check_limits)
    count = search.visit(*search.start(), ())[1]
    assert search.best is not None
    return RefinedForm(search.best, count)


def hashed(values: Colours) -> Colours:
    """The values scrambled by the splitmix64 hash."""
    import numpy as np

    for shift, factor in ((30, _ODD[1]), (27, _ODD[2])):
        values = (values ^ (values >> np.uint64(shift))) * np.uint64(factor)
    return values ^ (values >> np.uint64(31))


@dataclass
class _Search:
    digits: bytes
    size: int
    box: tuple[int, int]
    check_limits: CheckLimits
    first: Leaf | None = None
    best: Leaf | None = None
    leaves: int = 0
    known: list[tuple[int, ...]] = field(default_factory=list)  # automorphisms: the image of each row and column

    def __post_init__(self) -> None:
        import numpy as np

        n = self.size
        self.grid = np.frombuffer(self.digits, dtype=np.uint8).reshape(n, n)
        # The cells sorted by digit, where each digit 0…N starts in that order, and which digits occur.
        self.by_digit = np.argsort(self.grid, axis=None, kind="stable")
        self.starts = np.searchsorted(self.grid.reshape(-1)[self.by_digit], np.arange(n + 1))
        self.occurs = np.diff([*self.starts, n * n]) > 0
        self.known += self._swaps([bool(row.any()) for row in self.grid], self.box[0], 0)
        self.known += self._swaps([bool(column.any()) for column in self.grid.T], self.box[1], n)

    def _swaps(self, filled: list[bool], side: int, first: int) -> Iterator[tuple[int, ...]]:
        """The swaps of neighbouring empty lines in a band, and of empty bands (rule 4)."""
        empty = [not any(filled[start : start + side]) for start in range(0, self.size, side)]
        for one in range(self.size - 1):
            if not filled[one] and not filled[one + 1] and (one + 1) % side:
                yield self._exchange([first + one], [first + one + 1])
        bands = [band for band, is_empty in enumerate(empty) if is_empty]
        for one, other in pairwise(bands):
            yield self._exchange(*([first + band * side + i for i in range(side)] for band in (one, other)))

    def _exchange(self, some: list[int], others: list[int]) -> tuple[int, ...]:
        images = list(range(2 * self.size))
        for one, other in zip(some, others, strict=True):
            images[one], images[other] = other, one
        return tuple(images)

    def start(self) -> tuple[Colours, tuple[int, ...]]:
        """The initial colours: one for all rows, another for all columns, refined by rule 1."""
        import numpy as np

        colours, trace = self._refine(np.repeat(np.arange(2, dtype=np.uint64), self.size))
        return colours, (trace,)

    def _refine(self, colours: Colours) -> tuple[Colours, int]:
        """Rule 1: the refined colours, and one number that summarises them for the trace."""
        import numpy as np

        n, (tall, wide), odd = self.size, self.box, [np.uint64(number) for number in _ODD]
        classes = len(np.unique(colours))
        while True:
            # Lines take on the colour of their band or stack, digits that of the lines they are in, cells that of
            # their digit; then lines collect the colours of their cells. All sums ignore order.
            lines = hashed(colours * odd[0] + odd[3])
            rows, columns = lines[:n], lines[n:]
            bands = hashed(rows.reshape(-1, tall).sum(axis=1, dtype=np.uint64)).repeat(tall)
            stacks = hashed(columns.reshape(-1, wide).sum(axis=1, dtype=np.uint64)).repeat(wide)
            rows, columns = hashed(rows + bands * odd[1]), hashed(columns + stacks * odd[1])
            pairs = hashed(rows[:, None] * odd[2] + columns[None, :])
            sums = np.add.reduceat(np.append(pairs.reshape(-1)[self.by_digit], np.uint64(0)), self.starts)
            digit_colours = np.where(self.occurs, hashed(sums), np.uint64(0))
            digit_colours[0] = np.uint64(1)
            cells = digit_colours[self.grid]
            across = hashed(cells * odd[3] + columns[None, :]).sum(axis=1, dtype=np.uint64)
            down = hashed(cells * odd[3] + rows[:, None]).sum(axis=0, dtype=np.uint64)
            found = np.concatenate([hashed(rows + across * odd[0]), hashed(columns + down * odd[2])])
            values, ranks = np.unique(found, return_inverse=True)
            colours = ranks.astype(np.uint64)
            if len(values) == classes:
                return colours, int(hashed(np.sort(found) + np.arange(2 * n, dtype=np.uint64)).sum(dtype=np.uint64))
            classes = len(values)

    def visit(self, colours: Colours, trace: tuple[int, ...], path: tuple[int, ...]) -> tuple[int, int]:
        """Search below some colours (rule 2).

        Returns the depth to go back to, and the number of automorphisms that keep the path (counted only on the first
        path, which is all that `refined` needs).
        """
        import numpy as np

        best = self.best.trace[: len(trace)] if self.best else trace
        same_as_first = self.first is not None and self.first.trace[: len(trace)] == trace
        if trace > best and not same_as_first:
            return len(path), 1
        target = self._target(colours)
        if target is None:
            return self._arrive(colours, trace, path), 1
        is_first, tried, below = self.first is None, list[int](), 1
        for choice in target:
            if tried and self._is_like(choice, tried, path):
                continue
            self.check_limits()
            split = colours * np.uint64(2)
            split[choice] += np.uint64(1)
            refined_colours, number = self._refine(split)
            depth, count = self.visit(refined_colours, (*trace, number), (*path, choice))
            below = count if not tried else below
            tried.append(choice)
            if depth < len(path):
                return depth, 1
        return len(path), below * len(self._orbit(target[0], path)) if is_first else 1

    def _target(self, colours: Colours) -> list[int] | None:
        """The smallest group of lines that share a colour, among rows or columns, whichever have fewer colours.

        None if all colours differ.
        """
        import numpy as np

        found = []
        for lines in (colours[: self.size], colours[self.size :]):
            values, counts = np.unique(lines, return_counts=True)
            found += [(len(values), int(c), int(v)) for v, c in zip(values, counts, strict=True) if c > 1]
        return [int(at) for at in np.flatnonzero(colours == np.uint64(min(found)[2]))] if found else None

    def _is_like(self, choice: int, tried: list[int], path: tuple[int, ...]) -> bool:
        return not self._orbit(choice, path).isdisjoint(tried)

    def _orbit(self, choice: int, path: tuple[int, ...]) -> set[int]:
        """The images of a choice under the known automorphisms that keep the path (rule 4)."""
        keeping = [images for images in self.known if all(images[at] == at for at in path)]
        orbit, left = {choice}, [choice]
        while left:
            at = left.pop()
            new = {images[at] for images in keeping} - orbit
            orbit |= new
            left += new
        return orbit

    def _arrive(self, colours: Colours, trace: tuple[int, ...], path: tuple[int, ...]) -> int:
        """Record a leaf; if its line is known, go back to where the two paths separated (rule 4)."""
        self.leaves += 1
        if self.leaves > MAX_LEAVES:
            raise GridError(f"the grid is too regular: no canonical form found within {MAX_LEAVES:,} search leaves")
        leaf = Leaf(trace, *self._line(colours))
        for other in (self.first, self.best):
            if other is not None and other[:2] == leaf[:2]:
                images = dict(zip(other.orders, leaf.orders, strict=True))
                self.known.append(tuple(images[at] for at in range(2 * self.size)))
                return self._separation(path)
        if self.first is None:
            self.first = leaf
        if self.best is None or leaf[:2] < self.best[:2]:
            self.best = leaf
        return len(path)

    def _separation(self, path: tuple[int, ...]) -> int:
        """The depth of the first choice on the path that the newest automorphism changes."""
        back = {after: before for before, after in enumerate(self.known[-1])}
        return next((depth for depth, at in enumerate(path) if back[at] != at), len(path))

    def _line(self, colours: Colours) -> tuple[bytes, tuple[int, ...]]:
        """The line of an order of rows and columns, with digits renamed in order of appearance (rule 2)."""
        n = self.size
        rows = _in_bands(colours[:n], self.box[0])
        columns = _in_bands(colours[n:], self.box[1])
        names: dict[int, int] = {0: 0}
        cells = self.grid[rows][:, columns].reshape(-1).tolist()
        line = bytes(names.setdefault(digit, len(names)) for digit in cells)
        return line, (*map(int, rows), *(n + int(column) for column in columns))


def _in_bands(colours: Colours, side: int) -> Order:
    """The lines ordered by colour, keeping each band together."""
    import numpy as np

    smallest = colours.reshape(-1, side).min(axis=1).repeat(side)
    return np.lexsort((colours, smallest))
