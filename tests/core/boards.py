"""Boards shared by the tests of the core package: layouts of every kind, grids on them, Hypothesis strategies."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st

from ninefold import Grid, Layout
from ninefold.core.stabiliser_chain import Cells, cells_of, chain_of, compose

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

# Size 5 is prime, so it has no boxes, only jigsaw regions.
JIGSAW_5 = "AAABB ACCBB ADCCB DDDCE DEEEE"
JIGSAW_9 = "AAAABBBCC AAABBBCCC AADDBBECC DDDDBEECC DDDGEEEEI FFGGHEEII FFGHHHIII FFFGGHHII FFGGGHHHI"

LAYOUTS = [
    *map(Layout, (4, 6, 8, 9, 10, 12, 16, 25, 36)),
    Layout(6, box=(3, 2)),
    Layout(2, box=(1, 2)),
    Layout(7, box=(7, 1)),
    Layout(5, regions=JIGSAW_5),
    Layout(9, regions=JIGSAW_9),
    Layout(9, diagonals=True, windows=True),
    Layout(16, windows=True),
    Layout(4, extra=["r1c1 r2c3 r4c4", "r1c2 r3c3"]),
    Layout(9, regions=JIGSAW_9, diagonals=True, extra=["r1c1 r1c9 r9c1 r9c9"]),
]

few = settings(max_examples=30, deadline=None)
some = settings(max_examples=60, deadline=None)


def solved(layout: Layout) -> Grid:
    """A solved grid on a board of plain boxes: each row is the one above, shifted."""
    assert layout.box
    n, (rows, columns) = layout.size, layout.box
    return Grid([[(i % rows * columns + i // rows + j) % n + 1 for j in range(n)] for i in range(n)], layout=layout)


@st.composite
def layouts(draw: st.DrawFn, sizes: tuple[int, ...] = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16)) -> Layout:
    """Any layout: boxes of any shape or scattered regions, with or without extra units."""
    size = draw(st.sampled_from(sizes))
    cells = st.lists(st.integers(0, size**2 - 1), min_size=2, max_size=size, unique=True)
    more = {"diagonals": draw(st.booleans()), "extra": draw(st.lists(cells, max_size=2))}
    if draw(st.booleans()):
        return Layout(size, regions=draw(st.permutations([*range(size)] * size)), **more)
    rows = draw(st.sampled_from([side for side in range(1, size + 1) if size % side == 0]))
    windows = rows * rows == size and draw(st.booleans())
    return Layout(size, box=(rows, size // rows), windows=windows, **more)


@st.composite
def grids(draw: st.DrawFn, on: st.SearchStrategy[Layout] | None = None) -> Grid:
    """Any grid, right or wrong, empty or full."""
    layout = draw(layouts() if on is None else on)
    digits = st.integers(draw(st.sampled_from([0, 1])), layout.size)
    return Grid(draw(st.lists(digits, min_size=layout.size**2, max_size=layout.size**2)), layout=layout)


def all_moves(layout: Layout) -> list[Cells]:
    """Every move of cells of a small board: for each cell, the cell that moves there."""
    moves, *steps = chain_of(layout).steps
    for step in steps:
        moves = compose(moves, step)
    return [tuple(cells) for cells in cells_of(moves, layout.size).tolist()]
