// The one place where the page's state lives: the game, what the player looks at, the settings. Every change of the
// game goes through `act` or `open`, is saved, and is shown.

import { byId } from "../common/dom.js";
import { layoutOf } from "../common/layout.js";
import { elapsed, run, spoken, stop, tick } from "./clock.js";
import { endOf, endWords, outcomeOf } from "./end.js";
import { begin, play } from "./game.js";
import { PAUSED, remarkOn } from "./remarks.js";
import { forget, save, savedSheet } from "./saving.js";
import { fromSheet } from "./sheet.js";
import * as store from "./store.js";
import { hush, remark, say } from "./telling.js";

const watchers = new Set();

export const app = {
  game: begin({ layout: "9", setting: true }),
  settings: store.settings(),
  mode: "digit",
  held: /** @type {string | null} */ (null),
  look: {
    selection: new Set([0]), focus: 0, wrong: new Set(), picked: 0,
    hint: /** @type {any} */ (null), end: /** @type {import("./end.js").End | null} */ (null),
  },
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
  if (app.game.paused) return remark(PAUSED);
  look();
  const before = app.game;
  const after = play(before, action);
  const words = remarkOn(before, after, action, app.settings);
  if (after !== before) {
    hush();
    app.game = { ...after, clock: ticking(after) ? run(after.clock, Date.now()) : after.clock };
    Object.assign(app.look, { wrong: new Set(), hint: null, end: null });
    if (after.done && !before.done) finish();
  }
  if (words) remark(words.text, words.kind);
  if (after === before) return undefined;
  keep();
  return show();
}

/** Opens a game in place of the one on the board, which stays among the saved ones.
 * @param {import("./game.js").Game} game */
export function open(game, told = "") {
  const clock = { ...game.clock, since: null };
  app.game = { ...game, clock: ticking(game) ? run(clock, Date.now()) : clock };
  const first = Math.max(0, game.clues.findIndex((clue) => !clue));
  app.look = { selection: new Set([first]), focus: first, wrong: new Set(), hint: null, end: null, picked: 0 };
  say(told);
  keep();
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
  app.game = { ...game, clock: stop(game.clock, Date.now()), counted: true };
  const outcome = outcomeOf(game, time);
  if (!game.counted) store.addResult(outcome);
  if (game.solver) return remark("Solved by the solver.");
  app.look.end = endOf(outcome, store.results(), app.look.focus);
  return remark(endWords(app.look.end), "good");
}

/** Saves here at once, and at the server a moment after the last move. */
export function keep() {
  const game = frozen();
  if (!store.saveGame(game)) say("This browser does not let the page save; the game lasts as long as the page.", "bad");
  save(game, titleOf(game));
}

/** The game with its clock read, so that time does not run on while the page is closed. */
function frozen() {
  look();
  return { ...app.game, clock: stop(app.game.clock, Date.now()) };
}

/** A game goes on in another tab too: here it has another name from now on. */
export function goOnAs(from, to) {
  if (app.game.id !== from) return;
  app.game = { ...app.game, id: to };
  say("This game goes on in another tab too: from here on it is kept as a game of its own.");
}

/** A game that was saved, to be opened. @param {string} id */
export const keptGame = async (id) => fromSheet(await savedSheet(id), id);

/** Has the server forget a game, also the one on the board, whatever is on its way there. @param {string} id */
export const forgetGame = (id) => forget(id, app.game);

export function pause(paused) {
  const { game } = app;
  if (game.setting || game.done || game.paused === paused) return;
  app.game = { ...game, paused };
  if (paused) remark("Paused.");
  else hush();
  rest();
}

/** Has the clock run or stand, as the game and the page ask for: nobody plays on a page that is not seen. */
export function rest() {
  look();
  const { clock } = app.game;
  app.game = { ...app.game, clock: ticking(app.game) ? run(clock, Date.now()) : stop(clock, Date.now()) };
  keep();
  show();
}

const ticking = (game) => !game.setting && !game.done && !game.paused && !document.hidden;

/** Looks at the clock. */
function look() {
  app.game.clock = tick(app.game.clock, Date.now());
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
  look();
  const clock = byId("clock");
  clock.hidden = !app.settings.timer;
  clock.textContent = spoken(elapsed(app.game.clock, Date.now()));
}
