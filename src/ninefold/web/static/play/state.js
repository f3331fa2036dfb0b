// The state of the play page. `reduce` computes each new state and has no side effects; `dispatch` is the only way to
// change the state, and saves and shows what changed.

import { elapsed, run, stop, tick } from "./clock.js";
import { endMessage, endOf, outcomeOf } from "./end.js";
import { newGame, reduce as reduceGame } from "./game.js";
import { clear, moveMessage, PAUSED, show, showMessage, showUntilMove } from "./messages.js";
import * as storage from "./storage.js";
import { titleOf } from "./view.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {"digit" | "corner" | "centre" | "colour"} Mode */
/** What the player sees besides the game: selected cells, the cell with the focus, cells that a check found wrong, the
 * digit chosen on the keypad (digit first), the hint, and the card at the end.
 * @typedef {{selection: Set<number>, focus: number, wrong: Set<number>, picked: number, hint: any,
 *   end: import("./end.js").End | null}} View */
/** `held` is the mode of the modifier keys that are pressed.
 * @typedef {{game: Game, view: View, mode: Mode, held: Mode | null, settings: Record<string, any>,
 *   message: import("./messages.js").Message | null}} State */
/** `do` names the action. dispatch adds `now`, the time, and `hidden`, whether the page is in the background.
 * @typedef {{do: string, now: number, hidden: boolean, [name: string]: any}} Action */

/** @type {Set<() => void>} */
const watchers = new Set();

/** The current state. Read it from any module; only dispatch replaces it. @type {State} */
export let state = {
  game: newGame({ layout: "9", setting: true }),
  view: viewAt(0),
  mode: "digit",
  held: null,
  settings: storage.settings(),
  message: null,
};

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
  if (state.game !== before.game && !UNSAVED.has(action.do)) saveGame();
  if (state.message !== before.message) showMessage(state.message);
  if (action.do !== "tick") watchers.forEach((watcher) => watcher());
}

/** Applies an action to the state. */
function update(action) {
  state = reduce(state, { now: Date.now(), hidden: document.hidden, ...action });
}

/** Actions that change the game but need no saving: only its clock or its name differ. */
const UNSAVED = new Set(["tick", "rename"]);

/** Actions on anything but the game's cells; game.js handles all others.
 * @type {Record<string, (state: State, action: any) => State>} */
const ACTIONS = {
  open, pause, clock, tick: readClock,
  update: (before, { changes }) => ({ ...before, game: { ...before.game, ...changes } }),
  rename: (before, { from, to }) => (before.game.id === from ? { ...before, game: { ...before.game, id: to } } : before),
  finish: (before, { end }) => ({ ...before, view: { ...before.view, end } }),
  select: (before, { cells, focus = before.view.focus }) => inView(before, { selection: new Set(cells), focus }),
  deselect: (before) => inView(before, { selection: new Set(), hint: null, end: null, picked: 0 }),
  pick: (before, { digit }) => inView(before, { picked: digit === before.view.picked ? 0 : digit }),
  hint: (before, { hint }) => inView(before, { hint }),
  wrong: (before, { cells }) => inView(before, { wrong: new Set(cells) }),
  close: (before, { card }) => inView(before, { [card]: null }),
  mode: (before, { mode }) => ({ ...before, mode }),
  hold: (before, { mode }) => (mode === before.held ? before : { ...before, held: mode }),
  settings: changeSettings,
  message: (before, { text, kind, passing }) => ({ ...before, message: { text, kind, passing } }),
};

const isMove = (action) => !(action.do in ACTIONS);

/** The state after an action; the same state if nothing changes. @param {State} before @param {Action} action
 * @returns {State} */
export function reduce(before, action) {
  return (ACTIONS[action.do] ?? move)(before, action);
}

/** A move of the game. */
function move(before, action) {
  if (before.game.paused) return reduce(before, { ...action, ...showUntilMove(PAUSED) });
  const game = withClockRead(before.game, action.now);
  const after = reduceGame(game, action);
  const text = moveMessage(game, after, action, before.settings);
  if (after === game) return text ? { ...before, message: text } : before;
  return {
    ...before,
    game: after.done && !game.done ? finished(after, action.now) : { ...after, clock: clockOf(after, action) },
    view: { ...before.view, wrong: new Set(), hint: null, end: null },
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
    message: { text: action.text ?? "", kind: action.kind ?? "", passing: false },
  };
}

function pause(before, action) {
  const { game } = before;
  if (game.setting || game.done || game.paused === action.paused) return before;
  const message = action.paused ? { text: "Paused.", kind: "", passing: true } : clear(before.message);
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
  return { selection: new Set([cell]), focus: cell, wrong: new Set(), picked: 0, hint: null, end: null };
}

/** Records a solved game and shows the result. @param {boolean} counted whether it was recorded before */
function finish(counted) {
  const { game, view } = state;
  const outcome = outcomeOf(game, elapsed(game.clock, Date.now()));
  if (!counted) storage.addResult(outcome);
  if (game.solver) return update(showUntilMove("Solved by the solver."));
  const end = endOf(outcome, storage.results(), view.focus);
  update({ do: "finish", end });
  return update(showUntilMove(endMessage(end), "good"));
}

/** Saves the game in the browser at once, and on the server a moment after the last move. */
export function saveGame() {
  const now = Date.now();
  const game = { ...state.game, clock: stop(tick(state.game.clock, now), now) }; // no time passes while it is closed
  if (!storage.saveGame(game)) update(show("Saving is blocked: closing this page loses your game.", "bad"));
  storage.save(game, titleOf(game));
}
