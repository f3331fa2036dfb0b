"""The Lab's curves, texts, messages and logs: each belongs to the method and the run on screen."""

from __future__ import annotations

import re
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api").expect

EASY, HARD = "9×9, easy", "9×9, fractional LP"


@pytest.fixture
def lab(page: Any, server: Any) -> Any:
    page.goto(f"{server.address}/lab")
    expect(page.locator("#tab-lp")).to_have_attribute("aria-selected", "true")
    return page


def _run(page: Any, view: str, example: str, by: str) -> Any:
    page.select_option("#puzzle-example", label=example)
    page.click(f"#tab-{view}")
    panel = page.locator(f"#panel-{view}")
    panel.get_by_label("method").select_option(by)
    panel.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    panel.get_by_role("button", name="Run", exact=True).click()
    expect(panel.locator(".state")).to_contain_text(f"by {by}", timeout=60_000)
    return panel


@pytest.mark.parametrize(
    ("by", "curves"),
    [
        ("anneal", ["faults per line", "temperature per line"]),
        ("hill-climb", ["faults per line"]),
        ("genetic", ["faults per line"]),
        ("harmony", ["discord per line"]),
        ("network", ["converge per line", "energy per line", "β per line"]),
    ],
)
def test_every_method_shows_its_own_curves_under_its_own_text(lab: Any, by: str, curves: list[str]) -> None:
    panel = _run(lab, "anneal", "4×4, four clues", by)
    labels = panel.locator(".chart").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    assert labels == curves
    text = panel.locator(".about").inner_text()
    assert ("β" in text) == (by == "network")


def test_lp_lift_shows_its_residual_and_ends_with_the_solution(lab: Any) -> None:
    panel = _run(lab, "lp", HARD, "lp-lift")
    charts = panel.locator(".chart").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    assert charts == ["residual per round"]
    lines = panel.locator(".log li").all_inner_texts()
    assert "60 open  residual 0.0" in lines[0]
    assert lines[-1].split()[1:] == ["0", "open", "integral"]


def test_an_infeasible_cut_is_removed_and_the_next_run_works(lab: Any) -> None:
    panel = _run(lab, "lp", HARD, "lp")
    panel.get_by_label("a cut", exact=True).fill("x_r1c2_1 + x_r1c2_2 >= 3")
    panel.get_by_role("button", name="Add").click()
    expect(lab.locator("#message")).to_have_text("The cut leaves no feasible point, so it was removed.", timeout=30_000)
    expect(panel.locator(".cuts li")).to_have_count(0)
    panel.get_by_role("button", name="Run", exact=True).click()
    expect(panel.locator(".state")).to_contain_text("fractional in 56 of 81 cells", timeout=30_000)


def test_message_about_a_cut_goes_with_its_method(lab: Any) -> None:
    panel = _run(lab, "lp", HARD, "lp")
    panel.get_by_role("button", name="Find one").click()
    expect(lab.locator("#message")).to_contain_text("odd cycle")
    expect(panel.locator(".state")).to_contain_text("by lp", timeout=30_000)
    panel.get_by_label("method").select_option("lp-reweighted")
    expect(lab.locator("#message")).to_be_empty()


def test_log_of_the_solver_is_shown(lab: Any) -> None:
    panel = _run(lab, "lp", HARD, "lp")
    expect(panel.locator(".solver-log")).to_contain_text("LP has 240 rows; 254 cols; 1016 nonzeros")


@pytest.mark.parametrize(
    ("by", "logged", "report"),
    [
        ("mip", "MIP has", "incumbent 0  gap 0"),
        ("sat", "satisfiable: restarts", "conflicts 0"),
        ("cp", "Starting CP-SAT", "branches"),
    ],
)
def test_solver_shows_its_log_its_reports_and_its_solution(lab: Any, by: str, logged: str, report: str) -> None:
    panel = _run(lab, "solver", "4×4 with two solutions", by)
    expect(panel.locator(".solver-log")).to_contain_text(logged)
    expect(panel.locator(".log")).to_contain_text(report)
    panel.locator(".log li", has_text="solution").last.click()
    expect(panel.get_by_label(re.compile("row 1, column 1, [23]"))).to_have_count(1)


def test_nodes_of_the_tree_are_marked_as_failed_or_solved(lab: Any) -> None:
    tree = _run(lab, "search", "4×4 with two solutions", "backtrack").locator(".chart.tree")
    for name, count in (("solved", 2), ("failed", 1)):  # as nf.tree counts them
        assert tree.locator(f".{name}").get_attribute("d").count("M") == count


def test_every_chart_is_saved_as_svg_and_png(lab: Any) -> None:
    panel = _run(lab, "anneal", "4×4, four clues", "network")
    for kind, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        expect(panel.get_by_role("button", name=f"as {kind}")).to_have_count(panel.locator(".chart").count())
        with lab.expect_download() as saved:
            panel.get_by_role("button", name=f"Save converge per line as {kind}").click()
        content = saved.value.path().read_bytes()
        assert content.startswith(start)
        assert saved.value.suggested_filename == f"converge-per-line.{kind.lower()}"
        assert kind == "PNG" or b'stroke="rgb' in content  # it needs no style sheet


def test_a_saved_tree_has_its_dots(lab: Any) -> None:
    """A dot is a line of length 0, which only a round end makes visible."""
    panel = _run(lab, "search", "4×4 with two solutions", "backtrack")
    with lab.expect_download() as saved:
        panel.get_by_role("button", name=re.compile("Save search tree .* as SVG")).click()
    dots = re.findall(r"<path class=\"dots[^>]*>", saved.value.path().read_text())
    assert len(dots) == 3
    assert all('stroke-linecap="round"' in dot for dot in dots)


def test_numbers_of_charts_are_exact_up_to_five_digits(lab: Any) -> None:
    panel = _run(lab, "search", HARD, "norvig")
    steps = lab.evaluate("""async () => {
        const { curve } = await import("/static/lab/chart.js");
        const texts = curve("x", [[1, 0], [1245, 2235]], { at: 1 }).querySelectorAll("text");
        return [...texts].map((one) => one.textContent);
    }""")
    assert {"1245", "2235", "1000", "2000"} <= set(steps)
    expect(panel.locator(".about")).to_contain_text("Propagation and search")


def test_clicking_a_node_of_the_tree_jumps_to_its_guess(lab: Any) -> None:
    panel = _run(lab, "search", HARD, "norvig")
    tree = panel.locator(".chart.tree")
    expect(tree).to_have_attribute("aria-label", "search tree of 321 nodes")
    steps = panel.locator(".where").inner_text()
    box = tree.bounding_box()
    tree.click(position={"x": box["width"] - 30, "y": box["height"] / 2})
    expect(panel.locator(".where")).not_to_have_text(steps)
    expect(panel.locator(".readings")).to_contain_text("guess ")
    dot = tree.locator(".dot")
    before = dot.get_attribute("cy")
    panel.get_by_role("button", name="first").click()
    expect(dot).not_to_have_attribute("cy", before)
