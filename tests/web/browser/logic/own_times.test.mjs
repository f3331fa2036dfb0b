// Tests of the player's solving times: kept only if switched on, compared with the ratings, exported.

import assert from "node:assert/strict";
import { test } from "node:test";

const stored = new Map();
globalThis.localStorage = /** @type {any} */ ({ getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) });
const { fitOf, fitText, keepTime, timesAsCsv } = await import("../static/play/own_times.js");

const game = /** @type {any} */ ({ clues: [1, 0, 0, 2], info: { minutes: 4 } });
const outcome = { when: "2026-01-01T10:00:00Z", layout: "9", level: "easy", seconds: 300, hints: 0, solver: false };
const rows = () => JSON.parse(stored.get("ninefold.times") ?? '{"rows": []}').rows;

test("times are kept only if that is switched on, and never those of the solver", () => {
  keepTime(game, outcome);
  assert.deepEqual(rows(), []);
  stored.set("ninefold.times", '{"on": true}');
  keepTime(game, outcome);
  keepTime(game, { ...outcome, solver: true });
  assert.deepEqual(rows().map((row) => [row.puzzle, row.seconds, row.minutes]), [["1..2", 300, 4]]);
  stored.set("ninefold.times", "damaged");
  keepTime(game, outcome);
  assert.equal(stored.get("ninefold.times"), "damaged");
});

test("the fit is your pace, the error at that pace, and the rank correlation", () => {
  const made = (seconds, minutes, hints = 0) => ({ ...outcome, puzzle: "", seconds, minutes, hints });
  assert.equal(fitOf([made(60, 1)]), null);
  assert.match(fitText([]), /after 5 9×9 puzzles/);
  const perfect = [1, 2, 3, 4, 5].map((minutes) => made(120 * minutes, minutes));
  assert.deepEqual(fitOf([...perfect, made(9999, 1, 2), made(50, null)]), { count: 5, pace: 2, error: 0, correlation: 1 });
  assert.match(fitText(perfect), /5 puzzles: you take 2\.00 times .* within 0%\. Rank correlation 1\.00/);
  assert.equal(fitOf([5, 4, 3, 2, 1].map((minutes, k) => made(60 * (k + 1), minutes)))?.correlation, -1);
});

test("times are exported as CSV", () => {
  assert.equal(timesAsCsv([{ ...outcome, puzzle: "1..2", minutes: null }]),
    "when,puzzle,layout,level,seconds,minutes,hints\n2026-01-01T10:00:00Z,1..2,9,easy,300,,0\n");
  assert.match(timesAsCsv([{ ...outcome, puzzle: "1..2", minutes: null, layout: "9+extra:r1c1,r2c2", level: 'so "hard"' }]),
    /,1\.\.2,"9\+extra:r1c1,r2c2","so ""hard""",300,,0\n$/);
});
