"""What Gymnasium adds to the environments if it is installed: base classes and spaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ninefold.environments.games import SudokuGames

NAME = "ninefold/Sudoku-v1"  # in Gymnasium's registry; the version changes with the puzzles of a seed


def _gymnasium() -> Any:
    try:
        import gymnasium
    except ImportError:
        return None
    return gymnasium


def register() -> None:
    """Make the environments known to `gymnasium.make` and `make_vec`."""
    if (found := _gymnasium()) is not None:
        where = "ninefold.environments"
        found.register(NAME, entry_point=f"{where}.env:SudokuEnv", vector_entry_point=f"{where}.vector:SudokuVectorEnv")


def base_env() -> type:
    """The base class of an environment."""
    found = _gymnasium()
    return object if found is None else found.Env


def base_vector() -> type:
    """The base class of a vector environment."""
    found = _gymnasium()
    return object if found is None else found.vector.VectorEnv


def vector_metadata(is_reset: bool) -> dict[str, Any]:
    """What wrappers ask a vector environment about: when a game that ended is replaced. Empty without Gymnasium."""
    found = _gymnasium()
    if found is None:
        return {}
    modes = found.vector.AutoresetMode
    return {"autoreset_mode": modes.SAME_STEP if is_reset else modes.DISABLED}


def action_space(actions: int) -> Any:
    """The actions; their number without Gymnasium."""
    found = _gymnasium()
    return actions if found is None else found.spaces.Discrete(actions)


def observation_space(games: SudokuGames) -> Any:
    """The parts of an observation; their shapes without Gymnasium."""
    import numpy as np

    shapes = {"grid": (games.cells,), "action_mask": (games.actions,)}
    if games.has_marks:
        shapes["marks"] = (games.cells * games.size,)
    found = _gymnasium()
    if found is None:
        return shapes
    most = {"grid": games.size, "action_mask": 1, "marks": 1}
    kinds = {"grid": np.uint8, "action_mask": np.int8, "marks": np.uint8}
    boxes = {name: found.spaces.Box(0, most[name], shape, kinds[name]) for name, shape in shapes.items()}
    return found.spaces.Dict(boxes)


def batched(space: Any, count: int) -> Any:
    """The space of many games."""
    found = _gymnasium()
    return space if found is None else found.vector.utils.batch_space(space, count)
