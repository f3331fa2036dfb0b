"""Messages: below the board, in an open dialog, and in the card at the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from running import PROPER

expect = pytest.importorskip("playwright.sync_api").expect
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_dialog_shows_read_errors_and_keeps_the_text(
    new_page: Callable[..., Any], server: Any, player_at: Callable[..., Any]
) -> None:
    player = player_at(new_page(**PHONE), server).open()
    page = player.page
    player.choose("enter")
    page.fill("#read-text", "53..7 and more")
    page.get_by_role("button", name="Open", exact=True).click()
    alert = page.get_by_role("dialog").get_by_role("alert")
    expect(alert).to_contain_text("expected")
    expect(alert).to_be_in_viewport()
    expect(page.locator("#read-text")).to_have_value("53..7 and more")
    page.fill("#read-text", PROPER)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    player.says("Opened.")


def test_other_messages_stay_visible_beside_a_hint(player: Any) -> None:
    player.open().page.click("#hint")
    message = player.page.locator("#message")
    expect(player.page.locator("#hint-card")).to_be_visible()
    expect(message).to_have_class("message heard")  # the card shows it already
    player.page.click("#check")
    player.says("No mistakes so far")
    expect(message).to_have_class("message")
    player.press("ArrowRight")
    expect(message).to_have_class("message")
    player.page.click("#hint")
    expect(message).to_have_class("message heard")


def test_progress_of_a_new_puzzle_is_visible_beside_a_hint(player: Any) -> None:
    player.open().page.click("#hint")
    expect(player.page.locator("#hint-card")).to_be_visible()
    player.page.route("**/api/generate", lambda route: None)  # never answers
    player.page.click("#new")
    player.page.get_by_role("button", name="From the library").click()
    player.says("Creating a puzzle")
    expect(player.page.locator("#message")).to_have_class("message")


def test_check_without_server_and_solution_claims_nothing(player: Any) -> None:
    player.page.route("**/api/solve", lambda route: route.abort())
    player.open().click("r1c3")
    player.press("1")  # wrong, but does not clash
    player.page.route("**/api/check", lambda route: route.abort())
    player.page.click("#check")
    player.says("No clashes; 50 cells left. Without the solution, wrong digits can’t be found.")
    expect(player.page.locator("#message")).to_have_attribute("data-kind", "")


@pytest.mark.parametrize("way", ["first visit", "link", "reload"])
def test_solution_is_known_when_the_server_stops(
    page: Any, own_server: Any, player_at: Callable[..., Any], way: str
) -> None:
    player = player_at(page, own_server)
    if way == "link":
        player.open()
    else:
        page.goto(own_server.address)
        player.says("Welcome")
    known = "() => JSON.parse(localStorage.getItem('ninefold.game'))?.solution"
    page.wait_for_function(known)
    if way == "reload":  # with a game saved without its solution
        page.evaluate(
            """() => addEventListener("pagehide", () => {
                const game = JSON.parse(localStorage.getItem("ninefold.game"));
                localStorage.setItem("ninefold.game", JSON.stringify({...game, solution: null}));
            })"""
        )
        page.reload()
        page.wait_for_function(known)
    own_server.stop()
    player.click("r1c3")
    player.press("1", "Enter")
    player.says("There are mistakes. 1 wrong digit is marked")


def test_link_to_a_puzzle_with_several_solutions_says_so(player: Any) -> None:
    player.open("1..............4", "4")
    player.says("Opened from a link. This puzzle has several solutions.")


def _fill(player: Any, *, last: str) -> None:
    """Fill a small board with the keyboard; the last cell gets this digit."""
    player.open("1234341221434..1", "4").click("r4c2")
    player.press("3", "ArrowRight", last)


def test_full_board_with_a_mistake_is_reported(player: Any) -> None:
    _fill(player, last="3")
    player.says("The board is full but not correct.")
    player.page.click("#check")
    expect(player.page.locator("#message")).to_have_text(re.compile("^The solution is incorrect"))
    player.press("2")
    player.says("Solved in 0:")


def test_clashes_and_clues_are_announced(player: Any) -> None:
    player.open().click("r1c3")
    player.press("5")
    player.says("5 in r1c3 clashes with r1c1.")
    player.press("4")
    expect(player.page.locator("#message")).to_have_text("")  # no longer true
    player.click("r1c1")
    player.press("4")
    player.says("r1c1 is a clue; it can’t be changed.")


def test_clash_messages_can_be_switched_off(player: Any) -> None:
    player.open().page.click("#settings")
    player.page.get_by_label("Highlight clashes").uncheck()
    player.page.get_by_role("button", name="Close").click()
    player.click("r1c3")
    player.press("5")
    player.shows("r1c3", "5")
    expect(player.page.locator("#message")).to_have_text("")


@pytest.mark.parametrize("visit", ["first", "later"])
@pytest.mark.parametrize("fragment", ["game=AAAA", "p=AAAA", "puzzle=123&layout=9"])
def test_broken_link_message_stays(player: Any, visit: str, fragment: str) -> None:
    if visit == "later":
        player.open().click("r1c3")
        player.press("4")
        player.page.goto("about:blank")
    player.page.goto(f"{player.address}/#{fragment}")
    expect(player.page.locator(".cell")).to_have_count(81)
    player.says("The link")
    expect(player.page.locator("#message")).to_have_attribute("data-kind", "bad")
    player.page.wait_for_function("() => JSON.parse(localStorage.getItem('ninefold.game'))?.solution")
    player.says("The link")  # also after everything has loaded
    if visit == "later":
        player.shows("r1c3", "4")


def test_dialog_confirms_copying(new_page: Callable[..., Any], server: Any, player_at: Callable[..., Any]) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    player_at(page, server).open().choose("share")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text("Link copied.")


def test_end_card_offers_another_puzzle(player: Any) -> None:
    _fill(player, last="2")
    player.says("Solved in 0:")
    card = player.page.locator("#end-card")
    expect(card).to_contain_text("Time")
    expect(card.locator("dt")).to_have_text(["Time", "Hints", "Best", "Average"])
    expect(card.locator(".first")).to_have_text("Next puzzle")
    player.press("Escape")
    expect(card).to_be_hidden()
    player.press("Control+z")
    player.shows("r4c3", "empty")
    expect(player.page.locator("#message")).to_have_text("")
    player.press("Control+y")
    expect(card).to_be_visible()
    card.get_by_role("button", name="Next puzzle").press("Enter")
    player.says("Good luck!")
    expect(card).to_be_hidden()
    expect(player.page.locator(".cell")).to_have_count(16)


def test_end_card_compares_with_earlier_games(player: Any) -> None:
    player.page.add_init_script(
        """localStorage.setItem("ninefold.results", JSON.stringify([
            {layout: "4", level: "shared", seconds: 500, hints: 0, solver: false},
            {layout: "4", level: "hard", seconds: 1, hints: 0, solver: false},
            null, {layout: 7},
        ]))"""
    )
    _fill(player, last="2")
    player.says("This is your best time; your average over 2 games is 4:1")
    expect(player.page.locator("#end-of")).to_contain_text("This is your best time")


@pytest.mark.parametrize(("motion", "name"), [("no-preference", "wave"), ("reduce", "none")])
def test_solved_board_waves_unless_reduced_motion(
    new_page: Callable[..., Any], server: Any, player_at: Callable[..., Any], motion: str, name: str
) -> None:
    player = player_at(new_page(reduced_motion=motion), server)
    _fill(player, last="2")
    expect(player.page.locator("#board .frame.wave")).to_have_count(1)
    expect(player.cell("r1c1")).to_have_css("animation-name", name)
    assert float(player.cell("r4c3").evaluate("cell => cell.style.getPropertyValue('--away')")) == 0
    assert float(player.cell("r1c3").evaluate("cell => cell.style.getPropertyValue('--away')")) == 3
    player.press("Control+z")
    expect(player.page.locator("#board .frame.wave")).to_have_count(0)


def test_puzzle_solved_by_hand_after_restart_counts(player: Any) -> None:
    player.open("1234341221434..1", "4").choose("solve")
    player.says("Solved by")
    player.choose("restart")
    player.says("Restarted.")
    player.click("r4c2")
    player.press("3", "ArrowRight", "2")
    player.says("Solved in 0:")
    counted = player.page.evaluate("JSON.parse(localStorage.getItem('ninefold.results')).map(one => one.solver)")
    assert counted == [True, False]


def test_restart_resets_the_clock(player: Any) -> None:
    player.page.clock.install()
    player.open().click("r1c3")
    player.press("4")
    player.page.clock.run_for(65_000)
    expect(player.page.locator("#clock")).to_have_text(re.compile("^1:"))
    player.choose("restart")
    expect(player.page.locator("#clock")).to_have_text(re.compile("^0:"))
    player.press("Control+z")
    expect(player.page.locator("#clock")).to_have_text(re.compile("^1:"))
