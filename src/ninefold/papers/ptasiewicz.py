"""Ptasiewicz (2022): the linear program in CVX, which solved all puzzles but the hardest."""

from __future__ import annotations

from ninefold.core.grid import Grid
from ninefold.core.limits import Limit
from ninefold.papers.experiment import (
    Claim,
    Numbers,
    Paper,
    cpu_time,
    describe,
    is_printed,
    judged,
    milliseconds,
    only_asked,
    paper_puzzle,
    run,
)
from ninefold.solving.result import Status
from ninefold.solving.solve import solve
from ninefold.solving.trace import Belief, Event

# The paper minimises the 1-norm with an interior-point solver in CVX, and reads the largest value of each cell.
AS_PRINTED = "lp:solver=cvxpy:CLARABEL:presolve=whole:sums=true:reading=argmax"
# The standard heuristic for the 0-norm, the number of nonzero values.
TOWARDS_ZERO_NORM = "lp-reweighted:heuristic=reweighted:restarts=1"
WARM = "the CPU time is warm, the median of five runs"
COMBINATIONS_PER_SECOND = 1e9  # more than any program here tries


def solved(*names: str) -> dict[str, object]:
    """The parts of a claim that some puzzles are solved: what is measured and how it is judged."""

    def measure(seconds: float) -> Numbers:
        found = {name: run(paper_puzzle(name).puzzle, "lp", seconds) for name in names}
        right = sum(is_printed(paper_puzzle(name), result) for name, result in found.items())
        return {"puzzles": len(names), "printed grid found": right, "status": ", ".join(map(describe, found.values()))}

    return {
        "how": f"lp on {' and '.join(names)}",
        "rule": "holds if lp finds the printed grid of each puzzle, in part if of some",
        "measure": measure,
        "judge": lambda numbers: judged(
            numbers["printed grid found"] == numbers["puzzles"], numbers["printed grid found"]
        ),
    }


def measure_speed(seconds: float) -> Numbers:
    """The CPU time of both evil puzzles and the intermediate one."""
    names = ("intermediate, code", "evil 1", "evil 2")
    times = [cpu_time(paper_puzzle(name).puzzle, "lp", seconds)[1] for name in names]
    return {"slowest of three, ms": milliseconds(max(times)), "fastest of three, ms": milliseconds(min(times))}


def measure_fraction(seconds: float) -> Numbers:
    """How many cells of the optimum are fractional."""
    result = run(paper_puzzle("hardest").puzzle, "lp", seconds)
    return {"status": str(result.status), "fractional cells": int(result.stats.get("fractional", 0))}


def measure_printed(seconds: float) -> Numbers:
    """How many cells of the printed wrong grid we get."""
    entry = paper_puzzle("hardest")
    result = run(entry.puzzle, AS_PRINTED, seconds)
    read = Grid(str(result.stats.get("read", entry.puzzle.line)))
    return {"cells as printed": _same(read, Grid(entry.printed)), "correct cells": _same(read, entry.solution)}


def measure_norms(seconds: float) -> Numbers:
    """The optimum of the 1-norm and the point of the 0-norm heuristic, each by two counts."""
    ours = _point("lp", seconds)
    other = _point(TOWARDS_ZERO_NORM, seconds)
    return {
        "fractional cells, 1-norm": ours[0],
        "fractional cells, 0-norm": other[0],
        "correct cells, 1-norm": ours[1],
        "correct cells, 0-norm": other[1],
    }


def _worse(numbers: Numbers) -> tuple[bool, bool]:
    more = numbers["fractional cells, 0-norm"] > numbers["fractional cells, 1-norm"]  # type: ignore[operator]
    fewer = numbers["correct cells, 0-norm"] < numbers["correct cells, 1-norm"]  # type: ignore[operator]
    return more and fewer, more or fewer


def _point(by: str, seconds: float) -> tuple[int, int]:
    """The fractional cells of a method's last point, and the cells in which its largest value is right."""
    entry, events = paper_puzzle("hardest"), list[Event]()
    run(entry.puzzle, by, seconds)  # says what is missing
    solve(entry.puzzle, by=by, limit=Limit(seconds=seconds), trace=events)
    values = [event for event in events if isinstance(event, Belief)][-1].values
    fractional = sum(max(row) < 1 - 1e-6 for row in values)
    read = Grid.from_digits(bytes(1 + list(row).index(max(row)) for row in values), entry.puzzle.layout)
    return fractional, _same(read, entry.solution)


def _same(one: Grid, other: Grid | None) -> int:
    assert other is not None
    return sum(map(int.__eq__, one.digits, other.digits))


def measure_force(_: float) -> Numbers:
    """The combinations of the paper's own puzzles."""
    counts = [9 ** len(paper_puzzle(name).puzzle.empty_cells) for name in ("intermediate, figure", "evil 1", "hardest")]
    return {"fewest combinations": float(min(counts)), "most combinations": float(max(counts))}


def measure_backtracking(seconds: float) -> Numbers:
    """Backtracking on the hardest puzzle, and how long trying every combination would take."""
    puzzle = paper_puzzle("hardest").puzzle
    result, cpu = cpu_time(puzzle, "backtrack", seconds, solutions=1)
    combinations = 9 ** len(puzzle.empty_cells)
    return {
        "status": str(result.status),
        "ms": milliseconds(cpu),
        "nodes": int(result.stats["nodes"]),
        "every combination, s": float(f"{combinations / COMBINATIONS_PER_SECOND:.1g}"),
    }


def _either_force(numbers: Numbers) -> tuple[bool, bool]:
    back = numbers["status"] in ("solved", "unique") and float(numbers["ms"]) <= 60_000
    full = float(numbers["every combination, s"]) <= 60
    return back and full, back or full


def measure_integer(seconds: float) -> Numbers:
    """The 0/1 model on the hardest puzzle."""
    entry = paper_puzzle("hardest")
    result, cpu = cpu_time(entry.puzzle, "mip", seconds)
    right = result.status is Status.UNIQUE and result.solution == entry.solution
    return {"solved and proved unique": right, "ms": milliseconds(cpu)}


def measure_large(seconds: float) -> Numbers:
    """The relaxation of the 25×25 puzzle of Hürlimann's paper."""
    result, cpu = cpu_time(paper_puzzle("25x25, with the two clues moved").puzzle, "lp", seconds)
    return {"25×25": str(result.status), "ms": milliseconds(cpu)}


PAPER = Paper(
    name="ptasiewicz",
    author="Max Ptasiewicz",
    title="Sudoku Solving with Linear Optimization",
    year="2022",
    claims=(
        Claim(
            "brute force",
            "This takes approximately 1×10^25 iterations and checks",
            "section 1",
            how="9 to the power of the empty cells, for three of the paper's puzzles",
            rule="holds if one of the numbers is within a factor of ten of 10^25",
            measure=measure_force,
            judge=lambda n: judged(any(1e24 <= float(n[key]) <= 1e26 for key in n)),
        ),
        Claim("4×4", "This puzzle was completed correctly", "section 3", **solved("small")),  # type: ignore[arg-type]
        Claim(
            "intermediate",
            "This puzzle was solved perfectly",
            "section 3, second puzzle",
            **solved("intermediate, figure", "intermediate, code"),  # type: ignore[arg-type]
        ),
        Claim(
            "evil",
            "The evil puzzle was also solved perfectly … Again, the evil level puzzle was solved perfectly",
            "section 3, third and fourth puzzle",
            **solved("evil 1", "evil 2"),  # type: ignore[arg-type]
        ),
        Claim(
            "half a second",
            "in a similar time to the initial intermediate puzzle (… about half a second per solve)",
            "section 3, third puzzle",
            how=f"lp on the intermediate and both evil puzzles; {WARM}",
            rule="holds if each takes at most 500 ms and the slowest at most twice the fastest; in part if one is true",
            measure=measure_speed,
            judge=lambda n: judged(
                (quick := float(n["slowest of three, ms"]) <= 500)
                & (similar := float(n["slowest of three, ms"]) <= 2 * float(n["fastest of three, ms"])),
                quick | similar,
            ),
        ),
        Claim(
            "hardest",
            "the hardest sudoku ever was ultimately too difficult … not only zeros and ones, but rather decimals",
            "sections 3 and 4",
            how="lp on hardest",
            rule="holds if the status is unknown and some cells are fractional",
            measure=measure_fraction,
            judge=lambda n: judged(n["status"] == "unknown" and n["fractional cells"]),
        ),
        Claim(
            "the wrong grid",
            "814753659 923658177 675491283 …",
            "section 3, the grid printed for the hardest puzzle",
            how="the program as printed, by an interior-point solver, reading the largest value of each cell",
            rule="holds if all 81 cells are as printed, in part if more than half",
            measure=measure_printed,
            judge=lambda n: judged(n["cells as printed"] == 81, int(n["cells as printed"]) > 40),
        ),
        Claim(
            "the 0-norm",
            "using the 0-norm … yielded even worse results",
            "section 5",
            how="hardest: the optimum of lp, and the point of lp-reweighted, the usual heuristic for the 0-norm",
            rule="holds if more cells are fractional and fewer correct, in part if one of the two",
            measure=measure_norms,
            judge=lambda n: judged(*_worse(n)),
        ),
        Claim(
            "backtracking",
            "The hardest puzzle ever could easily be solved by either of the two brute force solutions",
            "section 4",
            how=f"backtrack, with first digits first; {WARM}. Every combination: their number, at 10^9 a second",
            rule="holds if both take at most a minute, in part if one does",
            measure=measure_backtracking,
            judge=lambda n: judged(*_either_force(n)),
        ),
        Claim(
            "an integer solver",
            "I would think that it could somewhat rectify the issues",
            "section 5",
            how=f"mip on hardest; {WARM}",
            rule="holds if it finds the solution and proves that it is the only one",
            measure=measure_integer,
            judge=lambda n: judged(n["solved and proved unique"]),
        ),
        Claim(
            "a larger puzzle",
            "it would be interesting to try this solver on … a 16 by 16 or a 25 by 25, just to see what would happen",
            "section 5",
            how=f"lp on Hürlimann's 25×25; {WARM}. The study of 16×16 puzzles is on the page of studies",
            rule="the paper asks and does not claim",
            measure=measure_large,
            judge=only_asked,
        ),
    ),
)
