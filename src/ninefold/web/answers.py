"""Answers: JSON, files and refusals as responses, and reading a body that is not too large."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ninefold.core.values import for_json
from ninefold.web.pool import Answer
from ninefold.web.refusals import Refusal

MAX_WORDS = 1000


def as_json(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(json.dumps(value, default=for_json), status, media_type="application/json")


def refused(refusal: Refusal) -> Response:
    """A refusal in the one shape."""
    answer = as_json({"error": refusal.error}, refusal.status)
    answer.headers.update(refusal.headers)
    return answer


def of_worker(answer: Answer, status: int = 200) -> Response:
    """What a worker answered."""
    headers = {}
    if answer.name:
        headers["Content-Disposition"] = f'attachment; filename="{answer.name}"'
    if answer.lost:
        headers["Ninefold-Lost"] = _plain(answer.lost)
    return Response(answer.data, status, headers, answer.type)


def _plain(text: str) -> str:
    """A text that may stand in a head; words that a sheet's maker chose may be anything."""
    return "".join(char if char.isascii() and char.isprintable() else "?" for char in text[:MAX_WORDS])


async def read_body(request: Request, most: int) -> bytes:
    """The body, refused as soon as it is known to be too large."""
    declared = request.headers.get("content-length", "0")
    if not declared.isascii() or not declared.isdigit() or int(declared[:20]) > most:
        raise Refusal("too-large", f"the body has {declared[:20]} bytes, expected at most {most:,}")
    parts, size = [], 0
    try:
        async for part in request.stream():
            size += len(part)
            if size > most:
                raise Refusal("too-large", f"the body has more than {most:,} bytes")
            parts.append(part)
    except ClientDisconnect:
        raise Refusal("bad-request", "the body broke off") from None
    return b"".join(parts)


def is_type(request: Request, wanted: str) -> bool:
    """Whether the body is said to be of a type."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == wanted
