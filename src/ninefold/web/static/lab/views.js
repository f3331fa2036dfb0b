// The three views of one run: the linear program, annealing, and search.

import { make, showMessage } from "../common/dom.js";
import { cellName, cellOf, layoutOf } from "../common/layout.js";
import { curve } from "./chart.js";
import { beliefFrames, fractional, noteLines, pivotLine, readout, replay, scaled, searchSteps, unitErrors } from "./frames.js";
import { onPuzzle, puzzle, setPuzzle } from "./puzzle.js";
import { createRows } from "./rows.js";
import { treeChart } from "./tree.js";
import { createRunView, labelOf } from "./runview.js";

const number = (value) => (typeof value === "number" ? String(Number(value.toPrecision(6))) : String(value));
/** @returns {[string, string][]} */
const noteRows = (notes, skip = []) => Object.entries(notes).filter(([name]) => !skip.includes(name)).map(([name, value]) => /** @type {[string, string]} */ ([name.replaceAll("_", " "), number(value)]));
const tracing = (methods, kinds) => methods.filter(({ traces }) => kinds.some((kind) => traces.includes(kind)));
/** Python code that draws the step on the board. */
const drawBelief = (at) => `beliefs = [event.values for event in events if event.kind == "belief"]\nprint(nf.Picture(grid=result.puzzle, beliefs=beliefs[${at}]).svg())\n`;
const drawSearch = (at) => `steps = [event for event in events if event.kind in ("place", "guess", "undo")]\nprint(*steps[:${at + 1}], sep="\\n")\n`;

/** A cell that shows a number for each digit. @param {number[]} values @param {number[]} shades what is drawn */
function beliefCell(values, cell, shades, classes) {
  const best = values.indexOf(Math.max(...values));
  const clue = Boolean(puzzle.digits[cell]);
  return {
    shades: shades.map((value) => Math.round(value * 1000) / 1000), classes: `${classes}${clue ? " outlined" : ""}`, kind: clue ? "clue" : "",
    label: labelOf(cell, `${clue ? "clue, " : ""}${best + 1} belief ${values[best].toFixed(2)}`), readonly: true,
  };
}

/** A clue of the heat map: the beliefs of its cell do not matter. */
function clueCell(cell) {
  const digit = puzzle.digits[cell];
  return { text: String(digit), kind: "clue", classes: "outlined", label: labelOf(cell, `clue ${digit}`), readonly: true };
}

// The linear program

/** The optimal points on offer: name, label, options of `lp`, and the largest board. @type {[string, string, Record<string, string>, number][]} */
const POINTS = [
  ["vertex", "Vertex (simplex)", { solver: "highs-ds" }, Infinity],
  ["centre", "Centre (interior point)", { solver: "highs-ipm", crossover: "false" }, Infinity],
  ["bland", "Pivots (Bland)", { solver: "simplex-bland" }, 6],
  ["dantzig", "Pivots (Dantzig)", { solver: "simplex-dantzig" }, 6]];

/** What a linear method measures in each round, if it is not the number of undecided cells. @type {[string, string][]} */
const LP_CURVES = [["residual", "residual"], ["phase_objective", "objective"]];

/** @type {Record<string, string>} */
const LP_ABOUT = {
  lp: "One linear program: the rules are rows over numbers from 0 to 1. Its optimum may leave cells undecided. Choose another optimal point, drop rows, add cuts, or click a dot to fix it at 1.",
  "lp-reweighted": "Each dot is a variable x[i,j,k], and its area is its value. Cells with several dots are undecided; each round reweights the objective until one dot per cell is left. Click a dot to fix it at 1.",
  "lp-lift": "A stronger linear program, with a variable for each pair of candidates, solved by projections. The residual is how far its rows are from holding.",
};

/** A line of the log: the number of undecided cells, and for `lp-lift` the residual, which falls long before them. */
function openLine({ values, notes }, i) {
  const open = fractional(values);
  const about = !open ? "integral" : typeof notes.residual === "number" ? `residual ${number(notes.residual)}` : "";
  return `${String(i + 1).padStart(3)}  ${String(open).padStart(3)} open  ${about}`.trimEnd();
}

/** The point that a run found; empty for other methods and solvers. */
function pointOf(request) {
  if (request?.by !== "lp") return "";
  const { solver = "highs-ds", crossover = "true" } = request.settings;
  if (solver === "highs-ipm") return crossover === "false" ? "centre" : "vertex";
  return POINTS.find(([, , options]) => options.solver === solver)?.[0] ?? "";
}

/** The linear program: x[i,j,k] as dots whose area is the value. Clicking one fixes it and solves again. */
export function lpView(methods) {
  const points = POINTS.map(([name, label, solver, most]) => ({ name, solver, most, button: make("button", { type: "button", "aria-pressed": "false" }, label) }));
  const group = make("div", { class: "buttons points", role: "group", "aria-label": "Optimal point" }, points.map(({ button }) => button));
  const view = createRunView({
    name: "lp", title: "A linear program finds the digits", unit: "round", preferred: "lp", elsewhere: ["families", "sums", "cuts"],
    methods: tracing(methods, ["belief"]).filter(({ name }) => name.startsWith("lp")),
    about: (by) => LP_ABOUT[by] ?? LP_ABOUT.lp,
    legend: [["dots", "x from 0 to 1"], ["open", "Undecided"], ["decided", "Decided"], ["clue", "Clue"]],
    extra: ({ form, go, frame }) => {
      const show = () => {
        group.hidden = form.name() !== "lp";
        for (const { button, most } of points) button.hidden = layoutOf(puzzle.layout).size > most;
      };
      for (const { button, solver } of points) button.addEventListener("click", () => point(form, go, solver));
      form.watch(show);
      onPuzzle(show);
      show();
      return { beside: [group], more: createRows(form, go, frame) };
    },
    onShown: (request) => points.forEach(({ button, name }) => button.setAttribute("aria-pressed", String(pointOf(request) === name))),
    frames: beliefFrames, again: drawBelief,
    lines: (frames) => frames.map((frame, i) => pivotLine(frame, i) ?? openLine(frame, i)),
    view: (frame) => frame.values.map((values, cell) => beliefCell(values, cell, values, values.some((x) => x > 1e-4 && x < 1 - 1e-4) ? "dots fractional" : "dots")),
    readings: (frame) => [["undecided cells", String(fractional(frame.values))], ...noteRows(frame.notes, ["fractional"])],
    charts: (frames, at) => {
      if (frames.length < 2) return [];
      const [name, label] = LP_CURVES.find(([one]) => frames.every(({ notes }) => typeof notes[one] === "number")) ?? ["", "undecided cells"];
      return [curve(`${label} per round`, frames.map(({ values, notes }, i) => [i + 1, name ? notes[name] : fractional(values)]), { at, x: "round" })];
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

// Annealing

/** The curves on offer, by the note that each method traces. @type {[string, string][]} */
const CURVES = [["converge", "converge"], ["entropy", "entropy"], ["agreement", "agreement"], ["faults", "faults"], ["discord", "discord"], ["temperature", "temperature"], ["energy", "energy"], ["beta", "β"]];

/** What each method shows. @type {Record<string, string>} */
const ABOUT = {
  network: "The beliefs of every cell while the network cools. β grows by a fixed factor per line; converge is the mean over the cells of Σ belief², from 1/N to 1.",
  sinkhorn: "Beliefs are scaled unit by unit until they balance, then sharpened. Their entropy falls as cells decide.",
  hopfield: "Binary neurons inhibit each other. The energy counts the violations.",
  "divide-and-concur": "Every rule repairs its own copy of the grid, then the copies are averaged. Their agreement rises until they are equal.",
  anneal: "A full grid changes by swaps within boxes. Bad swaps are accepted less and less often as the temperature falls.",
  "hill-climb": "A full grid changes by the best swap within a box, as long as one removes faults; then it starts again.",
  genetic: "A population of full grids: boxes are inherited, and some are mutated. The best one is shown, with its faults.",
  harmony: "New grids are improvised from remembered ones. The best one is shown, with its faults.",
};

/** Annealing: the lecture's log, beliefs as a heat map, the curves of each method, error counts. */
export function annealView(methods) {
  let view = /** @type {any} */ (null);
  view = createRunView({
    name: "anneal", title: "Beliefs cool down to digits", unit: "line", preferred: "network", methods: methods.filter(({ name, traces }) => traces.includes("belief") && !name.startsWith("lp")),
    about: (by) => ABOUT[by] ?? "The beliefs of every cell, line by line.",
    legend: [["heat", "Belief"], ["clue", "Clue"]],
    extra: ({ form, go }) => ({ beside: [make("div", { class: "buttons" }, make("button", { type: "button", onclick: () => again(form, go) }, "Restart with the next seed"))], more: [] }),
    frames: beliefFrames, again: drawBelief,
    lines: (frames, events) => {
      const lines = readout(events);
      return lines.length >= frames.length ? lines : noteLines(frames);
    },
    view: (frame) => {
      const { cells } = scaled(frame.values, puzzle.digits);
      return frame.values.map((values, cell) => (puzzle.digits[cell] ? clueCell(cell) : beliefCell(values, cell, cells[cell], "heat")));
    },
    onShown: (_, frame) => showScale(view?.legend, frame),
    readings: (frame) => {
      const errors = unitErrors(layoutOf(puzzle.layout), frame.values);
      return [...noteRows(frame.notes, ["row_column_errors", "box_errors"]), // counted below, at every line
        ["row errors", String(errors.row)], ["column errors", String(errors.column)], ["box errors", String(errors.box)]];
    },
    charts: (frames, at) => CURVES.filter(([name]) => frames.some(({ notes }) => typeof notes[name] === "number")).map(([name, label]) => {
      const points = /** @type {[number, number][]} */ (frames.map(({ notes }, i) => [i + 1, notes[name]]).filter(([, y]) => typeof y === "number"));
      return curve(`${label} per line`, points, { at: points.findIndex(([x]) => x === at + 1), x: "line" });
    }),
  });
  return view;
}

/** The heat map has the colours from the least to the greatest belief on the board; the legend says which these are. */
function showScale(legend, frame) {
  const words = legend?.querySelector("[data-key=heat]");
  if (!words) return;
  const { low, high } = frame ? scaled(frame.values, puzzle.digits) : { low: 0, high: 1 };
  words.textContent = `Belief from ${low.toPrecision(2)} to ${high.toPrecision(2)}`;
}

/** Runs again with the next seed. */
function again(form, go) {
  form.set("seed", String((Number(form.get("seed")) || 0) + 1));
  go();
}

// Search

/** Search: placements, guesses and undone guesses, step by step. */
export function searchView(methods) {
  const cell = (value) => (typeof value === "number" ? value : cellOf(value, layoutOf(puzzle.layout).size));
  const at = (frames, index) => replay(puzzle.digits, frames, index + 1, cell);
  const abouts = Object.fromEntries(methods.map(({ name, about }) => [name, about]));
  return createRunView({
    name: "search", title: "A search guesses and backtracks", unit: "step", preferred: "norvig", methods: tracing(methods, ["guess", "place"]).filter(({ traces }) => !traces.includes("belief")),
    about: (by) => `${sentence(abouts[by] ?? by)}. Click a node of the tree (red: failed, green: solved), or a line of the log, to jump to that step.`,
    legend: [["decided", "Forced"], ["guess", "Guess"], ["latest", "This step"], ["undone", "Taken back"], ["clue", "Clue"]],
    frames: searchSteps, again: drawSearch, lines: (steps) => steps.map((step, i) => `${String(i + 1).padStart(4)}  ${describe(step)}`),
    charts: (steps, index, go) => [treeChart(steps, index, go)].filter((one) => one !== null),
    view: (_, __, index, frames) => {
      const { digits, kinds, latest, undone } = at(frames, index);
      return digits.map((digit, one) => ({
        text: digit ? String(digit) : "", kind: kinds[one] === "clue" ? "clue" : digit ? "entry" : "",
        classes: [kinds[one], kinds[one] === "clue" && "outlined", latest.includes(one) && "latest", undone && latest.includes(one) && "undone"].filter(Boolean).join(" "),
        label: labelOf(one, digit ? `${kinds[one]} ${digit}` : "empty"), readonly: true,
      }));
    },
    readings: (_, frames, index) => {
      const { counts } = at(frames, index);
      return [["placements", String(counts.place)], ["guesses", String(counts.guess)],
        ["undone", String(counts.undo)], ["open guesses", String(counts.depth)], ["most open guesses", String(counts.deepest)]];
    },
  });
}

const sentence = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);

function describe(step) {
  if (step.event === "undo") return "undo the last guess";
  const name = typeof step.cell === "number" ? `r${Math.floor(step.cell / layoutOf(puzzle.layout).size) + 1}c${(step.cell % layoutOf(puzzle.layout).size) + 1}` : step.cell;
  return `${step.event} ${step.digit} in ${name}${step.why ? ` (${step.why})` : ""}`;
}
