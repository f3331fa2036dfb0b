// Games as puzzles in the format ninefold/1, as links, and from sources that may be damaged or hostile.
//
// What the format defines is read strictly, as on the server; invalid parts of the page's own data are ignored.

import { bit, cellName, cellOf, digitsIn, digitsOf, layoutOf, lineOf } from "../common/layout.js";
import { COLOURS, complete, LAYERS, newGame } from "./game.js";

/** @typedef {import("./game.js").Game} Game */

// Puzzles

/** A grid as unambiguous text: numbers separated by blanks above 9, because letters could be misread. */
export function textOf(digits, size) {
  return size > 9 ? digits.join(" ") : lineOf(digits);
}

/** The digits of such a text, or of a line in our alphabet; null if it is neither. */
export function readText(text, size) {
  const words = text.trim().split(/\s+/);
  if (words.length === size * size && size > 9) {
    const digits = words.map((word) => (/^[.0*_]$/.test(word) ? 0 : Number(word)));
    if (digits.every((digit) => Number.isInteger(digit) && digit >= 0 && digit <= size)) return digits;
  }
  return digitsOf(words.join(""), size);
}

/** A game as a puzzle in the format ninefold/1. @param {Game} game @param {boolean} [withPlay] whether to include entries, marks and history */
export function puzzleOf(game, withPlay = true) {
  const { size } = layoutOf(game.layout);
  const named = (values, value) => Object.fromEntries(
    values.flatMap((one, cell) => (one ? [[cellName(cell, size), value(one)]] : [])));
  const puzzle = { format: "ninefold/1", layout: game.layout, clues: textOf(game.clues, size) };
  const name = game.info.name || "";
  if (name) puzzle.meta = { name };
  if (game.solution) puzzle.solution = textOf(game.solution, size);
  if (!withPlay) return puzzle;
  puzzle.placed = named(game.digits, (digit) => digit);
  puzzle.marks = { centre: named(game.centre, digitsIn), corner: named(game.corner, digitsIn) };
  const { past, future, clock, colour, by, setting, hints, checks, solver, counted, info } = game;
  puzzle.play = { past, future, clock, colour, by, setting, hints, checks, solver, counted, info };
  return puzzle;
}

/** The game of a puzzle in the format ninefold/1. Throws an Error that names the invalid part. @returns {Game} */
export function gameOf(puzzle, id) {
  if (!puzzle || typeof puzzle !== "object") throw new Error("this is not a puzzle");
  const layout = layoutOf(text(puzzle.layout, "layout"));
  const clues = readText(text(puzzle.clues, "clues"), layout.size);
  if (!clues) throw new Error(`the clues do not fit the layout ${puzzle.layout}`);
  const solution = puzzle.solution ? readText(text(puzzle.solution, "solution"), layout.size) : null;
  const name = puzzle.meta?.name === undefined ? "" : text(puzzle.meta.name, "name");
  const info = { name, ...validInfo(puzzle.play?.info) };
  const game = newGame({ layout: puzzle.layout, clues, solution, info, ...(id ? { id } : {}) });
  for (const [cell, digit] of cells(puzzle.placed, layout.size)) {
    if (clues[cell]) throw new Error(`${cellName(cell, layout.size)} has both a clue and an entry`);
    game.digits[cell] = digitIn(digit, cell, layout.size);
  }
  for (const layer of ["centre", "corner"]) {
    for (const [cell, digits] of cells(puzzle.marks?.[layer], layout.size)) {
      if (!Array.isArray(digits)) throw new Error(`the marks of ${cellName(cell, layout.size)} are not a list of digits`);
      game[layer][cell] = digits.reduce((bits, digit) => bits | bit(digitIn(digit, cell, layout.size)), 0);
    }
  }
  Object.assign(game, validPlay(puzzle.play, layout.size));
  return { ...game, done: complete(game) };
}

/** @returns {string} */
function text(value, what) {
  if (typeof value === "string") return value;
  throw new Error(`the puzzle’s ${what} is ${JSON.stringify(value)}, expected a text`);
}

/** The entries of an object whose keys are cell names. @returns {[number, any][]} */
function cells(part, size) {
  return Object.entries(part ?? {}).map(([name, value]) => [cellOf(name, size), value]);
}

function digitIn(value, cell, size) {
  if (Number.isInteger(value) && value >= 1 && value <= size) return value;
  throw new Error(`${cellName(cell, size)} has ${JSON.stringify(value)}, expected a digit from 1 to ${size}`);
}

// Links: the puzzle or the whole game is in the fragment of the address, which browsers do not send to a server.

const packed = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
  .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const unpacked = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const asText = (bytes) => new TextDecoder().decode(bytes);

/** The most bytes a link may inflate to: a guard against decompression bombs, far above any puzzle. */
const MAX_INFLATED = 2_000_000;

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function inflated(bytes) {
  const chunks = [];
  let length = 0;
  // @ts-expect-error: streams are async iterables, which the types do not know yet
  for await (const chunk of new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))) {
    length += chunk.length;
    if (length > MAX_INFLATED) throw new Error("too long");
    chunks.push(chunk);
  }
  return new Blob(chunks).text();
}

/** The puzzle packed in a link. */
async function puzzleIn(packed, read) {
  try {
    return JSON.parse(await read(unpacked(packed)));
  } catch {
    throw new Error("the link is damaged: its data cannot be read");
  }
}

/** @param {Game} game @param {boolean} whole whether to include entries, marks and colours */
export function linkOf(game, whole) {
  const { size } = layoutOf(game.layout);
  const parts = new URLSearchParams();
  if (whole) {
    const puzzle = puzzleOf(game);
    puzzle.play = { colour: game.colour, by: game.by, clock: { spent: game.clock.spent } };
    parts.set("game", packed(JSON.stringify(puzzle)));
  } else {
    parts.set("puzzle", textOf(game.clues, size).replaceAll(" ", "-"));
    parts.set("layout", game.layout);
  }
  return `${location.origin}/#${parts}`;
}

/** The game in a link's fragment; null if there is none. Throws an Error if it cannot be read.
 *
 *   p=       a deflated puzzle, as the export and the command line write it
 *   game=    the same, not deflated
 *   puzzle=  the clues only, with layout= and name=
 *
 * @param {string} fragment @returns {Promise<Game | null>} */
export async function fromFragment(fragment) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  for (const [name, read] of /** @type {const} */ ([["p", inflated], ["game", asText]])) {
    if (parts.has(name)) return gameOf(await puzzleIn(parts.get(name) ?? "", read));
  }
  if (!parts.has("puzzle")) return null;
  const text = (parts.get("puzzle") ?? "").replaceAll("-", " ");
  const layout = parts.get("layout") ?? String(Math.round(Math.sqrt(text.length)));
  const clues = readText(text, layoutOf(layout).size);
  if (!clues) throw new Error(`the link’s puzzle does not fit the layout ${layout}`);
  return newGame({ layout, clues, info: validInfo({ name: parts.get("name") ?? "", level: parts.get("level") ?? "shared" }) });
}

// Validation

const MAX_TEXT = 200;
const isObject = (value) => Boolean(value) && typeof value === "object" && !Array.isArray(value);
const isCount = (value, max) => Number.isInteger(value) && value >= 0 && value <= max;

/** The largest number that a layer may hold. */
const maxOf = (layer, size) => ({ clues: size, digits: size, by: 1, colour: 2 ** COLOURS - 1 })[layer] ?? 2 ** size - 1;

const isLayer = (all, layer, size) =>
  Array.isArray(all) && all.length === size * size && all.every((value) => isCount(value, maxOf(layer, size)));

const isScore = (was) => isObject(was) && ["solver", "counted"].every((flag) => typeof was[flag] === "boolean")
  && ["hints", "checks"].every((count) => isCount(was[count], 1e9)) && Number.isFinite(was.spent) && was.spent >= 0;

const isChange = (change, size) => Array.isArray(change) && LAYERS.includes(change[0]) && isCount(change[1], size * size - 1)
  && isCount(change[2], maxOf(change[0], size)) && isCount(change[3], maxOf(change[0], size));

const isMove = (move, size) => isObject(move) && Array.isArray(move.changes) && (move.was === undefined || isScore(move.was))
  && move.changes.every((change) => isChange(change, size));

const isHistory = (all, size) => Array.isArray(all) && all.every((move) => isMove(move, size));

/** The valid part of the facts about a puzzle. */
function validInfo(info) {
  const found = {};
  for (const name of ["name", "level", "rated", "symmetry", "source"]) {
    if (typeof info?.[name] === "string") found[name] = info[name].slice(0, MAX_TEXT);
  }
  if (Number.isInteger(info?.seed)) found.seed = info.seed;
  if (Number.isFinite(info?.minutes) && info.minutes > 0) found.minutes = info.minutes;
  return found;
}

/** The valid part of the page's own data: history, clock, colours, counts.
 * @param {any} play @param {number} size @returns {Partial<Game>} */
function validPlay(play, size) {
  if (!isObject(play)) return {};
  const found = /** @type {any} */ ({});
  for (const layer of ["colour", "by"]) if (isLayer(play[layer], layer, size)) found[layer] = play[layer];
  const { past, future } = play;
  if (isHistory(past, size) && isHistory(future, size)) Object.assign(found, { past, future });
  if (Number.isFinite(play.clock?.spent)) found.clock = { spent: Math.max(0, play.clock.spent), since: null };
  for (const flag of ["setting", "solver", "counted"]) found[flag] = play[flag] === true;
  for (const count of ["hints", "checks"]) if (isCount(play[count], 1e9)) found[count] = play[count];
  return found;
}

/** The game saved in the browser. Throws an Error if it is damaged. @param {any} saved @returns {Game} */
export function validGame(saved) {
  const damaged = new Error("the game saved in this browser is damaged and cannot be opened");
  if (!isObject(saved) || typeof saved.layout !== "string") throw damaged;
  const { size } = layoutOf(saved.layout);
  if (!LAYERS.every((layer) => isLayer(saved[layer], layer, size))) throw damaged;
  const layers = Object.fromEntries(LAYERS.map((layer) => [layer, saved[layer]]));
  const solution = isLayer(saved.solution, "digits", size) ? saved.solution : null;
  const id = /^[\w-]{1,64}$/.test(saved.id) ? { id: saved.id } : {};
  const fresh = newGame({ layout: saved.layout, solution, info: validInfo(saved.info), ...id });
  const game = { ...fresh, ...layers, ...validPlay(saved, size), paused: saved.paused === true };
  return { ...game, done: complete(game) };
}
