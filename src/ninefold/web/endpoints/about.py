"""`GET /api/about`, `/api/layout`, `/api/methods` and `/api/formats`: what this server offers."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from pydantic import Field

import ninefold
from ninefold import records
from ninefold.core.alphabet import default_alphabet, symbols_of
from ninefold.core.layout import Layout
from ninefold.formats import TABLE as FORMATS
from ninefold.make.patterns import SYMMETRIES
from ninefold.rating.levels import ABOUT, LEVELS
from ninefold.solving.registry import methods as all_methods
from ninefold.web.backend import Backend
from ninefold.web.endpoints.endpoint import LayoutText, router, runs_in

# Techniques to practise: those for which puzzles are found in seconds, in the order in which people learn them.
PRACTICE = (
    "pointing",
    "claiming",
    "naked pair",
    "hidden pair",
    "naked triple",
    "hidden triple",
    "X-wing",
    "skyscraper",
    "2-string kite",
    "XY-wing",
    "XYZ-wing",
    "W-wing",
    "swordfish",
    "finned X-wing",
    "empty rectangle",
    "unique rectangle type 1",
    "BUG+1",
    "X-chain",
    "XY-chain",
    "ALS-XZ",
)
SIZES = (4, 6, 8, 9, 10, 12, 15, 16, 20, 25)


@dataclass(frozen=True, kw_only=True)
class ShownLimits:
    """The limits that a client may want to know."""

    seconds: float
    job_seconds: float
    body: int
    file: int
    jobs: int
    queue: int
    events: int


@dataclass(frozen=True, kw_only=True)
class About:
    """This server."""

    name: str
    version: str
    limits: ShownLimits
    library: bool
    levels: list[str]
    level_notes: Annotated[dict[str, str], Field(description="what each level needs, in a line")]
    practice: Annotated[list[str], Field(description="techniques for which puzzles are found in seconds")]
    symmetries: list[str]
    sizes: list[int]


@router.get("/api/about")
@runs_in("at once")
def about(backend: Backend) -> About:
    """The version of this server, its limits, and the choices for new puzzles."""
    limits = backend.limits
    shown = ShownLimits(
        seconds=limits.seconds,
        job_seconds=limits.job_seconds,
        body=limits.body,
        file=limits.file,
        jobs=limits.workers,
        queue=limits.jobs_waiting,
        events=limits.events,
    )
    return About(
        name="ninefold",
        version=ninefold.__version__,
        limits=shown,
        library=True,
        levels=["any", *LEVELS],
        level_notes={"any": "Whatever comes.", **ABOUT},
        practice=list(PRACTICE),
        symmetries=list(SYMMETRIES),
        sizes=list(SIZES),
    )


@dataclass(frozen=True, kw_only=True)
class LayoutAnswer:
    """A layout: its units, the box of each cell, and the symbols of its digits, a dot for empty first."""

    layout: str
    size: int
    box: list[int] | None
    box_of: list[int]
    units: list[records.UnitRecord]
    symbols: str


@router.get("/api/layout", is_constant=True)
@runs_in("at once")
def layout(word: LayoutText = "9") -> LayoutAnswer:
    """The units of a layout."""
    found = Layout.parse(word)
    alphabet = default_alphabet(found.size)
    return LayoutAnswer(
        layout=str(found),
        size=found.size,
        box=None if found.box is None else list(found.box),
        box_of=list(found.box_of),
        units=[records.UnitRecord.of(unit, found) for unit in found.units],
        symbols="." + symbols_of(alphabet, found.size) if alphabet else "",
    )


@dataclass(frozen=True)
class Methods:
    """All methods."""

    methods: list[records.MethodRecord]


@router.get("/api/methods")
@runs_in("at once")
async def methods() -> Methods:
    """All methods and their options."""
    return await asyncio.to_thread(_methods)


@lru_cache(maxsize=1)
def _methods() -> Methods:
    """All methods with the options that a request may set; they are in modules that take a while to load."""
    return Methods([records.MethodRecord.of(info, scopes=("anywhere",)) for info in all_methods()])


@dataclass(frozen=True, kw_only=True)
class FormatRecord:
    """A file format."""

    name: str
    about: str
    endings: list[str]
    reads: bool
    writes: bool
    single: bool


@dataclass(frozen=True)
class Formats:
    """All formats."""

    formats: list[FormatRecord]


@router.get("/api/formats", is_constant=True)
@runs_in("at once")
def formats() -> Formats:
    """All file formats."""
    return Formats(
        [
            FormatRecord(
                name=form.name,
                about=form.about,
                endings=list(form.endings),
                reads=True,
                writes=form.write is not None,
                single=form.single,
            )
            for form in FORMATS
        ]
    )
