"""One attempt at a puzzle on any layout: a full grid and the clues that go, or clues that are added, by strategy."""

from __future__ import annotations

from ninefold.core.grid import Grid
from ninefold.core.limits import CheckLimits
from ninefold.make.clues import Removal, add_clues, permutations_start, remove_clues
from ninefold.make.full_grids import full_grid
from ninefold.make.recipe import Recipe
from ninefold.make.splitmix import SplitMix

NODES = 300  # the limit of one search on large boards; a clue stays if that does not decide


def attempt(recipe: Recipe, rng: SplitMix, check_limits: CheckLimits) -> Removal | None:
    """One attempt; None if it failed."""
    if recipe.strategy in ("adding", "permutations"):
        is_adding = recipe.strategy == "adding"
        start = recipe.digits or Grid.empty(recipe.layout) if is_adding else permutations_start(recipe.layout, rng)
        added = add_clues(start, rng, check_limits)
        return _reduced(added, recipe, rng, check_limits) if added and recipe.minimal else added
    plain = recipe.strategy == "removing"
    solution = recipe.solution or full_grid(recipe.layout, rng, recipe.digits, check_limits)
    nodes = NODES if recipe.layout.size > 16 and not recipe.minimal else None
    return remove_clues(
        solution, recipe.groups, recipe.excluded, rng, nodes=nodes, one_by_one=plain, check_limits=check_limits
    )


def _reduced(added: Removal, recipe: Recipe, rng: SplitMix, check_limits: CheckLimits) -> Removal | None:
    """Without the clues that are not needed."""
    clues = added.puzzle(0).filled_cells
    excluded = frozenset(added.puzzle(0).empty_cells)
    groups = tuple((cell,) for cell in clues if cell not in recipe.required)
    return remove_clues(added.solution, groups, excluded, rng, check_limits=check_limits)
