"""Full grids of any size, without a search."""

from __future__ import annotations

from ninefold import Grid, Layout


def pattern(size: int) -> Grid:
    """The full grid whose rows are shifts of 1 … N."""
    layout = Layout.of_size(size)
    rows, columns = layout.box or (1, size)
    shifts = [row % rows * columns + row // rows for row in range(size)]
    return Grid.from_digits(bytes((shift + column) % size + 1 for shift in shifts for column in range(size)), layout)
