// What the page keeps in the browser: the game after every move, games on their way to the server, the settings, the
// statistics.

import { soundGame } from "./sound.js";

const GAME = "ninefold.game";
const PAGE = "ninefold.page";
const OUTBOX = "ninefold.outbox";
const SETTINGS = "ninefold.settings";
const RESULTS = "ninefold.results";

export const DEFAULTS = {
  theme: "auto", palette: "usual", tidy: true, peers: true, same: true, conflicts: true, wasd: false,
  digitFirst: false, letters: true, timer: true, fixedPlaces: true, strength: 1, by: "auto",
};

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null; // a damaged or forbidden store is an empty one
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // full or forbidden: play goes on, and the page says that it cannot save
  }
}

export const saveGame = (game) => write(GAME, game);

/** The saved game; null where there is none. Throws an Error where it is damaged. */
export function loadGame() {
  const game = read(GAME);
  return game && soundGame(game);
}

/** A game on its way to the server, from one page. @typedef {{id: string, page: string, stamp: string, sheet: any,
 *   name: string, solved: boolean}} Letter */

/** The name of this page, which it keeps when it is loaded again. @param {string} name */
export function pageName(name) {
  try {
    const kept = sessionStorage.getItem(PAGE) ?? name;
    sessionStorage.setItem(PAGE, kept);
    return kept;
  } catch {
    return name;
  }
}

/** So many games wait for a server that is gone. */
const MOST_LETTERS = 20;

/** The games that the server has not got, the oldest first. @returns {Letter[]} */
export const outbox = () => (Array.isArray(read(OUTBOX)) ? read(OUTBOX).filter((one) => typeof one?.id === "string") : []);

/** Puts a game there, over what the same page put there of it; where the store is full, the oldest give way.
 * @param {Letter} letter */
export function putLetter(letter) {
  const others = outbox().filter(({ id, page }) => id !== letter.id || page !== letter.page);
  let all = [...others, letter].slice(-MOST_LETTERS);
  while (!write(OUTBOX, all) && all.length > 1) all = all.slice(1);
}

/** Takes games out. @param {(letter: Letter) => boolean} gone */
export const dropLetters = (gone) => write(OUTBOX, outbox().filter((letter) => !gone(letter)));

/** The settings; one that has not the right kind is as at first. */
export function settings() {
  const found = Object.entries(read(SETTINGS) ?? {});
  return { ...DEFAULTS, ...Object.fromEntries(found.filter(([name, value]) => typeof value === typeof DEFAULTS[name])) };
}
export const saveSettings = (values) => write(SETTINGS, values);

/** @typedef {{when: string, layout: string, level: string, seconds: number, hints: number, solver: boolean}} Outcome */

/** @returns {Outcome[]} */
export const results = () => (Array.isArray(read(RESULTS)) ? read(RESULTS).filter(isOutcome) : []);
const isOutcome = (one) => typeof one?.layout === "string" && typeof one.level === "string" && Number.isFinite(one.seconds);
export const addResult = (outcome) => write(RESULTS, [...results(), outcome].slice(-5000));
export const forgetResults = () => write(RESULTS, []);

/** One row for each layout and level: solved, without hints, best and mean time. @param {Outcome[]} all */
export function summary(all) {
  const rows = new Map();
  for (const one of all) {
    const key = `${one.layout} ${one.level}`;
    const row = rows.get(key) ?? { layout: one.layout, level: one.level, solved: 0, unaided: 0, best: Infinity, total: 0 };
    if (one.solver) continue;
    row.solved++;
    row.unaided += one.hints ? 0 : 1;
    row.best = Math.min(row.best, one.seconds);
    row.total += one.seconds;
    rows.set(key, row);
  }
  return [...rows.values()].map((row) => ({ ...row, mean: row.total / row.solved }))
    .sort((a, b) => (a.layout + a.level).localeCompare(b.layout + b.level));
}
