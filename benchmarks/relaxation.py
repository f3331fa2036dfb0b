"""nf.relaxation against the bare HiGHS call on the same matrix.

    .venv/bin/python benchmarks/relaxation.py

Prints the ratio of the processor times, the two alternating, for the hardest puzzle of the first paper.
"""

from __future__ import annotations

from statistics import median
from time import process_time

import highspy
import numpy as np

import ninefold as nf

ROUNDS = 60


def bare(model: nf.BinaryModel) -> None:
    highs, rows, count = highspy.Highs(), model.rows, len(model.cells)
    highs.silent()
    highs.setOptionValue("threads", 1)
    highs.setOptionValue("solver", "simplex")
    highs.passModel(
        count, len(rows), len(rows.values), 2, 1, 0.0, np.ones(count), np.zeros(count), np.full(count, np.inf),
        rows.lower, rows.upper, rows.indptr, rows.indices, rows.values, np.zeros(count, np.int32),
    )  # fmt: skip
    highs.run()
    np.array(highs.getSolution().col_value)


def main() -> None:
    puzzle = nf.paper_puzzle("hardest").puzzle
    model = nf.model(puzzle)
    bare(model)
    nf.relaxation(puzzle)
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        start = process_time()
        bare(model)
        middle = process_time()
        nf.relaxation(puzzle)
        times[0].append(middle - start)
        times[1].append(process_time() - middle)
    one, two = map(median, times)
    print(f"bare HiGHS {one * 1000:.2f} ms, nf.relaxation {two * 1000:.2f} ms: ratio {two / one:.2f}")


if __name__ == "__main__":
    main()
