"""Pictures of search trees.

A leaf gets the next place from the left, and an inner node the middle of its first and last child; the depth is the
height. All edges are one path, and so are all nodes of one kind: a dot is a line of length 0 with a round end. So a
tree of 100,000 nodes is four long strings, not 200,000 elements.
"""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING

from ninefold.core.values import counted

if TYPE_CHECKING:
    from ninefold.solving.tree import Tree

# Lengths in points: the picture, and the most between two nodes.
WIDTH, HEIGHT, EDGE, MAX_STEP, MAX_DROP = 960.0, 540.0, 16.0, 24.0, 40.0
COLOURS = {"node": "#4a6fa5", "failed": "#b00020", "solved": "#1a7f37"}


def places(tree: Tree) -> tuple[list[float], list[float], float, float]:
    """The place of each node, and the width and height of the picture."""
    xs, ys, count = [0.0] * len(tree.parent), [0.0] * len(tree.parent), max(1, len(tree.leaves))
    step = min(MAX_STEP, (WIDTH - 2 * EDGE) / count)
    drop = min(MAX_DROP, (HEIGHT - 2 * EDGE) / max(1, tree.depth))
    first, last = [-1.0] * len(xs), [-1.0] * len(xs)
    for at, leaf in enumerate(tree.leaves):
        first[leaf] = last[leaf] = EDGE + step * (at + 0.5)
    for node in range(len(xs) - 1, 0, -1):  # children come after their parent
        parent = tree.parent[node]
        first[parent] = first[node] if first[parent] < 0 else min(first[parent], first[node])
        last[parent] = max(last[parent], last[node])
    for node, depth in enumerate(tree.depths):
        xs[node] = round((first[node] + last[node]) / 2, 2) if tree.nodes > 1 else EDGE
        ys[node] = round(EDGE + drop * depth, 2)
    return xs, ys, 2 * EDGE + step * count, 2 * EDGE + drop * max(1, tree.depth)


def tree_svg(tree: Tree) -> str:
    """The picture."""
    xs, ys, width, height = places(tree)
    failed = set(tree.failed)
    dots: dict[str, list[str]] = {name: [] for name in COLOURS}
    for node, (x, y) in enumerate(zip(xs, ys, strict=True)):
        kind = "solved" if node in tree.solved else "failed" if node in failed else "node"
        dots[kind].append(f"M{x} {y}h0")
    edges = "".join(
        f"M{xs[parent]} {ys[parent]}L{xs[node]} {ys[node]}" for node, parent in enumerate(tree.parent) if node
    )
    size = 1.2 if tree.nodes > 5000 else 2.5 if tree.nodes > 500 else 5.0
    paths = [f'<path d="{edges}" fill="none" stroke="#999999" stroke-width="{min(1.0, size / 3):.2f}"/>']
    paths += [
        f'<path class="{name}" d="{"".join(found)}" fill="none" stroke="{COLOURS[name]}" stroke-width="{size}"'
        ' stroke-linecap="round"/>'
        for name, found in dots.items()
        if found
    ]
    title = escape(repr(tree).strip("<>"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.1f} {height:.1f}" width="{width:.1f}"'
        f' height="{height:.1f}" role="img"><title>{title}</title>'
        f'<rect width="100%" height="100%" fill="#ffffff"/>{"".join(paths)}</svg>'
    )


# Finds the node nearest to the pointer, and shows the guesses that lead to it.
SCRIPT = """
const svg = document.querySelector("svg"), out = document.querySelector("output");
const { x, y, parent, label } = JSON.parse(document.querySelector("#data").textContent);
svg.addEventListener("pointermove", (event) => {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  let best = 0, least = Infinity;
  for (let i = 0; i < x.length; i++) {
    const far = (x[i] - at.x) ** 2 + (y[i] - at.y) ** 2;
    if (far < least) [best, least] = [i, far];
  }
  const path = [];
  for (let i = best; i > 0; i = parent[i]) path.unshift(label[i]);
  out.textContent = path.join(" › ") || "the puzzle";
});
"""


def tree_html(tree: Tree) -> str:
    """A page with the picture."""
    xs, ys, _, _ = places(tree)
    data = json.dumps({"x": xs, "y": ys, "parent": tree.parent, "label": tree.label}, separators=(",", ":"))
    words = escape(repr(tree).strip("<>"))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{words}</title>'
        "<style>body{font-family:sans-serif;margin:1rem}svg{max-width:100%;height:auto;border:1px solid #ccc}</style>"
        f"</head><body><h1>{words}</h1><p>{counted(tree.nodes, 'node')}, depth {tree.depth},"
        f" {counted(tree.failures, 'failure')}, {counted(len(tree.solved), 'solution')}.</p>{tree_svg(tree)}"
        "<p><output>Point at a node to see its guesses.</output></p>"
        f'<script type="application/json" id="data">{data}</script><script>{SCRIPT}</script></body></html>\n'
    )
