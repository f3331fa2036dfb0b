"""What a race hands back: all outcomes, and the standings, tables and pictures made from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ninefold.core.grid import Grid

if TYPE_CHECKING:
    from ninefold.racing.outcome import Dispute, LeftOut, Outcome
    from ninefold.racing.standing import Standing


@dataclass(frozen=True, kw_only=True)
class Race:
    """A race that was run, to its end or until it was stopped.

    Args:
        puzzles: what was asked.
        methods: the names of those that ran.
        outcomes: what came of every question, in the order they were asked.
        left_out: the methods that were not asked some puzzles, or all, and why.
        seconds, limit: the limits of every question.
        why: why it was stopped; empty if it ran to its end.
    """

    puzzles: tuple[Grid, ...]
    methods: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    left_out: tuple[LeftOut, ...] = ()
    seconds: float | None = None
    limit: int | None = 2
    why: str = ""

    def __repr__(self) -> str:
        """The size of it; all the rest is in the standings."""
        return f"<Race: {len(self.methods)} methods, {len(self.puzzles)} puzzles, {len(self.outcomes)} outcomes>"

    @cached_property
    def disputes(self) -> tuple[Dispute, ...]:
        """The answers that others prove wrong. There should be none."""
        from ninefold.racing.outcome import disputes

        return tuple(disputes(self.outcomes))

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """How each method did, the best first, and at the end those that were not asked at all."""
        return tuple(sorted(self._standings(), key=lambda standing: standing.rank))

    @property
    def is_sound(self) -> bool:
        """Whether every method kept its promises: no fault, and no dispute."""
        return not self.disputes and not any(outcome.fault for outcome in self.outcomes)

    def _standings(self) -> Iterator[Standing]:
        from ninefold.racing.standing import Standing

        names = dict.fromkeys((*self.methods, *(out.method for out in self.left_out)))
        for name in names:
            yield Standing(
                method=name,
                outcomes=tuple(outcome for outcome in self.outcomes if outcome.method == name),
                wrong=tuple(dispute.wrong for dispute in self.disputes if dispute.wrong.method == name),
                left_out="; ".join(out.why for out in self.left_out if out.method == name),
            )

    def table(self) -> str:
        """The standings as a table in Markdown, which reads well in a terminal, too."""
        from ninefold.racing.tables import table

        return table(self.standings)

    def csv(self) -> str:
        """Every outcome as a row of comma-separated values, below a row of heads."""
        from ninefold.racing.tables import csv_rows

        return "".join(csv_rows(self.outcomes))

    def svg(self) -> str:
        """The cactus plot and the performance profile, as SVG."""
        from ninefold.draw.svg import write_svg
        from ninefold.racing.charts import charts

        return write_svg(charts(self.standings))

    def png(self, *, scale: float = 2.0) -> bytes:
        """The same as PNG, so many pixels to the point."""
        from ninefold.draw.png import write_png
        from ninefold.racing.charts import charts

        return write_png(charts(self.standings), scale)
