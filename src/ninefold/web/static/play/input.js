// Keyboard, mouse and touch input. `keyCommand` maps key presses to commands and has no side effects.

import { bit, digitOf, layoutOf } from "../common/layout.js";
import { digitsOn } from "./game.js";
import { currentMode, dispatch, state } from "./state.js";

/** @typedef {import("./state.js").Mode} Mode */

/** The modes in the order of their keys. */
export const MODES = /** @type {Mode[]} */ (["digit", "corner", "centre", "colour"]);

// Key table. Digits are read from `event.code`, so that Shift+digit works on every keyboard. On boards above 9 some
// letters are digits (A is 10), not commands; Space and the buttons still change the mode.

const MODE_KEYS = { KeyZ: "digit", KeyX: "corner", KeyC: "centre", KeyV: "colour" };
const COMMAND_KEYS = { KeyP: "pause", KeyA: "candidates", KeyN: "new", KeyG: "games", KeyL: "level", KeyT: "statistics", Comma: "settings", F1: "shortcuts" };
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const WASD = { KeyW: [-1, 0], KeyS: [1, 0], KeyA: [0, -1], KeyD: [0, 1] };

/** @typedef {{code: string, key: string, shiftKey: boolean, ctrlKey: boolean, metaKey: boolean, altKey: boolean}} Press */

/** The command of a key press, or null.
 * @param {Press} press @param {{size: number, wasd?: boolean}} board @returns {Record<string, any> | null} */
export function keyCommand(press, { size, wasd = false }) {
  if (press.altKey) return null;
  const control = press.ctrlKey || press.metaKey;
  return moveKey(press, control, wasd, size) ?? digitKey(press, control, size) ?? (control ? controlKey(press) : plainKey(press));
}

function moveKey(press, control, wasd, size) {
  const step = ARROWS[press.code] ?? (wasd && !control && !letterDigit(press, size) ? WASD[press.code] : undefined);
  if (step) return { name: "move", step, extend: press.shiftKey || control };
  if (press.code === "Home" || press.code === "End") {
    return { name: "edge", end: press.code === "End", all: control };
  }
  return null;
}

function letterDigit(press, size) {
  return press.code.startsWith("Key") ? digitOf(press.code.slice(3), size) : 0;
}

function digitKey(press, control, size) {
  const read = /^(?:Digit|Numpad)(\d)$/.exec(press.code);
  let digit = read ? Number(read[1]) : 0;
  if (read && digit === 0) return control ? null : { name: "clear" };
  // Ctrl with a letter belongs to the browser: Ctrl+C copies, Ctrl+A selects all.
  if (!read && !control) digit = letterDigit(press, size);
  if (!digit || digit > size) return null;
  return { name: "enter", digit, mode: heldMode(press) };
}

/** The mode of the modifier keys that are pressed, or null. @returns {Mode | null} */
function heldMode(press) {
  const control = press.ctrlKey || press.metaKey;
  if (control && press.shiftKey) return "colour";
  return control ? "centre" : press.shiftKey ? "corner" : null;
}

function controlKey(press) {
  if (press.code === "KeyZ") return { name: press.shiftKey ? "redo" : "undo" };
  if (press.code === "KeyY") return { name: "redo" };
  if (press.code === "KeyA") return { name: "all" };
  return null;
}

function plainKey(press) {
  if (press.key === "?") return { name: "hint" };
  if (press.code in MODE_KEYS) return { name: "mode", mode: MODE_KEYS[press.code] };
  switch (press.code) {
    case "Space": return { name: "next-mode", back: press.shiftKey };
    case "Backspace":
    case "Delete":
    case "NumpadDecimal": return { name: "clear" };
    case "Escape": return { name: "none" };
    case "Enter":
    case "NumpadEnter": return { name: "check" };
    default: return COMMAND_KEYS[press.code] ? { name: COMMAND_KEYS[press.code] } : null;
  }
}

// Keyboard

/** Enters a digit in the selected cells, as a digit, mark or colour. */
export function enter(digit, mode = currentMode()) {
  const cells = [...state.view.selection];
  if (!cells.length) return;
  if (state.game.setting && mode !== "colour") dispatch({ do: "digit", cells, digit });
  else dispatch({ do: mode, cells, digit, tidy: state.settings.tidy });
}

export const erase = () => dispatch({ do: "clear", cells: [...state.view.selection] });
export const setMode = (mode) => dispatch({ do: "mode", mode });
export const select = (cells, focus = state.view.focus) => dispatch({ do: "select", cells, focus });

/** Whether the cards are over the keypad: then a tap on the board puts them away. */
const isTall = () => matchMedia("(max-aspect-ratio: 1/1), (max-height: 33rem)").matches;

/** @param {any} board @param {Record<string, () => void>} commands by name: check, hint, new and others */
export function listen(board, commands) {
  document.addEventListener("keydown", (event) => {
    if (isTaken(event)) return;
    hold(event);
    const command = keyCommand(event, { size: layoutOf(state.game.layout).size, wasd: state.settings.wasd });
    if (!command) return;
    event.preventDefault();
    run(command, board, commands);
  });
  document.addEventListener("keyup", hold);
  window.addEventListener("blur", () => dispatch({ do: "hold", mode: null }));
}

function hold(event) {
  dispatch({ do: "hold", mode: document.querySelector("dialog[open]") ? null : heldMode(event) });
}

/** Whether the key belongs to something else: a dialog, a text field, or a button that it presses. */
function isTaken(event) {
  if (document.querySelector("dialog[open]")) return true;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("input, textarea, select, [contenteditable]")) return true;
  return Boolean(target.closest("button, a, summary")) && ["Enter", "Space", "NumpadEnter"].includes(event.code);
}

function run(command, board, commands) {
  switch (command.name) {
    case "move": return move(command.step, command.extend, board);
    case "edge": return edge(command, board);
    case "enter": return enter(command.digit, command.mode ?? state.mode);
    case "clear": return erase();
    case "mode": return setMode(command.mode);
    case "next-mode": return setMode(MODES[(MODES.indexOf(state.mode) + (command.back ? 3 : 1)) % 4]);
    case "undo":
    case "redo": return dispatch({ do: command.name });
    case "all": return select(digitsOn(state.game).map((_, cell) => cell));
    case "none": return deselect(board);
    default: return commands[command.name]?.();
  }
}

function deselect(board) {
  const inCard = document.activeElement?.closest(".words");
  dispatch({ do: "deselect" });
  if (inCard) board.focus(state.view.focus); // the card with the focus is closed
}

/** Moves by one cell; at an edge, continues on the opposite side. */
function move([down, right], extend, board) {
  const { size } = layoutOf(state.game.layout);
  const { focus, selection } = state.view;
  const row = (Math.floor(focus / size) + down + size) % size;
  const column = ((focus % size) + right + size) % size;
  goTo(row * size + column, extend ? [...selection, focus] : [], board);
}

function edge({ end, all }, board) {
  const { size } = layoutOf(state.game.layout);
  const row = Math.floor(state.view.focus / size);
  goTo(all ? (end ? size * size - 1 : 0) : row * size + (end ? size - 1 : 0), [], board);
}

function goTo(cell, others, board) {
  select([...others, cell], cell);
  board.focus(cell);
}

// Mouse and touch

/** A drag with a chosen digit: each cell it passes gets or loses the digit, as the first one did. */
let stroke = /** @type {{digit: number, mode: string, on: boolean} | null} */ (null);

/** Enters the chosen digit in the first cell of a drag. */
function startStroke(cell) {
  const [digit, mode] = [state.view.picked, currentMode()];
  enter(digit);
  stroke = { digit, mode, on: !isFree(cell, mode) || holds(cell, digit, mode) };
}

function continueStroke(cell) {
  if (!stroke || !isFree(cell, stroke.mode) || holds(cell, stroke.digit, stroke.mode) === stroke.on) return;
  const mode = state.game.setting && stroke.mode !== "colour" ? "digit" : stroke.mode;
  dispatch({ do: mode, cells: [cell], digit: stroke.digit, tidy: state.settings.tidy });
}

const isFree = (cell, mode) => mode === "colour" || state.game.setting || !state.game.clues[cell];

function holds(cell, digit, mode) {
  const { game } = state;
  if (mode === "colour") return Boolean(game.colour[cell] & bit(digit));
  return mode === "digit" || game.setting ? digitsOn(game)[cell] === digit : Boolean(game[mode][cell] & bit(digit));
}

/** Handles a touch of the board. @param {{phase: string, cell: number, add: boolean}} touch @param {any} board */
export function onTouch({ phase, cell, add }, board) {
  const { selection } = state.view;
  if (state.game.paused) return;
  if (phase === "down") {
    if (add && selection.has(cell) && selection.size > 1) select([...selection].filter((one) => one !== cell), cell);
    else dispatch({ do: "select", cells: add ? [...selection, cell] : [cell], focus: cell, fold: isTall() });
    board.focus(cell);
    stroke = null;
    if (state.view.picked && !add) startStroke(cell);
  } else if (phase === "over") {
    select([...selection, cell], cell);
    continueStroke(cell);
  }
  else if (phase === "double") selectAlike(cell, add);
  else if (phase === "focus" && cell !== state.view.focus) select([cell], cell);
}

/** Selects all cells with the digit of this one. */
function selectAlike(cell, add) {
  const grid = digitsOn(state.game);
  if (!grid[cell]) return;
  const same = grid.flatMap((digit, at) => (digit === grid[cell] ? [at] : []));
  select(add ? [...state.view.selection, ...same] : same, cell);
}
