"""The Lab as it opens: a run with several rounds, all of it in view, dots, heat map, legend, log and race."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from drawn import wait_for_board

expect = pytest.importorskip("playwright.sync_api").expect

LECTURE = "9×9 from the network lecture"


@pytest.fixture
def lab(page: Any, server: Any) -> Any:
    page.goto(f"{server.address}/lab")
    expect(page.locator("#panel-lp .where")).to_have_text("round 6 of 6", timeout=30_000)
    return page


def _run(page: Any, view: str, example: str) -> Any:
    page.select_option("#puzzle-example", label=example)
    page.click(f"#tab-{view}")
    panel = page.locator(f"#panel-{view}")
    panel.get_by_role("button", name="Run", exact=True).click()
    expect(panel.locator(".state")).to_contain_text("by ", timeout=60_000)
    return panel


def test_lab_opens_with_a_run_of_several_rounds(lab: Any) -> None:
    panel = lab.locator("#panel-lp")
    expect(panel.locator(".cell")).to_have_count(81)
    lines = panel.locator(".log li").all_inner_texts()
    assert [int(line.split()[1]) for line in lines] == [30, 25, 23, 22, 21, 0]
    assert "integral" in lines[-1]


def test_lab_plays_the_rounds_unless_motion_is_reduced(new_page: Callable[..., Any], server: Any) -> None:
    page = new_page(reduced_motion="no-preference")
    page.goto(f"{server.address}/lab")
    where = page.locator("#panel-lp .where")
    expect(page.locator("#panel-lp [aria-label=pause]")).to_be_visible(timeout=30_000)
    expect(where).to_have_text(re.compile(r"round [12] of 6"))
    expect(where).to_have_text("round 3 of 6")


def test_board_chart_log_and_legend_are_in_view(new_page: Callable[..., Any], server: Any) -> None:
    page = new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{server.address}/lab")
    panel = page.locator("#panel-lp")
    expect(panel.locator(".where")).to_have_text("round 6 of 6", timeout=30_000)
    for part in (".stage", ".player", ".chart", ".log", ".legend"):
        box = panel.locator(part).first.bounding_box()
        assert box["y"] + box["height"] <= 800, part
    assert panel.locator(".stage").bounding_box()["height"] >= 600
    assert page.evaluate("document.documentElement.scrollHeight") <= 800


def test_run_is_within_reach_on_a_phone(new_page: Callable[..., Any], server: Any) -> None:
    page = new_page(viewport={"width": 390, "height": 664}, has_touch=True, is_mobile=True)
    page.goto(f"{server.address}/lab")
    for view in ("lp", "anneal", "search", "race", "seeds"):
        page.click(f"#tab-{view}")
        run = page.locator(f"#panel-{view}").get_by_role("button", name="Run", exact=True).bounding_box()
        assert run["y"] + run["height"] <= 664, view


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_area_of_a_dot_is_its_value_in_every_theme(new_page: Callable[..., Any], server: Any, theme: str) -> None:
    page = new_page(color_scheme=theme, device_scale_factor=2)
    page.goto(f"{server.address}/lab")
    panel = page.locator("#panel-lp")
    expect(panel.locator(".where")).to_have_text("round 6 of 6", timeout=30_000)
    panel.get_by_role("button", name="first").click()
    wait_for_board(page)
    dots = panel.locator(".fractional .shades span").evaluate_all(
        "all => all.map(one => [one.style.getPropertyValue('--belief'), getComputedStyle(one).backgroundImage])"
    )
    assert dots
    for value, image in dots:
        stop = re.search(r"calc\(([\d.]+)% \* sqrt\(([\d.]+)\)\)|(?:rgb[^)]*\)) ([\d.]+)%", image)
        assert stop, image
        radius = float(stop[3]) / 96 if stop[3] else float(stop[2]) ** 0.5
        assert abs(radius**2 - float(value)) < 0.01
    legend = panel.locator(".legend li > span").all_inner_texts()
    assert legend == ["x from 0 to 1", "Undecided", "Decided", "Clue"]


def test_log_follows_the_step_and_leads_to_it(lab: Any) -> None:
    panel = lab.locator("#panel-lp")
    panel.get_by_role("button", name="step back").click()
    expect(panel.locator(".log [aria-current=step]")).to_contain_text("21 open")
    panel.locator(".log li").nth(1).click()
    expect(panel.locator(".where")).to_have_text("round 2 of 6")
    expect(panel.locator(".cell.fractional")).to_have_count(25)
    panel = _run(lab, "search", "9×9, fractional LP")  # a log too long to be in the page as a whole
    panel.get_by_role("button", name="first").click()
    expect(panel.locator(".log [aria-current]")).to_contain_text("   1  guess 3 in r8c7")
    assert panel.locator(".log li").count() <= 400
    panel.get_by_role("button", name="last").click()
    expect(panel.locator(".log [aria-current]")).to_contain_text("2813  ")


def test_heat_map_is_scaled_and_its_clues_are_outlined(lab: Any) -> None:
    panel = _run(lab, "anneal", LECTURE)
    expect(panel.locator(".cell.outlined")).to_have_count(29)
    panel.get_by_role("button", name="first").click()
    wait_for_board(lab)
    shown = panel.locator(".heat .shades span").evaluate_all(
        "all => all.map(one => Number(one.style.getPropertyValue('--belief')))"
    )
    assert (min(shown), max(shown)) == (0, 1)  # although all beliefs are about 1/9
    expect(panel.locator(".legend")).to_contain_text(re.compile(r"Belief from 0\.1\d* to 0\.1\d*"))


def test_race_is_sorted_and_explains_its_methods(lab: Any) -> None:
    panel = lab.locator("#panel-race")
    lab.select_option("#puzzle-example", label="9×9, easy")
    lab.click("#tab-race")
    panel.get_by_role("button", name="Run", exact=True).click()
    expect(panel.locator(".state")).to_have_text(re.compile(r"^\d+ runs\."), timeout=60_000)
    units = {"µs": 1e-6, "ms": 1e-3, "s": 1.0}
    times = [text.split() for text in panel.locator("tbody td:nth-child(3)").all_inner_texts()]
    seconds = [float(number) * units[unit] for number, unit in times]
    assert seconds == sorted(seconds)
    names = panel.locator("tbody abbr").all_inner_texts()
    assert panel.locator(".chart text title").count() == len(names)
    assert "exact cover" in panel.locator("tbody abbr", has_text="exact-cover").get_attribute("title")


def test_pivots_of_the_simplex_method_can_be_watched(lab: Any) -> None:
    panel = lab.locator("#panel-lp")
    panel.get_by_label("method").select_option("lp")
    expect(panel.get_by_role("button", name="Pivots (Bland)")).to_be_hidden()  # for small boards
    lab.select_option("#puzzle-example", label="4×4 with two solutions")
    for rule in ("Bland", "Dantzig"):
        panel.get_by_role("button", name=f"Pivots ({rule})").click()
        expect(panel.locator(".where")).to_have_text("round 34 of 34", timeout=30_000)
        expect(panel.locator(".log li").first).to_have_text(
            "  1  phase 1: x_r1c1_2 enters, artificial_cell_r1c1 leaves, moves to 1; objective 44"
        )
    panel.get_by_role("button", name="first").click()
    expect(panel.locator(".cell").first).to_have_attribute("aria-label", "row 1, column 1, 2 belief 1.00")
    expect(panel.locator(".chart")).to_have_attribute("aria-label", "objective per round")
