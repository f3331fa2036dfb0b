// The play page: puts the parts together and opens the game that was on the board, or a first one.

import { ask } from "../common/api.js";
import { createBoard } from "../common/board.js";
import { byId, say } from "../common/dom.js";
import { openPage } from "../common/page.js";
import { act, app, keep, keptGame, open, pause, show, showClock, watch } from "./app.js";
import { check, doHint, hint, newPuzzle, solve, start, told } from "./commands.js";
import { newDialog } from "./dialogs/new.js";
import { acceptDrops, emptyBoard, readDialog } from "./dialogs/read.js";
import { gamesDialog, keysDialog, statisticsDialog } from "./dialogs/records.js";
import { settingsDialog } from "./dialogs/settings.js";
import { shareDialog } from "./dialogs/share.js";
import { begin } from "./game.js";
import { erase, listen, touched } from "./input.js";
import { buildModes, showPanel } from "./panel.js";
import { fromFragment } from "./share.js";
import { loadGame } from "./store.js";
import { viewOf } from "./view.js";

const FIRST = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const board = createBoard(byId("board"), { label: "Sudoku board", touch: (touch) => touched(touch, board) });

const commands = {
  check: () => told(check), hint: () => told(() => hint()), shortcuts: keysDialog, new: newDialog, enter: readDialog,
  paste: readDialog, solve: () => told(() => solve()), restart: () => act({ do: "restart" }),
  empty: () => emptyBoard(app.game.layout), candidates: () => act({ do: "candidates" }), share: shareDialog,
  games: gamesDialog, statistics: statisticsDialog, settings: settingsDialog, print: () => window.print(),
  start: () => told(start), undo: () => act({ do: "undo" }), redo: () => act({ do: "redo" }), erase,
  pause: () => pause(!app.look.paused), resume: () => pause(false), "hint-do": () => { doHint(); board.focus(app.look.focus); },
  "hint-more": sayMore, "hint-close": () => { app.look.hint = null; show(); board.focus(app.look.focus); },
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
  document.addEventListener("visibilitychange", () => document.hidden && keep());
  window.addEventListener("pagehide", keep);
  window.addEventListener("hashchange", () => told(async () => openShared()));
}

/** Opens what the address carries, and takes it out of the address, so that a reload finds the game as played. */
function openShared() {
  const shared = fromFragment(location.hash);
  if (!shared) return false;
  history.replaceState(null, "", location.pathname);
  open(shared, "Opened from a link.");
  return true;
}

async function firstGame() {
  const shared = await told(async () => openShared());
  if (shared) return;
  const here = loadGame();
  if (here) return resume(here);
  const games = await ask("/api/games").catch(() => ({ games: [] }));
  const last = games.games.find(({ solved }) => !solved);
  const kept = last && await told(() => keptGame(last.id));
  if (kept) return resume(kept);
  const wished = new URLSearchParams(location.search).get("new");
  if (wished) return told(() => newPuzzle({ level: wished }));
  open(begin({ layout: "9", clues: [...FIRST].map((c) => (c === "." ? 0 : Number(c))), info: { level: "easy" } }),
    "Welcome. Choose a cell and type a digit; New makes another puzzle.");
  return undefined;
}

function resume(game) {
  open(game, game.past.length ? "Welcome back: the game is as you left it." : "");
}

openPage({ onTheme: (theme) => { app.settings = { ...app.settings, theme }; } });
buildModes();
wire();
firstGame().catch((error) => say(error.message, "bad"));
