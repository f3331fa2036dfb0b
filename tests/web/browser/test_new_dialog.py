"""The dialog for a new puzzle: levels with what they need, pictures of sizes and layouts, jigsaws, progress, Cancel."""

from __future__ import annotations

import re
from typing import Any

import pytest
from drawn import wait_for_board

from ninefold import Grid, explain

expect = pytest.importorskip("playwright.sync_api").expect


def test_levels_say_what_they_need_and_tiles_are_drawn(player: Any) -> None:
    player.open().page.click("#new")
    dialog = player.page.get_by_role("dialog")
    levels = player.page.evaluate("fetch('/api/about').then((answer) => answer.json())")
    known = player.page.evaluate("import('/static/common/dom.js').then(({ LEVELS }) => ['any', ...LEVELS])")
    assert known == levels["levels"]  # the page knows their order before the server answers
    for level in levels["levels"]:
        dialog.locator(f"#new-level-{level}").check()
        expect(dialog.locator("#new-needs")).to_have_text(levels["level_notes"][level])
    for group, count in (("Size", 5), ("Layout", 5)):
        expect(dialog.get_by_role("group", name=group).locator("svg.thumb")).to_have_count(count)
    expect(dialog.get_by_role("group", name="Level").locator("svg")).not_to_have_count(0)
    expect(dialog.locator("#new-seed")).to_be_hidden()
    dialog.get_by_text("Advanced").click()
    expect(dialog.locator("#new-seed")).to_be_visible()
    dialog.get_by_role("radio", name="6×6").check()
    expect(dialog.get_by_role("radio", name="Windows")).to_be_disabled()  # 6×6 has no square boxes


def test_new_jigsaw_has_tinted_regions(player: Any) -> None:
    page = player.open().page
    page.click("#new")
    page.check("#new-level-any")
    page.check("#new-size-6")
    page.check("#new-layout-jigsaw")
    page.get_by_role("button", name="Create").click()
    expect(page.locator("#title")).to_contain_text("6×6 jigsaw", timeout=30_000)
    player.says("Good luck!")
    wait_for_board(page)
    tints = page.locator("#board .cell").evaluate_all("all => all.map(one => /tint-\\d/.exec(one.className)?.[0])")
    assert len(set(tints)) >= 2  # neighbours differ; two tints can be enough


def test_slow_creation_shows_its_time_and_can_be_cancelled(player: Any) -> None:
    page = player.open().page
    page.route("**/api/jobs/*/events", lambda route: None)  # as slow as can be: it never answers
    page.click("#new")
    page.check("#new-level-hard")
    page.check("#new-size-25")
    page.get_by_role("button", name="Create").click()
    expect(page.locator("#new-busy progress")).to_be_visible()
    expect(page.locator("#new-busy")).to_contain_text("Creating a puzzle…")
    expect(page.locator("#new-cancel")).to_be_focused()
    with page.expect_response(lambda answer: answer.request.method == "DELETE"):
        page.click("#new-cancel")
    expect(page.get_by_role("button", name="Create")).to_be_visible()
    expect(page.locator("#board .cell")).to_have_count(81)


def test_ratings_can_be_demanded_and_the_nearest_puzzle_is_offered(player: Any) -> None:
    page = player.open().page
    page.click("#new")
    page.get_by_text("Advanced").click()
    page.check("#new-size-16")
    expect(page.locator("#new-er-from")).to_be_disabled()
    page.check("#new-size-9")
    page.check("#new-level-easy")
    page.fill("#new-er-from", "7")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("dialog")).to_contain_text("Easy puzzles have an ER of at most 2.3")
    page.check("#new-level-any")
    page.fill("#new-er-from", "11.8")
    page.get_by_role("button", name="Create").click()
    expect(page.locator("#new-busy")).to_contain_text("attempts", timeout=20_000)
    page.click("#new-cancel")
    expect(page.locator("#new-nearest")).to_contain_text(re.compile(r"Nearest of \d+ attempts: \d+ clues, .*rating \d"))
    page.click("#new-open-nearest")
    expect(page.get_by_role("dialog")).to_have_count(0)
    player.says("Good luck!")


def test_create_is_in_view_on_a_phone(new_page: Any, server: Any, player_at: Any) -> None:
    page = new_page(viewport={"width": 390, "height": 664}, has_touch=True, is_mobile=True)
    player_at(page, server).open().press_button("menu-new")
    button = page.get_by_role("button", name="Create").bounding_box()
    assert button["y"] + button["height"] <= 664
    assert page.locator(".new-level label").first.bounding_box()["height"] >= 44


def test_technique_to_practise_is_needed(player: Any) -> None:
    page = player.open().page
    page.click("#new")
    page.check("#new-size-16")
    expect(page.locator("#new-technique")).to_be_disabled()
    page.check("#new-size-9")
    page.select_option("#new-technique", "XY-wing")
    expect(page.locator("#new-needs")).to_have_text("It needs XY-wing, and nothing harder.")
    expect(page.locator("#new-level-hard")).to_be_disabled()  # the technique decides
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("dialog")).to_have_count(0, timeout=30_000)
    player.says("Good luck!")
    clues = page.evaluate("import('/static/play/state.js').then(({ state }) => state.game.clues)")
    techniques = [step.technique.name for step in explain(Grid("".join(map(str, clues))))]
    assert "XY-wing" in techniques
