// Small SVG charts: curves, histograms, and race results on a logarithmic time axis.

import { download, draw, make } from "../common/dom.js";
import { timeWords } from "./units.js";

const W = 640;
const H = 220;
const PAD = { left: 56, right: 12, top: 12, bottom: 34 };

const STYLES = ["fill", "stroke", "stroke-width", "opacity", "font-size", "font-family", "font-weight"];
const SCALE = 2; // pixels per unit of a PNG

/** A chart with buttons that save it as SVG or PNG. @param {SVGElement} chart */
function saved(chart) {
  const name = (chart.getAttribute("aria-label") ?? "chart").replace(/[^\p{L}\p{N}]+/gu, "-");
  const button = (kind, save) => make("button", { type: "button", class: "quiet", "aria-label": `Save ${chart.getAttribute("aria-label")} as ${kind}`, onclick: save }, kind);
  return make("figure", { class: "chart-figure" }, chart, make("div", { class: "chart-save" },
    button("SVG", () => download(`${name}.svg`, standalone(chart), "image/svg+xml")), button("PNG", () => savePng(chart, `${name}.png`))));
}

/** The chart as a file that needs no style sheet. */
function standalone(chart) {
  const copy = /** @type {SVGElement} */ (chart.cloneNode(true));
  const [from, to] = [chart, copy].map((one) => [one, ...one.querySelectorAll("*")]);
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const property of STYLES) to[i].setAttribute(property, style.getPropertyValue(property));
  });
  const { width, height } = /** @type {any} */ (chart).viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  copy.prepend(draw("rect", { width: "100%", height: "100%", fill: getComputedStyle(chart).backgroundColor }));
  return new XMLSerializer().serializeToString(copy);
}

async function savePng(chart, name) {
  const { width, height } = chart.viewBox.baseVal;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(chart))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: width * SCALE, height: height * SCALE });
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (blob) download(name, blob, "image/png");
}

function frame(label, parts, height = H) {
  return saved(chart(label, parts, height));
}

function chart(label, parts, height) {
  return draw("svg", { class: "chart", viewBox: `0 0 ${W} ${height}`, role: "img", "aria-label": label }, ...parts);
}

function text(x, y, words, anchor = "middle", name = "") {
  const element = draw("text", { x, y, "text-anchor": anchor, class: name });
  element.textContent = words;
  return element;
}

const short = (value) => (Math.abs(value) >= 1000 || (value && Math.abs(value) < 0.001) ? value.toExponential(0) : String(Number(value.toPrecision(3))));

/** A curve through points, one of them marked. @param {string} label @param {[number, number][]} points
 * @param {{at?: number, x?: string, y?: string}} options */
export function curve(label, points, { at = -1, x = "", y = "" } = {}) {
  if (!points.length) return frame(label, []);
  const xs = points.map(([a]) => a);
  const ys = points.map(([, b]) => b);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(0, ...ys), Math.max(...ys)];
  const px = (value) => PAD.left + ((value - x0) / (x1 - x0 || 1)) * (W - PAD.left - PAD.right);
  const py = (value) => H - PAD.bottom - ((value - y0) / (y1 - y0 || 1)) * (H - PAD.top - PAD.bottom);
  const path = points.map(([a, b], i) => `${i ? "L" : "M"}${px(a).toFixed(1)} ${py(b).toFixed(1)}`).join("");
  const parts = [
    draw("path", { class: "axis", d: `M${PAD.left} ${PAD.top}V${H - PAD.bottom}H${W - PAD.right}` }),
    text(PAD.left, H - 18, short(x0)), text(W - PAD.right, H - 18, short(x1), "end"),
    text(PAD.left - 6, H - PAD.bottom, short(y0), "end"), text(PAD.left - 6, PAD.top + 10, short(y1), "end"),
    text((W + PAD.left) / 2, H - 4, x), text(PAD.left + 6, PAD.top + 10, y, "start"), draw("path", { class: "curve", d: path }),
  ];
  if (points[at]) parts.push(draw("circle", { class: "dot", cx: px(points[at][0]), cy: py(points[at][1]), r: 5 }));
  return frame(label, parts);
}

/** A histogram with `bins` equal bins. @param {string} label @param {number[]} values */
export function histogram(label, values, bins = 12, x = "") {
  if (!values.length) return frame(label, []);
  const most = Math.max(...values) || 1;
  const counts = Array(bins).fill(0);
  for (const value of values) counts[Math.min(bins - 1, Math.floor((value / most) * bins))]++;
  const high = Math.max(...counts);
  const width = (W - PAD.left - PAD.right) / bins;
  const parts = counts.map((count, i) => {
    const height = (count / high) * (H - PAD.top - PAD.bottom);
    return draw("rect", { class: "bar", x: PAD.left + i * width + 1, y: H - PAD.bottom - height, width: width - 2, height });
  });
  parts.push(draw("path", { class: "axis", d: `M${PAD.left} ${PAD.top}V${H - PAD.bottom}H${W - PAD.right}` }),
    text(PAD.left, H - 18, "0"), text(W - PAD.right, H - 18, short(most), "end"), text((W + PAD.left) / 2, H - 4, x),
    text(PAD.left - 6, PAD.top + 10, String(high), "end"));
  return frame(label, parts);
}

const log = (seconds) => Math.log10(Math.max(1e-6, seconds));

/** One lane per method with one dot per puzzle, hollow if unsolved.
 * @param {string} label @param {{method: string, seconds: number, solved: boolean}[]} runs @param {number} limit */
export function lanes(label, runs, limit) {
  const names = [...new Set(runs.map(({ method }) => method))];
  const height = 40 + names.length * 30;
  const [low, high] = [Math.floor(Math.min(-5, ...runs.map(({ seconds }) => log(seconds)))), Math.ceil(log(limit))];
  const px = (seconds) => 130 + ((log(seconds) - low) / (high - low || 1)) * (W - 150);
  const parts = [];
  for (let power = low; power <= high; power++) {
    const at = px(10 ** power);
    parts.push(draw("line", { class: "rule", x1: at, x2: at, y1: 8, y2: height - 26 }), text(at, height - 8, timeWords(10 ** power)));
  }
  names.forEach((name, row) => {
    const y = 24 + row * 30;
    parts.push(text(122, y + 4, name, "end"));
    for (const run of runs.filter(({ method }) => method === name)) {
      parts.push(draw("line", { class: `lane${run.solved ? "" : " lost"}`, x1: 130, x2: px(run.seconds), y1: y, y2: y }),
        draw("circle", { class: `runner${run.solved ? "" : " lost"}`, cx: px(run.seconds), cy: y, r: 6 }));
    }
  });
  return frame(label, parts, height);
}

/** A cactus plot: how many puzzles each method solves within a given time per puzzle. */
export function cactus(label, runs) {
  const names = [...new Set(runs.map(({ method }) => method))];
  const solved = runs.filter((run) => run.solved);
  if (!solved.length) return frame(label, []);
  const low = Math.floor(Math.min(...solved.map(({ seconds }) => log(seconds))));
  const high = Math.max(low + 1, Math.ceil(Math.max(...solved.map(({ seconds }) => log(seconds)))));
  const counts = names.map((name) => solved.filter(({ method }) => method === name).map(({ seconds }) => seconds).sort((a, b) => a - b));
  const most = Math.max(...counts.map((all) => all.length));
  const px = (count) => PAD.left + (count / most) * (W - PAD.left - 110);
  const py = (seconds) => H - PAD.bottom - ((log(seconds) - low) / (high - low)) * (H - PAD.top - PAD.bottom);
  const parts = [draw("path", { class: "axis", d: `M${PAD.left} ${PAD.top}V${H - PAD.bottom}H${W - 100}` }),
    text(PAD.left - 4, H - PAD.bottom, timeWords(10 ** low), "end"), text(PAD.left - 4, PAD.top + 10, timeWords(10 ** high), "end"), text(px(most), H - 16, `${most} solved`, "end")];
  counts.forEach((times, i) => {
    if (!times.length) return;
    const path = times.map((seconds, k) => `${k ? "L" : "M"}${px(k + 1).toFixed(1)} ${py(seconds).toFixed(1)}`).join("");
    parts.push(draw("path", { class: `curve tone-${i % 8}`, d: `M${px(0)} ${py(times[0]).toFixed(1)}${path.replace("M", "L")}` }),
      text(px(times.length) + 4, py(times[times.length - 1]) + 4, names[i], "start", `tone-${i % 8}`));
  });
  return frame(label, parts);
}
