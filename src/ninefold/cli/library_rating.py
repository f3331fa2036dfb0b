"""Ratings in `ninefold library`: puzzles are rated as they come in, for some seconds, and by `rate` to the end."""

from __future__ import annotations

import re

from ninefold.cli.output import ProgressLine, warn
from ninefold.core.errors import LibraryError
from ninefold.core.limits import Limit
from ninefold.core.values import counted, short_repr
from ninefold.library.store import Library

SECONDS = 10.0  # what an import may take longer for ratings


def rate_with_progress(library: Library, limit: Limit, threads: int | None = None) -> int:
    """Rate what is not rated yet, with a progress line; returns how many were rated."""
    total = library.unrated
    with ProgressLine(lambda done, seconds: f"rated {done:,} of {total:,} in {seconds:,.0f} s") as counter:
        return library.rate(limit=limit, threads=threads, progress=counter.show)


def rate_for_a_while(library: Library) -> None:
    """Rate new puzzles; if there are many, say how to rate the rest."""
    rate_with_progress(library, Limit(seconds=SECONDS))
    if left := library.unrated:
        words = counted(left, "puzzle")
        warn(f"ninefold: {words} not rated yet; `ninefold library rate` continues, and so does the app")


def read_span(option: str, text: str | None) -> tuple[float, float] | None:
    """A number of a scale, or a range such as 7-7.5; None for None."""
    if text is None:
        return None
    ends = text.split("-")
    if len(ends) > 2 or not all(re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,4})?", end, re.ASCII) for end in ends):
        raise LibraryError(f"{option}: expected a number or a range such as 7-7.5 (got {short_repr(text)})")
    low, high = float(ends[0]), float(ends[-1])
    if low > high:
        raise LibraryError(f"{option}: a range starts with the smaller number: {ends[1]}-{ends[0]} (got {text!r})")
    return low, high
