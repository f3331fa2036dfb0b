// The game of "Solving Sudoku with MATLAB": Random, Solve, Verify, Clear, with its messages and its game database.

import { call, sendFile } from "../common/backend.js";
import { counted, make } from "../common/dom.js";
import { clashing, digitsOf, layoutOf } from "../common/layout.js";
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

/** The games of a database: the clues of its 9×9 puzzles. Throws an Error without any.
 * @param {{puzzles: {layout: string, clues: string}[], errors: {message: string}[]}} file @returns {number[][]} */
function gamesOf({ puzzles, errors }) {
  const games = puzzles.filter(({ layout }) => layout === NINE).map(({ clues }) => digitsOf(clues, 9) ?? []);
  if (!games.length) throw new Error(errors[0]?.message ?? "This file has no 9×9 games.");
  return games;
}

/** @param {HTMLElement} host */
export function matlabGame(host) {
  /** The games that Random draws from; none: it generates them. @type {number[][]} */
  let games = [];
  const board = createEntry(host, 9);
  const button = (name, run, disabled = true) => make("button", { type: "button", disabled, onclick: run }, name);
  const random = button("Random", reportErrors(start), false);
  const solve = button("Solve", reportErrors(solveIt));
  const verify = button("Verify", reportErrors(verifyIt));
  const clear = button("Clear", clearIt);
  const file = make("input", { type: "file", id: "database", accept: ".xls,.xlsx,.ods,.csv,.txt", onchange: reportErrors(load) });
  const source = make("p", { class: "soft", role: "status" });
  host.append(make("div", { class: "buttons" }, random, solve, verify, clear),
    make("label", { class: "database", htmlFor: "database" }, "Game database (sudoku.xls)"), file, source);
  showSource("");

  /** Says where Random gets its games. */
  function showSource(name) {
    source.textContent = name ? `Random draws from ${name}: ${counted(games.length, "game")}.` : "Random generates a game, unless you open a database.";
  }

  async function load() {
    games = [];
    showSource("");
    if (!file.files.length) return;
    const [chosen] = file.files;
    try {
      games = gamesOf(await sendFile("/api/parse", chosen));
      showSource(chosen.name);
    } catch (error) {
      file.value = "";
      throw error;
    }
  }

  async function start() {
    board.start(games.length ? games[Math.floor(Math.random() * games.length)]
      : (await call("/api/generate", { size: 9, level: "any" })).puzzle.digits);
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
