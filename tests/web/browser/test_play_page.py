"""The play page as a whole: marks in place, focus, space for words, order of controls, every screen, first load."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api").expect

# All singles are placed; box 8 then has its 3 in row 8, which removes it from r8c1 and r8c3.
POINTING = "1.27...838..3....1.3..1..75.....613.28.1..7...614.785..2..71.9..1....52779...4318"
PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
WIDE = ((1280, 720), (1366, 768), (1920, 1080), (2560, 1440))

# The place of each mark in its cell, in hundredths of the cell.
PLACES = """() => [...document.querySelectorAll("#board .cell")].map((cell) => {
    const box = cell.getBoundingClientRect();
    return Object.fromEntries([...cell.querySelectorAll("[data-digit]")].map((mark) => {
        const at = mark.getBoundingClientRect();
        const share = (part, whole) => Math.round((100 * part) / whole);
        const [x, y] = [at.x + at.width / 2 - box.x, at.y + at.height / 2 - box.y];
        return [mark.dataset.digit, [share(x, box.width), share(y, box.height)]];
    }));
})"""


def _whole_hint(player: Any) -> None:
    player.press("?")
    expect(player.page.locator("#hint-card")).to_be_visible()
    player.press("?", "?")
    expect(player.page.locator("#hint-more")).to_be_hidden()


# --- 1: candidates in place ----------------------------------------------------------------------


def test_each_candidate_keeps_its_place(player: Any) -> None:
    player.open(POINTING).page.click("#candidates")
    expect(player.cell("r8c1").locator(".places > span")).to_have_text(["3", "4", "6"])
    before = player.page.evaluate(PLACES)
    for digit in range(1, 10):  # the same place in every cell, but for the thickness of its lines
        places = [cell[str(digit)] for cell in before if str(digit) in cell]
        assert all(max(abs(x - places[0][0]), abs(y - places[0][1])) <= 3 for x, y in places), digit
    _whole_hint(player)
    expect(player.cell("r8c1").locator(".drop")).to_have_text("3")  # struck out in place
    assert player.page.evaluate(PLACES) == before
    player.press("Escape")
    player.click("r1c1")  # highlights all marks of 1
    assert player.page.evaluate(PLACES) == before


def test_centre_marks_of_the_player_wrap_evenly(player: Any) -> None:
    player.open().click("r1c3")
    player.press(*(f"Control+Digit{digit}" for digit in range(1, 7)))
    rows = (
        player.cell("r1c3")
        .locator(".centre > span")
        .evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().y))")
    )
    assert [rows.count(row) for row in sorted(set(rows))] == [3, 3]
    player.press_button("settings")
    player.page.select_option("#set-inPlace", "always")
    player.press("Escape")
    expect(player.cell("r1c3").locator(".places > span")).to_have_count(6)


def test_candidates_of_the_focused_cell_are_large_on_large_boards(player: Any) -> None:
    player.open("-".join(["0"] * 255 + ["16"]), "16")
    player.page.click("#candidates")
    player.click("r1c1")
    large = player.page.locator("#large")
    expect(large.locator("span:not(.off)")).to_have_count(16)
    assert large.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 16
    player.click("r16c1")  # it sees the 16
    expect(large.locator("span:not(.off)")).to_have_count(15)


def test_diagonals_do_not_strike_through_candidates(player: Any) -> None:
    player.open("." * 81, "9+diagonals").page.click("#candidates")
    mark = player.cell("r5c5").locator(".places > span").nth(4)
    assert "radial-gradient" in mark.evaluate("one => getComputedStyle(one).backgroundImage")  # it interrupts the line
    assert player.page.locator(".overlay.under").evaluate("one => getComputedStyle(one).zIndex") == "1"
    assert mark.evaluate("one => getComputedStyle(one.parentElement).zIndex") == "2"


def test_candidates_pressed_again_keep_what_was_removed(player: Any) -> None:
    player.open().page.click("#candidates")
    player.click("r1c3")
    player.press("Control+Digit4")
    player.page.click("#candidates")
    player.says("Those you removed stay removed.")
    player.shows("r1c3", "centre marks 1 2")
    player.page.get_by_role("button", name="Fill all again").click()
    player.shows("r1c3", "centre marks 1 2 4")


# --- 2: focus ------------------------------------------------------------------------------------


def test_clicks_leave_the_focus_on_the_board(player: Any) -> None:
    page = player.open().page
    player.click("r1c3")
    page.click('#keypad [data-digit="4"]')
    player.press("Space")  # the next mode, not the key once more
    player.shows("r1c3", "4")
    expect(page.locator("#mode-corner")).to_have_attribute("aria-pressed", "true")
    for button in (
        "undo",
        "redo",
        "candidates",
        "mode-digit",
        "pause",
        "resume",
        "hint",
        "hint-close",
        "level",
        "rating-close",
        "puzzle",
        "puzzle",
    ):
        page.click(f"#{button}")
        expect(player.cell("r1c3")).to_be_focused()
    player.choose("restart")
    expect(player.cell("r1c3")).to_be_focused()
    player.press_button("settings")
    expect(page.get_by_role("dialog")).to_be_visible()
    player.press("Escape")
    expect(player.cell("r1c3")).to_be_focused()


def test_focus_ring_is_whole_over_every_state(player: Any) -> None:
    player.open().click("r1c3")
    player.press("5", "Control+Shift+Digit1", "Shift+ArrowRight")  # clash, colour, selection
    ring, board = player.page.locator(".pointer"), player.page.locator(".frame")
    for cell in ("r1c3", "r1c4", "r1c9", "r9c9", "r9c1"):
        while player.page.evaluate("document.activeElement.dataset.cell") != str(
            9 * (int(cell[1]) - 1) + int(cell[3]) - 1
        ):
            player.press(
                "ArrowRight"
                if player.cell(cell).evaluate("one => document.activeElement.ariaColIndex !== one.ariaColIndex")
                else "ArrowDown"
            )
        style = ring.evaluate(
            """one => {
                const style = getComputedStyle(one);
                const widths = [style.borderTopWidth, style.outlineWidth].map(parseFloat);
                return [style.borderTopStyle, ...widths, style.zIndex];
            }"""
        )
        assert style[0] == "solid"
        assert style[1] >= 3
        assert style[2] >= 2
        assert style[3] == "4"
        inner, outer = ring.bounding_box(), player.cell(cell).bounding_box()
        assert abs(inner["x"] - outer["x"]) <= 2
        assert abs(inner["y"] - outer["y"]) <= 2
    assert board.evaluate("one => getComputedStyle(one).overflow") == "visible"  # nothing cuts it off at the edge


def test_menu_with_the_keyboard(player: Any) -> None:
    player.open().page.locator("#puzzle").focus()
    player.press("Enter")
    expect(player.page.locator("#reasoning")).to_be_focused()  # New is beside the menu
    player.press("ArrowUp")
    expect(player.page.locator("#shortcuts")).to_be_focused()
    player.press("Escape")
    expect(player.page.locator("#puzzle")).to_be_focused()
    expect(player.page.locator("#puzzle-menu")).to_be_hidden()


# --- 3: space for words --------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1280, 720), (390, 664)])
def test_words_never_move_the_board(new_page: Any, server: Any, player_at: Any, size: tuple[int, int]) -> None:
    page = new_page(**PHONE | {"viewport": {"width": size[0], "height": size[1]}})
    player = player_at(page, server).open()
    frame = page.locator("#board .frame")
    before = frame.bounding_box()
    page.locator("#check").tap()
    player.says("No mistakes so far")
    assert frame.bounding_box() == before
    page.locator("#hint").tap()
    card = page.locator("#hint-card")
    for _ in range(2):
        page.locator("#hint-more").tap()
    expect(page.locator("#hint-do")).to_be_visible()
    assert frame.bounding_box() == before
    box = card.bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size[1]
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    if size[0] > size[1]:
        expect(page.locator("#keypad")).to_be_visible()
        return
    expect(page.locator("#keypad")).not_to_be_visible()  # the card is over it
    player.cell("r5c5").tap()
    expect(page.locator("#keypad")).to_be_visible()
    expect(page.locator(".overlay .arrow")).not_to_have_count(0)  # the drawing stays
    page.locator("#hint").tap()
    expect(page.locator("#hint-do")).to_be_visible()


def test_messages_disappear_when_they_are_no_longer_true(player: Any) -> None:
    player.open("1234341221434..1", "4").click("r1c1")
    player.press("2")
    player.says("r1c1 is a clue; it can’t be changed.")
    player.press("ArrowDown")
    expect(player.page.locator("#message")).to_have_text("")
    player.click("r1c1")
    player.press("2")
    player.click("r4c2")
    player.press("3", "ArrowRight", "2")
    player.says("Solved in")
    assert "clue" not in player.page.locator("#words").inner_text()


def test_a_hint_is_conspicuous(player: Any) -> None:
    player.open().click("r1c1")
    peer = player.cell("r1c9")
    assert peer.evaluate("one => getComputedStyle(one).backgroundColor") != "rgba(0, 0, 0, 0)"
    _whole_hint(player)
    assert peer.evaluate("one => getComputedStyle(one).backgroundColor") == "rgba(0, 0, 0, 0)"
    expect(player.cell("r1c6").locator(".big")).to_have_text("8")  # the digit to place, large
    under = player.page.locator(".overlay.under")
    expect(under.locator(".arrow")).to_have_count(2)
    assert int(under.evaluate("one => getComputedStyle(one).zIndex")) < int(
        player.cell("r1c1").locator(".digit").evaluate("one => getComputedStyle(one).zIndex")
    )


# --- 4: speech (see also logic/game.test.mjs) ----------------------------------------------------


def test_actions_are_announced(player: Any) -> None:
    player.open().click("r2c3")
    player.press("7")
    player.speaks("7 placed in row 2 column 3.")
    player.press("Control+z")
    player.speaks("Undone: digit 7.")
    player.press("x")
    player.speaks("Corner marks.")
    for region in ("#message", "#spoken"):
        expect(player.page.locator(region)).to_have_attribute("aria-live", "polite")


def test_accessibility_tree(player: Any) -> None:
    page = player.open().page
    page.locator("#hint").click()
    expect(page.locator("#hint-card")).to_be_visible()
    tree = page.locator("main").aria_snapshot()
    assert tree.index("5, clue, row 1 column 1") < tree.index("Look at box 2") < tree.index('group "Digits"')
    for button in page.get_by_role("button").all():  # visible words are part of the name
        if button.is_visible():
            name = button.evaluate("one => (one.ariaLabel ?? one.textContent).toLowerCase()")
            words = button.evaluate(
                "one => [...one.querySelectorAll('small, kbd')].length ? '' : one.innerText.trim().toLowerCase()"
            )
            assert " ".join(words.split()) in " ".join(name.split())
    player.press("Tab")
    page.locator("#hint-close").focus()
    page.click("#pause")
    player.shows("r1c1", "hidden")
    tree = page.get_by_role("grid").aria_snapshot()
    assert "hidden, row 1 column 1" in tree
    assert not re.search(r"clue|empty", tree)
    assert page.locator("#board .digit").count() == 0


# --- 5: order ------------------------------------------------------------------------------------


def test_no_button_is_filled_while_playing(player: Any) -> None:
    page = player.open().page
    filled = page.locator(".first:visible")
    expect(filled).to_have_count(0)
    page.click("#hint")
    expect(page.locator("#hint-card")).to_be_visible()
    player.press("?", "?")
    expect(filled).to_have_text(["Apply"])
    expect(page.locator("#hint-learn")).to_have_attribute("href", "/learn/hidden-single-box")
    page.click("#hint-do")
    expect(filled).to_have_count(0)


def test_controls_are_in_order(player: Any) -> None:
    page = player.open().page
    assert page.locator(".tools button").all_inner_texts() == ["Undo", "Redo", "Erase", "Candidates", "Hint", "Check"]
    assert page.locator(".end .tip").evaluate_all("all => all.map(one => one.dataset.tip)")[:3] == [
        "Games  G",
        "Statistics  T",
        "Settings  ,",
    ]
    page.click("#puzzle")
    items = page.locator("#puzzle-menu button").all_inner_texts()
    assert {"Solve", "Restart", "Empty board", "Enter your own…", "Share…", "Print…", "Export…"} <= set(items)
    assert all(
        "data-tip" in one for one in page.locator(".dock .tip").evaluate_all("all => all.map(one => one.outerHTML)")
    )


# --- 6: how hard it is ---------------------------------------------------------------------------


def test_level_opens_the_rating_and_techniques_are_a_click_away(player: Any) -> None:
    page = player.open(POINTING).page
    chip, card = page.locator("#level"), page.locator("#rating-card")
    expect(page.locator("#level-minutes")).to_have_text(re.compile(r"^\d+ min$"))
    expect(chip.locator("rect")).not_to_have_count(0)
    chip.click()
    expect(card).to_contain_text("for a practised player")
    expect(card).to_contain_text("Sudoku Explainer")
    expect(card).to_contain_text(re.compile(r"HoDoKu\s*\w+ \(\d+\)"))
    expect(page.locator("#rating-techniques")).to_be_hidden()
    expect(card).not_to_contain_text(re.compile("Pointing.*Claiming"), use_inner_text=True)  # a spoiler
    page.click("#rating-more")
    expect(page.locator("#rating-techniques")).to_contain_text("Pointing")
    part = r"\d\.\d \([\w -]+\)"
    behind = re.compile(rf"hardest step is {part}, .* first digit {part}, the first step {part}\.")
    expect(page.locator("#rating-techniques")).to_contain_text(behind)
    expect(page.locator(".first:visible")).to_have_count(0)
    player.press("l")
    expect(card).to_be_hidden()
    player.speaks("Rating closed.\u00a0")


def test_boards_without_a_rating_say_why(player: Any) -> None:
    player.open("1...............", "4").press("l")
    expect(player.page.locator("#rating-text")).to_have_text("It has more than one solution.")
    expect(player.page.locator("#rating-more")).to_be_hidden()
    player.open("..4.1......3.1..", "4").press("l")
    expect(player.page.locator("#rating-title")).to_have_text("Easy")
    expect(player.page.locator("#rating-text")).to_contain_text("Only the level is defined for this board")


# --- 7: every screen -----------------------------------------------------------------------------


def test_board_fills_the_window(player: Any) -> None:
    page = player.open().page
    for width, height in WIDE:
        page.set_viewport_size({"width": width, "height": height})
        board = page.locator("#board .frame").bounding_box()
        assert board["height"] >= 0.82 * height, (width, height)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), (width, height)
        dock = page.locator(".dock").bounding_box()
        assert dock["y"] + dock["height"] <= height, (width, height)


@pytest.mark.parametrize("path", ["/", "/library", "/papers"])
def test_no_horizontal_scroll_at_320(new_page: Callable[..., Any], server: Any, path: str) -> None:
    page = new_page(viewport={"width": 320, "height": 640})
    page.goto(server.address + path)
    expect(page.locator("#pages")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_lines_and_edges_have_enough_contrast(player: Any) -> None:
    page = player.open().page
    light = """colour => {
        const parts = colour.match(/\\d+(\\.\\d+)?/g).slice(0, 3).map((part) => part / 255);
        const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    }"""
    for theme in ("light", "dark", "contrast"):
        page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        page.wait_for_timeout(150)  # the backgrounds of buttons change gradually
        for selector, ground in ((".cell", ".frame"), ('#keypad [data-digit="1"]', "body"), ("#mode-digit", "body")):
            line = page.locator(selector).first.evaluate("one => getComputedStyle(one).borderBottomColor")
            paper = page.locator(ground).first.evaluate("one => getComputedStyle(one).backgroundColor")
            dark, bright = sorted((page.evaluate(light, line), page.evaluate(light, paper)))
            assert (bright + 0.05) / (dark + 0.05) >= 3, (theme, selector)


def test_forced_colours_show_pressed_buttons_and_roles(new_page: Any, server: Any, player_at: Any) -> None:
    player = player_at(new_page(forced_colors="active"), server).open(POINTING)
    page = player.page
    highlight = page.evaluate(
        "() => { document.body.style.color = 'Highlight'; return getComputedStyle(document.body).color; }"
    )
    expect(page.locator("#mode-digit")).to_have_css("background-color", highlight)
    expect(page.locator("#mode-corner")).not_to_have_css("background-color", highlight)
    page.click("#candidates")
    _whole_hint(player)
    shapes = "one => [getComputedStyle(one, '::after').content, getComputedStyle(one).outlineStyle]"
    assert player.cell("r8c1").locator(".drop").evaluate(shapes)[0] == '""'  # struck out
    assert player.cell("r8c5").locator(".base").evaluate(shapes)[1] == "solid"  # ringed


def test_first_load_is_small(new_page: Callable[..., Any], server: Any) -> None:
    page = new_page()
    bodies: list[bytes] = []
    page.on("requestfinished", lambda request: bodies.append(request.response().body()))
    page.goto(server.address, wait_until="networkidle")
    expect(page.locator("#board .cell.clue")).not_to_have_count(0)
    assert len(bodies) <= 25
    assert sum(len(gzip.compress(body)) for body in bodies) <= 120_000
    encodings = page.evaluate("fetch('/static/play/main.js').then((answer) => answer.headers.get('content-encoding'))")
    assert encodings == "gzip"


def test_state_cannot_be_changed_outside_its_reducers(player: Any) -> None:
    """Every write to the state, in any script, is an error; no script changes the sets in it."""
    page = player.open().page
    player.click("r1c3")
    player.press("4", "Control+Digit2")
    written = page.evaluate(
        """async () => {
            "use strict";
            const { state } = await import("/static/play/state.js");
            const writes = {
                game: () => { state.game = null; }, digits: () => { state.game.digits[5] = 1; },
                past: () => { state.game.past.push(1); }, clock: () => { state.game.clock.spent = 0; },
                focus: () => { state.view.focus = 3; }, settings: () => { state.settings.tidy = false; },
                info: () => { state.game.info.level = "hard"; }, done: () => { state.game.done = true; },
            };
            return Object.keys(writes).filter((name) => {
                try { writes[name](); return true; } catch (error) { return !(error instanceof TypeError); }
            });
        }"""
    )
    assert written == []
    scripts = (Path(__file__).parents[3] / "src/ninefold/web/static/play").rglob("*.js")
    changes = re.compile(r"state\.view\.(selection|wrong)\.(add|delete|clear)\(")
    assert [path.name for path in scripts if changes.search(path.read_text())] == []
