// The play page: connects the parts, and opens the last game or a first one.

import { call, onServerChange } from "../common/backend.js";
import { createBoard } from "../common/board.js";
import { byId } from "../common/dom.js";
import { openPage } from "../common/page.js";
import { another, applyHint, check, fetchSolution, hint, newPuzzle, reportErrors, solve, start } from "./commands.js";
import { newDialog } from "./dialogs/new.js";
import { acceptDrops, emptyBoard, readDialog } from "./dialogs/read.js";
import { gamesDialog, keysDialog, statisticsDialog } from "./dialogs/records.js";
import { settingsDialog } from "./dialogs/settings.js";
import { shareDialog } from "./dialogs/share.js";
import { fromFragment } from "./exchange.js";
import { newGame } from "./game.js";
import { erase, listen, onTouch } from "./input.js";
import { PAUSED, show, showUntilMove } from "./messages.js";
import { buildModes, showClock, showPanel } from "./panel.js";
import { dispatch, saveGame, state, watch } from "./state.js";
import { loadGame, save, savedGame, startSaving, stash } from "./storage.js";
import { titleOf, viewOf } from "./view.js";

const FIRST = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const CLOCK_INTERVAL = 500; // ms

const board = createBoard(byId("board"), { label: "Sudoku board", touch: (touch) => onTouch(touch, board) });

/** A command that would reveal the board, and is therefore disabled while the game is paused. */
const unlessPaused = (command) => () => (state.game.paused ? dispatch(showUntilMove(PAUSED)) : reportErrors(command));

/** Closes a card and returns the focus to the board. */
function close(card) {
  dispatch({ do: "close", card });
  board.focus(state.view.focus);
}

const commands = {
  check: unlessPaused(check), hint: unlessPaused(() => hint()), shortcuts: keysDialog, new: newDialog, enter: readDialog,
  paste: readDialog, solve: unlessPaused(() => solve()), restart: () => dispatch({ do: "restart" }),
  empty: () => emptyBoard(state.game.layout), candidates: () => dispatch({ do: "candidates" }), share: shareDialog,
  games: gamesDialog, statistics: statisticsDialog, settings: settingsDialog, print: () => window.print(),
  start: () => reportErrors(start), undo: () => dispatch({ do: "undo" }), redo: () => dispatch({ do: "redo" }), erase,
  pause: () => dispatch({ do: "pause", paused: !state.game.paused }), resume: () => dispatch({ do: "pause", paused: false }),
  "hint-do": () => { applyHint(); board.focus(state.view.focus); }, "hint-more": moreHint,
  "hint-close": () => close("hint"), "end-close": () => close("end"), "end-another": () => reportErrors(another),
};

/** Reveals more of the hint; when all is revealed, moves the focus to the next button. */
async function moreHint() {
  await reportErrors(() => hint());
  if (byId("hint-more").hidden) byId(byId("hint-do").hidden ? "hint-close" : "hint-do").focus();
}

function wire() {
  for (const [id, run] of Object.entries(commands)) byId(id).addEventListener("click", run);
  listen(board, commands);
  acceptDrops();
  watch(() => board.show(viewOf(state.game, state.view, state.settings)));
  watch(showPanel);
  setInterval(() => { dispatch({ do: "tick" }); showClock(); }, CLOCK_INTERVAL);
  document.addEventListener("visibilitychange", () => dispatch({ do: "clock" }));
  window.addEventListener("pagehide", () => { saveGame(); stash(); });
  window.addEventListener("hashchange", () => reportErrors(openShared));
  startSaving(continueAs);
  onServerChange((here) => here && fetchSolution());
}

/** Gives the game on the board a new id, because another tab has changed it too. */
function continueAs(from, to) {
  if (state.game.id !== from) return;
  dispatch({ do: "rename", from, to });
  dispatch(show("This game was also played in another tab. From here on, this is a separate copy."));
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
  if (errors.length) dispatch(show(errors.map((error) => `${error[0].toUpperCase()}${error.slice(1)}.`).join(" "), "bad"));
  fetchSolution();
  return opened;
}

/** The last unsolved game saved on the server. */
async function lastGame() {
  const { games } = await call("/api/games").catch(() => ({ games: [] }));
  const last = games.find(({ solved }) => !solved);
  return last ? savedGame(last.id) : null;
}

/** A new puzzle of the level in the address (?new=easy). */
async function requestedGame() {
  const level = new URLSearchParams(location.search).get("new");
  if (!level) return false;
  await reportErrors(() => newPuzzle({ level }));
  return true;
}

function welcome() {
  const game = newGame({ layout: "9", clues: [...FIRST].map((c) => (c === "." ? 0 : Number(c))), info: { level: "easy" } });
  dispatch({ do: "open", game, text: "Welcome. Select a cell and type a digit. Press New for another puzzle." });
  return true;
}

function resume(game) {
  if (!game) return false;
  dispatch({ do: "open", game, text: game.paused ? PAUSED : game.past.length ? "Welcome back. Here is your game as you left it." : "" });
  return true;
}

openPage({ onTheme: (theme) => dispatch({ do: "settings", changes: { theme } }) });
buildModes();
wire();
firstGame().catch((error) => dispatch(show(error.message, "bad")));
