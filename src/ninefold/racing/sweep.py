"""Sweeps: one method on the same puzzles, with every combination of some options and every seed.

1. A setting is one combination of the values of the grid. Each setting runs on every puzzle with every seed.
2. A run succeeds if it finds a solution; every solution is judged. The share of successes has a 95 % confidence
   interval (Wilson's, which is sound for few runs and for shares near 0 and 1).
3. The steps of a setting are the median over its successful runs of the statistic that measures the method's work.
4. Runs follow one another in this process, by `solve`: a sweep costs what the runs cost.
5. If all seeds take the same number of steps, as in a method whose first start is not random, the runs may be one run
   repeated, and the interval too narrow: the sweep says so.
6. An interrupt (Ctrl-C) ends the sweep with the runs so far.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import product
from math import sqrt
from statistics import median
from typing import TYPE_CHECKING, Any

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.limits import Cancel, Limit, check_cancel, read_limit
from ninefold.core.values import check_callable, counted, first_values, is_iterable, short_repr
from ninefold.racing.outcome import work_of
from ninefold.racing.race import read_puzzles
from ninefold.racing.report import csv_line, time_in_words
from ninefold.solving.method import Method
from ninefold.solving.registry import info_of, made
from ninefold.solving.result import Status
from ninefold.solving.solve import solve

if TYPE_CHECKING:
    from ninefold.draw.scene import Scene

# The quantile of the normal distribution that leaves 2.5 % on each side.
Z = 1.959963984540054
MAX_VALUES = 100_000  # of an option; more could never be run
HEADS = ("runs", "solved", "rate", "low", "high", "median steps", "median time")
COLUMNS = ("seed", "puzzle", "status", "solved", "steps", "seconds", "why")

Setting = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Trial:
    """One run: its setting, its seed (None without one) and the number of its puzzle from 0."""

    setting: Setting
    seed: int | None
    puzzle: int
    status: Status
    solved: bool
    steps: float
    seconds: float
    why: str = ""

    def csv(self) -> str:
        """The run as a line of CSV."""
        values = (value for _, value in self.setting)
        facts = (self.status, int(self.solved), self.steps, f"{self.seconds:.6f}", self.why)
        return csv_line((*values, "" if self.seed is None else self.seed, self.puzzle + 1, *facts))


def heads_csv(names: Iterable[str]) -> str:
    """The header line of the CSV file of a sweep over these options."""
    return csv_line((*names, *COLUMNS))


@dataclass(frozen=True, repr=False)
class SweepRow:
    """What the runs of one setting add up to."""

    setting: Setting
    trials: tuple[Trial, ...]

    def __repr__(self) -> str:
        """The setting and its successes."""
        setting = ", ".join(f"{name}={value}" for name, value in self.setting) or "default setting"
        return f"<SweepRow {setting}: {self.solved} of {counted(self.runs, 'run')} solved>"

    @property
    def runs(self) -> int:
        """The number of runs."""
        return len(self.trials)

    @property
    def solved(self) -> int:
        """How many of them succeeded."""
        return sum(trial.solved for trial in self.trials)

    @property
    def rate(self) -> float:
        """The share that succeeded."""
        return self.solved / self.runs if self.runs else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share (rule 2)."""
        return wilson(self.solved, self.runs)

    @property
    def is_repeated(self) -> bool:
        """Whether several seeds took the same steps on every puzzle (rule 5); failures alone do not count."""
        runs = {(trial.puzzle, trial.status, trial.steps) for trial in self.trials}
        puzzles, seeds = ({getattr(trial, name) for trial in self.trials} for name in ("puzzle", "seed"))
        return len(seeds) > 1 and len(runs) == len(puzzles) and self.solved > 0

    @property
    def median_steps(self) -> float | None:
        """The median steps of the successful runs (rule 3); None if there are none."""
        return median(trial.steps for trial in self.trials if trial.solved) if self.solved else None

    @property
    def median_seconds(self) -> float | None:
        """The median time of the successful runs; None if there are none."""
        return median(trial.seconds for trial in self.trials if trial.solved) if self.solved else None


def wilson(successes: int, runs: int) -> tuple[float, float]:
    """Wilson's 95 % confidence interval of a share.

    >>> [round(bound, 4) for bound in wilson(8, 10)]
    [0.4902, 0.9433]
    """
    if not runs:
        return 0.0, 1.0
    share, square = successes / runs, Z * Z / runs
    middle = (share + square / 2) / (1 + square)
    half = Z * sqrt(share * (1 - share) / runs + square / (4 * runs)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, kw_only=True, repr=False)
class Sweep:
    """The runs of a sweep, complete or stopped early.

    Args:
        method: the name of the method.
        names: the options that were varied.
        rows: one per setting, in the order of the grid.
        why: why it was stopped; "" if it is complete.
    """

    method: str
    names: tuple[str, ...]
    rows: tuple[SweepRow, ...]
    why: str = ""

    def __repr__(self) -> str:
        """The size of the sweep."""
        runs = sum(row.runs for row in self.rows)
        return f"<Sweep of {self.method}: {counted(len(self.rows), 'setting')}, {counted(runs, 'run')}>"

    @property
    def warning(self) -> str:
        """Which settings ran alike with every seed (rule 5); "" if none did."""
        same = sum(row.is_repeated for row in self.rows)
        return f"in {same} of {counted(len(self.rows), 'setting')} every seed took the same steps" if same else ""

    def table(self) -> str:
        """The settings as an aligned Markdown table."""
        cells = [(*self.names, *HEADS), *map(self._cells, self.rows)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = [cells[0], tuple("-" * width for width in widths), *cells[1:]]
        return "\n".join(
            "| " + " | ".join(f"{cell:{width}}" for cell, width in zip(line, widths, strict=True)) + " |"
            for line in lines
        )

    def _cells(self, row: SweepRow) -> tuple[str, ...]:
        steps, seconds = row.median_steps, row.median_seconds
        return (
            *(str(value) for _, value in row.setting),
            *(str(row.runs), str(row.solved), *(f"{100 * share:.1f} %" for share in (row.rate, *row.interval))),
            "-" if steps is None else f"{steps:g}",
            "-" if seconds is None else time_in_words(seconds),
        )

    def csv(self) -> str:
        """Every run as a row of CSV, after a header row."""
        trials = (trial for row in self.rows for trial in row.trials)
        return "".join([heads_csv(self.names), *(trial.csv() for trial in trials)])

    def svg(self) -> str:
        """The share of successes against the first option, with its interval; a curve for each value of the others."""
        from ninefold.draw.scene import write_svg

        return write_svg(self._chart())

    def png(self, *, scale: float = 2.0) -> bytes:
        """The same chart as PNG, with `scale` pixels per point."""
        from ninefold.draw.png import write_png

        return write_png(self._chart(), scale)

    def _chart(self) -> Scene:
        from ninefold.draw.charts import Share, share_chart

        shares = [
            Share(
                ", ".join(f"{name}={value}" for name, value in row.setting[1:]) or self.method,
                str(row.setting[0][1]) if row.setting else "default",
                row.rate,
                *row.interval,
            )
            for row in self.rows
        ]
        return share_chart(shares, self.names[0] if self.names else "setting", f"Sweep of {self.method}")

    def _repr_html_(self) -> str:
        """What notebooks show: the table, then the chart."""
        rows = [f"<th>{escape(head)}</th>" for head in (*self.names, *HEADS)]
        body = ["".join(f"<td>{escape(cell)}</td>" for cell in self._cells(row)) for row in self.rows]
        table = f"<table><tr>{''.join(rows)}</tr>{''.join(f'<tr>{row}</tr>' for row in body)}</table>"
        note = (
            f"<p>Note: {self.warning}: the runs may repeat one another, and then the intervals are too narrow.</p>"
            if self.warning
            else ""
        )
        return f"{table}{note}{self.svg()}"


def sweep(
    puzzles: GridLike | Iterable[GridLike],
    *,
    by: str | Method,
    grid: Mapping[str, Iterable[Any]] | None = None,
    seeds: Iterable[int] | None = None,
    limit: Limit | int = Limit(1),
    cancel: Cancel | None = None,
    progress: Callable[[Trial], object] | None = None,
) -> Sweep:
    """Run a method with every combination of some options and every seed on the same puzzles.

    >>> sweep(["..4. 1... ...3 .1.."], by="network", grid={"growth": [1.05, 1.2]}, seeds=range(3))
    <Sweep of network: 2 settings, 6 runs>

    Args:
        puzzles: a grid or its text, a file of puzzles as a `pathlib.Path`, or an iterable of grids or texts.
        by: a method with its other options, as for `solve`.
        grid: for each option its values.
        seeds: the seeds of each setting and puzzle (default: the method's own).
        limit: when a run stops (default: at the first solution).
        cancel: a `threading.Event`; set it from another thread to stop with the runs so far.
        progress: called with each run.
    """
    limit = read_limit(limit, Limit(1))
    check_cancel(cancel)
    check_callable("progress", progress)
    grids = read_puzzles(puzzles, "sweep")
    info, base = info_of(by), made(by).method if isinstance(by, str) else by
    if not isinstance(grid, Mapping | None):
        raise NinefoldError(
            f"grid: expected the values of each option, such as {{'starts': [1, 4]}}, not {short_repr(grid)}"
        )
    options = {name: _values(name, values) for name, values in (grid or {}).items()}
    numbers = _seeds(seeds, options)
    settings: list[Setting] = [tuple(zip(options, values, strict=True)) for values in product(*options.values())]
    rows, why = [], ""
    for setting in settings:
        trials: list[Trial] = []
        try:
            for trial in _trials(base, setting, numbers, grids, limit, cancel):
                trials.append(trial)
                if progress is not None:
                    progress(trial)
        except KeyboardInterrupt:  # rule 6
            why = "interrupted"
        rows.append(SweepRow(setting, tuple(trials)))
        if cancel is not None and cancel.is_set():
            why = "cancelled"
        if why:
            break
    return Sweep(method=info.name, names=tuple(options), rows=tuple(rows), why=why)


def _trials(
    base: Any,
    setting: Setting,
    seeds: Sequence[int | None],
    grids: Sequence[Grid],
    limit: Limit,
    cancel: Cancel | None,
) -> Iterator[Trial]:
    for seed in seeds:
        method = _with_options(base, dict(setting) | ({} if seed is None else {"seed": seed}))
        for number, puzzle in enumerate(grids):
            if cancel is not None and cancel.is_set():
                return
            result = solve(puzzle, by=method, limit=limit, cancel=cancel)
            found = (result.status, bool(result.solutions), work_of(result.stats)[1], result.seconds, result.why)
            yield Trial(setting, seed, number, *found)


def _with_options(base: Any, options: Mapping[str, Any]) -> Any:
    if not options:
        return base
    known = [field.name for field in dataclasses.fields(base)] if dataclasses.is_dataclass(base) else []
    unknown = [name for name in options if name not in known]
    if unknown:
        choice = f"one of {', '.join(known)}" if known else "none: it has no options"
        raise NinefoldError(f"unknown option {short_repr(unknown[0])} in the sweep; expected {choice}")
    return dataclasses.replace(base, **options)


def _seeds(seeds: Iterable[int] | None, options: Mapping[str, Any]) -> list[int | None]:
    if seeds is not None and "seed" in options:
        raise NinefoldError("seed: expected in the grid or as seeds, not in both")
    return [None] if seeds is None else list(_values("seed", seeds))


def _values(name: str, values: Iterable[Any]) -> list[Any]:
    if isinstance(values, str | bytes) or not is_iterable(values):
        raise NinefoldError(f"{name}: expected a list of values, not {short_repr(values)}")
    found = first_values(values, MAX_VALUES)
    if not found:
        raise NinefoldError(f"{name}: expected at least one value")
    if len(found) > MAX_VALUES:
        raise NinefoldError(f"{name}: expected at most {MAX_VALUES:,} values")
    seen: set[str] = set()
    for value in found:  # a run counted twice would make the interval too narrow
        if repr(value) in seen:
            raise NinefoldError(f"{name}: expected each value once; read {short_repr(value)} twice")
        seen.add(repr(value))
    return found
