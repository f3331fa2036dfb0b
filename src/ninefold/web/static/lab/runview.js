// A view of one run of one method: the board with its player, and beside it text, Run, charts, log, legend and options.

import { startJob } from "../common/backend.js";
import { createBoard } from "../common/board.js";
import { make, showMessage } from "../common/dom.js";
import { layoutOf } from "../common/layout.js";
import { createCopies } from "./copies.js";
import { createLegend } from "./legend.js";
import { createLog } from "./log.js";
import { createMethodForm } from "./method.js";
import { createPlayer } from "./player.js";
import { clearError, onPuzzle, puzzle } from "./puzzle.js";
import { timeWords } from "./units.js";

/** How the reason starts if the rows and cuts have no feasible point; a run that was refused counts as one. */
export const NO_POINT = "the rows and cuts together have no feasible point";

/** @typedef {{form: any, go: () => any, frame: () => any}} Controls available to the extra controls of a view */
/** @typedef {{name: string, title: string, unit: string, methods: any[], preferred: string, about: (by: string) => string,
 *   legend: [string, string][], elsewhere?: string[], frames: (events: any[]) => any[], lines: (frames: any[], events: any[]) => string[],
 *   view: (frame: any, layout: any, at: number, frames: any[]) => any[],
 *   readings: (frame: any, frames: any[], at: number) => [string, string][],
 *   charts: (frames: any[], at: number, go: (step: number) => void) => Element[], again?: (at: number) => string,
 *   logOpen?: boolean, touch?: (cell: number, frame: any, digit: number) => void, extra?: (controls: Controls) => {beside: Element[], more: Element[]},
 *   onShown?: (request: {by: string, settings: Record<string, string>} | null, frame: any) => void}} Parts
 * `onShown` is called with the method and options of the run on the board and its frame, or null if there is none. */

/** @param {Parts} parts */
export function createRunView(parts) {
  const form = createMethodForm(parts.methods, parts.preferred, parts.elsewhere);
  const about = make("p", { class: "about" });
  const describe = () => (about.textContent = parts.about(form.name()));
  form.watch(describe);
  form.watch(() => showMessage("")); // the last message was about another method
  describe();
  const host = make("div", { class: "stage" });
  const readings = make("dl", { class: "readings" });
  const charts = make("div", { class: "charts" });
  const state = make("p", { class: "state", role: "status" });
  const output = make("pre", { class: "solver-log", tabIndex: 0, role: "region", "aria-label": `${parts.name}: log of the solver` });
  const solverLog = make("details", { hidden: true, open: parts.logOpen ?? false }, make("summary", {}, "Solver log"), output);
  const legend = createLegend(parts.legend);
  let events = [];
  let frames = [];
  let lines = /** @type {string[]} */ ([]);
  let job = null;
  let result = null;
  let request = null;
  let wanted = null;
  let started = 0;
  let focus = 0;

  const seconds = make("input", { type: "number", min: 0.1, max: 300, step: "any", value: 30 });
  const run = make("button", { type: "button", class: "first", onclick: () => go() }, "Run");
  const cancel = make("button", { type: "button", hidden: true, onclick: () => job?.cancel() }, "Cancel");
  const setRunning = (on) => ([run.hidden, cancel.hidden] = [on, !on]);
  const copies = createCopies([
    ["Copy as command", () => result.command, "Command copied."],
    ["Copy as Python", () => result.python + (parts.again?.(player.at()) ?? ""), "Python copied."],
    ["Copy link", () => linkOf(), "Link copied."]]);
  const [command, python] = copies.buttons;
  const player = createPlayer((at) => paint(at), parts.unit);
  const log = createLog(`${parts.name}: log`, (frame) => player.go(frame));
  const board = createBoard(host, {
    label: `${parts.name}: board`,
    touch: ({ phase, cell, digit }) => {
      focus = cell;
      if (phase === "down") parts.touch?.(cell, frames[player.at()], digit);
    },
  });
  host.addEventListener("keydown", onKey);

  const extra = parts.extra?.({ form, go: () => go(), frame: () => frames[player.at()] }) ?? { beside: [], more: [] };
  form.options.append(make("label", { class: "within" }, "at most", seconds, "s"));
  const element = make("div", { class: "lab-view" }, host, player.element,
    make("div", { class: "side" }, make("h2", {}, parts.title), about,
      make("div", { class: "run-row" }, form.method, run, cancel), ...extra.beside, state,
      make("div", { class: "tellers" }, charts, make("figure", { class: "log-figure" }, make("figcaption", {}, "Log"), log.element)),
      readings, legend, make("div", { class: "more" }, form.options, ...extra.more, solverLog), copies.element));

  /** Keys on the board: arrows move; a digit or Enter acts like a click. */
  function onKey(event) {
    const { size } = layoutOf(puzzle.layout);
    const step = { ArrowUp: -size, ArrowDown: size, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : event.key === "Enter" ? 0 : -1;
    if (step) {
      focus = (focus + step + size * size) % (size * size);
      paint(player.at());
      board.focus(focus);
    } else if (digit >= 0 && digit <= size) parts.touch?.(focus, frames[player.at()], digit);
    else return;
    event.preventDefault();
  }

  function paint(at) {
    const layout = layoutOf(puzzle.layout);
    const cells = frames.length ? parts.view(frames[at], layout, at, frames) : clues();
    focus = Math.min(focus, cells.length - 1);
    board.show({ layout, cells, focus });
    const pairs = frames.length ? parts.readings(frames[at], frames, at) : [];
    readings.replaceChildren(...pairs.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
    charts.replaceChildren(...(frames.length ? parts.charts(frames, at, (step) => player.go(step)) : []));
    log.show(lines, frames.length, at);
    parts.onShown?.(frames.length ? request : null, frames[at]);
  }

  function clues() {
    return puzzle.digits.map((digit, cell) => ({ text: digit ? String(digit) : "", kind: digit ? "clue" : "", label: labelOf(cell, digit || "empty"), readonly: true }));
  }

  function update() {
    frames = parts.frames(events);
    lines = parts.lines(frames, events);
    player.grow(frames.length);
    if (!frames.length) paint(0);
  }

  let pending = 0;
  function onEvent(event, data) {
    if (event === "state") state.textContent = data.state === "queued" ? `queued, position ${data.place}` : "running …";
    if (event !== "trace") return;
    const logged = data.filter((one) => one.event === "log");
    for (const one of data) if (one.event !== "log") events.push(one);
    if (logged.length) {
      solverLog.hidden = false;
      output.append(logged.map(({ line }) => `${line}\n`).join(""));
      output.scrollTop = output.scrollHeight;
    }
    pending ||= requestAnimationFrame(() => { pending = 0; update(); });
  }

  /** Runs the method; the result, or null if there is none. */
  async function go() {
    const mine = ++started;
    clear();
    output.replaceChildren();
    solverLog.hidden = true;
    clearError();
    setRunning(true);
    request = { by: form.name(), settings: form.settings() };
    try {
      const newJob = await startJob({
        kind: "solve", puzzle: puzzle.digits, layout: puzzle.layout, ...request,
        seconds: Number(seconds.value) || 30, trace: true, log: true,
      }, (event, data) => mine === started && onEvent(event, data));
      if (mine !== started) { // another run was started in the meantime
        newJob.result.catch(() => {});
        newJob.cancel().catch(() => {});
        return null;
      }
      job = newJob;
      const answer = await newJob.result;
      if (mine !== started) return null;
      result = answer;
      state.textContent = ended(result);
      command.disabled = python.disabled = false;
      update();
      if (wanted !== null) player.go(wanted);
      wanted = null;
      return answer;
    } catch (error) {
      if (mine === started) state.textContent = error.message;
      if (error.kind !== "cancelled") showMessage(error.message, "bad");
      return error.kind === "cancelled" ? null : { why: NO_POINT };
    } finally {
      if (mine === started) {
        setRunning(false);
        job = null;
      }
    }
  }

  function clear() {
    job?.cancel().catch(() => {});
    [events, frames, lines, result, job, request] = [[], [], [], null, null, null];
    copies.clear();
    command.disabled = python.disabled = true;
    state.textContent = "";
    player.reset();
    paint(0);
  }

  function linkOf() {
    const values = new URLSearchParams({ view: parts.name, puzzle: puzzle.digits.join(puzzle.layout.length > 1 ? "-" : ""), layout: puzzle.layout, by: form.name(), step: String(player.at()) });
    for (const [name, value] of Object.entries(form.settings())) values.append("set", `${name}=${value}`);
    return `${location.origin}/lab#${values}`;
  }

  onPuzzle(() => { started++; setRunning(false); clear(); });
  clear();
  return {
    element, name: parts.name, go, form, legend,
    /** Repeats the run of a link and goes to its step. */
    open(by, settings, step) {
      form.choose(by, settings);
      wanted = step;
      return go();
    },
    /** Runs a method and plays its frames, unless the reader prefers less motion. @param {string} by */
    async welcome(by) {
      form.choose(by);
      if ((await go())?.status && !matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
    },
  };
}

function ended(result) {
  const cut = result.trace_cut ? " The trace was cut: it is too long to show." : "";
  return `${result.status}${result.why ? `: ${result.why}` : ""}, by ${result.method} in ${timeWords(result.seconds)}.${cut}`;
}

/** The label of a cell for screen readers. */
export function labelOf(cell, content) {
  const { size } = layoutOf(puzzle.layout);
  return `row ${Math.floor(cell / size) + 1}, column ${(cell % size) + 1}, ${content}`;
}
