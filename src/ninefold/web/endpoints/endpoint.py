"""Parts that all endpoints share: the router, where a function runs, and the types of values in requests.

An endpoint is a function with typed arguments and a typed result. `app.py` gives its types to FastAPI, which checks
every request with pydantic and writes `/openapi.json`. The workers import these modules too, to run the functions, so
nothing here loads FastAPI.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, ClassVar, Literal, Protocol, Required, TypeVar

from pydantic import AfterValidator, ConfigDict, Field
from typing_extensions import TypedDict

from ninefold.core.geometry import MAX_SIZE
from ninefold.core.layout import Layout
from ninefold.records import as_json
from ninefold.web.settings import DEFAULTS

Place = Literal["at once", "library", "quick", "worker", "job"]
Function = TypeVar("Function", bound=Callable[..., object])
Statuses = tuple[tuple[int, str], ...]
JSON = "application/json"
MediaType = str | tuple[str, ...]

# --- routes --------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Route:
    """One request of the API.

    Args:
        method, path: as in HTTP; parts of the path in braces are arguments.
        function: what answers it.
        status: the HTTP status of success.
        media_type: of the response, if that is not JSON; several if the request chooses one.
        takes_file: whether the body may be a file instead of JSON.
        is_constant: whether equal arguments always get an equal response, which is then kept.
        takes_key: whether a request with an `Idempotency-Key` is done once, however often it is sent.
        also: further HTTP statuses, and what they mean.
    """

    method: str
    path: str
    function: Callable[..., object]
    status: int = 200
    media_type: MediaType = JSON
    takes_file: bool = False
    is_constant: bool = False
    takes_key: bool = False
    also: Statuses = ()


class Decorator(Protocol):
    """Something that notes a function and returns it."""

    def __call__(self, function: Function, /) -> Function:
        """Note the function."""


class Router:
    """All routes; the arguments are those of `Route`."""

    def __init__(self) -> None:
        self.routes: list[Route] = []

    def get(
        self, path: str, *, media_type: MediaType = JSON, is_constant: bool = False, also: Statuses = ()
    ) -> Decorator:
        """Add a GET route."""
        route = partial(Route, method="GET", path=path, media_type=media_type, is_constant=is_constant, also=also)
        return self._add(route)

    def post(
        self,
        path: str,
        *,
        status: int = 200,
        media_type: MediaType = JSON,
        takes_file: bool = False,
        takes_key: bool = False,
    ) -> Decorator:
        """Add a POST route."""
        route = partial(Route, method="POST", path=path, status=status, media_type=media_type)
        return self._add(partial(route, takes_file=takes_file, takes_key=takes_key))

    def put(self, path: str, *, takes_key: bool = False) -> Decorator:
        """Add a PUT route."""
        return self._add(partial(Route, method="PUT", path=path, takes_key=takes_key))

    def patch(self, path: str) -> Decorator:
        """Add a PATCH route."""
        return self._add(partial(Route, method="PATCH", path=path))

    def delete(self, path: str, *, status: int = 200, also: Statuses = ()) -> Decorator:
        """Add a DELETE route."""
        return self._add(partial(Route, method="DELETE", path=path, status=status, also=also))

    def _add(self, route: Callable[..., Route]) -> Decorator:
        def add(function: Function) -> Function:
            self.routes.append(route(function=function))
            return function

        return add


router = Router()


@dataclass(frozen=True)
class Runs:
    """Where a function runs, for how long if the request does not say, and how often it may take that long."""

    place: Place
    seconds: float
    solves: int


_runs: dict[Callable[..., object], Runs] = {}


def runs_in(place: Place, *, seconds: float = 10.0, solves: int = 1) -> Decorator:
    """Say where a function runs.

    at once   in the server itself: fast, or a coroutine
    library   in the one thread that has the library open
    worker    in a worker process, which is killed if it does not stop in time
    quick     the same, with a worker to spare however many long requests there are
    job       the same, as a job that others wait for and that sends events
    """

    def note(function: Function) -> Function:
        _runs[function] = Runs(place, seconds, solves)
        return function

    return note


def runs_of(function: Callable[..., object]) -> Runs:
    """Where a function runs."""
    return _runs[function]


class JsonText(str):
    """A response that is JSON already."""


def encoded(function: Callable[..., object], *args: object, **more: object) -> object:
    """The result of a function, as JSON text unless it is a file: a long one would hold up the server's event loop."""
    result = function(*args, **more)
    return result if result is None or isinstance(result, FileAnswer) else JsonText(as_json(result))


@dataclass(frozen=True)
class FileAnswer:
    """A response that is a file; `lost` names what its format cannot hold, `warning` what may look bad in print."""

    data: bytes
    media_type: str
    name: str = ""
    lost: str = ""
    warning: str = ""


# --- values in requests --------------------------------------------------------------------------


class Body:
    """A request body: unknown keys are refused."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")


def _check_text(text: str) -> str:
    """Refuse what JSON can hold but neither a file nor a library can."""
    if re.search("[\0\ud800-\udfff]", text):
        raise ValueError("text without NUL or unpaired surrogates")
    return text


IsText = AfterValidator(_check_text)
CELLS = MAX_SIZE**2
MAX_GRID = 16 * CELLS

MAX_LINE = 200

Word = Annotated[str, Field(max_length=40), IsText]
Tag = Annotated[str, Field(max_length=100), IsText]
Line = Annotated[str, Field(max_length=MAX_LINE), IsText]
Flag = Annotated[bool, Field(strict=True)]
Digit = Annotated[int, Field(strict=True, ge=0, le=MAX_SIZE)]
Id = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{1,64}$")]
CellName = Annotated[str, Field(pattern="^r[0-9]{1,2}c[0-9]{1,2}$")]
Digits = Annotated[list[Digit], Field(max_length=MAX_SIZE, fail_fast=True)]

# Lists stop at their first fault: a hostile body could otherwise have half a million of them.
_Row = Annotated[list[Digit], Field(min_length=1, max_length=CELLS, fail_fast=True)]
GridText = Annotated[
    Annotated[str, Field(min_length=1, max_length=MAX_GRID), IsText]
    | _Row
    | Annotated[list[_Row], Field(min_length=1, max_length=MAX_SIZE, fail_fast=True)],
    Field(description="a grid as text in any form, as N² numbers, or as N rows of N; 0 is empty"),
]
LayoutText = Annotated[
    str,
    Field(min_length=1, max_length=40_000, description="a layout such as 9, 2x3, 9+diagonals or jigsaw:MAP"),
    IsText,
]
MethodName = Annotated[str, Field(min_length=1, max_length=100, description="the name of a method, or auto"), IsText]
_Setting = Annotated[
    Annotated[str, Field(max_length=1000), IsText]
    | Annotated[bool, Field(strict=True)]
    | Annotated[int, Field(strict=True, ge=-(2**53), le=2**53)]
    | Annotated[float, Field(strict=True, allow_inf_nan=False)],
    AfterValidator(lambda value: str(value).lower() if isinstance(value, bool) else str(value)),
]
Settings = Annotated[
    dict[str, _Setting], Field(max_length=50, description="options of the method, as text, numbers, true or false")
]
Seconds = Annotated[float, Field(strict=True, ge=0.001, le=DEFAULTS.seconds, description="the longest time")]
JobSeconds = Annotated[float, Field(strict=True, ge=0.001, le=DEFAULTS.job_seconds, description="the longest time")]
LimitField = Annotated[
    Annotated[int, Field(strict=True, ge=1, le=1000)] | None,
    Field(description="stop after so many solutions: 1 for any, 2 to prove uniqueness, null for up to 1000"),
]
Nodes = Annotated[int, Field(strict=True, ge=1, le=2**53, description="the most nodes of work")]
Seed = Annotated[int, Field(strict=True, ge=0, le=2**53, description="the same seed gives the same result")]

_Marks = Annotated[dict[str, Digits], Field(max_length=CELLS)]


class DocumentMarks(TypedDict, total=False):
    """Digits noted in cells, by the name of the cell."""

    __pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[misc]  # pydantic reads it from here

    centre: _Marks
    corner: _Marks


class PuzzleDocument(TypedDict, total=False):
    """A puzzle with the digits placed and noted on it, in our own format `ninefold/1`."""

    __pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[misc]

    format: Required[Literal["ninefold/1"]]
    layout: Required[LayoutText]
    clues: Required[Annotated[str, Field(min_length=1, max_length=MAX_GRID), IsText]]
    placed: Annotated[dict[str, Digit], Field(max_length=CELLS)]
    marks: DocumentMarks
    solution: Annotated[str, Field(max_length=MAX_GRID), IsText]
    meta: Annotated[dict[str, Annotated[str, Field(max_length=100_000), IsText]], Field(max_length=200)]
    play: dict[str, object]


def shortened(text: str) -> str:
    """A text that a list shows, no longer than a line in a request may be."""
    return text if len(text) <= MAX_LINE else f"{text[: MAX_LINE - 1]}…"


def layout_of(text: str | None) -> Layout | None:
    """The layout of a request, if it names one."""
    return None if text is None else Layout.parse(text)
