"""Gira (2022): the linear program solved by MATLAB's linprog, and three brute-force programs."""

from __future__ import annotations

from collections.abc import Callable

from ninefold.core.grid import Grid
from ninefold.core.limits import Limit
from ninefold.papers.experiment import (
    Claim,
    Numbers,
    Paper,
    cold_time,
    cpu_time,
    judged,
    milliseconds,
    paper_puzzle,
    run,
)
from ninefold.solving.result import Status
from ninefold.solving.solve import solve

SMALL, LARGE = "4x4 of the brute-force programs", "9x9 of the brute-force programs"
# The paper's linear program includes the sum rows, and reads the last digit with x > 0.
AS_PRINTED = "lp:sums=true:presolve=whole:reading=positive"
# The speed of the paper's program "big brother": 4^10 possibilities in 13 seconds.
POSSIBILITIES_PER_SECOND = 4**10 / 13
# The paper's program "doku" prints this as a count: the largest 32-bit number, so its counter overflowed.
MAX_32_BIT = 2**32 - 1
YEAR_SECONDS, HALF_DAY_SECONDS = 365.25 * 24 * 3600, 12 * 3600
WARM = "CPU time, warm, the median of five runs"


def measure_lp(seconds: float) -> Numbers:
    """The CPU time of the linear program on both boards."""
    return {
        f"{label}, ms": milliseconds(cpu_time(paper_puzzle(name).puzzle, AS_PRINTED, seconds)[1])
        for label, name in (("4×4", SMALL), ("9×9", LARGE))
    }


def measure_solved(seconds: float) -> Numbers:
    """Whether the program as printed solves the boards that the paper runs it on."""
    names = ("small figure", SMALL, LARGE)
    results = [(paper_puzzle(name), run(paper_puzzle(name).puzzle, AS_PRINTED, seconds)) for name in names]
    return {"boards": len(names), "solved": sum(result.solution == entry.solution for entry, result in results)}


def measure_determinism(seconds: float) -> Numbers:
    """Whether two algorithms end at the same grid, on a proper puzzle and on the empty board."""
    ends = {
        name: {
            run(paper_puzzle(name).puzzle, f"lp:solver={solver}:presolve=whole:reading=argmax", seconds).stats.get(
                "read"
            )
            or str(run(paper_puzzle(name).puzzle, f"lp:solver={solver}:presolve=whole", seconds).solution)
            for solver in ("highs-ds", "highs-ipm")
        }
        for name in (LARGE, "empty 4x4")
    }
    return {"grids of the proper 9×9": len(ends[LARGE]), "grids of the empty 4×4": len(ends["empty 4x4"])}


def measure_failure(seconds: float) -> Numbers:
    """The linear program on Ptasiewicz's hardest puzzle."""
    result = run(paper_puzzle("hardest").puzzle, AS_PRINTED, seconds)
    return {
        "status": str(result.status),
        "ends at an optimum": "objective" in result.stats,
        "fractional cells": int(result.stats.get("fractional", 0)),
    }


def measure_program(order: str) -> Callable[[float], Numbers]:
    """One of the brute-force programs on the 4×4."""

    def measure(seconds: float) -> Numbers:
        by, entry = f"enumerate:order={order}", paper_puzzle(SMALL)
        result, cpu = cpu_time(entry.puzzle, by, seconds)
        return {
            "solved": result.status is Status.UNIQUE and result.solution == entry.solution,
            "possibilities": int(result.stats.get("possibilities", 0)),
            "s, warm": float(f"{cpu:.3g}"),
            "s, cold, with the start of a new process": float(f"{cold_time(entry.puzzle, by):.3g}"),
        }

    return measure


def show_output(name: str, order: str) -> Callable[[float], list[str]]:
    """What the paper's program prints, from our run on the 4×4."""

    def lines(seconds: float) -> list[str]:
        puzzle = paper_puzzle(SMALL).puzzle
        result = solve(puzzle, by=f"enumerate:order={order}", limit=Limit(1, seconds=seconds))
        count = int(result.stats["possibilities"])
        head = [f"Running {name} on a 4x4 Grid"]
        if order == "reduced":
            head += [f"Number of Possibilites: {count}"]
        else:
            last = count - 1
            head += [f"num_to_solve: {len(puzzle.empty_cells)}", f"max_value: {last}"]
            # Both programs have an index of tried − 1 at the solution, where they stop: brutus counts from 0, and big
            # brother never checks the first combination.
            reached = 100 * (int(result.stats["tried"]) - 1) // last
            index = "{}% Complete Index: {}" if order == "odometer" else "{}% Complete"
            head += [index.format(percent, -(-last * percent // 100)) for percent in range(5, reached + 1, 5)]
        called = name.lower().replace(" ", "_")
        return [*head, *_framed(result.solution), f"Running {called}() took {result.seconds:.6f} seconds."]

    return lines


def _framed(grid: Grid | None) -> list[str]:
    """The paper's `print_board` of a 4×4: a bar after two columns, a line of dashes after two rows."""
    rows = [] if grid is None else [grid.line[at : at + 4] for at in range(0, 16, 4)]
    lines = [f"{row[:2]}|{row[2:]}" for row in rows]
    return [*lines[:2], "-----", *lines[2:]] if lines else ["no solution"]


def measure_possibilities(order: str) -> Callable[[float], Numbers]:
    """The number of possibilities of the 9×9, which the method reports before it starts."""

    def measure(seconds: float) -> Numbers:
        result = run(paper_puzzle(LARGE).puzzle, f"enumerate:order={order}", min(seconds, 5.0))
        count = int(result.stats["possibilities"])
        return {
            "possibilities": count,
            "years at the paper's speed": float(f"{count / POSSIBILITIES_PER_SECOND / YEAR_SECONDS:.1g}"),
            "years at 2^32 in 12 h": float(f"{count / (MAX_32_BIT / HALF_DAY_SECONDS) / YEAR_SECONDS:.1g}"),
        }

    return measure


def measure_rivals(seconds: float) -> Numbers:
    """The linear program beside backtracking and the search engine, on the 9×9."""
    puzzle = paper_puzzle(LARGE).puzzle
    return {
        f"{by}, ms": milliseconds(cpu_time(puzzle, by, seconds)[1]) for by in ("lp", "backtrack", "propagate", "search")
    }


def program(name: str, quote: str, order: str, seconds: float, possibilities: int) -> Claim:
    """The claim that one of the programs solves the 4×4 in some time; the time is that of another machine."""
    among = f"{possibilities:,} possibilit{'ies' if possibilities > 1 else 'y'}"
    return Claim(
        name.lower(),
        quote,
        "section 5",
        how=f"enumerate in the same order on the same 4×4; {WARM}. The paper's time is of its own machine and program",
        rule=f"holds if it finds the solution among {among} within the paper's {seconds:g} s, warm; "
        "in part if it takes longer",
        measure=measure_program(order),
        judge=lambda n: judged(
            (found := bool(n["solved"]) and n["possibilities"] == possibilities) and float(n["s, warm"]) <= seconds,
            found,
        ),
        details=show_output(name, order),
    )


PAPER = Paper(
    name="gira",
    author="Thomas M. Gira",
    title="Sudoku Solver by Linear Programming",
    year="2022",
    claims=(
        Claim(
            "micro-seconds",
            "linear programming wins in most cases with compute times in micro-seconds",
            "abstract",
            how=f"the program as printed, with the sum rows; {WARM}",
            rule="holds if both boards take less than 1 ms, in part if one does",
            measure=measure_lp,
            judge=lambda n: judged(max(map(float, n.values())) < 1, min(map(float, n.values())) < 1),
        ),
        Claim(
            "simple cases",
            "it is possible to solve many simple cases of a sudoku grid",
            "section 6",
            how="the program as printed, on the board of Figure 1 and the two of main.m",
            rule="holds if it solves all of them, in part if some",
            measure=measure_solved,
            judge=lambda n: judged(n["solved"] == n["boards"], n["solved"]),
        ),
        Claim(
            "not deterministic",
            "linear programming does not find a deterministic solution",
            "abstract",
            how="the grids that the simplex method and an interior-point method end at",
            rule="holds if they differ on a proper puzzle, in part if only on the empty board",
            measure=measure_determinism,
            judge=lambda n: judged(int(n["grids of the proper 9×9"]) > 1, int(n["grids of the empty 4×4"]) > 1),
        ),
        Claim(
            "may fail",
            "on complicated boards it may fail to converge",
            "abstract",
            how="the program as printed on Ptasiewicz's hardest puzzle",
            rule="holds if it does not end at an optimum, in part if it does and that is not a solution",
            measure=measure_failure,
            judge=lambda n: judged(not n["ends at an optimum"], n["status"] == "unknown"),
        ),
        program(
            "Brutus", "I was able to brute force the solution for a 4x4 grid in 19 seconds", "counter", 19.0, 4**10
        ),
        Claim(
            "128 bits",
            "a solution set that is so large it can't even be represented by a 128 bit unsigned integer",
            "section 5",
            how="the number of ways to fill the 9×9, counted exactly",
            rule="holds if the number is at least 2^128",
            measure=measure_possibilities("counter"),
            judge=lambda n: judged(int(n["possibilities"]) >= 2**128),
        ),
        program("Big Brother", "Running on a 4x4 we were now down to 13 seconds", "odometer", 13.0, 4**10),
        Claim(
            "10^40 years",
            "with some quick napkin math it turns out it will take 10^40 years to solve",
            "section 5",
            how="the same number, divided by the paper's own speed, 4^10 possibilities in 13 s",
            rule="holds within a factor of ten, in part within a factor of a thousand",
            measure=measure_possibilities("odometer"),
            judge=lambda n: judged(
                1e39 < (years := float(n["years at the paper's speed"])) < 1e41, 1e37 < years < 1e43
            ),
        ),
        program(
            "Doku",
            "this solved in 0.000264 seconds, reducing the solution size to a single solution",
            "reduced",
            0.000264,
            1,
        ),
        Claim(
            "2^32 possibilities",
            "However, there are 4,294,967,295 possible solutions",
            "section 5",
            how="the possibilities that one pass of elimination leaves on the 9×9, counted exactly",
            rule="holds if the number is the same",
            measure=measure_possibilities("reduced"),
            judge=lambda n: judged(n["possibilities"] == MAX_32_BIT),
        ),
        Claim(
            "12 hours",
            "with my back of the hand math; this will take 12 hours to solve",
            "section 5",
            how="the same number, at the speed that 2^32 possibilities in 12 hours imply",
            rule="holds if it takes at most a day",
            measure=measure_possibilities("reduced"),
            judge=lambda n: judged(float(n["years at 2^32 in 12 h"]) <= 1 / 365),
        ),
        Claim(
            "the quickest",
            "solving using methods of linear programming is the quickest solution",
            "section 6",
            how=f"lp and three searches on the 9×9 of main.m; {WARM}",
            rule="holds if lp is faster than each of them, in part if faster than one",
            measure=measure_rivals,
            judge=lambda n: judged(
                all(faster := [float(n["lp, ms"]) < float(n[key]) for key in n if key != "lp, ms"]), any(faster)
            ),
        ),
    ),
)
