"""Wu (undated): an annealed neural network, and the log that its program prints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ninefold.core.limits import Limit
from ninefold.papers.experiment import (
    Finding,
    Paper,
    PaperPuzzle,
    Trial,
    TrialRow,
    describe,
    is_solved,
    is_unique,
    paper_puzzle,
    run,
)
from ninefold.solving.registry import find
from ninefold.solving.result import Result
from ninefold.solving.solve import solve
from ninefold.solving.trace import Event, Note

# The log on two pages of the lecture: β and "converge" at each step, with a gap between the pages.
PRINTED = """
0.100905 0.111171   0.101919 0.111172   0.102944 0.111173   0.103979 0.111175   0.105025 0.111176
0.106081 0.111178   0.107147 0.111179   0.108225 0.111180   0.109313 0.111182   0.110412 0.111184
0.111522 0.111185   0.112644 0.111187   0.113776 0.111188   0.114920 0.111190   0.116076 0.111192

1.503462 0.835437   1.518579 0.845231   1.533849 0.854382   1.549272 0.862938   1.564851 0.870957
1.580585 0.878473   1.596479 0.885533   1.612532 0.892177   1.628746 0.898426   1.645123 0.904315
1.661665 0.909862   1.678374 0.915094   1.695250 0.920031   1.712296 0.924689   1.729514 0.929086
1.746904 0.933238   1.764470 0.937160   1.782212 0.940865   1.800133 0.944364   1.818233 0.947670
"""

# How far a "converge" may be from the printed one. The lecture does not say how many sweeps its program makes before
# β grows; on the second page, where cells are deciding, that affects the fourth decimal.
TOLERANCE = 0.0003

Line = tuple[float, float]


def printed_lines() -> list[Line]:
    """The printed log of the lecture.

    >>> len(printed_lines()), printed_lines()[0]
    (35, (0.100905, 0.111171))
    """
    numbers = [float(word) for word in PRINTED.split()]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def our_lines(seconds: float | None = None) -> list[Line]:
    """The log of our network on the lecture's puzzle."""
    events: list[Event] = []
    solve(paper_puzzle("lecture").puzzle, by="network", limit=Limit(1, seconds=seconds), trace=events)
    notes = [event for event in events if isinstance(event, Note)]
    betas, converges = ([note.value for note in notes if note.name == name] for name in ("beta", "converge"))
    return list(zip(betas, converges, strict=False))


@dataclass(frozen=True)
class Lecture(Paper):
    """A paper that also prints a log; each printed line is compared with ours."""

    def run(self, seconds: float) -> Iterator[TrialRow]:
        """The trials, then the lines of the log."""
        for trial in self.trials:
            yield run(trial, seconds)
        if find("network").available:
            ours = our_lines(seconds)
            for printed in printed_lines():
                yield compared(printed, ours)


def compared(printed: Line, ours: list[Line]) -> TrialRow:
    """A printed line compared with our line of the nearest β."""
    nearest = min(ours, key=lambda line: abs(line[0] - printed[0]), default=(0.0, 0.0))
    holds = nearest[0] == printed[0] and abs(nearest[1] - printed[1]) < TOLERANCE
    return TrialRow("lecture", "network", _line_text(printed), _line_text(nearest), holds, None)


def _line_text(line: Line) -> str:
    return f"Beta={line[0]:.6f} converge={line[1]:.6f}"


def has_no_errors(entry: PaperPuzzle, result: Result) -> Finding:
    """The claim: the network finds the printed grid, and all three checks of the lecture find no error."""
    names = ("row_column_errors", "data_errors", "box_errors")
    if not all(name in result.stats for name in names):
        return describe(result), False
    errors = [result.stats[name] for name in names]
    _, solved = is_solved(entry, result)
    return f"{result.status}: row column {errors[0]}, data {errors[1]}, block {errors[2]} errors", (
        solved is True and not any(errors)
    )


PAPER = Lecture(
    name="wu",
    author="J.-M. Wu",
    title="Lecture 8II, Sudoku Puzzle",
    year="undated",
    trials=(
        Trial("lecture", "network", "0 row column, 0 data, 0 block errors", has_no_errors),
        Trial("lecture", "propagate", "29 pairs, one grid printed", is_unique),
    ),
)
