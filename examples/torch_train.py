"""Train a small network on a set in the layout of HRM and TRM: `python examples/torch_train.py FOLDER` (needs torch).

Make the set first: `ninefold batch make set --count 1e5 --recipe clues=40-50 --also hrm --test 0.05`, then
`ninefold batch finish set`. The share of empty cells that the network fills correctly grows from 11 %, which is chance.
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch
from torch import nn

WIDTH, BATCH = 64, 128


def load(folder):
    """The inputs and labels of one split, and what dataset.json says about them."""
    arrays = [torch.from_numpy(np.load(folder / f"all__{name}.npy")).long() for name in ("inputs", "labels")]
    return *arrays, json.loads((folder / "dataset.json").read_text())


class Network(nn.Module):
    """A transformer over the cells of a grid."""

    def __init__(self, cells, words):
        super().__init__()
        self.word, self.place = nn.Embedding(words, WIDTH), nn.Parameter(0.1 * torch.randn(cells, WIDTH))
        layer = nn.TransformerEncoderLayer(WIDTH, 4, 2 * WIDTH, dropout=0.0, batch_first=True)
        self.layers, self.out = nn.TransformerEncoder(layer, 2), nn.Linear(WIDTH, words)

    def forward(self, grids):
        """Scores of every word for every cell."""
        return self.out(self.layers(self.word(grids) + self.place))


def share_right(network, inputs, labels):
    """The share of empty cells that are filled correctly."""
    with torch.no_grad():
        found = network(inputs).argmax(dim=2)
    empty = inputs == 1  # a digit d is d + 1
    return (found == labels)[empty].float().mean().item()


def train(folder, steps):
    inputs, labels, about = load(folder / "train")
    tests = [part[:500] for part in load(folder / "test")[:2]]
    network = Network(about["seq_len"], about["vocab_size"])
    optimiser = torch.optim.AdamW(network.parameters(), lr=2e-3)
    for step in range(steps + 1):
        rows = torch.randint(len(inputs), (BATCH,))
        loss = nn.functional.cross_entropy(network(inputs[rows]).transpose(1, 2), labels[rows])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % max(1, steps // 5) == 0:
            print(f"step {step}: loss {loss.item():.3f}, {share_right(network, *tests):.1%} of empty test cells right")


if __name__ == "__main__":
    torch.manual_seed(1)
    train(Path(sys.argv[1]) / "hrm", int(sys.argv[2]) if len(sys.argv) > 2 else 1000)
