// The three views of one run: the linear program, annealing, and search.

import { make, showMessage } from "../common/dom.js";
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
/** Python code that draws the step on the board. */
const drawBelief = (at) => `beliefs = [event.values for event in events if event.kind == "belief"]\nprint(nf.Picture(grid=result.puzzle, beliefs=beliefs[${at}]).svg())\n`;
const drawSearch = (at) => `steps = [event for event in events if event.kind in ("place", "guess", "undo")]\nprint(*steps[:${at + 1}], sep="\\n")\n`;

/** The optimal points on offer: name, label, options of `lp`. @type {[string, string, Record<string, string>][]} */
const POINTS = [["vertex", "Vertex (simplex)", { solver: "highs-ds" }], ["centre", "Centre (interior point)", { solver: "highs-ipm", crossover: "false" }]];

/** The point that a run found; empty for other methods and solvers. */
function pointOf(request) {
  if (request?.by !== "lp") return "";
  const { solver = "highs-ds", crossover = "true" } = request.settings;
  return solver === "highs-ds" ? "vertex" : solver !== "highs-ipm" ? "" : crossover === "false" ? "centre" : "vertex";
}

/** The linear program: x[i,j,k] as shades. Clicking one fixes it and solves again. */
export function lpView(methods) {
  const points = POINTS.map(([name, label, solver]) => ({ name, solver, button: make("button", { type: "button", "aria-pressed": "false" }, label) }));
  const view = createRunView({
    name: "lp", unit: "round", preferred: "lp", elsewhere: ["families", "sums", "cuts"],
    methods: tracing(methods, ["belief"]).filter(({ name }) => name.startsWith("lp")),
    about: "Each cell shows one square per digit k; the darker the square, the larger x[i,j,k]. Tinted cells are fractional. Click a square to fix that variable at 1 and solve again.",
    extra: ({ form, go, frame }) => [
      make("div", { class: "buttons", role: "group", "aria-label": "Optimal point" }, points.map(({ button, solver }) => {
        button.addEventListener("click", () => point(form, go, solver));
        return button;
      })),
      createRows(form, go, frame)],
    onShown: (request) => points.forEach(({ button, name }) => button.setAttribute("aria-pressed", String(pointOf(request) === name))),
    frames: beliefFrames, view: beliefs, again: drawBelief,
    readings: (frame) => [["fractional cells", String(fractional(frame.values))], ...noteRows(frame.notes, ["fractional"])],
    chart: (frames, at) => (frames.length > 1 ? curve("fractional cells per round", frames.map(({ values }, i) => [i + 1, fractional(values)]), { at, x: "round", y: "fractional cells" }) : null),
    touch: (cell, frame, digit) => frame && fix(cell, frame, digit, view),
  });
  return view;
}

/** Solves the same program, with its rows and cuts, with another solver. */
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
  showMessage(`Fixed ${chosen} in ${cellName(cell, layoutOf(puzzle.layout).size)}.`);
  view.go();
}

/** Annealing: the lecture's log, beliefs as a heat map, the curves of converge and β, error counts. */
export function annealView(methods) {
  const names = { network: "converge", sinkhorn: "entropy", hopfield: "energy", "divide-and-concur": "agreement" };
  return createRunView({
    name: "anneal", unit: "line", preferred: "network", methods: methods.filter(({ name, traces }) => traces.includes("belief") && !name.startsWith("lp")),
    about: "The beliefs of every cell while the network cools. β grows by a fixed factor per line; converge is the mean over the cells of Σ belief², from 1/N to 1.",
    extra: ({ form, go }) => [make("div", { class: "buttons" }, make("button", { type: "button", onclick: () => again(form, go) }, "Restart with the next seed"))],
    frames: beliefFrames, view: (frame) => beliefs(frame).map((cell) => ({ ...cell, classes: "" })), log: (events) => readout(events), again: drawBelief,
    readings: (frame) => {
      const errors = unitErrors(layoutOf(puzzle.layout), frame.values);
      /** @type {[string, string][]} */
      const squares = "converge" in frame.notes ? [] : [["Σ belief² (mean)", decided(frame.values).toFixed(6)]]; // converge is the same
      return [...squares, ...noteRows(frame.notes, ["row_column_errors", "box_errors"]), // counted below, at every line
        ["row errors", String(errors.row)], ["column errors", String(errors.column)], ["box errors", String(errors.box)]];
    },
    chart: (frames, at) => {
      const measure = Object.values(names).find((name) => name in frames[0].notes);
      const points = /** @type {[number, number][]} */ (frames.map(({ values, notes }, i) => [i + 1, notes[measure ?? ""] ?? decided(values)]));
      const main = curve(`${measure ?? "Σ belief²"} per line`, points, { at, x: "line", y: measure ?? "Σ belief²" });
      if (!("beta" in frames[0].notes)) return main;
      const beta = /** @type {[number, number][]} */ (frames.map(({ notes }, i) => [i + 1, notes.beta ?? 0]));
      return make("div", { class: "charts" }, main, curve("β per line", beta, { at, x: "line", y: "β" }));
    },
  });
}

/** Runs again with the next seed. */
function again(form, go) {
  form.set("seed", String((Number(form.get("seed")) || 0) + 1));
  go();
}

/** Search: placements, guesses and undone guesses, step by step. */
export function searchView(methods) {
  const cell = (value) => (typeof value === "number" ? value : cellOf(value, layoutOf(puzzle.layout).size));
  const at = (frames, index) => replay(puzzle.digits, frames, index + 1, cell);
  return createRunView({
    name: "search", unit: "step", preferred: "norvig", methods: tracing(methods, ["guess", "place"]).filter(({ traces }) => !traces.includes("belief")),
    about: "Forced digits, guesses and undone guesses, step by step. Colours and labels tell them apart.",
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
      return [["step", describe(step)], ["placements", String(counts.place)], ["guesses", String(counts.guess)],
        ["undone", String(counts.undo)], ["open guesses", String(counts.depth)], ["most open guesses", String(counts.deepest)]];
    },
  });
}

function describe(step) {
  if (step.event === "undo") return "undo the last guess";
  const name = typeof step.cell === "number" ? `r${Math.floor(step.cell / layoutOf(puzzle.layout).size) + 1}c${(step.cell % layoutOf(puzzle.layout).size) + 1}` : step.cell;
  return `${step.event} ${step.digit} in ${name}${step.why ? ` (${step.why})` : ""}`;
}
