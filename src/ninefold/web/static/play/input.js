// Keyboard, mouse and touch: from what a person does to actions.

import { bit, layoutOf } from "../common/layout.js";
import { act, app, modeNow, pause, show } from "./app.js";
import { standing } from "./game.js";
import { heldMode, meaning, ORDER } from "./keys.js";

/** Enters a digit in the selected cells, as the mode says. */
export function enter(digit, mode = modeNow()) {
  const cells = [...app.look.selection];
  if (!cells.length) return;
  if (app.game.setting && mode !== "colour") act({ do: "digit", cells, digit });
  else act({ do: mode, cells, digit, tidy: app.settings.tidy });
}

export const erase = () => act({ do: "clear", cells: [...app.look.selection] });

export function setMode(mode) {
  app.mode = mode;
  show();
}

/** @param {any} board @param {Record<string, () => void>} commands by name: check, hint, shortcuts */
export function listen(board, commands) {
  document.addEventListener("keydown", (event) => {
    if (busy(event)) return;
    hold(event);
    const meant = meaning(event, { size: layoutOf(app.game.layout).size, wasd: app.settings.wasd });
    if (!meant) return;
    event.preventDefault();
    obey(meant, board, commands);
  });
  document.addEventListener("keyup", hold);
  window.addEventListener("blur", () => release());
}

function hold(event) {
  const held = document.querySelector("dialog[open]") ? null : heldMode(event);
  if (held !== app.held) {
    app.held = held;
    show();
  }
}

function release() {
  app.held = null;
  show();
}

/** Whether the key belongs to something else: a dialog, a text field, or a button that it presses. */
function busy(event) {
  if (document.querySelector("dialog[open]")) return true;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("input, textarea, select, [contenteditable]")) return true;
  return Boolean(target.closest("button, a, summary")) && ["Enter", "Space", "NumpadEnter"].includes(event.code);
}

function obey(meant, board, commands) {
  switch (meant.want) {
    case "move": return move(meant.step, meant.extend, board);
    case "edge": return edge(meant, board);
    case "enter": return enter(meant.digit, meant.mode ?? app.mode);
    case "clear": return erase();
    case "mode": return setMode(meant.mode);
    case "next-mode": return setMode(ORDER[(ORDER.indexOf(app.mode) + (meant.back ? 3 : 1)) % 4]);
    case "undo":
    case "redo": return act({ do: meant.want });
    case "all": return select(standing(app.game).map((_, cell) => cell));
    case "none": return escape(board);
    case "pause": return pause(!app.game.paused);
    default: return commands[meant.want]?.();
  }
}

function escape(board) {
  const inCard = document.activeElement?.closest(".card");
  Object.assign(app.look, { hint: null, end: null, picked: 0 });
  select([]);
  if (inCard) board.focus(app.look.focus); // what had the keyboard is gone
}

export function select(cells, focus = app.look.focus) {
  app.look.selection = new Set(cells);
  app.look.focus = focus;
  show();
}

/** One cell on, and round the edge of the board. */
function move([down, right], extend, board) {
  const { size } = layoutOf(app.game.layout);
  const { focus, selection } = app.look;
  const row = (Math.floor(focus / size) + down + size) % size;
  const column = ((focus % size) + right + size) % size;
  goTo(row * size + column, extend ? [...selection, focus] : [], board);
}

function edge({ end, all }, board) {
  const { size } = layoutOf(app.game.layout);
  const row = Math.floor(app.look.focus / size);
  goTo(all ? (end ? size * size - 1 : 0) : row * size + (end ? size - 1 : 0), [], board);
}

function goTo(cell, others, board) {
  select([...others, cell], cell);
  board.focus(cell);
}

/** What a drag goes on to do in each cell that it passes: enter the chosen digit, or take it away, as in the first. */
let stroke = /** @type {{digit: number, mode: string, on: boolean} | null} */ (null);

/** Enters the chosen digit where the finger comes down. */
function beginStroke(cell) {
  const [digit, mode] = [app.look.picked, modeNow()];
  enter(digit);
  stroke = { digit, mode, on: !isFree(cell, mode) || holds(cell, digit, mode) };
}

function goOnStroke(cell) {
  if (!stroke || !isFree(cell, stroke.mode) || holds(cell, stroke.digit, stroke.mode) === stroke.on) return;
  const mode = app.game.setting && stroke.mode !== "colour" ? "digit" : stroke.mode;
  act({ do: mode, cells: [cell], digit: stroke.digit, tidy: app.settings.tidy });
}

const isFree = (cell, mode) => mode === "colour" || app.game.setting || !app.game.clues[cell];

function holds(cell, digit, mode) {
  const { game } = app;
  if (mode === "colour") return Boolean(game.colour[cell] & bit(digit));
  return mode === "digit" || game.setting ? standing(game)[cell] === digit : Boolean(game[mode][cell] & bit(digit));
}

/** What a touch of the board does. @param {{phase: string, cell: number, add: boolean}} touch @param {any} board */
export function touched({ phase, cell, add }, board) {
  const { selection } = app.look;
  if (app.game.paused) return;
  if (phase === "down") {
    if (add && selection.has(cell) && selection.size > 1) select([...selection].filter((one) => one !== cell), cell);
    else select(add ? [...selection, cell] : [cell], cell);
    board.focus(cell);
    stroke = null;
    if (app.look.picked && !add) beginStroke(cell);
  } else if (phase === "over") {
    select([...selection, cell], cell);
    goOnStroke(cell);
  }
  else if (phase === "double") alike(cell, add);
  else if (phase === "focus" && cell !== app.look.focus) select([cell], cell);
}

/** All cells with the digit of this one. */
function alike(cell, add) {
  const grid = standing(app.game);
  if (!grid[cell]) return;
  const same = grid.flatMap((digit, at) => (digit === grid[cell] ? [at] : []));
  select(add ? [...app.look.selection, ...same] : same, cell);
}
