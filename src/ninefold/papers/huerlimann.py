"""Hürlimann (undated): the 0/1 model in LPL, an integer model, and a 25×25 puzzle."""

from __future__ import annotations

from math import factorial, isqrt

from ninefold.papers.experiment import (
    Claim,
    Numbers,
    Paper,
    cpu_time,
    is_printed,
    judged,
    milliseconds,
    paper_puzzle,
    paper_puzzles,
    run,
)
from ninefold.solving.counting import count
from ninefold.solving.result import Status

WARM = "CPU time, warm, the median of five runs"
LAST_FACTOR = 27_704_267_971
GRIDS = 6_670_903_752_021_072_936_960


def measure_figure(seconds: float) -> Numbers:
    """The 0/1 model on Figure 1."""
    result, cpu = cpu_time(paper_puzzle("LPL figure").puzzle, "mip", seconds)
    return {"as in Figure 2": is_printed(paper_puzzle("LPL figure"), result), "ms": milliseconds(cpu)}


def measure_models(seconds: float) -> Numbers:
    """Both models on Figure 1."""
    puzzle = paper_puzzle("LPL figure").puzzle
    return {
        "0/1 model, ms": milliseconds(cpu_time(puzzle, "mip", seconds)[1]),
        "integer model, ms": milliseconds(cpu_time(puzzle, "mip-integer", seconds)[1]),
    }


def measure_exercise(seconds: float) -> Numbers:
    """Number 40 of three lists of puzzles with 17 clues."""
    found = [cpu_time(entry.puzzle, "mip", seconds) for entry in paper_puzzles() if entry.name.startswith("number 40")]
    return {
        "lists": len(found),
        "solved and proved unique": sum(result.status is Status.UNIQUE for result, _ in found),
        "ms": ", ".join(f"{milliseconds(cpu)}" for _, cpu in found),
    }


def measure_printed_large(seconds: float) -> Numbers:
    """Figure 3 as it is printed."""
    entry = paper_puzzle("25x25, as printed")
    result = run(entry.puzzle, "mip", seconds)
    return {"status": str(result.status), "as in Figure 4": is_printed(entry, result)}


def measure_large(seconds: float) -> Numbers:
    """Figure 3 repaired in two ways."""
    names = ("25x25, with the two clues moved", "25x25, without the two clues")
    results = [run(paper_puzzle(name).puzzle, "mip", seconds) for name in names]
    right = sum(is_printed(paper_puzzle(name), result) for name, result in zip(names, results, strict=True))
    return {
        "repaired in two ways": len(names),
        "solved as in Figure 4": right,
        "s": ", ".join(f"{result.seconds:.2g}" for result in results),
    }


def measure_grids(_: float) -> Numbers:
    """The factors of the number of grids."""
    product = factorial(9) * 72**2 * 2**7 * LAST_FACTOR
    prime = all(LAST_FACTOR % n for n in range(2, isqrt(LAST_FACTOR) + 1))
    return {"product": f"{product:,}", "last factor is prime": prime}


def measure_77(_: float) -> Numbers:
    """The solution of Figure 2 without the corners of a rectangle."""
    full = paper_puzzle("LPL figure").solution
    assert full is not None
    corners = [full.layout.cell(name) for name in ("r1c1", "r1c7", "r3c1", "r3c7")]
    puzzle = full.with_digits(dict.fromkeys(corners, 0))
    return {"clues": len(puzzle.filled_cells), "solutions": int(count(puzzle, limit=10))}


PAPER = Paper(
    name="huerlimann",
    author="Tony Hürlimann",
    title="The Sudoku Game I (sudoku)",
    year="undated",
    claims=(
        Claim(
            "easy",
            "This MIP problem is easy to solve",
            "Solution, Figures 1 and 2",
            how=f"mip on Figure 1; {WARM}",
            rule="holds if it finds Figure 2 within a second, in part if it takes longer",
            measure=measure_figure,
            judge=lambda n: judged(n["as in Figure 2"] and float(n["ms"]) <= 1000, n["as in Figure 2"]),
        ),
        Claim(
            "0/1 or integer",
            "The model is much easier to solve although we get S² times more variables",
            "footnote 3",
            how=f"mip and mip-integer on Figure 1; {WARM}",
            rule="holds if the integer model takes at least twice the time, in part if it takes longer at all",
            measure=measure_models,
            judge=lambda n: judged(
                (ratio := float(n["integer model, ms"]) / float(n["0/1 model, ms"])) >= 2, ratio > 1
            ),
        ),
        Claim(
            "number 40",
            "Solve Sudoku Number 40 from file sudoku17.txt",
            "Question 1",
            how=f"mip on number 40 of Royle's list of 49,151 puzzles, of the same list sorted, and of that of 49,158; "
            f"{WARM}",
            rule="holds if it finds each solution and proves that it is the only one, in part if one",
            measure=measure_exercise,
            judge=lambda n: judged(n["solved and proved unique"] == n["lists"], n["solved and proved unique"]),
        ),
        Claim(
            "Figure 3",
            "In Figure 3 we show a game of dimension S = 5. The solution is shown in Figure 4",
            "Solution, Figures 3 and 4",
            how="mip on Figure 3 as printed",
            rule="holds if it finds Figure 4",
            measure=measure_printed_large,
            judge=lambda n: judged(n["as in Figure 4"]),
        ),
        Claim(
            "larger games",
            "This MIP model formulation is also able to solve larger games",
            "Solution",
            how="mip on Figure 3 with its two wrong clues moved, and without them; seconds of one run",
            rule="holds if it finds Figure 4 both times, in part if once",
            measure=measure_large,
            judge=lambda n: judged(n["solved as in Figure 4"] == n["repaired in two ways"], n["solved as in Figure 4"]),
        ),
        Claim(
            "the number of grids",
            "6,670,903,752,021,072,936,960 … equivalent to 9!·72²·2⁷·27,704,267,971, the last factor of which is prime",
            "Problem",
            how="the product and a test of the last factor, in whole numbers",
            rule="holds if both are right, in part if one",
            measure=measure_grids,
            judge=lambda n: judged(
                (equal := n["product"] == f"{GRIDS:,}") and n["last factor is prime"],
                equal or n["last factor is prime"],
            ),
        ),
        Claim(
            "four short of a full grid",
            "The maximum number of givens … still not rendering the solution unique … is four short of a full grid",
            "Problem",
            how="Figure 2 without the corners of a rectangle, all solutions counted",
            rule="holds if 77 clues leave exactly two solutions",
            measure=measure_77,
            judge=lambda n: judged((n["clues"], n["solutions"]) == (77, 2)),
        ),
    ),
)
