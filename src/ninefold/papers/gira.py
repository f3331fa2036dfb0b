"""Gira (2022): the linear program by MATLAB's linprog, beside three programs of brute force."""

from __future__ import annotations

from collections.abc import Callable

from ninefold.papers.experiment import Finding, Paper, PaperPuzzle, Trial, is_solved, just_tell, told
from ninefold.solving.result import Result, Status

SMALL, LARGE = "4x4 of the brute-force programs", "9x9 of the brute-force programs"
# linprog got the sum rows too, and the last digit with x > 0 was read.
AS_PRINTED = {"sums": "true", "presolve": "whole", "reading": "positive"}
QUICK = "solved, in micro-seconds"
# What the paper says of big brother: 4^10 possibilities in 13 seconds.
PACE = 4**10 / 13
# The largest number of 32 bits, which it takes for a count; in seconds, a year and the twelve hours it speaks of.
MAX, A_YEAR, HALF_A_DAY = 2**32 - 1, 365.25 * 24 * 3600, 12 * 3600


# --- readings of what the brute force tells ---------------------------------------------------------

Reading = Callable[[PaperPuzzle, Result], Finding]


def of_the_count(read: Callable[[int], Finding]) -> Reading:
    """A reading of the number of possibilities, which is told first of all; nothing where not even that was told."""

    def reading(_: PaperPuzzle, result: Result) -> Finding:
        count = result.stats.get("possibilities")
        return (told(result), None) if count is None else read(count)

    return reading


def is_found_by_force(entry: PaperPuzzle, result: Result) -> Finding:
    """The claim is that going through all possibilities finds the solution."""
    is_right = result.status is Status.UNIQUE and result.solution == entry.solution
    return f"{told(result)}, possibilities: {result.stats.get('possibilities', 0):,}", is_right


@of_the_count
def is_beyond_128_bits(count: int) -> Finding:
    """The claim is that no number of 128 bits can count them."""
    return f"{count:.1e} possibilities", count > 2**128


@of_the_count
def takes_years(count: int) -> Finding:
    """The claim is a number of years, at the paper's own pace; it holds within a factor of ten."""
    years = count / PACE / A_YEAR
    return f"{years:.0e} years at the paper's pace", 1e39 < years < 1e41


@of_the_count
def is_a_32_bit_count(count: int) -> Finding:
    """The claim is the number that the program printed."""
    return f"{count:,} possibilities", count == MAX


@of_the_count
def takes_half_a_day(count: int) -> Finding:
    """The claim is that they would take twelve hours, which is a pace if the number before is right."""
    years = count / (MAX / HALF_A_DAY) / A_YEAR
    return f"{years:,.0f} years at the pace that this means", years * A_YEAR < 2 * HALF_A_DAY


def _by(order: str) -> dict[str, str]:
    return {"order": order}


PAPER = Paper(
    name="gira",
    seed=1,
    author="Thomas M. Gira",
    title="Sudoku Solver by Linear Programming",
    year="2022",
    trials=(
        Trial("small figure", "lp", QUICK, is_solved),
        Trial(SMALL, "lp", QUICK, is_solved),
        Trial(SMALL, "lp", "with the sum rows, read by x > 0", is_solved, AS_PRINTED),
        Trial(LARGE, "lp", QUICK, is_solved),
        Trial(LARGE, "lp", "with the sum rows, read by x > 0", is_solved, AS_PRINTED),
        Trial("empty 4x4", "lp", "not a deterministic solution", just_tell),
        Trial(SMALL, "enumerate", "brutus: solved in 19 s", is_found_by_force, _by("counter")),
        Trial(SMALL, "enumerate", "big brother: solved in 13 s", is_found_by_force, _by("odometer")),
        Trial(SMALL, "enumerate", "doku: one possibility, 0.000264 s", is_found_by_force, _by("reduced")),
        Trial(LARGE, "enumerate", "brutus: too many for 128 bits", is_beyond_128_bits, _by("counter")),
        Trial(LARGE, "enumerate", "big brother: 10^40 years", takes_years, _by("odometer")),
        Trial(LARGE, "enumerate", "doku: 4,294,967,295 possibilities", is_a_32_bit_count, _by("reduced")),
        Trial(LARGE, "enumerate", "doku: would take 12 hours", takes_half_a_day, _by("reduced")),
        Trial(LARGE, "backtrack", "not tried: go back as soon as a digit does not fit", just_tell),
    ),
)
