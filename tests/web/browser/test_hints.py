"""Hints: drawn on the board, announced, and usable with the keyboard only."""

from __future__ import annotations

from typing import Any

import pytest

from ninefold import Grid, solve
from ninefold.core.position import Position
from ninefold.logic.hints import Hint, HintKind, reveal
from ninefold.records import as_json
from ninefold.web.endpoints.hint import drawn

expect = pytest.importorskip("playwright.sync_api").expect

# All singles are placed; box 8 then has its 3 in row 8, which removes it from r8c1 and r8c3.
POINTING = "1.27...838..3....1.3..1..75.....613.28.1..7...614.785..2..71.9..1....52779...4318"


def _whole(player: Any) -> Any:
    """Reveal the whole hint; return the lines over the board."""
    player.page.click("#hint")
    for _ in range(2):
        player.page.click("#hint-more")
    expect(player.page.locator("#hint-more")).to_be_hidden()
    return player.page.locator(".overlay")


def test_hidden_single_shows_rings_and_arrows(player: Any) -> None:
    player.open().page.click("#hint")
    overlay = player.page.locator(".overlay")
    expect(overlay.locator(".outline")).to_have_count(1)
    expect(overlay.locator(".arrow, .ring, .link")).to_have_count(0)  # only with the whole hint
    player.press("?", "?")
    expect(overlay.locator(".ring")).to_have_count(2)
    expect(overlay.locator(".arrow")).to_have_count(2)
    expect(player.page.locator("#hint-title")).to_have_text("hidden single")
    expect(player.page.locator("#hint-text")).to_have_text(
        "In box 2, only r1c6 can be 8: the other empty cells see the 8s in r3c3 and r5c4."
    )
    expect(player.page.locator("#hint-learn")).to_have_attribute("href", "/learn/hidden-single-box")
    player.shows("r1c6", "empty, hint: 8 goes here")
    player.shows("r3c3", "8, clue, hint: seen from here")
    player.press("Escape")
    expect(overlay.locator(".arrow, .ring, .outline")).to_have_count(0)
    player.shows("r1c6", "empty")


def test_locked_candidates_show_links_and_removals(player: Any) -> None:
    player.open(POINTING).page.click("#candidates")
    overlay = _whole(player)
    expect(overlay.locator(".outline")).to_have_count(2)  # the box and the row
    expect(overlay.locator(".link")).to_have_count(1)
    expect(overlay.locator(".arrow")).to_have_count(1)  # it passes r8c3 on its way to r8c1
    expect(player.cell("r8c1").locator(".drop")).to_have_text("3")
    expect(player.cell("r8c5").locator(".base")).to_have_text("3")
    player.shows("r8c3", "centre marks 3 4 6 8, hint: not 3")
    player.shows("r8c5", "centre marks 3 6 8 9, hint: from 3 here")
    player.page.click("#hint-do")
    player.shows("r8c1", "centre marks 4 6")
    player.shows("r8c3", "centre marks 4 6 8")


def test_clash_shows_a_link(player: Any) -> None:
    player.open().click("r1c3")
    player.press("5", "?", "?", "?")
    expect(player.page.locator(".overlay .link")).to_have_count(1)
    player.shows("r1c3", "clashes, hint: not 5")


def test_hint_keeps_the_correct_digit_of_a_clash(player: Any) -> None:
    player.open().click("r5c3")
    player.press("6")
    player.click("r4c3")
    player.press("6", "?", "?", "?")
    player.says("6 in r4c3 is not in the solution.")
    player.page.click("#hint-do")
    player.shows("r4c3", "empty")
    player.shows("r5c3", "6")


def test_hint_with_keyboard_only(player: Any) -> None:
    player.open().click("r5c5")
    player.press("?")
    player.says("Look at box 2.")
    player.press("?")
    player.says("Look at box 2: there is a hidden single.")
    more = player.page.locator("#hint-more")
    for _ in range(40):
        player.press("Tab")
        if more.evaluate("button => button === document.activeElement"):
            break
    player.press("Enter")
    player.says("Hidden single. In box 2, only r1c6 can be 8")
    expect(player.page.locator("#hint-do")).to_be_focused()
    player.press("Enter")
    expect(player.cell("r1c6")).to_be_focused()
    player.shows("r1c6", "8")
    player.press("ArrowLeft")
    expect(player.cell("r1c5")).to_be_focused()


def test_closing_a_hint_returns_focus_to_the_board(player: Any) -> None:
    player.open().click("r5c5")
    player.press("?")
    expect(player.page.locator("#hint-card")).to_be_visible()
    player.page.locator("#hint-close").press("Enter")
    expect(player.page.locator("#hint-card")).to_be_hidden()
    expect(player.cell("r5c5")).to_be_focused()


def test_stuck_hint_reveals_nothing_if_there_are_several_solutions(player: Any) -> None:
    """Even if the settings say that the first hint shows everything."""
    player.open("1...............", "4")
    for strength in (1, 3):
        player.page.evaluate(f"localStorage.setItem('ninefold.settings', JSON.stringify({{strength: {strength}}}))")
        player.page.reload()
        expect(player.page.locator("#board .cell.clue")).to_have_count(1)  # the page is ready
        player.press("?")
        expect(player.page.locator("#hint-title")).to_have_text("No step found")
        expect(player.page.locator("#hint-text")).to_have_text(
            "No technique finds a next step here. The puzzle has several solutions."
        )
        expect(player.page.locator("#hint-do")).to_be_hidden()
        expect(player.page.locator("#hint-more")).to_be_hidden()  # there is no digit to show


def test_stuck_hint_reveals_one_digit_of_the_only_solution(player: Any) -> None:
    """Every board that the page shows quickly has a next step; so the server's search is replaced by its failure."""
    grid, page = Grid(POINTING), player.page

    def fail(route: Any) -> None:
        strength = route.request.post_data_json["strength"]
        revealed = reveal(Position.of(grid)) if strength == 3 else None
        answer = drawn(grid, Hint(HintKind.STUCK, strength, revealed=revealed, grid=grid))
        route.fulfill(body=as_json(answer), content_type="application/json")

    page.route("**/api/hint", fail)
    player.open(POINTING)
    player.press("?")
    expect(page.locator("#hint-text")).to_have_text("No technique finds a next step here.")
    expect(page.locator("#hint-do")).to_be_hidden()  # looking a digit up takes a second press
    page.get_by_role("button", name="Show one digit").click()
    cell = min(grid.empty_cells, key=lambda one: Position.of(grid).candidates[one].bit_count())
    name, digit = grid.layout.name(cell), solve(grid).solution.digits[cell]
    expect(page.locator("#hint-title")).to_have_text("From the solution")
    expect(page.locator("#hint-text")).to_contain_text(f"Taken from the solution, not deduced: {name} is {digit}.")
    page.click("#hint-do")
    player.shows(name, str(digit))


def test_arrow_runs_from_mark_to_mark(player: Any) -> None:
    player.open(POINTING).page.click("#candidates")
    player.press("?")
    expect(player.page.locator("#hint-card")).to_be_visible()
    player.press("?", "?")
    shaft = player.page.locator(".overlay .shaft").bounding_box()
    mark = player.cell("r8c1").locator(".drop").bounding_box()
    assert abs(shaft["y"] + shaft["height"] / 2 - mark["y"] - mark["height"] / 2) < 3  # at the height of the 3s
    assert shaft["x"] > mark["x"] + mark["width"]  # and ends before the mark


def test_whole_hint_has_a_legend_of_what_is_drawn(player: Any) -> None:
    player.open(POINTING).page.click("#candidates")
    player.page.click("#hint")
    expect(player.page.locator("#hint-key")).to_be_hidden()  # nothing is drawn yet but the unit
    for _ in range(2):
        player.page.click("#hint-more")
    legend = player.page.locator("#hint-legend li")
    expect(legend).to_have_text(
        ["5Places of the digit", "Belong together", "Rules it out", "Base unit", "Cover unit", "5Removed"]
    )
    expect(legend.first).to_be_visible()
    shape = legend.first.locator(".mark-key").evaluate("key => getComputedStyle(key).outlineStyle")
    assert shape == "solid"  # its styles came with it
    player.press("Escape")
    expect(player.page.locator("#hint-key")).to_be_hidden()


def test_legend_of_a_hint_is_folded_on_a_phone(player: Any) -> None:
    player.page.set_viewport_size({"width": 390, "height": 844})
    player.open(POINTING).page.click("#candidates")
    player.page.click("#hint")
    for _ in range(2):
        player.page.click("#hint-more")
    expect(player.page.locator("#hint-text")).to_be_visible()
    expect(player.page.locator("#hint-legend li").first).to_be_hidden()
    player.page.click("#hint-key summary")
    expect(player.page.locator("#hint-legend li").first).to_be_visible()
    expect(player.page.locator("#hint-do")).to_be_in_viewport()


NESTED = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"


def test_forcing_chain_has_a_line_for_each_deduction(player: Any) -> None:
    player.open(NESTED)
    _whole(player)
    lines = player.page.locator("#hint-text > .deduction")
    expect(lines.first).to_contain_text("Suppose")
    expect(lines.last).to_contain_text("That is a contradiction, so")
    tops = lines.evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    assert tops == sorted(set(tops))  # one below the other
    assert lines.nth(1).evaluate("one => parseFloat(getComputedStyle(one).paddingLeft)") > lines.first.evaluate(
        "one => parseFloat(getComputedStyle(one).paddingLeft)"
    )
