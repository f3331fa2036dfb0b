"""The table of the API: every request there is, what it takes, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field

from ninefold.core.geometry import MAX_SIZE
from ninefold.web import schema as s
from ninefold.web.limits import Limits
from ninefold.web.shapes import (
    BOARD,
    CANDIDATE,
    CELL,
    CELLS,
    CLASH,
    DIGIT,
    ERROR,
    FREE,
    GRID,
    LAYOUT,
    METHOD,
    NODES,
    SEED,
    SETTINGS,
    SHEET,
    STATS,
    STATUS,
    UNIT,
    seconds,
)

LIMITS = Limits()
NAME = "^[A-Za-z0-9_-]{1,64}$"


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """One request of the API.

    Args:
        method, path: how it is asked; parts of the path in braces are texts.
        about: what it does.
        ask: which ask of a worker answers it; empty where the server does so itself.
        body: the schema of its JSON body, if it has one.
        query: the schemas of what may stand behind the question mark.
        file: whether the body may be a file instead.
        usual: the seconds where none are named; None where it has no such key.
        status: the number of a good answer.
        answer: the schema of the answer; None for a file or a stream of the type.
        type: the type of the answer.
    """

    method: str
    path: str
    about: str
    ask: str = ""
    body: s.Schema | None = None
    query: dict[str, s.Schema] = field(default_factory=dict)
    file: bool = False
    usual: float | None = None
    status: int = 200
    answer: s.Schema | None = None
    type: str = "application/json"


def _list(schema: s.Schema) -> s.Schema:
    return {"type": "array", "items": schema}


def _text() -> s.Schema:
    return {"type": "string"}


SECONDS = seconds(LIMITS.seconds, 10)
JOB_SECONDS = seconds(LIMITS.job_seconds, 30)
LIMIT = s.or_null(s.whole(1, 1000, "stop after so many solutions: 1 any, 2 to prove uniqueness, null for up to 1000"))
RESULT = s.answer(
    "what a method answered",
    status=STATUS,
    solutions=_list(BOARD),
    ended={"type": "boolean"},
    why=_text(),
    method=_text(),
    seconds={"type": "number"},
    stats=STATS,
    puzzle=BOARD,
    clashes=_list(CLASH),
    command=_text(),
    python=_text(),
)
SOLVE = {
    "puzzle": GRID,
    "layout": LAYOUT,
    "by": METHOD,
    "settings": SETTINGS,
    "limit": LIMIT,
    "seconds": SECONDS,
    "nodes": NODES,
}
MAKE = {
    "kind": s.one_of("puzzle", "shidoku", about="a proper puzzle, or four digits on a 4×4 board as in the lecture"),
    "size": s.whole(2, 25),
    "layout": LAYOUT,
    "level": s.text("one of the levels that /api/about lists", most=40),
    "symmetry": s.text("one of the symmetries that /api/about lists", most=40),
    "minimal": s.flag("no clue to spare"),
    "clues": s.or_null(
        s.any_of(s.whole(0, 625), s.some(s.whole(0, 625), least=2, most=2), about="how many clues, or from and to")
    ),
    "seed": SEED,
    "from": s.one_of("fresh", "library"),
    "seconds": seconds(LIMITS.seconds, 20),
}
MADE = s.answer(
    "a puzzle that was made or taken from the library",
    puzzle=BOARD,
    solution=s.or_null(BOARD),
    level=_text(),
    symmetry=_text(),
    clues={"type": "integer"},
    seed=s.or_null({"type": "integer"}),
    minimal=s.or_null({"type": "boolean"}),
    source=s.one_of("fresh", "library"),
    id=s.or_null(_text()),
)
PARSE = {
    "text": s.text("puzzles in any format", most=LIMITS.body, least=1),
    "format": s.or_null(s.text("the name of a format; left out, found by content", most=40)),
    "layout": LAYOUT,
}
FILE_QUERY = {
    "name": s.text("the name of the file, for messages", most=200),
    "format": s.text("the name of a format", most=40),
    "layout": LAYOUT,
}
FAULTS = _list(s.answer(message=_text(), where=_text()))
SHEETS = s.some(SHEET, least=1, most=1000)

# --- jobs -------------------------------------------------------------------------------------

JOBS = {
    "solve": s.record(
        SOLVE
        | {
            "kind": s.one_of("solve"),
            "seconds": JOB_SECONDS,
            "trace": s.flag("tell the trace"),
            "beliefs": s.whole(1, 100_000, "tell each k-th belief only, and the last"),
        },
        needs=("kind", "puzzle"),
    ),
    "race": s.record(
        {
            "kind": s.one_of("race"),
            "puzzles": s.some(GRID, least=1, most=200),
            "layout": LAYOUT,
            "by": s.some(METHOD, least=1, most=40),
            "seconds": seconds(60, 10),
            "limit": LIMIT,
            "rounds": s.whole(1, 20),
        },
        needs=("kind", "puzzles", "by"),
    ),
    "seeds": s.record(
        {
            "kind": s.one_of("seeds"),
            "puzzle": GRID,
            "layout": LAYOUT,
            "by": METHOD,
            "settings": SETTINGS,
            "seeds": s.some(s.whole(0, 2**53), least=1, most=1000),
            "seconds": seconds(60, 5),
        },
        needs=("kind", "puzzle", "by", "seeds"),
    ),
    "generate": s.record(
        {name: part for name, part in MAKE.items() if name not in ("kind", "from")}
        | {"kind": s.one_of("generate"), "count": s.whole(1, 200)},
        needs=("kind", "count"),
    ),
}
JOB_ASKS = {"solve": "trace", "race": "race", "seeds": "seeds", "generate": "generate-many"}
JOB_SECONDS_USUAL = {"solve": 30.0, "race": 10.0, "seeds": 5.0, "generate": 20.0}
JOB = {
    "id": _text(),
    "kind": s.one_of(*JOBS),
    "state": s.one_of("queued", "running", "done", "failed", "cancelled"),
    "place": {"type": "integer"},
    "request": {"type": "object"},
}
WHOLE_JOB = s.answer(**JOB, result=FREE, error=s.or_null(ERROR))

# --- the library and games --------------------------------------------------------------------

FILTERS = {
    "text": s.text("words in name, author, source or tags", most=200),
    "size": s.whole(2, MAX_SIZE),
    "level": s.text(most=40),
    "tag": s.text(most=100),
    "clues_from": s.whole(0, CELLS),
    "clues_to": s.whole(0, CELLS),
    "sort": s.one_of("added", "clues", "level", "name"),
}
KEPT = {
    "id": _text(),
    "puzzle": BOARD,
    "name": _text(),
    "author": _text(),
    "source": _text(),
    "level": _text(),
    "rating": s.or_null({"type": "number"}),
    "clues": {"type": "integer"},
    "tags": _list(_text()),
    "added": _text(),
}
WHOLE_KEPT = s.answer(**KEPT, sheet=SHEET, solution=s.or_null(BOARD))
REMOVED = s.answer(removed={"type": "integer"})
GAME = s.answer(
    id=_text(), name=_text(), saved=_text(), version={"type": "integer"}, solved={"type": "boolean"}, sheet=SHEET
)

TABLE: tuple[Endpoint, ...] = (
    Endpoint(
        method="GET",
        path="/api/about",
        about="what this server is, and its limits",
        answer=s.answer(
            name=_text(),
            version=_text(),
            limits={"type": "object"},
            library={"type": "boolean"},
            levels=_list(_text()),
            symmetries=_list(_text()),
            sizes=_list({"type": "integer"}),
        ),
    ),
    Endpoint(
        method="GET",
        path="/api/layout",
        about="the units of a layout",
        query={"word": LAYOUT},
        answer=s.answer(
            layout=_text(),
            size={"type": "integer"},
            box=s.or_null(_list({"type": "integer"})),
            box_of=_list({"type": "integer"}),
            units=_list(UNIT),
            symbols=_text(),
        ),
    ),
    Endpoint(
        method="GET",
        path="/api/methods",
        about="every method, and its options",
        answer=s.answer(methods=_list({"type": "object"})),
    ),
    Endpoint(
        method="GET",
        path="/api/formats",
        about="every format that is read or written",
        answer=s.answer(
            formats=_list(
                s.answer(
                    name=_text(),
                    about=_text(),
                    endings=_list(_text()),
                    reads={"type": "boolean"},
                    writes={"type": "boolean"},
                    single={"type": "boolean"},
                )
            )
        ),
    ),
    Endpoint(
        method="POST",
        path="/api/solve",
        about="solve a puzzle by any method",
        ask="solve",
        body=s.record(SOLVE, needs=("puzzle",)),
        usual=10,
        answer=RESULT,
    ),
    Endpoint(
        method="POST",
        path="/api/count",
        about="count the solutions of a puzzle",
        ask="count",
        body=s.record(
            {"puzzle": GRID, "layout": LAYOUT, "limit": s.whole(1, 2**53), "seconds": SECONDS}, needs=("puzzle",)
        ),
        usual=10,
        answer=s.answer(count={"type": "integer"}, exact={"type": "boolean"}, why=_text(), puzzle=BOARD),
    ),
    Endpoint(
        method="POST",
        path="/api/check",
        about="what is wrong with a grid, and what is left",
        ask="check",
        body=s.record({"grid": GRID, "clues": GRID, "layout": LAYOUT, "seconds": SECONDS}, needs=("grid",)),
        usual=2,
        answer=s.answer(
            verdict=s.one_of("complete and correct", "partial but correct", "incorrect"),
            correct={"type": "boolean"},
            complete={"type": "boolean"},
            empty={"type": "integer"},
            row_errors={"type": "integer"},
            column_errors={"type": "integer"},
            box_errors={"type": "integer"},
            extra_errors={"type": "integer"},
            clashes=_list(CLASH),
            clashing_cells=_list(CELL),
            changed_clues=_list(CELL),
            wrong_cells=_list(CELL),
            completable=s.or_null({"type": "boolean"}),
            proper=s.or_null({"type": "boolean"}),
            message=_text(),
        ),
    ),
    Endpoint(
        method="POST",
        path="/api/candidates",
        about="what the digits leave open in each empty cell",
        ask="candidates",
        body=s.record({"grid": GRID, "layout": LAYOUT}, needs=("grid",)),
        answer=s.answer(candidates=_list(_list(DIGIT))),
    ),
    Endpoint(
        method="POST",
        path="/api/hint",
        about="the next step, as strongly as asked for",
        ask="hint",
        body=s.record(
            {
                "grid": GRID,
                "clues": GRID,
                "layout": LAYOUT,
                "strength": s.whole(1, 3, "1 where to look, 2 which technique, 3 the whole deduction"),
                "marks": s.any_of(
                    s.mapping(s.some(DIGIT, most=MAX_SIZE), most=CELLS, pattern="^[0-9]{1,4}$"),
                    s.some(s.some(DIGIT, most=MAX_SIZE), most=CELLS),
                    about="the candidates that the player noted, by cell or as a list for all cells",
                ),
            },
            needs=("grid",),
        ),
        answer=s.answer(
            kind=s.one_of("step", "mistake", "done", "stuck"),
            strength={"type": "integer"},
            technique=_text(),
            message=_text(),
            cells=_list(CELL),
            units=_list(UNIT),
            seen=_list(CELL),
            places=_list(CANDIDATE),
            drops=_list(CANDIDATE),
            marks=_list(s.answer(cell=CELL, digit=DIGIT, role=s.one_of("place", "drop", "because"))),
        ),
    ),
    Endpoint(
        method="POST",
        path="/api/generate",
        about="a new puzzle, made now or taken from the library",
        ask="generate",
        body=s.record(MAKE),
        usual=20,
        answer=MADE,
    ),
    Endpoint(
        method="POST",
        path="/api/parse",
        about="read puzzles in any format, as text or as a file",
        ask="parse",
        body=s.record(PARSE, needs=("text",)),
        query=FILE_QUERY,
        file=True,
        answer=s.answer(
            format=_text(), sheets=_list(SHEET), notes=_list(_text()), errors=FAULTS, total={"type": "integer"}
        ),
    ),
    Endpoint(
        method="POST",
        path="/api/export",
        about="puzzles as a file of any format that is written",
        ask="export",
        body=s.record({"sheets": SHEETS, "format": s.text(most=40)}, needs=("sheets", "format")),
        type="application/octet-stream",
    ),
    Endpoint(
        method="POST",
        path="/api/draw",
        about="a picture of a puzzle",
        ask="draw",
        body=s.record(
            {
                "sheet": SHEET,
                "format": s.one_of("svg", "png", "pdf", "html", "text"),
                "theme": s.one_of("light", "dark", "print"),
                "candidates": s.flag("note what the digits leave open"),
                "caption": s.text(most=200),
            },
            needs=("sheet", "format"),
        ),
        type="application/octet-stream",
    ),
    Endpoint(
        method="POST",
        path="/api/book",
        about="a book of puzzles as PDF, with the answers at the end",
        ask="book",
        body=s.record(
            {
                "sheets": SHEETS,
                "title": s.text(most=200),
                "label": s.text(most=40),
                "paper": s.one_of("a4", "a5", "letter", "6x9", "8.5x8.5"),
                "per_page": s.one_of(1, 2, 4, 6),
                "answers": s.flag("the answers follow"),
            },
            needs=("sheets",),
        ),
        type="application/pdf",
    ),
    Endpoint(
        method="POST",
        path="/api/jobs",
        about="start a job: a traced solve, a race, many seeds, or many puzzles",
        body={"anyOf": list(JOBS.values())},
        status=202,
        answer=s.answer(**JOB),
    ),
    Endpoint(
        method="GET",
        path="/api/jobs",
        about="the jobs that are remembered",
        answer=s.answer(jobs=_list(s.answer(**JOB))),
    ),
    Endpoint(method="GET", path="/api/jobs/{id}", about="a job, and its result when it is over", answer=WHOLE_JOB),
    Endpoint(
        method="GET",
        path="/api/jobs/{id}/events",
        about="what a job tells, as server-sent events; goes on after Last-Event-ID",
        type="text/event-stream",
    ),
    Endpoint(method="DELETE", path="/api/jobs/{id}", about="cancel a job", status=202, answer=s.answer(**JOB)),
    Endpoint(
        method="GET",
        path="/api/library",
        about="search the library",
        query=FILTERS | {"offset": s.whole(0, 10**9), "limit": s.whole(1, 500)},
        answer=s.answer(total={"type": "integer"}, puzzles=_list(s.answer(**KEPT))),
    ),
    Endpoint(
        method="POST",
        path="/api/library",
        about="put puzzles in any format into the library",
        body=s.record(PARSE, needs=("text",)),
        query=FILE_QUERY,
        file=True,
        answer=s.answer(
            added={"type": "integer"},
            doubles={"type": "integer"},
            errors=FAULTS,
            notes=_list(_text()),
            ids=_list(_text()),
        ),
    ),
    Endpoint(
        method="GET",
        path="/api/library/export",
        about="puzzles of the library as a file",
        query=FILTERS | {"format": s.text(most=40)},
        type="application/octet-stream",
    ),
    Endpoint(
        method="GET",
        path="/api/library/random",
        about="a puzzle of the library by lot",
        query=FILTERS,
        answer=WHOLE_KEPT,
    ),
    Endpoint(method="GET", path="/api/library/{id}", about="a puzzle of the library", answer=WHOLE_KEPT),
    Endpoint(
        method="PATCH",
        path="/api/library/{id}",
        about="name or tag a puzzle of the library",
        body=s.record({"name": s.text(most=200), "tags": s.some(s.text(most=100, least=1), most=50)}),
        answer=WHOLE_KEPT,
    ),
    Endpoint(method="DELETE", path="/api/library/{id}", about="remove a puzzle from the library", answer=REMOVED),
    Endpoint(
        method="GET",
        path="/api/games",
        about="the games that were saved, the last first",
        answer=s.answer(games=_list(GAME)),
    ),
    Endpoint(method="GET", path="/api/games/{id}", about="a saved game", answer=GAME),
    Endpoint(
        method="PUT",
        path="/api/games/{id}",
        about="save a game under a name of one's own",
        body=s.record(
            {
                "sheet": SHEET,
                "name": s.text(most=200),
                "solved": s.flag(),
                "version": s.or_null(s.whole(0, 2**53, "the version last seen; another one there is a conflict")),
            },
            needs=("sheet",),
        ),
        answer=s.answer(id=_text(), version={"type": "integer"}, saved=_text()),
    ),
    Endpoint(method="DELETE", path="/api/games/{id}", about="forget a saved game", answer=REMOVED),
)
