"""Printing: thick box lines, and black on white in every theme."""

from __future__ import annotations

from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api").expect

WIDTHS = """cells => cells.map(cell => {
    const style = getComputedStyle(cell);
    return [cell.dataset.edges.includes("r"), parseFloat(style.borderRightWidth)];
})"""


def _printed(player: Any, theme: str = "light") -> Any:
    player.open().page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
    player.page.emulate_media(media="print")
    return player.page


def test_box_lines_are_three_times_as_thick_as_cell_lines(player: Any) -> None:
    page = _printed(player)
    widths = page.locator(".row:first-child > .cell:not(:last-child)").evaluate_all(WIDTHS)
    assert [width for is_edge, width in widths if is_edge] == [3, 3]
    assert {width for is_edge, width in widths if not is_edge} == {1}
    assert page.locator(".frame").evaluate("frame => parseFloat(getComputedStyle(frame).borderTopWidth)") == 3
    assert page.pdf(format="A4").startswith(b"%PDF")


@pytest.mark.parametrize("theme", ["dark", "contrast"])
def test_dark_themes_print_like_the_light_one(player: Any, theme: str) -> None:
    read = "names => names.map((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim())"
    names = ["--paper", "--ink", *(f"--colour-{number}" for number in range(1, 10))]
    light = _printed(player).evaluate(read, names)
    page = _printed(player, theme)
    assert page.evaluate(read, names) == light
    page.emulate_media(media="screen")
    assert page.evaluate(read, names) != light


def test_selection_is_not_printed(player: Any) -> None:
    player.open().page.click("#candidates")
    player.click("r1c3")
    player.press("4")
    expect(player.page.locator(".places .strong").first).to_be_visible()
    player.page.emulate_media(media="print")
    expect(player.page.locator(".places .strong").first).to_have_css("font-weight", "400")
    expect(player.cell("r1c3")).to_have_css("outline-width", "0px")
