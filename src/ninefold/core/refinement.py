"""Canonical forms of boards with too many moves to go through them: by telling rows and columns apart step by step.

1. Each row and column has a colour. It is worked out anew from those of the rows, columns and digits it meets, and of
   its band or stack, until no more are told apart. Nothing in this depends on how they are numbered.
2. Where several have one colour, one of them after the other is given a colour of its own, and rule 1 goes on. Once all
   differ, their colours give the order of bands, stacks, rows and columns, and so a line.
3. Of all the ways to get there those with the least colours count, and of their lines the least is the form. It is the
   same for all grids that symmetries make of one, but not always the least line of all moves.
4. Two ways to the same line are an automorphism. What automorphisms turn into something tried before is not tried
   again; that empty rows of a band may change places, and empty bands, is known beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from ninefold.core.errors import GridError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Colours = NDArray[np.uint64]
    Order = NDArray[np.intp]

# So many lines are looked at; only grids of a very special make have more.
MAX_LINES = 20_000
_ODD = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0xD6E8FEB86659FD93)


class Leaf(NamedTuple):
    """A line, the colours on the way to it, and the orders of rows and columns that make it."""

    trace: tuple[int, ...]
    line: bytes
    orders: tuple[int, ...]  # of rows, then of columns, these numbered from N on


class Form(NamedTuple):
    """The least leaf, and how many orders of rows and columns make its line."""

    leaf: Leaf
    automorphisms: int


def refined(digits: bytes, size: int, box: tuple[int, int]) -> Form:
    """The form of a grid with boxes of so many rows and columns, without turning it."""
    search = _Search(digits, size, box)
    count = search.visit(*search.start(), ())[1]
    assert search.best is not None
    return Form(search.best, count)


def mixed(values: Colours) -> Colours:
    """Numbers that look like lots, the same for the same."""
    import numpy as np

    for shift, factor in ((30, _ODD[1]), (27, _ODD[2])):
        values = (values ^ (values >> np.uint64(shift))) * np.uint64(factor)
    return values ^ (values >> np.uint64(31))


@dataclass
class _Search:
    digits: bytes
    size: int
    box: tuple[int, int]
    first: Leaf | None = None
    best: Leaf | None = None
    lines: int = 0
    known: list[tuple[int, ...]] = field(default_factory=list)  # automorphisms, as what each row and column becomes

    def __post_init__(self) -> None:
        import numpy as np

        n = self.size
        self.grid = np.frombuffer(self.digits, dtype=np.uint8).reshape(n, n)
        self.by_digit = np.argsort(self.grid, axis=None, kind="stable")
        self.starts = np.searchsorted(self.grid.reshape(-1)[self.by_digit], np.arange(n + 1))
        self.has = np.diff([*self.starts, n * n]) > 0
        self.known += self._swaps([bool(row.any()) for row in self.grid], self.box[0], 0)
        self.known += self._swaps([bool(column.any()) for column in self.grid.T], self.box[1], n)

    def _swaps(self, filled: list[bool], side: int, first: int) -> Iterator[tuple[int, ...]]:
        """The exchanges of empty lines of a band, and of empty bands with their neighbours (rule 4)."""
        empty = [not any(filled[start : start + side]) for start in range(0, self.size, side)]
        for one in range(self.size - 1):
            if not filled[one] and not filled[one + 1] and (one + 1) % side:
                yield self._exchange([first + one], [first + one + 1])
        bands = [band for band, is_empty in enumerate(empty) if is_empty]
        for one, other in pairwise(bands):
            yield self._exchange(*([first + band * side + i for i in range(side)] for band in (one, other)))

    def _exchange(self, some: list[int], others: list[int]) -> tuple[int, ...]:
        becomes = list(range(2 * self.size))
        for one, other in zip(some, others, strict=True):
            becomes[one], becomes[other] = other, one
        return tuple(becomes)

    def start(self) -> tuple[Colours, tuple[int, ...]]:
        """All rows of one colour, all columns of another, and then what rule 1 makes of them."""
        import numpy as np

        colours, trace = self._refine(np.repeat(np.arange(2, dtype=np.uint64), self.size))
        return colours, (trace,)

    def _refine(self, colours: Colours) -> tuple[Colours, int]:
        """Rule 1; with the colours comes a number that sums them up."""
        import numpy as np

        n, (tall, wide), odd = self.size, self.box, [np.uint64(number) for number in _ODD]
        classes = len(np.unique(colours))
        while True:
            rng = mixed(colours * odd[0] + odd[3])
            rows, columns = rng[:n], rng[n:]
            bands = mixed(rows.reshape(-1, tall).sum(axis=1, dtype=np.uint64)).repeat(tall)
            stacks = mixed(columns.reshape(-1, wide).sum(axis=1, dtype=np.uint64)).repeat(wide)
            rows, columns = mixed(rows + bands * odd[1]), mixed(columns + stacks * odd[1])
            pairs = mixed(rows[:, None] * odd[2] + columns[None, :])
            sums = np.add.reduceat(np.append(pairs.reshape(-1)[self.by_digit], np.uint64(0)), self.starts)
            names = np.where(self.has, mixed(sums), np.uint64(0))
            names[0] = np.uint64(1)
            cells = names[self.grid]
            across = mixed(cells * odd[3] + columns[None, :]).sum(axis=1, dtype=np.uint64)
            down = mixed(cells * odd[3] + rows[:, None]).sum(axis=0, dtype=np.uint64)
            found = np.concatenate([mixed(rows + across * odd[0]), mixed(columns + down * odd[2])])
            values, ranks = np.unique(found, return_inverse=True)
            colours = ranks.astype(np.uint64)
            if len(values) == classes:
                return colours, int(mixed(np.sort(found) + np.arange(2 * n, dtype=np.uint64)).sum(dtype=np.uint64))
            classes = len(values)

    def visit(self, colours: Colours, trace: tuple[int, ...], path: tuple[int, ...]) -> tuple[int, int]:
        """Go on from some colours (rule 2): how deep the way back leads, and on the first way the automorphisms."""
        import numpy as np

        best = self.best.trace[: len(trace)] if self.best else trace
        same_as_first = self.first is not None and self.first.trace[: len(trace)] == trace
        if trace > best and not same_as_first:
            return len(path), 1
        target = self._target(colours)
        if target is None:
            return self._arrive(colours, trace, path), 1
        is_first, tried, inside = self.first is None, list[int](), 1
        for choice in target:
            if tried and self._is_like(choice, tried, path):
                continue
            own = colours * np.uint64(2)
            own[choice] += np.uint64(1)
            refined_colours, number = self._refine(own)
            depth, count = self.visit(refined_colours, (*trace, number), (*path, choice))
            inside = count if not tried else inside
            tried.append(choice)
            if depth < len(path):
                return depth, 1
        return len(path), inside * len(self._orbit(target[0], path)) if is_first else 1

    def _target(self, colours: Colours) -> list[int] | None:
        """The fewest lines that share a colour, of rows or columns as fewer of them differ; None where all differ."""
        import numpy as np

        found = []
        for lines in (colours[: self.size], colours[self.size :]):
            values, counts = np.unique(lines, return_counts=True)
            found += [(len(values), int(c), int(v)) for v, c in zip(values, counts, strict=True) if c > 1]
        return [int(at) for at in np.flatnonzero(colours == np.uint64(min(found)[2]))] if found else None

    def _is_like(self, choice: int, tried: list[int], path: tuple[int, ...]) -> bool:
        return not self._orbit(choice, path).isdisjoint(tried)

    def _orbit(self, choice: int, path: tuple[int, ...]) -> set[int]:
        """What the known automorphisms that keep a path make of a choice (rule 4)."""
        keeping = [turn for turn in self.known if all(turn[at] == at for at in path)]
        orbit, left = {choice}, [choice]
        while left:
            at = left.pop()
            new = {turn[at] for turn in keeping} - orbit
            orbit |= new
            left += new
        return orbit

    def _arrive(self, colours: Colours, trace: tuple[int, ...], path: tuple[int, ...]) -> int:
        """Take in a leaf: where its line is known, go back to where the two ways parted (rule 4)."""
        self.lines += 1
        if self.lines > MAX_LINES:
            raise GridError(f"the grid is too regular for a canonical form: more than {MAX_LINES:,} lines are alike")
        leaf = Leaf(trace, *self._line(colours))
        for other in (self.first, self.best):
            if other is not None and other[:2] == leaf[:2]:
                turn = dict(zip(other.orders, leaf.orders, strict=True))
                self.known.append(tuple(turn[at] for at in range(2 * self.size)))
                return self._parting(path)
        if self.first is None:
            self.first = leaf
        if self.best is None or leaf[:2] < self.best[:2]:
            self.best = leaf
        return len(path)

    def _parting(self, path: tuple[int, ...]) -> int:
        """The depth of the last choice on the way whose alternatives the new automorphism does not settle."""
        turn = self.known[-1]
        back = {after: before for before, after in enumerate(turn)}
        return next((depth for depth, at in enumerate(path) if back[at] != at), len(path))

    def _line(self, colours: Colours) -> tuple[bytes, tuple[int, ...]]:
        """The line of an order of rows and columns, its digits renamed as they come (rule 2)."""
        n = self.size
        rows = _in_bands(colours[:n], self.box[0])
        columns = _in_bands(colours[n:], self.box[1])
        names: dict[int, int] = {0: 0}
        cells = self.grid[rows][:, columns].reshape(-1).tolist()
        line = bytes(names.setdefault(digit, len(names)) for digit in cells)
        return line, (*map(int, rows), *(n + int(column) for column in columns))


def _in_bands(colours: Colours, side: int) -> Order:
    """The lines in the order of their colours, those of a band together."""
    import numpy as np

    least = colours.reshape(-1, side).min(axis=1).repeat(side)
    return np.lexsort((colours, least))
