"""Results of solving: one puzzle as a `Result`, many as the columns of `Results`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, overload

from ninefold.core.drawing import beliefs_svg, svg
from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.reading import CELLS
from ninefold.core.values import LabelledEnum, counted, short_repr, whole_number
from ninefold.solving.arrow import lines, pyarrow, words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Selection = slice | list[int] | list[bool] | NDArray[np.generic]


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
        seconds: the time it took, without the start-up.
        startup_seconds: the time to load the method and its libraries, in another process also the time to start
            that; 0 if everything was loaded before.
        stats: its numbers: always `nodes`, then its own, such as the `steps` of `propagate`.
        beliefs: the last beliefs of a relaxation, N² rows of N numbers; None for other methods.
        by: the method with its options, as it was given to `solve`.
    """

    puzzle: Grid
    solutions: tuple[Grid, ...]
    ended: bool
    why: str = ""
    method: str = ""
    seconds: float = 0.0
    stats: Mapping[str, Any] = field(default_factory=dict, hash=False)
    startup_seconds: float = field(default=0.0, repr=False, compare=False)
    beliefs: Any = field(default=None, repr=False, compare=False)
    by: Any = field(default="", repr=False, compare=False)

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

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: a method of the caller may be any object, so that only its name goes along."""
        return vars(self) | {"by": self.by if isinstance(self.by, str) else self.method}

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: the first solution, or else the last beliefs; the status and the reason."""
        words = f"{self.status} by {self.method}" if self.method else str(self.status)
        if self.solution is None and self.beliefs is not None:
            return beliefs_svg(self.beliefs, self.puzzle.layout, self.puzzle.digits, f"{words}: {self.why}")
        return _picture(self.puzzle, self.solution, words, self.why)


def _picture(puzzle: Grid, solution: Grid | None, words: str, why: str = "") -> str:
    shown, caption = solution or puzzle, f"{words}: {why}" if why else words
    return svg(shown.digits, shown.layout, clues=puzzle.digits, caption=caption)


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
    def __getitem__(self, row: Selection) -> Results: ...
    def __getitem__(self, row: int | Selection) -> ResultRow | Results:
        """One row as an object, or the results of some puzzles: a slice, a mask, or a list of their numbers."""
        number = whole_number(row)
        if number is not None:
            return self._row(range(len(self))[number])
        rows = row if isinstance(row, slice) else self._selected(row)
        return Results(why=self.why, **{name: getattr(self, name)[rows] for name in _COLUMNS})

    def _selected(self, rows: object) -> NDArray[np.generic]:
        """A mask or a list of numbers as an array."""
        import numpy as np

        array = np.asarray(rows if hasattr(rows, "__array__") or isinstance(rows, list) else [rows])
        kind = array.dtype.kind if array.size else "i"
        if array.ndim != 1 or kind not in "biu" or (kind == "b" and len(array) != len(self)):
            expected = f"a number, a slice, a mask of {len(self)} or a list of numbers"
            raise NinefoldError(f"results are selected by {expected}, not {short_repr(rows)}")
        return array if array.size else array.astype(int)

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

    def to_dict(self) -> dict[str, Any]:
        """The columns by name, for `pandas.DataFrame` or `polars.DataFrame`: grids as lines, statuses as words.

        >>> from ninefold import solve_many
        >>> solve_many(["." * 80 + "1"]).to_dict()["status"]
        ['multiple']
        """
        solutions = [None if line[0] == "." else line for line in _lines(self.solution)]
        return {
            "puzzle": _lines(self.puzzle),
            "status": self.words.tolist(),
            "count": self.count,
            "ended": self.ended,
            "solution": solutions,
            "guesses": self.guesses,
        }

    def to_arrow(self) -> Any:
        """The columns of `to_dict` as a table of pyarrow, without an object for each row."""
        import numpy as np

        arrow = pyarrow()
        columns = {
            "puzzle": lines(self.puzzle.astype(np.uint8).reshape(-1, CELLS), 9),
            "status": words([str(status) for status in Status], self.status),
            "count": arrow.array(self.count),
            "ended": arrow.array(self.ended),
            "solution": lines(self.solution, 9, self.solution[:, 0] > 0),
            "guesses": arrow.array(self.guesses),
        }
        return arrow.table(columns)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table of `to_arrow` as an Arrow stream, which pandas, polars and DuckDB read; needs pyarrow."""
        table = self.to_arrow()
        plain = [each.with_type(pyarrow().string()) if each.name == "status" else each for each in table.schema]
        return table.cast(pyarrow().schema(plain)).__arrow_c_stream__(requested_schema)

    def tally(self) -> dict[Status, int]:
        """How many puzzles have each status."""
        import numpy as np

        numbers = np.bincount(self.status, minlength=len(Status)).tolist()
        return dict(zip(Status, numbers, strict=True))

    def __repr__(self) -> str:
        """The number of puzzles, and how many have each status."""
        parts = [f"{number:,} {status}" for status, number in self.tally().items() if number]
        return f"<Results: {', '.join([counted(len(self), 'puzzle'), *parts])}>"


def _lines(digits: NDArray[np.number[Any]]) -> list[str]:
    """The lines of n×81 digits, `.` for empty."""
    text = digits.astype("uint8").tobytes().translate(bytes.maketrans(bytes(range(10)), b".123456789")).decode()
    return [text[start : start + CELLS] for start in range(0, len(text), CELLS)]


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

    def _repr_svg_(self) -> str:
        """The picture that notebooks show, as that of a `Result`."""
        return _picture(self.puzzle, self.solution, str(self.status))
