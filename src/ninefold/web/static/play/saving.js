// Saving at the server, a moment after the last move. What is to be saved first goes into an outbox in the browser, so
// that it is there still when the server comes back, whatever stands on the board by then.

import { ask, onServer } from "../common/api.js";
import { newId } from "./game.js";
import { toSheet } from "./sheet.js";
import * as store from "./store.js";

/** @typedef {import("./game.js").Game} Game */

const MOMENT = 800;
const LATER = ["offline", "busy", "too-many", "time"]; // refusals after which the same may be sent again
const OPEN = "ninefold.page.";

const page = store.pageName(newId());
const versions = new Map();
let waiting = /** @type {{game: Game, name: string} | null} */ (null);
let timer = 0;
let sending = Promise.resolve();
/** The moves of a game that was forgotten while it stood on the board: only with another one it is saved again. */
let forgotten = /** @type {any} */ (null);
let onSplit = (/** @type {string} */ _from, /** @type {string} */ _to) => {};

/** Sends what waits from earlier, and again whenever the server comes back.
 * @param {(from: string, to: string) => void} split hears that a game was saved elsewhere and goes on by another name */
export function startSaving(split) {
  onSplit = split;
  navigator.locks?.request(`${OPEN}${page}`, () => new Promise(() => {})); // held as long as the page is open
  onServer((here) => here && sendAll());
  if (store.outbox().length) sendAll();
}

/** Saves a game in a moment; another that waited in its place goes off at once.
 * @param {Game} game @param {string} name */
export function save(game, name) {
  if (waiting && waiting.game.id !== game.id) flush();
  clearTimeout(timer);
  waiting = game.past !== forgotten && (game.past.length || game.digits.some(Boolean)) ? { game, name } : null;
  if (waiting) timer = setTimeout(flush, MOMENT);
}

/** Sends at once what waits for its moment. */
export function flush() {
  stash();
  sendAll();
}

/** Puts what waits into the outbox, to be sent later. */
export function stash() {
  clearTimeout(timer);
  if (!waiting) return;
  const { game, name } = waiting;
  waiting = null;
  const { id, done: solved } = game;
  store.putLetter({ id, page, stamp: newId(), sheet: toSheet(game), name: name.slice(0, 100), solved });
}

/** One after the other, and one page at a time. */
function sendAll() {
  sending = sending.then(async () => {
    if (navigator.locks) await navigator.locks.request("ninefold.outbox", deliver);
    else await deliver(); // only an address that the browser trusts has locks
  }).catch(() => {});
}

/** Sends what this page or one that was closed has left; another open page sends its own. */
async function deliver() {
  const open = ((await navigator.locks?.query())?.held ?? []).map(({ name }) => name);
  for (const letter of store.outbox()) {
    const own = letter.page === page;
    if (!own && open.includes(`${OPEN}${letter.page}`)) continue;
    // What a closed page left of a game that goes on here may be older or newer: it is kept beside it.
    if (!(await sent(!own && versions.has(letter.id) ? renamed(letter) : letter))) return;
  }
}

/** Sends one game; false where the server cannot take it now. @param {store.Letter} letter @returns {Promise<boolean>} */
async function sent(letter) {
  const { id, sheet, name, solved } = letter;
  const seen = versions.has(id) ? { version: versions.get(id) } : {};
  try {
    const answer = await ask(`/api/games/${id}`, { sheet, name, solved, ...seen }, "PUT");
    versions.set(id, answer.version);
  } catch (error) {
    if (LATER.includes(error.kind)) return false;
    if (error.kind === "conflict") return sent(split(letter));
  }
  store.dropLetters(({ stamp }) => stamp === letter.stamp); // also where it is refused for good
  return true;
}

/** A game that was saved elsewhere meanwhile goes on as one of its own. */
function split(letter) {
  const other = renamed(letter);
  versions.delete(letter.id);
  if (waiting && waiting.game.id === letter.id) waiting = { ...waiting, game: { ...waiting.game, id: other.id } };
  onSplit(letter.id, other.id);
  return other;
}

function renamed(letter) {
  const other = { ...letter, id: newId() };
  store.dropLetters(({ stamp }) => stamp === letter.stamp);
  store.putLetter(other);
  return other;
}

/** A game that was saved, to be opened: as it waits here, or as the server has it. @param {string} id */
export async function savedSheet(id) {
  return store.outbox().findLast((letter) => letter.id === id)?.sheet ?? (await ask(`/api/games/${id}`)).sheet;
}

/** Has the server forget a game, whatever is on its way there. @param {string} id @param {Game} onBoard */
export async function forget(id, onBoard) {
  if (onBoard.id === id) forgotten = onBoard.past;
  if (waiting?.game.id === id) waiting = null;
  store.dropLetters((letter) => letter.id === id);
  await sending;
  versions.delete(id);
  await ask(`/api/games/${id}`, undefined, "DELETE");
}
