// The one place where the page's state lives: the game, what the player looks at, the settings. Every change of the
// game goes through `act` or `open`, is saved, and is shown.

import { ask } from "../common/api.js";
import { byId, say } from "../common/dom.js";
import { layoutOf } from "../common/layout.js";
import { elapsed, run, spoken, stop } from "./clock.js";
import { begin, newId, play } from "./game.js";
import { fromSheet, toSheet } from "./sheet.js";
import * as store from "./store.js";

const watchers = new Set();
let saving = 0;
let sending = Promise.resolve();
let version;
/** The moves of a game that was forgotten while it stood on the board: only with another one it is saved again. */
let forgotten = /** @type {any} */ (null);

export const app = {
  game: begin({ layout: "9", setting: true }),
  settings: store.settings(),
  mode: "digit",
  held: /** @type {string | null} */ (null),
  look: { selection: new Set([0]), focus: 0, wrong: new Set(), hint: /** @type {any} */ (null), paused: false, picked: 0 },
};

/** Calls back at every change. @param {() => void} watcher */
export function watch(watcher) {
  watchers.add(watcher);
}

export function show() {
  watchers.forEach((watcher) => watcher());
}

/** The mode in force: what held keys ask for, else what is set. */
export const modeNow = () => app.held ?? app.mode;

/** Plays an action. @param {Record<string, any>} action */
export function act(action) {
  if (app.look.paused) return;
  const before = app.game;
  app.game = play(before, action);
  if (app.game === before) return;
  if (!app.game.setting && !before.clock.since && !app.game.done) app.game.clock = run(app.game.clock, Date.now());
  app.look.wrong = new Set();
  app.look.hint = null;
  if (app.game.done && !before.done) finish();
  keep();
  show();
}

/** Opens a game in place of the one on the board, which stays among the saved ones.
 * @param {import("./game.js").Game} game */
export function open(game, told = "") {
  app.game = game;
  version = undefined;
  const first = game.clues.findIndex((clue) => !clue);
  app.look = { selection: new Set([Math.max(0, first)]), focus: Math.max(0, first), wrong: new Set(), hint: null, paused: false, picked: 0 };
  if (!game.setting && !game.done) app.game.clock = run({ ...game.clock, since: null }, Date.now());
  keep();
  if (told) say(told);
  show();
}

/** Changes the game without a move: counts of hints and checks, the known solution. */
export function amend(changes) {
  app.game = { ...app.game, ...changes };
  keep();
  show();
}

function finish() {
  const { game } = app;
  const time = elapsed(game.clock, Date.now());
  game.clock = stop(game.clock, Date.now());
  if (game.solver) say("Solved by the solver.");
  else say(`Solved in ${spoken(time)}. Well done!`, "good");
  if (game.counted) return;
  game.counted = true;
  store.addResult({
    when: new Date().toISOString(), layout: game.layout, level: game.info.level ?? "own", seconds: Math.round(time / 1000),
    hints: game.hints, solver: game.solver,
  });
}

/** Saves here at once, and at the server a moment after the last move. */
export function keep() {
  if (!store.saveGame(frozen())) say("This browser does not let the page save; the game lasts as long as the page.", "bad");
  clearTimeout(saving);
  saving = setTimeout(() => { sending = sendGame(); }, 800);
}

/** The game with its clock read, so that time does not run on while the page is closed. */
const frozen = () => ({ ...app.game, clock: stop(app.game.clock, Date.now()) });

async function sendGame() {
  const game = frozen();
  if (game.past === forgotten || (!game.past.length && !game.digits.some(Boolean))) return;
  const body = { sheet: toSheet(game), name: titleOf(game).slice(0, 100), solved: game.done };
  try {
    const answer = await ask(`/api/games/${game.id}`, version ? { ...body, version } : body, "PUT");
    if (app.game.id === game.id) version = answer.version;
  } catch (error) {
    if (error.kind !== "conflict") return; // saved here in any case; the next move tries again
    version = undefined;
    app.game = { ...app.game, id: newId() };
    say("This game goes on in another tab too: from here on it is kept as a game of its own.");
  }
}

/** A game that was saved, to be opened. @param {string} id */
export const keptGame = async (id) => fromSheet((await ask(`/api/games/${id}`)).sheet, id);

/** Has the server forget a game, also the one on the board, whatever is on its way there. @param {string} id */
export async function forgetGame(id) {
  if (app.game.id === id) {
    forgotten = app.game.past;
    await sending;
    version = undefined;
  }
  await ask(`/api/games/${id}`, undefined, "DELETE");
}

export function pause(paused) {
  const { game, look } = app;
  if (game.setting || game.done || look.paused === paused) return;
  look.paused = paused;
  app.game = { ...game, clock: paused ? stop(game.clock, Date.now()) : run(game.clock, Date.now()) };
  keep();
  show();
}

/** The game in a few words, for the heading and the list of games. */
export function titleOf(game) {
  if (game.setting) return "Enter your own";
  const { size, word } = layoutOf(game.layout);
  const level = game.info.level && game.info.level !== "any" ? ` · ${game.info.level}` : "";
  const kind = word === String(size) ? "" : word.startsWith("jigsaw") ? " jigsaw" : ` ${word.replace(String(size), "").replaceAll("+", " ").trim()}`;
  return game.info.name || `${size}×${size}${kind}${level}`;
}

export function showClock() {
  const clock = byId("clock");
  clock.hidden = !app.settings.timer;
  clock.textContent = spoken(elapsed(app.game.clock, Date.now()));
}
