"""`/api/library`: search, import, export and change the puzzles of the library."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Annotated, Any, Literal

from pydantic import Field

from ninefold import records
from ninefold.core.errors import LibraryError
from ninefold.core.geometry import MAX_SIZE
from ninefold.core.values import counted
from ninefold.formats.own import as_object
from ninefold.library.games import Games, is_game
from ninefold.library.query import SCALES, Query, read_sort
from ninefold.library.ratings import COLUMNS, TABLE, StoredRating
from ninefold.library.rows import TAGS, with_tags
from ninefold.library.store import Entry, Library
from ninefold.processes.child import Context
from ninefold.web.backend import Backend, Client
from ninefold.web.endpoints.endpoint import (
    CELLS,
    Body,
    FileAnswer,
    Id,
    Line,
    PuzzleDocument,
    Tag,
    Word,
    router,
    runs_in,
    shortened,
)
from ninefold.web.endpoints.files import (
    EXPORT_TYPES,
    ExportRequest,
    FileQuery,
    ParseRequest,
    Unreadable,
    export,
    read_puzzles,
)
from ninefold.web.errors import ApiError

MAX_EXPORTED, MAX_IDS, MAX_IMPORTED_GAMES, MAX_TAGS = 20_000, 1000, 100, 50
# The cells of all boards on a page of a search: 24 of the largest boards, which the page of the app shows.
MAX_CELLS = 24 * CELLS
ORDERS = {
    "added": "number DESC",
    "mixed": "number * 7919 % 1009, number",  # the same order each time, but sizes and sources mixed
    **{name: f"{read_sort(name)}, number" for name in ("clues", "level", "name", *SCALES)},
    **{f"-{name}": f"{read_sort(f'-{name}')}, number" for name in ("level", *SCALES)},
}
Scale = Annotated[float, Field(ge=0, le=1e6)]
ClueCount = Annotated[int, Field(ge=0, le=CELLS)]


@dataclass(frozen=True, kw_only=True)
class Filters:
    """Which puzzles of the library are meant."""

    text: Annotated[Line | None, Field(description="words in name, author, source or tags")] = None
    size: Annotated[int, Field(ge=2, le=MAX_SIZE)] | None = None
    level: Word | None = None
    tag: Tag | None = None
    clues_from: ClueCount | None = None
    clues_to: ClueCount | None = None
    er_from: Annotated[Scale | None, Field(description="the least ER of Sudoku Explainer")] = None
    er_to: Annotated[Scale | None, Field(description="the most ER of Sudoku Explainer")] = None
    ep_from: Scale | None = None
    ep_to: Scale | None = None
    ed_from: Scale | None = None
    ed_to: Scale | None = None
    minutes_from: Scale | None = None
    minutes_to: Scale | None = None
    score_from: Annotated[Scale | None, Field(description="the least score of HoDoKu")] = None
    score_to: Annotated[Scale | None, Field(description="the most score of HoDoKu")] = None
    hodoku: Annotated[Word | None, Field(description="the level that HoDoKu gives")] = None
    backdoor_from: Scale | None = None
    backdoor_to: Annotated[Scale | None, Field(description="cells to fill in before singles solve the rest")] = None
    guesses_from: Scale | None = None
    guesses_to: Annotated[Scale | None, Field(description="how often a person would have to guess")] = None
    technique: Annotated[Word | None, Field(description="a technique that is needed, by any of its names")] = None
    sort: (
        Literal["added", "mixed", "clues", "level", "name", "er", "ep", "ed", "minutes", "score", "backdoor", "guesses"]
        | Literal["-level", "-er", "-ep", "-ed", "-minutes", "-score", "-backdoor", "-guesses"]
    ) = "added"

    def query(self, layout: str | None = None) -> Query:
        """The query of the library."""
        clues = None
        if self.clues_from is not None or self.clues_to is not None:
            clues = (self.clues_from or 0, CELLS if self.clues_to is None else self.clues_to)
        return Query(
            size=self.size,
            layout=layout,
            level=None if self.level == "any" else self.level,  # as for new puzzles
            clues=clues,
            tag=self.tag,
            text=self.text,
            hodoku=self.hodoku,
            er=_span(self.er_from, self.er_to),
            ep=_span(self.ep_from, self.ep_to),
            ed=_span(self.ed_from, self.ed_to),
            minutes=_span(self.minutes_from, self.minutes_to),
            score=_span(self.score_from, self.score_to),
            backdoor=_span(self.backdoor_from, self.backdoor_to),
            guesses=_span(self.guesses_from, self.guesses_to),
            technique=self.technique,
        )


def _span(low: float | None, high: float | None) -> tuple[float, float] | None:
    return None if low is None and high is None else (low or 0.0, 1e6 if high is None else high)


@dataclass(frozen=True, kw_only=True)
class LibraryPuzzle:
    """A puzzle of the library."""

    id: str
    puzzle: records.Board
    name: str
    author: str
    source: str
    level: str
    rating: float | None
    minutes: float | None
    er: float | None
    ep: float | None
    ed: float | None
    hardest: str | None
    pearl: str | None
    diamond: str | None
    hodoku_level: str | None
    hodoku_score: int | None
    backdoor: int | None
    guesses: int | None
    techniques: dict[str, int]
    is_rated: bool
    clues: int
    tags: list[str]
    added: str


@dataclass(frozen=True, kw_only=True)
class WholePuzzle(LibraryPuzzle):
    """A puzzle of the library with its solution, and in our own format."""

    document: PuzzleDocument
    solution: records.Board | None


@dataclass(frozen=True, kw_only=True)
class SearchAnswer:
    """A page of puzzles, and how many there are in all."""

    total: int
    puzzles: list[LibraryPuzzle]


@dataclass(frozen=True, kw_only=True)
class Removed:
    """How many were removed."""

    removed: int


@router.get("/api/library")
@runs_in("library")
def search(
    filters: Filters,
    library: Library,
    offset: Annotated[int, Field(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Field(ge=1, le=500, description="at most so many; fewer if their boards are large")] = 50,
) -> SearchAnswer:
    """Search the library."""
    rows = _rows(library, "number, size", filters, limit, offset)
    cells = accumulate(size**2 for _, size in rows)
    numbers = [number for (number, _), so_far in zip(rows, cells, strict=True) if so_far <= MAX_CELLS]
    puzzles = [_listed(library.get(number)) for number in numbers]
    return SearchAnswer(total=library.count(filters.query()), puzzles=puzzles)


def _rows(library: Library, columns: str, filters: Filters, limit: int, offset: int = 0) -> list[tuple[Any, ...]]:
    where, values = filters.query().where()
    order = ORDERS[filters.sort]
    sql = f"SELECT {columns} FROM {TABLE} {where} ORDER BY {order} LIMIT ? OFFSET ?"  # noqa: S608 - see Query
    return library.rows(sql, [*values, limit, offset])


# --- import and export ---------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Imported:
    """How many puzzles are new, were known, or were completed; how many games were started; and the errors."""

    added: int
    doubles: int
    completed: int
    games: int
    errors: list[Unreadable]
    notes: list[str]
    ids: list[str]


@router.post("/api/library", takes_file=True, takes_key=True)
@runs_in("at once")
async def add(request: ParseRequest | None, query: FileQuery, backend: Backend, client: Client) -> Imported:
    """Import puzzles in any format into the library."""
    args, seconds = (request, query, backend.library_path), backend.limits.seconds
    found: Imported = await backend.requests.run(
        import_puzzles, *args, seconds=seconds, gone=client.gone, file=client.file or b""
    )
    backend.rating.wake()
    return found


@runs_in("worker", seconds=60)
def import_puzzles(request: ParseRequest | None, query: FileQuery, path: str, context: Context) -> Imported:
    """Import puzzles; the first of those with digits or marks on them become games."""
    found = read_puzzles(request, query, context)
    with Library(path) as library:
        added = library.add(found.puzzles)
        ids = [library.get(number).id for number in added.numbers[:MAX_IDS]]
        played = [pair for pair in zip(added.numbers, found.puzzles, strict=True) if is_game(pair[1])]
        games = Games(library).add(played[:MAX_IMPORTED_GAMES])
    notes = found.notes
    if len(played) > MAX_IMPORTED_GAMES:
        skipped = len(played) - MAX_IMPORTED_GAMES
        notes = [*notes, f"digits and marks on {counted(skipped, 'further puzzle')} were not imported"]
    return Imported(
        added=added.new,
        doubles=added.known,
        completed=added.completed,
        games=games,
        errors=found.errors,
        notes=notes,
        ids=ids,
    )


@router.get("/api/library/export", media_type=EXPORT_TYPES)
@runs_in("at once")
async def export_library(filters: Filters, backend: Backend, client: Client, format: Word = "sdm") -> FileAnswer:
    """Write puzzles of the library to a file."""
    args = (filters, format, backend.library_path)
    file: FileAnswer = await backend.requests.run(
        write_library, *args, seconds=backend.limits.seconds, gone=client.gone
    )
    return file


@runs_in("worker", seconds=60)
def write_library(filters: Filters, format: str, path: str, context: Context) -> FileAnswer:
    """Puzzles of the library as a file; all of it in the worker, which opens the library itself."""
    with Library(path) as library:
        puzzles = find_documents(filters, library)
    return export(ExportRequest(puzzles=puzzles, format=format), context)


def find_documents(filters: Filters, library: Library) -> list[PuzzleDocument]:
    """Puzzles of the library in our own format."""
    try:
        rows = _rows(library, f"layout, clues, solution, meta, {TAGS}, {COLUMNS}", filters, MAX_EXPORTED)
        return [
            _document(StoredRating.of_row(tuple(rating)), *map(str, (layout, clues, solution or "", meta, tags)))
            for layout, clues, solution, meta, tags, *rating in rows
        ]
    except ValueError as error:
        raise LibraryError(f"{library.path}: a puzzle is damaged: {error}") from None


def _document(
    rating: StoredRating | None, layout: str, clues: str, solution: str, meta: str, tags: str
) -> PuzzleDocument:
    document = PuzzleDocument(format="ninefold/1", layout=layout, clues=clues)
    if solution:
        document["solution"] = solution
    texts = {**(rating.texts() if rating else {}), **json.loads(meta)}
    if about := with_tags(texts, json.loads(tags)):
        document["meta"] = about
    return document


# --- one puzzle ----------------------------------------------------------------------------------


@router.get("/api/library/random")
@runs_in("library")
def random_puzzle(filters: Filters, library: Library) -> WholePuzzle:
    """A random puzzle of the library."""
    return pick_random(filters, None, library)


@runs_in("library")
def pick_random(filters: Filters, layout: str | None, library: Library) -> WholePuzzle:
    """A random puzzle, of a layout if one is named."""
    query = filters.query(layout)
    if not library.count(query):
        raise ApiError("not-found", "the library has no such puzzle", "library")
    return _whole(library.random(query))


@router.get("/api/library/{id}")
@runs_in("library")
def show(id: Id, library: Library) -> WholePuzzle:
    """A puzzle of the library."""
    return _whole(_get(library, id))


@dataclass(frozen=True, kw_only=True)
class PuzzleChanges(Body):
    """A new name, or new tags."""

    name: Line | None = None
    tags: Annotated[list[Annotated[Tag, Field(min_length=1)]], Field(max_length=MAX_TAGS, fail_fast=True)] | None = None


@router.patch("/api/library/{id}")
@runs_in("library")
def change(id: Id, changes: PuzzleChanges, library: Library) -> WholePuzzle:
    """Name or tag a puzzle."""
    entry = _get(library, id)
    if changes.tags is not None:
        library.tag(entry.number, changes.tags, set(entry.tags) - set(changes.tags))
    if changes.name is not None:
        meta = {key: value for key, value in entry.puzzle.meta.items() if key != "name"}
        meta |= {"name": changes.name} if changes.name else {}
        with library.writing() as db:
            sql = "UPDATE puzzles SET name = ?, meta = ? WHERE number = ?"
            db.execute(sql, (changes.name or None, json.dumps(meta), entry.number))
    return _whole(library.get(id))


@router.delete("/api/library/{id}")
@runs_in("library")
def remove(id: Id, library: Library) -> Removed:
    """Remove a puzzle."""
    return Removed(removed=library.remove([_get(library, id).number]))


def _get(library: Library, id: str) -> Entry:
    if not library.rows("SELECT 1 FROM puzzles WHERE id = ?", [id]):
        raise ApiError("not-found", f"the library has no puzzle {id!r}", "id")
    return library.get(id)


def _record(entry: Entry) -> LibraryPuzzle:
    meta, rating = entry.puzzle.meta, entry.rating or StoredRating()
    return LibraryPuzzle(
        id=entry.id,
        puzzle=records.Board.of(entry.puzzle.clues),
        name=meta.get("name", ""),
        author=meta.get("author", ""),
        source=meta.get("source", ""),
        level=entry.level,
        rating=_number(meta.get("rating", "")),
        minutes=rating.minutes,
        er=rating.er,
        ep=rating.ep,
        ed=rating.ed,
        hardest=rating.hardest,
        pearl=rating.pearl,
        diamond=rating.diamond,
        hodoku_level=rating.hodoku_level,
        hodoku_score=rating.hodoku_score,
        backdoor=rating.backdoor,
        guesses=rating.guesses,
        techniques=rating.techniques,
        is_rated=entry.rating is not None,
        clues=len(entry.puzzle.clues.filled_cells),
        tags=list(entry.tags),
        added=entry.added,
    )


def _listed(entry: Entry) -> LibraryPuzzle:
    """The record for a page of a search: texts from files may have any length, which only the whole puzzle shows."""
    found = _record(entry)
    return replace(
        found,
        name=shortened(found.name),
        author=shortened(found.author),
        source=shortened(found.source),
        level=shortened(found.level),
        tags=found.tags[:MAX_TAGS],
    )


def _whole(entry: Entry) -> WholePuzzle:
    solution = entry.puzzle.solution
    board = None if solution is None else records.Board.of(solution)
    return records.extend(WholePuzzle, _record(entry), document=as_object(entry.puzzle), solution=board)


def _number(text: str) -> float | None:
    try:
        return float(text) if text.isascii() and len(text) < 30 and text not in ("nan", "inf") else None
    except ValueError:
        return None
