"""Resuming a game: after a reload, in another browser, and while the server is away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api").expect
SAVE_DELAY = 1000  # ms: more than the page waits after the last move
RETRY_DELAY = 3000  # ms between the page's attempts to reach the server


def saved(player: Any) -> Any:
    """A player whose game of one move is saved on the server."""
    player.page.clock.install()
    player.open().click("r1c3")
    with player.page.expect_response(lambda answer: "/api/games/" in answer.url):
        player.press("4")
        player.pass_time(SAVE_DELAY)
    return player


def test_reload_restores_everything(player: Any) -> None:
    player.page.clock.install()
    player.open().click("r1c3")
    player.press("4", "ArrowRight", "Shift+Digit2", "Control+Digit6", "Control+Shift+Digit1")
    player.shows("r1c4", "colour 1")
    player.page.clock.run_for(1100)
    player.page.reload()
    player.says("Welcome back")
    player.shows("r1c3", "4")
    player.shows("r1c4", "empty, centre marks 6, corner marks 2, colour 1")
    assert player.page.locator("#clock").inner_text() != "0:00"
    player.press("Control+z", "Control+z", "Control+z", "Control+z")
    player.shows("r1c3", "empty")
    player.press("Control+y")
    player.shows("r1c3", "4")


def test_damaged_storage_counts_as_empty(player: Any) -> None:
    player.open()
    player.page.evaluate(
        """() => {
            const names = ["ninefold.game", "ninefold.settings", "ninefold.results"];
            const damage = () => names.forEach(name => localStorage.setItem(name, "{"));
            addEventListener("pagehide", damage);  // after the page has saved for the last time
        }"""
    )
    player.page.reload()
    expect(player.page.locator(".cell")).to_have_count(81)
    player.page.click("#statistics")
    expect(player.page.get_by_role("dialog")).to_contain_text("Nothing solved yet")


def test_another_browser_continues_the_saved_game(
    new_page: Callable[..., Any], own_server: Any, player_at: Callable[..., Any]
) -> None:
    saved(player_at(new_page(), own_server))
    other = player_at(new_page(), own_server)
    other.page.goto(own_server.address)
    other.shows("r1c3", "4")
    other.page.click("#games")
    expect(other.page.get_by_role("dialog").get_by_role("listitem")).to_have_count(1)


def test_saved_game_can_be_opened_and_deleted(
    new_page: Callable[..., Any], own_server: Any, player_at: Callable[..., Any]
) -> None:
    player = saved(player_at(new_page(), own_server))
    player.choose("empty")
    player.shows("r1c3", "empty")
    player.page.click("#games")
    dialog = player.page.get_by_role("dialog")
    dialog.get_by_role("listitem").get_by_role("button").first.click()
    player.shows("r1c3", "4")
    player.page.click("#games")
    for _ in range(2):  # the second one confirms
        dialog.get_by_role("button", name="Delete").click()
    expect(dialog).to_contain_text("No saved games yet")
    sent: list[str] = []
    player.page.on("request", lambda request: sent.append(request.method))
    player.pass_time(SAVE_DELAY)  # it was opened just now, and would be saved a moment later
    assert saved_games(player.page) == []
    assert "PUT" not in sent
    dialog.get_by_role("button", name="Close").click()
    player.click("r1c4")
    with player.page.expect_response(lambda answer: answer.request.method == "PUT"):
        player.press("6")
        player.pass_time(SAVE_DELAY)
    assert len(saved_games(player.page)) == 1  # another move saves it again


def solution_is_known(page: Any) -> None:
    """Wait until the page knows the solution."""
    page.wait_for_function("() => JSON.parse(localStorage.getItem('ninefold.game'))?.solution")


def saved_games(page: Any) -> list[Any]:
    found: list[Any] = page.evaluate("fetch('/api/games').then((answer) => answer.json())")["games"]
    return found


def test_page_works_offline_even_after_a_reload(
    new_page: Callable[..., Any], own_server: Any, player_at: Callable[..., Any]
) -> None:
    page = new_page(service_workers="allow")
    page.clock.install()
    player = player_at(page, own_server).open()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    expect(page.locator("body")).to_be_visible()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    solution_is_known(page)
    own_server.stop()
    player.click("r1c3")
    player.press("4", "Enter")
    player.says("No mistakes so far; 50 cells left.")
    expect(page.locator("#offline")).to_be_visible()
    player.press("?")
    player.says("The server does not answer")
    page.reload()
    player.shows("r1c3", "4")
    player.click("r1c4")
    player.press("6")
    own_server.start()
    player.pass_time(RETRY_DELAY)
    expect(page.locator("#offline")).to_be_hidden()
    player.shows("r1c4", "6")
    page.click("#hint")
    expect(page.locator("#hint-card")).to_be_visible()
