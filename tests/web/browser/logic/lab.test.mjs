// Tests of the Lab's computations: heat maps, log lines, error counts, times.

import assert from "node:assert/strict";
import { test } from "node:test";
import { layoutOf } from "../static/common/layout.js";
import { noteLines, pivotLine, reportFrames, scaled, searchSteps, unitErrors } from "../static/lab/frames.js";
import { timeWords } from "../static/lab/units.js";

test("a heat map is scaled to the beliefs of the open cells", () => {
  const { low, high, cells } = scaled([[0.2, 0.3, 0.5], [0, 1, 0], [0.1, 0.4, 0.5]], [0, 2, 0]);
  assert.deepEqual([low, high], [0.1, 0.5]);
  assert.deepEqual(cells[1], [0, 1, 0]); // a clue stays as it is
  assert.deepEqual(cells[2].map((one) => Number(one.toFixed(2))), [0, 0.75, 1]);
  assert.deepEqual(scaled([[0.5, 0.5]], [0]).cells, [[0.5, 0.5]]); // nothing to distinguish
});

test("a log line has the notes that changed", () => {
  const frames = [{ notes: { faults: 9, temperature: 0.5 } }, { notes: { faults: 7, temperature: 0.5 } }];
  assert.deepEqual(noteLines(frames), ["   1  faults 9  temperature 0.5", "   2  faults 7"]);
});

test("a report of a solver ends when a note comes again, and a solution has a frame of its own", () => {
  const note = (name, value) => ({ event: "note", name, value });
  const frames = reportFrames([note("nodes", 1), note("bound", 0), note("nodes", 5), { event: "found", solution: "1234" }, note("gap", 0)]);
  assert.deepEqual(frames.map(({ notes, solution, found }) => [Object.values(notes).join(), solution, found]),
    [["1,0", "", false], ["5,0", "", false], ["5,0", "1234", true], ["5,0,0", "1234", false]]);
  assert.deepEqual(reportFrames([]), []);
});

test("a step that completes a solution says so", () => {
  const steps = searchSteps([{ event: "start" }, { event: "guess" }, { event: "place" }, { event: "found" }, { event: "undo" }].map((one) => ({ ...one })));
  assert.deepEqual(steps.map(({ event, solved = false }) => [event, solved]), [["guess", false], ["place", true], ["undo", false]]);
});

test("a pivot is one line", () => {
  const notes = { phase: 1, entering: "x_r1c1_2", leaving: "artificial_cell_r1c1", step: "1/2", phase_objective: 44 };
  assert.equal(pivotLine({ notes }, 0), "  1  phase 1: x_r1c1_2 enters, artificial_cell_r1c1 leaves, moves to 1/2; objective 44");
  assert.match(pivotLine({ notes: { ...notes, step: "0" } }, 0) ?? "", /does not move/);
  assert.equal(pivotLine({ notes: { fractional: 3 } }, 0), null);
});

test("error counts use the strongest digit of each cell", () => {
  const of = (line) => [...line].map((digit) => Array.from({ length: 4 }, (_, k) => (k + 1 === Number(digit) ? 0.9 : 0.03)));
  assert.deepEqual(unitErrors(layoutOf("4"), of("2341143242133124")), { row: 0, column: 0, box: 0 });
  assert.deepEqual(unitErrors(layoutOf("4"), of("1234123412341234")), { row: 0, column: 4, box: 4 });
});

test("times have a suitable unit", () => {
  const texts = [0, 2e-7, 9.3e-6, 93.4e-6, 999.9e-6, 1e-5, 1e-4, 1.234e-3, 0.0452, 0.9999, 1, 9.96, 4.72, 63].map(timeWords);
  assert.deepEqual(texts, ["0 µs", "0.2 µs", "9.3 µs", "93 µs", "1 ms", "10 µs", "100 µs", "1.2 ms", "45 ms", "1 s", "1 s", "10 s", "4.7 s", "63 s"]);
});
