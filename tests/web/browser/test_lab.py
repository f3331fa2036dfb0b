"""The Lab: real runs of the real methods, against known numbers, stepped, cancelled, linked and copied."""

from __future__ import annotations

import shlex
import subprocess
from typing import Any

import pytest
from running import MODULE, SOLUTION

expect = pytest.importorskip("playwright.sync_api").expect


@pytest.fixture
def lab(page: Any, server: Any) -> Any:
    page.goto(f"{server.address}/lab")
    expect(page.locator("#tab-lp")).to_have_attribute("aria-selected", "true")
    return page


def _run(page: Any, view: str, example: str, until: str) -> Any:
    page.select_option("#puzzle-example", label=example)
    page.click(f"#tab-{view}")
    panel = page.locator(f"#panel-{view}")
    panel.get_by_role("button", name="Run", exact=True).click()
    expect(panel.locator(".state")).to_contain_text(until, timeout=30_000)
    return panel


def test_the_linear_program_shows_its_fractional_point(lab: Any) -> None:
    panel = _run(lab, "lp", "9×9, the LP is fractional", "by lp")
    expect(panel.locator(".state")).to_contain_text("unknown: the optimum is fractional in 56 of 81 cells")
    expect(panel.locator(".cell.fractional")).to_have_count(56)
    expect(panel.locator(".readings")).to_contain_text("objective")
    sums = panel.locator(".cell").evaluate_all(
        "cells => cells.map(cell => [...cell.querySelectorAll('.shades span')]"
        ".reduce((sum, one) => sum + Number(one.style.getPropertyValue('--belief')), 0))"
    )
    assert all(abs(total - 1) < 0.01 for total in sums)


def test_a_click_fixes_a_variable_and_solves_again(lab: Any) -> None:
    panel = _run(lab, "lp", "9×9, the LP is fractional", "by lp")
    clues = sum(c != "." for c in lab.locator("#puzzle-text").input_value())
    panel.locator(".cell.fractional").first.click()
    expect(panel.locator(".state")).to_contain_text("by lp", timeout=30_000)
    assert sum(c != "." for c in lab.locator("#puzzle-text").input_value()) == clues + 1


def test_annealing_prints_the_lectures_lines_and_steps_back(lab: Any) -> None:
    panel = _run(lab, "anneal", "9×9 of the lecture on the network", "by network")
    expect(panel.locator(".log")).to_contain_text("Beta=0.100905 converge=0.111171")
    expect(panel.locator(".log")).to_contain_text("block checking: 0 errors")
    expect(panel.locator(".where")).to_have_text("line 290 of 290")
    panel.get_by_role("button", name="first").click()
    expect(panel.locator(".readings")).to_contain_text("0.111171")
    panel.get_by_role("button", name="step on").click()
    expect(panel.locator(".where")).to_have_text("line 2 of 290")
    expect(panel.locator(".chart .dot")).to_have_count(1)


def test_search_steps_back_and_forth_through_places_guesses_and_what_was_taken_back(lab: Any) -> None:
    panel = _run(lab, "search", "9×9, the LP is fractional", "unique, by norvig")
    expect(panel.locator(".readings")).to_contain_text("guesses")
    panel.get_by_role("button", name="first").click()
    expect(panel.locator(".where")).to_contain_text("step 1 of")
    expect(panel.locator(".cell.latest")).to_have_count(1)
    expect(panel.locator(".cell .digit")).to_have_count(22)  # 21 clues and the first step
    panel.get_by_role("button", name="step on").click()
    expect(panel.locator(".cell .digit")).to_have_count(23)
    panel.get_by_role("button", name="step back").click()
    expect(panel.locator(".cell .digit")).to_have_count(22)


def test_the_copied_command_makes_the_same_again(lab: Any) -> None:
    lab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    panel = _run(lab, "search", "9×9, easy", "by norvig")
    panel.get_by_role("button", name="Copy as command").click()
    expect(lab.locator("#message")).to_have_text("Command copied.")
    words = shlex.split(lab.evaluate("navigator.clipboard.readText()"))
    assert words[0] == "ninefold"
    done = subprocess.run([*MODULE, *words[1:]], capture_output=True, text=True, timeout=60)
    assert SOLUTION in done.stdout


def test_a_link_opens_the_view_with_its_method_and_step(lab: Any, server: Any, new_page: Any) -> None:
    lab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    panel = _run(lab, "search", "9×9, easy", "by norvig")
    panel.get_by_role("button", name="first").click()
    panel.get_by_role("button", name="step on").click()
    panel.get_by_role("button", name="Copy link").click()
    link = lab.evaluate("navigator.clipboard.readText()")
    other = new_page()
    other.goto(link)
    expect(other.locator("#tab-search")).to_have_attribute("aria-selected", "true")
    expect(other.locator("#panel-search .where")).to_contain_text("step 2 of", timeout=30_000)


def test_a_run_can_be_cancelled(lab: Any) -> None:
    lab.select_option("#puzzle-example", label="9×9, against plain backtracking")
    lab.click("#tab-search")
    panel = lab.locator("#panel-search")
    panel.get_by_label("method").select_option("backtrack")
    panel.get_by_role("button", name="Run", exact=True).click()
    expect(panel.locator(".state")).to_contain_text("running")
    panel.get_by_role("button", name="Cancel").click()
    expect(panel.locator(".state")).to_contain_text("cancelled")
    expect(panel.get_by_role("button", name="Run", exact=True)).to_be_enabled()


def test_a_race_has_a_lane_for_each_method_and_a_table(lab: Any) -> None:
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


def test_many_seeds_give_a_histogram(lab: Any) -> None:
    lab.click("#tab-seeds")
    panel = lab.locator("#panel-seeds")
    panel.get_by_label("Seeds", exact=True).fill("5")
    panel.get_by_role("button", name="Run", exact=True).click()
    expect(panel.locator(".state")).to_contain_text("of 5 seeds", timeout=30_000)
    expect(panel.locator(".chart .bar")).not_to_have_count(0)
