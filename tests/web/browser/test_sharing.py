"""Links: every kind is read by page, dialog and server; links for other programs work there."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from running import PROPER

from ninefold.formats.files import read_text
from ninefold.formats.own import link_of

expect = pytest.importorskip("playwright.sync_api").expect
KINDS = ["p", "game", "puzzle"]


def _links(player: Any) -> dict[str, str]:
    """Links of each kind to the same game."""
    player.open().click("r1c3")
    player.press("4")
    player.choose("share")
    whole = player.page.locator("#share-link").input_value()
    player.page.get_by_label("Include my entries").uncheck()
    bare = player.page.locator("#share-link").input_value()
    player.page.get_by_role("button", name="Close").click()
    [puzzle] = read_text(whole)
    return {"p": f"{player.address}/{link_of(puzzle)}", "game": whole, "puzzle": bare}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", ["address", "dialog", "dialog, without the server"])
def test_every_kind_of_link_opens(player: Any, kind: str, way: str) -> None:
    link = _links(player)[kind]
    assert f"#{kind}=" in link
    player.open("..4.1......3.1..", "4")
    if way == "address":
        player.page.goto(link)
        player.says("Opened from a link.")
    else:
        if "without" in way:
            player.page.route("**/api/**", lambda route: route.abort())
        player.choose("enter")
        player.page.fill("#read-text", link)
        player.page.get_by_role("button", name="Open", exact=True).click()
        player.says("Opened.")
    player.shows("r1c1", "5, clue")
    player.shows("r1c3", "empty" if kind == "puzzle" else "4")


def test_local_link_is_labelled_and_others_are_offered(
    new_page: Callable[..., Any], server: Any, player_at: Callable[..., Any]
) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    player = player_at(page, server).open()
    player.click("r1c3")
    player.press("4")
    player.choose("share")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("This link works on this machine only")
    for name, start in (("SudokuPad", "https://sudokupad.app/"), ("f-puzzles", "https://www.f-puzzles.com/")):
        dialog.get_by_role("button", name=f"Copy {name} link").click()
        expect(dialog.get_by_role("alert")).to_contain_text(re.compile(f"{name} link copied", re.IGNORECASE))
        link = page.evaluate("navigator.clipboard.readText()")
        assert link.startswith(start)
        [puzzle] = read_text(link)
        assert puzzle.clues.line == PROPER


def test_dialog_shows_errors_of_other_links(player: Any) -> None:
    player.page.route("**/api/export", lambda route: route.abort())
    player.open().choose("share")
    dialog = player.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Copy SudokuPad link").click()
    expect(dialog.get_by_role("alert")).to_contain_text("The server does not answer")
