// The page "Solve by reasoning": the path from the player's position, all steps at any point of it, and Apply.

import { call } from "../common/backend.js";
import { createBoard } from "../common/board.js";
import { asSentence, byId, counted, showMessage } from "../common/dom.js";
import { digitsIn, layoutOf } from "../common/layout.js";
import { createMenu, openPage } from "../common/page.js";
import { roam } from "../common/roam.js";
import { afterStep, bitsOf, positionOf, positionView } from "../common/step.js";
import { fromFragment } from "../play/exchange.js";
import { digitsOn, reduce } from "../play/game.js";
import { loadGame, saveGame, settings } from "../play/storage.js";
import { showCard } from "./card.js";
import { createFinder } from "./finder.js";
import { createPath } from "./path.js";
import { createView } from "./view.js";

/** @typedef {import("../common/step.js").Step} Step */
/** @typedef {import("../common/step.js").Position} Position */

const { letters } = settings();
const PART = 25; // steps per request on large boards
let requests = 0;
/** `frames` has the position before each step of the path, and the last one. `chosen` is a step found at the current
 * position, which is shown instead of the next one of the path. */
const state = {
  game: /** @type {import("../play/game.js").Game | null} */ (null), isLink: false,
  steps: /** @type {Step[]} */ ([]), frames: /** @type {Position[]} */ ([]), at: 0, focus: 0, unique: true,
  hardest: /** @type {{name: string, rank: number} | null} */ (null), chosen: /** @type {Step | null} */ (null), isFinding: false, wrong: /** @type {Set<number>} */ (new Set()),
};

const layout = () => layoutOf(/** @type {any} */ (state.game).layout);
const board = createBoard(byId("board"), { label: "Board at this step", touch: ({ cell, phase }) => {
  state.focus = cell;
  if (phase === "down") board.focus(cell);
  show();
} });
const view = createView({ isFinding: () => state.isFinding });
const path = createPath(byId("path"), { go: (index) => go(index), open: () => view.open() });
const finder = createFinder({ request: positionRequest, choose, open: () => view.open() });

/** The step on the board: the one chosen, or the next of the path. */
const shownStep = () => (state.isFinding ? state.chosen : state.steps[state.at] ?? null);

/** Shows the position, the step and its words. */
function show() {
  if (!state.game) return;
  const step = shownStep();
  board.show(positionView(layout(), state.frames[state.at], { step, focus: state.focus, letters, wrong: state.wrong }));
  showCard(step, letters);
  const { length } = state.steps;
  byId("where").textContent = state.isFinding ? `Before step ${state.at + 1}` : `Step ${state.at + 1} of ${length}`;
  for (const id of ["first", "previous"]) byId(id).disabled = state.at === 0;
  for (const id of ["next", "last", "run"]) byId(id).disabled = state.at >= length;
}

/** Goes to a step of the path; its length is the end. @param {number} to */
function go(to) {
  state.at = Math.max(0, Math.min(state.steps.length, to));
  state.chosen = null;
  if (state.isFinding && view.isStep()) state.isFinding = false; // without the list in view, the path goes on
  finder.clear();
  if (state.isFinding) finder.startSoon();
  if (state.at === state.steps.length) pause();
  view.show();
  show();
  path.select(state.at); // when the card has its height, because it takes it from the list
}

/** Shows a step found at this position. @param {Step} step */
function choose(step) {
  state.chosen = step;
  show();
}

/** A position as a request. @param {Position} position */
function asRequest({ clues, digits, candidates }) {
  const marks = Object.fromEntries(candidates.flatMap((bits, cell) => (bits ? [[cell, digitsIn(bits)]] : [])));
  return { layout: layout().word, clues, grid: digits, marks };
}

function positionRequest() {
  return { ...asRequest(state.frames[state.at]), unique: byId("unique").checked ? state.unique : false };
}

/** Fetches the path from the game's position; on large boards in parts, because the whole may take long. */
async function explain() {
  const mine = ++requests;
  const game = /** @type {import("../play/game.js").Game} */ (state.game);
  const start = positionOf(layout(), game.clues, digitsOn(game), game.centre);
  Object.assign(state, { frames: [start], steps: [], wrong: new Set(), hardest: null });
  path.clear();
  go(0);
  showMessage("Looking for steps…");
  byId("summary").textContent = "";
  const unique = byId("unique").checked ? null : false;
  const options = { order: byId("order").value, ...(layout().size > 9 ? { limit: PART } : {}) };
  let answer = await call("/api/explain", { ...asRequest(start), marks: marksOf(game), unique, ...options });
  if (mine !== requests) return;
  state.unique = answer.unique;
  state.frames = [{ ...start, candidates: bitsOf(answer.candidates) }];
  add(answer);
  go(0);
  while (answer.more) {
    showMessage(`${counted(state.steps.length, "step")} so far…`);
    const from = /** @type {Position} */ (state.frames.at(-1));
    answer = await call("/api/explain", { ...asRequest(from), unique: answer.unique, check: false, ...options }).catch((error) => {
      throw error.kind === "time" ? new Error(`${counted(state.steps.length, "step")} found; the next one would take too long.`) : error;
    });
    if (mine !== requests) return;
    add(answer);
    show();
  }
  showMessage(...report(answer, start.digits));
}

/** The player's marks, which are candidates in the cells that have any. */
function marksOf(game) {
  const grid = digitsOn(game);
  return Object.fromEntries(game.centre.flatMap((bits, cell) => (bits && !grid[cell] ? [[cell, digitsIn(bits)]] : [])));
}

/** Adds a part of the path. @param {any} answer */
function add({ steps, techniques, mistake }) {
  path.add(steps, state.steps.length);
  for (const step of steps) state.frames.push(afterStep(layout(), /** @type {Position} */ (state.frames.at(-1)), step));
  state.steps.push(...steps);
  state.wrong = new Set(mistake?.cells ?? []);
  for (const one of techniques) if (one.rank >= (state.hardest?.rank ?? 0)) state.hardest = one;
  byId("summary").textContent = state.hardest ? `${counted(state.steps.length, "step")}, hardest: ${state.hardest.name}` : "";
  byId("show-all").disabled = Boolean(mistake);
  if (mistake && state.isFinding) setFinding(false);
}

/** What to say about a path besides its steps. @returns {[string, string]} */
function report({ mistake, solved, note }, grid) {
  if (mistake) return [`${asSentence(mistake.message)} Correct it in the game first.`, "bad"];
  if (!grid.includes(0)) return ["The grid is complete and correct.", "good"];
  if (!grid.some(Boolean)) return ["The board is empty: without clues nothing can be deduced.", ""];
  if (solved) return ["", ""];
  const { length } = state.steps;
  return [`${length ? `After ${counted(length, "step")} no technique finds another` : "No technique finds a step here"}. ${note}`, ""];
}

/** Applies the path up to here and the step on the board to the game; on the play page, Undo reverts them. */
function apply() {
  const step = shownStep();
  if (!step || !state.game) return;
  const steps = [...state.steps.slice(0, state.at), step];
  let game = state.game;
  for (const { places, removes } of steps) {
    if (removes.length) game = reduce(game, { do: "drop", drops: removes });
    for (const { cell, digit } of places) game = reduce(game, { do: "digit", cells: [cell], digit, tidy: true });
  }
  state.game = { ...game, hints: game.hints + 1 };
  if (!state.isLink && !saveGame(state.game)) return showMessage("Saving is blocked: the step was not applied.", "bad");
  const where = state.isLink ? "here" : "to your game";
  explain().then(() => showMessage(`${counted(steps.length, "step")} applied ${where}. ${byId("message").textContent}`), reportError);
}

/** Whether the legend fits beside the board and a list, or has the words alone above it. */
const hasRoom = () => view.isSmall() || innerHeight > (state.isFinding ? 900 : 640);

let timer = 0;
const STEP_TIME = 1600; // ms

/** Stops playing the path. */
function pause() {
  clearInterval(timer);
  timer = 0;
  setRunning(false);
}

function run() {
  if (timer) return pause();
  timer = window.setInterval(() => go(state.at + 1), STEP_TIME);
  setRunning(true);
}

function setRunning(on) {
  byId("run").setAttribute("aria-pressed", String(on));
  byId("run").dataset.tip = on ? "Pause  Space" : "Play  Space";
  byId("run").querySelector("span").textContent = on ? "Pause" : "Play";
  byId("run").querySelector("path").setAttribute("d", on ? "M8 5v14M16 5v14" : "m8 5 11 7-11 7z");
}

/** Lists the path, or all steps at the current position. @param {boolean} on */
function setFinding(on) {
  pause();
  state.isFinding = on;
  view.set("list");
  byId("key").open = hasRoom();
  show();
  if (on && !finder.isDone()) finder.start();
}

const KEYS = {
  ArrowRight: () => go(state.at + 1), ArrowLeft: () => go(state.at - 1), Home: () => go(0), End: () => go(state.steps.length), " ": run,
};

function onKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select")) return;
  if (event.key === " " && target.closest("button, a, summary")) return; // it presses them
  if (!KEYS[event.key]) return;
  event.preventDefault();
  if (event.key !== " ") pause();
  KEYS[event.key]();
}

const reportError = (error) => showMessage([error.message, ...(error.faults ?? []).slice(0, 5).map(({ where, read, expected }) => `${where}: read ${read}, expected ${expected}`)].join("; "), "bad");
const reportErrors = (command) => Promise.resolve().then(command).catch(reportError);

function wire() {
  const clicks = {
    first: KEYS.Home, previous: KEYS.ArrowLeft, next: KEYS.ArrowRight, last: KEYS.End, run, apply,
    "show-step": () => view.set("step"), "show-path": () => setFinding(false), "show-all": () => setFinding(true),
  };
  for (const [id, command] of Object.entries(clicks)) byId(id).addEventListener("click", () => reportErrors(command));
  for (const id of ["order", "unique"]) byId(id).addEventListener("change", () => reportErrors(explain));
  document.addEventListener("keydown", onKey);
  createMenu(byId("options"), byId("options-menu"));
  roam(board, () => ({ cell: state.focus, size: layout().size }));
  byId("key").open = hasRoom();
}

async function start() {
  const linked = await fromFragment(location.hash);
  state.isLink = Boolean(linked);
  state.game = linked ?? loadGame();
  if (linked) {
    byId("back").href = `/${location.hash}`;
    byId("back").querySelector(".wide").textContent = "Play this puzzle";
    byId("back").querySelector(".narrow").textContent = "Play";
  }
  if (!state.game) return closed("There is no game yet. Open a puzzle on the Play page first.");
  if (state.game.paused) return closed("The game is paused. Resume it on the Play page first.");
  if (state.game.setting) return closed("The clues are still being entered. Start playing first.");
  return explain();
}

/** Shows why there is nothing to reason about. */
function closed(why) {
  state.game = null;
  for (const control of document.querySelectorAll(".panel :is(button, select)")) /** @type {HTMLButtonElement} */ (control).disabled = true;
  showMessage(why);
}

openPage();
wire();
reportErrors(start);
