// The three views of one run: the linear program, annealing, and search.

import { make, say } from "../common/dom.js";
import { cellName, cellOf, layoutOf } from "../common/layout.js";
import { curve } from "./chart.js";
import { beliefFrames, decided, fractional, readout, replay, searchSteps, unitErrors } from "./frames.js";
import { puzzle, setPuzzle } from "./puzzle.js";
import { createRows } from "./rows.js";
import { beliefCell, createRunView, labelOf } from "./runview.js";

const number = (value) => (typeof value === "number" ? String(Number(value.toPrecision(6))) : String(value));
/** @returns {[string, string][]} */
const noteRows = (notes, skip = []) => Object.entries(notes).filter(([name]) => !skip.includes(name)).map(([name, value]) => /** @type {[string, string]} */ ([name.replaceAll("_", " "), number(value)]));
const tracing = (methods, kinds) => methods.filter(({ traces }) => kinds.some((kind) => traces.includes(kind)));
const beliefs = (frame) => frame.values.map(beliefCell);
/** The lines of Python that draw what a view shows at a step. */
const drawBelief = (at) => `beliefs = [event.values for event in events if event.kind == "belief"]\nprint(nf.Picture(grid=result.puzzle, beliefs=beliefs[${at}]).svg())\n`;
const drawSearch = (at) => `steps = [event for event in events if event.kind in ("place", "guess", "undo")]\nprint(*steps[:${at + 1}], sep="\\n")\n`;

/** The points of the program that can be asked for: name, words, settings of `lp`. @type {[string, string, Record<string, string>][]} */
const POINTS = [["vertex", "Vertex (simplex)", { solver: "highs-ds" }], ["centre", "Centre (interior point)", { solver: "highs-ipm", crossover: "false" }]];

/** Which of them a run has found; neither where another method or solver ran. */
function pointOf(asked) {
  if (asked?.by !== "lp") return "";
  const { solver = "highs-ds", crossover = "true" } = asked.settings;
  return solver === "highs-ds" ? "vertex" : solver !== "highs-ipm" ? "" : crossover === "false" ? "centre" : "vertex";
}

/** The linear program: x[i,j,k] as shades; a click on one fixes it, and the program is solved again. */
export function lpView(methods) {
  const points = POINTS.map(([name, words, solver]) => ({ name, solver, button: make("button", { type: "button", "aria-pressed": "false" }, words) }));
  const view = createRunView({
    name: "lp", unit: "round", preferred: "lp", elsewhere: ["families", "sums", "cuts"],
    methods: tracing(methods, ["belief"]).filter(({ name }) => name.startsWith("lp")),
    about: "Each cell shows one square for each digit k, as dark as x[i,j,k] is large. A cell with a tinted ground is fractional. Click a square to fix that variable at 1, and the program is solved again.",
    extra: ({ form, go, frame }) => [
      make("div", { class: "buttons", role: "group", "aria-label": "Which of the best points" }, points.map(({ button, solver }) => {
        button.addEventListener("click", () => point(form, go, solver));
        return button;
      })),
      createRows(form, go, frame)],
    pictured: (asked) => points.forEach(({ button, name }) => button.setAttribute("aria-pressed", String(pointOf(asked) === name))),
    frames: beliefFrames, view: beliefs, again: drawBelief,
    readings: (frame) => [["fractional cells", String(fractional(frame.values))], ...noteRows(frame.notes, ["fractional"])],
    chart: (frames, at) => (frames.length > 1 ? curve("fractional cells in each round", frames.map(({ values }, i) => [i + 1, fractional(values)]), { at, x: "round", y: "fractional cells" }) : null),
    touch: (cell, frame, digit) => frame && fix(cell, frame, digit, view),
  });
  return view;
}

/** The same program by another solver: rows and cuts stay. */
function point(form, go, solver) {
  const rows = form.name() === "lp" ? Object.fromEntries(["families", "sums", "cuts"].map((name) => [name, form.get(name)])) : {};
  form.choose("lp", { ...rows, ...solver });
  go();
}

function fix(cell, frame, digit, view) {
  if (puzzle.digits[cell]) return;
  const values = frame.values[cell];
  const chosen = digit && values[digit - 1] > 1e-4 ? digit : values.indexOf(Math.max(...values)) + 1;
  const digits = puzzle.digits.with(cell, chosen);
  setPuzzle(digits, puzzle.layout, layoutOf(puzzle.layout).size > 9 ? digits.join(" ") : digits.map((one) => one || ".").join(""));
  say(`Fixed ${chosen} in ${cellName(cell, layoutOf(puzzle.layout).size)}.`);
  view.go();
}

/** Annealing: the lecture's log, the beliefs as a heat map, the converge curve and β, the error counts. */
export function annealView(methods) {
  const names = { network: "converge", sinkhorn: "entropy", hopfield: "energy", "divide-and-concur": "agreement" };
  return createRunView({
    name: "anneal", unit: "line", preferred: "network", methods: methods.filter(({ name, traces }) => traces.includes("belief") && !name.startsWith("lp")),
    about: "The beliefs of every cell while the network cools. β grows by a fixed factor a line; converge is the mean over the cells of Σ belief², from 1/N to 1.",
    extra: ({ form, go }) => [make("div", { class: "buttons" }, make("button", { type: "button", onclick: () => again(form, go) }, "Restart with the next seed"))],
    frames: beliefFrames, view: (frame) => beliefs(frame).map((cell) => ({ ...cell, classes: "" })), log: (events) => readout(events), again: drawBelief,
    readings: (frame) => {
      const errors = unitErrors(layoutOf(puzzle.layout), frame.values);
      /** @type {[string, string][]} */
      const told = "converge" in frame.notes ? [] : [["Σ belief² (mean)", decided(frame.values).toFixed(6)]]; // converge is the same
      return [...told, ...noteRows(frame.notes, ["row_column_errors", "box_errors"]), // counted below, at every line
        ["row errors", String(errors.row)], ["column errors", String(errors.column)], ["box errors", String(errors.box)]];
    },
    chart: (frames, at) => {
      const told = Object.values(names).find((name) => name in frames[0].notes);
      const points = /** @type {[number, number][]} */ (frames.map(({ values, notes }, i) => [i + 1, notes[told ?? ""] ?? decided(values)]));
      const main = curve(`${told ?? "Σ belief²"} as it cools`, points, { at, x: "line", y: told ?? "Σ belief²" });
      if (!("beta" in frames[0].notes)) return main;
      const beta = /** @type {[number, number][]} */ (frames.map(({ notes }, i) => [i + 1, notes.beta ?? 0]));
      return make("div", { class: "charts" }, main, curve("β, the schedule", beta, { at, x: "line", y: "β" }));
    },
  });
}

/** The same run from other lots. */
function again(form, go) {
  form.set("seed", String((Number(form.get("seed")) || 0) + 1));
  go();
}

/** Search: placements, guesses and what was taken back, step by step. */
export function searchView(methods) {
  const cell = (value) => (typeof value === "number" ? value : cellOf(value, layoutOf(puzzle.layout).size));
  const at = (frames, index) => replay(puzzle.digits, frames, index + 1, cell);
  return createRunView({
    name: "search", unit: "step", preferred: "norvig", methods: tracing(methods, ["guess", "place"]).filter(({ traces }) => !traces.includes("belief")),
    about: "Digits placed because nothing else was possible, guesses, and what was taken back, each in a colour and with a word of its own.",
    frames: searchSteps, again: drawSearch,
    view: (_, __, index, frames) => {
      const { digits, kinds, latest, undone } = at(frames, index);
      return digits.map((digit, one) => ({
        text: digit ? String(digit) : "", kind: kinds[one] === "clue" ? "clue" : digit ? "entry" : "",
        classes: [kinds[one], latest.includes(one) && "latest", undone && latest.includes(one) && "undone"].filter(Boolean).join(" "),
        label: labelOf(one, digit ? `${kinds[one]} ${digit}` : "empty"), readonly: true,
      }));
    },
    readings: (step, frames, index) => {
      const { counts } = at(frames, index);
      return [["step", words(step)], ["placements", String(counts.place)], ["guesses", String(counts.guess)],
        ["taken back", String(counts.undo)], ["guesses standing", String(counts.depth)], ["deepest", String(counts.deepest)]];
    },
  });
}

function words(step) {
  if (step.event === "undo") return "take the last guess back";
  const name = typeof step.cell === "number" ? `r${Math.floor(step.cell / layoutOf(puzzle.layout).size) + 1}c${(step.cell % layoutOf(puzzle.layout).size) + 1}` : step.cell;
  return `${step.event} ${step.digit} in ${name}${step.why ? ` (${step.why})` : ""}`;
}
