"""A request of the API on its way through the server: read, checked, run where its endpoint says, and answered.

A body is limited in size and read as strict JSON before FastAPI checks its values.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import fields, is_dataclass
from functools import lru_cache, partial
from hashlib import sha256
from typing import Any, NoReturn, get_type_hints

from fastapi.routing import APIRoute
from starlette.datastructures import QueryParams
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope

from ninefold.library.store import Library
from ninefold.processes.child import Context
from ninefold.records import as_json
from ninefold.web.backend import Backend, Client
from ninefold.web.endpoints.endpoint import Body, FileAnswer, JsonText, MediaType, Route, encoded, runs_of
from ninefold.web.errors import ApiError
from ninefold.web.method_options import check_methods
from ninefold.web.settings import ServerLimits

# Deeper than any valid request, and far less than what Python's own parser can take.
MAX_DEPTH = 40
MAX_NUMBER, MAX_INTEGER = 25, 20
MAX_HEADER = 1000
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
        names = Counter(name for name, _ in super().query_params.multi_items())
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


class ApiRoute(APIRoute):
    """A route of the API, which checks query and body before FastAPI sees them."""

    def get_route_handler(self) -> Callable[[Request], Any]:
        """FastAPI's own handler, with the request read."""
        handle = super().get_route_handler()
        endpoint = self.endpoint
        assert isinstance(endpoint, Handler)
        known = {field.alias for field in self.dependant.query_params}
        never_empty = {field.alias for field in self.dependant.query_params if field.validate("", {}, loc=())[1]}
        has_body = self.body_field is not None

        async def read(request: Request) -> Response:
            api_request = ApiRequest(request.scope, request.receive)
            api_request.check_query(known, never_empty)
            if has_body:
                await api_request.read(endpoint.backend.limits, endpoint.route.takes_file)
            response: Response = await handle(api_request)
            return response

        return read


class Handler:
    """What FastAPI calls for a route: it runs the endpoint's function in the place that `runs_in` names.

    FastAPI sees the arguments that come from the request. Those that come from here, by their type, are hidden, and
    a dataclass that is not a body becomes one query parameter for each of its fields.
    """

    def __init__(self, route: Route, backend: Backend) -> None:
        self.route, self.backend, self.runs = route, backend, runs_of(route.function)
        self.__name__, self.__doc__ = route.function.__name__, inspect.getdoc(route.function)
        hints = get_type_hints(route.function, include_extras=True)
        self.returns = hints.pop("return")
        self._given: dict[str, object] = {}
        self._groups: dict[str, type] = {}
        parameters = [_parameter("api_request", ApiRequest)]
        for name, parameter in inspect.signature(route.function).parameters.items():
            kind = hints[name]
            if kind in (Backend, Client, Context, Library):
                self._given[name] = kind
            elif isinstance(kind, type) and is_dataclass(kind) and not issubclass(kind, Body):
                self._groups[name] = kind
                types = get_type_hints(kind, include_extras=True)
                parameters += [_parameter(field.name, types[field.name], field.default) for field in fields(kind)]
            else:
                default = None if route.takes_file and name == "request" else parameter.default
                parameters.append(_parameter(name, kind, default))
        self.__signature__ = inspect.Signature(parameters)
        self._constant = lru_cache(maxsize=64)(self._encode)

    async def __call__(self, api_request: ApiRequest, **values: object) -> Response:
        """Answer a request."""
        for name, kind in self._groups.items():
            parts = {field.name: values.pop(field.name) for field in fields(kind)}
            values[name] = kind(**parts)
        if self.route.takes_file and api_request.file is None and values["request"] is None:
            raise ApiError("unreadable", "the body: read null, expected an object")
        for value in values.values():
            await check_methods(value)
        key = api_request.headers.get("idempotency-key")
        if key is None or not self.route.takes_key:
            return await self._respond(api_request, values)
        return await self.backend.keys.once(key, api_request.digest, partial(self._respond, api_request, values))

    async def _respond(self, request: ApiRequest, values: dict[str, object]) -> Response:
        client = Client(request.method, request.headers, request.data, request.file, request.wait_until_gone)
        result = await self._run(client, values)
        return _response(result, self.route.media_type, client.status or self.route.status)

    async def _run(self, client: Client, values: dict[str, object]) -> object:
        function, runs = self.route.function, self.runs
        if self.route.is_constant:
            return self._constant(**values)
        if runs.place in ("quick", "worker"):
            seconds = getattr(values.get("request"), "seconds", runs.seconds)
            is_short = runs.place == "quick" and seconds <= self.backend.limits.short
            args, seconds = (function, *values.values()), runs.solves * seconds
            return await self.backend.requests.run(
                encoded, *args, seconds=seconds, gone=client.gone, file=client.file or b"", is_short=is_short
            )
        if runs.place == "library":
            return await self.backend.in_library(partial(encoded, function), **values)
        given = {name: self.backend if kind is Backend else client for name, kind in self._given.items()}
        result = function(**values, **given)
        return await result if isinstance(result, Awaitable) else result

    def _encode(self, **values: object) -> object:
        return encoded(self.route.function, **values)


def _parameter(name: str, kind: object, default: object = inspect.Parameter.empty) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default)


def _response(result: object, media_type: MediaType, status: int) -> Response:
    if result is None:
        return Response(status_code=204)
    if isinstance(result, AsyncIterator):
        return StreamingResponse(result, status, {"X-Accel-Buffering": "no"}, str(media_type))
    if not isinstance(result, FileAnswer):
        text = result if isinstance(result, JsonText) else as_json(result)
        return Response(text, status, media_type="application/json")
    headers = {}
    if result.name:
        headers["Content-Disposition"] = f'attachment; filename="{result.name}"'
    if result.lost:
        headers["Ninefold-Lost"] = _header(result.lost)
    if result.warning:
        headers["Ninefold-Warning"] = _header(result.warning)
    return Response(result.data, status, headers, result.media_type)


def _header(text: str) -> str:
    """A text that is safe in a header, whatever a file calls its parts."""
    return "".join(char if char.isascii() and char.isprintable() else "?" for char in text[:MAX_HEADER])


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
