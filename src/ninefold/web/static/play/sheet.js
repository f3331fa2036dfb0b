// Between a game and a sheet, the form in which puzzles and games are kept, sent and exchanged (ninefold/1).

import { bit, cellName, cellOf, digitsIn, digitsOf, layoutOf, lineOf } from "../common/layout.js";
import { begin, LAYERS } from "./game.js";

/** @typedef {import("./game.js").Game} Game */

/** A grid as text that can be read in one way only: numbers with blanks where letters could be mistaken. */
export function textOf(digits, size) {
  return size > 9 ? digits.join(" ") : lineOf(digits);
}

/** The digits of such a text, or of a line in the alphabet we write. */
export function readText(text, size) {
  const words = text.trim().split(/\s+/);
  if (words.length === size * size && size > 9) {
    const digits = words.map((word) => (/^[.0*_]$/.test(word) ? 0 : Number(word)));
    if (digits.every((digit) => Number.isInteger(digit) && digit >= 0 && digit <= size)) return digits;
  }
  return digitsOf(words.join(""), size);
}

/** @param {Game} game @param {boolean} [withPlay] */
export function toSheet(game, withPlay = true) {
  const { size } = layoutOf(game.layout);
  const named = (values, value) => Object.fromEntries(
    values.flatMap((one, cell) => (one ? [[cellName(cell, size), value(one)]] : [])));
  const sheet = { format: "ninefold/1", layout: game.layout, clues: textOf(game.clues, size) };
  const name = game.info.name || "";
  if (name) sheet.meta = { name };
  if (game.solution) sheet.solution = textOf(game.solution, size);
  if (!withPlay) return sheet;
  sheet.placed = named(game.digits, (digit) => digit);
  sheet.marks = { centre: named(game.centre, digitsIn), corner: named(game.corner, digitsIn) };
  const { past, future, clock, colour, by, setting, hints, checks, solver, counted, info } = game;
  sheet.play = { past, future, clock, colour, by, setting, hints, checks, solver, counted, info };
  return sheet;
}

/** The game of a sheet. Throws an Error that says what cannot be read. @returns {Game} */
export function fromSheet(sheet, id) {
  const layout = layoutOf(sheet.layout);
  const clues = readText(sheet.clues ?? "", layout.size);
  if (!clues) throw new Error(`the clues are no grid of the layout ${sheet.layout}`);
  const solution = sheet.solution ? readText(sheet.solution, layout.size) : null;
  const meta = sheet.meta ?? {};
  const game = begin({ layout: sheet.layout, clues, solution, info: { name: meta.name ?? "", ...(sheet.play?.info ?? {}) }, ...(id ? { id } : {}) });
  for (const [name, digit] of Object.entries(sheet.placed ?? {})) game.digits[cellOf(name, layout.size)] = Number(digit);
  for (const layer of ["centre", "corner"]) {
    for (const [name, digits] of Object.entries(sheet.marks?.[layer] ?? {})) {
      game[layer][cellOf(name, layout.size)] = digits.reduce((bits, digit) => bits | bit(digit), 0);
    }
  }
  return withPlay(game, sheet.play);
}

/** Takes over the page's own part of a sheet where it has the right shape; a stranger's sheet may hold anything. */
function withPlay(game, play) {
  if (!play || typeof play !== "object") return game;
  const cells = game.clues.length;
  const numbers = (all) => Array.isArray(all) && all.length === cells && all.every(Number.isInteger);
  const moves = (all) => Array.isArray(all) && all.every((move) => Array.isArray(move?.changes) && move.changes.every(
    ([layer, cell, before, after]) => LAYERS.includes(layer) && cell >= 0 && cell < cells && Number.isInteger(before) && Number.isInteger(after)));
  if (numbers(play.colour)) game.colour = play.colour;
  if (numbers(play.by)) game.by = play.by;
  if (moves(play.past) && moves(play.future)) Object.assign(game, { past: play.past, future: play.future });
  if (Number.isFinite(play.clock?.spent)) game.clock = { spent: Math.max(0, play.clock.spent), since: null };
  for (const flag of ["setting", "solver", "counted"]) game[flag] = play[flag] === true;
  for (const count of ["hints", "checks"]) if (Number.isInteger(play[count])) game[count] = play[count];
  return game;
}
