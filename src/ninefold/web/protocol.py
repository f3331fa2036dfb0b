"""The protocol: uvicorn's own HTTP/1.1 with deadlines, since uvicorn never drops a slow client by itself.

1. A request must have come in, head and body, within the receipt time of its first byte.
2. A client that does not take its answer for a while is dropped; so is each connection above the most there may be.
3. What is no HTTP is answered in the one shape of a refusal.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from ninefold.web.guard import HEADERS
from ninefold.web.limits import Limits
from ninefold.web.refusals import Refusal


class PatientProtocol(H11Protocol):
    """Patient with a slow client, but not for ever."""

    limits = Limits()
    _receipt: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock with the connection (rules 1 and 2)."""
        super().connection_made(transport)
        if len(self.connections) > self.limits.connections:
            transport.abort()
            return
        self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all clocks."""
        self._stop()
        if self._stalled is not None:
            self._stalled.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came, and see whether the request is there."""
        if self._receipt is None and self.conn.their_state is not h11.DONE:
            self._wait_for_request()
        super().data_received(data)
        if self.conn.their_state is not h11.SEND_BODY and self.conn.their_state is not h11.IDLE:
            self._stop()

    def _wait_for_request(self) -> None:
        self._stop()
        self._receipt = self.loop.call_later(self.limits.receipt, self._drop)

    def _stop(self) -> None:
        if self._receipt is not None:
            self._receipt.cancel()
            self._receipt = None

    def on_response_complete(self) -> None:
        """An answer given before its request had come in does not stop the clock; the next request starts it."""
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE:
            self._stop()

    def pause_writing(self) -> None:
        """The client does not read (rule 2)."""
        super().pause_writing()
        self._stalled = self.loop.call_later(self.limits.stalled, self._drop)

    def resume_writing(self) -> None:
        """The client reads again."""
        if self._stalled is not None:
            self._stalled.cancel()
        super().resume_writing()

    def _drop(self) -> None:
        if self.transport is not None:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP (rule 3); in the middle of an answer there is nothing left to say."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.close()
            return
        body = json.dumps({"error": Refusal("bad-request", msg).error}).encode()
        headers: list[tuple[bytes, bytes]] = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        headers += [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        headers += [(b"connection", b"close")]
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(cast("bytes", self.conn.send(cast("Any", event))))
        self.transport.close()


def protocol_with(limits: Limits) -> type[PatientProtocol]:
    """The protocol with limits of one's own."""
    return type("Protocol", (PatientProtocol,), {"limits": limits})
