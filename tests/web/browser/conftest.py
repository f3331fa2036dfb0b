"""A real browser and a real server, one of each per worker. Without Playwright or Chromium the tests are skipped."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote, urlencode
from urllib.request import ProxyHandler, Request, build_opener

import pytest
from running import MODULE, PROPER

from ninefold.library.store import Library

pytest.importorskip("starlette", reason="the browser tests need the extra web: pip install ninefold[web]")
sync_api = pytest.importorskip(
    "playwright.sync_api", reason="the browser tests need Playwright: pip install playwright"
)

sync_api.expect.set_options(timeout=15_000)  # as for all other actions: the machine may be busy

# The service worker fetches every file again, so only the tests that need it allow it.
DEFAULTS = {"viewport": {"width": 1280, "height": 850}, "service_workers": "block", "reduced_motion": "reduce"}
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


# Fonts that the layout must hold with: file names to look for, and the Debian package that has each.
FONTS = {
    "wide": {"DejaVuSans.ttf": "fonts-dejavu-core"},
    "narrow": {"LiberationSansNarrow-Regular.ttf": "fonts-liberation", "DejaVuSansCondensed.ttf": "fonts-dejavu-extra"},
}
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "~/.local/share/fonts", "~/.fonts")
FONT_URL = "/test-font.ttf"
# A sheet added by script is subject to the page's security policy like any other, so the font has a URL of this origin.
USE_FONT = f"""() => {{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('@font-face {{ font-family: "Test Font"; src: url("{FONT_URL}"); }}'
        + ' * {{ font-family: "Test Font", monospace !important; }}');
    document.adoptedStyleSheets.push(sheet);
}}"""


_DIRECT = build_opener(ProxyHandler({}))  # a proxy of the environment cannot reach the server


class Server:
    """`ninefold play` in a separate process."""

    def __init__(self, home: Path) -> None:
        Library(str(home / "library.sqlite")).close()  # an existing library gets no starter collection
        self.process = subprocess.Popen(
            [*MODULE, "play", "--no-browser", "--port", "0", "--library", str(home / "library.sqlite")],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home)},
        )
        assert self.process.stdout
        found = re.search(r"http://127\.0\.0\.1:(\d+)", self.process.stdout.readline())
        assert found, "the server did not print its address"
        self.port = int(found[1])

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self.process.kill()
        self.process.communicate()

    def clear(self) -> None:
        """Delete all saved games and all puzzles of the library."""
        for path, name in (("/api/games", "games"), ("/api/library?limit=200", "puzzles")):
            for entry in self._call("GET", path)[name]:
                self._call("DELETE", f"{path.partition('?')[0]}/{quote(str(entry['id']))}")

    def _call(self, method: str, path: str) -> Any:
        with _DIRECT.open(Request(self.address + path, method=method), timeout=30) as answer:
            return json.load(answer)


class Gate:
    """Another port of a server, which can be closed and opened again at once; starting a server takes seconds."""

    def __init__(self, server: Server) -> None:
        self._target, self.port = server.port, 0
        self._loop = asyncio.new_event_loop()
        self._links: set[asyncio.StreamWriter] = set()
        self._thread = Thread(target=self._loop.run_forever)
        self._thread.start()
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        listening = asyncio.start_server(self._forward, "127.0.0.1", self.port, reuse_address=True)
        self._listener = asyncio.run_coroutine_threadsafe(listening, self._loop).result()
        self.port = self._listener.sockets[0].getsockname()[1]

    def stop(self) -> None:
        """Refuse connections, and break those there are."""

        async def stop() -> None:
            self._listener.close()
            for link in self._links:
                link.transport.abort()

        asyncio.run_coroutine_threadsafe(stop(), self._loop).result()

    def close(self) -> None:
        self.stop()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inside, outside = await asyncio.open_connection("127.0.0.1", self._target)
        self._links |= {writer, outside}
        await asyncio.gather(self._copy(reader, outside), self._copy(inside, writer))
        self._links -= {writer, outside}

    async def _copy(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(1 << 16):
                target.write(data)
                await target.drain()
        target.close()


def _chromium() -> str | None:
    return os.environ.get("NINEFOLD_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    path = _chromium()
    if path is None:
        pytest.skip(f"the browser tests need Chromium: none of {', '.join(NAMES)} is installed (apt install chromium)")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def server(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of all tests of this worker; its games and puzzles accumulate."""
    running = Server(tmp_path_factory.mktemp("home"))
    yield running
    running.stop()


@pytest.fixture
def own_server(server: Server) -> Iterator[Gate]:
    """The server without games and puzzles, for a test that counts them, at a gate that a test can close."""
    server.clear()
    gate = Gate(server)
    yield gate
    gate.close()


@pytest.fixture
def new_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Create pages, each of a new visitor. Script errors and blocked scripts fail the test."""
    contexts: list[Any] = []
    faults: list[str] = []

    def make(**options: Any) -> Any:
        context = browser.new_context(**{**DEFAULTS, **options})
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda line: faults.append(line.text) if "Content Security Policy" in line.text else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not faults


@pytest.fixture
def page(new_page: Callable[..., Any]) -> Any:
    return new_page()


def _font_file(names: dict[str, str]) -> Path | None:
    folders = [Path(folder).expanduser() for folder in FONT_FOLDERS]
    return next((path for name in names for folder in folders for path in sorted(folder.rglob(name))), None)


@pytest.fixture(params=["shipped", "wide", "narrow"])
def font_page(request: pytest.FixtureRequest, new_page: Callable[..., Any]) -> Callable[..., Any]:
    """Create pages that use the shipped font, a wide one or a narrow one for all text."""
    kind = request.param
    names = FONTS.get(kind, {})
    path = _font_file(names)
    if names and path is None:
        wanted = " or ".join(f"{name} (apt install {package})" for name, package in names.items())
        pytest.skip(f"layout with a {kind} font needs {wanted}")

    def make(**options: Any) -> Any:
        page = new_page(**options)
        if path is not None:
            page.route(f"**{FONT_URL}", lambda route: route.fulfill(path=path, content_type="font/ttf"))
            page.add_init_script(f"({USE_FONT})()")
        return page

    return make


class Player:
    """A player on the play page: what they do and see."""

    def __init__(self, page: Any, address: str) -> None:
        self.page, self.address = page, address

    def open(self, line: str = PROPER, layout: str = "9") -> Player:
        """Open a puzzle by a link, and wait until it is on the board."""
        self.page.goto(f"{self.address}/#{urlencode({'puzzle': line, 'layout': layout})}")
        self.says("Opened from a link")
        return self

    def cell(self, name: str) -> Any:
        """The cell at r4c7."""
        found = re.fullmatch(r"r(\d+)c(\d+)", name)
        assert found
        return self.page.locator(f"#board .row:nth-child({found[1]}) > .cell:nth-child({found[2]})")

    def click(self, name: str, *modifiers: str) -> None:
        self.cell(name).click(modifiers=list(modifiers))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def choose(self, item: str) -> None:
        """Choose an item of the Puzzle menu."""
        self.page.click("#puzzle")
        self.page.click(f"#{item}")

    def press_button(self, button: str) -> None:
        """Press a button; if it is in a menu, open that first."""
        for menu in ("#puzzle", "#pages"):
            if not self.page.locator(f"#{button}").is_visible():
                self.page.click(menu)
        self.page.click(f"#{button}")

    def drag(self, start: str, end: str) -> None:
        self.cell(start).hover()
        self.page.mouse.down()
        box = self.cell(end).bounding_box()
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
        self.page.mouse.up()

    def says(self, words: str) -> None:
        sync_api.expect(self.page.locator("#message")).to_contain_text(words)

    def speaks(self, words: str) -> None:
        """Expect this text in the live region of announcements."""
        sync_api.expect(self.page.locator("#spoken")).to_have_text(words)

    def shows(self, name: str, words: str) -> None:
        """Expect this text in a cell's label, which screen readers announce: its content, then its place."""
        pattern = re.compile(rf"(^|, ){re.escape(words)}(, |$)")
        sync_api.expect(self.cell(name)).to_have_attribute("aria-label", pattern)

    def has_class(self, name: str, word: str, *, has: bool = True) -> None:
        expected = sync_api.expect(self.cell(name))
        pattern = re.compile(rf"(^|\s){word}(\s|$)")
        (expected.to_have_class if has else expected.not_to_have_class)(pattern)

    def pass_time(self, milliseconds: int) -> None:
        """Advance the page's clock, which the test has installed before it opened the page."""
        self.page.clock.fast_forward(milliseconds)

    def selected(self, count: int) -> None:
        sync_api.expect(self.page.locator('.cell[aria-selected="true"]')).to_have_count(count)


@pytest.fixture
def player(page: Any, server: Server) -> Player:
    return Player(page, server.address)


@pytest.fixture
def player_at() -> Callable[[Any, Server | Gate], Player]:
    return lambda page, server: Player(page, server.address)
