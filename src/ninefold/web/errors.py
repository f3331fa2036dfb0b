"""Errors of the API, all in one shape: `{"error": {"kind", "message", "where", "faults"}}`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from ninefold.core.errors import SHOWN_FAULTS, LayoutError, LibraryError, MethodError, MethodFault, NinefoldError
from ninefold.core.limits import Stopped
from ninefold.core.values import short_repr
from ninefold.processes.async_pool import Busy
from ninefold.processes.errors import Cancelled, Crashed, TimedOut
from ninefold.records import as_dict, as_json

if TYPE_CHECKING:
    from starlette.responses import Response

# The HTTP status of each kind.
STATUS = {
    "malformed": 400,
    "bad-request": 400,
    "unauthorised": 401,
    "forbidden": 403,
    "not-found": 404,
    "not-allowed": 405,
    "conflict": 409,
    "too-large": 413,
    "wrong-type": 415,
    "unreadable": 422,
    "no-method": 422,
    "cannot": 422,
    "time": 422,  # within the seconds of the request; a server without time for it is busy
    "too-many": 429,
    "failed": 500,
    "no-space": 507,
    "busy": 503,
}
KINDS = {status: ", ".join(kind for kind, number in STATUS.items() if number == status) for status in STATUS.values()}
MAX_KEY = 40


@dataclass(frozen=True)
class FaultRecord:
    """One thing that is wrong: where, what was read, what was expected."""

    where: str
    read: str
    expected: str


@dataclass(frozen=True)
class ErrorRecord:
    """What went wrong; `where` is a key, a cell, a line or empty, and `faults` lists everything found."""

    kind: str
    message: str
    where: str
    faults: tuple[FaultRecord, ...] = ()


@dataclass(frozen=True)
class ErrorBody:
    """The body of every error."""

    error: ErrorRecord


class ApiError(Exception):
    """A request that fails, and why.

    Args:
        kind: one of `STATUS`.
        message: what was read and what was expected.
        where: the key, cell or line; empty if there is none.
        faults: everything found, if that is more than one thing.
        retry: seconds after which to try again.
    """

    def __init__(
        self, kind: str, message: str, where: str = "", faults: Sequence[FaultRecord] = (), retry: int | None = None
    ) -> None:
        super().__init__(kind, message, where, faults, retry)  # all arguments, so that a worker can send it
        self.record = ErrorRecord(kind, message, where, tuple(faults))
        self.retry = retry

    @property
    def kind(self) -> str:
        """The kind of error."""
        return self.record.kind

    @property
    def fields(self) -> dict[str, object]:
        """The error as JSON; without `faults` if there are none."""
        return {name: value for name, value in as_dict(self.record).items() if name != "faults" or value}

    def response(self) -> Response:
        """The error as a response."""
        from starlette.responses import Response  # a worker raises errors too, and never sends them itself

        headers = {} if self.retry is None else {"Retry-After": str(self.retry)}
        return Response(as_json({"error": self.fields}), STATUS[self.kind], headers, "application/json")


# The kind of each trouble that a library file can have.
TROUBLES = {"full": "no-space", "failing": "failed", "read-only": "forbidden", "busy": "busy", "damaged": "failed"}


def api_error(error: Exception) -> ApiError:
    """Any error as an error of the API; one that nothing foresees is a bug, and goes to the log."""
    match error:
        case ApiError():
            return error
        case NinefoldError():
            return _library_error(error)
        case Busy():
            message = f"too much to do ({error}); try again in a moment"
            return ApiError("busy", message, retry=max(1, ceil(error.seconds)))
        case TimedOut():
            return ApiError("time", f"no result: {error}")
        case Cancelled():
            return ApiError("time", "cancelled")
        case Crashed():
            return ApiError("failed", "the worker died; only this request is lost")
        case MemoryError():
            return ApiError("cannot", "this needs more memory than there is")
    print(f"ninefold: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
    return ApiError("failed", "the server failed; see its log")


def _library_error(error: NinefoldError) -> ApiError:
    kinds = ((Stopped, "time"), (MethodFault, "failed"), (MethodError, "no-method"), (NinefoldError, "unreadable"))
    kind = next(kind for cause, kind in kinds if isinstance(error, cause))
    if isinstance(error, LibraryError):
        kind = TROUBLES.get(error.trouble, kind)
    faults = [FaultRecord(fault.where, fault.read, fault.expected) for fault in error.faults[:SHOWN_FAULTS]]
    where = faults[0].where if faults else "layout" if isinstance(error, LayoutError) else ""
    return ApiError(kind, str(error), where, faults)


# --- validation ----------------------------------------------------------------------------------


def invalid_request(errors: Sequence[Mapping[str, object]], body: object) -> ApiError:
    """What pydantic found wrong with a request, as one error."""
    found: dict[str, tuple[str, list[str]]] = {}
    in_unions = set()
    for error in errors:
        where, is_choice = _where(error, body)
        in_unions |= {where} if is_choice else set()
        _, expected = found.setdefault(where, (_read(error), []))
        if (wanted := _expected(error)) not in expected:
            expected.append(wanted)
    # If one choice of a union got further than the others, only its faults are of interest.
    shallow = {where for where in in_unions for other in found if where != other and other.startswith(where)}
    faults = [
        FaultRecord(where, read, " or ".join(expected))
        for where, (read, expected) in found.items()
        if where not in shallow
    ][:SHOWN_FAULTS]
    first = faults[0]
    message = f"{first.where or 'the body'}: read {first.read}, expected {first.expected}"
    return ApiError("unreadable", message, first.where, faults)


def _where(error: Mapping[str, object], body: object) -> tuple[str, bool]:
    """The path of the value in question, and whether pydantic named a choice of a union on the way to it."""
    location = error["loc"]
    assert isinstance(location, tuple)
    if location[0] != "body":  # after the name of a parameter, there may be the choice of a union
        return str(location[1]), False
    path, value, is_choice = "", body, False
    parts = location[1:]
    if isinstance(body, dict) and parts[:1] == (body.get("kind"),):  # the choice among the kinds of jobs
        parts = parts[1:]
    for part in parts:
        if isinstance(part, int) and isinstance(value, list) and part < len(value):
            path, value = f"{path}[{part}]", value[part]
        elif isinstance(value, dict) and part in value:
            path, value = _join(path, part), value[part]
        elif error["type"] == "missing" and part is location[-1]:
            path = _join(path, part)
        else:
            is_choice = True
    if str(error["type"]).startswith("union_tag"):
        path = _join(path, str(_context(error)["discriminator"]).strip("'"))
    return path, is_choice


def _join(path: str, key: str) -> str:
    shown = key if len(key) <= MAX_KEY else f"{key[: MAX_KEY - 1]}…"
    return f"{path}.{shown}" if path else shown


def _read(error: Mapping[str, object]) -> str:
    kind, value = error["type"], error["input"]
    if kind in ("missing", "union_tag_not_found"):
        return "nothing"
    if kind in ("unexpected_keyword_argument", "extra_forbidden"):
        return "an unknown key"
    if kind == "union_tag_invalid":
        return repr(_context(error)["tag"])
    return f"{len(value):,} characters" if isinstance(value, str) and len(value) > MAX_KEY else short_repr(value)


# What was expected, by pydantic's names for its errors.
_EXPECTED = {
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "dataclass_type": "an object",
    "dict_type": "an object",
    "extra_forbidden": "only the keys in /openapi.json",
    "finite_number": "a number",
    "float_parsing": "a number",
    "float_type": "a number",
    "greater_than_equal": "at least {ge:,}",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a whole number",
    "int_type": "a whole number",
    "less_than_equal": "at most {le:,}",
    "list_type": "a list",
    "literal_error": "{expected}",
    "missing": "a value",
    "string_pattern_mismatch": "text like {pattern}",
    "string_too_long": "at most {max_length:,} characters",
    "string_too_short": "a text that is not empty",
    "string_type": "text",
    "too_long": "at most {max_length:,} items",
    "too_short": "a length of {min_length:,} or more",
    "unexpected_keyword_argument": "only the keys in /openapi.json",
    "union_tag_invalid": "one of {expected_tags}",
    "union_tag_not_found": "the kind of job",
    "value_error": "{error}",
}


def _expected(error: Mapping[str, object]) -> str:
    template = _EXPECTED.get(str(error["type"]))
    return str(error["msg"]) if template is None else template.format(**_context(error))


def _context(error: Mapping[str, object]) -> dict[str, object]:
    found = error.get("ctx")
    return found if isinstance(found, dict) else {}
