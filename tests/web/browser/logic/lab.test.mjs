// Tests of the Lab's computations: rows and rank, odd cycles, error counts, times.

import assert from "node:assert/strict";
import { test } from "node:test";
import { layoutOf } from "../static/common/layout.js";
import { cutOf, oddCycle } from "../static/lab/cuts.js";
import { unitErrors } from "../static/lab/frames.js";
import { rankOf, rowsOf } from "../static/lab/rank.js";
import { timeWords } from "../static/lab/units.js";

const RULES = ["cells", "rows", "columns", "boxes", "extras"];
const amount = (word, families, sums = false) => {
  const layout = layoutOf(word);
  const rows = rowsOf(layout, new Set(families), sums);
  return [rows.length, rankOf(rows, layout.size ** 3)];
};

test("row counts and ranks of the linear program", () => {
  assert.deepEqual(amount("4", RULES), [64, 40]);
  assert.deepEqual(amount("4", RULES, true), [76, 40]); // the sums follow
  assert.deepEqual(amount("9", RULES), [324, 249]);
  assert.deepEqual(amount("9", RULES, true), [351, 249]);
  for (const n of [4, 6, 9]) assert.deepEqual(amount(String(n), ["cells", "rows", "columns"]), [3 * n * n, 3 * n * n - 3 * n + 1]); // Latin squares
  assert.deepEqual(amount("9", ["cells"]), [81, 81]);
  assert.deepEqual(amount("9", []), [0, 0]);
  assert.equal(amount("9+diagonals", RULES)[0], 342);
});

test("an odd cycle is found if and only if the point violates one", () => {
  const layout = layoutOf("9");
  const values = Array.from({ length: 81 }, () => Array(9).fill(0));
  // Five candidates in a ring: r1c1 and r1c5 by row 1, then column 5, row 5, column 2, and box 1 back.
  const ring = [[0, 5], [4, 5], [40, 5], [37, 5], [10, 5]];
  for (const [cell, digit] of ring) values[cell][digit - 1] = 0.5;
  const cycle = oddCycle(layout, values);
  assert.equal(cycle.length, 5);
  assert.equal(cutOf(cycle, 9), "x_r1c1_5 + x_r1c5_5 + x_r2c2_5 + x_r5c2_5 + x_r5c5_5 <= 2");
  for (const [cell, digit] of ring) values[cell][digit - 1] = 0.4; // sums to 2
  assert.equal(oddCycle(layout, values), null);
  values[0][4] = values[4][4] = values[8][4] = 0.5; // three in one row: more than 1
  assert.equal(cutOf(oddCycle(layout, values), 9), "x_r1c1_5 + x_r1c5_5 + x_r1c9_5 <= 1");
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
