"""Our items as a data set of reasoning-gym: `python examples/reasoning_gym_items.py` (needs reasoning-gym).

Registers the name ninefold_sudoku; item k of a seed is always the same, and seeds share no items.
"""

from dataclasses import dataclass

from reasoning_gym import create_dataset
from reasoning_gym.dataset import ProceduralDataset
from reasoning_gym.factory import register_dataset

from ninefold.environments import Items


@dataclass
class Config:
    """The settings of the data set."""

    seed: int = 0
    size: int = 500
    min_empty: int = 30
    max_empty: int = 50

    def validate(self):
        """Refuse what cannot be made."""
        assert 0 < self.min_empty <= self.max_empty <= 60


class NinefoldSudoku(ProceduralDataset):
    """Questions and a scorer."""

    def __init__(self, config):
        super().__init__(config, config.seed, config.size)
        self.items = Items(config.seed, config.size, empty=(config.min_empty, config.max_empty), partial=True)

    def __getitem__(self, number):
        return self.items[number]

    def score_answer(self, answer, entry):
        """From 0 to 1."""
        return self.items.score_answer(answer, entry)


register_dataset("ninefold_sudoku", NinefoldSudoku, Config)

if __name__ == "__main__":
    data = create_dataset("ninefold_sudoku", size=3, seed=42)
    for item in data:
        print(item["question"], data.score_answer(item["answer"], item))
