// Legends: what the marks on a board mean, drawn as on the board.

import { draw, make } from "../common/dom.js";

const sample = (...parts) => draw("svg", { class: "key", viewBox: "0 0 1.4 1", "aria-hidden": "true" }, ...parts);
const digit = (name) => {
  const text = draw("text", { class: name, x: 0.7, y: 0.83, "text-anchor": "middle", "font-size": 0.9 });
  text.textContent = "5";
  return text;
};
const box = (name) => draw("rect", { class: name, x: 0.22, y: 0.04, width: 0.96, height: 0.92, rx: 0.06 });

/** @type {Record<string, () => Element>} */
const SAMPLES = {
  dots: () => sample(...[0.05, 0.12, 0.2].map((r, i) => draw("circle", { class: "dot", cx: 0.2 + 0.45 * i, cy: 0.5, r }))),
  open: () => sample(box("open")),
  decided: () => sample(digit("entry")),
  clue: () => sample(box("outline"), digit("clue")),
  heat: () => sample(...[0.1, 0.4, 0.7, 1].map((value, i) => draw("rect", { class: "heat", x: 0.35 * i, y: 0.1, width: 0.35, height: 0.8, "fill-opacity": value }))),
  guess: () => sample(box("guess"), digit("guess")),
  undone: () => sample(box("undone")),
  latest: () => sample(box("latest")),
};

/** @param {[sample: string, words: string][]} entries */
export function createLegend(entries) {
  return make("ul", { class: "legend", "aria-label": "Legend" }, entries.map(([name, words]) => make("li", {}, SAMPLES[name](), make("span", { "data-key": name }, words))));
}
