"""No move is lost: not by Empty, by a link or by a stopped server; and what is damaged does no harm."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any

import pytest
from running import PROPER

expect = pytest.importorskip("playwright.sync_api").expect
PLACED = """async () => {
    const read = (path) => fetch(path).then((answer) => answer.json());
    const { games } = await read("/api/games");
    return Promise.all(games.map(({ id }) => read(`/api/games/${id}`).then(({ sheet }) => sheet.placed ?? {})));
}"""


def _has_placed(page: Any, *expected: dict[str, int]) -> None:
    """Waits until the server has games in which just this was placed."""
    for _ in range(150):
        found = page.evaluate(PLACED)
        if sorted(map(str, found)) == sorted(map(str, expected)):
            return
        page.wait_for_timeout(200)
    assert sorted(map(str, found)) == sorted(map(str, expected))


def _leave(player: Any, way: str) -> None:
    """Puts another game on the board."""
    page = player.page
    if way == "empty":
        page.click("#empty")
        player.says("Enter the clues")
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
def test_a_move_just_before_another_game_is_opened_is_saved(
    page: Any, own_server: Any, player_at: Callable[..., Any], way: str
) -> None:
    page.add_init_script(  # the moment after which a move is saved does not come by itself
        "const timeout = setTimeout; window.setTimeout = (run, wait) => timeout(run, wait === 800 ? 1e8 : wait)"
    )
    player = player_at(page, own_server)
    player.open().click("r1c3")
    player.press("4")
    player.shows("r1c3", "digit 4")
    _leave(player, way)
    _has_placed(page, {"r1c3": 4})


def test_games_played_without_the_server_are_sent_when_it_is_back(
    page: Any, own_server: Any, player_at: Callable[..., Any]
) -> None:
    player = player_at(page, own_server).open()
    own_server.stop()
    player.click("r1c3")
    player.press("4")
    page.click("#enter")
    page.fill("#read-text", PROPER)
    page.get_by_role("button", name="Read").click()
    player.says("Read.")
    player.click("r1c4")
    player.press("6")
    _leave(player, "empty")
    page.wait_for_function("() => JSON.parse(localStorage.getItem('ninefold.outbox'))?.length === 2")
    expect(page.locator("#offline")).to_be_visible()
    own_server.start()
    _has_placed(page, {"r1c4": 6}, {"r1c3": 4})
    expect(page.locator("#offline")).to_be_hidden()
    assert page.evaluate("JSON.parse(localStorage.getItem('ninefold.outbox'))") == []


@pytest.mark.parametrize("way", ["link", "empty"])
def test_a_game_left_unsent_by_a_closed_page_is_sent_by_the_next_whatever_that_opens(
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


def test_a_game_that_goes_on_in_two_tabs_becomes_two(page: Any, own_server: Any, player_at: Callable[..., Any]) -> None:
    player = player_at(page, own_server).open()
    player.click("r1c3")
    player.press("4")
    _has_placed(page, {"r1c3": 4})
    other = player_at(page.context.new_page(), own_server)
    other.page.goto(own_server.address)
    other.says("Welcome back")
    other.click("r1c4")
    other.press("6")
    _has_placed(page, {"r1c3": 4, "r1c4": 6})
    player.click("r2c2")
    player.press("7")
    player.says("This game goes on in another tab too")
    _has_placed(page, {"r1c3": 4, "r1c4": 6}, {"r1c3": 4, "r2c2": 7})


DAMAGED = {
    "no layers": {"layout": "9", "clues": [], "past": []},
    "a layer is missing": {"layout": "9", "clues": [0] * 81, "past": [], "digits": None},
    "another layout": {"layout": "8x8x8", "clues": [0] * 81, "past": []},
    "a list": [1, 2],
    "a number": 7,
}


@pytest.mark.parametrize("what", DAMAGED)
def test_a_damaged_game_in_the_browser_is_told_and_another_opened(player: Any, what: str) -> None:
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
    sheet = {"format": "ninefold/1", "layout": "9", "clues": PROPER, **parts}
    return "game=" + urlsafe_b64encode(json.dumps(sheet).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"placed": {"r1c3": 99}}, "Read 99 in r1c3, expected a digit 1 to 9."),
        ({"meta": {"name": {"a": 1}}}, 'Read {"a":1} for the name of the puzzle, expected a text.'),
        ({"marks": {"centre": {"r1c3": "no"}}}, "The marks of r1c3 are no list of digits."),
    ],
)
def test_a_link_with_unsound_parts_is_refused_in_clear_words(player: Any, parts: dict[str, Any], said: str) -> None:
    player.page.goto(f"{player.address}/#{_link(**parts)}")
    player.says(said)
    expect(player.page.locator(".cell")).to_have_count(81)


def test_a_name_that_is_no_text_does_not_stop_a_game_from_being_saved(player: Any) -> None:
    player.page.goto(f"{player.address}/#{_link(play={'info': {'name': {'a': 1}, 'level': 7}})}")
    player.says("Opened from a link.")
    expect(player.page.locator("#title")).to_have_text("9×9")
    player.click("r1c3")
    with player.page.expect_response(lambda answer: answer.request.method == "PUT") as saved:
        player.press("4")
    assert saved.value.ok
