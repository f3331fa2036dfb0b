// The play logic: a reducer from a game and an action to the next game, with its history. No side effects.
//
// A game is plain data and is saved as it is. Its layers have one number per cell:
//
//   clues    digits of the puzzle               corner, centre   marks, bit d−1 for digit d
//   digits   digits entered                     colour           bit c−1 for colour c
//   by       1 if a solver entered the digit
//
// Every action is one move in `past`: a list of [layer, cell, before, after]. Undo reverses it. The clock holds the time
// spent, and since when it is running; `now` is passed in.

import { bit, candidatesOf, layoutOf } from "../common/layout.js";

/** @typedef {"clues" | "digits" | "by" | "corner" | "centre" | "colour"} Layer */
/** @typedef {[Layer, number, number, number]} Change */
/** @typedef {{solver: boolean, counted: boolean, hints: number, checks: number, spent: number}} Score */
/** @typedef {{label: string, changes: Change[], was?: Score}} Move `was` is the score before a restart, for undo */
/** @typedef {{layout: string, clues: number[], digits: number[], by: number[], corner: number[],
 *   centre: number[], colour: number[], solution: number[] | null, past: Move[], future: Move[],
 *   setting: boolean, paused: boolean, done: boolean, counted: boolean, hints: number, checks: number, solver: boolean,
 *   clock: {spent: number, since: number | null}, id: string, info: Record<string, any>}} Game */

export const LAYERS = /** @type {Layer[]} */ (["clues", "digits", "by", "corner", "centre", "colour"]);
export const COLOURS = 9;

/** The label of the move that fills in candidates. */
const FILLED = "candidates";

/** A new game. With `setting`, entered digits become clues.
 * @param {{layout: string, clues?: number[], solution?: number[] | null, setting?: boolean,
 *          info?: Record<string, any>, id?: string}} start @returns {Game} */
export function newGame({ layout, clues, solution = null, setting = false, info = {}, id = newId() }) {
  const zeros = () => Array(layoutOf(layout).size ** 2).fill(0);
  return {
    layout, clues: clues ? [...clues] : zeros(), digits: zeros(), by: zeros(), corner: zeros(),
    centre: zeros(), colour: zeros(), solution, past: [], future: [], setting, paused: false, done: false, counted: false,
    hints: 0, checks: 0, solver: false, clock: { spent: 0, since: null }, id, info,
  };
}

/** A random id for a game, in the form that the server accepts. */
export function newId() {
  const numbers = globalThis.crypto.getRandomValues(new Uint32Array(2));
  return `g${numbers[0].toString(36)}${numbers[1].toString(36)}`;
}

/** The digits on the board: clues and entries. @param {Game} game */
export function digitsOn(game) {
  return game.clues.map((clue, cell) => clue || game.digits[cell]);
}

/** The game after an action; the same game if nothing changes.
 * @param {Game} game @param {any} action @returns {Game} */
export function reduce(game, action) {
  switch (action.do) {
    case "digit": return change(game, `digit ${action.digit}`, digit(game, action));
    case "corner":
    case "centre": return change(game, `${action.do} mark ${action.digit}`, mark(game, action));
    case "colour": return change(game, `colour ${action.digit}`, colour(game, action));
    case "clear": return change(game, "clear", clear(game, action.cells));
    case "candidates": return change(game, FILLED, fill(game, action.all));
    case "drop": return change(game, "hint", drop(game, action.drops));
    case "solve": return change({ ...game, solver: true }, "solve", solve(game, action.solution));
    case "restart": return restart(game);
    case "start": return start(game);
    case "edit": return edit(game);
    case "undo": return undo(game);
    case "redo": return redo(game);
    default: throw new Error(`unknown action: ${action.do}`);
  }
}

/** @param {Game} game @param {string} label @param {[Layer, number, number][]} wanted @returns {Game} */
function change(game, label, wanted) {
  const changes = /** @type {Change[]} */ (wanted
    .filter(([layer, cell, after]) => game[layer][cell] !== after)
    .map(([layer, cell, after]) => [layer, cell, game[layer][cell], after]));
  if (!changes.length) return game;
  return { ...apply(game, changes, 3), past: [...game.past, { label, changes }], future: [] };
}

/** The game with changes applied: `at` is 3 for the values after each change, 2 for those before. */
function apply(game, changes, at) {
  const next = { ...game };
  for (const layer of LAYERS) if (changes.some((one) => one[0] === layer)) next[layer] = [...game[layer]];
  for (const one of changes) next[one[0]][one[1]] = one[at];
  next.done = complete(next);
  return next;
}

/** Whether every cell is filled and no two clash. @param {Game} game */
export function complete(game) {
  if (game.setting) return false;
  const grid = digitsOn(game);
  return !grid.includes(0) && layoutOf(game.layout).units.every(({ cells }) =>
    new Set(cells.map((cell) => grid[cell])).size === cells.length);
}

const editable = (game, cells) => cells.filter((cell) => game.setting || !game.clues[cell]);

/** Entering the same digit again removes it. With `tidy`, the same move removes its marks from the peers. */
function digit(game, { cells, digit, tidy = false }) {
  const layer = game.setting ? "clues" : "digits";
  const free = editable(game, cells);
  const after = free.length && free.every((cell) => game[layer][cell] === digit) ? 0 : digit;
  const wanted = free.flatMap((cell) => [[layer, cell, after], ["by", cell, 0]]);
  if (tidy && after) {
    for (const cell of free) for (const peer of layoutOf(game.layout).peers[cell]) wanted.push(...unmark(game, peer, after));
  }
  return wanted;
}

function unmark(game, cell, digit) {
  return ["corner", "centre"].map((layer) => [layer, cell, game[layer][cell] & ~bit(digit)]);
}

/** Adds a mark to all cells, or removes it if all have it. Cells with a digit are skipped. */
function mark(game, { do: layer, cells, digit }) {
  const free = editable(game, cells).filter((cell) => !game.digits[cell] && !game.clues[cell]);
  const all = free.every((cell) => game[layer][cell] & bit(digit));
  return free.map((cell) => [layer, cell, all ? game[layer][cell] & ~bit(digit) : game[layer][cell] | bit(digit)]);
}

function colour(game, { cells, digit }) {
  if (digit > COLOURS) return [];
  const all = cells.every((cell) => game.colour[cell] & bit(digit));
  return cells.map((cell) => ["colour", cell, all ? game.colour[cell] & ~bit(digit) : game.colour[cell] | bit(digit)]);
}

/** Removes digits if there are any, else marks, else colours. */
function clear(game, cells) {
  const free = editable(game, cells);
  const digits = game.setting ? "clues" : "digits";
  if (free.some((cell) => game[digits][cell])) return free.flatMap((cell) => [[digits, cell, 0], ["by", cell, 0]]);
  if (free.some((cell) => game.corner[cell] || game.centre[cell])) {
    return free.flatMap((cell) => [["corner", cell, 0], ["centre", cell, 0]]);
  }
  return cells.map((cell) => ["colour", cell, 0]);
}

/** Fills empty cells with centre marks for their candidates. A cell that has marks keeps what the player removed, unless
 * `all` is set. */
function fill(game, all = false) {
  const left = candidatesOf(layoutOf(game.layout), digitsOn(game));
  return left.flatMap((bits, cell) => (bits ? [["centre", cell, game.centre[cell] && !all ? game.centre[cell] & bits : bits]] : []));
}

/** Whether candidates were filled in: by the button, or because every empty cell has marks. @param {Game} game */
export function isFilled(game) {
  if (game.past.some(({ label }) => label === FILLED)) return true;
  return game.centre.some(Boolean) && game.centre.every((bits, cell) => bits || game.digits[cell] || game.clues[cell]);
}

/** Whether the player has removed candidates from marks, which filling all again would restore. @param {Game} game */
export function hasRemovals(game) {
  const left = candidatesOf(layoutOf(game.layout), digitsOn(game));
  return game.centre.some((bits, cell) => bits && left[cell] & ~bits);
}

/** Removes candidates that a hint excludes from the marks, and wrong digits from their cells. A cell without centre marks
 * first gets all its candidates, because there would be nothing to remove. */
function drop(game, drops) {
  const left = candidatesOf(layoutOf(game.layout), digitsOn(game));
  const bits = new Map();
  const wanted = /** @type {[Layer, number, number][]} */ ([]);
  for (const { cell, digit } of drops) {
    if (game.digits[cell] === digit) wanted.push(["digits", cell, 0], ["by", cell, 0]);
    else {
      bits.set(cell, (bits.get(cell) ?? (game.centre[cell] || left[cell])) & ~bit(digit));
      wanted.push(["corner", cell, game.corner[cell] & ~bit(digit)]);
    }
  }
  for (const [cell, marks] of bits) wanted.push(["centre", cell, marks]);
  return wanted;
}

function solve(game, solution) {
  return solution.flatMap((digit, cell) =>
    game.clues[cell] || game.digits[cell] === digit ? [] : [["digits", cell, digit], ["by", cell, 1]]);
}

/** Starts over: no entries, no hints used, no time spent. Undo restores everything and adds the time played since. */
function restart(game) {
  const wanted = /** @type {[Layer, number, number][]} */ (["digits", "by", "corner", "centre", "colour"]
    .flatMap((layer) => game[layer].map((_, cell) => [layer, cell, 0])));
  const { solver, counted, hints, checks, clock } = game;
  const next = change(game, "restart", wanted);
  if (next !== game) next.past = [...game.past, { ...next.past.at(-1), was: { solver, counted, hints, checks, spent: clock.spent } }];
  return { ...next, ...resetScore(game) };
}

/** The score after a restart. A game that the solver solved may still be counted once. */
const resetScore = (game) => ({
  solver: false, counted: game.counted && !game.solver, hints: 0, checks: 0, clock: { spent: 0, since: null },
});

/** Fixes the entered clues and starts play. The history of entering them is dropped. */
function start(game) {
  return { ...game, setting: false, past: [], future: [], done: false, solution: null };
}

/** Back to entering clues: all digits on the board become clues. */
function edit(game) {
  const fresh = newGame({ layout: game.layout, clues: digitsOn(game), setting: true, info: {}, id: newId() });
  return { ...fresh, clock: game.clock };
}

function undo(game) {
  const move = game.past.at(-1);
  if (!move) return game;
  const { spent = 0, ...was } = move.was ?? {};
  const clock = { ...game.clock, spent: game.clock.spent + spent };
  return { ...apply(game, move.changes, 2), ...was, clock, past: game.past.slice(0, -1), future: [...game.future, move] };
}

function redo(game) {
  const move = game.future.at(-1);
  if (!move) return game;
  const past = [...game.past, move];
  return { ...apply(game, move.changes, 3), ...(move.was ? resetScore(game) : {}), past, future: game.future.slice(0, -1) };
}

/** How many of each digit remain to be placed; index 0 is unused. @param {Game} game */
export function remaining(game) {
  const { size } = layoutOf(game.layout);
  const left = Array(size + 1).fill(size);
  for (const digit of digitsOn(game)) if (digit) left[digit]--;
  return left;
}

// The clock

/** @typedef {{spent: number, since: number | null}} Clock */

/** @param {Clock} clock @param {number} now @returns {Clock} */
export function run(clock, now) {
  return clock.since === null ? { spent: clock.spent, since: now } : clock;
}

/** @param {Clock} clock @param {number} now @returns {Clock} */
export function stop(clock, now) {
  return { spent: elapsed(clock, now), since: null };
}

/** Milliseconds played. Setting the system clock back does not reduce them. @param {Clock} clock @param {number} now */
export function elapsed(clock, now) {
  return clock.spent + (clock.since === null ? 0 : Math.max(0, now - clock.since));
}

/** A page reads the clock twice a second. After a longer gap (ms) the machine slept, so it was not played. */
const ASLEEP = 10_000;

/** Adds the time since the last reading, unless the machine was asleep.
 * @param {Clock} clock @param {number} now @returns {Clock} */
export function tick(clock, now) {
  if (clock.since === null) return clock;
  return { spent: now - clock.since > ASLEEP ? clock.spent : elapsed(clock, now), since: now };
}

/** Minutes and seconds, and hours if any: 4:07, 1:02:03. @param {number} milliseconds */
export function clockText(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
