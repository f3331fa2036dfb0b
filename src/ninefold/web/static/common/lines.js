// The lines of a drawing on the board, in units of a cell: outlines, links, ovals, arrows.

import { draw } from "./dom.js";

/** @typedef {[number, number]} Point */

/** @returns {Point} */
export const middle = (cell, size) => [(cell % size) + 0.5, Math.floor(cell / size) + 0.5];

/** The outline of a set of cells as a path. */
export function around(cells, size) {
  const inside = new Set(cells);
  const parts = [];
  for (const cell of cells) {
    const [y, x] = [Math.floor(cell / size), cell % size];
    if (y === 0 || !inside.has(cell - size)) parts.push(`M${x} ${y}h1`);
    if (y === size - 1 || !inside.has(cell + size)) parts.push(`M${x} ${y + 1}h1`);
    if (x === 0 || !inside.has(cell - 1)) parts.push(`M${x} ${y}v1`);
    if (x === size - 1 || !inside.has(cell + 1)) parts.push(`M${x + 1} ${y}v1`);
  }
  return parts.join("");
}

/** The middle of a node: of its cells' marks, or of the cells if it has no digit. @returns {Point} */
export function placeOf({ cells, digit }, size, markAt) {
  const all = cells.map((cell) => (digit ? markAt(cell, digit) : middle(cell, size)));
  return [all.reduce((sum, [x]) => sum + x, 0) / all.length, all.reduce((sum, [, y]) => sum + y, 0) / all.length];
}

/** Where a mark is on the board: measured, because centre marks may be in a row. @returns {Point} */
export function markPlace(element, digit, frame, size) {
  const mark = element.querySelector(`[data-digit="${digit}"]`);
  if (!mark) return middle(Number(element.dataset.cell), size);
  const [box, all] = [mark.getBoundingClientRect(), frame.getBoundingClientRect()];
  const scale = size / frame.clientWidth;
  return [(box.x + box.width / 2 - all.x - frame.clientLeft) * scale, (box.y + box.height / 2 - all.y - frame.clientTop) * scale];
}

export function line([x1, y1], [x2, y2], name) {
  return draw("line", { class: name, x1, y1, x2, y2 });
}

/** A link between two nodes: solid if one of them is true, dashed if one of them is false, with a head if the second follows
 * from the first; bent, so that links along a row or column do not cover each other. It ends at the edge of the marks. */
export function linkPath([x1, y1], [x2, y2], { start, end, kind }, size) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const bend = kind === "same" || length < 0.9 ? 0 : 0.1 + 0.03 * length;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [mx, my] = [(x1 + x2) / 2 - dy * bend, (y1 + y2) / 2 + dx * bend];
  const gap = Math.min(0.42 / Math.ceil(Math.sqrt(size)) + 0.03, length / 3);
  const [ax, ay] = start.digit ? toward([x1, y1], [mx, my], gap) : [x1, y1];
  const [bx, by] = end.digit ? toward([x2, y2], [mx, my], gap) : [x2, y2];
  const line = draw("path", { class: `link ${kind}`, d: `M${ax} ${ay}Q${mx} ${my} ${bx} ${by}` });
  return kind === "then" ? draw("g", {}, line, draw("path", { class: "link-head", d: headPath([mx, my], [bx, by], 0.5) })) : line;
}

/** The point at a distance from one point on the way to another. @returns {Point} */
function toward([x1, y1], [x2, y2], distance) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  return [x1 + ((x2 - x1) / length) * distance, y1 + ((y2 - y1) / length) * distance];
}

/** The head of an arrow that ends at a point. */
function headPath(from, to, scale) {
  const [bx, by] = toward(to, from, 0.24 * scale);
  const [nx, ny] = [((to[1] - by) / 0.24) * 0.12, -((to[0] - bx) / 0.24) * 0.12];
  return `M${to[0]} ${to[1]}L${bx - nx} ${by - ny}L${bx + nx} ${by + ny}z`;
}

/** An oval around the marks of a group. */
export function oval(points, size) {
  const margin = 0.36 / Math.ceil(Math.sqrt(size)) + 0.08;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return draw("rect", { class: "oval", x: left, y: top, width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - top, rx: margin });
}

/** An arrow from one cell or mark to another. */
export function arrow([x1, y1], [x2, y2], fromMark, toMark) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [start, past] = [fromMark ? 0.18 : 0.42, toMark ? -0.17 : 0.3]; // it stops before a mark, and passes the middle of a cell that it shuts
  const [x, y] = [x2 + past * dx, y2 + past * dy];
  const head = headPath([x1, y1], [x, y], 1);
  return draw("g", { class: "arrow" }, line([x1 + start * dx, y1 + start * dy], [x - 0.1 * dx, y - 0.1 * dy], "shaft"), draw("path", { class: "head", d: head }));
}
