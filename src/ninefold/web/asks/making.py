"""Asks that make puzzles."""

from __future__ import annotations

from random import Random

from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Limit, Stopped
from ninefold.make.generate import generate, read_seed
from ninefold.make.recipe import SYMMETRIES, Recipe
from ninefold.rating.levels import LEVELS as MADE_LEVELS
from ninefold.rating.levels import level_of
from ninefold.solving.solve import solve
from ninefold.web.asks.common import Asked, Desk, Record, board_of, layout_of
from ninefold.web.refusals import Refusal

LEVELS = ("any", *MADE_LEVELS)
__all__ = ["LEVELS", "SYMMETRIES", "generated", "generated_many"]


def generated(asked: Asked, desk: Desk) -> Record:
    """One fresh puzzle."""
    return _one(asked, desk, read_seed(asked.get("seed")))


def generated_many(asked: Asked, desk: Desk) -> Record:
    """Several fresh puzzles, each told as soon as it is there; each is that of its own seed."""
    puzzles: list[Record] = []
    first = read_seed(asked.get("seed"))
    for number in range(asked["count"]):
        puzzles.append(_one(asked, desk, first + number))
        desk.tell("progress", {"puzzle": puzzles[-1], "done": number + 1, "total": asked["count"]})
    return {"puzzles": puzzles}


def _one(asked: Asked, desk: Desk, seed: int) -> Record:
    if asked.get("kind") == "shidoku":
        grid = shidoku(seed)
        solution = solve(grid, limit=Limit(1, seconds=asked["seconds"])).solution
        return _record(grid, solution, level_of(grid), asked, seed)
    layout = layout_of(asked) or Layout.of_size(asked.get("size", 9))
    clues, level = asked.get("clues"), asked.get("level", "any")
    try:
        recipe = Recipe(
            layout,
            clues=(clues[0], clues[1]) if isinstance(clues, list) else clues,
            minimal=asked.get("minimal") or None,
            symmetry=asked.get("symmetry", "none"),
            level=None if level == "any" else level,
        )
        limit = Limit(seconds=asked["seconds"])
        puzzle = generate(recipe, seed=seed, threads=1, limit=limit, levels=True, cancel=desk.cancel)
    except Stopped as stop:
        said = stop.why.startswith("no such puzzle")  # it is said once
        raise Refusal("cannot", stop.why if said else f"no such puzzle was found: {stop.why}") from None
    return _record(puzzle.clues, puzzle.solution, puzzle.level, asked, seed)


def shidoku(seed: int) -> Grid:
    """Wu's start on 4×4: by two permutations a digit in each row and column, all different; often not proper."""
    lot = Random(seed)  # noqa: S311 - a game
    columns, digits = lot.sample(range(4), 4), lot.sample(range(1, 5), 4)
    return Grid.empty(4).with_digits({4 * row + columns[row]: digits[row] for row in range(4)})


def _record(puzzle: Grid, solution: Grid | None, level: str, asked: Asked, seed: int) -> Record:
    return {
        "puzzle": board_of(puzzle),
        "solution": None if solution is None else board_of(solution),
        "level": level,
        "symmetry": asked.get("symmetry", "none"),
        "clues": len(puzzle.filled_cells),
        "seed": seed,
        "minimal": True if asked.get("minimal") else None,
        "source": "fresh",
        "id": None,
    }
