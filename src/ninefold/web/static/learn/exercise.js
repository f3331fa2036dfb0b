// An exercise: a position in which to find a step, by picking what it places or removes, with the answer hidden.

import { createBoard } from "../common/board.js";
import { make, sentence } from "../common/dom.js";
import { bit, cellName, digitsIn, layoutOf } from "../common/layout.js";
import { roam } from "../common/roam.js";
import { bitsOf, positionView, showLegend } from "../common/step.js";

/** @typedef {import("../common/step.js").Step} Step */
/** @typedef {import("../common/step.js").Candidate} Candidate */
/** @typedef {{clues: {digits: number[], layout: string}, grid: {digits: number[]}, candidates: number[][], is_next: boolean, steps: Step[]}} Task */

const same = (one, other) => one.cell === other.cell && one.digit === other.digit;
const includes = (list, one) => list.some((other) => same(one, other));

/** What picks amount to: some are wrong, some are still missing, or they are a whole step.
 * @param {Step[]} steps @param {Candidate[]} picks
 * @returns {{kind: "wrong", picks: Candidate[]} | {kind: "part", left: number} | {kind: "whole", step: Step}} */
export function judge(steps, picks) {
  const effects = steps.map((step) => [...step.places, ...step.removes]);
  const wrong = picks.filter((pick) => !effects.some((effect) => includes(effect, pick)));
  if (wrong.length) return { kind: "wrong", picks: wrong };
  const whole = steps.find((_, index) => effects[index].every((one) => includes(picks, one)));
  if (whole) return { kind: "whole", step: whole };
  const left = effects.map((effect) => effect.filter((one) => !includes(picks, one)).length);
  return { kind: "part", left: Math.min(...left) };
}

/** Builds an exercise. `onEnd` is called once, with whether it was found without the answer.
 * @param {Task} task @param {{label: string, name: string, onEnd?: (found: boolean) => void}} options */
export function createExercise(task, { label, name, onEnd = () => {} }) {
  const layout = layoutOf(task.clues.layout);
  const position = { clues: task.clues.digits, digits: task.grid.digits, candidates: bitsOf(task.candidates) };
  const placing = task.steps.every(({ places }) => places.length > 0);
  const first = position.digits.findIndex((digit) => !digit);
  let focus = first < 0 ? 0 : first;
  let picks = /** @type {Candidate[]} */ ([]);
  let shown = /** @type {Step | null} */ (null);
  let isOver = false;
  let hints = 0;

  const host = make("div", { class: "picture" });
  const board = createBoard(host, { label, touch: ({ phase, cell, digit }) => {
    focus = cell;
    if (phase === "down") board.focus(cell);
    if (phase === "down" && digit) toggle(digit);
    else show();
  } });
  const verb = placing ? "Place" : "Remove";
  const digits = make("div", { class: "digits", role: "group", "aria-label": `${verb} a candidate` });
  const verdict = make("p", { class: "verdict", role: "status" });
  const answer = make("p", { class: "answer" });
  const legend = make("ul", { class: "legend" });
  const check = make("button", { type: "button", onclick: onCheck }, "Check");
  const hint = make("button", { type: "button", onclick: onHint }, "Hint");
  const reveal = make("button", { type: "button", "aria-pressed": "false", onclick: onReveal }, "Show answer");
  const buttons = make("div", { class: "buttons" }, check, hint, reveal);
  const beside = make("div", { class: "beside" }, digits, buttons, verdict, answer, legend);
  const figure = make("figure", { class: "exercise" }, host, beside);
  roam(board, () => ({ cell: focus, size: layout.size }), (event) => {
    const digit = Number(event.key);
    if (digit) toggle(digit);
    if (event.key === "Enter") onCheck();
  });

  function show() {
    board.show(positionView(layout, position, { step: shown, picks: shown ? [] : picks, placing, focus }));
    const here = position.digits[focus] ? [] : digitsIn(position.candidates[focus]);
    const at = document.activeElement instanceof HTMLElement && digits.contains(document.activeElement) ? document.activeElement.dataset.digit : "";
    const prompt = make("span", { class: "soft small" }, here.length ? `${verb} in ${cellName(focus, layout.size)}:` : `${cellName(focus, layout.size)} is filled.`);
    digits.replaceChildren(prompt, ...here.map((digit) => make("button", {
      type: "button", "data-digit": digit, "aria-pressed": String(includes(picks, { cell: focus, digit })), disabled: Boolean(shown),
      "aria-label": `${verb} ${digit} in ${cellName(focus, layout.size)}`, onclick: () => toggle(digit),
    }, String(digit))));
    if (at) digits.querySelector(`[data-digit="${at}"]`)?.focus();
    check.disabled = hint.disabled = Boolean(shown);
    showLegend(legend, shown);
  }

  /** Picks a candidate of the focused cell, or takes the pick back. @param {number} digit */
  function toggle(digit) {
    if (shown || !(position.candidates[focus] & bit(digit))) return show();
    const pick = { cell: focus, digit };
    const others = placing ? [] : picks.filter((one) => !same(one, pick));
    picks = includes(picks, pick) ? others : [...others, pick];
    say("");
    return show();
  }

  const say = (text, kind = "") => {
    verdict.textContent = text;
    verdict.dataset.kind = kind;
  };

  function onCheck() {
    if (shown) return;
    if (!picks.length) return say(placing ? "Pick the digit that it places." : "Pick the candidates that it removes.");
    const result = judge(task.steps, picks);
    const named = (one) => `${one.digit} in ${cellName(one.cell, layout.size)}`;
    if (result.kind === "wrong") return say(`Not by this technique: ${result.picks.map(named).join(", ")}.`, "bad");
    if (result.kind === "part") return say(`Right so far. It removes ${result.left === 1 ? "one more candidate" : `${result.left} more candidates`}.`);
    say(`Found: ${name}.`, "good");
    return end(true, result.step);
  }

  function onHint() {
    const [step] = task.steps;
    const all = [...new Set([...step.places, ...step.removes].map(({ digit }) => digit))].sort();
    const cells = [...new Set([...step.places, ...step.removes].map(({ cell }) => cellName(cell, layout.size)))];
    hints++;
    say(hints === 1 ? `Look at the digit${all.length > 1 ? "s" : ""} ${all.join(", ")}.` : `Look at what happens in ${cells.join(", ")}.`);
  }

  function onReveal() {
    if (shown) {
      shown = null;
      answer.replaceChildren();
      say("");
    } else {
      say("");
      end(false, task.steps[0]);
    }
    setReveal();
    show();
  }

  function setReveal() {
    reveal.setAttribute("aria-pressed", String(Boolean(shown)));
    reveal.textContent = shown ? "Hide answer" : "Show answer";
  }

  /** Shows a step on the board and in words. @param {boolean} found @param {Step} step */
  function end(found, step) {
    shown = step;
    answer.replaceChildren(...sentence(step.text));
    setReveal();
    show();
    host.scrollIntoView({ block: "nearest" });
    if (!isOver) onEnd(found);
    isOver = true;
  }

  show();
  return { figure, buttons, focus: () => board.focus(focus), step: () => shown };
}
