// The play page: connects the parts, and opens the last game or a first one.

import { call, onServerChange } from "../common/backend.js";
import { createBoard } from "../common/board.js";
import { byId } from "../common/dom.js";
import { applyTheme, createMenu, nameTheme, openPage } from "../common/page.js";
import { another, applyHint, check, fetchSolution, hint, newPuzzle, rateOnce, reportErrors, showRating, solve, start } from "./commands.js";
import { fromFragment } from "./exchange.js";
import { newGame } from "./game.js";
import { erase, listen, onTouch } from "./input.js";
import { PAUSED, show, showUntilMove } from "./messages.js";
import { buildModes, showClock, showPanel } from "./panel.js";
import { dispatch, saveGame, state, watch } from "./state.js";
import { loadGame, save, savedGame, settings, startSaving, stash, watchOtherTabs } from "./storage.js";
import { titleOf, viewOf } from "./view.js";

const FIRST = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const FIRST_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const CLOCK_INTERVAL = 500; // ms

const board = createBoard(byId("board"), { label: "Sudoku board", touch: (touch) => onTouch(touch, board) });

/** A command that would reveal the board, and is therefore disabled while the game is paused. */
const unlessPaused = (command) => () => (state.game.paused ? dispatch(showUntilMove(PAUSED)) : reportErrors(command));

/** A command from a module that is loaded when it is first used: the page opens without it.
 * @param {string} file @param {string} name @param {any[]} given */
const load = (file, name, ...given) => () => reportErrors(async () => (await import(`./dialogs/${file}.js`))[name](...given));

/** Closes a card and returns the focus to the board. */
function close(card) {
  dispatch({ do: "close", card });
  board.focus(state.view.focus);
}

/** Runs the action that a message offers. */
function act() {
  const { action } = state.message ?? {};
  if (action) dispatch(action.do);
  board.focus(state.view.focus);
}

const commands = {
  check: unlessPaused(check), hint: unlessPaused(() => hint()), shortcuts: load("records", "keysDialog"), new: load("new", "newDialog"), "menu-new": load("new", "newDialog"),
  enter: load("read", "readDialog"), paste: load("read", "readDialog"), solve: unlessPaused(() => solve()),
  restart: () => dispatch({ do: "restart" }), empty: () => load("read", "emptyBoard", state.game.layout)(),
  candidates: () => dispatch({ do: "candidates" }), share: load("share", "shareDialog"), export: load("share", "exportDialog"),
  games: load("records", "gamesDialog"), statistics: load("records", "statisticsDialog"), settings: load("settings", "settingsDialog"),
  print: () => window.print(), start: () => reportErrors(start), undo: () => dispatch({ do: "undo" }), redo: () => dispatch({ do: "redo" }), erase,
  pause: () => dispatch({ do: "pause", paused: !state.game.paused }), resume: () => dispatch({ do: "pause", paused: false }),
  "hint-do": () => { applyHint(); board.focus(state.view.focus); }, "hint-more": moreHint, "message-action": act,
  level: () => reportErrors(showRating), "rating-more": () => dispatch({ do: "reveal" }), "rating-close": () => close("rating"),
  "hint-close": () => close("hint"), "end-close": () => close("end"), "end-another": () => reportErrors(another), "end-change": load("new", "newDialog"),
};

/** Reveals more of the hint; when all is revealed, moves the focus to the next button if it was on this one. */
async function moreHint() {
  const isFocused = document.activeElement === byId("hint-more");
  await reportErrors(() => hint());
  if (isFocused && byId("hint-more").hidden) byId(byId("hint-do").hidden ? "hint-close" : "hint-do").focus();
}

/** Lets a press of the mouse or a finger on a button leave the focus on the board. The keyboard focuses buttons as usual. */
function keepFocus() {
  document.addEventListener("mousedown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("button, summary") && !target.closest("dialog")) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const pressed = event.detail > 0 && /** @type {HTMLElement} */ (event.target).closest("main button, header button");
    if (pressed && !document.querySelector("dialog[open]") && document.activeElement === document.body) board.focus(state.view.focus);
  });
}

function wire() {
  for (const [id, run] of Object.entries(commands)) byId(id).addEventListener("click", run);
  createMenu(byId("puzzle"), byId("puzzle-menu"));
  keepFocus();
  listen(board, commands);
  acceptDrops();
  watch(() => board.show(viewOf(state.game, state.view, state.settings)));
  watch(showPanel);
  watch(rateOnce);
  setInterval(() => { dispatch({ do: "tick" }); showClock(); }, CLOCK_INTERVAL);
  document.addEventListener("visibilitychange", () => dispatch({ do: "clock" }));
  window.addEventListener("pagehide", () => { saveGame(); stash(); });
  window.addEventListener("hashchange", () => reportErrors(openShared));
  startSaving(continueAs);
  watchOtherTabs({ game: (game) => dispatch({ do: "sync", game }), settings: readSettings });
  onServerChange((here) => here && fetchSolution());
}

/** Takes over the settings that another tab has saved. */
function readSettings() {
  dispatch({ do: "settings", changes: settings() });
  applyTheme(state.settings);
  nameTheme(state.settings.theme);
}

/** Opens files dropped anywhere on the page, and pasted text. */
function acceptDrops() {
  const read = (name, given) => load("read", name, given)();
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("drop-here");
  });
  document.addEventListener("dragleave", () => document.body.classList.remove("drop-here"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("drop-here");
    const [file] = event.dataTransfer?.files ?? [];
    if (file) read("readFile", file);
    else if (event.dataTransfer?.getData("text")) read("readText", event.dataTransfer.getData("text"));
  });
  document.addEventListener("paste", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, textarea") || document.querySelector("dialog[open]")) return;
    const text = event.clipboardData?.getData("text") ?? "";
    if (text.trim()) read("readText", text);
  });
}

/** Gives the game on the board a new id, because it was changed elsewhere too. */
function continueAs(from, to) {
  if (state.game.id !== from) return;
  dispatch({ do: "rename", from, to });
  dispatch(show("This game was also played elsewhere. From here on, this is a separate copy."));
}

/** Opens the game in the address and removes it from there, so that a reload finds the game as played. */
async function openShared() {
  const ours = /[#&]level=/.test(location.hash); // only the library page adds that
  const game = await fromFragment(location.hash);
  if (!game) return false;
  history.replaceState(null, "", location.pathname);
  dispatch({ do: "open", game, text: ours ? "Opened from the library." : "Opened from a link." });
  fetchSolution();
  return true;
}

/** Opens the first game found: link, browser, server, a new one. Errors on the way stay in the message line. */
async function firstGame() {
  const errors = [];
  const attempt = async (from) => {
    try {
      return await from();
    } catch (error) {
      errors.push(error.message);
      return null;
    }
  };
  const here = await attempt(async () => loadGame());
  if (here) save(here, titleOf(here)); // a link may replace it
  const opened = await attempt(openShared) || resume(here) || resume(await attempt(lastGame)) || await requestedGame() || welcome();
  if (errors.length) dispatch(show(errors.join(". "), "bad"));
  fetchSolution();
  openRequested();
  return opened;
}

/** The last unsolved game saved on the server. */
async function lastGame() {
  const { games } = await call("/api/games").catch(() => ({ games: [] }));
  const last = games.find(({ solved }) => !solved);
  return last ? savedGame(last.id, true) : null;
}

/** A new puzzle of the level in the address (?new=easy). */
async function requestedGame() {
  const level = new URLSearchParams(location.search).get("new");
  if (!level) return false;
  await reportErrors(() => newPuzzle({ level }));
  return true;
}

/** Opens the dialog in the address (?open=games), to which the headers of the other pages link. */
function openRequested() {
  const name = new URLSearchParams(location.search).get("open") ?? "";
  if (!["games", "statistics", "settings"].includes(name)) return;
  history.replaceState(null, "", location.pathname);
  commands[name]();
}

function welcome() {
  const digits = (line) => [...line].map((c) => (c === "." ? 0 : Number(c)));
  const game = newGame({ layout: "9", clues: digits(FIRST), solution: digits(FIRST_SOLUTION), info: { level: "gentle" } });
  dispatch({ do: "open", game, text: "Welcome. Pick a cell, then a digit." });
  return true;
}

function resume(game) {
  if (!game) return false;
  dispatch({ do: "open", game, text: game.paused ? PAUSED : game.past.length && !game.done ? "Welcome back. Here is your game as you left it." : "" });
  return true;
}

openPage({ onTheme: (theme) => dispatch({ do: "settings", changes: { theme } }) });
buildModes();
wire();
firstGame().catch((error) => dispatch(show(error.message, "bad")));
