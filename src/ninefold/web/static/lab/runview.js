// A view of one run of one method: form, Run and Cancel, board, player, readings, copy buttons.

import { startJob } from "../common/backend.js";
import { createBoard } from "../common/board.js";
import { make, showMessage } from "../common/dom.js";
import { layoutOf } from "../common/layout.js";
import { createCopies } from "./copies.js";
import { createMethodForm } from "./method.js";
import { createPlayer } from "./player.js";
import { clearError, onPuzzle, puzzle } from "./puzzle.js";
import { timeWords } from "./units.js";

/** How the reason starts if the rows and cuts have no feasible point; a run that was refused counts as one. */
export const NO_POINT = "the rows and cuts together have no feasible point";

/** @typedef {{form: any, go: () => any, frame: () => any}} Controls available to the extra controls of a view */
/** @typedef {{name: string, unit: string, methods: any[], preferred: string, about: string | ((by: string) => string), elsewhere?: string[],
 *   frames: (events: any[]) => any[], view: (frame: any, layout: any, at: number, frames: any[]) => any[],
 *   readings: (frame: any, frames: any[], at: number) => [string, string][],
 *   chart?: (frames: any[], at: number, go: (step: number) => void) => Element | null, again?: (at: number) => string, log?: (events: any[]) => string[],
 *   touch?: (cell: number, frame: any, digit: number) => void, extra?: (controls: Controls) => Element[],
 *   onShown?: (request: {by: string, settings: Record<string, string>} | null) => void}} Parts
 * `onShown` is called with the method and options of the run on the board, or null if there is none. */

/** @param {Parts} parts */
export function createRunView(parts) {
  const form = createMethodForm(parts.methods, parts.preferred, parts.elsewhere);
  const about = make("p", {});
  const describe = () => (about.textContent = typeof parts.about === "string" ? parts.about : parts.about(form.name()));
  form.watch(describe);
  form.watch(() => showMessage("")); // the last message was about another method
  describe();
  const host = make("div", { class: "lab-board" });
  const readings = make("dl", { class: "readings" });
  const charts = make("div", { class: "charts" });
  const log = make("pre", { class: "log", tabIndex: 0, role: "region", "aria-label": `${parts.name}: readout` });
  const state = make("p", { class: "state", role: "status" });
  const lines = make("pre", { class: "solver-log", tabIndex: 0, role: "region", "aria-label": `${parts.name}: log of the solver` });
  const solverLog = make("details", { hidden: true }, make("summary", {}, "Solver log"), lines);
  let events = [];
  let frames = [];
  let job = null;
  let result = null;
  let request = null;
  let wanted = null;
  let started = 0;
  let focus = 0;

  const seconds = make("input", { type: "number", min: 0.1, max: 300, step: "any", value: 30 });
  const run = make("button", { type: "button", class: "first", onclick: () => go() }, "Run");
  const cancel = make("button", { type: "button", disabled: true, onclick: () => job?.cancel() }, "Cancel");
  const copies = createCopies([
    ["Copy as command", () => result.command, "Command copied."],
    ["Copy as Python", () => result.python + (parts.again?.(player.at()) ?? ""), "Python copied."],
    ["Copy link", () => linkOf(), "Link copied."]]);
  const [command, python] = copies.buttons;
  const player = createPlayer((at) => paint(at), parts.unit);
  const board = createBoard(host, {
    label: `${parts.name}: board`,
    touch: ({ phase, cell, digit }) => {
      focus = cell;
      if (phase === "down") parts.touch?.(cell, frames[player.at()], digit);
    },
  });
  host.addEventListener("keydown", onKey);

  const element = make("div", { class: "lab-view" },
    make("div", { class: "lab-left" }, host, player.element),
    make("div", { class: "lab-right" }, about, form.element,
      make("div", { class: "buttons" }, run, cancel, make("label", { class: "within" }, "at most", seconds, "s")), state,
      ...(parts.extra?.({ form, go: () => go(), frame: () => frames[player.at()] }) ?? []),
      readings, charts, log, solverLog, copies.element));

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
    readings.replaceChildren(...pairs.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
    const chart = frames.length ? parts.chart?.(frames, at, (step) => player.go(step)) : null;
    charts.replaceChildren(...(chart ? [chart] : []));
    parts.onShown?.(frames.length ? request : null);
  }

  function clues() {
    return puzzle.digits.map((digit, cell) => ({ text: digit ? String(digit) : "", kind: digit ? "clue" : "", label: labelOf(cell, digit || "empty"), readonly: true }));
  }

  function update() {
    frames = parts.frames(events);
    player.grow(frames.length);
    if (!frames.length) paint(0);
    if (parts.log) {
      log.textContent = parts.log(events).join("\n");
      log.scrollTop = log.scrollHeight;
    }
  }

  let pending = 0;
  function onEvent(event, data) {
    if (event === "state") state.textContent = data.state === "queued" ? `queued, position ${data.place}` : "running …";
    if (event !== "trace") return;
    const logged = data.filter((one) => one.event === "log");
    for (const one of data) if (one.event !== "log") events.push(one);
    if (logged.length) {
      solverLog.hidden = false;
      lines.append(logged.map(({ line }) => `${line}\n`).join(""));
      lines.scrollTop = lines.scrollHeight;
    }
    pending ||= requestAnimationFrame(() => { pending = 0; update(); });
  }

  /** Runs the method; the result, or null if there is none. */
  async function go() {
    const mine = ++started;
    clear();
    lines.replaceChildren();
    solverLog.hidden = true;
    clearError();
    run.disabled = true;
    cancel.disabled = false;
    request = { by: form.name(), settings: form.settings() };
    try {
      const newJob = await startJob({
        kind: "solve", puzzle: puzzle.digits, layout: puzzle.layout, ...request,
        seconds: Number(seconds.value) || 30, trace: true, log: true,
      }, (event, data) => mine === started && onEvent(event, data));
      if (mine !== started) { // another run was started in the meantime
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
        run.disabled = false;
        cancel.disabled = true;
        job = null;
      }
    }
  }

  function clear() {
    job?.cancel().catch(() => {});
    [events, frames, result, job, request] = [[], [], null, null, null];
    copies.clear();
    command.disabled = python.disabled = true;
    state.textContent = "";
    log.textContent = "";
    log.hidden = !parts.log;
    player.reset();
    paint(0);
  }

  function linkOf() {
    const values = new URLSearchParams({ view: parts.name, puzzle: puzzle.digits.join(puzzle.layout.length > 1 ? "-" : ""), layout: puzzle.layout, by: form.name(), step: String(player.at()) });
    for (const [name, value] of Object.entries(form.settings())) values.append("set", `${name}=${value}`);
    return `${location.origin}/lab#${values}`;
  }

  onPuzzle(() => { started++; run.disabled = false; cancel.disabled = true; clear(); });
  clear();
  return {
    element, name: parts.name, go, form,
    /** Repeats the run of a link and goes to its step. */
    open(by, settings, step) {
      form.choose(by, settings);
      wanted = step;
      return go();
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

/** A cell that shows the belief in each digit. */
export function beliefCell(values, cell) {
  const best = values.indexOf(Math.max(...values));
  const open = values.some((value) => value > 1e-4 && value < 1 - 1e-4);
  return {
    shades: values.map((value) => Math.round(value * 1000) / 1000), classes: open ? "fractional" : "", kind: puzzle.digits[cell] ? "clue" : "",
    label: labelOf(cell, `${puzzle.digits[cell] ? "clue, " : ""}${best + 1} belief ${values[best].toFixed(2)}`), readonly: true,
  };
}
