// What the page keeps in the browser: the game after every move, the settings, the statistics.

const GAME = "ninefold.game";
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

/** The saved game, if it is one. */
export function loadGame() {
  const game = read(GAME);
  return game && typeof game.layout === "string" && Array.isArray(game.clues) && Array.isArray(game.past) ? game : null;
}

export const settings = () => ({ ...DEFAULTS, ...(read(SETTINGS) ?? {}) });
export const saveSettings = (values) => write(SETTINGS, values);

/** @typedef {{when: string, layout: string, level: string, seconds: number, hints: number, solver: boolean}} Outcome */

/** @returns {Outcome[]} */
export const results = () => (Array.isArray(read(RESULTS)) ? read(RESULTS) : []);
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
