"""Wishes: what puzzles are to be like, checked before any is made, with the reason where they cannot be.

Patterns of clues: which cells are clues together, by a symmetry of the square or by a drawn mask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from ninefold.core.checking import check
from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import CellSet, Layout
from ninefold.core.limits import Limit
from ninefold.core.values import as_python, short_repr, whole_number
from ninefold.rating.levels import read_level
from ninefold.solving.result import Status
from ninefold.solving.solve import solve

WAYS = ("auto", "removing", "adding", "permutations", "few")
# The fewest clues a proper puzzle can have: proved by computers (9×9: McGuire, Tugemann and Civario 2012).
LEAST = {"4": 4, "6": 8, "9": 17}
# The boards on which every proper puzzle is easy. A test looks at all of them: more clues never make a puzzle harder.
ALL_EASY = ("4", "4+diagonals", "4+windows", "4+diagonals+windows")
FEW = 20  # so many clues, or fewer, hardly come about by taking away: they are searched for


@dataclass(frozen=True)
class Wishes:
    """What every puzzle is to be like."""

    layout: Layout
    clues: tuple[int, int] | None
    minimal: bool | None
    symmetry: str
    mask: frozenset[int] | None
    solution: Grid | None
    must: frozenset[int]
    digits: Grid | None  # digits that must be clues
    level: str | None
    way: str

    @classmethod
    def read(
        cls,
        layout: Layout | int | str,
        *,
        clues: Any = None,
        minimal: bool | None = None,
        symmetry: str = "none",
        mask: Any = None,
        solution: GridLike | None = None,
        must: CellSet | Mapping[int | str, int] | None = None,
        level: str | None = None,
        way: str = "auto",
    ) -> Wishes:
        """Read wishes and refuse those that cannot come true."""
        board = _read_layout(layout)
        cells, digits = _read_must(must, board)
        if minimal not in (None, True, False):
            raise NinefoldError(f"minimal is True, False, or None for either; not {short_repr(minimal)}")
        if way not in WAYS:
            raise NinefoldError(f"a way is {', '.join(WAYS)}; not {short_repr(way)}")
        wishes = cls(
            layout=board,
            clues=_read_clues(clues),
            minimal=minimal,
            symmetry=read_symmetry(symmetry),
            mask=None if mask is None else read_mask(mask, board),
            solution=None if solution is None else _read_solution(solution, board),
            must=cells,
            digits=digits,
            level=read_level(level),
            way=way,
        )
        for reason in wishes._reasons():
            raise NinefoldError(f"there is no such puzzle: {reason}")
        if wishes.searches_few and minimal is False:
            raise NinefoldError(
                f"puzzles with {FEW} clues and fewer are searched for until none is to spare;"
                " then minimal is True, or left out"
            )
        return wishes

    @property
    def is_nine(self) -> bool:
        """Whether it is for the usual 9×9 board."""
        return self.layout == Layout.of_size(9)

    @property
    def is_plain(self) -> bool:
        """Whether any cells may be clues of any full grid."""
        drawn = (self.mask, self.solution, self.digits)
        return self.symmetry == "none" and all(wish is None for wish in drawn) and not self.must

    @property
    def searches_few(self) -> bool:
        """Whether puzzles with few clues are to be searched for."""
        few = self.clues is not None and self.clues[1] <= FEW
        return self.way == "few" or (self.way == "auto" and few and self.is_nine and self.is_plain)

    @cached_property
    def barred(self) -> frozenset[int]:
        """The cells that may not be clues."""
        if self.mask is None:
            return frozenset()
        whole = (part for part in parts_of(self.symmetry, self.layout.size) if set(part) <= self.mask)
        return frozenset(range(self.layout.size**2)) - {cell for part in whole for cell in part}

    @cached_property
    def parts(self) -> Parts:
        """The cells that may be taken away, those of a part together."""
        stays = self.barred | self.must
        return tuple(part for part in parts_of(self.symmetry, self.layout.size) if not stays & set(part))

    @cached_property
    def staying(self) -> int:
        """How many cells are clues in any case."""
        return self.layout.size**2 - len(self.barred) - sum(map(len, self.parts))

    def has_count(self, count: int) -> bool:
        """Whether a number of clues is as wished."""
        return self.clues is None or self.clues[0] <= count <= self.clues[1]

    # --- what cannot be ---------------------------------------------------------------------

    def _reasons(self) -> Iterator[str]:
        """Why there cannot be such a puzzle; nothing if there may be one."""
        if self.level not in (None, "easy") and str(self.layout) in ALL_EASY:
            yield f"every proper puzzle on a board {self.layout} is easy"
        yield from self._way_reasons()
        yield from self._count_reasons()
        yield from self._cell_reasons()
        yield from self._grid_reasons()

    def _way_reasons(self) -> Iterator[str]:
        if self.way in ("adding", "permutations", "few") and not (self.is_plain or self._may_keep_digits):
            yield (
                f"the way {self.way!r} draws its own cells and knows no symmetry, mask, solution or"
                " cells that must be clues"
            )
        if self.way == "few" and not self.is_nine:
            yield "the way 'few' is for the usual 9×9 board"

    @property
    def _may_keep_digits(self) -> bool:
        others = self.symmetry == "none" and self.mask is None and self.solution is None
        return (
            self.way == "adding" and others and self.must == frozenset(self.digits.filled_cells if self.digits else ())
        )

    def _count_reasons(self) -> Iterator[str]:
        size = self.layout.size
        least = LEAST.get(str(self.layout), size - 1)
        most = size**2 - (self.minimal is True)
        allowed = size**2 - len(self.barred)
        if allowed < least:
            yield f"the mask leaves {allowed} cells for clues, and a proper puzzle on this board has at least {least}"
        if self.clues is None:
            return
        low, high = self.clues
        if high < least:
            yield f"a proper puzzle on a board {self.layout} has at least {least} clues, not {high}"
        if low > most:
            yield f"a puzzle on this board has at most {most} clues, not {low}"
        elif not any(self.has_count(count) for count in self._counts()):
            yield (
                f"with symmetry {self.symmetry}, the mask and the cells that must be clues there are never"
                f" {_range(self.clues)} clues"
            )

    def _counts(self) -> list[int]:
        """The numbers of clues that some parts can make."""
        sums = 1 << self.staying
        for part in self.parts:
            sums |= sums << len(part)
        return [count for count in range(self.layout.size**2 + 1) if sums >> count & 1]

    def _cell_reasons(self) -> Iterator[str]:
        if lost := sorted(self.must & self.barred):
            yield f"the mask leaves out {self.layout.names(lost)}, which must be clues"
        if self.mask is None or self.layout.box is None:
            return
        rows, columns = self.layout.box
        for lines, deep in ((self.layout.rows, rows), (self.layout.columns, columns)):
            bare = [number for number, line in enumerate(lines) if set(line.cells) <= self.barred]
            for one, two in pairwise(bare):
                if one // deep == two // deep and not self.layout.extras:
                    name = lines[one].kind
                    yield f"the mask leaves no clue in {name}s {one + 1} and {two + 1}, which could then be swapped"

    def _grid_reasons(self) -> Iterator[str]:
        if self.digits is not None and (
            self.solution or solve(self.digits, limit=Limit(1, seconds=10)).status is Status.IMPOSSIBLE
        ):
            full = self.solution or Grid.empty(self.layout)
            wrong = [cell for cell in self.digits.filled_cells if full.digits[cell] != self.digits.digits[cell]]
            if wrong:
                what = "the solution has other digits there" if self.solution else "no full grid has them"
                yield f"{self.layout.names(wrong)} must be clues, and {what}"
        if self.solution is not None and self.barred:
            puzzle = self.solution.with_digits(dict.fromkeys(self.barred, 0))
            if solve(puzzle, limit=Limit(seconds=10)).status is Status.MULTIPLE:
                yield "with a clue in every cell of the mask the solution is not the only one"


def _range(clues: tuple[int, int]) -> str:
    return str(clues[0]) if clues[0] == clues[1] else f"{clues[0]} to {clues[1]}"


def _read_layout(layout: Layout | int | str) -> Layout:
    if isinstance(layout, Layout):
        return layout
    return Layout.parse(layout) if isinstance(layout, str) else Layout.of_size(layout)


def _read_clues(clues: object) -> tuple[int, int] | None:
    """A number of clues, or the least and the most."""
    if clues is None:
        return None
    ends = clues if isinstance(clues, tuple | list) else (clues, clues)
    numbers = [whole_number(end) for end in ends]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None or not 0 <= numbers[0] <= numbers[1]:
        raise NinefoldError(f"clues are a number, or the least and the most, as (24, 28); not {short_repr(clues)}")
    return numbers[0], numbers[1]


def _read_solution(solution: GridLike, layout: Layout) -> Grid:
    grid = Grid(solution, layout=layout)
    report = check(grid)
    if not grid.is_full or report.clashes:
        raise NinefoldError(f"a solution to start from is full and correct; of this one: {report}")
    return grid


def _read_must(must: Any, layout: Layout) -> tuple[frozenset[int], Grid | None]:
    """Cells that must be clues, with their digits where they are given."""
    if must is None:
        return frozenset(), None
    if isinstance(must, Mapping):
        cells = [layout.cell(cell) for cell in must]
        if twice := sorted({cell for cell in cells if cells.count(cell) > 1}):
            raise NinefoldError(f"{layout.names(twice)} must be a clue, and is named twice")
        digits = Grid.empty(layout).with_digits(dict(zip(cells, must.values(), strict=True)))
        if clashes := check(digits).clashes:
            raise NinefoldError(f"the digits that must be clues clash in {clashes[0].unit.name}")
        return frozenset(digits.filled_cells), digits
    return frozenset(layout.cells(must)), None


Parts = tuple[tuple[int, ...], ...]
Move = Callable[[int, int, int], tuple[int, int]]

_MOVES: dict[str, Move] = {
    "half": lambda r, c, last: (last - r, last - c),
    "quarter": lambda r, c, last: (c, last - r),
    "flip": lambda r, c, last: (r, last - c),
    "fall": lambda r, c, last: (last - r, c),
    "diagonal": lambda r, c, _: (c, r),
    "other diagonal": lambda r, c, last: (last - c, last - r),
}

# The symmetries of clues by name, each with moves that make all of it.
SYMMETRIES: dict[str, tuple[str, ...]] = {
    "none": (),
    "rotational": ("half",),
    "quarter": ("quarter",),
    "horizontal": ("fall",),
    "vertical": ("flip",),
    "diagonal": ("diagonal",),
    "antidiagonal": ("other diagonal",),
    "diagonals": ("diagonal", "other diagonal"),
    "dihedral": ("quarter", "flip"),
}


def parts_of(symmetry: str, size: int) -> Parts:
    """The cells of a board in parts that a symmetry turns into themselves.

    >>> len(parts_of("rotational", 9)), len(parts_of("dihedral", 9))
    (41, 15)
    """
    moves = [_MOVES[name] for name in SYMMETRIES[symmetry]]
    seen: set[int] = set()
    parts = []
    for start in range(size**2):
        if start not in seen:
            part = _reached(start, moves, size)
            seen |= part
            parts.append(tuple(sorted(part)))
    return tuple(parts)


def _reached(start: int, moves: list[Move], size: int) -> set[int]:
    part, open_ = {start}, [start]
    while open_:
        row, column = divmod(open_.pop(), size)
        for move in moves:
            r, c = move(row, column, size - 1)
            if r * size + c not in part:
                part.add(r * size + c)
                open_.append(r * size + c)
    return part


def read_symmetry(name: object) -> str:
    """The name of a symmetry, checked."""
    if name not in SYMMETRIES:
        raise NinefoldError(f"a symmetry is {', '.join(SYMMETRIES)}; not {short_repr(name)}")
    return str(name)


def read_mask(mask: Any, layout: Layout) -> frozenset[int]:
    """The cells of a drawn mask: text or rows of N² marks, where `.`, `0`, `-`, `_` and blank rows mean no clue.

    >>> sorted(read_mask("x... .x.. ..x. ...x", Layout(4)))
    [0, 5, 10, 15]
    """
    mask = as_python(mask)
    if isinstance(mask, list | tuple):
        mask = "".join(
            "x" if mark else "." for row in mask for mark in (row if isinstance(row, list | tuple) else [row])
        )
    if not isinstance(mask, str):
        raise NinefoldError(f"a mask is text with a mark a cell, or rows of true and false; not {short_repr(mask)}")
    marks = [mark for mark in mask if not mark.isspace() and mark not in "|+"]
    if len(marks) != layout.size**2:
        raise NinefoldError(f"the mask has {len(marks)} marks, expected {layout.size**2} for a board {layout}")
    return frozenset(cell for cell, mark in enumerate(marks) if mark not in ".0-_")
