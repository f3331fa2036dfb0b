// Small pictures of boards, and random jigsaw maps. They know no rules.

import { draw } from "./dom.js";

/** A small picture of a board with its clues, if any.
 * @param {import("./layout.js").Layout} layout @param {number[]} [digits] */
export function thumb({ size, boxOf, diagonals, tints }, digits = []) {
  const row = (cell) => Math.floor(cell / size);
  const edge = boxOf.flatMap((box, cell) => [
    cell % size && boxOf[cell - 1] !== box ? `M${cell % size} ${row(cell)}v1` : "",
    cell >= size && boxOf[cell - size] !== box ? `M${cell % size} ${row(cell)}h1` : ""]).join("");
  const thin = Array.from({ length: size - 1 }, (_, i) => `M${i + 1} 0v${size}M0 ${i + 1}h${size}`).join("");
  const text = (digit, cell) => {
    const element = draw("text", { x: (cell % size) + 0.5, y: row(cell) + 0.54, "font-size": digit > 9 ? 0.52 : 0.68 });
    element.textContent = String(digit);
    return element;
  };
  return draw("svg", { class: `thumb${diagonals ? " crossed" : ""}`, viewBox: `-0.1 -0.1 ${size + 0.2} ${size + 0.2}`, "aria-hidden": "true" },
    draw("rect", { class: "paper", width: size, height: size }),
    ...tints.flatMap((tint, cell) => (tint ? [draw("rect", { class: `tint-${tint}`, x: cell % size, y: row(cell), width: 1, height: 1 })] : [])),
    draw("path", { class: "thin", d: thin, "stroke-width": size * 0.006 }),
    ...(diagonals ? [draw("path", { class: "diag", d: `M0 0L${size} ${size}M${size} 0L0 ${size}`, "stroke-width": size * 0.012 })] : []),
    draw("path", { class: "fat", d: `M0 0h${size}v${size}h-${size}z${edge}`, "stroke-width": size * 0.018 }),
    ...digits.flatMap((digit, cell) => (digit ? [text(digit, cell)] : [])));
}

/** A random jigsaw map: cells of neighbouring boxes change places as long as both boxes stay connected.
 * @param {import("./layout.js").Layout} layout @param {() => number} [random] from 0 to 1 */
export function jigsawMap({ size, boxOf }, random = Math.random) {
  const box = [...boxOf];
  const beside = (cell) => [cell % size ? cell - 1 : -1, (cell + 1) % size ? cell + 1 : -1, cell - size, cell + size]
    .filter((other) => other >= 0 && other < box.length);
  const pick = (all) => all[Math.floor(random() * all.length)];
  const isWhole = (name) => {
    const own = box.flatMap((one, cell) => (one === name ? [cell] : []));
    const seen = new Set([own[0]]);
    for (const cell of seen) beside(cell).forEach((other) => box[other] === name && seen.add(other));
    return seen.size === own.length;
  };
  // Few changes: the more the boxes wind, the more often no grid fits them.
  for (let tries = 0, changes = 0; tries < 40 * size && changes < 2 * size; tries++) {
    const cell = Math.floor(random() * box.length);
    const mine = box[cell];
    const other = pick(beside(cell).filter((one) => box[one] !== mine));
    if (other === undefined) continue;
    const theirs = box[other];
    const back = pick(box.flatMap((one, at) => (one === theirs && beside(at).some((near) => box[near] === mine) ? [at] : [])));
    if (back === undefined || back === cell) continue;
    [box[cell], box[back]] = [theirs, mine];
    if (isWhole(mine) && isWhole(theirs)) changes++;
    else [box[cell], box[back]] = [mine, theirs];
  }
  return box.map((one) => String.fromCharCode(65 + one)).join("");
}
