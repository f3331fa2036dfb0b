"""The pages that teach: the index, the page of a technique, positions to try, and practice."""

from __future__ import annotations

from typing import Any

import pytest
from drawn import wait_for_board

expect = pytest.importorskip("playwright.sync_api").expect


def test_index_lists_families_and_finds_names(page: Any, server: Any) -> None:
    page.goto(f"{server.address}/learn")
    expect(page.get_by_role("heading", name="Singles")).to_be_visible()
    assert page.locator(".techniques a").count() > 100
    page.get_by_label("Search").fill("box line red")  # another name of claiming
    expect(page.locator(".techniques a:visible")).to_have_count(1)
    expect(page.get_by_role("heading", name="Singles")).to_be_hidden()
    page.get_by_label("Search").fill("<b>nothing</b>")
    expect(page.get_by_text("No technique is called “<b>nothing</b>”.")).to_be_visible()
    page.get_by_label("Search").fill("skyscr")
    page.locator(".techniques a:visible").click()
    expect(page).to_have_title("Skyscraper – Learn – Ninefold")


def test_page_of_a_technique(page: Any, server: Any) -> None:
    page.goto(f"{server.address}/learn/skyscraper")
    expect(page.get_by_role("heading", name="Skyscraper", level=1)).to_be_visible()
    for heading in ("Why it is valid", "How to look for it", "Try it"):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    expect(page.locator(".lead .overlay .link")).to_have_count(3)
    expect(page.locator(".lead .legend li")).not_to_have_count(0)
    expect(page.get_by_text("In the picture:")).to_be_visible()
    expect(page.locator(".course [aria-current=page]")).to_have_text("Skyscraper")
    expect(page.locator(".tries .exercise")).to_have_count(3)
    expect(page.locator(".tries .drop")).to_have_count(0)  # the answers are hidden
    one = page.locator(".tries .exercise").first
    one.get_by_role("button", name="Show answer").click()
    expect(one.locator(".drop")).not_to_have_count(0)
    expect(one.locator(".answer")).to_contain_text("both, so")
    one.get_by_role("button", name="Hide answer").click()
    expect(one.locator(".drop")).to_have_count(0)


def _answer(page: Any, server: Any, name: str, number: int) -> tuple[Any, list[tuple[int, int, int]]]:
    """The position of an exercise and the candidates of its answer, as row, column and digit."""
    task = page.request.get(f"{server.address}/api/techniques/{name}/position?number={number}").json()
    [step] = task["steps"][:1]
    found = [(*map(int, one["cell"][1:].split("c")), one["digit"]) for one in step["places"] + step["removes"]]
    return task, found


def test_exercise_is_solved_with_the_keyboard(page: Any, server: Any) -> None:
    page.goto(f"{server.address}/learn/skyscraper")
    task, wanted = _answer(page, server, "skyscraper", 2)
    one = page.locator(".tries .exercise").first
    verdict = one.locator(".verdict")
    one.get_by_role("button", name="Check").click()
    expect(verdict).to_have_text("Pick the candidates that it removes.")
    one.get_by_role("button", name="Hint").click()
    expect(verdict).to_have_text(f"Look at the digit {wanted[0][2]}.")
    row, column, digit = wanted[0]
    other = next(d for d in task["candidates"][9 * row + column - 10] if d != digit)
    one.locator(".cell").nth(0).focus()
    for key, count in (("ArrowDown", row - 1), ("ArrowRight", column - 1)):
        for _ in range(count):
            page.keyboard.press(key)
    page.keyboard.press(str(other))
    page.keyboard.press("Enter")
    expect(verdict).to_have_text(f"Not by this technique: {other} in r{row}c{column}.")
    page.keyboard.press(str(other))  # undoes it
    page.keyboard.press(str(digit))
    expect(one.locator(".drop")).to_have_count(1)
    one.get_by_role("button", name=f"Remove {digit} in r{row}c{column}").click()  # by the button, too
    expect(one.locator(".drop")).to_have_count(0)
    for row, column, digit in wanted:
        one.locator(f".row:nth-child({row}) > .cell:nth-child({column}) [data-digit='{digit}']").click()
    one.get_by_role("button", name="Check").click()
    expect(verdict).to_have_text("Found: skyscraper.")
    expect(one.locator(".overlay .link")).to_have_count(3)


def test_practice_goes_from_position_to_position(page: Any, server: Any) -> None:
    page.goto(f"{server.address}/learn/naked-pair")
    page.get_by_role("link", name="Practise").click()
    expect(page.get_by_role("heading", name="Practise: naked pair")).to_be_visible()
    expect(page.get_by_text("Nothing easier is left to do here.")).to_be_visible()
    wait_for_board(page)
    first = page.locator(".practice .board").inner_text()
    page.get_by_role("button", name="Show answer").click()
    expect(page.locator(".practice .bar .score")).to_have_text("0 of 1 found")
    expect(page.get_by_role("button", name="Next position")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".practice .answer")).to_be_empty()
    wait_for_board(page)
    assert page.locator(".practice .board").inner_text() != first
    page.get_by_role("link", name="Back to the lesson").click()
    expect(page.get_by_role("heading", name="Naked pair", level=1)).to_be_visible()


def test_progress_is_kept_and_shown(page: Any, server: Any) -> None:
    page.goto(f"{server.address}/learn/full-house")
    _, [(row, column, digit)] = _answer(page, server, "full-house", 2)
    one = page.locator(".tries .exercise").first
    one.locator(f".row:nth-child({row}) > .cell:nth-child({column})").click()
    one.get_by_role("button", name=f"Place {digit}").click()
    one.get_by_role("button", name="Check").click()
    expect(one.locator(".verdict")).to_have_text("Found: full house.")
    page.goto(f"{server.address}/learn")
    expect(page.locator(".techniques a", has_text="Full house").locator(".score")).to_have_text("1 of 5")


def test_unknown_technique_gets_a_suggestion(page: Any, server: Any) -> None:
    page.goto(f"{server.address}/learn/skyscaper")
    expect(page.locator("#message")).to_contain_text("did you mean skyscraper?")
    page.get_by_role("link", name="See all techniques.").click()
    expect(page.get_by_role("heading", name="Learn", level=1)).to_be_visible()


def test_assumptions_inside_assumptions_are_set_in(page: Any, server: Any) -> None:
    page.goto(f"{server.address}/learn/nested-forcing-chain")
    lines = page.locator(".lead .deduction")
    expect(lines.first).to_have_class("deduction deep-0")
    padding = "node => parseFloat(getComputedStyle(node).paddingLeft)"
    left = [lines.and_(page.locator(f".deep-{depth}")).first.evaluate(padding) for depth in range(4)]
    assert left == sorted(set(left))


# The whole picture is inside the window, and nothing lies over its middle.
IN_VIEW = """one => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && one.contains(middle);
}"""
SHOW_END = "one => one.scrollIntoView({ block: 'end' })"


@pytest.mark.parametrize(("width", "height"), [(390, 844), (390, 664), (844, 390), (667, 375), (1280, 720)])
def test_pictures_stay_beside_their_words(new_page: Any, server: Any, width: int, height: int) -> None:
    page = new_page(viewport={"width": width, "height": height}, has_touch=True)
    page.goto(f"{server.address}/learn/dynamic-forcing-chain")
    expect(page.locator(".tries .exercise")).to_have_count(3)
    page.locator(".lead .deduction").last.evaluate(SHOW_END)
    assert page.locator(".lead .frame").evaluate(IN_VIEW)
    one = page.locator(".tries .exercise").first
    one.get_by_role("button", name="Show answer").tap()
    assert one.locator(".frame").evaluate(IN_VIEW)
    expect(one.locator(".legend li")).not_to_have_count(0)
    one.locator(".deduction").last.evaluate(SHOW_END)
    assert one.locator(".frame").evaluate(IN_VIEW)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1024, 768)])
def test_practice_fits_small_screens(new_page: Any, server: Any, width: int, height: int) -> None:
    page = new_page(viewport={"width": width, "height": height}, has_touch=True)
    page.goto(f"{server.address}/learn/dynamic-forcing-chain#practice")
    frame = page.locator(".practice .frame")
    assert frame.bounding_box()["width"] >= min(0.8 * height, width - 40) - 60
    page.get_by_role("button", name="Show answer").tap()
    page.locator(".practice .deduction").last.evaluate(SHOW_END)
    assert frame.evaluate(IN_VIEW)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
