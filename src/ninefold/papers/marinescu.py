"""Marinescu et al. (2011): constraint propagation in MATLAB, with a table of steps and times."""

from __future__ import annotations

import random
from collections import Counter
from statistics import correlation

from ninefold.core.checking import check
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.make.full_grids import random_grid
from ninefold.papers.experiment import (
    CannotTry,
    Claim,
    Numbers,
    Paper,
    cpu_time,
    judged,
    milliseconds,
    paper_puzzle,
    run,
)
from ninefold.solving.methods.propagate import printed_check
from ninefold.solving.result import Result, Status
from ninefold.solving.solve import solve

# Table 1 of the paper: empty cells, steps, seconds.
PRINTED = (
    *((37, 4, 0.064), (42, 4, 0.096), (36, 2, 0.174), (41, 9, 0.622), (37, 3, 0.156)),
    *((36, 3, 0.188), (41, 5, 0.276), (42, 4, 0.422), (41, 4, 0.294), (37, 3, 0.344)),
)
AS_PRINTED = "propagate:program=printed"
GAMES = 10  # made for each row of the table, so a hundred in all


def made_puzzle(empty: int, seed: int) -> Grid:
    """A random proper puzzle with a number of empty cells: the paper prints only one of its twenty puzzles.

    >>> len(made_puzzle(36, 1).empty_cells)
    36
    """
    puzzle = random_grid(seed, Layout(9))
    cells = list(range(81))
    random.Random(seed).shuffle(cells)  # noqa: S311 (not used for secrets)
    for cell in cells:
        if len(puzzle.empty_cells) == empty:
            break
        fewer_clues = puzzle.with_digits({cell: 0})
        if solve(fewer_clues).status is Status.UNIQUE:
            puzzle = fewer_clues
    return puzzle


def table(seconds: float) -> list[tuple[int, Result, float]]:
    """Our Table 1: for each game the empty cells, the run of the printed program, and its CPU time."""
    found = []
    for number, (empty, _, _) in enumerate(PRINTED):
        for seed in range(GAMES * number + 1, GAMES * (number + 1) + 1):
            result, cpu = cpu_time(made_puzzle(empty, seed), AS_PRINTED, seconds, solutions=1)
            found.append((empty, result, cpu))
    return found


def outcome(result: Result) -> str:
    """How the printed program ended."""
    if result.solutions:
        return "solved"
    return "stuck" if "stuck" in result.why else "wrong grid" if "read" in result.stats else "unknown"


def measure_table(seconds: float) -> Numbers:
    """Steps, times and outcomes of the printed program over our own database."""
    runs = table(seconds)
    steps = [int(result.stats["steps"]) for _, result, _ in runs]
    ends = Counter(outcome(result) for _, result, _ in runs)
    return {
        "games": len(runs),
        "fewest steps": min(steps),
        "most steps": max(steps),
        "fastest, ms": milliseconds(min(cpu for *_, cpu in runs)),
        "slowest, ms": milliseconds(max(cpu for *_, cpu in runs)),
        **{end: ends[end] for end in ("solved", "wrong grid", "stuck")},
    }


def show_table(seconds: float) -> list[str]:
    """The rows of our Table 1."""
    lines = [f"{'empty':>5}  {'steps':>5}  {'ms':>6}  outcome"]
    for empty, result, cpu in table(seconds):
        lines.append(f"{empty:5}  {result.stats['steps']:5}  {milliseconds(cpu):6.2f}  {outcome(result)}")
    return lines


def measure_s4(seconds: float) -> Numbers:
    """The one game of the database that the paper prints, by the printed program and by the correct one."""
    puzzle = paper_puzzle("S4").puzzle
    printed, correct = run(puzzle, AS_PRINTED, seconds, solutions=1), run(puzzle, "propagate", seconds)
    return {
        "S4, printed program": outcome(printed),
        "its steps": int(printed.stats["steps"]),
        "S4, correct program": str(correct.status),
        "steps of that": int(correct.stats["steps"]),
    }


def measure_shidoku(seconds: float) -> Numbers:
    """All solutions of Figure 6."""
    entry = paper_puzzle("Shidoku")
    result = run(entry.puzzle, "propagate", seconds, solutions=None)
    return {"solutions": len(result.solutions), "printed one is among them": Grid(entry.printed) in result.solutions}


def measure_check(_: float) -> Numbers:
    """How many of the nine boxes the paper's check misses: two equal digits in each, in no common row or column."""
    layout = Layout(9)
    counted = printed_check(layout)
    missed = 0
    for place, unit in enumerate(layout.units):
        if unit.kind == "box":
            clash = Grid.empty(9).with_digits({unit.cells[0]: 1, unit.cells[4]: 1})
            missed += bool(check(clash).clashes) and place not in counted
    return {"boxes with a clash": 9, "missed": missed}


def measure_correlation(_: float) -> Numbers:
    """The correlation of two columns of the paper's own table."""
    empty, times = [row[0] for row in PRINTED], [row[2] for row in PRINTED]
    return {"correlation of empty cells and seconds": round(correlation(empty, times), 2)}


def no_database(_: float) -> Numbers:
    """The paper's database is not at hand."""
    raise CannotTry("the paper prints one of the twenty games of its database, and the others are not at hand")


PAPER = Paper(
    name="marinescu",
    author="R. Marinescu, A. Garcia, I. Castro, E. P. Enoiu",
    title="Solving Sudoku with MATLAB",
    year="2011",
    claims=(
        Claim(
            "steps",
            "s_i is varying between 2 and 9",
            "section 4.2, Table 1",
            how="the program as printed, on a hundred games of our own, with as many empty cells as in the table",
            rule="holds if every game takes 2 to 9 steps and is solved, in part if every game takes 2 to 9 steps",
            measure=measure_table,
            judge=lambda n: judged(
                (steps := int(n["fewest steps"]) >= 2 and int(n["most steps"]) <= 9) and n["solved"] == n["games"],
                steps,
            ),
            details=show_table,
        ),
        Claim(
            "relatively easy puzzles",
            "for relatively easy Sudoku puzzles our algorithm is performing quite well",
            "section 4.2",
            how="the same hundred games; CPU time, warm, the median of five runs",
            rule="holds if it solves 95 % within the paper's 0.62 s each, in part if half",
            measure=measure_table,
            judge=lambda n: judged(
                (quick := float(n["slowest, ms"]) <= 620) and int(n["solved"]) >= 0.95 * int(n["games"]),
                quick and int(n["solved"]) >= 0.5 * int(n["games"]),
            ),
        ),
        Claim(
            "S4",
            "S4",
            "section 3.1.2, Figure 5: the only game that is printed",
            how="the printed program and a correct one. Two rows of Table 1 have 36 empty cells, too: 2 and 3 steps",
            rule="holds if the printed program solves it in 2 or 3 steps, in part if it solves it",
            measure=measure_s4,
            judge=lambda n: judged(
                (solved := n["S4, printed program"] == "solved") and int(n["its steps"]) in (2, 3), solved
            ),
        ),
        Claim(
            "the whole database",
            "all of the Sudoku games in the database could be randomly selected and solved correctly",
            "section 4.1",
            how="the paper's games",
            rule="holds if the printed program solves all of them",
            measure=no_database,
            judge=lambda n: judged(n["solved"] == n["games"]),
        ),
        Claim(
            "no predictor",
            "sq_empty for every puzzle is not a predictable measure of performance related to t_e",
            "section 4.2",
            how="the correlation of the two columns of the paper's Table 1",
            rule="holds if it is between −0.5 and 0.5",
            measure=measure_correlation,
            judge=lambda n: judged(abs(float(n["correlation of empty cells and seconds"])) < 0.5),
        ),
        Claim(
            "Shidoku",
            "(f) The puzzle completed",
            "section 3.2, Figure 6",
            how="all solutions of the puzzle of Figure 6",
            rule="holds if the printed grid is the only solution, in part if one of several",
            measure=measure_shidoku,
            judge=lambda n: judged((printed := n["printed one is among them"]) and n["solutions"] == 1, printed),
        ),
        Claim(
            "the check",
            "val which can have two values: 0 if the puzzle is correct and 1 otherwise",
            "section 3.2 and appendix B",
            how="two equal digits in one box, in no common row or column, for each of the nine boxes",
            rule="holds if the printed check misses none of the nine, in part if it finds some",
            measure=measure_check,
            judge=lambda n: judged(n["missed"] == 0, int(n["missed"]) < int(n["boxes with a clash"])),
        ),
    ),
)
