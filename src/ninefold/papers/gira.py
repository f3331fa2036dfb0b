"""Gira (2022): the linear program solved by MATLAB's linprog, and three brute-force programs."""

from __future__ import annotations

from collections.abc import Callable

from ninefold.papers.experiment import Finding, Paper, PaperPuzzle, Trial, describe, is_solved, no_claim
from ninefold.solving.result import Result, Status

SMALL, LARGE = "4x4 of the brute-force programs", "9x9 of the brute-force programs"
# The paper's linear program includes the sum rows, and reads the last digit with x > 0.
AS_PRINTED = {"sums": "true", "presolve": "whole", "reading": "positive"}
FAST = "solved, in micro-seconds"
# The speed of the paper's program "big brother": 4^10 possibilities in 13 seconds.
POSSIBILITIES_PER_SECOND = 4**10 / 13
# The paper's program "doku" prints this as a count: the largest 32-bit number, so its counter overflowed.
MAX_32_BIT = 2**32 - 1
YEAR_SECONDS, HALF_DAY_SECONDS = 365.25 * 24 * 3600, 12 * 3600


# --- tests of claims about brute force --------------------------------------------------------------

ClaimTest = Callable[[PaperPuzzle, Result], Finding]


def on_count(test: Callable[[int], Finding]) -> ClaimTest:
    """A test of the number of possibilities, which the method reports first; no finding if it did not get that far."""

    def finding(_: PaperPuzzle, result: Result) -> Finding:
        count = result.stats.get("possibilities")
        return (describe(result), None) if count is None else test(count)

    return finding


def is_found_by_force(entry: PaperPuzzle, result: Result) -> Finding:
    """The claim: enumerating all possibilities finds the solution."""
    is_right = result.status is Status.UNIQUE and result.solution == entry.solution
    return f"{describe(result)}, possibilities: {result.stats.get('possibilities', 0):,}", is_right


@on_count
def is_beyond_128_bits(count: int) -> Finding:
    """The claim: the possibilities are too many for a 128-bit number."""
    return f"{count:.1e} possibilities", count > 2**128


@on_count
def takes_years(count: int) -> Finding:
    """The claim: a number of years at the paper's speed; it holds within a factor of ten."""
    years = count / POSSIBILITIES_PER_SECOND / YEAR_SECONDS
    return f"{years:.0e} years at the paper's speed", 1e39 < years < 1e41


@on_count
def is_a_32_bit_count(count: int) -> Finding:
    """The claim: the count that the program printed."""
    return f"{count:,} possibilities", count == MAX_32_BIT


@on_count
def takes_half_a_day(count: int) -> Finding:
    """The claim: the search would take twelve hours, at the speed implied by the printed count."""
    years = count / (MAX_32_BIT / HALF_DAY_SECONDS) / YEAR_SECONDS
    return f"{years:,.0f} years at the implied speed", years * YEAR_SECONDS < 2 * HALF_DAY_SECONDS


def _by(order: str) -> dict[str, str]:
    return {"order": order}


PAPER = Paper(
    name="gira",
    author="Thomas M. Gira",
    title="Sudoku Solver by Linear Programming",
    year="2022",
    trials=(
        Trial("small figure", "lp", FAST, is_solved),
        Trial(SMALL, "lp", FAST, is_solved),
        Trial(SMALL, "lp", "with the sum rows, read by x > 0", is_solved, AS_PRINTED),
        Trial(LARGE, "lp", FAST, is_solved),
        Trial(LARGE, "lp", "with the sum rows, read by x > 0", is_solved, AS_PRINTED),
        Trial("empty 4x4", "lp", "not a deterministic solution", no_claim),
        Trial(SMALL, "enumerate", "brutus: solved in 19 s", is_found_by_force, _by("counter")),
        Trial(SMALL, "enumerate", "big brother: solved in 13 s", is_found_by_force, _by("odometer")),
        Trial(SMALL, "enumerate", "doku: one possibility, 0.000264 s", is_found_by_force, _by("reduced")),
        Trial(LARGE, "enumerate", "brutus: too many for 128 bits", is_beyond_128_bits, _by("counter")),
        Trial(LARGE, "enumerate", "big brother: 10^40 years", takes_years, _by("odometer")),
        Trial(LARGE, "enumerate", "doku: 4,294,967,295 possibilities", is_a_32_bit_count, _by("reduced")),
        Trial(LARGE, "enumerate", "doku: would take 12 hours", takes_half_a_day, _by("reduced")),
        Trial(LARGE, "backtrack", "(no claim: backtracking at the first digit that does not fit)", no_claim),
    ),
)
