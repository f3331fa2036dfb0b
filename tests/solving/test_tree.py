"""Search trees from traces and results: their counts on a known puzzle, and their pictures."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import ninefold as nf

# The hardest puzzle of the first paper.
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
TWO = "...1..2..3..4..."


@pytest.mark.parametrize(("by", "nodes", "depth"), [("exact-cover", 251, 12), ("norvig", 321, 14)])
def test_tree_of_the_hardest_puzzle(by: str, nodes: int, depth: int) -> None:
    events: list[nf.Event] = []
    result = nf.solve(HARD, by=by, trace=events)
    tree = nf.tree(events)
    assert (tree.nodes, tree.depth, tree.nodes - 1) == (nodes, depth, result.stats["nodes"])
    assert nf.tree(result) == tree
    assert len(tree.solved) == 1
    assert tree.failures == len(tree.leaves) - 1
    assert all(str(events[tree.moment[node]]) == f"guess {tree.label[node]}" for node in range(1, nodes))


def test_depth_follows_the_parents() -> None:
    tree = nf.tree(nf.solve(TWO, by="backtrack", limit=None))
    assert all(tree.depths[node] == tree.depths[tree.parent[node]] + 1 for node in range(1, tree.nodes))
    assert len(tree.solved) == 2
    assert repr(tree).startswith(f"<Tree by backtrack: {tree.nodes} nodes, depth {tree.depth}, ")


def test_a_run_that_was_stopped_has_the_tree_so_far() -> None:
    result = nf.solve(HARD, by="norvig", limit=nf.Limit(nodes=50))
    assert nf.tree(result).nodes == 51


@pytest.mark.parametrize("nodes", [20, 200])  # before and after the solution is found
@pytest.mark.parametrize("by", ["exact-cover", "norvig", "propagate"])
def test_a_result_that_was_stopped_has_the_tree_of_its_trace(by: str, nodes: int) -> None:
    events: list[nf.Event] = []
    result = nf.solve(HARD, by=by, limit=nf.Limit(nodes=nodes), trace=events)
    assert nf.tree(result) == nf.tree(events)
    assert nf.tree(events).nodes == sum(isinstance(event, nf.Guess) for event in events) + 1


def test_the_last_guess_of_a_stopped_run_has_not_failed() -> None:
    result = nf.solve(HARD, by="backtrack", limit=nf.Limit(nodes=1000))
    tree = nf.tree(result)
    assert len(tree.unfinished) == 1
    assert tree.failures == result.stats["failures"] == len(tree.leaves) - 1
    assert not nf.tree(nf.solve(HARD, by="norvig")).unfinished
    assert not nf.tree(nf.solve(TWO, by="norvig", limit=1)).unfinished  # it found a solution there


def test_a_trace_of_a_method_that_does_not_guess_is_refused() -> None:
    events: list[nf.Event] = []
    nf.solve(TWO, by="anneal", trace=events)
    with pytest.raises(nf.NinefoldError, match="method 'anneal' traces no guesses"):
        nf.tree(events)


def test_picture_has_a_dot_for_every_node() -> None:
    tree = nf.tree(nf.solve(HARD, by="norvig"))
    root = ElementTree.fromstring(tree.svg())
    paths = {path.get("class", "edges"): path.get("d", "") for path in root.iter("{http://www.w3.org/2000/svg}path")}
    assert paths["edges"].count("L") == tree.nodes - 1
    assert sum(paths[kind].count("h0") for kind in ("node", "failed", "solved")) == tree.nodes
    assert paths["failed"].count("h0") == tree.failures
    page = tree.html()
    assert page.startswith("<!doctype html>")
    assert tree._repr_svg_() in page


def test_a_puzzle_without_guesses_has_a_root_only() -> None:
    tree = nf.tree(nf.solve("..4.1......3.1..", by="norvig"))
    assert (tree.nodes, tree.depth, tree.failures) == (1, 0, 0)
    assert "<svg" in tree.svg()


def test_what_is_not_a_trace_is_refused() -> None:
    for source, words in (
        (nf.solve(TWO, by="search"), "traces no guesses"),
        (3, "expected a result or a list of trace events"),
        ("norvig", "expected a result or a list of trace events, not 'norvig'"),
        (nf.Grid(HARD), "expected a result or a list of trace events, not Grid"),
        ([nf.Undo()], "event 0 undoes a guess that was never made"),
        ([3], "expected a trace event, not 3"),
    ):
        with pytest.raises(nf.NinefoldError, match=words):
            nf.tree(source)  # type: ignore[arg-type]
