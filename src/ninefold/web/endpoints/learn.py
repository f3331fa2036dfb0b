"""`GET /api/techniques…`: what there is to learn, the text of each page, and positions to practise on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from ninefold import records
from ninefold.core.errors import NinefoldError
from ninefold.logic.positions import exercise_count, exercises
from ninefold.logic.techniques import Technique, families, find_techniques, techniques
from ninefold.processes.child import Context
from ninefold.web.endpoints.drawn import DrawnStep
from ninefold.web.endpoints.endpoint import router, runs_in
from ninefold.web.errors import ApiError

Name = Annotated[str, Field(pattern="^[A-Za-z0-9+_-]{1,64}$", description="a technique, such as x-wing")]


@dataclass(frozen=True, kw_only=True)
class FamilyRecord:
    """A group of techniques with a common idea."""

    name: str
    title: str
    about: str


@dataclass(frozen=True, kw_only=True)
class TechniqueRecord:
    """A technique in the list; `explainer` is its rating by Sudoku Explainer 1.2.1, `level` HoDoKu's."""

    name: str
    title: str
    family: str
    aliases: list[str]
    assumes_unique: bool
    level: str
    explainer: str
    layouts: str
    positions: int

    @classmethod
    def of(cls, technique: Technique) -> TechniqueRecord:
        """The record of a technique."""
        return cls(
            name=technique.slug,
            title=technique.title,
            family=technique.family,
            aliases=list(technique.aliases),
            assumes_unique=technique.assumes_unique,
            level=technique.hodoku.level if technique.hodoku else "",
            explainer=technique.explainer,
            layouts=technique.layouts,
            positions=exercise_count(technique),
        )


@dataclass(frozen=True)
class Techniques:
    """All techniques, in the order of the table, and their families."""

    families: list[FamilyRecord]
    techniques: list[TechniqueRecord]


@router.get("/api/techniques", is_constant=True)
@runs_in("at once")
def list_techniques() -> Techniques:
    """All techniques and their families."""
    return Techniques(
        [FamilyRecord(name=one.slug, title=one.title, about=one.about) for one in families()],
        [TechniqueRecord.of(one) for one in techniques()],
    )


@dataclass(frozen=True, kw_only=True)
class TechniquePage(TechniqueRecord):
    """The page of a technique; `next` numbers the positions in which nothing easier is left to do.

    `never` says why there can be none.
    """

    about: str
    why: str
    look: str
    never: str
    next: list[int]


@router.get("/api/techniques/{name}", is_constant=True)
@runs_in("at once")
def technique_page(name: Name) -> TechniquePage:
    """What a technique is, why it is valid, and how to look for it."""
    one = _technique(name)
    positions = [number for number, exercise in enumerate(exercises(one), 1) if exercise.is_next]
    texts = {"about": one.about, "why": one.why, "look": one.look, "never": one.never}
    return records.extend(TechniquePage, TechniqueRecord.of(one), **texts, next=positions)


@dataclass(frozen=True, kw_only=True)
class PositionAnswer:
    """A position with at least one step of a technique; `is_next` says that nothing easier is left to do there."""

    clues: records.Board
    grid: records.Board
    candidates: list[list[int]]
    is_next: bool
    steps: list[DrawnStep]


@dataclass(frozen=True, kw_only=True)
class PositionQuery:
    """Which position of a technique; with a seed, it is turned by a random symmetry."""

    number: Annotated[int, Field(ge=1, le=1000, description="from 1 for the one of the picture")] = 1
    seed: Annotated[int | None, Field(ge=0, le=2**53, description="the same seed gives the same position")] = None


@router.get("/api/techniques/{name}/position")
@runs_in("worker", seconds=20)
def technique_position(name: Name, query: PositionQuery, context: Context) -> PositionAnswer:  # noqa: ARG001
    """A position to find a technique in."""
    technique = _technique(name)
    known = exercises(technique)
    if query.number > len(known):
        raise ApiError("not-found", f"{technique.name} has {len(known)} positions; read {query.number}", "number")
    exercise = known[query.number - 1]
    if query.seed is not None:
        exercise = exercise.turned(query.seed)
    cells = range(len(exercise.grid))
    return PositionAnswer(
        clues=records.Board.of(exercise.clues),
        grid=records.Board.of(exercise.grid),
        candidates=[exercise.marks.get(cell, []) for cell in cells],
        is_next=exercise.is_next,
        steps=[DrawnStep.of(step) for step in exercise.steps()],
    )


def _technique(name: str) -> Technique:
    try:
        return find_techniques(name)[0]
    except NinefoldError as error:
        raise ApiError("not-found", str(error), "name") from error
