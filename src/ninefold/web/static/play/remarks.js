// What there is to say of a move: a clue that stays, a clash, a full board that is wrong. Pure.

import { cellName, layoutOf } from "../common/layout.js";
import { standing } from "./game.js";
import { shown } from "./view.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {{text: string, kind: string}} Remark */

export const PAUSED = "The game is paused: Resume goes on.";
const FULL = "The board is full, but not right yet. Try Check.";

/** @param {Game} before @param {Game} after @param {any} action @param {Record<string, any>} settings
 * @returns {Remark | null} */
export function remarkOn(before, after, action, settings) {
  if (after === before) return clueRemark(before, action);
  if (action.do === "restart") return { text: "Started again. Undo brings your entries back.", kind: "" };
  if (after.done) return null;
  if (!after.setting && !standing(after).includes(0)) return { text: FULL, kind: "bad" };
  return settings.conflicts ? clashRemark(after, action, settings) : null;
}

/** Why nothing happened, where clues were to be changed. */
function clueRemark(game, { do: what, cells = [] }) {
  if (game.setting || !["digit", "corner", "centre", "clear"].includes(what)) return null;
  if (!cells.length || !cells.every((cell) => game.clues[cell])) return null;
  const { size } = layoutOf(game.layout);
  const one = cells.length === 1;
  return { text: one ? `${cellName(cells[0], size)} is a clue: it stays.` : "These cells are clues: they stay.", kind: "" };
}

/** The cells that a digit just entered clashes with: 5 in r1c3 clashes with r1c1 and r8c3. */
function clashRemark(game, { do: what, cells, digit }, settings) {
  if (what !== "digit") return null;
  const { size, peers } = layoutOf(game.layout);
  const grid = standing(game);
  const alike = (cell) => peers[cell].filter((peer) => grid[peer] === digit);
  const entered = cells.filter((cell) => grid[cell] === digit && alike(cell).length);
  if (!entered.length) return null;
  const met = new Set(entered.flatMap(alike));
  const names = (all) => listed([...all].sort((a, b) => a - b).map((cell) => cellName(cell, size)));
  const word = shown(digit, settings.letters);
  const text = entered.length === 1 ? `${word} in ${names(entered)} clashes with ${names(met)}.`
    : `${word} clashes in ${names(new Set([...entered, ...met]))}.`;
  return { text, kind: "bad" };
}

/** r1c1, r1c4 and r8c3; of many the first. */
function listed(words) {
  const few = words.length > 4 ? [...words.slice(0, 4), `${words.length - 4} more`] : words;
  return few.length > 1 ? `${few.slice(0, -1).join(", ")} and ${few.at(-1)}` : few.join("");
}
