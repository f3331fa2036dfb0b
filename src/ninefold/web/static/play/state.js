// The state of the play page. `reduce` computes each new state and has no side effects; `dispatch` is the only way to
// change the state, and saves and shows what changed. The state is frozen: a write anywhere else is an error.

import { elapsed, hasRemovals, LAYERS, newGame, reduce as reduceGame, run, stop, tick } from "./game.js";
import { announcement, clear, endMessage, endOf, moveMessage, outcomeOf, PAUSED, show, showMessage, showUntilMove, speak } from "./messages.js";
import * as storage from "./storage.js";
import { titleOf } from "./view.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {"digit" | "corner" | "centre" | "colour"} Mode */
/** What the player sees besides the game: selected cells, the cell with the focus, cells that a check found wrong, the
 * digit chosen on the keypad (digit first), the hint, the rating of the puzzle, and the card at the end. With `folded`, the
 * card with the hint or the end is put away, because on tall screens it covers the keypad; the drawing on the board stays.
 * @typedef {Readonly<{selection: ReadonlySet<number>, focus: number, wrong: ReadonlySet<number>, picked: number, hint: any,
 *   folded: boolean, rating: Rating | null, end: import("./messages.js").End | null}>} View */
/** The numbers of Sudoku Explainer with the techniques behind them.
 * @typedef {{er: number, ep: number, ed: number, technique: string, ep_technique: string, ed_technique: string}} Explainer */
/** How hard the puzzle is, from the server. Its techniques are a spoiler, shown only if `open`.
 * @typedef {{level: string, minutes: number | null, range: number[], explainer: Explainer | null,
 *   hodoku: {level: string, score: number} | null, techniques: Record<string, number>, about: string, why: string, open: boolean}} Rating */
/** `held` is the mode of the modifier keys that are pressed. `message` is shown; `spoken` is only announced, and `count`
 * distinguishes two equal announcements.
 * @typedef {Readonly<{game: Game, view: View, mode: Mode, held: Mode | null, settings: Readonly<Record<string, any>>,
 *   message: import("./messages.js").Message | null, spoken: {text: string, count: number}}>} State */
/** `do` names the action. dispatch adds `now`, the time, and `hidden`, whether the page is in the background.
 * @typedef {{do: string, now: number, hidden: boolean, [name: string]: any}} Action */

/** @type {Set<() => void>} */
const watchers = new Set();

/** The current state. Read it from any module; only dispatch replaces it. @type {State} */
export let state = frozen({
  game: newGame({ layout: "9", setting: true }),
  view: viewAt(0),
  mode: "digit",
  held: null,
  settings: storage.settings(),
  message: null,
  spoken: { text: "", count: 0 },
});

/** Calls back after every change, except ticks of the clock. @param {() => void} watcher */
export function watch(watcher) {
  watchers.add(watcher);
}

/** The mode in force. */
export const currentMode = () => state.held ?? state.mode;

/** Changes the state by an action, then saves and shows what changed. @param {{do: string, [name: string]: any}} action */
export function dispatch(action) {
  const before = state;
  update(action);
  if (state === before) return;
  if (isMove(action) && state.game.done && !before.game.done) finish(before.game.counted);
  if (state.game !== before.game && !UNSAVED.has(action.do)) saveSoon();
  if (state.message !== before.message) showMessage(state.message);
  if (state.spoken !== before.spoken) speak(state.spoken);
  if (action.do !== "tick") watchers.forEach((watcher) => watcher());
}

/** Applies an action to the state. */
function update(action) {
  state = frozen(reduce(state, { now: Date.now(), hidden: document.hidden, ...action }));
}

/** The same state, in which nothing can be changed any more. @param {State} next */
function frozen(next) {
  const { game, view, settings } = next;
  if (!Object.isFrozen(game)) for (const name of /** @type {const} */ ([...LAYERS, "past", "future", "clock", "info"])) Object.freeze(game[name]);
  for (const part of [next, game, view, settings]) Object.freeze(part);
  return next;
}

/** Actions that change the game but need no saving: only its clock or its name differ, or another tab has saved it. */
const UNSAVED = new Set(["tick", "rename", "sync"]);

/** Actions on anything but the game's cells; game.js handles all others.
 * @type {Record<string, (state: State, action: any) => State>} */
const ACTIONS = {
  open, pause, clock, sync, tick: readClock,
  update: (before, { changes }) => ({ ...before, game: { ...before.game, ...changes } }),
  rename: (before, { from, to }) => (before.game.id === from ? { ...before, game: { ...before.game, id: to } } : before),
  finish: (before, { end }) => ({ ...before, view: { ...before.view, end } }),
  select,
  deselect: (before) => inView(before, { selection: new Set(), hint: null, end: null, rating: null, picked: 0 }),
  fold: (before, { folded }) => inView(before, { folded }),
  pick: (before, { digit }) => inView(before, { picked: digit === before.view.picked ? 0 : digit }),
  hint: (before, { hint }) => inView(before, { hint, rating: null, folded: false }),
  rate: (before, { rating }) => inView(before, { rating: { ...rating, open: false }, hint: null, end: null, folded: false }),
  reveal: (before) => inView(before, { rating: before.view.rating && { ...before.view.rating, open: true } }),
  wrong: (before, { cells }) => inView(before, { wrong: new Set(cells) }),
  close: (before, { card }) => inView(before, { [card]: null }),
  mode: (before, { mode }) => ({ ...before, mode }),
  hold: (before, { mode }) => (mode === before.held ? before : { ...before, held: mode }),
  settings: changeSettings,
  message: (before, { text, kind, until, action }) => ({ ...before, message: text ? { text, kind, until, action } : null }),
};

const isMove = (action) => !(action.do in ACTIONS);

/** The state after an action; the same state if nothing changes. @param {State} before @param {Action} action
 * @returns {State} */
export function reduce(before, action) {
  const after = (ACTIONS[action.do] ?? move)(before, action);
  const text = after.message === before.message || !after.message ? announcement(before, after, action) : "";
  return text ? { ...after, spoken: { text, count: before.spoken.count + 1 } } : after;
}

/** Selects cells. With `fold`, the card that covers the keypad yields to it; the rating draws nothing, so it closes. */
function select(before, { cells, focus = before.view.focus, fold = false }) {
  const folded = before.view.folded || (fold && Boolean(before.view.hint || before.view.end));
  const same = before.view.focus === focus && cells.length === 1 && before.view.selection.has(cells[0]);
  const rating = fold ? null : before.view.rating;
  return { ...inView(before, { selection: new Set(cells), focus, folded, rating }), message: same ? before.message : clear(before.message, "select") };
}

/** Takes over the game as another tab has saved it. The time is the longer of the two. */
function sync(before, action) {
  const { game, view } = before;
  if (action.game.id !== game.id) return before;
  const spent = Math.max(action.game.clock.spent, elapsed(game.clock, action.now));
  const moved = action.game.past.length !== game.past.length || JSON.stringify(action.game.past.at(-1)) !== JSON.stringify(game.past.at(-1));
  const next = { ...action.game, clock: { spent, since: null } };
  return {
    ...before, game: { ...next, clock: clockOf(next, action) }, message: moved ? clear(before.message) : before.message,
    view: moved ? { ...view, wrong: new Set(), hint: null, end: null, rating: null } : view,
  };
}

/** A move of the game. */
function move(before, action) {
  if (before.game.paused) return reduce(before, { ...action, ...showUntilMove(PAUSED) });
  const game = withClockRead(before.game, action.now);
  const after = reduceGame(game, action);
  const kept = action.do === "candidates" && !action.all && hasRemovals(game);
  const text = moveMessage(game, after, { ...action, kept }, before.settings);
  if (after === game) return text ? { ...before, message: text } : before;
  return {
    ...before,
    game: after.done && !game.done ? finished(after, action.now) : { ...after, clock: clockOf(after, action) },
    view: { ...before.view, wrong: new Set(), hint: null, end: null, rating: null, folded: false },
    message: text ?? clear(before.message),
  };
}

/** A solved game: its clock stops, and statistics count it once. */
const finished = (game, now) => ({ ...game, clock: stop(game.clock, now), counted: true });

/** Replaces the game on the board; the old one stays among the saved ones. */
function open(before, action) {
  const game = { ...action.game, clock: { ...action.game.clock, since: null } };
  const first = Math.max(0, game.clues.findIndex((clue) => !clue));
  return {
    ...before, game: { ...game, clock: clockOf(game, action) }, view: viewAt(first),
    message: action.text ? { text: action.text, kind: action.kind ?? "", until: action.kind === "bad" ? "open" : "move" } : null,
  };
}

function pause(before, action) {
  const { game } = before;
  if (game.setting || game.done || game.paused === action.paused) return before;
  const message = action.paused ? { text: "Paused.", kind: "", until: "move" } : clear(before.message);
  return clock({ ...before, game: { ...game, paused: action.paused }, message }, action);
}

/** Starts or stops the clock, for example when the page goes to the background. */
function clock(before, action) {
  const game = withClockRead(before.game, action.now);
  return { ...before, game: { ...game, clock: clockOf(game, action) } };
}

function readClock(before, { now }) {
  return before.game.clock.since === null ? before : { ...before, game: withClockRead(before.game, now) };
}

const withClockRead = (game, now) => ({ ...game, clock: tick(game.clock, now) });

/** The clock of a game, running if the game is being played on a visible page. */
function clockOf(game, { now, hidden }) {
  const runs = !game.setting && !game.done && !game.paused && !hidden;
  return runs ? run(game.clock, now) : stop(game.clock, now);
}

function changeSettings(before, { changes }) {
  const settings = { ...before.settings, ...changes };
  return { ...before, settings, view: settings.digitFirst ? before.view : { ...before.view, picked: 0 } };
}

const inView = (before, changes) => ({ ...before, view: { ...before.view, ...changes } });

/** The view of a board just opened. @param {number} cell @returns {View} */
function viewAt(cell) {
  return { selection: new Set([cell]), focus: cell, wrong: new Set(), picked: 0, hint: null, end: null, rating: null, folded: false };
}

/** Records a solved game and shows the result. @param {boolean} counted whether it was recorded before */
function finish(counted) {
  const { game, view } = state;
  const outcome = outcomeOf(game, elapsed(game.clock, Date.now()));
  if (!counted) storage.addResult(outcome);
  if (game.solver) return update(showUntilMove("Solved by the solver."));
  storage.addSolved(game, outcome.seconds);
  if (!counted) import("./own_times.js").then((own) => own.keepTime(game, outcome)); // seldom needed, so loaded late
  const end = endOf(outcome, storage.results(), view.focus);
  update({ do: "finish", end });
  return update(showUntilMove(endMessage(end), "good"));
}

const AFTER_PAINT = 30; // ms
let saving = 0;

/** Saves the game in a moment: writing a long history takes time, and the move is to be shown first. */
function saveSoon() {
  clearTimeout(saving);
  saving = setTimeout(saveGame, AFTER_PAINT);
  const now = Date.now();
  storage.save(stopped(now), titleOf(state.game));
}

/** The game with its clock stopped: no time passes while it is closed. */
const stopped = (now) => ({ ...state.game, clock: stop(tick(state.game.clock, now), now) });

/** Saves the game in the browser now. On the server it is saved a moment after the last move. */
export function saveGame() {
  clearTimeout(saving);
  if (!storage.saveGame(stopped(Date.now()))) dispatch(show("Saving is blocked: closing this page loses your game.", "bad"));
}
