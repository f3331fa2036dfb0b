// Between a game and a sheet, the form in which puzzles and games are kept, sent and exchanged (ninefold/1).
//
// A sheet may come from anywhere. What is told of the puzzle is read strictly, as the server does; of the page's own
// part whatever has not the right shape is left out.

import { bit, cellName, cellOf, digitsIn, digitsOf, layoutOf, lineOf } from "../common/layout.js";
import { begin, complete } from "./game.js";
import { soundInfo, soundPlay } from "./sound.js";

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
  if (!sheet || typeof sheet !== "object") throw new Error("what was read is no puzzle");
  const layout = layoutOf(text(sheet.layout, "layout"));
  const clues = readText(text(sheet.clues, "clues"), layout.size);
  if (!clues) throw new Error(`the clues are no grid of the layout ${sheet.layout}`);
  const solution = sheet.solution ? readText(text(sheet.solution, "solution"), layout.size) : null;
  const name = sheet.meta?.name === undefined ? "" : text(sheet.meta.name, "name");
  const info = { name, ...soundInfo(sheet.play?.info) };
  const game = begin({ layout: sheet.layout, clues, solution, info, ...(id ? { id } : {}) });
  for (const [cell, digit] of cells(sheet.placed, layout.size)) {
    if (clues[cell]) throw new Error(`${cellName(cell, layout.size)} holds a clue and a digit that was placed`);
    game.digits[cell] = digitOf(digit, cell, layout.size);
  }
  for (const layer of ["centre", "corner"]) {
    for (const [cell, digits] of cells(sheet.marks?.[layer], layout.size)) {
      if (!Array.isArray(digits)) throw new Error(`the marks of ${cellName(cell, layout.size)} are no list of digits`);
      game[layer][cell] = digits.reduce((bits, digit) => bits | bit(digitOf(digit, cell, layout.size)), 0);
    }
  }
  Object.assign(game, soundPlay(sheet.play, layout.size));
  return { ...game, done: complete(game) };
}

/** @returns {string} */
function text(value, what) {
  if (typeof value === "string") return value;
  throw new Error(`read ${JSON.stringify(value)} for the ${what} of the puzzle, expected a text`);
}

/** The parts of an object whose names are cells. @returns {[number, any][]} */
function cells(part, size) {
  return Object.entries(part ?? {}).map(([name, value]) => [cellOf(name, size), value]);
}

function digitOf(value, cell, size) {
  if (Number.isInteger(value) && value >= 1 && value <= size) return value;
  throw new Error(`read ${JSON.stringify(value)} in ${cellName(cell, size)}, expected a digit 1 to ${size}`);
}
