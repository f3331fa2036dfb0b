// The two programs of Wu's lecture: the 4×4 game with New, Play and Check, and the network with Load data and Run.

import { call, startJob } from "../common/backend.js";
import { make } from "../common/dom.js";
import { layoutOf } from "../common/layout.js";
import { readout } from "../lab/frames.js";
import { createEntry, messageBox, readBoard } from "./entry.js";
import { reportErrors } from "./matlab.js";

/** The puzzle in the lecture's screenshot, with 29 clues. */
const LECTURE = "..7..83.54..5..9...93.2.6..2...1..8.....6.....7..8...2..1.5.86...4..1..79.68..4..";

/** Rows, columns and blocks with fewer than N different digits, as the lecture's procedures count them.
 * @param {number[]} digits @param {string} word */
export function errorCounts(digits, word) {
  const { units, size } = layoutOf(word);
  const count = (kind) => units.filter((unit) => unit.kind === kind
    && new Set(unit.cells.map((cell) => digits[cell]).filter(Boolean)).size < size).length;
  return { row: count("row"), column: count("column"), block: count("box") };
}

/** The lecture's New: two random permutations p and q; column i gets q(i) in row p(i). */
export function newShidoku(random = Math.random) {
  const permutation = () => [1, 2, 3, 4].map((value) => ({ value, key: random() })).sort((a, b) => a.key - b.key).map(({ value }) => value);
  const [p, q] = [permutation(), permutation()];
  const digits = Array(16).fill(0);
  p.forEach((row, column) => (digits[(row - 1) * 4 + column] = q[column]));
  return digits;
}

/** @param {HTMLElement} host */
export function shidokuGame(host) {
  const board = createEntry(host, 4);
  const counts = make("p", { class: "mono counts", role: "status" });
  const play = make("button", { type: "button", disabled: true, onclick: () => { board.lock(false); board.focus(); counts.textContent = "Fill in 1 to 4."; } }, "PLAY");
  const check = make("button", { type: "button", disabled: true, onclick: reportErrors(checkIt) }, "CHECK");
  const start = make("button", { type: "button", onclick: () => {
    board.start(newShidoku());
    board.lock(true);
    play.disabled = check.disabled = false;
    counts.textContent = "Press PLAY.";
  } }, "NEW");
  board.lock(true);
  host.append(make("div", { class: "buttons" }, start, play, check), counts);

  function checkIt() {
    const { digits, fault } = readBoard(board.read(), 4);
    if (fault) return messageBox("Error", fault);
    const { row, column, block } = errorCounts(digits, "4");
    counts.textContent = `row checking: ${row} errors\ncolumn checking: ${column} errors\nblock checking: ${block} errors`;
    if (!row && !column && !block) messageBox("Correct", "Solution is Correct!, Game Completed");
  }
}

/** @param {HTMLElement} host */
export function networkGame(host) {
  const board = createEntry(host, 9);
  const log = make("pre", { class: "log", tabIndex: 0, role: "region", "aria-label": "readout of the network" });
  let job = null;
  const load = make("button", { type: "button", onclick: () => show([...LECTURE].map((c) => (c === "." ? 0 : Number(c)))) }, "LOAD DATA");
  const run = make("button", { type: "button", disabled: true, onclick: reportErrors(runIt) }, "RUN");
  const cancel = make("button", { type: "button", disabled: true, onclick: () => job?.cancel() }, "Cancel");
  const make9 = make("button", { type: "button", onclick: reportErrors(async () => show((await call("/api/generate", { size: 9, level: "any" })).puzzle.digits)) }, "NEW");
  host.append(make("div", { class: "buttons" }, load, run, make9, cancel), log);

  function show(digits) {
    board.start(digits);
    log.textContent = `${digits.filter(Boolean).length} pairs`;
    run.disabled = false;
  }

  async function runIt() {
    const { digits, fault } = readBoard(board.read(), 9);
    if (fault) return messageBox("Error", fault);
    const events = [];
    const head = `${digits.filter(Boolean).length} pairs\nrunning...`;
    log.textContent = head;
    run.disabled = true;
    cancel.disabled = false;
    try {
      job = await startJob({ kind: "solve", puzzle: digits, layout: "9", by: "network", limit: 1, seconds: 30, trace: true, beliefs: 50 }, (event, data) => {
        if (event !== "trace") return;
        events.push(...data.filter((one) => one.event === "note"));
        log.textContent = [head, ...readout(events)].join("\n");
        log.scrollTop = log.scrollHeight;
      });
      const result = await job.result;
      if (result.solutions.length) board.fill(result.solutions[0].digits);
      else log.textContent += `\n${result.status}: ${result.why}`;
    } finally {
      run.disabled = false;
      cancel.disabled = true;
    }
  }
}
