// Cuts that a fractional point violates: odd cycles. No side effects.
//
// Two candidates exclude each other if they share a cell, or a digit and a unit. Of an odd number 2k + 1 of
// candidates, each excluding the next and the last the first, at most k are true: Σx ≤ k. A point that satisfies all rows
// may violate this, for example with ½ in all of them. With the weight 1 − x − x' ≥ 0 on each pair, a violated cycle has a
// total weight below 1. The lightest odd closed walk is a shortest path in a graph with two copies (u, even), (u, odd).

import { cellName } from "../common/layout.js";

const EPSILON = 1e-6;

/** @typedef {{cell: number, digit: number, x: number}} Node */

/** The candidates of the most violated cycle; null if none is violated.
 * @param {import("../common/layout.js").Layout} layout @param {number[][]} values @returns {Node[] | null} */
export function oddCycle(layout, values) {
  const nodes = values.flatMap((row, cell) => row.flatMap((x, index) =>
    (x > EPSILON && x < 1 - EPSILON ? [{ cell, digit: index + 1, x }] : [])));
  const near = nodes.map((one) => nodes.flatMap((other, at) => (excludes(layout, one, other) ? [at] : [])));
  let best = null;
  for (let start = 0; start < nodes.length; start++) {
    const walk = lightest(nodes, near, start, (best?.weight ?? 1) - EPSILON);
    if (walk) best = { weight: walk.weight, cycle: simple(walk.nodes) };
  }
  return best && best.cycle.map((at) => nodes[at]);
}

function excludes(layout, one, other) {
  return one.cell === other.cell ? one.digit !== other.digit : one.digit === other.digit && layout.peers[one.cell].includes(other.cell);
}

/** Dijkstra's algorithm from (start, even) to (start, odd); null if the path is not lighter than the bound. */
function lightest(nodes, near, start, bound) {
  const count = nodes.length;
  const weight = Array(2 * count).fill(Infinity);
  const from = Array(2 * count).fill(-1);
  const open = new Set([start]);
  weight[start] = 0;
  while (open.size) {
    let at = -1;
    for (const one of open) if (at < 0 || weight[one] < weight[at]) at = one;
    open.delete(at);
    if (weight[at] >= bound) return null;
    if (at === start + count) return { weight: weight[at], nodes: back(from, at, count) };
    const odd = at < count ? count : 0;
    for (const next of near[at % count]) {
      const far = weight[at] + Math.max(0, 1 - nodes[at % count].x - nodes[next].x);
      if (far >= weight[next + odd]) continue;
      weight[next + odd] = far;
      from[next + odd] = at;
      open.add(next + odd);
    }
  }
  return null;
}

function back(from, end, count) {
  const walk = [];
  for (let at = from[end]; at >= 0; at = from[at]) walk.push(at % count);
  return walk;
}

/** Reduces an odd closed walk to a cycle without repeats: at a repeated node, keeps the odd part. */
function simple(walk) {
  for (let i = 0; i < walk.length; i++) {
    const j = walk.indexOf(walk[i], i + 1);
    if (j > 0) return simple((j - i) % 2 ? walk.slice(i, j) : [...walk.slice(0, i), ...walk.slice(j)]);
  }
  return walk;
}

/** The cut of a cycle, in the syntax of the method’s option. @param {Node[]} cycle @param {number} size */
export function cutOf(cycle, size) {
  const terms = [...cycle].sort((a, b) => a.cell - b.cell || a.digit - b.digit).map(({ cell, digit }) => `x_${cellName(cell, size)}_${digit}`);
  return `${terms.join(" + ")} <= ${(cycle.length - 1) / 2}`;
}
