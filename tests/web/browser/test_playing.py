"""The play page from the first visit to the solved puzzle."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from running import BOX_CLASH, PROPER, SOLUTION, TWO

expect = pytest.importorskip("playwright.sync_api").expect


def _fill(player: Any, leave: int = 0) -> None:
    """Type the solution into the empty cells."""
    empty = [cell for cell in range(81) if PROPER[cell] == "."]
    for cell in empty[: len(empty) - leave]:
        player.click(f"r{cell // 9 + 1}c{cell % 9 + 1}")
        player.press(SOLUTION[cell])


def test_first_visit_to_solved_puzzle_and_statistics(page: Any, own_server: Any, player_at: Any) -> None:
    page.goto(own_server.address)
    player = player_at(page, own_server)
    player.says("Welcome")
    player.shows("r1c1", "5, clue")
    _fill(player)
    player.says("Solved in 0:")
    page.click("#statistics")
    expect(page.locator("#statistics-table tbody tr")).to_have_text(re.compile(r"9×9Gentle110:\d\d0:\d\d"))


def test_new_puzzle_with_keyboard_only(player: Any) -> None:
    player.open()
    player.page.locator("#new").focus()
    player.press("Enter")
    expect(player.page.locator("[name=new-level]:checked")).to_be_focused()
    player.page.get_by_role("button", name="Create").focus()
    player.press("Enter")
    player.says("Good luck!")
    empty = player.page.locator('.cell[aria-label^="empty, row"]').first
    empty.focus()
    player.press("Control+Digit1")
    expect(player.page.locator('.cell[aria-label*="centre marks 1,"]')).to_have_count(1)


@pytest.mark.parametrize(("size", "extra"), [("4", ""), ("6", ""), ("9", "+diagonals"), ("9", "+windows"), ("16", "")])
def test_new_puzzles_of_other_sizes_and_layouts(player: Any, size: str, extra: str) -> None:
    player.open().page.click("#new")
    for choice in (f"size-{size}", f"layout-{extra or 'classic'}", "level-any"):
        player.page.locator(f'[id="new-{choice}"]').check()
    player.page.get_by_role("button", name="Create").click()
    player.says("Good luck!")
    expect(player.page.locator(".cell")).to_have_count(int(size) ** 2)
    expect(player.page.locator("#keypad [data-digit]")).to_have_count(int(size))
    expect(player.page.locator(".overlay .diagonal")).to_have_count(2 if "diagonals" in extra else 0)
    expect(player.page.locator(".cell.tint-1")).to_have_count(36 if "windows" in extra else 0)
    player.choose("solve")
    expect(player.page.locator("#progress")).to_have_text("")


def test_letters_enter_digits_on_large_boards(player: Any) -> None:
    player.open("-".join(["0"] * 255 + ["16"]), "16")
    player.click("r1c1")
    player.press("c")
    player.shows("r1c1", "C")
    player.shows("r16c16", "G, clue")


def test_jigsaw_shows_its_boxes(player: Any) -> None:
    player.open("." * 25, "jigsaw:AAABBAACBBDCCCBDDCEEDDEEE")
    expect(player.cell("r1c3")).to_have_attribute("data-edges", "t r b")
    player.shows("r3c3", "empty, row 3 column 3, box 3")


def test_peers_equal_digits_and_clashes_are_shown(player: Any) -> None:
    player.open().click("r1c3")
    player.has_class("r9c3", "peer")
    player.has_class("r9c4", "peer", has=False)
    player.press("5")
    player.has_class("r8c9", "same")
    player.has_class("r1c1", "clash")
    expect(player.cell("r1c3")).to_have_attribute("aria-invalid", "true")
    player.shows("r1c3", "5, clashes")


def test_candidates_can_be_filled_edited_and_undone(player: Any) -> None:
    player.open().page.click("#candidates")
    player.shows("r1c3", "centre marks 1 2 4")
    player.shows("r1c4", "centre marks 2 6")
    player.click("r1c3")
    player.press("Control+Digit4")
    player.shows("r1c3", "centre marks 1 2")
    player.press("2")
    player.shows("r1c4", "centre marks 6")
    player.press("Control+z")
    player.shows("r1c4", "centre marks 2 6")
    player.shows("r1c3", "centre marks 1 2")


def test_check_marks_wrong_digits_with_a_shape(player: Any) -> None:
    player.open().click("r1c3")
    player.press("1")  # wrong, but does not clash
    player.page.click("#check")
    player.says("There are mistakes. 1 wrong digit is marked")
    player.has_class("r1c3", "wrong")
    shape = player.cell("r1c3").evaluate("cell => getComputedStyle(cell, '::after').content")
    assert shape == '""'


def test_check_on_4x4_counts_errors_per_unit_kind(player: Any) -> None:
    player.open("..4.1......3.1..", "4").click("r1c1")
    player.press("4")
    player.page.click("#check")
    player.says("Errors: row 1, column 0, box 0")


def test_hints_reveal_more_and_can_be_applied(player: Any) -> None:
    player.open().page.click("#hint")
    card = player.page.locator("#hint-card")
    expect(card).to_contain_text("Look at")
    expect(player.page.locator(".overlay .outline")).not_to_have_count(0)
    player.page.click("#hint-more")
    expect(card.locator("h2")).to_contain_text("single")
    player.page.click("#hint-more")
    player.page.click("#hint-do")
    expect(card).to_be_hidden()
    expect(player.page.locator("#progress")).to_have_text("50 cells left")


def test_hint_reports_a_mistake(player: Any) -> None:
    player.open().click("r1c3")
    player.press("1", "?")
    expect(player.page.locator("#hint-title")).to_have_text("There is a mistake")


def test_solve_and_undo(player: Any) -> None:
    player.open().choose("solve")
    player.says("Solved by")
    player.has_class("r1c3", "solver")
    player.shows("r1c3", "4, by the solver")
    player.press("Control+z")
    player.shows("r1c3", "empty")


def test_solve_reports_a_clash(player: Any) -> None:
    player.open(BOX_CLASH).choose("solve")
    player.says("This can’t be solved: 1 appears twice in box 2 (r1c4, r2c5)")


def test_restart_keeps_clues_and_can_be_undone(player: Any) -> None:
    player.open().click("r1c3")
    player.press("4")
    player.choose("restart")
    player.shows("r1c3", "empty")
    player.shows("r1c1", "5, clue")
    player.press("Control+z")
    player.shows("r1c3", "4")


def test_enter_your_own_on_an_empty_board(player: Any) -> None:
    player.open("..4.1......3.1..", "4").choose("empty")
    for cell, digit in (("r1c3", "4"), ("r2c1", "1"), ("r3c4", "3"), ("r4c2", "1")):
        player.click(cell)
        player.press(digit)
    player.page.click("#start")
    player.says("This puzzle has exactly one solution.")
    player.shows("r1c3", "4, clue")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (PROPER, ""),
        ("\n".join(PROPER[i : i + 9] for i in range(0, 81, 9)), ""),
        (TWO, "several solutions"),
        ("53..7", "read 5 cells"),
        ("", "Paste a puzzle or choose a file first."),
    ],
)
def test_paste_in_the_dialog(player: Any, text: str, message: str) -> None:
    player.open().choose("enter")
    player.page.fill("#read-text", text)
    player.page.get_by_role("button", name="Open", exact=True).click()
    player.says(message or "Opened.")


def test_paste_on_the_board(player: Any) -> None:
    player.open("..4.1......3.1..", "4")
    player.page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData("text", text);
            document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true}));
        }""",
        PROPER,
    )
    expect(player.page.locator(".cell")).to_have_count(81)


def test_file_with_several_puzzles_offers_a_choice(player: Any, tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    file.write_text(f"{PROPER}\n{SOLUTION[:80]}.\n")
    player.open("..4.1......3.1..", "4").choose("enter")
    player.page.set_input_files("#read-file", file)
    player.page.get_by_role("button", name="Open", exact=True).click()
    player.page.get_by_role("button", name="Puzzle 1").click()
    player.shows("r1c1", "5, clue")


def test_link_contains_the_game(
    player: Any, new_page: Callable[..., Any], player_at: Callable[..., Any], server: Any
) -> None:
    player.open().click("r1c3")
    player.press("4", "ArrowRight", "Control+Digit6")
    player.choose("share")
    link = player.page.locator("#share-link").input_value()
    assert "#game=" in link
    friend = player_at(new_page(), server)
    friend.page.goto(link)
    friend.shows("r1c3", "4")
    friend.shows("r1c4", "centre marks 6")


def test_save_game_as_a_file_and_open_it(player: Any, tmp_path: Path) -> None:
    player.open().click("r1c3")
    player.press("4")
    player.choose("export")
    with player.page.expect_download() as download:
        player.page.get_by_role("button", name="Save").click()
    download.value.save_as(tmp_path / "game.json")
    assert json.loads((tmp_path / "game.json").read_text())["placed"] == {"r1c3": 4}
    player.page.get_by_role("button", name="Close").click()
    player.open("..4.1......3.1..", "4").choose("enter")
    player.page.set_input_files("#read-file", tmp_path / "game.json")
    player.page.get_by_role("button", name="Open", exact=True).click()
    player.shows("r1c3", "4")


def test_print_shows_only_the_board(player: Any) -> None:
    player.open().page.emulate_media(media="print")
    expect(player.page.locator(".dock")).to_be_hidden()
    expect(player.page.locator(".top")).to_be_hidden()
    expect(player.page.locator(".frame")).to_be_visible()


def test_pause_hides_the_digits_and_stops_the_clock(player: Any) -> None:
    player.page.clock.install()
    player.open().page.click("#pause")
    expect(player.cell("r1c1").locator(".digit")).to_be_hidden()
    before = player.page.locator("#clock").inner_text()
    player.page.clock.run_for(1200)
    assert player.page.locator("#clock").inner_text() == before
    player.page.click("#resume")
    expect(player.cell("r1c1").locator(".digit")).to_be_visible()


PAIRS = (
    "ink on paper, entry on paper, entry on selected, entry on peer, entry on same, ink on selected, soft on paper,"
    " solver on paper, bad on bad-tint, on-accent on accent, good on ground, bad on ground, soft on ground"
)


def test_themes_have_enough_contrast(player: Any) -> None:
    """At least 4.5 to 1 for digits and marks, in both palettes."""
    player.open().page.click("#settings")
    for theme, palette in product(("light", "dark", "contrast"), ("standard", "colour-blind")):
        player.page.select_option("#set-theme", theme)
        player.page.select_option("#set-palette", palette)
        for words, ground in (pair.split(" on ") for pair in re.split(r",\s*", PAIRS)):
            assert _contrast(player.page, words, ground) >= 4.5, (theme, palette, words, ground)


def _contrast(page: Any, words: str, ground: str) -> float:
    def light(name: str) -> float:
        text = page.evaluate(
            "name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim()", name
        )
        digits = text.lstrip("#")
        digits = "".join(c * 2 for c in digits) if len(digits) == 3 else digits
        parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dim = sorted((light(words), light(ground)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)
