"""Race reports: standings, Markdown tables, CSV and charts."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from io import StringIO
from typing import TYPE_CHECKING

from ninefold.core.grid import Grid
from ninefold.core.values import counted, for_json
from ninefold.racing.outcome import Dispute, Excluded, Outcome, Standing, disputes

if TYPE_CHECKING:
    from ninefold.draw.scene import Scene


@dataclass(frozen=True, kw_only=True)
class Race:
    """The outcomes of a race, complete or stopped early.

    Args:
        puzzles: the puzzles.
        methods: the names of the methods that ran.
        outcomes: every outcome, in order.
        excluded: the methods that skipped some or all puzzles, and why.
        seconds, limit: the limits per puzzle.
        why: why it was stopped; "" if it is complete.
    """

    puzzles: tuple[Grid, ...]
    methods: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    excluded: tuple[Excluded, ...] = ()
    seconds: float | None = None
    limit: int | None = 2
    why: str = ""

    def __repr__(self) -> str:
        """The size of the race; the details are in the standings."""
        nouns = (("method", self.methods), ("puzzle", self.puzzles), ("outcome", self.outcomes))
        parts = [counted(len(items), noun) for noun, items in nouns]
        parts += [counted(len(self.faults), "fault")] if self.faults else []
        parts += [f"{len(self.disputes)} wrong"] if self.disputes else []
        return f"<Race: {', '.join(parts)}>"

    @cached_property
    def disputes(self) -> tuple[Dispute, ...]:
        """The outcomes that other methods prove wrong; there should be none."""
        return tuple(disputes(self.outcomes))

    @property
    def faults(self) -> tuple[Outcome, ...]:
        """The outcomes at which a method broke its contract, each with its reason; there should be none."""
        return tuple(outcome for outcome in self.outcomes if outcome.fault)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The standing of each method, the best first; methods that did not run are last."""
        return tuple(sorted(self._standings(), key=lambda standing: standing.rank))

    @property
    def is_sound(self) -> bool:
        """Whether every method kept its contract, without faults or disputes."""
        return not self.disputes and not self.faults

    def _standings(self) -> Iterator[Standing]:
        names = dict.fromkeys((*self.methods, *(exclusion.method for exclusion in self.excluded)))
        for name in names:
            yield Standing(
                method=name,
                outcomes=tuple(outcome for outcome in self.outcomes if outcome.method == name),
                wrong=tuple(dispute.wrong for dispute in self.disputes if dispute.wrong.method == name),
                excluded="; ".join(exclusion.why for exclusion in self.excluded if exclusion.method == name),
            )

    def _repr_html_(self) -> str:
        """What notebooks show: the standings as a table, then the charts."""
        return html_table(self.standings) + self.svg()

    def table(self) -> str:
        """The standings as an aligned Markdown table, and below it the first thing that went wrong in each method."""
        return "\n".join([table(self.standings), *self._complaints()])

    def _complaints(self) -> Iterator[str]:
        """The first fault of each method and its first wrong answer."""
        firsts = {outcome.method: outcome for outcome in reversed(self.faults)}
        for outcome in firsts.values():
            yield f"\nfault on puzzle {outcome.puzzle + 1}: {outcome.fault}"
        for dispute in {dispute.wrong.method: dispute for dispute in reversed(self.disputes)}.values():
            yield f"\nwrong answer on {dispute}"

    def csv(self) -> str:
        """Every outcome as a row of CSV, after a header row."""
        return "".join(csv_rows(self.outcomes))

    def svg(self) -> str:
        """The cactus plot, the performance profile and, for boards of several sizes, time against size; as SVG."""
        from ninefold.draw.scene import write_svg

        return write_svg(self._charts())

    def png(self, *, scale: float = 2.0) -> bytes:
        """The same charts as PNG, with `scale` pixels per point."""
        from ninefold.draw.png import write_png

        return write_png(self._charts(), scale)

    def _charts(self) -> Scene:
        from ninefold.draw.charts import race_charts

        return race_charts([standing.runs for standing in self.standings if standing.outcomes])


HEADS = ("method", "runs", "answered", "statuses", "timed out", "faults", "wrong", "median", "worst", "median work")
COLUMNS = (
    *("round", "puzzle", "grid", "clues", "layout", "method", "status", "timed_out", "fault", "seconds", "cpu_seconds"),
    *("startup_seconds", "work", "amount", "why", "solutions", "stats"),
)
# Spreadsheets run a cell that starts with one of these as a formula.
FORMULA_STARTS = ("=", "+", "-", "@")


def table(standings: Sequence[Standing]) -> str:
    """The standings of the methods that ran, one per row, with aligned columns."""
    rows = [HEADS, *(row_of(standing) for standing in standings if standing.outcomes)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    rules = tuple("-" * width for width in widths)
    return "\n".join(_line(row, widths) for row in (rows[0], rules, *rows[1:]))


def html_table(standings: Sequence[Standing]) -> str:
    """The same table in HTML."""
    rows = ["".join(f"<th>{escape(head)}</th>" for head in HEADS)]
    rows += [
        "".join(f"<td>{escape(cell)}</td>" for cell in row_of(standing)) for standing in standings if standing.outcomes
    ]
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    return "| " + " | ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)) + " |"


def row_of(standing: Standing) -> tuple[str, ...]:
    """The cells of a standing in the table."""
    times, (work, amount) = standing.times, standing.work
    middle = standing.median_seconds
    return (
        standing.method,
        str(len(standing.outcomes)),
        str(len(standing.answered)),
        ", ".join(f"{status} {count}" for status, count in standing.statuses.items() if count),
        str(standing.timed_out),
        str(len(standing.faults)),
        str(len(standing.wrong)),
        "-" if middle is None else time_in_words(middle),
        "-" if not times else time_in_words(times[-1]),
        f"{work} {amount:,.{0 if amount >= 1000 else 1}f}".removesuffix(".0"),
    )


def time_in_words(seconds: float) -> str:
    """A time in a fitting unit: 4.2 µs, 37 ms, 1.5 s."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= 0.9995 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


def csv_rows(outcomes: Iterable[Outcome], *, heads: bool = True) -> Iterator[str]:
    """The lines of a CSV file, with the header row first."""
    if heads:
        yield csv_line(COLUMNS)
    for outcome in outcomes:
        result, (work, amount) = outcome.result, outcome.work
        yield csv_line(
            (
                *(outcome.round + 1, outcome.puzzle + 1, result.puzzle.line),
                *(sum(map(bool, result.puzzle.digits)), result.puzzle.layout, outcome.method),
                *(outcome.status, int(outcome.timed_out), outcome.fault, f"{outcome.seconds:.9f}"),
                "" if outcome.cpu_seconds is None else f"{outcome.cpu_seconds:.9f}",
                f"{result.startup_seconds:.9f}",
                *(work, amount, result.why, " ".join(grid.line for grid in result.solutions)),
                json.dumps(dict(result.stats), default=for_json),
            )
        )


def csv_line(cells: Iterable[object]) -> str:
    """A line of a CSV file."""
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerow([_plain_cell(cell) for cell in cells])
    return out.getvalue()


def _plain_cell(cell: object) -> str:
    """A cell on one line that no spreadsheet runs as a formula."""
    text = " ".join(str(cell).split())
    return f"'{text}" if text.startswith(FORMULA_STARTS) and not isinstance(cell, int | float) else text
