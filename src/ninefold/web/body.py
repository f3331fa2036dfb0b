"""Requests as FastAPI gets them: their bodies are limited in size and read as strict JSON first."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from hashlib import sha256
from typing import NoReturn

from starlette.datastructures import QueryParams
from starlette.requests import ClientDisconnect, Request
from starlette.types import Receive, Scope

from ninefold.web.errors import ApiError
from ninefold.web.settings import ServerLimits

# Deeper than any valid request, and far less than what Python's own parser can take.
MAX_DEPTH = 40
MAX_NUMBER, MAX_INTEGER = 25, 20
# A larger body is parsed in a thread, so that other requests need not wait.
LARGE = 1 << 15
_BRACKET = re.compile(r"[\[\]{}]")


class ApiRequest(Request):
    """A request whose body has been read.

    Attributes:
        data: the body, if it is JSON.
        file: the body, if it is a file instead.
    """

    file: bytes | None = None
    data: bytes = b""
    _value: object = None

    def __init__(self, scope: Scope, receive: Receive) -> None:
        super().__init__(scope, receive)
        # An empty text counts as absent; for the other types, `check_query` refuses it.
        self._query = QueryParams([pair for pair in super().query_params.multi_items() if pair[1]])

    @property
    def query_params(self) -> QueryParams:
        """The parameters that are not empty."""
        return self._query

    async def body(self) -> bytes:
        """The body; empty if it is a file."""
        return self.data

    async def json(self) -> object:
        """The value of the body."""
        return self._value

    @property
    def digest(self) -> bytes:
        """What distinguishes this request from others."""
        found = sha256(repr((self.method, self.scope["path"], self.scope["query_string"])).encode())
        found.update(self.data if self.file is None else self.file)
        return found.digest()

    def check_query(self, known: set[str], never_empty: set[str]) -> None:
        """Refuse unknown and repeated parameters, and empty ones that are not texts."""
        names = Counter(name for name, _ in self._query.multi_items())
        if any(count > 1 for count in names.values()):
            raise ApiError("unreadable", "a query parameter appears twice", "query")
        for name in names.keys() - known:
            expected = f"expected {', '.join(sorted(known))}" if known else "none are expected"
            raise ApiError("unreadable", f"unknown query parameter {name[:40]!r} ({expected})", name[:40])
        for name in never_empty:
            if super().query_params.get(name) == "":
                raise ApiError("unreadable", f"{name}: read nothing, expected a value", name)

    async def read(self, limits: ServerLimits, takes_file: bool) -> None:
        """Read the body: strict JSON, or a file if one is allowed."""
        kind = self.headers.get("content-type", "")
        media_type = kind.partition(";")[0].strip().lower()
        if takes_file and media_type == "application/octet-stream":
            self.file = await self._read(limits.file)
            return
        if media_type != "application/json":
            expected = "application/json" + " or application/octet-stream" * takes_file
            message = f"Content-Type: read {kind[:100] or 'nothing'}, expected {expected}"
            raise ApiError("wrong-type", message, "Content-Type")
        data = self.data = await self._read(limits.body)
        self._value = await asyncio.to_thread(read_json, data) if len(data) > LARGE else read_json(data)

    async def _read(self, most: int) -> bytes:
        """The bytes of the body; an error as soon as they are known to be too many."""
        declared = self.headers.get("content-length", "0")
        if not declared.isascii() or not declared.isdigit() or int(declared[:20]) > most:
            raise ApiError("too-large", f"the body has {declared[:20]} bytes, expected at most {most:,}")
        parts, size = [], 0
        try:
            async for part in self.stream():
                size += len(part)
                if size > most:
                    raise ApiError("too-large", f"the body has more than {most:,} bytes")
                parts.append(part)
        except ClientDisconnect:
            raise ApiError("bad-request", "the body is incomplete") from None
        return b"".join(parts)

    async def wait_until_gone(self) -> None:
        """Wait until the client has disconnected."""
        while (await self.receive())["type"] != "http.disconnect":
            pass


# --- strict JSON ---------------------------------------------------------------------------------


def read_json(data: bytes) -> object:
    """The value of a JSON text.

    1. It is UTF-8.
    2. No object has a key twice. No number is NaN or Infinity, or longer than 25 characters (20 for an integer).
    3. It is nested at most 40 levels deep.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ApiError("malformed", f"the body is not UTF-8 at byte {error.start}") from None
    _check_depth(text)
    try:
        value: object = json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer, parse_float=_float
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ApiError("malformed", f"invalid JSON: {error.msg} ({where})", where) from None
    return value


def _check_depth(text: str) -> None:
    """Count brackets outside of strings (rule 3) in one pass; invalid JSON is reported later."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    # Without escapes, every second part between quotes is a string.
    bare = "".join(text.replace("\\\\", "").replace('\\"', "").split('"')[::2])
    depth = 0
    for bracket in _BRACKET.finditer(bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > MAX_DEPTH:
            raise ApiError("malformed", f"the body is nested more than {MAX_DEPTH} levels deep")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        double = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise ApiError("malformed", f"duplicate key {double[:40]!r}", double[:40])
    return found


def _constant(word: str) -> NoReturn:
    raise ApiError("malformed", f"{word} is not a JSON number")


def _integer(digits: str) -> int:
    return int(_short(digits, MAX_INTEGER))


def _float(digits: str) -> float:
    value = float(_short(digits, MAX_NUMBER))
    if value in (float("inf"), float("-inf")):
        raise ApiError("malformed", f"the number {digits} is too large")
    return value


def _short(digits: str, most: int) -> str:
    if len(digits) > most:
        raise ApiError("malformed", f"a number has {len(digits):,} characters, expected at most {most}")
    return digits
