"""Results of solving: one puzzle as a `Result`, many as the columns of `Results`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, overload

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.values import LabelledEnum, short_repr

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Status(LabelledEnum):
    """The answer to a puzzle."""

    UNIQUE = "unique"
    SOLVED = "solved"
    MULTIPLE = "multiple"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"

    @property
    def code(self) -> int:
        """The status as a number, 0 to 4 in the order above, as columns hold it."""
        return _CODES[self]

    @property
    def is_possible(self) -> bool | None:
        """Whether there is a solution; None if that is not known."""
        return None if self is Status.UNKNOWN else self is not Status.IMPOSSIBLE


_CODES = {status: code for code, status in enumerate(Status)}


@dataclass(frozen=True, kw_only=True)
class Result:
    """What a method found. The status is not stored but derived, so that it cannot contradict the rest.

    Args:
        puzzle: the puzzle that was solved.
        solutions: the solutions in the order they were found, each approved by the judge.
        ended: whether the method finished, which proves that there are no more.
        why: why it did not finish, or why there can be no solution; otherwise empty.
        method: the name of the method.
        seconds: the time it took.
        stats: its numbers: always `nodes`, then its own, such as the `steps` of `propagate`.
    """

    puzzle: Grid
    solutions: tuple[Grid, ...]
    ended: bool
    why: str = ""
    method: str = ""
    seconds: float = 0.0
    stats: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def status(self) -> Status:
        """How many solutions there are, as far as that was proved, in one word."""
        if len(self.solutions) > 1:
            return Status.MULTIPLE
        if self.solutions:
            return Status.UNIQUE if self.ended else Status.SOLVED
        return Status.IMPOSSIBLE if self.ended else Status.UNKNOWN

    @property
    def solution(self) -> Grid | None:
        """The first solution found, if any."""
        return self.solutions[0] if self.solutions else None

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: the first solution, or the puzzle if there is none."""
        return (self.solution or self.puzzle)._repr_svg_()


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Results:
    """What was found for many puzzles, as NumPy columns with one entry per puzzle.

    >>> from ninefold import solve_many
    >>> results = solve_many(["." * 80 + "1", "11" + "." * 79])
    >>> results
    <Results: 2 puzzles, 1 multiple, 1 impossible>
    >>> results.status, results.count
    (array([2, 3], dtype=uint8), array([2, 0], dtype=uint64))
    >>> results.words
    array(['multiple', 'impossible'], dtype=object)
    >>> results.has(Status.MULTIPLE)
    array([ True, False])
    >>> results[1].status
    <Status.IMPOSSIBLE>

    Args:
        puzzle: the puzzles, n×81 digits.
        status: one number per puzzle, `Status.code`: 0 unique, 1 solved, 2 multiple, 3 impossible, 4 unknown.
        count: the solutions found, at most as many as the limit.
        ended: whether that is all of them, which makes the count exact.
        solution: the first solution, 81 digits; zeros if there is none.
        guesses: how many guesses were needed.
        why: why some puzzles were not solved; otherwise empty.
    """

    puzzle: NDArray[np.number[Any]]
    status: NDArray[np.uint8]
    count: NDArray[np.uint64]
    ended: NDArray[np.bool_]
    solution: NDArray[np.uint8]
    guesses: NDArray[np.uint64]
    why: str = ""

    def __len__(self) -> int:
        """The number of puzzles."""
        return len(self.status)

    @overload
    def __getitem__(self, row: int) -> ResultRow: ...
    @overload
    def __getitem__(self, row: slice) -> Results: ...
    def __getitem__(self, row: int | slice) -> ResultRow | Results:
        """One row as an object, or the results of a slice of the puzzles."""
        if isinstance(row, slice):
            return Results(why=self.why, **{name: getattr(self, name)[row] for name in _COLUMNS})
        return self._row(range(len(self))[row])

    def __iter__(self) -> Iterator[ResultRow]:
        """The rows one by one, as objects: convenient, but slow compared with the columns."""
        return map(self._row, range(len(self)))

    def _row(self, row: int) -> ResultRow:
        layout = Layout.of_size(9)
        status = tuple(Status)[self.status[row]]
        digits = self.solution[row].tobytes()
        return ResultRow(
            puzzle=Grid.from_digits(self.puzzle[row].astype("uint8").tobytes(), layout),
            status=status,
            count=int(self.count[row]),
            ended=bool(self.ended[row]),
            solution=Grid.from_digits(digits, layout) if digits[0] else None,
            guesses=int(self.guesses[row]),
        )

    @property
    def words(self) -> NDArray[np.object_]:
        """The statuses as words, one per puzzle."""
        import numpy as np

        return np.array([str(status) for status in Status], dtype=object)[self.status]

    def has(self, status: Status) -> NDArray[np.bool_]:
        """Which puzzles have a status: a mask for any of the columns."""
        if not isinstance(status, Status):
            raise NinefoldError(f"expected a Status such as Status.UNIQUE, not {short_repr(status)}")
        mask: NDArray[np.bool_] = self.status == status.code
        return mask

    def tally(self) -> dict[Status, int]:
        """How many puzzles have each status."""
        import numpy as np

        numbers = np.bincount(self.status, minlength=len(Status)).tolist()
        return dict(zip(Status, numbers, strict=True))

    def __repr__(self) -> str:
        """The number of puzzles, and how many have each status."""
        parts = [f"{number:,} {status}" for status, number in self.tally().items() if number]
        return f"<Results: {', '.join([f'{len(self):,} puzzles', *parts])}>"


_COLUMNS = tuple(field.name for field in fields(Results) if field.name != "why")


@dataclass(frozen=True, kw_only=True)
class ResultRow:
    """One row of `Results`, with the first solution only; `solve` and `solutions` find the others."""

    puzzle: Grid
    status: Status
    count: int
    ended: bool
    solution: Grid | None
    guesses: int
