"""Nothing is lost: reload, another browser, a server that stops in the middle and comes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api").expect


def saved(player: Any) -> Any:
    """A player with a game of one move, which the server has."""
    player.open().click("r1c3")
    with player.page.expect_response(lambda answer: "/api/games/" in answer.url):
        player.press("4")
    return player


def test_a_reload_in_the_middle_finds_digits_marks_colours_history_and_time(player: Any) -> None:
    player.open().click("r1c3")
    player.press("4", "ArrowRight", "Shift+Digit2", "Control+Digit6", "Control+Shift+Digit1")
    player.shows("r1c4", "colour 1")
    player.page.wait_for_timeout(1100)
    player.page.reload()
    player.says("Welcome back")
    player.shows("r1c3", "digit 4")
    player.shows("r1c4", "empty, notes 6, corner notes 2, colour 1")
    assert player.page.locator("#clock").inner_text() != "0:00"
    player.press("Control+z", "Control+z", "Control+z", "Control+z")
    player.shows("r1c3", "empty")
    player.press("Control+y")
    player.shows("r1c3", "digit 4")


def test_a_damaged_store_is_an_empty_one(player: Any) -> None:
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


def test_another_browser_goes_on_with_the_game_kept_by_the_server(
    new_page: Callable[..., Any], own_server: Any, player_at: Callable[..., Any]
) -> None:
    saved(player_at(new_page(), own_server))
    other = player_at(new_page(), own_server)
    other.page.goto(own_server.address)
    other.shows("r1c3", "digit 4")
    other.page.click("#games")
    expect(other.page.get_by_role("dialog").get_by_role("listitem")).to_have_count(1)


def test_a_saved_game_is_opened_from_the_list_or_forgotten(
    new_page: Callable[..., Any], own_server: Any, player_at: Callable[..., Any]
) -> None:
    player = saved(player_at(new_page(), own_server))
    player.page.click("#empty")
    player.shows("r1c3", "empty")
    player.page.click("#games")
    dialog = player.page.get_by_role("dialog")
    dialog.get_by_role("listitem").get_by_role("button").first.click()
    player.shows("r1c3", "digit 4")
    player.page.click("#games")
    for _ in range(2):  # it is asked whether that is meant
        dialog.get_by_role("button", name="Forget").click()
    expect(dialog).to_contain_text("No saved games yet")
    player.page.wait_for_timeout(1_500)  # it was opened just now, and to be saved a moment later
    assert games_kept(player.page) == []
    dialog.get_by_role("button", name="Close").click()
    player.click("r1c4")
    with player.page.expect_response(lambda answer: answer.request.method == "PUT"):
        player.press("6")
    assert len(games_kept(player.page)) == 1  # who plays on wants it kept


def solution_is_known(page: Any) -> None:
    """Waits until the page has learnt the solution of the puzzle on its board."""
    page.wait_for_function("() => JSON.parse(localStorage.getItem('ninefold.game'))?.solution")


def games_kept(page: Any) -> list[Any]:
    found: list[Any] = page.evaluate("fetch('/api/games').then((answer) => answer.json())")["games"]
    return found


def test_the_page_goes_on_when_the_server_stops_even_after_a_reload(
    new_page: Callable[..., Any], own_server: Any, player_at: Callable[..., Any]
) -> None:
    page = new_page(service_workers="allow")
    player = player_at(page, own_server).open()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    expect(page.locator("body")).to_be_visible()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    solution_is_known(page)
    own_server.stop()
    player.click("r1c3")
    player.press("4", "Enter")
    player.says("Partial Solution is Correct!, Empty Cells: 50")
    expect(page.locator("#offline")).to_be_visible()
    player.press("?")
    player.says("the server does not answer")
    page.reload()
    player.shows("r1c3", "digit 4")
    player.click("r1c4")
    player.press("6")
    own_server.start()
    expect(page.locator("#offline")).to_be_hidden(timeout=15_000)
    player.shows("r1c4", "digit 6")
    page.click("#hint")
    expect(page.locator("#hint-card")).to_be_visible()
