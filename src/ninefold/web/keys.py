"""Responses by `Idempotency-Key`: a request that is sent again is not done again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.responses import Response

from ninefold.web.errors import ApiError

# The characters of a key; how many keys are remembered, and how many bytes of their responses.
MAX_KEY, MAX_KEYS, MAX_BYTES = 200, 1000, 16 << 20


@dataclass(frozen=True)
class _Known:
    """A request that was made, and its response as soon as there is one."""

    digest: bytes
    response: asyncio.Future[Response | None]


class Keys:
    """The last keys, each with its request and its response.

    1. A key that is used for another request is an error.
    2. A request that comes while the first of its key is being answered waits for that.
    3. Only responses are kept. After an error the request may be sent again, and is then done.
    """

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}
        self._size = 0

    async def once(self, key: str, digest: bytes, respond: Callable[[], Awaitable[Response]]) -> Response:
        """The response to a request, or to the one that had the same key before."""
        if not key or len(key) > MAX_KEY or not all("!" <= sign <= "~" for sign in key):
            expected = f"expected 1 to {MAX_KEY} printable ASCII characters without spaces"
            raise ApiError("unreadable", expected, "Idempotency-Key")
        while (known := self._known.get(key)) is not None:
            if known.digest != digest:
                raise ApiError("conflict", "this key was used for another request", "Idempotency-Key")
            response = await asyncio.shield(known.response)
            if response is not None:
                return Response(response.body, response.status_code, dict(response.headers))
        return await self._first(key, digest, respond)

    async def _first(self, key: str, digest: bytes, respond: Callable[[], Awaitable[Response]]) -> Response:
        known = self._known[key] = _Known(digest, asyncio.get_running_loop().create_future())
        kept = None
        try:
            kept = await respond()
            return kept
        finally:
            known.response.set_result(kept)
            if self._known.get(key) is known:  # it may have been forgotten while it was answered
                self._size += len(kept.body) if kept is not None else 0
                if kept is None:
                    self._forget(key)
            while len(self._known) > MAX_KEYS or self._size > MAX_BYTES:
                self._forget(next(iter(self._known)))

    def _forget(self, key: str) -> None:
        known = self._known.pop(key, None)
        if known is not None and known.response.done() and (response := known.response.result()) is not None:
            self._size -= len(response.body)
