"""Accessibility: axe finds no violations. Safety: scripts in text are not run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from running import PROPER

expect = pytest.importorskip("playwright.sync_api").expect

PAYLOADS = (
    '<img src=x onerror="document.title=1">',
    "<script>alert(1)</script>",
    '"><svg onload=alert(1)>',
    "javascript:alert(1)",
)


def _findings(page: Any) -> list[str]:
    axe = pytest.importorskip("axe_playwright_python", reason="accessibility tests need axe-playwright-python")
    page.evaluate((Path(axe.__file__).parent / "axe.min.js").read_text())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{one['id']}: {[node['html'][:120] for node in one['nodes'][:3]]}" for one in found["violations"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/lab", "/library", "/papers"])
def test_pages_have_no_violations(new_page: Any, server: Any, path: str, scheme: str) -> None:
    page = new_page(color_scheme=scheme)
    page.goto(server.address + path)
    if path == "/lab":
        expect(page.locator("#tab-race")).to_be_visible()
    if path == "/":
        expect(page.locator(".cell")).to_have_count(81)
    assert _findings(page) == []


def test_game_and_dialogs_have_no_violations(player: Any) -> None:
    player.open().click("r1c3")
    player.press(
        "5", "ArrowRight", "Shift+Digit2", "ArrowRight", "ArrowRight", "Control+Digit6", "Control+Shift+Digit1", "?"
    )
    expect(player.page.locator("#hint-card")).to_be_visible()
    player.press("?", "?")
    expect(player.page.locator(".overlay .link")).not_to_have_count(0)
    assert _findings(player.page) == []
    player.page.click("#check")
    player.says("There are mistakes")
    assert _findings(player.page) == []
    for button in ("new", "settings", "statistics", "games", "enter", "share", "export", "shortcuts"):
        player.press_button(button)
        expect(player.page.get_by_role("dialog")).to_be_visible()
        assert _findings(player.page) == [], button
        player.press("Escape")
        expect(player.page.get_by_role("dialog")).to_have_count(0)


CHAINS = "6.3..4.89...3.8..4.1...95..3......7....5.6....28.......721..3.....973..........1."


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_reasoning_and_lessons_have_no_violations(page: Any, server: Any, theme: str) -> None:
    page.goto(f"{server.address}/learn")
    page.evaluate(f"localStorage.setItem('ninefold.settings', JSON.stringify({{theme: '{theme}'}}))")
    page.goto(f"{server.address}/reason#puzzle={CHAINS}&layout=9")
    page.locator("#path button", has_text="XY-chain").first.click()
    expect(page.locator(".overlay .link")).not_to_have_count(0)
    page.click("#options")
    assert _findings(page) == []
    page.keyboard.press("Escape")
    page.click("#show-all")
    page.locator("#filter").select_option("wings")
    expect(page.locator("#progress")).to_contain_text("step")
    expect(page.locator("#find")).to_have_text("Find")
    assert _findings(page) == []
    page.goto(f"{server.address}/learn/skyscraper")
    page.get_by_role("button", name="Show answer").first.click()
    expect(page.locator(".tries .exercise")).to_have_count(3)
    assert _findings(page) == []
    page.goto(f"{server.address}/learn/skyscraper#practice")
    expect(page.get_by_role("button", name="Next position")).to_be_visible()
    assert _findings(page) == []
    page.goto(f"{server.address}/learn")
    expect(page.locator(".techniques a").first).to_be_visible()
    assert _findings(page) == []


def test_confirmation_has_no_violations(player: Any) -> None:
    player.page.clock.install()
    page = player.open().page
    player.click("r1c3")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        player.press("4")
        player.pass_time(1000)  # more than the page waits after the last move
    page.click("#games")
    expect(page.locator(".thumb .cell").first).to_be_attached()
    assert _findings(page) == []
    page.locator(".delete").first.click()
    expect(page.locator(".question")).to_be_visible()
    assert _findings(page) == []


def test_board_is_a_grid_for_screen_readers(player: Any) -> None:
    player.open()
    grid = player.page.get_by_role("grid", name="Sudoku board")
    expect(grid.get_by_role("row")).to_have_count(9)
    expect(grid.get_by_role("gridcell")).to_have_count(81)
    expect(grid.get_by_role("gridcell", name="5, clue, row 1 column 1, box 1")).to_have_count(1)
    expect(grid.locator('[tabindex="0"]')).to_have_count(1)
    expect(player.page.locator('#message[aria-live="polite"]')).to_have_count(1)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_scripts_in_text_are_not_run(player: Any, payload: str) -> None:
    page = player.page
    page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    player.open().choose("enter")
    page.fill("#read-text", payload)
    page.get_by_text("If it is read wrongly").click()
    page.fill("#read-layout", payload)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("#message")).to_have_attribute("data-kind", "bad")
    puzzle = {
        "format": "ninefold/1",
        "layout": "9",
        "clues": PROPER,
        "meta": {"name": payload},
        "play": {"info": {"name": payload, "level": payload}},
    }
    page.evaluate(
        """puzzle => {
            const packed = btoa(JSON.stringify(puzzle)).replaceAll("+", "-").replaceAll("/", "_");
            location.hash = "game=" + packed;
        }""",
        puzzle,
    )
    expect(page.locator("#title")).to_have_text(payload)
    page.goto(f"{player.address}/lab#view={payload}&puzzle={payload}&layout={payload}&by={payload}")
    expect(page.locator("#tab-lp")).to_be_visible()
    assert page.title() != "1"


def test_end_pause_and_errors_have_no_violations(player: Any) -> None:
    player.open("1234341221434..1", "4").page.click("#pause")
    assert _findings(player.page) == []
    player.page.click("#resume")
    player.choose("enter")
    player.page.fill("#read-text", "nothing")
    player.page.get_by_role("button", name="Open", exact=True).click()
    expect(player.page.get_by_role("alert")).not_to_have_text("")
    assert _findings(player.page) == []
    player.press("Escape")
    player.click("r4c2")
    player.press("3", "ArrowRight", "2")
    expect(player.page.locator("#end-card")).to_be_visible()
    assert _findings(player.page) == []
