"""Take the screenshots of the docs and the README, with Chromium and a server that this script starts.

python docs/screenshots.py [NAME …]      writes docs/screenshots/NAME.png (default: all)

It needs Playwright, Pillow and Chromium (on the path, or $NINEFOLD_CHROMIUM). Puzzles, seeds, the library and the time
of day are fixed, so that the pictures change only with the pages; only the measured times of runs differ.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from ninefold.library.store import Library
from ninefold.library.upkeep import starter

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ENTERED = (3, 28, 33, 34, 47, 50, 58, 59, 63, 69, 73, 78)
POINTING = "1.27...838..3....1.3..1..75.....613.28.1..7...614.785..2..71.9..1....52779...4318"
CHAINS = "6.3..4.89...3.8..4.1...95..3......7....5.6....28.......721..3.....973..........1."
LECTURE = "..7..83.54..5..9...93.2.6..2...1..8.....6.....7..8...2..1.5.86...4..1..79.68..4.."
ROUNDS = ".5.2....7.....8.5.9...63.4....6....3.9.18...28.7......4.3.96........16....5....3."
FOLDER = Path(__file__).parent / "screenshots"
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
START, PLAYED = "2026-01-01T12:00:00", 247  # start time, and seconds of play
MAX_BYTES = 120_000
CHROMIUM = ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome")


class Shot(NamedTuple):
    """A screenshot: the steps before it, the window size and the theme."""

    steps: Callable[[Any, str], None]
    size: dict[str, int] = DESKTOP
    scheme: str = "light"


def play(page: Any, address: str) -> None:
    """A game under way, with candidates and a hint with arrows."""
    _open(page, address, PUZZLE, "A first puzzle")
    for cell in ENTERED:
        page.locator(f"[data-cell='{cell}']").click()
        page.keyboard.press(SOLUTION[cell])
    page.click("#candidates")
    _hint(page)


def pointing(page: Any, address: str) -> None:
    """Candidates in all cells, and a hint that removes some."""
    _open(page, address, POINTING, "Locked candidates")
    page.click("#candidates")
    _hint(page)


def phone(page: Any, address: str) -> None:
    """A game on a phone."""
    _open(page, address, PUZZLE, "A first puzzle")
    page.locator("[data-cell='2']").click()
    for key in ("4", "ArrowDown", "Control+Digit2", "Control+Digit7", "ArrowLeft", "Shift+Digit2", "Shift+Digit7"):
        page.keyboard.press(key)
    page.locator("[data-cell='11']").click()


def linear_program(page: Any, address: str) -> None:
    """A fractional linear program."""
    _lab(page, address, view="lp", puzzle=ROUNDS, by="lp-reweighted", step=2)
    page.locator("#panel-lp .cell.fractional").first.wait_for(timeout=30_000)


def annealing(page: Any, address: str) -> None:
    """The network when it starts to decide."""
    _lab(page, address, view="anneal", puzzle=LECTURE, by="network", step=258)
    page.locator("#panel-anneal .state", has_text="by network").wait_for(timeout=60_000)
    page.locator("#panel-anneal .where", has_text="line 259").wait_for()


def library(page: Any, address: str) -> None:
    """The 9×9 puzzles of the starter collection."""
    page.goto(f"{address}/library")
    page.locator("#found li").first.wait_for()


def reasoning(page: Any, address: str) -> None:
    """A step of a path: a chain with its links."""
    page.goto(f"{address}/reason#{urlencode({'puzzle': CHAINS, 'layout': '9'})}")
    page.locator("#path button", has_text="Skyscraper").first.click()
    page.locator(".overlay .link").first.wait_for()


def learn(page: Any, address: str) -> None:
    """The page of a technique."""
    page.goto(f"{address}/learn/finned-swordfish")
    page.locator(".tries .exercise").nth(2).wait_for()


SHOTS = {
    "play": Shot(play),
    "dark": Shot(pointing, scheme="dark"),
    "phone": Shot(phone, PHONE),
    "lab-lp": Shot(linear_program, {"width": 1280, "height": 800}),
    "lab-annealing": Shot(annealing, {"width": 1280, "height": 800}, "dark"),
    "library": Shot(library),
    "reasoning": Shot(reasoning, {"width": 1280, "height": 720}, "dark"),
    "learn": Shot(learn),
}


def _open(page: Any, address: str, puzzle: str, name: str) -> None:
    page.goto(f"{address}/#{urlencode({'puzzle': puzzle, 'layout': '9', 'name': name})}")
    page.locator("#message", has_text="Opened from a link").wait_for()


def _hint(page: Any) -> None:
    """Reveal a whole hint."""
    page.click("#hint")
    for _ in range(2):
        page.click("#hint-more")
    page.locator(".overlay .arrow").first.wait_for()


def _lab(page: Any, address: str, **values: object) -> None:
    page.goto(f"{address}/lab#{urlencode({'layout': '9', **values})}")


@contextmanager
def _server() -> Iterator[str]:
    """Run `ninefold play` with the starter library; yield its address."""
    with tempfile.TemporaryDirectory() as home:
        file = Path(home) / "library.sqlite"
        with Library(str(file)) as collection:
            collection.add(starter(), ["starter"])
        command = [sys.executable, "-m", "ninefold", "play", "--no-browser", "--port", "0", "--library", str(file)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "HOME": home})
        try:
            assert process.stdout
            found = re.search(r"http://\S+?(?=/?\s)", process.stdout.readline())
            assert found, "the server did not print its address"
            yield found[0]
        finally:
            process.terminate()
            process.communicate()


def _take(browser: Any, address: str, name: str) -> None:
    shot = SHOTS[name]
    context = browser.new_context(
        viewport=shot.size, color_scheme=shot.scheme, service_workers="block", reduced_motion="reduce"
    )
    page = context.new_page()
    page.clock.install(time=START)
    shot.steps(page, address)
    page.clock.run_for(PLAYED * 1000)  # a jump would count as sleep, which stops the game's clock
    data = _small(page.screenshot())
    (FOLDER / f"{name}.png").write_bytes(data)
    print(f"{name}.png: {len(data):,} bytes")
    context.close()


def _small(png: bytes) -> bytes:
    """The picture with fewer colours, which halves its size; fails if it is still too large."""
    from PIL import Image

    out = io.BytesIO()
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    few = picture.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(out, "PNG", optimize=True)
    assert out.tell() < MAX_BYTES, f"{out.tell():,} bytes exceed {MAX_BYTES:,}"
    return out.getvalue()


def main(names: list[str]) -> None:
    """Take the named screenshots, or all."""
    from playwright.sync_api import sync_playwright

    FOLDER.mkdir(exist_ok=True)
    path = os.environ.get("NINEFOLD_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    with _server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name in names or SHOTS:
            _take(browser, address, name)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
