"""The library page: import, search, open, name, remove, export, print a book."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from running import PROPER

expect = pytest.importorskip("playwright.sync_api").expect

LEVEL = "gentle"  # of PROPER, so that the rating, which may come at any moment, does not change the level of its file
FOUR = "..4.1......3.1.."
HARD = "1.27...838..3....1.3..1..75.....613.28.1..7...614.785..2..71.9..1....52779...4318"


@pytest.fixture
def library(page: Any, own_server: Any) -> Any:
    page.goto(f"{own_server.address}/library")
    expect(page.locator("#message")).to_contain_text("The library is empty")
    return page


def _drop(page: Any, name: str, text: str) -> None:
    page.evaluate(
        """([name, text]) => {
            const data = new DataTransfer();
            data.items.add(new File([text], name));
            document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true}));
        }""",
        [name, text],
    )


def test_dropped_file_is_imported_without_duplicates(library: Any) -> None:
    _drop(library, "games.txt", f"{PROPER}\n{FOUR}\n")
    expect(library.locator("#message")).to_contain_text("2 added, 0 already in the library")
    expect(library.locator("#found li")).to_have_count(2)
    _drop(library, "games.txt", f"{PROPER}\n")
    expect(library.locator("#message")).to_contain_text("0 added, 1 already in the library")


def test_search_open_name_and_remove(library: Any) -> None:
    _drop(library, "games.txt", f"{PROPER}\n{FOUR}\n")
    expect(library.locator("#found li")).to_have_count(2)
    library.get_by_role("button", name="Filters").click()
    library.select_option("#q-size", "4")
    expect(library.locator("#found li")).to_have_count(1)
    library.get_by_role("button", name="Edit 4×4").click()
    library.fill("#edit-name", "<img src=x onerror=alert(1)>")
    library.get_by_role("button", name="Save").click()
    expect(library.locator("#found h2")).to_have_text("<img src=x onerror=alert(1)>")
    assert library.locator("#found h2 img").count() == 0
    library.locator("#found .play-link").click()
    expect(library.locator("#title")).to_have_text("<img src=x onerror=alert(1)>")
    expect(library.locator(".cell")).to_have_count(16)
    library.go_back()
    expect(library.locator("#found li")).to_have_count(2)  # the page is ready
    library.get_by_role("button", name="Filters").click()
    library.select_option("#q-size", "4")
    expect(library.locator("#found li")).to_have_count(1)
    library.locator("#found .edit").click()
    buttons = library.locator("dialog .foot")
    buttons.get_by_role("button", name="Remove").click()
    expect(buttons).to_contain_text("Remove this puzzle?")
    expect(buttons.get_by_role("button", name="Cancel")).to_be_focused()
    library.keyboard.press("Enter")
    expect(buttons.get_by_role("button", name="Remove")).to_be_focused()
    for _ in range(2):
        buttons.get_by_role("button", name="Remove").click()
    expect(library.locator("#message")).to_contain_text("Removed")
    library.click("#clear")
    expect(library.locator("#found li")).to_have_count(1)


def test_empty_search_can_be_cleared(library: Any) -> None:
    clear = library.get_by_role("button", name="Clear search")
    expect(clear).to_be_hidden()  # the library is empty: there is nothing to clear
    _drop(library, "games.txt", f"{PROPER}\n")
    expect(library.locator("#found li")).to_have_count(1)
    library.fill("#q-text", "no such name")
    library.select_option("#q-sort", "clues")
    expect(library.locator("#message")).to_have_text("No puzzles match this search.")  # it searches while you type
    clear.click()
    expect(library.locator("#message")).to_have_text("1 puzzle.")
    expect(library.locator("#q-text")).to_be_focused()
    expect(library.locator("#q-text")).to_have_value("")
    expect(clear).to_be_hidden()


def test_played_puzzle_keeps_its_level(library: Any) -> None:
    _drop(library, "games.csv", f"level,puzzle\n{LEVEL},{PROPER}\n")
    expect(library.locator("#found li")).to_have_count(1)
    library.locator("#found .play-link").click()
    expect(library.locator("#level-word")).to_have_text(LEVEL.capitalize())
    expect(library).to_have_title(f"{LEVEL.capitalize()} 9×9 – Ninefold")


def test_new_puzzle_from_the_library_has_the_requested_layout(library: Any, own_server: Any) -> None:
    _drop(library, "games.txt", f"{PROPER}\n{FOUR}\n")
    expect(library.locator("#found li")).to_have_count(2)
    library.goto(own_server.address)
    expect(library.locator("#board .cell")).to_have_count(81)  # the page is ready
    for size, cells in (("4", 16), ("9", 81)):
        library.click("#new")
        library.check("#new-level-any")
        library.check(f"#new-size-{size}")
        library.get_by_role("button", name="From the library").click()
        expect(library.locator("#message")).to_contain_text("clues. Good luck!")
        expect(library.locator(".cell")).to_have_count(cells)
    library.click("#new")
    library.locator('[id="new-layout-+windows"]').check()
    library.get_by_role("button", name="From the library").click()
    expect(library.locator("#message")).to_contain_text("The library has no such puzzle")


def test_export_and_a_book(library: Any, tmp_path: Path) -> None:
    _drop(library, "games.txt", f"{PROPER}\n")
    expect(library.locator("#found li")).to_have_count(1)
    library.click("#more")
    library.click("#export")
    with library.expect_download() as download:
        library.get_by_role("button", name="Save").click()
    assert PROPER.replace(".", "0") in download.value.path().read_text().replace(".", "0")
    library.click("#book")
    library.select_option("#book-paper", "8x10")
    library.fill("#book-gutter", "6")
    library.check("#book-sections")
    with library.expect_download() as download:
        library.get_by_role("button", name="Create PDF").click()
    made = download.value.path().read_bytes()
    assert made.startswith(b"%PDF")
    # Title, contents, section, puzzle and answer, each on a right-hand page; the puzzle comes behind its section.
    assert len(re.findall(rb"/Type /Page\b", made)) == 7
    assert len(re.findall(rb"/MediaBox \[ 0 0 576 720 \]", made)) == 7


def test_imported_game_can_be_continued(library: Any) -> None:
    rows = [PROPER[start : start + 9] for start in range(0, 81, 9)]
    state = ["534" + rows[0][3:], *rows[1:]]
    _drop(library, "hers.sdk", "\n".join(["[Puzzle]", *rows, "[State]", *state, ""]))
    expect(library.locator("#message")).to_contain_text("1 added, 0 already in the library. 1 in progress: see Games")
    library.get_by_role("link", name="Play").first.click()
    expect(library.locator("#board .cell")).to_have_count(81)  # the page is ready
    library.click("#games")
    library.get_by_role("dialog").get_by_role("listitem").first.get_by_role("button").first.click()
    expect(library.locator("#board .cell").nth(2)).to_have_attribute("aria-label", re.compile("^4, "))


def test_unreadable_file_does_not_stop_the_others(library: Any, tmp_path: Path) -> None:
    for name, text in (("a.txt", PROPER), ("b.txt", "nothing to read"), ("c.txt", FOUR)):
        (tmp_path / name).write_text(text)
    library.click("#import")
    library.set_input_files("#import-file", [tmp_path / name for name in ("a.txt", "b.txt", "c.txt")])
    library.get_by_role("button", name="Import", exact=True).click()
    expect(library.locator("#message")).to_contain_text("2 added, 0 already in the library. 1 file could not be read.")
    expect(library.locator("#import-faults li")).to_have_count(1)
    expect(library.locator("#import-faults")).to_contain_text("b.txt: ")
    expect(library.locator("#found li")).to_have_count(2)


def test_import_options_of_error_messages_are_on_the_page(library: Any) -> None:
    library.click("#import")
    library.fill("#import-text", "1" + "." * 35)
    library.get_by_text("If they are read wrongly").click()
    library.fill("#import-layout", "3x2")
    library.fill("#import-alphabet", "1-6")
    library.get_by_role("button", name="Import", exact=True).click()
    expect(library.locator("#message")).to_contain_text("1 added")


def test_search_comes_first_and_cards_are_quiet(library: Any) -> None:
    _drop(library, "games.csv", f"level,puzzle\n{LEVEL},{PROPER}\n")
    expect(library.locator("#found li")).to_have_count(1)
    expect(library.locator("#q-size")).to_be_hidden()  # behind Filters
    expect(library.locator("main .first:visible")).to_have_count(0)
    expect(library.locator("#found .level")).to_have_text(LEVEL.capitalize())
    word = library.locator("#found .play-word")
    assert word.evaluate("one => getComputedStyle(one).opacity") == "0"
    library.locator("#found .play-link").hover()
    expect(word).to_have_css("opacity", "1")
    library.click("#more")
    library.click("#export")
    expect(library.locator("#export-format")).to_contain_text("SudoCue list (.sdm)")


def test_solved_puzzle_has_a_mark_and_its_time(library: Any) -> None:
    _drop(library, "games.txt", f"{PROPER}\n1234341221434..1\n")
    expect(library.locator("#found li")).to_have_count(2)
    expect(library.locator("#found .solved")).to_have_count(0)
    library.get_by_role("link", name="4×4").click()
    expect(library.locator("#board .cell")).to_have_count(16)
    for cell, digit in ((13, "3"), (14, "2")):
        library.locator(f"[data-cell='{cell}']").click()
        library.keyboard.press(digit)
    expect(library.locator("#end-card")).to_be_visible()
    library.goto(library.url.partition("#")[0] + "library")
    expect(library.locator("#found .solved")).to_have_count(1)
    expect(library.locator("#found .solved")).to_contain_text(re.compile(r"4×4.*solved 0:\d\d"))


def test_cards_show_ratings_and_sort_by_them(library: Any) -> None:
    """Puzzles are rated in the background after an import."""
    _drop(library, "games.txt", f"{HARD}\n{PROPER}\n")
    expect(library.locator("#found li")).to_have_count(2)
    for _ in range(60):
        library.select_option("#q-sort", "added")
        library.select_option("#q-sort", "-minutes")
        if library.locator("#found .rank", has_text=" min").count() == 2:
            break
        library.wait_for_timeout(500)
    ranks = library.locator("#found .rank")
    expect(ranks).to_contain_text([re.compile(r"Severe\s*\d+ min"), re.compile(r"Gentle\s*\d+ min")])
    library.select_option("#q-sort", "minutes")
    expect(ranks).to_contain_text(["Gentle", "Severe"])
    expect(library.locator("#found .details").first).to_contain_text(re.compile(r"rating \d+\.\d"))
    expect(library.locator("#found .bars")).to_have_count(2)
    library.click("#filters")
    for field, value, count in (
        ("er-from", "2", 1),
        ("technique", "X-Wing", 0),
        ("technique", "", 1),
        ("er-from", "", 2),
    ):
        library.fill(f"#q-{field}", value)
        library.keyboard.press("Tab")
        expect(library.locator("#found li")).to_have_count(count)
    library.select_option("#q-hodoku", "Easy")
    expect(library.locator("#found li")).to_have_count(1)


def test_every_part_of_a_rating_filters_and_sorts(library: Any) -> None:
    library.click("#filters")
    for number, name in enumerate(("minutes", "er", "ep", "ed", "score", "backdoor", "guesses"), 1):
        library.fill(f"#q-{name}-from", "1")
        with library.expect_response(lambda answer: f"{name}_to={number}" in answer.url) as sent:  # noqa: B023
            library.fill(f"#q-{name}-to", str(number))
            library.press(f"#q-{name}-to", "Enter")
        assert f"{name}_from=1" in sent.value.url
        assert sent.value.status == 200
    orders = library.locator("#q-sort option").evaluate_all("all => all.map((one) => one.value)")
    assert {"er", "-er", "-ep", "-ed", "score", "-score", "-backdoor", "-guesses", "level", "-level"} <= set(orders)
    for order in orders:
        assert library.evaluate("(url) => fetch(url).then(({ ok }) => ok)", f"/api/library?sort={order}"), order
