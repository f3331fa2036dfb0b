// Messages to the player: in the message line, and in an open dialog, which hides that line.

import { byId, showMessage as showInLine } from "../common/dom.js";
import { cellName, layoutOf } from "../common/layout.js";
import { digitsOn } from "./game.js";
import { shown } from "./view.js";

/** @typedef {import("./game.js").Game} Game */
/** `kind` is "good", "bad" or empty. A passing message is about the board as it is now: the next move clears it.
 * @typedef {{text: string, kind: string, passing: boolean}} Message */

export const PAUSED = "Paused. Press Resume to continue.";
const FULL = "The board is full but not correct. Press Check to see why.";

/** The action that shows a message. @param {string} text @param {string} [kind] */
export const show = (text, kind = "") => ({ do: "message", text, kind, passing: false });

/** The action that shows a message until the next move. @param {string} text @param {string} [kind] */
export const showUntilMove = (text, kind = "") => ({ do: "message", text, kind, passing: true });

/** The message left after a move: none if it was passing. @param {Message | null} message */
export const clear = (message) => (message?.passing ? null : message);

/** Shows a message, also in the dialog on top, if any: screen readers do not announce what is behind a dialog.
 * @param {Message | null} message */
export function showMessage(message) {
  const { text, kind } = message ?? { text: "", kind: "" };
  showInLine(text, kind);
  byId("message").classList.remove("heard");
  const line = [...document.querySelectorAll("dialog[open] > .dialog-message")].at(-1);
  if (!(line instanceof HTMLElement)) return;
  line.textContent = text;
  line.dataset.kind = kind;
  line.scrollIntoView({ block: "nearest" });
}

/** The message about a move: a clue that can't be changed, a clash, a full board that is wrong; null if there is none.
 * @param {Game} before @param {Game} after @param {any} action @param {Record<string, any>} settings
 * @returns {Message | null} */
export function moveMessage(before, after, action, settings) {
  if (after === before) return clueMessage(before, action);
  if (action.do === "restart") return passing("Restarted. Undo restores your entries.");
  if (after.done) return null;
  if (!after.setting && !digitsOn(after).includes(0)) return passing(FULL, "bad");
  return settings.conflicts ? clashMessage(after, action, settings) : null;
}

const passing = (text, kind = "") => ({ text, kind, passing: true });

/** Why nothing happened, if the player tried to change clues. */
function clueMessage(game, { do: what, cells = [] }) {
  if (game.setting || !["digit", "corner", "centre", "clear"].includes(what)) return null;
  if (!cells.length || !cells.every((cell) => game.clues[cell])) return null;
  const { size } = layoutOf(game.layout);
  const one = cells.length === 1;
  return passing(one ? `${cellName(cells[0], size)} is a clue; it can’t be changed.` : "These cells are clues; they can’t be changed.");
}

/** The cells that an entered digit clashes with: 5 in r1c3 clashes with r1c1 and r8c3. */
function clashMessage(game, { do: what, cells, digit }, settings) {
  if (what !== "digit") return null;
  const { size, peers } = layoutOf(game.layout);
  const grid = digitsOn(game);
  const alike = (cell) => peers[cell].filter((peer) => grid[peer] === digit);
  const entered = cells.filter((cell) => grid[cell] === digit && alike(cell).length);
  if (!entered.length) return null;
  const met = new Set(entered.flatMap(alike));
  const names = (all) => joinWords([...all].sort((a, b) => a - b).map((cell) => cellName(cell, size)));
  const word = shown(digit, settings.letters);
  return passing(entered.length === 1 ? `${word} in ${names(entered)} clashes with ${names(met)}.`
    : `${word} clashes in ${names(new Set([...entered, ...met]))}.`, "bad");
}

/** r1c1, r1c4 and r8c3; long lists are cut. */
function joinWords(words) {
  const few = words.length > 4 ? [...words.slice(0, 4), `${words.length - 4} more`] : words;
  return few.length > 1 ? `${few.slice(0, -1).join(", ")} and ${few.at(-1)}` : few.join("");
}
