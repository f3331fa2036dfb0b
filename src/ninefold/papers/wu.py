"""Wu (undated): an annealed neural network, and the log that its program prints."""

from __future__ import annotations

from ninefold.core.limits import Limit
from ninefold.papers.experiment import (
    CannotTry,
    Claim,
    Number,
    Numbers,
    Paper,
    describe,
    is_printed,
    judged,
    paper_puzzle,
    run,
)
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


def differences(ours: list[Line]) -> list[tuple[Line, Line]]:
    """Each printed line with our line of the nearest β."""
    return [(line, min(ours, key=lambda own: abs(own[0] - line[0]), default=(0.0, 0.0))) for line in printed_lines()]


def measure_log(seconds: float) -> Numbers:
    """The printed log beside ours: how many lines there are, and the worst differences."""
    run(paper_puzzle("lecture").puzzle, "network", seconds)  # says what is missing
    pairs = differences(our_lines(seconds))
    return {
        "lines": len(pairs),
        "worst difference of Beta": max(round(abs(ours[0] - printed[0]), 6) for printed, ours in pairs),
        "worst difference of converge": max(round(abs(ours[1] - printed[1]), 6) for printed, ours in pairs),
    }


def show_log(seconds: float) -> list[str]:
    """Every printed line with ours."""
    return [f"{_line_text(printed)}   here {_line_text(ours)}" for printed, ours in differences(our_lines(seconds))]


def _line_text(line: Line) -> str:
    return f"Beta={line[0]:.6f} converge={line[1]:.6f}"


def measure_errors(seconds: float) -> Numbers:
    """The three checks at the end of the network's run."""
    entry = paper_puzzle("lecture")
    result = run(entry.puzzle, "network", seconds, solutions=1)
    names = {"row_column_errors": "row column", "data_errors": "data matching", "box_errors": "block"}
    if not all(name in result.stats for name in names):
        raise CannotTry(describe(result))
    errors: dict[str, Number] = {text: int(result.stats[name]) for name, text in names.items()}
    return errors | {"printed grid found": is_printed(entry, result)}


def measure_pairs(seconds: float) -> Numbers:
    """The clues of the lecture's puzzle, and its solutions."""
    entry = paper_puzzle("lecture")
    result = run(entry.puzzle, "propagate", seconds)
    return {"clues": len(entry.puzzle.filled_cells), "status": str(result.status)}


PAPER = Paper(
    name="wu",
    author="J.-M. Wu",
    title="Lecture 8II, Sudoku Puzzle",
    year="undated",
    claims=(
        Claim(
            "29 pairs",
            "29 pairs",
            "9-by-9 Sudoku, first screen",
            how="the clues of the puzzle, and whether it has one solution",
            rule="holds if there are 29 and the puzzle is proper, in part if one of the two",
            measure=measure_pairs,
            judge=lambda n: judged(
                (clues := n["clues"] == 29) and n["status"] == "unique", clues or n["status"] == "unique"
            ),
        ),
        Claim(
            "the log",
            "Beta=0.100905 converge=0.111171 … Beta=1.818233 converge=0.947670",
            "9-by-9 Sudoku, both screens: 35 lines",
            how="the lines of our network on the same puzzle. The lecture does not say how many sweeps its program "
            "makes before Beta grows, which affects the fourth decimal on the second screen",
            rule=f"holds if every Beta agrees in all six decimals and every converge within {TOLERANCE}; in part if "
            "only every Beta does",
            measure=measure_log,
            judge=lambda n: judged(
                (same := n["lines"] == 35 and n["worst difference of Beta"] == 0)
                and float(n["worst difference of converge"]) < TOLERANCE,
                same,
            ),
            details=show_log,
        ),
        Claim(
            "no errors",
            "row column checking: 0 errors, data matching checking: 0 errors, block checking: 0 errors",
            "9-by-9 Sudoku, second screen",
            how="the same three checks after our network's run",
            rule="holds if all are 0 and the grid is the printed one, in part if only one of these",
            measure=measure_errors,
            judge=lambda n: judged(
                (none := not (n["row column"] or n["data matching"] or n["block"])) and n["printed grid found"],
                none or n["printed grid found"],
            ),
        ),
    ),
)
