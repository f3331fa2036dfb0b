// What the page saves. In the browser: the game after every move, the settings, the statistics, and an outbox of games
// for the server, which is sent a moment after the last move and again when the server comes back.

import { call, onServerChange } from "../common/backend.js";
import { gameOf, puzzleOf, validGame } from "./exchange.js";
import { newId } from "./game.js";
import { boardName } from "./view.js";

/** @typedef {import("./game.js").Game} Game */

// Names of saved data never change, and earlier formats stay readable: players would lose their games.
const GAME = "ninefold.game";
const PAGE = "ninefold.page";
const OUTBOX = "ninefold.outbox";
const SETTINGS = "ninefold.settings";
const RESULTS = "ninefold.results";
const VERSIONS = "ninefold.versions";
const SOLVED = "ninefold.solved";

const DEFAULTS = {
  theme: "auto", palette: "standard", tidy: true, peers: true, same: true, conflicts: true, wasd: false,
  digitFirst: false, letters: true, timer: true, fixedPlaces: true, inPlace: "filled", strength: 1, by: "auto",
};

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null; // damaged or blocked storage counts as empty
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // full or blocked: the game continues, and the page says that it is not saved
  }
}

/** Saves the game on the board in the browser. @returns {boolean} whether that was possible */
export const saveGame = (game) => write(GAME, game);

/** The game saved in the browser; null if there is none. Throws an Error if it is damaged. */
export function loadGame() {
  const game = read(GAME);
  return game && validGame(game);
}

/** The settings; values of the wrong type are replaced by the defaults. */
export function settings() {
  const found = Object.entries(read(SETTINGS) ?? {});
  return { ...DEFAULTS, ...Object.fromEntries(found.filter(([name, value]) => typeof value === typeof DEFAULTS[name])) };
}
export const saveSettings = (values) => write(SETTINGS, values);

/** Calls back when another tab saves a game or the settings.
 * @param {{game: (game: Game) => void, settings: () => void}} watcher */
export function watchOtherTabs(watcher) {
  window.addEventListener("storage", ({ key }) => {
    if (key === SETTINGS) watcher.settings();
    if (key !== GAME) return;
    try {
      const game = loadGame();
      if (game) watcher.game(game);
    } catch { /* a damaged game is not touched */ }
  });
}

// Solved puzzles, which the library marks

const MAX_SOLVED = 5000;

/** A short name of a puzzle: a hash of its board and clues. @param {string} layout @param {readonly number[]} clues */
function keyOf(layout, clues) {
  let [one, two] = [7, 31];
  for (const code of [...layout].map((letter) => letter.charCodeAt(0)).concat(clues)) {
    one = Math.imul(one ^ code, 0x01000193);
    two = Math.imul(two ^ (code + 1), 0x5bd1e995);
  }
  return (one >>> 0).toString(36) + (two >>> 0).toString(36);
}

/** The seconds in which puzzles were solved without the solver. */
const solvedTimes = () => Object(read(SOLVED) ?? {});

/** Notes that a puzzle is solved; the best time counts. @param {Game} game @param {number} seconds */
export function addSolved({ layout, clues }, seconds) {
  const { [keyOf(layout, clues)]: before = Infinity, ...others } = solvedTimes();
  write(SOLVED, Object.fromEntries([...Object.entries(others).slice(1 - MAX_SOLVED), [keyOf(layout, clues), Math.min(before, seconds)]]));
}

/** A function from a puzzle to the seconds in which it was solved; undefined if it was not.
 * @returns {(layout: string, clues: readonly number[]) => number | undefined} */
export function solvedIn() {
  const all = solvedTimes();
  return (layout, clues) => all[keyOf(layout, clues)];
}

// Statistics

/** @typedef {{when: string, layout: string, level: string, seconds: number, hints: number, solver: boolean}} Outcome */

const MAX_RESULTS = 5000;

/** @returns {Outcome[]} */
export const results = () => (Array.isArray(read(RESULTS)) ? read(RESULTS).filter(isOutcome) : []);
const isOutcome = (one) => typeof one?.layout === "string" && typeof one.level === "string" && Number.isFinite(one.seconds);
export const addResult = (outcome) => write(RESULTS, [...results(), outcome].slice(-MAX_RESULTS));
export const clearResults = () => write(RESULTS, []);

/** One row per kind of board and level (all jigsaws of a size are of one kind): solved, without hints, best and mean time. @param {Outcome[]} all */
export function summary(all) {
  const rows = new Map();
  for (const one of all) {
    const board = boardName(one.layout);
    const key = `${board} ${one.level}`;
    const row = rows.get(key) ?? { board, level: one.level, solved: 0, unaided: 0, best: Infinity, total: 0 };
    if (one.solver) continue;
    row.solved++;
    row.unaided += one.hints ? 0 : 1;
    row.best = Math.min(row.best, one.seconds);
    row.total += one.seconds;
    rows.set(key, row);
  }
  return [...rows.values()].map((row) => ({ ...row, mean: row.total / row.solved }))
    .sort((a, b) => (a.board + a.level).localeCompare(b.board + b.level, undefined, { numeric: true }));
}

// The outbox

/** A game to be sent to the server, from one page. `stamp` identifies this version of it.
 * @typedef {{id: string, page: string, stamp: string, puzzle: any, name: string, solved: boolean}} PendingSave */

const MAX_PENDING = 20;

/** The games that the server does not have yet, oldest first. @returns {PendingSave[]} */
const outbox = () => (Array.isArray(read(OUTBOX)) ? read(OUTBOX).filter((one) => typeof one?.id === "string") : [])
  .map(({ sheet, ...one }) => (sheet ? { ...one, puzzle: sheet } : one)); // the key was `sheet` at first

/** Adds a game in place of its earlier version, also of another tab: tabs on one game are in sync. If the storage is full,
 * the oldest are dropped. @param {PendingSave} pending */
function addPending(pending) {
  const others = outbox().filter(({ id }) => id !== pending.id);
  let all = [...others, pending].slice(-MAX_PENDING);
  while (!write(OUTBOX, all) && all.length > 1) all = all.slice(1);
}

/** Removes games from the outbox. @param {(pending: PendingSave) => boolean} isGone */
const dropPending = (isGone) => write(OUTBOX, outbox().filter((pending) => !isGone(pending)));

// Saving on the server

const SAVE_DELAY = 800; // ms after the last move
const RETRY_LATER = ["offline", "busy", "too-many", "time"]; // errors after which the same save may succeed
const PAGE_LOCK = "ninefold.page.";

let pageId = "";
let waiting = /** @type {{game: Game, name: string} | null} */ (null);
let timer = 0;
let sending = Promise.resolve();
/** The history of a game that was deleted while on the board: it is saved again only after another move. */
let deleted = /** @type {any} */ (null);
let onSplit = (/** @type {string} */ _from, /** @type {string} */ _to) => {};

const MAX_VERSIONS = 200;

/** The version of a game that the server answered last, to any tab of this browser. @param {string} id
 * @returns {number | undefined} */
const versionOf = (id) => read(VERSIONS)?.[id];

/** @param {string} id @param {number} [version] none for a game that the server does not have */
function setVersion(id, version) {
  const { [id]: _, ...others } = read(VERSIONS) ?? {};
  const all = Object.entries(others).slice(1 - MAX_VERSIONS);
  write(VERSIONS, Object.fromEntries(version === undefined ? all : [...all, [id, version]]));
}

/** The id of this page, which survives a reload. */
function thisPage() {
  if (pageId) return pageId;
  try {
    pageId = sessionStorage.getItem(PAGE) ?? newId();
    sessionStorage.setItem(PAGE, pageId);
  } catch {
    pageId ||= newId();
  }
  return pageId;
}

/** Sends the outbox now, and again whenever the server comes back.
 * @param {(from: string, to: string) => void} split called when a game was changed elsewhere and continues under a new id */
export function startSaving(split) {
  onSplit = split;
  navigator.locks?.request(`${PAGE_LOCK}${thisPage()}`, () => new Promise(() => {})); // held while the page is open
  onServerChange((here) => here && sendAll());
  if (outbox().length) sendAll();
}

/** Saves a game in a moment; if another game is waiting, that one is sent at once.
 * @param {Game} game @param {string} name */
export function save(game, name) {
  if (waiting && waiting.game.id !== game.id) {
    stash();
    sendAll();
  }
  clearTimeout(timer);
  waiting = game.past !== deleted && (game.past.length || game.digits.some(Boolean)) ? { game, name } : null;
  if (waiting) timer = setTimeout(() => { stash(); sendAll(); }, SAVE_DELAY);
}

/** Moves the waiting game to the outbox, to be sent later. */
export function stash() {
  clearTimeout(timer);
  if (!waiting) return;
  const { game, name } = waiting;
  waiting = null;
  const { id, done: solved } = game;
  addPending({ id, page: thisPage(), stamp: newId(), puzzle: puzzleOf(game), name: name.slice(0, 100), solved });
}

/** Sends the outbox, one game after the other and one page at a time. */
function sendAll() {
  sending = sending.then(async () => {
    if (navigator.locks) await navigator.locks.request("ninefold.outbox", sendPending);
    else await sendPending(); // browsers offer locks to secure origins only
  }).catch(() => {});
}

/** Sends the games of this page and of closed pages; other open pages send their own. */
async function sendPending() {
  const open = ((await navigator.locks?.query())?.held ?? []).map(({ name }) => name);
  for (const pending of outbox()) {
    const own = pending.page === thisPage();
    if (!own && open.includes(`${PAGE_LOCK}${pending.page}`)) continue;
    if (!(await sendOne(pending))) return;
  }
}

/** Sends one game; false if the server cannot accept it now. @param {PendingSave} pending @returns {Promise<boolean>} */
async function sendOne(pending) {
  const { id, puzzle, name, solved } = pending;
  const version = versionOf(id);
  try {
    const answer = await call(`/api/games/${id}`, { puzzle, name, solved, ...(version === undefined ? {} : { version }) }, "PUT");
    setVersion(id, answer.version);
  } catch (error) {
    if (RETRY_LATER.includes(error.kind)) return false;
    if (error.kind === "conflict") return sendOne(split(pending));
  }
  dropPending(({ stamp }) => stamp === pending.stamp); // also if the server rejected it for good
  return true;
}

/** Continues a game that was changed elsewhere under a new id. */
function split(pending) {
  const other = renamed(pending);
  if (waiting && waiting.game.id === pending.id) waiting = { ...waiting, game: { ...waiting.game, id: other.id } };
  onSplit(pending.id, other.id);
  return other;
}

function renamed(pending) {
  const other = { ...pending, id: newId() };
  dropPending(({ stamp }) => stamp === pending.stamp);
  addPending(other);
  return other;
}

/** A saved game, from the outbox or from the server. @param {string} id @param {boolean} [toPlay] whether it is going to be
 * played: the next save is then based on this version */
export async function savedGame(id, toPlay = false) {
  const unsent = outbox().findLast((pending) => pending.id === id)?.puzzle;
  const { puzzle, version } = unsent ? { puzzle: unsent } : await call(`/api/games/${id}`);
  if (toPlay && version !== undefined) setVersion(id, version);
  return gameOf(puzzle, id);
}

/** Deletes a game on the server and in the outbox. @param {string} id @param {Game} onBoard */
export async function deleteGame(id, onBoard) {
  if (onBoard.id === id) deleted = onBoard.past;
  if (waiting?.game.id === id) waiting = null;
  dropPending((pending) => pending.id === id);
  await sending;
  setVersion(id);
  await call(`/api/games/${id}`, undefined, "DELETE");
}
