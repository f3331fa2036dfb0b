// The search tree of a run: the root above, one node per guess. Clicking a node jumps to its step.

import { draw } from "../common/dom.js";
import { saved } from "./chart.js";

const [W, H, EDGE, MAX_DROP] = [640, 240, 12, 28];

/** @typedef {{parent: number[], step: number[], depth: number[], solved: Set<number>, at: number[], x: number[], y: number[]}} Tree
 * Node 0 is the root. `step` is the step that made a node, `at` the open node after each step. At the nodes of `solved`
 * a solution was found; the other nodes without one below them failed, once they were undone. */

let last = { steps: /** @type {any[] | null} */ (null), tree: /** @type {Tree | null} */ (null) };

/** The tree of the steps; the last one is remembered, because every step of the player needs it. @returns {Tree} */
function treeOf(steps) {
  if (last.steps !== steps || !last.tree) last = { steps, tree: placed(grown(steps)) };
  return /** @type {Tree} */ (last.tree);
}

function grown(steps) {
  /** @type {Tree} */
  const tree = { parent: [-1], step: [-1], depth: [0], solved: new Set(), at: [], x: [0], y: [0] };
  let open = 0;
  steps.forEach(({ event, solved }, number) => {
    if (event === "guess") {
      tree.parent.push(open);
      tree.step.push(number);
      tree.depth.push(tree.depth[open] + 1);
      open = tree.parent.length - 1;
    } else if (event === "undo") open = Math.max(0, tree.parent[open]);
    if (solved) tree.solved.add(open);
    tree.at.push(open);
  });
  return tree;
}

/** A leaf gets the next place from the left, an inner node the middle of its children. */
function placed(tree) {
  const count = tree.parent.length;
  const first = Array(count).fill(Infinity);
  const end = Array(count).fill(-Infinity);
  const inner = new Set(tree.parent);
  const leaves = tree.parent.map((_, node) => node).filter((node) => !inner.has(node));
  const deepest = tree.depth.reduce((most, depth) => Math.max(most, depth), 1);
  const drop = Math.min(MAX_DROP, (H - 2 * EDGE) / deepest);
  leaves.forEach((leaf, i) => (first[leaf] = end[leaf] = EDGE + ((W - 2 * EDGE) * (i + 0.5)) / leaves.length));
  for (let node = count - 1; node > 0; node--) {
    const up = tree.parent[node];
    first[up] = Math.min(first[up], first[node]);
    end[up] = Math.max(end[up], end[node]);
  }
  tree.x = first.map((left, node) => (left + end[node]) / 2);
  tree.y = tree.depth.map((depth) => EDGE + drop * depth);
  return tree;
}

/** The picture of the last tree: only its marks change from step to step. */
let drawn = { tree: /** @type {Tree | null} */ (null), figure: /** @type {any} */ (null), mark: (_at) => {}, go: (_step) => {} };

/** The picture, with the node of the step marked. @param {any[]} steps @param {number} at @param {(step: number) => void} go */
export function treeChart(steps, at, go) {
  const tree = treeOf(steps);
  if (tree.parent.length < 2) return null;
  if (drawn.tree !== tree) drawn = drawTree(tree);
  drawn.go = go;
  drawn.mark(at);
  return drawn.figure;
}

function drawTree(tree) {
  const point = (node) => `${tree.x[node].toFixed(1)} ${tree.y[node].toFixed(1)}`;
  const line = (nodes) => nodes.map((node) => `M${point(tree.parent[node])}L${point(node)}`).join("");
  const dots = (nodes) => nodes.map((node) => `M${point(node)}h0`).join("");
  const all = tree.parent.map((_, node) => node).slice(1);
  const inner = new Set(tree.parent);
  const open = new Set([tree.at.at(-1)]); // the last one may not have failed yet: the run was stopped
  const failed = all.filter((node) => !inner.has(node) && !tree.solved.has(node) && !open.has(node));
  const height = EDGE + tree.y.reduce((most, y) => Math.max(most, y), 0);
  const [path, dot] = [draw("path", { class: "path" }), draw("circle", { class: "dot", r: 5 })];
  const svg = /** @type {SVGSVGElement} */ (draw("svg", { class: "chart tree", viewBox: `0 0 ${W} ${height}`, role: "img", "aria-label": `search tree of ${tree.parent.length} nodes` },
    draw("path", { class: "edges", d: line(all) }), draw("path", { class: "dots", d: dots(all) }),
    draw("path", { class: "dots failed", d: dots(failed) }),
    draw("path", { class: "dots solved", d: dots([...tree.solved].filter((node) => node > 0)) }), path, dot));
  const picture = { tree, figure: saved(svg), go: (_step) => {}, mark: (/** @type {number} */ at) => {
    const now = tree.at[at] ?? 0;
    const up = [];
    for (let node = now; node > 0; node = tree.parent[node]) up.push(node);
    path.setAttribute("d", line(up));
    dot.setAttribute("cx", String(tree.x[now]));
    dot.setAttribute("cy", String(tree.y[now]));
  } };
  svg.addEventListener("click", (event) => {
    const where = new DOMPoint(event.clientX, event.clientY).matrixTransform(/** @type {DOMMatrix} */ (svg.getScreenCTM()).inverse());
    const far = (node) => (tree.x[node] - where.x) ** 2 + (tree.y[node] - where.y) ** 2;
    picture.go(tree.step[all.reduce((best, node) => (far(node) < far(best) ? node : best))]);
  });
  return picture;
}
