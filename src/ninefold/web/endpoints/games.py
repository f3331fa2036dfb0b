"""`/api/games`: the saved games of the library. A page names its games, and never overwrites a save it has not seen."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from ninefold.core.errors import LibraryError
from ninefold.core.puzzle import Puzzle
from ninefold.library.games import Game, Games, GameSummary
from ninefold.library.store import Library
from ninefold.records import extend
from ninefold.web.endpoints.endpoint import Body, Flag, Id, Line, PuzzleDocument, router, runs_in, shortened
from ninefold.web.endpoints.files import puzzle_of
from ninefold.web.endpoints.library import Removed
from ninefold.web.errors import ApiError

MAX_GAMES = 200


@dataclass(frozen=True, kw_only=True)
class SavedGame:
    """A saved game."""

    id: str
    name: str
    layout: str
    seconds: float
    solved: bool
    version: int
    saved: str


@dataclass(frozen=True, kw_only=True)
class WholeGame(SavedGame):
    """A saved game with its puzzle."""

    puzzle: PuzzleDocument


@dataclass(frozen=True)
class SavedGames:
    """All saved games."""

    games: list[SavedGame]


@router.get("/api/games")
@runs_in("library")
def games(library: Library) -> SavedGames:
    """The saved games, the last saved first, without their puzzles and without damaged ones."""
    found = [_record(game, game.layout) for game in Games(library).summaries(limit=MAX_GAMES)]
    return SavedGames([replace(game, name=shortened(game.name)) for game in found])


@router.get("/api/games/{id}")
@runs_in("library")
def show_game(id: Id, library: Library) -> WholeGame:
    """A saved game."""
    if (game := Games(library).find(id)) is None:
        raise ApiError("not-found", f"there is no saved game {id!r}", "id")
    try:
        document = json.loads(game.text)
        return extend(WholeGame, _record(game, document["layout"]), puzzle=document)
    except (ValueError, TypeError, KeyError):
        raise LibraryError(f"game {id} is damaged") from None


@dataclass(frozen=True, kw_only=True)
class GameState(Body):
    """A game to save."""

    puzzle: PuzzleDocument
    name: Line = ""
    solved: Flag = False
    version: Annotated[
        Annotated[int, Field(strict=True, ge=0, le=2**53)] | None,
        Field(description="the version last seen; if another one is saved, the answer is 409"),
    ] = None


@dataclass(frozen=True, kw_only=True)
class Saved:
    """The new version of a game, and when it was saved."""

    id: str
    version: int
    saved: str


@router.put("/api/games/{id}", takes_key=True)
@runs_in("library")
def save_game(id: Id, game: GameState, library: Library) -> Saved:
    """Save a game; above the maximum, the oldest is removed."""
    puzzle, store = puzzle_of(game.puzzle), Games(library)
    version = store.save(id, puzzle, seconds=_seconds(puzzle), seen=game.version, solved=game.solved, name=game.name)
    known = store.find(id)
    if not version:
        there = 0 if known is None else known.version
        raise ApiError("conflict", f"the game was saved elsewhere: version {there}, not {game.version}", str(there))
    if version == 1:
        store.keep(MAX_GAMES)
    return Saved(id=id, version=version, saved="" if known is None else known.changed)


@router.delete("/api/games/{id}")
@runs_in("library")
def remove_game(id: Id, library: Library) -> Removed:
    """Remove a saved game."""
    return Removed(removed=int(Games(library).remove(id)))


def _record(game: Game | GameSummary, layout: str) -> SavedGame:
    return SavedGame(
        id=game.id,
        name=game.name,
        layout=layout,
        seconds=game.seconds,
        solved=game.solved,
        version=game.version,
        saved=game.changed,
    )


def _seconds(puzzle: Puzzle) -> float:
    """The playing time, from the clock in milliseconds that the pages keep with a puzzle."""
    clock = puzzle.extra.get("clock")
    spent = clock.get("spent") if isinstance(clock, dict) else None
    return spent / 1000 if isinstance(spent, int | float) and 0 <= spent < 2**53 else 0.0
