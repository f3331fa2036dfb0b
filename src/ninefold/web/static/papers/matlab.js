// The game of "Solving Sudoku with MATLAB": Random, Solve, Verify, Clear, with its messages.

import { call } from "../common/backend.js";
import { make } from "../common/dom.js";
import { clashing, layoutOf } from "../common/layout.js";
import { describeClashes } from "../play/view.js";
import { createEntry, messageBox, readBoard } from "./entry.js";

const NINE = "9";

/** The title and text of the message box that Verify shows for a grid.
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
  const random = button("Random", reportErrors(start), false);
  const solve = button("Solve", reportErrors(solveIt));
  const verify = button("Verify", reportErrors(verifyIt));
  const clear = button("Clear", clearIt);
  host.append(make("div", { class: "buttons" }, random, solve, verify, clear));

  async function start() {
    const made = await call("/api/generate", { size: 9, level: "any" });
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
    const clashes = describeClashes(layoutOf(NINE), digits);
    if (clashes.length) return messageBox("Error", `Invalid Game! ${clashes[0]}.`);
    const answer = await call("/api/solve", { puzzle: digits, layout: NINE, by: "propagate", limit: 1 });
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

/** Wraps a button so that its errors appear in a message box. */
export function reportErrors(run) {
  return async () => {
    try {
      await run();
    } catch (error) {
      messageBox("Error", error.message);
    }
  };
}
