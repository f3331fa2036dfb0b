"""SudokuEnv: one game of Sudoku as an environment of Gymnasium, which need not be installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ninefold.core.errors import NinefoldError
from ninefold.core.layout import Layout
from ninefold.core.values import short_repr
from ninefold.environments.spaces import action_space, base_env, observation_space
from ninefold.environments.vector import SudokuVectorEnv

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Observation = dict[str, Any]


class SudokuEnv(base_env()):  # type: ignore[misc]
    """One game: place digits, mark and clear; see `ninefold.environments.games` for actions and rewards.

    >>> env = SudokuEnv(4, seed=1)
    >>> observation, info = env.reset()
    >>> sorted(observation), int(observation["action_mask"].sum()) > 0
    (['action_mask', 'grid'], True)

    Args:
        recipe: what to generate, as for `nf.generate`; a list of recipes is a curriculum, of which `level` is the one
            in use.
        seed: the seed of the first game; `reset(seed=…)` sets another.
        marks: whether there are actions to mark candidates and to clear cells.
        empty: how many cells are empty, or the fewest and the most.
        progress: what a right digit earns, `forced` what a logically forced one earns in addition, `solved` what the
            full grid earns, `wrong` what anything wrong costs (a negative number).
        max_steps: after how many actions a game is cut short; None for four times as many as there are cells.
        render_mode: `ansi`: `render` returns the grid as text.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (Gymnasium's form)

    def __init__(self, recipe: Any = 9, *, render_mode: str = "ansi", **settings: Any) -> None:
        if render_mode not in (None, "ansi"):
            raise NinefoldError(f"render_mode is 'ansi', not {short_repr(render_mode)}")
        self.render_mode = "ansi"
        self._games = SudokuVectorEnv(1, recipe, auto_reset=False, **settings)
        self.action_space = action_space(self._games.games.actions)
        self.observation_space = observation_space(self._games.games)

    @property
    def layout(self) -> Layout:
        """The board."""
        return self._games.games.layout

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game: of a seed, or the next one; `options={"level": k}` moves along the curriculum."""
        if hasattr(super(), "reset"):
            super().reset(seed=seed)  # Gymnasium's own random numbers, which are not used here
        observations, infos = self._games.reset(seed=seed, options=options)
        return self._one(observations), self._one(infos)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One action: observation, reward, whether the game ended, whether it was cut short, and facts."""
        import numpy as np

        observations, rewards, ended, cut, infos = self._games.step(np.array([action]))
        return self._one(observations), float(rewards[0]), bool(ended[0]), bool(cut[0]), self._one(infos)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are allowed, in the form that MaskablePPO expects."""
        found: NDArray[np.bool_] = self._games.games.mask[0].astype(bool)
        return found

    def render(self) -> str:
        """The grid as text."""
        from ninefold.core.grid import Grid

        return str(Grid.from_digits(bytes(self._games.games.grids[0]), self.layout))

    def close(self) -> None:
        """Nothing is open."""

    def _one(self, columns: dict[str, Any]) -> dict[str, Any]:
        """Of columns with one row, that row, as the caller's own."""
        return {name: column[0].copy() for name, column in columns.items()}
