"""Takes the screenshots of the docs: `python docs/screenshots.py ADDRESS` with `ninefold play` running at ADDRESS."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
FOLDER = Path(__file__).parent / "screenshots"
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}


def play(page: Any, address: str) -> None:
    """A game in the middle, with marks, colours and a hint."""
    page.goto(f"{address}/#{urlencode({'puzzle': PUZZLE, 'layout': '9', 'name': 'A first puzzle'})}")
    page.locator("[data-cell='2']").click()
    for key in ("4", "ArrowDown", "Control+Digit2", "Control+Digit7", "ArrowLeft", "Shift+Digit2", "Shift+Digit7"):
        page.keyboard.press(key)
    page.locator("[data-cell='40']").click()
    page.keyboard.press("Control+Shift+Digit4")
    page.click("#hint")
    page.locator("#hint-card").wait_for()
    for _ in range(2):
        page.click("#hint-more")
        page.wait_for_timeout(500)


def lab(page: Any, address: str) -> None:
    """The linear program of a puzzle where it is fractional."""
    page.goto(f"{address}/lab#{urlencode({'view': 'lp', 'puzzle': HARD, 'layout': '9', 'by': 'lp', 'step': 0})}")
    page.locator("#panel-lp .cell.fractional").first.wait_for(timeout=30_000)


def network(page: Any, address: str) -> None:
    """The network half way through its cooling."""
    values = {"view": "anneal", "puzzle": PUZZLE, "layout": "9", "by": "network", "step": 215}
    page.goto(f"{address}/lab#{urlencode(values)}")
    page.locator("#panel-anneal .state", has_text="by network").wait_for(timeout=30_000)
    page.wait_for_timeout(500)


SHOTS = (("play", play, DESKTOP, "light"), ("phone", play, PHONE, "light"), ("dark", play, DESKTOP, "dark"),
         ("lab", lab, DESKTOP, "light"), ("network", network, DESKTOP, "dark"))  # fmt: skip


def main(address: str) -> None:
    """Takes them all."""
    from playwright.sync_api import sync_playwright

    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, steps, size, scheme in SHOTS:
            page = browser.new_context(viewport=size, color_scheme=scheme, service_workers="block").new_page()
            steps(page, address.rstrip("/"))
            page.wait_for_timeout(300)
            page.screenshot(path=FOLDER / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
