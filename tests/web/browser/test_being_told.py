"""What happens is told where it is seen and heard: below the board, and in a dialog that stands before it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from running import PROPER

expect = pytest.importorskip("playwright.sync_api").expect
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_what_cannot_be_read_is_told_in_the_dialog_which_keeps_the_text(
    new_page: Callable[..., Any], server: Any, player_at: Callable[..., Any]
) -> None:
    player = player_at(new_page(**PHONE), server).open()
    page = player.page
    page.click("#enter")
    page.fill("#read-text", "53..7 and more")
    page.get_by_role("button", name="Read").click()
    told = page.get_by_role("dialog").get_by_role("alert")
    expect(told).to_contain_text("expected")
    expect(told).to_be_in_viewport()
    expect(page.locator("#read-text")).to_have_value("53..7 and more")
    page.fill("#read-text", PROPER)
    page.get_by_role("button", name="Read").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    player.says("Read.")


def test_with_a_hint_open_all_else_that_is_said_can_be_seen(player: Any) -> None:
    player.open().page.click("#hint")
    message = player.page.locator("#message")
    expect(player.page.locator("#hint-card")).to_be_visible()
    expect(message).to_have_class("message heard")  # the card says it already
    player.page.click("#check")
    player.says("Partial Solution is Correct!")
    expect(message).to_have_class("message")
    player.press("ArrowRight")
    expect(message).to_have_class("message")
    player.page.click("#hint")
    expect(message).to_have_class("message heard")


def test_while_a_puzzle_is_made_that_is_seen_beside_a_hint(player: Any) -> None:
    player.open().page.click("#hint")
    expect(player.page.locator("#hint-card")).to_be_visible()
    player.page.route("**/api/generate", lambda route: None)  # it takes its time
    player.page.click("#new")
    player.page.get_by_role("button", name="Make it").click()
    player.says("Making a puzzle")
    expect(player.page.locator("#message")).to_have_class("message")


def test_without_server_and_solution_check_does_not_call_a_wrong_digit_correct(player: Any) -> None:
    player.page.route("**/api/solve", lambda route: route.abort())
    player.open().click("r1c3")
    player.press("1")  # clashes with nothing, and is wrong
    player.page.route("**/api/check", lambda route: route.abort())
    player.page.click("#check")
    player.says("No clashes. The solution is not known here, so a wrong digit could not be seen. Empty Cells: 50.")
    expect(player.page.locator("#message")).to_have_attribute("data-kind", "")


@pytest.mark.parametrize("way", ["first visit", "link", "reload"])
def test_however_a_puzzle_came_its_solution_is_known_when_the_server_stops(
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
    if way == "reload":  # with a game that an earlier page left without its solution
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
    player.says("Partial Solution is incorrect. 1 wrong digit")


def test_a_link_with_several_solutions_says_so_beside_where_it_came_from(player: Any) -> None:
    player.open("1..............4", "4")
    player.says("Opened from a link. This puzzle has several solutions.")


def _fill(player: Any, *, last: str) -> None:
    """Fills a small board by keys, its last cell with this digit."""
    player.open("1234341221434..1", "4").click("r4c2")
    player.press("3", "ArrowRight", last)


def test_a_full_board_that_is_wrong_is_told_at_once_and_by_check(player: Any) -> None:
    _fill(player, last="3")
    player.says("The board is full, but not right yet.")
    player.page.click("#check")
    expect(player.page.locator("#message")).to_have_text(re.compile("^Solution is incorrect"))
    player.press("2")
    player.says("Solved in 0:")


def test_clashes_and_clues_are_told_in_the_live_line(player: Any) -> None:
    player.open().click("r1c3")
    player.press("5")
    player.says("5 in r1c3 clashes with r1c1.")
    player.press("4")
    expect(player.page.locator("#message")).to_have_text("")  # what was said of the board is true no more
    player.click("r1c1")
    player.press("4")
    player.says("r1c1 is a clue: it stays.")


def test_who_does_not_want_clashes_shown_is_not_told_of_them(player: Any) -> None:
    player.open().page.click("#settings")
    player.page.get_by_label("Show clashes at once").uncheck()
    player.page.get_by_role("button", name="Close").click()
    player.click("r1c3")
    player.press("5")
    player.shows("r1c3", "digit 5")
    player.says("Opened from a link.")


@pytest.mark.parametrize("visit", ["first", "later"])
@pytest.mark.parametrize("fragment", ["game=AAAA", "p=AAAA", "puzzle=123&layout=9"])
def test_a_broken_link_is_told_and_stays_told(player: Any, visit: str, fragment: str) -> None:
    if visit == "later":
        player.open().click("r1c3")
        player.press("4")
        player.page.goto("about:blank")
    player.page.goto(f"{player.address}/#{fragment}")
    expect(player.page.locator(".cell")).to_have_count(81)
    player.says("The link")
    expect(player.page.locator("#message")).to_have_attribute("data-kind", "bad")
    player.page.wait_for_function("() => JSON.parse(localStorage.getItem('ninefold.game'))?.solution")
    player.says("The link")  # also when all has been loaded
    if visit == "later":
        player.shows("r1c3", "digit 4")


def test_copying_is_told_in_the_dialog(
    new_page: Callable[..., Any], server: Any, player_at: Callable[..., Any]
) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    player_at(page, server).open()
    page.click("#share")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text("Link copied.")


def test_the_end_is_a_card_with_the_way_to_another(player: Any) -> None:
    _fill(player, last="2")
    player.says("Solved in 0:")
    card = player.page.locator("#end-card")
    expect(card).to_contain_text("Time")
    expect(card.locator("dt")).to_have_text(["Time", "Hints", "Best", "Mean"])
    expect(card.get_by_role("button").first).to_have_text("Another like this")
    player.press("Escape")
    expect(card).to_be_hidden()
    player.press("Control+z")
    player.shows("r4c3", "empty")
    expect(player.page.locator("#message")).to_have_text("")
    player.press("Control+y")
    expect(card).to_be_visible()
    card.get_by_role("button", name="Another like this").press("Enter")
    player.says("Good luck!")
    expect(card).to_be_hidden()
    expect(player.page.locator(".cell")).to_have_count(16)


def test_the_end_compares_with_earlier_games_of_its_kind(player: Any) -> None:
    player.page.add_init_script(
        """localStorage.setItem("ninefold.results", JSON.stringify([
            {layout: "4", level: "shared", seconds: 500, hints: 0, solver: false},
            {layout: "4", level: "hard", seconds: 1, hints: 0, solver: false},
            null, {layout: 7},
        ]))"""
    )
    _fill(player, last="2")
    player.says("That is your best time; the mean of 2 is 4:1")
    expect(player.page.locator("#end-of")).to_contain_text("That is your best time")


@pytest.mark.parametrize(("motion", "name"), [("no-preference", "wave"), ("reduce", "none")])
def test_a_wave_runs_over_the_solved_board_unless_motion_is_unwelcome(
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


def test_after_solve_and_restart_a_puzzle_solved_by_hand_counts(player: Any) -> None:
    player.open("1234341221434..1", "4").page.click("#solve")
    player.says("Solved by")
    player.page.click("#restart")
    player.says("Started again.")
    player.click("r4c2")
    player.press("3", "ArrowRight", "2")
    player.says("Solved in 0:")
    counted = player.page.evaluate("JSON.parse(localStorage.getItem('ninefold.results')).map(one => one.solver)")
    assert counted == [True, False]


def test_restart_sets_the_clock_back(player: Any) -> None:
    player.page.clock.install()
    player.open().click("r1c3")
    player.press("4")
    player.page.clock.run_for(65_000)
    expect(player.page.locator("#clock")).to_have_text(re.compile("^1:"))
    player.page.click("#restart")
    expect(player.page.locator("#clock")).to_have_text(re.compile("^0:"))
    player.press("Control+z")
    expect(player.page.locator("#clock")).to_have_text(re.compile("^1:"))
