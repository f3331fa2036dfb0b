// The play page: puts the parts together and opens the game that was on the board, or a first one.

import { ask, onServer } from "../common/api.js";
import { createBoard } from "../common/board.js";
import { byId } from "../common/dom.js";
import { openPage } from "../common/page.js";
import { act, app, goOnAs, keep, keptGame, open, pause, rest, show, showClock, titleOf, watch } from "./app.js";
import { another, check, doHint, hint, learn, newPuzzle, solve, start, told } from "./commands.js";
import { newDialog } from "./dialogs/new.js";
import { acceptDrops, emptyBoard, readDialog } from "./dialogs/read.js";
import { gamesDialog, keysDialog, statisticsDialog } from "./dialogs/records.js";
import { settingsDialog } from "./dialogs/settings.js";
import { shareDialog } from "./dialogs/share.js";
import { begin } from "./game.js";
import { erase, listen, touched } from "./input.js";
import { buildModes, showPanel } from "./panel.js";
import { PAUSED } from "./remarks.js";
import { save, startSaving, stash } from "./saving.js";
import { fromFragment } from "./share.js";
import { loadGame } from "./store.js";
import { remark, say } from "./telling.js";
import { viewOf } from "./view.js";

const FIRST = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const board = createBoard(byId("board"), { label: "Sudoku board", touch: (touch) => touched(touch, board) });

/** A command that looks at the board, which nobody may while the game is paused. */
const onBoard = (command) => () => (app.game.paused ? remark(PAUSED) : told(command));

/** Puts a card away, and gives the keyboard back to the board. */
function close(card) {
  app.look[card] = null;
  show();
  board.focus(app.look.focus);
}

const commands = {
  check: onBoard(check), hint: onBoard(() => hint()), shortcuts: keysDialog, new: newDialog, enter: readDialog,
  paste: readDialog, solve: onBoard(() => solve()), restart: () => act({ do: "restart" }),
  empty: () => emptyBoard(app.game.layout), candidates: () => act({ do: "candidates" }), share: shareDialog,
  games: gamesDialog, statistics: statisticsDialog, settings: settingsDialog, print: () => window.print(),
  start: () => told(start), undo: () => act({ do: "undo" }), redo: () => act({ do: "redo" }), erase,
  pause: () => pause(!app.game.paused), resume: () => pause(false), "hint-do": () => { doHint(); board.focus(app.look.focus); },
  "hint-more": sayMore, "hint-close": () => close("hint"), "end-close": () => close("end"), "end-another": () => told(another),
};

/** Says more; when all is said, the keyboard goes on to what can be done with it. */
async function sayMore() {
  await told(() => hint());
  if (byId("hint-more").hidden) byId(byId("hint-do").hidden ? "hint-close" : "hint-do").focus();
}

function wire() {
  for (const [id, run] of Object.entries(commands)) byId(id).addEventListener("click", run);
  listen(board, commands);
  acceptDrops();
  watch(() => board.show(viewOf(app.game, app.look, app.settings)));
  watch(showPanel);
  setInterval(showClock, 500);
  document.addEventListener("visibilitychange", rest);
  window.addEventListener("pagehide", () => { keep(); stash(); });
  window.addEventListener("hashchange", () => told(openShared));
  startSaving(goOnAs);
  onServer((here) => here && learn());
}

/** Opens what the address carries, and takes it out of the address, so that a reload finds the game as played. */
async function openShared() {
  const ours = /[#&]level=/.test(location.hash); // only the library page writes that
  const shared = await fromFragment(location.hash);
  if (!shared) return false;
  history.replaceState(null, "", location.pathname);
  open(shared, ours ? "Opened from the library." : "Opened from a link.");
  learn();
  return true;
}

/** Opens the first game there is. What could not be opened before it is told, and stays in sight. */
async function firstGame() {
  const faults = [];
  const attempt = async (from) => {
    try {
      return await from();
    } catch (error) {
      faults.push(error.message);
      return null;
    }
  };
  const here = await attempt(async () => loadGame());
  if (here) save(here, titleOf(here)); // a link may put another game in its place
  const opened = await attempt(openShared) || resume(here) || resume(await attempt(lastGame)) || await wishedGame() || welcome();
  if (faults.length) say(faults.map((fault) => `${fault[0].toUpperCase()}${fault.slice(1)}.`).join(" "), "bad");
  learn();
  return opened;
}

/** The game that was last played at this server. */
async function lastGame() {
  const { games } = await ask("/api/games").catch(() => ({ games: [] }));
  const last = games.find(({ solved }) => !solved);
  return last ? keptGame(last.id) : null;
}

async function wishedGame() {
  const level = new URLSearchParams(location.search).get("new");
  if (!level) return false;
  await told(() => newPuzzle({ level }));
  return true;
}

function welcome() {
  open(begin({ layout: "9", clues: [...FIRST].map((c) => (c === "." ? 0 : Number(c))), info: { level: "easy" } }),
    "Welcome. Choose a cell and type a digit; New makes another puzzle.");
  return true;
}

function resume(game) {
  if (!game) return false;
  open(game, game.paused ? PAUSED : game.past.length ? "Welcome back: the game is as you left it." : "");
  return true;
}

openPage({ onTheme: (theme) => { app.settings = { ...app.settings, theme }; } });
buildModes();
wire();
firstGame().catch((error) => say(error.message, "bad"));
