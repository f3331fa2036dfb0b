// What the page says: messages that are shown, announcements that are only heard, and the result of a solved game.

import { asSentence, byId, counted, showMessage as showInLine } from "../common/dom.js";
import { cellName, layoutOf } from "../common/layout.js";
import { clockText, digitsOn } from "./game.js";
import { summary } from "./storage.js";
import { boardName, levelName, minutesText, shown } from "./view.js";

/** @typedef {import("./game.js").Game} Game */
/** `kind` is "good", "bad" or empty. A message stays until it may no longer be true: until another cell is selected, until
 * the next move, or until another game is opened. `action` names a button and what it does.
 * @typedef {{text: string, kind: string, until: "select" | "move" | "open", action?: {name: string, do: any}}} Message */

export const PAUSED = "Paused. Press Resume to continue.";
const FULL = "The board is full but not correct. Press Check to see why.";
const KEPT = "Candidates are up to date. Those you removed stay removed.";

/** The action that shows a message until another game is opened. @param {string} text @param {string} [kind] */
export const show = (text, kind = "") => ({ do: "message", text, kind, until: "open" });

/** The action that shows a message until the next move. @param {string} text @param {string} [kind] */
export const showUntilMove = (text, kind = "") => ({ do: "message", text, kind, until: "move" });

/** The message left after a move or a selection. @param {Message | null} message @param {"move" | "select"} [event] */
export const clear = (message, event = "move") =>
  (message?.until === "select" || (message?.until === "move" && event === "move") ? null : message);

/** Shows a message, also in the dialog on top, if any: screen readers do not announce what is behind a dialog.
 * @param {Message | null} message */
export function showMessage(message) {
  const { text, kind, action } = message ?? { text: "", kind: "" };
  showInLine(text, kind);
  byId("message").classList.remove("heard");
  byId("message-action").hidden = !action;
  byId("message-action").textContent = action?.name ?? "";
  const line = [...document.querySelectorAll("dialog[open] .dialog-message")].at(-1);
  if (!(line instanceof HTMLElement)) return;
  line.textContent = asSentence(text);
  line.dataset.kind = kind;
  line.scrollIntoView({ block: "nearest" });
}

/** Announces a text that is not shown. An added space makes screen readers announce an equal text again.
 * @param {{text: string, count: number}} spoken */
export function speak({ text, count }) {
  byId("spoken").textContent = count % 2 ? text : `${text}\u00a0`;
}

/** The message about a move: a clue that can't be changed, a clash, a full board that is wrong; null if there is none.
 * @param {Game} before @param {Game} after @param {any} action @param {Record<string, any>} settings
 * @returns {Message | null} */
export function moveMessage(before, after, action, settings) {
  if (action.do === "candidates") return candidatesMessage(before, after, action);
  if (after === before) return clueMessage(before, action);
  if (action.do === "restart") return untilMove("Restarted. Undo restores your entries.");
  if (after.done) return null;
  if (!after.setting && !digitsOn(after).includes(0)) return untilMove(FULL, "bad");
  return settings.conflicts ? clashMessage(after, action, settings) : null;
}

/** @param {string} text @param {string} [kind] @returns {Message} */
const untilMove = (text, kind = "") => ({ text, kind, until: "move" });

/** @returns {Message} */
function candidatesMessage(before, after, { all, kept }) {
  if (all) return untilMove("All candidates filled in again. Undo restores your marks.");
  if (kept) return { ...untilMove(KEPT), action: { name: "Fill all again", do: { do: "candidates", all: true } } };
  return untilMove(after === before ? "Candidates are up to date." : "Candidates filled in. Undo removes them.");
}

/** Why nothing happened, if the player tried to change clues. @returns {Message | null} */
function clueMessage(game, { do: what, cells = [] }) {
  if (game.setting || !["digit", "corner", "centre", "clear"].includes(what)) return null;
  if (!cells.length || !cells.every((cell) => game.clues[cell])) return null;
  const { size } = layoutOf(game.layout);
  const text = cells.length === 1 ? `${cellName(cells[0], size)} is a clue; it can’t be changed.` : "These cells are clues; they can’t be changed.";
  return { text, kind: "", until: "select" };
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
  return untilMove(entered.length === 1 ? `${word} in ${names(entered)} clashes with ${names(met)}.`
    : `${word} clashes in ${names(new Set([...entered, ...met]))}.`, "bad");
}

/** r1c1, r1c4 and r8c3; long lists are cut. */
function joinWords(words) {
  const few = words.length > 4 ? [...words.slice(0, 4), `${words.length - 4} more`] : words;
  return few.length > 1 ? `${few.slice(0, -1).join(", ")} and ${few.at(-1)}` : few.join("");
}

// Announcements

const CARDS = { hint: "Hint", end: "Result", rating: "Rating" };
const MODE_WORDS = { digit: "Digits", corner: "Corner marks", centre: "Centre marks", colour: "Colours" };

/** What an action did, in words for screen readers; empty if a message says it, or the focus does.
 * @param {import("./state.js").State} before @param {import("./state.js").State} after @param {any} action */
export function announcement(before, after, action) {
  if (after === before || after.game.id !== before.game.id) return "";
  switch (action.do) {
    case "mode": return `${MODE_WORDS[action.mode]}.`;
    case "pause": return action.paused ? "" : "Resumed.";
    case "pick": return after.view.picked ? `Digit ${shown(after.view.picked, after.settings.letters)} chosen.` : "No digit chosen.";
    case "select": return action.cells.length > 1 ? `${action.cells.length} cells selected.` : "";
    case "deselect": return before.view.hint ? "Hint closed." : "No cell selected.";
    case "close": return before.view[action.card] ? `${CARDS[action.card]} closed.` : "";
    case "rate": return ratingText(action.rating);
    case "sync": return "Updated from another tab.";
    default: return after.game.past === before.game.past ? "" : moveWords(before.game, after.game, action, after.settings);
  }
}

/** @param {Game} before @param {Game} after */
function moveWords(before, after, { do: what, cells = [], digit, drops = [] }, settings) {
  const word = digit ? shown(digit, settings.letters) : "";
  const where = placeWords(after, cells);
  const layer = after.setting ? "clues" : "digits";
  const isOn = (name) => cells.some((cell) => after[name][cell] && after[name][cell] !== before[name][cell]
    && (name === layer || (after[name][cell] & ~before[name][cell]) !== 0));
  switch (what) {
    case "digit": return isOn(layer) ? `${word} placed in ${where}.` : `${word} removed from ${where}.`;
    case "corner":
    case "centre": return `${what === "corner" ? "Corner" : "Centre"} mark ${word} ${isOn(what) ? "added in" : "removed from"} ${where}.`;
    case "colour": return `Colour ${digit} ${isOn("colour") ? "added in" : "removed from"} ${where}.`;
    case "clear": return `Erased in ${where}.`;
    case "drop": return `${counted(drops.length, "candidate")} removed.`;
    case "undo": return `Undone: ${before.past.at(-1)?.label}.`;
    case "redo": return `Redone: ${after.past.at(-1)?.label}.`;
    default: return "";
  }
}

/** row 2 column 3; or how many cells. */
function placeWords(game, cells) {
  const { size } = layoutOf(game.layout);
  return cells.length === 1 ? `row ${Math.floor(cells[0] / size) + 1} column ${(cells[0] % size) + 1}` : counted(cells.length, "cell");
}

// How hard the puzzle is

/** A rating in one or two sentences, without techniques. @param {Pick<import("./state.js").Rating, "level" | "minutes" | "why">} rating */
export function ratingText({ level, minutes, why }) {
  const name = level ? `${levelName(level)}.` : "";
  if (!minutes) return `${name} ${asSentence(why)}`.trim();
  return `${name} About ${minutesText(minutes)} for a practised player.`.trim();
}

/** What is behind the numbers of Sudoku Explainer. @param {import("./state.js").Explainer} scale */
export function explainerText({ er, ep, ed, technique, ep_technique: atDigit, ed_technique: atStart }) {
  const part = (number, name) => `${number.toFixed(1)} (${name})`;
  return `Sudoku Explainer: the hardest step is ${part(er, technique)}, the hardest up to the first digit ${part(ep, atDigit)}, the first step ${part(ed, atStart)}.`;
}

// The result of a solved game, compared with earlier games of the same layout and level

/** @typedef {import("./storage.js").Outcome} Outcome */
/** What the card shows; `from` is the cell filled last.
 * @typedef {{seconds: number, hints: number, solved: number, best: number, mean: number, record: boolean,
 *            from: number}} End */

/** The entry of a game in the statistics. @param {Game} game @param {number} time @returns {Outcome} */
export function outcomeOf(game, time) {
  return {
    when: new Date().toISOString(), layout: game.layout, level: game.info.level ?? "own",
    seconds: Math.floor(time / 1000), hints: game.hints, solver: game.solver, // whole seconds, as the clock shows them
  };
}

/** Compares an outcome with all of its layout and level, which include it.
 * @param {Outcome} outcome @param {Outcome[]} all @param {number} from @returns {End} */
export function endOf({ layout, level, seconds, hints }, all, from) {
  const row = summary(all.filter((one) => boardName(one.layout) === boardName(layout) && one.level === level))[0];
  const { solved = 1, best = seconds, mean = seconds } = row ?? {};
  return { seconds, hints, solved, best, mean, record: solved > 1 && seconds <= best, from };
}

const time = (seconds) => clockText(seconds * 1000);

/** Best and mean time in words; empty for the first of its kind. @param {End} end */
export function comparison({ solved, best, mean, record }) {
  if (solved < 2) return "";
  const first = record ? "This is your best time" : `Your best time is ${time(best)}`;
  return `${first}; your average over ${solved} games is ${time(mean)}.`;
}

/** The result in one line. @param {End} end */
export function endMessage(end) {
  const hints = end.hints ? counted(end.hints, "hint") : "no hints";
  return `Solved in ${time(end.seconds)}, with ${hints}. Well done! ${comparison(end)}`.trim();
}
