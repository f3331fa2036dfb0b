"""Pause: nothing is shown or asked meanwhile, a reload does not end it, and a page that is not seen is not played."""

from __future__ import annotations

import re
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api").expect
HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_paused_game_says_so_and_answers_nothing_until_it_is_resumed(player: Any) -> None:
    asked: list[str] = []
    player.open().page.click("#hint")
    expect(player.page.locator("#hint-card")).to_be_visible()
    player.page.click("#pause")
    expect(player.page.locator("#pause")).to_have_text("Resume")
    expect(player.page.locator("#hint-card")).to_be_hidden()
    expect(player.page.locator(".overlay .outline")).to_have_count(0)  # nothing is drawn on the blank board
    player.page.on("request", lambda request: asked.append(request.url))
    for button in ("hint", "check", "solve", "candidates", "restart"):
        player.page.click(f"#{button}")
        player.says("The game is paused")
    assert not [url for url in asked if "/api/games" not in url]
    expect(player.page.locator("#progress")).to_have_text("Empty cells: 51")
    player.page.click("#pause")
    expect(player.page.locator("#pause")).to_have_text("Pause")
    expect(player.page.locator("#hint-card")).to_be_visible()
    player.page.click("#check")
    player.says("Partial Solution is Correct!")


def test_a_reload_does_not_end_a_pause(player: Any) -> None:
    player.open().click("r1c3")
    player.press("4", "p")
    expect(player.page.locator("#curtain")).to_be_visible()
    player.page.reload()
    expect(player.page.locator("#curtain")).to_be_visible()
    expect(player.page.locator("#pause")).to_have_text("Resume")
    player.says("The game is paused")
    player.page.locator("#resume").click()
    player.press("Control+z")
    player.shows("r1c3", "empty")


def test_the_clock_stands_while_the_page_is_not_seen_or_the_machine_sleeps(player: Any) -> None:
    clock = player.page.locator("#clock")
    player.page.clock.install()
    player.open().page.clock.run_for(65_000)
    expect(clock).to_have_text(re.compile("^1:0"))
    player.page.evaluate(HIDE, True)
    player.page.clock.run_for(600_000)
    player.page.evaluate(HIDE, False)
    player.page.clock.run_for(1_000)
    expect(clock).to_have_text(re.compile("^1:"))
    player.page.clock.fast_forward(3_600_000)  # as when a laptop is opened again
    player.page.clock.run_for(1_000)
    expect(clock).to_have_text(re.compile("^1:"))
    player.page.clock.run_for(60_000)
    expect(clock).to_have_text(re.compile("^2:"))


def test_a_page_that_was_paused_stays_so_when_it_is_seen_again(player: Any) -> None:
    player.open().page.click("#pause")
    player.page.evaluate(HIDE, True)
    player.page.evaluate(HIDE, False)
    expect(player.page.locator("#curtain")).to_be_visible()
    assert player.page.evaluate("JSON.parse(localStorage.getItem('ninefold.game')).paused")
