// The three views of one run: the linear program, annealing, and search.

import { make, showMessage } from "../common/dom.js";
import { cellName, cellOf, layoutOf } from "../common/layout.js";
import { curve } from "./chart.js";
import { beliefFrames, decided, fractional, readout, replay, searchSteps, unitErrors } from "./frames.js";
import { puzzle, setPuzzle } from "./puzzle.js";
import { createRows } from "./rows.js";
import { treeChart } from "./tree.js";
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

/** What a linear method measures in each round: only `lp` and `lp-reweighted` count fractional cells. @type {[string, string][]} */
const LP_CURVES = [["residual", "residual"]];

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
    chart: (frames, at) => {
      if (frames.length < 2) return null;
      const [name, label] = LP_CURVES.find(([one]) => frames.every(({ notes }) => typeof notes[one] === "number")) ?? ["", "fractional cells"];
      return curve(`${label} per round`, frames.map(({ values, notes }, i) => [i + 1, name ? notes[name] : fractional(values)]), { at, x: "round", y: label });
    },
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

/** The curves on offer, by the note that each method traces. @type {[string, string][]} */
const CURVES = [["converge", "converge"], ["entropy", "entropy"], ["agreement", "agreement"], ["faults", "faults"], ["discord", "discord"], ["temperature", "temperature"], ["energy", "energy"], ["beta", "β"]];

/** What each method shows. @type {Record<string, string>} */
const ABOUT = {
  network: "The beliefs of every cell while the network cools. β grows by a fixed factor per line; converge is the mean over the cells of Σ belief², from 1/N to 1.",
  sinkhorn: "Beliefs are scaled unit by unit until they balance, then sharpened. Their entropy falls as cells decide.",
  hopfield: "Binary neurons inhibit each other. The energy counts what is violated.",
  "divide-and-concur": "Every rule repairs its own copy of the grid, then the copies are averaged. Their agreement rises until they are one.",
  anneal: "A full grid changes by swaps within boxes. Bad swaps are accepted more and more seldom as the temperature falls.",
  "hill-climb": "A full grid changes by the best swap within a box, as long as one removes faults; then it starts again.",
  genetic: "A population of full grids: boxes are inherited, and some are mutated. The best one is shown, with its faults.",
  harmony: "New grids are improvised from remembered ones. The best one is shown, with its faults.",
};

/** Annealing: the lecture's log, beliefs as a heat map, the curves of converge and β, error counts. */
export function annealView(methods) {
  return createRunView({
    name: "anneal", unit: "line", preferred: "network", methods: methods.filter(({ name, traces }) => traces.includes("belief") && !name.startsWith("lp")),
    about: (by) => ABOUT[by] ?? "The beliefs of every cell, line by line.",
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
      const measures = CURVES.filter(([name]) => frames.some(({ notes }) => typeof notes[name] === "number"));
      if (!measures.length) return curve("Σ belief² per line", frames.map(({ values }, i) => [i + 1, decided(values)]), { at, x: "line", y: "Σ belief²" });
      return make("div", { class: "charts" }, measures.map(([name, label]) => {
        const points = /** @type {[number, number][]} */ (frames.map(({ notes }, i) => [i + 1, notes[name]]).filter(([, y]) => typeof y === "number"));
        const shown = points.findIndex(([x]) => x === at + 1);
        return curve(`${label} per line`, points, { at: shown, x: "line", y: label });
      }));
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
    about: "Forced digits, guesses and undone guesses, step by step. Colours and labels tell them apart. Click a node of the tree to jump to its guess.",
    frames: searchSteps, again: drawSearch, chart: treeChart,
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
