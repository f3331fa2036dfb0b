// Small SVG charts: curves, histograms, and race results on a logarithmic time axis.

import { download, draw, make } from "../common/dom.js";
import { timeWords } from "./units.js";

const W = 640;
const H = 220;
const PAD = { left: 56, right: 12, top: 12, bottom: 34 };

// What the style sheet gives the parts of a chart. Without round ends, dots, which are lines of length 0, are not drawn.
const STYLES = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity", "font-size", "font-family", "font-weight"];
const SCALE = 2; // pixels per unit of a PNG

/** A chart with its title, and buttons that save it as SVG or PNG. @param {SVGElement} chart @param {string} [title] */
export function saved(chart, title = chart.getAttribute("aria-label") ?? "chart") {
  const name = title.replace(/[^\p{L}\p{N}]+/gu, "-");
  const button = (kind, save) => make("button", { type: "button", class: "quiet", "aria-label": `Save ${title} as ${kind}`, onclick: save }, kind);
  return make("figure", { class: "chart-figure" }, make("figcaption", {}, make("span", {}, title.replace(/^[a-z]/, (letter) => letter.toUpperCase())),
    button("SVG", () => download(`${name}.svg`, standalone(chart), "image/svg+xml")), button("PNG", () => savePng(chart, `${name}.png`))), chart);
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

/** An element with a text that appears when the pointer rests on it. */
function titled(element, words) {
  const title = draw("title");
  title.textContent = words;
  element.append(title);
  return element;
}

/** A number in a few characters: 0.944, 14.7, 2235, 1.2e+5. */
const short = (value) => (Math.abs(value) >= 1e5 || (value && Math.abs(value) < 0.001) ? value.toExponential(1).replace(".0e", "e") : String(Number(value.toPrecision(Math.abs(value) >= 1000 ? 5 : 3))));

/** Up to five round numbers that cover an interval. @param {number} low @param {number} high */
function ticks(low, high) {
  const span = high - low || 1;
  const power = 10 ** Math.floor(Math.log10(span / 3));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => span / one <= 4) ?? span;
  const from = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - from + 1 }, (_, i) => Number(((from + i) * step).toPrecision(6)));
}

/** The plot of a curve is half as wide as the others: it is drawn beside the log. */
const PLOT = { w: 320, h: 190, left: 44, right: 14, top: 18, bottom: 30 };
/** Curves with more points have no dots. */
const MAX_DOTS = 40;

/** A curve through points, one of them marked with its value.
 * @param {string} label @param {[number, number][]} points @param {{at?: number, x?: string}} options */
export function curve(label, points, { at = -1, x = "" } = {}) {
  const { w, h, left, right, top, bottom } = PLOT;
  const [xs, ys] = [points.map(([a]) => a), points.map(([, b]) => b)];
  const [x0, x1, y0, y1] = points.length ? [Math.min(...xs), Math.max(...xs), Math.min(0, ...ys), Math.max(...ys)] : [0, 1, 0, 1];
  const px = (value) => left + ((value - x0) / (x1 - x0 || 1)) * (w - left - right);
  const py = (value) => h - bottom - ((value - y0) / (y1 - y0 || 1)) * (h - top - bottom);
  const path = points.map(([a, b], i) => `${i ? "L" : "M"}${px(a).toFixed(1)} ${py(b).toFixed(1)}`).join("");
  const parts = [
    ...ticks(y0, y1).flatMap((value) => [draw("line", { class: "rule", x1: left, x2: w - right, y1: py(value), y2: py(value) }), text(left - 6, py(value) + 4, short(value), "end")]),
    text(left, h - 14, short(x0)), text(w - right, h - 14, short(x1), "end"), text((w + left) / 2, h - 4, x), draw("path", { class: "curve", d: path })];
  if (points.length <= MAX_DOTS) parts.push(...points.map(([a, b]) => draw("circle", { class: "point", cx: px(a), cy: py(b), r: 3 })));
  if (points[at]) {
    const [a, b] = points[at];
    const end = px(a) > w / 2;
    parts.push(draw("line", { class: "stem", x1: px(a), x2: px(a), y1: py(b), y2: py(y0) }), draw("circle", { class: "dot", cx: px(a), cy: py(b), r: 5 }),
      text(px(a) + (end ? -8 : 8), Math.max(12, py(b) - 8), short(b), end ? "end" : "start", "now"));
  }
  return saved(draw("svg", { class: "chart", viewBox: `0 0 ${w} ${h}`, role: "img", "aria-label": label }, ...parts));
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

/** One lane per method with one dot per puzzle, hollow if unsolved; pointing at a name says what the method does.
 * @param {string} label @param {{method: string, seconds: number, solved: boolean}[]} runs @param {number} limit
 * @param {string[]} names the methods in order @param {(name: string) => string} about */
export function lanes(label, runs, limit, names, about) {
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
    parts.push(titled(text(122, y + 4, name, "end"), about(name)));
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
