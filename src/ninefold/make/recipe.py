"""Recipe: what to generate, checked when it is made.

A recipe that no puzzle can meet, such as 16 clues on 9×9, raises an error that says why, before any search begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar, TypedDict

from ninefold.core.canonical import require_canonical
from ninefold.core.checking import check
from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import CellSet, Layout
from ninefold.core.limits import Limit
from ninefold.core.values import counted, is_flag, short_repr, whole_number
from ninefold.logic.engine import MAX_SIZE
from ninefold.make.demands import Demands, Span, Wanted
from ninefold.make.patterns import Groups, groups_of, read_mask, read_symmetry
from ninefold.solving.result import Status
from ninefold.solving.solve import solve

STRATEGIES = ("auto", "removing", "adding", "permutations", "few")
# The fewest clues of a proper puzzle, as proved by computer (9×9: McGuire, Tugemann and Civario 2012).
FEWEST_CLUES = {"4": 4, "6": 8, "9": 17}
# Boards on which every proper puzzle is easy. A test tries all minimal puzzles; extra clues never make one harder.
ALL_EASY = ("4", "4+diagonals", "4+windows", "4+diagonals+windows")
FEW = 20  # removing clues hardly ever gets this low, so such puzzles are searched for
# The longest a recipe may take to check. What this does not find, generating does, within its own time.
CHECK_SECONDS = 0.25


class RecipeFields(TypedDict, total=False):
    """The fields of a recipe besides its layout, for calls that take them directly."""

    clues: int | tuple[int, int] | None
    minimal: bool | None
    symmetry: str
    mask: Any
    required: CellSet | Mapping[Any, int] | None
    solution: GridLike | None
    level: str | None
    er: float | Span | None
    minutes: float | Span | None
    technique: Wanted | None
    hardest: str | None
    uniqueness: bool | None
    marks: bool | None
    distinct: bool
    strategy: str


@dataclass(frozen=True, init=False)
class Recipe:
    """What every generated puzzle must be like.

    >>> Recipe(symmetry="rotational", clues=(24, 28)).clues
    (24, 28)

    Args:
        layout: the board: a `Layout`, a size, or a name such as `"9+diagonals"`.
        clues: the number of clues, or the fewest and the most, such as `(24, 28)`. On the standard 9×9 board 20 and
            fewer are searched for (see `strategy`).
        minimal: True if every clue must be needed, False if some must not be; None accepts what is left when no more
            can be removed.
        symmetry: of the clues: none, rotational (by 180°), quarter (by 90°), horizontal, vertical, diagonal,
            antidiagonal, diagonals (both) or dihedral (all of them).
        mask: the cells that may hold clues: text with one mark per cell, `.` for never, or rows of true and false.
        required: cells that must hold clues, such as `"r1c1 r5c5"`, or cells with digits, such as `{"r1c1": 5}`; the
            digit 0 leaves the digit open.
        solution: the full grid to start from (default: a random one).
        level: gentle, easy, moderate, tricky, hard, severe or extreme (default: any); see `ninefold.rating.levels`.
        er: the rating of Sudoku Explainer, or the least and the most, such as `(7.0, 7.5)`; standard 9×9 only.
        minutes: the minutes that `nf.rate` gives, or the least and the most; standard 9×9 only.
        technique: techniques that must be needed, such as `"x-wing"`, or how often, such as `{"x-wing": 1}` or
            `{"x-wing": (1, 3), "naked-pair": 0}`, on the path that `nf.explain` finds.
        hardest: the hardest technique allowed on that path.
        uniqueness: False if no technique may be needed that assumes a unique solution, True if one must be.
        marks: False if the puzzle must be solvable without pencil marks, by singles alone; True if it must not be.
        distinct: no two puzzles of a run are equivalent under symmetry.
        strategy: auto; removing or adding, as Hürlimann describes them; permutations, as Wu starts on 4×4; or few,
            which searches for 9×9 puzzles with few clues by removing some and adding fewer back.
    """

    # What a recipe and a seed produce changes only together with this number, so a data set can be made again.
    # 2: full grids are mixed by rows and columns too, which makes them uniform as far as tests can see.
    # 3: seven levels, by techniques and minutes.
    VERSION: ClassVar[int] = 3
    demands: ClassVar[Demands]  # of each recipe: level, er and so on, together

    layout: Layout
    clues: tuple[int, int] | None
    minimal: bool | None
    symmetry: str
    mask: frozenset[int] | None
    required: Mapping[int, int]  # the digit of each required clue, 0 if any digit will do
    solution: Grid | None
    level: str | None
    er: Span | None
    minutes: Span | None
    technique: Mapping[str, tuple[int, int]]
    hardest: str | None
    uniqueness: bool | None
    marks: bool | None
    distinct: bool
    strategy: str

    def __init__(
        self,
        layout: Layout | int | str = 9,
        *,
        clues: int | tuple[int, int] | None = None,
        minimal: bool | None = None,
        symmetry: str = "none",
        mask: Any = None,
        required: CellSet | Mapping[Any, int] | None = None,
        solution: GridLike | None = None,
        level: str | None = None,
        er: float | Span | None = None,
        minutes: float | Span | None = None,
        technique: Wanted | None = None,
        hardest: str | None = None,
        uniqueness: bool | None = None,
        marks: bool | None = None,
        distinct: bool = False,
        strategy: str = "auto",
    ) -> None:
        """Read the arguments; raise if they contradict each other or what is known about puzzles."""
        board = _read_layout(layout)
        if minimal is not None and not is_flag(minimal):
            raise NinefoldError(f"minimal is True, False or None, not {short_repr(minimal)}")
        if not isinstance(distinct, bool):
            raise NinefoldError(f"distinct is True or False, not {short_repr(distinct)}")
        if strategy not in STRATEGIES:
            raise NinefoldError(f"unknown strategy {short_repr(strategy)} (choose from {', '.join(STRATEGIES)})")
        demands = Demands.read(
            level=level,
            er=er,
            minutes=minutes,
            technique=technique,
            hardest=hardest,
            uniqueness=uniqueness,
            marks=marks,
        )
        values = {
            "layout": board,
            "clues": _read_clues(clues),
            "minimal": None if minimal is None else bool(minimal),
            "symmetry": read_symmetry(symmetry),
            "mask": None if mask is None else read_mask(mask, board),
            "required": _read_required(required, board),
            "solution": None if solution is None else _read_solution(solution, board),
            **vars(demands),
            "technique": {one.name: (one.fewest, one.most) for one in demands.technique},
            "demands": demands,
            "distinct": distinct,
            "strategy": strategy,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        self._check()

    def __hash__(self) -> int:
        """Agrees with equality."""
        return hash((self.layout, self.clues, self.symmetry, self.demands, self.strategy, tuple(self.required)))

    @classmethod
    def of(cls, source: Recipe | Layout | int | str) -> Recipe:
        """A recipe itself, or the recipe for any puzzle on a board."""
        return source if isinstance(source, Recipe) else cls(source)

    @property
    def is_nine(self) -> bool:
        """Whether the board is the standard 9×9 one."""
        return self.layout == Layout.of_size(9)

    @property
    def is_plain(self) -> bool:
        """Whether any cells may hold clues, of any full grid."""
        return self.symmetry == "none" and self.mask is None and self.solution is None and not self.required

    @property
    def searches_few(self) -> bool:
        """Whether puzzles with few clues are searched for."""
        few = self.clues is not None and self.clues[1] <= FEW
        return self.strategy == "few" or (self.strategy == "auto" and few and self.is_nine and self.is_plain)

    @property
    def may_add_clues(self) -> bool:
        """Whether a puzzle that is too hard may get clues back."""
        return self.clues is None and self.minimal is None

    @cached_property
    def digits(self) -> Grid | None:
        """The digits of required clues; None if none is given."""
        given = {cell: digit for cell, digit in self.required.items() if digit}
        return Grid.empty(self.layout).with_digits(given) if given else None

    @cached_property
    def excluded(self) -> frozenset[int]:
        """The cells that never hold clues. The mask excludes a group unless it allows every cell of it."""
        if self.mask is None:
            return frozenset()
        allowed = (group for group in groups_of(self.symmetry, self.layout.size) if set(group) <= self.mask)
        return frozenset(range(self.layout.size**2)) - {cell for group in allowed for cell in group}

    @cached_property
    def groups(self) -> Groups:
        """The cells whose clues may be removed; those of a group only together."""
        fixed = self.excluded | self.required.keys()
        return tuple(group for group in groups_of(self.symmetry, self.layout.size) if not fixed & set(group))

    @cached_property
    def fixed_count(self) -> int:
        """The number of cells that always hold clues."""
        return self.layout.size**2 - len(self.excluded) - sum(map(len, self.groups))

    def has_count(self, count: int) -> bool:
        """Whether this number of clues is allowed."""
        return self.clues is None or self.clues[0] <= count <= self.clues[1]

    # --- what is impossible -------------------------------------------------------------------

    def _check(self) -> None:
        for reason in self._reasons():
            raise NinefoldError(reason)
        if self.searches_few and self.minimal is False:
            raise NinefoldError(f"puzzles with {FEW} clues or fewer are always minimal; allow more clues")
        if self.distinct:
            require_canonical(self.layout)

    def _reasons(self) -> Iterator[str]:
        """Why no puzzle can meet the recipe; nothing if one may."""
        if not self.is_nine and (self.er is not None or self.minutes is not None):
            yield f"er and minutes are for the standard 9x9 board only, not {self.layout}"
        if self.level == "gentle" and not (self.is_nine or str(self.layout) in ALL_EASY):
            yield f"gentle puzzles are for the standard 9x9 board only, not {self.layout}: other boards have no minutes"
        if self.demands.needs_path and self.layout.size > MAX_SIZE:
            yield f"techniques are found on boards up to size {MAX_SIZE}, not {self.layout.size}"
        if self.level not in (None, "easy") and str(self.layout) in ALL_EASY:
            yield f"every proper puzzle on a {_board(self.layout)} is easy (got level {self.level})"
        yield from self._strategy_reasons()
        yield from self._count_reasons()
        yield from self._cell_reasons()
        yield from self._grid_reasons()

    def _strategy_reasons(self) -> Iterator[str]:
        chooses = self.strategy in ("adding", "permutations", "few")
        if chooses and not (self.is_plain or self._may_keep_digits):
            yield (
                f"strategy {self.strategy!r} chooses the cells itself; it allows no symmetry, mask, solution or"
                " required cells"
            )
        if self.strategy == "few" and not self.is_nine:
            yield f"strategy 'few' supports the standard 9x9 board only, not {self.layout}"

    @property
    def _may_keep_digits(self) -> bool:
        others = self.symmetry == "none" and self.mask is None and self.solution is None
        return self.strategy == "adding" and others and all(self.required.values())

    def _count_reasons(self) -> Iterator[str]:
        size, board = self.layout.size, _board(self.layout)
        fewest = FEWEST_CLUES.get(str(self.layout), size - 1)
        most = size**2 - (self.minimal is True)
        allowed = size**2 - len(self.excluded)
        if allowed < fewest:
            yield f"the mask allows {counted(allowed, 'clue')}; a proper puzzle on a {board} has at least {fewest}"
        if self.clues is None:
            return
        low, high = self.clues
        if high < fewest:
            yield f"a proper puzzle on a {board} has at least {counted(fewest, 'clue')} (got {high})"
        if low > most:
            yield f"a puzzle on a {board} has at most {most} clues (got {low})"
        elif not any(self.has_count(count) for count in self._counts()):
            yield f"symmetry {self.symmetry}, mask and required cells never add up to {_range(self.clues)} clues"

    def _counts(self) -> list[int]:
        """The numbers of clues that some of the groups add up to; bit k of `sums` means k clues are possible."""
        sums = 1 << self.fixed_count
        for group in self.groups:
            sums |= sums << len(group)
        return [count for count in range(self.layout.size**2 + 1) if sums >> count & 1]

    def _cell_reasons(self) -> Iterator[str]:
        if lost := sorted(self.required.keys() & self.excluded):
            yield f"the mask excludes required cells: {self.layout.names(lost)}"
        if self.mask is None or self.layout.box is None:
            return
        rows, columns = self.layout.box
        for lines, deep in ((self.layout.rows, rows), (self.layout.columns, columns)):
            bare = [number for number, line in enumerate(lines) if set(line.cells) <= self.excluded]
            for one, two in pairwise(bare):
                if one // deep == two // deep and not self.layout.extras:
                    name = lines[one].kind
                    yield f"the mask allows no clue in {name}s {one + 1} and {two + 1}, so they could be swapped"

    def _grid_reasons(self) -> Iterator[str]:
        if self.digits is not None and (self.solution or self._has_no_grid(self.digits)):
            full = self.solution or Grid.empty(self.layout)
            wrong = [cell for cell in self.digits.filled_cells if full.digits[cell] != self.digits.digits[cell]]
            if wrong:
                why = "the solution has other digits there" if self.solution else "no full grid has these digits"
                yield f"required clues at {self.layout.names(wrong)}: {why}"
        if self.solution is not None and self.excluded:
            puzzle = self.solution.with_digits(dict.fromkeys(self.excluded, 0))
            if solve(puzzle, limit=Limit(seconds=CHECK_SECONDS)).status is Status.MULTIPLE:
                yield "even with a clue in every cell of the mask there is more than one solution"

    @staticmethod
    def _has_no_grid(digits: Grid) -> bool:
        return solve(digits, limit=Limit(1, seconds=CHECK_SECONDS)).status is Status.IMPOSSIBLE


def _board(layout: Layout) -> str:
    """A board in an error message: "9x9 board" for a standard one, else its layout."""
    return f"{layout.size}x{layout.size} board" if str(layout) == str(layout.size) else f"board {layout}"


def _range(clues: tuple[int, int]) -> str:
    return str(clues[0]) if clues[0] == clues[1] else f"{clues[0]} to {clues[1]}"


def _read_layout(layout: Layout | int | str) -> Layout:
    if isinstance(layout, Layout):
        return layout
    return Layout.parse(layout) if isinstance(layout, str) else Layout.of_size(layout)


def _read_clues(clues: object) -> tuple[int, int] | None:
    if clues is None:
        return None
    ends = clues if isinstance(clues, tuple | list) else (clues, clues)
    numbers = [whole_number(end) for end in ends]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None or not 0 <= numbers[0] <= numbers[1]:
        raise NinefoldError(f"clues is a number or (fewest, most) such as (24, 28), not {short_repr(clues)}")
    return numbers[0], numbers[1]


def _read_solution(solution: GridLike, layout: Layout) -> Grid:
    grid = Grid(solution, layout=layout)
    report = check(grid)
    if not grid.is_full or report.clashes:
        raise NinefoldError(f"the solution must be full and correct: {report}")
    return grid


def _read_required(required: Any, layout: Layout) -> dict[int, int]:
    """The digit of each required clue, by cell."""
    if required is None:
        return {}
    if not isinstance(required, Mapping):
        return dict.fromkeys(sorted(layout.cells(required)), 0)
    cells = [layout.cell(cell) for cell in required]
    if twice := sorted({cell for cell in cells if cells.count(cell) > 1}):
        raise NinefoldError(f"required names {layout.names(twice)} twice")
    digits = Grid.empty(layout).with_digits(dict(zip(cells, required.values(), strict=True)))
    if clashes := check(digits).clashes:
        raise NinefoldError(f"the required digits clash in {clashes[0].unit.name}")
    return {cell: digits.digits[cell] for cell in sorted(cells)}
