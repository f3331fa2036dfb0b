// Your own solving times, kept in this browser only if you switch that on, and how well the minutes of ratings fit them.

import { download, make } from "../common/dom.js";

const TIMES = "ninefold.times";
const MAX_TIMES = 2000;
const ENOUGH = 5; // times before a fit says anything
const HEAD = ["when", "puzzle", "layout", "level", "seconds", "minutes", "hints"];

/** @typedef {{when: string, puzzle: string, layout: string, level: string, seconds: number, minutes: number | null, hints: number}} OwnTime */

/** @returns {{on: boolean, rows: OwnTime[]}} */
function load() {
  try {
    const { on = false, rows = [] } = JSON.parse(localStorage.getItem(TIMES) ?? "{}");
    return { on: on === true, rows: Array.isArray(rows) ? rows.filter((row) => Number.isFinite(row?.seconds)) : [] };
  } catch {
    return { on: false, rows: [] }; // damaged or blocked storage counts as empty
  }
}

/** @param {{on: boolean, rows: OwnTime[]}} times */
function store(times) {
  try {
    localStorage.setItem(TIMES, JSON.stringify(times));
  } catch { /* full or blocked: this time is not kept */ }
}

/** Keeps the time of a solved game, if that is switched on.
 * @param {import("./game.js").Game} game @param {import("./storage.js").Outcome} outcome */
export function keepTime(game, { when, layout, level, seconds, hints, solver }) {
  const { on, rows } = load();
  if (!on || solver) return;
  const puzzle = game.clues.map((digit) => digit || ".").join(game.clues.some((digit) => digit > 9) ? " " : "");
  const row = { when, puzzle, layout, level, seconds, minutes: game.info.minutes ?? null, hints };
  store({ on, rows: [...rows, row].slice(-MAX_TIMES) });
}

const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** The rank of each value; equal values share theirs. @param {number[]} values */
const ranks = (values) => values.map((value) =>
  values.filter((other) => other < value).length + (values.filter((other) => other === value).length - 1) / 2);

/** The correlation of two lists. @param {number[]} one @param {number[]} two */
function correlation(one, two) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [a, b] = [mean(one), mean(two)];
  const sum = (f) => one.reduce((total, _, k) => total + f(one[k] - a, two[k] - b), 0);
  return sum((x, y) => x * y) / Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y) || 1);
}

/** How well the minutes fit: your pace against them, and the rank correlation; null if there are too few times.
 * @param {OwnTime[]} rows @returns {{count: number, pace: number, error: number, correlation: number} | null} */
export function fitOf(rows) {
  const used = rows.filter((row) => row.minutes && !row.hints);
  if (used.length < ENOUGH) return null;
  const pace = middle(used.map((row) => row.seconds / 60 / Number(row.minutes)));
  const error = middle(used.map((row) => Math.abs(row.seconds / 60 / (Number(row.minutes) * pace) - 1)));
  const found = correlation(ranks(used.map((row) => row.seconds)), ranks(used.map((row) => Number(row.minutes))));
  return { count: used.length, pace, error, correlation: found };
}

/** A field of a CSV file: a layout or a level may hold a comma. @param {unknown} value */
const csvField = (value) => (/[",\r\n]/.test(`${value}`) ? `"${`${value}`.replaceAll('"', '""')}"` : `${value}`);

/** The times as CSV. @param {OwnTime[]} rows */
export const timesAsCsv = (rows) => [HEAD, ...rows.map((row) => HEAD.map((name) => row[name] ?? ""))].map((row) => row.map(csvField).join(",")).join("\n") + "\n";

/** The sentence about the fit. @param {OwnTime[]} rows */
export function fitText(rows) {
  const fit = fitOf(rows);
  if (!fit) return `The rating's minutes are compared with yours after ${ENOUGH} 9×9 puzzles solved without hints.`;
  const pace = fit.pace > 1 ? `${fit.pace.toFixed(2)} times the rating's minutes` : `${Math.round(100 * fit.pace)}% of the rating's minutes`;
  return `${fit.count} puzzles: you take ${pace}; at your pace half of them are within ${Math.round(100 * fit.error)}%. Rank correlation ${fit.correlation.toFixed(2)}.`;
}

/** The part of the statistics about your own times. */
export function ownTimes() {
  const text = make("p", { class: "soft" });
  const file = make("button", { type: "button", onclick: () => download("times.csv", timesAsCsv(load().rows), "text/csv;charset=utf-8") }, "Export CSV");
  const box = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", id: "own-times", onchange: () => {
    store({ ...load(), on: box.checked });
    update();
  } }));
  const update = () => {
    const { on, rows } = load();
    box.checked = on;
    text.textContent = on || rows.length ? fitText(rows) : "";
    file.hidden = !rows.length;
  };
  update();
  return make("section", { class: "own-times" }, make("label", { class: "line", for: "own-times" }, box, "Keep my times and compare them with the ratings"), text, file);
}
