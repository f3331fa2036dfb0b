// The judgement of exercises, and positions after a step, without a browser.

import assert from "node:assert/strict";
import test from "node:test";

import { judge } from "../static/learn/exercise.js";
import { afterStep, positionOf, stepView } from "../static/common/step.js";
import { bit, candidatesOf, layoutOf } from "../static/common/layout.js";

const at = (cell, digit) => ({ cell, digit });
const first = { places: [], removes: [at(3, 9), at(5, 9)] };
const second = { places: [], removes: [at(5, 9), at(7, 2)] };

test("picks are wrong, a part, or a whole step", () => {
  assert.deepEqual(judge([first, second], [at(3, 9), at(4, 9)]), { kind: "wrong", picks: [at(4, 9)] });
  assert.deepEqual(judge([first, second], [at(3, 9)]), { kind: "part", left: 1 });
  assert.deepEqual(judge([first, second], [at(5, 9), at(3, 9)]), { kind: "whole", step: first });
  assert.deepEqual(judge([first, second], [at(7, 2), at(5, 9), at(3, 9)]).kind, "whole"); // two steps of the technique
});

test("a placed digit leaves its peers, and removed candidates go", () => {
  const layout = layoutOf("4");
  const digits = [1, ...Array(15).fill(0)];
  const start = { clues: digits, digits, candidates: candidatesOf(layout, digits) };
  const next = afterStep(layout, start, { places: [at(1, 2)], removes: [at(15, 4)] });
  assert.equal(next.digits[1], 2);
  assert.equal(next.candidates[1], 0);
  assert.equal(next.candidates[2], bit(3) | bit(4));
  assert.equal(next.candidates[15], bit(1) | bit(2) | bit(3));
  assert.equal(start.digits[1], 0);
});

test("marks restrict the candidates of their cells only", () => {
  const layout = layoutOf("4");
  const digits = [1, ...Array(15).fill(0)];
  const marks = [0, bit(1) | bit(2), ...Array(14).fill(0)];
  const { candidates } = positionOf(layout, digits, digits, marks);
  assert.equal(candidates[1], bit(2)); // 1 is seen
  assert.equal(candidates[2], bit(2) | bit(3) | bit(4));
});

test("a candidate that is both used and removed has both classes", () => {
  const drawing = { marks: [{ ...at(0, 1), shape: "circle", words: "chain" }, { ...at(1, 1), shape: "diamond", words: "fin" }],
                    links: [], ovals: [], outlines: [], covers: [], arrows: [], seen: [] };
  const { roles, places } = stepView({ places: [at(4, 3)], removes: [at(0, 1)], drawing });
  assert.equal(roles.get(0)[1], "base drop");
  assert.equal(roles.get(1)[1], "fin");
  assert.equal(places.get(4), 3);
});
