"""Saving: no move is lost to another game, a closed page or a stopped server; damaged data does no harm."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any

import pytest
from running import PROPER

expect = pytest.importorskip("playwright.sync_api").expect
SAVE_DELAY = 1000  # ms: more than the page waits after the last move
RETRY_DELAY = 3000  # ms between the page's attempts to reach the server
HAS_PLACED = """async (expected) => {
    const read = (path) => fetch(path).then((answer) => answer.json());
    try {
        const { games } = await read("/api/games");
        const found = await Promise.all(games.map(({ id }) => read(`/api/games/${id}`)));
        const placed = found.map(({ puzzle }) => JSON.stringify(Object.entries(puzzle.placed ?? {}).sort()));
        return JSON.stringify(placed.sort()) === JSON.stringify(expected);
    } catch {
        return false;
    }
}"""


def _has_placed(page: Any, *expected: dict[str, int]) -> None:
    """Wait until the server has exactly these games, by the digits placed."""
    games = sorted(json.dumps(sorted(map(list, game.items())), separators=(",", ":")) for game in expected)
    page.wait_for_function(HAS_PLACED, arg=games)


def _leave(player: Any, way: str) -> None:
    """Open another game."""
    page = player.page
    if way == "empty":
        player.choose("empty")
        expect(player.page.locator("#setting")).to_contain_text("Enter the clues")
    elif way == "link":
        player.open("..4.1......3.1..", "4")
    else:
        page.evaluate(
            """text => {
                const data = new DataTransfer();
                data.setData("text", text);
                document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true}));
            }""",
            "..4.1......3.1..",
        )
        expect(page.locator(".cell")).to_have_count(16)


@pytest.mark.parametrize("way", ["empty", "link", "paste"])
def test_move_before_opening_another_game_is_saved(
    page: Any, own_server: Any, player_at: Callable[..., Any], way: str
) -> None:
    page.add_init_script(  # the delay after which a move is saved never ends
        "const timeout = setTimeout; window.setTimeout = (run, wait) => timeout(run, wait === 800 ? 1e8 : wait)"
    )
    player = player_at(page, own_server)
    player.open().click("r1c3")
    player.press("4")
    player.shows("r1c3", "4")
    _leave(player, way)
    _has_placed(page, {"r1c3": 4})


def test_offline_games_are_sent_when_the_server_is_back(
    page: Any, own_server: Any, player_at: Callable[..., Any]
) -> None:
    page.clock.install()
    player = player_at(page, own_server).open()
    player.choose("enter")  # the dialog is loaded when it is first opened; the service worker is not allowed here
    expect(page.locator("#read-text")).to_be_focused()
    player.press("Escape")
    own_server.stop()
    player.click("r1c3")
    player.press("4")
    player.choose("enter")
    page.fill("#read-text", PROPER)
    page.get_by_role("button", name="Open", exact=True).click()
    player.says("Opened.")
    player.click("r1c4")
    player.press("6")
    _leave(player, "empty")
    page.wait_for_function("() => JSON.parse(localStorage.getItem('ninefold.outbox'))?.length === 2")
    expect(page.locator("#offline")).to_be_visible()
    own_server.start()
    player.pass_time(RETRY_DELAY)
    _has_placed(page, {"r1c4": 6}, {"r1c3": 4})
    expect(page.locator("#offline")).to_be_hidden()
    page.wait_for_function("() => JSON.parse(localStorage.getItem('ninefold.outbox')).length === 0")


@pytest.mark.parametrize("way", ["link", "empty"])
def test_unsent_game_of_a_closed_page_is_sent_by_the_next(
    page: Any, own_server: Any, player_at: Callable[..., Any], way: str
) -> None:
    player = player_at(page, own_server).open()
    page.route("**/api/games/**", lambda route: route.abort())
    player.click("r1c3")
    player.press("4")
    if way == "link":
        page.goto("about:blank")
        page.unroute("**/api/games/**")
        player.open("..4.1......3.1..", "4")
    else:
        _leave(player, "empty")
        page.goto("about:blank")
        page.unroute("**/api/games/**")
        page.goto(own_server.address)
    _has_placed(page, {"r1c3": 4})


def test_two_tabs_on_one_game_stay_in_sync(page: Any, own_server: Any, player_at: Callable[..., Any]) -> None:
    page.clock.install()
    player = player_at(page, own_server).open()
    player.click("r1c3")
    player.press("4")
    player.pass_time(SAVE_DELAY)
    _has_placed(page, {"r1c3": 4})
    other = player_at(page.context.new_page(), own_server)
    other.page.goto(own_server.address)
    other.says("Welcome back")
    other.click("r1c4")
    other.press("6")
    player.shows("r1c4", "6")  # at once, without a reload
    player.speaks("Updated from another tab.")
    other.pass_time(SAVE_DELAY)
    _has_placed(page, {"r1c3": 4, "r1c4": 6})
    player.click("r2c2")
    player.press("7")
    other.shows("r2c2", "7")
    player.pass_time(SAVE_DELAY)
    _has_placed(page, {"r1c3": 4, "r1c4": 6, "r2c2": 7})
    other.press("Control+z")  # undo continues where the other tab stopped
    player.shows("r2c2", "empty")


def test_game_played_in_two_browsers_becomes_two(
    new_page: Callable[..., Any], own_server: Any, player_at: Callable[..., Any]
) -> None:
    player, other = (player_at(new_page(), own_server) for _ in range(2))
    player.page.clock.install()
    player.open().click("r1c3")
    player.press("4")
    player.pass_time(SAVE_DELAY)
    _has_placed(player.page, {"r1c3": 4})
    other.page.clock.install()
    other.page.goto(own_server.address)
    other.click("r1c4")
    other.press("6")
    other.pass_time(SAVE_DELAY)
    _has_placed(player.page, {"r1c3": 4, "r1c4": 6})
    player.click("r2c2")
    player.press("7")
    player.pass_time(SAVE_DELAY)
    player.says("This game was also played elsewhere.")
    _has_placed(player.page, {"r1c3": 4, "r1c4": 6}, {"r1c3": 4, "r2c2": 7})


DAMAGED = {
    "no layers": {"layout": "9", "clues": [], "past": []},
    "a layer is missing": {"layout": "9", "clues": [0] * 81, "past": [], "digits": None},
    "another layout": {"layout": "8x8x8", "clues": [0] * 81, "past": []},
    "a list": [1, 2],
    "a number": 7,
}


@pytest.mark.parametrize("what", DAMAGED)
def test_damaged_game_is_reported_and_another_opened(player: Any, what: str) -> None:
    player.page.add_init_script(
        f"if (!sessionStorage.done) localStorage.setItem('ninefold.game', {json.dumps(json.dumps(DAMAGED[what]))})"
    )
    player.page.goto(player.address)
    expect(player.page.locator(".cell")).to_have_count(81)
    expect(player.page.locator(".cell.clue")).not_to_have_count(0)
    expect(player.page.locator("#message")).to_have_attribute("data-kind", "bad")
    player.page.evaluate("sessionStorage.done = 1")
    player.page.reload()
    expect(player.page.locator(".cell.clue")).not_to_have_count(0)
    expect(player.page.locator("#message")).to_have_attribute("data-kind", "")


def _link(**parts: Any) -> str:
    puzzle = {"format": "ninefold/1", "layout": "9", "clues": PROPER, **parts}
    return "game=" + urlsafe_b64encode(json.dumps(puzzle).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"placed": {"r1c3": 99}}, "r1c3 has 99, expected a digit from 1 to 9."),
        ({"meta": {"name": {"a": 1}}}, 'The puzzle’s name is {"a":1}, expected a text.'),
        ({"marks": {"centre": {"r1c3": "no"}}}, "The marks of r1c3 are not a list of digits."),
    ],
)
def test_invalid_link_is_rejected_with_a_clear_message(player: Any, parts: dict[str, Any], message: str) -> None:
    player.page.goto(f"{player.address}/#{_link(**parts)}")
    player.says(message)
    expect(player.page.locator(".cell")).to_have_count(81)


def test_game_with_an_invalid_name_is_saved(player: Any) -> None:
    player.page.goto(f"{player.address}/#{_link(play={'info': {'name': {'a': 1}, 'level': 7}})}")
    player.says("Opened from a link.")
    expect(player.page.locator("#title")).to_have_text("9×9")
    player.click("r1c3")
    with player.page.expect_response(lambda answer: answer.request.method == "PUT") as saved:
        player.press("4")
    assert saved.value.ok
