// One view of the Lab over one run of one method: form, run and cancel, board, player, readings, copies.

import { startJob } from "../common/api.js";
import { createBoard } from "../common/board.js";
import { copy, make, say } from "../common/dom.js";
import { layoutOf } from "../common/layout.js";
import { createMethodForm } from "./method.js";
import { createPlayer } from "./player.js";
import { onPuzzle, puzzle } from "./puzzle.js";

/** @typedef {{name: string, unit: string, methods: any[], preferred: string, about: string, settings?: Record<string, string>,
 *   frames: (events: any[]) => any[], view: (frame: any, layout: any, at: number, frames: any[]) => any[],
 *   readings: (frame: any, frames: any[], at: number) => [string, string][],
 *   chart?: (frames: any[], at: number) => Element | null, log?: (events: any[]) => string[],
 *   touch?: (cell: number, frame: any) => void, extra?: Element[], request?: Record<string, any>}} Parts */

/** @param {Parts} parts */
export function createRunView(parts) {
  const form = createMethodForm(parts.methods, parts.preferred);
  for (const [name, value] of Object.entries(parts.settings ?? {})) form.set(name, value);
  const host = make("div", { class: "lab-board" });
  const readings = make("dl", { class: "readings" });
  const charts = make("div", { class: "charts" });
  const log = make("pre", { class: "log", tabIndex: 0, role: "region", "aria-label": `${parts.name}: readout` });
  const state = make("p", { class: "state", role: "status" });
  let events = [];
  let frames = [];
  let job = null;
  let result = null;
  let wanted = null;
  let started = 0;

  const seconds = make("input", { type: "number", min: 0.1, max: 300, step: "any", value: 30 });
  const run = make("button", { type: "button", class: "first", onclick: () => go() }, "Run");
  const cancel = make("button", { type: "button", disabled: true, onclick: () => job?.cancel() }, "Cancel");
  const command = make("button", { type: "button", disabled: true, onclick: () => copy(result.command, "Command copied.") }, "Copy as command");
  const python = make("button", { type: "button", disabled: true, onclick: () => copy(result.python, "Python copied.") }, "Copy as Python");
  const link = make("button", { type: "button", onclick: () => copy(linkOf(), "Link copied.") }, "Copy link");
  const player = createPlayer((at) => paint(at), parts.unit);
  const board = createBoard(host, { label: `${parts.name}: board`, touch: ({ phase, cell }) => phase === "down" && parts.touch?.(cell, frames[player.at()]) });

  const element = make("div", { class: "lab-view" },
    make("div", { class: "lab-left" }, host, player.element),
    make("div", { class: "lab-right" }, make("p", {}, parts.about), form.element,
      make("label", { class: "field short" }, "Seconds at most", seconds),
      ...(parts.extra ?? []), make("div", { class: "buttons" }, run, cancel), state, readings, charts, log,
      make("div", { class: "buttons" }, command, python, link)));

  function paint(at) {
    const layout = layoutOf(puzzle.layout);
    const cells = frames.length ? parts.view(frames[at], layout, at, frames) : clues();
    board.show({ layout, cells, focus: 0 });
    const pairs = frames.length ? parts.readings(frames[at], frames, at) : [];
    readings.replaceChildren(...pairs.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
    const chart = frames.length ? parts.chart?.(frames, at) : null;
    charts.replaceChildren(...(chart ? [chart] : []));
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
  function hear(event, data) {
    if (event === "state") state.textContent = data.state === "queued" ? `waiting, place ${data.place}` : "running …";
    if (event !== "trace") return;
    for (const one of data) events.push(one);
    pending ||= requestAnimationFrame(() => { pending = 0; update(); });
  }

  async function go() {
    const mine = ++started;
    clear();
    run.disabled = true;
    cancel.disabled = false;
    try {
      job = await startJob({
        kind: "solve", puzzle: puzzle.digits, layout: puzzle.layout, by: form.name(), settings: form.settings(),
        seconds: Number(seconds.value) || 30, trace: true, ...parts.request,
      }, (event, data) => mine === started && hear(event, data));
      result = await job.result;
      if (mine !== started) return;
      state.textContent = ended(result);
      command.disabled = python.disabled = false;
      update();
      if (wanted !== null) player.go(wanted);
      wanted = null;
    } catch (error) {
      if (mine === started) state.textContent = error.message;
      if (error.kind !== "cancelled") say(error.message, "bad");
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
    [events, frames, result, job] = [[], [], null, null];
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
    /** Runs again what a link asks for, and stops at its step. */
    open(by, settings, step) {
      form.choose(by, settings);
      wanted = step;
      return go();
    },
  };
}

function ended(result) {
  const cut = result.trace_cut ? " The trace is longer than is shown." : "";
  return `${result.status}${result.why ? `: ${result.why}` : ""}, by ${result.method} in ${result.seconds.toPrecision(3)} s.${cut}`;
}

/** A cell for a screen reader. */
export function labelOf(cell, words) {
  const { size } = layoutOf(puzzle.layout);
  return `row ${Math.floor(cell / size) + 1}, column ${(cell % size) + 1}, ${words}`;
}

/** A cell that shows how strongly each digit is believed in. */
export function beliefCell(values, cell) {
  const best = values.indexOf(Math.max(...values));
  const open = values.some((value) => value > 1e-4 && value < 1 - 1e-4);
  return {
    shades: values.map((value) => Math.round(value * 1000) / 1000), classes: open ? "fractional" : "", kind: puzzle.digits[cell] ? "clue" : "",
    label: labelOf(cell, `${puzzle.digits[cell] ? "clue, " : ""}${best + 1} believed ${values[best].toFixed(2)}`), readonly: true,
  };
}
