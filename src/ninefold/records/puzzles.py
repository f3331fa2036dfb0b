"""JSON forms of puzzles: what they look like, how hard they are, and where they come from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ninefold.records.parts import as_dict

if TYPE_CHECKING:
    from ninefold.core.grid import Grid
    from ninefold.library.store import Entry
    from ninefold.rating.explainer import ExplainerRating
    from ninefold.rating.rate import Difficulty


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A grid as `ninefold show` prints it."""

    puzzle: str
    size: int
    layout: str
    clues: int
    empty: int
    rows: list[list[int]]

    @classmethod
    def of(cls, grid: Grid, clues: Grid | None = None) -> Shown:
        """The record of a grid, and of the clues in it if some of its digits are not clues."""
        return cls(
            puzzle=grid.line,
            size=grid.size,
            layout=str(grid.layout),
            clues=len((clues or grid).filled_cells),
            empty=len(grid.empty_cells),
            rows=[list(row) for row in grid.rows],
        )


@dataclass(frozen=True, kw_only=True)
class Generated:
    """A generated puzzle: the number of its clues, its level, its ER if one was wanted, and its seed."""

    clues: int
    level: str
    er: float | None = None
    seed: int | None


@dataclass(frozen=True, kw_only=True)
class CanonicalRecord:
    """The canonical form of a grid, its ID, and the number of symmetries of the grid."""

    canonical: str
    id: str
    automorphisms: int

    @classmethod
    def of(cls, grid: Grid) -> CanonicalRecord:
        """Compute the canonical form of a grid."""
        from ninefold.core.canonical import canonical_form, id_of

        form = canonical_form(grid)
        return cls(canonical=form.grid.line, id=id_of(form.grid), automorphisms=form.automorphisms)


@dataclass(frozen=True, kw_only=True)
class ExplainerRecord:
    """The numbers of Sudoku Explainer 1.2.1 or SukakuExplainer 1.18.1, and the techniques behind ER, EP and ED."""

    er: float
    ep: float
    ed: float
    technique: str
    ep_technique: str
    ed_technique: str

    @classmethod
    def of(cls, scale: ExplainerRating | None) -> ExplainerRecord | None:
        """The record of a rating; None without one."""
        if scale is None:
            return None
        numbers = {"er": scale.er, "ep": scale.ep, "ed": scale.ed}
        return cls(**numbers, technique=scale.hardest, ep_technique=scale.pearl, ed_technique=scale.diamond)


@dataclass(frozen=True, kw_only=True)
class HodokuRecord:
    """The level and score of HoDoKu 2.2.0."""

    level: str
    score: int


@dataclass(frozen=True, kw_only=True)
class RatingRecord:
    """How hard a puzzle is; without a rating, `why` says why. `sukaku` is there only if it was wanted."""

    explainer: ExplainerRecord | None
    sukaku: ExplainerRecord | None
    hodoku: HodokuRecord | None
    minutes: float | None
    range: list[float]
    level: str
    techniques: dict[str, int]
    openings: list[int]
    backdoor: int | None
    guesses: int | None
    about: str
    why: str

    @classmethod
    def of(cls, found: Difficulty) -> RatingRecord:
        """The record of a rating."""
        hodoku, measure = found.hodoku, found.measure
        return cls(
            explainer=ExplainerRecord.of(found.explainer),
            sukaku=ExplainerRecord.of(found.sukaku),
            hodoku=None if hodoku is None else HodokuRecord(level=hodoku.level, score=hodoku.score),
            minutes=found.minutes,
            range=[measure.low, measure.high] if measure else [],
            level=found.level,
            techniques=found.techniques,
            openings=list(found.openings),
            backdoor=found.backdoor,
            guesses=found.guesses,
            about=str(measure) if measure else "",
            why=found.why,
        )


@dataclass(frozen=True, kw_only=True)
class LibraryEntry:
    """A puzzle of the library as `ninefold library` prints it."""

    number: int
    id: str
    puzzle: str
    layout: str
    clues: int
    status: str
    solution: str | None
    meta: dict[str, str]
    tags: list[str]
    added: str
    level: str
    rating: dict[str, Any] | None

    @classmethod
    def of(cls, entry: Entry) -> LibraryEntry:
        """The record of an entry."""
        puzzle = entry.puzzle
        return cls(
            number=entry.number,
            id=entry.id,
            puzzle=puzzle.clues.line,
            layout=str(puzzle.layout),
            clues=len(puzzle.clues.filled_cells),
            status=str(entry.status),
            solution=puzzle.solution.line if puzzle.solution else None,
            meta=dict(puzzle.meta),
            tags=list(entry.tags),
            added=entry.added,
            level=entry.level,
            rating=None if entry.rating is None else as_dict(entry.rating),
        )
