"""Serving: a socket on this machine, the app behind it, and a clean end."""

from __future__ import annotations

import ipaddress
import logging
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass, field

import uvicorn

from ninefold.core.errors import NinefoldError
from ninefold.web.app import build_app
from ninefold.web.guard import LOOPBACK
from ninefold.web.limits import Limits
from ninefold.web.office import Office
from ninefold.web.protocol import protocol_with
from ninefold.web.shelf import Shelf

LEAST_TOKEN = 16
# A browser keeps a page's store by address and port: from one port, a game is still there the next time.
PORT = 8909


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where to serve.

    Args:
        host: an address of this machine; any but loopback takes a token.
        port: 0 for any that is free; None for the usual one, or else any that is free.
        token: what every client must bring along; empty for none.
    """

    host: str = "127.0.0.1"
    port: int | None = 0
    token: str = ""

    def __post_init__(self) -> None:
        """Refuse to serve others without a token."""
        if not self.is_loopback and not self.token:
            raise NinefoldError(
                f"--host {self.host} can be reached from other machines: it takes --token TEXT"
                f" (at least {LEAST_TOKEN} characters that nobody guesses)"
            )
        if self.token and (len(self.token) < LEAST_TOKEN or not self.token.isascii() or not self.token.isprintable()):
            raise NinefoldError(f"a token has at least {LEAST_TOKEN} plain characters; this one has {len(self.token)}")
        if self.port is not None and not 0 <= self.port <= 65535:
            raise NinefoldError(f"a port is a number 0 to 65535, not {self.port}")

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host.lower() == "localhost"

    @property
    def hosts(self) -> frozenset[str] | None:
        """The names under which it may be asked."""
        own = f"[{self.host}]" if ":" in self.host else self.host
        return LOOPBACK | {own.lower()} if self.is_loopback else None

    def bind(self) -> socket.socket:
        """The socket, listening already: of two servers that start at once, only one gets a port."""
        if self.port is not None:
            return self._bind(self.port)
        try:
            return self._bind(PORT)
        except NinefoldError:
            return self._bind(0)

    def _bind(self, port: int) -> socket.socket:
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        # Named as TCP: asyncio else leaves Nagle's delay on, 40 ms for every answer.
        found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            if os.name == "posix":  # elsewhere it would let two servers have one port
                found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind((self.host, port))
            found.listen()
        except OSError as error:
            found.close()
            raise NinefoldError(f"cannot serve at {self.host} port {port}: {error.strerror or error}") from None
        return found

    def address(self, bound: socket.socket) -> str:
        """The address for a browser."""
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, self.host)  # noqa: S104 - compared only
        host = f"[{host}]" if ":" in host and not host.startswith("[") else host
        token = f"?token={self.token}" if self.token else ""
        return f"http://{host}:{bound.getsockname()[1]}/{token}"


class Server(uvicorn.Server):
    """uvicorn's server, which says when it is ready and lets no stream hold up its end."""

    def __init__(self, config: uvicorn.Config, office: Office, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.office, self._on_ready = office, on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin, and say so."""
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then the server."""
        self.office.jobs.close_streams()
        await super().shutdown(sockets)


@dataclass
class Service:
    """A server for a place, with its shelf and its limits."""

    place: Place
    shelf: Shelf
    limits: Limits = field(default_factory=Limits)
    server: Server | None = None

    def run(self, on_ready: Callable[[str], None]) -> None:
        """Serve until Ctrl-C or SIGTERM; `on_ready` is given the address as soon as it answers."""
        bound = self.place.bind()
        guard, office = build_app(self.shelf, hosts=self.place.hosts, token=self.place.token, limits=self.limits)
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
        self.server = Server(config, office, lambda: on_ready(self.place.address(bound)))
        with bound:
            self.server.run(sockets=[bound])

    def stop(self) -> None:
        """End it, from any thread."""
        if self.server is not None:
            self.server.should_exit = True
