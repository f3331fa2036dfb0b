"""The Lab: real runs compared with known numbers; stepping, cancelling, links and copies."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from drawn import wait_for_board
from running import MODULE, SOLUTION

expect = pytest.importorskip("playwright.sync_api").expect


# The x of every cell, as the shades show them.
SHADES = """cells => cells.map(cell => [...cell.querySelectorAll(".shades span")]
    .map(one => Number(one.style.getPropertyValue("--belief"))))"""


@pytest.fixture
def lab(page: Any, server: Any) -> Any:
    page.goto(f"{server.address}/lab")
    expect(page.locator("#tab-lp")).to_have_attribute("aria-selected", "true")
    return page


def _run(page: Any, view: str, example: str, until: str) -> Any:
    page.select_option("#puzzle-example", label=example)
    page.click(f"#tab-{view}")
    panel = page.locator(f"#panel-{view}")
    if view == "lp":
        panel.get_by_label("method").select_option("lp")
        panel.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    panel.get_by_role("button", name="Run", exact=True).click()
    expect(panel.locator(".state")).to_contain_text(until, timeout=30_000)
    wait_for_board(page)
    return panel


def _differ(one: list[list[float]], other: list[list[float]]) -> float:
    return max(abs(a - b) for x, y in zip(one, other, strict=True) for a, b in zip(x, y, strict=True))


def test_lp_shows_its_fractional_point(lab: Any) -> None:
    panel = _run(lab, "lp", "9×9, fractional LP", "by lp")
    expect(panel.locator(".state")).to_contain_text("unknown: the optimum is fractional in 56 of 81 cells")
    expect(panel.locator(".cell.fractional")).to_have_count(56)
    expect(panel.locator(".readings")).to_contain_text("objective")
    assert all(abs(sum(x) - 1) < 0.01 for x in panel.locator(".cell").evaluate_all(SHADES))


def test_clicking_a_square_fixes_the_variable(lab: Any) -> None:
    panel = _run(lab, "lp", "9×9, fractional LP", "by lp")
    line = lab.locator("#puzzle-text").input_value()
    cell = panel.locator(".cell").nth(1)
    weakest = cell.locator(".shades span").evaluate_all(
        "all => all.map(one => [Number(one.style.getPropertyValue('--belief')), Number(one.dataset.digit)])"
        ".filter(([x]) => x > 0.01).sort((a, b) => a[0] - b[0])[0][1]"
    )
    cell.locator(f"[data-digit='{weakest}']").click()
    expect(lab.locator("#message")).to_have_text(f"Fixed {weakest} in r1c2.")
    assert lab.locator("#puzzle-text").input_value() == f"{line[0]}{weakest}{line[2:]}"
    expect(panel.locator(".state")).to_contain_text("by lp", timeout=30_000)


def test_variable_can_be_fixed_with_the_keyboard(lab: Any) -> None:
    panel = _run(lab, "lp", "4×4 with two solutions", "by lp")
    panel.locator(".cell").first.focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "Enter"):
        lab.keyboard.press(key)
    expect(lab.locator("#message")).to_contain_text("in r2c1.")
    assert lab.locator("#puzzle-text").input_value().count(".") == 11


def test_simplex_finds_a_vertex_and_interior_point_the_centre(lab: Any) -> None:
    panel = _run(lab, "lp", "4×4 with two solutions", "by lp")
    expect(panel.locator(".cell.fractional")).to_have_count(0)
    pressed = panel.locator("[aria-pressed=true]")
    expect(pressed).to_have_text("Vertex (simplex)")  # the one on the board
    panel.get_by_role("button", name="Centre").click()
    expect(panel.locator(".cell.fractional")).to_have_count(12)
    expect(pressed).to_have_text("Centre (interior point)")
    halves = panel.locator(".cell.fractional .shades span").evaluate_all(
        "all => all.map(one => Number(one.style.getPropertyValue('--belief'))).filter(x => x > 0)"
    )
    assert halves == [0.5] * 24  # half of one solution and half of the other
    panel.get_by_role("button", name="Vertex").click()
    expect(panel.locator(".cell.fractional")).to_have_count(0)
    expect(pressed).to_have_text("Vertex (simplex)")
    panel.get_by_label("method").select_option("lp-reweighted")
    panel.get_by_role("button", name="Run", exact=True).click()
    expect(panel.locator(".state")).to_contain_text("by lp-reweighted", timeout=30_000)
    expect(pressed).to_have_count(0)
    lab.select_option("#puzzle-example", label="9×9, easy")
    expect(pressed).to_have_count(0)


def test_row_families_can_be_switched_off_and_rank_is_shown(lab: Any) -> None:
    panel = _run(lab, "lp", "9×9, fractional LP", "by lp")
    amount = panel.locator(".amount")
    expect(amount).to_contain_text("324 rows, rank 249, 729 variables")
    panel.get_by_role("checkbox", name="sums").check()
    expect(amount).to_contain_text("351 rows, rank 249")
    panel.get_by_role("checkbox", name="sums").uncheck()
    panel.get_by_label("boxes", exact=True).uncheck()
    expect(amount).to_contain_text("243 rows, rank 217")
    expect(panel.locator(".state")).to_contain_text("by lp", timeout=30_000)
    found = re.search(r"fractional in (\d+) of 81", panel.locator(".state").inner_text())
    assert found
    expect(panel.locator(".cell.fractional")).to_have_count(int(found[1]))
    shown = panel.locator(".cell").evaluate_all(SHADES)
    box = [9 * row + column for row in range(3) for column in range(3)]
    assert any(abs(sum(shown[cell][k] for cell in box) - 1) > 0.01 for k in range(9))  # no row requires it of a box
    lab.select_option("#puzzle-example", label="4×4, four clues")
    expect(amount).to_contain_text("48 rows, rank 37")
    panel.get_by_label("boxes", exact=True).check()
    expect(amount).to_contain_text("64 rows, rank 40")


def test_cuts_can_be_found_added_linked_and_removed(lab: Any, new_page: Any) -> None:
    lab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    panel = _run(lab, "lp", "9×9, fractional LP", "fractional in 56 of 81 cells")
    panel.get_by_role("button", name="Find one").click()
    expect(lab.locator("#message")).to_contain_text("can be true")
    expect(panel.locator(".cuts li")).to_have_count(1)
    expect(panel.locator(".state")).to_contain_text("fractional in", timeout=30_000)
    expect(panel.locator(".cell.fractional")).not_to_have_count(56)  # the point that violated it is cut off
    panel.get_by_label("a cut", exact=True).fill("x_r1c2_1 >= 1")
    panel.get_by_role("button", name="Add").click()
    expect(panel.locator(".cuts li")).to_have_count(2)
    expect(panel.locator(".cell").nth(1)).to_have_attribute("aria-label", "row 1, column 2, 1 belief 1.00")
    cells = panel.locator(".cell.fractional").count()
    panel.get_by_role("button", name="Copy link").click()
    other = new_page()
    other.goto(lab.evaluate("navigator.clipboard.readText()"))
    expect(other.locator("#panel-lp .cuts li")).to_have_count(2)
    expect(other.locator("#panel-lp .cell.fractional")).to_have_count(cells, timeout=30_000)
    lab.bring_to_front()
    panel.get_by_role("button", name="remove the cut x_r1c2_1 >= 1").click()
    expect(panel.locator(".cuts li")).to_have_count(1)
    panel.get_by_label("a cut", exact=True).fill("x + y < 3")
    panel.get_by_role("button", name="Add").click()
    expect(panel.locator(".state")).to_contain_text("option cuts", timeout=30_000)


def test_annealing_prints_the_lectures_lines(lab: Any) -> None:
    panel = _run(lab, "anneal", "9×9 from the network lecture", "by network")
    expect(panel.locator(".log")).to_contain_text("Beta=0.100905 converge=0.111171")
    expect(panel.locator(".log")).to_contain_text("block checking: 0 errors")
    expect(panel.locator(".where")).to_have_text("line 290 of 290")
    panel.get_by_role("button", name="first").click()
    expect(panel.locator(".readings")).to_contain_text("0.111171")
    panel.get_by_role("button", name="step forward").click()
    expect(panel.locator(".where")).to_have_text("line 2 of 290")
    expect(panel.locator(".log [aria-current]")).to_have_text("Beta=0.101919 converge=0.111172")
    expect(panel.locator(".chart .dot")).to_have_count(3)  # on the curves of converge, the energy and β


def test_annealing_counts_errors_and_restarts_with_another_seed(lab: Any) -> None:
    panel = _run(lab, "anneal", "4×4, four clues", "by network")
    readings = panel.locator(".readings")
    expect(readings).to_contain_text("row errors0column errors0box errors0")
    names = readings.locator("dt").all_inner_texts()
    assert len(names) == len(set(names))
    assert "converge" in names
    assert not any("belief²" in name for name in names)  # converge is that
    panel.get_by_role("button", name="first").click()
    expect(readings).to_contain_text("row errors2column errors2box errors2")  # the beliefs are nearly equal
    panel.get_by_role("button", name="Restart").click()
    expect(panel.locator("[name=seed]")).to_have_value("1")
    expect(panel.locator(".state")).to_contain_text("by network", timeout=30_000)


def test_search_steps_back_and_forth(lab: Any) -> None:
    panel = _run(lab, "search", "9×9, fractional LP", "unique, by norvig")
    expect(panel.locator(".readings")).to_contain_text("guesses")
    panel.get_by_role("button", name="first").click()
    expect(panel.locator(".where")).to_contain_text("step 1 of")
    expect(panel.locator(".cell.latest")).to_have_count(1)
    expect(panel.locator(".cell .digit")).to_have_count(22)  # 21 clues and the first step
    panel.get_by_role("button", name="step forward").click()
    expect(panel.locator(".cell .digit")).to_have_count(23)
    panel.get_by_role("button", name="step back").click()
    expect(panel.locator(".cell .digit")).to_have_count(22)


def test_copied_command_reproduces_the_run(lab: Any, tmp_path: Path) -> None:
    lab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    panel = _run(lab, "search", "9×9, easy", "by norvig")
    panel.get_by_role("button", name="Copy as command").click()
    expect(panel.locator(".copied")).to_have_text("Command copied.")
    words = shlex.split(lab.evaluate("navigator.clipboard.readText()"))
    assert words[0] == "ninefold"
    done = subprocess.run([*MODULE, *words[1:]], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert SOLUTION in done.stdout
    steps = panel.locator(".where").inner_text().split()[-1]
    events = [json.loads(line)["event"] for line in (tmp_path / "trace.jsonl").read_text().splitlines()]
    assert str(sum(event in ("place", "guess", "undo") for event in events)) == steps


def test_copied_command_and_python_reproduce_rows_and_cuts(lab: Any, tmp_path: Path) -> None:
    lab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    panel = _run(lab, "lp", "9×9, fractional LP", "by lp")
    panel.get_by_label("boxes", exact=True).uncheck()
    panel.get_by_label("a cut", exact=True).fill("x_r1c2_1 + x_r1c3_1 <= 0")
    panel.get_by_role("button", name="Add").click()
    expect(panel.locator(".state")).to_contain_text("by lp", timeout=30_000)
    wait_for_board(lab)
    shown = panel.locator(".cell").evaluate_all(SHADES)
    panel.get_by_role("button", name="Copy as command").click()
    expect(panel.locator(".copied")).to_have_text("Command copied.")
    words = shlex.split(lab.evaluate("navigator.clipboard.readText()"))
    subprocess.run([*MODULE, *words[1:]], cwd=tmp_path, capture_output=True, timeout=60)
    events = [json.loads(line) for line in (tmp_path / "trace.jsonl").read_text().splitlines()]
    [values] = [event["values"] for event in events if event["event"] == "belief"]
    assert _differ(values, shown) <= 0.0005  # the shades are rounded
    panel.get_by_role("button", name="Copy as Python").click()
    expect(panel.locator(".copied")).to_have_text("Python copied.")
    code = lab.evaluate("navigator.clipboard.readText()") + "import json\nprint(json.dumps(beliefs[0].tolist()))\n"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("unknown\n<svg ")
    assert _differ(json.loads(done.stdout.splitlines()[-1]), values) <= 1e-6


def test_copy_confirmation_moves_nothing(lab: Any) -> None:
    lab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    panel = lab.locator("#panel-lp")
    place = "one => one.getBoundingClientRect().top + scrollY"
    board = panel.locator(".frame")
    before = board.evaluate(place)
    panel.get_by_role("button", name="Copy link").click()
    row = panel.locator(".buttons", has=lab.get_by_role("button", name="Copy link"))
    expect(row).to_contain_text("Link copied.")
    assert board.evaluate(place) == before
    lab.click("#puzzle-enter")
    lab.fill("#puzzle-text", "no puzzle")
    lab.click("#puzzle-read")
    expect(lab.locator("#message")).to_have_attribute("data-kind", "bad")
    assert board.evaluate(place) == before


def test_error_message_stays_until_another_puzzle_is_loaded(lab: Any) -> None:
    message = lab.locator("#message")
    text = lab.locator("#puzzle-text")

    def load(words: str) -> None:
        if not text.is_visible():
            lab.click("#puzzle-enter")
        text.fill(words)
        lab.click("#puzzle-read")

    for words, error in (
        ("<puzzle>", "unknown file format"),
        (" ", "Paste a puzzle first"),
        ("12.", "read 3 cells"),
    ):
        load(words)
        expect(message).to_contain_text(error)
        expect(message).not_to_contain_text("ninefold")  # no command-line advice on a page
        load("...1..2..3..4...")
        expect(message).to_be_empty()
    load("<puzzle>")
    expect(message).to_have_attribute("data-kind", "bad")
    lab.select_option("#puzzle-example", label="9×9, easy")
    expect(message).to_be_empty()


def test_lab_opened_offline_waits_for_the_server(new_page: Any, own_server: Any) -> None:
    page = new_page(service_workers="allow")
    page.clock.install()
    page.goto(f"{own_server.address}/lab")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    own_server.stop()
    page.reload()
    expect(page.locator("#panels")).to_contain_text("Server offline.")
    expect(page.locator("#tabs button")).to_have_count(0)
    own_server.start()
    page.clock.fast_forward(3000)  # the page then tries to reach the server again
    expect(page.locator("#tab-lp")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#tabs button")).to_have_count(6)
    expect(page.locator("#panels > *")).to_have_count(6)


def test_link_opens_a_view_at_its_step(lab: Any, server: Any, new_page: Any) -> None:
    lab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    panel = _run(lab, "search", "9×9, easy", "by norvig")
    panel.get_by_role("button", name="first").click()
    panel.get_by_role("button", name="step forward").click()
    panel.get_by_role("button", name="Copy link").click()
    link = lab.evaluate("navigator.clipboard.readText()")
    other = new_page()
    other.goto(link)
    expect(other.locator("#tab-search")).to_have_attribute("aria-selected", "true")
    expect(other.locator("#panel-search .where")).to_contain_text("step 2 of", timeout=30_000)


def test_run_can_be_cancelled(lab: Any) -> None:
    lab.select_option("#puzzle-example", label="9×9, hard for backtracking")
    lab.click("#tab-search")
    panel = lab.locator("#panel-search")
    panel.get_by_label("method").select_option("backtrack")
    panel.get_by_role("button", name="Run", exact=True).click()
    expect(panel.locator(".state")).to_contain_text("running", timeout=30_000)
    panel.get_by_role("button", name="Cancel").click()
    expect(panel.locator(".state")).to_contain_text("cancelled")
    expect(panel.get_by_role("button", name="Run", exact=True)).to_be_enabled()


def test_race_shows_lanes_and_a_table(lab: Any) -> None:
    lab.select_option("#puzzle-example", label="9×9, easy")
    lab.click("#tab-race")
    panel = lab.locator("#panel-race")
    panel.locator("input:checked").evaluate_all("boxes => boxes.forEach(box => box.click())")
    for name in ("search", "norvig"):
        panel.get_by_label(name, exact=True).check()
    panel.get_by_role("button", name="Run", exact=True).click()
    expect(panel.locator(".state")).to_have_text("2 runs.", timeout=30_000)
    expect(panel.locator(".runner")).to_have_count(2)
    expect(panel.locator("tbody tr")).to_have_count(2)
    expect(panel.locator("tbody td:nth-child(3)")).to_have_text([re.compile(r"^\d[\d.]* (µs|ms|s)$")] * 2)
    lab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    panel.get_by_role("button", name="Copy link").click()
    link = lab.evaluate("navigator.clipboard.readText()")
    assert link.endswith("by=search&by=norvig")
    with lab.expect_download() as download:
        panel.get_by_role("button", name="CSV").click()
    assert "norvig" in download.value.path().read_text()
    lab.goto("about:blank")
    lab.goto(link)
    expect(lab.locator("#panel-race .runner")).to_have_count(2, timeout=30_000)


def test_copied_race_repeats_and_names_excluded_methods(lab: Any) -> None:
    lab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    lab.select_option("#puzzle-example", label="4×4, four clues")
    lab.click("#tab-race")
    panel = lab.locator("#panel-race")
    panel.locator("input:checked").evaluate_all("boxes => boxes.forEach(box => box.click())")
    for name in ("lanes", "search", "norvig"):  # lanes supports 9×9 only
        panel.get_by_label(name, exact=True).check()
    panel.get_by_role("button", name="Run", exact=True).click()
    expect(panel.locator(".state")).to_contain_text("2 runs. lanes", timeout=30_000)
    panel.get_by_role("button", name="Copy as command").click()
    expect(panel.locator(".copied")).to_have_text("Command copied.")
    words = shlex.split(lab.evaluate("navigator.clipboard.readText()"))
    by_command = subprocess.run([*MODULE, *words[1:]], capture_output=True, text=True, timeout=60)
    panel.get_by_role("button", name="Copy as Python").click()
    expect(panel.locator(".copied")).to_have_text("Python copied.")
    code = lab.evaluate("navigator.clipboard.readText()")
    by_python = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    for done in (by_command, by_python):
        assert {"search", "norvig"} <= set(done.stdout.split()), done.stderr


def test_a_race_without_methods_says_what_to_do(lab: Any) -> None:
    lab.click("#tab-race")
    panel = lab.locator("#panel-race")
    panel.locator("fieldset.methods input").evaluate_all("all => all.forEach(one => { one.checked = false; })")
    panel.get_by_role("button", name="Run", exact=True).click()
    expect(panel.locator(".state")).to_have_text("Choose at least one method.")


def test_seeds_show_a_histogram(lab: Any) -> None:
    lab.select_option("#puzzle-example", label="4×4, four clues")
    lab.click("#tab-seeds")
    panel = lab.locator("#panel-seeds")
    panel.get_by_label("Seeds", exact=True).fill("5")
    panel.get_by_role("button", name="Run", exact=True).click()
    expect(panel.locator(".state")).to_contain_text("of 5 seeds", timeout=30_000)
    expect(panel.locator(".chart .bar")).not_to_have_count(0)
    # The first start of the network is not random: an interval would count one run five times.
    expect(panel.locator(".interval")).to_contain_text("Every seed took the same steps")
    lab.select_option("#puzzle-example", label="9×9 from the network lecture")
    panel.get_by_label("method").select_option("anneal")
    panel.get_by_role("button", name="Run", exact=True).click()
    expect(panel.locator(".interval")).to_contain_text("95 % confidence interval of the success rate: 57 to 100 %")
    lab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    text = panel.locator(".state").inner_text()
    panel.get_by_role("button", name="Copy as Python").click()
    expect(panel.locator(".copied")).to_have_text("Python copied.")
    code = lab.evaluate("navigator.clipboard.readText()")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert text == f"solved with {done.stdout.count(' solved ')} of {len(done.stdout.splitlines())} seeds"
    panel.get_by_role("button", name="Copy link").click()
    link = lab.evaluate("navigator.clipboard.readText()")
    lab.goto("about:blank")
    lab.goto(link)
    expect(panel.locator(".state")).to_have_text(text, timeout=30_000)
