"""Puzzles for PyTorch without files: `python examples/torch_stream.py` (needs torch).

Each worker of the loader, and each rank under torchrun, makes its own part of the seed.
"""

from torch import from_numpy
from torch.utils.data import DataLoader, IterableDataset

from ninefold.environments import PuzzleStream


class Puzzles(IterableDataset):
    """Batches of puzzles and solutions without end."""

    def __init__(self, seed, chunk=256):
        self.stream = PuzzleStream(seed=seed, chunk=chunk)

    def __iter__(self):
        for chunk in self.stream:
            yield from_numpy(chunk.puzzles).long(), from_numpy(chunk.solutions).long()


if __name__ == "__main__":
    for step, (inputs, labels) in enumerate(DataLoader(Puzzles(seed=7), batch_size=None, num_workers=2)):
        print(step, tuple(inputs.shape), tuple(labels.shape))
        if step == 4:
            break
