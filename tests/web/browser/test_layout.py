"""Layout on all screens, with the shipped font, a wide one and a narrow one: nothing overflows or is cut off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api").expect

PATHS = ("/", "/reason", "/learn", "/learn/x-wing", "/lab", "/library", "/papers")
# Width and height of a window, and the least width of a cell in it.
SCREENS = (
    *((390, 844, 40), (390, 664, 36), (360, 640, 34), (768, 1024, 60)),  # portrait
    *((844, 390, 36), (667, 375, 34), (568, 320, 28), (1024, 600, 44)),  # landscape
)
TABS = ("lp", "anneal", "search", "race", "seeds")

# Controls and labels whose text is wider than their box, or that reach beyond the window.
OVERFLOWING = """() => [...document.querySelectorAll("button, a, label, legend, h1, h2, dt, dd, th, summary")]
    .filter((one) => one.checkVisibility())
    .filter((one) => !one.closest(".skip, .away, .scroll") && getComputedStyle(one).textOverflow !== "ellipsis")
    .filter((one) => getComputedStyle(one).clipPath !== "inset(50%)")  // for screen readers only
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
        || one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map((one) => `${one.tagName} ${one.id} ${one.className} ${one.textContent.slice(0, 40)}`)"""


def _fonts_loaded(page: Any) -> None:
    loaded = "document.fonts.ready.then(() => [...document.fonts].some(({ status }) => status === 'loaded'))"
    assert page.evaluate(loaded)


def _in_window(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def _overflowing(page: Any) -> list[str]:
    found: list[str] = page.evaluate(OVERFLOWING)
    return found if _in_window(page) else [*found, "the page is wider than the window"]


@pytest.mark.parametrize("path", PATHS)
def test_nothing_overflows(font_page: Callable[..., Any], server: Any, path: str) -> None:
    page = font_page()
    page.goto(server.address + path)
    expect(page.locator("#theme span")).to_have_count(1)
    if path == "/":
        expect(page.locator("#board .cell")).to_have_count(81)
    _fonts_loaded(page)
    for width in (360, 1024):
        page.set_viewport_size({"width": width, "height": 800})
        assert _overflowing(page) == [], width
        for tab in TABS if path == "/lab" else ():
            page.click(f"#tab-{tab}")
            assert _overflowing(page) == [], (width, tab)


def test_dialogs_fit_on_a_phone(font_page: Callable[..., Any], server: Any, player_at: Any) -> None:
    page = font_page(viewport={"width": 360, "height": 640})
    player = player_at(page, server).open()
    _fonts_loaded(page)
    dialog = page.get_by_role("dialog")
    for button in ("menu-new", "settings", "statistics", "games", "enter", "share", "export", "shortcuts"):
        player.press_button(button)
        expect(dialog).to_be_visible()
        assert _overflowing(page) == [], button
        assert dialog.evaluate("one => one.scrollWidth <= one.clientWidth"), button
        player.press("Escape")
        expect(dialog).to_have_count(0)


def test_method_names_fit_their_boxes(font_page: Callable[..., Any], server: Any) -> None:
    page = font_page()
    page.goto(f"{server.address}/lab")
    page.click("#tab-race")
    lines = page.locator("#panel-race .methods .line")
    expect(lines.filter(has_text="divide-and-concur")).to_be_visible()
    _fonts_loaded(page)
    wide = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    for width in (390, 1024, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert lines.evaluate_all(wide) == [], width


def test_run_button_is_visible_on_a_small_laptop(font_page: Callable[..., Any], server: Any) -> None:
    page = font_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{server.address}/lab")
    for view in TABS:
        page.click(f"#tab-{view}")
        _fonts_loaded(page)
        run = page.locator(f"#panel-{view}").get_by_role("button", name="Run", exact=True).bounding_box()
        assert run["y"] + run["height"] <= 800, view
    assert page.evaluate("scrollY") == 0


def test_board_and_keypad_fit_on_the_screen(
    font_page: Callable[..., Any], server: Any, player_at: Callable[..., Any]
) -> None:
    """In both orientations, and with little height left by the browser; the cells stay large."""
    page = font_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    player = player_at(page, server).open()
    _fonts_loaded(page)
    page.locator("#check").tap()
    for width, height, cell in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        for name in ("#board", "#keypad"):
            box = page.locator(name).bounding_box()
            assert box["y"] >= 0, (width, height, name)
            assert box["y"] + box["height"] <= height, (width, height, name)
        assert player.cell("r5c5").bounding_box()["width"] >= cell, (width, height)
        heights = page.locator(".dock button:visible").evaluate_all(
            "all => all.map(one => [one.innerText, one.getBoundingClientRect().height])"
        )
        assert [name for name, size in heights if size < 44] == [], (width, height)
        assert _in_window(page), (width, height)
