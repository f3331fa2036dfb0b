"""The server: the address it listens at, uvicorn with deadlines for slow clients, and a clean shutdown."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from ninefold.core.errors import NinefoldError
from ninefold.records import as_json
from ninefold.web.app import build_app
from ninefold.web.backend import Backend
from ninefold.web.errors import ApiError
from ninefold.web.guard import HEADERS, LOOPBACK
from ninefold.web.settings import ServerLimits

MIN_TOKEN = 16
# How long a connection that is one too many may be open before another, or itself, is dropped.
DROP_DELAY = 0.05
# How long the rest of a request may take that has arrived but could not be read before its turn.
READ_DELAY = 1.0
# How often a half-closed connection is tested while its request is being answered.
PROBE_SECONDS = 0.4
# Browsers store a page's data by address and port: with a fixed port, a game is still there the next time.
PORT = 8909


@dataclass(frozen=True, kw_only=True)
class Address:
    """Where to listen.

    Args:
        host: an address of this machine; any but loopback requires a token.
        port: 0 for any free one; None for the default, or any free one if that is in use.
        token: the access token clients must send; empty for none.
    """

    host: str = "127.0.0.1"
    port: int | None = 0
    token: str = ""

    def __post_init__(self) -> None:
        """Validate the fields; other machines are only served with a token."""
        if not self.is_loopback and not self.token:
            raise NinefoldError(
                f"--host {self.host} can be reached from other machines and needs --token TEXT"
                f" (at least {MIN_TOKEN} characters that are hard to guess)"
            )
        if self.token and (len(self.token) < MIN_TOKEN or not self.token.isascii() or not self.token.isprintable()):
            raise NinefoldError(
                f"a token needs at least {MIN_TOKEN} printable ASCII characters (got {len(self.token)})"
            )
        if self.port is not None and not 0 <= self.port <= 65535:
            raise NinefoldError(f"invalid port {self.port} (expected 0 to 65535)")

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host.lower() == "localhost"

    @property
    def hosts(self) -> frozenset[str] | None:
        """The host names it answers to."""
        own = f"[{self.host}]" if ":" in self.host else self.host
        return LOOPBACK | {own.lower()} if self.is_loopback else None

    def bind(self) -> socket.socket:
        """The socket, already listening: of two servers that start at once, only one gets a port."""
        if self.port is not None:
            return self._bind(self.port)
        try:
            return self._bind(PORT)
        except NinefoldError:
            return self._bind(0)

    def _bind(self, port: int) -> socket.socket:
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        # With the protocol named, asyncio turns off Nagle's algorithm, which delays each response by 40 ms.
        found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            if os.name == "posix":  # elsewhere it would let two servers have one port
                found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind((self.host, port))
            found.listen()
        except OSError as error:
            found.close()
            raise NinefoldError(f"cannot listen at {self.host} port {port}: {error.strerror or error}") from None
        return found

    def url(self, bound: socket.socket) -> str:
        """The URL for a browser."""
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, self.host)  # noqa: S104 - compared only
        host = f"[{host}]" if ":" in host and not host.startswith("[") else host
        token = f"?token={self.token}" if self.token else ""
        return f"http://{host}:{bound.getsockname()[1]}/{token}"


class TimedProtocol(H11Protocol):
    """uvicorn's HTTP/1.1 with deadlines, because uvicorn never drops a slow client.

    1. A request must arrive, head and body, within `request_timeout` of its first byte, even if that arrived while an
       earlier one was being answered.
    2. A client that does not read its response for `write_timeout` is dropped, even if the response is its last.
    3. Above the maximum number of connections, the one without a whole request for longest is dropped.
    4. Input that is not HTTP is answered with an error in the same shape as all others.
    5. A client that has sent its request may close its own side and still gets its response. One that has left looks
       the same until something is written, so an interim response (102) is sent now and then to find out.

    The parts of uvicorn that are used here are not documented; `tests/web/test_uvicorn.py` names them.
    """

    limits = ServerLimits()
    _request_timer: asyncio.TimerHandle | None = None
    _write_timer: asyncio.TimerHandle | None = None
    _close_timer: asyncio.TimerHandle | None = None
    _probe_timer: asyncio.TimerHandle | None = None
    _is_half_closed = False
    _since = 0.0
    _early: float | None = None  # when the first byte of the next request arrived, before its turn

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the request timer (rule 1)."""
        super().connection_made(transport)
        self._since = self.loop.time()
        self._wait_for_request()
        if len(self.connections) > self.limits.connections:
            # Not at once: of many that came together, some have sent their requests, which have yet to be read.
            self.loop.call_later(DROP_DELAY, self._drop_oldest)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all timers."""
        self._stop()
        for timer in (self._write_timer, self._close_timer, self._probe_timer):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def _drop_oldest(self) -> None:
        """Drop a connection (rule 3) for this one, if there are still too many."""
        others = cast("set[TimedProtocol]", self.connections)
        if len(others) > self.limits.connections:
            min((one for one in others if one.is_waiting), key=lambda one: one._since, default=self)._drop()

    @property
    def is_waiting(self) -> bool:
        """Whether it has no whole request to answer."""
        is_idle = self.cycle is None or self.cycle.response_complete
        return (is_idle or self._request_timer is not None) and not self.transport.is_closing()

    # --- half-closed connections ----------------------------------------------------------------

    def eof_received(self) -> bool:  # type: ignore[override]
        """The client sends no more (rule 5); returns whether the connection stays open for a response."""
        self._is_half_closed = self._is_answering
        self._probe_later()
        return self._is_half_closed

    @property
    def _is_answering(self) -> bool:
        """Whether there is a whole request whose response has not begun."""
        return self.cycle is not None and not self.cycle.more_body and self.conn.our_state is h11.SEND_RESPONSE

    def _probe_later(self) -> None:
        if self._is_half_closed and self.conn.their_http_version == b"1.1":  # 1.0 has no interim responses
            self._probe_timer = self.loop.call_later(PROBE_SECONDS, self._probe)

    def _probe(self) -> None:
        if self._is_answering and not self.transport.is_closing():
            self.transport.write(self.conn.send(h11.InformationalResponse(status_code=102, headers=[])) or b"")
            self._probe_later()

    # --- reading --------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Handle data, and stop the timer once the request is complete."""
        if self.conn.their_state is h11.DONE:
            self._early = self._early or self.loop.time()
        elif self._request_timer is None:
            self._wait_for_request()
        super().data_received(data)
        if self.conn.their_state is not h11.SEND_BODY and self.conn.their_state is not h11.IDLE:
            self._stop()

    def _wait_for_request(self, begun: float | None = None) -> None:
        """Start the timer of a request, which may have begun earlier; what has arrived since then is read first."""
        self._stop()
        end = self.limits.request_timeout
        if begun is not None:
            end = max(READ_DELAY, begun + end - self.loop.time())
        self._request_timer = self.loop.call_later(end, self._drop)

    def _stop(self) -> None:
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None

    def on_response_complete(self) -> None:
        """Restart the timer for the next request; a response sent before its request had arrived does not stop it."""
        super().on_response_complete()
        self._since = self.loop.time()
        if self._is_half_closed and not self._is_answering:
            self.transport.close()
        if self.transport.is_closing():
            self._start_close_timer()
        elif self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]:
            self._stop()
        elif self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and self._request_timer is None:
            self._wait_for_request(self._early)  # its beginning arrived with the request before it
        self._early = None

    # --- writing --------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """The client has stopped reading (rule 2)."""
        super().pause_writing()
        self._write_timer = self.loop.call_later(self.limits.write_timeout, self._drop)

    def resume_writing(self) -> None:
        """The client reads again."""
        if self._write_timer is not None:
            self._write_timer.cancel()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """No further request arrived."""
        super().timeout_keep_alive_handler()
        self._start_close_timer()

    def _start_close_timer(self) -> None:
        """A closed transport waits until everything is sent, for ever if need be (rule 2)."""
        if self._close_timer is None:
            self._close_timer = self.loop.call_later(self.limits.write_timeout, self._drop)

    def _drop(self) -> None:
        if self.transport is not None:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Answer input that is not HTTP (rule 4), unless a response has been started."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.close()
            self._start_close_timer()
            return
        body = as_json({"error": ApiError("bad-request", msg).fields}).encode()
        headers: list[tuple[bytes, bytes]] = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        headers += [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        headers += [(b"connection", b"close")]
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
        self._start_close_timer()


def protocol_with(limits: ServerLimits) -> type[TimedProtocol]:
    """The protocol with the limits of a server."""
    return type("Protocol", (TimedProtocol,), {"limits": limits})


class Server(uvicorn.Server):
    """uvicorn's server, which reports when it is ready and ends streams before it stops."""

    def __init__(self, config: uvicorn.Config, backend: Backend, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.backend, self._on_ready = backend, on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and report that."""
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then the server."""
        self.backend.jobs.close_streams()
        await super().shutdown(sockets)


@dataclass
class AppServer:
    """The app at an address, with its library and its limits.

    With `warm`, all workers start before the first request; otherwise each starts with its first task.
    """

    address: Address
    library_path: str
    limits: ServerLimits = field(default_factory=ServerLimits)
    warm: bool = True
    server: Server | None = None

    def run(self, on_ready: Callable[[str], None]) -> None:
        """Serve until Ctrl-C or SIGTERM; `on_ready` gets the URL as soon as it answers."""
        bound = self.address.bind()
        guard, backend = build_app(
            self.library_path,
            hosts=self.address.hosts,
            token=self.address.token,
            limits=self.limits,
            warm=self.warm,
        )
        config = uvicorn.Config(
            guard,
            http=protocol_with(self.limits),
            ws="none",
            loop="asyncio",
            lifespan="on",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=int(self.limits.idle),
            timeout_graceful_shutdown=3,
            h11_max_incomplete_event_size=self.limits.head,
            backlog=max(1024, self.limits.connections),
        )
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        self.server = Server(config, backend, lambda: on_ready(self.address.url(bound)))
        with bound:
            self.server.run(sockets=[bound])

    def stop(self) -> None:
        """Stop it, from any thread."""
        if self.server is not None:
            self.server.should_exit = True
