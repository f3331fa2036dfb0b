"""Environments for machine learning: games of Sudoku to play, and questions with a scorer that checks the answers.

`SudokuEnv` and `SudokuVectorEnv` have the interface of Gymnasium and are registered there if it is installed; `Items`
has the shape of a data set of reasoning-gym; `PuzzleStream` feeds a data loader, sharded by worker and rank. None of
them needs a package besides NumPy.
"""

from ninefold.environments.env import SudokuEnv
from ninefold.environments.items import Items
from ninefold.environments.spaces import register
from ninefold.environments.stream import PuzzleStream
from ninefold.environments.vector import SudokuVectorEnv

__all__ = ["Items", "PuzzleStream", "SudokuEnv", "SudokuVectorEnv"]

register()
