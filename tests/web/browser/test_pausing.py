"""Pause: the board is hidden, commands are disabled, and the clock stops, also while the page is hidden."""

from __future__ import annotations

import re
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api").expect
HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_paused_game_ignores_commands(player: Any) -> None:
    requests: list[str] = []
    player.open().page.click("#hint")
    expect(player.page.locator("#hint-card")).to_be_visible()
    player.page.click("#pause")
    expect(player.page.locator("#pause")).to_have_text("Resume")
    expect(player.page.locator("#hint-card")).to_be_hidden()
    expect(player.page.locator(".overlay .outline")).to_have_count(0)  # nothing on the hidden board
    player.page.on("request", lambda request: requests.append(request.url))
    for button in ("hint", "check", "solve", "candidates", "restart"):
        player.press_button(button)
        player.says("Paused. Press Resume to continue.")
    assert not [url for url in requests if "/api/games" not in url]
    expect(player.page.locator("#progress")).to_have_text("51 cells left")
    player.page.click("#pause")
    expect(player.page.locator("#pause")).to_have_text("Pause")
    expect(player.page.locator("#hint-card")).to_be_visible()
    player.page.click("#check")
    player.says("No mistakes so far")


def test_reload_keeps_the_pause(player: Any) -> None:
    player.open().click("r1c3")
    player.press("4", "p")
    expect(player.page.locator("#curtain")).to_be_visible()
    player.page.reload()
    expect(player.page.locator("#curtain")).to_be_visible()
    expect(player.page.locator("#pause")).to_have_text("Resume")
    player.says("Paused. Press Resume to continue.")
    player.page.locator("#resume").click()
    player.press("Control+z")
    player.shows("r1c3", "empty")


def test_clock_stops_while_hidden_or_asleep(player: Any) -> None:
    clock = player.page.locator("#clock")
    player.page.clock.install()
    player.open().page.clock.run_for(65_000)
    expect(clock).to_have_text(re.compile("^1:0"))
    player.page.evaluate(HIDE, True)
    player.page.clock.run_for(600_000)
    player.page.evaluate(HIDE, False)
    player.page.clock.run_for(1_000)
    expect(clock).to_have_text(re.compile("^1:"))
    player.page.clock.fast_forward(3_600_000)  # like opening a laptop
    player.page.clock.run_for(1_000)
    expect(clock).to_have_text(re.compile("^1:"))
    player.page.clock.run_for(60_000)
    expect(clock).to_have_text(re.compile("^2:"))


def test_paused_page_stays_paused_when_visible_again(player: Any) -> None:
    player.open().page.click("#pause")
    player.page.evaluate(HIDE, True)
    player.page.evaluate(HIDE, False)
    expect(player.page.locator("#curtain")).to_be_visible()
    player.page.wait_for_function("() => JSON.parse(localStorage.getItem('ninefold.game')).paused")
