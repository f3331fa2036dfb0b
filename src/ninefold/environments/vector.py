"""SudokuVectorEnv: many games side by side, with arrays in and out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ninefold.core.errors import NinefoldError
from ninefold.core.limits import read_count
from ninefold.core.values import read_seed, short_repr, whole_number
from ninefold.environments.games import Rewards, SudokuGames
from ninefold.environments.puzzles import CHUNK, NumberedPuzzles
from ninefold.environments.spaces import action_space, base_vector, batched, observation_space, vector_metadata
from ninefold.make.recipe import Recipe

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Columns = dict[str, Any]

AHEAD, MAX_AHEAD = 1024, 16_384  # puzzles made ahead: more for many games, which is faster


class SudokuVectorEnv(base_vector()):  # type: ignore[misc]
    """Games side by side; a game that ends is followed by the next puzzle of the seed.

    The arrays of observations are those of the games: the next step changes them, so copy what you keep.

    >>> env = SudokuVectorEnv(8, 4, seed=1)
    >>> observations, infos = env.reset()
    >>> observations["grid"].shape, observations["action_mask"].shape
    ((8, 16), (8, 64))

    Args:
        num_envs: how many games.
        recipe: as for `SudokuEnv`, and so are the other arguments.
        pool: how many puzzles of the seed are used, again and again; None for no end.
        copies: how often a puzzle is used, each time as another symmetric copy: making a puzzle takes far longer than
            playing a game, and turning one does not.
        auto_reset: whether a game that ends is replaced in the same step; its last observation is in the infos, as
            `final_grid`.
    """

    def __init__(
        self,
        num_envs: int,
        recipe: Any = 9,
        *,
        seed: int = 0,
        marks: bool = False,
        empty: tuple[int, int] | int | None = None,
        progress: float = 0.0,
        forced: float = 0.0,
        solved: float = 1.0,
        wrong: float = 0.0,
        max_steps: int | None = None,
        pool: int | None = None,
        copies: int = 1,
        auto_reset: bool = True,
    ) -> None:
        import numpy as np

        games = whole_number(num_envs)
        if games is None or games < 1:
            raise NinefoldError(f"num_envs is a whole number from 1, not {short_repr(num_envs)}")
        several = isinstance(recipe, Sequence) and not isinstance(recipe, str)
        self.recipes = [Recipe.of(each) for each in (recipe if several else [recipe])]
        boards = {each.layout for each in self.recipes}
        if len(boards) != 1:
            raise NinefoldError("the recipes of a curriculum are of one board")
        self.num_envs, self.level, self._empty, self._auto = games, 0, empty, auto_reset
        self.metadata = vector_metadata(auto_reset)
        self._pool = read_count("pool", pool, "a whole number from 1, or None for no end")
        self._copies = read_count("copies", copies, "a whole number from 1") or 1
        if self._pool and self._copies > 1:
            raise NinefoldError("pool and copies exclude each other: a pool is used again without end")
        self.games = SudokuGames(boards.pop(), games, Rewards(progress, forced, solved, wrong), marks)
        self.max_steps = read_count("max_steps", max_steps) or 4 * self.games.cells
        self._steps = np.zeros(games, np.int64)
        self.numbers = np.zeros(games, np.int64)
        self._is_started = False
        self._begin(read_seed(seed))
        self.single_action_space, self.single_observation_space = (
            action_space(self.games.actions),
            observation_space(self.games),
        )
        self.action_space = batched(self.single_action_space, games)
        self.observation_space = batched(self.single_observation_space, games)

    def _begin(self, seed: int) -> None:
        self.seed, self._next = seed, 0
        self._made: Any = None

    def reset(self, *, seed: int | None = None, options: Columns | None = None) -> tuple[Columns, Columns]:
        """New games everywhere; with a seed, from its first puzzle on.

        `options` may have a `level`, the number of a recipe, and a `reset_mask`: the games to replace, which is how
        games are replaced without `auto_reset`.
        """
        import numpy as np

        rows = np.arange(self.num_envs)
        if options and "reset_mask" in options:
            mask = np.asarray(options["reset_mask"])
            if mask.dtype != bool or mask.shape != rows.shape:
                raise NinefoldError(f"reset_mask is an array of {self.num_envs} truth values, not {short_repr(mask)}")
            rows = np.flatnonzero(mask)
        if options and "level" in options:
            level = options["level"]
            if level not in range(len(self.recipes)):
                raise NinefoldError(f"level is 0 to {len(self.recipes) - 1}, not {short_repr(level)}")
            if level != self.level:
                self.level, self._made = int(level), None
        if seed is not None:
            self._begin(read_seed(seed))
        self._start(rows)
        self._is_started = True
        return self._observations(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Columns, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Columns]:
        """One action in each game."""
        import numpy as np

        chosen = np.asarray(actions).reshape(-1)
        if chosen.dtype.kind not in "iu":
            raise NinefoldError(f"actions are whole numbers, not {short_repr(actions)}")
        if len(chosen) != self.num_envs:
            raise NinefoldError(f"there are {self.num_envs} games and {len(chosen)} actions")
        chosen = chosen.astype(np.int64, copy=False)
        if not self._is_started:
            raise NinefoldError("call reset before the first step")
        rewards, ended = self.games.step(chosen)
        self._steps += 1
        cut = (self._steps >= self.max_steps) & ~ended
        infos = self._infos()
        infos["solved"] = self.games.left == 0
        if self._auto:
            over = np.flatnonzero(ended | cut)
            if len(over):
                infos["final_grid"] = self.games.grids.copy()
                self._start(over)
        return self._observations(), rewards, ended, cut, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are allowed in each game."""
        found: NDArray[np.bool_] = self.games.mask.astype(bool)
        return found

    def close(self, **_: Any) -> None:
        """Nothing is open."""

    def _start(self, rows: NDArray[np.intp]) -> None:
        clues, solutions = self._take(len(rows))
        self.numbers[rows] = range(self._next - len(rows), self._next)
        self._steps[rows] = 0
        self.games.start(rows, clues, solutions)

    def _take(self, count: int) -> tuple[Any, Any]:
        """The next puzzles of the seed."""
        import numpy as np

        recipe, made = self.recipes[self.level], self._made
        if made is None or (not self._pool and self._next + count > made.first + len(made.puzzles)):
            ahead = max(count, self._ahead if recipe.is_nine and recipe.level is None else 1)
            puzzles = NumberedPuzzles(recipe, self.seed, self._empty, self._copies)  # type: ignore[arg-type]
            made = self._made = puzzles.rows(0 if self._pool else self._next, self._pool or ahead)
        rows = np.arange(self._next, self._next + count)
        rows = rows % self._pool if self._pool else rows - made.first
        self._next += count
        return made.puzzles[rows], made.solutions[rows]

    @property
    def _ahead(self) -> int:
        """How many puzzles to make ahead; with copies, to the end of their block, so that it is made once."""
        if self._copies == 1:
            return min(MAX_AHEAD, max(AHEAD, 8 * self.num_envs))
        block = CHUNK * self._copies
        return block - self._next % block

    def _observations(self) -> Columns:
        games = self.games
        found = {"grid": games.grids, "action_mask": games.mask}
        return found | {"marks": games.marks} if games.has_marks else found

    def _infos(self) -> Columns:
        return {"number": self.numbers.copy(), "left": self.games.left.copy()}
