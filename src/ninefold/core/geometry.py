"""Board geometry: the cells of boxes, windows and jigsaw regions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from math import isqrt

from ninefold.core.errors import Fault, LayoutError
from ninefold.core.values import as_python, counted, first_values, short_repr, whole_number

MIN_SIZE, MAX_SIZE = 2, 64


def cell_name(cell: int, size: int) -> str:
    """The printed name of a cell: `r4c7`."""
    return f"r{cell // size + 1}c{cell % size + 1}"


def has_standard_boxes(size: int) -> bool:
    """Whether a size has a standard board: it is in range and not prime."""
    return MIN_SIZE <= size <= MAX_SIZE and any(size % d == 0 for d in range(2, isqrt(size) + 1))


def squarest_box(size: int) -> tuple[int, int]:
    """Rows and columns of the standard box: 3×3 for 9, 2×3 for 6, 3×4 for 12."""
    if not has_standard_boxes(size):
        raise LayoutError(f"no default box for size {size}; use a layout such as 1x{size} or jigsaw:MAP")
    rows = max(d for d in range(2, isqrt(size) + 1) if size % d == 0)
    return rows, size // rows


@cache
def box_map(rows: int, columns: int) -> tuple[int, ...]:
    """For each cell the index of its box, for boxes of `rows` by `columns`."""
    size = rows * columns
    return tuple(cell // size // rows * rows + cell % size // columns for cell in range(size**2))


def box_of_map(regions: tuple[int, ...], size: int) -> tuple[int, int] | None:
    """Rows and columns of the box if a region map describes plain boxes, else None."""
    for rows in range(1, size + 1):
        if size % rows == 0 and regions == box_map(rows, size // rows):
            return rows, size // rows
    return None


def windows_of(size: int) -> list[tuple[int, ...]]:
    """The S×S windows, one cell in from the edges of the boxes: four of them on a 9×9 board."""
    side = isqrt(size)
    corners = range(1, size - side, side + 1)
    span = range(side)
    return [tuple((top + r) * size + left + c for r in span for c in span) for top in corners for left in corners]


def read_regions(size: int, given: object) -> tuple[int, ...]:
    """For each cell the index of its region, numbered in the order of their first cells."""
    labels = _flat_labels(given)
    if len(labels) != size**2:
        raise LayoutError(f"read {len(labels)} region labels, expected {size**2} for size {size}")
    order = {label: number for number, label in enumerate(dict.fromkeys(labels))}
    faults = [
        Fault(f"region {label if isinstance(label, str) else short_repr(label)}", counted(count, "cell"), str(size))
        for label, count in Counter(labels).items()
        if count != size
    ]
    if faults:
        raise LayoutError(f"the regions do not fit a board of size {size}", faults)
    return tuple(order[label] for label in labels)


def _flat_labels(given: object, depth: int = 0) -> list[int | str]:
    """The labels of a text, a sequence, or a sequence of rows."""
    given = as_python(given)
    if isinstance(given, str):
        return list("".join(given.split()))
    if (number := whole_number(given)) is not None and depth:
        return [number]
    if depth > 1 or isinstance(given, Mapping) or not isinstance(given, Iterable):
        raise LayoutError(f"regions must be N rows with one letter or number per cell; read {short_repr(given)}")
    parts = first_values(given, MAX_SIZE**2)
    return [label for part in parts for label in _flat_labels(part, depth + 1)]
