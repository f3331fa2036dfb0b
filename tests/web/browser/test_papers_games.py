"""The papers' three programs: buttons, messages, counts and readout."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import ninefold as nf

expect = pytest.importorskip("playwright.sync_api").expect


GAMES = Path(__file__).parents[2] / "data" / "games.xls"
COLOUR = "box => getComputedStyle(box).color"


@pytest.fixture
def papers(page: Any, server: Any) -> Any:
    page.goto(f"{server.address}/papers")
    return page


def _box(page: Any, words: str) -> None:
    """Expect a message box with this text, and close it."""
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(words)
    dialog.get_by_role("button", name="OK").click()


def _random(page: Any) -> Any:
    game = page.locator("#matlab")
    game.get_by_role("button", name="Random").click()
    expect(game.get_by_role("button", name="Solve")).to_be_enabled()
    return game


def test_only_random_is_enabled_at_first_and_after_clear(papers: Any) -> None:
    game = papers.locator("#matlab")
    for name in ("Solve", "Verify", "Clear"):
        expect(game.get_by_role("button", name=name)).to_be_disabled()
    _random(papers).get_by_role("button", name="Clear").click()
    for name in ("Solve", "Verify", "Clear"):
        expect(game.get_by_role("button", name=name)).to_be_disabled()
    assert not any(box.input_value() for box in game.locator(".entry-board input").all())


def test_random_draws_from_the_players_own_excel_database(papers: Any) -> None:
    game, words = papers.locator("#matlab"), papers.locator("#matlab p[role=status]")
    expect(words).to_have_text("Random generates a game, unless you open a database.")
    game.locator("input[type=file]").set_input_files(GAMES)
    known = {puzzle.clues.line for puzzle in nf.read_file(GAMES) if puzzle.clues.size == 9}
    expect(words).to_have_text(f"Random draws from games.xls: {len(known)} game{'s' * (len(known) != 1)}.")
    for _ in range(3):
        boxes = _random(papers).locator(".entry-board input").all()
        assert "".join(box.input_value() or "." for box in boxes) in known
    game.locator("input[type=file]").set_input_files([])
    expect(words).to_have_text("Random generates a game, unless you open a database.")
    game.locator("input[type=file]").set_input_files({"name": "a.xls", "mimeType": "", "buffer": b"no workbook"})
    expect(papers.get_by_role("dialog")).to_contain_text("Error")


def test_programs_carry_their_names(papers: Any) -> None:
    expect(papers.get_by_role("region", name="iSudoku")).to_be_visible()
    expect(papers.get_by_role("main")).to_contain_text("Three programs from two papers")


def test_verify_counts_empty_cells_and_solve_fills_them(papers: Any) -> None:
    game = _random(papers)
    clues = game.locator("input.clue").count()
    game.get_by_role("button", name="Verify").click()
    _box(papers, f"Partial Solution is Correct!, Empty Cells: {81 - clues}")
    expect(game.locator("input.clue").first).not_to_be_editable()
    game.get_by_role("button", name="Solve").click()
    expect(game.locator("input.solved")).to_have_count(81 - clues)
    red = game.locator("input.solved").first.evaluate("box => getComputedStyle(box).color")
    black = game.locator("input.clue").first.evaluate(
        "box => [getComputedStyle(box).color, getComputedStyle(box).fontWeight]"
    )
    assert red != black[0]
    assert int(black[1]) >= 700
    game.get_by_role("button", name="Verify").click()
    _box(papers, "Solution is Correct!, Game Completed")


@pytest.mark.parametrize(
    ("typed", "message"),
    [("x", "Non numeric value found"), ("12", "Invalid input found"), ("0", "Invalid input found")],
)
def test_invalid_input_is_reported_by_row_and_column(papers: Any, typed: str, message: str) -> None:
    game = _random(papers)
    box = game.locator("input:not(.clue)").first
    where = re.fullmatch(r"row (\d), column (\d)", box.get_attribute("aria-label"))
    assert where
    box.fill(typed)
    for name in ("Verify", "Solve"):
        game.get_by_role("button", name=name).click()
        _box(papers, f"{message} at row: {where[1]}, column: {where[2]}")


def test_clash_is_an_invalid_game(papers: Any) -> None:
    game = _random(papers)
    row = next(row for row in range(9) if 0 < game.locator(f"input.clue[aria-label^='row {row + 1},']").count() < 9)
    digit = game.locator(f"input.clue[aria-label^='row {row + 1},']").first.input_value()
    game.locator(f"input:not(.clue)[aria-label^='row {row + 1},']").first.fill(digit)
    game.get_by_role("button", name="Verify").click()
    _box(papers, "Partial Solution is incorrect")
    game.get_by_role("button", name="Solve").click()
    _box(papers, f"Invalid Game! {digit} appears twice in row {row + 1}")


def test_4x4_new_play_check(papers: Any) -> None:
    game = papers.locator("#shidoku")
    game.get_by_role("button", name="NEW").click()
    expect(game.locator("input.clue")).to_have_count(4)
    red, green, blue = map(int, re.findall(r"\d+", game.locator("input.clue").first.evaluate(COLOUR))[:3])
    assert red > 2 * max(green, blue)  # the slides' colour of the digits that New places
    free = game.locator("input:not(.clue)").first
    expect(free).not_to_be_editable()
    game.get_by_role("button", name="PLAY").click()
    expect(free).to_be_editable()
    game.get_by_role("button", name="CHECK").click()
    expect(game).to_contain_text("row checking: 4 errors")
    expect(game).to_contain_text("column checking: 4 errors")
    expect(game).to_contain_text("block checking: 4 errors")
    free.fill("5")
    game.get_by_role("button", name="CHECK").click()
    _box(papers, "Invalid input found at row:")


def test_network_prints_the_lectures_readout(papers: Any) -> None:
    game = papers.locator("#network")
    game.get_by_role("button", name="LOAD DATA").click()
    expect(game.locator(".log")).to_have_text("29 pairs")
    game.get_by_role("button", name="RUN").click()
    log = game.locator(".log")
    expect(log).to_contain_text("block checking: 0 errors", timeout=30_000)
    lines = log.inner_text().split("\n")
    assert lines[1:3] == ["running...", "Beta=0.100905 converge=0.111171"]
    assert lines[-3:] == [
        "row column checking: 0 errors",
        "data matching checking: 0 errors",
        "block checking: 0 errors",
    ]
    assert "".join(box.input_value() for box in game.locator("input").all()[:9]) == "167948325"
