"""Every keyboard shortcut, mouse and touch on the real board."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api").expect


def test_arrows_move_and_wrap_and_shift_or_control_extend(player: Any) -> None:
    player.open().click("r1c1")
    player.press("ArrowLeft")
    player.has_class("r1c9", "focus")
    player.press("ArrowDown", "Shift+ArrowDown", "Control+ArrowLeft")
    player.selected(3)
    player.has_class("r3c8", "selected")
    assert player.page.evaluate("document.activeElement.dataset.cell") == str(2 * 9 + 7)


def test_digit_keys_place_and_remove(player: Any) -> None:
    player.open().click("r1c3")
    player.press("4")
    player.shows("r1c3", "4")
    player.press("Numpad4")
    player.shows("r1c3", "empty")


def test_clues_cannot_be_changed(player: Any) -> None:
    player.open().click("r1c1")
    player.press("4", "Backspace")
    player.shows("r1c1", "5, clue")
    expect(player.cell("r1c1")).to_have_attribute("aria-readonly", "true")


def test_modifiers_enter_marks_and_colours(player: Any) -> None:
    player.open().click("r1c3")
    player.page.keyboard.down("Shift")
    expect(player.page.locator("#mode-corner")).to_have_attribute("aria-pressed", "true")
    player.page.keyboard.up("Shift")
    expect(player.page.locator("#mode-digit")).to_have_attribute("aria-pressed", "true")
    player.press("Shift+Digit1", "Control+Digit2", "Control+Digit4", "Control+Shift+Digit3")
    player.shows("r1c3", "empty, centre marks 2 4, corner marks 1, colour 3")


def test_letters_choose_the_mode(player: Any) -> None:
    player.open()
    for key, mode in (("x", "corner"), ("c", "centre"), ("v", "colour"), ("z", "digit")):
        player.press(key)
        expect(player.page.locator(f"#mode-{mode}")).to_have_attribute("aria-pressed", "true")


def test_space_cycles_through_the_modes(player: Any) -> None:
    player.open().click("r1c3")
    player.press("Space", "1", "Space", "2", "Space", "3", "Space", "4")
    player.shows("r1c3", "4, colour 3")
    player.press("Backspace")
    player.shows("r1c3", "empty, centre marks 2, corner marks 1, colour 3")


def test_clear_removes_digit_then_marks_then_colour(player: Any) -> None:
    player.open().click("r1c3")
    for key in ("Backspace", "Delete", "0"):
        player.press("Control+Shift+Digit3", "Control+Digit1", "4", key)
        player.shows("r1c3", "empty, centre marks 1, colour 3")
        player.press(key)
        player.shows("r1c3", "empty, colour 3")
        player.press(key)
        player.shows("r1c3", "empty")


def test_undo_and_redo(player: Any) -> None:
    player.open().click("r1c3")
    player.press("4", "1", "Control+z")
    player.shows("r1c3", "4")
    player.press("Control+z", "Control+z")
    player.shows("r1c3", "empty")
    player.press("Control+y", "Control+Shift+z")
    player.shows("r1c3", "1")


def test_selecting_by_drag_control_click_double_click_all_and_none(player: Any) -> None:
    player.open()
    player.drag("r1c1", "r1c4")
    player.selected(4)
    player.click("r5c5", "Control")
    player.selected(5)
    player.click("r5c5", "Control")
    player.selected(4)
    player.cell("r1c1").dblclick()
    player.selected(3)  # the three fives
    player.press("Control+a")
    player.selected(81)
    player.press("Escape")
    player.selected(0)


def test_mark_is_added_to_all_or_removed_from_all(player: Any) -> None:
    player.open().click("r1c3")
    player.press("Control+Digit1")
    player.drag("r1c3", "r1c4")
    player.press("Control+Digit1")
    player.shows("r1c3", "centre marks 1")
    player.shows("r1c4", "centre marks 1")
    player.press("Control+Digit1")
    player.shows("r1c3", "empty")


def test_command_keys(player: Any) -> None:
    player.open().click("r1c3")
    player.press("Enter")
    player.says("No mistakes so far; 51 cells left.")
    player.press("?")
    expect(player.page.locator("#hint-card")).to_be_visible()
    player.press("p")
    expect(player.page.locator("#curtain")).to_be_visible()
    player.press("4")
    player.shows("r1c3", "hidden")
    player.press("p")
    player.shows("r1c3", "empty")
    player.press("F1")
    expect(player.page.get_by_role("dialog")).to_contain_text("Ctrl + Shift + digit")


def test_wasd_moves_if_enabled(player: Any) -> None:
    player.open().page.click("#settings")
    player.page.get_by_label("Move with W A S D too").check()
    player.page.get_by_role("button", name="Close").click()
    player.click("r5c5")
    player.press("w", "d")
    player.has_class("r4c6", "focus")


def test_digit_first(player: Any) -> None:
    player.open().page.click("#settings")
    player.page.get_by_label(re.compile("Digit first")).check()
    player.page.get_by_role("button", name="Close").click()
    player.page.locator('#keypad [data-digit="4"]').click()
    player.click("r1c3")
    player.click("r1c4")
    player.shows("r1c3", "4")
    player.shows("r1c4", "4, clashes")


def _fast_drag(player: Any, *names: str) -> None:
    """A drag with events at these cells only."""
    player.cell(names[0]).hover()
    player.page.mouse.down()
    for name in names[1:]:
        box = player.cell(name).bounding_box()
        player.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    player.page.mouse.up()


def test_fast_drag_skips_no_cell(player: Any) -> None:
    player.open()
    _fast_drag(player, "r4c1", "r4c5", "r4c9")
    player.selected(9)
    _fast_drag(player, "r1c1", "r9c9")
    player.has_class("r5c5", "selected")
    player.has_class("r1c9", "selected", has=False)


def test_digit_first_drag_enters_the_digit(player: Any) -> None:
    player.open().page.click("#settings")
    player.page.get_by_label(re.compile("Digit first")).check()
    player.page.get_by_role("button", name="Close").click()
    player.page.locator('#keypad [data-digit="4"]').click()
    player.press("x")
    _fast_drag(player, "r1c3", "r1c9")
    for cell in ("r1c3", "r1c4", "r1c6", "r1c9"):
        player.shows(cell, "corner marks 4")
    player.shows("r1c5", "7, clue")
    _fast_drag(player, "r1c9", "r1c6")
    player.shows("r1c9", "empty")
    player.shows("r1c6", "empty")
    player.shows("r1c4", "corner marks 4")
    player.press("z")
    _fast_drag(player, "r1c3", "r1c4")
    player.shows("r1c3", "4, clashes")
    player.shows("r1c4", "4, clashes")


def test_touch_drags_over_cells_and_presses_keys(
    new_page: Callable[..., Any], server: Any, player_at: Callable[..., Any]
) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    player = player_at(page, server).open()
    player.cell("r1c3").tap()
    page.locator('#keypad [data-digit="4"]').tap()
    player.shows("r1c3", "4")
    for button in page.locator(".dock button:visible").all():
        box = button.bounding_box()
        assert box["height"] >= 44, button.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    keypad = page.locator("#keypad").bounding_box()
    assert keypad["y"] + keypad["height"] <= 844  # in reach without scrolling
    start, end = player.cell("r2c2").bounding_box(), player.cell("r2c3").bounding_box()
    session = page.context.new_cdp_session(page)
    for kind, box in (("touchStart", start), ("touchMove", end), ("touchEnd", None)):
        points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}] if box else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    player.selected(2)
