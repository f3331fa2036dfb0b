"""The protocol: uvicorn's own HTTP/1.1 with deadlines, since uvicorn never drops a slow client by itself.

1. A request must have come in, head and body, within the receipt time of its first byte.
2. A client that does not take its answer for a while is dropped, also when the answer is its last.
3. Above the most connections there may be, the one that has been without a whole request for longest makes room.
4. What is no HTTP is answered in the one shape of a refusal.
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
    _closing: asyncio.TimerHandle | None = None
    _since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock with the connection (rule 1)."""
        super().connection_made(transport)
        self._since = self.loop.time()
        self._wait_for_request()
        if len(self.connections) > self.limits.connections:
            self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all clocks."""
        self._stop()
        for timer in (self._stalled, self._closing):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def _make_room(self) -> None:
        """Rule 3; this connection itself is the youngest of them."""
        others = cast("set[PatientProtocol]", self.connections)
        min((one for one in others if one.is_waiting), key=lambda one: one._since, default=self)._drop()

    @property
    def is_waiting(self) -> bool:
        """Whether there is no whole request here to be answered."""
        is_idle = self.cycle is None or self.cycle.response_complete
        return (is_idle or self._receipt is not None) and not self.transport.is_closing()

    # --- what comes in --------------------------------------------------------------------------

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
        self._since = self.loop.time()
        if self.transport.is_closing():
            self._close_in_time()
        elif self.conn.their_state is h11.IDLE:
            self._stop()
        elif self.conn.their_state is h11.SEND_BODY and self._receipt is None:
            self._wait_for_request()  # its head had come with the request before it

    # --- what goes out --------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """The client does not read (rule 2)."""
        super().pause_writing()
        self._stalled = self.loop.call_later(self.limits.stalled, self._drop)

    def resume_writing(self) -> None:
        """The client reads again."""
        if self._stalled is not None:
            self._stalled.cancel()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """No further request came."""
        super().timeout_keep_alive_handler()
        self._close_in_time()

    def _close_in_time(self) -> None:
        """A transport that is closed waits until all is sent, for ever if need be (rule 2)."""
        if self._closing is None:
            self._closing = self.loop.call_later(self.limits.stalled, self._drop)

    def _drop(self) -> None:
        if self.transport is not None:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP (rule 4); in the middle of an answer there is nothing left to say."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.close()
            self._close_in_time()
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
        self._close_in_time()


def protocol_with(limits: Limits) -> type[PatientProtocol]:
    """The protocol with limits of one's own."""
    return type("Protocol", (PatientProtocol,), {"limits": limits})
