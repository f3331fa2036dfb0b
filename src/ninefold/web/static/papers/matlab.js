// The game of "Solving Sudoku with MATLAB": Random, Solve, Verify, Clear, with its messages.

import { ask } from "../common/api.js";
import { make } from "../common/dom.js";
import { clashing, layoutOf } from "../common/layout.js";
import { clashWords } from "../play/view.js";
import { createEntry, messageBox, readBoard } from "./entry.js";

const NINE = "9";

/** What Verify says of a grid: the title of its box and the words in it.
 * @param {number[]} digits @returns {[string, string]} */
export function verdict(digits) {
  const clash = clashing(layoutOf(NINE), digits).size > 0;
  const empty = digits.filter((digit) => !digit).length;
  if (!empty) return clash ? ["Error", "Solution is incorrect"] : ["Correct", "Solution is Correct!, Game Completed"];
  return clash ? ["Error", "Partial Solution is incorrect"] : ["Correct", `Partial Solution is Correct!, Empty Cells: ${empty}`];
}

/** @param {HTMLElement} host */
export function matlabGame(host) {
  const board = createEntry(host, 9);
  const button = (name, run, disabled = true) => make("button", { type: "button", disabled, onclick: run }, name);
  const random = button("Random", guard(start), false);
  const solve = button("Solve", guard(solveIt));
  const verify = button("Verify", guard(verifyIt));
  const clear = button("Clear", clearIt);
  host.append(make("div", { class: "buttons" }, random, solve, verify, clear));

  async function start() {
    const made = await ask("/api/generate", { size: 9, level: "any" });
    board.start(made.puzzle.digits);
    for (const one of [solve, verify, clear]) one.disabled = false;
  }

  function read() {
    const { digits, fault } = readBoard(board.read(), 9);
    if (fault) messageBox("Error", fault);
    return fault ? null : digits;
  }

  async function solveIt() {
    const digits = read();
    if (!digits) return;
    const words = clashWords(layoutOf(NINE), digits);
    if (words.length) return messageBox("Error", `Invalid Game! ${words[0]}.`);
    const answer = await ask("/api/solve", { puzzle: digits, layout: NINE, by: "propagate", limit: 1 });
    if (!answer.solutions.length) return messageBox("Error", `Invalid Game! ${answer.why || "There is no solution."}`);
    board.fill(answer.solutions[0].digits);
  }

  function verifyIt() {
    const digits = read();
    if (digits) messageBox(...verdict(digits));
  }

  function clearIt() {
    board.clear();
    for (const one of [solve, verify, clear]) one.disabled = true;
  }
}

/** Runs a button; what goes wrong is said in the same kind of box. */
export function guard(run) {
  return async () => {
    try {
      await run();
    } catch (error) {
      messageBox("Error", error.message);
    }
  };
}
