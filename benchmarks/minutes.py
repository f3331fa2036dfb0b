"""The study of minutes: how well the measure and other scales predict the average times of players, cross-validated.

    python benchmarks/minutes.py human_times.csv

The file has a row per puzzle: puzzle, n_players, avg_seconds, and optionally ser_er and hodoku_score. The constants are
fitted again on nine tenths of the puzzles and tested on the last tenth, ten times; see docs/rating.md.
The fit starts from 10 seconds for everything, so that nothing of the last tenth is in it.
"""

from __future__ import annotations

import csv
import sys
from time import process_time
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.stats import spearmanr

from ninefold.core.layout import Layout
from ninefold.core.limits import Limit
from ninefold.rating.measure import SECONDS, features_of, seconds_of
from ninefold.solving.many import solve_many
from ninefold.solving.run import Run
from ninefold.solving.solvers.native import NativeMonitor

START = np.log([10.0] * len(SECONDS))


def fitted(features: Any, lines: Any, log_time: Any, players: Any) -> tuple[Any, Any]:
    """The five seconds, by a robust fit, and the correction."""

    def loss(logs: Any) -> float:
        error = np.log(features @ np.exp(logs)) - log_time
        return float((players * 0.09 * (np.sqrt(1 + (error / 0.3) ** 2) - 1)).sum())

    costs = np.exp(minimize(loss, START, method="L-BFGS-B").x)
    columns = np.column_stack([np.ones(len(lines)), np.log(features @ costs), np.log1p(lines)])
    weights = players.copy()
    for _ in range(20):  # robust least squares by reweighting
        root = np.sqrt(weights)
        correction = np.linalg.lstsq(columns * root[:, None], log_time * root, rcond=None)[0]
        weights = players / np.sqrt(1 + ((columns @ correction - log_time) / 0.3) ** 2)
    return costs, correction


def predicted(features: Any, lines: Any, costs: Any, correction: Any) -> Any:
    """The seconds that a fit predicts."""
    columns = np.column_stack([np.ones(len(lines)), np.log(features @ costs), np.log1p(lines)])
    return np.exp(columns @ correction)


def cross_validated(features: Any, lines: Any, seconds: Any, players: Any, seed: int) -> Any:
    """The seconds of each puzzle, predicted from the nine tenths without it."""
    fold = np.random.default_rng(seed).permutation(len(seconds)) % 10
    result = np.zeros(len(seconds))
    for k in range(10):
        rest = fold != k
        fit = fitted(features[rest], lines[rest], np.log(seconds[rest]), players[rest])
        result[~rest] = predicted(features[~rest], lines[~rest], *fit)
    return result


def report(name: str, guess: Any, seconds: Any) -> None:
    """One line of results."""
    print(f"{name:34}  Spearman {spearmanr(guess, seconds)[0]:.3f}", end="")
    error = np.abs(guess / seconds - 1)
    print(f"  median error {np.median(error):.1%}, within 25 %: {(error < 0.25).mean():.0%}")


def main(path: str) -> None:
    """Print the study."""
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    grids = solve_many([row["puzzle"] for row in rows])
    monitor = NativeMonitor(Run(Layout.of_size(9), Limit()))
    begin = process_time()
    found = features_of(np.ascontiguousarray(grids.puzzle).reshape(-1), grids.solution.reshape(-1), 1, monitor)
    took = process_time() - begin
    seconds = np.array([float(row["avg_seconds"]) for row in rows])
    players = np.array([float(row["n_players"]) for row in rows])
    features = np.column_stack([found[name].astype(float) for name in SECONDS])
    lines = found["lines"].astype(float)
    print(f"{len(rows)} puzzles, {len(rows) / took:,.0f} measured per second of one core")
    report("as shipped", seconds_of(found), seconds)
    for seed in range(3):
        report(f"cross-validated, split {seed}", cross_validated(features, lines, seconds, players, seed), seconds)
    for column in ("ser_er", "hodoku_score"):
        if column in rows[0]:
            value = spearmanr([float(row[column]) for row in rows], seconds)[0]
            print(f"{column:34}  Spearman {value:.3f}")
    residual = np.log(seconds_of(found) / seconds)
    easy = found["hard"] == 0
    for name, chosen in (("without hard steps", easy), ("with hard steps", ~easy)):
        low, high = np.quantile(residual[chosen], [1 / 6, 5 / 6])
        print(f"{name}: {chosen.sum()} puzzles, log residuals of two in three from {low:.2f} to {high:.2f},")
        print(f"    Spearman {spearmanr(seconds_of(found)[chosen], seconds[chosen])[0]:.3f}")
    print("fitted on all:", *fitted(features, lines, np.log(seconds), players))


if __name__ == "__main__":
    main(sys.argv[1])
