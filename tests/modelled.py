"""Puzzles with one solution on all kinds of boards, and a search that counts the points of a model."""

from __future__ import annotations

import numpy as np
from core.boards import JIGSAW_5, JIGSAW_9

import ninefold as nf
from ninefold.models.clauses import ClauseModel
from ninefold.models.rows import Rows

SMALL = nf.Grid("..4. 1... ...3 .1..")
SMALL_SOLUTION = nf.Grid("2341 1432 4213 3124")
NINE = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SIXTEEN = (
    "G.9..C2DE.......5.....7.C9F6..1..7.......2..8A.C1....F.34.G7..2..C..G...9.8D.47..E...5..G....683"
    ".G.48..B..2.C.D.D.65.7..1.4.BFG9A45..6.G..B.E2C..1....BC..6E.....3..2.4...5G.BA1..B2..1.AC......"
    "B.A8E....G..37F..6G..B..8.D2........6..8....D9...D295.GA7..B1..8"
)
PROPER = {
    "4": SMALL,
    "4, a small unit": nf.Grid("....2.......14.2", layout=nf.Layout(4, extra=["r1c1 r2c3 r4c4"])),
    "5, jigsaw": nf.Grid("..5.4...2.........3......", layout=nf.Layout(5, regions=JIGSAW_5)),
    "6": nf.Grid("...5...42.....362...1...6..........3"),
    "9": NINE,
    "9, jigsaw": nf.Grid(
        "6..8........7.45.9........3.4...82..............69.1...8.2..3.65........2.9......",
        layout=nf.Layout(9, regions=JIGSAW_9),
    ),
    "9, diagonals": nf.Grid(
        "......3.2...7..5.9........4.....7.5......6....2..9.6...4....1.67........9.3......",
        layout=nf.Layout(9, diagonals=True),
    ),
    "9, windows": nf.Grid(
        "65.8..........1..8......3.......6..................4.1.9....2.7.8.......2.3....8.",
        layout=nf.Layout(9, windows=True),
    ),
    "16": nf.Grid(SIXTEEN, alphabet="1-9A-G"),
}

# Few cells, and any number of solutions, including none.
COUNTED = {
    "one": SMALL,
    "two": nf.Grid("...1 ..2. .3.. 4..."),
    "several": nf.Grid("1... .... ..2. ...."),
    "all": nf.Grid.empty(4),
    "none, as two clues clash": nf.Grid("11.. .... .... ...."),
    "none, as two clues clash in a small unit": nf.Grid(
        "1... .... ..1. ....", layout=nf.Layout(4, extra=["r1c1 r3c3"])
    ),
    "none, as a cell is stuck": nf.Grid("12.. ..3. ...4 ...."),
    "none, as a digit has no place": nf.Grid("12.. .... ..3. ...3"),
    "several, jigsaw": nf.Grid("12.. .... .... ...3", layout=nf.Layout(4, regions="AABB ACBB ACCD CDDD")),
    "several, diagonals": nf.Grid("1... .... .... ....", layout=nf.Layout(4, diagonals=True)),
    "several, a small unit": nf.Grid("1... .... .... ....", layout=nf.Layout(4, extra=["r1c2 r3c4 r4c1"])),
    "full": SMALL_SOLUTION,
}


class Counter:
    """Counts integral points by trying values one by one, and tracks the range that each row can still reach."""

    def __init__(self, rows: Rows, lower: list[float], upper: list[float]) -> None:
        self.low, self.high = rows.lower.tolist(), rows.upper.tolist()
        self.choices = [np.arange(least, most + 1).tolist() for least, most in zip(lower, upper, strict=True)]
        self.entries: list[list[tuple[int, float]]] = [[] for _ in lower]
        for row in range(len(rows)):
            for index, factor in zip(*map(np.ndarray.tolist, rows.row(row)), strict=True):
                self.entries[index].append((row, factor))
        self.least, self.most = [0.0] * len(rows), [0.0] * len(rows)
        for index in range(len(lower)):
            self.move(index, self.choices[index][0], -1, among=self.choices[index][-1])

    def move(self, index: int, value: float, sign: int, among: float | None = None) -> None:
        """Fix a variable (sign 1) or free it again (sign −1); at first `among` frees it between two values."""
        ends = (self.choices[index][0], self.choices[index][-1])
        for row, factor in self.entries[index]:
            lowest, highest = sorted(factor * end for end in ends)
            fixed = 0.0 if among is not None else factor * value
            self.least[row] += sign * (fixed - lowest)
            self.most[row] += sign * (fixed - highest)

    def holds(self, row: int) -> bool:
        return self.least[row] <= self.high[row] + 1e-9 and self.most[row] >= self.low[row] - 1e-9

    def count(self, order: list[int], place: int = 0) -> int:
        if place == len(order):
            return 1
        index, total = order[place], 0
        for value in self.choices[index]:
            self.move(index, value, 1)
            if all(self.holds(row) for row, _ in self.entries[index]):
                total += self.count(order, place + 1)
            self.move(index, value, -1)
        return total


def points(rows: Rows, lower: list[float], upper: list[float], order: list[int] | None = None) -> int:
    """The number of integral points of a model; fast enough if rows are short."""
    counter = Counter(rows, lower, upper)
    return counter.count(order or [*range(len(lower))]) if all(map(counter.holds, range(len(rows)))) else 0


def rows_of(model: ClauseModel) -> tuple[Rows, int]:
    """The clauses as rows over the variables that occur, and how many those are."""
    used = sorted({abs(literal) for clause in model.clauses for literal in clause})
    number = {variable: place for place, variable in enumerate(used)}
    indptr, indices, values, right = [0], [], [], []
    for clause in model.clauses:
        indices += [number[abs(literal)] for literal in clause]
        values += [1.0 if literal > 0 else -1.0 for literal in clause]
        right.append(1.0 - sum(literal < 0 for literal in clause))
        indptr.append(len(indices))
    arrays = (np.array(indptr), np.array(indices, int), np.array(values), np.array(right), np.full(len(right), ">="))
    return Rows(len(used), *arrays), len(used)  # type: ignore[arg-type]
