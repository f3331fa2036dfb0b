"""Statistics and saved games: listed, and deleted only after a confirmation."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api").expect

OUTCOME = {"when": "2025-01-01T10:00:00Z", "layout": "9", "level": "easy", "seconds": 300, "hints": 0, "solver": False}


@pytest.fixture
def player(page: Any, own_server: Any, player_at: Callable[..., Any]) -> Any:
    return player_at(page, own_server)


def test_deleting_statistics_needs_confirmation(player: Any) -> None:
    player.open().page.evaluate("one => localStorage.setItem('ninefold.results', JSON.stringify([one]))", OUTCOME)
    dialog = player.page.get_by_role("dialog")
    player.page.click("#statistics")
    dialog.get_by_role("button", name="Delete all").click()
    expect(dialog).to_contain_text("Delete all statistics?")
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    player.press("Enter")
    expect(dialog.get_by_role("button", name="Delete all")).to_be_focused()
    player.press("Escape")
    player.page.click("#statistics")
    expect(dialog.locator("tbody tr")).to_have_count(1)
    for _ in range(2):
        dialog.get_by_role("button", name="Delete all").click()
    expect(dialog).to_have_count(0)
    player.page.click("#statistics")
    expect(dialog).to_contain_text("Nothing solved yet.")


def test_own_times_are_off_until_switched_on(player: Any) -> None:
    player.open()
    dialog = player.page.get_by_role("dialog")
    player.page.click("#statistics")
    box = dialog.get_by_label("Keep my times")
    expect(box).not_to_be_checked()
    expect(dialog.get_by_role("button", name="Export CSV")).to_be_hidden()
    box.check()
    expect(dialog).to_contain_text("compared with yours after 5")
    row = {**OUTCOME, "puzzle": "", "minutes": 4.0}
    player.page.evaluate(
        "row => localStorage.setItem('ninefold.times', JSON.stringify({on: true, rows: Array(5).fill(row)}))", row
    )
    player.press("Escape")
    player.page.click("#statistics")
    expect(box).to_be_checked()
    expect(dialog).to_contain_text("5 puzzles: you take 1.25 times the rating's minutes")
    with player.page.expect_download() as download:
        dialog.get_by_role("button", name="Export CSV").click()
    assert download.value.suggested_filename == "times.csv"


def test_games_are_distinguishable_and_deleting_needs_confirmation(player: Any) -> None:
    player.page.clock.install()
    for digits in ("4", "46"):
        player.open().shows("r1c3", "empty")
        player.click("r1c3")
        with player.page.expect_response(lambda answer: answer.request.method == "PUT"):
            for digit in digits:
                player.press(digit, "ArrowRight")
            player.pass_time(1000)  # more than the page waits after the last move
    player.page.click("#games")
    dialog = player.page.get_by_role("dialog")
    rows = dialog.get_by_role("listitem")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("4% filled")  # 2 of 51 cells
    expect(rows.nth(0)).to_contain_text("today")
    expect(rows.nth(1)).to_contain_text("2% filled")
    expect(rows.nth(1).locator(".thumb .cell.clue .digit")).to_have_count(30)
    expect(rows.nth(1).locator(".thumb .cell.entry .digit")).to_have_count(1)
    rows.nth(1).get_by_role("button", name="Delete").click()
    expect(rows.nth(1)).to_contain_text(re.compile("Delete (Gentle )?9×9"))  # it may be rated by then
    rows.nth(1).get_by_role("button", name="Cancel").click()
    expect(rows.nth(1).get_by_role("button", name="Delete")).to_be_focused()
    for _ in range(2):
        rows.nth(1).get_by_role("button", name="Delete").click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("4% filled")
