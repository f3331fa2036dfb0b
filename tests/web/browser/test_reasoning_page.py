"""The page "Solve by reasoning": the path on the board, all steps at a position, and Apply."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest

expect = pytest.importorskip("playwright.sync_api").expect

PUZZLE = "6.3..4.89...3.8..4.1...95..3......7....5.6....28.......721..3.....973..........1."
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
# All singles are placed; box 8 then has its 3 in row 8, which removes it from r8c1 and r8c3.
POINTING = "1.27...838..3....1.3..1..75.....613.28.1..7...614.785..2..71.9..1....52779...4318"


def _open(page: Any, server: Any, line: str = PUZZLE, layout: str = "9") -> Any:
    page.goto(f"{server.address}/reason#{urlencode({'puzzle': line, 'layout': layout})}")
    return page


def _row(page: Any, name: str) -> Any:
    return page.locator("#path button", has_text=name).first


def _cell(page: Any, row: int, column: int) -> Any:
    return page.locator(f"#board .row:nth-child({row}) > .cell:nth-child({column})")


def test_path_is_listed_and_drawn(page: Any, server: Any) -> None:
    _open(page, server)
    expect(page.locator("#summary")).to_have_text("61 steps, hardest: XY-chain")
    expect(page.locator("#path li")).to_have_count(61)
    _row(page, "Skyscraper").click()
    expect(page.locator("#name")).to_have_text("Skyscraper")
    expect(page.locator("#where")).to_contain_text("of 61")
    expect(page.locator("#why")).to_contain_text("So r4c4 or r5c7 is 8.")
    expect(page.locator("#notation")).to_contain_text("(8)r4c4 = (8)r9c4 - (8)r9c7 = (8)r5c7")
    expect(page.locator("#learn")).to_have_attribute("href", "/learn/skyscraper")
    # Shapes, not colours alone: squares at the ends, circles between, solid and dashed links, strikes.
    expect(page.locator("#board .end")).to_have_count(2)
    expect(page.locator("#board .base")).to_have_count(2)
    expect(page.locator("#board .drop")).to_have_count(2)
    expect(page.locator("#board .link.strong")).to_have_count(2)
    expect(page.locator("#board .link.weak")).to_have_count(1)
    expect(page.locator("#board .outline")).to_have_count(2)
    legend = page.locator("#legend li")
    expect(legend).to_have_text(["5One is true", "5Chain", "At least one", "At most one", "Unit", "5Removed"])
    expect(_cell(page, 4, 4)).to_have_attribute("aria-label", "empty, candidates 2 8, 8: one is true, row 4 column 4")
    expect(_cell(page, 5, 5)).to_have_attribute("aria-label", "empty, candidates 2 3 8 9, 8 removed, row 5 column 5")


def test_steps_forward_and_back_with_buttons_and_keys(page: Any, server: Any) -> None:
    _open(page, server)
    where = page.locator("#where")
    expect(where).to_have_text("Step 1 of 61")
    expect(page.locator("#previous")).to_be_disabled()
    page.click("#next")
    expect(where).to_have_text("Step 2 of 61")
    expect(page.locator("#path [aria-current=step]")).to_contain_text("2")
    page.keyboard.press("ArrowRight")
    expect(where).to_have_text("Step 3 of 61")
    page.keyboard.press("ArrowLeft")
    expect(where).to_have_text("Step 2 of 61")
    page.locator("#path [aria-current=step]").focus()
    page.keyboard.press("ArrowDown")
    expect(where).to_have_text("Step 3 of 61")
    expect(page.locator("#path [aria-current=step]")).to_be_focused()
    page.keyboard.press("End")
    expect(where).to_have_text("Step 61 of 61")
    _cell(page, 1, 1).click()
    page.keyboard.press("ArrowRight")  # on the board, the arrows move over the cells
    expect(_cell(page, 1, 2)).to_be_focused()
    expect(where).to_have_text("Step 61 of 61")
    page.click("#last")
    expect(page.locator("#step")).to_be_hidden()
    expect(page.locator("#board .cell:not(.clue, .entry)")).to_have_count(0)  # solved
    page.click("#first")
    expect(where).to_have_text("Step 1 of 61")


def test_play_runs_through_the_path(page: Any, server: Any) -> None:
    page.clock.install()
    _open(page, server)
    expect(page.locator("#where")).to_have_text("Step 1 of 61")
    page.keyboard.press(" ")
    page.clock.run_for(5000)
    expect(page.locator("#where")).to_have_text("Step 4 of 61")
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(5000)
    expect(page.locator("#where")).to_have_text("Step 4 of 61")


def test_order_and_uniqueness_can_be_chosen(page: Any, server: Any) -> None:
    _open(page, server, "5" + PUZZLE[1:])
    expect(page.locator("#path")).to_contain_text("rectangle")
    page.click("#options")
    page.get_by_label("Assume one solution").uncheck()
    expect(page.locator("#path")).not_to_contain_text("rectangle")
    expect(page.locator("#path li")).not_to_have_count(0)
    first = page.locator("#path").inner_text()
    page.get_by_label("Order of techniques").focus()
    page.keyboard.press("ArrowDown")  # with the keyboard
    expect(page.get_by_label("Order of techniques")).to_have_value("hodoku")
    page.wait_for_function("old => path.children.length && path.innerText !== old", arg=first)


def test_all_steps_here_are_found_filtered_and_applied(page: Any, server: Any) -> None:
    _open(page, server, POINTING)
    page.click("#show-all")
    expect(page.locator("#found h3").first).not_to_have_text("")
    page.locator("#filter").select_option("locked")
    expect(page.locator("#progress")).to_contain_text("steps.")
    expect(page.locator("#found h3")).to_have_text(["Pointing", "Claiming"])
    page.locator("#found button", has_text="r8c13<>3").first.click()
    expect(page.locator("#name")).to_have_text("Pointing")
    expect(_cell(page, 8, 1).locator(".drop")).to_have_text("3")
    page.click("#apply")
    expect(page.locator("#message")).to_contain_text("1 step applied here.")
    expect(_cell(page, 8, 1)).to_have_attribute("aria-label", "empty, candidates 4 6, row 8 column 1")
    expect(page.locator("#found h3").first).not_to_have_text("")
    expect(page.locator("#found button", has_text="r8c13<>3")).to_have_count(0)
    page.locator("#filter").select_option("sk-loop")
    expect(page.locator("#progress")).to_have_text("No step of this kind here.")


def test_reasoning_starts_from_the_game_and_applies_to_it(player: Any) -> None:
    page = player.open(POINTING).page
    player.click("r8c1")
    player.press("Control+Digit6", "Control+Digit3")  # marks of the player's own
    player.choose("reasoning")
    expect(_cell(page, 8, 1)).to_have_attribute("aria-label", "empty, candidates 3 6, row 8 column 1")
    page.click("#next")
    page.click("#apply")
    expect(page.locator("#message")).to_contain_text("2 steps applied to your game.")
    page.click("#back")
    page.click("#undo")
    page.click("#undo")
    player.shows("r8c1", "centre marks 3 6")


def test_marks_without_the_right_digit_are_reported(player: Any) -> None:
    page = player.open(POINTING).page
    player.click("r8c1")
    player.press("Control+Digit3")
    player.choose("reasoning")
    expect(page.locator("#message")).to_contain_text("The right digit is missing from the marks in r8c1.")


@pytest.mark.parametrize(
    ("line", "layout", "words"),
    [
        ("55" + "." * 79, "9", "5 appears twice in row 1 (r1c1 and r1c2); 5 appears twice in box 1"),
        ("12345678." + "........9" + "." * 63, "9", "have no solution: at least one is wrong"),
        ("123456789" + "." * 72, "9", "The puzzle has several solutions."),
        ("." * 81, "9", "The board is empty: without clues nothing can be deduced."),
        (SOLVED, "9", "The grid is complete and correct."),
    ],
)
def test_why_there_is_nothing_to_deduce(page: Any, server: Any, line: str, layout: str, words: str) -> None:
    _open(page, server, line, layout)
    expect(page.locator("#message")).to_contain_text(words)
    expect(page.locator("#step")).to_be_hidden()
    expect(page.locator("#board .cell")).to_have_count(81)


def test_without_a_game_the_page_says_what_to_do(page: Any, server: Any) -> None:
    errors: list[object] = []
    page.on("pageerror", lambda error: errors.append(error))
    page.goto(f"{server.address}/reason")
    expect(page.locator("#message")).to_contain_text("There is no game yet.")
    for control in ("#next", "#run", "#show-all", "#find"):  # there is nothing to step through or to search
        expect(page.locator(control)).to_be_disabled()
    for key in ("ArrowRight", "End", " "):
        page.keyboard.press(key)
    assert not errors


@pytest.mark.parametrize(("layout", "size"), [("2x3", 6), ("9+diagonals", 9), ("16", 16)])
def test_other_boards(page: Any, server: Any, layout: str, size: int) -> None:
    made = page.request.post(f"{server.address}/api/generate", data={"layout": layout, "seed": 1}).json()
    clues, solution = made["puzzle"]["digits"], made["solution"]["digits"]
    digits = [
        clue or (digit if cell % 9 else 0) for cell, (clue, digit) in enumerate(zip(clues, solution, strict=True))
    ]
    line = " ".join(map(str, digits)) if size > 9 else "".join(map(str, digits))
    _open(page, server, line, layout)
    expect(page.locator("#path li")).not_to_have_count(0)
    page.click("#last")
    expect(page.locator("#board .cell:not(.clue, .entry)")).to_have_count(0)


def test_board_and_step_fit_on_all_screens(new_page: Any, server: Any) -> None:
    page = _open(new_page(viewport={"width": 390, "height": 664}, has_touch=True, is_mobile=True), server)
    page.click("#show-path")
    _row(page, "Skyscraper").click()
    for width, height in ((320, 640), (390, 664), (768, 1024), (1280, 720), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        board, name = (page.locator(one).bounding_box() for one in ("#board", "#name"))
        assert board["width"] >= min(0.82 * height, width - 80) - 60, (width, height)
        assert board["y"] + board["height"] <= height, (width, height)
        assert name["y"] + name["height"] <= height, (width, height)  # what the step is called, without scrolling
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
        heights = page.locator("#player button, #apply, #learn").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().height)"
        )
        assert min(heights) >= 44, (width, height)


def _in_view(page: Any, selector: str) -> bool:
    """Whether all of an element is inside the window."""
    return bool(
        page.locator(selector).evaluate("""one => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        }""")
    )


@pytest.mark.parametrize(("width", "height"), [(390, 844), (390, 664), (320, 568), (844, 390), (768, 1024)])
def test_any_step_of_the_list_is_drawn_in_view_on_a_phone(new_page: Any, server: Any, width: int, height: int) -> None:
    page = _open(new_page(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True), server)
    expect(page.locator("#where")).to_have_text("Step 1 of 61")
    expect(page.locator("#path")).to_be_hidden()  # the words first; they and a list take turns
    page.locator("#show-path").tap()
    for number in (40, 61):
        row = page.locator("#path button").nth(number - 1)
        row.scroll_into_view_if_needed()
        assert _in_view(page, "#board")  # it stays while the list is scrolled
        row.tap()
        expect(page.locator("#where")).to_have_text(f"Step {number} of 61")
        expect(page.locator("#path")).to_be_hidden()
        expect(page.locator("#step")).to_be_focused()
        expect(page.locator("#board .big")).to_have_count(1)
        assert _in_view(page, "#board")
        assert _in_view(page, "#name")
        page.locator("#show-path").tap()
        assert _in_view(page, "#path [aria-current]")  # the list opens at the step
        assert _in_view(page, "#board")


def test_any_step_found_is_drawn_in_view_on_a_phone(new_page: Any, server: Any) -> None:
    page = _open(new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True), server)
    page.locator("#show-all").tap()
    expect(page.locator("#progress")).to_contain_text("steps.")
    row = page.locator("#found button").last
    row.scroll_into_view_if_needed()
    assert _in_view(page, "#board")
    row.tap()
    expect(page.locator("#found")).to_be_hidden()
    expect(page.locator("#board .drop, #board .big")).not_to_have_count(0)
    assert _in_view(page, "#board")
    assert _in_view(page, "#name")
    page.locator("#show-all").tap()
    expect(page.locator("#found button").last).to_have_attribute("aria-current", "true")  # found once, and kept
    assert _in_view(page, "#found [aria-current]")
    page.locator("#show-step").tap()
    page.locator("#next").tap()  # steps along the path, because the list of found steps is not in view
    expect(page.locator("#where")).to_have_text("Step 2 of 61")
    page.set_viewport_size({"width": 1280, "height": 800})  # a large screen has room for the words and the list
    expect(page.locator("#path")).to_be_visible()
    expect(page.locator("#step")).to_be_visible()
    expect(page.locator("#show-step")).to_be_hidden()
    expect(page.locator("#show-path")).to_have_attribute("aria-pressed", "true")


def test_roles_have_shapes_in_forced_colours(new_page: Any, server: Any) -> None:
    page = _open(new_page(forced_colors="active"), server)
    _row(page, "Skyscraper").click()
    style = "(one, name) => getComputedStyle(one)[name]"
    assert page.locator("#board .base").first.evaluate(style, "borderRadius") == "50%"
    assert page.locator("#board .end").first.evaluate(style, "borderRadius") != "50%"
    assert page.locator("#board .weak").evaluate(style, "strokeDasharray") != "none"
    assert page.locator("#board .strong").first.evaluate(style, "strokeDasharray") == "none"
    expect(page.locator("#path [aria-current=step]")).to_have_css("outline-style", "solid")
