// Statistics, saved games, and the key table.

import { ask } from "../../common/api.js";
import { createBoard } from "../../common/board.js";
import { make } from "../../common/dom.js";
import { layoutOf } from "../../common/layout.js";
import { askFirst } from "../../common/sure.js";
import { forgetGame, keptGame, open } from "../app.js";
import { spoken } from "../clock.js";
import { told } from "../commands.js";
import { forgetResults, results, summary } from "../store.js";
import { openDialog } from "./dialog.js";

const KEYS = [
  ["Move", "arrows"], ["Extend the selection", "Shift or Ctrl + arrow"], ["Place a digit", "1–9, letters above 9"],
  ["Corner mark", "Shift + digit"], ["Centre mark", "Ctrl + digit"], ["Colour", "Ctrl + Shift + digit"],
  ["Clear", "Backspace, Delete, 0"], ["Mode: digit, corner, centre, colour", "Z X C V"], ["Next mode", "Space"],
  ["Undo", "Ctrl + Z"], ["Redo", "Ctrl + Y, Ctrl + Shift + Z"], ["Select all, none", "Ctrl + A, Esc"],
  ["Add a cell", "Ctrl + click, or drag"], ["All of the same digit", "double click"], ["Check", "Enter"],
  ["Hint", "?"], ["Pause", "P"], ["These keys", "F1"],
];

export function keysDialog() {
  openDialog("Keys", [make("div", { class: "keys" }, KEYS.map(([what, keys]) => make("div", {}, make("span", {}, what), make("kbd", {}, keys))))]);
}

export function statisticsDialog() {
  const rows = summary(results());
  const time = (seconds) => spoken(seconds * 1000);
  const head = ["Board", "Level", "Solved", "Without hints", "Best", "Mean"];
  const table = make("table", { id: "statistics-table" },
    make("thead", {}, make("tr", {}, head.map((name, i) => make("th", { class: i > 1 ? "number" : "", scope: "col" }, name)))),
    make("tbody", {}, rows.map((row) => make("tr", {},
      [row.layout, row.level || "any", row.solved, row.unaided, time(row.best), time(row.mean)].map((value, i) =>
        make("td", { class: i > 1 ? "number" : "" }, String(value)))))));
  const dialog = openDialog("Statistics", [rows.length ? make("div", { class: "scroll" }, table) : make("p", {}, "Nothing solved yet.")],
    [{ name: "Close" }, ...(rows.length ? [{ name: "Forget all", run: () => sureOfAll(dialog) }] : [])]);
}

/** Forgets all results, if that is meant. @returns {boolean} false, since the dialog stays until then */
function sureOfAll(dialog) {
  askFirst(dialog.querySelector(".buttons"), "Forget everything you solved?", "Forget all", () => {
    forgetResults();
    dialog.close();
  });
  return false;
}

const stateOf = ({ solved, seconds, saved }, filled = "") =>
  [solved ? "solved" : filled, seconds ? spoken(seconds * 1000) : "", `last played ${new Date(saved).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}`].filter(Boolean).join(" · ");

/** How much of a game's empty cells is filled, in words. @param {{clues: number[], digits: number[]}} game */
function filledIn({ clues, digits }) {
  const open = clues.filter((clue) => !clue).length;
  return open ? `${Math.round((100 * digits.filter(Boolean).length) / open)} % filled` : "";
}

const NO_GAMES = "No saved games yet.";

export const gamesDialog = () => told(async () => {
  const { games } = await ask("/api/games");
  const list = make("ul", { class: "list games" });
  const dialog = openDialog("Games", [games.length ? list : make("p", {}, NO_GAMES)]);
  const show = (game) => told(async () => {
    open(await keptGame(game.id));
    dialog.close();
  });
  const rows = new Map(games.map((game) => [gameRow(game, show), game]));
  list.append(...rows.keys());
  whenSeen(list, rows, dialog);
});

/** A game of the list. */
function gameRow(game, show) {
  const name = game.name || game.layout;
  const item = make("li", {}, make("span", { class: "thumb", "aria-hidden": "true", inert: true }),
    make("button", { type: "button", onclick: () => show(game) }, name, make("span", { class: "soft state" }, stateOf(game))),
    make("button", { type: "button", class: "forget", "aria-label": `Forget ${name}, ${stateOf(game)}`, onclick: () => sureOf(game, name, item) }, "Forget"));
  return item;
}

/** Forgets a game, if that is meant; the keyboard goes on to the next one. */
function sureOf(game, name, item) {
  askFirst(item, `Forget ${name}?`, "Forget", () => told(async () => {
    await forgetGame(game.id);
    const next = item.nextElementSibling ?? item.previousElementSibling;
    const list = item.parentElement;
    item.remove();
    if (next) next.querySelector("button").focus();
    else list.replaceWith(make("p", {}, NO_GAMES));
  }));
}

/** Shows what a game looks like as soon as its row is seen, for its sheet is larger than all that the list tells. */
function whenSeen(list, rows, dialog) {
  const watcher = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      keptGame(rows.get(target).id).then((game) => look(target, rows.get(target), game)).catch(() => {}); // the row says enough
    }
  }, { root: list });
  rows.forEach((_, item) => watcher.observe(item));
  dialog.addEventListener("close", () => watcher.disconnect());
}

/** A small board, and how much of it is filled. */
function look(item, listed, { layout, clues, digits }) {
  const cells = clues.map((clue, cell) => ({ text: String(clue || digits[cell] || ""), kind: clue ? "clue" : "entry" }));
  createBoard(item.querySelector(".thumb"), { label: "" }).show({ layout: layoutOf(layout), cells, focus: -1 });
  item.querySelector(".state").textContent = stateOf(listed, filledIn({ clues, digits }));
}
