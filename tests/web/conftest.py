"""Real servers on real ports for the tests of the web package."""

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx
import pytest

from ninefold.library.store import Library
from ninefold.web.server import Address, AppServer
from ninefold.web.settings import ServerLimits


class Running:
    """A server that runs in a thread, and a client for it."""

    def __init__(self, folder: Path, limits: ServerLimits | None = None, *, warm: bool = False, **address: Any) -> None:
        ready = Event()
        self.address = ""

        def on_ready(address: str) -> None:
            self.address = address.partition("?")[0].rstrip("/")
            ready.set()

        Library(str(folder / "library.sqlite")).close()  # an existing library gets no starter collection
        self.service = AppServer(
            *(Address(**address), str(folder / "library.sqlite")),
            limits=limits or ServerLimits(rate=1e6, burst=1e6),
            warm=warm,
        )
        self._thread = Thread(target=self.service.run, args=(on_ready,))
        self._thread.start()
        assert ready.wait(30)
        self.client = httpx.Client(base_url=self.address, timeout=30, trust_env=False)

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    @property
    def backend(self) -> Any:
        return self.service.server.backend

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.client.post(path, json=body)

    def stop(self) -> None:
        self.client.close()
        self.service.stop()
        self._thread.join(20)
        assert not self._thread.is_alive(), "the server did not end"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server with default limits, for tests that change nothing."""
    running = Running(tmp_path_factory.mktemp("web"))
    yield running
    running.stop()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Start a separate server; most tests need none of its workers, whose start takes most of the time."""
    started: list[Running] = []

    def one(**given: Any) -> Running:
        started.append(Running(tmp_path, **given))
        return started[-1]

    yield one
    for running in started:
        running.stop()
