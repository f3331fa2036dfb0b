// The dialogs for statistics, saved games and keyboard shortcuts.

import { call } from "../../common/backend.js";
import { createBoard } from "../../common/board.js";
import { confirm } from "../../common/confirm.js";
import { make } from "../../common/dom.js";
import { layoutOf } from "../../common/layout.js";
import { reportErrors } from "../commands.js";
import { clockText } from "../game.js";
import { ownTimes } from "../own_times.js";
import { dispatch, state } from "../state.js";
import { clearResults, deleteGame, results, savedGame, summary } from "../storage.js";
import { levelName } from "../view.js";
import { openDialog } from "./dialog.js";

const KEYS = [
  ["Move", "arrows"], ["Extend the selection", "Shift or Ctrl + arrow"], ["Place a digit", "1–9, letters above 9"],
  ["Corner mark", "Shift + digit"], ["Centre mark", "Ctrl + digit"], ["Colour", "Ctrl + Shift + digit"],
  ["Clear", "Backspace, Delete, 0"], ["Mode: digit, corner, centre, colour", "Z X C V"], ["Next mode", "Space"],
  ["Undo", "Ctrl + Z"], ["Redo", "Ctrl + Y, Ctrl + Shift + Z"], ["Select all or none", "Ctrl + A, Esc"],
  ["Add a cell", "Ctrl + click, or drag"], ["Select all cells with the same digit", "double-click"], ["Check", "Enter"],
  ["Hint", "?"], ["Candidates", "A"], ["Rating", "L"], ["Pause", "P"], ["New puzzle", "N"], ["Games, statistics, settings", "G T ,"], ["These keys", "F1"],
];

export function keysDialog() {
  openDialog("Keyboard shortcuts", [make("div", { class: "keys" }, KEYS.map(([what, keys]) => make("div", {}, make("span", {}, what), make("kbd", {}, keys))))]);
}

export function statisticsDialog() {
  const rows = summary(results());
  const time = (seconds) => clockText(seconds * 1000);
  const head = ["Board", "Level", "Solved", "Without hints", "Best", "Average"];
  const table = make("table", { id: "statistics-table" },
    make("thead", {}, make("tr", {}, head.map((name, i) => make("th", { class: i > 1 ? "number" : "", scope: "col" }, name)))),
    make("tbody", {}, rows.map((row) => make("tr", {},
      [row.board, levelName(row.level), row.solved, row.unaided, time(row.best), time(row.mean)].map((value, i) =>
        make("td", { class: i > 1 ? "number" : "" }, String(value)))))));
  const dialog = openDialog("Statistics", [rows.length ? make("div", { class: "scroll" }, table) : make("p", {}, "Nothing solved yet."), ownTimes()],
    [{ name: "Close" }, ...(rows.length ? [{ name: "Delete all", run: () => confirmDeleteAll(dialog) }] : [])]);
}

/** Deletes all results after a confirmation. @returns {boolean} false, because the dialog stays open until then */
function confirmDeleteAll(dialog) {
  confirm(dialog.querySelector(".buttons"), "Delete all statistics?", "Delete all", () => {
    clearResults();
    dialog.close();
  });
  return false;
}

const stateOf = ({ solved, seconds, saved }, filled = "") =>
  [solved ? "Solved" : filled, seconds ? clockText(seconds * 1000) : "", dayOf(new Date(saved))].filter(Boolean).join(" · ");

/** When a game was last played: today with the time, otherwise the date. @param {Date} when */
function dayOf(when) {
  const isToday = when.toDateString() === new Date().toDateString();
  return isToday ? `today ${when.toLocaleTimeString([], { timeStyle: "short" })}` : when.toLocaleDateString([], { dateStyle: "medium" });
}

/** The share of empty cells that is filled, in words. @param {{clues: number[], digits: number[]}} game */
function filledIn({ clues, digits }) {
  const open = clues.filter((clue) => !clue).length;
  return open ? `${Math.round((100 * digits.filter(Boolean).length) / open)}% filled` : "";
}

const NO_GAMES = "No saved games yet.";

export const gamesDialog = () => reportErrors(async () => {
  const { games } = await call("/api/games");
  const list = make("ul", { class: "list games" });
  const dialog = openDialog("Games", [games.length ? list : make("p", {}, NO_GAMES)]);
  const open = (game) => reportErrors(async () => {
    dispatch({ do: "open", game: await savedGame(game.id, true) });
    dialog.close();
  });
  const rows = new Map(games.map((game) => [gameRow(game, open), game]));
  list.append(...rows.keys());
  showWhenSeen(list, rows, dialog);
});

/** A row of the list of games. */
function gameRow(game, open) {
  const name = game.name || game.layout;
  const item = make("li", {}, make("span", { class: "thumb", "aria-hidden": "true", inert: true }),
    make("button", { type: "button", onclick: () => open(game) }, name, make("span", { class: "soft state" }, stateOf(game))),
    make("button", { type: "button", class: "delete", "aria-label": `Delete ${name}, ${stateOf(game)}`, onclick: () => confirmDelete(game, name, item) }, "Delete"));
  return item;
}

/** Deletes a game after a confirmation; the focus moves to the next one. */
function confirmDelete(game, name, item) {
  confirm(item, `Delete ${name}?`, "Delete", () => reportErrors(async () => {
    await deleteGame(game.id, state.game);
    const next = item.nextElementSibling ?? item.previousElementSibling;
    const list = item.parentElement;
    item.remove();
    if (next) next.querySelector("button").focus();
    else list.replaceWith(make("p", {}, NO_GAMES));
  }));
}

/** Loads the board of a game when its row scrolls into view: a game is much larger than its row in the list. */
function showWhenSeen(list, rows, dialog) {
  const watcher = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      savedGame(rows.get(target).id).then((game) => showThumbnail(target, rows.get(target), game)).catch(() => {}); // the row is enough
    }
  }, { root: list });
  rows.forEach((_, item) => watcher.observe(item));
  dialog.addEventListener("close", () => watcher.disconnect());
}

/** Shows a small board and how much of it is filled. */
function showThumbnail(item, listed, { layout, clues, digits }) {
  const cells = clues.map((clue, cell) => ({ text: String(clue || digits[cell] || ""), kind: clue ? "clue" : "entry" }));
  createBoard(item.querySelector(".thumb"), { label: "" }).show({ layout: layoutOf(layout), cells, focus: -1 });
  item.querySelector(".state").textContent = stateOf(listed, filledIn({ clues, digits }));
}
